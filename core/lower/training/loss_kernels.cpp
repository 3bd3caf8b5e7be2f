// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/vector_kernels.h"

namespace lw::lower::training {

namespace {

using Stage = std::function<void(Bundles&, std::int64_t)>;

// A reduction of v[from + u] into v[into + u].
void addReduction(Pass& to, std::string_view what, std::int64_t from, std::int64_t into) {
    to.stages.push_back([what, from](Bundles& b, std::int64_t u) { b("push: ", what, " v", from + u); });
    to.stages.push_back([into](Bundles& b, std::int64_t u) { b("pop: rpu v", into + u); });
}

// Of exponentials that are on their way: shares of their sum, less the label's one, and the logarithm of
// the sum.
void addShares(Pass& softmax) {
    const auto stage = [&](Stage body) { softmax.stages.push_back(std::move(body)); };
    stage([](Bundles& b, std::int64_t u) { b("pop: eup v", u); });
    addReduction(softmax, "red.sum", 0, 16);
    stage([](Bundles& b, std::int64_t u) {
        b("v1: eup.log v", 16 + u);
        b("v1: eup.rcp v", 16 + u);
        b("pop: eup v29");
        b("v0: fadd v27, v27, v29");
        b("pop: eup v29");
        b("v1: fmul v", u, ", v", u, ", v29");
        b("v0: fsub v", u, ", v", u, ", v", 8 + u);
        b("v1: fmul v", u, ", v", u, ", r5");
    });
}

void writeSoftmax(Bundles& to, const Grouping& by, const Called& called) {
    // v24 lane, v25 the same as float32, v26 lanes of classes, v27 sum of logarithms, v28 right answers,
    // v30 sum of the labels' own logits less the largest, lane by lane.
    Pass softmax{.name = "softmax_loss", .reads = 2, .writes = 0};
    softmax.before = [](Bundles& b) {
        b("misc: setperm v31");
        b("v: iota.lane v24");
        b("v: cvt.i_f v25, v24");
        b("v: cmp.lt v26, v24, r6");
        for (const int sum : {27, 28, 30}) b("v: mov v", sum, ", v31");
    };
    const auto stage = [&](Stage body) { softmax.stages.push_back(std::move(body)); };
    addReduction(softmax, "perm", 8, 8); // the label in every lane
    stage([](Bundles& b, std::int64_t u) {
        b("v: mov v", 16 + u, ", v26");
        b("v: sel v", 16 + u, ", v", u, ", -inf");
        b("v: mov v", u, ", v", 16 + u);
    });
    addReduction(softmax, "red.max", 0, 16);
    stage([by](Bundles& b, std::int64_t u) {
        b("v0: fsub v", u, ", v", u, ", v", 16 + u);
        b("v: fcmp.eq v", 16 + u, ", v", u, ", v31");
        b("v: sel v", 16 + u, ", v25, ", by.lanes);
    });
    addReduction(softmax, "red.min", 16, 16); // the first lane with the largest logit
    stage([](Bundles& b, std::int64_t u) {
        b("v: cvt.i_f v29, v", 8 + u);
        b("v: fcmp.eq v", 16 + u, ", v", 16 + u, ", v29");
        b("v: and v", 16 + u, ", v", 16 + u, ", bits(0x3f800000)");
        b("v0: fadd v28, v28, v", 16 + u);
        b("v: cmp.eq v", 8 + u, ", v", 8 + u, ", v24");
        b("v: and v", 16 + u, ", v", 8 + u, ", v", u);
        b("v0: fadd v30, v30, v", 16 + u);
        b("v: and v", 8 + u, ", v", 8 + u, ", bits(0x3f800000)");
        b("v1: eup.exp v", u);
    });
    addShares(softmax);
    softmax.after = [&](Bundles& b) {
        b("push: red.sum v30");
        b("pop: rpu v30");
        b("v0: fsub v27, v27, v30");
        sumSublanes(b, by, 27);
        b("v1: fmul v27, v27, r5");
        b("misc: v2s r10, v27, 0");
        sumSublanes(b, by, 28);
        b("misc: v2s r11, v28, 0");
    };
    writePass(to, by, softmax, called);
}

void writeSquares(Bundles& to, const Grouping& by, const Called& called) {
    Pass squares{.name = "squares_loss", .reads = 2};
    squares.before = [](Bundles& b) { b("v: mov v24, v31"); };
    squares.body = [](Bundles& b, std::int64_t u) {
        b("v0: fsub v", u, ", v", u, ", v", 8 + u);
        b("v1: fmul v", 16 + u, ", v", u, ", r6");
        b("v1: fmul v", u, ", v", u, ", v", u);
        b("v0: fadd v24, v24, v", u);
    };
    squares.after = [&](Bundles& b) {
        b("push: red.sum v24");
        b("pop: rpu v24");
        sumSublanes(b, by, 24);
        b("v1: fmul v24, v24, r5");
        b("misc: v2s r10, v24, 0");
        b("s: mov r11, 0");
    };
    writePass(to, by, squares, called);
}

} // namespace

void writeLosses(Bundles& to, const Grouping& by, const Called& called) {
    writeSoftmax(to, by, called);
    writeSquares(to, by, called);
}

} // namespace lw::lower::training
