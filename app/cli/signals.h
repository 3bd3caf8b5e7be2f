// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace lw::cli {

// Set by a Ctrl-C (or a request to end) while somebody catches them. Passed to machines as
// RunLimit::interrupt.
extern const std::atomic<bool>& interrupted;

// While one lives, the first request to end sets `interrupted` and the second ends the program at once.
// Otherwise the first does: work that looks at nothing must not go on after it. A signal that is ignored, as
// under nohup, stays so.
class CatchInterrupts {
  public:
    CatchInterrupts();
    ~CatchInterrupts();
    CatchInterrupts(const CatchInterrupts&) = delete;
    CatchInterrupts& operator=(const CatchInterrupts&) = delete;
};

// A reader of the output that has gone is an error in writing, not the end of the program.
void ignoreBrokenPipes();
// The debugger continues after an interrupt.
void clearInterrupt();

} // namespace lw::cli
