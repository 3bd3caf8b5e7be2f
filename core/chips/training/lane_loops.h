// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"
#include "core/numeric/host_control.h"

// One function of a lane, run over all lanes of a register. The loop exists once per level of the host, each
// copy vectorised by the compiler; the lane's function is inlined into it. A lane is read before it is
// written and lanes do not depend on each other, so the destination may be one of the sources: that is what
// the ivdep lines promise.
namespace lw::training::detail {

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

template <auto Lane>
[[gnu::always_inline]] inline void loop(Words x, LaneSource y, std::uint32_t* d, std::size_t count) {
    constexpr bool ignoresY = requires(std::uint32_t word) { Lane(word); };
    if (const Words lanes = y.lanes; lanes && !ignoresY) {
#pragma GCC ivdep
        for (std::size_t i = 0; i < count; ++i) d[i] = applied<Lane>(x[i], lanes[i], d[i]);
    } else {
        const std::uint32_t word = y.scalar;
#pragma GCC ivdep
        for (std::size_t i = 0; i < count; ++i) d[i] = applied<Lane>(x[i], word, d[i]);
    }
}

template <auto Lane>
[[gnu::noinline]] void loopPortable(Words x, LaneSource y, std::uint32_t* d, std::size_t count) {
    loop<Lane>(x, y, d, count);
}

#if defined(__x86_64__)
template <auto Lane>
[[gnu::noinline, gnu::target("avx2")]] void loopAvx2(Words x, LaneSource y, std::uint32_t* d,
                                                     std::size_t count) {
    loop<Lane>(x, y, d, count);
}

template <auto Lane>
[[gnu::noinline, gnu::target("avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")]] void
loopAvx512(Words x, LaneSource y, std::uint32_t* d, std::size_t count) {
    loop<Lane>(x, y, d, count);
}
#endif

// A function of integers, or of floats that gives the same bits whatever the control register says.
template <auto Lane>
[[gnu::always_inline]] inline void eachLane(Words x, LaneSource y, std::uint32_t* d, VectorShape shape) {
#if defined(__x86_64__)
    if (numeric::hostLevel() == numeric::HostLevel::Avx512) return loopAvx512<Lane>(x, y, d, shape.words());
    if (numeric::hostLevel() == numeric::HostLevel::Avx2) return loopAvx2<Lane>(x, y, d, shape.words());
#endif
    loopPortable<Lane>(x, y, d, shape.words());
}

// Float arithmetic: `Flushing` relies on the host's flushing, `Software` does it itself; the same bits.
template <auto Flushing, auto Software>
[[gnu::always_inline]] inline void eachLaneFlushed(Words x, LaneSource y, std::uint32_t* d,
                                                   VectorShape shape) {
    if (numeric::hostLevel() == numeric::HostLevel::Portable)
        return loopPortable<Software>(x, y, d, shape.words());
    const numeric::FlushScope flushing;
    eachLane<Flushing>(x, y, d, shape);
}

} // namespace lw::training::detail
