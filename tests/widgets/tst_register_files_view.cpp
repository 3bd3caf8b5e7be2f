// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/blocks_view.h"
#include "widgets/firmware/chain_view.h"
#include "widgets/firmware/number_view.h"
#include "widgets/firmware/register_files_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using firmware::NumberView;
using firmware::RegisterFilesView;
using ide::MainWindow;

namespace {

constexpr int kFilesPatience = 60'000;

// The second chain reads the last of four vectors one clock before it is there: tst_register_files.
constexpr const char* kLate =
    ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [4, N], netin = 0.5\ns_wr rows, 4\n"
    "v_rd NetQ, 0\nv_wr InitialVrf, 3\nend_chain\ns_wr rows, 1\nv_rd InitialVrf, 6\n"
    "v_relu\nv_wr AddSubVrf1, 2\nend_chain\nhalt\n";
constexpr const char* kStops = ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.5\nloop 2\n"
                               "v_rd NetQ, 0\nv_relu\nv_wr InitialVrf, 0\nend_chain\nendloop\n"
                               "v_rd InitialVrf, 0\nv_tanh\nv_wr NetQ, 0\nend_chain\nhalt\n";

} // namespace

// Register files over time, what views say where a run stops, and the card of numbers.
class TestRegisterFilesView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings, m_folder;

    template <typename View> View& open(MainWindow& window, const char* text, const QString& id) {
        QFile file(m_folder.filePath(QStringLiteral("program.lw")));
        LW_REQUIRE(file.open(QIODevice::WriteOnly) && file.write(text) > 0, "the folder can be written to");
        file.close();
        window.resize(1280, 800);
        window.show();
        window.showWorkspace(ide::Workspace::Firmware);
        window.page(ide::Workspace::Firmware)->raiseView(id);
        window.startWith(file.fileName());
        [&] { QTRY_VERIFY_WITH_TIMEOUT(window.firmware().values(), kFilesPatience); }();
        auto* view = window.page(ide::Workspace::Firmware)->findChild<View*>();
        LW_REQUIRE(view, "the workspace has it");
        return *view;
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    void lanesAndTheirTable() {
        MainWindow window(m_theme);
        auto& view = open<RegisterFilesView>(window, kLate, QStringLiteral("register-files"));
        QCOMPARE(view.canvas().lanes()->groups.size(), std::size_t{2});
        QCOMPARE(view.twin().model().rowCount(), 5);
        QVERIFY2(view.message().startsWith(QStringLiteral(
                     "InitialVrf holds at most 1, and chains wait 1 clock for it; AddSubVrf1 ")),
                 qPrintable(view.message()));
        const auto cell = [&](int row, int column) {
            return view.twin()
                .model()
                .data(view.twin().model().index(row, column), Qt::DisplayRole)
                .toString();
        };
        QCOMPARE(cell(2, 0), QStringLiteral("InitialVrf"));
        QCOMPARE(cell(2, 3), QStringLiteral("2: v_wr InitialVrf, 3"));
        QCOMPARE(cell(2, 4), QStringLiteral("3"));
        QCOMPARE(cell(2, 5), QStringLiteral("6"));
        const auto& lanes = *view.canvas().lanes();
        view.canvas().select(paint::LanePlace{lanes.groups[0].first + 3, 0}); // the wait
        QCOMPARE(view.message(),
                 QStringLiteral("The chain of instruction 5: v_rd InitialVrf, 6 (execution 1) waits "
                                "for what instruction 2 writes to InitialVrf: clocks 5 to 5 (1 clock)."));
    }
    // The write is in clocks 3 to 6: its beginning is where a click on it leads.
    void aClickGoesToTheClock() {
        MainWindow window(m_theme);
        auto& view = open<RegisterFilesView>(window, kLate, QStringLiteral("register-files"));
        const paint::LanePlace write{view.canvas().lanes()->groups[0].first + 2, 0};
        view.canvas().select(write);
        const QRectF box = view.canvas().boxOf(write);
        QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {},
                          QPointF(box.left() + 2, box.center().y()).toPoint());
        QTRY_COMPARE(window.session().frame()->clock, std::uint64_t{3});
        QTRY_COMPARE(view.canvas().now().value(), std::uint64_t{3});
        QCOMPARE(window.selection().item().bundle->bundle, 2U);
    }

    // The second turn has no vector to read: that execution of the chain has the fault, the later chain was
    // not reached.
    void theChainSaysOfAFault() {
        MainWindow window(m_theme);
        auto& view = open<firmware::ChainView>(window, kStops, QStringLiteral("chain"));
        window.selection().selectBundle({{}, 2});
        QVERIFY2(view.message().contains(QStringLiteral("The run stops at instruction 1, clock")),
                 qPrintable(view.message()));
        QVERIFY(!view.canvas().picture()->strip.fault);
        view.times().setValue(2);
        QVERIFY(view.canvas().picture()->strip.faultUnit() == scene::firmware::StripUnit::Read);
        const auto index = view.twin().model().index(0, 3);
        QVERIFY(view.twin()
                    .model()
                    .data(index, Qt::DisplayRole)
                    .toString()
                    .endsWith(QStringLiteral("the run stops here")));
    }
    void blocksSayOfAFault() {
        MainWindow window(m_theme);
        auto& view = open<firmware::BlocksView>(window, kStops, QStringLiteral("blocks"));
        window.selection().selectBundle({{}, 7}); // v_tanh
        QVERIFY2(view.message().startsWith(QStringLiteral("Instruction 7 was not reached. The run stops at")),
                 qPrintable(view.message()));
        QCOMPARE(view.table().model()->rowCount(), 0);
    }

    // As `lw number 3 -1.5 --format bfp4` has them: 3 is 6 * 2^-1, -1.5 is -3 * 2^-1.
    void theCardHasBlocksAndMx() {
        MainWindow window(m_theme);
        auto& view = open<NumberView>(window, kLate, QStringLiteral("number"));
        const auto cell = [&](int row, int column) {
            return view.table().model()->index(row, column).data().toString();
        };
        view.numbers().setText(QStringLiteral("3 -1.5"));
        view.formats().setCurrentText(QStringLiteral("bfp4"));
        QVERIFY2(view.message().contains(QStringLiteral("so mantissas count in 2^-1")),
                 qPrintable(view.message()));
        QCOMPARE(cell(0, 2), QStringLiteral("0110"));
        QCOMPARE(cell(1, 2), QStringLiteral("1101"));
        QVERIFY(view.table().isColumnHidden(0));
        view.formats().setCurrentText(QStringLiteral("mxfp4")); // 3 is 6 * 2^-1 here as well: 0 11 1
        QVERIFY2(view.message().contains(QStringLiteral("2^(126 - 127) = 2^-1")), qPrintable(view.message()));
        QCOMPARE(cell(0, 2) + cell(0, 3) + cell(0, 4), QStringLiteral("0111"));
        view.numbers().setText(QStringLiteral("1 ").repeated(33)); // more than 32 share no scale
        QVERIFY(!view.table().isColumnHidden(0));
        QCOMPARE(cell(32, 0), QStringLiteral("1"));
    }
    void theCardSaysWhatIsWrong() {
        MainWindow window(m_theme);
        auto& view = open<NumberView>(window, kLate, QStringLiteral("number"));
        view.numbers().setText(QStringLiteral("3 four"));
        QVERIFY(view.message().startsWith(QStringLiteral("four is not a number")));
        QCOMPARE(view.table().model()->rowCount(), 0);
        view.numbers().setText(QStringLiteral("0x7e"));
        QVERIFY(view.message().startsWith(QStringLiteral("bfp5 has blocks")));
        view.formats().setCurrentText(QStringLiteral("e4m3"));
        QCOMPARE(view.table().model()->rowCount(), 1);
        view.numbers().setText(QStringLiteral("0x7e 1"));
        QVERIFY(view.message().startsWith(QStringLiteral("Some of these are numbers")));
        view.numbers().setText(QStringLiteral("0x100"));
        QVERIFY(view.message().startsWith(QStringLiteral("0x100 is not a number of 8 bits")));
        view.numbers().setText(QString());
        QVERIFY(view.message().startsWith(QStringLiteral("Type numbers")));
    }
};

int tst_register_files_view(int argc, char** argv) {
    return lw::tests::run<TestRegisterFilesView, QApplication>(argc, argv);
}
#include "tst_register_files_view.moc"
