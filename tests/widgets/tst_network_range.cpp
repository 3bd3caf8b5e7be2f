// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/network_dialog.h"
#include "core/project/lower_network.h"
#include "tests/support/run_test.h"
#include "widgets/striding/striding_files.h"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lw;

namespace {

const QString kEdge = QStringLiteral(LW_ROOT "/examples/networks/edge-filter/edge_filter");

} // namespace

// A range that the window states for a network whose file states none.
class TestNetworkRange : public QObject {
    Q_OBJECT

    static striding::FactsPtr factsOf(const QString& program) {
        const auto read = striding::readFacts(program);
        return read ? *read : nullptr;
    }

  private Q_SLOTS:
    void theDialogPassesIt() {
        ide::NetworkDialog dialog({kEdge + QStringLiteral(".onnx"), {}}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QCOMPARE(dialog.request().range, QString());
        QTest::keyClicks(&dialog.range(), QStringLiteral(" 0, 255 "));
        QCOMPARE(dialog.request().range, QStringLiteral("0, 255"));
        QCOMPARE(dialog.request().input, kEdge + QStringLiteral(".x.png"));
    }
    void theDialogCuts() {
        ide::NetworkDialog dialog({kEdge + QStringLiteral(".onnx"), {}}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QVERIFY(dialog.request().section == network::Section{});
        dialog.from().setText(QStringLiteral("conv1"));
        dialog.until().setText(QStringLiteral("conv2"));
        QVERIFY((dialog.request().section == network::Section{"conv1", "conv2"}));
    }
    // What was refused is there again, so that only what was wrong has to be entered once more.
    void theDialogKeepsWhatWasAsked() {
        striding::StridingRequest asked{
            kEdge + QStringLiteral(".onnx"),    QStringLiteral("inference-teaching"),
            lower::striding::Mode::TwoMasksMax, QStringLiteral("other.npy"),
            QStringLiteral("folder"),           QStringLiteral("0,1")};
        asked.order = network::ImageOrder::ChannelsFirst;
        asked.mean = QStringLiteral("1,2,3");
        asked.scale = QStringLiteral("0.5");
        asked.section = {"conv1", "conv2"};
        asked.maskFactor = 3;
        const ide::NetworkDialog dialog(asked, nullptr);
        const striding::StridingRequest again = dialog.request();
        QCOMPARE(again.network, asked.network);
        QCOMPARE(again.machine, asked.machine);
        QVERIFY(again.mode == asked.mode && again.order == asked.order && again.section == asked.section);
        QCOMPARE(again.input, asked.input);
        QCOMPARE(again.folder, asked.folder);
        QCOMPARE(again.range, asked.range);
        QCOMPARE(again.mean, asked.mean);
        QCOMPARE(again.scale, asked.scale);
        QCOMPARE(again.maskFactor, 3.0);
    }
    // Once more, for a comparison of all modes, it is cut as it was.
    void aCutIsRemembered() {
        const QString digits = QStringLiteral(LW_ROOT "/examples/networks/strided-digits/digits.json");
        QTemporaryDir folder;
        striding::StridingRequest request{digits, {}, {}, {}, {}};
        request.section.from = "conv1";
        const auto written = striding::writeProgram(request, folder.path());
        QVERIFY2(bool(written), written ? "" : textOf(written.problem()).c_str());
        const striding::FactsPtr facts = factsOf(written->program);
        QVERIFY(facts && facts->origin.section == request.section);
        QCOMPARE(facts->report.layers.size(), std::size_t{1});
        const auto network = striding::readNetwork(facts->origin.network, {}, facts->origin.section);
        QVERIFY(network && network->input.name == "conv1");
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
            const striding::FactsPtr facts = factsOf(written->program);
            QVERIFY(facts);
            QCOMPARE(facts->report.layers[0].mode,
                     isStated ? lower::striding::Mode::MaskSum : lower::striding::Mode::SelectSum);
            QCOMPARE(facts->origin.range, request.range);
            const auto network = striding::readNetwork(facts->origin.network, facts->origin.range);
            QVERIFY(network && network->input.range.has_value() == isStated);
        }
    }
    // 0.1 does not survive 3 and 1/3.
    void theFactorOfTwoMasksReachesTheProgram() {
        const QString tenth = QStringLiteral(LW_ROOT "/examples/networks/worked-examples/e05-tenth");
        ide::NetworkDialog dialog({tenth + QStringLiteral(".json"), {}}, nullptr);
        QVERIFY(!dialog.factor().isEnabled());
        dialog.factor().setValue(3);
        QCOMPARE(dialog.request().maskFactor, 0.0);
        dialog.mode().setCurrentText(QStringLiteral("two-masks-max"));
        QVERIFY(dialog.factor().isEnabled());
        QTemporaryDir folder;
        const auto written = striding::writeProgram(dialog.request(), folder.path());
        QVERIFY2(bool(written), written ? "" : textOf(written.problem()).c_str());
        const striding::FactsPtr facts = factsOf(written->program);
        QVERIFY(facts);
        QCOMPARE(facts->origin.maskFactor, 3.0);
        const auto network = striding::readNetwork(facts->origin.network);
        const auto input = striding::readInput(facts->origin.input, *network);
        lower::striding::Options options = facts->origin.options();
        options.mode = lower::striding::Mode::TwoMasksMax;
        const std::atomic<bool> never = false;
        const auto run = project::runNetwork(*network, "inference-teaching", options, 1, *input, never);
        QVERIFY(run && *run);
        QCOMPARE((*run)->report.layers[0].wrong, std::uint64_t{1});
    }
    // What lw wrote is known to the window, of several modes each by its folder.
    void aFolderOfLwIsKnown() {
        const QString example = QStringLiteral(LW_ROOT "/examples/networks/worked-examples/e02");
        QTemporaryDir folder;
        const auto stride = [&](const QString& mode) {
            QProcess lw;
            lw.start(QStringLiteral(LW_BIN "/lw"),
                     {QStringLiteral("stride"), example + QStringLiteral(".json"), QStringLiteral("-m"),
                      QStringLiteral("inference-teaching"), QStringLiteral("--input"),
                      example + QStringLiteral(".x.npy"), QStringLiteral("--mode"), mode,
                      QStringLiteral("--output"), folder.path()});
            return lw.waitForFinished(60000) && lw.exitStatus() == QProcess::NormalExit && lw.exitCode() < 2;
        };
        const auto program = [&](const char* mode) {
            return folder.filePath(QString::fromLatin1(mode) + QStringLiteral("/program.lw"));
        };
        QVERIFY(stride(QStringLiteral("all")));
        for (const lower::striding::Mode mode :
             {lower::striding::Mode::MaskMax, lower::striding::Mode::NegInfMax}) {
            const striding::FactsPtr facts = factsOf(program(lower::striding::nameOf(mode).data()));
            QVERIFY(facts && facts->canCompare());
            QCOMPARE(facts->report.layers[0].mode, mode);
            const auto network = striding::readNetwork(facts->origin.network);
            QVERIFY(network && striding::readInput(facts->origin.input, *network));
        }
        // Another run leaves the folders of the modes as they are: they are not its own.
        QVERIFY(stride(QStringLiteral("mask-sum")));
        QVERIFY(!factsOf(program("neg-inf-max")));
        const striding::FactsPtr facts = factsOf(folder.filePath(QStringLiteral("program.lw")));
        QVERIFY(facts && facts->canCompare());
        QCOMPARE(facts->report.layers[0].mode, lower::striding::Mode::MaskSum);
        // What cannot be read is told, unless it belongs to somebody else.
        QFile report(folder.filePath(QStringLiteral("report.json")));
        QVERIFY(report.open(QIODevice::WriteOnly) && report.write("{}") == 2);
        report.close();
        QVERIFY(!striding::readFacts(folder.filePath(QStringLiteral("program.lw"))));
        QVERIFY(striding::readFacts(program("neg-inf-max")) && !factsOf(program("neg-inf-max")));
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

int tst_network_range(int argc, char** argv) {
    return lw::tests::run<TestNetworkRange, QApplication>(argc, argv);
}
#include "tst_network_range.moc"
