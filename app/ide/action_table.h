// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>

#include <cstdint>
#include <span>
#include <utility>

namespace lw::ide {

enum class Menu : std::uint8_t { File, Edit, View, Run, Help, kCount };

// One row per thing that can be done: menus, toolbar, palette, the page of keys and the tests all read it.
struct ActionRow {
    const char* id;   // "step"
    const char* text; // English, translated in the context "Actions"
    Menu menu;
    const char* keys = ""; // default shortcut, portable form; editable
    const char* icon = "";
    const char* tip = "";
    bool startsGroup = false; // a line above it in the menu
};
std::span<const ActionRow> actionRows();
QString titleOf(Menu menu);
// An action's text outside menus: without the letter for the keyboard.
QString plainTextOf(const QAction* action);

// The actions of the window, made from the table. The user's shortcuts are kept in the settings.
class ActionTable : public QObject {
    Q_OBJECT
  public:
    ActionTable(const theme::Theme& theme, QObject* parent);

    QAction* operator[](const QString& id) const; // an unknown id is a mistake of ours
    QList<QAction*> all() const { return m_inOrder; }
    QList<QAction*> inMenu(Menu menu) const;

    // What an action does; a row that nobody connects is a dead menu item, which a test looks for.
    template <typename Call> void connectTo(const QString& id, QObject* context, Call&& call) {
        connect((*this)[id], &QAction::triggered, context, std::forward<Call>(call));
        m_connected << id;
    }
    QStringList unconnected() const;

    // The action that already has this shortcut, or null.
    QAction* clashWith(const QKeySequence& keys, const QAction* besides) const;
    void setShortcut(QAction* action, const QKeySequence& keys);
    static QKeySequence defaultShortcut(const QAction* action);
    void resetShortcut(QAction* action);
    void resetShortcuts();

  private:
    void giveLetters(Menu menu);
    static void tellKeys(QAction* action);

    QHash<QString, QAction*> m_byId;
    QList<QAction*> m_inOrder;
    QStringList m_connected;
};

} // namespace lw::ide
