// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/tiling/tile_map_view.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

using namespace lw;
using ide::MainWindow;
using tests::isPaused;
using tests::kPatience;
using tests::viewIn;
using tests::waitFor;
using tiling::TileMapView;

// From the file of a trained network and a photograph to the verdict: with a part of the example's
// photograph, of which all would take sanitizers too long.
class TestTiledPhotograph : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;

  private Q_SLOTS:
    void init() { QSettings().clear(); }

    void twiceAsLarge_data() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("one tile after the other") << QString();
        QTest::newRow("on 2 x 2 circuits") << QStringLiteral(LW_ROOT "/examples/networks/inference-2x2.json");
    }
    void twiceAsLarge() {
        QFETCH(QString, machine);
        const QString example =
            QStringLiteral(LW_ROOT "/examples/networks/super-resolution/super_resolution");
        const QTemporaryDir folder;
        tiling::TilingRequest request;
        request.network = example + QStringLiteral(".json");
        request.machine = machine;
        request.input = folder.filePath(QStringLiteral("part.png"));
        request.fixed = lower::tiling::Size{24, 28};
        QVERIFY(QImage(example + QStringLiteral(".x.png")).copy(90, 70, 40, 36).save(request.input));
        MainWindow window(m_bench.theme());
        tests::openTiles(window, request);
        auto& view = viewIn<TileMapView>(window);
        const auto facts = [&] { return window.tiling().facts(); };
        const auto isEqual = [&] {
            return view.verdict().startsWith(QStringLiteral(
                "Equal, 5,760 of 5,760 elements, to the whole picture untiled on the circuit"));
        };
        QVERIFY(facts()->plan.tiles() >= 4);
        view.runAction().trigger();
        waitFor(window.tiling());
        QVERIFY2(isEqual(), qPrintable(view.verdict())); // 72 x 80
        QCOMPARE(facts()->outputImage().size(), QSize(80, 72));
        const std::uint64_t clocks = facts()->clocks;

        view.debugAction().trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && facts()->isFollowing, kPatience);
        window.actions()[QStringLiteral("run")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(facts()->verdict, kPatience);
        QVERIFY2(isEqual(), qPrintable(view.verdict()));
        QCOMPARE(facts()->clocks, clocks);
        window.actions()[QStringLiteral("stepBack")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isPaused(window) && !facts()->verdict && facts()->clocks < clocks,
                                 kPatience);
        window.actions()[QStringLiteral("step")]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(facts()->verdict && facts()->clocks == clocks, kPatience);
        QVERIFY2(isEqual(), qPrintable(view.verdict()));
    }
};

int tst_tiled_photograph(int argc, char** argv) {
    return lw::tests::run<TestTiledPhotograph, QApplication>(argc, argv);
}
#include "tst_tiled_photograph.moc"
