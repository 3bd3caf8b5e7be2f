// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/code_editor.h"
#include "widgets/editor/completion_list.h"
#include "widgets/editor/hover_card.h"
#include "widgets/editor/source_book.h"

#include <QObject>

#include <functional>

namespace lw::editor {

// Helps whoever writes in an editor: completion, call tips,
// and a card for the word under the mouse. Belongs to the editor.
class Assistant : public QObject {
    Q_OBJECT
  public:
    // `book` gives the names in all texts as they are now, `path` the file shown in the editor.
    using Book = std::function<const SourceBook&()>;
    using Path = std::function<QString()>;
    Assistant(session::ViewContext context, CodeEditor& editor, Book book, Path path);

    // The list of what can be written at the caret.
    void complete();
    CompletionList& list() { return m_list; }
    void showCallTip();
    // About the word at a byte of the text, as if the mouse rested there.
    void showHover(std::size_t at);
    void showHoverAtCaret() { showHover(m_editor.caret()); }
    HoverCard& card() { return m_card; }

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    bool caretIsOnScreen() const;
    void typed(int character);
    void insert(const QString& word);
    void caretMoved();

    session::ViewContext m_context;
    CodeEditor& m_editor;
    Book m_book;
    Path m_path;
    HoverCard m_card;
    CompletionList m_list;
};

} // namespace lw::editor
