// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"

#include <QComboBox>
#include <QFrame>
#include <QStackedWidget>

#include <functional>

namespace lw::editor {

// A second place to look at the open texts, beside the tabs: each text has a view of its own here, with its
// own scroll, caret and folds; what is typed in one appears in both.
class SplitPane : public QFrame {
    Q_OBJECT
  public:
    // `equip` is called with every view that is made.
    using Equip = std::function<void(Document& document, CodeEditor& view)>;
    SplitPane(const theme::Theme& theme, const QList<Document*>& documents, Equip equip,
              QWidget* parent = nullptr);

    // Shows the text, at first where its main view is now.
    void showDocument(Document* document);
    Document* document() const; // null: nothing is open
    CodeEditor* editor() const;
    // After texts were opened, renamed or closed.
    void update();

  Q_SIGNALS:
    void closeWanted();
    void documentChanged();

  private:
    const QList<Document*>& m_documents;
    Equip m_equip;
    QComboBox* m_choice;
    QStackedWidget* m_views;
};

} // namespace lw::editor
