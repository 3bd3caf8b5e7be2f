// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSpinBox>
#include <QWidget>

#include <cstdint>

namespace lw::paint {

// Which rows and columns of something too large for a table are shown, and a way to any other part of it.
class StretchBar : public QWidget {
    Q_OBJECT
  public:
    explicit StretchBar(QWidget* parent = nullptr);

    // Along one side: the cells [first, first + shown) of `all`.
    struct Side {
        std::uint64_t first = 0, shown = 0, all = 0;
        bool isWhole() const { return shown >= all; }
    };
    // Hides itself when everything is shown.
    void show(const Side& rows, const Side& columns);
    QString text() const { return m_text->text(); }
    QSpinBox& firstRow() { return *m_row; }
    QSpinBox& firstColumn() { return *m_column; }

  Q_SIGNALS:
    void moved(std::uint64_t row, std::uint64_t column); // by the user

  private:
    QLabel* m_text;
    QSpinBox *m_row, *m_column;
};

} // namespace lw::paint
