// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"
#include "core/project/project_file.h"
#include "widgets/theme/theme.h"

#include <QDialog>
#include <QPushButton>
#include <QTableWidget>

#include <string>
#include <vector>

namespace lw::ide {

// A program that runs on a core, which has a name where there are several.
struct ProgramOfCore {
    std::string core;
    const program::Program& program;
};

// The tensors of all cores with the files that are put into them before the first clock: "x" where there is
// one core, elsewhere "c1.x". Opened by open().
class InputsDialog : public QDialog {
    Q_OBJECT
  public:
    InputsDialog(const theme::Theme& theme, const std::vector<ProgramOfCore>& programs,
                 const std::vector<project::Input>& inputs, QWidget* parent);

    // With a file; in the order of the table.
    std::vector<project::Input> inputs() const;
    void setFile(int row, const QString& file); // empty: none
    int rowOf(const QString& tensor) const;     // -1: none

  private:
    enum Column { Tensor, Type, File, Convert, kColumns };
    void addRows(const std::vector<ProgramOfCore>& programs, std::vector<project::Input> inputs);
    void addRow(const QString& type, const project::Input& input);
    project::Conversion conversionAt(int row) const;
    void chooseFile();
    void updateButtons();

    QTableWidget* m_table;
    QPushButton* m_choose;
    QPushButton* m_remove;
};

} // namespace lw::ide
