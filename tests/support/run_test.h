// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

// The tests of a room are one program, so that the libraries are linked once for all of them. Each file is
// still a test of its own, which ctest starts by its name: it ends with a function called like the file.
namespace lw::tests {

// For tests that need no application.
struct NoApplication {
    NoApplication(int&, char**) {}
};

template <typename Test, typename Application = NoApplication> int run(int argc, char** argv) {
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // pictures are the same on every screen
    [[maybe_unused]] Application application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lw::tests
