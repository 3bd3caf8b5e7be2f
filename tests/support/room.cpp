// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/room.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace lw::tests {

int runRoom(std::span<const Test> tests, int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    const auto test =
        std::find_if(tests.begin(), tests.end(), [&](const Test& one) { return one.name == wanted; });
    if (test == tests.end()) {
        std::fprintf(stderr, "usage: %s TEST [options of QtTest]\nThe tests are:\n", argv[0]);
        for (const Test& one : tests) std::fprintf(stderr, "  %s\n", one.name);
        return 2;
    }
    // As ctest starts them: no test opens windows on somebody's desk.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    // Tests of one room run beside each other: what Qt keeps by the application's name, each has for itself.
    QCoreApplication::setApplicationName(QString::fromLatin1(test->name));
    argv[1] = argv[0];
    return test->run(argc - 1, argv + 1);
}

} // namespace lw::tests
