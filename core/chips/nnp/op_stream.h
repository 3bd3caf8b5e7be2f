// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/concord/op_stream.h"
#include "core/machine/expression.h"
#include "core/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

// Programs of the processor as what software is made of, and the numbers that software is compared with.
namespace lw::nnp {

// Up to the first halt. The program keeps the rules of chains.
Result<concord::OpStream> opsOf(const program::Program& program, const Config& config);

// The N codes of a vector of a memory as an operation names it, of NetQ of the one to the network; of the
// chain where the name is empty.
std::vector<std::uint16_t> vectorAt(const machine::CoreTree& tree, const machine::Moment& moment,
                                    const std::string& memory, std::uint64_t location);

} // namespace lw::nnp
