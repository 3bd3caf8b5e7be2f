// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "widgets/paint/lanes_canvas.h"
#include "widgets/theme/style.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace lw;
using paint::LanePlace;
using paint::LanesCanvas;
using scene::LaneKind;

namespace {

// Two groups of two lanes over 1,000 clocks, and an arrow between them.
std::shared_ptr<scene::Lanes> twoGroups() {
    auto out = std::make_shared<scene::Lanes>();
    out->end = 1000;
    out->kinds = {{"work", isa::UnitGroup::Matrix, "", LaneKind::Hatch::None, true},
                  {"pause", isa::UnitGroup::Sync, "P", LaneKind::Hatch::Wait}};
    out->groups = {{"one", 0, 2}, {"two", 2, 2}};
    out->lanes = {{"works", {{0, 400, 7, 0}, {500, 1000, 8, 0}}},
                  {"waits", {{400, 500, 0, 1}}},
                  {"works", {{100, 900, 9, 0}}},
                  {"waits", {}}};
    out->arrows = {{400, 500, 0, 2, 0, 0}};
    out->marks = {{950, "fault"}};
    out->finish();
    return out;
}

} // namespace

// Bars on lanes, looked at and walked through.
class TestLanesCanvas : public QObject {
    Q_OBJECT

    theme::Theme m_theme;

