// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace lw::cli {

// Set by the first Ctrl-C (or a request to end); the second one ends the program at once.
// Passed to machines as RunLimit::interrupt.
extern const std::atomic<bool>& interrupted;

void catchInterrupts();
// The debugger continues after an interrupt.
void clearInterrupt();

} // namespace lw::cli
