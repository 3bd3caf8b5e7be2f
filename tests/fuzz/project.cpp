// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project_file.h"
#include "tests/fuzz/input.h"

using namespace lw;

// A project file is refused with words, or what is written of it is read as the same project.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::textOf(data, size);
    const auto read = project::parseProject(text, 0);
    if (!read) {
        LW_REQUIRE(!lw::textOf(read.problem()).empty(), "a project is refused without a word");
        return 0;
    }
    const auto again = project::parseProject(project::textOf(*read), 0);
    LW_REQUIRE(bool(again) && *again == *read, "a project is written as another one");
    return 0;
}
