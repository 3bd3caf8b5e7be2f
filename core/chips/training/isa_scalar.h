// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/core_functions.h"
#include "core/chips/training/isa_fields.h"
#include "core/chips/training/scalar.h"

// Rows of the scalar slots. A row: class, name, code, operands, timing key, unit, summary,
// exact meaning, source, function.
namespace lw::training {

inline constexpr auto kScalarRows = [] {
    using namespace detail;
    using isa::Flow;
    // A row reads like a row of a table, not one field per line.
    // clang-format off
    return std::array{
        Row{{.slotClass = kScalar, .name = "nop", .code = 0, .operands = {}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "does nothing",
             .detail = "",
             .source = "inferred"}, &scalarNop},
        Row{{.slotClass = kScalar, .name = "mov", .code = 1, .operands = {d, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "copies a word",
             .detail = "d = y",
             .source = "US 2018/0336456"}, &scalarMove},
        Row{{.slotClass = kScalar, .name = "movi", .code = 2, .operands = {d, constant}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "loads a 32-bit constant",
             .detail = "d = value; takes an immediate or an immediate pair",
             .source = "inferred"}, &scalarMove},
        Row{{.slotClass = kScalar, .name = "add", .code = 3, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "32-bit sum, wraps",
             .detail = "d = x + y modulo 2^32",
             .source = "US 2018/0336456", .effects = isa::kCommutes}, &scalarAdd},
        Row{{.slotClass = kScalar, .name = "sub", .code = 4, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "32-bit difference, wraps",
             .detail = "d = x - y modulo 2^32",
             .source = "US 2018/0336456"}, &scalarSub},
        Row{{.slotClass = kScalar, .name = "mul", .code = 5, .operands = {d, x, y}, .timing = "scalar.mul", .unit = kScalarAlu,
             .summary = "low 32 bits of the product",
             .detail = "d = x * y modulo 2^32",
             .source = "inferred", .effects = isa::kCommutes}, &scalarMul},
        Row{{.slotClass = kScalar, .name = "and", .code = 6, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "bitwise and",
             .detail = "d = x & y",
             .source = "inferred", .effects = isa::kCommutes}, &scalarAnd},
        Row{{.slotClass = kScalar, .name = "or", .code = 7, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "bitwise or",
             .detail = "d = x | y",
             .source = "inferred", .effects = isa::kCommutes}, &scalarOr},
        Row{{.slotClass = kScalar, .name = "xor", .code = 8, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "bitwise exclusive or",
             .detail = "d = x ^ y",
             .source = "inferred", .effects = isa::kCommutes}, &scalarXor},
        Row{{.slotClass = kScalar, .name = "shl", .code = 9, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "shift left",
             .detail = "d = x << y; a shift of 32 or more gives 0",
             .source = "inferred"}, &scalarShl},
        Row{{.slotClass = kScalar, .name = "shr", .code = 10, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "logical shift right",
             .detail = "d = x >> y, zeros enter; a shift of 32 or more gives 0",
             .source = "inferred"}, &scalarShr},
        Row{{.slotClass = kScalar, .name = "sra", .code = 11, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "arithmetic shift right",
             .detail = "d = x >> y, the sign enters; a shift of 32 or more gives 0 or -1",
             .source = "inferred"}, &scalarSra},
        Row{{.slotClass = kScalar, .name = "min", .code = 12, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "smaller of two signed words",
             .detail = "",
             .source = "inferred", .effects = isa::kCommutes}, &scalarMin},
        Row{{.slotClass = kScalar, .name = "max", .code = 13, .operands = {d, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "larger of two signed words",
             .detail = "",
             .source = "inferred", .effects = isa::kCommutes}, &scalarMax},
        Row{{.slotClass = kScalar, .name = "cmp.eq", .code = 16, .operands = {pd, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "sets a predicate if x equals y",
             .detail = "p = 1 or 0; p15 cannot be written",
             .source = "inferred", .effects = isa::kCommutes}, &scalarCmpEq},
        Row{{.slotClass = kScalar, .name = "cmp.ne", .code = 17, .operands = {pd, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "sets a predicate if x differs from y",
             .detail = "p = 1 or 0; p15 cannot be written",
             .source = "inferred", .effects = isa::kCommutes}, &scalarCmpNe},
        Row{{.slotClass = kScalar, .name = "cmp.lt", .code = 18, .operands = {pd, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "sets a predicate if x is less than y, signed",
             .detail = "p = 1 or 0; p15 cannot be written",
             .source = "inferred"}, &scalarCmpLt},
        Row{{.slotClass = kScalar, .name = "cmp.le", .code = 19, .operands = {pd, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "sets a predicate if x is at most y, signed",
             .detail = "p = 1 or 0; p15 cannot be written",
             .source = "inferred"}, &scalarCmpLe},
        Row{{.slotClass = kScalar, .name = "cmp.ltu", .code = 20, .operands = {pd, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "sets a predicate if x is less than y, unsigned",
             .detail = "p = 1 or 0; p15 cannot be written",
             .source = "inferred"}, &scalarCmpLtu},
        Row{{.slotClass = kScalar, .name = "cmp.leu", .code = 21, .operands = {pd, x, y}, .timing = "scalar.alu", .unit = kScalarAlu,
             .summary = "sets a predicate if x is at most y, unsigned",
             .detail = "p = 1 or 0; p15 cannot be written",
             .source = "inferred"}, &scalarCmpLeu},
        Row{{.slotClass = kScalar, .name = "ld", .code = 24, .operands = {d, base, offset}, .timing = "smem.load", .unit = kSmemPort,
             .summary = "loads a word of scalar memory",
             .detail = "d = SMEM[base + offset], address in words; one beyond the memory is a fault",
             .source = "US 2018/0336456"}, &scalarLd},
        Row{{.slotClass = kScalar, .name = "st", .code = 25, .operands = {base, offset, dRead}, .timing = "smem.store", .unit = kSmemPort,
             .summary = "stores a word to scalar memory",
             .detail = "SMEM[base + offset] = d, address in words; one beyond the memory is a fault",
             .source = "US 2018/0336456", .effects = isa::kStoresWords}, &scalarSt},
        Row{{.slotClass = kScalar, .name = "br", .code = 32, .operands = {target}, .timing = "branch", .unit = kBranch,
             .summary = "goes on at another bundle",
             .detail = "takes effect after this bundle; the target is a bundle number",
             .source = "US 2018/0336456", .flow = Flow::Branch}, &scalarBr},
        Row{{.slotClass = kScalar, .name = "brc", .code = 33, .operands = {pRead, target}, .timing = "branch", .unit = kBranch,
             .summary = "goes on at another bundle if a predicate is set",
             .detail = "as br, if p is 1 at the start of the bundle",
             .source = "inferred", .flow = Flow::Branch}, &scalarBrc},
        Row{{.slotClass = kScalar, .name = "call", .code = 34, .operands = {d, target}, .timing = "branch", .unit = kBranch,
             .summary = "calls a subroutine",
             .detail = "d = number of the next bundle, then as br; there is no hidden return stack",
             .source = "invented", .flow = Flow::Call}, &scalarCall},
        Row{{.slotClass = kScalar, .name = "ret", .code = 35, .operands = {x}, .timing = "branch", .unit = kBranch,
             .summary = "returns to a bundle number in a register",
             .detail = "as br to x",
             .source = "invented", .flow = Flow::Return}, &scalarRet},
        Row{{.slotClass = kScalar, .name = "halt", .code = 36, .operands = {}, .timing = "branch", .unit = kBranch,
             .summary = "ends the program",
             .detail = "after this bundle; transfers under way are finished and counted first",
             .source = "invented", .flow = Flow::Halt}, &scalarHalt},
        Row{{.slotClass = kScalar, .name = "dma.h2v", .code = 40, .operands = {base, offset}, .timing = "dma.issue", .unit = kDma,
             .summary = "starts a transfer, HBM to vector memory",
             .detail = "[base + offset] names a descriptor of 15 words in scalar memory: source, "
                       "destination, flag, then four times (count, source stride, destination stride), "
                       "innermost first, a count of 0 read as 1. HBM addresses and strides are 16-byte "
                       "granules; VMEM addresses and strides are granules too, row r begins at granule r * "
                       "lanes / 4. Each granule that has landed adds 1 to the flag",
             .source = "US 2018/0336456; descriptor invented", .effects = isa::kStartsTransfer}, &dmaStart},
        Row{{.slotClass = kScalar, .name = "dma.v2h", .code = 41, .operands = {base, offset}, .timing = "dma.issue", .unit = kDma,
             .summary = "starts a transfer, vector memory to HBM",
             .detail = "[base + offset] names a descriptor of 15 words in scalar memory: source, "
                       "destination, flag, then four times (count, source stride, destination stride), "
                       "innermost first, a count of 0 read as 1. Otherwise as dma.h2v, the other way. "
                       "Each granule that has landed adds 1 to the flag",
             .source = "US 2018/0336456; descriptor invented", .effects = isa::kStartsTransfer}, &dmaStart},
        Row{{.slotClass = kScalar, .name = "dma.h2s", .code = 42, .operands = {base, offset}, .timing = "dma.issue", .unit = kDma,
             .summary = "starts a transfer, HBM to scalar memory",
             .detail = "[base + offset] names a descriptor of 15 words in scalar memory: source, "
                       "destination, flag, then four times (count, source stride, destination stride), "
                       "innermost first, a count of 0 read as 1. SMEM addresses and strides are words, "
                       "four to a granule. Each granule that has landed adds 1 to the flag",
             .source = "US 2018/0336456; descriptor invented", .effects = isa::kStartsTransfer | isa::kStoresWords}, &dmaStart},
        Row{{.slotClass = kScalar, .name = "dma.s2h", .code = 43, .operands = {base, offset}, .timing = "dma.issue", .unit = kDma,
             .summary = "starts a transfer, scalar memory to HBM",
             .detail = "[base + offset] names a descriptor of 15 words in scalar memory: source, "
                       "destination, flag, then four times (count, source stride, destination stride), "
                       "innermost first, a count of 0 read as 1. Otherwise as dma.h2s, the other way. "
                       "Each granule that has landed adds 1 to the flag",
             .source = "US 2018/0336456; descriptor invented", .effects = isa::kStartsTransfer}, &dmaStart},
        Row{{.slotClass = kScalar, .name = "dma.remote", .code = 44, .operands = {base, offset}, .timing = "dma.issue", .unit = kDma,
             .summary = "starts a transfer to another core, or signals it",
             .detail = "[base + offset] names a descriptor of 17 words in scalar memory: as for dma.h2v, "
                       "then the core's number plus one of TO_HBM, TO_VMEM, TO_SMEM plus one of FROM_HBM, "
                       "FROM_VMEM, FROM_SMEM; then the flag of that core. Each granule that has left adds "
                       "1 to this core's flag, each that has landed adds 1 to the other; an innermost "
                       "count of 0 moves nothing and adds 1 to the other core's flag. A machine without "
                       "ways between cores refuses it as Unimplemented",
             .source = "invented (US 2018/0336456 has links between processors)", .effects = isa::kStartsTransfer}, &dmaStart},
        Row{{.slotClass = kScalar, .name = "sync.set", .code = 48, .operands = {flagWrite, y}, .timing = "sync", .unit = kSync,
             .summary = "sets a sync flag",
             .detail = "flag = y; 0 at the start; a flag with transfers under way is a race",
             .source = "inferred"}, &scalarSyncSet},
        Row{{.slotClass = kScalar, .name = "sync.add", .code = 49, .operands = {flagWrite, y}, .timing = "sync", .unit = kSync,
             .summary = "adds to a sync flag",
             .detail = "flag = flag + y, signed, from 0 at the start; overflow is a fault",
             .source = "inferred"}, &scalarSyncAdd},
        Row{{.slotClass = kScalar, .name = "sync.wait", .code = 50, .operands = {flagRead, y}, .timing = "sync", .unit = kSync,
             .summary = "waits until a sync flag is at least a value",
             .detail = "the bundle issues at the first clock with flag >= y, signed",
             .source = "US 2018/0336456; comparison inferred", .effects = isa::kWaitsForFlag}, &syncWait},
        Row{{.slotClass = kScalar, .name = "sync.wait_eq", .code = 51, .operands = {flagRead, y}, .timing = "sync", .unit = kSync,
             .summary = "waits until a sync flag equals a value",
             .detail = "the bundle issues at the first clock with flag == y; the value may be missed if "
                       "the flag runs on",
             .source = "inferred", .effects = isa::kWaitsForFlag | isa::kTimingDependent}, &syncWait},
        Row{{.slotClass = kScalar, .name = "sync.read", .code = 52, .operands = {d, flagX}, .timing = "sync.read", .unit = kSync,
             .summary = "reads a sync flag",
             .detail = "d = flag; 0 at the start",
             .source = "inferred"}, &scalarSyncRead},
        Row{{.slotClass = kScalar, .name = "rdcycle", .code = 56, .operands = {d}, .timing = "scalar.alu", .unit = kCounter,
             .summary = "reads the clock counter",
             .detail = "d = low 32 bits of the clock at which the bundle issues",
             .source = "US 2018/0336456; name inferred", .effects = isa::kTimingDependent}, &scalarRdcycle},
        Row{{.slotClass = kScalar, .name = "rdcore", .code = 57, .operands = {d}, .timing = "scalar.alu", .unit = kCounter,
             .summary = "reads the number of the core",
             .detail = "d = number of the core that runs the program, 0 on a machine of one",
             .source = "invented"}, &scalarRdcore},
    };
    // clang-format on
}();

} // namespace lw::training
