// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/mask_picture.h"

#include "core/machine/cell_value.h"
#include "core/scene/messages.h"
#include "core/scene/state_elements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace lw::scene::striding {

namespace {

constexpr std::array<std::string_view, 4> kRoles{"first", "mask", "second mask", "second"};

struct Moments {
    std::shared_ptr<const machine::Snapshot> now, before;
};

// Whether the tensor has the pixels of the layer's first tensor, and that many channels.
bool hasPixels(const tensor::Shape& shape, const lower::striding::StrideGeometry& geometry,
               std::uint64_t channels) {
    if (shape.size() != 2 && shape.size() != 3) return false;
    const std::uint64_t last = shape.size() == 3 ? shape[2] : 1;
    return shape[0] == geometry.firstRows && shape[1] == geometry.firstColumns && last == channels;
}

// One channel of a tensor of pixels.
Result<CellPicture> channelOf(const machine::Scope& scope, const program::NamedTensor& tensor,
                              std::uint64_t channel, const Moments& moments) {
    LW_TRY(const ElementSourcePtr elements, elementsOfState(scope, tensor, moments.now, moments.before));
    const std::size_t channels = tensor.shape.size() == 3 ? tensor.shape[2] : 1;
    const std::size_t rows = tensor.shape[0], columns = tensor.shape[1];
    CellPicture out = emptyPicture(tensor.name, tensor.dtype, static_cast<std::uint32_t>(rows),
                                   static_cast<std::uint32_t>(columns));
    const std::size_t size = tensor::sizeOf(tensor.dtype);
    std::vector<std::byte> bytes(columns * channels * size);
    std::vector<std::uint8_t> flags(columns * channels);
    for (std::size_t row = 0; row < rows; ++row) {
        LW_TRY([[maybe_unused]] const Done read, elements->read(row * columns * channels, bytes, flags));
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t from = column * channels + channel, to = row * columns + column;
            out.bits[to] = machine::bitsOf(std::span<const std::byte>(bytes).subspan(from * size, size));
            out.flags[to] = flags[from];
        }
    }
    return out;
}

void markDropped(CellPicture& cells, const lower::striding::StrideGeometry& geometry) {
    for (std::uint32_t row = 0; row < cells.rows; ++row)
        for (std::uint32_t column = 0; column < cells.columns; ++column)
            if (!geometry.keeps(row, column))
                cells.flags[std::size_t{row} * cells.columns + column] |= kMasked;
}

std::vector<MaskValue> valuesOfMask(const CellPicture& mask) {
    std::map<std::uint64_t, std::uint64_t> pixels; // by bits
    for (std::size_t i = 0; i < mask.bits.size(); ++i)
        if (mask.flags[i] & kWritten) ++pixels[mask.bits[i]];
    std::vector<std::pair<double, MaskValue>> sorted;
    CellPicture one = emptyPicture({}, mask.type, 1, 1);
    for (const auto& [bits, count] : pixels) {
        one.bits[0] = bits;
        const double value = one.value(0);
        sorted.emplace_back(std::isnan(value) ? std::numeric_limits<double>::infinity() : value,
                            MaskValue{machine::cellText(mask.type, bits), count});
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<MaskValue> out;
    for (auto& [value, entry] : sorted)
        if (out.size() < kMostMaskValues) out.push_back(std::move(entry));
    return out;
}

void notePhase(MaskPicture& out, const CellPicture& mask, lower::striding::Masking masking,
               const lower::striding::StrideGeometry& geometry) {
    for (std::uint32_t row = 0; row < mask.rows; ++row)
        for (std::uint32_t column = 0; column < mask.columns; ++column) {
            const std::size_t at = std::size_t{row} * mask.columns + column;
            if (!(mask.flags[at] & kWritten)) continue;
            if (keepsAt(masking, mask.value(at)) == geometry.keeps(row, column)) continue;
            if (out.phaseErrorCount++ < kMostPhaseErrors) out.phaseErrors.push_back({row, column});
        }
}

} // namespace

