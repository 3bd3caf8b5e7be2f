// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace lw::cli {

// A flag that becomes true when that many seconds of the host have passed, for work that checks one between
// its parts.
class Deadline {
  public:
    explicit Deadline(double seconds);
    const std::atomic<bool>& hasPassed() const { return m_hasPassed; }
    double left() const; // seconds

  private:
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    double m_seconds;
    std::atomic<bool> m_hasPassed;
    std::jthread m_watch; // last: it ends before the flag does
};

} // namespace lw::cli
