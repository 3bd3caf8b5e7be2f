// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lw {

// Host threads that do one piece of work together, again and again. What they do must not depend on which
// of them does it.
class Crew {
  public:
    // That many threads, including the caller of each(), or as many as the host gives; they are started when
    // they are first needed.
    explicit Crew(unsigned threads) : m_threads(threads) {}
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    unsigned threads() const { return m_threads; }
    // Calls work(i) for each i below count, and returns when all have returned. Anything one of them threw is
    // thrown here.
    void each(std::size_t count, const std::function<void(std::size_t)>& work);

  private:
    void start();
    void serve(std::size_t done);
    void takePart();
    template <typename Condition> void awaitThat(std::condition_variable& changed, const Condition& isSo);

    unsigned m_threads;
    std::vector<std::thread> m_others;
    std::mutex m_mutex; // for what is thrown, and who sleeps
    std::condition_variable m_begun, m_ended;
    const std::function<void(std::size_t)>* m_work = nullptr;
    std::size_t m_count = 0;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<std::size_t> m_round = 0;  // counts the calls of each()
    std::atomic<std::size_t> m_atWork = 0; // others that have not reached the end of this round
    std::atomic<bool> m_isOver = false;
    std::exception_ptr m_thrown;
};

} // namespace lw
