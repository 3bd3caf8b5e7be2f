// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"
#include "tests/fuzz/input.h"

using namespace lw;

// A configuration is refused, or it is one a program can be assembled for:
// its sizes are those the chip can have.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::textOf(data, size);
    const auto config = training::parseConfig(text, 0);
    if (!config) {
        LW_REQUIRE(!lw::textOf(config.problem()).empty(), "a configuration is refused without a word");
        return 0;
    }
    LW_REQUIRE(config->lanes >= 4 && config->lanes <= 128 && config->sublanes >= 1 && config->sublanes <= 8,
               "a machine has a shape that cannot be");
    const program::Target target = training::targetOf(*config);
    LW_REQUIRE(target.machineHash == training::hashOf(*config), "target and configuration differ");
    LW_REQUIRE(target.spaces.size() == target.spec->spaces.size(), "a memory has no size");
    return 0;
}
