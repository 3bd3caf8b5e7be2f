// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/editor_bench.h"
#include "widgets/editor/line_words.h"
#include "widgets/editor/text_edits.h"

#include <QApplication>
#include <QDir>

using namespace lw;
using namespace lw::editor;
using namespace lw::tests;

class TestSplitView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // ---- two views

    void oneTextStandsInTwoViews() {
        Bench bench;
        QVERIFY(!bench.area.split().isVisible());
        CodeEditor* first = bench.area.editor();
        bench.area.toggleSplit();
        CodeEditor* second = bench.area.split().editor();
        QVERIFY(bench.area.split().isVisible() && second && second != first);
        QCOMPARE(bench.area.current(), bench.area.documents().front());
        second->insertAt(QStringLiteral("# above\n"), 0, 0);
        QCOMPARE(first->text(), second->text());
        QVERIFY(first->text().startsWith(QStringLiteral("# above")));
        first->undo();
        QVERIFY(second->text().startsWith(QStringLiteral(".chip")));
        // Each has a caret of its own.
        first->setCursorPosition(4, 0);
        second->setCursorPosition(1, 0);
        QCOMPARE(first->caretLine(), 4);
        // Problems are known in both.
        second->insertAt(QStringLiteral("        { s0: mobi r1, 1 }\n"), 2, 0);
        bench.waitForAssembly();
        QTRY_VERIFY(!bench.area.findings().isEmpty());
        const auto at = static_cast<std::size_t>(second->text().indexOf(QStringLiteral("mobi")));
        QVERIFY(!first->problemAt(at).isEmpty());
        QCOMPARE(second->problemAt(at), first->problemAt(at));
        bench.area.toggleSplit();
        QVERIFY(!bench.area.split().isVisible());
        QCOMPARE(bench.area.editor(), first);
    }

    void theViewWithTheFocusIsTheOneThatCounts() {
        Bench bench;
        const QString other = bench.folder.filePath(QStringLiteral("other.lw"));
        write(other, "# other\n");
        bench.area.toggleSplit();
        Document* first = bench.area.documents().front();
        bench.area.openFile(other);
        QCOMPARE(bench.area.split().document(), first);
        QCOMPARE(bench.area.current()->path(), other);
        bench.area.activateWindow();
        QTRY_VERIFY(QApplication::activeWindow() == &bench.area);
        bench.area.editor()->setFocus();
        bench.area.split().editor()->setFocus();
        QTRY_COMPARE(bench.area.current(), first);
        QCOMPARE(bench.area.editor(), bench.area.split().editor());
        bench.area.split().showDocument(bench.area.documents().back());
        QCOMPARE(bench.area.split().document()->path(), other);
        QVERIFY(bench.area.closeDocument(bench.area.documents().back()));
        QCOMPARE(bench.area.split().document(), first); // another one takes its place
        QVERIFY(bench.area.closeDocument(first));
        QVERIFY(!bench.area.editor());
    }

    void filesOfOneNameAreToldApart() {
        Bench bench;
        QVERIFY(QDir(bench.folder.path()).mkdir(QStringLiteral("deep")));
        const QString other = bench.folder.filePath(QStringLiteral("deep/program.lw"));
        write(other, "# other\n");
        bench.area.openFile(other);
        QCOMPARE(titleAmong(bench.area.documents(), *bench.area.current()),
                 QStringLiteral("deep/program.lw"));
    }

    void includedFilesAreOpened() {
        Bench bench;
        write(bench.folder.filePath(QStringLiteral("kernels.lw")), "# one macro\n");
        replaceText(bench.editor(), ".chip training, \"training-teaching\"\n.include \"kernels.lw\"\n"
                                    "        { s0: halt }\n");
        bench.waitForAssembly();
        QVERIFY(!bench.area.includeAtCaret());
        bench.editor().setCursorPosition(1, 3);
        QVERIFY(bench.area.includeAtCaret());
        QTest::mouseClick(bench.editor().viewport(), Qt::LeftButton, Qt::ControlModifier,
                          bench.editor().viewport()->mapFromGlobal(bench.editor().belowByte(50)) -
                              QPoint(0, 5));
        QVERIFY2(bench.area.current()->path().endsWith(QStringLiteral("kernels.lw")),
                 qPrintable(bench.area.current()->path()));
    }

    void problemsOfIncludedFilesLeadThere() {
        Bench bench;
        const QString kernels = bench.folder.filePath(QStringLiteral("kernels.lw"));
        write(kernels, "# one mistake\n        { s0: mobi r1, 1 }\n");
        replaceText(bench.editor(), ".chip training, \"training-teaching\"\n.include \"kernels.lw\"\n"
                                    "        { s0: halt }\n");
        bench.waitForAssembly();
        QTRY_VERIFY(!bench.area.findings().isEmpty());
        const Finding finding = bench.area.findings().front();
        QCOMPARE(finding.path, kernels);
        bench.area.showPlace(finding.path, finding.line, finding.column);
        QCOMPARE(bench.area.current()->path(), kernels);
        QCOMPARE(bench.area.editor()->caretLine(), 1);
        QVERIFY(!bench.area.editor()->problemAt(bench.area.editor()->caret() + 1).isEmpty());
    }

    // A file that names another chip has that one's words.
    void wordsAreThoseOfTheNamedChip() {
        static isa::Spec other = *chips::all().front().spec;
        other.chip = "other";
        chips::Chip two[] = {chips::all().front(), chips::all().front()};
        two[1].name = "other";
        two[1].spec = &other;
        const auto named = [&](const char* text) { return chipNamedBy(text, two); };
        QCOMPARE(named(".chip other\n"), &two[1]);
        QCOMPARE(named("# a remark\n\n  .chip training, \"training-teaching\"\n"), &two[0]);
        QCOMPARE(named(".chip zebra\n"), nullptr);
        QCOMPARE(named("{ s0: halt }\n.chip other\n"), nullptr); // it must come first
        QCOMPARE(named(""), nullptr);
        QCOMPARE(named(".chip"), nullptr);
        Bench bench;
        static isa::Spec empty = other; // looked up by address
        empty.insns = {};
        bench.editor().setSpec(empty);
        QVERIFY(!bench.editor().words().isMnemonic("movi"));
        bench.editor().setSpec(other);
        QVERIFY(bench.editor().words().isMnemonic("movi"));
        bench.editor().setSpec(*chips::all().front().spec);
    }

    void theBundleAtTheCaretIsSelected() {
        Bench bench;
        bench.load();
        bench.area.activateWindow();
        QTRY_VERIFY(QApplication::activeWindow() == &bench.area);
        bench.editor().setFocus();
        bench.editor().setCursorPosition(4, 3); // bundle 2
        QTRY_COMPARE(bench.selection.item().bundle, std::optional(machine::BundleOf({}, 2)));
        constexpr int kSelected = 5;
        QCOMPARE(bench.marked(kSelected), QList<int>{4});
        bench.selection.selectBundle({{}, 0}); // elsewhere
        QCOMPARE(bench.marked(kSelected), QList<int>{2});
        QCOMPARE(bench.editor().caretLine(), 4); // the caret is the person's
        bench.editor().setCursorPosition(0, 0);  // no bundle here
        QTest::qWait(300);
        QCOMPARE(bench.selection.item().bundle, std::optional(machine::BundleOf({}, 0)));
    }
};

int tst_split_view(int argc, char** argv) { return lw::tests::run<TestSplitView, QApplication>(argc, argv); }
#include "tst_split_view.moc"
