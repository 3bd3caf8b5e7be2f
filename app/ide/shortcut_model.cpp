// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/shortcut_model.h"

#include "app/ide/mnemonics.h"
#include "widgets/editor/code_editor.h"

namespace lw::ide {

namespace {

// A key that types something, or that every list and button needs.
bool isNeededElsewhere(const QKeySequence& keys) {
    const QKeyCombination first = keys[0];
    if (first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) return false;
    const Qt::Key key = first.key();
    return !(key >= Qt::Key_F1 && key <= Qt::Key_F35) && key < Qt::Key_Back; // beyond: media keys
}

} // namespace

ShortcutModel::ShortcutModel(ActionTable& actions, QObject* parent)
    : QAbstractTableModel(parent), m_actions(actions), m_ofText(editor::CodeEditor::ownKeys()) {}

int ShortcutModel::rowOf(const QAction* action) const {
    return static_cast<int>(m_actions.all().indexOf(const_cast<QAction*>(action)));
}

QString ShortcutModel::refusal(const QKeySequence& keys) const {
    if (keys.isEmpty()) return {};
    const QString text = keys.toString(QKeySequence::NativeText);
    if (m_ofText.contains(keys))
        return tr("%1 belongs to the program text: %2.").arg(text, m_ofText[keys].toLower());
    if (keys == QKeySequence(Qt::SHIFT | Qt::Key_F10)) return {}; // the Menu key opens menus
    if (isNeededElsewhere(keys))
        return tr("%1 alone is needed for typing and moving. Hold Ctrl or Alt, or take a function key.")
            .arg(text);
    return {};
}

void ShortcutModel::setKeys(QAction* action, const QKeySequence& keys) {
    if (QAction* holder = holderOf(keys, action)) {
        m_actions.setShortcut(holder, {});
        told(holder);
    }
    m_actions.setShortcut(action, keys);
    told(action);
}

void ShortcutModel::reset(QAction* action) {
    // Its default keys may belong to another action by now.
    setKeys(action, ActionTable::defaultShortcut(action));
    m_actions.resetShortcut(action);
    told(action);
}

void ShortcutModel::resetAll() {
    m_actions.resetShortcuts();
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void ShortcutModel::told(const QAction* action) {
    const int row = rowOf(action);
    Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
}

int ShortcutModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_actions.all().size());
}

int ShortcutModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ShortcutModel::data(const QModelIndex& index, int role) const {
    const QAction* action = actionAt(index.row());
    if (!index.isValid() || !action) return {};
    const QKeySequence keys = action->shortcut(), usual = ActionTable::defaultShortcut(action);
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name) return plainTextOf(action);
        if (index.column() == In)
            return withoutMnemonic(titleOf(actionRows()[static_cast<std::size_t>(index.row())].menu));
        return keys.toString(QKeySequence::NativeText);
    case Qt::ToolTipRole:
        if (keys != usual)
            return tr("Comes with: %1")
                .arg(usual.isEmpty() ? tr("none") : usual.toString(QKeySequence::NativeText));
        return action->statusTip().isEmpty() ? QVariant() : action->statusTip();
    case kChangedRole: return keys != usual;
    default: return {};
    }
}

QVariant ShortcutModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("Action");
    case In: return tr("Menu");
    default: return tr("Shortcut");
    }
}

} // namespace lw::ide

#include "moc_shortcut_model.cpp"
