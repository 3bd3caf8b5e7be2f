// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"
#include "core/chips/catalog.h"
#include "tests/fuzz/input.h"

using namespace lw;

namespace {

// A configuration is refused, or it is one a program can be assembled for.
void check(const chips::Chip& chip, const std::string& text) {
    const auto machine = chip.parse(text, 0);
    if (!machine) {
        LW_REQUIRE(!lw::textOf(machine.problem()).empty(), "a configuration is refused without a word");
        return;
    }
    const program::Target& target = machine->target;
    LW_REQUIRE(target.spec == chip.spec, "a machine is of another chip");
    LW_REQUIRE(target.bundles >= 1, "a machine has no room for a program");
    LW_REQUIRE(target.tileRows >= 1 && target.tileRows <= 1024 && target.tileColumns >= 1 &&
                   target.tileColumns <= 1024,
               "a machine has a shape that cannot be");
    LW_REQUIRE(target.spaces.size() == chip.spec->spaces.size(), "a memory has no size");
}

} // namespace

// Any text, to each of the chips: its sizes are those the chip can have.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::textOf(data, size);
    for (const chips::Chip& chip : chips::all()) check(chip, text);
    const auto config = training::parseConfig(text, 0);
    if (!config) return 0;
    LW_REQUIRE(config->lanes >= 4 && config->lanes <= 128 && config->sublanes >= 1 && config->sublanes <= 8,
               "a machine has a shape that cannot be");
    LW_REQUIRE(training::targetOf(*config).machineHash == training::hashOf(*config),
               "target and configuration differ");
    return 0;
}
