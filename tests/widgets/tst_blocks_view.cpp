// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/blocks_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

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
        window.selection().selectBundle({{}, 2}); // rows of matrices
        QCOMPARE(view.bits().value(), 4);
        QCOMPARE(view.table().model()->rowCount(), 64);
        window.selection().selectBundle({{}, 17}); // only reads
        QCOMPARE(view.table().model()->rowCount(), 0);
        QCOMPARE(view.message(), QStringLiteral("Instruction 17 computes nothing."));
    }
};

int tst_blocks_view(int argc, char** argv) {
    return lw::tests::run<TestBlocksView, QApplication>(argc, argv);
}
#include "tst_blocks_view.moc"
