// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/facets.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace lw::scene {

namespace {

constexpr std::uint64_t kMostAcross = 4096;
constexpr std::uint64_t kLongest = 1 << 16; // elements read to get at a few of them

class FacetElements : public ElementSource {
  public:
    FacetElements(ElementSourcePtr elements, const FacetGrid& grid)
        : m_elements(std::move(elements)), m_grid(grid), m_shape{grid.rows(), grid.columns()} {}

    tensor::DType type() const override { return m_elements->type(); }
    const tensor::Shape& shape() const override { return m_shape; }

    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const std::size_t size = tensor::sizeOf(type());
        const std::uint64_t wide = m_grid.one.columns + 1;
        for (std::size_t done = 0; done < flags.size();) {
            const std::uint64_t row = (first + done) / m_shape[1], column = (first + done) % m_shape[1];
            // To the end of this row of this picture; the gap that follows is a run of its own.
            const std::uint64_t inside = column % wide;
            std::uint64_t run = inside == m_grid.one.columns ? 1 : m_grid.one.columns - inside;
            run = std::min<std::uint64_t>({run, m_shape[1] - column, flags.size() - done});
            const auto piece = bytes.subspan(done * size, run * size);
            const auto theirs = flags.subspan(done, run);
            if (const auto element = m_grid.element(row, column)) {
                LW_TRY([[maybe_unused]] const Done read, readRun(*element, piece, theirs));
            } else {
                std::fill(piece.begin(), piece.end(), std::byte{0});
                std::fill(theirs.begin(), theirs.end(), std::uint8_t{kOutside});
            }
            done += run;
        }
        return Done{};
    }

  private:
    Outcome readRun(std::uint64_t element, std::span<std::byte> bytes, std::span<std::uint8_t> flags) const {
        const std::uint64_t stride = m_grid.one.columnStride;
        if (stride == 1) return m_elements->read(element, bytes, flags);
        const std::size_t size = tensor::sizeOf(type());
        const auto step = static_cast<std::size_t>(
            std::max<std::uint64_t>(kLongest / std::max<std::uint64_t>(stride, 1), 1));
        std::vector<std::byte> some;
        std::vector<std::uint8_t> theirs;
        for (std::size_t done = 0; done < flags.size(); done += step) {
            const std::size_t now = std::min(step, flags.size() - done);
            const std::size_t span = (now - 1) * stride + 1;
            some.resize(span * size);
            theirs.resize(span);
            LW_TRY([[maybe_unused]] const Done read, m_elements->read(element + done * stride, some, theirs));
            for (std::size_t i = 0; i < now; ++i) {
                std::memcpy(bytes.data() + (done + i) * size, some.data() + i * stride * size, size);
                flags[done + i] = theirs[i * stride];
            }
        }
        return Done{};
    }

    ElementSourcePtr m_elements;
    FacetGrid m_grid;
    tensor::Shape m_shape;
};

} // namespace

std::optional<std::uint64_t> FacetGrid::picture(std::uint64_t row, std::uint64_t column) const {
    const std::uint64_t high = one.rows + 1, wide = one.columns + 1;
    if (row % high == one.rows || column % wide == one.columns || column / wide >= across) return {};
    const std::uint64_t number = row / high * across + column / wide;
    return number < count ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> FacetGrid::element(std::uint64_t row, std::uint64_t column) const {
    const auto number = picture(row, column);
    if (!number) return {};
    return one.element(row % (one.rows + 1), column % (one.columns + 1)) + *number * stride;
}

FacetGrid facetGrid(const tensor::Shape& shape, const AxisRoles& roles, int axis, double widthOverHeight) {
    LW_REQUIRE(axis >= 0 && axis < static_cast<int>(shape.size()) && axis != roles.rows &&
                   axis != roles.columns,
               "facets go along a dimension that is not shown already");
    AxisRoles first = roles;
    first.index[static_cast<std::size_t>(axis)] = 0;
    FacetGrid out;
    out.one = planeOf(shape, first);
    out.count = out.one.rows == 0 ? 0 : shape[static_cast<std::size_t>(axis)];
    out.stride = 1;
    for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i) out.stride *= shape[i];
    double best = std::numeric_limits<double>::infinity();
    for (std::uint64_t across = 1; across <= std::min(out.count, kMostAcross); ++across) {
        const std::uint64_t down = (out.count + across - 1) / across;
        const double shown = static_cast<double>(across * (out.one.columns + 1)) /
                             static_cast<double>(down * (out.one.rows + 1));
        const double away = std::abs(std::log(shown / widthOverHeight));
        if (away >= best) continue;
        best = away;
        out.across = across;
        out.down = down;
    }
    return out;
}

ElementSourcePtr facetsOf(ElementSourcePtr elements, const FacetGrid& grid) {
    return std::make_shared<FacetElements>(std::move(elements), grid);
}

} // namespace lw::scene
