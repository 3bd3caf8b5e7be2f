// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/plan_view.h"

#include "widgets/session/core_text.h"
#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/to_qt.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lw::firmware {

using lower::processor::LayerReport;
using lower::processor::Report;
using lower::processor::Use;
using paint::SceneTable;
using session::counted;
using theme::Role;

namespace {

constexpr int kPlanLines = 3, kRefusalLines = 12, kPlanMark = 16, kMachineWidth = 150;
struct UseColumn {
    enum : int { Of, Taken, Room, Share, kCount };
};

double shareOf(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}
QString percentText(double share) {
    return QStringLiteral("%1 %").arg(100 * share, 0, 'g', share < 0.1 ? 2 : 3);
}

// How much is taken as a bar behind the number.
class UseDelegate : public theme::RowDelegate {
  public:
    UseDelegate(const theme::Theme& theme, const ProcessorDesk& desk, QObject* parent)
        : RowDelegate(theme, parent), m_desk(desk) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        if (index.column() == UseColumn::Share && m_desk.planned()) {
            const Use& use =
                m_desk.planned()->lowered.lowering.report.uses[static_cast<std::size_t>(index.row())];
            QRectF bar = QRectF(option.rect).adjusted(0, 3, -2, -3);
            bar.setWidth(bar.width() * std::min(shareOf(use.taken, use.room), 1.0));
            painter->fillRect(bar, theme().fill(Role::Accent, 0.25));
        }
        RowDelegate::paint(painter, option, index);
    }

  private:
    const ProcessorDesk& m_desk;
};

QString useText(std::string_view of) {
    if (of == "instructions") return PlanView::tr("instructions");
    if (of == "vdram") return PlanView::tr("vectors in DRAM");
    if (of == "mdram") return PlanView::tr("matrices in DRAM");
    return toQt(of); // a register file
}

SceneTable usesTable(const std::vector<Use>& uses) {
    const auto cell = [uses](int row, int column, int role) -> QVariant {
        const Use& use = uses[static_cast<std::size_t>(row)];
        if (role != Qt::DisplayRole) return {};
        switch (column) {
        case UseColumn::Of: return useText(use.of);
        case UseColumn::Taken: return counted(use.taken);
        case UseColumn::Room: return counted(use.room);
        default: return percentText(shareOf(use.taken, use.room));
        }
    };
    const QStringList columns{PlanView::tr("Takes of"), PlanView::tr("Taken"), PlanView::tr("Room"),
                              PlanView::tr("Share")};
    return {columns, static_cast<int>(uses.size()), cell};
}

SceneTable layersTable(const std::vector<LayerReport>& layers) {
    const auto cell = [layers](int row, int column, int role) -> QVariant {
        const LayerReport& layer = layers[static_cast<std::size_t>(row)];
        if (role != Qt::DisplayRole) return {};
        switch (column) {
        case 0: return QString::fromStdString(layer.name);
        case 1: return QString::fromStdString(layer.kind);
        case 2: return QString::fromStdString(layer.shape);
        case 3: return counted(layer.vectors);
        case 4: return counted(layer.matrices);
        case 5: return counted(layer.instructions);
        case 6: return counted(layer.operations);
        default:
            return layer.operations == 0 ? QString() : percentText(shareOf(layer.useful, layer.operations));
        }
    };
    const QStringList columns{PlanView::tr("Layer"),      PlanView::tr("Kind"),
                              PlanView::tr("Value"),      PlanView::tr("Vectors"),
                              PlanView::tr("Matrices"),   PlanView::tr("Instructions"),
                              PlanView::tr("Operations"), PlanView::tr("Useful")};
    return {columns, static_cast<int>(layers.size()), cell};
}

// What FP16 makes of numbers that it has no code for, and integers of weights; empty: there are none.
QString lossText(const Report& report) {
    lower::processor::RangeLoss all;
    for (const lower::processor::RangeLoss& loss : report.losses) {
        all.infinite += loss.infinite;
        all.zero += loss.zero;
        all.notFinite += loss.notFinite;
        all.fractions += loss.fractions;
        all.clamped += loss.clamped;
    }
    QString out;
    if (all.isOfFp16())
        out += QLatin1Char(' ') +
               PlanView::tr(
                   "Of the network's numbers %1 are too large for FP16 and become infinite, %2 are too small "
                   "and become 0, %3 are NaN or infinite.")
                   .arg(counted(all.infinite), counted(all.zero), counted(all.notFinite));
    if (all.isOfIntegers())
        out += QLatin1Char(' ') +
               PlanView::tr("Its matrices are integers: %1 weights have a fraction and are rounded, %2 are "
                            "beyond the range and become its end.")
                   .arg(counted(all.fractions), counted(all.clamped));
    return out;
}

