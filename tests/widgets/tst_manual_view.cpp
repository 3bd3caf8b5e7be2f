// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/catalog.h"
#include "core/manual/glossary.h"
#include "core/manual/search.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/manual/glossary_tips.h"
#include "widgets/manual/manual_view.h"
#include "widgets/manual/page_text.h"
#include "widgets/manual/topics.h"
#include "widgets/paint/bundle_grid_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/session/selection.h"
#include "widgets/state/register_view.h"
#include "widgets/theme/style.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextCursor>
#include <QTextTable>
#include <QToolTip>

#include <algorithm>

using namespace lw;
using manual::ManualView;

namespace {

const isa::Spec& spec() { return *chips::all().front().spec; }

// A view in a window of its own.
struct ManualBench {
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    ManualView view{{theme, session, selection}};

    ManualBench() {
        view.resize(620, 700);
        view.show();
    }
    QString text() const { return const_cast<ManualView&>(view).text().toPlainText(); }
};

} // namespace

class TestManualView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void beginsWithTheContents() {
        ManualBench bench;
        QCOMPARE(bench.view.currentPage(), QStringLiteral("contents"));
        QVERIFY(bench.text().contains(QStringLiteral("fadd")));
    }

    void opensWhatAWordIsAbout_data() {
        QTest::addColumn<QStringList>("topics");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* name, const QStringList& topics, const char* id) {
            QTest::newRow(name) << topics << QString::fromLatin1(id);
        };
        row("mnemonic", {"fadd"}, "insn/vector.fadd");
        row("register", {"v7"}, "registers/v");
        row("directive", {".tensor"}, "directive/.tensor");
        row("code", {"E203"}, "code/E203");
        row("unit", {"matrix unit"}, "term/mxu");
        row("the first that is known", {"zebra", "r3", "v1"}, "registers/r");
        row("nothing", {}, "contents");
    }
    void opensWhatAWordIsAbout() {
        QFETCH(QStringList, topics);
        QFETCH(QString, id);
        ManualBench bench;
        bench.view.open({QStringLiteral("halt")});
        bench.view.open(topics);
        QCOMPARE(bench.view.currentPage(), id);
    }

    void goesBackAndForward() {
        ManualBench bench;
        bench.view.open({QStringLiteral("fadd")});
        bench.view.open({QStringLiteral("r1")});
        bench.view.goBack();
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/vector.fadd"));
        bench.view.goForward();
        QCOMPARE(bench.view.currentPage(), QStringLiteral("registers/r"));
        bench.view.goBack();
        bench.view.goBack();
        bench.view.goBack();
        QCOMPARE(bench.view.currentPage(), QStringLiteral("contents"));
        bench.view.open({QStringLiteral("halt")}); // what was ahead is gone
        bench.view.goForward();
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/scalar.halt"));
    }

    void searchesAsOneTypes() {
        ManualBench bench;
        QAbstractItemModelTester tester(bench.view.results().model());
        QTest::keyClicks(&bench.view.searchLine(), QStringLiteral("mxu.l"));
        QVERIFY(bench.view.results().isVisible());
        QCOMPARE(bench.view.results().currentIndex().data().toString(), QStringLiteral("mxu.latch"));
        QTest::keyClick(&bench.view.searchLine(), Qt::Key_Return);
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/push.mxu.latch"));
        QVERIFY(bench.view.text().isVisible());
        bench.view.searchLine().setText(QStringLiteral("weights"));
        const int rows = bench.view.results().model()->rowCount();
        QVERIFY(rows > 3);
        QTest::keyClick(&bench.view.searchLine(), Qt::Key_Down);
        QCOMPARE(bench.view.results().currentIndex().row(), 1);
        QTest::keyClick(&bench.view.searchLine(), Qt::Key_Escape);
        QVERIFY(bench.view.text().isVisible());
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/push.mxu.latch"));
    }

    void saysWhenItFindsNothing() {
        ManualBench bench;
        bench.view.open({QStringLiteral("zebra crossing")}); // no page: searched for
        QCOMPARE(bench.view.results().model()->rowCount(), 0);
        QLabel* label = bench.view.results().findChild<QLabel*>();
        QVERIFY(label && label->isVisible());
    }

    void speaksOfTheMachineInUse() {
        ManualBench bench;
        bench.view.open({QStringLiteral("push.mxu.x")});
        const QString before = bench.text();
        tests::load(bench.session, tests::kFirstBundle); // the teaching machine
        QTRY_VERIFY(bench.text() != before);
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/push.mxu.x"));
        bench.view.open({QStringLiteral("chapter/timing")});
        QVERIFY(bench.text().contains(QString::fromStdString(bench.session.loaded()->machine.title)));
    }

    void everyPageIsReadableInBothThemes() {
        ManualBench bench;
        for (const theme::Choice choice : {theme::Choice::Light, theme::Choice::Dark}) {
            bench.theme.choose(choice);
            const auto isOfTheTheme = [&](const QColor& colour) {
                return colour == bench.theme[theme::Role::Text] ||
                       colour == bench.theme[theme::Role::Muted] ||
                       colour == bench.theme[theme::Role::Accent];
            };
            int links = 0;
            for (const manual::Page& page : bench.view.book().pages()) {
                QTextDocument document;
                manual::fill(document, page, bench.theme);
                QVERIFY2(document.characterCount() > 20, page.id.c_str());
                QVERIFY2(!document.toPlainText().contains(QStringLiteral("](")), page.id.c_str());
                for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
                    for (auto it = block.begin(); !it.atEnd(); ++it) {
                        const QTextCharFormat format = it.fragment().charFormat();
                        if (format.objectType() != QTextFormat::NoObject) continue;
                        QVERIFY2(isOfTheTheme(format.foreground().color()), page.id.c_str());
                        if (!format.isAnchor()) continue;
                        QCOMPARE(format.foreground().color(), bench.theme[theme::Role::Accent]);
                        ++links;
                    }
            }
            QVERIFY2(links > 100, qPrintable(QString::number(links)));
        }
    }

    void oneParagraphIsNotBoldBecauseThePageBeforeEndedSo() {
        ManualBench bench;
        for (const char* topic : {"contents", "fadd", "chapter/timing", "MXU"}) {
            bench.view.open({QString::fromLatin1(topic)});
            bool isPlain = false;
            for (QTextBlock block = bench.view.text().document()->begin(); block.isValid();
                 block = block.next())
                for (auto it = block.begin(); !it.atEnd(); ++it)
                    isPlain |= it.fragment().charFormat().fontWeight() == QFont::Normal;
            QVERIFY2(isPlain, topic);
        }
    }

    void bitsAreDrawnToScale() {
        const auto bits = isa::bitsOf(spec(), isa::find(spec(), 0, "add")).slot;
        const QFontMetricsF letters{QFont()};
        const auto narrow = manual::bitBoxes(bits, 100, letters), wide = manual::bitBoxes(bits, 900, letters);
        QCOMPARE(static_cast<std::size_t>(wide.size()), bits.size());
        unsigned sum = 0;
        for (qsizetype i = 0; i < wide.size(); ++i) {
            const QString text = QString::fromStdString(wide[i].field.text);
            QVERIFY(narrow[i].box.width() > letters.horizontalAdvance(text)); // every word has room
            QCOMPARE(wide[i].box.left(), i == 0 ? 0.0 : wide[i - 1].box.right());
            sum += wide[i].field.width;
        }
        QCOMPARE(sum, 27u); // bits of a scalar slot
        QVERIFY(std::abs(wide.last().box.right() - 900) < 0.01);
        QVERIFY(wide.first().field.first > wide.last().field.first); // high bits at the left
    }

    // Every picture of every page is there, in the look of the theme.
    void picturesFitTheTheme_data() {
        QTest::addColumn<theme::Choice>("choice");
        QTest::newRow("light") << theme::Choice::Light;
        QTest::newRow("dark") << theme::Choice::Dark;
        QTest::newRow("print") << theme::Choice::Print;
    }
    void picturesFitTheTheme() {
        QFETCH(theme::Choice, choice);
        ManualBench bench;
        bench.theme.choose(choice);
        QStringList names;
        for (const manual::Page& page : bench.view.book().pages()) {
            if (page.text.find("](pictures/") == std::string::npos) continue;
            QTextDocument document;
            manual::fill(document, page, bench.theme);
            for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
                for (auto it = block.begin(); !it.atEnd(); ++it)
                    if (const QTextCharFormat format = it.fragment().charFormat(); format.isImageFormat())
                        names << format.toImageFormat().name();
        }
        for (const char* view : {"array", "cone", "exactness", "mask", "network", "patch", "phase", "pooling",
                                 "ring", "sizes", "tiles", "times"})
            QVERIFY2(names.contains(QStringLiteral(":/manual/pictures/%1%2.png")
                                        .arg(QLatin1String(view), choice == theme::Choice::Dark
                                                                      ? QLatin1String("-dark")
                                                                      : QLatin1String())),
                     view);
        for (const QString& name : names) {
            const QImage picture(name);
            QVERIFY2(!picture.isNull(), qPrintable(name));
            QCOMPARE(picture.pixelColor(2, picture.height() / 2).lightness() < 128,
                     choice == theme::Choice::Dark);
        }
    }
    void picturesFillTheWidthAndAreNotCut() {
        ManualBench bench;
        const auto widest = [&] {
            qreal out = 0;
            const QTextDocument& document = *bench.view.text().document();
            for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
                for (auto it = block.begin(); !it.atEnd(); ++it)
                    if (const QTextCharFormat format = it.fragment().charFormat(); format.isImageFormat())
                        out = std::max(out, format.toImageFormat().width());
            return out;
        };
        bench.view.open({QStringLiteral("chapter/striding-views")});
        for (const int width : {420, 900, 1600}) {
            bench.view.resize(width, 700);
            const auto room = [&] { return bench.view.text().viewport()->width(); };
            QTRY_VERIFY(widest() > std::min(room() - 30, 1200) && widest() < room());
            QCOMPARE(bench.view.text().horizontalScrollBar()->maximum(), 0);
        }
        QCOMPARE(widest(), 1280.0); // as it was taken
    }
    void productsAreNotStressed() {
        manual::Page page;
        page.text = "a*b*c is *one* thing, `x*y*z` another.\n\n```\np*q*r\n```\n";
        QTextDocument document;
        manual::fill(document, page, theme::Theme());
        QCOMPARE(document.toPlainText(), QStringLiteral("a*b*c is one thing, x*y*z another.\np*q*r"));
    }
    // Which has no spaces around words.
    void chineseIsStressed() {
        manual::Page page;
        page.text = "指令组成*链*，视图*决定*中有n0*n1*n2。JSON*键*\n";
        QTextDocument document;
        manual::fill(document, page, theme::Theme());
        QCOMPARE(document.toPlainText(), QStringLiteral("指令组成链，视图决定中有n0*n1*n2。JSON键"));
        QVERIFY(QTextCursor(document.find(QStringLiteral("链"))).charFormat().fontItalic());
    }
    // Another theme while the page is open: another picture.
    void thePictureInSightChangesWithTheTheme() {
        ManualBench bench;
        bench.theme.choose(theme::Choice::Light);
        bench.view.open({QStringLiteral("chapter/striding-views")});
        const auto shows = [&](const char* name) {
            return bench.view.text().toMarkdown().contains(QLatin1String(name));
        };
        QVERIFY(shows("pictures/mask.png"));
        bench.theme.choose(theme::Choice::Dark);
        QVERIFY(shows("pictures/mask-dark.png"));
        QVERIFY(!shows("pictures/mask.png"));
    }

    void encodingsHaveAPicture() {
        ManualBench bench;
        bench.view.open({QStringLiteral("vld")});
        bool hasPicture = false;
        for (QTextBlock block = bench.view.text().document()->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                hasPicture |= it.fragment().charFormat().objectType() == manual::BitPicture::kType;
        QVERIFY(hasPicture);
        QVERIFY(!bench.text().contains(QStringLiteral("BITS")));
        QCOMPARE(bench.view.text().horizontalScrollBar()->maximum(), 0); // it fits
    }

    void examplesAreCopiedAndInserted() {
        ManualBench bench;
        bench.view.open({QStringLiteral("fadd")});
        QSignalSpy inserted(&bench.view, &ManualView::insertWanted);
        Q_EMIT bench.view.text().anchorClicked(QUrl(manual::kCopyLink));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("{ v0: fadd v1, v2, v3 }"));
        Q_EMIT bench.view.text().anchorClicked(QUrl(manual::kInsertLink));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(inserted[0][0].toString(), QStringLiteral("{ v0: fadd v1, v2, v3 }"));
        Q_EMIT bench.view.text().anchorClicked(QUrl(QStringLiteral("class/vector")));
        QCOMPARE(bench.view.currentPage(), QStringLiteral("class/vector"));
    }

    // ---- what F1 is about

    void textsHaveTopics() {
        QCOMPARE(manual::topicsOf(QStringLiteral("v2[1][5]")), (QStringList{"v2[1][5]", "v2"}));
        QVERIFY(manual::topicsOf(QStringLiteral("Held up")).contains(QStringLiteral("stall")));
        QCOMPARE(manual::topicsOf(QStringLiteral("fadd v1, v2, 3.0")).value(1), QStringLiteral("fadd"));
        QCOMPARE(manual::topicsOf(QString()), QStringList());
    }

    void theRowOfATableIsAsked() {
        ManualBench bench;
        tests::load(bench.session, tests::kFirstBundle);
        state::RegisterView registers({bench.theme, bench.session, bench.selection});
        registers.show();
        auto* table = registers.findChild<QAbstractItemView*>();
        QVERIFY(table);
        QTRY_VERIFY(table->model()->rowCount() > 1);
        QModelIndex row;
        for (int i = 0; i < table->model()->rowCount() && !row.isValid(); ++i)
            for (int j = 0; j < table->model()->columnCount() && !row.isValid(); ++j)
                if (table->model()->index(i, j).data().toString() == QStringLiteral("r1"))
                    row = table->model()->index(i, j);
        QVERIFY(row.isValid());
        table->setCurrentIndex(row);
        bench.view.open(manual::topicsAt(table, QPoint(-1, -1)));
        QCOMPARE(bench.view.currentPage(), QStringLiteral("registers/r"));
    }

    void thePartOfTheDiagramIsAsked() {
        ManualBench bench;
        tests::load(bench.session, tests::kFirstBundle);
        paint::ChipDiagramView chip({bench.theme, bench.session, bench.selection});
        chip.resize(700, 600);
        chip.show();
        auto* canvas = chip.findChild<paint::ChipDiagramCanvas*>();
        QVERIFY(canvas);
        QTRY_VERIFY(!canvas->scene().boxes.empty());
        canvas->select(QStringLiteral("mxu"));
        bench.view.open(manual::topicsAt(canvas, QPoint(-1, -1)));
        QCOMPARE(bench.view.currentPage(), QStringLiteral("term/mxu"));
    }

    void theGridIsAsked() {
        ManualBench bench;
        tests::load(bench.session, tests::kFirstBundle);
        paint::BundleGridView grid({bench.theme, bench.session, bench.selection});
        grid.resize(1200, 400);
        grid.setFrame(bench.session.frame());
        grid.show();
        QTRY_COMPARE(grid.scene().rows.size(), std::size_t{5});
        const auto column = [&](const char* slot) {
            const auto& columns = grid.scene().columns;
            return static_cast<int>(std::find(columns.begin(), columns.end(), slot) - columns.begin());
        };
        const QRect cell = grid.slotRect(3, column("v0")); // bundle 3 adds in v0
        QVERIFY(grid.wordsAt(cell.center()).startsWith(QStringLiteral("fadd")));
        QCOMPARE(grid.wordsAt(QPoint(cell.center().x(), 5)), QStringLiteral("v0"));
        QCOMPARE(grid.wordsAt(grid.slotRect(3, column("v1")).center()), QString());
        bench.view.open(manual::topicsAt(&grid, grid.viewport()->mapToGlobal(cell.center())));
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/vector.fadd"));
        bench.selection.selectBundle({{}, 4});
        bench.view.open(manual::topicsAt(&grid, QPoint(-1, -1))); // by keyboard
        QCOMPARE(bench.view.currentPage(), QStringLiteral("insn/scalar.halt"));
        // Its headings are explained, its cells have tips of their own.
        QCOMPARE(manual::GlossaryTips::textAt(grid.viewport(), QPoint(cell.center().x(), 5)),
                 QStringLiteral("v0"));
        QCOMPARE(manual::GlossaryTips::textAt(grid.viewport(), cell.center()), QString());
        for (const auto& name : grid.scene().columns)
            QVERIFY2(!manual::explanationOf(QString::fromStdString(std::string(name))).isEmpty(),
                     std::string(name).c_str());
    }

    void partsOfTheDiagramAreExplained() {
        ManualBench bench;
        tests::load(bench.session, tests::kFirstBundle);
        paint::ChipDiagramView chip({bench.theme, bench.session, bench.selection});
        chip.resize(700, 600);
        chip.show();
        auto* canvas = chip.findChild<paint::ChipDiagramCanvas*>();
        QTRY_VERIFY(!canvas->scene().boxes.empty());
        manual::GlossaryTips tips(nullptr);
        for (const auto& box : canvas->scene().boxes) {
            const QPoint at = canvas->rectOf(QString::fromStdString(box.id)).center().toPoint();
            QHelpEvent help(QEvent::ToolTip, at, canvas->mapToGlobal(at));
            QApplication::sendEvent(canvas, &help);
            QVERIFY2(QToolTip::text().contains(QStringLiteral("<b>")), box.id.c_str());
        }
        QToolTip::hideText();
    }

    // ---- words explained where the mouse rests

    void headingsAreExplained() {
        theme::Theme theme;
        QTableView table;
        struct Model : QAbstractTableModel {
            int rowCount(const QModelIndex&) const override { return 1; }
            int columnCount(const QModelIndex&) const override { return 3; }
            QVariant data(const QModelIndex& index, int role) const override {
                return role == Qt::DisplayRole ? QVariant(index.column() == 0 ? "EUP" : "17") : QVariant();
            }
            QVariant headerData(int section, Qt::Orientation, int role) const override {
                if (role == Qt::ToolTipRole) return section == 1 ? QVariant("its own") : QVariant();
                return role == Qt::DisplayRole ? QVariant(section == 0 ? "MXU" : "Stalls") : QVariant();
            }
        } model;
        table.setModel(&model);
        table.resize(500, 200);
        table.show();
        QWidget* head = table.horizontalHeader()->viewport();
        const auto at = [&](int section) {
            return QPoint(table.horizontalHeader()->sectionViewportPosition(section) + 5, 5);
        };
        QCOMPARE(manual::GlossaryTips::textAt(head, at(0)), QStringLiteral("MXU"));
        QCOMPARE(manual::GlossaryTips::textAt(head, at(1)), QString()); // has a tip of its own
        QCOMPARE(manual::GlossaryTips::textAt(head, at(2)), QStringLiteral("Stalls"));
        const auto cell = [&](int column) { return table.visualRect(model.index(0, column)).center(); };
        QCOMPARE(manual::GlossaryTips::textAt(table.viewport(), cell(0)), QStringLiteral("EUP"));
        QCOMPARE(manual::GlossaryTips::textAt(table.viewport(), cell(1)), QString()); // a value

        manual::GlossaryTips tips(nullptr);
        QHelpEvent help(QEvent::ToolTip, at(0), head->mapToGlobal(at(0)));
        QApplication::sendEvent(head, &help);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("matrix unit")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void labelsAreExplained() {
        QLabel label(QStringLiteral("VMEM row"));
        QCOMPARE(manual::GlossaryTips::textAt(&label, {}), label.text());
        const QString text = manual::explanationOf(label.text());
        QVERIFY(text.contains(QStringLiteral("vector memory")));
        label.setToolTip(QStringLiteral("its own"));
        QCOMPARE(manual::GlossaryTips::textAt(&label, {}), QString());
        QCOMPARE(manual::explanationOf(QStringLiteral("Open...")), QString());
    }
};

int tst_manual_view(int argc, char** argv) {
    return lw::tests::run<TestManualView, QApplication>(argc, argv);
}
#include "tst_manual_view.moc"
