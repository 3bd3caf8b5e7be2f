// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/example_list.h"
#include "widgets/theme/theme.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace lw::ide {

// What one sees first: the examples with what they teach, one click to run each; the files used last.
class WelcomePage : public QScrollArea {
    Q_OBJECT
  public:
    WelcomePage(const theme::Theme& theme, QWidget* parent = nullptr);
    void setRecentFiles(const QStringList& paths);

  Q_SIGNALS:
    void opened(const QString& path);
    void newFile();

  private:
    void build();

    const theme::Theme& m_theme;
    QVBoxLayout* m_recent = nullptr;
    QStringList m_recentFiles;
};

} // namespace lw::ide
