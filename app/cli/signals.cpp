// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/signals.h"

#include <csignal>
#include <unistd.h>

namespace lw::cli {

namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void note(int) {
    if (g_interrupted.exchange(true)) _exit(130);
}

} // namespace

const std::atomic<bool>& interrupted = g_interrupted;

void catchInterrupts() {
    struct sigaction action {};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    action.sa_flags = 0; // a read from the terminal is interrupted, so that the debugger's prompt notices
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGHUP, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
}

void clearInterrupt() { g_interrupted = false; }

} // namespace lw::cli
