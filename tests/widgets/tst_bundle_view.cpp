// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "tests/widgets/picture_properties.h"
#include "widgets/paint/bundle_view.h"
#include "widgets/session/selection.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QScrollBar>
#include <QtTest>

#include <numeric>

using namespace lw;
using paint::BundleBitsView;
using paint::BundleView;
using tests::hasColour;
using theme::Role;

namespace {

// Bundle 1 reads what 0 writes. 2 touches nothing of 1 and would fit into it. 4 waits for the load of 3.
const QString kTied = QStringLiteral(".chip training, \"training-teaching\"\n"
                                     "{ s0: movi r1, 7 }\n"
                                     "{ v0: bcast v0, r1 }\n"
                                     "{ s0: movi r2, 8 }\n"
                                     "{ vst: [0], v0 }\n"
                                     "{ vld: v1, [0] }\n"
                                     "{ v0: fadd v2, v1, v1 }\n"
                                     "{ s0: halt }\n");

std::uint64_t sum(const std::vector<std::uint64_t>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

} // namespace

class TestBundleView : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;

    std::unique_ptr<BundleView> shown(const QString& program, QSize size = {1300, 420}) {
        auto view = std::make_unique<BundleView>(session::ViewContext{m_theme, m_session, m_selection});
        view->resize(size);
        view->show();
        tests::load(m_session, program);
        return view;
    }
    void run() {
        m_session.perform(machine::Run{});
        QTRY_VERIFY(!m_session.isBusy());
    }

  private Q_SLOTS:
    void init() { m_theme.choose(theme::Choice::Light); }
    void cleanup() {
        m_session.unload();
        m_selection.clear();
    }

