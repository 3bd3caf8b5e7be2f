// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/host_control.h"

// Code that exists once in the source and once per level of the host in the program, each copy vectorised by
// the compiler for its instructions.
namespace lw::numeric {

// `Function` is always_inline and so are the functions it calls:
// what is not inlined stays at the lowest level.
template <auto Function, class... Arguments> [[gnu::noinline]] void atPortable(Arguments... arguments) {
    Function(arguments...);
}

#if defined(__x86_64__)
template <auto Function, class... Arguments>
[[gnu::noinline, gnu::target("avx2,fma")]] void atAvx2(Arguments... arguments) {
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
    if (hostLevel() == HostLevel::Avx512) return atAvx512<Function>(arguments...);
    if (hostLevel() == HostLevel::Avx2) return atAvx2<Function>(arguments...);
#endif
    atPortable<Function>(arguments...);
}

} // namespace lw::numeric
