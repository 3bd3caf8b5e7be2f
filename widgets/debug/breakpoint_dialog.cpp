// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/debug/breakpoint_dialog.h"

#include "core/machine/watched_files.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace lw::debug {

namespace {

constexpr int kMostHitCount = 10'000'000;

// The units with an instruction that has an effect, by name.
std::vector<const isa::Unit*> unitsWith(const isa::Spec& spec, isa::Effect effect) {
    std::vector<const isa::Unit*> out;
    for (isa::UnitId unit{}; index(unit) < spec.units.size(); ++unit) {
        const bool has = std::any_of(spec.insns.begin(), spec.insns.end(), [&](const isa::Insn& insn) {
            return insn.unit == unit && (insn.effects & effect) != 0;
        });
        if (has) out.push_back(&spec.units[index(unit)]);
    }
    return out;
}

// What is chosen as a place, and so what is counted in it: units of a memory, vectors or matrices of a
// register file; a tensor is all of its units.
enum PlaceKind { kSpace, kFile, kTensor };

// The registers that count arrivals: those that an instruction can wait for.
const isa::RegisterFile* flagsOf(const isa::Spec& spec) {
    for (const isa::Insn& insn : spec.insns)
        if ((insn.effects & isa::kWaitsForFlag) != 0)
            return &spec.files[static_cast<std::size_t>(insn.operands[0].file)];
    return nullptr;
}

QString textOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

BreakpointDialog::BreakpointDialog(session::DebugSession& session, const QFont& monospace, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_loaded(session.loaded())
    , m_form(new QFormLayout)
    , m_kind(new QComboBox(this))
    , m_label(new QComboBox(this))
    , m_expression(new QLineEdit(this))
    , m_memory(new QComboBox(this))
    , m_first(new QSpinBox(this))
    , m_count(new QSpinBox(this))
    , m_flag(new QComboBox(this))
    , m_value(new QSpinBox(this))
    , m_unit(new QComboBox(this))
    , m_condition(new QLineEdit(this))
    , m_hit(new QSpinBox(this))
    , m_log(new QLineEdit(this))
    , m_written(new QLabel(this))
    , m_wrong(new QLabel(this)) {
    setWindowTitle(tr("New Breakpoint"));
    setAttribute(Qt::WA_DeleteOnClose);
    addKinds();
    addFields(monospace);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_form);
    layout->addWidget(m_wrong);
    layout->addStretch();
    layout->addWidget(buttons);
    offer();
    connect(m_kind, &QComboBox::currentIndexChanged, this, &BreakpointDialog::showFields);
    connect(m_memory, &QComboBox::currentIndexChanged, this, &BreakpointDialog::showFields);
    for (QComboBox* box : {m_label, m_flag, m_unit})
        connect(box, &QComboBox::currentTextChanged, this, &BreakpointDialog::update);
    for (QSpinBox* box : {m_first, m_count, m_value, m_hit})
        connect(box, &QSpinBox::valueChanged, this, &BreakpointDialog::update);
    for (QLineEdit* line : {m_expression, m_condition, m_log})
        connect(line, &QLineEdit::textChanged, this, &BreakpointDialog::update);
    showFields();
}

// Without a program all of them; else what can happen on its chip.
void BreakpointDialog::addKinds() {
    m_kind->setAccessibleName(tr("When it stops"));
    const isa::Spec* const spec = m_loaded ? m_loaded->spec : nullptr;
    m_kind->addItem(tr("Before a bundle"), Bundle);
    m_kind->addItem(tr("When a condition becomes true"), Condition);
    m_kind->addItem(tr("When memory is written"), Write);
    m_kind->addItem(tr("When memory is read"), Read);
    if (spec == nullptr || spec->hasTransfers) m_kind->addItem(tr("When a transfer lands in memory"), Landed);
    if (spec == nullptr || flagsOf(*spec) != nullptr)
        m_kind->addItem(tr("When a sync flag reaches a value"), Flag);
    if (spec == nullptr || !unitsWith(*spec, isa::kPopsResult).empty())
        m_kind->addItem(tr("When a result is popped"), Popped);
    m_kind->addItem(tr("At the first NaN or infinity of a unit"), NotFinite);
}

void BreakpointDialog::addFields(const QFont& monospace) {
    const auto add = [this](const QString& title, QWidget* field) {
        m_form->addRow(title, field);
        field->setAccessibleName(title);
    };
    add(tr("Stop"), m_kind);
    add(tr("Label or bundle"), m_label);
    add(tr("Expression"), m_expression);
    add(tr("Memory or tensor"), m_memory);
    add(tr("First unit"), m_first);
    add(tr("Units"), m_count);
    add(tr("Flag"), m_flag);
    add(tr("At least"), m_value);
    add(tr("Unit"), m_unit);
    add(tr("Only if"), m_condition);
    add(tr("From hit number"), m_hit);
    add(tr("Write instead"), m_log);
    add(tr("Written"), m_written);
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_label, m_expression, m_condition, m_log, m_written})
        field->setFont(monospace);
    m_label->setEditable(true);
    m_label->completer()->setFilterMode(Qt::MatchContains);
    m_expression->setPlaceholderText(QStringLiteral("r1 >= 3 && p2"));
    m_condition->setPlaceholderText(tr("any time; or a condition such as r1 == 4"));
    m_log->setPlaceholderText(tr("nothing: stop; or a text such as: step {r1}, loss {loss[0]}"));
    m_log->setMinimumWidth(m_log->fontMetrics().horizontalAdvance(m_log->placeholderText()) + 24);
    m_first->setRange(0, std::numeric_limits<int>::max());
    m_count->setRange(1, std::numeric_limits<int>::max());
    m_value->setRange(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
    m_value->setValue(1);
    m_hit->setRange(1, kMostHitCount);
    m_written->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_wrong->setWordWrap(true);
    m_wrong->hide();
}

