// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/deadline.h"

#include <condition_variable>
#include <mutex>

namespace lw::cli {

namespace {
constexpr double kNever = 1e9; // seconds
} // namespace

Deadline::Deadline(double seconds) : m_seconds(seconds), m_hasPassed(seconds <= 0) {
    if (seconds <= 0 || seconds >= kNever) return;
    m_watch = std::jthread([this, seconds](const std::stop_token& end) {
        std::mutex mutex;
        std::condition_variable_any woken;
        std::unique_lock lock(mutex);
        woken.wait_for(lock, end, std::chrono::duration<double>(seconds), [] { return false; });
        if (!end.stop_requested()) m_hasPassed = true;
    });
}

double Deadline::left() const {
    return m_seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
}

} // namespace lw::cli
