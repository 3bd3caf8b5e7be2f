// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/vector_kernels.h"

namespace lw::lower::training {

namespace {

// The registers of a group, as numbers of vector registers.
constexpr std::int64_t kLeft = 0, kSum = 8, kWeight = 16, kProduct = 24;
constexpr std::int64_t kProducts = 4; // that are taken out of the queue before they are added

// The next group of weights: r17 groups are left in memory, r19 or r20 are left to push.
void pushWeights(Bundles& to, const Grouping& by, std::int64_t u) {
    to("vld: v", kWeight + u, ", [r10+", u * by.sublanes, "]");
    to("push: @p6 mxu.w v", kWeight + u);
    to("push: @p7 mxu.wt v", kWeight + u);
}

void countWeights(Bundles& to, const Grouping& by) {
    to("s: add r10, r10, ", by.groupRows());
    to("s: sub r17, r17, 1");
    to("s: @p6 sub r19, r19, 1");
    to("s: @p7 sub r20, r20, 1");
    to("s: cmp.le p5, r17, 0");
    to("s: @p5 mov r10, ", kZeros);
    to("s: cmp.ne p6, r19, 0");
    to("s: cmp.ne p7, r20, 0");
}

void beginWeights(Bundles& to) {
    to("s: mov r17, r11");
    to("s: mov r19, r12");
    to("s: mov r20, r13");
    to("s: cmp.le p5, r17, 0");
    to("s: @p5 mov r10, ", kZeros);
    to("s: cmp.ne p6, r19, 0");
    to("s: cmp.ne p7, r20, 0");
}

// r16: where the oldest products under way go; the place is taken by those that come now.
void exchangePlaces(Bundles& to, const Grouping& by, std::string_view next) {
    to("s: ld r16, [r29+", kRing, "]");
    to("s: st [r29+", kRing, "], ", next);
    to("s: add r29, r29, 1");
    to("s: and r29, r29, ", by.depth - 1);
}

// The oldest product comes out in the bundle in which another goes in. Lanes without a channel get +0 and not
// what was multiplied there: 0 times what is not finite is NaN, which the next product would spread.
void exchangeProduct(Bundles& to, const Grouping& by, std::int64_t u, std::int64_t left) {
    to("vld: v", kWeight + u, ", [", kKept, "], stride=0");
    to("vld: v", kSum + u, ", [r16+", u * by.sublanes, "]");
    to("pop: mxu v", kProduct + u % kProducts);
    to("push: mxu.x v", left);
    to("v: and v", kProduct + u % kProducts, ", v", kProduct + u % kProducts, ", v", kWeight + u);
    to("v0: fadd v", kSum + u, ", v", kSum + u, ", v", kProduct + u % kProducts);
    to("vst: [r16+", u * by.sublanes, "], v", kSum + u);
}

void writeProduct(Bundles& to, const Grouping& by) {
    to.comment(
        "Sums of products: the group at r1 times the active weights is added to the group at r2, later: `ring` says");
    to.comment("where the products under way go. Meanwhile the next weights are loaded.");
    to.label("product");
    beginProduct(to);
    to.label("product_group");
    beginProductGroup(to, by);
    for (std::int64_t u = 0; u < by.unroll; ++u) productRegister(to, by, u);
    endProductGroup(to, by, "product_group");
}

void writeLoad(Bundles& to, const Grouping& by) {
    to.label("load_weights");
    beginWeights(to);
    to.label("weights_group");
    for (std::int64_t u = 0; u < by.unroll; ++u) pushWeights(to, by, u);
    countWeights(to, by);
    to("s: add r18, r19, r20");
    to("s: cmp.ne p3, r18, 0");
    to("s: @p3 br weights_group");
    to("s: ret r31");
    to.blank();
}

void writeFlush(Bundles& to, const Grouping& by) {
    to.comment(
        "Lets the products under way come out; zeros, whose products nobody needs, take their places.");
    to.label("flush_products");
    to("s: mov r14, ", by.depth);
    to("s: mov r2, ", kDump);
    to.label("flush_group");
    exchangePlaces(to, by, "r2");
    for (std::int64_t u = 0; u < by.unroll; ++u) exchangeProduct(to, by, u, 31);
    to("s: sub r14, r14, 1");
    to("s: cmp.ne p3, r14, 0");
    to("s: @p3 br flush_group");
    to("s: ret r31");
    to.blank();
}

void writePrime(Bundles& to, const Grouping& by) {
    to.comment("From here on as many products are under way as the queue has places.");
    to.label("prime_products");
    to("push: mxu.latch");
    to("s: mov r29, 0");
    to("s: mov r14, ", by.depth);
    to("s: mov r2, ", kDump);
    to.label("prime_group");
    to("s: st [r29+", kRing, "], r2");
    to("s: add r29, r29, 1");
    for (std::int64_t u = 0; u < by.unroll; ++u) to("push: mxu.x v31");
    to("s: sub r14, r14, 1");
    to("s: cmp.ne p3, r14, 0");
    to("s: @p3 br prime_group");
    to("s: mov r29, 0");
    to("s: ret r31");
    to.blank();
}

void writeKeepLanes(Bundles& to) {
    to.label("keep_lanes");
    to("v: iota.lane v24");
    to("v: cmp.lt v24, v24, r5");
    to("vst: [", kKept, "], v24, mask=1");
    to("s: ret r31");
    to.blank();
}

} // namespace

void beginProduct(Bundles& to) {
    to("push: mxu.latch");
    beginWalk(to);
    beginWeights(to);
}

void beginProductGroup(Bundles& to, const Grouping& by) { exchangePlaces(to, by, "r2"); }

void productRegister(Bundles& to, const Grouping& by, std::int64_t u) {
    to("vld: v", kLeft + u, ", [r1+", u * by.sublanes, "]");
    exchangeProduct(to, by, u, kLeft + u);
    pushWeights(to, by, u);
}

void endProductGroup(Bundles& to, const Grouping& by, std::string_view label) {
    nextGroup(to, by, {});
    countWeights(to, by);
    to("s: @p3 br ", label);
    to("s: add r18, r19, r20");
    to("s: cmp.eq p3, r18, 0");
    to("s: @p3 ret r31");
    to("s: br weights_group");
    to.blank();
}

void writeProducts(Bundles& to, const Grouping& by) {
    writeProduct(to, by);
    writeLoad(to, by); // product goes on there
    writeFlush(to, by);
    writePrime(to, by);
    writeKeepLanes(to);
}

void writeKeepRows(Bundles& to, const Grouping& by) {
    to.label("keep_rows");
    to("v: iota.sublane v24");
    loadRow(to, 25, kKept);
    to.label("keep_rows_group");
    for (std::int64_t u = 0; u < by.unroll; ++u) to("vld: v", u, ", [r1+", u * by.sublanes, "]");
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        to("s: sub r14, r5, ", u * by.sublanes);
        to("v: cmp.lt v", 8 + u, ", v24, r14");
        to("v: and v", 8 + u, ", v", 8 + u, ", v25");
    }
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        to("v: and v", u, ", v", u, ", v", 8 + u);
        to("vst: [r1+", u * by.sublanes, "], v", u);
    }
    to("s: add r1, r1, r6");
    to("s: sub r4, r4, 1");
    to("s: cmp.ne p3, r4, 0");
    to("s: @p3 br keep_rows_group");
    to("s: ret r31");
    to.blank();
}

