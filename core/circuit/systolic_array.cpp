// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/systolic_array.h"

#include "core/base/check.h"
#include "core/numeric/host_copies.h"

#include <algorithm>

namespace lw::circuit {

namespace {

[[gnu::always_inline]] inline std::int32_t multiplyAdd(std::int8_t x, std::int8_t weight, std::int32_t sum) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) +
                                     static_cast<std::uint32_t>(std::int32_t{x} * weight));
}
[[gnu::always_inline]] inline float multiplyAdd(float x, float weight, float sum) {
    return __builtin_fmaf(x, weight, sum);
}

// What the cells of a row give to the cells below them; the rows do not overlap.
template <typename Input, typename Sum>
[[gnu::always_inline]] inline void sumsBelow(const Input* __restrict x, const Input* __restrict weight,
                                             const Sum* __restrict sum, Sum* __restrict below,
                                             std::size_t columns) {
    for (std::size_t n = 0; n < columns; ++n) below[n] = multiplyAdd(x[n], weight[n], sum[n]);
}

// All rows, from the lowest one upwards: what a row gives away is no longer needed where it goes.
template <typename Input, typename Sum>
[[gnu::always_inline]] inline void sumsOfAll(const Input* x, std::size_t xStride, const Input* weights,
                                             Sum* sums, std::size_t rows, std::size_t columns) {
    for (std::size_t r = rows; r-- > 0;)
        sumsBelow(x + r * xStride, weights + r * columns, sums + r * columns, sums + (r + 1) * columns,
                  columns);
}

} // namespace

template <typename Input, typename Sum>
SystolicArray<Input, Sum>::SystolicArray(std::uint32_t rows, std::uint32_t columns)
    : m_rows(rows)
    , m_columns(columns)
    , m_activations(rows, columns, Input{})
    , m_weights(std::size_t{rows} * columns)
    , m_path(m_weights)
    , m_sums((std::size_t{rows} + 1) * columns)
    , m_entries(std::size_t{rows} + columns + 1)
    , m_elements(m_entries.size() * rows)
    , m_fetcher(std::size_t{columns} * columns) {
    LW_REQUIRE(rows > 0 && columns > 0, "an array has cells");
}

template <typename Input, typename Sum>
void SystolicArray<Input, Sum>::enter(std::span<const Input> elements, std::int32_t number,
                                      bool switchesWeights) {
    LW_REQUIRE(!elements.empty() && elements.size() <= m_rows, "a vector fits the rows");
    const auto unused = static_cast<std::uint32_t>(m_rows - elements.size());
    const std::size_t place = entryAt(m_clocks + 1, unused);
    LW_REQUIRE(m_entries[place].vector == kNoVector, "a vector does not meet the one before it");
    m_entries[place] = {number, unused};
    std::copy(elements.begin(), elements.end(),
              m_elements.begin() + static_cast<std::ptrdiff_t>(place * m_rows + unused));
    if (switchesWeights) m_switches.push_back({m_clocks + 1, unused});
}

template <typename Input, typename Sum>
bool SystolicArray<Input, Sum>::switches(std::uint32_t row, std::uint32_t column) const {
    return std::ranges::any_of(
        m_switches, [&](const Switch& one) { return one.clock + delayOf(one, row) + column == m_clocks; });
}

template <typename Input, typename Sum>
void SystolicArray<Input, Sum>::fetch(std::span<const Input> weights) {
    LW_REQUIRE(weights.size() == m_columns, "a row of weights has one per column");
    for (std::size_t n = 0; n < m_columns; ++n)
        m_fetcher[(m_clocks + 1 + n) % m_columns * m_columns + n] = {weights[n], true};
    m_fetchingUntil = m_clocks + 1 + m_columns;
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::clock() {
    ++m_clocks;
    moveSums();
    moveActivations();
    if (!m_switches.empty()) switchWeights(); // takes what the path held before it moves on
    if (m_clocks < m_fetchingUntil) moveWeights();
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::moveSums() {
    numeric::atHostLevel<sumsOfAll<Input, Sum>>(m_activations.row(0), m_activations.stride(),
                                                static_cast<const Input*>(m_weights.data()), m_sums.data(),
                                                std::size_t{m_rows}, std::size_t{m_columns});
    std::fill_n(m_sums.begin(), m_columns, Sum{});
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::moveActivations() {
    // What was in the highest row when the ring was here last has left the array.
    m_entries[entryAt(m_clocks, std::uint64_t{m_rows} + m_columns)] = {};
    m_activations.shift();
    std::size_t place = entryAt(m_clocks, 0);
    for (std::uint32_t r = 0; r < m_rows; ++r) {
        const Entry& entry = m_entries[place];
        const bool isThere = entry.vector != kNoVector && r >= entry.unused;
        m_activations.set(r, isThere ? m_elements[place * m_rows + r] : Input{});
        place = (place == 0 ? m_entries.size() : place) - 1;
    }
}

// A signal is in one cell of each row.
template <typename Input, typename Sum> void SystolicArray<Input, Sum>::switchWeights() {
    for (const Switch& one : m_switches)
        for (std::uint32_t r = 0; r < m_rows; ++r) {
            const std::uint64_t enters = one.clock + delayOf(one, r);
            if (enters > m_clocks || m_clocks - enters >= m_columns) continue;
            const std::size_t here = cell(r, static_cast<std::uint32_t>(m_clocks - enters));
            m_weights[here] = m_path[here];
        }
    std::erase_if(m_switches, [&](const Switch& one) { return one.clock + m_rows + m_columns < m_clocks; });
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::moveWeights() {
    Fetched* fetched = m_fetcher.data() + m_clocks % m_columns * m_columns;
    for (std::uint32_t n = 0; n < m_columns; ++n) {
        if (!fetched[n].shifts) continue;
        for (std::uint32_t r = m_rows - 1; r > 0; --r) m_path[cell(r, n)] = m_path[cell(r - 1, n)];
        m_path[n] = fetched[n].value;
        fetched[n] = {};
    }
}

template class SystolicArray<std::int8_t, std::int32_t>;
template class SystolicArray<float, float>;

} // namespace lw::circuit
