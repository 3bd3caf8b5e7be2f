// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/striding/report.h"
#include "core/machine/expression.h"
#include "core/machine/snapshot.h"
#include "core/scene/cell_picture.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lw {
class Json;
}

// How masking uses a strided layer's first tensor: that tensor, the masks and the product, as far as the
// circuit has computed them at one moment.
namespace lw::scene::striding {

// How many pixels of a mask have one number.
struct MaskValue {
    std::string value; // text that reads back as the same number
    std::uint64_t pixels = 0;
    bool operator==(const MaskValue&) const = default;
};

struct MaskTensor {
    std::string role;          // as in lower::striding::KeptTensor: "first", "mask", "second mask", "second"
    std::uint64_t written = 0; // cells that already exist
    std::vector<MaskValue> values{}; // of a mask, ascending; the first kMostMaskValues
    CellPicture cells;               // named as in the program; masked: what the stride leaves out
    bool operator==(const MaskTensor&) const = default;
};
inline constexpr std::size_t kMostMaskValues = 16;

// A pixel that the mask keeps although the stride leaves it out, or the other way around.
struct PhaseError {
    std::uint32_t row = 0, column = 0;
    bool operator==(const PhaseError&) const = default;
};
inline constexpr std::size_t kMostPhaseErrors = 1000; // listed one by one

struct MaskPicture {
    std::string layer, mode;
    std::uint32_t rowStride = 1, columnStride = 1;
    std::uint64_t channel = 0, channels = 0; // the one shown, and how many are kept
    std::uint64_t kept = 0, dropped = 0;     // pixels of the first tensor, by the stride
    std::vector<MaskTensor> tensors{};       // in the order in which they are computed
    std::uint64_t phaseErrorCount = 0;
    std::vector<PhaseError> phaseErrors{};

    const MaskTensor* find(std::string_view role) const;
    double keptShare() const {
        return kept + dropped == 0 ? 0 : static_cast<double>(kept) / static_cast<double>(kept + dropped);
    }
    bool operator==(const MaskPicture&) const = default;
};

// Whether another value may be there before that bundle is issued.
inline bool isOverwritten(const lower::striding::KeptTensor& kept, std::uint32_t nextBundle) {
    return kept.untilRow != 0 && nextBundle > kept.untilRow;
}

// One channel of the layer's tensors in a snapshot, without those that are overwritten; `before` may be null.
// E696 when the program's tensors are not those of the report, E698 without that channel.
Result<MaskPicture> maskPicture(const machine::Scope& scope, const lower::striding::LayerReport& layer,
                                std::uint64_t channel, std::uint32_t nextBundle,
                                std::shared_ptr<const machine::Snapshot> now,
                                std::shared_ptr<const machine::Snapshot> before);

// Whether the numbers of a layer's geometry are consistent; a report from a file may say anything.
bool isConsistent(const lower::striding::StrideGeometry& geometry);

// Whether a mask of this kind keeps a pixel at which it has this value.
bool keepsAt(lower::striding::Masking masking, double value);

// What an element of the first tensor is computed from: pixels of the input, counted without its border, so
// those in the border are negative or beyond the end.
struct InputPatch {
    std::int64_t row = 0, column = 0;          // of the upper left pixel
    std::uint32_t rows = 0, columns = 0;       // pixels of the kernel
    std::uint32_t rowStep = 1, columnStep = 1; // from one of them to the next
    bool operator==(const InputPatch&) const = default;
};
InputPatch patchOf(const lower::striding::StrideGeometry& geometry, std::uint64_t row, std::uint64_t column);

Json jsonOf(const MaskPicture& picture);

} // namespace lw::scene::striding
