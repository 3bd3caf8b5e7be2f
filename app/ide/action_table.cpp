// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/action_table.h"

#include "app/ide/mnemonics.h"
#include "core/base/check.h"
#include "widgets/theme/icon.h"

#include <QCoreApplication>
#include <QSettings>

#include <algorithm>

namespace lw::ide {

namespace {

constexpr ActionRow kRows[] = {
    {"new", QT_TRANSLATE_NOOP("Actions", "New File"), Menu::File, "Ctrl+N", "new"},
    {"newFromTemplate", QT_TRANSLATE_NOOP("Actions", "New from Template..."), Menu::File, "Ctrl+Alt+N", "new",
     QT_TRANSLATE_NOOP("Actions", "A program to begin with, for each chip")},
    {"open", QT_TRANSLATE_NOOP("Actions", "Open..."), Menu::File, "Ctrl+O", "open"},
    {"openNetwork", QT_TRANSLATE_NOOP("Actions", "Open Network..."), Menu::File, "Ctrl+Shift+O", "striding",
     QT_TRANSLATE_NOOP("Actions", "A neural network becomes a program for a circuit that cannot stride")},
    {"quickOpen", QT_TRANSLATE_NOOP("Actions", "Quick Open..."), Menu::File, "Ctrl+P", "search"},
    {"welcome", QT_TRANSLATE_NOOP("Actions", "Welcome and Examples"), Menu::File, "", "home"},
    {"newProject", QT_TRANSLATE_NOOP("Actions", "New Project..."), Menu::File, "", "",
     QT_TRANSLATE_NOOP("Actions", "A file that keeps program, machine, inputs, breakpoints and views"), true},
    {"openProject", QT_TRANSLATE_NOOP("Actions", "Open Project..."), Menu::File},
    {"saveProject", QT_TRANSLATE_NOOP("Actions", "Save Project"), Menu::File},
    {"saveProjectAs", QT_TRANSLATE_NOOP("Actions", "Save Project As..."), Menu::File},
    {"closeProject", QT_TRANSLATE_NOOP("Actions", "Close Project"), Menu::File},
    {"save", QT_TRANSLATE_NOOP("Actions", "Save"), Menu::File, "Ctrl+S", "save", "", true},
    {"saveAs", QT_TRANSLATE_NOOP("Actions", "Save As..."), Menu::File, "Ctrl+Shift+S"},
    {"saveAll", QT_TRANSLATE_NOOP("Actions", "Save All"), Menu::File},
    {"convertToUtf8", QT_TRANSLATE_NOOP("Actions", "Convert to UTF-8"), Menu::File, "", "",
     QT_TRANSLATE_NOOP("Actions", "The file in front is saved as UTF-8 from now on")},
    {"setStart", QT_TRANSLATE_NOOP("Actions", "Run This File"), Menu::File, "Ctrl+F5", "",
     QT_TRANSLATE_NOOP("Actions",
                       "Load the file in front and run it, also one that is a part of another program"),
     true},
    {"chooseStart", QT_TRANSLATE_NOOP("Actions", "Run Another File..."), Menu::File},
    {"inputs", QT_TRANSLATE_NOOP("Actions", "Inputs of the Program..."), Menu::File, "", "",
     QT_TRANSLATE_NOOP("Actions", "Files that are put into its tensors before the first clock")},
    {"chooseMachine", QT_TRANSLATE_NOOP("Actions", "Machine from a File..."), Menu::File, "", "",
     QT_TRANSLATE_NOOP("Actions", "Run on the configuration in a JSON file")},
    {"closeFile", QT_TRANSLATE_NOOP("Actions", "Close File"), Menu::File, "Ctrl+W", "", "", true},
    {"quit", QT_TRANSLATE_NOOP("Actions", "Quit"), Menu::File, "Ctrl+Q"},

    {"undo", QT_TRANSLATE_NOOP("Actions", "Undo"), Menu::Edit, "Ctrl+Z"},
    {"redo", QT_TRANSLATE_NOOP("Actions", "Redo"), Menu::Edit, "Ctrl+Shift+Z"},
    {"cut", QT_TRANSLATE_NOOP("Actions", "Cut"), Menu::Edit, "Ctrl+X", "", "", true},
    {"copy", QT_TRANSLATE_NOOP("Actions", "Copy"), Menu::Edit, "Ctrl+C"},
    {"paste", QT_TRANSLATE_NOOP("Actions", "Paste"), Menu::Edit, "Ctrl+V"},
    {"selectAll", QT_TRANSLATE_NOOP("Actions", "Select All"), Menu::Edit, "Ctrl+A"},
    {"find", QT_TRANSLATE_NOOP("Actions", "Find..."), Menu::Edit, "Ctrl+F", "search", "", true},
    {"replace", QT_TRANSLATE_NOOP("Actions", "Replace..."), Menu::Edit, "Ctrl+H"},
    {"findNext", QT_TRANSLATE_NOOP("Actions", "Find Next"), Menu::Edit, "F3"},
    {"findPrevious", QT_TRANSLATE_NOOP("Actions", "Find Previous"), Menu::Edit, "Shift+F3"},
    {"goToLine", QT_TRANSLATE_NOOP("Actions", "Go to Line..."), Menu::Edit, "Ctrl+G", "", "", true},
    {"goToDefinition", QT_TRANSLATE_NOOP("Actions", "Go to Definition"), Menu::Edit, "F12"},
    {"openIncluded", QT_TRANSLATE_NOOP("Actions", "Open Included File"), Menu::Edit, "", "",
     QT_TRANSLATE_NOOP("Actions", "The file that the line at the caret includes")},
    {"findUses", QT_TRANSLATE_NOOP("Actions", "Find Uses"), Menu::Edit, "Shift+F12", "",
     QT_TRANSLATE_NOOP("Actions", "Where the label, macro, constant or tensor at the caret is written")},
    {"complete", QT_TRANSLATE_NOOP("Actions", "Complete"), Menu::Edit, "Ctrl+Space", "",
     QT_TRANSLATE_NOOP("Actions", "What fits the free slots of the bundle at the caret")},
    {"showOperands", QT_TRANSLATE_NOOP("Actions", "Show Operands"), Menu::Edit, "Ctrl+Shift+Space"},
    {"aboutWord", QT_TRANSLATE_NOOP("Actions", "About the Word at the Caret"), Menu::Edit, "Ctrl+I"},
    {"peekExpansion", QT_TRANSLATE_NOOP("Actions", "Peek at Expansion"), Menu::Edit, "Alt+F12", "",
     QT_TRANSLATE_NOOP("Actions", "The bundles that the line at the caret has become")},
    {"quickFix", QT_TRANSLATE_NOOP("Actions", "Quick Fix"), Menu::Edit, "Alt+Return", "",
     QT_TRANSLATE_NOOP("Actions", "Takes what the problem on this line proposes")},
    {"comment", QT_TRANSLATE_NOOP("Actions", "Toggle Comment"), Menu::Edit, "Ctrl+/", "", "", true},
    {"format", QT_TRANSLATE_NOOP("Actions", "Format File"), Menu::Edit, "Ctrl+Shift+I"},
    {"duplicateLine", QT_TRANSLATE_NOOP("Actions", "Duplicate Lines"), Menu::Edit, "Ctrl+D"},
    {"deleteLine", QT_TRANSLATE_NOOP("Actions", "Delete Line"), Menu::Edit, "Ctrl+Shift+K"},
    {"moveLinesUp", QT_TRANSLATE_NOOP("Actions", "Move Lines Up"), Menu::Edit, "Alt+Up"},
    {"moveLinesDown", QT_TRANSLATE_NOOP("Actions", "Move Lines Down"), Menu::Edit, "Alt+Down"},
    {"toggleFold", QT_TRANSLATE_NOOP("Actions", "Fold or Unfold"), Menu::Edit, "Ctrl+Shift+["},
    {"foldAll", QT_TRANSLATE_NOOP("Actions", "Fold All"), Menu::Edit, "Ctrl+Shift+0"},
    {"unfoldAll", QT_TRANSLATE_NOOP("Actions", "Unfold All"), Menu::Edit, "Ctrl+Shift+J"},
    {"historyBack", QT_TRANSLATE_NOOP("Actions", "Selection Back"), Menu::Edit, "Alt+Left", "", "", true},
    {"historyForward", QT_TRANSLATE_NOOP("Actions", "Selection Forward"), Menu::Edit, "Alt+Right"},
    {"settings", QT_TRANSLATE_NOOP("Actions", "Settings..."), Menu::Edit, "Ctrl+,", "settings",
     QT_TRANSLATE_NOOP("Actions", "Looks, language and shortcuts"), true},

    {"palette", QT_TRANSLATE_NOOP("Actions", "Command Palette..."), Menu::View, "Ctrl+Shift+P", "palette"},
    {"workspaceEdit", QT_TRANSLATE_NOOP("Actions", "Edit Workspace"), Menu::View, "Ctrl+1", "edit", "", true},
    {"workspaceDebug", QT_TRANSLATE_NOOP("Actions", "Debug Workspace"), Menu::View, "Ctrl+2", "debug"},
    {"workspaceTensors", QT_TRANSLATE_NOOP("Actions", "Tensors Workspace"), Menu::View, "Ctrl+3", "tensors"},
    {"workspaceStriding", QT_TRANSLATE_NOOP("Actions", "Striding Workspace"), Menu::View, "Ctrl+4",
     "striding"},
    {"workspaceTraining", QT_TRANSLATE_NOOP("Actions", "Training Workspace"), Menu::View, "Ctrl+5",
     "training"},
    {"workspaceFirmware", QT_TRANSLATE_NOOP("Actions", "Firmware Workspace"), Menu::View, "Ctrl+6",
     "firmware"},
    {"showAsTable", QT_TRANSLATE_NOOP("Actions", "Show Picture as Table"), Menu::View, "Ctrl+T", "table",
     QT_TRANSLATE_NOOP("Actions", "The picture in the view with the focus as a table, or the other way")},
    {"splitEditor", QT_TRANSLATE_NOOP("Actions", "Split Editor"), Menu::View, "Ctrl+\\", "split",
     QT_TRANSLATE_NOOP("Actions", "Two texts, or two places of one, side by side"), true},
    {"nextFile", QT_TRANSLATE_NOOP("Actions", "Next File"), Menu::View, "Ctrl+Tab"},
    {"previousFile", QT_TRANSLATE_NOOP("Actions", "Previous File"), Menu::View, "Ctrl+Shift+Tab"},
    {"goToText", QT_TRANSLATE_NOOP("Actions", "Go to the Text"), Menu::View, "Ctrl+0", "",
     QT_TRANSLATE_NOOP("Actions", "The focus into the middle of the workspace"), true},
    {"nextView", QT_TRANSLATE_NOOP("Actions", "Next View"), Menu::View, "Ctrl+F6", "",
     QT_TRANSLATE_NOOP("Actions", "The focus into the next view that is in sight")},
    {"previousView", QT_TRANSLATE_NOOP("Actions", "Previous View"), Menu::View, "Ctrl+Shift+F6"},
    {"aloneView", QT_TRANSLATE_NOOP("Actions", "View Alone"), Menu::View, "Ctrl+Shift+M", "",
     QT_TRANSLATE_NOOP("Actions", "The view with the focus has the whole workspace, or all come back")},
    {"floatView", QT_TRANSLATE_NOOP("Actions", "Float View or Dock It Back"), Menu::View, "", "",
     QT_TRANSLATE_NOOP("Actions", "The view with the focus as a window of its own, or back in its place")},
    {"hideView", QT_TRANSLATE_NOOP("Actions", "Hide View"), Menu::View, "", "",
     QT_TRANSLATE_NOOP("Actions", "The view with the focus; it comes back from this menu")},
    {"anotherView", QT_TRANSLATE_NOOP("Actions", "Another View"), Menu::View, "", "",
     QT_TRANSLATE_NOOP("Actions", "One more of the view with the focus, pinned to the next core")},
    {"pinView", QT_TRANSLATE_NOOP("Actions", "Pin View to Its Core"), Menu::View, "", "",
     QT_TRANSLATE_NOOP("Actions", "The view with the focus stays with the core it shows, or follows again")},
    {"resetLayout", QT_TRANSLATE_NOOP("Actions", "Reset Layout"), Menu::View},
    {"presentation", QT_TRANSLATE_NOOP("Actions", "Presentation"), Menu::View, "F4", "",
     QT_TRANSLATE_NOOP("Actions", "Large type, little else: for a projector"), true},
    {"fullScreen", QT_TRANSLATE_NOOP("Actions", "Full Screen"), Menu::View, "Shift+Alt+Return"},
    {"themeSystem", QT_TRANSLATE_NOOP("Actions", "Theme: as the System"), Menu::View, "", "", "", true},
    {"themeLight", QT_TRANSLATE_NOOP("Actions", "Theme: Light"), Menu::View},
    {"themeDark", QT_TRANSLATE_NOOP("Actions", "Theme: Dark"), Menu::View},

    {"run", QT_TRANSLATE_NOOP("Actions", "Run"), Menu::Run, "F5", "run",
     QT_TRANSLATE_NOOP("Actions", "Run to a breakpoint, a fault or the end")},
    {"pause", QT_TRANSLATE_NOOP("Actions", "Pause"), Menu::Run, "F6", "pause"},
    {"stop", QT_TRANSLATE_NOOP("Actions", "Stop"), Menu::Run, "Shift+F5", "",
     QT_TRANSLATE_NOOP("Actions", "End the run: the program is at its beginning again")},
    {"assemble", QT_TRANSLATE_NOOP("Actions", "Assemble"), Menu::Run, "Ctrl+B", "",
     QT_TRANSLATE_NOOP("Actions", "Say what is wrong with the file in front, without running it")},
    {"reset", QT_TRANSLATE_NOOP("Actions", "Restart"), Menu::Run, "Ctrl+Shift+F5", "reset",
     QT_TRANSLATE_NOOP("Actions", "Load the program as it is now, at clock 0")},
    {"step", QT_TRANSLATE_NOOP("Actions", "Step Bundle"), Menu::Run, "F11", "step", "", true},
    {"stepOver", QT_TRANSLATE_NOOP("Actions", "Step Over"), Menu::Run, "F10", "step-over",
     QT_TRANSLATE_NOOP("Actions", "One bundle; a call to its return, and a chain to its end")},
    {"stepOut", QT_TRANSLATE_NOOP("Actions", "Step Out"), Menu::Run, "Shift+F11", "step-out"},
    {"stepClock", QT_TRANSLATE_NOOP("Actions", "Step Clock"), Menu::Run, "Ctrl+F11", "step-clock"},
    {"stepAll", QT_TRANSLATE_NOOP("Actions", "Step All"), Menu::Run, "Alt+F11", "",
     QT_TRANSLATE_NOOP("Actions", "To the next clock in which any core issues a bundle")},
    {"nextCore", QT_TRANSLATE_NOOP("Actions", "Next Core"), Menu::Run, "Shift+Alt+F11", "",
     QT_TRANSLATE_NOOP("Actions", "Another core comes into focus: steps are its own, and views show it")},
    {"runToCursor", QT_TRANSLATE_NOOP("Actions", "Run to Cursor"), Menu::Run, "Ctrl+F10", "run-to-cursor"},
    {"stepBack", QT_TRANSLATE_NOOP("Actions", "Step Back"), Menu::Run, "Shift+F10", "step-back", "", true},
    {"stepOverBack", QT_TRANSLATE_NOOP("Actions", "Step Back Over"), Menu::Run, "Alt+Shift+F10", "",
     QT_TRANSLATE_NOOP("Actions", "One bundle back; to before the call, or to the beginning of the chain")},
    {"stepClockBack", QT_TRANSLATE_NOOP("Actions", "Step Clock Back"), Menu::Run, "Ctrl+Shift+F11"},
    {"runBack", QT_TRANSLATE_NOOP("Actions", "Run Back"), Menu::Run, "Ctrl+Shift+F10", "run-back",
     QT_TRANSLATE_NOOP("Actions", "Back to the breakpoint hit before, or to the beginning")},
    {"toggleBreakpoint", QT_TRANSLATE_NOOP("Actions", "Toggle Breakpoint"), Menu::Run, "F9", "breakpoint", "",
     true},
    {"followMacros", QT_TRANSLATE_NOOP("Actions", "Follow into Macros"), Menu::Run, "", "",
     QT_TRANSLATE_NOOP("Actions", "Stepping shows the text of the macro instead of its call")},
    {"breakOnNan", QT_TRANSLATE_NOOP("Actions", "Stop at NaN or Infinity"), Menu::Run, "", "",
     QT_TRANSLATE_NOOP("Actions", "A breakpoint at the first one of every unit that makes floats")},
    {"newBreakpoint", QT_TRANSLATE_NOOP("Actions", "New Breakpoint..."), Menu::Run, "Ctrl+F9", "",
     QT_TRANSLATE_NOOP(
         "Actions",
         "Stop at a bundle, a condition, an access to memory, a transfer, a flag, a result or a NaN")},

    {"runFor", QT_TRANSLATE_NOOP("Actions", "Run For..."), Menu::Run, "", "",
     QT_TRANSLATE_NOOP("Actions", "Run a number of bundles or clocks")},
    {"runModes", QT_TRANSLATE_NOOP("Actions", "Run Modes..."), Menu::Run, "", "",
     QT_TRANSLATE_NOOP("Actions", "Strict or interlocked, when transfers arrive, what was never written")},
    {"bookmark", QT_TRANSLATE_NOOP("Actions", "Toggle Bookmark"), Menu::Run, "Ctrl+M", "",
     QT_TRANSLATE_NOOP("Actions", "Mark this clock in the history"), true},
    {"nextMark", QT_TRANSLATE_NOOP("Actions", "Next Mark in the History"), Menu::Run},
    {"previousMark", QT_TRANSLATE_NOOP("Actions", "Previous Mark in the History"), Menu::Run},
    {"nextChange", QT_TRANSLATE_NOOP("Actions", "Next Changed Cell"), Menu::Run, "F8", "",
     QT_TRANSLATE_NOOP("Actions", "Walk through what the last command changed"), true},
    {"previousChange", QT_TRANSLATE_NOOP("Actions", "Previous Changed Cell"), Menu::Run, "Shift+F8"},

    {"help", QT_TRANSLATE_NOOP("Actions", "Help on This"), Menu::Help, "F1", "help",
     QT_TRANSLATE_NOOP("Actions", "Opens the page of what is under the cursor")},
    {"manual", QT_TRANSLATE_NOOP("Actions", "Manual"), Menu::Help, "Shift+F1", "contents"},
    {"lesson", QT_TRANSLATE_NOOP("Actions", "Lesson on Striding"), Menu::Help, "", "",
     QT_TRANSLATE_NOOP("Actions", "Striding on a chip that cannot stride, step by step")},
    {"tilingLesson", QT_TRANSLATE_NOOP("Actions", "Lesson on Tiling"), Menu::Help, "", "",
     QT_TRANSLATE_NOOP("Actions", "Large pictures on a program for small ones, step by step")},
    {"recomputeLesson", QT_TRANSLATE_NOOP("Actions", "Lesson on Recomputation"), Menu::Help, "", "",
     QT_TRANSLATE_NOOP("Actions", "What a training step stores, and what it computes again, step by step")},
    {"quantiseLesson", QT_TRANSLATE_NOOP("Actions", "Lesson on Rounding"), Menu::Help, "", "",
     QT_TRANSLATE_NOOP("Actions", "Software that rounds where the hardware rounds, step by step")},
    {"about", QT_TRANSLATE_NOOP("Actions", "About Lanewright"), Menu::Help, "", "", "", true},
};

QString settingOf(const QAction* action) { return QStringLiteral("shortcuts/") + action->objectName(); }

const ActionRow& rowOf(const QAction* action) {
    const auto* row = std::find_if(std::begin(kRows), std::end(kRows), [action](const ActionRow& candidate) {
        return action->objectName() == QLatin1String(candidate.id);
    });
    LW_ASSERT(row != std::end(kRows), "every action of the table has its row");
    return *row;
}

} // namespace

std::span<const ActionRow> actionRows() { return kRows; }

QString titleOf(Menu menu) {
    switch (menu) {
    case Menu::File: return QCoreApplication::translate("Actions", "&File");
    case Menu::Edit: return QCoreApplication::translate("Actions", "&Edit");
    case Menu::View: return QCoreApplication::translate("Actions", "&View");
    case Menu::Run: return QCoreApplication::translate("Actions", "&Run");
    default: return QCoreApplication::translate("Actions", "&Help");
    }
}

QString plainTextOf(const QAction* action) { return withoutMnemonic(action->text()); }

ActionTable::ActionTable(const theme::Theme& theme, QObject* parent) : QObject(parent) {
    const QSettings settings;
    for (const ActionRow& row : kRows) {
        auto* action = new QAction(QCoreApplication::translate("Actions", row.text), this);
        action->setObjectName(QString::fromLatin1(row.id));
        if (*row.icon) action->setIcon(theme::icon(theme, QString::fromLatin1(row.icon)));
        if (*row.tip) action->setStatusTip(QCoreApplication::translate("Actions", row.tip));
        const QString keys = settings.value(settingOf(action), QString::fromLatin1(row.keys)).toString();
        action->setShortcut(QKeySequence(keys, QKeySequence::PortableText));
        m_byId[action->objectName()] = action;
        m_inOrder << action;
    }
    for (int menu = 0; menu < static_cast<int>(Menu::kCount); ++menu) giveLetters(static_cast<Menu>(menu));
}

// Toolbars and tool tips show the text as it was before.
void ActionTable::giveLetters(Menu menu) {
    const QList<QAction*> actions = inMenu(menu);
    QStringList texts, english;
    for (const QAction* action : actions) {
        texts << action->text();
        english << QString::fromLatin1(rowOf(action).text);
    }
    const QStringList lettered = withMnemonics(texts, english);
    for (qsizetype i = 0; i < actions.size(); ++i) {
        QString plain = texts[i];
        if (plain.endsWith(QLatin1String("..."))) plain.chop(3);
        actions[i]->setIconText(plain);
        actions[i]->setText(lettered[i]);
        tellKeys(actions[i]);
    }
}

// A tool tip names the keys, which are better than the button.
void ActionTable::tellKeys(QAction* action) {
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    QString plain = plainTextOf(action);
    if (plain.endsWith(QLatin1String("..."))) plain.chop(3);
    action->setToolTip(keys.isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, keys));
}

