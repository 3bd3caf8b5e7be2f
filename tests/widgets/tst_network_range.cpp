// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/network_dialog.h"
#include "widgets/striding/striding_files.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lw;

namespace {

const QString kEdge = QStringLiteral(LW_ROOT "/examples/networks/edge-filter/edge_filter");

} // namespace

// A range that the window states for a network whose file states none.
class TestNetworkRange : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void theDialogPassesIt() {
        ide::NetworkDialog dialog(kEdge + QStringLiteral(".onnx"), nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QCOMPARE(dialog.request().range, QString());
        QTest::keyClicks(&dialog.range(), QStringLiteral(" 0, 255 "));
        QCOMPARE(dialog.request().range, QStringLiteral("0, 255"));
        QCOMPARE(dialog.request().input, kEdge + QStringLiteral(".x.png"));
    }
    // What is proven, and what a comparison of all modes reads later.
    void itReachesTheProgram() {
        for (const bool isStated : {false, true}) {
            QTemporaryDir folder;
            striding::StridingRequest request{
                kEdge + QStringLiteral(".onnx"), {}, {}, kEdge + QStringLiteral(".x.png"), {}};
            if (isStated) request.range = QStringLiteral("0,255");
            const auto written = striding::writeProgram(request, folder.path());
            QVERIFY2(bool(written), written ? "" : textOf(written.problem()).c_str());
            const striding::FactsPtr facts = striding::readFacts(written->program);
            QVERIFY(facts);
            QCOMPARE(facts->report.layers[0].mode, isStated ? lower::Mode::MaskSum : lower::Mode::SelectSum);
            QCOMPARE(facts->origin.range, request.range);
            const auto network = striding::readNetwork(facts->origin.network, facts->origin.range);
            QVERIFY(network && network->input.range.has_value() == isStated);
        }
    }
    void nonsenseIsRefused() {
        QTemporaryDir folder;
        striding::StridingRequest request{kEdge + QStringLiteral(".onnx"),  {}, {},
                                          kEdge + QStringLiteral(".x.png"), {}, "255,0"};
        const auto turned = striding::writeProgram(request, folder.path());
        QVERIFY(!turned && turned.problem().message->code == "E578");
        request.range = QStringLiteral("0,100");
        const auto outside = striding::writeProgram(request, folder.path());
        QVERIFY(!outside && outside.problem().message->code == "E579");
    }
};

QTEST_MAIN(TestNetworkRange)
#include "tst_network_range.moc"
