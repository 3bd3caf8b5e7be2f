// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/training_window.h"
#include "widgets/debug/stream_view.h"
#include "widgets/manual/about_view.h"
#include "widgets/recompute/decisions_view.h"
#include "widgets/recompute/gradients_view.h"
#include "widgets/recompute/inverse_view.h"
#include "widgets/recompute/memory_use_view.h"
#include "widgets/recompute/schedule_view.h"
#include "widgets/recompute/trade_off_view.h"
#include "widgets/recompute/training_files.h"

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lw;
using ide::MainWindow;
using lower::recompute::Policy;
using recompute::GradientsView;
using recompute::MemoryUseView;
using recompute::ScheduleView;
using recompute::TradeOffView;
using tests::trainingView;
using tests::waitFor;

// A training step's memory, time and trade-off, and the debugger's moment in them.
class TestTrainingViews : public QObject {
    Q_OBJECT

    tests::TrainingBench m_bench;

    void open(MainWindow& window, Policy policy, const char* view) {
        recompute::TrainingRequest request{.network = tests::kTrainedDigits, .machine = {}};
        request.keeps.policy = policy;
        tests::openTraining(window, request);
        window.page(ide::Workspace::Training)->raiseView(QString::fromLatin1(view));
    }
    static QString number(const QVariant& cell) { return cell.toString().remove(u','); }

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    // What is painted of a step is what is live in it.
    void memoryIsWhatIsLive() {
        MainWindow window(m_bench.theme());
        open(window, Policy::ConvStored, "memory-use");
        auto& view = trainingView<MemoryUseView>(window);
        const auto& use = view.canvas().use();
        const auto& report = *window.training().facts()->report;
        QCOMPARE(use.steps.size(), report.plan.steps.size());
        QCOMPARE(view.twin().model().rowCount(), static_cast<int>(use.steps.size()));
        for (std::size_t step = 0; step < use.steps.size(); ++step) {
            std::uint64_t live = 0;
            for (const auto* band : liveIn(use, step)) live += band->bytes;
            QCOMPARE(number(view.twin().model().index(static_cast<int>(step), 5).data()).toULongLong() +
                         number(view.twin().model().index(static_cast<int>(step), 6).data()).toULongLong(),
                     live);
        }
        // At the peak the bands reach as high as it is, one upon the other.
        double high = 0, sum = 0;
        for (std::size_t band = 0; band < use.bands.size(); ++band) {
            const QRectF box = view.canvas().boxOf(band, use.peakStep);
            if (box.isEmpty()) continue;
            sum += box.height();
            high = std::max(high, box.bottom());
            QCOMPARE(view.canvas().bandAt(box.center()), std::optional(band));
            QVERIFY(view.canvas().tipAt(box.center()).contains(QString::fromStdString(use.bands[band].name)));
        }
        double top = high;
        for (std::size_t band = 0; band < use.bands.size(); ++band)
            if (const QRectF box = view.canvas().boxOf(band, use.peakStep); !box.isEmpty())
                top = std::min(top, box.top());
        QVERIFY(std::abs(high - top - sum) < 1);
        // Policies beside: all others; then one; then none.
        QCOMPARE(use.ghosts.size(), std::size_t{8});
        view.beside().setCurrentIndex(2);
        Q_EMIT view.beside().activated(2);
        QCOMPARE(view.canvas().use().ghosts.size(), std::size_t{1});
        QCOMPARE(view.canvas().use().ghosts[0].policy, "store-all");
        view.beside().setCurrentIndex(0);
        Q_EMIT view.beside().activated(0);
        QVERIFY(view.canvas().use().ghosts.empty());
    }

