// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/beside_kernels.h"

#include "core/base/check.h"

namespace lw::lower::training {

namespace {

constexpr Renaming passBesideTransposes() {
    Renaming out = passBesideProduct();
    out.scalars = Renaming().scalars;
    return out;
}

constexpr Renaming productBesidePass() {
    Renaming out;
    for (std::size_t u = 0; u < 8; ++u)
        for (std::size_t stream = 0; stream < 24; stream += 8) out.vectors[stream + u] = stream + 4 + u % 4;
    for (std::size_t u = 0; u < 4; ++u) out.vectors[24 + u] = 28 + u % 3;
    return out;
}

} // namespace

// Pushes, which wait for their port, are as far apart as that takes. Either may have more groups than the
// other.
void writePassBesideTransposes(Bundles& to, const Grouping& by, const Pass& pass) {
    const std::string name = std::string(kBesideTransposes) + std::string(pass.name);
    const auto transposes = [&](const auto& write) {
        to.rename(transposesBesidePass());
        write();
        to.rename({});
    };
    to.label(name);
    if (pass.before) pass.before(to);
    transposes([&] { beginTransposes(to, by); });
    to.label(name + "_group");
    to.spread("xpose", by.pushClocks);
    transposes([&] { beginTransposeGroup(to); });
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        transposes([&] { transposeRegister(to, by, u); });
        to.rename(passBesideTransposes());
        passRegister(to, by, pass, u, "");
        to.rename({});
    }
    transposes([&] { countTransposes(to, by); });
    countPass(to, by, pass, "", "p6");
    to("s: @p8 br ", name, "_pass");
    to("s: @p6 br ", name, "_group");
    to.label(name + "_transposes");
    transposes([&] {
        beginTransposeGroup(to);
        for (std::int64_t u = 0; u < by.unroll; ++u) transposeRegister(to, by, u);
        countTransposes(to, by);
    });
    to("s: @!p8 br ", name, "_transposes");
    to.spread("xpose", 1);
    to.label(name + "_pass");
    to("s: @!p6 br ", name, "_end");
    to.label(name + "_rest");
    writeGroup(to, by, pass, "p6");
    to("s: @p6 br ", name, "_rest");
    to.label(name + "_end");
    if (pass.after) pass.after(to);
    to("s: ret r31");
    to.blank();
}

// Behind its last group the pass does nothing.
void writePassBesideProduct(Bundles& to, const Grouping& by, const Pass& pass) {
    LW_ASSERT(pass.body && !pass.after, "a pass that goes register by register");
    const std::string name = std::string(kBesideProduct) + std::string(pass.name);
    to.label(name);
    to.rename(passBesideProduct());
    if (pass.before) pass.before(to);
    to.rename(productBesidePass());
    beginProduct(to);
    to.label(name + "_group");
    to.rename(productBesidePass());
    beginProductGroup(to, by);
    for (std::int64_t u = 0; u < by.unroll; ++u) {
        to.rename(passBesideProduct());
        passRegister(to, by, pass, u, "@p8 ");
        to.rename(productBesidePass());
        productRegister(to, by, u);
    }
    to.rename(passBesideProduct());
    countPass(to, by, pass, "@p8 ", "p8");
    to.rename(productBesidePass());
    endProductGroup(to, by, name + "_group");
    to.rename({});
}

} // namespace lw::lower::training
