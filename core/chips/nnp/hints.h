// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/chips/nnp/decoded.h"
#include "core/concord/op_stream.h"
#include "core/program/lint.h"
#include "core/program/program.h"

#include <span>
#include <vector>

// Hints of firmware: what of them is not true, and what software gets of them. They change no bit of it.
namespace lw::nnp {

// E361, of each hint the first thing that contradicts it, in the order of the text. The program keeps the
// rules of chains.
std::vector<program::LintFinding> contradictions(const program::Program& program,
                                                 std::span<const Decoded> rows, const Config& config);

// Names of places, and which chains belong to which layer. The hints are true.
void addHints(const program::Program& program, const Config& config, concord::OpStream& stream);

} // namespace lw::nnp
