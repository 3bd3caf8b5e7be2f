// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/effort.h"

#include <functional>
#include <string>
#include <vector>

namespace lw::bench {

// What a measurement found. Ratios are taken inside one round, candidate and anchor one after the other, and
// the median over the rounds is the figure: the host's clock moves by more than differences that matter.
struct Figure {
    std::string key;
    double ratio = 0, lowest = 0, highest = 0; // candidate rate over anchor rate; 0: there is no anchor
    double candidate = 0, anchor = 0;          // median rates, in `unit`
    std::string unit;
    double goal = 0;     // at least; 0 = none
    bool atMost = false; // the goal is a ceiling
    std::string note;
};

enum class Clock { Cpu, Wall };

// Seconds of CPU time of this process, or of wall time, that the call took.
double seconds(Clock clock, const std::function<void()>& call);

// Calls per second, `prepare` before each of them not counted: repeated until they have taken 0.2 s.
double rate(Effort effort, Clock clock, const std::function<void()>& call,
            const std::function<void()>& prepare = {});

struct Contest {
    std::string key;
    std::string unit;
    double work = 0; // units done by one call of either
    std::function<void()> candidate;
    std::function<void()> anchor{}; // empty where what is measured against is not installed
    double goal = 0;
    Clock clock = Clock::Cpu;
    double anchorWork = 0;           // when it differs from `work`
    std::function<void()> prepare{}; // before each call of the candidate; does not count
    std::function<void()> check{};   // of what both made, after one call of each; gives up if it is wrong
};

// One warm-up call of each, the check, then the rounds.
Figure measure(Effort effort, const Contest& contest);

// How many rounds a figure is the median of.
constexpr int roundsOf(Effort effort) { return choose(effort, 5, 1); }

// A figure from rounds that were taken elsewhere; without anchors it has no ratio.
Figure figureOf(std::string key, std::string unit, const std::vector<double>& candidates,
                const std::vector<double>& anchors);

// Milliseconds of CPU time that a call takes, with the goal as a ceiling.
Figure milliseconds(Effort effort, std::string key, double goal, const std::function<void()>& call);

double median(std::vector<double> values);

} // namespace lw::bench
