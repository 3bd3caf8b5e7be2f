// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/walk_kernels.h"

namespace lw::lower::training {

void beginWalk(Bundles& to) {
    to("s: mov r14, r3");
    to("s: mov r15, r4");
    to("s: mov r18, r5");
}

void nextGroup(Bundles& to, const Grouping& by, const WalksAlong& with) {
    const auto go = [&](std::string_view when, std::string_view first, std::string_view second) {
        const auto add = [&](std::string_view which, std::string_view step) {
            if (!which.empty()) to("s: ", when, "add ", which, ", ", which, ", ", step);
        };
        add("r1", first);
        add("r2", second);
        add(with.first, first);
        add(with.second, second);
    };
    const std::string group = std::to_string(by.groupRows());
    go("", group, group);
    to("s: sub r14, r14, 1");
    to("s: cmp.eq p1, r14, 0");
    to("s: @p1 mov r14, r3");
    go("@p1 ", "r6", "r7");
    to("s: @p1 sub r15, r15, 1");
    to("s: cmp.eq p2, r15, 0");
    to("s: @p2 mov r15, r4");
    go("@p2 ", "r8", "r9");
    to("s: @p2 sub r18, r18, 1");
    to("s: cmp.ne p3, r18, 0");
}

namespace {

// One register of each stream is in v[u], v[8 + u] ...; `body` ends with its stores.
void writeWalk(Bundles& to, const Grouping& by, std::string_view name, const WalksAlong& with,
               const std::function<void(std::int64_t u, std::int64_t row)>& body) {
    to.label(name);
    beginWalk(to);
    if (!with.first.empty()) to("s: mov ", with.first, ", r10");
    if (!with.second.empty()) to("s: mov ", with.second, ", r11");
    to.label(std::string(name) + "_group");
    for (std::int64_t u = 0; u < by.unroll; ++u) body(u, u * by.sublanes);
    nextGroup(to, by, with);
    to("s: @p3 br ", name, "_group");
    to("s: ret r31");
    to.blank();
}

} // namespace

void writeWalks(Bundles& to, const Grouping& by, const Called& called) {
    const auto pair = [&](std::string_view name, std::string_view instruction) {
        if (!called.contains(name)) return;
        writeWalk(to, by, name, {}, [&](std::int64_t u, std::int64_t row) {
            to("vld: v", u, ", [r1+", row, "]");
            to("vld: v", 8 + u, ", [r2+", row, "]");
            to(instruction, " v", 16 + u, ", v", 8 + u, ", v", u);
            to("vst: [r2+", row, "], v", 16 + u);
        });
    };
    pair("walk_add", "v0: fadd");
    pair("walk_max", "v: fmax");
    if (called.contains("walk_scale"))
        writeWalk(to, by, "walk_scale", {}, [&](std::int64_t u, std::int64_t row) {
            to("vld: v", u, ", [r2+", row, "]");
            to("v1: fmul v", u, ", v", u, ", r10");
            to("vst: [r2+", row, "], v", u);
        });
    if (called.contains("walk_first_max"))
        writeWalk(to, by, "walk_first_max", {"r16", "r17"}, [&](std::int64_t u, std::int64_t row) {
            to("vld: v", u, ", [r1+", row, "]");
            to("vld: v", 8 + u, ", [r2+", row, "]");
            to("vld: v", 16 + u, ", [r17+", row, "]");
            to("v: fcmp.eq v", u, ", v", u, ", v", 8 + u);
            to("v: and v", 8 + u, ", v", u, ", v", 16 + u);
            to("v: sel v", u, ", v31, v", 16 + u);
            to("vld: v", 16 + u, ", [r16+", row, "]");
            to("vst: [r17+", row, "], v", u);
            to("v0: fadd v", 16 + u, ", v", 16 + u, ", v", 8 + u);
            to("vst: [r16+", row, "], v", 16 + u);
        });
}

} // namespace lw::lower::training
