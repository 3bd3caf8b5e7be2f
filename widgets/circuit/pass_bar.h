// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/circuit/circuit_feed.h"
#include "widgets/session/view_context.h"

#include <QSlider>
#include <QSpinBox>
#include <QToolBar>

namespace lw::circuit {

// Which pass is shown, and in which of its clocks: everything a CircuitFeed can do, with a button for each.
class PassBar : public QToolBar {
    Q_OBJECT
  public:
    PassBar(session::ViewContext context, CircuitFeed& feed, Circuit circuit, QWidget* parent);

    QSpinBox& pass() { return *m_pass; }   // from 1
    QSpinBox& clock() { return *m_clock; } // of the pass; one more than its last: it is over
    QSlider& slider() { return *m_slider; }
    QAction& play() { return *m_play; }

  private:
    void makePasses();
    void makeClocks();
    void update();

    session::ViewContext m_context;
    CircuitFeed& m_feed;
    Circuit m_circuit;
    QAction *m_back = nullptr, *m_forward = nullptr, *m_play = nullptr;
    QSpinBox *m_pass = nullptr, *m_clock = nullptr;
    QSlider* m_slider = nullptr;
    bool m_isFilling = false;
};

} // namespace lw::circuit
