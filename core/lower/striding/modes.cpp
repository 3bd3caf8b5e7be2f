// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/modes.h"

#include "core/base/check.h"

#include <array>

namespace lw::lower::striding {

namespace {

constexpr std::array kModes{
    ModeRow{Mode::MaskMax, "mask-max", Masking::Multiply, Pooling::Max,
            "multiplies by 1 what is kept and by 0 what is not, then takes the maximum of each window"},
    ModeRow{Mode::TwoMasksMax, "two-masks-max", Masking::MultiplyTwice, Pooling::Max,
            "multiplies what is kept by m and the rest by 0, multiplies by 1/m, "
            "then takes the maximum of each window"},
    ModeRow{Mode::MaskSum, "mask-sum", Masking::Multiply, Pooling::Sum,
            "multiplies by 1 what is kept and by 0 what is not, then adds up each window"},
    ModeRow{Mode::MaskMaxMin, "mask-max-min", Masking::Multiply, Pooling::MaxPlusMin,
            "multiplies by 1 what is kept and by 0 what is not, then adds maximum and minimum of each "
            "window, filled up with zeros"},
    ModeRow{Mode::NegInfMax, "neg-inf-max", Masking::AddLow, Pooling::Max,
            "adds a number below every value to what is not kept, then takes the maximum of each window"},
    ModeRow{Mode::SelectMax, "select-max", Masking::Select, Pooling::Max,
            "puts zeros in the place of what is not kept, then takes the maximum of each window"},
    ModeRow{Mode::SelectSum, "select-sum", Masking::Select, Pooling::Sum,
            "puts zeros in the place of what is not kept, then adds up each window"},
    ModeRow{Mode::MatrixMax, "matrix-max", Masking::MultiplyMatrix, Pooling::Max,
            "multiplies the pixels by a diagonal matrix of ones and zeros in the matrix unit, then takes the "
            "maximum of each window"},
    ModeRow{Mode::SpaceToDepth, "space-to-depth", Masking::None, Pooling::None,
            "regroups blocks of pixels into channels and rearranges the weights, "
            "so that stride 1 is what is wanted"},
    ModeRow{Mode::Direct, "direct", Masking::None, Pooling::None,
            "the strided layer itself, computed by the host: what the others are compared with"},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kModes.size(); ++i)
        if (kModes[i].mode != static_cast<Mode>(i)) return false;
    return true;
}
static_assert(inOrder(), "a row for each mode, in the order of the enumeration");

} // namespace

std::span<const ModeRow> modes() { return kModes; }

const ModeRow& rowOf(Mode mode) {
    const auto index = static_cast<std::size_t>(mode);
    LW_REQUIRE(index < kModes.size(), "a mode that does not exist");
    return kModes[index];
}

const ModeRow* findMode(std::string_view name) {
    for (const ModeRow& row : kModes)
        if (row.name == name) return &row;
    return nullptr;
}

} // namespace lw::lower::striding
