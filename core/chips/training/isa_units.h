// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/core_functions.h"
#include "core/chips/training/isa_fields.h"
#include "core/chips/training/permute.h"

// Rows of the load, store, push, pop and misc slots.
// A row: class, name, code, operands, timing key, unit, summary, exact meaning, source, function.
namespace lw::training {

inline constexpr auto kUnitsRows = [] {
    using namespace detail;
    using isa::Flow;
    // A row reads like a row of a table, not one field per line.
    // clang-format off
    return std::array{
        Row{{.slotClass = kLoad, .name = "vld", .code = 0, .operands = {loadDest, loadBase, loadOffset, loadStride, loadMask}, .timing = "vmem.load", .unit = kLoadPort,
             .summary = "strided load from vector memory",
             .detail = "row of sublane i = base + offset + i * stride, in rows of lanes words; a sublane "
                       "whose mask bit is 0 is left alone; masked sublanes of d keep their old values",
             .source = "US 2018/0336456"}, &loadVld},
        Row{{.slotClass = kLoad, .name = "vld.idx", .code = 1, .operands = {loadDest, loadBase, loadOffset, loadIndex, loadMask}, .timing = "vmem.load", .unit = kLoadPort,
             .summary = "indexed load from vector memory",
             .detail = "row of sublane i = base + offset + iar[i]; "
                       "a sublane whose mask bit is 0 is left alone",
             .source = "US 2018/0336456"}, &loadVldIdx},
        Row{{.slotClass = kStore, .name = "vst", .code = 0, .operands = {storeBase, storeOffset, storeSource, storeStride, storeMask}, .timing = "vmem.store", .unit = kStorePort,
             .summary = "strided store to vector memory",
             .detail = "row of sublane i = base + offset + i * stride, in rows of lanes words; "
                       "a sublane whose mask bit is 0 is left alone; two sublanes of one store "
                       "to the same row are a fault",
             .source = "US 2018/0336456"}, &storeVst},
        Row{{.slotClass = kStore, .name = "vst.idx", .code = 1, .operands = {storeBase, storeOffset, storeSource, storeIndex, storeMask}, .timing = "vmem.store", .unit = kStorePort,
             .summary = "indexed store to vector memory",
             .detail = "row of sublane i = base + offset + iar[i]; a sublane whose mask bit is 0 is left "
                       "alone; two sublanes of one store to the same row are a fault",
             .source = "US 2018/0336456"}, &storeVstIdx},
        Row{{.slotClass = kPush, .name = "mxu.w", .code = 1, .operands = {pushSource}, .timing = "mxu", .unit = kMxu,
             .summary = "weights into the shadow copy",
             .detail = "the next rows of the weight matrix (row k multiplies input element k), "
                       "rounded to bfloat16; loads while a product is under way; one row too many is a fault",
             .source = "US 2018/0336456"}, &pushMxuW},
        Row{{.slotClass = kPush, .name = "mxu.wt", .code = 2, .operands = {pushSource}, .timing = "mxu", .unit = kMxu,
             .summary = "transposed weights into the shadow copy",
             .detail = "the next columns of the weight matrix, one per sublane",
             .source = "US 2018/0336456; published: optional transposed load"}, &pushMxuWt},
        Row{{.slotClass = kPush, .name = "mxu.latch", .code = 3, .operands = {}, .timing = "mxu", .unit = kMxu,
             .summary = "makes the shadow weights the active ones",
             .detail = "the shadow must be full, and gets the weights that were active; "
                       "products under way keep those",
             .source = "US 2018/0336456 (inferred as an instruction)"}, &pushMxuLatch},
        Row{{.slotClass = kPush, .name = "mxu.x", .code = 4, .operands = {pushSource}, .timing = "mxu", .unit = kMxu,
             .summary = "multiplies rows by the active weights",
             .detail = "each sublane is a row: out[n] = sum over k of bf16(x[k]) * w[k][n], one fused "
                       "multiply-add per k in ascending order into float32 from +0, denormals read as zero, "
                       "results flushed when tiny after rounding, one NaN",
             .source = "US 2018/0336456; published: bfloat16 in, float32 accumulate; order and flushing ours", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushMxuX},
        Row{{.slotClass = kPush, .name = "xpose", .code = 8, .operands = {pushSource}, .timing = "xpose", .unit = kXpose,
             .summary = "rows into the transpose unit",
             .detail = "after lanes / sublanes pushes, the transposed square leaves in the same number of "
                       "pops",
             .source = "US 2018/0336456", .effects = isa::kPushesResult}, &pushXpose},
        Row{{.slotClass = kPush, .name = "red.sum", .code = 16, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "reduces each sublane along its lanes: sum",
             .detail = "every lane gets the result; float32 sum, "
                       "strictly ascending by lane from the first lane's value",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushRedSum},
        Row{{.slotClass = kPush, .name = "red.max", .code = 17, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "reduces each sublane along its lanes: maximum",
             .detail = "every lane gets the result; as fmax",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushRedMax},
        Row{{.slotClass = kPush, .name = "red.min", .code = 18, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "reduces each sublane along its lanes: minimum",
             .detail = "every lane gets the result; as fmin",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushRedMin},
        Row{{.slotClass = kPush, .name = "permred.sum", .code = 22, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes, then reduces: sum",
             .detail = "first as perm, then as red; float32 sum, "
                       "strictly ascending by lane from the first lane's value",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushPermredSum},
        Row{{.slotClass = kPush, .name = "permred.max", .code = 23, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes, then reduces: maximum",
             .detail = "first as perm, then as red; as fmax",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushPermredMax},
        Row{{.slotClass = kPush, .name = "permred.min", .code = 24, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes, then reduces: minimum",
             .detail = "first as perm, then as red; as fmin",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushPermredMin},
        Row{{.slotClass = kPush, .name = "segred.sum", .code = 25, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes, then reduces each segment: sum",
             .detail = "first as perm, then every lane gets the result of its own segment (setseg); "
                       "float32 sum, strictly ascending by lane from the first lane's value",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushSegredSum},
        Row{{.slotClass = kPush, .name = "segred.max", .code = 26, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes, then reduces each segment: maximum",
             .detail = "first as perm, then every lane gets the result of its own segment (setseg); as fmax",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushSegredMax},
        Row{{.slotClass = kPush, .name = "segred.min", .code = 27, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes, then reduces each segment: minimum",
             .detail = "first as perm, then every lane gets the result of its own segment (setseg); as fmin",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushSegredMin},
        Row{{.slotClass = kPush, .name = "redperm.sum", .code = 28, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "reduces, then permutes the result: sum",
             .detail = "first as red over the segments of setseg, then as perm; "
                       "float32 sum, strictly ascending by lane from the first lane's value",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushRedpermSum},
        Row{{.slotClass = kPush, .name = "redperm.max", .code = 29, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "reduces, then permutes the result: maximum",
             .detail = "first as red over the segments of setseg, then as perm; as fmax",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushRedpermMax},
        Row{{.slotClass = kPush, .name = "redperm.min", .code = 30, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "reduces, then permutes the result: minimum",
             .detail = "first as red over the segments of setseg, then as perm; as fmin",
             .source = "US 2018/0336456", .effects = isa::kPushesResult | isa::kMakesFloats}, &pushRedpermMin},
        Row{{.slotClass = kPush, .name = "perm", .code = 19, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "permutes lanes",
             .detail = "d[lane] = x[pattern[lane]] in each sublane; pattern by setperm, at the start each "
                       "lane's own number",
             .source = "US 2018/0336456", .effects = isa::kPushesResult}, &pushPerm},
        Row{{.slotClass = kPush, .name = "rot", .code = 20, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "rotates lanes to the right",
             .detail = "d[(lane + amount) mod lanes] = x[lane]; amount by setrot, 0 at the start",
             .source = "US 2018/0336456", .effects = isa::kPushesResult}, &pushRot},
        Row{{.slotClass = kPush, .name = "rotperm", .code = 21, .operands = {pushSource}, .timing = "rpu", .unit = kRpu,
             .summary = "rotates, then permutes",
             .detail = "as rot, then as perm",
             .source = "US 2018/0336456", .effects = isa::kPushesResult}, &pushRotperm},
        Row{{.slotClass = kPop, .name = "mxu", .code = 0, .operands = {popDest}, .timing = "pop", .unit = kMxu,
             .summary = "oldest result of the matrix unit",
             .detail = "waits while it is not ready; an empty queue that nobody fills is a deadlock",
             .source = "US 2018/0336456", .effects = isa::kPopsResult}, &popQueue},
        Row{{.slotClass = kPop, .name = "xpose", .code = 1, .operands = {popDest}, .timing = "pop", .unit = kXpose,
             .summary = "oldest result of the transpose unit",
             .detail = "waits while it is not ready; an empty queue that nobody fills is a deadlock",
             .source = "US 2018/0336456", .effects = isa::kPopsResult}, &popQueue},
        Row{{.slotClass = kPop, .name = "rpu", .code = 2, .operands = {popDest}, .timing = "pop", .unit = kRpu,
             .summary = "oldest result of the reduction and permute unit",
             .detail = "waits while it is not ready; an empty queue that nobody fills is a deadlock",
             .source = "US 2018/0336456", .effects = isa::kPopsResult}, &popQueue},
        Row{{.slotClass = kPop, .name = "eup", .code = 3, .operands = {popDest}, .timing = "pop", .unit = kEup,
             .summary = "oldest result of the extended unary pipeline",
             .detail = "waits while it is not ready; an empty queue that nobody fills is a deadlock",
             .source = "US 2018/0336456", .effects = isa::kPopsResult}, &popQueue},
        Row{{.slotClass = kMisc, .name = "v2s", .code = 1, .operands = {miscDest, miscSource, miscIndex}, .timing = "v2s", .unit = kMiscUnit,
             .summary = "one word of a vector register to a scalar register",
             .detail = "d = word [index] of source, index = sublane * lanes + lane; an index beyond the "
                       "register is a fault; slots vst and s1 must be absent",
             .source = "US 2018/0336456 (a low-bandwidth path); form invented"}, &miscV2s},
        Row{{.slotClass = kMisc, .name = "trace", .code = 2, .operands = {miscNumber, miscValue}, .timing = "misc", .unit = kMiscUnit,
             .summary = "sends a word to the host",
             .detail = "adds (clock, stream number, value) to the trace stream of the run",
             .source = "invented"}, &miscTrace},
        Row{{.slotClass = kMisc, .name = "setiar", .code = 3, .operands = {miscIar, miscSource}, .timing = "misc", .unit = kMiscUnit,
             .summary = "sets an index register",
             .detail = "iar[i] = lane 0 of sublane i of source; 0 at the start",
             .source = "published: two index registers; form invented"}, &miscSetiar},
        Row{{.slotClass = kMisc, .name = "setperm", .code = 4, .operands = {miscSource}, .timing = "misc", .unit = kRpu,
             .summary = "sets the permute pattern",
             .detail = "pattern = source, per sublane and lane; at the start each lane's own number; "
                       "a number beyond the lanes is a fault",
             .source = "US 2018/0336456; form invented"}, &miscSetperm},
        Row{{.slotClass = kMisc, .name = "setseg", .code = 5, .operands = {miscSource}, .timing = "misc", .unit = kRpu,
             .summary = "sets the segments of reductions",
             .detail = "segment number of each lane; a change from one lane to the next begins a segment; "
                       "at the start 0 in every lane, so that a row is one segment",
             .source = "US 2018/0336456; form invented"}, &miscSetseg},
        Row{{.slotClass = kMisc, .name = "setrot", .code = 6, .operands = {miscValue}, .timing = "misc", .unit = kRpu,
             .summary = "sets the amount of lane rotation",
             .detail = "amount = value modulo lanes; 0 at the start",
             .source = "invented"}, &miscSetrot},
        Row{{.slotClass = kMisc, .name = "rng.key", .code = 7, .operands = {miscNumber, miscValue}, .timing = "misc", .unit = kRandom,
             .summary = "sets a word of the random generator's key",
             .detail = "key[number] = value, number 0 or 1; at the start key[0] is 0 and key[1] the number of "
                       "the core",
             .source = "invented"}, &miscRngKey},
        Row{{.slotClass = kMisc, .name = "rng.counter", .code = 8, .operands = {miscValue}, .timing = "misc", .unit = kRandom,
             .summary = "sets the draw counter of the random generator",
             .detail = "draw = value; 0 at the start",
             .source = "invented"}, &miscRngCounter},
    };
    // clang-format on
}();

} // namespace lw::training
