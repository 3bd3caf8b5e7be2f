// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/blocks_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace lw;
using firmware::BlocksView;
using ide::MainWindow;

class TestBlocksView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings;

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    // The second vector of x, 0.3 -0.6 0.9 1.2, in front of its product: worked out by hand with 5 bits and
    // with 3.
    void theSliderRoundsAgain() {
        MainWindow window(m_theme);
        window.resize(1280, 800);
        window.show();
        window.showWorkspace(ide::Workspace::Firmware);
        window.page(ide::Workspace::Firmware)->raiseView(QStringLiteral("blocks"));
        window.startWith(QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().values(), 60'000);
        auto& view = *window.page(ide::Workspace::Firmware)->findChild<BlocksView*>();
        window.selection().selectBundle({{}, 18});
        const auto cell = [&](int row, int column) {
            return view.table()
                .model()
                ->data(view.table().model()->index(row, column), Qt::DisplayRole)
                .toString();
        };
        QCOMPARE(view.table().model()->rowCount(), 4);
        QCOMPARE(view.bits().value(), 5);
        QVERIFY(!view.ownButton().isEnabled());
        QCOMPARE(cell(0, 0), QStringLiteral("0: 2^1"));
        QStringList mantissas;
        for (int row = 0; row < 4; ++row) mantissas << cell(row, 2);
        QCOMPARE(mantissas.join(QLatin1Char(' ')), QStringLiteral("2 -5 7 10"));
        QCOMPARE(cell(3, 4), QStringLiteral("1.25"));
        view.bits().setValue(3); // steps of a half
        mantissas.clear();
        for (int row = 0; row < 4; ++row) mantissas << cell(row, 2);
        QCOMPARE(mantissas.join(QLatin1Char(' ')), QStringLiteral("1 -1 2 2"));
        QVERIFY(view.ownButton().isEnabled());
        view.ownButton().click();
        QCOMPARE(view.bits().value(), 5);
        // The same as MXFP4, by hand: 1.2 has the power of two 1, the scale is 2^-2, and 1.2, -2.4, 3.6 and
        // 4.8 become 1, -2, 4 and 4.
        QCOMPARE(view.formats().model()->rowCount(), 7);
        view.formats().selectRow(6);
        QCOMPARE(view.blocks().name(), std::string("mxfp4"));
        QVERIFY(!view.bits().isEnabled());
        QCOMPARE(cell(0, 0), QStringLiteral("0: 2^-2"));
        QStringList rounded;
        for (int row = 0; row < 4; ++row) rounded << cell(row, 4);
        QCOMPARE(rounded.join(QLatin1Char(' ')), QStringLiteral("0.25 -0.5 1 1"));
        view.formats().selectRow(0);
        QCOMPARE(view.blocks().name(), std::string("bfp5"));
        window.selection().selectBundle({{}, 2}); // rows of matrices
        QCOMPARE(view.bits().value(), 4);
        QCOMPARE(view.table().model()->rowCount(), 64);
        window.selection().selectBundle({{}, 17}); // only reads
        QCOMPARE(view.table().model()->rowCount(), 0);
        QCOMPARE(view.message(), QStringLiteral("Instruction 17 computes nothing."));
        // Its sum goes to the network: no product has it.
        window.selection().selectBundle({{}, 20});
        QVERIFY(view.message().startsWith(
            QStringLiteral("Instruction 20 gives these, which a product would round to 5 bits; here 5.")));
        // 4.80078125 becomes 5; with nothing rounded it is 4.51475, by the plain loops of tst_differences.
        QTRY_VERIFY(!view.isWaiting() && !cell(2, 6).isEmpty());
        QCOMPARE(cell(2, 4), QStringLiteral("5"));
        QVERIFY(std::abs(cell(2, 6).toDouble() - (5 - 4.51475)) < 1e-3);
        // Zero steps are lost in the middle, and a whole one at either end.
        QCOMPARE(view.losses().rangeAcross(), std::pair(-1.0, 1.0));
    }
};

int tst_blocks_view(int argc, char** argv) {
    return lw::tests::run<TestBlocksView, QApplication>(argc, argv);
}
#include "tst_blocks_view.moc"
