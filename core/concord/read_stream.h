// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"
#include "core/concord/op_stream.h"

#include <cstdint>
#include <optional>

// A graph that was saved, or an op stream that something else than our assembler has written: the format, the
// chains and the loops of a file, which graph and software are made of anew.
namespace lw::concord {

inline constexpr std::int64_t kGraphVersion = 4;

// E302 for chains and loops that no firmware can have, E305 for more than graphs are made of, E306 for
// another file, E307 for another version.
Result<OpStream> readStream(const JsonValue& file);

// Where the values that a file lists are others than those of its own chains: E303.
Outcome checkValues(const JsonValue& file, const JsonValue& ofChains);

} // namespace lw::concord
