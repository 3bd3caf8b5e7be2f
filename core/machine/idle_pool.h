// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace lw::machine {

// Memory of owners that have ended, for those to come: the host takes long to take memory away, clear it
// and give it again, and threads that ask for it at the same time wait for each other. For any thread.
template <typename Memory> class IdlePool {
  public:
    // The most that idle items may weigh together.
    explicit IdlePool(std::size_t most) : m_most(most) {}

    // The newest one that fits.
    template <typename Fits> std::optional<Memory> take(const Fits& fits) {
        const std::lock_guard lock(m_mutex);
        for (std::size_t i = m_idle.size(); i-- > 0;) {
            if (!fits(m_idle[i].memory)) continue;
            std::optional<Memory> found = std::move(m_idle[i].memory);
            m_weight -= m_idle[i].weight;
            m_idle.erase(m_idle.begin() + static_cast<std::ptrdiff_t>(i));
            return found;
        }
        return {};
    }
    // If it is too much, the oldest go back to the host.
    void put(Memory memory, std::size_t weight = 1) {
        std::vector<Idle> tooMany; // ends after the lock
        const std::lock_guard lock(m_mutex);
        m_idle.push_back({std::move(memory), weight});
        m_weight += weight;
        while (m_weight > m_most) {
            m_weight -= m_idle.front().weight;
            tooMany.push_back(std::move(m_idle.front()));
            m_idle.erase(m_idle.begin());
        }
    }

  private:
    struct Idle {
        Memory memory;
        std::size_t weight = 1;
    };

    const std::size_t m_most;
    std::mutex m_mutex;
    std::vector<Idle> m_idle;
    std::size_t m_weight = 0;
};

} // namespace lw::machine
