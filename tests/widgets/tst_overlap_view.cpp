// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/run_test.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/tiling/overlap_view.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

using namespace lw;
using ide::MainWindow;
using lower::tiling::Overlap;
using tests::kPatience;
using tests::viewIn;
using tests::waitFor;
using tiling::OverlapView;

// Every way to treat what tiles share, beside the others.
class TestOverlapView : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;

    static QString cell(OverlapView& view, int row, int column) {
        return view.twin().model().index(row, column).data().toString();
    }
    static void waitForColumns(const OverlapView& view) {
        QTRY_VERIFY_WITH_TIMEOUT(!view.work().isBusy(), kPatience);
    }

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    // The column of what is planned has the clocks of the run of all tiles, and any can be opened.
    void strategiesStandBesideEachOther() {
        MainWindow window(m_bench.theme());
        tests::openTiles(window, m_bench.request({16, 16}));
        auto& view = viewIn<OverlapView>(window);
        window.page(ide::Workspace::Striding)->raiseView(QStringLiteral("overlaps"));
        QVERIFY(cell(view, 0, 1).isEmpty());
        view.compareButton().click();
        QVERIFY(view.work().isBusy());
        QCOMPARE(view.compareButton().text(), QStringLiteral("Stop"));
        waitForColumns(view);
        QCOMPARE(view.work().answer().columns.size(), std::size_t{3});
        const int verdict = view.twin().model().rowCount() - 1;
        for (int column = 1; column <= 3; ++column)
            QVERIFY2(cell(view, verdict, column).startsWith(QStringLiteral("Equal, 2,640 of 2,640 elements")),
                     qPrintable(cell(view, verdict, column)));
        QCOMPARE(cell(view, 0, 1), QStringLiteral("12")); // 3 x 4 tiles, of 16 that overlap by 2
        QCOMPARE(cell(view, 0, 2), QStringLiteral("9"));  // 3 x 3, which lag by 1
        window.tiling().run();
        waitFor(window.tiling());
        const auto& first = *view.work().answer().columns.front();
        QCOMPARE(first.ran.clocks, window.tiling().facts()->clocks);

        view.openButton(Overlap::Columns).click();
        QTRY_VERIFY_WITH_TIMEOUT(tests::isPaused(window) && window.tiling().facts()->isFollowing, kPatience);
        QCOMPARE(window.tiling().facts()->request.overlap, Overlap::Columns);
        QCOMPARE(view.work().answer().columns.size(), std::size_t{3}); // of the same tiles
        window.tiling().planWith({20, 20});
        waitFor(window.tiling());
        QVERIFY(view.work().answer().columns.empty());
    }

    // Where the plan shares layers columns are of circuits that share the input, and so is what they open.
    void sharedLayersHaveTheColumnsOfASharedInput() {
        MainWindow window(m_bench.theme());
        auto wanted = m_bench.request({16, 16}, tests::kTwoByTwo);
        wanted.share = lower::striding::Share::Layers;
        const auto facts = [&] { return window.tiling().facts(); };
        auto& view = viewIn<OverlapView>(window);
        for (const Overlap overlap : {Overlap::Recompute, Overlap::Columns}) {
            tests::openTiles(window, wanted);
            QVERIFY(facts()->sharesLayers());
            QVERIFY2(view.message().contains(QStringLiteral("here circuits share the input")),
                     qPrintable(view.message()));
            if (view.work().answer().columns.empty()) view.compare();
            waitForColumns(view);
            QCOMPARE(view.work().answer().columns.size(), std::size_t{3});
            view.openButton(overlap).click();
            QTRY_VERIFY_WITH_TIMEOUT(tests::isPaused(window) && facts()->isFollowing, kPatience);
            QVERIFY(!facts()->sharesLayers());
            QCOMPARE(facts()->request.overlap, overlap);
            const auto& column = *view.work().answer().columns[static_cast<std::size_t>(overlap)];
            QCOMPARE(facts()->plan.tiles(), column.plan.tiles());
            window.actions()[QStringLiteral("run")]->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(facts()->verdict && facts()->verdict->isEqual(), kPatience);
            QCOMPARE(facts()->clocks, column.ran.clocks);
            QVERIFY(!view.message().contains(QStringLiteral("shares layers")));
        }
    }

    void whatCannotBeIsSaidAndRunsEnd() {
        MainWindow window(m_bench.theme());
        auto wanted = m_bench.request({16, 16});
        wanted.fill = lower::tiling::Fill::Ring;
        tests::openTiles(window, wanted);
        auto& view = viewIn<OverlapView>(window);
        view.compare();
        view.compareButton().click();
        QVERIFY(!view.work().isBusy());
        view.compare();
        waitForColumns(view);
        QVERIFY(!view.openButton(Overlap::Both).isEnabled());
        QVERIFY2(cell(view, view.twin().model().rowCount() - 1, 3).contains(QStringLiteral("masked")),
                 qPrintable(cell(view, view.twin().model().rowCount() - 1, 3)));
    }
};

int tst_overlap_view(int argc, char** argv) {
    return lw::tests::run<TestOverlapView, QApplication>(argc, argv);
}
#include "tst_overlap_view.moc"
