// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/run_test.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/session/core_text.h"
#include "widgets/tiling/size_view.h"
#include "widgets/tiling/tile_map_view.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lw;
using ide::MainWindow;
using tests::kPatience;
using tests::viewIn;
using tests::waitFor;
using tiling::TileMapView;

// How a person comes to the size of tiles: by hand, by a click on the curve, or by asking for it.
class TestTileSizeViews : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;

    void open(MainWindow& window, lower::tiling::Size fixed) const {
        tests::openTiles(window, m_bench.request(fixed));
    }

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    void anotherSizeIsAnotherPlan() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        QSignalSpy failed(&window.tiling(), &tiling::TilingDesk::failed);
        const auto enter = [&](const QString& text) {
            view.size().setText(text);
            QTest::keyClick(&view.size(), Qt::Key_Return);
            waitFor(window.tiling());
        };
        enter(QStringLiteral("20x24"));
        QVERIFY2(view.summary().contains(QStringLiteral("tiles of 20 x 24")), qPrintable(view.summary()));
        enter(QStringLiteral("many"));
        QVERIFY(view.message().contains(QStringLiteral("64x48")));
        QCOMPARE(failed.count(), 0);
        enter(QStringLiteral("4"));
        QCOMPARE(failed.count(), 1); // which says the least size
        QVERIFY2(failed[0][0].toString().contains(u'5'), qPrintable(failed[0][0].toString()));
        QCOMPARE(view.message(), QStringLiteral("The plan stays as it was: ") + failed[0][0].toString());
        QVERIFY(view.summary().contains(QStringLiteral("20 x 24")));
    }

    // It is said why it is this one; an own size ends it.
    void theSizeCanBeChosen() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        const auto facts = [&] { return window.tiling().facts(); };
        const auto runClocks = [&] {
            view.runAction().trigger();
            waitFor(window.tiling());
            LW_REQUIRE(facts()->verdict && facts()->verdict->isEqual(), "all tiles are right");
            return facts()->clocks;
        };
        const std::uint64_t own = runClocks();
        QVERIFY(!view.automatic().isChecked() && !facts()->chosen);
        view.automatic().click();
        QVERIFY(window.tiling().sizesModelled());
        QVERIFY2(view.summary().contains(QStringLiteral("is being chosen")), qPrintable(view.summary()));
        std::uint64_t seen = 0;
        connect(&window.tiling(), &tiling::TilingDesk::choosingChanged, this,
                [&] { seen = std::max(seen, window.tiling().sizesModelled().value_or(0)); });
        waitFor(window.tiling());
        QVERIFY(seen > 1 && !window.tiling().sizesModelled());
        QVERIFY(facts()->chosen && !facts()->request.fixed && view.automatic().isChecked());
        const lower::tiling::Size size = facts()->plan.fixed;
        const QString text = view.chosen();
        QVERIFY2(
            text.startsWith(QStringLiteral("Chosen: %1 x %2, modelled ").arg(size.rows).arg(size.columns)) &&
                text.contains(QStringLiteral("the fewest of %1 sizes").arg(seen)),
            qPrintable(text));
        const QString shown = view.size().text();
        QVERIFY(shown == QString::number(size.rows) ||
                shown == QStringLiteral("%1x%2").arg(size.rows).arg(size.columns));
        const std::uint64_t chosen = runClocks();
        QVERIFY(chosen < own);
        QVERIFY2(text.contains(session::clocksText(chosen)), qPrintable(text));

        view.size().setText(QStringLiteral("20x24"));
        QTest::keyClick(&view.size(), Qt::Key_Return);
        waitFor(window.tiling());
        QVERIFY(!view.automatic().isChecked() && !facts()->chosen);
        QVERIFY((facts()->plan.fixed == lower::tiling::Size{20, 24}));
    }
    void choosingCanBeStopped() {
        MainWindow window(m_bench.theme());
        window.show();
        auto wanted = m_bench.request({16, 16});
        wanted.fixed.reset();
        window.tileNetwork(wanted);
        // While there is no plan the notice says what is going on, and ends it.
        auto& view = viewIn<TileMapView>(window);
        auto* notice = view.findChild<theme::EmptyNotice*>();
        QVERIFY2(notice && notice->text().contains(QStringLiteral("is being chosen")),
                 qPrintable(notice->text()));
        notice->button().click();
        QVERIFY(!window.tiling().sizesModelled());
        QVERIFY(!notice->text().contains(QStringLiteral("is being chosen")));
        waitFor(window.tiling());
        QVERIFY(!window.tiling().facts());

        open(window, {16, 16});
        view.automatic().click();
        QCOMPARE(view.runAction().text(), QStringLiteral("Stop"));
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY(!view.automatic().isChecked() && !window.tiling().facts()->chosen);
        QVERIFY((window.tiling().facts()->plan.fixed == lower::tiling::Size{16, 16}));
    }
    // The size is that of the strategy, and follows it.
    void aSizeIsChosenForWhatIsKept() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<TileMapView>(window);
        view.automatic().click();
        waitFor(window.tiling());
        view.overlap().setCurrentIndex(1);
        Q_EMIT view.overlap().activated(1);
        waitFor(window.tiling());
        const auto facts = [&] { return window.tiling().facts(); };
        QVERIFY(view.automatic().isChecked() && facts()->chosen);
        QCOMPARE(facts()->plan.overlap, lower::tiling::Overlap::Columns);
        QVERIFY(facts()->plan == facts()->chosen->plan);
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY(facts()->verdict && facts()->verdict->isEqual());
        QCOMPARE(facts()->chosen->model.clocks, std::optional(facts()->clocks));
    }
    void aClickOnASizeIsAnotherPlan() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<tiling::SizeView>(window);
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("sizes"));
        // From 5, the least, in steps of 1 to 44, the longer side.
        QCOMPARE(view.twin().model().rowCount(), 40);
        QCOMPARE(view.curve().marked(), std::optional<std::uint64_t>(16 - 5));
        QVERIFY2(view.message().startsWith(QStringLiteral("Tiles of 16: 12 of them")),
                 qPrintable(view.message()));
        const auto tilesOf = [&](int fixed) {
            return view.twin().model().index(fixed - 5, 1).data().toString().remove(u',').toInt();
        };
        QCOMPARE(tilesOf(44), 1);
        QCOMPARE(tilesOf(30), 2);
        for (int fixed = 6; fixed <= 44; ++fixed) {
            const QString text = view.textOf(static_cast<std::size_t>(fixed - 5));
            QCOMPARE(text.contains(QStringLiteral("here their number falls")),
                     tilesOf(fixed) < tilesOf(fixed - 1));
            QCOMPARE(text.contains(QStringLiteral("as many as with")), tilesOf(fixed) == tilesOf(fixed - 1));
        }
        view.show(tiling::SizeView::Tiles);
        Q_EMIT view.curve().picked(30 - 5);
        waitFor(window.tiling());
        QVERIFY((window.tiling().facts()->plan.fixed == lower::tiling::Size{30, 30}));
        QCOMPARE(window.tiling().facts()->plan.tiles(), std::uint64_t{2});
        QCOMPARE(view.curve().marked(), std::optional<std::uint64_t>(30 - 5));
    }
    // Found beside the window's work, of sizes at which the number of tiles falls; where all tiles were run
    // the machine took as many.
    void sizesHaveTheClocksOfTheMachine() {
        MainWindow window(m_bench.theme());
        open(window, {16, 16});
        auto& view = viewIn<tiling::SizeView>(window);
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("sizes"));
        QTRY_VERIFY_WITH_TIMEOUT(!view.work().isBusy() && !view.work().curve().empty(), kPatience);
        const auto cell = [&](int fixed, int column) {
            return view.twin().model().index(fixed - 5, column).data().toString();
        };
        constexpr int kModelled = 8, kEmulated = 9; // columns of clocks, after the bytes of masks
        std::optional<int> size;                    // square, modelled, and with room
        for (int fixed = 16; fixed > 5 && !size; --fixed)
            if (!cell(fixed, kModelled).isEmpty()) size = fixed;
        QVERIFY(size);
        QVERIFY(cell(*size, kEmulated).isEmpty());
        window.tiling().planWith({*size, *size});
        waitFor(window.tiling());
        window.tiling().run();
        waitFor(window.tiling());
        QCOMPARE(cell(*size, kModelled).remove(u','), QString::number(window.tiling().facts()->clocks));
        QCOMPARE(cell(*size, kEmulated), cell(*size, kModelled));
        QVERIFY2(view.textOf(static_cast<std::size_t>(*size - 5)).contains(QStringLiteral("Emulated")),
                 qPrintable(view.textOf(static_cast<std::size_t>(*size - 5))));
        QVERIFY2(view.textOf(static_cast<std::size_t>(*size - 5)).contains(QStringLiteral("weights take")),
                 qPrintable(view.textOf(static_cast<std::size_t>(*size - 5))));
        const std::size_t clocks = view.curve().points(); // which are shown first
        view.show(tiling::SizeView::Work);
        QVERIFY(clocks != 0 && clocks < view.curve().points());
        // It goes to the largest size, from the first on that does not take six times the least work.
        const auto& points = window.tiling().facts()->curve;
        double least = points.front().macRatio();
        for (const auto& point : points) least = std::min(least, point.macRatio());
        const auto first =
            std::ranges::find_if(points, [&](const auto& at) { return at.macRatio() <= 6 * least; });
        QVERIFY(first != points.begin() && first != points.end());
        QCOMPARE(view.curve().rangeAcross(), std::pair(double(first->fixed), 44.0));
        QVERIFY2(view.curve().axes().across.contains(QStringLiteral("those below %1").arg(first->fixed)),
                 qPrintable(view.curve().axes().across));
        view.show(tiling::SizeView::Tiles); // of which all are there
        QCOMPARE(view.curve().rangeAcross(), std::pair(5.0, 44.0));
        QVERIFY(view.curve().axes().isLogarithmic);
        // The size that is too large says what is lacking.
        const auto& curve = view.work().curve();
        const auto refused =
            std::find_if(curve.rbegin(), curve.rend(), [](const auto& at) { return at.refused.has_value(); });
        QVERIFY(refused != curve.rend());
        const QString why = view.textOf(static_cast<std::size_t>(refused.base() - curve.begin() - 1));
        QVERIFY2(why.contains(QStringLiteral("unified buffer")), qPrintable(why));
    }
    // A plan that shares layers, or keeps columns, is none of those that the curve is of.
    void otherPlansAreNotOnTheCurve() {
        MainWindow window(m_bench.theme());
        auto& view = viewIn<tiling::SizeView>(window);
        auto wanted = m_bench.request({16, 16}, tests::kTwoByTwo);
        tests::openTiles(window, wanted);
        QCOMPARE(view.curve().marked(), std::optional<std::uint64_t>(16 - 5));
        wanted.share = lower::striding::Share::Layers;
        tests::openTiles(window, wanted);
        QVERIFY(!view.curve().marked());
        QVERIFY2(view.message().startsWith(QStringLiteral("The curve is of circuits that share the input")),
                 qPrintable(view.message()));
        wanted.share = lower::striding::Share::Input;
        wanted.overlap = lower::tiling::Overlap::Columns;
        tests::openTiles(window, wanted);
        QVERIFY(!view.curve().marked());
        QVERIFY2(view.message().startsWith(QStringLiteral("The curve is of tiles that compute again")),
                 qPrintable(view.message()));
    }
    void whatDoesNotFitIsSaid() {
        MainWindow window(m_bench.theme());
        open(window, {40, 48}); // more than the smallest machine's buffer
        auto& view = viewIn<TileMapView>(window);
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY(!window.tiling().facts()->isRunning && !window.tiling().facts()->verdict);
        QVERIFY2(view.message().contains(QStringLiteral("unified buffer")), qPrintable(view.message()));
    }
};

int tst_tile_size_views(int argc, char** argv) {
    return lw::tests::run<TestTileSizeViews, QApplication>(argc, argv);
}
#include "tst_tile_size_views.moc"
