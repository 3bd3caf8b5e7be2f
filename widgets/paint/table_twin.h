// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/scene_table_model.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QStackedWidget>
#include <QTableView>

namespace lw::paint {

// A picture and the same as a table, one at a time: for those who cannot see it, and to copy from.
class TableTwin : public QStackedWidget {
    Q_OBJECT
  public:
    // `name` is the accessible name of the table. The picture becomes a child.
    TableTwin(const theme::Theme& theme, QWidget* picture, const QString& name, QWidget* parent = nullptr);

    // "Show as Table": in the menus of picture and table, and for a button.
    QAction* action() const { return m_action; }
    void showTable(bool table);
    bool isTable() const { return currentIndex() == 1; }
    SceneTableModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    QWidget& picture() { return *widget(0); }
    // Scrolls there and makes it the current row or cell without telling anybody.
    void setCurrent(int row, int column = 0);

    // The twin that a widget is in; else a visible one inside `around`; null: none.
    static TableTwin* of(QWidget* widget, QWidget* around);

    QSize sizeHint() const override { return currentWidget()->sizeHint(); }
    QSize minimumSizeHint() const override { return currentWidget()->minimumSizeHint(); }

  Q_SIGNALS:
    void picked(int row, int column); // by a person, in the table

  private:
    void openMenu(QPoint at);
    void copy() const;

    SceneTableModel m_model;
    QAction* m_action;
    QTableView* m_table;
    bool m_isPlacing = false;
};

} // namespace lw::paint
