// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/host_control.h"

#include <algorithm>
#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace lw::numeric {

namespace {

constexpr std::array<std::string_view, 3> kLevelNames{"portable", "avx2", "avx512"};

} // namespace

HostLevel bestHostLevel() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return HostLevel::Avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return HostLevel::Avx2;
#endif
    return HostLevel::Portable;
}

// Asked of the processor itself: not every compiler knows the name of this feature.
bool hostHasF16c() {
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
#else
    return false;
#endif
}

HostLevel detail::hostLevelInUse = bestHostLevel();

void limitHostLevel(HostLevel level) { detail::hostLevelInUse = std::min(level, bestHostLevel()); }

std::string_view nameOf(HostLevel level) { return kLevelNames[static_cast<std::size_t>(level)]; }

std::optional<HostLevel> hostLevelNamed(std::string_view name) {
    const auto found = std::find(kLevelNames.begin(), kLevelNames.end(), name);
    if (found == kLevelNames.end()) return std::nullopt;
    return static_cast<HostLevel>(found - kLevelNames.begin());
}

} // namespace lw::numeric
