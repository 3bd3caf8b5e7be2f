// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

namespace lw::ide {

// The workspaces at the left edge, each with its name below its icon; without names, which are then in the
// tool tips, if the window is too low for that.
class WorkspaceRail : public QToolBar {
    Q_OBJECT
  public:
    explicit WorkspaceRail(QWidget* parent = nullptr);

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void actionEvent(QActionEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void fit();
    int heightWithNames() const;
};

} // namespace lw::ide
