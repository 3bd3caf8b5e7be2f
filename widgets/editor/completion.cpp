// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/completion.h"

#include "core/assembler/assemble.h"
#include "core/isa/complete.h"
#include "core/isa/lookup.h"
#include "core/isa/operand.h"
#include "core/manual/book.h"
#include "core/manual/glossary.h"
#include "core/program/hints.h"
#include "widgets/editor/tr.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lw::editor {

namespace {

using Where = CaretContext::Where;

Offer offerOf(isa::OpId op, const SourceBook& book) {
    const isa::Spec& spec = book.spec();
    const isa::Insn& insn = spec.insns[op];
    const isa::Unit& unit = spec.units[index(insn.unit)];
    const QString syntax = QString::fromStdString(isa::syntaxOf(spec, op));
    const QString latency = latencyOf(op, book);
    QString facts = tr("%1 in %2")
                        .arg(toQt(unit.title),
                             QString::fromStdString(isa::slotsText(spec, isa::lookupOf(spec).slotsOf(op))));
    if (!latency.isEmpty()) facts += QStringLiteral(", ") + latency;
    return {toQt(insn.name),
            OfferKind::Mnemonic,
            syntax.mid(static_cast<qsizetype>(insn.name.size()) + 1),
            syntax,
            facts,
            toQt(insn.summary),
            unit.group};
}

// The unit of the class's first instruction that does something: its slots look like that unit.
std::optional<isa::UnitGroup> groupOf(const isa::Spec& spec, std::uint8_t slotClass) {
    for (const isa::Insn& insn : spec.insns)
        if (insn.slotClass == slotClass) return spec.units[index(insn.unit)].group;
    return {};
}

// Of a name for a code: what the glossary calls it, or what all such codes are.
QString meaningOf(std::string_view name, const isa::Selector& selector) {
    const manual::Term* const term = manual::findTerm(name);
    if (term == nullptr) return toQt(selector.summary);
    return session::coreText(term->words.empty() ? term->text : term->words);
}

class Offers {
  public:
    Offers(const CaretContext& context, const SourceBook& book)
        : m_context(context), m_book(book), m_spec(book.spec()) {}

    std::vector<Offer> take() {
        switch (m_context.where) {
        case Where::Nothing: return {};
        case Where::Statement:
            directives();
            mnemonics();
            names(NameKind::Macro);
            break;
        case Where::Instruction:
            mnemonics();
            slotNames();
            if (m_context.op != isa::kNoOp) operands();
            break;
        case Where::Operand: operands(); break;
        case Where::Hint: hints(); break;
        case Where::Argument:
            values();
            words();
            break;
        }
        return std::move(m_out);
    }

  private:
    bool fits(std::string_view word) const { return word.starts_with(m_context.prefix); }

    void add(Offer offer) {
        const bool isThere =
            std::any_of(m_out.begin(), m_out.end(), [&](const Offer& one) { return one.word == offer.word; });
        if (!isThere) m_out.push_back(std::move(offer));
    }

    void directives() {
        for (const std::string_view name : assembler::directiveNames()) {
            if (!fits(name)) continue;
            const manual::DirectiveText text = manual::directiveText(name);
            const QString syntax = QString::fromStdString(text.syntax).remove(QLatin1Char('`'));
            add({toQt(name),
                 OfferKind::Directive,
                 syntax.section(QLatin1Char(' '), 1),
                 syntax,
                 {},
                 QString::fromStdString(text.meaning).remove(QLatin1Char('`'))});
        }
    }

    // The word of a hint; after it places, which are words of the machine, and names.
    void hints() {
        if (m_context.operand > 0) {
            names(NameKind::Tensor);
            return words();
        }
        for (const program::HintForm& form : program::hintForms())
            if (fits(form.word))
                add({toQt(form.word),
                     OfferKind::Directive,
                     toQt(form.syntax).section(QLatin1Char(' '), 1),
                     toQt(form.syntax),
                     {},
                     toQt(form.meaning)});
    }

    void mnemonics() {
        const std::size_t before = m_out.size();
        for (const isa::Bundle& others : m_context.others)
            for (const isa::Completion& one : isa::completions(m_spec, others, m_context.prefix))
                if (!m_context.slot || (one.slots >> *m_context.slot & 1) != 0) add(offerOf(one.op, m_book));
        std::sort(m_out.begin() + static_cast<std::ptrdiff_t>(before), m_out.end(),
                  [](const Offer& a, const Offer& b) { return a.word < b.word; });
    }

    void slotNames() {
        if (m_context.slot) return;
        for (std::size_t i = 0; i < m_spec.slots.size(); ++i) {
            const isa::Slot& slot = m_spec.slots[i];
            if (!fits(std::string(slot.name) + ":") ||
                m_context.others.front().inSlot(static_cast<std::uint8_t>(i)))
                continue;
            const isa::SlotClass& slotClass = m_spec.classes[slot.slotClass];
            add({toQt(slot.name) + QLatin1Char(':'), OfferKind::Slot, toQt(slotClass.summary),
                 toQt(slot.name), tr("Slot of class %1").arg(toQt(slotClass.name)), toQt(slotClass.summary),
                 groupOf(m_spec, slot.slotClass)});
        }
    }

