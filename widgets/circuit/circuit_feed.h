// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/circuit/circuit_moment.h"
#include "widgets/session/newest_task.h"
#include "widgets/session/view_context.h"

#include <QObject>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace lw::circuit {

// Follows the machine while a view is visible and knows what goes through one of its circuits; what is over
// stays until something newer comes. Takes the machine to another pass, or to another clock of this one:
// there is one clock, and all views follow it.
class CircuitFeed : public QObject {
    Q_OBJECT
  public:
    CircuitFeed(session::ViewContext context, QWidget& view, Circuit circuit);

    // Null: no program.
    const std::shared_ptr<const CircuitMoment>& moment() const { return m_moment; }
    // There is something to see.
    bool isThere() const { return m_moment && m_moment->isThere(); }
    // The bundles that begin a pass, and which of them is shown; -1: none.
    const std::vector<std::uint32_t>& bundles() const { return m_bundles; }
    int current() const;
    // The one after the machine's place, or the last one; -1: the program has none.
    int next() const;
    // The machine goes to where that one has just begun, and then to that clock of it.
    void goTo(int index, std::int64_t clock = 1);
    // The machine goes to that clock of the one shown; while it is busy the newest wish waits.
    void seek(std::int64_t clock);
    // One clock after the other until it is over.
    void setPlaying(bool playing);
    bool isPlaying() const { return m_player.isActive(); }
    void setLane(std::uint32_t lane);
    // Something is still going to change.
    bool isWaiting() const { return m_task.isWaiting() || m_wish || m_clockThen; }
    bool isInSight() const { return m_view.isVisible(); }

  Q_SIGNALS:
    void changed();        // moment(), bundles()
    void playingChanged(); // isPlaying()

  private:
    void takeFrame(const session::FramePtr& frame);
    void make();
    void take(std::shared_ptr<const CircuitMoment> moment);
    void playOn();
    void wishFor(std::int64_t clock);
    void sendWish();

    session::ViewContext m_context;
    QWidget& m_view;
    Circuit m_circuit;
    std::shared_ptr<const session::Loaded> m_loaded;
    session::FramePtr m_frame;
    std::vector<std::uint32_t> m_bundles;
    std::shared_ptr<const CircuitMoment> m_moment;
    std::shared_ptr<const CircuitMoment> m_held; // the newest in which there was something to see
    std::optional<std::uint64_t> m_wish;         // clock of the machine
    std::optional<std::int64_t> m_clockThen;     // of the pass, once it is there
    QTimer m_player;
    std::uint32_t m_lane = 0;
    session::NewestTask m_task{nullptr};
};

} // namespace lw::circuit
