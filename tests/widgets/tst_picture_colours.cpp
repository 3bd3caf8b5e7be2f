// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/colour_vision.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/paint/bundle_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/paint/colour_map.h"
#include "widgets/session/selection.h"

#include <QApplication>
#include <QHash>
#include <QtTest>

#include <map>

using namespace lw;
using theme::Role;

// The rules for colours, asked of what is really painted.
namespace {

constexpr Role kUnits[] = {Role::UnitScalar,  Role::UnitVector, Role::UnitMemory, Role::UnitMatrix,
                           Role::UnitPermute, Role::UnitUnary,  Role::UnitDma,    Role::UnitSync};

// An instruction of every group of units; nothing waits for long.
const QString kEveryUnit = QStringLiteral(".chip training, \"training-teaching\"\n"
                                          ".data smem\n"
                                          "whole: .word 0, 0, 3, 8, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0\n"
                                          ".text\n"
                                          "{ s0: movi r1, 1 ; s1: movi r0, 0 ; v0: bcast v1, 1.0 }\n"
                                          "{ v0: fadd v2, v1, v1 ; vst: [0], v1 }\n"
                                          "{ vld: v3, [0] ; push: mxu.w v2 }\n"
                                          "{ push: red.sum v1 }\n"
                                          "{ v0: eup.rsqrt v2 ; s0: sync.set f0, 0 }\n"
                                          "{ pop: rpu v4 }\n"
                                          "{ pop: eup v5 }\n"
                                          "{ s0: dma.h2v [r0+whole] }\n"
                                          "{ s0: sync.wait f3, 8 }\n"
                                          "{ s0: halt }\n");

// The colours of these roles as the picture has them.
std::map<Role, QColor> found(const QImage& image, const theme::Theme& theme) {
    std::map<Role, QColor> out;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            for (const Role role : kUnits)
                if (image.pixelColor(x, y) == theme[role]) out[role] = image.pixelColor(x, y);
    return out;
}

// The colour most of the rectangle has.
QColor groundOf(const QImage& image, const QRect& where) {
    QHash<QRgb, int> counts;
    QRgb best = 0;
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x)
            if (++counts[image.pixel(x, y)] > counts.value(best)) best = image.pixel(x, y);
    return QColor(best);
}

// How well the strongest ink in the rectangle reads on its ground.
double bestContrast(const QImage& image, const QRect& where) {
    const QColor ground = groundOf(image, where);
    double best = 1;
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x)
            best = std::max(best, tests::contrast(image.pixelColor(x, y), ground));
    return best;
}

} // namespace

class TestPictureColours : public QObject {
    Q_OBJECT
    theme::Theme m_theme;
    session::DebugSession m_session;
    session::Selection m_selection;
    const session::ViewContext m_context{m_theme, m_session, m_selection};

    static void themes() {
        QTest::addColumn<theme::Choice>("choice");
        QTest::newRow("light") << theme::Choice::Light;
        QTest::newRow("dark") << theme::Choice::Dark;
    }
    void choose() {
        QFETCH(theme::Choice, choice);
        m_theme.choose(choice);
    }

  private Q_SLOTS:
    void cleanup() {
        m_session.unload();
        m_selection.clear();
    }

