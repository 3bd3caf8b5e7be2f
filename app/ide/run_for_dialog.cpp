// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/run_for_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <limits>

namespace lw::ide {

namespace {
constexpr int kUsual = 100;
} // namespace

RunForDialog::RunForDialog(QWidget* parent)
    : QDialog(parent), m_number(new QSpinBox(this)), m_unit(new QComboBox(this)) {
    setWindowTitle(tr("Run For"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_number->setAccessibleName(tr("How many"));
    m_number->setRange(1, std::numeric_limits<int>::max());
    m_number->setGroupSeparatorShown(true);
    m_number->setValue(kUsual);
    m_number->selectAll();
    m_unit->setAccessibleName(tr("Of what"));
    m_unit->addItems({tr("bundles"), tr("clocks")});
    auto* row = new QHBoxLayout;
    row->addWidget(m_number, 1);
    row->addWidget(m_unit);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(buttons);
}

machine::Run RunForDialog::run() const {
    const auto number = static_cast<std::uint64_t>(m_number->value());
    machine::Run run;
    (m_unit->currentIndex() == 0 ? run.bundles : run.clocks) = number;
    return run;
}

} // namespace lw::ide

#include "moc_run_for_dialog.cpp"
