// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace lw::lower::recompute {

// Values with some numbers each, as many for all, of which less is better: none of them is nowhere better
// than another. The numbers lie side by side, since there are many comparisons.
template <typename Value> class Front {
  public:
    // Left out if one that is there is nowhere worse; those that it is nowhere worse than go.
    void add(Value value, std::span<const std::uint64_t> numbers) {
        const std::uint64_t sum = std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
        m_worse.clear();
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const auto there =
                std::span<const std::uint64_t>(m_numbers).subspan(i * numbers.size(), numbers.size());
            if (m_sums[i] <= sum) { // which can only be the better one
                if (isWithin(there, numbers)) return;
            } else if (isWithin(numbers, there)) {
                m_worse.push_back(i);
            }
        }
        removeWorse(numbers.size());
        m_values.push_back(std::move(value));
        m_sums.push_back(sum);
        m_numbers.insert(m_numbers.end(), numbers.begin(), numbers.end());
    }
    std::vector<Value>& values() { return m_values; }

  private:
    static bool isWithin(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a[i] > b[i]) return false;
        return true;
    }
    void removeWorse(std::size_t each) {
        if (m_worse.empty()) return;
        std::size_t to = m_worse.front(), next = 0;
        for (std::size_t i = to; i < m_values.size(); ++i) {
            if (next < m_worse.size() && m_worse[next] == i) {
                ++next;
                continue;
            }
            m_values[to] = std::move(m_values[i]);
            m_sums[to] = m_sums[i];
            std::copy_n(m_numbers.begin() + static_cast<std::ptrdiff_t>(i * each), each,
                        m_numbers.begin() + static_cast<std::ptrdiff_t>(to * each));
            ++to;
        }
        m_values.erase(m_values.begin() + static_cast<std::ptrdiff_t>(to), m_values.end());
        m_sums.resize(to);
        m_numbers.resize(to * each);
    }

    std::vector<Value> m_values;
    std::vector<std::uint64_t> m_sums, m_numbers;
    std::vector<std::size_t> m_worse; // of one call
};

} // namespace lw::lower::recompute
