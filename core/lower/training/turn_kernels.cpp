// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/vector_kernels.h"

namespace lw::lower::training {

namespace {

// v26: the lanes from r6 up to r7.
void takeLanes(Bundles& to) {
    to("misc: setrot r5");
    to("v: iota.lane v24");
    to("v: cmp.lt v25, v24, r6");
    to("v: cmp.lt v26, v24, r7");
    to("v: xor v26, v26, v25");
}

// So many groups are on their way through the unit, which takes long for each, before the first comes back:
// r14 of these are still to be pushed, r15 is what is left of the loop. p1: there is a group to push, p2: one
// comes back.
void writeTurn(Bundles& to, const Grouping& by, std::string_view name, bool joins) {
    const std::int64_t ahead = by.depth - 1, group = by.groupRows();
    to.label(name);
    takeLanes(to);
    to("s: mov r14, ", ahead);
    to("s: add r15, r4, ", ahead);
    to.label(std::string(name) + "_group");
    to("s: cmp.ne p1, r4, 0");
    to("s: cmp.eq p2, r14, 0");
    for (std::int64_t u = 0; u < by.unroll; ++u) to("vld: @p1 v", u, ", [r1+", u * by.sublanes, "]");
    for (std::int64_t u = 0; u < by.unroll; ++u) to("push: @p1 rot v", u);
    to("s: @p1 add r1, r1, ", group);
    to("s: @p1 sub r4, r4, 1");
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        if (joins) to("vld: @p2 v", 8 + u, ", [r2+", u * by.sublanes, "]");
        to("pop: @p2 rpu v", 16 + u);
        to("v: @p2 and v", 16 + u, ", v", 16 + u, ", v26");
        if (joins) to("v: @p2 or v", 16 + u, ", v", 16 + u, ", v", 8 + u);
        to("vst: @p2 [r3+", u * by.sublanes, "], v", 16 + u);
    }
    if (joins) to("s: @p2 add r2, r2, ", group);
    to("s: @p2 add r3, r3, ", group);
    to("s: @!p2 sub r14, r14, 1");
    to("s: sub r15, r15, 1");
    to("s: cmp.ne p3, r15, 0");
    to("s: @p3 br ", name, "_group");
    to("s: ret r31");
    to.blank();
}

} // namespace

void writeTurns(Bundles& to, const Grouping& by, const Called& called) {
    for (const bool joins : {false, true}) {
        const std::string_view name = joins ? "turn_into" : "turn";
        if (called.contains(name)) writeTurn(to, by, name, joins);
    }
}

} // namespace lw::lower::training
