// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_program.h"
#include "tests/support/run_test.h"
#include "tests/widgets/tiled_window.h"
#include "widgets/tiling/tiling_files.h"

#include <QApplication>
#include <QTest>

using namespace lw;

// The program of one tile alone, as the window opens it.
class TestTilePrograms : public QObject {
    Q_OBJECT

    tests::TilesBench m_bench;

  private Q_SLOTS:
    void theyRun_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<bool>("isMasked");
        for (const bool isMasked : {false, true}) {
            QTest::addRow("built in, %d", isMasked) << QStringLiteral("inference-teaching") << isMasked;
            QTest::addRow("a file, %d", isMasked) << tests::kTwoByTwo << isMasked;
        }
    }
    void theyRun() {
        QFETCH(QString, machine);
        QFETCH(bool, isMasked);
        tiling::TilingRequest request = m_bench.request({16, 16}, machine);
        if (isMasked) request.fill = lower::tiling::Fill::Masked;
        const auto facts = tiling::planned(request);
        QVERIFY2(bool(facts), facts ? "" : textOf(facts.problem()).c_str());
        const auto program = tiling::writeTile(**facts, 1, m_bench.file(QStringLiteral("tile")));
        QVERIFY2(bool(program), program ? "" : textOf(program.problem()).c_str());
        source::DiskLoader disk;
        source::Files files(disk);
        const project::ProgramAnswer answer = project::loadProgram({program->toStdString(), "", {}}, files);
        QVERIFY(answer.loaded);
        QCOMPARE(answer.diagnostics.problems().size(), std::size_t{0});
        const auto made = answer.loaded->createMachine({});
        QVERIFY2(bool(made), made ? "" : textOf(made.problem()).c_str());
        (*made)->run({});
        QVERIFY((*made)->halted());
    }
};

int tst_tile_programs(int argc, char** argv) {
    return lw::tests::run<TestTilePrograms, QApplication>(argc, argv);
}
#include "tst_tile_programs.moc"