    // A click names the tensor, and every view shows its layer.
    void aClickChoosesATensor() {
        MainWindow window(m_bench.theme());
        open(window, Policy::StoreAll, "memory-use");
        auto& view = trainingView<MemoryUseView>(window);
        const auto& use = view.canvas().use();
        std::size_t widest = 0;
        double most = 0;
        for (std::size_t band = 0; band < use.bands.size(); ++band)
            if (const QRectF box = view.canvas().boxOf(band, use.peakStep);
                use.bands[band].part == "value" && box.height() * box.width() > most) {
                most = box.height() * box.width();
                widest = band;
            }
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {},
                          view.canvas().boxOf(widest, use.peakStep).center().toPoint());
        QVERIFY(window.training().chosen());
        QCOMPARE(network::nameOf(*window.training().facts()->network, *window.training().chosen()),
                 use.bands[widest].name);
        auto& decisions = trainingView<recompute::DecisionsView>(window);
        const auto row = decisions.canvas().selected();
        QVERIFY(row && decisions.canvas().rows().rows[static_cast<std::size_t>(*row)].name ==
                           use.bands[widest].name);
        const std::size_t before = *view.canvas().selected();
        QTest::keyClick(&view.canvas(), Qt::Key_Right);
        QCOMPARE(view.canvas().selected(), std::optional(before + 1));
        QVERIFY2(view.message().startsWith(QStringLiteral("Step %1").arg(before + 1)),
                 qPrintable(view.message()));
    }

    void aClickOnThePlaneChoosesAPolicy() {
        MainWindow window(m_bench.theme());
        open(window, Policy::StoreAll, "trade-off");
        auto& view = trainingView<TradeOffView>(window);
        const auto& points = view.canvas().points();
        QCOMPARE(view.canvas().policies(), std::size_t{9});
        QVERIFY(points.size() > 6);
        const auto conv = static_cast<std::size_t>(Policy::ConvStored);
        Q_EMIT view.canvas().picked(conv);
        QCOMPARE(window.training().facts()->report->request.policy, Policy::ConvStored);
        QCOMPARE(window.training().facts()->report->usage.peak, points[conv].peak);
        QCOMPARE(window.training().facts()->report->usage.clocks, points[conv].clocks);
        // The least of all, by a click: its budget.
        std::size_t least = 6;
        for (std::size_t i = 6; i < points.size(); ++i)
            if (points[i].peak < points[least].peak) least = i;
        const auto wanted = points[least];
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.canvas().placeOf(wanted).toPoint());
        waitFor(window.training());
        QCOMPARE(window.training().facts()->report->usage.peak, wanted.peak);
        QCOMPARE(window.training().facts()->report->usage.clocks, wanted.clocks);
        QVERIFY2(view.message().startsWith(QStringLiteral("Chosen: budget")), qPrintable(view.message()));
    }

    void namesCoverNoMark() {
        theme::Theme theme;
        recompute::TradeOffCanvas canvas(theme, nullptr);
        canvas.resize(900, 300);
        std::vector<lower::recompute::TradePoint> points;
        const auto add = [&](const char* name, std::uint64_t peak, std::uint64_t clocks) {
            points.push_back({.name = name, .peak = peak, .clocks = clocks});
        };
        add("bn-stored", 5'260'000, 223'000); // the name would cover the mark of the next one
        add("bf16-all", 5'760'000, 228'000);
        add("conv-stored", 6'300'000, 223'500);
        add("store-all", 10'500'000, 223'000);
        add("budget", 5'259'000, 289'000);
        add("budget", 6'290'000, 229'000);
        canvas.show(points, 4, false);
        const std::vector<QRectF> places = canvas.namePlaces();
        QCOMPARE(places.size(), std::size_t{4});
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY(!places[i].isEmpty() && QRectF(canvas.rect()).contains(places[i]));
            for (const auto& point : points) QVERIFY(!places[i].contains(canvas.placeOf(point)));
            for (std::size_t other = 0; other < i; ++other) QVERIFY(!places[i].intersects(places[other]));
        }
    }

    // The model above the chip; the chip takes what is modelled, give or take a tenth.
    void theStepRunsOnTheChip() {
        MainWindow window(m_bench.theme());
        open(window, Policy::ConvStored, "schedule");
        auto& view = trainingView<ScheduleView>(window);
        QCOMPARE(view.canvas().lanes()->groups.size(), std::size_t{1});
        QVERIFY(view.runButton().isEnabled());
        view.runButton().click();
        waitFor(window.training());
        const auto facts = window.training().facts();
        QVERIFY(facts->run && !facts->isRunning);
        const auto& lanes = *view.canvas().lanes();
        QCOMPARE(lanes.groups.size(), std::size_t{2});
        const std::size_t steps = facts->report->plan.steps.size();
        QCOMPARE(facts->run->clocks().size(), steps + 2);
        const auto modelled = static_cast<double>(facts->report->usage.clocks);
        const auto emulated = static_cast<double>(facts->run->clocks()[steps] - facts->run->clocks()[0]);
        QVERIFY2(std::abs(modelled / emulated - 1) < 0.1, qPrintable(view.message()));
        // Each step of the plan has its bar on both, but for those that are hidden behind products, and the
        // update one on the chip.
        std::size_t hidden = 0;
        for (const lower::Beside& group : facts->report->plan.beside)
            if (group.isBefore()) hidden += group.step - group.first;
        QVERIFY(hidden > 0);
        QCOMPARE(lanes.lanes[lanes.groups[1].first].bars.size(), steps + 1 - hidden);
        view.schedules().setChecked(true);
        QCOMPARE(view.canvas().lanes()->groups.size(), std::size_t{4});
        // What the rule counts is shown beside what the chip paid.
        auto& decisions = trainingView<recompute::DecisionsView>(window);
        QVERIFY2(decisions.message().contains(QStringLiteral("The chip paid")),
                 qPrintable(decisions.message()));
        constexpr int kPaid = 16;
        const auto paid = [&](int row) {
            return decisions.twin().model().index(row, kPaid).data().toString();
        };
        double sum = 0;
        for (int row = 0; row < decisions.twin().model().rowCount(); ++row) {
            bool isNumber = false;
            sum += static_cast<double>(number(paid(row)).toULongLong(&isNumber));
            QVERIFY2(isNumber, qPrintable(paid(row)));
        }
        QVERIFY(sum > 0 && sum < emulated);
        QVERIFY(decisions.canvas()
                    .tipAt(decisions.canvas().boxOf(1, recompute::DecisionCanvas::Column::Name).center())
                    .contains(QStringLiteral("on the chip: ")));
        // What ran was what was decided then.
        window.training().keep(1, lower::Way::Recompute);
        QVERIFY(!window.training().facts()->run);
        QCOMPARE(paid(0), QStringLiteral("-"));
    }

    // A machine that is a file runs as those do that are built in.
    void aMachineFileRuns() {
        MainWindow window(m_bench.theme());
        recompute::TrainingRequest request{.network = tests::kTrainedDigits,
                                           .machine =
                                               QStringLiteral(LW_ROOT "/resources/chips/training.json")};
        request.keeps.policy = Policy::ConvStored;
        tests::openTraining(window, request);
        window.page(ide::Workspace::Training)->raiseView(QStringLiteral("schedule"));
        trainingView<ScheduleView>(window).runButton().click();
        waitFor(window.training());
        QVERIFY(window.training().facts()->run);
        window.page(ide::Workspace::Training)->raiseView(QStringLiteral("gradients"));
        auto& view = trainingView<GradientsView>(window);
        view.policies().setCurrentIndex(static_cast<int>(Policy::StoreAll));
        view.compareButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting() && view.gradients(), tests::kPatience);
        QVERIFY(view.gradients()->isEqual());
    }

    // Two policies on the chip: equal to the bit; and with an inverse, what differs is said beside the bound.
    void gradientsOfTwoPoliciesAreEqual() {
        MainWindow window(m_bench.theme());
        open(window, Policy::ConvStored, "gradients");
        auto& view = trainingView<GradientsView>(window);
        const auto compare = [&](Policy policy) {
            view.policies().setCurrentIndex(static_cast<int>(policy));
            view.compareButton().click();
            QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting() && view.gradients(), tests::kPatience);
        };
        compare(Policy::StoreAll);
        // 3 x 3 x (1 x 8 + 8 x 16 + 16 x 16), twice 8 + 16 + 16, and 1024 x 10 + 10.
        constexpr std::uint64_t kElements = 9 * (8 + 8 * 16 + 16 * 16) + 2 * (8 + 16 + 16) + 1024 * 10 + 10;
        QCOMPARE(view.gradients()->elements, kElements);
        QVERIFY(view.gradients()->isEqual() && !view.gradients()->bound);
        QVERIFY(view.gradients()->ownClocks > view.gradients()->otherClocks);
        QVERIFY2(view.message().startsWith(QStringLiteral("Equal, 13,858 of 13,858 elements")),
                 qPrintable(view.message()));
        QCOMPARE(view.twin().model().rowCount(), 11);
        compare(Policy::BnStored);
        QVERIFY(view.gradients()->bound && *view.gradients()->bound > 0);
        QVERIFY2(view.message().contains(QStringLiteral("as said before the run")),
                 qPrintable(view.message()));
        for (const auto& pair : view.gradients()->tensors) QVERIFY(pair.worst < 1e-3);
        compare(Policy::Bf16);
        QVERIFY(view.gradients()->isEqual() && !view.gradients()->bound);
        QVERIFY2(!view.message().contains(QStringLiteral("1/256")), qPrintable(view.message()));
        compare(Policy::Bf16All);
        QVERIFY(!view.gradients()->isEqual());
        QVERIFY2(view.message().contains(QStringLiteral("1/256 of itself, as said before the run")),
                 qPrintable(view.message()));
        // Something else is decided: there is nothing to be seen of it yet.
        window.training().keep(3, lower::Way::Store);
        QVERIFY(!view.gradients());
    }

    // What is measured lies within what was said before; with bfloat16 every channel is vetoed.
    void theInverseIsMeasured() {
        MainWindow window(m_bench.theme());
        open(window, Policy::BnStored, "inverse");
        auto& view = trainingView<recompute::InverseView>(window);
        const auto measure = [&] {
            view.measureButton().click();
            QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), tests::kPatience);
        };
        for (const auto format : {tensor::DType::F32, tensor::DType::Bf16}) {
            auto request = window.training().facts()->request;
            request.whatIf.element = format;
            window.training().ask(request);
            QCOMPARE(view.canvas().points().size(), std::size_t{8 + 16 + 16});
            QVERIFY(!view.canvas().points()[0].measured);
            measure();
            for (const auto& point : view.canvas().points()) {
                QVERIFY(point.measured && *point.measured > 0 && *point.measured <= point.bound);
                QCOMPARE(point.isVetoed, format == tensor::DType::Bf16);
            }
            waitFor(window.training());
        }
        QCOMPARE(view.twin().model().index(0, 5).data().toString(), QStringLiteral("vetoed"));
    }

    // A program that is opened again is known by what lies beside it.
    void aProgramIsKnownAgain() {
        const QTemporaryDir folder;
        QString program;
        lower::KeepPlan plan;
        {
            MainWindow window(m_bench.theme());
            window.training().keepIn(folder.path());
            open(window, Policy::ConvStored, "schedule");
            window.training().keep(3, lower::Way::Store);
            plan = window.training().facts()->report->plan;
            const QSignalSpy opened(&window.training(), &recompute::RecomputeDesk::opened);
            window.training().debug(2);
            waitFor(window.training());
            QCOMPARE(opened.count(), 1);
            program = opened[0][0].toString();
        }
        MainWindow window(m_bench.theme());
        window.resize(1600, 1000);
        window.show();
        window.startWith(program);
        QTRY_VERIFY_WITH_TIMEOUT(window.training().program() == program, tests::kPatience);
        waitFor(window.training());
        const auto facts = window.training().facts();
        QVERIFY(facts->report->plan == plan);
        QCOMPARE(window.training().madeFrom(), tests::kTrainedDigits);
        QVERIFY(facts->run && facts->run->trainingSteps() == 2);
        QTRY_VERIFY_WITH_TIMEOUT(window.training().isDebugged(window.session().frame()), tests::kPatience);
        // Another program is nobody's here.
        window.startWith(tests::kFirstBundle);
        QTRY_VERIFY_WITH_TIMEOUT(window.training().program().isEmpty(), tests::kPatience);
    }

    // What lw wrote is known, too.
    void aFolderOfLwIsKnown() {
        const QTemporaryDir folder;
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"),
                 {QStringLiteral("train"), tests::kTrainedDigits, QStringLiteral("--policy"),
                  QStringLiteral("conv-stored"), QStringLiteral("--schedule"), QStringLiteral("s1"),
                  QStringLiteral("--convolution"), QStringLiteral("im2col"), QStringLiteral("--keep"),
                  QStringLiteral("bn1=store"), QStringLiteral("--steps"), QStringLiteral("2"),
                  QStringLiteral("-o"), folder.path()});
        QVERIFY(lw.waitForFinished(60000) && lw.exitCode() == 0);
        recompute::TrainingRequest request{.network = tests::kTrainedDigits, .machine = {}};
        request.keeps = {.policy = Policy::ConvStored, .schedule = lower::Schedule::S1};
        request.keeps.keeps[2] = lower::Way::Store;
        request.convolution = network::Convolution::Im2col;
        const auto asked = recompute::factsFor(request);
        QVERIFY(asked);
        recompute::TrainingFacts facts = **asked;
        facts.model = facts.machine;
        const auto wanted = recompute::decided(facts);
        QVERIFY(wanted);
        MainWindow window(m_bench.theme());
        const QString program = folder.filePath(QStringLiteral("program.lw"));
        window.startWith(program);
        QTRY_VERIFY_WITH_TIMEOUT(window.training().program() == program, tests::kPatience);
        waitFor(window.training());
        QVERIFY(window.training().facts()->report->plan == (*wanted)->plan);
        QCOMPARE(window.training().madeFrom(), tests::kTrainedDigits);
        QVERIFY(window.training().facts()->run && window.training().facts()->run->trainingSteps() == 2);
    }

    // What a network is about is told before it has a program, until another program is opened.
    void aboutIsTheNetworks() {
        MainWindow window(m_bench.theme());
        open(window, Policy::StoreAll, "readme");
        auto& about = trainingView<manual::AboutView>(window);
        QVERIFY(about.text().toPlainText().startsWith(QStringLiteral("Digits, trained on the chip")));
        QCOMPARE(about.steps().size(), 4);
        QCOMPARE(about.steps()[1].lines, QStringLiteral("training policy conv-stored"));
        window.startWith(tests::kFirstBundle);
        QTRY_VERIFY_WITH_TIMEOUT(
            !about.text().toPlainText().startsWith(QStringLiteral("Digits, trained on the chip")),
            tests::kPatience);
    }

    // The loss of each step, and back to one of them.
    void whatIsTracedIsACurve() {
        MainWindow window(m_bench.theme());
        open(window, Policy::StoreAll, "streams");
        auto& view = trainingView<debug::StreamView>(window);
        window.training().debug(3);
        waitFor(window.training());
        const auto isStill = [&] {
            return window.session().state() != session::State::Running && !window.session().isBusy() &&
                   window.session().frame();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isStill(), tests::kPatience);
        QVERIFY(view.numbers().empty());
        window.actions()[QStringLiteral("run")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isStill() && window.session().state() == session::State::Halted,
                                 tests::kPatience);
        QTRY_COMPARE(view.numbers().size(), std::size_t{3});
        QCOMPARE(view.streams().count(), 2);
        QCOMPARE(view.streams().itemText(0), QStringLiteral("loss"));
        QCOMPARE(view.streams().itemText(1), QStringLiteral("images that are right, of %1")
                                                 .arg(window.training().facts()->network->training->batch));
        // Ten classes that nobody knows yet: about the logarithm of ten.
        QVERIFY2(std::abs(view.numbers()[0] - std::log(10.0)) < 1, qPrintable(view.message()));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("loss.csv"));
        QVERIFY(!view.writeCsv(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QByteArray("number,clock,value"));
        QCOMPARE(lines[2].split(',')[2].toFloat(), static_cast<float>(view.numbers()[1]));
        const QString picture = folder.filePath(QStringLiteral("loss.svg"));
        QVERIFY(!paint::writeSvg(picture, view.paper()) && QFileInfo(picture).size() > 500);
        const auto clock = lines[2].split(',')[1].toULongLong();
        view.curve().pickAt(view.curve().placeOf(1));
        QTRY_VERIFY_WITH_TIMEOUT(isStill() && window.session().frame()->clock == clock, tests::kPatience);
        QTRY_COMPARE(view.numbers().size(), std::size_t{1}); // there it is about to be sent
    }

    // A schedule that takes no fewer clocks than the plain order says so, alone and beside the others.
    void schedulesThatGainNothingAreNamed() {
        for (const bool isAlone : {true, false}) {
            MainWindow window(m_bench.theme());
            recompute::TrainingRequest request{.network = tests::kTrainedDigits, .machine = {}};
            request.keeps.policy = Policy::StoreAll;
            request.keeps.schedule = isAlone ? lower::Schedule::S2 : lower::Schedule::S0;
            tests::openTraining(window, request);
            window.page(ide::Workspace::Training)->raiseView(QStringLiteral("schedule"));
            auto& view = trainingView<ScheduleView>(window);
            if (!isAlone) {
                QVERIFY(!view.message().contains(QStringLiteral("S2")));
                view.schedules().click();
            }
            QTRY_VERIFY2(
                view.message().contains(QStringLiteral("No fewer clocks than S0, by the model: S2.")),
                qPrintable(view.message()));
        }
    }

    // Forwards and back: the lanes and the memory show where the debugger stands, and a click goes there.
    void theDebuggerIsFollowed() {
        MainWindow window(m_bench.theme());
        open(window, Policy::StoreAll, "schedule");
        auto& decisions = trainingView<recompute::DecisionsView>(window);
        decisions.debugAction().trigger();
        waitFor(window.training());
        QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == session::State::Paused &&
                                     !window.session().isBusy() && window.session().frame(),
                                 tests::kPatience);
        QCOMPARE(window.workspace(), ide::Workspace::Training);
        auto& view = trainingView<ScheduleView>(window);
        auto& memory = trainingView<MemoryUseView>(window);
        window.page(ide::Workspace::Training)->raiseView(QStringLiteral("schedule"));
        const auto run = window.training().facts()->run;
        QVERIFY(run);
        const auto settle = [&] {
            QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy(), tests::kPatience);
            QTest::qWait(50);
        };
        const std::uint64_t clock = run->clocks()[12] + 3;
        view.travelTo(clock, 1);
        settle();
        QCOMPARE(window.session().frame()->clock, clock);
        QCOMPARE(view.canvas().now(), std::optional(clock));
        window.page(ide::Workspace::Training)->raiseView(QStringLiteral("memory-use"));
        QTRY_COMPARE(memory.canvas().now(), std::optional<std::size_t>(12));
        QVERIFY2(memory.message().startsWith(QStringLiteral("Step 12")), qPrintable(memory.message()));
        // Back, to the beginning of a step before that, by a click on the model's lanes: the first one takes
        // no time, since the batch is there.
        view.travelTo(window.training().facts()->report->usage.steps[1].clocks / 2, 0);
        settle();
        QCOMPARE(window.session().frame()->clock, run->clocks()[1]);
        QTRY_COMPARE(memory.canvas().now(), std::optional<std::size_t>(1));
        window.actions()[QStringLiteral("run")]->trigger();
        settle();
        QTRY_COMPARE(window.session().state(), session::State::Halted);
        QTRY_VERIFY(!memory.canvas().now());
    }
};

int tst_training_views(int argc, char** argv) {
    return lw::tests::run<TestTrainingViews, QApplication>(argc, argv);
}
#include "tst_training_views.moc"
