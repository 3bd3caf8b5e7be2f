// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/firmware/processor_desk.h"
#include "widgets/striding/striding_desk.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace lw::ide {

// How a network becomes a program: machine, mode, input, and where it is written.
class NetworkDialog : public QDialog {
    Q_OBJECT
  public:
    // With what was asked for the last time, which may have been refused.
    NetworkDialog(const striding::StridingRequest& before, QWidget* parent);

    striding::StridingRequest request() const;
    QComboBox& chip() { return *m_chip; }
    bool isForProcessor() const; // then it is this that is asked for
    firmware::PlanRequest planRequest() const;
    QComboBox& machine() { return *m_machine; }
    void chooseMachine(const QString& machine); // a name, or a file; empty: the smallest
    QComboBox& mode() { return *m_mode; }
    QLineEdit& input() { return *m_input; }
    QDoubleSpinBox& factor() { return *m_factor; } // 0: the usual one
    QLineEdit& range() { return *m_range; }
    QLineEdit& from() { return *m_from; }
    QLineEdit& until() { return *m_until; }
    QComboBox& order() { return *m_order; } // of the elements of an array
    QLineEdit& mean() { return *m_mean; }
    QLineEdit& scale() { return *m_scale; }
    QLineEdit& tile() { return *m_tile; } // its size; empty: no tiles
    QCheckBox& tileAutomatic() { return *m_tileAutomatic; }
    bool hasTiles() const { return m_tileAutomatic->isChecked() || !m_tile->text().isEmpty(); }

  private:
    void addChip(QFormLayout& form);
    void takeChip();
    void addMachine(QFormLayout& form);
    void addMachines();
    void addMode(QFormLayout& form);
    QWidget* makeRow(QWidget& wide, QWidget& beside);
    QWidget* makePair(QLineEdit& one, QLineEdit& other);
    void addOrder(QFormLayout& form);
    void addNormalise(QFormLayout& form);
    void addSection(QFormLayout& form);
    void addTile(QFormLayout& form);
    void suggestTiles();
    void fill(const striding::StridingRequest& before);
    QWidget* makePath(QLineEdit*& edit, const QString& name, const QString& empty, bool isFolder);

    QString m_network;
    QLabel* m_what;
    QComboBox *m_chip, *m_machine, *m_mode, *m_order;
    QDoubleSpinBox* m_factor;
    QLineEdit *m_input = nullptr, *m_range, *m_folder = nullptr, *m_from, *m_until, *m_mean, *m_scale,
              *m_tile;
    QCheckBox* m_tileAutomatic;
    QPushButton* m_open = nullptr;
};

} // namespace lw::ide
