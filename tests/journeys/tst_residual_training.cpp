// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/training_window.h"
#include "widgets/debug/stream_view.h"
#include "widgets/recompute/decisions_view.h"
#include "widgets/recompute/gradients_view.h"
#include "widgets/recompute/memory_use_view.h"

#include <QApplication>
#include <QTest>

#include <cmath>

using namespace lw;
using ide::MainWindow;
using lower::recompute::Policy;
using tests::trainingView;

namespace {

const QString kResidual = QStringLiteral(LW_ROOT "/examples/networks/residual-digits/residual.json");
constexpr std::uint64_t kBudget = 9'500'000; // as in the example's README
constexpr int kLongPatience = 240'000;

} // namespace

// The residual digits in the window, as shipped: decided under half of the memory, stepped both ways, and
// equal to what storing everything gives.
class TestResidualTraining : public QObject {
    Q_OBJECT

    tests::TrainingBench m_bench;

    static void open(MainWindow& window, const lower::recompute::Request& keeps) {
        window.resize(1600, 1000);
        window.show();
        recompute::TrainingRequest request{.network = kResidual, .machine = {}};
        request.keeps = keeps;
        window.trainNetwork(request);
        QTRY_VERIFY_WITH_TIMEOUT(!window.training().isBusy(), kLongPatience);
        QVERIFY(window.training().facts());
    }
    static void settle(MainWindow& window) {
        QTRY_VERIFY_WITH_TIMEOUT(window.session().state() != session::State::Running &&
                                     !window.session().isBusy() && window.session().frame(),
                                 kLongPatience);
    }

  private Q_SLOTS:
    void halfOfTheMemory() {
        MainWindow window(m_bench.theme());
        open(window, {.policy = Policy::StoreAll});
        const std::uint64_t whole = window.training().facts()->report->usage.peak;
        QVERIFY(2 * kBudget <= whole);
        open(window, {.policy = Policy::Budget, .budget = kBudget});
        const auto report = window.training().facts()->report;
        QVERIFY(report->usage.peak <= kBudget);
        const auto again = std::ranges::count(report->plan.values, lower::Way::Recompute, &lower::Kept::way);
        QVERIFY(again > 5);

        // One step in the debugger, forwards to a place in the backward pass and back, with decisions and
        // memory beside.
        auto& decisions = trainingView<recompute::DecisionsView>(window);
        auto& memory = trainingView<recompute::MemoryUseView>(window);
        window.training().debug(1);
        QTRY_VERIFY_WITH_TIMEOUT(!window.training().isBusy(), kLongPatience);
        settle(window);
        QVERIFY(decisions.canvas().rows().rows.size() == report->decisions.size());
        QCOMPARE(memory.canvas().use().peak, report->usage.peak);
        const auto run = window.training().facts()->run;
        QVERIFY(run && run->clocks().size() > report->plan.steps.size());
        window.page(ide::Workspace::Training)->raiseView(QStringLiteral("memory-use"));
        for (std::size_t step : {report->usage.peakStep, report->plan.steps.size() - 2, std::size_t{3}}) {
            while (run->clocks()[step + 1] - run->clocks()[step] < 3) --step; // of those that take time
            window.session().perform(machine::Seek{run->clocks()[step] + 1});
            settle(window);
            QTRY_COMPARE(memory.canvas().now(), std::optional(step));
        }
        window.actions()[QStringLiteral("run")]->trigger();
        settle(window);
        QTRY_COMPARE(window.session().state(), session::State::Halted);
        auto& streams = trainingView<debug::StreamView>(window);
        QTRY_COMPARE(streams.numbers().size(), std::size_t{1});
        QVERIFY(std::abs(streams.numbers()[0] - std::log(10.0)) < 1.5);
        window.actions()[QStringLiteral("stepBack")]->trigger();
        settle(window);
        QTRY_COMPARE(window.session().state(), session::State::Paused);

        // The gradients of storing everything.
        auto& gradients = trainingView<recompute::GradientsView>(window);
        window.page(ide::Workspace::Training)->raiseView(QStringLiteral("gradients"));
        gradients.policies().setCurrentIndex(static_cast<int>(Policy::StoreAll));
        gradients.compareButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(!gradients.isWaiting() && gradients.gradients(), kLongPatience);
        QVERIFY2(gradients.message().startsWith(QStringLiteral("Equal, 76,010 of 76,010 elements")),
                 qPrintable(gradients.message()));
    }
};

int tst_residual_training(int argc, char** argv) {
    return lw::tests::run<TestResidualTraining, QApplication>(argc, argv);
}
#include "tst_residual_training.moc"
