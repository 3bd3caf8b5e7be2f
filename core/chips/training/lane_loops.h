// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"
#include "core/numeric/host_control.h"

// Code that exists once in the source and once per level of the host in the program, each copy vectorised by
// the compiler for its instructions; and loops over the lanes of a register built on it.
namespace lw::training::detail {

// `Function` is always_inline and so are the functions it calls: what is not inlined stays at the lowest
// level.
template <auto Function, class... Arguments> [[gnu::noinline]] void atPortable(Arguments... arguments) {
    Function(arguments...);
}

#if defined(__x86_64__)
template <auto Function, class... Arguments>
[[gnu::noinline, gnu::target("avx2")]] void atAvx2(Arguments... arguments) {
    Function(arguments...);
}

template <auto Function, class... Arguments>
[[gnu::noinline, gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] void atAvx512(Arguments... arguments) {
    Function(arguments...);
}
#endif

// Runs the copy of the level in use.
template <auto Function, class... Arguments>
[[gnu::always_inline]] inline void atHostLevel(Arguments... arguments) {
#if defined(__x86_64__)
    if (numeric::hostLevel() == numeric::HostLevel::Avx512) return atAvx512<Function>(arguments...);
    if (numeric::hostLevel() == numeric::HostLevel::Avx2) return atAvx2<Function>(arguments...);
#endif
    atPortable<Function>(arguments...);
}

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

// d[i] = Lane of x[i] and y. A lane is read before it is written and lanes do not depend on each other, so
// `d` may be one of the sources: that is what the
// pragmas promise.
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
