// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/circuit/array_view.h"
#include "widgets/circuit/pooling_view.h"
#include "widgets/session/selection.h"
#include "widgets/striding/strided_pooling.h"
#include "widgets/theme/style.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace lw;
using circuit::ArrayCanvas;
using circuit::ArrayView;
using circuit::PoolingView;
using Cell = paint::TensorCanvas::Cell;

namespace {

const QString kWave = QStringLiteral(LW_ROOT "/examples/inference/array-wave/program.lw");
const QString kLine = QStringLiteral(LW_ROOT "/examples/inference/line-buffer/program.lw");
constexpr int kLongWait = 60000; // a busy host

// Vectors and weights of the first example.
constexpr float kX[4][3] = {{1, 0, 2}, {0, 1, 1}, {2, 2, 2}, {1, 1, 0}};
constexpr float kW[3][2] = {{1, 2}, {3, 4}, {5, 6}};
constexpr std::uint32_t kSide = 8; // of the teaching array
constexpr std::uint32_t kUnused = kSide - 3;

} // namespace

// The systolic array and the pooling circuitry, followed clock by clock.
class TestCircuitViews : public QObject {
    Q_OBJECT

    theme::Theme m_theme;

    struct Desk {
        session::DebugSession session;
        session::Selection selection;
        striding::StridingDesk striding;
        explicit Desk(theme::Theme& theme) : context{theme, session, selection} {}
        session::ViewContext context;
    };
    template <typename View> static void show(View& view, int width = 1000, int height = 600) {
        view.resize(width, height);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    template <typename View> static void settle(Desk& desk, View& view) {
        QTRY_VERIFY_WITH_TIMEOUT(!desk.session.isBusy() && !view.feed().isWaiting(), kLongWait);
    }
    template <typename View> static void seek(Desk& desk, View& view, std::int64_t clock) {
        view.feed().seek(clock);
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), clock);
    }

  private Q_SLOTS:
    void initTestCase() { theme::apply(m_theme); }

    // In which clock which cell has which vector, by m + k + n alone; both ways.
    void theWaveIsThatOfTheFormula() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        QVERIFY(!view.feed().isThere());
        QCOMPARE(view.feed().bundles().size(), std::size_t{1});
        QTest::mouseClick(&view.notice().button(), Qt::LeftButton); // to the pass
        settle(desk, view);
        QVERIFY(view.feed().isThere());
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{1});
        QCOMPARE(view.feed().moment()->clocks, std::uint64_t{7}); // 4 + 3 + 2 - 2
        std::vector<std::int64_t> clocks;
        for (std::int64_t t = 0; t <= 12; ++t) clocks.push_back(t);
        for (std::int64_t t = 11; t >= 0; --t) clocks.push_back(t);
        for (const std::int64_t t : clocks) {
            seek(desk, view, t);
            const scene::circuit::ArrayPicture& picture = *view.canvas().picture();
            for (std::uint32_t r = 0; r < kSide; ++r)
                for (std::uint32_t n = 0; n < kSide; ++n) {
                    const std::size_t cell = r * kSide + n;
                    const std::int64_t k = std::int64_t{r} - kUnused, m = t - k - n;
                    const bool isThere = k >= 0 && m >= 0 && m < 4;
                    QCOMPARE((picture.activations.flags[cell] & scene::kWritten) != 0, isThere);
                    if (!isThere) continue;
                    QCOMPARE(picture.activations.value(cell), double(kX[m][k]));
                    float sum = 0;
                    for (std::int64_t i = 0; i < k && n < 2; ++i) sum += kX[m][i] * kW[i][n];
                    QCOMPARE(picture.sums.value(cell), double(sum));
                    QCOMPARE(picture.weights.value(cell), n < 2 ? double(kW[k][n]) : 0.0);
                }
        }
    }

    // The sums that leave the bottom, clock by clock: worked out by hand.
    void whatLeaves() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        constexpr double kNone = -1;
        const double expected[][2] = {{11, kNone}, {8, 14}, {18, 10}, {4, 24}, {kNone, 6}};
        for (std::int64_t t = 2; t <= 6; ++t) {
            seek(desk, view, t);
            const scene::CellPicture& leaving = view.canvas().picture()->leaving;
            for (std::size_t n = 0; n < 2; ++n) {
                const double wanted = expected[t - 2][n];
                QCOMPARE((leaving.flags[n] & scene::kWritten) != 0, wanted != kNone);
                if (wanted != kNone) QCOMPARE(leaving.value(n), wanted);
            }
        }
    }

    // Bundle by bundle and clock by clock from outside, as the debugger steps.
    void theDebuggerFillsIt() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        QVERIFY(view.notice().isVisible());
        while (!view.feed().isThere()) {
            desk.session.perform(machine::StepClock{});
            settle(desk, view);
            QVERIFY(desk.session.state() == session::State::Paused);
        }
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{1});
        desk.session.perform(machine::StepClock{3});
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{4});
        QCOMPARE(view.bar().clock().value(), 4);
        desk.session.perform(machine::StepClockBack{2});
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{2});
        // After its end it stays to be looked at, and before its beginning.
        desk.session.perform(machine::Run{});
        settle(desk, view);
        QVERIFY(view.feed().isThere());
        QVERIFY2(view.summary().contains(QStringLiteral("over since")), qPrintable(view.summary()));
        view.bar().clock().setValue(3);
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{3});
        QVERIFY(desk.session.state() == session::State::Paused);
        desk.session.perform(machine::Seek{0});
        settle(desk, view);
        QVERIFY2(view.summary().contains(QStringLiteral("begins in clock")), qPrintable(view.summary()));
        for (const std::uint8_t flags : view.canvas().picture()->activations.flags)
            QCOMPARE(flags & scene::kWritten, 0);
    }

    void aCellTellsItsSum() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        seek(desk, view, 4);
        // Row 7 is element 2, column 0: vector 4 - 2 - 0 = 2, 2 * 1 + 2 * 3 from above and 2 * 5.
        const QString text = view.textAt({7, 0});
        for (const char* part :
             {"vector 2, element 2", "8 from above + 2 × 5 = 18", "2·1 + 2·3 + 2·5", "leaves in clock 4"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        QVERIFY(view.textAt({0, 0}).contains(QStringLiteral("no vector")));
    }

    // Cells are found where they are painted, at every size, and the keyboard walks them.
    void cellsAreHit() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        ArrayCanvas& canvas = view.canvas();
        QVERIFY(canvas.showsRegisters()); // an array of eight is read without zooming
        for (const double factor : {1.0, 1.25, 1.25}) {
            canvas.zoom(factor);
            int found = 0;
            for (std::uint32_t r = 0; r < kSide; ++r)
                for (std::uint32_t n = 0; n < kSide; ++n) {
                    const auto hit = canvas.cellAt(canvas.cellRect({r, n}).center());
                    if (!hit) continue; // out of sight
                    QVERIFY(*hit == (ArrayCanvas::Cell{r, n}));
                    ++found;
                }
            QVERIFY(factor > 1 ? found > 0 : found == 64);
        }
        canvas.fit();
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Down);
        QVERIFY(canvas.selected() == (ArrayCanvas::Cell{0, 0}));
        QTest::keyClick(&canvas, Qt::Key_Right);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QVERIFY(canvas.selected() == (ArrayCanvas::Cell{1, 1}));
        QVERIFY(view.message().startsWith(QStringLiteral("row 1, column 1")));
        const QPointF middle = canvas.cellRect({6, 2}).center();
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(canvas.selected() == (ArrayCanvas::Cell{6, 2}));
        const QImage dark = canvas.grab().toImage();
        view.showPlane(ArrayCanvas::Weights);
        QVERIFY(canvas.grab().toImage() != dark);
    }

    // Too low for the rulers, let alone for a cell.
    void aCanvasCanBeTiny() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        ArrayCanvas canvas(m_theme);
        canvas.show();
        for (const QSize tiny : {QSize(60, 20), QSize(1, 1), QSize(30, 400), QSize(400, 30)})
            for (const double zoom : {1.0, 8.0, 1e6}) {
                canvas.setPicture(nullptr);
                canvas.resize(1000, 600);
                canvas.setPicture(view.canvas().picture());
                QVERIFY(!canvas.grab().isNull());
                canvas.zoom(zoom);
                canvas.resize(tiny);
                QVERIFY(!canvas.grab().isNull());
                canvas.zoom(zoom);
                canvas.reveal({kSide - 1, kSide - 1});
                QVERIFY(!canvas.grab().isNull());
                QVERIFY(canvas.cellSize().width() > 0 && canvas.cellSize().height() > 0);
                for (int x = 0; x < tiny.width(); x += 7)
                    for (int y = 0; y < tiny.height(); y += 7) QVERIFY(!canvas.cellAt(QPointF(x, y)));
                canvas.resize(1000, 600);
                canvas.fit();
                QVERIFY(canvas.cellAt(canvas.cellRect({0, 0}).center()) == (ArrayCanvas::Cell{0, 0}));
            }
    }

    // Whoever goes somewhere else goes to the beginning there, whatever was wished before.
    void theLastWishHolds() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0, 5);
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{5});
        view.feed().goTo(0, 3);
        view.feed().goTo(0);
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{1});
    }

    // Three rows and two columns, larger than in the whole array and all in sight.
    void theTileFillsTheView() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        ArrayCanvas& canvas = view.canvas();
        const QSizeF before = canvas.cellSize();
        canvas.showTile();
        QVERIFY(canvas.cellSize().width() > before.width() && canvas.cellSize().height() > before.height());
        for (std::uint32_t r = kUnused; r < kSide; ++r)
            for (std::uint32_t n = 0; n < 2; ++n)
                QVERIFY(canvas.cellAt(canvas.cellRect({r, n}).center()) == (ArrayCanvas::Cell{r, n}));
        canvas.fit();
        QCOMPARE(canvas.cellSize(), before);
    }

    // Four rows of sixty values: too wide to be seen at once, so the newest value is kept in sight.
    void aStripMovesWithItsValues() {
        Desk desk(m_theme);
        PoolingView view(desk.context, new striding::StridedPooling(desk.striding));
        show(view, 500, 600);
        tests::load(desk.session, QStringLiteral(".chip inference, \"inference-teaching\"\n"
                                                 ".data ub\n.space 960, 0\n.text\n"
                                                 "shape a0, 60, 4, 4, 240\nvload.w v0, 0, a0, 1\n"
                                                 "shape a1, 4, 4, 4, 4\npool.max.f v1, v0, a1\nhalt\n"));
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        for (const std::int64_t t : {1, 59, 150, 239, 61, 0}) {
            seek(desk, view, t);
            const paint::TensorCanvas& canvas = view.pane(PoolingView::Values).canvas();
            const auto row = static_cast<std::uint64_t>(t / 60), column = static_cast<std::uint64_t>(t % 60);
            QVERIFY(QRectF(canvas.viewport()->rect()).contains(canvas.cellRect({row, column})));
            const paint::TensorCanvas& line = view.pane(PoolingView::Line).canvas();
            QVERIFY(QRectF(line.viewport()->rect()).contains(line.cellRect({3, 60}))); // where it is held
        }
    }

    void theTableSaysTheSame() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        seek(desk, view, 4);
        const QAbstractItemModelTester tester(&view.twin().model());
        view.twin().showTable(true);
        const auto text = [&](int row, int column) {
            return view.twin().model().index(row, column).data().toString();
        };
        QCOMPARE(view.twin().model().rowCount(), 64);
        QCOMPARE(text(56, 0) + QLatin1Char(' ') + text(56, 1), QStringLiteral("7 0"));
        QCOMPARE(text(56, 2), QStringLiteral("2")); // vector
        QCOMPARE(text(56, 3), QStringLiteral("2")); // activation
        QCOMPARE(text(56, 4), QStringLiteral("5")); // weight
        QCOMPARE(text(56, 5), QStringLiteral("8")); // from above
        QCOMPARE(text(0, 2), QStringLiteral("·"));
    }

    void playingGoesToTheEnd() {
        Desk desk(m_theme);
        ArrayView view(desk.context);
        show(view);
        tests::load(desk.session, kWave);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        const std::int64_t last = static_cast<std::int64_t>(view.feed().moment()->clocks);
        seek(desk, view, last - 2);
        view.bar().play().trigger();
        QVERIFY(view.feed().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!view.feed().isPlaying(), kLongWait);
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), last);
    }

    // Without a program, with one that has no such circuit, and with one that is to come.
    void emptyStates() {
        Desk desk(m_theme);
        ArrayView array(desk.context);
        PoolingView pooling(desk.context, new striding::StridedPooling(desk.striding));
        show(array);
        show(pooling);
        const QSignalSpy wanted(&array, &ArrayView::networkWanted);
        QVERIFY(array.notice().isVisible() && pooling.notice().isVisible());
        QTest::mouseClick(&array.notice().button(), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        tests::load(desk.session, tests::countsTo(3));
        settle(desk, array);
        QVERIFY(array.notice().isVisible());
        QVERIFY(array.notice().text().contains(QStringLiteral("no pass")));
        tests::load(desk.session, kWave);
        settle(desk, array);
        settle(desk, pooling);
        QVERIFY2(array.notice().text().contains(QStringLiteral("Pass 1 of 1 begins in bundle 3")),
                 qPrintable(array.notice().text()));
        QVERIFY(pooling.notice().text().contains(QStringLiteral("pools nothing")));
        // After the last one, which a view that comes later has not seen, the button goes back.
        desk.session.perform(machine::Run{});
        settle(desk, array);
        ArrayView late(desk.context);
        show(late);
        settle(desk, late);
        QVERIFY(!late.feed().isThere());
        QCOMPARE(late.notice().button().text(), QStringLiteral("Back to the Last Pass"));
        QTest::mouseClick(&late.notice().button(), Qt::LeftButton);
        settle(desk, late);
        QVERIFY(late.feed().isThere() && !late.notice().isVisible());
        desk.session.unload();
        QTRY_VERIFY(array.notice().isVisible() && !array.feed().moment());
    }

    // Results come in their clocks, with the winners that a loop finds; both ways.
    void windowsCompleteInTheirClocks() {
        Desk desk(m_theme);
        PoolingView view(desk.context, new striding::StridedPooling(desk.striding));
        show(view);
        tests::load(desk.session, kLine);
        settle(desk, view);
        view.feed().goTo(view.feed().next());
        settle(desk, view);
        QVERIFY(view.feed().isThere());
        const std::vector<std::pair<std::int64_t, double>> expected{{27, 18}, {31, 0}, {59, 31}, {63, 0}};
        for (const std::int64_t t : {0, 26, 27, 28, 31, 58, 59, 63, 64, 63, 30, 27, 26, 5, 0}) {
            seek(desk, view, t);
            const scene::circuit::PoolingPicture& picture = view.feed().moment()->windows;
            for (std::size_t i = 0; i < 4; ++i) {
                const bool isThere = expected[i].first <= t;
                QCOMPARE((picture.results.flags[i] & scene::kWritten) != 0, isThere);
                if (isThere) QCOMPARE(picture.results.value(i), expected[i].second);
                QCOMPARE(picture.complete == i, expected[i].first == t);
            }
        }
        const scene::circuit::PoolingPicture& picture = view.feed().moment()->windows;
        for (std::uint32_t i = 0; i < 4; ++i) {
            std::uint32_t winner = 64, ties = 0;
            double most = -1e9;
            for (std::uint32_t r = i / 2 * 4; r < i / 2 * 4 + 4; ++r)
                for (std::uint32_t c = i % 2 * 4; c < i % 2 * 4 + 4; ++c) {
                    const double value = picture.values.value(r * 8 + c);
                    ties = value > most ? 0 : value == most ? ties + 1 : ties;
                    winner = value > most ? r * 8 + c : winner;
                    most = std::max(most, value);
                }
            QCOMPARE(picture.windows[i].winner, std::optional(winner));
            QCOMPARE(picture.windows[i].ties, ties);
        }
    }

    void pointingLeadsBothWays() {
        Desk desk(m_theme);
        PoolingView view(desk.context, new striding::StridedPooling(desk.striding));
        show(view);
        tests::load(desk.session, kLine);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        seek(desk, view, 40);
        using Windows = std::vector<std::uint32_t>;
        QVERIFY(view.marked().empty()); // nothing completes in this clock
        const QImage before = view.pane(PoolingView::Values).canvas().grab().toImage();
        view.point(PoolingView::Results, Cell{0, 0});
        QVERIFY(view.marked() == Windows{0});
        QVERIFY(view.pane(PoolingView::Values).canvas().grab().toImage() != before);
        for (const char* part :
             {"result [0, 0] = 18", "4 x 4 values from [0, 0] on", "winner [0, 0]", "complete in clock 27"})
            QVERIFY2(view.message().contains(QLatin1String(part)), qPrintable(view.message()));
        view.point(PoolingView::Values, Cell{5, 6}); // of the lower right window, not there yet
        QVERIFY(view.marked() == Windows{3});
        QVERIFY2(view.message().contains(QStringLiteral("enters in clock 46")), qPrintable(view.message()));
        QVERIFY(view.message().contains(QStringLiteral("windows: [1, 1]")));
        view.point(PoolingView::Values, {});
        QVERIFY(view.marked().empty());
        // A click stays, and leads to the clock.
        view.pick(PoolingView::Results, {1, 0});
        view.point(PoolingView::Results, {});
        QVERIFY(view.marked() == Windows{2});
        view.goToPicked();
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{59});
        QVERIFY2(view.summary().contains(QStringLiteral("window [1, 0] completes now")),
                 qPrintable(view.summary()));
        view.pick(PoolingView::Values, {2, 3});
        view.goToPicked();
        settle(desk, view);
        QCOMPARE(view.feed().moment()->clock(), std::int64_t{2 * 8 + 3});
    }

    // The line buffer holds the last 3 * 8 + 4 values.
    void theLineBufferIsShown() {
        Desk desk(m_theme);
        PoolingView view(desk.context, new striding::StridedPooling(desk.striding));
        show(view, 500, 700); // the line buffer below
        tests::load(desk.session, kLine);
        settle(desk, view);
        view.feed().goTo(0);
        settle(desk, view);
        seek(desk, view, 31);
        const scene::TensorInfo& info = view.pane(PoolingView::Line).info();
        QVERIFY((info.shape == tensor::Shape{4, 9}));
        const auto& elements = *view.pane(PoolingView::Line).elements();
        // Row 0, column 4 of the values, -14, is the first register of the first row in clock 31.
        const auto first = scene::elementAt(elements, 5);
        QVERIFY(bool(first) && (first->flags & scene::kWritten));
        QCOMPARE(first->bits, std::uint64_t{0xc1600000});
        std::size_t held = 0;
        for (std::uint64_t i = 0; i < elements.count(); ++i)
            held += scene::elementAt(elements, i)->flags & scene::kWritten;
        QCOMPARE(held, std::size_t{28});
    }
};

int tst_circuit_views(int argc, char** argv) {
    return lw::tests::run<TestCircuitViews, QApplication>(argc, argv);
}
#include "tst_circuit_views.moc"
