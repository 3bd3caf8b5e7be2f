// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/hover_text.h"

#include "core/isa/complete.h"
#include "core/isa/lookup.h"
#include "core/machine/expression.h"
#include "core/manual/book.h"
#include "core/manual/glossary.h"
#include "core/program/hints.h"
#include "widgets/editor/caret_context.h"
#include "widgets/editor/completion.h"
#include "widgets/editor/tr.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lw::editor {

using source::TokenKind;

namespace {

constexpr int kCellsShown = 8;

QString bitsOf(const isa::Field& field) {
    QStringList out;
    for (const isa::Piece& piece : field.pieces)
        if (piece.width != 0) {
            const QString range =
                piece.width == 1
                    ? QString::number(piece.offset)
                    : QStringLiteral("%1:%2").arg(piece.offset + piece.width - 1).arg(piece.offset);
            out << (piece.absolute ? tr("%1 of the bundle").arg(range) : range);
        }
    return out.join(QStringLiteral(", "));
}

HoverText instruction(isa::OpId op, const SourceBook& book) {
    const isa::Spec& spec = book.spec();
    const isa::Insn& insn = spec.insns[op];
    HoverText out;
    out.title = QString::fromStdString(isa::syntaxOf(spec, op));
    out.lines << toQt(insn.summary);
    const QString latency = latencyOf(op, book);
    const QString slotNames = QString::fromStdString(isa::slotsText(spec, isa::lookupOf(spec).slotsOf(op)));
    out.lines << tr("%1 in %2").arg(toQt(spec.units[index(insn.unit)].title), slotNames) +
                     (latency.isEmpty() ? QString() : QStringLiteral(", ") + latency);
    const isa::SlotClass& slotClass = spec.classes[insn.slotClass];
    out.encoding << tr("code %1: %2").arg(insn.code).arg(bitsOf(slotClass.opcode));
    if (slotClass.predicate.exists()) out.encoding << tr("predicate: %1").arg(bitsOf(slotClass.predicate));
    for (const isa::Operand& operand : insn.operands) {
        if (operand.field.exists())
            out.encoding << QStringLiteral("%1: %2").arg(toQt(operand.name), bitsOf(operand.field));
        if (operand.registerField.exists())
            out.encoding << tr("%1 register: %2").arg(toQt(operand.name), bitsOf(operand.registerField));
    }
    return out;
}

isa::OpId opAt(const std::string& text, std::size_t start, std::string_view name, const SourceBook& book) {
    const CaretContext context = contextAt(text, start, book.spec(), book.words());
    const isa::Lookup& lookup = isa::lookupOf(book.spec());
    for (const isa::OpId op : lookup.opsNamed(name))
        if (!context.slot || (lookup.slotsOf(op) >> *context.slot & 1) != 0) return op;
    return isa::kNoOp;
}

HoverText registerText(std::string_view name, const SourceBook& book) {
    HoverText out;
    const auto named = isa::lookupOf(book.spec()).registerNamed(name);
    if (!named) return out;
    const isa::RegisterFile& file = book.spec().files[static_cast<std::size_t>(named->file)];
    out.title = toQt(name);
    out.lines << tr("number %1 of the %2").arg(named->number).arg(session::coreText(file.title));
    if (!file.summary.empty()) out.lines << toQt(file.summary);
    return out;
}

// "s0:" alone.
HoverText slotText(std::string_view name, const SourceBook& book) {
    HoverText out;
    const auto slot = isa::lookupOf(book.spec()).slotNamed(name);
    if (!slot) return out;
    const isa::Slot& row = book.spec().slots[*slot];
    const isa::SlotClass& slotClass = book.spec().classes[row.slotClass];
    out.title = toQt(name);
    out.lines << tr("Slot of class %1: %2").arg(toQt(slotClass.name), toQt(slotClass.summary))
              << tr("bits %1:%2 of the bundle").arg(row.base + row.width - 1).arg(row.base);
    return out;
}

// From the manual: how it is written and what it does.
HoverText directiveText(const std::string& name) {
    HoverText out;
    const manual::DirectiveText found = manual::directiveText(name);
    if (found.syntax.empty()) return out;
    out.title = QString::fromStdString(found.syntax).remove(QLatin1Char('`'));
    out.lines << QString::fromStdString(found.meaning).remove(QLatin1Char('`'));
    return out;
}

// For a hint, the form that its word has, wherever in it.
HoverText hintText(std::string_view line) {
    HoverText out;
    for (const program::HintForm& form : program::hintForms())
        if (line.substr(2, line.find_first_of(" \t\r") - 2) == form.word) {
            out.title = toQt(form.syntax);
            out.lines << toQt(form.meaning);
        }
    return out;
}

QString kindName(NameKind kind) {
    switch (kind) {
    case NameKind::Label: return tr("Label");
    case NameKind::Constant: return tr("Constant");
    case NameKind::Tensor: return tr("Tensor");
    case NameKind::Macro: return tr("Macro");
    default: return tr("Name");
    }
}

QString shapeOf(const program::NamedTensor& tensor, const isa::Spec& spec) {
    QStringList sizes;
    for (const std::uint64_t size : tensor.shape) sizes << QString::number(size);
    return tr("%1 [%2] in %3 at %4")
        .arg(toQt(tensor::nameOf(tensor.dtype)), sizes.join(QStringLiteral(", ")),
             toQt(spec.spaces[index(tensor.space)].name))
        .arg(tensor.address);
}

QStringList linesOf(const manual::Term& term) {
    QStringList out;
    if (!term.words.empty()) out << session::coreText(term.words);
    return out << session::coreText(term.text);
}

HoverText nameText(const std::string& name, const QString& path, const SourceBook& book) {
    HoverText out;
    out.title = QString::fromStdString(name);
    if (const auto found = book.definitionOf(name, path))
        out.lines << tr("%1, defined in %2:%3")
                         .arg(kindName(found->at.kind), QFileInfo(found->path).fileName())
                         .arg(found->at.line + 1);
    const auto* loaded = book.program();
    if (!loaded) return out;
    if (const auto* tensor = program::findTensor(*book.assembled(), name))
        out.lines << shapeOf(*tensor, book.spec());
    else if (const auto* symbol = program::findSymbol(*book.assembled(), name))
        out.lines << (symbol->kind == program::SymbolKind::Label ? tr("bundle %1").arg(symbol->value)
                                                                 : tr("value %1").arg(symbol->value));
    for (const program::TargetConstant& constant : loaded->machine.target.constants)
        if (constant.name == name) out.lines << tr("%1: a number of the machine").arg(constant.value);
    // A memory, a type, a word of the chip.
    if (const manual::Term* term = out.lines.isEmpty() ? manual::findTerm(name) : nullptr)
        out.lines << linesOf(*term);
    if (out.lines.isEmpty()) out.title.clear();
    return out;
}

std::optional<QString> evaluated(const std::string& expression, const session::Frame& frame) {
    const auto compiled = machine::Expression::compile(expression, frame.loaded->scope());
    if (!compiled) return {};
    const auto value = compiled->evaluate(frame.moment());
    return value ? std::optional(QString::fromStdString(machine::textOf(*value))) : std::nullopt;
}

} // namespace