    void unitsOfAPictureAreToldApart_data() { themes(); }
    void unitsOfAPictureAreToldApart() {
        choose();
        paint::BundleView grid(m_context);
        grid.resize(1400, 420);
        grid.showBits(false);
        grid.show();
        tests::load(m_session, kEveryUnit);
        const std::map<Role, QColor> there = found(grid.grid().grab().toImage(), m_theme);
        for (const Role role : kUnits)
            QVERIFY2(there.contains(role), theme::kRoleNames[static_cast<std::size_t>(role)].data());
        for (const auto& [a, first] : there)
            for (const auto& [b, second] : there) {
                if (a >= b) continue;
                const std::string pair = std::string(theme::kRoleNames[static_cast<std::size_t>(a)]) +
                                         " and " +
                                         std::string(theme::kRoleNames[static_cast<std::size_t>(b)]);
                for (const tests::Vision& vision : tests::kVisions)
                    QVERIFY2(tests::ciede2000(tests::seen(first, vision), tests::seen(second, vision)) >= 10,
                             (pair + " in " + vision.name + " vision").c_str());
                // A grey print: lightness alone.
                const double grey =
                    tests::labOf(tests::linearOf(first))[0] - tests::labOf(tests::linearOf(second))[0];
                QVERIFY2(std::abs(grey) >= 2.3, (pair + " in grey").c_str());
            }
    }
    void textOfTheGridCanBeRead_data() { themes(); }
    void textOfTheGridCanBeRead() {
        choose();
        paint::BundleView view(m_context);
        view.resize(1400, 600);
        view.show();
        tests::load(m_session, kEveryUnit);
        m_selection.selectBundle({{}, 4});
        const QImage grid = view.grid().grab().toImage();
        int cells = 0;
        for (const scene::GridRow& row : view.grid().scene().rows)
            for (const scene::GridCell& cell : row.cells) {
                const QRect box = view.grid().slotRect(row.bundle, cell.slot).adjusted(6, 3, -12, -3);
                QVERIFY2(bestContrast(grid, box & grid.rect()) >= 4.5, cell.text.c_str());
                ++cells;
            }
        QCOMPARE(cells, 15);
        const QImage bits = view.bits().grab().toImage();
        const auto& sections = view.bits().scene().sections;
        for (std::size_t i = 0; i < sections.size(); ++i)
            for (std::size_t j = 0; j < sections[i].fields.size(); ++j) {
                if (sections[i].fields[j].use == scene::BitUse::Unused) continue;
                for (const QRect& rect : view.bits().rectsOf({i, j}))
                    QVERIFY2(bestContrast(bits, rect.adjusted(2, 2, -4, -3) & bits.rect()) >= 4.5,
                             sections[i].fields[j].name.c_str());
            }
    }
    void titlesOfTheDiagramCanBeRead_data() { themes(); }
    void titlesOfTheDiagramCanBeRead() {
        choose();
        paint::ChipDiagramView view(m_context);
        view.resize(900, 700);
        view.show();
        tests::load(m_session, kEveryUnit);
        for (std::uint64_t clock = 0; clock < 12; clock += 3) { // at work, waiting, idle
            m_session.perform(machine::Seek{clock});
            QTRY_VERIFY(!m_session.isBusy());
            const QImage image = view.canvas().grab().toImage();
            for (const scene::DiagramPart& box : view.scene().boxes) {
                const QRect where = view.canvas().rectOf(QString::fromStdString(box.id)).toRect();
                QVERIFY2(bestContrast(image, where.adjusted(3, 3, -3, -3)) >= 4.5, box.id.c_str());
            }
        }
    }
    void numbersCanBeReadOnEveryColourOfAMap_data() { themes(); }
    void numbersCanBeReadOnEveryColourOfAMap() {
        choose();
        for (const paint::MapKind kind :
             {paint::MapKind::Sequential, paint::MapKind::Diverging, paint::MapKind::Cividis}) {
            const paint::ColourMap map(kind, m_theme);
            for (std::size_t i = 0; i < paint::ColourMap::kEntries; ++i)
                QVERIFY(tests::contrast(paint::inkOn(map.entry(i)), QColor(map.entry(i))) >= 4.5);
        }
        for (const Role role : {Role::Error, Role::Warning, Role::Panel})
            QVERIFY(tests::contrast(paint::inkOn(m_theme[role].rgb()), m_theme[role]) >= 4.5);
    }
};

int tst_picture_colours(int argc, char** argv) {
    return lw::tests::run<TestPictureColours, QApplication>(argc, argv);
}
#include "tst_picture_colours.moc"
