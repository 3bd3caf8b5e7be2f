// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/paint/scene_table_model.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <functional>
#include <utility>

namespace lw::paint {

// A picture and the same as a table, one at a time: for those who cannot see it, and for copying.
class TableTwin : public QStackedWidget {
    Q_OBJECT
  public:
    // `name` is the accessible name of the table. The picture becomes a child.
    TableTwin(const theme::Theme& theme, QWidget* picture, const QString& name, QWidget* parent = nullptr);

    // "Show as Table": in the menus of picture and table, and for a button. It can be found by
    // its object name, "showAsTable", as in every view that has a table besides its picture.
    QAction* action() const { return m_action; }
    QToolButton* makeButton(QWidget* parent) const;
    // Adds what can be done with a cell of the table to its menu.
    using FillMenu = std::function<void(QMenu& menu, int row, int column)>;
    void setMenu(FillMenu fill) { m_fillMenu = std::move(fill); }
    void showTable(bool table);
    bool isTable() const { return currentIndex() == 1; }
    SceneTableModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    QWidget& picture() { return *widget(0); }
    // Scrolls there and makes it the current row or cell without telling anybody.
    void setCurrent(int row, int column = 0);

    QSize sizeHint() const override { return currentWidget()->sizeHint(); }
    QSize minimumSizeHint() const override { return currentWidget()->minimumSizeHint(); }

  Q_SIGNALS:
    void picked(int row, int column); // by the user, in the table

  private:
    void openMenu(QPoint at);
    void copy() const;

    const theme::Theme& m_theme;
    SceneTableModel m_model;
    QAction* m_action;
    QTableView* m_table;
    FillMenu m_fillMenu;
    bool m_isPlacing = false, m_wasShown = false;
};

} // namespace lw::paint
