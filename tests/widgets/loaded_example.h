// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/debug_session.h"

#include <QString>

// Programs on the teaching machine, loaded into a session the way the window does it.
namespace lw::tests {

// Five bundles: constants, two vector loads, an addition, a store.
inline const QString kFirstBundle = QStringLiteral(LW_ROOT "/examples/training/first-bundle/program.lw");
// A path that names no file stands for its text.
inline const QString kEndless =
    QStringLiteral(".chip training, \"training-teaching\"\nloop: { s0: br loop }\n");
QString countsTo(int number); // bundles 1 and 2 count r1 up; bundle 3, done, halts

// Loads and waits for the first frame; the test fails when it does not assemble.
void load(session::DebugSession& session, const QString& pathOrText);

} // namespace lw::tests
