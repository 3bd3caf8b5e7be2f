// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/main_window.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/mask_view.h"

#include <QTest>

#include <optional>

// A window with one of the worked examples on the circuit.
namespace lw::tests {

inline const QString kWorkedExamples = QStringLiteral(LW_ROOT "/examples/networks/worked-examples/");
inline constexpr int kPatience = 60000; // a busy host

inline striding::MaskView* maskOf(ide::MainWindow& window) {
    return window.page(ide::Workspace::Striding)->findChild<striding::MaskView*>();
}
inline striding::ExactnessView* exactnessOf(ide::MainWindow& window) {
    return window.page(ide::Workspace::Striding)->findChild<striding::ExactnessView*>();
}
// Opens an example in a mode and waits until it is at its first clock and all modes are compared.
inline void open(ide::MainWindow& window, const QString& name, std::optional<lower::striding::Mode> mode) {
    window.resize(1600, 1000);
    window.show();
    striding::StridingRequest request{kWorkedExamples + name + QStringLiteral(".json"),
                                      QStringLiteral("inference-teaching"),
                                      mode,
                                      kWorkedExamples + name + QStringLiteral(".x.npy"),
                                      {}};
    window.lowerNetwork(request);
    QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == session::State::Paused && !window.session().isBusy(),
                             kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && window.striding().facts()->compared == 9,
                             kPatience);
    QCOMPARE(window.workspace(), ide::Workspace::Striding);
    QTRY_VERIFY_WITH_TIMEOUT(!maskOf(window)->isWaiting(), kPatience);
}
inline void perform(ide::MainWindow& window, const char* action) {
    window.actions()[QString::fromLatin1(action)]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!maskOf(window)->isWaiting(), kPatience);
}

} // namespace lw::tests