    static void click(LanesCanvas& canvas, QPointF at) {
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, at.toPoint());
    }

  private Q_SLOTS:
    void initTestCase() {
        m_theme.choose(theme::Choice::Light);
        theme::apply(m_theme);
    }

    void barsLieWhereTheirClocksAre() {
        LanesCanvas canvas(m_theme, nullptr);
        canvas.resize(800, 200);
        canvas.show();
        canvas.setLanes(twoGroups());
        const QRectF first = canvas.boxOf({0, 0}), second = canvas.boxOf({0, 1}), wait = canvas.boxOf({1, 0});
        QCOMPARE(second.right(), static_cast<double>(canvas.viewport()->width()));
        const double pixel = (second.right() - first.left()) / 1000; // of a clock
        QVERIFY(std::abs(first.width() - 400 * pixel) < 0.01);
        QVERIFY(std::abs(second.left() - first.left() - 500 * pixel) < 0.01);
        QCOMPARE(wait.left(), first.right());
        QVERIFY(wait.top() > first.bottom());
        // In the colour of its unit's group, and there alone.
        const QImage image = canvas.viewport()->grab().toImage();
        const auto at = [&](QPointF point) { return image.pixelColor(point.toPoint()); };
        QVERIFY(at(first.center() + QPointF(40, 0)) != m_theme[theme::Role::Surface]);
        QCOMPARE(at({first.right() + 50 * pixel, first.center().y()}), m_theme[theme::Role::Surface]);
    }

    void theWheelZoomsAboutThePointer() {
        LanesCanvas canvas(m_theme, nullptr);
        canvas.resize(800, 200);
        canvas.show();
        canvas.setLanes(twoGroups());
        const double x = canvas.boxOf({1, 0}).left();
        QWheelEvent wheel({x, 60}, {x, 60}, {}, {0, 240}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas.viewport(), &wheel);
        QVERIFY(std::abs(canvas.sight().clocks() - 1000 / 1.44) < 1e-6);
        QVERIFY(std::abs(canvas.boxOf({1, 0}).left() - x) < 1e-6);
        for (int i = 0; i < 100; ++i) QTest::keyClick(&canvas, Qt::Key_Plus);
        QCOMPARE(canvas.sight().clocks(), 8.0);
        QTest::keyClick(&canvas, Qt::Key_End);
        QCOMPARE(canvas.sight().until, 1000.0);
        for (int i = 0; i < 100; ++i) QTest::keyClick(&canvas, Qt::Key_Minus);
        QCOMPARE(canvas.sight().from, 0.0);
        QCOMPARE(canvas.sight().until, 1000.0);
    }

    void keysGoFromBarToBar() {
        LanesCanvas canvas(m_theme, nullptr);
        canvas.resize(800, 200);
        canvas.show();
        canvas.setLanes(twoGroups());
        QSignalSpy picked(&canvas, &LanesCanvas::picked);
        const auto selects = [&](Qt::Key key) {
            QTest::keyClick(&canvas, key);
            return canvas.selected();
        };
        QCOMPARE(selects(Qt::Key_Down), std::optional(LanePlace{0, 0}));
        QCOMPARE(selects(Qt::Key_Right), std::optional(LanePlace{0, 1}));
        QCOMPARE(selects(Qt::Key_Right), std::optional(LanePlace{0, 1})); // the last
        QCOMPARE(selects(Qt::Key_Down), std::optional(LanePlace{1, 0}));
        QCOMPARE(selects(Qt::Key_Down), std::optional(LanePlace{2, 0}));
        QCOMPARE(selects(Qt::Key_Down), std::optional(LanePlace{2, 0})); // below is none
        QCOMPARE(picked.count(), 0);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toULongLong(), 100ULL);
        QCOMPARE(picked[0][1].toUInt(), 1U);
        QCOMPARE(selects(Qt::Key_Escape), std::optional<LanePlace>());
    }

    void aClickSelectsAndFolds() {
        LanesCanvas canvas(m_theme, nullptr);
        canvas.resize(800, 200);
        canvas.show();
        canvas.setLanes(twoGroups());
        canvas.setTips([](const LanePlace& place) { return QString::number(place.lane); });
        QSignalSpy picked(&canvas, &LanesCanvas::picked);
        const QRectF third = canvas.boxOf({2, 0});
        click(canvas, third.center());
        QCOMPARE(canvas.selected(), std::optional(LanePlace{2, 0}));
        QCOMPARE(picked[0][1].toUInt(), 1U);
        QVERIFY(std::abs(picked[0][0].toDouble() - 500) < 2);
        QCOMPARE(canvas.tipAt(third.center()), QStringLiteral("2"));
        // The name of the first group is in the first row, below the clocks.
        const QRectF first = canvas.boxOf({0, 0});
        click(canvas, {20, first.top() - first.height()});
        QVERIFY(canvas.isFolded(0) && !canvas.isFolded(1));
        QVERIFY(canvas.boxOf({0, 0}).isEmpty());
        QVERIFY(canvas.boxOf({2, 0}).top() < third.top());
        canvas.select(LanePlace{1, 0});
        QVERIFY(!canvas.isFolded(0));
        QTest::keyClick(&canvas, Qt::Key_Space);
        QVERIFY(canvas.isFolded(0));
    }

    void theClockComesIntoSight() {
        LanesCanvas canvas(m_theme, nullptr);
        canvas.resize(800, 200);
        canvas.show();
        canvas.setLanes(twoGroups());
        canvas.zoom(10, canvas.boxOf({0, 0}).left());
        QVERIFY(canvas.sight().until < 200);
        canvas.setNow(700, 0);
        QVERIFY(canvas.sight().from < 700 && canvas.sight().until > 700);
        QVERIFY(std::abs(canvas.sight().clocks() - 100) < 1e-6);
        // More of the same run keeps what is in sight; another one is shown whole.
        const double from = canvas.sight().from;
        auto more = twoGroups();
        more->end = 2000;
        canvas.setLanes(more);
        QCOMPARE(canvas.sight().from, from);
        auto other = twoGroups();
        other->groups.front().name = "three";
        canvas.setLanes(other);
        QCOMPARE(canvas.sight().from, 0.0);
        canvas.setLanes(nullptr);
        QVERIFY(!canvas.viewport()->grab().isNull());
    }

    void moreRowsThanThereIsRoomForAreScrolled() {
        LanesCanvas canvas(m_theme, nullptr);
        canvas.resize(400, 90);
        canvas.show();
        canvas.setLanes(twoGroups());
        QVERIFY(canvas.verticalScrollBar()->maximum() > 0);
        canvas.select(LanePlace{2, 0});
        const QRectF box = canvas.boxOf({2, 0});
        QVERIFY(box.bottom() <= canvas.viewport()->height() && box.top() >= 0);
    }
};

int tst_lanes_canvas(int argc, char** argv) {
    return lw::tests::run<TestLanesCanvas, QApplication>(argc, argv);
}
#include "tst_lanes_canvas.moc"
