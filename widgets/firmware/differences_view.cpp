// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/differences_view.h"

#include "core/project/exact_numbers.h"
#include "core/project/other_firmware.h"
#include "widgets/firmware/chain_canvas.h"
#include "widgets/firmware/firmware_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QSplitter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lw::firmware {

using scene::firmware::Differences;
using scene::firmware::InstructionDifference;
using scene::firmware::ThreeWays;
using scene::firmware::ValueDifference;
using session::counted;

namespace {

constexpr int kTableWidth = 440, kPanesWidth = 560;
constexpr std::uint64_t kWide = 4; // times as wide as high: from there on a vector is shown in several rows

// How many numbers are in a row of a picture of that many, in native vectors of `n`.
std::uint64_t columnsFor(std::uint64_t numbers, std::uint64_t n) {
    std::uint64_t out = n;
    while (out % 2 == 0 && numbers / out * kWide < out) out /= 2;
    return out;
}

concord::Numbers asNumbers(const std::vector<std::uint32_t>& ulps) {
    concord::Numbers out;
    for (const std::uint32_t ulp : ulps)
        out.push_back(ulp == scene::firmware::kNoUlp ? std::numeric_limits<double>::quiet_NaN() : ulp);
    return out;
}

QVariant differenceCell(const Differences& all, int row, int column) {
    const InstructionDifference& one = all.instructions[static_cast<std::size_t>(row)];
    switch (column) {
    case 0: return QString::number(one.bundle);
    case 1: return QString::fromStdString(one.text);
    case 2:
        return all.hasSoftware ? DifferencesView::tr("%1 of %2")
                                     .arg(counted(one.numbers - one.different), counted(one.numbers))
                               : QString();
    case 3:
        if (!all.hasSoftware) return QString();
        return one.notNumbers == 0
                   ? counted(one.largestUlp)
                   : DifferencesView::tr("%1, %2 NaN").arg(counted(one.largestUlp), counted(one.notNumbers));
    case 4:
        if (one.numbers == 0) return QString(); // it was not reached
        return one.notFinite == 0 ? numberText(one.largestError)
                                  : DifferencesView::tr("%1, %2 NaN or infinite")
                                        .arg(numberText(one.largestError), counted(one.notFinite));
    default: return one.numbers == 0 ? QString() : numberText(one.largestValue);
    }
}

} // namespace

ThreeWays DifferencesView::Made::all() const {
    const auto codes =
        software ? std::span<const std::uint16_t>(software->values) : std::span<const std::uint16_t>();
    return {facts->software.graph, facts->software.stream, values->observed.codes, codes, exact};
}

DifferencesView::DifferencesView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent)
    : FirmwareView(
          context, desk,
          tr("What the firmware gives beside its software and beside float64: every number, and how far "
             "they are apart."),
          parent) {
    bodyLayout()->addWidget(makeTools());
    auto* split = new QSplitter(body());
    split->setChildrenCollapsible(false);
    m_table = new QTableView(split);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Differences of instructions"));
    m_table->setItemDelegate(
        new theme::ChangedDelegate(theme(), paint::SceneTableModel::ChangedRole, m_table));
    theme::dressTable(*m_table, theme());
    theme::sayWhenEmpty(*m_table, tr("Each instruction that computes has a row here."));
    split->addWidget(makePanes(split));
    split->setSizes({kTableWidth, kPanesWidth});
    split->setStretchFactor(1, 1);
    bodyLayout()->addWidget(split, 1);
    setFocusProxy(m_table);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { pick(index.row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { pick(index.row()); });
    connect(&viewContext().selection, &session::Selection::changed, this, [this] {
        const auto bundle = viewContext().selectedBundle();
        if (!bundle || bundle == m_bundle) return;
        m_bundle = bundle;
        m_other.reset();
        showValue();
    });
    connect(&desk, &FirmwareDesk::factsChanged, this, &DifferencesView::take);
    take();
}

DifferencesView::~DifferencesView() { *m_stop = true; }

QWidget* DifferencesView::makeTools() {
    auto* tools = new QWidget(body());
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 3, 8, 3);
    m_message = new theme::WrappedLabel(2, tools);
    row->addWidget(m_message, 1);
    m_times = new QSpinBox(tools);
    m_times->setAccessibleName(tr("Which execution of the instruction"));
    m_times->setToolTip(tr("Which execution of the instruction is shown, of all that loops make"));
    m_times->setPrefix(tr("execution "));
    m_times->setMinimum(1);
    connect(m_times, &QSpinBox::valueChanged, this, &DifferencesView::showValue);
    row->addWidget(m_times);
    m_ulps = new QComboBox(tools);
    m_ulps->setAccessibleName(tr("Between which two numbers"));
    m_ulps->setToolTip(tr("Between which two numbers steps of FP16 are counted"));
    m_ulps->addItems({tr("firmware and software"), tr("firmware and float64")});
    connect(m_ulps, &QComboBox::activated, this, &DifferencesView::showValue);
    row->addWidget(m_ulps);
    auto* other = new QPushButton(tr("Compare With..."), tools);
    other->setToolTip(
        tr("Sets what another firmware gives to the network beside this one: of the same mathematics, say"));
    connect(other, &QPushButton::clicked, this, &DifferencesView::chooseOther);
    row->addWidget(other);
    m_step = new QPushButton(tr("Step There"), tools);
    m_step->setToolTip(tr("Runs the debugger's machine to just before this execution of the instruction"));
    connect(m_step, &QPushButton::clicked, this, &DifferencesView::stepThere);
    row->addWidget(m_step);
    return tools;
}

