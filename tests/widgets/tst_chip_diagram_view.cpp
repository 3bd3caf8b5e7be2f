// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/picture_properties.h"
#include "widgets/paint/chip_diagram_table.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/session/selection.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace lw;
using paint::boxInRow;
using paint::ChipDiagramCanvas;
using paint::ChipDiagramColumn;
using paint::ChipDiagramView;
using tests::hasColour;
using theme::Role;

namespace {

// Bundle 3 waits one clock, 3, for the load of bundle 2 (vmem.load takes 2).
const QString kWaits = QStringLiteral(".chip training, \"training-teaching\"\n"
                                      "{ v0: bcast v0, 0 }\n"
                                      "{ vst: [0], v0 }\n"
                                      "{ vld: v1, [0] }\n"
                                      "{ v0: fadd v2, v1, v1 }\n"
                                      "{ s0: halt }\n");

} // namespace

class TestChipDiagramView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;

    std::unique_ptr<ChipDiagramView> shown(const QString& program) {
        auto view = std::make_unique<ChipDiagramView>(session::ViewContext{m_theme, m_session, m_selection});
        view->resize(760, 560);
        view->show();
        tests::load(m_session, program);
        return view;
    }
    void step(std::uint64_t clocks = 1) {
        m_session.perform(machine::StepClock{clocks});
        QTRY_VERIFY(!m_session.isBusy());
    }

  private Q_SLOTS:
    void init() { m_theme.choose(theme::Choice::Light); }
    void cleanup() { m_session.unload(); }

    void withoutAProgramItSaysWhatItWouldShow() {
        ChipDiagramView view({m_theme, m_session, m_selection});
        view.resize(500, 400);
        view.show();
        QVERIFY(view.scene().boxes.empty());
        const QImage image = view.canvas().grab().toImage();
        QVERIFY(hasColour(image, image.rect(), m_theme[Role::Muted]));
        QTest::keyClick(&view.canvas(), Qt::Key_Right); // nothing to walk to
        QVERIFY(view.canvas().selected().isEmpty());
    }
    void whatWorksIsFilledAndTheRestIsNot() {
        const auto view = shown(tests::kFirstBundle); // { movi ; movi ; vld }
        const QImage image = view->canvas().grab().toImage();
        const QRectF load = view->canvas().rectOf(QStringLiteral("vld"));
        QVERIFY(hasColour(image, load, m_theme.fill(Role::UnitMemory, 0.22)));
        for (const char* idle : {"mxu", "xpose", "rpu", "eup", "dma", "hbm"}) {
            const QRectF box = view->canvas().rectOf(QString::fromLatin1(idle)).adjusted(3, 3, -3, -3);
            QVERIFY(box.isValid());
            QVERIFY(hasColour(image, box, m_theme[Role::Panel]));
            for (const Role unit : {Role::UnitMatrix, Role::UnitPermute, Role::UnitUnary, Role::UnitDma})
                QVERIFY2(!hasColour(image, box, m_theme.fill(unit, 0.22)), idle);
        }
    }
    // Nothing has come out of a queue before the first clock.
    void noResultArrivesAtTheBeginning() {
        const auto view = shown(tests::kFirstBundle);
        QCOMPARE(view->scene().clock, std::uint64_t{0});
        for (const scene::DiagramPath& wire : view->scene().wires)
            for (const char* unit : {"mxu", "xpose", "rpu", "eup"})
                QVERIFY2(wire.from != unit || wire.activity == scene::Activity::Idle, wire.id.c_str());
    }
    void aStallIsHatchedAndSaysWhy() {
        const auto view = shown(kWaits);
        step(3);
        const QRectF vector = view->canvas().rectOf(QStringLiteral("vector"));
        QTRY_COMPARE(view->scene().clock, std::uint64_t{3});
        const QImage image = view->canvas().grab().toImage();
        QVERIFY(hasColour(image, vector.adjusted(-2, -2, 2, 2), m_theme[Role::Warning]));
        const QString tip = view->canvas().tipAt(vector.center());
        QVERIFY2(tip.contains(QStringLiteral("v1 is not ready before clock 4")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("bundle 3 waits for bundle 2")), qPrintable(tip));
    }
    void thePartOfAFaultIsRed() {
        const auto view = shown(QStringLiteral(".chip training, \"training-teaching\"\n{ s0: movi r1, -1 }\n"
                                               "{ s0: ld r2, [r1+0] }\n{ s0: halt }\n"));
        const auto isRed = [&](const char* part) {
            const QRectF box = view->canvas().rectOf(QString::fromLatin1(part)).adjusted(-2, -2, 2, 2);
            return hasColour(view->canvas().grab().toImage(), box, m_theme[Role::Error]);
        };
        QVERIFY(!isRed("smem"));
        m_session.perform(machine::Run{});
        QTRY_COMPARE(m_session.state(), session::State::Faulted);
        QVERIFY(isRed("smem"));
        QVERIFY(!isRed("vmem"));
        const QString tip = view->canvas().tipAt(view->canvas().rectOf(QStringLiteral("smem")).center());
        QVERIFY2(tip.contains(QStringLiteral("out of range")), qPrintable(tip));
        m_session.perform(machine::StepBack{1});
        QTRY_VERIFY(!m_session.isBusy());
        QVERIFY(!isRed("smem"));
    }
    void hitsAgreeWithWhatIsDrawn() {
        const auto view = shown(tests::kFirstBundle);
        for (const double factor : {1.0, 1.7, 0.5}) {
            view->canvas().zoom(factor, QPointF(300, 200));
            for (std::size_t i = 0; i < view->scene().boxes.size(); ++i) {
                const QString id = QString::fromStdString(view->scene().boxes[i].id);
                QCOMPARE(view->canvas().hitAt(view->canvas().rectOf(id).center()).box, std::optional(i));
            }
        }
        view->canvas().fit();
        const QRectF load = view->canvas().rectOf(QStringLiteral("vld")),
                     vector = view->canvas().rectOf(QStringLiteral("vector"));
        const QPointF between(load.center().x(), (load.top() + vector.bottom()) / 2);
        const auto hit = view->canvas().hitAt(between);
        QVERIFY(hit.wire);
        QCOMPARE(view->scene().wires[*hit.wire].id, std::string("load"));
        QVERIFY(view->canvas().tipAt(between).contains(QStringLiteral("vld v1, [0]")));
        QVERIFY(view->canvas().tipAt({1, 1}).isEmpty());
    }
    void nothingIsDrawnOutsideAndNothingIsClipped() {
        const auto view = shown(tests::kFirstBundle);
        const QSize size = view->canvas().size();
        for (const scene::DiagramPart& box : view->scene().boxes)
            QVERIFY(QRectF(QPointF(), QSizeF(size))
                        .contains(view->canvas().rectOf(QString::fromStdString(box.id))));
    }
    void wheelZoomsAboutThePointerAndDraggingPans() {
        const auto view = shown(tests::kFirstBundle);
        ChipDiagramCanvas& canvas = view->canvas();
        const QPointF at(200, 150);
        const QRectF before = canvas.rectOf(QStringLiteral("scalar"));
        const double scale = canvas.scale();
        const QPointF unit = (at - before.topLeft()) / scale;
        QWheelEvent wheel(at, canvas.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas, &wheel);
        QVERIFY(canvas.scale() > scale * 1.4 && canvas.scale() < scale * 1.5);
        const QRectF after = canvas.rectOf(QStringLiteral("scalar"));
        QVERIFY(((after.topLeft() + unit * canvas.scale()) - at).manhattanLength() < 0.01);
        QTest::mousePress(&canvas, Qt::LeftButton, {}, {100, 100});
        QTest::mouseMove(&canvas, {130, 120});
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, {130, 120});
        QVERIFY(((canvas.rectOf(QStringLiteral("scalar")).topLeft() - after.topLeft()) - QPointF(30, 20))
                    .manhattanLength() < 0.01);
        QVERIFY(canvas.selected().isEmpty()); // a drag is not a click
        QTest::keyClick(&canvas, Qt::Key_0);
        QVERIFY(canvas.isFitted());
        QCOMPARE(canvas.rectOf(QStringLiteral("scalar")), before);
    }
    void zoomSurvivesAStep() {
        const auto view = shown(tests::kFirstBundle);
        view->canvas().zoom(2, {10, 10});
        view->canvas().select(QStringLiteral("vmem"));
        const QRectF before = view->canvas().rectOf(QStringLiteral("vmem"));
        step();
        QCOMPARE(view->canvas().rectOf(QStringLiteral("vmem")), before);
        QCOMPARE(view->canvas().selected(), QStringLiteral("vmem"));
    }
    void aClickSelectsAndOpeningNamesTheCells() {
        const auto view = shown(tests::kFirstBundle);
        QSignalSpy opened(view.get(), &ChipDiagramView::opened);
        const QPoint vmem = view->canvas().rectOf(QStringLiteral("vmem")).center().toPoint();
        QTest::mouseClick(&view->canvas(), Qt::LeftButton, {}, vmem);
        QCOMPARE(view->canvas().selected(), QStringLiteral("vmem"));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].value<machine::Role>(), machine::Role::VectorMemory);
        QTest::keyClick(&view->canvas(), Qt::Key_Return);
        QCOMPARE(opened.size(), 2);
        QCOMPARE(opened[1], opened[0]);
        QTest::keyClick(&view->canvas(), Qt::Key_Down);
        QCOMPARE(view->canvas().selected(), QStringLiteral("dma"));
    }
    void onlyAClickOpens() {
        const auto view = shown(tests::kFirstBundle);
        ChipDiagramCanvas& canvas = view->canvas();
        QSignalSpy opened(view.get(), &ChipDiagramView::opened);
        const QPoint vmem = canvas.rectOf(QStringLiteral("vmem")).center().toPoint();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, vmem);
        QTest::mouseMove(&canvas, vmem + QPoint(20, 0)); // a pan
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, vmem + QPoint(20, 0));
        QTest::mouseClick(&canvas, Qt::MiddleButton, {}, vmem);
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, vmem); // of a press elsewhere
        QCOMPARE(opened.size(), 0);
        canvas.fit();
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, {1, 1}); // beside everything
        QCOMPARE(opened.size(), 0);
        // What has no cells of its own: its unit, a queue its unit's, the bundles.
        const std::pair<const char*, const char*> kUnits[] = {
            {"dma", "dma"}, {"mxu.queue", "mxu"}, {"mxu", "mxu"}, {"imem", ""}, {"scheduler", ""}};
        for (const auto& [box, unit] : kUnits) {
            QTest::mouseClick(&canvas, Qt::LeftButton, {},
                              canvas.rectOf(QString::fromLatin1(box)).center().toPoint());
            QVERIFY2(!opened.isEmpty(), box);
            QCOMPARE(opened.takeFirst()[1].toString(), QString::fromLatin1(unit));
        }
        // A level is left by a double click alone, which is not a click on what comes then.
        view->showLevel(QStringLiteral("chip"));
        const QPoint core = canvas.rectOf(QStringLiteral("core0")).center().toPoint();
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, core);
        QCOMPARE(view->level(), QStringLiteral("chip"));
        QTest::mouseDClick(&canvas, Qt::LeftButton, {}, core);
        QCOMPARE(view->level(), QString());
        QCOMPARE(opened.size(), 0);
    }
    void theTableSaysTheSame() {
        const auto view = shown(kWaits);
        step(3);
        QTRY_COMPARE(view->scene().clock, std::uint64_t{3});
        auto& model = view->twin().model();
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), static_cast<int>(view->scene().boxes.size() + view->scene().wires.size()));
        int stalled = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(!model.index(row, ChipDiagramColumn::Part).data().toString().isEmpty());
            if (model.index(row, ChipDiagramColumn::State).data().toString() != QStringLiteral("stalled"))
                continue;
            const QString box = boxInRow(view->scene(), row);
            if (box.isEmpty()) continue; // a wire to it
            ++stalled;
            QCOMPARE(box, QStringLiteral("vector"));
            QVERIFY(model.index(row, ChipDiagramColumn::Detail)
                        .data()
                        .toString()
                        .contains(QStringLiteral("bundle 2")));
        }
        QCOMPARE(stalled, 1);
        view->twin().showTable(true);
        for (const QWidget* child : view->findChildren<QWidget*>())
            if (child->focusPolicy() != Qt::NoFocus && child->isVisible() &&
                !child->objectName().startsWith("qt_"))
                QVERIFY2(!child->accessibleName().isEmpty(), child->metaObject()->className());
    }
    void levelsLeadInAndOut() {
        const auto view = shown(kWaits);
        QCOMPARE(view->level(), QString());
        const std::size_t core = view->scene().boxes.size();
        QWheelEvent out(QPointF(100, 100), view->canvas().mapToGlobal(QPointF(100, 100)), {}, {0, -120}, {},
                        {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view->canvas(), &out); // beyond the whole figure
        QCOMPARE(view->level(), QStringLiteral("chip"));
        QVERIFY(view->scene().boxes.size() < core);
        QVERIFY(view->canvas()
                    .tipAt(view->canvas().rectOf(QStringLiteral("core1")).center())
                    .contains(QStringLiteral("US 2018/0336456")));
        auto* board = view->findChild<QToolButton*>(QStringLiteral("level.board"));
        QVERIFY(board && !board->isChecked());
        board->click();
        QCOMPARE(view->level(), QStringLiteral("board"));
        QVERIFY(board->isChecked());
        Q_EMIT view->canvas().opened(QStringLiteral("chip1")); // nobody runs there
        QCOMPARE(view->level(), QStringLiteral("board"));
        Q_EMIT view->canvas().opened(QStringLiteral("chip0"));
        QCOMPARE(view->level(), QStringLiteral("chip"));
        Q_EMIT view->canvas().opened(QStringLiteral("core0"));
        QCOMPARE(view->level(), QString());
        QCOMPARE(view->scene().boxes.size(), core);
        view->showLevel(QStringLiteral("board"));
        step(1); // a level survives a step
        QCOMPARE(view->level(), QStringLiteral("board"));
        const QTemporaryDir folder;
        QCOMPARE(view->exportSvg(folder.filePath("board.svg")), std::nullopt);
    }
    void exportsAreForPaperAndVectorsStayVectors() {
        const auto view = shown(tests::kFirstBundle);
        m_theme.choose(theme::Choice::Dark);
        const QTemporaryDir folder;
        QCOMPARE(view->exportSvg(folder.filePath("chip.svg")), std::nullopt);
        QCOMPARE(view->exportPng(folder.filePath("chip.png")), std::nullopt);
        QFile svg(folder.filePath("chip.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("Vector processor") && text.contains("Matrix unit"));
        QVERIFY(!text.contains("<image"));
        const QImage png(folder.filePath("chip.png"));
        QVERIFY(png.width() > 2000);
        const theme::Colours paper = theme::coloursOf(QStringLiteral("print"));
        QCOMPARE(png.pixelColor(1, 1).rgb(), paper[Role::Surface].rgb());
        // Its letters are as large in their boxes as those of the SVG:
        // 15 units, not the most there is on a screen.
        const double scale = double(png.width()) / (view->scene().width + 16);
        for (const scene::DiagramPart& box : view->scene().boxes) {
            if (box.id != "hbm") continue;
            const QRectF words = QRectF(8 + box.x + 4, 8 + box.y + 2, box.width / 2, box.height - 4);
            int last = 0;
            for (int y = 0; y < static_cast<int>(words.height() * scale); ++y)
                for (int x = 0; x < static_cast<int>(words.width() * scale); ++x)
                    if (tests::isClose(png.pixelColor(static_cast<int>(words.left() * scale) + x,
                                                      static_cast<int>(words.top() * scale) + y),
                                       paper[Role::Text], 24))
                        last = std::max(last, x);
            QFont font = m_theme.text();
            font.setPixelSize(15);
            font.setWeight(QFont::DemiBold);
            const double wanted =
                4 + QFontMetricsF(font).horizontalAdvance(QStringLiteral("High bandwidth memory"));
            QVERIFY2(std::abs(last / scale - wanted) < wanted / 10,
                     qPrintable(QString::number(last / scale)));
        }
        QVERIFY(view->exportSvg(QStringLiteral("/nowhere/chip.svg")).has_value());
        QVERIFY(view->exportPng(QStringLiteral("/nowhere/chip.png")).has_value());
    }
    void aRepaintIsCheap() {
        const auto view = shown(tests::kFirstBundle);
        QImage image(view->canvas().size(), QImage::Format_RGB32);
        view->canvas().render(&image); // fonts and icons are there now
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 20; ++i) view->canvas().render(&image);
        // Ten times, for busy machines.
        QVERIFY2(timer.elapsed() < 20 * 40, "far from the 4 ms it should take");
        qInfo("a repaint of the chip diagram: %.2f ms", static_cast<double>(timer.nsecsElapsed()) / 20e6);
    }
};

int tst_chip_diagram_view(int argc, char** argv) {
    return lw::tests::run<TestChipDiagramView, QApplication>(argc, argv);
}
#include "tst_chip_diagram_view.moc"
