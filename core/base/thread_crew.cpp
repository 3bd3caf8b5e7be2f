// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_crew.h"

#include <utility>

namespace lw {

Crew::~Crew() {
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_begun.notify_all();
    for (std::thread& thread : m_others) thread.join();
}

void Crew::each(std::size_t count, const std::function<void(std::size_t)>& work) {
    {
        const std::lock_guard lock(m_mutex);
        m_work = &work;
        m_count = count;
        m_next = 0;
        m_thrown = nullptr;
        ++m_round;
        while (m_others.size() + 1 < m_threads) m_others.emplace_back([this] { serve(); });
        m_atWork = m_others.size();
    }
    m_begun.notify_all();
    takePart();
    std::unique_lock lock(m_mutex);
    m_ended.wait(lock, [this] { return m_atWork == 0; });
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

void Crew::serve() {
    std::size_t done = 0;
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            m_begun.wait(lock, [&] { return m_isOver || m_round != done; });
            if (m_isOver) return;
            done = m_round;
        }
        takePart();
        const std::lock_guard lock(m_mutex);
        if (--m_atWork == 0) m_ended.notify_one();
    }
}

} // namespace lw
