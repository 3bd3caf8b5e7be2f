// SPDX-License-Identifier: GPL-3.0-or-later
// What is folded away comes into sight as soon as it is edited. Scintilla ends the program when its first
// line is out of sight, so this is also what keeps a file's first lines from taking the window with them.
#include "tests/support/run_test.h"
#include "tests/widgets/editor_bench.h"

using namespace lw;
using namespace lw::tests;

namespace {

const QByteArray kMacroFirst = ".macro twice a\n"
                               "        { s0: add r\\a, r\\a, r\\a }\n"
                               ".endm\n"
                               ".chip training, \"training-teaching\"\n"
                               "        { s0: halt }\n";

bool isVisible(CodeEditor& editor, int line) {
    return editor.SendScintilla(Base::SCI_GETLINEVISIBLE, static_cast<unsigned long>(line)) != 0;
}

} // namespace

class TestFolds : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theHeadOfAFoldIsDeleted_data() {
        QTest::addColumn<unsigned>("command");
        QTest::newRow("the line") << unsigned{Base::SCI_LINEDELETE};
        QTest::newRow("cut") << unsigned{Base::SCI_LINECUT};
        QTest::newRow("the end of the line") << unsigned{Base::SCI_DELLINERIGHT};
    }
    void theHeadOfAFoldIsDeleted() {
        QFETCH(const unsigned, command);
        Bench bench(kMacroFirst);
        CodeEditor& editor = bench.editor();
        QTRY_VERIFY(editor.SendScintilla(Base::SCI_GETFOLDLEVEL, 0UL) & Base::SC_FOLDLEVELHEADERFLAG);
        editor.foldLine(0);
        QVERIFY(isVisible(editor, 0) && !isVisible(editor, 1));
        editor.setCursorPosition(0, 0);
        editor.SendScintilla(command);
        QVERIFY(isVisible(editor, 0));
        QVERIFY(!editor.grab().isNull()); // painted with its margins
        QTRY_VERIFY(isVisible(editor, 1));
        editor.undo();
        QCOMPARE(editor.text().toUtf8(), kMacroFirst);
        QVERIFY(!editor.grab().isNull());
    }
};

int tst_folds(int argc, char** argv) { return run<TestFolds, QApplication>(argc, argv); }
#include "tst_folds.moc"
