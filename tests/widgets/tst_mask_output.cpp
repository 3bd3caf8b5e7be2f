// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/open_network.h"
#include "widgets/circuit/pooling_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/striding/step_chain.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

#include <bit>
#include <cmath>

using namespace lw;
using ide::MainWindow;
using session::State;
using striding::MaskView;
using tests::exactnessOf;
using tests::kPatience;
using tests::maskOf;
using tests::open;
using tests::perform;

// What comes out of a strided layer, from there to the circuit, and the same in another mode.
class TestMaskOutput : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    QTemporaryDir m_settings;

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    // What comes out is shown beside what is right, and what is wrong is said of any element that is, not
    // only of those that a report lists.
    void theOutputStandsBesideTheRightOne() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        MaskView* mask = maskOf(window);
        QVERIFY2(mask->heading(MaskView::Output).contains(QStringLiteral("0 of 4 there")),
                 qPrintable(mask->heading(MaskView::Output)));
        perform(window, "run");
        QTRY_VERIFY2(mask->heading(MaskView::Output).contains(QStringLiteral("2 wrong")),
                     qPrintable(mask->heading(MaskView::Output)));
        QVERIFY(mask->heading(MaskView::Output).contains(QStringLiteral("all there")));
        // [18, -14], [31, -4] becomes [18, 0], [31, 0].
        const float got[] = {18, 0, 31, 0}, right[] = {18, -14, 31, -4};
        for (std::uint64_t i = 0; i < 4; ++i)
            for (const auto& [pane, wanted] :
                 {std::pair(MaskView::Output, got), std::pair(MaskView::Wanted, right)}) {
                const auto element = scene::elementAt(*mask->pane(pane).elements(), i);
                QVERIFY(element);
                QCOMPARE(std::bit_cast<float>(static_cast<std::uint32_t>(element->bits)), wanted[i]);
            }
        mask->point(MaskView::Output, paint::TensorCanvas::Cell{0, 1});
        QVERIFY2(mask->message().contains(QStringLiteral("WRONG: 0 instead of -14")),
                 qPrintable(mask->message()));
        QVERIFY(mask->message().startsWith(QStringLiteral("[0, 4]"))); // the pixel that is kept for it
        mask->point(MaskView::First, paint::TensorCanvas::Cell{1, 6}); // another one of its window
        QVERIFY(mask->message().contains(QStringLiteral("WRONG: 0 instead of -14")));
        mask->point(MaskView::Output, paint::TensorCanvas::Cell{0, 0});
        QVERIFY(!mask->message().contains(QStringLiteral("WRONG")));
        QVERIFY(mask->message().contains(QStringLiteral("output 18, right 18")));
        perform(window, "runBack");
        QTRY_VERIFY(mask->heading(MaskView::Output).contains(QStringLiteral("0 of 4 there")));
    }

    // Two float32 that differ in their last digit are not the same text, nor is one of them taken for right.
    void fractionsThatDifferAreTold() {
        const auto path = [&](const char* name) { return m_settings.filePath(QString::fromLatin1(name)); };
        QFile json(path("thirds.json"));
        QVERIFY(json.open(QIODevice::WriteOnly));
        json.write(R"({"schema": "lanewright.network", "version": 1, "name": "thirds", "dtype": "f32",
            "input": {"name": "x", "shape": [8, 8, 1], "range": [0, 10]}, "outputs": ["y"],
            "layers": [{"name": "y", "kind": "conv", "inputs": ["x"], "weights": "thirds.weights.npy",
                        "kernel": [3, 3], "stride": [2, 2], "pad": [1, 1, 1, 1], "activation": "none"}]})");
        json.close();
        tensor::Tensor weights(tensor::DType::F32, {3, 3, 1, 1}), x(tensor::DType::F32, {8, 8, 1});
        for (std::uint64_t i = 0; i < weights.count(); ++i)
            weights.set(i, std::cos(static_cast<float>(7 * i)));
        for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, 5 + 5 * std::sin(static_cast<float>(3 * i)));
        QVERIFY(tensor::writeNpy(path("thirds.weights.npy").toStdString(), weights));
        QVERIFY(tensor::writeNpy(path("thirds.x.npy").toStdString(), x));
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.lowerNetwork({path("thirds.json"),
                             QStringLiteral("inference-teaching"),
                             lower::striding::Mode::SpaceToDepth,
                             path("thirds.x.npy"),
                             {}});
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && window.striding().facts()->compared == 9,
                                 kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy(), kPatience);
        const std::vector<lower::striding::WrongElement> all =
            window.striding().facts()->layer(0).wrongElements;
        QVERIFY(!all.empty()); // the sums are added in another order
        const lower::striding::WrongElement& wrong = all.front();
        perform(window, "run");
        MaskView* mask = maskOf(window);
        QTRY_VERIFY(!mask->heading(MaskView::Output).contains(QStringLiteral("0 of 16")));
        mask->walkWrong(1);
        const QString said =
            QStringLiteral("WRONG: %1 instead of %2")
                .arg(QString::fromStdString(wrong.got), QString::fromStdString(wrong.wanted));
        QVERIFY2(mask->message().contains(said), qPrintable(mask->message() + said));
        auto* patch = window.page(ide::Workspace::Striding)->findChild<striding::PatchView*>();
        const auto* chain = patch->findChild<striding::StepChain*>();
        QTRY_VERIFY2(chain->accessibleDescription().contains(
                         QStringLiteral("WRONG, %1 is right").arg(QString::fromStdString(wrong.wanted))),
                     qPrintable(chain->accessibleDescription()));
    }

    // A mode that the circuit cannot do is not one that is shown.
    void aRefusedModeIsNotShown() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        QComboBox* box = nullptr;
        for (QComboBox* combo : maskOf(window)->findChildren<QComboBox*>())
            if (combo->accessibleName() == QLatin1String("Mode")) box = combo;
        QVERIFY(box);
        box->setCurrentIndex(box->findText(QStringLiteral("mask-sum")));
        Q_EMIT window.striding().failed(QStringLiteral("cannot be"));
        QCOMPARE(box->currentText(), QStringLiteral("mask-max"));
    }

    // An element of the output leads to its window in the pooling, and to the clock of it.
    void fromAnElementToItsWindow() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e01"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        MaskView* mask = maskOf(window);
        auto* pooling = window.page(ide::Workspace::Striding)->findChild<circuit::PoolingView*>();
        window.striding().showElement({QStringLiteral("y"), {scene::striding::PatchTensor::Out, 1, 0, 0}});
        Q_EMIT mask->windowWanted();
        QTRY_COMPARE_WITH_TIMEOUT(pooling->marked(), (std::vector<std::uint32_t>{2}), kPatience); // of 2 x 2
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && pooling->isVisible(), kPatience);
        // Windows of 4 x 4 in rows of 8: the third is complete with [7, 3], 59 clocks after the first value.
        QTRY_VERIFY2(pooling->message().contains(QStringLiteral("complete in clock 59")),
                     qPrintable(pooling->message()));
        QTRY_VERIFY2(pooling->summary().contains(QStringLiteral("window [1, 0] completes now")),
                     qPrintable(pooling->summary()));
    }

    // From one wrong element to the next, in every view at once.
    void wrongElementsAreWalkedInAllViews() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        MaskView* mask = maskOf(window);
        mask->walkWrong(1);
        const auto first = window.striding().element();
        QVERIFY(first);
        QVERIFY((first->place == scene::striding::PatchPlace{scene::striding::PatchTensor::Out, 0, 1, 0}));
        auto* patch = window.page(ide::Workspace::Striding)->findChild<striding::PatchView*>();
        QTRY_VERIFY(patch->scene() && patch->scene()->place == first->place);
        // What memory holds is what the circuit has computed, and yet not what it should be.
        const auto* chain = patch->findChild<striding::StepChain*>();
        QTRY_VERIFY_WITH_TIMEOUT(chain->accessibleDescription().contains(QStringLiteral("WRONG")), kPatience);
        QVERIFY(
            (exactnessOf(window)->cards().front()->canvas().selected() == paint::TensorCanvas::Cell{0, 1}));
        mask->walkWrong(1);
        QVERIFY((window.striding().element()->place ==
                 scene::striding::PatchPlace{scene::striding::PatchTensor::Out, 1, 1, 0}));
        exactnessOf(window)->walkWrong(1);
        QVERIFY((window.striding().element()->place ==
                 scene::striding::PatchPlace{scene::striding::PatchTensor::Out, 0, 1, 0}));
        QVERIFY((mask->pane(MaskView::First).canvas().selected() == paint::TensorCanvas::Cell{0, 4}));
    }

    // The same layer and element in another mode, run as far as before.
    void theModeIsSwitchedInPlace() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        MaskView* mask = maskOf(window);
        window.striding().showElement({QStringLiteral("y"), {scene::striding::PatchTensor::Out, 1, 1, 0}});
        const QString before = window.session().loaded()->path;
        window.striding().switchMode(lower::striding::Mode::MaskSum);
        QTRY_VERIFY_WITH_TIMEOUT(window.session().loaded() && window.session().loaded()->path != before,
                                 kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Halted, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && window.striding().facts()->compared == 9,
                                 kPatience);
        QCOMPARE(window.striding().facts()->report.layers[0].mode, lower::striding::Mode::MaskSum);
        QVERIFY(window.striding().element());
        QVERIFY((window.striding().element()->place ==
                 scene::striding::PatchPlace{scene::striding::PatchTensor::Out, 1, 1, 0}));
        QVERIFY((mask->pane(MaskView::First).canvas().selected() == paint::TensorCanvas::Cell{4, 4}));
        QTRY_VERIFY(mask->heading(MaskView::Output).contains(QStringLiteral("0 wrong")));
        QVERIFY(!window.striding().isSwitching());
        QVERIFY(!window.documents().documentOf(before)); // one program is open, that of the mode
        QStringList chosen;
        for (const QComboBox* combo : mask->findChildren<QComboBox*>())
            if (combo->accessibleName() == QLatin1String("Mode")) chosen << combo->currentText();
        QCOMPARE(chosen, QStringList{QStringLiteral("mask-sum")}); // the one that was asked for
    }
};

int tst_mask_output(int argc, char** argv) {
    return lw::tests::run<TestMaskOutput, QApplication>(argc, argv);
}
#include "tst_mask_output.moc"