    void withoutAProgramItSaysWhatItWouldShow() {
        BundleView view({m_theme, m_session, m_selection});
        view.resize(900, 300);
        view.show();
        QVERIFY(view.bits().scene().sections.empty());
        QVERIFY(hasColour(view.bits().grab().toImage(), view.bits().rect(), m_theme[Role::Muted]));
        QVERIFY(hasColour(view.grid().grab().toImage(), view.grid().rect(), m_theme[Role::Muted]));
        QCOMPARE(view.gridTwin().model().rowCount(), 0);
    }
    void theBitsAreThoseOfTheChosenBundle() {
        const auto view = shown(tests::kFirstBundle);
        QCOMPARE(view->bits().scene().bundle, 0u); // that issues next
        m_selection.selectBundle({{}, 2});
        QCOMPARE(view->bits().scene().bundle, 2u);
        m_session.perform(machine::StepBundle{});
        QTRY_COMPARE(m_session.frame()->nextBundle, 1u);
        QCOMPARE(view->bits().scene().bundle, 2u); // a choice stays
        QTest::mouseClick(view->grid().viewport(), Qt::LeftButton, {}, view->grid().rowRect(3).center());
        QCOMPARE(view->bits().scene().bundle, 3u);
        QCOMPARE(m_selection.item().bundle, std::optional(machine::BundleOf({}, 3)));
    }
    void everyFieldCanBePointedAtAndSaysItself() {
        const auto view = shown(kTied, {1300, 700});
        m_selection.selectBundle({{}, 1});
        const BundleBitsView& bits = view->bits();
        std::size_t named = 0;
        for (std::size_t i = 0; i < bits.scene().sections.size(); ++i)
            for (std::size_t j = 0; j < bits.scene().sections[i].fields.size(); ++j) {
                const auto& field = bits.scene().sections[i].fields[j];
                const auto rects = bits.rectsOf({i, j});
                if (rects.empty()) continue; // of an empty slot
                for (const QRect& rect : rects) {
                    QVERIFY(bits.viewport()->rect().contains(rect));
                    QCOMPARE(bits.hitAt(rect.center()), std::optional(BundleBitsView::Hit{i, j}));
                    QVERIFY(bits.textAt(rect.center()).contains(QString::fromStdString(field.meaning)));
                }
                named += field.meaning == "bcast";
            }
        QCOMPARE(named, std::size_t{1});
        QVERIFY(bits.textAt({2, 2}).isEmpty());
        const QImage image = view->bits().grab().toImage();
        QVERIFY(hasColour(image, image.rect(), m_theme[Role::UnitVector]));
        QVERIFY(!hasColour(image, image.rect(), m_theme[Role::UnitMatrix]));
    }
    void keysWalkFromFieldToField() {
        const auto view = shown(kTied);
        QTest::keyClick(&view->bits(), Qt::Key_Right);
        const auto first = view->bits().current();
        QVERIFY(first);
        QTest::keyClick(&view->bits(), Qt::Key_Right);
        QVERIFY(view->bits().current() != first);
        QVERIFY(!view->bits().accessibleDescription().isEmpty());
        QTest::keyClick(&view->bits(), Qt::Key_Left);
        QCOMPARE(view->bits().current(), first);
        QCOMPARE(view->bitsTwin().table().currentIndex().row(), view->bits().rowOf(*first));
    }
    void hazardsAndWasteAreMarkedAndTold() {
        const auto view = shown(kTied);
        QTRY_COMPARE(view->grid().scene().rows.size(), std::size_t{7});
        const QImage image = view->grid().grab().toImage();
        const auto cell = [&](std::uint32_t bundle, int slot) { return view->grid().slotRect(bundle, slot); };
        QVERIFY(hasColour(image, cell(1, 2), m_theme[Role::Warning]));  // v0 of bundle 1
        QVERIFY(!hasColour(image, cell(0, 0), m_theme[Role::Warning])); // nothing before it
        QVERIFY(!hasColour(image, cell(2, 0), m_theme[Role::Warning]));
        const QRect row2 = view->grid().rowRect(2);
        QVERIFY(hasColour(image, QRect(row2.left(), row2.top(), 120, row2.height()), m_theme[Role::Warning]));
        QVERIFY(view->grid().textAt(cell(1, 2).center()).contains(QStringLiteral("reads r1")));
        QVERIFY(
            view->grid().textAt(cell(2, 0).center()).contains(QStringLiteral("fit into the bundle before")));
        QVERIFY(hasColour(image, cell(2, 5).adjusted(4, 4, -4, -4), m_theme[Role::Panel])); // an empty slot
    }
    // vmem.load takes 2 clocks on this machine.
    void whatWaitsIsHatched() {
        const auto view = shown(kTied);
        m_session.perform(machine::StepClock{5});
        QTRY_VERIFY(!m_session.isBusy());
        const QRect cell = view->grid().slotRect(5, 2);
        QVERIFY(m_session.frame()->waiting);
        QTRY_VERIFY(
            hasColour(view->grid().grab().toImage(), cell.adjusted(6, 6, -10, -4), m_theme[Role::Warning]));
        QVERIFY(view->grid().textAt(cell.center()).contains(QStringLiteral("v1 is not ready")));
        m_session.perform(machine::StepClock{1});
        QTRY_VERIFY(!m_session.frame()->waiting);
        QTRY_VERIFY(
            !hasColour(view->grid().grab().toImage(), cell.adjusted(6, 6, -10, -4), m_theme[Role::Warning]));
    }
    // Every issue and every stalled clock of a real run is counted at one bundle.
    void countsAddUp_data() {
        QTest::addColumn<QString>("program");
        for (const char* name : {"first-bundle", "saxpy", "softmax", "matmul"})
            QTest::newRow(name)
                << QStringLiteral(LW_ROOT "/examples/training/%1/program.lw").arg(QLatin1String(name));
    }
    void countsAddUp() {
        QFETCH(QString, program);
        const auto view = shown(program);
        run();
        const session::FramePtr frame = m_session.frame();
        std::uint64_t stalled = 0;
        for (const machine::StallCount& stall : frame->stalls) stalled += stall.clocks;
        QVERIFY(frame->bundles > 0);
        QCOMPARE(sum(frame->bundleCounts), frame->bundles);
        QCOMPARE(sum(frame->bundleStalls), stalled);
        QCOMPARE(frame->bundles + stalled, frame->clock);
        const auto& model = view->gridTwin().model();
        const int last = model.columnCount() - 1;
        std::uint64_t issued = 0, waited = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            issued += model.index(row, last - 2).data().toString().remove(QLatin1Char(',')).toULongLong();
            waited += model.index(row, last - 1).data().toString().remove(QLatin1Char(',')).toULongLong();
        }
        QCOMPARE(issued, frame->bundles);
        QCOMPARE(waited, stalled);
    }
    void theTableTwinSaysTheSame() {
        const auto view = shown(kTied);
        const QAbstractItemModelTester grid(&view->gridTwin().model()), bits(&view->bitsTwin().model());
        view->gridTwin().showTable(true);
        QVERIFY(view->gridTwin().isTable());
        QCOMPARE(view->gridTwin().model().rowCount(), 7);
        QCOMPARE(view->gridTwin().model().index(1, 4).data().toString(), QStringLiteral("bcast v0, r1"));
        view->gridTwin().table().setCurrentIndex(view->gridTwin().model().index(1, 4));
        QCOMPARE(m_selection.item().bundle, std::optional(machine::BundleOf({}, 1)));
        QCOMPARE(view->bits().scene().bundle, 1u);
        std::size_t fields = 0;
        for (const auto& section : view->bits().scene().sections) fields += section.fields.size();
        QCOMPARE(view->bitsTwin().model().rowCount(), static_cast<int>(fields));
        m_selection.selectBundle({{}, 4});
        QCOMPARE(view->gridTwin().table().currentIndex().row(), 4);
        QCOMPARE(m_selection.item().bundle, std::optional(machine::BundleOf({}, 4)));
    }
    void narrowGridsScrollSideways() {
        const auto view = shown(kTied, {520, 500});
        QScrollBar* bar = view->grid().horizontalScrollBar();
        QVERIFY(bar->maximum() > 0);
        const int before = view->grid().slotRect(0, 8).left();
        bar->setValue(bar->maximum());
        QVERIFY(view->grid().slotRect(0, 8).left() < before);
        QVERIFY(view->grid().viewport()->rect().contains(view->grid().slotRect(0, 8)));
        m_session.perform(machine::StepBundle{});
        QTRY_COMPARE(m_session.frame()->nextBundle, 1u);
        QCOMPARE(bar->value(), bar->maximum()); // a step does not scroll back
    }
    // A sliver of a slot that is cut off looks like a mistake.
    void narrowGridsShowWholeColumns() {
        for (const int width : {430, 466, 490, 513, 540}) {
            const auto view = shown(kTied, {width, 500});
            auto& grid = view->grid();
            const QScrollBar& bar = *grid.horizontalScrollBar();
            QVERIFY(bar.maximum() > 0);
            const int behind = bar.pageStep();
            QVERIFY(behind >= 1 && behind < 9);
            const QImage image = grid.grab().toImage();
            const auto inside = [&](int column) {
                const QRect cell = grid.slotRect(2, column);
                return image.pixelColor(cell.left() + 3, cell.bottom() - 4);
            };
            QCOMPARE(inside(behind - 1), m_theme[Role::Panel]); // an empty slot
            QCOMPARE(inside(behind), m_theme[Role::Surface]);
        }
    }
    // The edge of the bar for the clocks held up is beside their number, however short the bar.
    void clocksHeldUpAreReadAboveTheirBar() {
        const auto view = shown(kTied); // the load is waited for
        m_session.perform(machine::Run{});
        QTRY_VERIFY(m_session.frame() && m_session.frame()->report.stop.kind == machine::StopKind::Halted);
        const auto& rows = view->grid().scene().rows;
        QTRY_VERIFY(std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.stalled > 0; }));
        const QImage image = view->grid().grab().toImage();
        for (const scene::GridRow& row : rows) {
            const QRect line = view->grid().rowRect(row.bundle);
            const QRect counts(line.right() - 90, line.top(), 90, line.height());
            QCOMPARE(hasColour(image, counts, m_theme[Role::Warning]), row.stalled > 0);
            const QRect number = counts.adjusted(0, 0, 0, -6);
            QVERIFY(!hasColour(image, number, m_theme[Role::Warning]));
        }
    }
    void aPickedBundleIsInSight() {
        const auto view = shown(kTied, {460, 500});
        const auto& grid = view->grid();
        const auto isInSight = [&](std::uint32_t bundle) {
            for (const scene::GridRow& row : grid.scene().rows)
                for (const scene::GridCell& cell : row.cells)
                    if (row.bundle == bundle && grid.viewport()
                                                    ->rect()
                                                    .adjusted(90, 0, -100, 0)
                                                    .contains(grid.slotRect(bundle, cell.slot)))
                        return true;
            return false;
        };
        QVERIFY(!isInSight(3)); // a store, six slots to the right
        m_selection.selectBundle({{}, 3});
        QVERIFY(isInSight(3));
        const int there = grid.horizontalScrollBar()->value();
        m_selection.selectBundle({{}, 4}); // a load beside it: nothing needs to move
        QVERIFY(isInSight(4));
        QCOMPARE(grid.horizontalScrollBar()->value(), there);
        m_selection.selectBundle({{}, 0});
        QVERIFY(isInSight(0));
    }
    void fourSlotsAreInSightInAColumn() {
        const auto view = shown(kTied, {490, 500});
        QVERIFY(
            view->grid().viewport()->rect().adjusted(0, 0, -100, 0).contains(view->grid().slotRect(0, 3)));
    }
    void keysWalkThroughTheRows() {
        const auto view = shown(kTied);
        const auto press = [&](int key) {
            QTest::keyClick(&view->grid(), static_cast<Qt::Key>(key));
            return std::optional(m_selection.item().bundle->bundle);
        };
        QCOMPARE(press(Qt::Key_Down), std::optional(1u));
        QCOMPARE(press(Qt::Key_End), std::optional(6u));
        QCOMPARE(press(Qt::Key_Down), std::optional(6u));
        QCOMPARE(press(Qt::Key_PageUp), std::optional(0u));
        QCOMPARE(press(Qt::Key_PageDown), std::optional(6u));
        QCOMPARE(press(Qt::Key_Home), std::optional(0u));
    }
};

int tst_bundle_view(int argc, char** argv) {
    return lw::tests::run<TestBundleView, QApplication>(argc, argv);
}
#include "tst_bundle_view.moc"
