// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/small_circuits.h"

#include "core/base/check.h"

#include <nlohmann/json.hpp>

namespace lw::test {

Circuit circuitWith(const std::map<std::string, std::uint64_t>& sizes) {
    for (const machine::BuiltInMachine& machine : inference::builtInConfigs()) {
        if (machine.name != "inference-teaching") continue;
        nlohmann::json json = nlohmann::json::parse(machine.json);
        for (const auto& [key, value] : sizes) json["sizes"][key]["value"] = value;
        const std::string text = json.dump();
        const auto config = inference::parseConfig(text, Place::kNoFile);
        LW_REQUIRE(bool(config), "a circuit of the tests is not valid");
        return {*config, text};
    }
    broken("requirement", "circuitWith", "the teaching circuit is gone", __FILE__, __LINE__);
}

Circuit teachingCircuit() { return circuitWith({}); }

} // namespace lw::test
