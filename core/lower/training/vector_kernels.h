// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/kernels.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>

// Subroutines of the vector units. Each goes once over r4 groups: what it reads lies from r1 and r2 on,
// what it writes from r3 on; both may be the same. Rows of parameters have one number for each lane.
// Changes r1 to r4 and v0 to v30.
namespace lw::lower::training {

// Names of subroutines that a program calls; the others are left out of it.
using Called = std::set<std::string, std::less<>>;

// One pass: what comes before the loop, what is done with register u of a group, and what comes after.
// Register u of the first stream is v[u], of the second v[8 + u]; v[16 + u] and v24 to v30 are free.
// `writes` is the first of the registers that are stored, or below 0.
struct Pass {
    std::string_view name;
    std::uint32_t reads = 1; // streams
    std::int64_t writes = 16;
    std::function<void(Bundles&)> before{};
    std::function<void(Bundles&, std::int64_t)> body{};
    std::function<void(Bundles&)> after{};
    // What goes through a queue is done stage by stage, each for all registers of the group.
    std::vector<std::function<void(Bundles&, std::int64_t)>> stages{};
};
void writePass(Bundles& to, const Grouping& by, const Pass& pass, const Called& called);

// Its parts, which are done where the predicate `when` ("@p8 ", or nothing) says: a register of a group, what
// counts, and a whole group. `isNext`: gets whether there is a group left.
void passRegister(Bundles& to, const Grouping& by, const Pass& pass, std::int64_t u, std::string_view when);
void countPass(Bundles& to, const Grouping& by, const Pass& pass, std::string_view when,
               std::string_view isNext);
void writeGroup(Bundles& to, const Grouping& by, const Pass& pass, std::string_view isNext);

// v[number] gets the row that a scalar register names, in each sublane.
inline void loadRow(Bundles& to, std::int64_t number, std::string_view row) {
    to("vld: v", number, ", [", row, "], stride=0");
}
inline void storeRow(Bundles& to, std::string_view row, std::int64_t number) {
    to("vst: [", row, "], v", number, ", mask=1");
}
// v[number] gets the sum of its sublanes, the first one first, in each sublane.
void sumSublanes(Bundles& to, const Grouping& by, std::int64_t number);

// fill: zeros. fill_with: r5. forget: what was never written. copy. add: r1 + r2. relu: max(r1, 0).
// relu_gradient: r2 where r1 is above 0, else 0.
// leaky and leaky_gradient: r5 times what is not above 0. bias: r1 + row r5. scale: r1 * r5.
void writeElementwise(Bundles& to, const Grouping& by, const Called& called);

// pack: r1 as bfloat16 in the low halves of words, r2 in the high ones. unpack_low, unpack_high: back from
// these halves of r1.
void writePacks(Bundles& to, const Grouping& by, const Called& called);

// keep_mask: r3 gets a bit for each number of r1, whether it is above 0; of 32 registers one after the other
// a word of each lane, the first one's lowest. relu_gradient_by_bits, leaky_gradient_by_bits: r1 such bits.
// All three change r14 as well.
void writeMasks(Bundles& to, const Grouping& by, const Called& called);

// channel_sum: row r6 gets the sums over all rows times r5.
// channel_variance: row r6 gets the sums of squares of r1 - row r7 times r5, row r9 the reciprocal square
// root of that + r8.
// norm: (r1 - row r5) * row r6 * row r7 + row r8.
// norm_reduce: (r1 - row r7) * row r8 is the normalised form, r2 the gradient of what the norm gave. Row r5
// gets the gradient of the shift, row r6 that of the scale.
// norm_apply: the same read; row r9 scale, row r12 inverse deviation, r10 is 1 / count; r3 gets the
// gradient of what the norm read.
void writeNorm(Bundles& to, const Grouping& by, const Called& called);

// softmax_loss: r1 logits, r2 labels (integers in lane 0), r6 classes, r5 1 / batch; r3 gets the gradients;
// r10 the mean loss, r11 the number of images whose first largest logit is the label's, both float32.
// Changes r7.
// squares_loss: r2 targets, r5 1 / numbers, r6 2 / numbers.
void writeLosses(Bundles& to, const Grouping& by, const Called& called);

// update: r1 weights, r2 gradients, r3 velocities; r5 rate, r6 momentum, r7 weight decay.
void writeUpdateKernels(Bundles& to, const Grouping& by, bool hasMomentum, bool hasDecay);

// turn: r1, its lanes r5 to the right and round, of which those from r6 up to r7 count; others become +0.
// turn_into: the same into what r2 has in the other lanes, which are +0 where r1's go. Both change r14 and
// r15 as well.
void writeTurns(Bundles& to, const Grouping& by, const Called& called);

// reciprocals: row r2 gets 1 / row r1, and 0 where that is 0.
// running: row r1 gets itself times r7 plus row r2 times r6 times r5.
// keep_inverse: lanes of row r9 from r5 on become +0.
void writeRowKernels(Bundles& to, const Called& called);

} // namespace lw::lower::training
