// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableView>

namespace lw::theme {

// Rows of the theme's height, and a tool tip for what is cut off.
class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
  public:
    RowDelegate(const Theme& theme, QObject* parent);
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
    // The tool tip of a cell with that much room:
    // its text if that does not fit, and what the model adds.
    QString tipOf(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    const Theme& theme() const { return m_theme; }

  private:
    const Theme& m_theme;
};

// Cells that changed at the last step: an edge bar and a tint in the accent, and bold type,
// so that a grey print still shows it.
class ChangedDelegate : public RowDelegate {
    Q_OBJECT
  public:
    ChangedDelegate(const Theme& theme, int changedRole, QObject* parent);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

  protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

  private:
    int m_changedRole;
};

// Monospace numbers, 22 pixel rows, no grid: the look of every table of state.
void dressTable(QTableView& table, const Theme& theme);

// What a table, already dressed, says while it has no rows: what it would show, and how to get it.
// The label is for changing the words later.
QLabel* sayWhenEmpty(QTableView& table, const QString& text);

} // namespace lw::theme
