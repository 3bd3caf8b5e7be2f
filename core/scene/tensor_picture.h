// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/element_source.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// Two dimensions of a tensor as a picture that can be seen at any size without looking at every element.
namespace lw::scene {

// Which dimension runs down and which runs across; each of the others is at one index.
struct AxisRoles {
    static constexpr int kNone = -1;
    int rows = kNone, columns = kNone; // not the same
    std::vector<std::uint64_t> index;  // one per dimension; those of the dimensions in use do not matter
    int facets = kNone;                // a picture for each index of it (facets.h); not one of the two
    bool operator==(const AxisRoles&) const = default;
};
// The last two dimensions, the last one across; with more than two, without those of extent 1 and without the
// channels of rows x columns x channels, recognised by square pictures or at most four channels.
AxisRoles defaultRoles(const tensor::Shape& shape);

// Where the cells of the picture are in the tensor.
struct Plane {
    std::uint64_t rows = 1, columns = 1;
    std::uint64_t rowStride = 0, columnStride = 0, base = 0; // in elements
    std::uint64_t element(std::uint64_t row, std::uint64_t column) const {
        return base + row * rowStride + column * columnStride;
    }
    bool operator==(const Plane&) const = default;
};
Plane planeOf(const tensor::Shape& shape, const AxisRoles& roles);
// The row and column of an element; nothing when it lies in another plane.
std::optional<std::pair<std::uint64_t, std::uint64_t>> cellOf(const tensor::Shape& shape,
                                                              const AxisRoles& roles, std::uint64_t element);

// What a summary says besides its numbers; the first two are CellFlag's. Or-ed together over the cells, so
// that even a single marked cell shows at any size.
enum CellMark : std::uint8_t {
    kUnwritten = 4, // one of them was never written
    kNan = 8,
    kPlusInfinity = 16,
    kMinusInfinity = 32,
    kNumber = 64, // one is finite: low and high hold
};

// Several cells together. Unknown (not read yet): no marks at all.
struct CellSummary {
    float low = 0, high = 0;
    float mean =
        0; // of the finite ones; of larger squares the mean of those of 4 x 4 cells, or what they have
    std::uint32_t parts = 0; // that went into the mean
    std::uint8_t marks = 0;
    // The value furthest from zero.
    float largest() const { return -low > high ? low : high; }
    bool operator==(const CellSummary&) const = default;
};

class TensorPicture {
  public:
    TensorPicture(ElementSourcePtr elements, const Plane& plane);

    const Plane& plane() const { return m_plane; }
    const ElementSource& elements() const { return *m_elements; }

    // Reads everything once, so that summaries of 4 x 4 cells and more are available; one thread, once.
    // When interrupted it keeps what is there.
    Outcome build(const std::atomic<bool>* interrupt = nullptr);
    // Rows read so far; all of them when it is built.
    std::uint64_t rowsReady() const { return m_ready.load(std::memory_order_acquire); }
    bool isBuilt() const { return rowsReady() == m_plane.rows; }

    // Squares of 2^level cells a side, row-major: rows [row, row + rows) of them
    // and columns [column, column + columns); those beyond the picture are unknown. Levels 0 and 1 are read
    // from the elements, the others are known as far as they have been built.
    // Any thread, even while another one builds.
    Outcome summaries(unsigned level, std::uint64_t row, std::uint64_t column, std::size_t rows,
                      std::size_t columns, std::span<CellSummary> out) const;
    // Cells [row, row + rows) x [column, column + columns), inside the picture, row-major: their elements'
    // bytes and flags. Any thread.
    Outcome cells(std::uint64_t row, std::uint64_t column, std::size_t rows, std::size_t columns,
                  std::span<std::byte> bytes, std::span<std::uint8_t> flags) const;
    // How many squares of 2^level cells a side there are, down and across.
    std::uint64_t rowsAt(unsigned level) const { return squares(m_plane.rows, level); }
    std::uint64_t columnsAt(unsigned level) const { return squares(m_plane.columns, level); }
    std::uint64_t bytes() const; // of memory

  private:
    // Squares of 4^(n + 1) cells a side.
    struct Level {
        std::uint64_t rows = 0, columns = 0;
        std::unique_ptr<float[]> low, high, mean;
        std::unique_ptr<std::uint8_t[]> marks;
    };
    static std::uint64_t squares(std::uint64_t cells, unsigned level) {
        return level >= 63 ? 1 : (cells + (std::uint64_t{1} << level) - 1) >> level;
    }
    Outcome readLine(std::uint64_t first, std::uint64_t stride, std::size_t count, std::size_t outStride,
                     std::byte* bytes, std::uint8_t* flags) const;
    Outcome cellsOf(unsigned level, std::uint64_t row, std::uint64_t column, std::size_t rows,
                    std::size_t columns, std::span<CellSummary> out) const;
    void allocate();
    void fillBase(std::uint64_t row, std::size_t height, std::span<const float> values,
                  std::span<const std::uint8_t> flags);
    void fillAbove(std::size_t level, std::uint64_t row);
    static CellSummary sumOf(const Level& level, std::uint64_t rowsReady, std::uint64_t row,
                             std::uint64_t column, std::uint64_t side);

    ElementSourcePtr m_elements;
    Plane m_plane;
    std::vector<Level> m_levels;
    std::atomic<bool> m_allocated = false;
    std::atomic<std::uint64_t> m_ready = 0;
};

} // namespace lw::scene
