// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lw::circuit {

// Rows of registers through which values move to the right, one place per clock. Nothing is moved: the rows
// begin one place further to the left instead, until there is no room left.
template <typename Value> class ShiftPlane {
  public:
    ShiftPlane(std::size_t rows, std::size_t columns, const Value& empty)
        : m_rows(rows), m_columns(columns), m_head(columns), m_values(rows * 2 * columns, empty) {}

    // The registers of a row, from left to right.
    const Value* row(std::size_t row) const { return m_values.data() + row * 2 * m_columns + m_head; }
    // From here to the row below; the same for all.
    std::size_t stride() const { return 2 * m_columns; }

    // One clock; what enters at the left is what set() says afterwards.
    void shift() {
        if (m_head == 0) makeRoom();
        --m_head;
    }
    void set(std::size_t row, const Value& value) { m_values[row * 2 * m_columns + m_head] = value; }

  private:
    void makeRoom() {
        for (std::size_t r = 0; r < m_rows; ++r) {
            Value* begin = m_values.data() + r * 2 * m_columns;
            std::copy_n(begin, m_columns, begin + m_columns);
        }
        m_head = m_columns;
    }

    std::size_t m_rows, m_columns;
    std::size_t m_head; // where all rows begin
    std::vector<Value> m_values;
};

} // namespace lw::circuit