QString planText(const Report& report) {
    const QString matrices = report.areWeightsResident
                                 ? PlanView::tr("All matrices stay in MatrixRf.")
                                 : PlanView::tr("Matrices come to MatrixRf as layers need them.");
    return PlanView::tr("%1 on %2: %3 instructions; %4 bytes in DRAM. %5")
               .arg(QString::fromStdString(report.network), QString::fromStdString(report.machine),
                    counted(report.instructions), counted(report.dramBytes),
                    report.dramMatrices == 0 ? QString() : matrices)
               .trimmed() +
           lossText(report);
}

} // namespace

PlanView::PlanView(session::ViewContext context, ProcessorDesk& desk, QWidget* parent)
    : NoticeOrBody(parent)
    , m_context(context)
    , m_desk(desk)
    , m_machine(new QComboBox(body()))
    , m_input(new QLineEdit(body()))
    , m_make(new QPushButton(body()))
    , m_mark(new QLabel(body()))
    , m_message(new theme::WrappedLabel(kPlanLines, body())) {
    bodyLayout()->addWidget(makeTools());
    auto* said = new QHBoxLayout;
    said->setContentsMargins(8, 3, 8, 3);
    said->setSpacing(8);
    said->addWidget(m_mark, 0, Qt::AlignTop);
    said->addWidget(m_message, 1);
    bodyLayout()->addLayout(said);
    m_uses = makeTable(m_usesModel, tr("What the firmware takes of the processor"));
    m_uses->setItemDelegate(new UseDelegate(context.theme, desk, m_uses));
    m_layers = makeTable(m_layersModel, tr("What each layer takes"));
    bodyLayout()->addWidget(m_uses);
    bodyLayout()->addWidget(m_layers, 1);
    notice().say(tr("What a network takes as firmware of the neural network processor, before anything is "
                    "run.") +
                     QLatin1Char('\n') + tr("Open a network, and choose the processor for it."),
                 tr("Open Network..."));
    setFocusProxy(m_layers);
    connect(&notice().button(), &QPushButton::clicked, this, &PlanView::networkWanted);
    connect(&desk, &ProcessorDesk::factsChanged, this, &PlanView::take);
    connect(&desk, &ProcessorDesk::failed, this, [this](const QString& text) { say(text, true); });
    take();
}

QTableView* PlanView::makeTable(paint::SceneTableModel& model, const QString& name) {
    auto* table = new QTableView(body());
    table->setModel(&model);
    table->setAccessibleName(name);
    theme::dressTable(*table, m_context.theme);
    return table;
}

QWidget* PlanView::makeTools() {
    auto* tools = new QWidget(body());
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 3, 8, 3);
    m_machine->setAccessibleName(tr("Machine"));
    m_machine->setMinimumWidth(kMachineWidth);
    m_machine->addItem(tr("the smallest that it fits on"), QString());
    for (const std::string& name : project::processorMachines())
        m_machine->addItem(QString::fromStdString(name), QString::fromStdString(name));
    connect(m_machine, &QComboBox::activated, this, &PlanView::planAgain);
    auto* file = new QPushButton(tr("File..."), tools);
    file->setAccessibleName(tr("Machine from a File"));
    file->setToolTip(tr("A processor of your own, from its file"));
    connect(file, &QPushButton::clicked, this, &PlanView::chooseMachineFile);
    m_input->setAccessibleName(tr("Input"));
    m_input->setPlaceholderText(tr("an .npy file or a picture, to be run on"));
    m_input->setClearButtonEnabled(true);
    connect(m_input, &QLineEdit::editingFinished, this, &PlanView::planAgain);
    auto* choose = new QPushButton(tr("Choose..."), tools);
    choose->setAccessibleName(tr("Choose the input"));
    connect(choose, &QPushButton::clicked, this, &PlanView::chooseInput);
    // A press must not end the entry of an input: what is planned anew then turns the button into Stop.
    m_make->setFocusPolicy(Qt::TabFocus);
    connect(m_make, &QPushButton::clicked, this, [this] {
        if (m_desk.isBusy())
            m_desk.cancel();
        else if (planAgain())
            m_makesNext = m_desk.isBusy();
        else if (m_desk.planned())
            m_desk.make();
        else
            m_desk.plan(m_desk.request()); // once more, as after it was stopped
    });
    row->addWidget(new QLabel(tr("Machine"), tools));
    row->addWidget(m_machine);
    row->addWidget(file);
    row->addWidget(new QLabel(tr("Input"), tools));
    row->addWidget(m_input, 1);
    row->addWidget(choose);
    row->addWidget(m_make);
    return tools;
}