QString valueOf(const std::string& name, const session::Frame& frame) {
    const auto* tensor = program::findTensor(frame.loaded->program, name);
    if (!tensor)
        if (const auto one = evaluated(name, frame)) return *one;
    // One index for each dimension: all 0 but the last.
    std::string before = name + "[0][";
    if (tensor) {
        before = name + "[";
        for (std::size_t i = 1; i < tensor->shape.size(); ++i) before += "0,";
    }
    QStringList cells;
    for (int i = 0; i <= kCellsShown; ++i) {
        const auto cell = evaluated(before + std::to_string(i) + "]", frame);
        if (!cell) break;
        cells << (i == kCellsShown ? QStringLiteral("...") : *cell);
    }
    return cells.join(QStringLiteral("  "));
}

namespace {

// A word of a text with the token it is part of.
struct TokenAt {
    TokenKind kind = TokenKind::Error;
    std::string name;
    std::size_t start = 0; // of the word in the text
    std::string all{};     // of the token
    int line = 0, column = 0;
};

std::optional<TokenAt> tokenAt(const std::string& text, std::size_t at, const source::Words& words) {
    const WordAt word = wordAt(text, at);
    if (word.length == 0) return {};
    std::size_t lineStart = text.rfind('\n', word.start);
    lineStart = lineStart == std::string::npos ? 0 : lineStart + 1;
    const std::string line = text.substr(lineStart, text.find('\n', word.start) - lineStart);
    source::Lexer lexer(line, &words);
    for (source::Token token; lexer.next(token);) {
        if (token.offset + token.text.size() <= word.start - lineStart) continue;
        if (token.offset > word.start - lineStart) break;
        const auto number =
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(word.start), '\n');
        return TokenAt{token.kind,
                       text.substr(word.start, word.length),
                       word.start,
                       std::string(token.text),
                       static_cast<int>(number),
                       static_cast<int>(word.start - lineStart)};
    }
    return {};
}