void beginTransposes(Bundles& to, const Grouping& by) {
    to("s: mov r14, r3");
    to("s: mov r15, r4");
    to("s: mov r17, r5");
    to("s: mov r18, ", by.squareGroups());
    to("s: mov r19, 0"); // groups that are still to be stored of the square before: none of it
    to("s: mov r20, r8");
}

void beginTransposeGroup(Bundles& to) {
    to("s: cmp.le p4, r15, 0");
    to("s: cmp.ne p5, r19, 0");
    to("s: cmp.lt p7, r20, r20");
    to("s: mov r16, r1");
    to("s: @p4 mov r16, ", kZeros);
}

void transposeRegister(Bundles& to, const Grouping& by, std::int64_t u) {
    to("vld: v", kLeft + u, ", [r16+", u * by.sublanes, "]");
    to("pop: xpose v", kSum + u);
    to("push: xpose v", kLeft + u);
    to("vst: @p5 [r2+", u * by.sublanes, "], v", kSum + u);
}

void countTransposes(Bundles& to, const Grouping& by) {
    to("s: @p5 add r2, r2, ", by.groupRows());
    to("s: @p5 sub r19, r19, 1");
    to("s: @!p4 add r1, r1, ", by.groupRows());
    to("s: @!p4 sub r14, r14, 1");
    to("s: cmp.eq p1, r14, 0");
    to("s: @p1 mov r14, r3");
    to("s: @p1 add r1, r1, r6");
    to("s: sub r15, r15, 1");
    to("s: sub r17, r17, 1");
    to("s: sub r18, r18, 1");
    to("s: cmp.eq p2, r18, 0"); // the square is full
    to("s: @p2 mov r18, ", by.squareGroups());
    to("s: @p2 mov r19, r9");
    to("s: cmp.eq p3, r17, 0"); // the picture row is complete
    to("s: @p3 sub r20, r20, 1");
    to("s: @p3 mov r15, r4");
    to("s: @p3 mov r17, r5");
    to("s: @p3 add r1, r1, r7");
    to("s: @p3 cmp.eq p7, r20, 0"); // the last one: a square of zeros takes out the one before it
    to("s: @p7 mov r15, 0");
    to("s: @p7 mov r17, ", by.squareGroups());
    to("s: cmp.lt p8, r20, 0");
}

