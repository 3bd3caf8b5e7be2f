// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"
#include "core/numeric/host_copies.h"

// Loops over the lanes of a register, in the copy for this host.
namespace lw::training::detail {

using numeric::atHostLevel;
using numeric::atPortable;

// Float arithmetic: `Flushing` relies on the host's flushing, `Software` does it itself; the same bits.
template <auto Flushing, auto Software, class... Arguments>
[[gnu::always_inline]] inline void atHostLevelFlushed(Arguments... arguments) {
    if (numeric::hostLevel() == numeric::HostLevel::Portable) return atPortable<Software>(arguments...);
    const numeric::FlushScope flushing;
    atHostLevel<Flushing>(arguments...);
}

using Words = const std::uint32_t*;

// `Lane` is u32(u32 x) or u32(u32 x, u32 y) or u32(u32 x, u32 y, u32 old d).
template <auto Lane>
[[gnu::always_inline]] inline std::uint32_t applied(std::uint32_t x, std::uint32_t y, std::uint32_t old) {
    if constexpr (requires { Lane(x, y, old); })
        return Lane(x, y, old);
    else if constexpr (requires { Lane(x, y); })
        return Lane(x, y);
    else
        return Lane(x);
}

// d[i] = Lane of x[i] and y. A lane is read before it is written and lanes do not depend on each other,
// so `d` may be one of the sources: that is what the pragmas promise.
template <auto Lane>
[[gnu::always_inline]] inline void lanes(Words x, LaneSource y, std::uint32_t* d, std::size_t count) {
    constexpr bool ignoresY = requires(std::uint32_t word) { Lane(word); };
    if (const Words source = y.lanes; source && !ignoresY) {
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
        for (std::size_t i = 0; i < count; ++i) d[i] = applied<Lane>(x[i], source[i], d[i]);
    } else {
        const std::uint32_t word = y.scalar;
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
        for (std::size_t i = 0; i < count; ++i) d[i] = applied<Lane>(x[i], word, d[i]);
    }
}

// A function of integers, or of floats that gives the same bits whatever the control register says.
template <auto Lane>
[[gnu::always_inline]] inline void eachLane(Words x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    atHostLevel<lanes<Lane>>(x, y, d, shape.words());
}

template <auto Flushing, auto Software>
[[gnu::always_inline]] inline void eachLaneFlushed(Words x, LaneSource y, std::uint32_t* d,
                                                   VectorShape shape) {
    atHostLevelFlushed<lanes<Flushing>, lanes<Software>>(x, y, d, shape.words());
}

} // namespace lw::training::detail
