// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

#include <functional>

namespace lw::paint {

// Shows what is under the pointer when it rests on a widget that paints. Belongs to the widget.
class HoverTip : public QObject {
    Q_OBJECT
  public:
    using TextAt = std::function<QString(QPoint point)>; // of the widget; empty: nothing there
    HoverTip(QWidget& widget, TextAt textAt);

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget& m_widget;
    TextAt m_textAt;
};

} // namespace lw::paint