QWidget* DifferencesView::makePanes(QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    for (std::size_t i = 0; i < m_panes.size(); ++i) {
        m_panes[i] = new paint::TensorPane(theme(), box);
        m_panes[i]->setControlsVisible(false);
        grid->addWidget(m_panes[i], static_cast<int>(i / 2), static_cast<int>(i % 2));
        connect(&m_panes[i]->canvas(), &paint::TensorCanvas::picked, this,
                [this](const paint::TensorCanvas::Cell& cell) {
                    for (paint::TensorPane* pane : m_panes) pane->canvas().setSelected(cell);
                });
    }
    return box;
}

// ---- what is set side by side

void DifferencesView::showEvent(QShowEvent* event) {
    FirmwareView::showEvent(event);
    take();
}

// As soon as it can be seen: the firmware is run and computed once more for it.
void DifferencesView::take() {
    const FactsPtr& facts = desk().facts();
    const ValuesPtr& values = desk().values();
    if (!facts || (m_made && m_made->facts != facts)) {
        drop();
        m_made.reset();
        m_other.reset();
        m_bundle.reset();
        showTable();
    }
    if (!facts || !isVisible()) return;
    if (!values) return desk().askForValues();
    const auto& verdict = desk().verdict();
    const auto software = verdict ? verdict->software : nullptr;
    if (m_made && m_made->values == values && m_made->software == software) return;
    drop();
    m_task.ask(
        [facts, values, software, before = m_made, stop = m_stop] {
            auto made = std::make_shared<Made>(Made{facts, values, software, {}, {}});
            made->exact = before && before->values == values
                              ? before->exact
                              : project::exactNumbersOf(facts->software, values->observed, stop.get());
            if (*stop) return MadePtr(); // nobody waits for it
            made->differences = scene::firmware::differencesOf(made->all());
            return MadePtr(std::move(made));
        },
        [this](const MadePtr& made) { takeMade(made); });
}

void DifferencesView::drop() {
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_task.drop();
}

void DifferencesView::takeMade(const MadePtr& made) {
    const bool isFirst = made->differences.first && (!m_made || !m_made->differences.first);
    m_made = made;
    m_other.reset();
    showTable();
    const auto bundle = viewContext().selectedBundle();
    if (isFirst) {
        m_bundle = made->differences.first->bundle;
    } else if (!m_bundle) {
        m_bundle = bundle;
    }
    showValue();
    if (isFirst) m_times->setValue(static_cast<int>(made->differences.first->time) + 1);
    if (!m_wanted.isEmpty()) compareWith(std::exchange(m_wanted, {}));
}

