// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/editor_bench.h"
#include "widgets/editor/document_area.h"
#include "widgets/editor/isa_lexer.h"
#include "widgets/editor/text_edits.h"
#include "widgets/session/selection.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace lw;
using namespace lw::editor;
using namespace lw::tests;

namespace {

const char* const kSaver = "--save-for-ever";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr qint64 kDiagnosticsWithin = 5000; // slow as it is built, not as it is written
#else
constexpr qint64 kDiagnosticsWithin = 200; // milliseconds after the last key
#endif

constexpr int kBreakpoint = 0, kArrow = 1; // of the margin

constexpr int kLetters = 12'000'000; // of a text: saving it takes long enough to be met

// What is killed in the middle of saving.
// Text number i is made of the i-th letter; it is said when it is safe.
int saveForEver(const QString& folder) {
    theme::Theme theme;
    session::DebugSession session;
    session::Selection selection;
    Document document({theme, session, selection});
    Autosave autosave(folder + QStringLiteral("/unsaved"));
    for (int i = 0;; ++i) {
        const QString text = QString(kLetters, QLatin1Char(static_cast<char>('a' + i % 26)));
        document.editor()->setText(text);
        if (document.save(folder + QStringLiteral("/saved.lw"))) return 1;
        if (!autosave.keep(QStringLiteral("text"), {QStringLiteral("/x.lw"), {}, text})) return 1;
        std::puts("saved");
        std::fflush(stdout);
    }
}

// The number of a whole text, as far as the letter tells it; nothing of one that was cut or mixed.
std::optional<int> numberOf(const QByteArray& text) {
    if (text.size() != kLetters || text.count(text.front()) != kLetters) return {};
    return text.front() - 'a';
}

// Whether the process has a file open below the folder: one that it writes,
// perhaps without a name as yet. Locks do not count.
bool isWriting(qint64 process, const std::string& folder) {
    std::error_code gone;
    for (const auto& one :
         std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd", gone)) {
        const std::string target = std::filesystem::read_symlink(one.path(), gone).string();
        if (target.starts_with(folder) && !target.ends_with("/lock")) return true;
    }
    return false;
}

} // namespace

