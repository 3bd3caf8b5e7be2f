// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/example_list.h"
#include "widgets/theme/theme.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lw::ide {

// The first page: a path of three steps to begin with, the examples with what they teach, one click to
// run each; the files used last.
class WelcomePage : public QScrollArea {
    Q_OBJECT
  public:
    WelcomePage(const theme::Theme& theme, QWidget* parent = nullptr);
    void setRecentFiles(const QStringList& paths);

  Q_SIGNALS:
    void opened(const QString& path);
    void newWanted();
    void templateWanted();
    void openWanted();
    void networkWanted();
    void lessonWanted(const QString& chapter); // in the manual

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void arrangeCards(int columns);
    QHBoxLayout* makeHead(QWidget* page);
    QHBoxLayout* makePath(QWidget* page);
    QGridLayout* makeCards(QWidget* page);
    void addJump(const QString& text, QWidget* to);
    static QString titleOf(const QString& group);

    const theme::Theme& m_theme;
    QHBoxLayout* m_jumps = nullptr; // to the groups of examples
    QGridLayout* m_cards = nullptr;
    QList<QWidget*> m_inCards; // headings and cards, in order
    int m_columns = 0;
    QVBoxLayout* m_recent = nullptr;
    QStringList m_recentFiles;
};

} // namespace lw::ide
