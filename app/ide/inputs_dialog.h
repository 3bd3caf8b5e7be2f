// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"
#include "core/project/project_file.h"
#include "widgets/theme/theme.h"

#include <QDialog>
#include <QPushButton>
#include <QTableWidget>

namespace lw::ide {

// The tensors of a program with the files that are put into them before the first clock. Opened by open().
class InputsDialog : public QDialog {
    Q_OBJECT
  public:
    InputsDialog(const theme::Theme& theme, const program::Program& program,
                 const std::vector<project::Input>& inputs, QWidget* parent);

    // With a file; in the order of the table.
    std::vector<project::Input> inputs() const;
    void setFile(int row, const QString& file); // empty: none
    int rowOf(const QString& tensor) const;     // -1: none

  private:
    enum Column { Tensor, Type, File, Convert, kColumns };
    void addRow(const QString& tensor, const QString& type, const project::Input& input);
    void chooseFile();
    void updateButtons();

    QTableWidget* m_table;
    QPushButton* m_choose;
    QPushButton* m_remove;
};

} // namespace lw::ide
