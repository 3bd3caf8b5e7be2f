// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/pending.h"
#include "core/scene/integer_registers.h"
#include "widgets/cells/cell_format.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

// What is to be said of a register besides its bits.
namespace lw::cells {

// Registers whose values are on their way, in the moment of the frame; null: none.
std::vector<machine::Pending> pendingIn(const session::FramePtr& frame);
const machine::Pending* pendingOf(const std::vector<machine::Pending>& all, machine::CellRef cell);
QString textOf(const machine::Pending& pending); // in a sentence

// Which vector registers hold integers, frame by frame. What the program alone says of it is found out once.
class IntegerWords {
  public:
    // Nothing: the chip does not know who wrote its registers.
    std::optional<scene::IntegerRegisters> of(const session::FramePtr& frame);

  private:
    std::shared_ptr<const session::Loaded> m_loaded;
    std::optional<machine::WordMakers> m_makers;
};

// "0.1f" for an integer register whose bits are a float that somebody may well have meant: of a usual size,
// and a number in the hundreds of millions if it were an integer. Nothing for others: it is a guess, and said
// as one.
inline constexpr int kNoteLetters = 8; // at most, with fewer digits if need be
std::optional<QString> floatIn(tensor::DType natural, std::uint64_t bits);

} // namespace lw::cells
