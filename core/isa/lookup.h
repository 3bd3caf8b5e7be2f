// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::isa {

struct RegisterName {
    std::int8_t file = -1; // index into Spec::files
    std::uint8_t number = 0;
};

// The names of an instruction set, found fast: built once per Spec, no allocation per lookup.
class Lookup {
  public:
    explicit Lookup(const Spec& spec);

    const Spec& spec() const { return *m_spec; }

    // The rows of that name in the order of the table, at most one per slot class; empty if there is none.
    std::span<const OpId> opsNamed(std::string_view name) const;
    // The row of that class and name, or kNoOp.
    OpId opNamed(std::uint8_t slotClass, std::string_view name) const;
    // The row of that class and operation code, or kNoOp.
    OpId opWithCode(std::uint8_t slotClass, std::uint64_t code) const {
        return code < kCodes && slotClass < m_byCode.size() ? m_byCode[slotClass][code] : kNoOp;
    }
    // "r7" and the like; nothing when it is not a register name
    // or the number is beyond the file (see fileOf).
    std::optional<RegisterName> registerNamed(std::string_view name) const;
    // The register file whose prefix, followed only by digits, `name` is;
    // -1 if none. Tells "r99" from a label.
    std::int8_t fileOf(std::string_view name) const;
    std::optional<std::uint8_t> slotNamed(std::string_view name) const;
    std::optional<UnitId> unitNamed(std::string_view name) const;
    std::optional<SpaceId> spaceNamed(std::string_view name) const;
    // Bit set of the slots the row may go into.
    std::uint16_t slotsOf(OpId op) const { return m_slotsOf[op]; }
    // The encoding of the empty bundle.
    const Bits& emptyBits() const { return m_empty; }
    // Every mnemonic once, sorted.
    std::span<const std::string_view> mnemonics() const { return m_mnemonics; }
    // The mnemonic that a misspelt one most likely meant, or empty.
    std::string_view nearestMnemonic(std::string_view name) const;
    std::string_view nearestSlot(std::string_view name) const;

  private:
    static constexpr std::size_t kCodes = 256; // Insn::code is one byte
    struct Entry {
        std::string_view name;
        std::uint16_t first = 0; // into m_ops
        std::uint16_t count = 0;
    };
    std::size_t homeOf(std::string_view name) const;
    bool place(const std::vector<Entry>& entries);
    void buildNames();
    void buildCodes();

    const Spec* m_spec;
    std::uint64_t m_seed = 0;
    std::size_t m_mask = 0;
    std::vector<Entry> m_table;
    std::vector<OpId> m_ops;
    std::vector<std::string_view> m_mnemonics;
    std::vector<std::array<OpId, kCodes>> m_byCode;
    std::vector<std::uint16_t> m_slotsOf;
    Bits m_empty;
};

// The lookup of an instruction set that lives as long as the program; built on first use, from any thread.
const Lookup& lookupOf(const Spec& spec);

// The words of an instruction set, for colouring and completion: sorted, once each.
struct Words {
    std::vector<std::string_view> mnemonics;
    std::vector<std::string_view> slots;
    std::vector<std::string_view> spaces;
    std::vector<std::string_view> namedOperands; // "stride", "mask"
    std::vector<std::string> registers;          // "r0" ...
};
Words words(const Spec& spec);

// "r7": a register as it is written.
std::string registerText(const Spec& spec, std::int8_t file, unsigned number);
// "v0 or v1": the names of a bit set of slots.
std::string slotsText(const Spec& spec, std::uint16_t slots);

} // namespace lw::isa
