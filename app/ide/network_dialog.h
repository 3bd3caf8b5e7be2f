// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/striding/striding_desk.h"

#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QLineEdit>

namespace lw::ide {

// How a network becomes a program: machine, mode, input, and where it is written.
class NetworkDialog : public QDialog {
    Q_OBJECT
  public:
    NetworkDialog(const QString& network, QWidget* parent);

    striding::StridingRequest request() const;
    QComboBox& machine() { return *m_machine; }
    QComboBox& mode() { return *m_mode; }
    QLineEdit& input() { return *m_input; }
    QDoubleSpinBox& factor() { return *m_factor; } // 0: the usual one
    QLineEdit& range() { return *m_range; }

  private:
    QWidget* makePath(QLineEdit*& edit, const QString& name, const QString& empty, bool isFolder);

    QString m_network;
    QComboBox *m_machine, *m_mode;
    QDoubleSpinBox* m_factor;
    QLineEdit *m_input = nullptr, *m_range, *m_folder = nullptr;
};

} // namespace lw::ide
