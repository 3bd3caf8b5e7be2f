// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/shortcut_model.h"

#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace lw::ide {

// The page of the settings where keys are given to actions: a searchable table, and a line that records the
// keys pressed in it for the chosen row. Keys that are taken are given only after a question.
class ShortcutPage : public QWidget {
    Q_OBJECT
  public:
    ShortcutPage(const theme::Theme& theme, ActionTable& actions, QWidget* parent = nullptr);

    // As a user does: find the action, press the keys, accept.
    void choose(const QString& id);
    void record(const QKeySequence& keys);
    void accept();

    QString note() const { return m_note->text(); }
    bool canAccept() const { return m_set->isEnabled(); }
    const ShortcutModel& model() const { return m_model; }

  private:
    QAction* chosen() const;
    void makeTable(const theme::Theme& theme);
    QLayout* makeRecorder();
    void updateRecorder();

    ActionTable& m_actions;
    ShortcutModel m_model;
    QSortFilterProxyModel m_found;
    QLineEdit* m_search;
    QTableView* m_table;
    QKeySequenceEdit* m_keys;
    QLabel* m_note;
    QPushButton* m_set;
    QPushButton* m_none;
    QPushButton* m_reset;
};

} // namespace lw::ide
