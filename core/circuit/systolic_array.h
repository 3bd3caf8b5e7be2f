// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    // Registers as they stand in this clock, [row * columns() + column].
    std::span<const Input> activations() const { return m_activations; }
    std::span<const Sum> sums() const { return {m_sums.data(), cells()}; }
    std::span<const Input> weights() const { return m_weights; }
    std::span<const Input> weightPath() const { return m_path; }
    // 1 where the cell took its weight over at the beginning of this clock.
    std::span<const std::uint8_t> control() const { return m_control; }
    // Which vector an activation, and a sum, is part of; kNoVector where there is none.
    std::span<const std::int32_t> activationVectors() const {
        return {m_vectors.data() + m_columns, cells()};
    }
    // A sum is of the vector whose activation it met in the cell above, one clock ago.
    std::span<const std::int32_t> sumVectors() const { return {m_vectorsBefore.data(), cells()}; }

    // What left the bottom of each column at the end of the clock before this one, and of which vector.
    std::span<const Sum> leaving() const { return {m_sums.data() + cells(), m_columns}; }
    std::span<const std::int32_t> leavingVectors() const {
        return {m_vectorsBefore.data() + cells(), m_columns};
    }

  private:
    std::size_t cells() const { return std::size_t{m_rows} * m_columns; }
    void moveSums();
    void moveActivations();
    void moveWeights();

    std::uint32_t m_rows, m_columns;
    std::uint64_t m_clocks = 0;
    std::vector<Input> m_activations, m_weights, m_path;
    std::vector<Sum> m_sums; // one row more than there are: what leaves
    std::vector<std::uint8_t> m_control;
    // One row more than there are: seen from one row further down, those of a clock ago are those of the
    // sums.
    std::vector<std::int32_t> m_vectors, m_vectorsBefore;
    std::uint64_t m_switchingUntil = 0; // the clock from which on no control signal is under way

    // What the loaders still hold: for the clock c, row r at [c % rows][r].
    struct Loaded {
        Input value{};
        std::int32_t vector = kNoVector;
        bool switches = false;
    };
    std::vector<Loaded> m_loaders;
    // The same of the fetcher: for the clock c, column n at [c % columns][n].
    struct Fetched {
        Input value{};
        bool shifts = false;
    };
    std::vector<Fetched> m_fetcher;
};

extern template class SystolicArray<std::int8_t, std::int32_t>;
extern template class SystolicArray<float, float>;

} // namespace lw::circuit
