// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/vector.h"

#include "core/chips/training/lane_loops.h"
#include "core/chips/training/scalar.h"
#include "core/numeric/bf16.h"
#include "core/numeric/flush.h"

#include <algorithm>
#include <numeric>

namespace lw::training {

using namespace numeric;
using namespace detail;

namespace {

using u32 = std::uint32_t;

[[gnu::always_inline]] constexpr u32 mask(bool condition) { return condition ? ~u32{0} : 0; }

[[gnu::always_inline]] inline u32 oneNan(float value) {
    return value == value ? bitsOf(value) : kCanonicalNan;
}

// Under a FlushScope the host does what addFlushed() and its kin do in software,
// all but the choice of the NaN.
[[gnu::always_inline]] inline u32 sum(u32 x, u32 y) { return oneNan(floatOf(x) + floatOf(y)); }
[[gnu::always_inline]] inline u32 difference(u32 x, u32 y) { return oneNan(floatOf(x) - floatOf(y)); }
[[gnu::always_inline]] inline u32 product(u32 x, u32 y) { return oneNan(floatOf(x) * floatOf(y)); }

[[gnu::always_inline]] inline u32 equal(u32 x, u32 y) { return mask(equalFlushed(x, y)); }
[[gnu::always_inline]] inline u32 notEqual(u32 x, u32 y) { return mask(!equalFlushed(x, y)); }
[[gnu::always_inline]] inline u32 less(u32 x, u32 y) { return mask(lessFlushed(x, y)); }
[[gnu::always_inline]] inline u32 lessEqual(u32 x, u32 y) { return mask(lessEqualFlushed(x, y)); }
[[gnu::always_inline]] inline u32 intEqual(u32 x, u32 y) { return mask(x == y); }
[[gnu::always_inline]] inline u32 intNotEqual(u32 x, u32 y) { return mask(x != y); }
[[gnu::always_inline]] inline u32 intLess(u32 x, u32 y) { return mask(signedOf(x) < signedOf(y)); }
[[gnu::always_inline]] inline u32 intLessEqual(u32 x, u32 y) { return mask(signedOf(x) <= signedOf(y)); }
[[gnu::always_inline]] inline u32 intLessUnsigned(u32 x, u32 y) { return mask(x < y); }
[[gnu::always_inline]] inline u32 intLessEqualUnsigned(u32 x, u32 y) { return mask(x <= y); }
[[gnu::always_inline]] inline u32 selected(u32 x, u32 y, u32 old) { return old != 0 ? x : y; }

// A float that is a whole number, or beyond the integers, to the integer; NaN to 0.
[[gnu::always_inline]] inline u32 saturated(float value) {
    const bool fits = value >= -0x1p31f && value < 0x1p31f;
    const u32 beyond = value >= 0x1p31f ? 0x7fffffff : value < -0x1p31f ? 0x80000000 : 0;
    return fits ? word(static_cast<std::int32_t>(fits ? value : 0.0f)) : beyond;
}
[[gnu::always_inline]] inline u32 toInt(u32 x) { return saturated(floatOf(x)); }
// Adding and taking away 2^23 leaves the nearest whole number, ties to even; from 2^23 up a float is whole.
[[gnu::always_inline]] inline u32 toIntNearest(u32 x) {
    const float value = floatOf(x);
    const float magic = floatOf(bitsOf(0x1p23f) | (x & kSignBit));
    const float whole = (value + magic) - magic;
    return saturated((x & kMagnitudeMask) < bitsOf(0x1p23f) ? whole : value);
}
[[gnu::always_inline]] inline u32 toFloat(u32 x) { return bitsOf(static_cast<float>(signedOf(x))); }
[[gnu::always_inline]] inline u32 packed(u32 x, u32 y) { return bf16Of(x) | roundedToBf16(y); }
[[gnu::always_inline]] inline u32 highHalf(u32 x) { return bitsOfBf16(x >> 16); }

} // namespace

void vectorMove(const std::uint32_t*, LaneSource y, std::uint32_t* d, VectorShape shape) {
    if (y.lanes)
        std::copy_n(y.lanes, shape.words(), d);
    else
        std::fill_n(d, shape.words(), y.scalar);
}
void vectorAdd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLaneFlushed<sum, addFlushed>(x, y, d, shape);
}
void vectorSubtract(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLaneFlushed<difference, subtractFlushed>(x, y, d, shape);
}
void vectorMultiply(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLaneFlushed<product, multiplyFlushed>(x, y, d, shape);
}
void vectorMax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<maxFlushed>(x, y, d, shape);
}
void vectorMin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<minFlushed>(x, y, d, shape);
}
void vectorFloatEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<equal>(x, y, d, shape);
}
void vectorFloatNotEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<notEqual>(x, y, d, shape);
}
void vectorFloatLess(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<less>(x, y, d, shape);
}
void vectorFloatLessEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<lessEqual>(x, y, d, shape);
}
void vectorIntEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intEqual>(x, y, d, shape);
}
void vectorIntNotEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intNotEqual>(x, y, d, shape);
}
void vectorIntLess(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLess>(x, y, d, shape);
}
void vectorIntLessEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLessEqual>(x, y, d, shape);
}
void vectorIntLessUnsigned(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLessUnsigned>(x, y, d, shape);
}
void vectorIntLessEqualUnsigned(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLessEqualUnsigned>(x, y, d, shape);
}
void vectorSelect(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<selected>(x, y, d, shape);
}
void vectorAnd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarAnd>(x, y, d, shape);
}
void vectorOr(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarOr>(x, y, d, shape);
}
void vectorXor(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarXor>(x, y, d, shape);
}
void vectorShiftLeft(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarShiftLeft>(x, y, d, shape);
}
void vectorShiftRight(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarShiftRight>(x, y, d, shape);
}
void vectorShiftArithmetic(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarShiftArithmetic>(x, y, d, shape);
}
void vectorIntAdd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarAdd>(x, y, d, shape);
}
void vectorIntSubtract(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarSubtract>(x, y, d, shape);
}
void vectorIntMin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarMin>(x, y, d, shape);
}
void vectorIntMax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarMax>(x, y, d, shape);
}
void vectorIntMultiply(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarMultiply>(x, y, d, shape);
}
void vectorToBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<bf16Of>(x, y, d, shape);
}
void vectorFromBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<bitsOfBf16>(x, y, d, shape);
}
void vectorIntToFloat(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<toFloat>(x, y, d, shape);
}
void vectorFloatToInt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<toInt>(x, y, d, shape);
}
void vectorFloatToIntNearest(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<toIntNearest>(x, y, d, shape);
}
void vectorRoundBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<roundedToBf16>(x, y, d, shape);
}
void vectorPack(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<packed>(x, y, d, shape);
}
void vectorUnpackLow(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<bitsOfBf16>(x, y, d, shape);
}
void vectorUnpackHigh(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<highHalf>(x, y, d, shape);
}
void vectorLaneNumber(const std::uint32_t*, LaneSource, std::uint32_t* d, VectorShape shape) {
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        std::iota(d + row, d + row + shape.lanes, u32{0});
}
void vectorSublaneNumber(const std::uint32_t*, LaneSource, std::uint32_t* d, VectorShape shape) {
    for (u32 sublane = 0; sublane < shape.sublanes; ++sublane)
        std::fill_n(d + std::size_t{sublane} * shape.lanes, shape.lanes, sublane);
}

} // namespace lw::training