// A name that the machine has for a code of the operand there: which the chain makes it, and what it is of.
HoverText choiceText(const std::string& text, const TokenAt& token, const SourceBook& book) {
    const isa::Spec& spec = book.spec();
    const CaretContext context = contextAt(text, token.start, spec, book.words());
    HoverText out;
    for (const isa::Operand* const operand : operandsAt(context, spec)) {
        if (operand->selector == nullptr) continue;
        const isa::Selector& selector = *operand->selector;
        const bool isMeant = selector.byPosition != 0 && token.name == selector.names[selector.byPosition];
        const std::string_view name =
            isMeant ? nameInChain(context, *operand, spec) : std::string_view(token.name);
        if (std::ranges::find(selector.names, name) == selector.names.end()) continue;
        out.title = QString::fromStdString(token.name);
        if (isMeant)
            out.lines << tr("here %1, as the instructions before it in its chain have it").arg(toQt(name));
        if (const manual::Term* const term = manual::findTerm(name))
            out.lines << linesOf(*term);
        else
            out.lines << toQt(selector.summary);
    }
    return out;
}

} // namespace

HoverText hoverAt(const std::string& text, std::size_t at, const QString& path, const SourceBook& book,
                  const session::Frame* frame) {
    const auto token = tokenAt(text, at, book.words());
    if (!token) return {};
    HoverText out;
    switch (token->kind) {
    case TokenKind::Mnemonic:
    case TokenKind::Slot: {
        const isa::OpId op = opAt(text, token->start, token->name, book);
        return op == isa::kNoOp ? slotText(token->name, book) : instruction(op, book);
    }
    case TokenKind::Register: out = registerText(token->name, book); break;
    case TokenKind::Directive: return directiveText(token->name);
    case TokenKind::Comment: return token->all.starts_with(";@") ? hintText(token->all) : HoverText{};
    case TokenKind::Name:
    case TokenKind::Label: {
        if (HoverText choice = choiceText(text, *token, book); !choice.isEmpty()) return choice;
        const auto place = book.nameAt(path, token->line, token->column);
        out = nameText(place ? place->name : token->name, path, book);
        break;
    }
    default: return {};
    }
    if (!frame || out.isEmpty()) return out;
    out.value = valueOf(out.title.toStdString(), *frame);
    if (!out.value.isEmpty()) out.value.prepend(frame->loaded->heading());
    return out;
}

QStringList topicsOfWord(const std::string& text, std::size_t at, const QString& path,
                         const SourceBook& book) {
    const auto token = tokenAt(text, at, book.words());
    if (!token) return {};
    const QString name = QString::fromStdString(token->name);
    switch (token->kind) {
    case TokenKind::Mnemonic:
    case TokenKind::Slot: {
        const isa::OpId op = opAt(text, token->start, token->name, book);
        if (op == isa::kNoOp) return {QStringLiteral("slot ") + name, name};
        const isa::Insn& insn = book.spec().insns[op];
        return {toQt(book.spec().classes[insn.slotClass].name) + QLatin1Char('.') + toQt(insn.name), name};
    }
    case TokenKind::Name:
    case TokenKind::Label: {
        const auto place = book.nameAt(path, token->line, token->column);
        const auto found = book.definitionOf(place ? place->name : token->name, path);
        switch (found ? found->at.kind : NameKind::Unknown) {
        case NameKind::Label: return {QStringLiteral("label")};
        case NameKind::Constant: return {QStringLiteral(".equ")};
        case NameKind::Tensor: return {QStringLiteral(".tensor")};
        case NameKind::Macro: return {QStringLiteral(".macro")};
        default: return {name};
        }
    }
    default: return {name};
    }
}

} // namespace lw::editor
