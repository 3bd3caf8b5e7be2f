// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "app/ide/network_dialog.h"
#include "core/network/reference.h"
#include "tests/support/run_test.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/manual/manual_view.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/striding_files.h"
#include "widgets/striding/striding_words.h"
#include "widgets/tiling/cone_view.h"
#include "widgets/tiling/tile_map_view.h"
#include "widgets/tiling/tiling_run.h"
#include "widgets/tiling/tiling_words.h"
#include "widgets/tiling/time_view.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lw;
using ide::MainWindow;
using tests::kPatience;
using tests::kTwoConvs;
using tests::viewIn;
using tests::waitFor;
using tiling::ConeView;
using tiling::TileMapCanvas;
using tiling::TileMapView;
using tiling::TilingDesk;

// From a network and a picture to tiles that one sees.
class TestTilingViews : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;

    void open(MainWindow& window, lower::tiling::Size fixed) const {
        tests::openTiles(window, m_bench.request(fixed));
    }

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    void zerosOfAnotherSignAreEqualAndSaid() {
        tensor::Tensor output(tensor::DType::F32, {1, 4, 1}), whole = output;
        const float got[] = {0.0F, -0.0F, 2.0F, std::nanf("")},
                    wanted[] = {-0.0F, -0.0F, 3.0F, std::nanf("")};
        for (std::uint64_t i = 0; i < 4; ++i) {
            output.set(i, got[i]);
            whole.set(i, wanted[i]);
        }
        tiling::TilingFacts facts;
        facts.whole = std::make_shared<project::WholePicture>();
        facts.verdict = tiling::compared({output}, {whole});
        QCOMPARE(facts.verdict->equal, 3U);
        QCOMPARE(facts.verdict->signedZeros, 1U);
        QCOMPARE(facts.verdict->wrong.at(0), std::vector<std::uint64_t>{2});
        QCOMPARE(tiling::verdictText(facts),
                 QStringLiteral("Not equal: 3 of 4 elements are as in the whole picture "
                                "as the reference computes it. Zeros of another sign: 1."));
        facts.verdict = tiling::compared({whole}, {whole});
        QVERIFY(!tiling::verdictText(facts).contains(QStringLiteral("sign")));
    }
    void thePlanIsSeenBeforeAnythingRuns() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        QCOMPARE(window.workspace(), ide::Workspace::Striding);
        QVERIFY(view.isVisible());
        // Starts 0, 12, 14 of 30 rows, and 0, 12, 24, 28 of 44 columns.
        QVERIFY2(view.summary().contains(QStringLiteral("picture 30 x 44, 12 tiles of 16 x 16")),
                 qPrintable(view.summary()));
        QVERIFY(view.verdict().contains(QStringLiteral("nothing has been run")));
        QVERIFY(view.runAction().isEnabled() && view.openAction().isEnabled());
        QCOMPARE(window.tiling().tile(), std::optional<std::uint64_t>(6)); // one with others around it
        QCOMPARE(view.twin().model().rowCount(), 12);
        const auto cell = [&](int row, int column) {
            return view.twin().model().index(row, column).data().toString();
        };
        QCOMPARE(cell(5, 1), QStringLiteral("inner"));
        QCOMPARE(cell(5, 3), QStringLiteral("12 to 27"));
        QCOMPARE(cell(5, 5), QStringLiteral("14 to 25"));
        QCOMPARE(cell(11, 1), QStringLiteral("last"));
        QCOMPARE(cell(11, 7), QStringLiteral("26 to 29"));
        QCOMPARE(cell(11, 9), QStringLiteral("0, 0"));
    }

    void allTilesGiveTheWholePicture() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        const QImage before = view.canvas().grab().toImage();
        std::uint64_t seen = 0;
        connect(&window.tiling(), &TilingDesk::factsChanged, this, [&] {
            QVERIFY(window.tiling().facts()->progress.tiles >= seen);
            seen = window.tiling().facts()->progress.tiles;
        });
        view.runAction().trigger();
        QVERIFY(window.tiling().facts()->isRunning);
        waitFor(window.tiling());
        const tiling::TilingFacts& facts = *window.tiling().facts();
        QVERIFY(!facts.isRunning);
        QCOMPARE(seen, std::uint64_t{12});
        QVERIFY(facts.clocks > 0);
        QVERIFY(facts.verdict && facts.verdict->isEqual());
        QVERIFY2(view.verdict().startsWith(QStringLiteral("Equal, 2,640 of 2,640 elements")),
                 qPrintable(view.verdict()));
        // What the untiled network gives, by the reference.
        const auto whole = network::computeAll(*facts.network, *facts.picture, {}).back();
        const tensor::Tensor& output = facts.outputs->front();
        QCOMPARE(output.shape(), whole.shape());
        for (std::uint64_t i = 0; i < whole.count(); ++i)
            QVERIFY(std::abs(output.at<float>(i) - whole.at<float>(i)) < 1e-3F);
        QVERIFY(view.canvas().grab().toImage() != before);
    }

    // All outputs are run and compared; one of them is looked at.
    void severalOutputs() {
        MainWindow window(m_bench.theme());
        auto wanted = m_bench.request({16, 16});
        wanted.network = QStringLiteral(LW_ROOT "/tests/cli/cases/tile-two-outputs/net.json");
        tests::openTiles(window, wanted);
        auto& view = viewIn<TileMapView>(window);
        QVERIFY(view.summary().contains(QStringLiteral("Of 2 outputs this is most.")));
        QCOMPARE(view.outputs().count(), 2);
        QCOMPARE(window.tiling().facts()->map.rows.output, std::int64_t{30});
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY2(
            view.verdict().startsWith(QStringLiteral("Equal, 1,650 of 1,650 elements")), // 30 x 44, 15 x 22
            qPrintable(view.verdict()));
        const QImage before = window.tiling().facts()->outputImage();
        view.outputs().setCurrentIndex(1);
        Q_EMIT view.outputs().activated(1);
        QVERIFY(view.summary().contains(QStringLiteral("Of 2 outputs this is half.")));
        QCOMPARE(window.tiling().facts()->map.rows.output, std::int64_t{15});
        QCOMPARE(window.tiling().facts()->outputImage().size(), QSize(22, 15));
        QCOMPARE(before.size(), QSize(44, 30));
        QVERIFY(window.tiling().facts()->verdict->isEqual());
        window.tiling().chooseElement(14, 21);
        QCOMPARE(window.tiling().cone()->output, std::size_t{1});
        window.tiling().planWith({20, 20}); // another plan is looked at in the same way
        waitFor(window.tiling());
        QCOMPARE(window.tiling().facts()->map.output, std::string("half"));
        open(window, {16, 16});
        QCOMPARE(view.outputs().count(), 1);
        QTRY_VERIFY(!view.outputs().isVisible()); // the bar is laid out later
    }

    // Without overlap nothing is computed twice, and all is right.
    void whatTilesShareIsKept() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        QCOMPARE(view.overlap().currentIndex(), 0);
        for (const int overlap : {1, 2}) {
            view.overlap().setCurrentIndex(overlap);
            Q_EMIT view.overlap().activated(overlap);
            waitFor(window.tiling());
            view.runAction().trigger();
            waitFor(window.tiling());
            const tiling::TilingFacts& facts = *window.tiling().facts();
            QCOMPARE(static_cast<int>(facts.plan.overlap), overlap);
            QCOMPARE(facts.plan.columns.step, std::int64_t{16});
            QVERIFY(facts.verdict && facts.verdict->isEqual());
        }
        const QSignalSpy failed(&window.tiling(), &TilingDesk::failed);
        window.tiling().lowerTile(0); // which is nothing by itself
        waitFor(window.tiling());
        QCOMPARE(failed.count(), 1);
    }

    // Zeros beyond the picture are not what the network pads with further in.
    void whatARingMakesWrongIsSeen() {
        MainWindow window(m_bench.theme());
        window.show();
        auto wanted = m_bench.request({40, 48}); // larger than the picture
        wanted.fill = lower::tiling::Fill::Ring;
        wanted.machine.clear();
        window.tileNetwork(wanted);
        waitFor(window.tiling());
        auto& view = viewIn<TileMapView>(window);
        view.runAction().trigger();
        waitFor(window.tiling());
        const auto& facts = *window.tiling().facts();
        QVERIFY(facts.verdict && !facts.verdict->isEqual() && !facts.verdict->wrong[0].empty());
        QVERIFY2(view.verdict().startsWith(QStringLiteral("Not equal")), qPrintable(view.verdict()));
        const auto columns = static_cast<std::uint64_t>(facts.map.columns.output);
        view.showSide(tiling::TileMapCanvas::Side::Difference);
        const QImage difference = facts.difference();
        QCOMPARE(difference.size(), facts.outputImage().size());
        std::vector<std::uint64_t> apart; // pixels that are not black
        for (int row = 0; row < difference.height(); ++row)
            for (int column = 0; column < difference.width(); ++column)
                if (difference.pixel(column, row) != qRgb(0, 0, 0))
                    apart.push_back(static_cast<std::uint64_t>(row) * columns +
                                    static_cast<std::uint64_t>(column));
        QCOMPARE(apart, facts.verdict->wrong[0]);
        for (const std::uint64_t pixel : facts.verdict->wrong[0])
            QVERIFY(facts.map.rows.none.has(static_cast<std::int64_t>(pixel / columns)) ||
                    facts.map.columns.none.has(static_cast<std::int64_t>(pixel % columns)));
    }

    void runsCanBeStopped() {
        MainWindow window(m_bench.theme());
        open(window, {8, 8});
        auto& view = viewIn<TileMapView>(window);
        view.runAction().trigger();
        QCOMPARE(view.runAction().text(), QStringLiteral("Stop"));
        view.runAction().trigger();
        QVERIFY(!window.tiling().facts()->isRunning);
        QVERIFY(!window.tiling().facts()->verdict);
        waitFor(window.tiling());
        QVERIFY(!window.tiling().facts()->verdict);
    }

    void aClickSelectsTheTileAndItsCone() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        auto& cone = viewIn<ConeView>(window);
        const auto click = [&](std::int64_t row, std::int64_t column) {
            const QRectF box = view.canvas().boxOf({row, row + 1}, {column, column + 1});
            QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, box.center().toPoint());
        };
        click(20, 20);
        QCOMPARE(window.tiling().tile(), std::optional<std::uint64_t>(5));
        QVERIFY2(view.message().contains(
                     QStringLiteral("Tile 5 (rows: inner, columns: inner): computes rows 12 to 27")),
                 qPrintable(view.message()));
        QVERIFY2(cone.summary().contains(QStringLiteral("[20, 20] of tile 5 needs rows 18 to 22")),
                 qPrintable(cone.summary()));
        QCOMPARE(cone.twin().model().rowCount(), 3);
        QCOMPARE(cone.twin().model().index(1, 2).data().toString(), QStringLiteral("13 to 26"));
        const QString tip = view.canvas().tipAt(view.canvas().boxOf({26, 27}, {20, 21}).center());
        QVERIFY2(
            tip.contains(QStringLiteral("tile 9 (rows: last, columns: inner): right, and taken from it")) &&
                tip.contains(QStringLiteral("tile 5 (rows: inner, columns: inner): dummy")),
            qPrintable(tip));
        // Once that is computed the tip says with what value, and where it stands.
        Q_EMIT view.canvas().momentWanted({true, 0, 26, 20});
        QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), kPatience);
        const tiling::TilingFacts& facts = *window.tiling().facts();
        const auto whole = network::computeAll(*facts.network, *facts.picture, {}).back();
        const QStringList lines =
            view.canvas().tipAt(view.canvas().boxOf({26, 27}, {20, 21}).center()).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 4);
        const auto channel = [&](std::uint64_t number) {
            return QString::number(whole.at<float>((26 * 44 + 20) * 2 + number), 'g', 6);
        };
        const QString value = QStringLiteral(": %1, %2 (").arg(channel(0), channel(1));
        QVERIFY2(lines[1].startsWith(QStringLiteral("tile 5")) && !lines[1].contains(value),
                 qPrintable(lines[1]));
        QVERIFY2(lines[2].startsWith(QStringLiteral("tile 9")) && lines[2].contains(value) &&
                     lines[2].contains(QStringLiteral("unified buffer, byte ")),
                 qPrintable(lines[2]));
        QVERIFY2(lines[3].startsWith(QStringLiteral("at the host: byte ")), qPrintable(lines[3]));
        QTest::keyClick(&view.canvas(), Qt::Key_Right);
        QCOMPARE(window.tiling().tile(), std::optional<std::uint64_t>(6));
        QTest::keyClick(&view.canvas(), Qt::Key_Down);
        QCOMPARE(window.tiling().tile(), std::optional<std::uint64_t>(10));
        const std::int64_t row = window.tiling().cone()->row;
        QTest::keyClick(&cone.canvas(), Qt::Key_Up);
        QCOMPARE(window.tiling().cone()->row, row - 1);
        view.showSide(TileMapCanvas::Side::Picture);
        const QString read = view.canvas().tipAt(view.canvas().boxOf({15, 16}, {15, 16}).center());
        QVERIFY2(read.contains(QStringLiteral("sent to the circuit 6 times")), qPrintable(read));
    }

    void oneTileOpensInTheDebugger() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        window.tiling().chooseTile(5);
        viewIn<TileMapView>(window).openAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            window.session().state() == session::State::Paused && !window.session().isBusy(), kPatience);
        QVERIFY2(window.session().loaded()->path.contains(QStringLiteral("tile5")),
                 qPrintable(window.session().loaded()->path));
        window.actions()[QStringLiteral("run")]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), session::State::Halted, kPatience);
    }

    // One history of all tiles, on one circuit and on four, whose picture fills and empties again.
    void allTilesOpenInTheDebugger_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("circuits");
        QTest::newRow("one circuit") << "inference-teaching" << 1;
        QTest::newRow("four") << tests::kTwoByTwo << 4;
    }
    void allTilesOpenInTheDebugger() {
        QFETCH(QString, machine);
        QFETCH(int, circuits);
        MainWindow window(m_bench.theme());
        window.resize(1600, 1000);
        window.show();
        window.tileNetwork(m_bench.request({16, 16}, machine));
        waitFor(window.tiling());
        auto& view = viewIn<TileMapView>(window);
        const auto facts = [&] { return window.tiling().facts(); };
        const auto isPaused = [&] {
            return window.session().state() == session::State::Paused && !window.session().isBusy();
        };
        view.debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused() && facts()->isFollowing, kPatience);
        QCOMPARE(facts()->progress.tiles, std::uint64_t{0});
        QCOMPARE(facts()->progress.now.size(), static_cast<std::size_t>(circuits));
        QCOMPARE(view.debugAction().text(), QStringLiteral("Go to Tile"));

        window.actions()[QStringLiteral("run")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(facts()->verdict, kPatience);
        QVERIFY(facts()->verdict->isEqual());
        QCOMPARE(facts()->progress.tiles, facts()->plan.tiles());
        QVERIFY2(view.verdict().startsWith(QStringLiteral("Equal, 2,640 of 2,640 elements")),
                 qPrintable(view.verdict()));
        const QString times = viewIn<tiling::TimeView>(window).message();
        QVERIFY2(times.contains(QStringLiteral("keeps no record")), qPrintable(times));

        window.actions()[QStringLiteral("stepBack")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused() && !facts()->verdict, kPatience);
        QVERIFY2(view.verdict().contains(QStringLiteral("under way")), qPrintable(view.verdict()));

        window.tiling().chooseTile(6);
        view.debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused() && std::ranges::count(facts()->progress.now, 6U) == 1, kPatience);
        QCOMPARE(facts()->progress.tiles, std::uint64_t(circuits == 1 ? 6 : 4)); // a round is two by two

        window.session().perform(machine::Seek{0});
        QTRY_VERIFY_WITH_TIMEOUT(isPaused() && facts()->clocks == 0 && !facts()->outputs, kPatience);
        QCOMPARE(facts()->progress.tiles, std::uint64_t{0});
    }

    // Nor do views say that no network is open while one is.
    void aProgramOfOtherTilesIsNotRunBesideAPlan() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        const QString report = striding::noProgramText(window.striding());
        QVERIFY2(report.contains(QStringLiteral("No program of net.json is loaded")), qPrintable(report));
        viewIn<TileMapView>(window).debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == session::State::Paused, kPatience);
        window.tiling().planWith({20, 20});
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), session::State::Empty, kPatience);
        QVERIFY(!window.session().loaded());
        QTRY_VERIFY_WITH_TIMEOUT(!window.tiling().isBusy() && window.tiling().facts()->fixed().rows == 20,
                                 kPatience);
        QVERIFY(window.tiling().program().isEmpty());
    }

    void whyThereIsNoPlanIsSaid() {
        MainWindow window(m_bench.theme());
        window.show();
        window.tileNetwork(m_bench.request({4, 4}));
        waitFor(window.tiling());
        QVERIFY(!window.tiling().facts());
        const auto* notice = viewIn<TileMapView>(window).findChild<theme::EmptyNotice*>();
        QVERIFY(notice && notice->isVisible());
        QVERIFY2(notice->text().contains(u'5'), qPrintable(notice->text())); // the least size
        open(window, {16, 16});
        window.tiling().chooseTile(3);
        tiling::TilingRequest other = m_bench.request({16, 16});
        other.input = m_bench.file(QStringLiteral("none.npy"));
        window.tileNetwork(other);
        waitFor(window.tiling());
        QVERIFY(!window.tiling().facts() && !window.tiling().tile() && notice->isVisible());
        QVERIFY2(notice->text().contains(QStringLiteral("none.npy")), qPrintable(notice->text()));
    }
    // Where the picture beside it is larger than the network, the click shows how it is cut into tiles.
    void aCardOpensItsTiles() {
        MainWindow window(m_bench.theme());
        window.show();
        window.openExample(QStringLiteral("networks/super-resolution/super_resolution.json"));
        QTRY_VERIFY_WITH_TIMEOUT(window.tiling().facts(), kPatience);
        QCOMPARE(window.workspace(), ide::Workspace::Striding);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(window.tiling().facts()->plan.tiles(), std::uint64_t{20});
    }

    // It stays in sight beside what its links open.
    void theLessonOpensItsTiles() {
        MainWindow window(m_bench.theme());
        window.resize(1600, 1000);
        window.show();
        window.actions()["tilingLesson"]->trigger();
        QCOMPARE(window.workspace(), ide::Workspace::Striding);
        auto& manual = viewIn<manual::ManualView>(window);
        QCOMPARE(manual.currentPage(), QStringLiteral("chapter/tiling-lesson"));
        const auto follow = [&](const char* link) {
            Q_EMIT manual.text().anchorClicked(QUrl(QLatin1String(link)));
            waitFor(window.tiling());
            QVERIFY(window.tiling().facts() && manual.isVisible());
        };
        follow("example/networks/tiles/e27.json?tile=1x3,ring");
        QCOMPARE(window.tiling().facts()->plan.columns.fill, lower::tiling::Fill::Ring);
        QVERIFY(window.tiling().facts()->picture);
        follow("example/networks/tiles/e27.json?tile=1x3");
        QCOMPARE(window.tiling().facts()->plan.columns.fill, lower::tiling::Fill::Masked);
        follow("example/networks/tiles/e23.json?tile=64,256x256");
        QVERIFY((window.tiling().facts()->plan.picture == lower::tiling::Size{256, 256}));
        QCOMPARE(window.tiling().facts()->plan.rows.outputs[0].dummyLow, std::int64_t{11});
        QVERIFY(viewIn<TileMapView>(window).isVisible());
    }

    // A picture of another size than the file states is suggested to be cut, into tiles of a size that is
    // chosen.
    void theDialogLetsTheSizeBeChosen_data() {
        QTest::addColumn<QString>("network");
        QTest::newRow("of another size") << kTwoConvs;
        QTest::newRow("of no size") << QStringLiteral(LW_ROOT "/tests/cli/cases/tile-open-json/net.json");
    }
    void theDialogLetsTheSizeBeChosen() {
        QFETCH(QString, network);
        MainWindow window(m_bench.theme());
        window.show();
        window.openNetwork(network);
        auto* dialog = window.findChild<ide::NetworkDialog*>();
        QVERIFY(dialog && !dialog->hasTiles() && dialog->tile().isEnabled());
        dialog->input().setText(m_bench.picture());
        QVERIFY(dialog->tileAutomatic().isChecked() && !dialog->tile().isEnabled());
        dialog->machine().setCurrentIndex(dialog->machine().findData(QStringLiteral("inference-teaching")));
        dialog->accept();
        waitFor(window.tiling());
        QVERIFY(window.tiling().facts() && window.tiling().facts()->chosen);
        QVERIFY(viewIn<TileMapView>(window).automatic().isChecked());
    }
    void theDialogAsksForTheTile() {
        MainWindow window(m_bench.theme());
        window.show();
        window.openNetwork(kTwoConvs);
        auto* dialog = window.findChild<ide::NetworkDialog*>();
        QVERIFY(dialog);
        dialog->input().setText(m_bench.picture());
        dialog->tileAutomatic().setChecked(false);
        dialog->tile().setText(QStringLiteral("16x20"));
        dialog->chooseMachine(QStringLiteral(LW_ROOT "/examples/networks/inference-2x2.json"));
        dialog->accept();
        waitFor(window.tiling());
        QVERIFY(window.tiling().facts());
        QVERIFY(window.tiling().facts()->array.count() == 4);
        QVERIFY((window.tiling().facts()->plan.fixed == lower::tiling::Size{16, 20}));
        QVERIFY(viewIn<TileMapView>(window).isVisible());
    }
};

int tst_tiling_views(int argc, char** argv) {
    return lw::tests::run<TestTilingViews, QApplication>(argc, argv);
}
#include "tst_tiling_views.moc"
