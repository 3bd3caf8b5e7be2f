// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/code_editor.h"
#include "widgets/editor/text_search.h"

#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QToolButton>

namespace lw::editor {

// Finds and replaces in the editor in front: every match is marked and counted.
class FindBar : public QFrame {
    Q_OBJECT
  public:
    explicit FindBar(const theme::Theme& theme, QWidget* parent = nullptr);

    // The editor to search in; null: none.
    void setEditor(CodeEditor* editor);
    enum class Mode : std::uint8_t { Find, Replace };
    // Becomes visible, with the selected text filled in.
    void open(Mode mode);
    void close();
    void findNext();
    void findPrevious();
    void replaceOne(); // the selected match, then goes to the next
    void replaceAll(); // one step of undo

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void build(const theme::Theme& theme);
    SearchOptions options() const;
    void search(); // marks and counts
    void select(std::size_t index);
    std::optional<std::size_t> selectedMatch() const;
    void dress(const theme::Theme& theme);

    QPointer<CodeEditor> m_editor;
    QLineEdit* m_pattern;
    QLineEdit* m_replacement;
    QLabel* m_count;
    QToolButton* m_case;
    QToolButton* m_words;
    QToolButton* m_expression;
    QWidget* m_replaceRow;
    std::vector<Match> m_matches;
};

} // namespace lw::editor
