// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/inputs_dialog.h"

#include "widgets/theme/changed_delegate.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace lw::ide {

namespace {

QString typeOf(const program::NamedTensor& tensor) {
    QStringList shape;
    for (const std::uint64_t extent : tensor.shape) shape << QString::number(extent);
    const std::string_view name = tensor::nameOf(tensor.dtype);
    return QStringLiteral("%1 [%2]").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                                         shape.join(QStringLiteral(", ")));
}

} // namespace

InputsDialog::InputsDialog(const theme::Theme& theme, const std::vector<ProgramOfCore>& programs,
                           const std::vector<project::Input>& inputs, QWidget* parent)
    : QDialog(parent)
    , m_table(new QTableWidget(0, kColumns, this))
    , m_choose(new QPushButton(tr("Choose File..."), this))
    , m_remove(new QPushButton(tr("Remove File"), this)) {
    setWindowTitle(tr("Inputs of the Program"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(720, 420);
    auto* layout = new QVBoxLayout(this);
    auto* what =
        new QLabel(tr("Files that are put into the program's tensors before the first clock. Type and shape "
                      "must be the tensor's, unless the numbers are converted."),
                   this);
    what->setWordWrap(true);
    layout->addWidget(what);
    m_table->setAccessibleName(tr("Tensors and their files"));
    m_table->setHorizontalHeaderLabels({tr("Tensor"), tr("Type"), tr("File"), tr("Convert")});
    theme::dressTable(*m_table, theme);
    theme::sayWhenEmpty(*m_table, tr("The program names no tensors: .tensor does."));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(File, QHeaderView::Stretch);
    layout->addWidget(m_table, 1);
    addRows(programs, inputs);
    m_table->resizeColumnToContents(Tensor);
    m_table->resizeColumnToContents(Type);
    auto* row = new QHBoxLayout;
    row->addWidget(m_choose);
    row->addWidget(m_remove);
    row->addStretch();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Use and Restart"));
    row->addWidget(buttons);
    layout->addLayout(row);
    connect(m_choose, &QPushButton::clicked, this, &InputsDialog::chooseFile);
    connect(m_table, &QTableWidget::cellActivated, this, &InputsDialog::chooseFile);
    connect(m_remove, &QPushButton::clicked, this, [this] { setFile(m_table->currentRow(), {}); });
    connect(m_table, &QTableWidget::currentCellChanged, this, &InputsDialog::updateButtons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    if (m_table->rowCount() > 0) m_table->setCurrentCell(0, Tensor);
    updateButtons();
}

// A name without a core is of the first one.
void InputsDialog::addRows(const std::vector<ProgramOfCore>& programs, std::vector<project::Input> inputs) {
    for (const ProgramOfCore& one : programs)
        for (const program::NamedTensor& tensor : one.program.tensors) {
            project::Input known{one.core.empty() ? tensor.name : one.core + "." + tensor.name, {}};
            const auto isIt = [&](const project::Input& input) {
                return input.tensor == known.tensor ||
                       (&one == &programs.front() && input.tensor == tensor.name);
            };
            for (const project::Input& input : inputs)
                if (isIt(input)) known.file = input.file, known.cast = input.cast;
            std::erase_if(inputs, isIt);
            addRow(typeOf(tensor), known);
        }
    // What another version of the program had is not thrown away without being seen.
    for (const project::Input& input : inputs) addRow(tr("not in the program"), input);
}

void InputsDialog::addRow(const QString& type, const project::Input& input) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    const QStringList texts{QString::fromStdString(input.tensor), type, QString::fromStdString(input.file),
                            QString()};
    for (int column = 0; column < kColumns; ++column) {
        auto* item = new QTableWidgetItem(texts[column]);
        item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
        item->setToolTip(texts[column]);
        m_table->setItem(row, column, item);
    }
    auto* how = new QComboBox(m_table);
    how->setAccessibleName(tr("How the numbers for %1 are converted").arg(texts[Tensor]));
    how->addItems({tr("no"), tr("numbers"), tr("bf16 patterns")}); // in the order of project::Conversion
    how->setCurrentIndex(static_cast<int>(input.cast));
    m_table->setCellWidget(row, Convert, how);
}

std::vector<project::Input> InputsDialog::inputs() const {
    std::vector<project::Input> out;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const std::string file = m_table->item(row, File)->text().toStdString();
        if (file.empty()) continue;
        out.push_back({m_table->item(row, Tensor)->text().toStdString(), file, conversionAt(row)});
    }
    return out;
}

project::Conversion InputsDialog::conversionAt(int row) const {
    const auto* how = qobject_cast<const QComboBox*>(m_table->cellWidget(row, Convert));
    return static_cast<project::Conversion>(how->currentIndex());
}

void InputsDialog::setFile(int row, const QString& file) {
    if (row < 0 || row >= m_table->rowCount()) return;
    m_table->item(row, File)->setText(file);
    m_table->item(row, File)->setToolTip(file);
    updateButtons();
}

int InputsDialog::rowOf(const QString& tensor) const {
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (m_table->item(row, Tensor)->text() == tensor) return row;
    return -1;
}

void InputsDialog::chooseFile() {
    const int row = m_table->currentRow();
    if (row < 0) return;
    auto* dialog = new QFileDialog(this, tr("File for %1").arg(m_table->item(row, Tensor)->text()),
                                   m_table->item(row, File)->text(), tr("Tensors (*.npy)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, row](const QString& file) { setFile(row, file); });
    dialog->open();
}

void InputsDialog::updateButtons() {
    const int row = m_table->currentRow();
    m_choose->setEnabled(row >= 0);
    m_remove->setEnabled(row >= 0 && !m_table->item(row, File)->text().isEmpty());
}

} // namespace lw::ide

#include "moc_inputs_dialog.cpp"
