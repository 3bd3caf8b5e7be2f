// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/nnp_guest.h"
#include "tests/bench/guest.h"

#include "core/chips/catalog.h"

namespace lw::bench {

std::string processorText(const std::vector<std::pair<std::string, std::uint32_t>>& sizes) {
    std::string json(orGiveUp(orGiveUp(chips::chipNamed("nnp"))->builtIn("nnp-bw-s10")));
    for (const auto& [key, value] : sizes) {
        const std::size_t at = json.find("\"value\": ", json.find("\"" + key + "\"")) + 9;
        json.replace(at, json.find(',', at) - at, std::to_string(value));
    }
    return json;
}

} // namespace lw::bench
