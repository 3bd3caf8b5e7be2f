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

// Under a FlushScope the host does what addFlushed() and the like do in software,
// except for the choice of the NaN.
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
// Adding and subtracting 2^23 leaves the nearest whole number, ties to even; from 2^23 up a float is whole.
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
void vectorFadd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLaneFlushed<sum, addFlushed>(x, y, d, shape);
}
void vectorFsub(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLaneFlushed<difference, subtractFlushed>(x, y, d, shape);
}
void vectorFmul(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLaneFlushed<product, multiplyFlushed>(x, y, d, shape);
}
void vectorFmax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<maxFlushed>(x, y, d, shape);
}
void vectorFmin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<minFlushed>(x, y, d, shape);
}
void vectorFcmpEq(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<equal>(x, y, d, shape);
}
void vectorFcmpNe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<notEqual>(x, y, d, shape);
}
void vectorFcmpLt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<less>(x, y, d, shape);
}
void vectorFcmpLe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<lessEqual>(x, y, d, shape);
}
void vectorCmpEq(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intEqual>(x, y, d, shape);
}
void vectorCmpNe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intNotEqual>(x, y, d, shape);
}
void vectorCmpLt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLess>(x, y, d, shape);
}
void vectorCmpLe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLessEqual>(x, y, d, shape);
}
void vectorCmpLtu(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLessUnsigned>(x, y, d, shape);
}
void vectorCmpLeu(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<intLessEqualUnsigned>(x, y, d, shape);
}
void vectorSel(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
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
void vectorShl(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarShl>(x, y, d, shape);
}
void vectorShr(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarShr>(x, y, d, shape);
}
void vectorSra(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarSra>(x, y, d, shape);
}
void vectorIadd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarAdd>(x, y, d, shape);
}
void vectorIsub(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarSub>(x, y, d, shape);
}
void vectorImin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarMin>(x, y, d, shape);
}
void vectorImax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarMax>(x, y, d, shape);
}
void vectorImul(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<scalarMul>(x, y, d, shape);
}
void vectorCvtF32Bf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<bf16Of>(x, y, d, shape);
}
void vectorCvtBf16F32(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<bitsOfBf16>(x, y, d, shape);
}
void vectorCvtIF(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<toFloat>(x, y, d, shape);
}
void vectorCvtFI(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<toInt>(x, y, d, shape);
}
void vectorCvtFIRne(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<toIntNearest>(x, y, d, shape);
}
void vectorRoundBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<roundedToBf16>(x, y, d, shape);
}
void vectorPackBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<packed>(x, y, d, shape);
}
void vectorUnpackLo(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<bitsOfBf16>(x, y, d, shape);
}
void vectorUnpackHi(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<highHalf>(x, y, d, shape);
}
void vectorIotaLane(const std::uint32_t*, LaneSource, std::uint32_t* d, VectorShape shape) {
    for (std::size_t row = 0; row < shape.words(); row += shape.lanes)
        std::iota(d + row, d + row + shape.lanes, u32{0});
}
void vectorIotaSublane(const std::uint32_t*, LaneSource, std::uint32_t* d, VectorShape shape) {
    for (u32 sublane = 0; sublane < shape.sublanes; ++sublane)
        std::fill_n(d + std::size_t{sublane} * shape.lanes, shape.lanes, sublane);
}

} // namespace lw::training
