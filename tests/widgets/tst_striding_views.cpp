// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/example_list.h"
#include "app/ide/main_window.h"
#include "app/ide/network_dialog.h"
#include "app/ide/script_runner.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/open_network.h"
#include "widgets/manual/manual_view.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/mask_view.h"
#include "widgets/striding/network_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/striding/report_view.h"
#include "widgets/striding/striding_files.h"
#include "widgets/theme/style.h"
#include "widgets/tiling/tiling_files.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lw;
using ide::MainWindow;
using session::State;
using striding::MaskView;
using tests::exactnessOf;
using tests::kPatience;
using tests::maskOf;
using tests::open;
using tests::perform;

namespace {

constexpr float kOne = 1; // kept by a mask

} // namespace

// From a network to what one sees of its strided layers.
class TestStridingViews : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void init() { QSettings().clear(); }

    void everyNetworkIsOfferedWithAnInput() {
        const QStringList tiled{"denoiser", "super-resolution", "u-net"};
        int networks = 0;
        for (const ide::Example& example : ide::examples()) {
            if (example.group != QLatin1String("networks")) continue;
            ++networks;
            const auto network = striding::readNetwork(example.program);
            QVERIFY2(bool(network), qPrintable(example.program));
            const QString input = striding::inputBeside(example.program);
            const auto fixed = tiling::tileBeside(example.program, input);
            QCOMPARE(fixed.has_value(), tiled.contains(QFileInfo(example.folder).fileName()));
            const bool fits =
                fixed ? bool(tiling::planned({.network = example.program, .input = input, .fixed = *fixed}))
                      : bool(striding::readInput(input, *network));
            QVERIFY2(fits, qPrintable(input));
        }
        QCOMPARE(networks, 11);
    }
    // One click on the card of a network: no question, the smallest machine, the input beside it.
    void aCardOpensItsNetwork() {
        MainWindow window(m_theme);
        window.show();
        QAbstractButton* card = nullptr;
        for (auto* button : window.findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("Handwritten digits by strided convolutions")) card = button;
        QVERIFY(card);
        card->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace(), ide::Workspace::Striding, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && window.striding().facts()->compared == 9,
                                 kPatience);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(window.striding().facts()->origin.machine, QStringLiteral("inference-teaching"));
        QCOMPARE(window.striding().facts()->report.layers.size(), std::size_t{2});
        perform(window, "run");
        QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), State::Halted, kPatience);
    }

    // The lesson stays in sight beside what its links open.
    void aLinkOfTheLessonOpensItsExample() {
        MainWindow window(m_theme);
        window.resize(1600, 1000);
        window.show();
        window.actions()["lesson"]->trigger();
        QCOMPARE(window.workspace(), ide::Workspace::Striding);
        auto* manual = window.page(ide::Workspace::Striding)->findChild<manual::ManualView*>();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->currentPage(), QStringLiteral("chapter/lesson"));
        Q_EMIT manual->text().anchorClicked(
            QUrl(QStringLiteral("example/networks/worked-examples/e02.json?mask-max")));
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts() && window.striding().facts()->compared == 9,
                                 kPatience);
        QCOMPARE(window.striding().facts()->report.layers[0].mode, lower::striding::Mode::MaskMax);
        QVERIFY(!window.striding().facts()->report.layers[0].wasChosen);
        Q_EMIT manual->text().anchorClicked(QUrl(QStringLiteral("example/inference/array-wave/program.lw")));
        QTRY_VERIFY_WITH_TIMEOUT(window.session().loaded() &&
                                     window.session().loaded()->path.contains(QStringLiteral("array-wave")),
                                 kPatience);
        QCOMPARE(window.workspace(), ide::Workspace::Striding);
        QVERIFY(manual->isVisible());
        QCOMPARE(manual->currentPage(), QStringLiteral("chapter/lesson"));
    }

    // Forwards the product fills, backwards it empties.
    void thePicturesFollowStepsBothWays() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        MaskView& view = *maskOf(window);
        QVERIFY(view.heading(MaskView::Product).contains(QStringLiteral("0 of 64")));
        QVERIFY(view.heading(MaskView::First).contains(QStringLiteral("0 of 64")));
        perform(window, "run");
        QCOMPARE(window.session().state(), State::Halted);
        QVERIFY2(view.heading(MaskView::Product).contains(QStringLiteral("all there")),
                 qPrintable(view.heading(MaskView::Product)));
        QVERIFY(view.heading(MaskView::Mask).contains(QStringLiteral("0: 60 pixels")));
        QVERIFY(view.heading(MaskView::Mask).contains(QStringLiteral("1: 4 pixels")));
        QVERIFY(view.summary().contains(QStringLiteral("4 pixels wanted, 64 computed, 93.75 % in vain")));
        const auto look = view.look();
        perform(window, "runBack");
        QVERIFY(view.heading(MaskView::Product).contains(QStringLiteral("0 of 64")));
        perform(window, "run");
        QVERIFY(view.look() == look); // locked
    }

    void pointingLinksThePictures() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        MaskView& view = *maskOf(window);
        const QImage before = view.pane(MaskView::Input).canvas().grab().toImage();
        view.point(MaskView::First, paint::TensorCanvas::Cell{0, 4});
        for (const char* part :
             {"first -14", "mask 1", "product -14", "kept", "window [0, 1]", "0 instead of -14"})
            QVERIFY2(view.message().contains(QLatin1String(part)), qPrintable(view.message()));
        QVERIFY(view.pane(MaskView::Input).canvas().grab().toImage() != before); // the patch
        view.point(MaskView::First, paint::TensorCanvas::Cell{0, 5});
        QVERIFY(view.message().contains(QStringLiteral("dropped")));
        view.pane(MaskView::First).canvas().setSight({1, 1, 40});
        QVERIFY(view.pane(MaskView::Product).canvas().sight() == view.pane(MaskView::First).canvas().sight());
        QVERIFY(view.pane(MaskView::Mask).canvas().sight() == view.pane(MaskView::First).canvas().sight());
        view.walkWrong(1);
        QCOMPARE(*view.pane(MaskView::Mask).canvas().selected(), (paint::TensorCanvas::Cell{0, 4}));
        view.walkWrong(1);
        QCOMPARE(*view.pane(MaskView::Product).canvas().selected(), (paint::TensorCanvas::Cell{4, 4}));
        QVERIFY(view.message().startsWith(QStringLiteral("2 of 2")));
        view.walkWrong(1);
        QVERIFY(view.message().startsWith(QStringLiteral("1 of 2")));
    }

    void bothMasksCanBeSeen() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e03"), lower::striding::Mode::TwoMasksMax);
        perform(window, "run");
        MaskView& view = *maskOf(window);
        QVERIFY(view.heading(MaskView::Mask).contains(QStringLiteral("2: 9 pixels")));
        view.showMask(1);
        QTRY_VERIFY_WITH_TIMEOUT(view.heading(MaskView::Mask).contains(QStringLiteral("0.5: 9 pixels")),
                                 kPatience);
    }

    // A click in the mask view shows what the element was made from: the numbers of the worked example.
    void aClickShowsThePatch() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        auto& view = *window.page(ide::Workspace::Striding)->findChild<striding::PatchView*>();
        Q_EMIT maskOf(window)->pane(MaskView::First).canvas().picked({0, 4});
        QVERIFY(view.isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), kPatience);
        QVERIFY(view.scene());
        QCOMPARE(QString::fromStdString(view.scene()->value), QStringLiteral("-14"));
        QCOMPARE(view.scene()->check, scene::striding::PatchCheck::Same);
        QCOMPARE(view.passes().model().rowCount(), 3);
        QAbstractItemModelTester tester(&view.passes().model());
        QVERIFY(view.chain().accessibleDescription().contains(QStringLiteral("the same bits -14")));
        // -1 0 1 / -2 0 2 / -1 0 1 on a border of zeros and rows 0 and 1 of (3ii + 5ij + 7j) mod 11.
        const auto numbers = [](const scene::CellPicture& cells) {
            QList<double> out;
            for (std::size_t i = 0; i < cells.bits.size(); ++i) out << cells.value(i);
            return out;
        };
        QCOMPARE(numbers(view.scene()->input), (QList<double>{0, 0, 0, 10, 6, 2, 6, 7, 8}));
        QCOMPARE(numbers(view.scene()->products), (QList<double>{0, 0, 0, -20, 0, 4, -6, 0, 8}));
        view.point(paint::TensorCanvas::Cell{2, 0});
        for (const char* part : {"input [1, 3, 0] 6", "kernel [2, 0] -1", "= -6", "pass 3", "clock"})
            QVERIFY2(view.message().contains(QLatin1String(part)), qPrintable(view.message()));
        const QImage before = view.pane(striding::PatchView::Products).canvas().grab().toImage();
        view.choosePass(1);
        QCOMPARE(window.selection().item().bundle->bundle, view.scene()->passes[1].instruction);
        QVERIFY(view.pane(striding::PatchView::Products).canvas().grab().toImage() != before);
        // The output's element is the same sum, which the window loses.
        window.striding().showElement({QStringLiteral("y"), {scene::striding::PatchTensor::Out, 0, 1, 0}});
        QCOMPARE(*maskOf(window)->pane(MaskView::First).canvas().selected(),
                 (paint::TensorCanvas::Cell{0, 4}));
        QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), kPatience);
        QCOMPARE(std::stod(view.scene()->value), 0.0);
        view.showRunning(true);
        QVERIFY(view.heading(striding::PatchView::Products).contains(QStringLiteral("Running sums")));
        perform(window, "runBack");
        QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), kPatience);
        QVERIFY(view.scene()->value.empty());
        QCOMPARE(view.scene()->check, scene::striding::PatchCheck::NotYet);
    }

    // Nothing of the element before stays, in no view.
    void elementsThatAreNotThere() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        auto& view = *window.page(ide::Workspace::Striding)->findChild<striding::PatchView*>();
        ide::ScriptRunner runner(window, QStringLiteral("x"));
        const auto element = [&runner](const char* place) {
            for (const ide::ScriptVerb& verb : ide::scriptVerbs())
                if (qstrcmp(verb.name, "element") == 0)
                    return verb.act(runner, {QStringLiteral("y"), QString::fromLatin1(place)});
            return QStringLiteral("there is none");
        };
        const auto selected = [&window] { return maskOf(window)->pane(MaskView::First).canvas().selected(); };
        QCOMPARE(element("first[0,4,0]"), QString());
        QTRY_VERIFY_WITH_TIMEOUT(!view.isWaiting(), kPatience);
        QVERIFY(view.scene() && selected() == (paint::TensorCanvas::Cell{0, 4}));
        QCOMPARE(view.passes().model().rowCount(), 3);
        for (const char* place : {"first[0,9999,0]", "first[9999,0,0]", "first[0,0,9]", "out[0,4,0]"})
            QVERIFY2(!element(place).isEmpty(), place);
        QVERIFY(view.scene() && selected() == (paint::TensorCanvas::Cell{0, 4}));
        const QString message = maskOf(window)->message();
        const auto before = window.striding().element();
        for (const scene::striding::PatchPlace& place :
             {scene::striding::PatchPlace{scene::striding::PatchTensor::First, 0, 9999, 0},
              {scene::striding::PatchTensor::Out, 0, 0, 1}})
            window.striding().showElement({QStringLiteral("y"), place});
        window.striding().showElement({QStringLiteral("no layer"), {}});
        QVERIFY(window.striding().element() == before);
        QVERIFY(selected() == (paint::TensorCanvas::Cell{0, 4}));
        QCOMPARE(maskOf(window)->message(), message);
        QCOMPARE(view.passes().model().rowCount(), 3);
        // What is said of it is what is there at the clock.
        QVERIFY(maskOf(window)->message().contains(QStringLiteral("first -14")));
        perform(window, "reset");
        QTRY_VERIFY_WITH_TIMEOUT(maskOf(window)->message().contains(QStringLiteral("first not there yet")),
                                 kPatience);
    }

    // The network was changed and opened again: its program has the same path, but other layers.
    void aProgramGetsAnotherReport() {
        const QTemporaryDir folder;
        for (const char* ending : {".json", ".x.npy", ".weights.npy"})
            QFile::copy(tests::kWorkedExamples + QStringLiteral("e02") + QLatin1String(ending),
                        folder.filePath(QStringLiteral("e02") + QLatin1String(ending)));
        session::DebugSession session;
        session::Selection selection;
        const session::ViewContext context{m_theme, session, selection};
        striding::StridingDesk desk;
        desk.keepIn(folder.filePath(QStringLiteral("programs")));
        striding::PatchView patch(context, desk);
        MaskView mask(context, desk);
        connect(&desk, &striding::StridingDesk::lowered, &desk, &striding::StridingDesk::setProgram);
        const auto lower = [&] {
            striding::StridingRequest request;
            request.network = folder.filePath(QStringLiteral("e02.json"));
            request.machine = QStringLiteral("inference-teaching");
            QSignalSpy changed(&desk, &striding::StridingDesk::factsChanged);
            desk.lowerNetwork(request);
            QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), kPatience);
        };
        lower();
        QVERIFY(desk.facts());
        const QString program = desk.facts()->program;
        for (QWidget* view : std::initializer_list<QWidget*>{&patch, &mask})
            QCOMPARE(view->findChild<striding::LayerBar*>()->layerName(), QStringLiteral("y"));
        desk.showElement({QStringLiteral("y"), {scene::striding::PatchTensor::First, 0, 4, 0}});
        QFile file(folder.filePath(QStringLiteral("e02.json")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        QVERIFY(text.contains("\"y\""));
        text.replace("\"y\"", "\"other\"");
        QVERIFY(file.resize(0) && file.seek(0) && file.write(text) == text.size());
        file.close();
        lower();
        QCOMPARE(desk.facts()->program, program);
        for (QWidget* view : std::initializer_list<QWidget*>{&patch, &mask})
            QCOMPARE(view->findChild<striding::LayerBar*>()->layerName(), QStringLiteral("other"));
        QVERIFY(!desk.element());
    }

    // However small a mask is, something of it is seen.
    void theMaskIsSeenAtEverySize() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        perform(window, "run");
        auto& canvas = maskOf(window)->pane(MaskView::Mask).canvas();
        canvas.setSight({0, 0, 20});
        const QColor dropped = canvas.grab().toImage().pixelColor(
            canvas.viewport()->mapTo(&canvas, canvas.cellRect({1, 1}).center().toPoint()));
        for (const double scale : {20.0, 5.0, 2.0, 1.0, 0.4, 0.2}) {
            canvas.setSight({0, 0, scale});
            const QImage image = canvas.viewport()->grab().toImage();
            const QRect area = (canvas.cellRect({0, 0}) | canvas.cellRect({7, 7})).toAlignedRect();
            int inked = 0;
            for (int y = area.top(); y <= area.bottom(); ++y)
                for (int x = area.left(); x <= area.right(); ++x)
                    inked += image.valid(x, y) &&
                             std::abs(image.pixelColor(x, y).lightness() - dropped.lightness()) > 20;
            QVERIFY2(inked > 0, qPrintable(QString::number(scale)));
        }
    }

    // Also while there is no range of colours yet, as before the first tensor is there.
    void aMaskInPhaseLooksAlikeEverywhere() {
        MainWindow window(m_theme);
        window.resize(2400, 1300); // the picture is seen whole at every scale
        window.show();
        window.lowerNetwork({QStringLiteral(LW_ROOT "/examples/networks/edge-filter/edge_filter.json"),
                             QStringLiteral("inference"), lower::striding::Mode::MaskMax});
        QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == State::Paused && !window.session().isBusy(),
                                 kPatience);
        const MaskView& view = *maskOf(window);
        const auto isThere = [&] {
            return view.heading(MaskView::Mask).contains(QLatin1String("all there"));
        };
        for (int steps = 0; !isThere() && steps < 20; ++steps) perform(window, "step");
        QVERIFY(isThere() && !view.heading(MaskView::First).contains(QLatin1String("all there")));
        auto& canvas = maskOf(window)->pane(MaskView::Mask).canvas();
        for (const double scale : {0.98, 0.757, 0.53, 0.3}) {
            canvas.setSight({0, 0, scale});
            const QImage image = canvas.viewport()->grab().toImage();
            double least = 255, most = 0; // mean lightness of a block of 8 x 8 windows
            for (std::uint64_t block = 0; block < 64; ++block) {
                const paint::TensorCanvas::Cell first{block / 8 * 32, block % 8 * 32};
                const QRect area =
                    (canvas.cellRect(first) | canvas.cellRect({first.row + 31, first.column + 31})).toRect();
                QVERIFY(image.rect().contains(area));
                qint64 sum = 0;
                for (int y = area.top(); y <= area.bottom(); ++y)
                    for (int x = area.left(); x <= area.right(); ++x)
                        sum += image.pixelColor(x, y).lightness();
                const double mean = static_cast<double>(sum) / (area.width() * area.height());
                least = std::min(least, mean);
                most = std::max(most, mean);
            }
            QVERIFY2(most - least < 16, qPrintable(QStringLiteral("%1: %2").arg(scale).arg(most - least)));
        }
    }

    // A word of the mask that is 1 by hand has a cross at every size; before, none.
    void whatIsOutOfPhaseHasACross() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), lower::striding::Mode::MaskMax);
        window.resize(2600, 1300); // the cell is in sight at every scale
        perform(window, "run");
        auto& canvas = maskOf(window)->pane(MaskView::Mask).canvas();
        const paint::TensorCanvas::Cell poked{3, 5};
        const auto hasCross = [&](double scale) {
            canvas.setSight({0, 0, scale});
            const QImage image = canvas.viewport()->grab().toImage();
            const QPoint at = canvas.cellRect(poked).center().toPoint();
            const QColor cross = m_theme[theme::Role::Error];
            for (int y = at.y() - 1; y <= at.y() + 1; ++y)
                for (int x = at.x() - 1; x <= at.x() + 1; ++x)
                    if (image.valid(x, y) && image.pixelColor(x, y).rgb() == cross.rgb()) return true;
            return false;
        };
        constexpr double kScales[] = {40, 20, 5, 2, 1};
        for (const double scale : kScales) QVERIFY2(!hasCross(scale), qPrintable(QString::number(scale)));
        const session::Loaded& loaded = *window.session().loaded();
        const program::NamedTensor* const mask = program::findTensor(loaded.program, "y.mask");
        QVERIFY(mask && mask->dtype == tensor::DType::F32);
        const std::uint64_t unit = loaded.machine.target.spaces[index(mask->space)].unitBytes;
        const auto one = std::as_bytes(std::span(&kOne, 1));
        window.session().perform(machine::PokeSpace{mask->space,
                                                    mask->address * unit + (poked.row * 8 + poked.column) * 4,
                                                    {one.begin(), one.end()}});
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isBusy() && !maskOf(window)->isWaiting(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(
            maskOf(window)->summary().contains(QStringLiteral("MASK OUT OF PHASE at 1 pixels")), kPatience);
        for (const double scale : kScales) QVERIFY2(hasCross(scale), qPrintable(QString::number(scale)));
    }

    // Nine modes with the verdicts of the worked example.
    void theModesStandSideBySide() {
        MainWindow window(m_theme);
        open(window, QStringLiteral("e02"), std::nullopt);
        const striding::ExactnessView& view = *exactnessOf(window);
        QCOMPARE(view.cards().size(), std::size_t{9});
        QMap<QString, std::uint64_t> wrong;
        for (const scene::striding::ExactnessColumn& mode : view.scene().modes) {
            QCOMPARE(mode.confirmed, std::optional(true));
            wrong[QString::fromStdString(mode.mode)] = mode.wrong;
        }
        for (const char* exact : {"mask-sum", "mask-max-min", "neg-inf-max", "select-sum"})
            QCOMPARE(wrong[QLatin1String(exact)], std::uint64_t{0});
        for (const char* lossy : {"mask-max", "two-masks-max", "select-max"})
            QCOMPARE(wrong[QLatin1String(lossy)], std::uint64_t{2});
        // Chosen by itself: the first that is exact.
        QCOMPARE(window.striding().facts()->report.layers[0].mode, lower::striding::Mode::MaskSum);
        exactnessOf(window)->walkWrong(1);
        QVERIFY2(view.message().contains(QStringLiteral("0 instead of -14")), qPrintable(view.message()));
        QCOMPARE(*view.cards()[0]->canvas().selected(), (paint::TensorCanvas::Cell{0, 1}));
        auto* twin = &exactnessOf(window)->twin();
        QCOMPARE(twin->model().rowCount(), 9);
        QAbstractItemModelTester tester(&twin->model());
        QVERIFY(twin->model().index(0, 1).data().toString().contains(QStringLiteral("2 of 4")));
        const auto* report = window.page(ide::Workspace::Striding)->findChild<striding::ReportView*>();
        QStringList texts;
        for (int row = 0; row < report->model().rowCount(); ++row)
            texts << report->model().index(row, 0).data().toString();
        QVERIFY(texts.contains(QStringLiteral("Not mask-max")));
    }

    void aNetworkIsAskedAbout() {
        MainWindow window(m_theme);
        window.show();
        window.openFile(tests::kWorkedExamples + QStringLiteral("e02.json"));
        auto* dialog = window.findChild<ide::NetworkDialog*>();
        QVERIFY(dialog);
        QVERIFY(!dialog->request().mode);
        QCOMPARE(dialog->request().input,
                 tests::kWorkedExamples + QStringLiteral("e02.x.npy")); // what lies beside it
        dialog->mode().setCurrentIndex(dialog->mode().findText(QStringLiteral("select-max")));
        QCOMPARE(*dialog->request().mode, lower::striding::Mode::SelectMax);
        dialog->accept();
        QTRY_VERIFY_WITH_TIMEOUT(window.session().state() == State::Paused, kPatience);
        QCOMPARE(window.session().loaded()->program.tensors.empty(), false);
    }

    void whatIsNoNetworkIsSaid() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("no.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"schema\": 1}") > 0);
        file.close();
        MainWindow window(m_theme);
        window.show();
        window.lowerNetwork({path, {}, {}, {}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace(), ide::Workspace::Striding, kPatience);
        auto* view = window.page(ide::Workspace::Striding)->findChild<striding::NetworkView*>();
        QVERIFY(view->isVisible());
        auto* notice = view->findChild<theme::EmptyNotice*>();
        QTRY_VERIFY_WITH_TIMEOUT(notice->text().contains(QStringLiteral("version")), kPatience);
        QCOMPARE(view->currentWidget(), notice);
        QCOMPARE(window.session().state(), State::Empty);
    }
    // Of what cannot be read as a whole the parts before and after it are offered.
    void whatIsCutAwayIsOffered() {
        using namespace lw::test::onnx;
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("cut.onnx"));
        QFile file(path);
        const std::string model =
            modelOf({node("Relu", {"x"}, {"r"}), node("Det", {"r"}, {"m"}), node("Relu", {"m"}, {"y"})}, {},
                    input("x", {1, 2, 4, 4}) + stated("m", {1, 2, 3, 3}), {"y"});
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write(model.data(), static_cast<qsizetype>(model.size())) > 0);
        file.close();
        MainWindow window(m_theme);
        window.show();
        window.lowerNetwork({path, {}, {}, {}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QMessageBox*>(), kPatience);
        auto* box = window.findChild<QMessageBox*>();
        QStringList offers;
        for (const QAbstractButton* button : box->buttons())
            if (box->buttonRole(const_cast<QAbstractButton*>(button)) == QMessageBox::ActionRole)
                offers << button->text();
        QCOMPARE(offers,
                 (QStringList{QStringLiteral("Open until \"r\""), QStringLiteral("Open from \"m\"")}));
        const QList<QAbstractButton*> buttons = box->buttons();
        const auto second = std::find_if(buttons.begin(), buttons.end(), [&](const QAbstractButton* button) {
            return button->text() == offers[1];
        });
        (*second)->click();
        // What the folder says is read beside it.
        QTRY_VERIFY_WITH_TIMEOUT(window.striding().facts(), kPatience);
        QCOMPARE(window.striding().facts()->origin.section.from.value_or(""), std::string("m"));
    }
};

int tst_striding_views(int argc, char** argv) {
    return lw::tests::run<TestStridingViews, QApplication>(argc, argv);
}
#include "tst_striding_views.moc"