const MaskTensor* MaskPicture::find(std::string_view role) const {
    const auto at =
        std::find_if(tensors.begin(), tensors.end(), [&](const MaskTensor& one) { return one.role == role; });
    return at == tensors.end() ? nullptr : &*at;
}

bool isConsistent(const lower::striding::StrideGeometry& geometry) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    const auto isPositive = [](const network::Pair& pair) { return pair.rows > 0 && pair.columns > 0; };
    const auto windows = [](std::uint64_t cells, std::uint64_t stride) {
        return cells / stride + (cells % stride != 0 ? 1 : 0);
    };
    return isPositive(geometry.stride) && isPositive(geometry.kernel) && isPositive(geometry.dilation) &&
           geometry.firstRows > 0 && geometry.firstColumns > 0 && geometry.firstRows <= kMost &&
           geometry.firstColumns <= kMost && geometry.channels > 0 && geometry.channels <= kMost &&
           geometry.rows == windows(geometry.firstRows, geometry.stride.rows) &&
           geometry.columns == windows(geometry.firstColumns, geometry.stride.columns);
}

bool keepsAt(lower::striding::Masking masking, double value) {
    return masking == lower::striding::Masking::AddLow ? value == 0 : value != 0;
}

InputPatch patchOf(const lower::striding::StrideGeometry& geometry, std::uint64_t row, std::uint64_t column) {
    return {static_cast<std::int64_t>(row) - geometry.pad.top,
            static_cast<std::int64_t>(column) - geometry.pad.left,
            geometry.kernel.rows,
            geometry.kernel.columns,
            geometry.dilation.rows,
            geometry.dilation.columns};
}

Result<MaskPicture> maskPicture(const machine::Scope& scope, const lower::striding::LayerReport& layer,
                                std::uint64_t channel, std::uint32_t nextBundle,
                                std::shared_ptr<const machine::Snapshot> now,
                                std::shared_ptr<const machine::Snapshot> before) {
    const lower::striding::StrideGeometry& geometry = layer.geometry;
    if (!isConsistent(geometry))
        return Problem{&messages::kOtherReport, {"sizes of layer '" + layer.name + "'"}, {}, {}, {}};
    MaskPicture out{.layer = layer.name,
                    .mode = std::string(lower::striding::nameOf(layer.mode)),
                    .rowStride = geometry.stride.rows,
                    .columnStride = geometry.stride.columns,
                    .channel = channel,
                    .kept = geometry.keptPixels(),
                    .dropped = geometry.droppedPixels()};
    const Moments moments{std::move(now), std::move(before)};
    for (const std::string_view role : kRoles)
        for (const lower::striding::KeptTensor& kept : layer.tensors) {
            if (kept.role != role || isOverwritten(kept, nextBundle)) continue;
            const bool isMask = role == "mask" || role == "second mask";
            const program::NamedTensor* tensor = program::findTensor(*scope.program, kept.name);
            if (!tensor || !hasPixels(tensor->shape, geometry, kept.channels))
                return Problem{&messages::kOtherReport, {"the tensor '" + kept.name + "'"}, {}, {}, {}};
            if (!isMask) out.channels = kept.channels;
            if (!isMask && channel >= kept.channels)
                return Problem{&messages::kNoSuchChannel,
                               {std::to_string(channel), layer.name, std::to_string(kept.channels)},
                               {},
                               {},
                               {}};
            MaskTensor entry{.role = kept.role, .cells = {}};
            LW_TRY(entry.cells, channelOf(scope, *tensor, isMask ? 0 : channel, moments));
            entry.written = static_cast<std::uint64_t>(
                std::count_if(entry.cells.flags.begin(), entry.cells.flags.end(),
                              [](std::uint8_t flags) { return (flags & kWritten) != 0; }));
            if (isMask) {
                entry.values = valuesOfMask(entry.cells);
                notePhase(out, entry.cells, lower::striding::rowOf(layer.mode).masking, geometry);
            }
            markDropped(entry.cells, geometry);
            out.tensors.push_back(std::move(entry));
        }
    return out;
}

} // namespace lw::scene::striding
