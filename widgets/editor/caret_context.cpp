// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/caret_context.h"

#include "core/isa/lookup.h"
#include "core/source/chars.h"

#include <algorithm>
#include <bit>
#include <span>

namespace lw::editor {

using source::Token;
using source::TokenKind;
using Tokens = std::span<const Token>;

namespace {

constexpr int kLinesAround = 64; // a bundle is not longer

bool isMark(const Token& token, char c) { return token.kind == TokenKind::Punctuation && token.text[0] == c; }

// Where the lines around `at` begin and end.
std::pair<std::size_t, std::size_t> linesAround(const std::string& text, std::size_t at) {
    std::size_t from = at, to = at;
    for (int line = 0; line < kLinesAround && from > 0;) {
        --from;
        if (text[from] == '\n' && ++line == kLinesAround) ++from;
    }
    for (int line = 0; line < kLinesAround && to < text.size(); ++to)
        if (text[to] == '\n') ++line;
    return {from, to};
}

// The statement the caret is in: a bundle between its braces, or a line without braces.
struct Stretch {
    std::size_t first = 0, last = 0; // tokens [first, last)
    bool isBundle = false;
};

bool endsOpenBundle(const Token& token) {
    return token.kind == TokenKind::Directive || token.kind == TokenKind::Label || isMark(token, '{') ||
           isMark(token, '}');
}

Stretch stretchAt(const std::vector<Token>& tokens, const std::string& text, std::size_t caret) {
    std::size_t open = tokens.size();
    std::size_t behind = 0; // the first token at or after the caret
    for (; behind < tokens.size() && tokens[behind].offset < caret; ++behind) {
        const Token& token = tokens[behind];
        if (isMark(token, '{'))
            open = behind;
        else if (endsOpenBundle(token))
            open = tokens.size();
    }
    if (open < tokens.size()) {
        std::size_t last = behind;
        while (last < tokens.size() && !endsOpenBundle(tokens[last])) ++last;
        return {open + 1, last, true};
    }
    const auto lineOf = [&](std::size_t at) {
        return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    };
    const auto line = lineOf(caret);
    std::size_t first = behind;
    while (first > 0 && lineOf(tokens[first - 1].offset) == line && !isMark(tokens[first - 1], '}')) --first;
    return {first, behind, false};
}

// An instruction's tokens, read from the left.
struct Reading {
    std::optional<std::uint8_t> slot;
    isa::OpId op = isa::kNoOp;
    bool hasHead = false; // a mnemonic, or a word that should be one
    std::size_t head = 0;
};

Reading read(Tokens tokens, const isa::Spec& spec) {
    const isa::Lookup& lookup = isa::lookupOf(spec);
    Reading out;
    std::size_t at = 0;
    if (at < tokens.size() && tokens[at].kind == TokenKind::Slot) {
        out.slot = lookup.slotNamed(tokens[at].text.substr(0, tokens[at].text.size() - 1));
        ++at;
    }
    if (at < tokens.size() && isMark(tokens[at], '@')) {
        ++at;
        if (at < tokens.size() && isMark(tokens[at], '!')) ++at;
        if (at < tokens.size() && tokens[at].kind == TokenKind::Register) ++at;
    }
    out.head = at;
    if (at < tokens.size() &&
        (tokens[at].kind == TokenKind::Mnemonic || tokens[at].kind == TokenKind::Name)) {
        out.hasHead = true;
        for (const isa::OpId op : lookup.opsNamed(tokens[at].text))
            if (!out.slot || (lookup.slotsOf(op) >> *out.slot & 1) != 0) {
                out.op = op;
                break;
            }
    } else if (out.slot) { // a slot may have an instruction named like it, which is not written
        out.op = lookup.opNamed(spec.slots[*out.slot].slotClass, spec.slots[*out.slot].name);
    }
    return out;
}

isa::Bundle placed(const std::vector<Reading>& readings, const isa::Spec& spec, bool lowest) {
    isa::Bundle out;
    std::uint32_t taken = 0;
    const auto add = [&](isa::OpId op, unsigned slot) {
        if (out.count == isa::kMaxSlots || (taken >> slot & 1) != 0) return;
        taken |= 1u << slot;
        isa::SlotInsn insn;
        insn.op = op;
        insn.slot = static_cast<std::uint8_t>(slot);
        out.insns[out.count++] = insn;
    };
    for (const Reading& reading : readings)
        if (reading.slot && reading.op != isa::kNoOp) add(reading.op, *reading.slot);
    for (const Reading& reading : readings) {
        if (reading.slot || reading.op == isa::kNoOp) continue;
        const std::uint32_t free = isa::lookupOf(spec).slotsOf(reading.op) & ~taken;
        if (free != 0)
            add(reading.op,
                static_cast<unsigned>(lowest ? std::countr_zero(free) : std::bit_width(free) - 1));
    }
    std::sort(out.begin(), out.end(),
              [](const isa::SlotInsn& a, const isa::SlotInsn& b) { return a.slot < b.slot; });
    return out;
}

// The instruction at the caret; the others of the bundle are put into `readings`.
Tokens ownTokens(Tokens bundle, std::size_t caret, const isa::Spec& spec, std::vector<Reading>& readings) {
    Tokens own;
    for (std::size_t first = 0; first <= bundle.size();) {
        std::size_t last = first;
        while (last < bundle.size() && !isMark(bundle[last], ';')) ++last;
        const Tokens one = bundle.subspan(first, last - first);
        const bool beginsBefore = first == 0 || bundle[first - 1].offset < caret;
        const bool endsBehind = last == bundle.size() || bundle[last].offset >= caret;
        if (beginsBefore && endsBehind)
            own = one;
        else if (!one.empty())
            readings.push_back(read(one, spec));
        first = last + 1;
    }
    return own;
}

void readOwn(Tokens own, std::size_t caret, bool isBundle, const isa::Spec& spec, CaretContext& out) {
    using Where = CaretContext::Where;
    while (!own.empty() && own.back().offset >= caret) own = own.first(own.size() - 1);
    while (!own.empty() && own.front().kind == TokenKind::Label) own = own.subspan(1);
    if (!own.empty() && own.front().kind == TokenKind::Directive) {
        out.where = Where::Argument;
        return;
    }
    const Reading reading = read(own, spec);
    out.slot = reading.slot;
    out.op = reading.op;
    int depth = 0;
    for (const Token& token : own) {
        if (isMark(token, '[') || isMark(token, '(')) ++depth;
        if (isMark(token, ']') || isMark(token, ')')) --depth;
        if (isMark(token, ',') && depth == 0) ++out.operand;
    }
    const bool begun = reading.head < own.size(); // there is something after slot and predicate
    if (!begun)
        out.where = isBundle || !own.empty() ? Where::Instruction : Where::Statement;
    else
        out.where = reading.op != isa::kNoOp || isBundle ? Where::Operand : Where::Argument;
}

// The instructions of the chain that these tokens leave open, as far as they say it.
std::vector<isa::SlotInsn> chainBefore(Tokens tokens, const isa::Spec& spec) {
    std::vector<isa::SlotInsn> out;
    std::size_t operand = 0;
    for (const Token& token : tokens) {
        if (token.kind == TokenKind::Mnemonic) {
            const auto ops = isa::lookupOf(spec).opsNamed(token.text);
            if (ops.empty()) continue;
            const bool isBorder =
                (spec.insns[ops.front()].effects & (isa::kBeginsChain | isa::kEndsChain)) != 0;
            if (isBorder) out.clear();
            out.emplace_back().op = ops.front();
            operand = 0;
            continue;
        }
        if (isMark(token, ',')) ++operand;
        if (token.kind != TokenKind::Name || out.empty()) continue;
        const isa::Operands& operands = spec.insns[out.back().op].operands;
        if (operand >= operands.size() || operands[operand].selector == nullptr) continue;
        const isa::Selector& selector = *operands[operand].selector;
        isa::Value& value = out.back().operands[operand];
        const auto named = std::ranges::find(selector.names, token.text);
        if (named == selector.names.end()) continue;
        value.value = static_cast<std::uint32_t>(named - selector.names.begin());
        if (selector.byPosition != 0 && value.value == selector.byPosition)
            spec.settle(std::span(out).first(out.size() - 1), out.back());
    }
    return out;
}

// Where the word of the hint around a place of a text begins: not in a bundle, whose `;@` is a predicate.
std::optional<std::size_t> hintAt(const std::string& text, std::size_t at, const source::Words& words) {
    const std::size_t begin = text.rfind(";@", at);
    if (begin == std::string::npos || begin + 2 > at || text.find('\n', begin) < at) return {};
    const std::string before = text.substr(0, begin);
    const std::vector<Token> tokens = source::tokenize(before, &words);
    if (!tokens.empty() && tokens.back().kind == TokenKind::Comment &&
        before.find('\n', tokens.back().offset) == std::string::npos)
        return {};
    if (stretchAt(tokens, before, before.size()).isBundle) return {};
    return begin + 2;
}

} // namespace

WordAt wordAt(const std::string& text, std::size_t at) {
    std::size_t from = std::min(at, text.size()), to = from;
    const auto isWord = [&](std::size_t i) {
        return source::is(text[i], source::kNameMore) && text[i] != '@';
    };
    while (from > 0 && isWord(from - 1)) --from;
    while (to < text.size() && isWord(to)) ++to;
    return {from, to - from};
}

CaretContext contextAt(const std::string& text, std::size_t caret, const isa::Spec& spec,
                       const source::Words& words) {
    CaretContext out;
    const auto [from, to] = linesAround(text, std::min(caret, text.size()));
    std::string part = text.substr(from, to - from);
    std::size_t at = std::min(caret, text.size()) - from;
    const WordAt word = wordAt(part, at);
    out.prefix = part.substr(word.start, at - word.start);
    out.start = from + word.start;
    if (const auto hint = hintAt(part, at, words)) {
        out.where = CaretContext::Where::Hint;
        out.operand = *hint == word.start ? 0 : 1;
        return out;
    }
    // The word at the caret is going to be replaced: its present form does not count.
    std::fill_n(part.begin() + static_cast<std::ptrdiff_t>(word.start), word.length, ' ');
    at = word.start;
    const std::vector<Token> all = source::tokenize(part, &words);
    std::vector<Token> tokens;
    for (const Token& token : all) {
        const bool isText = token.kind == TokenKind::Comment || token.kind == TokenKind::String ||
                            (token.kind == TokenKind::Error && token.text[0] == '"');
        const std::size_t end = token.offset + token.text.size();
        if (isText && token.offset < at && (at < end || (at == end && token.kind == TokenKind::Comment)))
            return out;
        if (token.kind != TokenKind::Comment) tokens.push_back(token);
    }
    const Stretch stretch = stretchAt(tokens, part, at);
    const Tokens own = Tokens(tokens).subspan(stretch.first, stretch.last - stretch.first);
    std::vector<Reading> readings;
    if (stretch.isBundle) {
        readOwn(ownTokens(own, at, spec, readings), at, true, spec, out);
        out.others = {placed(readings, spec, true), placed(readings, spec, false)};
    } else {
        readOwn(own, at, false, spec, out);
        out.others = {isa::Bundle{}};
        if (spec.settle != nullptr) out.chain = chainBefore(Tokens(tokens).first(stretch.first), spec);
    }
    return out;
}

std::vector<const isa::Operand*> operandsAt(const CaretContext& context, const isa::Spec& spec) {
    std::vector<const isa::Operand*> out;
    if (context.op == isa::kNoOp) return out;
    int written = -1;
    for (const isa::Operand& operand : spec.insns[context.op].operands) {
        if (operand.form == isa::Form::Named) continue;
        if (operand.form != isa::Form::Offset) ++written; // [base+offset] is one, as written
        if (written == context.operand) out.push_back(&operand);
    }
    return out;
}

std::string_view nameInChain(const CaretContext& context, const isa::Operand& operand,
                             const isa::Spec& spec) {
    const isa::Operands& operands = spec.insns[context.op].operands;
    isa::SlotInsn insn;
    insn.op = context.op;
    isa::Value& value = insn.operands[static_cast<std::size_t>(&operand - &operands[0])];
    value.value = operand.selector->byPosition;
    spec.settle(context.chain, insn);
    return operand.selector->names[value.value];
}

} // namespace lw::editor
