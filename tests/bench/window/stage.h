// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/main_window.h"

#include <QObject>

namespace lw::bench {

inline const QString kDigits = QStringLiteral(LW_ROOT "/examples/training/digits/program.lw");

// A window to measure, with the example in it and events taken as the event loop takes them.
class Stage : public QObject {
    Q_OBJECT
  public:
    explicit Stage(QSize size);

    ide::MainWindow& window() { return m_window; }
    // Opens a text (as if it were in that file) and waits until it is at clock 0.
    void open(const QString& path, const QString& text = {});
    // Takes every view of the workspace out of its tab, so that all of them are in sight at once.
    void showEveryDock();
    // Until commands are done and nothing is left to be painted;
    // then for another moment, for what comes late.
    void settle();

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    theme::Theme m_theme;
    ide::MainWindow m_window;
    std::uint64_t m_paints = 0;
};

} // namespace lw::bench
