// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window/measure.h"

#include <algorithm>
#include <ctime>

namespace lw::bench {

namespace {

double millisecondsOf(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace

double threadMilliseconds() { return millisecondsOf(CLOCK_THREAD_CPUTIME_ID); }
double processMilliseconds() { return millisecondsOf(CLOCK_PROCESS_CPUTIME_ID); }

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double worst(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

} // namespace lw::bench