void writeTransposes(Bundles& to, const Grouping& by) {
    to.comment("Transposes runs of positions, square by square; one square of the unit is always under way.");
    to.label("transpose_run");
    beginTransposes(to, by);
    to.label("transpose_group");
    to.spread("xpose", by.pushClocks); // what counts stands between them, and takes no clocks of its own
    beginTransposeGroup(to);
    for (std::int64_t u = 0; u < by.unroll; ++u) transposeRegister(to, by, u);
    countTransposes(to, by);
    to("s: @!p8 br transpose_group");
    to.spread("xpose", 1);
    to("s: ret r31");
    to.blank();
    to.label("prime_transposes");
    for (std::uint32_t u = 0; u < by.lanes / by.sublanes; ++u) to("push: xpose v31");
    to("s: ret r31");
    to.blank();
}

void writeWeightGradient(Bundles& to, const Grouping& by) {
    to.comment(
        "Products of transposed positions with the gradients at the same positions, square by square.");
    to.label("weight_gradient");
    to("s: mov r30, r31");
    to("s: mov r26, r23");
    to("s: mov r28, r21");
    to("s: mov r10, r21");
    to("s: mov r11, ", by.squareGroups());
    to("s: cmp.eq p11, r23, 1");
    to("s: @p11 mov r11, r24");
    to("s: mov r12, ", by.squareGroups());
    to("s: mov r13, 0");
    to("s: call r31, load_weights");
    to.label("gradient_square");
    to("s: sub r26, r26, 1");
    to("s: cmp.eq p9, r26, 0"); // the last square of its picture row
    to("s: @p9 sub r22, r22, 1");
    to("s: @p9 add r21, r21, r25");
    to("s: @p9 mov r26, r23");
    to("s: cmp.eq p10, r22, 0"); // and of all: no weights come next
    to("s: add r28, r28, ", by.lanes);
    to("s: @p9 mov r28, r21");
    to("s: mov r10, r28");
    to("s: cmp.eq p11, r26, 1");
    to("s: mov r11, ", by.squareGroups());
    to("s: @p11 mov r11, r24");
    to("s: @p10 mov r12, 0");
    to("s: @p10 mov r11, 0"); // nothing is read in their place but zeros
    to("s: call r31, product");
    to("s: @p9 add r1, r1, r27");
    to("s: @p10 ret r30");
    to("s: br gradient_square");
    to.blank();
}

} // namespace lw::lower::training