class TestDocumentArea : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theListComesByItselfAndIsTaken() {
        Bench bench;
        bench.editor().setCursorPosition(2, 10);
        bench.editor().insertAt(QStringLiteral(" ; fa"), 2, 24);
        bench.editor().setCursorPosition(2, 29);
        QTest::keyClick(&bench.editor(), Qt::Key_D);
        CompletionList& list = bench.area.assistant()->list();
        QTRY_VERIFY(list.isVisible());
        QCOMPARE(list.model().rowCount(), 1);
        QCOMPARE(list.current(), QStringLiteral("fadd"));
    }

    void completionShowsAndInserts() {
        Bench bench;
        CodeEditor& editor = bench.editor();
        replaceText(editor, "{ s0: mo }\n");
        editor.SendScintilla(Base::SCI_GOTOPOS, 8);
        bench.area.assistant()->complete();
        CompletionList& list = bench.area.assistant()->list();
        QVERIFY(list.isVisible());
        // Keys of the list are not shortcuts while it is open; those of the window are.
        for (const auto& [key, isOfList] : {std::pair(Qt::Key_Escape, true), std::pair(Qt::Key_F5, false)}) {
            QKeyEvent override(QEvent::ShortcutOverride, key, Qt::NoModifier);
            override.ignore();
            QCoreApplication::sendEvent(&editor, &override);
            QCOMPARE(override.isAccepted(), isOfList);
        }
        while (list.current() != QStringLiteral("movi")) QTest::keyClick(&editor, Qt::Key_Down);
        // Beside the word: its operands; below: how it is written, where and how long, and what it means.
        QCOMPARE(list.model().at(1).detail, QStringLiteral("d, value"));
        for (const char* part : {"movi d, value", "scalar ALUs in s0 or s1", "1 clock"})
            QVERIFY2(list.factsShown().contains(QString::fromLatin1(part)), qPrintable(list.factsShown()));
        QTest::keyClick(&editor, Qt::Key_Return);
        QVERIFY(!list.isVisible());
        QCOMPARE(editor.text(), QStringLiteral("{ s0: movi  }\n"));
        QVERIFY(editor.SendScintilla(Base::SCI_CALLTIPACTIVE));
    }

    void theCardExplains() {
        Bench bench;
        Assistant* assistant = bench.area.assistant();
        assistant->showHover(static_cast<std::size_t>(kProgram.indexOf("movi")));
        QVERIFY(assistant->card().isVisible());
        QVERIFY(assistant->card().plainText().startsWith(QStringLiteral("movi d")));
        QTest::keyClick(&bench.editor(), Qt::Key_Left);
        QVERIFY(!assistant->card().isVisible());
        assistant->showHover(2); // .chip
        QVERIFY(assistant->card().plainText().contains(QStringLiteral("must come first")));
        assistant->showHover(static_cast<std::size_t>(kProgram.indexOf("{")));
        QVERIFY(!assistant->card().isVisible());
    }

    void wordsAreColouredByWhatTheyAre() {
        Bench bench(".chip training, \"training-teaching\"\n.tensor weights, f32, [2, 4], vmem\n"
                    "start:  { s0: movi r1, weights ; v0: fadd v1, v2, v3 }\n"
                    "        { s0: mov r2, r1 ; vld: v1, [0] }\n"
                    "        { s0: halt }\n");
        const QString text = bench.editor().text();
        const auto styleOf = [&](const char* word) {
            const auto at = static_cast<unsigned long>(text.lastIndexOf(QString::fromLatin1(word)));
            return static_cast<int>(bench.editor().SendScintilla(Base::SCI_GETSTYLEAT, at));
        };
        const auto group = [&](isa::UnitGroup which) {
            return IsaLexer::kFirstGroup + static_cast<int>(which);
        };
        QTRY_COMPARE(styleOf("weights"), IsaLexer::kTensor);
        QCOMPARE(styleOf("movi"), group(isa::UnitGroup::Scalar));
        QCOMPARE(styleOf("fadd"), group(isa::UnitGroup::Vector));
        QCOMPARE(styleOf("mov "), group(isa::UnitGroup::Scalar)); // there is one of the vector slots too
        QCOMPARE(styleOf("vld:"), group(isa::UnitGroup::Memory)); // a slot that stands for its instruction
        QCOMPARE(styleOf("r1 ;"), static_cast<int>(source::TokenKind::Register));
        QCOMPARE(styleOf("start:"), static_cast<int>(source::TokenKind::Label));
        // They can be told apart.
        const auto* lexer = bench.editor().lexer();
        QSet<QString> looks;
        for (const char* word : {"weights", "movi", "fadd", "vld:", "r1 ;", "start:", ".tensor"}) {
            const int style = styleOf(word);
            looks << lexer->color(style).name() + lexer->paper(style).name() + lexer->font(style).toString();
        }
        QCOMPARE(looks.size(), 7);
    }

    void goesToDefinitionsAlsoInIncludedFiles() {
        Bench bench;
        write(bench.folder.filePath(QStringLiteral("kernels.lw")),
              "# one macro\n.macro put a\n        { s0: movi \\a, 7 }\n.endm\n");
        replaceText(bench.editor(), ".chip training, \"training-teaching\"\n.include \"kernels.lw\"\n"
                                    "        put r1\n        { s0: halt }\n");
        bench.waitForAssembly();
        bench.editor().setCursorPosition(2, 9);
        QCOMPARE(bench.area.usesAtCaret().size(), 2);
        bench.area.goToDefinition();
        QVERIFY(bench.area.current()->path().endsWith(QStringLiteral("kernels.lw")));
        QCOMPARE(bench.editor().caretLine(), 1);
    }

    void peeksAtWhatAMacroBecame() {
        Bench bench(".chip training, \"training-teaching\"\n.macro two a\n        { s0: movi \\a, 1 }\n"
                    "        { s0: movi \\a, 2 }\n.endm\nstart:\n        two r1\n        two r9\n"
                    "        { s0: halt }\n");
        const auto peek = [&](int line) {
            bench.editor().setCursorPosition(line, 1);
            bench.area.assistant()->card().hide();
            bench.area.peekExpansion();
            return bench.area.assistant()->card().isVisible() ? bench.area.assistant()->card().plainText()
                                                              : QString();
        };
        QCOMPARE(peek(7).simplified(), QStringLiteral("two r9 2 { s0: movi r9, 1 } 3 { s0: movi r9, 2 }"));
        QCOMPARE(peek(3).simplified(),
                 QStringLiteral("{ s0: movi \\a, 2 } 1 { s0: movi r1, 2 } 3 { s0: movi r9, 2 }"));
        QCOMPARE(peek(5), QString()); // a label alone
    }

    void aQuickFixMends() {
        Bench bench;
        replaceText(bench.editor(), QByteArray(kProgram).replace("movi r2", "mvoi r2").toStdString());
        bench.waitForAssembly();
        QVERIFY(!bench.area.findings().isEmpty());
        // The line has the icon of errors in the margin: a shape, not only a colour.
        const auto signs =
            static_cast<unsigned long>(bench.editor().markersAtLine(bench.area.findings().front().line - 1));
        bool hasIcon = false;
        for (unsigned long sign = 0; sign < 25; ++sign)
            hasIcon |= (signs >> sign & 1) != 0 &&
                       bench.editor().SendScintilla(QsciScintillaBase::SCI_MARKERSYMBOLDEFINED, sign) ==
                           QsciScintillaBase::SC_MARK_RGBAIMAGE;
        QVERIFY(hasIcon);
        bench.editor().setCursorPosition(3, 0);
        bench.area.quickFix();
        QCOMPARE(bench.editor().text().toUtf8(), kProgram);
        bench.waitForAssembly();
        QVERIFY(bench.area.findings().isEmpty());
        QSignalSpy told(&bench.area, &DocumentArea::problem);
        bench.area.quickFix();
        QCOMPARE(told.count(), 1);
    }

    void commentsAndFormats() {
        Bench bench;
        CodeEditor& editor = bench.editor();
        editor.setSelection(2, 0, 4, 0); // two lines
        toggleComment(editor);
        QVERIFY(editor.text(2).startsWith(QStringLiteral("        # { s0")));
        QVERIFY(editor.text(3).startsWith(QStringLiteral("        # { s0")));
        QVERIFY(editor.text(4).startsWith(QStringLiteral("        { s0")));
        editor.undo();
        QCOMPARE(editor.text().toUtf8(), kProgram);
        replaceText(editor, QByteArray(kProgram).replace("        {", " {").toStdString());
        bench.area.formatCurrent();
        QCOMPARE(editor.text().toUtf8(), kProgram);
        editor.undo();
        QVERIFY(editor.text(2).startsWith(QStringLiteral(" {")));
    }

    // What is selected is what is looked for, unless it goes over lines:
    // as a rectangle does, whose text is in several places.
    void whatIsSelectedIsLookedFor() {
        Bench bench;
        CodeEditor& editor = bench.editor();
        FindBar& bar = bench.area.findBar();
        const auto* pattern = bar.findChildren<QLineEdit*>().first();
        editor.setText(QStringLiteral("abc\nabd\n"));
        editor.setSelection(0, 0, 0, 3);
        bar.open(FindBar::Mode::Find);
        QCOMPARE(pattern->text(), QStringLiteral("abc"));
        editor.SendScintilla(QsciScintilla::SCI_SETRECTANGULARSELECTIONANCHOR, 1UL);
        editor.SendScintilla(QsciScintilla::SCI_SETRECTANGULARSELECTIONCARET, 7UL);
        bar.open(FindBar::Mode::Find);
        QCOMPARE(pattern->text(), QStringLiteral("abc"));
    }

    void replacesAllInOneStep() {
        Bench bench;
        FindBar& bar = bench.area.findBar();
        bar.open(FindBar::Mode::Replace);
        const auto lines = bar.findChildren<QLineEdit*>();
        QCOMPARE(lines.size(), 2);
        QTest::keyClicks(lines[0], QStringLiteral("movi"));
        lines[1]->setText(QStringLiteral("mov"));
        QStringList labels;
        for (const QLabel* label : bar.findChildren<QLabel*>()) labels << label->text();
        QVERIFY2(labels.contains(QStringLiteral("1 of 3")), qPrintable(labels.join(QLatin1Char('|'))));
        bar.findNext();
        QCOMPARE(bench.editor().selectedText(), QStringLiteral("movi"));
        QCOMPARE(bench.editor().caretLine(), 3);
        bar.findPrevious();
        bar.findPrevious(); // round the beginning
        QCOMPARE(bench.editor().caretLine(), 4);
        bar.replaceAll();
        QCOMPARE(bench.editor().text().count(QStringLiteral("movi")), 0);
        QCOMPARE(bench.editor().text().count(QStringLiteral("mov")), 3);
        bench.editor().undo();
        QCOMPARE(bench.editor().text().toUtf8(), kProgram);
        QTest::keyClick(lines[0], Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
    }

    void foldsInTheEditor() {
        Bench bench;
        CodeEditor& editor = bench.editor();
        editor.updateFolds();
        QVERIFY(editor.SendScintilla(Base::SCI_GETFOLDLEVEL, 1) & Base::SC_FOLDLEVELHEADERFLAG);
        editor.foldLine(1);
        QVERIFY(!editor.SendScintilla(Base::SCI_GETLINEVISIBLE, 3));
        editor.showLine(3, 0); // the arrow must be seen
        QVERIFY(editor.SendScintilla(Base::SCI_GETLINEVISIBLE, 3));
    }

    void marksStayOnTheirLines() {
        Bench bench;
        bench.load();
        Q_EMIT bench.editor().breakpointToggled(3); // movi r2: bundle 1
        QCOMPARE(bench.session.breakpoints().size(), 1u);
        QCOMPARE(bench.marked(kBreakpoint), QList<int>{3});
        QVERIFY(!bench.area.differsFromLoaded());
        bench.editor().insertAt(QStringLiteral("# one\n# two\n"), 2, 0);
        QVERIFY(bench.area.differsFromLoaded());
        bench.session.perform(machine::StepBundle{1}); // a new stop looks places up again
        QTRY_VERIFY(!bench.session.isBusy());
        QCOMPARE(bench.marked(kBreakpoint), QList<int>{5});
        QCOMPARE(bench.marked(kArrow), QList<int>{5});
        QCOMPARE(bench.area.execution().standAt(bench.path, 4)->bundles, std::vector<std::uint32_t>{0});
        Q_EMIT bench.editor().breakpointToggled(5);
        QVERIFY(bench.session.breakpoints().empty());
        bench.session.perform(machine::StepBundle{1});
        QTRY_VERIFY(!bench.session.isBusy());
        QCOMPARE(bench.marked(kArrow), QList<int>{6});
        bench.editor().undo();
        QVERIFY(!bench.area.differsFromLoaded());
        bench.session.perform(machine::StepBack{1});
        QTRY_VERIFY(!bench.session.isBusy());
        QCOMPARE(bench.marked(kArrow), QList<int>{3});
    }

    void breakpointsFollowTheirLinesIntoTheNextProgram() {
        Bench bench;
        bench.load();
        Q_EMIT bench.editor().breakpointToggled(3);
        Q_EMIT bench.editor().breakpointToggled(4);
        bench.editor().setSelection(4, 0, 5, 0);
        bench.editor().removeSelectedText(); // the second one's line
        bench.editor().insertAt(QStringLiteral("        { s0: movi r7, 7 }\n"), 2, 0);
        bench.load();
        QCOMPARE(bench.session.breakpoints().size(), 1u);
        QCOMPARE(bench.session.breakpoints()[0].text, "program.lw:5");
        QCOMPARE(bench.marked(kBreakpoint), QList<int>{4});
    }

    void changesFromOutsideAreAskedAbout() {
        Bench bench;
        const QByteArray other = QByteArray(kProgram).replace("r3, 3", "r3, 4");
        write(bench.path, other);
        QTRY_VERIFY(bench.area.notices().isVisible());
        bench.area.notices().answer(1); // keep mine
        QCOMPARE(bench.editor().text().toUtf8(), kProgram);
        QVERIFY(bench.area.current()->isModified());
        QVERIFY(!bench.area.notices().isVisible());
        write(bench.path, other + "# more\n");
        QTRY_VERIFY(bench.area.notices().isVisible());
        bench.area.notices().answer(0); // reload
        QCOMPARE(bench.editor().text().toUtf8(), other + "# more\n");
        QVERIFY(!bench.area.current()->isModified());
        QFile::remove(bench.path);
        QTRY_VERIFY(bench.area.notices().isVisible());
    }

    void ownSavingIsNoChangeFromOutside() {
        Bench bench;
        for (int i = 0; i < 3; ++i) {
            bench.editor().append(QStringLiteral("# a line\n"));
            QVERIFY(bench.area.saveDocument(bench.area.current(), bench.path));
            QTest::qWait(250);
            QVERIFY(!bench.area.notices().isVisible());
        }
    }

    void unsavedTextsAreOfferedAgain() {
        QTemporaryDir folder;
        Bench bench;
        {
            // As if a program had been killed: its texts are there, nobody holds its lock.
            QDir(folder.path()).mkpath(QStringLiteral("gone"));
            write(folder.filePath(QStringLiteral("gone/a.json")),
                  QStringLiteral(
                      "{\"path\":\"%1\",\"text\":\"# rescued\\n\",\"when\":\"2026-01-02T03:04:05Z\"}")
                      .arg(bench.path)
                      .toUtf8());
        }
        bench.area.startKeeping(folder.path());
        QVERIFY(bench.area.notices().isVisible());
        bench.area.notices().answer(0);
        QCOMPARE(bench.editor().text(), QStringLiteral("# rescued\n"));
        QVERIFY(bench.area.current()->isModified());
        QCOMPARE(read(bench.path), kProgram);
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("gone/a.json"))));
        // It is kept here now, and gone as soon as it is saved.
        const auto kept = [&] {
            qsizetype out = 0;
            for (const QFileInfo& one : QDir(folder.path()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
                out += QDir(one.filePath()).entryList({QStringLiteral("*.json")}).size();
            return out;
        };
        QCOMPARE(kept(), 1);
        bench.area.saveDocument(bench.area.current(), bench.path);
        QCOMPARE(kept(), 0);
    }

    // Killed as soon as a file is seen that is being written, by turns the one of the person and the one of
    // the autosave. What was said to be safe is there, or what came after it.
    void killedWhileSavingLosesNothing() {
        int inTheMiddle = 0;
        for (int round = 0; round < 12; ++round) {
            QTemporaryDir folder;
            const QString watched = folder.path() + (round % 2 == 0 ? "/" : "/unsaved/");
            QProcess saver;
            saver.start(QCoreApplication::applicationFilePath(),
                        {QStringLiteral("tst_document_area"), QString::fromLatin1(kSaver), folder.path()});
            QVERIFY(saver.waitForReadyRead(60000));
            QElapsedTimer since;
            since.start();
            bool isSeen = false;
            while (!isSeen && since.elapsed() < 5000)
                isSeen = isWriting(saver.processId(), watched.toStdString());
            saver.kill(); // SIGKILL
            QVERIFY(saver.waitForFinished());
            inTheMiddle += isSeen;
            // Texts 0 to safe - 1.
            const auto safe = static_cast<int>(saver.readAllStandardOutput().count("saved"));
            QVERIFY(safe > 0);
            const auto isSafe = [&](const QByteArray& text) {
                const auto number = numberOf(text);
                return number && (*number == (safe - 1) % 26 || *number == safe % 26);
            };
            QVERIFY(isSafe(read(folder.filePath(QStringLiteral("saved.lw")))));
            Autosave next(folder.filePath(QStringLiteral("unsaved")));
            const auto left = next.leftOver();
            QCOMPARE(left.size(), 1);
            QVERIFY(isSafe(left[0].text.toUtf8()));
        }
        QVERIFY2(inTheMiddle >= 4, "nothing was being written when it was killed");
    }

    void noKeyOfTheEditorIsAnActionOfTheWindow() {
        Bench bench;
        for (const Qt::Key key :
             {Qt::Key_D, Qt::Key_L, Qt::Key_T, Qt::Key_U, Qt::Key_Slash, Qt::Key_F, Qt::Key_Z})
            QVERIFY(!bench.editor().standardCommands()->boundTo(static_cast<int>(Qt::ControlModifier) | key));
        QVERIFY(bench.editor().standardCommands()->boundTo(Qt::Key_Left));
    }

    // The fastest of ten, because other programs make a computer slower and none makes it faster.
    void diagnosticsOfALongText() {
        QByteArray text = ".chip training\nstart:\n";
        for (int i = 0; i < 4996; ++i)
            text += "        { s0: add r1, r2, 1 ; s1: mul r3, r4, r5 ; "
                    "v0: fadd v1, v2, v3 ; v1: fmul v4, v5, v6 }\n";
        text += "        { s0: halt }\n";
        Bench bench(text);
        QCOMPARE(bench.editor().lines(), 5000);
        QList<qint64> times;
        for (int i = 0; i < 10; ++i) {
            if (i == 0) bench.editor().setCursorPosition(2500, 24);
            QSignalSpy assembled(&bench.area, &DocumentArea::assembled);
            QElapsedTimer clock;
            clock.start();
            QTest::keyClick(&bench.editor(), i % 2 == 0 ? Qt::Key_Q : Qt::Key_Backspace);
            const qint64 key = clock.elapsed();
            QTRY_COMPARE_WITH_TIMEOUT(assembled.count(), 1, 20000);
            const auto& found = bench.area.findings();
            const bool hasError =
                std::any_of(found.begin(), found.end(), [](const Finding& one) { return one.isError; });
            QCOMPARE(hasError, i % 2 == 0);
            times << clock.elapsed();
            if (i == 0) qInfo("the key itself: %lld ms", static_cast<long long>(key));
        }
        std::sort(times.begin(), times.end());
        qInfo("5,000 lines: diagnostics after %lld ms (median), %lld ms (worst)",
              static_cast<long long>(times[times.size() / 2]), static_cast<long long>(times.back()));
        QVERIFY2(times.front() < kDiagnosticsWithin, qPrintable(QString::number(times.front())));
    }
};

int tst_document_area(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc == 3 && QString::fromLatin1(argv[1]) == QLatin1String(kSaver))
        return saveForEver(QString::fromLocal8Bit(argv[2]));
    TestDocumentArea test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_document_area.moc"