// ---- what is chosen

bool PlanView::planAgain() {
    PlanRequest request = m_desk.request();
    const QString machine = m_machine->currentData().toString(), typed = m_input->text().trimmed();
    const QString input = typed.isEmpty() ? typed : QFileInfo(typed).absoluteFilePath(); // as it is kept
    if (machine == request.machine && input == request.input) return false;
    m_makesNext = false;
    request.machine = machine;
    request.input = input;
    m_desk.plan(request);
    return true;
}

void PlanView::chooseMachineFile() {
    auto* dialog = new QFileDialog(this, tr("Machine from a File"),
                                   QFileInfo(m_desk.request().network).path(), tr("Configurations (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        PlanRequest request = m_desk.request();
        request.machine = path;
        m_makesNext = false;
        m_desk.plan(request);
    });
    dialog->open();
}

void PlanView::chooseInput() {
    auto* dialog =
        new QFileDialog(this, tr("Input of the Network"), QFileInfo(m_desk.request().network).path(),
                        tr("Tensors and pictures (*.npy *.png *.jpg *.jpeg)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_input->setText(path);
        planAgain();
    });
    dialog->open();
}

// ---- what is shown

void PlanView::take() {
    const PlanRequest& request = m_desk.request();
    showBody(!request.network.isEmpty());
    if (request.network.isEmpty()) return;
    takeRequest();
    const QString name = QFileInfo(request.network).fileName();
    m_make->setText(m_desk.isBusy()           ? tr("Stop")
                    : !m_desk.planned()       ? tr("Plan Again")
                    : request.input.isEmpty() ? tr("Make Firmware")
                                              : tr("Make and Compare"));
    m_make->setToolTip(tr("Writes the firmware and opens it; with an input it is run, software in NumPy is "
                          "made of it and run beside it, and their bits are compared"));
    showPlan();
    if (m_desk.isPlanning()) return say(tr("%1 is being planned.").arg(name));
    if (!m_desk.refusal().isEmpty()) return say(m_desk.refusal(), true);
    if (!m_desk.planned()) return say(tr("%1 is not planned.").arg(name));
    QString text = planText(m_desk.planned()->lowered.lowering.report);
    if (request.input.isEmpty()) text += QLatin1Char(' ') + tr("With an input it can be run and compared.");
    say(text);
    if (std::exchange(m_makesNext, false)) m_desk.make();
}

void PlanView::takeRequest() {
    const PlanRequest& request = m_desk.request();
    if (m_network != request.network || !(m_desk.isPlanning() || m_desk.planned())) m_makesNext = false;
    if (m_machine->findData(request.machine) < 0) { // the path of a file
        m_machine->addItem(QFileInfo(request.machine).fileName(), request.machine);
        m_machine->setItemData(m_machine->count() - 1, request.machine, Qt::ToolTipRole);
    }
    m_machine->setCurrentIndex(m_machine->findData(request.machine));
    if (!m_input->hasFocus() || m_network != request.network) m_input->setText(request.input);
    m_network = request.network;
}

void PlanView::showPlan() {
    const PlanPtr& plan = m_desk.planned();
    const Report report = plan ? plan->lowered.lowering.report : Report{};
    m_uses->setVisible(plan != nullptr);
    m_usesModel.show(usesTable(report.uses));
    m_layersModel.show(layersTable(report.layers));
    m_uses->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_layers->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_layers->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_uses->setFixedHeight(m_uses->horizontalHeader()->sizeHint().height() +
                           static_cast<int>(report.uses.size()) * m_context.theme.rowHeight() + 2);
}

void PlanView::say(const QString& text, bool isRefusal) {
    m_mark->setVisible(isRefusal);
    if (isRefusal)
        m_mark->setPixmap(
            theme::icon(m_context.theme, QStringLiteral("error"), Role::Error).pixmap(kPlanMark));
    m_message->setLines(isRefusal ? kRefusalLines : kPlanLines); // a refusal ends with what to do
    m_message->setText(text);
}

} // namespace lw::firmware

#include "moc_plan_view.cpp"
