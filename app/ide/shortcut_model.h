// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/action_table.h"

#include <QAbstractTableModel>

namespace lw::ide {

// All actions of the window with their keys: one row each, in the order of the menus.
class ShortcutModel : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Name, In, Keys, kColumns };
    static constexpr int kChangedRole = Qt::UserRole; // not the default

    explicit ShortcutModel(ActionTable& actions, QObject* parent = nullptr);

    QAction* actionAt(int row) const { return m_actions.all().value(row); }
    int rowOf(const QAction* action) const;
    // Why an action cannot have these keys ("they move by a word in the text"), or empty. Another action that
    // has them is not such a reason: the user decides.
    QString refusal(const QKeySequence& keys) const;
    QAction* holderOf(const QKeySequence& keys, const QAction* besides) const {
        return m_actions.clashWith(keys, besides);
    }
    // Gives the keys to an action, and takes them from the one that has them.
    void setKeys(QAction* action, const QKeySequence& keys);
    void reset(QAction* action);
    void resetAll();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    void told(const QAction* action);

    ActionTable& m_actions;
    QHash<QKeySequence, QString> m_ofText; // keys of the program text
};

} // namespace lw::ide
