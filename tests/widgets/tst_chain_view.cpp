// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/main_window.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "widgets/firmware/chain_view.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;
using firmware::ChainView;
using ide::MainWindow;
using scene::firmware::StripUnit;

namespace {

constexpr int kChainPatience = 60'000;

} // namespace

class TestChainView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings, m_folder;

    ChainView& open(MainWindow& window, const QString& file) {
        window.resize(1280, 800);
        window.show();
        window.showWorkspace(ide::Workspace::Firmware);
        window.page(ide::Workspace::Firmware)->raiseView(QStringLiteral("chain"));
        window.startWith(file);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(window.firmware().values(), kChainPatience); }();
        return *window.page(ide::Workspace::Firmware)->findChild<ChainView*>();
    }

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }

    void theSelectedInstructionsChain() {
        MainWindow window(m_theme);
        ChainView& view = open(window, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        window.selection().selectBundle({{}, 20});
        const auto& picture = view.canvas().picture();
        QVERIFY(picture);
        QVERIFY2(view.message().startsWith(QStringLiteral("Chain of instructions 17 to 21.")),
                 qPrintable(view.message()));
        QCOMPARE(picture->selected.value(), 20U);
        QVERIFY((picture->behind[2] == concord::Numbers{3.125, -0.5, 4.5, 0.828125}));
        QCOMPARE(view.twin().model().rowCount(), 5);
        const auto index = view.twin().model().index(2, 3);
        QCOMPARE(view.twin().model().data(index, Qt::DisplayRole).toString(),
                 QStringLiteral("3.125 -0.5 4.5 0.828125"));
        const QRectF step = view.canvas().stepRect(1);
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, step.center().toPoint());
        QCOMPARE(window.selection().item().bundle->bundle, 18U);
        window.selection().selectBundle({{}, 33});
        QVERIFY(!picture);
        QVERIFY(view.message().contains(QStringLiteral("in no chain")));
    }

    // What has no operation is not counted in operations: four matrices of 4 x 4 in FP16, two vectors of 4.
    void chainsThatOnlyMove() {
        MainWindow window(m_theme);
        ChainView& view = open(window, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        window.selection().selectBundle({{}, 1});
        QVERIFY2(view.message().contains(QStringLiteral("it moves 128 bytes")), qPrintable(view.message()));
        QVERIFY(!view.message().contains(QStringLiteral("operations")));
        window.selection().selectBundle({{}, 7});
        QVERIFY2(view.message().contains(QStringLiteral("it moves 16 bytes")), qPrintable(view.message()));
        window.selection().selectBundle({{}, 20});
        QVERIFY(view.message().contains(QStringLiteral("operations per instruction")));
    }

    // The path follows the machine, and boxes of units lie beside each other in the order of the chain.
    void theMachinesChain() {
        MainWindow window(m_theme);
        ChainView& view = open(window, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        window.session().perform(machine::StepBundle{15});
        const auto& picture = view.canvas().picture();
        QTRY_VERIFY(picture && picture->strip.steps.front().bundle == 13);
        double right = 0;
        for (std::size_t i = 0; i < scene::firmware::kStripUnits; ++i) {
            const QRectF box = view.canvas().unitRect(static_cast<StripUnit>(i));
            QVERIFY(box.left() >= right && box.width() > 60);
            right = box.right();
        }
        QVERIFY(right <= view.canvas().width());
    }

    // A chain is under way until its end_chain has been executed, which belongs to it when selected, too.
    void theChainLastsToItsEnd() {
        MainWindow window(m_theme);
        ChainView& view = open(window, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        window.session().perform(machine::StepBundle{3});
        const auto& picture = view.canvas().picture();
        QTRY_COMPARE(window.session().frame()->nextBundle, 3U);
        QTRY_VERIFY(picture && picture->strip.steps.front().bundle == 1);
        window.session().perform(machine::StepBundle{1});
        QTRY_VERIFY(picture && picture->strip.steps.front().bundle == 6);
        window.selection().selectBundle({{}, 22});
        QVERIFY(picture && picture->strip.steps.front().bundle == 17);
    }

    // Another program begins with its first chain: what was looked at was of the old one.
    void anotherProgramsChain() {
        QFile file(m_folder.filePath(QStringLiteral("another.lw")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [1, N], netin = 0.5\ns_wr rows, 1\n"
                   "v_rd NetQ, 0\nv_relu\nv_wr NetQ, 0\nend_chain\nhalt\n");
        file.close();
        MainWindow window(m_theme);
        ChainView& view = open(window, QStringLiteral(LW_ROOT "/examples/nnp/two-portions/program.lw"));
        window.selection().selectBundle({{}, 20});
        const auto old = window.firmware().facts();
        window.startWith(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(window.firmware().facts() && window.firmware().facts() != old,
                                 kChainPatience);
        const auto& picture = view.canvas().picture();
        QVERIFY2(picture && picture->strip.steps.front().bundle == 1, qPrintable(view.message()));
    }

    // A loop of three turns over two iterations: both are chosen by themselves.
    void executionsAndIterations() {
        QFile file(m_folder.filePath(QStringLiteral("loops.lw")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            ".chip nnp, \"nnp-teaching\"\n.tensor x, f16, [6, N], netin = 0.5\ns_wr iterations, 2\nloop 3\n"
            "v_rd NetQ, 0\nv_relu\nv_wr NetQ, 0\nend_chain\nendloop\nhalt\n");
        file.close();
        MainWindow window(m_theme);
        ChainView& view = open(window, file.fileName());
        window.selection().selectBundle({{}, 3});
        QCOMPARE(view.times().maximum(), 3);
        view.times().setValue(3);
        const auto& picture = view.canvas().picture();
        QCOMPARE(picture->strip.time, 2U);
        QCOMPARE(picture->strip.turns, 2U);
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.canvas().mapCell(1, 0).center().toPoint());
        QCOMPARE(picture->turn, 1U);
        QTest::keyClick(&view.canvas(), Qt::Key_Left);
        QCOMPARE(picture->turn, 0U);
        QVERIFY((picture->behind[1] == concord::Numbers{0.5, 0.5, 0.5, 0.5}));
    }
};

int tst_chain_view(int argc, char** argv) { return lw::tests::run<TestChainView, QApplication>(argc, argv); }
#include "tst_chain_view.moc"
