// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// What the host can do, and the one place that touches its floating-point control register.
namespace lw::numeric {

// The copies in which lane loops exist.
// Every level gives the same bits; Portable is software flushing on any IEEE host.
enum class HostLevel : std::uint8_t { Portable, Avx2, Avx512 };

namespace detail {
extern HostLevel hostLevelInUse;
}

// The level that loops over lanes use: the best of this host unless limitHostLevel() asked for less.
inline HostLevel hostLevel() { return detail::hostLevelInUse; }
// The best level this host can run.
HostLevel bestHostLevel();
// From now on, `level` or the best of the host, whichever is less.
// For comparing levels; not while a machine runs.
void limitHostLevel(HostLevel level);
// Whether it converts between FP16 and float32 by itself.
bool hostHasF16c();
std::string_view nameOf(HostLevel level); // "portable", "avx2", "avx512"
std::optional<HostLevel> hostLevelNamed(std::string_view name);

// While it lives, this thread's x86 arithmetic reads denormals as zero, flushes tiny results
// and rounds to nearest even, with no exception enabled. What is computed under it belongs in a function
// that is not inlined into the scope and that leaves its results in memory: only such a call keeps
// its place between the switches, a function without effects may be moved out. Elsewhere the scope
// does nothing, and nobody relies on it.
class FlushScope {
  public:
#if defined(__x86_64__)
    FlushScope() : m_saved(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(kFlushing); }
    ~FlushScope() { __builtin_ia32_ldmxcsr(m_saved); }
#else
    FlushScope() {}
    ~FlushScope() {}
#endif
    FlushScope(const FlushScope&) = delete;
    FlushScope& operator=(const FlushScope&) = delete;

#if defined(__x86_64__)
  private:
    // All exceptions masked, nearest even, DAZ (bit 6), FTZ (bit 15).
    static constexpr std::uint32_t kFlushing = 0x1f80 | 0x0040 | 0x8000;
    std::uint32_t m_saved;
#endif
};

} // namespace lw::numeric
