// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/assembler_service.h"
#include "widgets/editor/document.h"

#include <QTabWidget>
#include <QTimer>

namespace lw::editor {

// The open files in tabs: assembled as one types, with marks, breakpoints and the arrow of the next bundle.
class DocumentArea : public QTabWidget {
    Q_OBJECT
  public:
    DocumentArea(session::ViewContext context, QWidget* parent = nullptr);

    // Shows it, opened if it was not. Null when it cannot be read, which was told by problem().
    Document* openFile(const QString& path);
    Document* newFile();
    Document* current() const;
    Document* documentOf(const QString& path) const;
    const QList<Document*>& documents() const { return m_documents; }
    // Asks first when the text was changed; false: the person wants to keep it.
    bool closeDocument(Document* document);
    // Asks for every changed text; true: the window may close.
    bool mayAllGo();
    bool saveDocument(Document* document, const QString& path);

    // The file that runs: pinned, not the tab that happens to be in front.
    const QString& startFile() const { return m_startFile; }
    void setStartFile(const QString& path);
    const QString& machine() const { return m_machine; }
    void setMachine(const QString& machine); // empty: the program's
    // The answer to what the texts are now, or null while it is under way.
    std::shared_ptr<const AssemblyAnswer> assembly() const;
    const QVector<Finding>& findings() const { return m_findings; }
    void showPlace(const QString& path, int line, int column);
    // The bundle of the loaded program that stands on the line (from 0) or first below it.
    std::optional<std::uint32_t> bundleAt(const QString& path, int line) const;
    // The texts in the editors are not those of the loaded program any more.
    bool differsFromLoaded() const;

  Q_SIGNALS:
    void assembled();
    void currentDocumentChanged();
    void problem(const QString& text);

  private:
    void add(Document* document);
    bool mayGo(Document* document);
    void updateTab(Document* document);
    void textChanged();
    void assembleNow();
    void take(std::shared_ptr<const AssemblyAnswer> answer);
    void showMarks();
    void showExecution();
    void toggleBreakpoint(Document* document, int line);

    session::ViewContext m_context;
    QList<Document*> m_documents; // in the order they were opened
    QString m_startFile, m_machine;
    AssemblerService m_service;
    QTimer m_typing; // since the last key
    std::shared_ptr<const AssemblyAnswer> m_answer;
    QVector<Finding> m_findings;
    std::uint32_t m_shownBundle = ~0u;
};

} // namespace lw::editor
