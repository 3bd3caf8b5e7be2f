// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/network/quantise_scales.h"
#include "core/network/reference.h"

#include <optional>
#include <vector>

// Values that are a function of one other value, element by element: what int8 has no layer for, but a table
// with a number for each code says. leaky_relu is one, and so are the layers of x * sigmoid(x) together.
namespace lw::network {

struct Functions {
    std::vector<std::optional<ValueId>> sources; // by ValueId: of which value it is a table, if it is one
    std::vector<bool> isInside;                  // by ValueId: no table and no other layer of int8 reads it

    bool isTable(ValueId id) const { return sources[id].has_value(); }
};

// Of a float32 network. The nearest value of which it is a function is the source, but that of a table that
// nothing else reads.
Functions functionsOf(const Network& network);

// Whether a layer of this kind is a table if it reads one value that is not constant.
bool isFunction(Kind kind);

// The layer that is the function `id` of its source: what the float32 network makes of the number of each
// code, as the nearest code. E548 where that is not a number.
Result<Layer> tableOf(const Network& network, ValueId id, const Functions& functions, const Scale& from,
                      const Scale& to, const ReferenceOptions& options);

} // namespace lw::network