int DifferencesView::rowOf(std::uint32_t bundle) const {
    if (!m_made) return -1;
    const auto& list = m_made->differences.instructions;
    const auto at = std::ranges::find(list, bundle, &InstructionDifference::bundle);
    return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

void DifferencesView::pick(int row) {
    if (!m_made || row < 0) return;
    m_bundle = m_made->differences.instructions[static_cast<std::size_t>(row)].bundle;
    m_other.reset();
    viewContext().selectBundle(*m_bundle);
    showValue();
}

// Where it is executed in a loop, to the execution that is shown: breakpoints count them.
void DifferencesView::stepThere() {
    if (!m_bundle || !viewContext().session.frame()) return;
    viewContext().session.perform(machine::Seek{0});
    viewContext().session.runTo(QStringLiteral("bundle %1 hit %2").arg(*m_bundle).arg(m_times->value()));
}

// ---- another firmware

void DifferencesView::chooseOther() {
    const QString folder = m_made ? QFileInfo(m_made->facts->loaded->path).path() : QString();
    auto* dialog = new QFileDialog(this, tr("Compare With"), folder, tr("Firmware (*.lw *.lwo)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &DifferencesView::compareWith);
    dialog->open();
}

void DifferencesView::compareWith(const QString& path) {
    if (!m_made) {
        m_wanted = path;
        return;
    }
    m_otherTask.ask(
        [made = m_made, path] {
            const project::Software& software = made->facts->software;
            const auto& output = made->values->observed.output;
            const std::uint32_t n = software.stream.format.n;
            const auto run = [&]() -> Result<Other> {
                LW_TRY(const std::vector<std::uint16_t> other, project::outputOfFirmware(path.toStdString()));
                return Other{
                    QFileInfo(path).fileName(), output.size(), other.size(),
                    scene::firmware::besideOther(n, output, other,
                                                 concord::numbersOf(software.graph.output, made->exact, n))};
            };
            return run();
        },
        [this, made = m_made](const Result<Other>& other) {
            if (made != m_made) return; // it is of another firmware by now
            if (!other) return m_message->setText(session::wholeText(other.problem()));
            m_other = *other;
            showOther();
        });
}

// Of its numbers, of which there is one execution.
void DifferencesView::showOther() {
    m_table->clearSelection();
    m_times->setVisible(false);
    m_step->setEnabled(false);
    const ValueDifference& value = m_other->value;
    showPanes(value);
    pane(Of::Software).setTitle(m_other->name);
    const auto equal = std::ranges::count(value.ulp, 0U);
    QString text =
        tr("To the network %1 and %2 give %3 of %4 numbers with equal bits; the others are at most %5 ulp "
           "apart.")
            .arg(QString::fromStdString(m_made->facts->software.stream.name), m_other->name,
                 counted(static_cast<std::uint64_t>(equal)), counted(value.ulp.size()),
                 counted(scene::firmware::largestOf(value.ulp)));
    if (m_other->all != m_other->ofOther)
        text +=
            QLatin1Char(' ') + tr("One gives %1 numbers and the other %2: those that both give are shown.")
                                   .arg(counted(m_other->all), counted(m_other->ofOther));
    m_message->setText(text);
}

// ---- what is shown

void DifferencesView::showTable() {
    const Differences all = m_made ? m_made->differences : Differences{};
    m_model.show({{tr("Instruction"), tr("Text"), tr("Equal bits"), tr("Ulp"), tr("Off float64"),
                   tr("Of magnitudes up to")},
                  static_cast<int>(all.instructions.size()),
                  [all](int row, int column, int role) -> QVariant {
                      if (role == paint::SceneTableModel::ChangedRole)
                          return all.first &&
                                 all.first->bundle == all.instructions[static_cast<std::size_t>(row)].bundle;
                      return role == Qt::DisplayRole ? differenceCell(all, row, column) : QVariant();
                  }});
    m_table->resizeColumnsToContents();
}

void DifferencesView::showPane(Of of, const QString& title, const concord::Numbers& numbers,
                               const QString& empty) {
    paint::TensorPane& shown = pane(of);
    if (numbers.empty()) {
        shown.showNothing(empty);
        return shown.setTitle(title);
    }
    const std::uint64_t columns = columnsFor(numbers.size(), m_made->facts->software.stream.format.n);
    tensor::Tensor tensor(tensor::DType::F32, {numbers.size() / columns, columns});
    for (std::size_t i = 0; i < numbers.size(); ++i) tensor.set(i, static_cast<float>(numbers[i]));
    scene::TensorInfo info{title.toStdString(), tensor::DType::F32, tensor.shape(), {}, {}, {}, 0, 0};
    shown.show(info, scene::elementsOf(std::move(tensor)));
    shown.setTitle(title);
}

// One range for all three, so that equal colours are equal numbers.
void DifferencesView::fitColours(const ValueDifference& value) {
    double largest = 0;
    for (const concord::Numbers* const numbers : {&value.firmware, &value.software, &value.exact})
        for (const double number : *numbers)
            if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    if (largest == 0) largest = 1;
    for (const Of of : {Of::Firmware, Of::Software, Of::Exact})
        pane(of).canvas().setLook({paint::MapKind::Diverging, {-largest, largest}});
    const auto& ulps = m_ulps->currentIndex() == 0 ? value.ulp : value.ulpOfExact;
    const double most = std::max(1U, scene::firmware::largestOf(ulps));
    pane(Of::Ulp).canvas().setLook({paint::MapKind::Diverging, {-most, most}});
}

void DifferencesView::showPanes(const std::optional<ValueDifference>& value) {
    const bool isOfSoftware = m_ulps->currentIndex() == 0,
               hasSoftware = m_made && (m_made->software || m_other);
    const QString pick = tr("Pick an instruction in the table.");
    const QString pickOrRun =
        hasSoftware ? pick : tr("Press Compare in Firmware and Software: the software has not run.");
    const auto numbersIf = [&](bool isThere, const auto& numbers) {
        return value && isThere ? concord::Numbers(numbers(*value)) : concord::Numbers();
    };
    showPane(Of::Firmware, tr("Firmware"), numbersIf(true, [](const auto& v) { return v.firmware; }), pick);
    showPane(Of::Software, tr("Software"), numbersIf(hasSoftware, [](const auto& v) { return v.software; }),
             pickOrRun);
    showPane(Of::Exact, tr("Float64, nothing rounded"),
             numbersIf(true, [](const auto& v) { return v.exact; }), pick);
    showPane(Of::Ulp, tr("Ulp apart"),
             numbersIf(!isOfSoftware || hasSoftware,
                       [&](const auto& v) { return asNumbers(isOfSoftware ? v.ulp : v.ulpOfExact); }),
             isOfSoftware ? pickOrRun : pick);
    if (value) fitColours(*value);
}

void DifferencesView::showValue() {
    if (m_other) return showOther();
    std::optional<ValueDifference> value;
    if (m_made && m_bundle)
        value = valueDifference(m_made->all(), *m_bundle, static_cast<std::uint32_t>(m_times->value()) - 1);
    const bool isFewer = m_made && m_bundle && !value; // executed less often than the one before
    if (isFewer) value = valueDifference(m_made->all(), *m_bundle, 0);
    {
        const QSignalBlocker quiet(m_times);
        if (isFewer) m_times->setValue(1); // or else the new maximum becomes the value
        m_times->setMaximum(value ? static_cast<int>(value->times) : 1);
        m_times->setVisible(value && value->times > 1);
    }
    m_step->setEnabled(value.has_value());
    const int row = m_bundle ? rowOf(*m_bundle) : -1;
    if (row >= 0) m_table->selectRow(row);
    showPanes(value);
    if (!m_made) return m_message->setText(tr("The firmware runs, and is computed in float64."));
    const Differences& all = m_made->differences;
    if (const auto& fault = m_made->values->observed.stop.fault)
        return m_message->setText(FirmwareDesk::tr("The firmware does not come to its end: %1")
                                      .arg(QString::fromStdString(fault->text)));
    QString text =
        !all.hasSoftware ? tr("The software has not run: only float64 is beside the firmware.")
        : !all.first ? tr("Software in %1 gives equal bits everywhere.").arg(languageText(desk().language()))
                     : tr("Software in %1 first gives other bits at instruction %2, execution %3.")
                           .arg(languageText(desk().language()))
                           .arg(all.first->bundle)
                           .arg(all.first->time + 1);
    if (value && value->first) {
        const auto at = static_cast<std::uint64_t>(*value->first);
        const std::uint64_t columns = columnsFor(value->exact.size(), value->n);
        const paint::TensorCanvas::Cell cell{at / columns, at % columns};
        for (paint::TensorPane* one : m_panes) one->canvas().setSelected(cell);
        const std::uint32_t ulp = value->ulp[*value->first];
        const auto vector = at / value->n, element = at % value->n;
        text +=
            QLatin1Char(' ') + (ulp == scene::firmware::kNoUlp
                                    ? tr("Here vector %1, element %2 is the first: one of the two is NaN.")
                                          .arg(vector)
                                          .arg(element)
                                    : tr("Here vector %1, element %2 is the first: %3 ulp apart.")
                                          .arg(vector)
                                          .arg(element)
                                          .arg(counted(ulp)));
    }
    m_message->setText(text);
}

} // namespace lw::firmware

#include "moc_differences_view.cpp"
