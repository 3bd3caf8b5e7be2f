// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/vector_kernels.h"

namespace lw::lower::training {

namespace {

void writeSum(Bundles& to, const Grouping& by, const Called& called) {
    Pass sum{.name = "channel_sum", .writes = -1};
    sum.before = [](Bundles& b) { b("v: mov v24, v31"); };
    sum.body = [](Bundles& b, std::int64_t u) { b("v0: fadd v24, v24, v", u); };
    sum.after = [&](Bundles& b) {
        sumSublanes(b, by, 24);
        b("v1: fmul v24, v24, r5");
        storeRow(b, "r6", 24);
    };
    writePass(to, by, sum, called);
}

void writeVariance(Bundles& to, const Grouping& by, const Called& called) {
    Pass variance{.name = "channel_variance", .writes = -1};
    variance.before = [](Bundles& b) {
        b("v: mov v24, v31");
        loadRow(b, 25, "r7");
    };
    variance.body = [](Bundles& b, std::int64_t u) {
        b("v0: fsub v", u, ", v", u, ", v25");
        b("v1: fmul v", u, ", v", u, ", v", u);
        b("v0: fadd v24, v24, v", u);
    };
    variance.after = [&](Bundles& b) {
        sumSublanes(b, by, 24);
        b("v1: fmul v24, v24, r5");
        storeRow(b, "r6", 24);
        b("v0: fadd v24, v24, r8");
        b("v1: eup.rsqrt v24");
        b("pop: eup v24");
        storeRow(b, "r9", 24);
    };
    writePass(to, by, variance, called);
}

void writeNormalise(Bundles& to, const Grouping& by, const Called& called) {
    Pass norm{.name = "norm"};
    norm.before = [](Bundles& b) {
        loadRow(b, 24, "r5");
        loadRow(b, 25, "r6");
        loadRow(b, 26, "r7");
        loadRow(b, 27, "r8");
    };
    norm.body = [](Bundles& b, std::int64_t u) {
        b("v0: fsub v", u, ", v", u, ", v24");
        b("v1: fmul v", u, ", v", u, ", v25");
        b("v1: fmul v", u, ", v", u, ", v26");
        b("v0: fadd v", 16 + u, ", v", u, ", v27");
    };
    writePass(to, by, norm, called);
}

void writeReduce(Bundles& to, const Grouping& by, const Called& called) {
    Pass reduce{.name = "norm_reduce", .reads = 2, .writes = -1};
    reduce.before = [](Bundles& b) {
        b("v: mov v24, v31");
        b("v: mov v25, v31");
        loadRow(b, 26, "r7");
        loadRow(b, 27, "r8");
    };
    reduce.body = [](Bundles& b, std::int64_t u) {
        b("v0: fadd v24, v24, v", 8 + u);
        b("v0: fsub v", u, ", v", u, ", v26");
        b("v1: fmul v", u, ", v", u, ", v27");
        b("v1: fmul v", u, ", v", u, ", v", 8 + u);
        b("v0: fadd v25, v25, v", u);
    };
    reduce.after = [&](Bundles& b) {
        sumSublanes(b, by, 24);
        storeRow(b, "r5", 24);
        sumSublanes(b, by, 25);
        storeRow(b, "r6", 25);
    };
    writePass(to, by, reduce, called);
}

void writeApply(Bundles& to, const Grouping& by, const Called& called) {
    Pass apply{.name = "norm_apply", .reads = 2};
    apply.before = [](Bundles& b) {
        loadRow(b, 24, "r7");
        loadRow(b, 25, "r8");
        loadRow(b, 26, "r9");
        loadRow(b, 27, "r5");
        loadRow(b, 28, "r6");
        loadRow(b, 29, "r12");
        b("v1: fmul v26, v26, v29");
        b("v1: fmul v27, v27, r10");
        b("v1: fmul v28, v28, r10");
    };
    apply.body = [](Bundles& b, std::int64_t u) {
        b("v0: fsub v", u, ", v", u, ", v24");
        b("v1: fmul v", u, ", v", u, ", v25");
        b("v1: fmul v", u, ", v", u, ", v28");
        b("v0: fsub v", 8 + u, ", v", 8 + u, ", v27");
        b("v0: fsub v", 8 + u, ", v", 8 + u, ", v", u);
        b("v1: fmul v", 16 + u, ", v26, v", 8 + u);
    };
    writePass(to, by, apply, called);
}

} // namespace

void writeNorm(Bundles& to, const Grouping& by, const Called& called) {
    writeSum(to, by, called);
    writeVariance(to, by, called);
    writeNormalise(to, by, called);
    writeReduce(to, by, called);
    writeApply(to, by, called);
}

} // namespace lw::lower::training
