// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// The line buffer of pooling circuitry, register by register and clock by clock: "after every clock cycle,
// shift a given value to a subsequent register or memory unit" (US 10,037,490, claim 7).
namespace lw::circuit {

struct Window {
    std::uint32_t rows = 1, columns = 1;           // its size
    std::uint32_t rowStride = 1, columnStride = 1; // from one window to the next
    bool operator==(const Window&) const = default;
};

// How many windows begin in `extent` values when the last ones may be cut off at the edge, and how many
// values those windows cover, places beyond the edge included. Nothing is covered where no window is.
constexpr std::uint32_t windowsIn(std::uint32_t extent, std::uint32_t stride) {
    return (extent + stride - 1) / stride;
}
constexpr std::uint32_t coveredBy(std::uint32_t windows, std::uint32_t size, std::uint32_t stride) {
    return windows == 0 ? 0 : (windows - 1) * stride + size;
}

// A chain of `rows` groups of `columns` registers, joined by rows - 1 delay lines of depth width - columns:
// (rows - 1) * width + columns places. One value enters per clock, in row-major order; a place beyond the
// edge of the picture enters as an absent one. The geometry is inferred from the claim. Pooling reads the
// registers row by row, from left to right: sums are added in that order.
template <typename Value> class LineBuffer {
  public:
    struct Place {
        Value value{};
        bool isPresent = false;
        bool operator==(const Place&) const = default;
    };

    // `width`: values to a row, at least window.columns.
    LineBuffer(const Window& window, std::uint32_t width)
        : m_window(window)
        , m_width(width)
        , m_chain((window.rows - 1) * std::size_t{width} + window.columns) {}

    const Window& window() const { return m_window; }
    std::uint32_t width() const { return m_width; }
    std::size_t places() const { return m_chain.size(); }
    std::uint32_t delayLines() const { return m_window.rows - 1; }
    std::uint32_t delayDepth() const { return m_width - m_window.columns; }

    // One clock.
    void push(const Place& place) {
        m_head = (m_head == 0 ? m_chain.size() : m_head) - 1; // nothing moves: the chain begins elsewhere
        m_chain[m_head] = place;
        if (m_pushed++ == 0) return;
        if (++m_column == m_width) {
            m_column = 0;
            ++m_row;
        }
    }

    // How many have entered, and where in the picture the newest one stands.
    std::uint64_t pushed() const { return m_pushed; }
    std::uint32_t row() const { return m_row; }
    std::uint32_t column() const { return m_column; }
    // Whether the registers hold a whole window, one that the strides ask for.
    bool isComplete() const {
        return m_pushed != 0 && m_column + 1 >= m_window.columns && m_row + 1 >= m_window.rows &&
               (m_column + 1 - m_window.columns) % m_window.columnStride == 0 &&
               (m_row + 1 - m_window.rows) % m_window.rowStride == 0;
    }
    // A register: the value of the window at `row` and `column`, if isComplete().
    const Place& at(std::uint32_t row, std::uint32_t column) const {
        return agedBy((m_window.rows - 1 - row) * std::size_t{m_width} + m_window.columns - 1 - column);
    }
    // A place of the delay line between the registers of window rows `line` + 1 and `line`; 0 entered last.
    const Place& delayed(std::uint32_t line, std::uint32_t depth) const {
        return agedBy((m_window.rows - 2 - line) * std::size_t{m_width} + m_window.columns + depth);
    }

  private:
    // What entered that many clocks ago.
    const Place& agedBy(std::size_t clocks) const {
        const std::size_t place = m_head + clocks;
        return m_chain[place < m_chain.size() ? place : place - m_chain.size()];
    }

    Window m_window;
    std::uint32_t m_width;
    std::vector<Place> m_chain; // in the order of entering from m_head on, the newest first
    std::size_t m_head = 0;
    std::uint64_t m_pushed = 0;
    std::uint32_t m_row = 0, m_column = 0;
};

} // namespace lw::circuit
