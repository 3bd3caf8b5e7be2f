// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/layout.h"

#include "core/base/messages.h"
#include "core/base/stop.h"
#include "core/program/messages.h"
#include "core/tensor/messages.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace lw::program {
namespace {

std::uint64_t ceilDivide(std::uint64_t x, std::uint64_t y) { return x / y + (x % y != 0); }

} // namespace

// Row layout is tile layout with tiles of one row: as wide as a slice where slices begin on rows, and
// otherwise with all elements as one slice.
Result<Arrangement> Arrangement::make(const Target& target, tensor::DType dtype, tensor::Shape shape,
                                      isa::SpaceId space, Layout layout) {
    if (index(space) >= target.spaces.size())
        return Problem{&messages::kNoSpace, {std::to_string(index(space))}, {}, {}, {}};
    const SpaceSize& size = target.spaces[index(space)];
    const isa::Space& named = target.spec->spaces[index(space)];
    Arrangement out;
    out.m_dtype = dtype;
    out.m_elementBytes = tensor::sizeOf(dtype);
    out.m_unitBytes = size.unitBytes;
    const auto tensorBytes = tensor::bytesOf(shape, out.m_elementBytes);
    if (!tensorBytes) return Problem{&tensor::messages::kTooLarge, {tensor::shapeText(shape)}, {}, {}, {}};
    const std::uint64_t count = *tensorBytes / out.m_elementBytes;
    out.m_columns = shape.empty() ? 1 : shape.back();
    out.m_slices = out.m_columns == 0 ? 0 : count / out.m_columns;
    if (layout == Layout::Tile) {
        out.m_rowBytes = std::uint64_t{target.tileColumns} * 4;
        out.m_tileRows = target.tileRows;
        out.m_tileColumns = out.m_rowBytes / out.m_elementBytes;
        out.m_rowsPerSheet = shape.size() < 2 ? 1 : shape[shape.size() - 2];
    } else if (named.unitBytes == 0 && out.m_columns * out.m_elementBytes <= size.unitBytes) {
        out.m_rowBytes = size.unitBytes;
        out.m_tileColumns = std::max<std::uint64_t>(out.m_columns, 1);
    } else {
        out.m_slices = std::min<std::uint64_t>(count, 1);
        out.m_columns = count;
        out.m_tileColumns = std::max<std::uint64_t>(count, 1);
        out.m_rowBytes = *tensorBytes;
    }
    // Counted as a shape, because padding can overflow where the elements do not.
    const std::array<std::uint64_t, 4> tiles{count == 0 ? 0 : out.m_slices / out.m_rowsPerSheet,
                                             ceilDivide(out.m_rowsPerSheet, out.m_tileRows),
                                             ceilDivide(out.m_columns, out.m_tileColumns), out.m_tileRows};
    const auto bytes = tensor::bytesOf(tiles, out.m_rowBytes);
    // Whole words also where the unit is a byte: contents of memory are made of words.
    const std::uint64_t granule = std::max<std::uint64_t>(size.unitBytes, 4);
    out.m_units = bytes ? ceilDivide(*bytes, granule) * (granule / size.unitBytes) : ~std::uint64_t{0};
    if (out.m_units > size.units)
        return Problem{&messages::kExceedsSpace,
                       {std::string(tensor::nameOf(dtype)), tensor::shapeText(shape),
                        bytes ? std::to_string(out.m_units) : "more than 2^63", std::string(named.unitName),
                        std::string(named.name), std::to_string(size.units)},
                       {},
                       {},
                       {}};
    out.m_shape = std::move(shape);
    return out;
}

Result<Arrangement> Arrangement::make(const Target& target, const NamedTensor& tensor) {
    return make(target, tensor.dtype, tensor.shape, tensor.space, tensor.layout);
}

std::uint64_t Arrangement::offsetIn(std::uint64_t slice, std::uint64_t column) const {
    const std::uint64_t sheet = slice / m_rowsPerSheet, row = slice % m_rowsPerSheet;
    const std::uint64_t tilesAcross = ceilDivide(m_columns, m_tileColumns);
    const std::uint64_t tilesDown = ceilDivide(m_rowsPerSheet, m_tileRows);
    const std::uint64_t tile = (sheet * tilesDown + row / m_tileRows) * tilesAcross + column / m_tileColumns;
    return (tile * m_tileRows + row % m_tileRows) * m_rowBytes + column % m_tileColumns * m_elementBytes;
}

