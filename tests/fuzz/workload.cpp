// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/workload.h"
#include "tests/fuzz/input.h"

using namespace lw;

// A workload is refused with words; or on a machine of any number of cores each has one of its programs, or
// that is refused with words.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = project::parseWorkload(fuzz::textOf(data, size), 0);
    if (!read) {
        LW_REQUIRE(!lw::textOf(read.problem()).empty(), "a workload is refused without a word");
        return 0;
    }
    for (const std::uint32_t cores : {1u, 2u, 4u, 64u}) {
        const auto parts = project::partsOfCores(*read, {cores, 2});
        if (!parts) {
            LW_REQUIRE(!lw::textOf(parts.problem()).empty(), "a workload is refused without a word");
            continue;
        }
        LW_REQUIRE(parts->size() == cores, "a core is given no program");
        for (const std::size_t part : *parts)
            LW_REQUIRE(part < read->parts.size(), "a core is given a program that there is not");
    }
    return 0;
}
