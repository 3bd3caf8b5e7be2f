// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lw::test {

// All units in a loop: transfers both ways, matrix, transpose, unary, permute,
// random numbers, masks, calls, trace.
inline constexpr const char* kBusyProgram = R"(
.tensor IN, f32, [16, 4], hbm = 1.5
.tensor OUT, f32, [16, 4], hbm = 0
.tensor X, f32, [16, 4], vmem = 0.25
.data smem, 0
.word granule(IN), X * GRANULES_PER_ROW, 0, 16, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.word X * GRANULES_PER_ROW, granule(OUT), 1, 16, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.space 16, 0
.text
         { s0: li r0, 0 ; s1: li r1, 0 ; misc: rng.key 0, 77 }
         { s0: li r10, 3 ; s1: li r12, 0 ; misc: rng.key 1, 78 }
         rng.counter 0
loop:    { s0: add r1, r1, 1 ; v0: iota.lane v9 }
fetch:   dma.h2v [r0+0]
         sync.wait f0, 16
         sync.set f0, 0
         vld v1, [r0+X], stride=1
         vld v2, [r0+X+2], stride=1
         fmul v3, v1, v2
         rng v4
         and v4, v4, bits(0x3f7fffff)
         or v4, v4, bits(0x3f000000)
         fadd v3, v3, v4
         eup.exp v4
         { pop: eup v5 }
         mxu.w v1
         mxu.w v2
         mxu.latch
         mxu.x v3
popM:    { pop: mxu v6 }
         { push: xpose v3 }
         { push: xpose v6 }
         { pop: xpose v7 }
         { pop: xpose v8 }
         setperm v9
         { push: redperm.sum v8 }
         { pop: rpu v8 }
put6:    vst [r0+X], v6, stride=1
put5:    vst [r0+X+2], v5, stride=1, mask=1
         cmp.eq p2, r1, 5
loadOne: vld v10, [r0+X], stride=1, mask=1
loadTwo: { vld: @p2 v11, [r0+X], stride=1 ; s0: cmp.eq p3, r1, 7 }
half:    { vld: @!p3 v11, [r0+X], stride=1, mask=2 }
storeA:  st [r1+40], r1
storeB:  st [r0+39], r10
callIt:  call r31, sub
back:    dma.v2h [r0+15]
         sync.wait f1, 16
clear1:  sync.set f1, 0
         cmp.lt p1, r1, 12
         @p1 br loop
         halt
sub:     add r12, r12, r1
         trace 1, r12
         ret r31
)";

} // namespace lw::test
