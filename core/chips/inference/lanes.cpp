// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/lanes.h"

#include "core/numeric/activations.h"
#include "core/numeric/ieee.h"

#include <algorithm>

namespace lw::inference {

namespace {

using u32 = std::uint32_t;

constexpr std::int32_t asSigned(u32 word) { return static_cast<std::int32_t>(word); }
constexpr u32 addInt(u32 x, u32 y) { return x + y; }
constexpr u32 subtractInt(u32 x, u32 y) { return x - y; }
constexpr u32 multiplyInt(u32 x, u32 y) { return x * y; }
constexpr u32 maxInt(u32 x, u32 y) { return asSigned(x) > asSigned(y) ? x : y; }
constexpr u32 minInt(u32 x, u32 y) { return asSigned(x) < asSigned(y) ? x : y; }
constexpr u32 select(u32 x, u32 y) { return y != 0 ? x : 0; }
constexpr u32 reluInt(u32 x, u32) { return asSigned(x) > 0 ? x : 0; }
inline u32 reluFloat(u32 x, u32) { return numeric::largerOf(x, 0); }
inline u32 tanhFloat(u32 x, u32) { return numeric::hyperbolicTangent(x); }
inline u32 sigmoidFloat(u32 x, u32) { return numeric::logistic(x); }

template <auto Lane> void overLanes(const u32* x, const u32* y, u32* d, u32 count, bool spread) {
    if (spread) {
        const u32 word = *y;
        for (u32 i = 0; i < count; ++i) d[i] = Lane(x[i], word);
    } else {
        for (u32 i = 0; i < count; ++i) d[i] = Lane(x[i], y[i]);
    }
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
void lanesSel(const u32* x, const u32* y, u32* d, u32 n, bool spread) {
    overLanes<select>(x, y, d, n, spread);
}
void lanesReluI(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<reluInt>(x, x, d, n, false); }
void lanesReluF(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<reluFloat>(x, x, d, n, false); }
void lanesTanh(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<tanhFloat>(x, x, d, n, false); }
void lanesSigm(const u32* x, const u32*, u32* d, u32 n, bool) { overLanes<sigmoidFloat>(x, x, d, n, false); }

std::int32_t quantised(std::int32_t x, std::int32_t multiplier, std::uint32_t shift, std::int32_t zero) {
    const std::int64_t product = std::int64_t{x} * multiplier;
    const std::int64_t down = product >> shift; // floor
    const std::int64_t rest = product - (down << shift),
                       half = shift == 0 ? 1 : std::int64_t{1} << (shift - 1);
    const bool up = rest > half || (rest == half && (down & 1) != 0);
    const std::int64_t q = down + (up ? 1 : 0) + zero;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(q, -128, 127));
}

std::int32_t roundedQuotient(std::int32_t x, std::int32_t y) {
    const std::int64_t wide = x;
    const std::int64_t down = wide / y - (wide % y < 0 ? 1 : 0); // floor
    const std::int64_t twice = 2 * (wide - down * y);
    return static_cast<std::int32_t>(down + (twice > y || (twice == y && (down & 1) != 0) ? 1 : 0));
}

} // namespace lw::inference
