// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace lw::bench {

namespace {

double secondsOf(clockid_t id) {
    timespec now{};
    clock_gettime(id, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace

double seconds(Clock clock, const std::function<void()>& call) {
    const clockid_t id = clock == Clock::Cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    const double before = secondsOf(id);
    call();
    return secondsOf(id) - before;
}

double rate(Effort effort, Clock clock, const std::function<void()>& call,
            const std::function<void()>& prepare) {
    const double shortest = choose(effort, 0.2, 0.0);
    double spent = 0;
    int calls = 0;
    do {
        if (prepare) prepare();
        spent += seconds(clock, call);
        ++calls;
    } while (spent < shortest);
    return calls / spent;
}

Figure milliseconds(Effort effort, std::string key, double goal, const std::function<void()>& call) {
    std::vector<double> taken;
    call();
    for (int round = 0; round < roundsOf(effort); ++round)
        taken.push_back(1000 / rate(effort, Clock::Cpu, call));
    Figure out;
    out.key = std::move(key);
    out.unit = "ms";
    out.ratio = out.candidate = median(taken);
    out.lowest = *std::ranges::min_element(taken);
    out.highest = *std::ranges::max_element(taken);
    out.goal = goal;
    out.atMost = true;
    return out;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

Figure measure(Effort effort, const Contest& contest) {
    std::vector<double> candidates, anchors;
    if (contest.prepare) contest.prepare();
    contest.candidate();
    if (contest.anchor) contest.anchor();
    if (contest.check) contest.check();
    for (int round = 0; round < roundsOf(effort); ++round) {
        candidates.push_back(rate(effort, contest.clock, contest.candidate, contest.prepare) * contest.work);
        if (contest.anchor)
            anchors.push_back(rate(effort, contest.clock, contest.anchor) *
                              (contest.anchorWork > 0 ? contest.anchorWork : contest.work));
    }
    Figure figure = figureOf(contest.key, contest.unit, candidates, anchors);
    figure.goal = contest.goal;
    return figure;
}

Figure figureOf(std::string key, std::string unit, const std::vector<double>& candidates,
                const std::vector<double>& anchors) {
    Figure figure;
    figure.key = std::move(key);
    figure.unit = std::move(unit);
    figure.candidate = median(candidates);
    if (anchors.empty()) return figure;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < anchors.size(); ++i) ratios.push_back(candidates[i] / anchors[i]);
    figure.ratio = median(ratios);
    figure.lowest = *std::min_element(ratios.begin(), ratios.end());
    figure.highest = *std::max_element(ratios.begin(), ratios.end());
    figure.anchor = median(anchors);
    return figure;
}

} // namespace lw::bench
