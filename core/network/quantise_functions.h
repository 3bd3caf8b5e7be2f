// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/network/quantise_scales.h"
#include "core/network/reference.h"

#include <optional>
#include <vector>

// Values that are a function of one other value, element by element: int8 has no layer for these, but a table
// with a number for each code can express them. leaky_relu is one, and so are the layers of x * sigmoid(x).
namespace lw::network {

struct Functions {
    std::vector<std::optional<ValueId>> sources; // by ValueId: the value of which it is a table, if it is one
    std::vector<bool> isInside;                  // by ValueId: no table and no other layer of int8 reads it

    bool isTable(ValueId id) const { return sources[id].has_value(); }
};

// For a float32 network. The source is the nearest value of which it is a function, except one of a table
// that nothing else reads.
Functions functionsOf(const Network& network);

// Whether a layer of this kind is a table if it reads one value that is not constant.
bool isFunction(Kind kind);

// The layer that is the function `id` of its source: what the float32 network makes of the number of each
// code, as the nearest code. E548 if that is not a number.
Result<Layer> tableOf(const Network& network, ValueId id, const Functions& functions, const Scale& from,
                      const Scale& to, const ReferenceOptions& options);

} // namespace lw::network
