// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/view_context.h"
#include "widgets/theme/empty_notice.h"

#include <QFileSystemWatcher>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QUrl>

namespace lw::manual {

// The README.md beside a program. Its links to steps do what they propose: "script:" is followed by
// lines of a window script, separated by ";".
class AboutView : public QStackedWidget {
    Q_OBJECT
  public:
    static constexpr const char* kScheme = "script";

    explicit AboutView(session::ViewContext context, QWidget* parent = nullptr);

    void setFolder(const QString& folder); // absolute; empty: there is no program
    bool hasText() const { return currentWidget() == m_text; }
    QTextBrowser& text() { return *m_text; }
    // A link that does something.
    struct Step {
        QString title; // the text of the link
        QString lines; // of a window script, separated by ";"
        bool operator==(const Step&) const = default;
    };
    QList<Step> steps() const; // in order

  Q_SIGNALS:
    void stepsWanted(const QString& steps, const QString& folder);
    void fileWanted(const QString& path);

  private:
    void show(const QString& markdown);
    void refresh();
    void follow(const QUrl& link);

    session::ViewContext m_context;
    theme::EmptyNotice* m_notice;
    QTextBrowser* m_text;
    QTextDocument* m_document = nullptr;
    QString m_folder;
    QString m_read; // the contents of README.md
    QFileSystemWatcher m_watcher;
};

} // namespace lw::manual
