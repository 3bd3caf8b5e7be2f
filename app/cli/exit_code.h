// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lw::cli {

// The program's result for its caller. Scripts and courses depend on these numbers.
enum class Exit : int {
    Pass = 0,
    CheckFailed = 1, // an expectation of `run` or `check` does not hold, or `diff` found a difference
    Usage = 2,       // the command line, a source or an input file is wrong
    Fault = 3,       // the guest program did what the chip does not allow
    Limit = 4,       // a clock, bundle or time limit was reached
    Interrupted = 130,
    PipeClosed = 141, // whoever read standard output has gone, as after SIGPIPE
};

} // namespace lw::cli
