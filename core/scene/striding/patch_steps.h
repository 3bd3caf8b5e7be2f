// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/patch_picture.h"
#include "core/scene/striding/patch_sums.h"

#include <string>
#include <vector>

// From the sum to the element: bias, activation, masks, pooling, requantisation, each with its instruction.
namespace lw::scene::striding {

// What is needed to find and compute a layer's steps.
struct PatchLayer {
    const machine::Scope& scope;
    const PatchSums& sums;
    const lower::striding::LayerReport* strided; // null: the layer has no stride
    std::uint64_t channel;
    std::shared_ptr<const machine::Snapshot> now;
    std::uint32_t nextBundle;
};

struct PatchWay {
    std::vector<PatchStep> steps;
    CellPicture window{};
    tensor::DType type = tensor::DType::F32;
    std::uint32_t value = 0; // a word
    bool isThere = false;
};

// The path to the element whose own sum is at `row` and `column`
// and has been made by `instruction` if `isSummed`.
Result<PatchWay> patchWay(const PatchLayer& layer, PatchTensor tensor, std::uint64_t row,
                          std::uint64_t column, std::uint32_t instruction, bool isSummed);

// The mnemonic of an instruction row; empty when there is no such row.
std::string mnemonicAt(const machine::Scope& scope, std::uint32_t instruction);

} // namespace lw::scene::striding
