// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/lanes.h"

#include "core/numeric/activations.h"
#include "core/numeric/host_copies.h"
#include "core/numeric/ieee.h"

#include <algorithm>

namespace lw::inference {

namespace {

using u32 = std::uint32_t;

[[gnu::always_inline]] constexpr std::int32_t asSigned(u32 word) { return static_cast<std::int32_t>(word); }
[[gnu::always_inline]] constexpr u32 addInt(u32 x, u32 y) { return x + y; }
[[gnu::always_inline]] constexpr u32 subtractInt(u32 x, u32 y) { return x - y; }
[[gnu::always_inline]] constexpr u32 multiplyInt(u32 x, u32 y) { return x * y; }
[[gnu::always_inline]] constexpr u32 maxInt(u32 x, u32 y) { return asSigned(x) > asSigned(y) ? x : y; }
[[gnu::always_inline]] constexpr u32 minInt(u32 x, u32 y) { return asSigned(x) < asSigned(y) ? x : y; }
[[gnu::always_inline]] inline u32 divideInt(u32 x, u32 y) {
    return static_cast<u32>(roundedQuotient(asSigned(x), std::max(asSigned(y), 1)));
}
[[gnu::always_inline]] constexpr u32 select(u32 x, u32 y) { return y != 0 ? x : 0; }
[[gnu::always_inline]] constexpr u32 reluInt(u32 x, u32) { return asSigned(x) > 0 ? x : 0; }
[[gnu::always_inline]] inline u32 reluFloat(u32 x, u32) { return numeric::largerOf(x, 0); }
[[gnu::always_inline]] inline u32 tanhFloat(u32 x, u32) { return numeric::hyperbolicTangent(x); }
[[gnu::always_inline]] inline u32 sigmoidFloat(u32 x, u32) { return numeric::logistic(x); }

template <auto Lane>
[[gnu::always_inline]] inline void eachLane(const u32* x, const u32* y, u32* d, u32 count, bool spread) {
    if (spread) {
        const u32 word = *y;
        for (u32 i = 0; i < count; ++i) d[i] = Lane(x[i], word);
    } else {
        for (u32 i = 0; i < count; ++i) d[i] = Lane(x[i], y[i]);
    }
}
template <auto Lane> void overLanes(const u32* x, const u32* y, u32* d, u32 count, bool spread) {
    numeric::atHostLevel<eachLane<Lane>>(x, y, d, count, spread);
}

} // namespace

void lanesAddI(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<addInt>(x, y, d, n, spread);
}
void lanesAddF(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<numeric::add>(x, y, d, n, spread);
}
void lanesSubI(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<subtractInt>(x, y, d, n, spread);
}
void lanesSubF(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<numeric::subtract>(x, y, d, n, spread);
}
void lanesMulI(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<multiplyInt>(x, y, d, n, spread);
}
void lanesMulF(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<numeric::multiply>(x, y, d, n, spread);
}
void lanesMaxI(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<maxInt>(x, y, d, n, spread);
}
void lanesMaxF(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<numeric::largerOf>(x, y, d, n, spread);
}
void lanesMinI(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<minInt>(x, y, d, n, spread);
}
void lanesMinF(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<numeric::smallerOf>(x, y, d, n, spread);
}
void lanesDivI(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<divideInt>(x, y, d, n, spread);
}
void lanesDivF(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<numeric::divide>(x, y, d, n, spread);
}
void lanesSel(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<select>(x, y, d, n, spread);
}
void lanesReluI(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<reluInt>(x, x, d, n, false); }
void lanesReluF(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<reluFloat>(x, x, d, n, false); }
void lanesTanh(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<tanhFloat>(x, x, d, n, false); }
void lanesSigm(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<sigmoidFloat>(x, x, d, n, false); }

namespace {

[[gnu::always_inline]] inline void normOfLanes(const u32* x, const u32* scale, const u32* shift, u32* d,
                                               u32 count) {
    for (u32 i = 0; i < count; ++i) d[i] = numeric::add(numeric::multiply(x[i], scale[i]), shift[i]);
}
[[gnu::always_inline]] inline void oneNanOfLanes(u32* d, u32 count) {
    for (u32 i = 0; i < count; ++i) d[i] = numeric::canonical(d[i]);
}
[[gnu::always_inline]] inline void wideLanes(const std::uint8_t* bytes, u32* d, u32 count) {
    for (u32 i = 0; i < count; ++i) d[i] = static_cast<u32>(std::int32_t{static_cast<std::int8_t>(bytes[i])});
}
[[gnu::always_inline]] inline void lowBytes(const u32* x, std::uint8_t* bytes, u32 count) {
    for (u32 i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(x[i]);
}
[[gnu::always_inline]] inline void bitsBeyondInt8(const u32* x, u32 count, u32* beyond) {
    u32 any = 0;
    for (u32 i = 0; i < count; ++i) any |= x[i] + 128;
    *beyond = any & ~u32{0xff};
}
[[gnu::always_inline]] inline std::int32_t limited(std::int64_t x) {
    const std::int64_t bounded = x > 127 ? 127 : x;
    return static_cast<std::int32_t>(bounded < -128 ? -128 : bounded);
}
// Up where the rest is more than half the unit, or equal to it and the quotient odd.
[[gnu::always_inline]] inline std::int32_t quantisedLane(std::int32_t x, const Quantisation& by) {
    const std::int64_t product = std::int64_t{x} * by.multiplier;
    const std::int64_t down = product >> by.shift; // floor
    const std::int64_t rest = product - (down << by.shift),
                       half = by.shift == 0 ? 1 : std::int64_t{1} << (by.shift - 1);
    const std::int64_t up = rest + (down & 1) > half ? 1 : 0;
    return limited(down + up + by.zero);
}
[[gnu::always_inline]] inline void quantisedLanes(const u32* x, const Quantisation* by, u32* d, u32 count) {
    const Quantisation same = *by;
    for (u32 i = 0; i < count; ++i) d[i] = static_cast<u32>(quantisedLane(asSigned(x[i]), same));
}
[[gnu::always_inline]] inline void quantisedEachLane(const u32* x, const u32* multipliers, const u32* shifts,
                                                     std::int32_t zero, u32* d, u32 count) {
    for (u32 i = 0; i < count; ++i)
        d[i] = static_cast<u32>(quantisedLane(asSigned(x[i]), {asSigned(multipliers[i]), shifts[i], zero}));
}

} // namespace

void lanesNorm(const u32* x, const u32* scale, const u32* shift, u32* d, u32 count) {
    numeric::atHostLevel<normOfLanes>(x, scale, shift, d, count);
}
void lanesOneNan(u32* d, u32 count) { numeric::atHostLevel<oneNanOfLanes>(d, count); }
void widenLanes(const std::uint8_t* bytes, u32* d, u32 count) {
    numeric::atHostLevel<wideLanes>(bytes, d, count);
}
void narrowLanes(const u32* x, std::uint8_t* bytes, u32 count) {
    numeric::atHostLevel<lowBytes>(x, bytes, count);
}
bool lanesAreInt8(const u32* x, u32 count) {
    u32 beyond = 0;
    numeric::atHostLevel<bitsBeyondInt8>(x, count, &beyond);
    return beyond == 0;
}
void lanesQuantised(const u32* x, const Quantisation& by, u32* d, u32 count) {
    numeric::atHostLevel<quantisedLanes>(x, &by, d, count);
}
void lanesQuantisedEach(const u32* x, const u32* multipliers, const u32* shifts, std::int32_t zero, u32* d,
                        u32 count) {
    numeric::atHostLevel<quantisedEachLane>(x, multipliers, shifts, zero, d, count);
}

void lanesLookedUp(const u32* x, const u32* table, u32 columns, u32* d, u32 count) {
    for (u32 i = 0; i < count; ++i) d[i] = table[((x[i] ^ 0x80) & 0xff) * columns + (columns == 1 ? 0 : i)];
}

std::int32_t roundedQuotient(std::int32_t x, std::int32_t y) {
    const std::int64_t wide = x;
    const std::int64_t down = wide / y - (wide % y < 0 ? 1 : 0); // floor
    const std::int64_t twice = 2 * (wide - down * y);
    return static_cast<std::int32_t>(down + (twice > y || (twice == y && (down & 1) != 0) ? 1 : 0));
}

} // namespace lw::inference
