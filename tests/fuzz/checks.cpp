// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_file.h"
#include "tests/fuzz/input.h"

using namespace lw;

// The file of `lw check` is refused with words, or every case can be run and counted.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::textOf(data, size);
    const auto checks = cli::parseChecks(text, 0);
    if (!checks) {
        LW_REQUIRE(!lw::textOf(checks.problem()).empty(), "a check file is refused without a word");
        return 0;
    }
    LW_REQUIRE(!checks->cases.empty(), "a check file without cases");
    for (const cli::CheckCase& one : checks->cases) {
        LW_REQUIRE(one.seconds >= 0 && one.seconds <= 86'400, "a case may take longer than a day");
        LW_REQUIRE(one.points >= 0 && one.points <= 1e6, "a case is worth more points than can be");
    }
    return 0;
}
