// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace lw::machine {

// Memory of owners that have ended, for those that come: the host takes long to take memory away, to clear it
// and to give it again, and threads that ask for it at once wait for each other. For any thread.
template <typename Memory> class IdlePool {
  public:
    explicit IdlePool(std::size_t most) : m_most(most) {}

    // The newest one that fits.
    template <typename Fits> std::optional<Memory> take(const Fits& fits) {
        const std::lock_guard lock(m_mutex);
        for (std::size_t i = m_idle.size(); i-- > 0;) {
            if (!fits(m_idle[i])) continue;
            std::optional<Memory> found = std::move(m_idle[i]);
            m_idle.erase(m_idle.begin() + static_cast<std::ptrdiff_t>(i));
            return found;
        }
        return {};
    }
    // The oldest gives way when there are too many; the host gets it back.
    void put(Memory memory) {
        std::optional<Memory> tooMany; // ends after the lock
        const std::lock_guard lock(m_mutex);
        m_idle.push_back(std::move(memory));
        if (m_idle.size() <= m_most) return;
        tooMany = std::move(m_idle.front());
        m_idle.erase(m_idle.begin());
    }

  private:
    const std::size_t m_most;
    std::mutex m_mutex;
    std::vector<Memory> m_idle;
};

} // namespace lw::machine
