// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/definition.h"
#include "core/chips/catalog.h"

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>

#include <vector>

namespace lw::ide {

// How programs run, in the words of `lw run`: kept in the settings, for every program.
chips::RunOptions readRunOptions();
void writeRunOptions(const chips::RunOptions& options);
// What a chip takes of them: a word that it does not know is its default.
chips::RunOptions fittingOptions(const chips::RunOptions& options, const chips::Chip& chip);
// "strict, shuffled DMA 7"; empty when all is as usual.
QString textOf(const chips::RunOptions& options);

// Chooses them, as far as the chip knows them. Opened by open().
class RunModesDialog : public QDialog {
    Q_OBJECT
  public:
    RunModesDialog(const chips::Chip& chip, const chips::RunOptions& options,
                   const std::vector<assembler::Definition>& definitions, QWidget* parent);
    chips::RunOptions options() const;
    // Of constants of the program; what is not yet NAME=NUMBER cannot be accepted.
    std::vector<assembler::Definition> definitions() const;

  private:
    QComboBox* makeBox(std::span<const std::string_view> words, const std::string& chosen);

    chips::RunOptions m_before;
    QComboBox *m_mode, *m_dma, *m_uninit, *m_kernel;
    int m_usualKernel = 0; // its row
    QLineEdit *m_seed, *m_constants;
};

} // namespace lw::ide
