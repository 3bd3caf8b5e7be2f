// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <utility>

namespace lw::bench {

// Calls once, after the window's first paint with everything in it.
class FirstPaint : public QObject {
  public:
    FirstPaint(QWidget& window, std::function<void()> call) : m_window(window), m_call(std::move(call)) {
        QCoreApplication::instance()->installEventFilter(this);
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched != &m_window || event->type() != QEvent::UpdateRequest || m_isDone) return false;
        m_isDone = true;
        QTimer::singleShot(0, &m_window, m_call); // after the event: it paints the whole window
        return false;
    }

  private:
    QWidget& m_window;
    std::function<void()> m_call;
    bool m_isDone = false;
};

} // namespace lw::bench
