// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace lw::bench {

namespace {

constexpr double kShortestSeconds = 0.2;

double secondsOf(clockid_t id) {
    timespec now{};
    clock_gettime(id, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Calls per second.
double rate(Clock clock, const std::function<void()>& call, const std::function<void()>& prepare = {}) {
    double spent = 0;
    int calls = 0;
    while (spent < kShortestSeconds) {
        if (prepare) prepare();
        spent += seconds(clock, call);
        ++calls;
    }
    return calls / spent;
}

} // namespace

double seconds(Clock clock, const std::function<void()>& call) {
    const clockid_t id = clock == Clock::Cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    const double before = secondsOf(id);
    call();
    return secondsOf(id) - before;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

Figure measure(const Contest& contest) {
    std::vector<double> ratios, candidates, anchors;
    if (contest.prepare) contest.prepare();
    contest.candidate();
    contest.anchor();
    for (int round = 0; round < contest.rounds; ++round) {
        candidates.push_back(rate(contest.clock, contest.candidate, contest.prepare) * contest.work);
        anchors.push_back(rate(contest.clock, contest.anchor) *
                          (contest.anchorWork > 0 ? contest.anchorWork : contest.work));
        ratios.push_back(candidates.back() / anchors.back());
    }
    Figure figure = figureOf(contest.key, contest.unit, ratios, candidates, anchors);
    figure.goal = contest.goal;
    return figure;
}

Figure figureOf(std::string key, std::string unit, const std::vector<double>& ratios,
                const std::vector<double>& candidates, const std::vector<double>& anchors) {
    Figure figure;
    figure.key = std::move(key);
    figure.unit = std::move(unit);
    figure.ratio = median(ratios);
    figure.lowest = *std::min_element(ratios.begin(), ratios.end());
    figure.highest = *std::max_element(ratios.begin(), ratios.end());
    figure.candidate = median(candidates);
    figure.anchor = median(anchors);
    return figure;
}

} // namespace lw::bench
