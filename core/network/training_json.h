// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/network/kinds.h"
#include "core/network/network.h"

#include <string_view>
#include <vector>

// What a network's file says about training, and what it may leave out because of it.
namespace lw::network {

inline constexpr double kMostMomentum = 0x1.fffffep-1; // the largest float32 below 1

// The object "training" of a network of this precision. E900, E604 to E607.
Result<Training> readTraining(const JsonValue& value, Precision precision);
// As in the file, without what would be the same if left out.
Json jsonOf(const Training& training);

// Whether the object of a layer of this kind gives no weights although a network without training
// would need them.
bool givesNoWeights(const KindRow& row, const JsonValue& layer);
// What such an object must have, in place of the row's `required`.
std::vector<std::string_view> requiredWithoutWeights(const KindRow& row);

} // namespace lw::network