std::uint64_t Arrangement::offsetOf(std::span<const std::uint64_t> index) const {
    LW_REQUIRE(index.size() == m_shape.size(), "an index needs one number per dimension");
    std::uint64_t element = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
        LW_REQUIRE(index[i] < m_shape[i], "an index lies outside of its tensor");
        element = element * m_shape[i] + index[i];
    }
    return offsetIn(element / m_columns, element % m_columns);
}

std::optional<std::uint64_t> Arrangement::elementAt(std::uint64_t offset) const {
    if (m_slices == 0 || offset >= bytes()) return std::nullopt;
    const std::uint64_t row = offset / m_rowBytes;
    const std::uint64_t tile = row / m_tileRows;
    const std::uint64_t tilesAcross = ceilDivide(m_columns, m_tileColumns);
    const std::uint64_t tilesDown = ceilDivide(m_rowsPerSheet, m_tileRows);
    const std::uint64_t inTile = offset % m_rowBytes / m_elementBytes;
    const std::uint64_t column = tile % tilesAcross * m_tileColumns + inTile;
    const std::uint64_t inSheet = tile / tilesAcross % tilesDown * m_tileRows + row % m_tileRows;
    const std::uint64_t slice = tile / tilesAcross / tilesDown * m_rowsPerSheet + inSheet;
    const bool padding =
        inTile >= m_tileColumns || column >= m_columns || inSheet >= m_rowsPerSheet || slice >= m_slices;
    return padding ? std::nullopt : std::optional(slice * m_columns + column);
}

std::uint64_t Arrangement::runs() const {
    return m_slices == 0 ? 0 : m_slices * ceilDivide(m_columns, m_tileColumns);
}

Arrangement::Run Arrangement::run(std::uint64_t number) const {
    const std::uint64_t tilesAcross = ceilDivide(m_columns, m_tileColumns);
    const std::uint64_t slice = number / tilesAcross, column = number % tilesAcross * m_tileColumns;
    return {slice * m_columns + column, offsetIn(slice, column), std::min(m_tileColumns, m_columns - column)};
}

Result<std::vector<std::byte>> pack(const Arrangement& arrangement, const tensor::Tensor& tensor,
                                    const std::atomic<bool>* stop) {
    if (tensor.dtype() != arrangement.dtype() || tensor.shape() != arrangement.shape())
        return Problem{&messages::kOtherTensor,
                       {std::string(nameOf(tensor.dtype())), tensor::shapeText(tensor.shape()),
                        std::string(nameOf(arrangement.dtype())), tensor::shapeText(arrangement.shape())},
                       {},
                       {},
                       {}};
    const std::size_t size = tensor::sizeOf(tensor.dtype());
    std::vector<std::byte> out;
    out.reserve(arrangement.bytes());
    bool isWhole = inParts(arrangement.bytes(), kPartBytes, stop,
                           [&](std::size_t first, std::size_t count) { out.resize(first + count); });
    for (std::uint64_t i = 0; isWhole && i < arrangement.runs(); ++i) {
        const Arrangement::Run run = arrangement.run(i);
        const std::span from = tensor.bytes().subspan(run.element * size, run.count * size);
        isWhole = inParts(from.size(), kPartBytes, stop, [&](std::size_t first, std::size_t count) {
            std::memcpy(out.data() + run.offset + first, from.data() + first, count);
        });
    }
    if (!isWhole) return Problem{&lw::messages::kInterrupted, {}, {}, {}, {}};
    return out;
}

tensor::Tensor unpack(const Arrangement& arrangement, std::span<const std::byte> bytes) {
    LW_REQUIRE(bytes.size() >= arrangement.bytes(), "fewer bytes than the tensor has");
    const std::size_t size = tensor::sizeOf(arrangement.dtype());
    tensor::Tensor out(arrangement.dtype(), arrangement.shape());
    for (std::uint64_t i = 0; i < arrangement.runs(); ++i) {
        const Arrangement::Run run = arrangement.run(i);
        std::memcpy(out.bytes().data() + run.element * size, bytes.data() + run.offset, run.count * size);
    }
    return out;
}

} // namespace lw::program
