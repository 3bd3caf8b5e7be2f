// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/vector_kernels.h"

namespace lw::lower::training {

namespace {

constexpr std::int64_t kBits = 32; // of a word

std::int64_t bitOf(std::int64_t u) { return std::int64_t{1} << u; }

// Behind a group: r14 is the first bit of the next one, in the same word or from the beginning of the next,
// whose rows `words` names.
void nextBits(Bundles& to, const Grouping& by, std::string_view words) {
    to("s: add r14, r14, ", by.unroll);
    to("s: cmp.eq p4, r14, ", kBits);
    to("s: @p4 add ", words, ", ", words, ", ", by.sublanes);
    to("s: @p4 mov r14, 0");
}

// v24: the bits of the word so far, which is stored as often as it gets more.
void writeKeepMask(Bundles& to, const Grouping& by) {
    to.label("keep_mask");
    to("s: mov r14, 0");
    to("v: mov v24, v31");
    to.label("keep_mask_group");
    for (std::int64_t u = 0; u < by.unroll; ++u) to("vld: v", u, ", [r1+", u * by.sublanes, "]");
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        to("v: fcmp.lt v", u, ", v31, v", u);
        to("v: and v", u, ", v", u, ", ", bitOf(u));
    }
    for (std::int64_t half = by.unroll / 2; half > 0; half /= 2)
        for (std::int64_t u = 0; u < half; ++u) to("v: or v", u, ", v", u, ", v", u + half);
    to("v: shl v0, v0, r14");
    to("v: or v24, v24, v0");
    to("vst: [r3], v24");
    nextBits(to, by, "r3");
    to("v: @p4 mov v24, v31");
    to("s: add r1, r1, ", by.groupRows());
    to("s: sub r4, r4, 1");
    to("s: cmp.ne p3, r4, 0");
    to("s: @p3 br keep_mask_group");
    to("s: ret r31");
    to.blank();
}

void writeGradientByBits(Bundles& to, const Grouping& by, bool isLeaky) {
    const std::string name = isLeaky ? "leaky_gradient_by_bits" : "relu_gradient_by_bits";
    to.label(name);
    to("s: mov r14, 0");
    to.label(name + "_group");
    to("vld: v24, [r1]");
    for (std::int64_t u = 0; u < by.unroll; ++u) to("vld: v", 8 + u, ", [r2+", u * by.sublanes, "]");
    for (std::int64_t u = 0; isLeaky && u < by.unroll; ++u) // first, since one slot alone has it
        to("v1: fmul v", u, ", v", 8 + u, ", r5");
    to("v: shr v24, v24, r14");
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        to("v: and v", 16 + u, ", v24, ", bitOf(u));
        to("v: sel v", 16 + u, ", v", 8 + u, ", v", isLeaky ? u : 31);
        to("vst: [r3+", u * by.sublanes, "], v", 16 + u);
    }
    nextBits(to, by, "r1");
    to("s: add r2, r2, ", by.groupRows());
    to("s: add r3, r3, ", by.groupRows());
    to("s: sub r4, r4, 1");
    to("s: cmp.ne p3, r4, 0");
    to("s: @p3 br ", name, "_group");
    to("s: ret r31");
    to.blank();
}

} // namespace

void writeMasks(Bundles& to, const Grouping& by, const Called& called) {
    if (called.contains("keep_mask")) writeKeepMask(to, by);
    if (called.contains("relu_gradient_by_bits")) writeGradientByBits(to, by, false);
    if (called.contains("leaky_gradient_by_bits")) writeGradientByBits(to, by, true);
}

} // namespace lw::lower::training
