// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/isa_fields.h"
#include "core/chips/inference/unit_functions.h"

// Rows of an array of circuits. A row: name, code, operands, timing key, unit, summary, exact meaning,
// source, functions.
namespace lw::inference {

inline constexpr auto kLinkRows = [] {
    using namespace detail;
    return std::array{
        Row{{.slotClass = kRow,
             .name = "send.n",
             .code = 24,
             .operands = kSend,
             .timing = "seq",
             .unit = kDma,
             .summary = "bytes to the neighbour in the north (the row above), with a signal",
             .detail = "from ub by the pattern aub into the neighbour's unified buffer, which is the same "
                       "size, starting at `to`, by the pattern ato of this circuit; byte after byte as in "
                       "dma.in; es is not used. The bytes are read when it issues. The link is busy for "
                       "their number divided by its bandwidth, and until all older instructions that use "
                       "the unified buffer are over; one latency of the link later all have landed, and "
                       "then the neighbour's signal of that number goes up by 1. At an edge of the array "
                       "it is a fault",
             .source = kInvented},
            {&planSend, &actSend}},
        Row{{.slotClass = kRow,
             .name = "send.e",
             .code = 25,
             .operands = kSend,
             .timing = "seq",
             .unit = kDma,
             .summary = "bytes to the neighbour in the east (the next column), with a signal",
             .detail = "as send.n, to the neighbour in the east",
             .source = kInvented},
            {&planSend, &actSend}},
        Row{{.slotClass = kRow,
             .name = "send.s",
             .code = 26,
             .operands = kSend,
             .timing = "seq",
             .unit = kDma,
             .summary = "bytes to the neighbour in the south (the row below), with a signal",
             .detail = "as send.n, to the neighbour in the south",
             .source = kInvented},
            {&planSend, &actSend}},
        Row{{.slotClass = kRow,
             .name = "send.w",
             .code = 27,
             .operands = kSend,
             .timing = "seq",
             .unit = kDma,
             .summary = "bytes to the neighbour in the west (the column before), with a signal",
             .detail = "as send.n, to the neighbour in the west",
             .source = kInvented},
            {&planSend, &actSend}},
        Row{{.slotClass = kRow,
             .name = "wait",
             .code = 28,
             .operands = kWait,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "waits until a signal has come from neighbours that many times since the start",
             .detail =
                 "issues at the first clock at which it has; the bytes that came with the first `count` "
                 "of them may be used from then on. A signal that nobody can send any more is a deadlock",
             .source = kInvented},
            {&planWait, &actWait}},
    };
}();

} // namespace lw::inference
