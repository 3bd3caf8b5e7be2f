// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/isa_fields.h"
#include "core/chips/inference/unit_functions.h"

// Rows of a program that the host interface starts several times. A row: name, code, operands, timing key,
// unit, summary, exact meaning, source, functions.
namespace lw::inference {

inline constexpr auto kLaunchRows = [] {
    using namespace detail;
    return std::array{
        Row{{.slotClass = kRow,
             .name = "launch",
             .code = 4,
             .operands = kLaunch,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "where the host interface starts the program for each further entry of a list",
             .detail =
                 "list: the address at the host of eight words: how many launches, bytes from one entry "
                 "to the next, address of the first entry, and five that are 0. A halt after this row "
                 "ends the launch; if there is another one it goes on here, the latency of a transfer "
                 "later, without waiting for anything in flight; circuits of an array with links first "
                 "wait for each other, and for everything under way, and signals are counted from 0 "
                 "again. Everything before this row is done once. A program has at most one such row",
             .source = kInvented},
            {&planLaunch, &actNothing}},
        Row{{.slotClass = kRow,
             .name = "dma.in.d",
             .code = 12,
             .operands = kDescribedIn,
             .timing = "dma",
             .unit = kDma,
             .summary = "bytes from the host, named by a descriptor of the launch, into the unified buffer",
             .detail =
                 "descriptor number `descriptor` of the entry of this launch, or with ahead=1 of the next "
                 "one (nothing if there is none): eight words, address at the host, bytes added to ub, n0 "
                 "s0 n1 s1 n2 s2 of the host's pattern. Rounds with the same numbers belong together; the "
                 "descriptor has no more of them than aub, perhaps none, and the bytes of aub that it "
                 "lacks become `value`. The 32 bytes of the descriptor cross the host interface, too",
             .source = kInvented},
            {&planDescribedIn, &actDescribedIn}},
        Row{{.slotClass = kRow,
             .name = "dma.out.d",
             .code = 13,
             .operands = kDescribedOut,
             .timing = "dma",
             .unit = kDma,
             .summary = "bytes from the unified buffer to where a descriptor of the launch says",
             .detail = "as dma.in.d, the other way; bytes of aub that the descriptor lacks stay where "
                       "they are",
             .source = kInvented},
            {&planDescribedOut, &actDescribedOut}},
    };
}();

} // namespace lw::inference
