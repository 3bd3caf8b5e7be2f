// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

// The arithmetic of the vector computation unit and of pooling, on the lanes of one pixel:
// d[i] = f(x[i], y[i]) for i < count; with `spread` y is one word for all. d may be x or y. The row of each
// in the table says what it does.
namespace lw::inference {

void lanesAddI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesAddF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesSubI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesSubF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesMulI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesMulF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesMaxI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesMaxF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesMinI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesMinF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesDivI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesDivF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesSel(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
              bool spread);

// Of one operand: y is ignored.
void lanesReluI(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
                bool spread);
void lanesReluF(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
                bool spread);
void lanesTanh(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);
void lanesSigm(const std::uint32_t* x, const std::uint32_t* y, std::uint32_t* d, std::uint32_t count,
               bool spread);

// float32, d = x * scale + shift, both rounded.
void lanesNorm(const std::uint32_t* x, const std::uint32_t* scale, const std::uint32_t* shift,
               std::uint32_t* d, std::uint32_t count);
void lanesOneNan(std::uint32_t* d, std::uint32_t count); // every NaN becomes the canonical one
// int8 in memory to words and back, using the low byte of each word.
void widenLanes(const std::uint8_t* bytes, std::uint32_t* d, std::uint32_t count);
void narrowLanes(const std::uint32_t* x, std::uint8_t* bytes, std::uint32_t count);
bool lanesAreInt8(const std::uint32_t* x, std::uint32_t count); // whether all are in -128 .. 127

// q = zero + x * multiplier / 2^shift, the quotient rounded to the nearest even, limited to -128 .. 127.
struct Quantisation {
    std::int32_t multiplier = 1;
    std::uint32_t shift = 0; // at most 62
    std::int32_t zero = 0;
};
void lanesQuantised(const std::uint32_t* x, const Quantisation& by, std::uint32_t* d, std::uint32_t count);
// The same with a multiplier and a shift for each lane.
void lanesQuantisedEach(const std::uint32_t* x, const std::uint32_t* multipliers, const std::uint32_t* shifts,
                        std::int32_t zero, std::uint32_t* d, std::uint32_t count);

// The entry of a table of 256 pixels for each lane's low byte, the first for -128; it has `columns` lanes: as
// many as there are, or one for all.
void lanesLookedUp(const std::uint32_t* x, const std::uint32_t* table, std::uint32_t columns,
                   std::uint32_t* d, std::uint32_t count);

// The quotient of integers, rounded to the nearest even; y > 0.
std::int32_t roundedQuotient(std::int32_t x, std::int32_t y);

} // namespace lw::inference
