// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/circuit_feed.h"

#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"

#include <algorithm>
#include <utility>

namespace lw::circuit {

namespace {

constexpr int kPlayMilliseconds = 220; // of a clock

} // namespace

CircuitFeed::CircuitFeed(session::ViewContext context, QWidget& view, Circuit circuit)
    : QObject(&view), m_context(context), m_view(view), m_circuit(circuit) {
    m_player.setInterval(kPlayMilliseconds);
    connect(&m_player, &QTimer::timeout, this, &CircuitFeed::playOn);
    connect(&context.session, &session::DebugSession::stateChanged, this, &CircuitFeed::sendWish);
    new session::FrameFeed(context, view, [this](const session::FramePtr& frame) { takeFrame(frame); });
}

// ---- what is seen

void CircuitFeed::takeFrame(const session::FramePtr& frame) {
    m_frame = frame;
    const auto loaded = frame ? frame->loaded : nullptr;
    if (loaded != m_loaded) {
        m_loaded = loaded;
        m_bundles = loaded ? bundlesOf(m_circuit, *loaded) : std::vector<std::uint32_t>{};
        m_held.reset();
        m_wish.reset();
        m_clockThen.reset();
    }
    // After a hand edit in the past the future is different.
    if (m_held && frame && m_held->source->clock > frame->furthestClock) m_held.reset();
    make();
}

void CircuitFeed::setLane(std::uint32_t lane) {
    if (std::exchange(m_lane, lane) != lane) make();
}

void CircuitFeed::make() {
    if (!m_frame) {
        m_task.drop();
        return take(nullptr);
    }
    m_task.ask(
        [circuit = m_circuit, frame = m_frame, held = m_held, lane = m_lane] {
            return std::make_shared<CircuitMoment>(circuitMoment(circuit, frame, held.get(), lane));
        },
        [this](const std::shared_ptr<CircuitMoment>& moment) { take(moment); });
}

void CircuitFeed::take(std::shared_ptr<const CircuitMoment> moment) {
    m_moment = std::move(moment);
    if (isThere()) m_held = m_moment;
    const bool isOver = !isThere() || m_moment->clock() >= static_cast<std::int64_t>(m_moment->clocks);
    if (isOver && isPlaying()) setPlaying(false);
    Q_EMIT changed();
    sendWish();
}

int CircuitFeed::current() const {
    if (!isThere()) return -1;
    const auto at = std::ranges::find(m_bundles, m_moment->bundle);
    return at == m_bundles.end() ? -1 : static_cast<int>(at - m_bundles.begin());
}

int CircuitFeed::next() const {
    if (m_bundles.empty() || !m_frame) return -1;
    const auto after = std::ranges::lower_bound(m_bundles, m_frame->bundles);
    return static_cast<int>((after == m_bundles.end() ? after - 1 : after) - m_bundles.begin());
}

// ---- where the machine goes

void CircuitFeed::goTo(int index, std::int64_t clock) {
    if (index < 0 || index >= static_cast<int>(m_bundles.size())) return;
    m_wish.reset();
    m_clockThen = clock != 1 ? std::optional(clock) : std::nullopt;
    m_context.session.perform(machine::SeekBundle{m_bundles[static_cast<std::size_t>(index)] + 1ULL});
}

void CircuitFeed::wishFor(std::int64_t clock) {
    if (isThere()) m_wish = m_moment->first + static_cast<std::uint64_t>(std::max<std::int64_t>(clock, 0));
}

void CircuitFeed::seek(std::int64_t clock) {
    wishFor(clock);
    sendWish();
}

void CircuitFeed::sendWish() {
    const session::DebugSession& session = m_context.session;
    if (session.isBusy() || !session.frame()) return;
    if (m_clockThen && !m_task.isWaiting() && m_moment && m_moment->frame == session.frame())
        wishFor(*std::exchange(m_clockThen, {}));
    if (!m_wish) return;
    const std::uint64_t clock = *std::exchange(m_wish, {});
    if (clock != session.frame()->clock) m_context.session.perform(machine::Seek{clock});
}

void CircuitFeed::setPlaying(bool playing) {
    if (playing == isPlaying()) return;
    if (playing && isThere()) {
        // From the beginning if it is over.
        if (m_moment->clock() + 1 >= static_cast<std::int64_t>(m_moment->clocks)) seek(0);
        m_player.start();
    } else {
        m_player.stop();
    }
    Q_EMIT playingChanged();
}

void CircuitFeed::playOn() {
    if (isWaiting() || m_context.session.isBusy() || !isThere()) return;
    seek(m_moment->clock() + 1);
}

} // namespace lw::circuit

#include "moc_circuit_feed.cpp"
