// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::machine {

// A result that the program names, at one moment.
struct ResultValue {
    std::string title;               // its words, or the name of the element
    std::vector<std::string> values; // shown like watch expressions; "?" where there is none
    bool operator==(const ResultValue&) const = default;
};
// In the order of the program.
std::vector<ResultValue> resultsOf(const Scope& scope, const Moment& moment);
// "accuracy on the test set 0.958; loss 0.12, 0.1", or nothing.
std::string textOf(const std::vector<ResultValue>& results);

// What the program calls a stream that it traces; empty: nothing.
std::string nameOfStream(const Scope& scope, std::uint32_t number);

} // namespace lw::machine
