// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

// Which of many random cases a run of the tests looks at.
namespace lw::test {

// One of each fifty numbers below `count`, another one each time; all of them if LW_EVERY_SEED is set; that
// one alone which LW_SEED names. If the test fails, the last one is printed, to be looked at again.
class Seeds {
  public:
    explicit Seeds(std::uint32_t count);
    ~Seeds();
    Seeds(const Seeds&) = delete;
    Seeds& operator=(const Seeds&) = delete;

    class Iterator {
      public:
        Iterator(const Seeds& seeds, std::size_t at) : m_seeds(&seeds), m_at(at) {}
        std::uint32_t operator*() const { return m_seeds->m_last = m_seeds->m_numbers[m_at]; }
        Iterator& operator++() {
            ++m_at;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

      private:
        const Seeds* m_seeds;
        std::size_t m_at;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, m_numbers.size()}; }
    std::size_t size() const { return m_numbers.size(); }
    // Whether as many were found as is usual, one in `each` numbers, less what chance may take: of few
    // numbers nothing is asked.
    bool areEnough(int found, double each) const;

  private:
    std::vector<std::uint32_t> m_numbers;
    mutable std::uint32_t m_last = 0;
};
inline Seeds seedsBelow(std::uint32_t count) { return Seeds(count); }

} // namespace lw::test