    // Registers of the file the operand takes, and what may be in an address.
    void operands() {
        if (m_context.op == isa::kNoOp) return anything();
        for (const isa::Operand& operand : m_spec.insns[m_context.op].operands) {
            if (operand.form != isa::Form::Named) continue;
            const QString word = toQt(operand.name) + QLatin1Char('=');
            const QString takes = QString::fromStdString(isa::takesText(m_spec, operand));
            if (fits(word.toStdString())) add({word, OfferKind::Operand, takes, word, {}, takes});
        }
        for (const isa::Operand* const operand : operandsAt(m_context, m_spec)) {
            if (operand->form == isa::Form::Target) return names(NameKind::Label);
            if (operand->file >= 0) registers(operand->file);
            if (operand->access != isa::Access::Read) continue;
            values();
            if (operand->selector != nullptr && !operand->selector->names.empty())
                choices(*operand);
            else
                words();
        }
    }

    // What the machine calls the codes of an operand, and the word for the one that the chain says.
    void choices(const isa::Operand& operand) {
        const isa::Selector& selector = *operand.selector;
        const auto offer = [&](std::string_view name, const QString& says) {
            if (fits(name)) add({toQt(name), OfferKind::Constant, says, toQt(name), {}, says});
        };
        for (std::uint32_t code = 0; code < selector.names.size(); ++code)
            if (isa::canHold(m_spec, operand, {isa::Value::Kind::Number, code}))
                offer(selector.names[code], meaningOf(selector.names[code], selector));
        if (selector.byPosition != 0)
            offer(selector.names[selector.byPosition],
                  tr("here %1").arg(toQt(nameInChain(m_context, operand, m_spec))));
    }

    void anything() {
        for (std::size_t file = 0; file < m_spec.files.size(); ++file)
            registers(static_cast<std::int8_t>(file));
        values();
        words();
    }

    void registers(std::int8_t file) {
        const isa::RegisterFile& row = m_spec.files[static_cast<std::size_t>(file)];
        for (unsigned i = 0; i < row.count; ++i) {
            const std::string name = isa::registerText(m_spec, file, i);
            if (fits(name))
                add({QString::fromStdString(name), OfferKind::Register, toQt(row.title),
                     QString::fromStdString(name), toQt(row.title), toQt(row.summary)});
        }
    }

    void values() {
        for (const NameKind kind : {NameKind::Tensor, NameKind::Constant, NameKind::Label}) names(kind);
    }

    void names(NameKind kind) {
        static constexpr std::array<OfferKind, 5> kKinds{
            OfferKind::Label, OfferKind::Label, OfferKind::Constant, OfferKind::Tensor, OfferKind::Macro};
        for (const std::string& name : m_book.namesOf(kind)) {
            if (!fits(name)) continue;
            const auto place = m_book.definitionOf(name, {});
            const QString line =
                place ? QString::fromStdString(m_book.lineOf(place->path, place->at.line)).simplified()
                      : QString();
            add({QString::fromStdString(name), kKinds[static_cast<std::size_t>(kind)], line, line, {}, {}});
        }
    }

    // Names of the machine and functions of the language.
    void words() {
        if (const auto* loaded = m_book.program())
            for (const program::TargetConstant& constant : loaded->machine.target.constants)
                if (fits(constant.name)) {
                    const QString value = tr("%1: a number of the machine").arg(constant.value);
                    add({QString::fromStdString(std::string(constant.name)),
                         OfferKind::Constant,
                         value,
                         value,
                         {},
                         {}});
                }
        for (const std::string_view name : assembler::functionNames())
            if (fits(name))
                add({toQt(name), OfferKind::Function, tr("a function"), toQt(name), tr("a function"), {}});
    }

    const CaretContext& m_context;
    const SourceBook& m_book;
    const isa::Spec& m_spec;
    std::vector<Offer> m_out;
};

} // namespace

std::vector<Offer> offersAt(const CaretContext& context, const SourceBook& book) {
    std::vector<Offer> out = Offers(context, book).take();
    // What has already been written is not offered.
    if (out.size() == 1 && out.front().word == QString::fromStdString(context.prefix)) out.clear();
    return out;
}

QString latencyOf(isa::OpId op, const SourceBook& book) {
    const auto* loaded = book.program();
    if (!loaded) return {};
    for (const chips::Timing& timing : loaded->machine.timing)
        if (timing.key == book.spec().insns[op].timing) {
            const QString source = QString::fromStdString(timing.source);
            if (timing.clocks == 1) return QCoreApplication::translate("Editor", "1 clock (%1)").arg(source);
            return QCoreApplication::translate("Editor", "%1 clocks (%2)").arg(timing.clocks).arg(source);
        }
    return {};
}

CallTip callTipOf(isa::OpId op, int operand, const SourceBook& book) {
    if (op == isa::kNoOp) return {};
    const std::string syntax = isa::syntaxOf(book.spec(), op);
    CallTip out;
    std::size_t from = std::min(syntax.find(' '), syntax.size());
    for (int i = 0; i < operand && from < syntax.size(); ++i)
        from = std::min(syntax.find(',', from + 1), syntax.size());
    if (from < syntax.size()) {
        from = std::min(syntax.find_first_not_of(" ,", from), syntax.size());
        out.from = static_cast<int>(from);
        out.to = static_cast<int>(std::min(syntax.find(',', from), syntax.size()));
    }
    out.text = QString::fromStdString(syntax);
    const QString latency = latencyOf(op, book);
    if (!latency.isEmpty()) out.text += QLatin1Char('\n') + latency;
    out.text += QLatin1Char('\n') + toQt(book.spec().insns[op].summary);
    return out;
}

} // namespace lw::editor
