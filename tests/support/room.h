// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lw::tests {

struct Test {
    const char* name; // of the file
    int (*run)(int argc, char** argv);
};

// The main function of a room's tests: runs the one that the first argument names; the others are QtTest's.
// Without a name it lists them and gives 2.
int runRoom(std::span<const Test> tests, int argc, char** argv);

} // namespace lw::tests
