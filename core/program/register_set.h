// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/isa/spec.h"

#include <array>
#include <bit>
#include <cstdint>

namespace lw::program {

// A set of registers of all files together, as RegisterNumbers counts them.
class RegisterSet {
  public:
    static constexpr unsigned kMost = 128;

    static RegisterSet all() { return RegisterSet({~std::uint64_t{0}, ~std::uint64_t{0}}); }
    constexpr RegisterSet() = default;

    void add(unsigned number) { m_words[number / 64] |= std::uint64_t{1} << number % 64; }
    void remove(unsigned number) { m_words[number / 64] &= ~(std::uint64_t{1} << number % 64); }
    bool has(unsigned number) const { return (m_words[number / 64] >> number % 64 & 1) != 0; }
    bool empty() const { return (m_words[0] | m_words[1]) == 0; }
    bool operator==(const RegisterSet&) const = default;

    friend RegisterSet operator|(const RegisterSet& a, const RegisterSet& b) {
        return RegisterSet({a.m_words[0] | b.m_words[0], a.m_words[1] | b.m_words[1]});
    }
    friend RegisterSet operator&(const RegisterSet& a, const RegisterSet& b) {
        return RegisterSet({a.m_words[0] & b.m_words[0], a.m_words[1] & b.m_words[1]});
    }
    friend RegisterSet operator-(const RegisterSet& a, const RegisterSet& b) {
        return RegisterSet({a.m_words[0] & ~b.m_words[0], a.m_words[1] & ~b.m_words[1]});
    }

    // Calls visit(number) for each register, ascending.
    template <typename Visit> void each(Visit&& visit) const {
        for (unsigned word = 0; word < m_words.size(); ++word)
            for (std::uint64_t rest = m_words[word]; rest != 0; rest &= rest - 1)
                visit(word * 64 + static_cast<unsigned>(std::countr_zero(rest)));
    }

  private:
    explicit constexpr RegisterSet(std::array<std::uint64_t, 2> words) : m_words(words) {}
    std::array<std::uint64_t, 2> m_words{};
};

// One number for every register of every file of a chip.
class RegisterNumbers {
  public:
    explicit RegisterNumbers(const isa::Spec& spec) {
        LW_REQUIRE(spec.files.size() < m_first.size(), "a chip has more register files than expected");
        for (std::size_t i = 0; i < spec.files.size(); ++i) m_first[i + 1] = m_first[i] + spec.files[i].count;
        m_files = spec.files.size();
        LW_REQUIRE(m_first[m_files] <= RegisterSet::kMost, "a chip has more registers than expected");
    }
    unsigned of(std::int8_t file, unsigned number) const { return m_first[index(file)] + number; }
    std::int8_t fileOf(unsigned number) const {
        std::size_t file = 0;
        while (number >= m_first[file + 1]) ++file;
        return static_cast<std::int8_t>(file);
    }
    unsigned inFile(unsigned number) const { return number - m_first[index(fileOf(number))]; }
    RegisterSet allOf(std::int8_t file) const {
        RegisterSet out;
        for (unsigned n = of(file, 0); n < m_first[index(file) + 1]; ++n) out.add(n);
        return out;
    }

  private:
    static std::size_t index(std::int8_t file) { return static_cast<std::uint8_t>(file); }

    std::array<unsigned, 10> m_first{}; // one more than files
    std::size_t m_files = 0;
};

} // namespace lw::program
