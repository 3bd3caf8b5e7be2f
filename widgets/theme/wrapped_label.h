// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace lw::theme {

// Plain text in that many lines: what does not fit ends in dots, and the tool tip has all of it.
class WrappedLabel : public QLabel {
    Q_OBJECT
  public:
    WrappedLabel(int lines, QWidget* parent = nullptr);
    void setLines(int lines);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QStringList shown() const; // the lines for which there is room

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    int m_lines;
};

} // namespace lw::theme
