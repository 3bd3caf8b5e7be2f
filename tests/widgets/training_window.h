// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/main_window.h"
#include "core/base/check.h"
#include "tests/support/own_settings.h"
#include "tests/widgets/open_network.h"
#include "widgets/recompute/recompute_desk.h"
#include "widgets/theme/style.h"

#include <QTemporaryDir>
#include <QTest>

// A window with a network that is trained.
namespace lw::tests {

// E4.1: conv, batch norm, ReLU and again, 56 x 56 images of 64 channels.
inline const QString kWorkedLayer =
    QStringLiteral(LW_ROOT "/tests/cli/cases/recompute-worked-example/net.json");
// Three layers of conv, batch norm and ReLU on 8 x 8 digits.
inline const QString kTrainedDigits = QStringLiteral(LW_ROOT "/examples/networks/trained-digits/digits.json");

// What tests of training steps begin with: a theme and settings of their own.
class TrainingBench {
  public:
    TrainingBench() {
        useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    theme::Theme& theme() { return m_theme; }

  private:
    QTemporaryDir m_settings;
    theme::Theme m_theme;
};

template <typename View> View& trainingView(ide::MainWindow& window) {
    auto* view = window.page(ide::Workspace::Training)->findChild<View*>();
    LW_REQUIRE(view, "the workspace has it");
    return *view;
}

inline void waitFor(const recompute::RecomputeDesk& desk) {
    QTRY_VERIFY_WITH_TIMEOUT(!desk.isBusy(), kPatience);
}

inline void openTraining(ide::MainWindow& window, const recompute::TrainingRequest& request) {
    window.resize(1600, 1000);
    window.show();
    window.trainNetwork(request);
    waitFor(window.training());
    QVERIFY(window.training().facts());
}

} // namespace lw::tests
