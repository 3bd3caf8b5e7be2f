// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/manual/book.h"
#include "widgets/manual/bit_picture.h"
#include "widgets/manual/hit_model.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>

#include <memory>
#include <vector>

namespace lw::manual {

// Ids and titles of the pages that exist for the loaded chip, or else for the first one.
QVector<QPair<QString, QString>> titlesOf(const session::Loaded* loaded);

// The manual of the machine in use: pages with links, a history, and a search while typing.
class ManualView : public QWidget {
    Q_OBJECT
  public:
    explicit ManualView(session::ViewContext context, QWidget* parent = nullptr);

    // Shows the page of the first of these that has one: ids of pages, or words ("fadd", "r3", "E203").
    // If none has one, shows what the search finds for the first; for no topic at all the contents.
    void open(const QStringList& topics);
    QString currentPage() const; // its id
    void goBack();
    void goForward();

    const Book& book();
    QLineEdit& searchLine() { return *m_search; }
    QListView& results() { return *m_results; }
    QTextBrowser& text() { return *m_text; }

  Q_SIGNALS:
    void insertWanted(const QString& example); // into the program
    // A link in a lesson: a file in the folder of examples; for a network perhaps with a mode after a '?'.
    void exampleWanted(const QString& file);

  protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void build();
    void dress();
    void search(const QString& words);
    void openHit(const QModelIndex& index);
    void follow(const QUrl& link);
    void visit(const QString& id); // and remember
    void showPage(const QString& id, int scroll);
    void forget(); // another machine, or another theme: the page is made again
    void updateButtons();
    int roomOf(const QTextDocument& document) const; // for pictures
    void fitToWidth();

    struct Visit {
        QString id;
        int scroll = 0;
    };

    session::ViewContext m_context;
    std::shared_ptr<const session::Loaded> m_loaded; // the subject of the book
    std::unique_ptr<Book> m_book;
    HitModel m_hits;
    QToolButton *m_back, *m_forward, *m_contents;
    QLineEdit* m_search;
    QStackedWidget* m_stack;
    QTextBrowser* m_text;
    QListView* m_results;
    QLabel* m_nothing;
    BitPicture* m_bits;
    QTextDocument* m_document = nullptr; // the visible one; belongs to the browser
    std::vector<Visit> m_visits;
    std::size_t m_at = 0;
    QTimer m_resized; // a while after the last change of the width
    bool m_isStale = true;
};

} // namespace lw::manual
