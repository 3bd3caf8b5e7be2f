// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <array>
#include <cstdint>
#include <string>

// Which immediate of a bundle holds which constant. The rule is in encode.h.
namespace lw::isa {

inline constexpr std::size_t kMaxImmediates = 8;

// A constant that needs an immediate, or an aligned pair of them.
// Not initialised: an encoder has room for many.
struct ConstantNeed {
    std::uint32_t value; // 16 bits, or 32 of a pair
    bool pair;
    std::uint8_t first; // the first immediate (or pair) in reach
    std::uint8_t end;   // one past the last
    std::uint8_t insn;  // who needs it: index into Bundle::insns
    std::uint8_t operand;
    std::uint8_t codeOfFirst; // the code that means `first`
    std::uint8_t placed;      // result: the immediate (or pair) that holds it
};

struct ConstantNeeds {
    std::array<ConstantNeed, kMaxSlots * kMaxOperands> items;
    std::size_t count = 0;
    ConstantNeed* begin() { return items.data(); }
    ConstantNeed* end() { return items.data() + count; }
    const ConstantNeed* begin() const { return items.data(); }
    const ConstantNeed* end() const { return items.data() + count; }
};

class Immediates {
  public:
    explicit Immediates(std::size_t count) : m_count(static_cast<std::uint8_t>(count)) {}

    // Places every need; false if that is impossible.
    bool place(ConstantNeeds& needs);
    bool used(std::size_t index) const { return (m_used >> index & 1) != 0; }
    std::uint16_t value(std::size_t index) const { return m_values[index]; }

  private:
    bool placeSingle(ConstantNeed& need);
    bool placePair(ConstantNeed& need);
    bool placeSingles(ConstantNeeds& needs, bool narrow);
    bool tryPairs(ConstantNeeds& needs, std::size_t from);
    bool fits(std::uint32_t value, std::size_t pair) const;
    void take(std::uint32_t value, std::size_t pair);

    std::array<std::uint16_t, kMaxImmediates> m_values{};
    std::uint8_t m_used = 0;
    std::uint8_t m_count;
};

} // namespace lw::isa
