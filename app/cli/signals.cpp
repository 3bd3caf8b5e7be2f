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

void handle(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = 0; // a read from the terminal is interrupted, so that the debugger's prompt notices
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
    }
}

int g_catching = 0; // how many live

} // namespace

const std::atomic<bool>& interrupted = g_interrupted;

CatchInterrupts::CatchInterrupts() {
    if (g_catching++ == 0) handle(note);
}
CatchInterrupts::~CatchInterrupts() {
    if (--g_catching == 0) handle(SIG_DFL);
}

void ignoreBrokenPipes() { std::signal(SIGPIPE, SIG_IGN); }

void clearInterrupt() { g_interrupted = false; }

} // namespace lw::cli
