// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/assembler_service.h"
#include "widgets/editor/assistant.h"
#include "widgets/editor/document.h"
#include "widgets/editor/execution_marks.h"
#include "widgets/editor/find_bar.h"
#include "widgets/editor/front_program.h"
#include "widgets/editor/notice_bar.h"
#include "widgets/editor/outside_changes.h"
#include "widgets/editor/source_book.h"
#include "widgets/editor/split_pane.h"
#include "widgets/editor/text_keeper.h"
#include "widgets/theme/empty_notice.h"

#include <QPointer>
#include <QTabWidget>
#include <QTimer>

namespace lw::editor {

// The open files in tabs, with marks, breakpoints and the arrow of the next bundle. As one types, the program
// that is to run is assembled, and the text in front when that is another program: what is wrong is said of
// the one in front.
class DocumentArea : public QWidget {
    Q_OBJECT
  public:
    DocumentArea(session::ViewContext context, QWidget* parent = nullptr);

    // Shows it, opened if it was not. Null when it cannot be read, which was told by problem().
    Document* openFile(const QString& path);
    Document* newFile();
    Document* current() const; // that of editor()
    // The view in which the person works: that of the tab in front,
    // or the second one beside it. Null: no text is open.
    CodeEditor* editor() const;
    // A second view beside the tabs, or none.
    void toggleSplit();
    SplitPane& split() { return *m_split; }
    Document* documentOf(const QString& key) const;
    // "digits/program.lw", "Untitled 1": a file is known by its name and its folder, as many are called
    // program.lw.
    QString nameOf(const QString& key) const;
    const QList<Document*>& documents() const { return m_documents; }
    // Asks first when the text was changed; false: the person wants to keep it.
    bool closeDocument(Document* document);
    // Asks for every changed text; true: the window may close.
    bool mayAllGo();
    // Asks as well, then closes them all; false: nothing was closed.
    bool closeAll();
    bool saveDocument(Document* document, const QString& path);

    // What is to run, the key of a text: pinned, not the tab that happens to be in front.
    const QString& startFile() const { return m_startFile; }
    FrontRole frontRole() const { return m_role; }
    void setStartFile(const QString& path);
    const QString& machine() const { return m_machine; }
    void setMachine(const QString& machine); // empty: the program's
    // Values for constants of what runs, in place of those of its text.
    const std::vector<assembler::Definition>& definitions() const { return m_definitions; }
    void setDefinitions(std::vector<assembler::Definition> definitions);
    // The answer to what the texts are now, or null while it is under way.
    std::shared_ptr<const AssemblyAnswer> assembly() const;
    // The text in front if that is another program, otherwise what is to run: what the findings are about.
    const QString& subject() const { return m_subject; }
    // The same of the subject.
    std::shared_ptr<const AssemblyAnswer> subjectAssembly() const;
    const QVector<Finding>& findings() const { return m_findings; }
    // An answer is under way.
    bool isChecking() const;
    void showPlace(const QString& path, int line, int column);
    // Stepping into a macro shows its text; otherwise the call.
    void setFollowsMacros(bool follows) { m_followsMacros = follows; }
    // The texts in the editors are not those of the loaded program any more.
    bool differsFromLoaded() const;
    const ExecutionMarks& execution() const { return m_execution; }

    // Names and words of all texts as they are now; as they are seen from that one.
    const SourceBook& book(const Document* from = nullptr);
    Assistant* assistant() const; // of the editor in front, or null
    FindBar& findBar() { return *m_find; }
    NoticeBar& notices() { return *m_notices; }
    // Unsaved texts are kept in the folder from now on; those left over there are offered.
    void startKeeping(const QString& folder);

    void goToDefinition();
    // The file that the caret's line includes.
    std::optional<QString> includeAtCaret() const;
    void openIncluded();
    // Of the name at the caret, with the line each is in.
    struct Use {
        QString path;
        int line = 0, column = 0; // from 1
        QString text;
    };
    QVector<Use> usesAtCaret();
    std::optional<FilePlace> nameAtCaret(); // with the path of the text
    // The file that is `step` tabs to the right, from the last one on to the first.
    void showNeighbour(int step);
    // Puts a line below the caret's.
    void insertLine(const QString& text);
    // What a manual should be asked about the caret's place, the most telling first.
    QStringList topicsAtCaret();
    // Puts what the finding proposes into the text; false when it proposes nothing or the text has changed.
    bool applyFix(const Finding& finding);
    // Takes what is proposed on the caret's line; of several, one is to be chosen.
    void quickFix();
    void formatCurrent();
    // What the line at the caret has become in the newest program:
    // the bundles of the macro it calls, or its own in every expansion.
    void peekExpansion();

  Q_SIGNALS:
    void assembled();
    void startFileChanged(const QString& before);
    void startFileRenamed(); // its text was saved under another name
    void frontRunWanted();
    void currentDocumentChanged();
    void restored(); // a text that was kept is back, in front
    void problem(const QString& text);
    void menuWanted(const QPoint& at); // for the editor in front
    void examplesWanted();
    void fixToChoose(const QVector<lw::editor::Finding>& findings); // which is for applyFix()

  private:
    void add(Document* document);
    bool mayGo(Document* document);
    QString askForPath();
    void remove(Document* document);
    void updateTab(Document* document);
    void updateNotice();
    void updateFrontBar();
    void sayHowToRead(Document& document);
    void equip(Document& document, CodeEditor& view);
    void chooseChip(Document& document);
    CodeEditor* tabEditor() const;
    void rememberView(CodeEditor* view);
    void selectAtCaret();
    void showSelection();
    void showBundle(machine::BundleOf bundle);
    void scrollToBundle(machine::BundleOf bundle);
    Document* openPreview(const QString& path);
    AssemblyRequest requestFor(const QString& key) const;
    void assembleNow();
    void lookAtFront();
    void take(std::shared_ptr<const AssemblyAnswer> answer);
    void showAnswers();
    void showMarks();

    session::ViewContext m_context;
    QList<Document*> m_documents; // in the order they were opened
    QString m_startFile, m_machine, m_subject;
    std::vector<assembler::Definition> m_definitions;
    AssemblerService m_service;
    NoticeBar* m_notices;
    NoticeBar* m_frontBar; // what is to be known of the text in front
    QTabWidget* m_tabs;
    theme::EmptyNotice* m_empty; // while no text is open
    SplitPane* m_split;
    FindBar* m_find;
    ExecutionMarks m_execution;
    OutsideChanges m_outside;
    TextKeeper* m_keeper = nullptr;
    SourceBook m_book;
    QTimer m_typing;             // since the last key
    QTimer m_rest;               // since the caret moved
    QPointer<CodeEditor> m_view; // the one that had the focus last
    bool m_isSelecting = false;  // the caret, not another view
    bool m_followsMacros = false;
    QPointer<Document> m_preview;                   // the text that is only looked at
    std::shared_ptr<const AssemblyAnswer> m_answer; // to what is to run
    FrontProgram m_front;
    FrontRole m_role = FrontRole::Nothing;
    const Document* m_lookedAt = nullptr; // when the role was found
    QVector<Finding> m_findings;
};

} // namespace lw::editor
