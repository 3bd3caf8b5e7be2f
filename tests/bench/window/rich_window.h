// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

namespace lw::bench {

// A window of Qt's own parts that does nothing: menu, tool bar, a dock with a table of 4,000 cells, an
// editor with 2,000 lines. Figures of the real window are given beside what this one takes on the same host.
class RichWindow : public QMainWindow {
  public:
    explicit RichWindow(QSize size);
};

// What a process does that starts with such a window; prints the processor time until its first paint.
int beStartedRich(int argc, char** argv);

} // namespace lw::bench
