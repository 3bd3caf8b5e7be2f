// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/session.h"

#include <QComboBox>
#include <QDialog>
#include <QSpinBox>

namespace lw::ide {

// Asks for a number of bundles or clocks to run. Opened by open(): nothing waits for it.
class RunForDialog : public QDialog {
    Q_OBJECT
  public:
    explicit RunForDialog(QWidget* parent);
    machine::Run run() const;

  private:
    QSpinBox* m_number;
    QComboBox* m_unit;
};

} // namespace lw::ide
