// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/network_dialog.h"

#include "core/chips/catalog.h"
#include "widgets/striding/striding_files.h"
#include "widgets/striding/striding_words.h"
#include "widgets/theme/to_qt.h"
#include "widgets/tiling/tiling_files.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lw::ide {

namespace {

constexpr int kNetworkDialogWidth = 620;
constexpr double kMostFactor = 1e6;

} // namespace

NetworkDialog::NetworkDialog(const striding::StridingRequest& before, QWidget* parent)
    : QDialog(parent)
    , m_network(before.network)
    , m_what(new QLabel(this))
    , m_chip(new QComboBox(this))
    , m_machine(new QComboBox(this))
    , m_mode(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_factor(new QDoubleSpinBox(this))
    , m_range(new QLineEdit(this))
    , m_from(new QLineEdit(this))
    , m_until(new QLineEdit(this))
    , m_mean(new QLineEdit(this))
    , m_scale(new QLineEdit(this))
    , m_tile(new QLineEdit(this))
    , m_tileAutomatic(new QCheckBox(tr("automatic"), this)) {
    setWindowTitle(tr("Open Network"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(kNetworkDialogWidth, 0);
    auto* layout = new QVBoxLayout(this);
    m_what->setWordWrap(true);
    layout->addWidget(m_what);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    addChip(*form);
    addMachine(*form);
    addMode(*form);
    form->addRow(tr("Input"), makePath(m_input, tr("Input"), tr("none: nothing can be compared"), false));
    addOrder(*form);
    addNormalise(*form);
    m_range->setAccessibleName(tr("Range of the input"));
    m_range->setPlaceholderText(tr("as the file states; for a picture 0,255"));
    m_range->setToolTip(
        tr("The lowest and the highest number that an element of the input can be. ONNX files "
           "state none; then anything is possible, and less can be proven."));
    m_range->setClearButtonEnabled(true);
    form->addRow(tr("Range"), m_range);
    addSection(*form);
    addTile(*form);
    form->addRow(tr("Folder"), makePath(m_folder, tr("Folder"), tr("kept with the session"), true));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Ok);
    connect(m_tile, &QLineEdit::textChanged, this, &NetworkDialog::takeChip);
    connect(m_tileAutomatic, &QCheckBox::toggled, this, &NetworkDialog::takeChip);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &NetworkDialog::takeChip);
    connect(m_chip, &QComboBox::currentIndexChanged, this, [this] {
        addMachines();
        takeChip();
    });
    takeChip();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    fill(before);
}

void NetworkDialog::addChip(QFormLayout& form) {
    m_chip->setAccessibleName(tr("Chip"));
    m_chip->addItem(tr("inference circuit"));
    m_chip->addItem(tr("neural network processor"));
    form.addRow(tr("Chip"), m_chip);
}

bool NetworkDialog::isForProcessor() const { return m_chip->currentIndex() == 1; }

// What only the circuit needs is not asked for the processor.
void NetworkDialog::takeChip() {
    const QString name = QFileInfo(m_network).fileName();
    m_what->setText(
        isForProcessor()
            ? tr("%1 becomes firmware of the neural network processor, which computes in block floating "
                 "point. What that takes is shown before anything is run.")
                  .arg(name)
            : tr("%1 becomes a program for the inference circuit, which cannot stride: strided layers "
                 "are computed with stride 1, masked and pooled. With a size of a tile the program is made "
                 "for that, and runs on pictures of any size.")
                  .arg(name));
    for (QWidget* widget : {static_cast<QWidget*>(m_mode), static_cast<QWidget*>(m_range),
                            static_cast<QWidget*>(m_tileAutomatic)})
        widget->setEnabled(!isForProcessor());
    m_tile->setEnabled(!isForProcessor() && !m_tileAutomatic->isChecked());
    m_factor->setEnabled(!isForProcessor() && m_mode->currentData().toInt() ==
                                                  static_cast<int>(lower::striding::Mode::TwoMasksMax));
    m_open->setText(isForProcessor() ? tr("Plan Firmware")
                    : hasTiles()     ? tr("Plan Tiles")
                                     : tr("Lower and Open"));
}

void NetworkDialog::addMode(QFormLayout& form) {
    m_mode->setAccessibleName(tr("Mode"));
    m_mode->addItem(tr("automatic: the first that is provably exact"), -1);
    m_mode->setItemData(
        0, tr("For each layer by its activation and the values it can have; the report says why"),
        Qt::ToolTipRole);
    for (const lower::striding::ModeRow& row : lower::striding::modes()) {
        if (row.mode == lower::striding::Mode::Direct) continue;
        m_mode->addItem(toQt(row.name), static_cast<int>(row.mode));
        m_mode->setItemData(m_mode->count() - 1, striding::coreWords(row.words), Qt::ToolTipRole);
    }
    form.addRow(tr("Mode"), m_mode);
    m_factor->setAccessibleName(tr("Factor of two masks"));
    m_factor->setToolTip(
        tr("What the first of two masks holds where a pixel is kept; the second holds its inverse"));
    m_factor->setSpecialValueText(tr("usual: 2, of integers 3"));
    m_factor->setRange(0, kMostFactor);
    m_factor->setDecimals(3);
    form.addRow(tr("Factor"), m_factor);
}

void NetworkDialog::addMachine(QFormLayout& form) {
    m_machine->setAccessibleName(tr("Machine"));
    addMachines();
    auto* file = new QPushButton(tr("File..."), this);
    file->setAccessibleName(tr("Machine from a File"));
    file->setToolTip(tr("A machine of your own, or an array of circuits, from its file"));
    connect(file, &QPushButton::clicked, this, [this] {
        auto* dialog = new QFileDialog(this, tr("Machine from a File"), QFileInfo(m_network).path(),
                                       tr("Configurations (*.json)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, &NetworkDialog::chooseMachine);
        dialog->open();
    });
    form.addRow(tr("Machine"), makeRow(*m_machine, *file));
}

void NetworkDialog::addMachines() {
    m_machine->clear();
    m_machine->addItem(tr("automatic: the smallest that holds it"), QString());
    if (const auto chip = chips::chipNamed(isForProcessor() ? "nnp" : "inference"))
        for (const std::string_view name : (*chip)->machines()) m_machine->addItem(toQt(name), toQt(name));
}

// One that is not in the list is the path of a file.
void NetworkDialog::chooseMachine(const QString& machine) {
    if (m_machine->findData(machine) < 0) {
        m_machine->addItem(QFileInfo(machine).fileName(), machine);
        m_machine->setItemData(m_machine->count() - 1, machine, Qt::ToolTipRole);
    }
    m_machine->setCurrentIndex(m_machine->findData(machine));
}

void NetworkDialog::fill(const striding::StridingRequest& before) {
    const auto choose = [](QComboBox& box, const QVariant& value) {
        box.setCurrentIndex(std::max(box.findData(value), 0));
    };
    chooseMachine(before.machine);
    choose(*m_mode, before.mode ? static_cast<int>(*before.mode) : -1);
    m_factor->setValue(before.maskFactor);
    m_input->setText(before.input.isEmpty() ? striding::inputBeside(m_network) : before.input);
    choose(*m_order, before.order ? static_cast<int>(*before.order) : -1);
    m_mean->setText(before.mean);
    m_scale->setText(before.scale);
    m_range->setText(before.range);
    m_from->setText(QString::fromStdString(before.section.from.value_or(std::string())));
    m_until->setText(QString::fromStdString(before.section.until.value_or(std::string())));
    m_folder->setText(before.folder);
}

// Two fields side by side.
// The first gets the room.
QWidget* NetworkDialog::makeRow(QWidget& wide, QWidget& beside) {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(&wide, 1);
    row->addWidget(&beside);
    return box;
}

QWidget* NetworkDialog::makePair(QLineEdit& one, QLineEdit& other) {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    for (QLineEdit* edit : {&one, &other}) {
        edit->setClearButtonEnabled(true);
        row->addWidget(edit);
    }
    return box;
}

void NetworkDialog::addOrder(QFormLayout& form) {
    m_order->setAccessibleName(tr("Layout of the input"));
    m_order->addItem(tr("as it fits; asks where both would"), -1);
    m_order->addItem(tr("nhwc: rows, columns, channels"),
                     static_cast<int>(network::ImageOrder::ChannelsLast));
    m_order->addItem(tr("nchw: channels, rows, columns"),
                     static_cast<int>(network::ImageOrder::ChannelsFirst));
    m_order->setToolTip(tr("The order of an .npy file: ONNX and PyTorch have the channels first."));
    form.addRow(tr("Layout"), m_order);
}

void NetworkDialog::addNormalise(QFormLayout& form) {
    m_mean->setAccessibleName(tr("Mean"));
    m_mean->setPlaceholderText(tr("mean, such as 124,117,104"));
    m_scale->setAccessibleName(tr("Scale"));
    m_scale->setPlaceholderText(tr("scale, such as 0.017"));
    for (QLineEdit* edit : {m_mean, m_scale})
        edit->setToolTip(
            tr("A byte p of a picture becomes (p - mean) * scale: one number, or one for each channel "
               "with commas between them"));
    form.addRow(tr("Bytes"), makePair(*m_mean, *m_scale));
}

void NetworkDialog::addSection(QFormLayout& form) {
    m_from->setAccessibleName(tr("Begins after"));
    m_from->setPlaceholderText(tr("after which layer it begins"));
    m_from->setToolTip(
        tr("What this layer, or node of an ONNX file, computes is the input. Nothing: the whole network "
           "from its beginning."));
    m_until->setAccessibleName(tr("Ends after"));
    m_until->setPlaceholderText(tr("after which layer it ends"));
    m_until->setToolTip(
        tr("The last layer, or node of an ONNX file; what follows is not looked at. Nothing: to its end."));
    form.addRow(tr("Part"), makePair(*m_from, *m_until));
}

void NetworkDialog::addTile(QFormLayout& form) {
    m_tile->setAccessibleName(tr("Size of a tile"));
    m_tile->setPlaceholderText(tr("none: the network for the size that its file states"));
    m_tile->setToolTip(
        tr("Rows and columns, such as 64 or 64x48: an input of any size is cut into overlapping "
           "tiles of this one, for which the program is made. Mode and folder are not asked "
           "for then."));
    m_tile->setClearButtonEnabled(true);
    m_tileAutomatic->setAccessibleName(tr("Size of a tile: automatic"));
    m_tileAutomatic->setToolTip(
        tr("Lanewright chooses the size for the machine: of those that fit, the one with "
           "which all tiles take the fewest clocks"));
    connect(m_tileAutomatic, &QCheckBox::toggled, m_tile, [this](bool isAutomatic) {
        m_tile->setPlaceholderText(isAutomatic ? tr("the size that takes the fewest clocks")
                                               : tr("none: the network for the size that its file states"));
    });
    form.addRow(tr("Tile"), makeRow(*m_tile, *m_tileAutomatic));
    connect(m_input, &QLineEdit::textChanged, this, &NetworkDialog::suggestTiles);
}

// A picture of another size than the network's file states can only be run in tiles.
void NetworkDialog::suggestTiles() {
    if (hasTiles() || !QFileInfo(m_input->text()).isFile()) return;
    m_tileAutomatic->setChecked(tiling::tileBeside(m_network, m_input->text()).has_value());
}

QWidget* NetworkDialog::makePath(QLineEdit*& edit, const QString& name, const QString& empty, bool isFolder) {
    edit = new QLineEdit(this);
    edit->setAccessibleName(name);
    edit->setPlaceholderText(empty);
    edit->setClearButtonEnabled(true);
    auto* button = new QPushButton(tr("Choose..."), this);
    button->setAccessibleName(isFolder ? tr("Choose the folder") : tr("Choose the input"));
    connect(button, &QPushButton::clicked, this, [this, edit, isFolder] {
        auto* dialog = new QFileDialog(
            this, isFolder ? tr("Folder of the Program") : tr("Input of the Network"), edit->text(),
            isFolder ? QString() : tr("Tensors and pictures (*.npy *.png *.jpg *.jpeg)"));
        if (isFolder) dialog->setFileMode(QFileDialog::Directory);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        dialog->open();
    });
    return makeRow(*edit, *button);
}

firmware::PlanRequest NetworkDialog::planRequest() const {
    const striding::StridingRequest all = request();
    return {.network = all.network,
            .machine = all.machine,
            .input = all.input,
            .folder = all.folder,
            .mean = all.mean,
            .scale = all.scale,
            .section = all.section,
            .order = all.order};
}

striding::StridingRequest NetworkDialog::request() const {
    striding::StridingRequest out{m_network,
                                  m_machine->currentData().toString(),
                                  {},
                                  m_input->text(),
                                  m_folder->text(),
                                  m_range->text().trimmed()};
    out.mean = m_mean->text().trimmed();
    out.scale = m_scale->text().trimmed();
    if (const int order = m_order->currentData().toInt(); order >= 0)
        out.order = static_cast<network::ImageOrder>(order);
    if (!m_from->text().isEmpty()) out.section.from = m_from->text().toStdString();
    if (!m_until->text().isEmpty()) out.section.until = m_until->text().toStdString();
    if (const int mode = m_mode->currentData().toInt(); mode >= 0)
        out.mode = static_cast<lower::striding::Mode>(mode);
    if (m_factor->isEnabled()) out.maskFactor = m_factor->value();
    return out;
}

} // namespace lw::ide

#include "moc_network_dialog.cpp"
