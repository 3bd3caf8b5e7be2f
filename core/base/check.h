// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lw {

// Prints what was broken, where, and aborts.
// Only for our own mistakes; a user's mistake is a Problem, a guest's a Fault.
[[noreturn, gnu::cold]] void broken(const char* kind, const char* condition, const char* why,
                                    const char* file, int line);

} // namespace lw

// LW_ASSERT: we are wrong. LW_REQUIRE: the caller is. Both stay on in release builds.
#define LW_ASSERT(condition, why)                                                                            \
    ((condition) ? void(0) : ::lw::broken("assertion", #condition, why, __FILE__, __LINE__))
#define LW_REQUIRE(condition, why)                                                                           \
    ((condition) ? void(0) : ::lw::broken("requirement", #condition, why, __FILE__, __LINE__))
