// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/completion.h"

#include "core/assembler/assemble.h"
#include "core/isa/complete.h"
#include "core/isa/lookup.h"

#include <QCoreApplication>

#include <algorithm>

namespace lw::editor {

namespace {

using Where = CaretContext::Where;

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

class Offers {
  public:
    Offers(const CaretContext& context, const SourceBook& book)
        : m_context(context), m_book(book), m_spec(book.spec()) {}

    QStringList take() {
        switch (m_context.where) {
        case Where::Nothing: return {};
        case Where::Statement:
            directives();
            mnemonics();
            names({NameKind::Macro});
            break;
        case Where::Instruction:
            mnemonics();
            slotNames();
            if (m_context.op != isa::kNoOp) operands();
            break;
        case Where::Operand: operands(); break;
        case Where::Argument:
            names({NameKind::Tensor, NameKind::Constant, NameKind::Label});
            words();
            break;
        }
        return m_out;
    }

  private:
    void add(std::string_view word) {
        if (!word.starts_with(m_context.prefix)) return;
        const QString text = toQt(word);
        if (!m_out.contains(text)) m_out << text;
    }

    void directives() {
        for (const std::string_view name : assembler::directiveNames()) add(name);
    }

    void mnemonics() {
        for (const isa::Bundle& others : m_context.others)
            for (const isa::Completion& one : isa::completions(m_spec, others, m_context.prefix))
                if (!m_context.slot || (one.slots >> *m_context.slot & 1) != 0)
                    add(m_spec.insns[one.op].name);
        std::sort(m_out.begin(), m_out.end());
    }

    void slotNames() {
        if (m_context.slot) return;
        for (std::size_t i = 0; i < m_spec.slots.size(); ++i)
            if (!m_context.others.front().inSlot(static_cast<std::uint8_t>(i)))
                add(std::string(m_spec.slots[i].name) + ":");
    }

    // Registers of the file the operand takes and what may stand in an address.
    void operands() {
        if (m_context.op == isa::kNoOp) return anything();
        const isa::Insn& insn = m_spec.insns[m_context.op];
        int written = -1;
        for (const isa::Operand& operand : insn.operands) {
            if (operand.form == isa::Form::Named) {
                add(std::string(operand.name) + "=");
                continue;
            }
            if (operand.form != isa::Form::Offset) ++written; // [base+offset] is one, as it is written
            if (written != m_context.operand) continue;
            if (operand.form == isa::Form::Target) return names({NameKind::Label});
            if (operand.file >= 0) registers(operand.file);
            if (operand.access == isa::Access::Read) {
                names({NameKind::Tensor, NameKind::Constant, NameKind::Label});
                words();
            }
        }
    }

    void anything() {
        for (std::size_t file = 0; file < m_spec.files.size(); ++file)
            registers(static_cast<std::int8_t>(file));
        names({NameKind::Tensor, NameKind::Constant, NameKind::Label});
        words();
    }

    void registers(std::int8_t file) {
        for (unsigned i = 0; i < m_spec.files[static_cast<std::size_t>(file)].count; ++i)
            add(isa::registerText(m_spec, file, i));
    }

    void names(std::initializer_list<NameKind> kinds) {
        for (const NameKind kind : kinds)
            for (const std::string& name : m_book.namesOf(kind)) add(name);
    }

    // Names of the machine and functions of the language.
    void words() {
        if (const auto* loaded = m_book.program())
            for (const program::TargetConstant& constant : loaded->machine.target.constants)
                add(constant.name);
        for (const std::string_view name : assembler::functionNames()) add(name);
    }

    const CaretContext& m_context;
    const SourceBook& m_book;
    const isa::Spec& m_spec;
    QStringList m_out;
};

} // namespace

QStringList offersAt(const CaretContext& context, const SourceBook& book) {
    QStringList out = Offers(context, book).take();
    // What is written already is no offer.
    if (out.size() == 1 && out.front() == QString::fromStdString(context.prefix)) out.clear();
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