void BreakpointDialog::offer() {
    if (!m_loaded) return;
    for (const program::Symbol& symbol : m_loaded->program.symbols)
        if (symbol.kind == program::SymbolKind::Label) m_label->addItem(QString::fromStdString(symbol.name));
    m_label->setCurrentIndex(m_label->count() ? 0 : -1);
    const isa::Spec& spec = *m_loaded->spec;
    for (const isa::Space& space : spec.spaces) m_memory->addItem(textOf(space.name), kSpace);
    for (const std::string_view file : machine::watchedFiles(m_loaded->scope()))
        m_memory->addItem(textOf(file), kFile);
    for (const program::NamedTensor& tensor : m_loaded->program.tensors)
        m_memory->addItem(QString::fromStdString(tensor.name), kTensor);
    if (const isa::RegisterFile* const flags = flagsOf(spec))
        for (unsigned i = 0; i < flags->count; ++i)
            m_flag->addItem(textOf(flags->prefix) + QString::number(i));
}

void BreakpointDialog::setKind(Kind kind) { m_kind->setCurrentIndex(m_kind->findData(kind)); }

// Only the fields that the kind has.
void BreakpointDialog::showFields() {
    const Kind now = kind();
    const bool memory = now == Write || now == Read || now == Landed;
    const int placeKind = m_memory->currentData().toInt();
    const bool numbers = memory && placeKind != kTensor;
    const std::pair<QWidget*, bool> rows[] = {
        {m_label, now == Bundle}, {m_expression, now == Condition},
        {m_memory, memory},       {m_first, numbers},
        {m_count, numbers},       {m_flag, now == Flag},
        {m_value, now == Flag},   {m_unit, now == Popped || now == NotFinite}};
    for (const auto& [field, shown] : rows) {
        field->setVisible(shown);
        m_form->labelForField(field)->setVisible(shown);
    }
    labelOf(m_first, placeKind == kFile ? tr("First in the file") : tr("First unit"));
    labelOf(m_count, placeKind == kFile ? tr("How many") : tr("Units"));
    if (m_loaded && (now == Popped || now == NotFinite)) {
        m_unit->clear();
        for (const isa::Unit* unit :
             unitsWith(*m_loaded->spec, now == Popped ? isa::kPopsResult : isa::kMakesFloats))
            m_unit->addItem(textOf(unit->title), textOf(unit->name));
    }
    update();
}

void BreakpointDialog::labelOf(QWidget* field, const QString& title) {
    static_cast<QLabel*>(m_form->labelForField(field))->setText(title);
    field->setAccessibleName(title);
}

QString BreakpointDialog::place() const {
    QString out = m_memory->currentText();
    if (out.isEmpty() || m_memory->currentData().toInt() == kTensor) return out;
    out += QStringLiteral(" %1").arg(m_first->value());
    if (m_count->value() != 1) out += QStringLiteral(" %1").arg(m_count->value());
    return out;
}

QString BreakpointDialog::text() const {
    const auto with = [](const char* word, const QString& rest) {
        return rest.isEmpty() ? QString() : QLatin1String(word) + rest;
    };
    QString out;
    switch (kind()) {
    case Condition: out = with("when ", m_expression->text().trimmed()); break;
    case Write: out = with("write ", place()); break;
    case Read: out = with("read ", place()); break;
    case Landed: out = with("dma ", place()); break;
    case Flag:
        if (m_flag->count())
            out = QStringLiteral("flag %1 >= %2").arg(m_flag->currentText()).arg(m_value->value());
        break;
    case Popped: out = with("pop ", m_unit->currentData().toString()); break;
    case NotFinite: out = with("nan ", m_unit->currentData().toString()); break;
    default: out = m_label->currentText().trimmed(); break;
    }
    if (out.isEmpty()) return out;
    out += with(" if ", m_condition->text().trimmed());
    if (m_hit->value() > 1) out += QStringLiteral(" hit %1").arg(m_hit->value());
    return out + with(" log ", m_log->text().trimmed());
}

void BreakpointDialog::update() {
    m_written->setText(text());
    m_wrong->hide();
}

void BreakpointDialog::accept() {
    const QString wanted = text();
    const auto wrong = wanted.isEmpty() && m_loaded ? std::optional(tr("Say where or when to stop."))
                                                    : m_session.addBreakpoint(wanted);
    if (!wrong) return QDialog::accept();
    m_wrong->setText(*wrong);
    m_wrong->show();
}

} // namespace lw::debug

#include "moc_breakpoint_dialog.cpp"
