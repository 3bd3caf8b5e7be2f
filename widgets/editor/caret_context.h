// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/bundle.h"
#include "core/source/lexer.h"

#include <optional>
#include <string>
#include <vector>

namespace lw::editor {

// What is around the caret: it decides what may be typed there.
struct CaretContext {
    enum class Where : std::uint8_t {
        Nothing,     // a comment or a string
        Statement,   // the beginning of a line: directive, macro, label or instruction
        Instruction, // inside a bundle, before the mnemonic
        Operand,     // of `op`, if known
        Argument,    // of a directive or macro
        Hint         // `;@word ...`: its word at operand 0, or what comes after
    };
    Where where = Where::Nothing;
    std::string prefix;    // letters of a word left of the caret
    std::size_t start = 0; // where it begins
    // The other instructions of the bundle. If the text leaves a slot open there are two ways to choose,
    // the lowest or the highest free one: the assembler may take either.
    std::vector<isa::Bundle> others;
    std::optional<std::uint8_t> slot; // the one written before the caret
    isa::OpId op = isa::kNoOp;        // of the instruction the caret is in
    int operand = 0;                  // commas before the caret
    // The instructions before it in its chain, where a table has operands that are what these make them.
    std::vector<isa::SlotInsn> chain;
};

// The operand at the caret, if it is written without a name; of [base+offset] both.
std::vector<const isa::Operand*> operandsAt(const CaretContext& context, const isa::Spec& spec);
// What an operand that is `byPosition` stands for at the caret.
std::string_view nameInChain(const CaretContext& context, const isa::Operand& operand, const isa::Spec& spec);

// The text ends with a readable NUL, like std::string's; `caret` counts bytes.
CaretContext contextAt(const std::string& text, std::size_t caret, const isa::Spec& spec,
                       const source::Words& words);

// The letters of a word left and right of a place; empty if there are none.
struct WordAt {
    std::size_t start = 0, length = 0;
};
WordAt wordAt(const std::string& text, std::size_t at);

} // namespace lw::editor
