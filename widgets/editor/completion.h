// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/caret_context.h"
#include "widgets/editor/source_book.h"

#include <QString>

#include <optional>
#include <vector>

namespace lw::editor {

enum class OfferKind : std::uint8_t {
    Directive,
    Mnemonic,
    Slot,
    Register,
    Operand, // a named one
    Label,
    Constant,
    Tensor,
    Macro,
    Function
};

// A word that may be written, with what people want to know before choosing it.
struct Offer {
    QString word;
    OfferKind kind = OfferKind::Directive;
    QString detail{};                      // beside the word: operands, a value, the meaning of a register
    QString title{};                       // how it is written
    QString facts{};                       // unit, slots, clocks
    QString meaning{};                     // a sentence
    std::optional<isa::UnitGroup> group{}; // for an instruction or a slot
};

// What may be written at the caret: words that begin with the letters there, the most fitting first.
// Mnemonics only if a slot that they fit is free.
std::vector<Offer> offersAt(const CaretContext& context, const SourceBook& book);

// "fadd d, x, y" with latency and summary, for the call tip; empty for an unknown instruction. The bytes
// [from, to) are those of the operand with that number.
struct CallTip {
    QString text;
    int from = 0, to = 0;
};
CallTip callTipOf(isa::OpId op, int operand, const SourceBook& book);
// "2 clocks (inferred)"; empty when the machine's table says nothing.
QString latencyOf(isa::OpId op, const SourceBook& book);

} // namespace lw::editor
