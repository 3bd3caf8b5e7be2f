// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/config.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace lw::test {

struct Circuit {
    inference::Config config;
    std::string json; // the text of its configuration
};

// The teaching circuit, perhaps with other sizes.
inline Circuit circuitWith(const std::map<std::string, std::uint64_t>& sizes) {
    for (const machine::BuiltInMachine& machine : inference::builtInConfigs()) {
        if (machine.name != "inference-teaching") continue;
        nlohmann::json json = nlohmann::json::parse(machine.json);
        for (const auto& [key, value] : sizes) json["sizes"][key]["value"] = value;
        Circuit out{{}, json.dump()};
        auto config = inference::parseConfig(out.json, Place::kNoFile);
        LW_REQUIRE(bool(config), "a circuit of the tests is none");
        out.config = *std::move(config);
        return out;
    }
    broken("requirement", "circuitWith", "the teaching circuit is gone", __FILE__, __LINE__);
}
inline Circuit teachingCircuit() { return circuitWith({}); }

} // namespace lw::test
