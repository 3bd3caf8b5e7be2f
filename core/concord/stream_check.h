// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/op_stream.h"

#include <optional>
#include <string>

// What an op stream has to be, so that a graph and software can be made of it, wherever it comes from: what
// is wrong with one, or nothing. Chips make no others; a file may have anything.
namespace lw::concord {

std::optional<std::string> faultOf(const Op& op);       // by itself
std::optional<std::string> faultOf(const Chain& chain); // of operations that have none
std::optional<std::string> faultOf(const TensorName& tensor);
std::optional<std::string> faultOf(const OpStream& stream); // of chains and tensors that have none

// Whether all vectors and matrices of all turns are few enough to be executed.
bool isSmallEnough(const OpStream& stream);

} // namespace lw::concord
