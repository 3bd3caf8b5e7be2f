// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/edit_actions.h"

#include "app/ide/chooser.h"
#include "widgets/editor/text_edits.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFileInfo>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>

#include <functional>
#include <string_view>

#include <utility>

namespace lw::ide {

namespace {

using Base = QsciScintillaBase;
using editor::CodeEditor;
using editor::DocumentArea;
using editor::FindBar;

// The rows that work on the text of the editor in front.
struct EditorRow {
    const char* id;
    void (*act)(CodeEditor& editor);
};

template <unsigned int message> void send(CodeEditor& editor) { editor.SendScintilla(message); }

constexpr EditorRow kEditorRows[] = {
    {"undo", [](CodeEditor& editor) { editor.undo(); }},
    {"redo", [](CodeEditor& editor) { editor.redo(); }},
    {"comment", [](CodeEditor& editor) { editor::toggleComment(editor); }},
    {"duplicateLine", send<Base::SCI_SELECTIONDUPLICATE>},
    {"deleteLine", send<Base::SCI_LINEDELETE>},
    {"moveLinesUp", send<Base::SCI_MOVESELECTEDLINESUP>},
    {"moveLinesDown", send<Base::SCI_MOVESELECTEDLINESDOWN>},
    {"toggleFold", [](CodeEditor& editor) { editor.foldLine(editor.caretLine()); }},
    {"foldAll",
     [](CodeEditor& editor) { editor.SendScintilla(Base::SCI_FOLDALL, Base::SC_FOLDACTION_CONTRACT); }},
    {"unfoldAll",
     [](CodeEditor& editor) { editor.SendScintilla(Base::SCI_FOLDALL, Base::SC_FOLDACTION_EXPAND); }},
};

// The clipboard belongs to whatever has the focus: another view gets the key it would have had.
struct ClipboardRow {
    const char* id;
    int key;
    void (*act)(CodeEditor& editor);
};
constexpr ClipboardRow kClipboardRows[] = {
    {"cut", Qt::Key_X, [](CodeEditor& editor) { editor.cut(); }},
    {"copy", Qt::Key_C, [](CodeEditor& editor) { editor.copy(); }},
    {"paste", Qt::Key_V, [](CodeEditor& editor) { editor.paste(); }},
    {"selectAll", Qt::Key_A, [](CodeEditor& editor) { editor.selectAll(); }},
};

void connectClipboard(ActionTable& actions, DocumentArea& documents) {
    for (const ClipboardRow& row : kClipboardRows)
        actions.connectTo(QString::fromLatin1(row.id), &documents, [&documents, row] {
            QWidget* focus = QApplication::focusWidget();
            CodeEditor* view = documents.editor();
            if (!focus || focus == view) {
                if (view) row.act(*view);
                return;
            }
            if (focus->metaObject()->indexOfMethod(QByteArray(row.id) + "()") >= 0) {
                QMetaObject::invokeMethod(focus, row.id);
                return;
            }
            // A view that takes the key itself.
            // One that does not passes it on to the window, whose key this is.
            static bool isSending = false;
            if (std::exchange(isSending, true)) return;
            QKeyEvent press(QEvent::KeyPress, row.key, Qt::ControlModifier);
            QApplication::sendEvent(focus, &press);
            isSending = false;
        });
}

void showUses(DocumentArea& documents, QWidget* window) {
    const auto name = documents.nameAtCaret();
    if (!name) return Q_EMIT documents.problem(DocumentArea::tr("There is no name at the caret."));
    std::vector<Chooser::Item> items;
    for (const DocumentArea::Use& use : documents.usesAtCaret())
        items.push_back({use.text,
                         QStringLiteral("%1:%2").arg(QFileInfo(use.path).fileName()).arg(use.line),
                         {},
                         true,
                         [&documents, use] { documents.showPlace(use.path, use.line, use.column); }});
    Chooser::open(window,
                  DocumentArea::tr("Uses of %1 in the open and included files")
                      .arg(QString::fromStdString(name->at.name)),
                  std::move(items));
}

void chooseFix(DocumentArea& documents, const QVector<editor::Finding>& findings, QWidget* window) {
    std::vector<Chooser::Item> items;
    for (const editor::Finding& finding : findings)
        items.push_back({DocumentArea::tr("Write %1").arg(finding.replacement),
                         finding.text,
                         {},
                         true,
                         [&documents, finding] { documents.applyFix(finding); }});
    Chooser::open(window, DocumentArea::tr("Proposals for this line"), std::move(items));
}

void goToLine(const DocumentArea& documents, QWidget* window) {
    QPointer<CodeEditor> view = documents.editor();
    if (!view) return;
    auto* dialog = new QInputDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QCoreApplication::translate("Actions", "Go to Line"));
    dialog->setLabelText(QCoreApplication::translate("Actions", "Line, from 1 to %1:").arg(view->lines()));
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setIntRange(1, view->lines());
    dialog->setIntValue(view->caretLine() + 1);
    QObject::connect(dialog, &QInputDialog::intValueSelected, window, [view](int line) {
        if (!view) return;
        view->showLine(line - 1);
        view->setFocus();
    });
    dialog->open();
}

void openMenu(ActionTable& actions, const DocumentArea& documents, QWidget* window, const QPoint& at) {
    auto* menu = new QMenu(window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    static constexpr const char* kIds[] = {
        "cut",       "copy",        "paste",           "", "goToDefinition", "openIncluded", "findUses",
        "aboutWord", "help",        "peekExpansion",   "", "quickFix",       "comment",      "format",
        "",          "runToCursor", "toggleBreakpoint"};
    for (const char* id : kIds) {
        if (std::string_view(id) == "openIncluded" && !documents.includeAtCaret()) continue;
        if (*id)
            menu->addAction(actions[QString::fromLatin1(id)]);
        else
            menu->addSeparator();
    }
    menu->popup(at);
}

} // namespace

void connectEditActions(ActionTable& actions, DocumentArea& documents, QWidget* window) {
    const auto on = [&](const char* id, auto&& call) {
        actions.connectTo(QString::fromLatin1(id), &documents, call);
    };
    for (const EditorRow& row : kEditorRows)
        on(row.id, [&documents, act = row.act] {
            if (CodeEditor* view = documents.editor()) act(*view);
        });
    connectClipboard(actions, documents);
    on("find", [&documents] { documents.findBar().open(FindBar::Mode::Find); });
    on("replace", [&documents] { documents.findBar().open(FindBar::Mode::Replace); });
    on("findNext", [&documents] { documents.findBar().findNext(); });
    on("findPrevious", [&documents] { documents.findBar().findPrevious(); });
    on("goToLine", [&documents, window] { goToLine(documents, window); });
    on("goToDefinition", [&documents] { documents.goToDefinition(); });
    on("openIncluded", [&documents] { documents.openIncluded(); });
    on("nextFile", [&documents] { documents.showNeighbour(1); });
    on("previousFile", [&documents] { documents.showNeighbour(-1); });
    on("splitEditor", [&documents] { documents.toggleSplit(); });
    on("findUses", [&documents, window] { showUses(documents, window); });
    on("quickFix", [&documents] { documents.quickFix(); });
    QObject::connect(&documents, &DocumentArea::fixToChoose, window,
                     [&documents, window](const QVector<editor::Finding>& findings) {
                         chooseFix(documents, findings, window);
                     });
    on("peekExpansion", [&documents] { documents.peekExpansion(); });
    on("format", [&documents] { documents.formatCurrent(); });

    const auto help = [&](const char* id, auto act) {
        on(id, [&documents, act] {
            if (editor::Assistant* assistant = documents.assistant()) act(*assistant);
        });
    };
    help("complete", [](editor::Assistant& assistant) { assistant.complete(); });
    help("showOperands", [](editor::Assistant& assistant) { assistant.showCallTip(); });
    help("aboutWord", [](editor::Assistant& assistant) { assistant.showHoverAtCaret(); });
    QObject::connect(
        &documents, &DocumentArea::menuWanted, window,
        [&actions, &documents, window](const QPoint& at) { openMenu(actions, documents, window, at); });
}

} // namespace lw::ide
