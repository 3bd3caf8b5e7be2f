// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/circuit/shift_plane.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// A weight-stationary systolic array, register by register and clock by clock: what a picture of the array
// shows, and what the product of a whole pass is tested against.
//
// Each cell has an activation, a sum-in, a weight, a weight path and a control register (US 9,805,304 and
// US 9,721,203, figure 5). In a clock a cell multiplies its activation by its weight and adds its sum-in;
// at the end of the clock the activation goes to the cell on the right and the sum to the cell below. The
// value loaders at the left skew a vector: its element k enters one clock after its element k - 1. The weight
// fetcher at the top skews a row of weights in the same way, column by column; rows shift down the weight
// path while older weights are in use. The control signal enters with the first vector that is to use the new
// weights and makes each cell it reaches copy its path register into its weight register.
//
// A vector of k elements uses the lowest k rows, so that its sums are complete when they leave: element (m,
// n) of a product whose vector 0 enters in clock 0 leaves the bottom at the end of clock m + (k - 1) + n (the
// schedule is inferred; the sources give the registers and the directions).
namespace lw::circuit {

inline constexpr std::int32_t kNoVector = -1; // the number in a register that holds no part of a vector

// Input: of activations and weights; Sum: of sums. int8 with int32 (wraps), or float with float (one fused
// multiply-add per cell). See the instances at the end.
template <typename Input, typename Sum> class SystolicArray {
  public:
    SystolicArray(std::uint32_t rows, std::uint32_t columns);

    std::uint32_t rows() const { return m_rows; }
    std::uint32_t columns() const { return m_columns; }
    // Clocks that have passed.
    std::uint64_t clocks() const { return m_clocks; }

    // A vector of at most rows() elements: the first one is in its cell in the next clock. At most one vector
    // per clock; `number`, from 0 on, says which one it is wherever a part of it is seen. After a longer
    // vector a shorter one must wait for the difference, or it would meet it in the lower rows.
    void enter(std::span<const Input> elements, std::int32_t number, bool switchesWeights = false);
    // The weights of one row, columns() of them, enter the top of the weight path in the next clock, each
    // column one clock after the one at its left. The lowest row comes first. At most one row per clock.
    void fetch(std::span<const Input> weights);
    void clock();

    // Registers as they are in this clock.
    Input activation(std::uint32_t row, std::uint32_t column) const { return m_activations.row(row)[column]; }
    Sum sum(std::uint32_t row, std::uint32_t column) const { return m_sums[cell(row, column)]; }
    Input weight(std::uint32_t row, std::uint32_t column) const { return m_weights[cell(row, column)]; }
    Input weightPath(std::uint32_t row, std::uint32_t column) const { return m_path[cell(row, column)]; }
    // Whether the cell took its weight over at the beginning of this clock.
    bool switches(std::uint32_t row, std::uint32_t column) const;
    // Which vector an activation, and a sum, is part of; kNoVector where there is none. A sum is of the
    // vector whose activation it met in the cell above, one clock ago.
    std::int32_t activationVector(std::uint32_t row, std::uint32_t column) const {
        return vectorAt(m_clocks, row, column);
    }
    std::int32_t sumVector(std::uint32_t row, std::uint32_t column) const {
        return row == 0 || m_clocks == 0 ? kNoVector : vectorAt(m_clocks - 1, row - 1, column);
    }

    // What left the bottom of a column at the end of the clock before this one, and of which vector.
    Sum leaving(std::uint32_t column) const { return m_sums[cell(m_rows, column)]; }
    std::int32_t leavingVector(std::uint32_t column) const { return sumVector(m_rows, column); }

  private:
    // A vector by the clock in which it would be in the highest row if it were as long as the array. So it is
    // in row r and column n in the r + n-th clock after that one, and no two vectors share such a clock.
    struct Entry {
        std::int32_t vector = kNoVector;
        std::uint32_t unused = 0; // rows above it
    };
    // A control signal by the clock in which it is in the rows `unused` and above.
    struct Switch {
        std::uint64_t clock = 0;
        std::uint32_t unused = 0;
    };
    struct Fetched {
        Input value{};
        bool shifts = false;
    };

    std::size_t cell(std::uint32_t row, std::uint32_t column) const {
        return std::size_t{row} * m_columns + column;
    }
    // The clock that many clocks before `clock` in the ring of entries; the oldest ones are never asked for.
    std::size_t entryAt(std::uint64_t clock, std::uint64_t before) const {
        return static_cast<std::size_t>((clock + m_entries.size() - before) % m_entries.size());
    }
    std::int32_t vectorAt(std::uint64_t clock, std::uint32_t row, std::uint32_t column) const {
        const Entry& entry = m_entries[entryAt(clock, std::uint64_t{row} + column)];
        return row >= entry.unused ? entry.vector : kNoVector;
    }
    // Nothing goes through the rows above the vector: they switch together with its first row.
    static std::uint32_t delayOf(const Switch& one, std::uint32_t row) {
        return row > one.unused ? row - one.unused : 0;
    }
    void moveSums();
    void moveActivations();
    void switchWeights();
    void moveWeights();

    std::uint32_t m_rows, m_columns;
    std::uint64_t m_clocks = 0;
    ShiftPlane<Input> m_activations;
    std::vector<Input> m_weights, m_path;
    std::vector<Sum> m_sums;           // one row more: what leaves
    std::vector<Entry> m_entries;      // a ring by clock, as long as a vector is anywhere in the array
    std::vector<Input> m_elements;     // of the entries: [entry][row]
    std::vector<Switch> m_switches;    // under way
    std::vector<Fetched> m_fetcher;    // what enters column n in clock c is at [c % columns][n]
    std::uint64_t m_fetchingUntil = 0; // the clock from which on nothing is in the fetcher
};

extern template class SystolicArray<std::int8_t, std::int32_t>;
extern template class SystolicArray<float, float>;

} // namespace lw::circuit
