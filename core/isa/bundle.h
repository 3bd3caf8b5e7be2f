// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"

#include <array>
#include <cstdint>

// A bundle by its meaning (for assembler, disassembler and machine)
// and by its bits (as a program stores it).
namespace lw::isa {

// The bits of one bundle, bit n in word n / 64 at position n % 64. Enough for the widest chip; bits past
// Spec::bundleBits are zero.
struct Bits {
    std::array<std::uint64_t, 6> words{};
    bool operator==(const Bits&) const = default;

    constexpr std::uint64_t get(unsigned offset, unsigned width) const {
        if (width == 0) return 0;
        const unsigned word = offset / 64, shift = offset % 64;
        std::uint64_t value = words[word] >> shift;
        if (shift + width > 64) value |= words[word + 1] << (64 - shift);
        return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
    }
    constexpr void set(unsigned offset, unsigned width, std::uint64_t value) {
        if (width == 0) return;
        const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        const unsigned word = offset / 64, shift = offset % 64;
        value &= mask;
        words[word] = (words[word] & ~(mask << shift)) | (value << shift);
        if (shift + width > 64) {
            const unsigned done = 64 - shift;
            words[word + 1] = (words[word + 1] & ~(mask >> done)) | (value >> done);
        }
    }
};

constexpr std::uint64_t get(const Bits& bits, const Field& field, unsigned slotBase) {
    std::uint64_t value = 0;
    unsigned done = 0;
    for (const Piece& p : field.pieces) {
        value |= bits.get(p.absolute ? p.offset : p.offset + slotBase, p.width) << done;
        done += p.width;
    }
    return value;
}

constexpr void set(Bits& bits, const Field& field, unsigned slotBase, std::uint64_t value) {
    for (const Piece& p : field.pieces) {
        bits.set(p.absolute ? p.offset : p.offset + slotBase, p.width, value);
        value >>= p.width;
    }
}

// The meaning of an operand. Register: number in the operand's file. Shared: number in Spec::sharedFile,
// broadcast or used as an address. Number: a 32-bit constant (floats by their bits).
struct Value {
    enum class Kind : std::uint8_t { Number, Register, Shared } kind = Kind::Number;
    std::uint32_t value = 0;
    bool operator==(const Value&) const = default;
};

// The meaning of an operand that is not written: either part of an address is then 0; elsewhere it is the
// constant of code 0, if the operand's selector has one there, or 0 for a named number without a selector.
struct Default {
    bool exists = false;
    Value value{};
};
constexpr Default defaultOf(const Operand& operand) {
    if (operand.form == Form::Base || operand.form == Form::Offset) return {true, {}};
    if (operand.selector == nullptr) return {operand.form == Form::Named && operand.file < 0, {}};
    for (const CodeRange& range : operand.selector->codes)
        if (range.first == 0 && range.meaning == CodeMeaning::Value)
            return {true, {Value::Kind::Number, static_cast<std::uint32_t>(range.base)}};
    return {};
}

struct SlotInsn {
    OpId op = kNoOp;
    std::uint8_t slot = 0;                      // index into Spec::slots
    std::uint8_t predicate = 0;                 // the predicate field as encoded
    std::array<Value, kMaxOperands> operands{}; // unused ones are zero
    bool operator==(const SlotInsn&) const = default;
};

// The instructions of one bundle, sorted by slot index. An absent slot is not listed.
struct Bundle {
    std::array<SlotInsn, kMaxSlots> insns{};
    std::uint8_t count = 0;

    SlotInsn* begin() { return insns.data(); }
    SlotInsn* end() { return insns.data() + count; }
    const SlotInsn* begin() const { return insns.data(); }
    const SlotInsn* end() const { return insns.data() + count; }
    const SlotInsn* inSlot(std::uint8_t slot) const {
        for (const SlotInsn& i : *this)
            if (i.slot == slot) return &i;
        return nullptr;
    }
    friend bool operator==(const Bundle& a, const Bundle& b) {
        if (a.count != b.count) return false;
        for (std::uint8_t i = 0; i < a.count; ++i)
            if (!(a.insns[i] == b.insns[i])) return false;
        return true;
    }
};

} // namespace lw::isa
