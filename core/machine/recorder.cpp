// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/recorder.h"

#include "core/base/check.h"

#include <algorithm>

namespace lw::machine {
namespace {

constexpr std::array<std::string_view, kEventKinds> kNames{"issue",    "stall", "execute", "push", "pop",
                                                           "transfer", "flag",  "trace",   "fault"};

} // namespace

std::string_view nameOf(EventKind kind) {
    LW_REQUIRE(static_cast<std::size_t>(kind) < kNames.size(), "not a kind of event");
    return kNames[static_cast<std::size_t>(kind)];
}

Recorder::Recorder(std::uint64_t events)
    : m_maxChunks(static_cast<std::size_t>((events + EventChunk::kEvents - 1) / EventChunk::kEvents)) {
    m_maxChunks = std::max<std::size_t>(m_maxChunks, 1);
    openChunk();
}

void Recorder::openChunk() {
    m_next = 0;
    // The oldest chunk is reused once nobody looks at it any more: no allocation in a long run.
    if (m_full.size() > m_maxChunks) {
        m_dropped += m_full.front()->count;
        std::shared_ptr<EventChunk> oldest = std::move(m_full.front());
        m_full.pop_front();
        if (oldest.use_count() == 1) {
            m_chunk = std::move(oldest);
            return;
        }
    }
    m_chunk = std::make_shared<EventChunk>();
}

void Recorder::close() {
    const std::lock_guard lock(m_mutex);
    m_chunk->count = m_next;
    m_full.push_back(std::move(m_chunk));
    openChunk();
}

void Recorder::flush() {
    if (m_next != 0) close();
}

void Recorder::forgetFrom(std::uint64_t clock) {
    flush();
    const std::lock_guard lock(m_mutex);
    // Events begin in the order of their clocks, except for transfers, which are recorded when they end.
    for (auto& chunk : m_full) {
        const auto all = chunk->all();
        const auto isLater = [&](const Event& event) { return event.clock >= clock; };
        if (std::none_of(all.begin(), all.end(), isLater)) continue;
        auto shorter = std::make_shared<EventChunk>(); // others may be reading the old one
        for (const Event& event : all)
            if (!isLater(event)) shorter->events[shorter->count++] = event;
        chunk = std::move(shorter);
    }
    std::erase_if(m_full, [](const auto& chunk) { return chunk->count == 0; });
}

void Recorder::drainTo(Recorder& other) {
    for (const auto& chunk : m_full)
        for (const Event& event : chunk->all()) other.add(event);
    for (const Event& event : std::span(m_chunk->events).first(m_next)) other.add(event);
    clear();
}

void Recorder::clear() {
    m_full.clear();
    m_next = 0;
}

std::vector<std::shared_ptr<const EventChunk>> Recorder::chunks() const {
    const std::lock_guard lock(m_mutex);
    return {m_full.begin(), m_full.end()};
}

std::vector<Event> Recorder::events() const {
    std::vector<Event> out;
    for (const auto& chunk : chunks()) out.insert(out.end(), chunk->all().begin(), chunk->all().end());
    return out;
}

std::uint64_t Recorder::dropped() const {
    const std::lock_guard lock(m_mutex);
    return m_dropped;
}

} // namespace lw::machine