QAction* ActionTable::operator[](const QString& id) const {
    QAction* action = m_byId.value(id);
    LW_ASSERT(action, "the table has a row for every action asked for");
    return action;
}

QList<QAction*> ActionTable::inMenu(Menu menu) const {
    QList<QAction*> out;
    for (qsizetype i = 0; i < m_inOrder.size(); ++i)
        if (kRows[i].menu == menu) out << m_inOrder[i];
    return out;
}

QStringList ActionTable::unconnected() const {
    QStringList out;
    for (const QAction* action : m_inOrder)
        if (!m_connected.contains(action->objectName())) out << action->objectName();
    return out;
}

QAction* ActionTable::clashWith(const QKeySequence& keys, const QAction* besides) const {
    if (keys.isEmpty()) return nullptr;
    for (QAction* action : m_inOrder)
        if (action != besides && action->shortcut() == keys) return action;
    return nullptr;
}

void ActionTable::setShortcut(QAction* action, const QKeySequence& keys) {
    action->setShortcut(keys);
    tellKeys(action);
    QSettings().setValue(settingOf(action), keys.toString(QKeySequence::PortableText));
}

QKeySequence ActionTable::defaultShortcut(const QAction* action) {
    return QKeySequence(QString::fromLatin1(rowOf(action).keys), QKeySequence::PortableText);
}

void ActionTable::resetShortcut(QAction* action) {
    QSettings().remove(settingOf(action));
    action->setShortcut(defaultShortcut(action));
    tellKeys(action);
}

void ActionTable::resetShortcuts() {
    for (QAction* action : m_inOrder) resetShortcut(action);
}

} // namespace lw::ide

#include "moc_action_table.cpp"
