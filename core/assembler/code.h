// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/expression.h"
#include "core/isa/encode.h"
#include "core/isa/lookup.h"

#include <array>
#include <deque>
#include <string_view>
#include <vector>

namespace lw::assembler {

inline constexpr std::size_t kMaxWritten = 8; // operands of one instruction, base and offset counted apart

// An operand as it is written.
struct Written {
    enum class Kind : std::uint8_t { Missing, Register, Number, Deferred, Poison } kind = Kind::Missing;
    enum class Form : std::uint8_t { Plain, Base, Offset, Named } form = Form::Plain;
    std::int8_t file = -1; // of a Register
    std::uint8_t number = 0;
    std::uint32_t length = 0;
    const char* at = nullptr;
    std::string_view name; // of a Named one
    Number value;
    NodeId node = kNone; // of a Deferred one
};

// An instruction of the bundle that is being read.
struct Draft {
    const char* at = nullptr; // the mnemonic, or what stands for it
    std::string_view mnemonic;
    std::span<const isa::OpId> rows; // that the mnemonic and the slot may mean
    std::int8_t slot = -1;           // -1: not chosen by the text
    std::uint8_t predicate = 0;
    bool poisoned = false;
    bool waits = false; // for names defined below
    std::uint8_t count = 0;
    std::array<Written, kMaxWritten> operands;
    std::array<std::int8_t, isa::kMaxOperands> writtenAt; // of each operand of the row, -1 = left out
    isa::SlotInsn insn;
};

// Bundles: from what is written to rows, slots and bits.
// Those that use names defined below wait until the end.
class Code {
  public:
    Code(program::Program& program, Reader& reader, Reports& reports, Expressions& expressions)
        : m_program(program), m_reader(reader), m_reports(reports), m_expressions(expressions) {}

    void setTarget(const program::Target& target);
    void expect(std::size_t bundles); // about that many will come
    const isa::Lookup& lookup() const { return *m_lookup; }
    std::size_t bundleCount() const { return m_program.bundles.size(); }

    // Reading a bundle: begin, add drafts, end.
    void begin() { m_count = 0, m_poisoned = m_overfull = false; }
    Draft* add(const char* at); // null after a report when there are more than slots
    void drop();
    // Finds the row and, if the text names a slot, checks that it fits. The draft's operands are complete.
    void finish(Draft& draft);
    void poison() { m_poisoned = true; }
    // Chooses slots, encodes, appends. `from`: the first byte of the bundle, `length` up to its end.
    void end(const char* from, std::size_t length);

    // Appends a bundle that needs no thought; false if there is anything to say about it.
    bool appendPlain(const isa::Bundle& bundle, const Place& place);
    // Empty bundles up to number `to`; reports when the instruction memory is too small.
    void pad(std::uint64_t to, const Spot& spot);
    void encodeWaiting();
    std::size_t bytes() const;

  private:
    struct Accepts {
        bool reg = false, shared = false, number = false;
    };
    struct Late {               // a value of a waiting bundle
        std::uint32_t insn = 0; // index into m_waitingInsns
        std::uint8_t operand = 0;
        NodeId node = kNone;
    };
    struct Waiting {
        std::uint32_t bundle = 0;
        std::uint32_t context = kNone;
        std::uint32_t firstInsn = 0, firstLate = 0;
        std::uint8_t insns = 0, late = 0;
    };
    struct Target {
        std::uint32_t bundle = 0;
        Spot spot;
    };

    void forget(const Draft& draft);
    bool fits(const Draft& draft, isa::OpId op) const;
    const Written* written(const Draft& draft, const isa::Operand& operand, std::size_t& next) const;
    bool kindFits(const Written& written, const isa::Operand& operand, const Accepts& accepts) const;
    bool bind(Draft& draft, isa::OpId op);
    bool bindOperand(Draft& draft, const isa::Insn& row, std::size_t index, const Written& written);
    bool bindDefault(Draft& draft, const isa::Insn& row, std::size_t index);
    bool checkLeftOver(Draft& draft, const isa::Insn& row, std::size_t next);
    bool toWord(Number value, const isa::Operand& operand, const Spot& spot, std::uint32_t& word);
    void reportCount(const Draft& draft, const isa::Insn& row);
    std::string otherPlaceFor(const Draft& draft, const isa::Insn& row, const isa::Operand& operand,
                              const Written& w) const;
    void reportKind(const Draft& draft, const isa::Insn& row, const isa::Operand& operand,
                    const Written& written);

    bool chooseSlots();
    void settle();
    std::vector<isa::SlotInsn> chainBefore(std::size_t bundle) const;
    void reportSlotTaken(std::size_t second);
    bool takeSlot(Draft& draft, std::uint16_t& taken);
    void sort();
    void wait();
    void reportDrafts();
    bool append(const Place& place, const char* from);
    void report(const isa::Finding& finding, std::span<const Spot> insns, std::uint32_t context);
    Spot spotOf(const Draft& draft) const {
        return m_reader.spotOf(draft.at, std::max<std::size_t>(draft.mnemonic.size(), 1));
    }

    program::Program& m_program;
    Reader& m_reader;
    Reports& m_reports;
    Expressions& m_expressions;
    const program::Target* m_target = nullptr;
    const isa::Spec* m_spec = nullptr;
    const isa::Lookup* m_lookup = nullptr;
    std::vector<std::array<Accepts, isa::kMaxOperands>> m_accepts; // per row
    std::vector<std::uint16_t> m_borrows;                          // per row: slots that must stay empty

    std::array<Draft, isa::kMaxSlots> m_drafts;
    std::size_t m_count = 0;
    bool m_poisoned = false;
    bool m_overfull = false; // the bundle; said once
    bool m_full = false;     // the instruction memory; said once
    isa::Bundle m_bundle;
    std::vector<isa::Finding> m_findings;
    std::array<std::uint8_t, isa::kMaxSlots> m_order{}; // drafts by slot

    std::deque<Waiting> m_waiting;
    std::deque<isa::SlotInsn> m_waitingInsns;
    std::deque<Spot> m_waitingSpots; // of the instructions
    std::deque<Late> m_late;
    std::vector<Target> m_targets; // branches forward to a number
};

} // namespace lw::assembler
