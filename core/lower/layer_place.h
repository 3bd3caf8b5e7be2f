// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lw::lower {

enum class Where : std::uint8_t { Circuit, Host };
inline constexpr std::string_view kWhereNames[] = {"circuit", "host"};
inline std::string_view nameOf(Where where) { return kWhereNames[static_cast<std::size_t>(where)]; }

// Where a layer of a network is computed.
struct LayerPlace {
    Where where = Where::Circuit;
    std::string why{};   // the host: a sentence for people
    std::string mode{};  // how the circuit does without its stride; empty: it has none
    std::string label{}; // of its first row in the program
    // The circuit: which of the programs into which the network is cut.
    std::size_t part = 1, parts = 1;
};

} // namespace lw::lower
