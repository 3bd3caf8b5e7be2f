// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/pending.h"
#include "widgets/cells/cell_format.h"

#include <QString>

#include <optional>
#include <vector>

// What is to be said of a register besides its bits.
namespace lw::cells {

// Registers whose values are on their way, in the moment of the frame; null: none.
std::vector<machine::Pending> pendingIn(const session::FramePtr& frame);
const machine::Pending* pendingOf(const std::vector<machine::Pending>& all, machine::CellRef cell);
QString textOf(const machine::Pending& pending); // in a sentence

// "0.1f" for an integer register whose bits are a float that somebody may well have meant: of a usual size,
// and a number in the hundreds of millions if it were an integer. Nothing for others: it is a guess, and said
// as one.
inline constexpr int kNoteLetters = 8; // at most, with fewer digits if need be
std::optional<QString> floatIn(tensor::DType natural, std::uint64_t bits);

} // namespace lw::cells
