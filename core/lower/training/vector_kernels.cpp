// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/beside_kernels.h"

namespace lw::lower::training {

namespace {

// A pass that is the same instructions for each register.
Pass plain(std::string_view name, std::uint32_t reads, std::function<void(Bundles&, std::int64_t)> body) {
    Pass pass{.name = name, .reads = reads};
    pass.body = std::move(body);
    return pass;
}

void writeReciprocals(Bundles& to) {
    to.comment("Row r2 gets 1 / row r1, and 0 where that is 0.");
    to.label("reciprocals");
    to("vld: v0, [r1], stride=0");
    to("v1: eup.rcp v0");
    to("v: fcmp.ne v0, v0, v31");
    to("pop: eup v1");
    to("v: and v0, v0, v1");
    to("vst: [r2], v0, mask=1");
    to("s: ret r31");
    to.blank();
}

void writeRunning(Bundles& to) {
    to.label("running");
    to("vld: v0, [r1], stride=0");
    to("vld: v1, [r2], stride=0");
    to("v1: fmul v1, v1, r6");
    to("v1: fmul v1, v1, r5");
    to("v1: fmul v0, v0, r7");
    to("v0: fadd v0, v0, v1");
    to("vst: [r1], v0, mask=1");
    to("s: ret r31");
    to.blank();
}

void writeKeepInverse(Bundles& to) {
    to.label("keep_inverse");
    to("v: iota.lane v24");
    to("v: cmp.lt v24, v24, r5");
    loadRow(to, 25, "r9");
    to("v: and v25, v25, v24");
    storeRow(to, "r9", 25);
    to("s: ret r31");
    to.blank();
}

void loadRegister(Bundles& to, const Grouping& by, const Pass& pass, std::int64_t u, std::string_view when) {
    if (pass.reads > 0) to("vld: ", when, "v", u, ", [r1+", u * by.sublanes, "]");
    if (pass.reads > 1) to("vld: ", when, "v", 8 + u, ", [r2+", u * by.sublanes, "]");
}
void storeRegister(Bundles& to, const Grouping& by, const Pass& pass, std::int64_t u, std::string_view when) {
    if (pass.writes < 0) return;
    to("vst: ", when, "[r3+", u * by.sublanes, "], v", pass.writes + (pass.writes >= 24 ? 0 : u));
}

} // namespace

void passRegister(Bundles& to, const Grouping& by, const Pass& pass, std::int64_t u, std::string_view when) {
    loadRegister(to, by, pass, u, when);
    if (pass.body) pass.body(to, u);
    storeRegister(to, by, pass, u, when);
}

void countPass(Bundles& to, const Grouping& by, const Pass& pass, std::string_view when,
               std::string_view isNext) {
    if (pass.reads > 0) to("s: ", when, "add r1, r1, ", by.groupRows());
    if (pass.reads > 1) to("s: ", when, "add r2, r2, ", by.groupRows());
    if (pass.writes >= 0) to("s: ", when, "add r3, r3, ", by.groupRows());
    to("s: ", when, "sub r4, r4, 1");
    to("s: cmp.ne ", isNext, ", r4, 0");
}

void writeGroup(Bundles& to, const Grouping& by, const Pass& pass, std::string_view isNext) {
    for (std::int64_t u = 0; u < by.unroll; ++u) loadRegister(to, by, pass, u, "");
    for (std::int64_t u = 0; u < by.unroll && pass.body; ++u) pass.body(to, u);
    for (const auto& stage : pass.stages)
        for (std::int64_t u = 0; u < by.unroll; ++u) stage(to, u);
    for (std::int64_t u = 0; u < by.unroll; ++u) storeRegister(to, by, pass, u, "");
    countPass(to, by, pass, "", isNext);
}

void writePass(Bundles& to, const Grouping& by, const Pass& pass, const Called& called) {
    const auto isCalled = [&](std::string_view beside) {
        return called.contains(std::string(beside) + std::string(pass.name));
    };
    if (isCalled(kBesideTransposes)) writePassBesideTransposes(to, by, pass);
    if (isCalled(kBesideProduct)) writePassBesideProduct(to, by, pass);
    if (!called.contains(pass.name)) return;
    const std::string name(pass.name);
    to.label(name);
    if (pass.before) pass.before(to);
    to.label(name + "_group");
    writeGroup(to, by, pass, "p3");
    to("s: @p3 br ", name, "_group");
    if (pass.after) pass.after(to);
    to("s: ret r31");
    to.blank();
}

void sumSublanes(Bundles& to, const Grouping& by, std::int64_t number) {
    to("vst: [", kScratch, "], v", number);
    to.fence();
    for (std::int64_t i = 0; i < by.sublanes; ++i) {
        to("vld: v", i, ", [", kScratch, "+", i, "], stride=0");
        if (i == 0)
            to("v: mov v", number, ", v0");
        else
            to("v0: fadd v", number, ", v", number, ", v", i);
    }
    to.fence();
}

void writePacks(Bundles& to, const Grouping& by, const Called& called) {
    writePass(to, by,
              plain("pack", 2,
                    [](Bundles& b, std::int64_t u) { b("v: pack.bf16 v", 16 + u, ", v", u, ", v", 8 + u); }),
              called);
    writePass(
        to, by,
        plain("unpack_low", 1, [](Bundles& b, std::int64_t u) { b("v: unpack.lo v", 16 + u, ", v", u); }),
        called);
    writePass(
        to, by,
        plain("unpack_high", 1, [](Bundles& b, std::int64_t u) { b("v: unpack.hi v", 16 + u, ", v", u); }),
        called);
}

void writeElementwise(Bundles& to, const Grouping& by, const Called& called) {
    writePass(to, by, {.name = "fill", .reads = 0, .writes = 31}, called);
    Pass filled{.name = "fill_with", .reads = 0, .writes = 24};
    filled.before = [](Bundles& b) { b("v: bcast v24, r5"); };
    writePass(to, by, filled, called);
    Pass forgotten{.name = "forget", .reads = 0, .writes = 24};
    forgotten.before = [](Bundles& b) { b("vld: v24, [", kUnwritten, "]"); };
    writePass(to, by, forgotten, called);
    writePass(to, by, {.name = "copy", .writes = 0}, called);
    writePass(
        to, by,
        plain("add", 2, [](Bundles& b, std::int64_t u) { b("v0: fadd v", 16 + u, ", v", u, ", v", 8 + u); }),
        called);
    writePass(to, by,
              plain("relu", 1, [](Bundles& b, std::int64_t u) { b("v: fmax v", 16 + u, ", v", u, ", v31"); }),
              called);
    writePass(to, by,
              plain("relu_gradient", 2,
                    [](Bundles& b, std::int64_t u) {
                        b("v: fcmp.lt v", 16 + u, ", v31, v", u);
                        b("v: and v", 16 + u, ", v", 16 + u, ", v", 8 + u);
                    }),
              called);
    writePass(to, by,
              plain("leaky", 1,
                    [](Bundles& b, std::int64_t u) {
                        b("v: fmin v", 8 + u, ", v", u, ", v31");
                        b("v: fmax v", 16 + u, ", v", u, ", v31");
                        b("v1: fmul v", 8 + u, ", v", 8 + u, ", r5");
                        b("v0: fadd v", 16 + u, ", v", 16 + u, ", v", 8 + u);
                    }),
              called);
    writePass(to, by,
              plain("leaky_gradient", 2,
                    [](Bundles& b, std::int64_t u) {
                        b("v: fcmp.lt v", 16 + u, ", v31, v", u);
                        b("v1: fmul v", u, ", v", 8 + u, ", r5");
                        b("v: sel v", 16 + u, ", v", 8 + u, ", v", u);
                    }),
              called);
    Pass bias =
        plain("bias", 1, [](Bundles& b, std::int64_t u) { b("v0: fadd v", 16 + u, ", v", u, ", v24"); });
    bias.before = [](Bundles& b) { loadRow(b, 24, "r5"); };
    writePass(to, by, bias, called);
    writePass(
        to, by,
        plain("scale", 1, [](Bundles& b, std::int64_t u) { b("v1: fmul v", 16 + u, ", v", u, ", r5"); }),
        called);
}

void writeUpdateKernels(Bundles& to, const Grouping& by, bool hasMomentum, bool hasDecay) {
    to.comment("w = w - rate * v with v = momentum * v + g + decay * w.");
    to.label("update");
    to.label("update_group");
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        const std::int64_t w = u, g = 8 + u, v = 16 + u;
        to("vld: v", w, ", [r1+", u * by.sublanes, "]");
        to("vld: v", g, ", [r2+", u * by.sublanes, "]");
        if (hasMomentum) to("vld: v", v, ", [r3+", u * by.sublanes, "]");
        if (hasDecay) {
            to("v1: fmul v", 24 + u % 4, ", v", w, ", r7");
            to("v0: fadd v", g, ", v", g, ", v", 24 + u % 4);
        }
        if (hasMomentum) {
            to("v1: fmul v", v, ", v", v, ", r6");
            to("v0: fadd v", g, ", v", v, ", v", g);
        }
        to("v1: fmul v", v, ", v", g, ", r5");
        to("v0: fsub v", w, ", v", w, ", v", v);
    }
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        to("vst: [r1+", u * by.sublanes, "], v", u);
        if (hasMomentum) to("vst: [r3+", u * by.sublanes, "], v", 8 + u);
    }
    to("s: add r1, r1, ", by.groupRows());
    to("s: add r2, r2, ", by.groupRows());
    if (hasMomentum) to("s: add r3, r3, ", by.groupRows());
    to("s: sub r4, r4, 1");
    to("s: cmp.ne p3, r4, 0");
    to("s: @p3 br update_group");
    to("s: ret r31");
    to.blank();
}

void writeRowKernels(Bundles& to, const Called& called) {
    if (called.contains("reciprocals")) writeReciprocals(to);
    if (called.contains("running")) writeRunning(to);
    if (called.contains("keep_inverse")) writeKeepInverse(to);
}

} // namespace lw::lower::training
