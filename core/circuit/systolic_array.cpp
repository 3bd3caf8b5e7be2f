// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/systolic_array.h"

#include "core/base/check.h"
#include "core/numeric/host_copies.h"

#include <algorithm>
#include <utility>

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
[[gnu::always_inline]] inline void sumsOfAll(const Input* x, const Input* weights, Sum* sums,
                                             std::size_t rows, std::size_t columns) {
    for (std::size_t r = rows; r-- > 0;)
        sumsBelow(x + r * columns, weights + r * columns, sums + r * columns, sums + (r + 1) * columns,
                  columns);
}

} // namespace

template <typename Input, typename Sum>
SystolicArray<Input, Sum>::SystolicArray(std::uint32_t rows, std::uint32_t columns)
    : m_rows(rows), m_columns(columns) {
    LW_REQUIRE(rows > 0 && columns > 0, "an array has cells");
    m_activations.resize(cells());
    m_weights.resize(cells());
    m_path.resize(cells());
    m_control.resize(cells());
    m_sums.resize(cells() + columns);
    m_vectors.resize(cells() + columns, kNoVector);
    m_vectorsBefore.resize(cells() + columns, kNoVector);
    m_loaders.resize(std::size_t{rows} * rows);
    m_fetcher.resize(std::size_t{columns} * columns);
}

template <typename Input, typename Sum>
void SystolicArray<Input, Sum>::enter(std::span<const Input> elements, std::int32_t number,
                                      bool switchesWeights) {
    LW_REQUIRE(!elements.empty() && elements.size() <= m_rows, "a vector fits the rows");
    const std::size_t unused = m_rows - elements.size();
    for (std::size_t k = 0; k < elements.size(); ++k) {
        Loaded& loaded = m_loaders[(m_clocks + 1 + k) % m_rows * m_rows + unused + k];
        LW_REQUIRE(loaded.vector == kNoVector, "a vector does not meet the one before it");
        loaded = {elements[k], number, switchesWeights};
    }
    if (!switchesWeights) return;
    m_switchingUntil = m_clocks + 1 + m_rows + m_columns;
    // Nothing goes through the rows above: they switch at once.
    for (std::size_t r = 0; r < unused; ++r) m_loaders[(m_clocks + 1) % m_rows * m_rows + r].switches = true;
}

template <typename Input, typename Sum>
void SystolicArray<Input, Sum>::fetch(std::span<const Input> weights) {
    LW_REQUIRE(weights.size() == m_columns, "a row of weights has one per column");
    for (std::size_t n = 0; n < m_columns; ++n)
        m_fetcher[(m_clocks + 1 + n) % m_columns * m_columns + n] = {weights[n], true};
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::clock() {
    ++m_clocks;
    moveSums();
    moveActivations();
    moveWeights();
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::moveSums() {
    numeric::atHostLevel<sumsOfAll<Input, Sum>>(static_cast<const Input*>(m_activations.data()),
                                                static_cast<const Input*>(m_weights.data()), m_sums.data(),
                                                std::size_t{m_rows}, std::size_t{m_columns});
    std::fill_n(m_sums.begin(), m_columns, Sum{});
}

template <typename Input, typename Sum> void SystolicArray<Input, Sum>::moveActivations() {
    Loaded* loaded = m_loaders.data() + m_clocks % m_rows * m_rows;
    const bool isSwitching = m_clocks < m_switchingUntil;
    std::swap(m_vectors, m_vectorsBefore);
    for (std::size_t r = 0; r < m_rows; ++r) {
        const std::size_t first = r * m_columns, last = first + m_columns - 1;
        std::copy_backward(m_activations.data() + first, m_activations.data() + last,
                           m_activations.data() + last + 1);
        const std::int32_t* before = m_vectorsBefore.data() + m_columns + first;
        std::copy(before, before + m_columns - 1, m_vectors.data() + m_columns + first + 1);
        if (isSwitching)
            std::copy_backward(m_control.data() + first, m_control.data() + last,
                               m_control.data() + last + 1);
        m_activations[first] = loaded[r].value;
        m_vectors[m_columns + first] = loaded[r].vector;
        m_control[first] = loaded[r].switches;
        loaded[r] = {};
    }
}

// A switch takes what the path held before it moves on.
template <typename Input, typename Sum> void SystolicArray<Input, Sum>::moveWeights() {
    if (m_clocks < m_switchingUntil)
        for (std::size_t i = 0; i < cells(); ++i) m_weights[i] = m_control[i] != 0 ? m_path[i] : m_weights[i];
    Fetched* fetched = m_fetcher.data() + m_clocks % m_columns * m_columns;
    for (std::size_t n = 0; n < m_columns; ++n) {
        if (!fetched[n].shifts) continue;
        for (std::size_t r = m_rows - 1; r > 0; --r)
            m_path[r * m_columns + n] = m_path[(r - 1) * m_columns + n];
        m_path[n] = fetched[n].value;
        fetched[n] = {};
    }
}

template class SystolicArray<std::int8_t, std::int32_t>;
template class SystolicArray<float, float>;

} // namespace lw::circuit
