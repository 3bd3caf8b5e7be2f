// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/bundles.h"

#include <array>
#include <cstdint>
#include <string_view>

// Subroutines that every training program of the chip is made of. Their parameters are scalar registers,
// r31 is where they return to; r0 holds 0, v31 zeros. All work on groups of `unroll` vector registers whose
// rows lie one after the other.
namespace lw::lower::training {

// The machine as kernels need it, and how many registers they take at once.
struct Grouping {
    std::uint32_t lanes = 0, sublanes = 0;
    std::uint32_t unroll = 1;     // registers of a group
    std::uint32_t depth = 0;      // products under way, in groups
    std::uint32_t pushClocks = 1; // of a register into a unit

    std::uint32_t groupRows() const { return unroll * sublanes; }
    std::uint32_t squareGroups() const { return lanes / groupRows(); } // of a square of lanes x lanes
};

// Names of rows of vector memory and words of scalar memory that kernels use.
inline constexpr std::string_view kZeros = "zeros";         // a group of zeros
inline constexpr std::string_view kDump = "dump";           // a group that gets sums of no use
inline constexpr std::string_view kScratch = "scratch";     // a register
inline constexpr std::string_view kKept = "kept";           // a row: ones in lanes that sums of products have
inline constexpr std::string_view kUnwritten = "unwritten"; // a register that nothing writes
inline constexpr std::string_view kRing = "ring";           // depth words: where the products under way go

// The loops of a subroutine that walks: n2 = r5 times n1 = r4 times n0 = r3 groups. r1 and r2 go on by a
// group, by r6 and r7 more after each n0, by r8 and r9 more after each n0 * n1; `with` names
// registers that go with r1 and with r2. p3: there is a next group. Changes r14,
// r15, r18.
struct WalksAlong {
    std::string_view first{}, second{};
};
void beginWalk(Bundles& to);
void nextGroup(Bundles& to, const Grouping& by, const WalksAlong& with);

// load_weights: the matrix at row r10 on its way into the matrix unit: r11 groups from there, zeros after
// them; r12 or r13 is squareGroups(), the other 0: plain or transposed. Changes r10, r17, r19, r20.
// product: makes these weights the active ones, and walks: the product of the group at r1 is added to the
// one at r2, while the weights of the next product are loaded as above (r12 = r13 = 0: none). The sums are
// complete after flush_products. Changes r1, r2, r10, r14 to r20; r29 is its own.
// keep_lanes: sums of products that come out from here on are those of lanes below r5; others get +0,
// whatever is multiplied there. keep_rows: of r4 groups that lie r6 rows apart from r1 on, rows from r5 on
// become +0, and the same lanes. Both change v0 to v25, r1, r4 and r14.
// flush_products: waits for them. prime_products: before the first of all.
void writeProducts(Bundles& to, const Grouping& by);
void writeKeepRows(Bundles& to, const Grouping& by); // where it is called
// The parts of product: before the loop; before the registers of a group, one of them, and what ends the
// loop, which begins with that label. Change p1 to p3 and p5 to p7.
void beginProduct(Bundles& to);
void beginProductGroup(Bundles& to, const Grouping& by);
void productRegister(Bundles& to, const Grouping& by, std::int64_t u);
void endProductGroup(Bundles& to, const Grouping& by, std::string_view label);

// transpose_run: r8 rows of the picture, each r4 groups that are padded to r5 with zeros; r3 groups lie one
// after the other, then r6 rows of memory are left out, and r7 at the end of each r4. Every lanes
// positions become a transposed square, whose first r9 groups go to r2 and on. Changes r1, r2, r14 to r20.
// prime_transposes: before the first of all.
void writeTransposes(Bundles& to, const Grouping& by);

// Its parts: before the loop; a register of the group, which `beginTransposeGroup` precedes; and what
// counts. p8: that was the last group. Changes p1 to p5, p7, p8 and r14 to r20.
void beginTransposes(Bundles& to, const Grouping& by);
void beginTransposeGroup(Bundles& to);
void transposeRegister(Bundles& to, const Grouping& by, std::int64_t u);
void countTransposes(Bundles& to, const Grouping& by);

// weight_gradient: for r22 rows of a picture that lie r25 apart from r21 on, for each of their r23 squares
// of positions, the last of which has r24 groups: the products of transposed positions from r1 on with that
// square. r3 to r9 as for product, where r8 and r9 lead to the next square and back to the first sum;
// after each picture row r1 goes on by r27. Changes r1, r2, r10 to r22, r26, r28, r30.
void writeWeightGradient(Bundles& to, const Grouping& by);

} // namespace lw::lower::training
