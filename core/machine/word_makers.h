// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/lookup.h"
#include "core/program/program.h"

#include <cstdint>
#include <optional>
#include <vector>

// The words of a register of many words have no type, but what wrote them has. This is what the program alone
// says of it: which bundle makes integers in which register, and which ones hold nothing else or never any.
namespace lw::machine {

// What a bundle makes of such a register.
struct Making {
    enum class Kind : std::uint8_t {
        Nothing, // it does not write it
        Integers,
        Moved,  // perhaps the words of `sources`, registers of the same file
        Popped, // a result of `unit`
        Loaded, // from memory
        Others,
    };
    Kind kind = Kind::Nothing;
    std::vector<std::uint8_t> sources{};
    isa::UnitId unit{};
};

// What a bundle gives a unit that gives it back, perhaps in another order.
struct Giving {
    isa::UnitId unit{};
    bool makesFloats = false;
    std::uint8_t source = 0; // register
};

// Of one register file.
class WordMakers {
  public:
    WordMakers(const program::Program& program, const isa::Spec& spec, std::int8_t file);

    const isa::Spec& spec() const { return m_spec; }
    std::int8_t file() const { return m_file; }
    Making making(std::uint32_t bundle, std::uint8_t number) const;
    std::optional<Giving> giving(std::uint32_t bundle, isa::UnitId unit) const;
    const std::vector<Giving>& givings() const { return m_givings; } // of all bundles
    // The register that a bundle stores to memory.
    std::optional<std::uint8_t> stored(std::uint32_t bundle) const;

    // Whatever wrote the register last made integers.
    bool isAlways(std::uint8_t number) const { return number < m_always.size() && m_always[number]; }
    // Nothing that writes it can have.
    bool isNever(std::uint8_t number) const { return number >= m_maybe.size() || !m_maybe[number]; }

  private:
    Making makingOf(const isa::SlotInsn& insn) const;
    std::optional<Giving> givingOf(const isa::SlotInsn& insn) const;
    std::optional<std::uint8_t> storedBy(const isa::SlotInsn& insn) const;
    std::optional<std::uint8_t> readBy(const isa::SlotInsn& insn) const;
    bool writes(const isa::SlotInsn& insn, std::uint8_t number) const;
    void collect(const isa::SlotInsn& insn);
    bool keepsIntegers(const Making& making) const;
    bool mayKeepIntegers(const Making& making) const;
    void findAlways();
    void findMaybe();

    const program::Program& m_program;
    const isa::Spec& m_spec;
    std::int8_t m_file;
    std::vector<std::vector<Making>> m_makings; // of each register
    std::vector<Giving> m_givings;
    std::vector<std::uint8_t> m_stored; // registers
    bool m_memoryMay = false;           // hold integers
    std::vector<bool> m_always, m_maybe;
};

} // namespace lw::machine
