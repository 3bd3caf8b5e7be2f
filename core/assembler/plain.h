// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/symbols.h"
#include "core/isa/bundle.h"
#include "core/isa/lookup.h"

#include <array>
#include <vector>

namespace lw::assembler {

// Reads most bundles at once: on one line, every slot named and ascending, operands that are registers,
// decimal numbers or names whose value is known. It has no messages: whatever it does not understand, or
// finds wrong, is read again by the general reader, which gives the same result for what both understand.
class PlainReader {
  public:
    void setTarget(const isa::Spec& spec);
    // The byte after the bundle that begins at `p`, or null. `targets`: code addresses below this are fine.
    const char* read(const char* p, const char* end, const Symbols& symbols, std::uint64_t targets);
    const isa::Bundle& bundle() const { return m_bundle; }

  private:
    struct PlainOperand {
        std::int8_t file = -1; // registers of this file
        bool shared = false;   // or of the shared one
        bool number = false;   // or integers
        bool target = false;   // that are code addresses
    };
    struct Row {
        bool plain = false;
        std::uint8_t count = 0;
        std::array<PlainOperand, isa::kMaxOperands> operands;
    };
    struct Cell {
        std::uint64_t key = 0;
        isa::OpId op = isa::kNoOp;
    };
    static constexpr std::size_t kCells = 256; // per slot class
    static std::size_t homeOf(std::uint64_t key) {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> 56);
    }

    const char* instruction(const char* p, const char* end, const Symbols& symbols, std::uint64_t targets);
    const char* predicate(const char* p, isa::SlotInsn& insn) const;
    const char* operand(const char* p, const PlainOperand& operand, isa::Value& value, const Symbols& symbols,
                        std::uint64_t targets) const;
    const isa::OpId* find(std::uint8_t slotClass, std::uint64_t key) const;

    const isa::Spec* m_spec = nullptr;
    std::vector<Row> m_rows;
    std::vector<std::uint64_t> m_slotKeys;
    std::vector<std::array<Cell, kCells>> m_cells; // per slot class
    std::array<std::int8_t, 256> m_fileOfLetter{};
    isa::Bundle m_bundle;
};

} // namespace lw::assembler
