// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/timeline.h"

#include <atomic>
#include <cstdint>
#include <optional>

// "Who wrote this last?"
namespace lw::machine {

enum class WriterKind : std::uint8_t {
    Never,   // nobody, as far back as the history goes
    Preload, // it was there when the history began
    HandEdit,
    Bundle,
    Dma, // a transfer; `bundle` issued it
};

struct Writer {
    WriterKind kind = WriterKind::Never;
    BundleOf bundle; // Bundle, Dma
    // Bundle: when it issued; Dma: when it landed; HandEdit: when it was made.
    std::uint64_t clock = 0;
    bool operator==(const Writer&) const = default;
};

// The last write to a cell before the position of the timeline, which stays where it is. For a word of a
// memory space or a register it is the last store even if the value was the same as before; for other cells
// the last clock in which the value changed: by the bundle that issued, else by the transfer that landed,
// else (for what counts waiting) by the bundle that waited. `offset` is the cell's first byte in the state
// (Expression::cell), `bytes` its size. Nothing when it was interrupted.
std::optional<Writer> lastWriter(Timeline& timeline, std::uint64_t offset, std::uint64_t bytes,
                                 const std::atomic<bool>* interrupt = nullptr);

} // namespace lw::machine
