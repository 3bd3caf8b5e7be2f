// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_crew.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace lw {

namespace {
// A thread spins this long for the next round before it sleeps: waking it takes about as long. Rounds often
// follow each other closely.
constexpr std::chrono::microseconds kLookOut{200};
} // namespace

Crew::~Crew() {
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_begun.notify_all();
    for (std::thread& thread : m_others) thread.join();
}

// If the host gives no more threads, those that exist do all of it.
void Crew::start() {
    try {
        while (m_others.size() + 1 < m_threads)
            m_others.emplace_back([this, before = m_round.load()] { serve(before); });
    } catch (const std::system_error&) {
        m_threads = static_cast<unsigned>(m_others.size() + 1);
    }
}

void Crew::each(std::size_t count, const std::function<void(std::size_t)>& work) {
    start();
    m_work = &work;
    m_count = count;
    m_next = 0;
    m_thrown = nullptr;
    m_atWork = m_threads - 1;
    {
        const std::lock_guard lock(m_mutex);
        ++m_round;
    }
    m_begun.notify_all();
    takePart();
    awaitThat(m_ended, [this] { return m_atWork == 0; });
    m_work = nullptr;
    if (m_thrown) std::rethrow_exception(std::exchange(m_thrown, nullptr));
}

void Crew::takePart() {
    for (std::size_t i = m_next++; i < m_count; i = m_next++) {
        try {
            (*m_work)(i);
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            if (!m_thrown) m_thrown = std::current_exception();
        }
    }
}

void Crew::serve(std::size_t done) {
    for (;;) {
        awaitThat(m_begun, [&] { return m_isOver || m_round != done; });
        if (m_isOver) return;
        done = m_round; // the next round begins when this thread is ready too
        takePart();
        if (--m_atWork != 0) continue;
        const std::lock_guard lock(m_mutex);
        m_ended.notify_one();
    }
}

template <typename Condition> void Crew::awaitThat(std::condition_variable& changed, const Condition& isSo) {
    const auto end = std::chrono::steady_clock::now() + kLookOut;
    while (!isSo()) {
        if (std::chrono::steady_clock::now() < end) {
            std::this_thread::yield();
            continue;
        }
        std::unique_lock lock(m_mutex);
        changed.wait(lock, isSo);
    }
}

} // namespace lw
