// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/widgets/editor_bench.h"
#include "widgets/editor/document_area.h"

#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>

using namespace lw;
using namespace lw::tests;

// No file is damaged by being opened, typed into and saved.
class TestFilesAreKept : public QObject {
    Q_OBJECT

    // What the notices in sight say, and their buttons.
    static QStringList notices(const Bench& bench) {
        QStringList out;
        for (const NoticeBar* bar : bench.area.findChildren<NoticeBar*>()) {
            if (!bar->isVisible()) continue;
            out << bar->text();
            for (const QPushButton* button : bar->findChildren<QPushButton*>())
                if (button->isVisible()) out << button->text();
        }
        return out;
    }
    static void press(Bench& bench, const QString& text) {
        QCoreApplication::processEvents(); // new buttons are shown
        for (QPushButton* button : bench.area.findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == text) return button->click();
        QFAIL(qPrintable(text + QStringLiteral(" is not offered")));
    }
    static void type(Bench& bench, const QString& text) {
        bench.editor().setFocus();
        bench.editor().setCursorPosition(0, 0);
        for (const QChar letter : text)
            letter == QLatin1Char('\n') ? QTest::keyClick(&bench.editor(), Qt::Key_Return)
                                        : QTest::keyClicks(&bench.editor(), letter);
    }

  private Q_SLOTS:
    // A picture that is called a program, the same with a NUL only, and a text that is not UTF-8.
    void whatIsNoTextIsReadOnly_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a picture") << QByteArray::fromHex("89504e470d0a1a0a0000000d49484452");
        QTest::newRow("a NUL") << QByteArray("movi r1, 1\n# a\0b\nhalt\n", 22);
        QTest::newRow("GB18030") << QByteArray("# \xc4\xe3\xba\xc3\nhalt\n");
    }
    void whatIsNoTextIsReadOnly() {
        QFETCH(QByteArray, bytes);
        Bench bench;
        const QString path = bench.folder.filePath(QStringLiteral("other.lw"));
        write(path, bytes);
        Document* document = bench.area.openFile(path);
        QVERIFY(document && !document->isText());
        type(bench, QStringLiteral("x"));
        QVERIFY(!document->isModified());
        QVERIFY(notices(bench).join(QLatin1Char('|')).contains(QStringLiteral("other.lw is not ")));
        QSignalSpy told(&bench.area, &DocumentArea::problem);
        QVERIFY(!bench.area.saveDocument(document, path));
        QCOMPARE(told.count(), 1);
        QCOMPARE(read(path), bytes);
        // What is not text in any encoding is shown by its bytes at once.
        QCOMPARE(document->showsBytes(), document->encodings().isEmpty());
        if (!document->showsBytes()) press(bench, QStringLiteral("Show the Bytes"));
        QVERIFY(document->text().startsWith(QStringLiteral("00000000  ")));
        type(bench, QStringLiteral("x"));
        QVERIFY(!bench.area.saveDocument(document, path));
        QCOMPARE(read(path), bytes);
    }

    void aTextIsSavedInItsEncoding() {
        Bench bench;
        const QString path = bench.folder.filePath(QStringLiteral("other.lw"));
        const QByteArray bytes = "# \xc4\xe3\xba\xc3\r\nhalt\r\n";
        write(path, bytes);
        Document* document = bench.area.openFile(path);
        press(bench, QStringLiteral("Read as GB18030"));
        QVERIFY(document->isText());
        QCOMPARE(document->text(), QStringLiteral("# 你好\nhalt\n"));
        QVERIFY(bench.area.saveDocument(document, path));
        QCOMPARE(read(path), bytes);
        type(bench, QStringLiteral("# x\n"));
        QVERIFY(bench.area.saveDocument(document, path));
        QCOMPARE(read(path), "# x\r\n" + bytes);
        document->setForm({.endsWithCrLf = true});
        QVERIFY(document->isModified());
        QVERIFY(bench.area.saveDocument(document, path));
        QCOMPARE(read(path), QByteArray("# x\r\n# 你好\r\nhalt\r\n"));
    }

    void aCharacterThatTheEncodingLacksStopsTheSaving() {
        Bench bench;
        const QString path = bench.folder.filePath(QStringLiteral("other.lw"));
        write(path, "# \xe9\n");
        Document* document = bench.area.openFile(path);
        press(bench, QStringLiteral("Read as ISO-8859-1"));
        document->editor()->append(QStringLiteral("# €\n"));
        QVERIFY(!bench.area.saveDocument(document, path));
        QCOMPARE(read(path), QByteArray("# \xe9\n"));
        document->setForm({});
        QVERIFY(bench.area.saveDocument(document, path));
        QCOMPARE(read(path), QByteArray("# é\n# €\n"));
    }

    void endsOfLinesAndMarksStay_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("saved"); // with a line above it
        QTest::newRow("LF") << QByteArray("halt\n") << QByteArray("#\nhalt\n");
        QTest::newRow("no last one") << QByteArray("halt") << QByteArray("#\nhalt");
        QTest::newRow("CR LF") << QByteArray("a:\r\nhalt\r\n") << QByteArray("#\r\na:\r\nhalt\r\n");
        QTest::newRow("mixed") << QByteArray("a:\r\nhalt\n") << QByteArray("#\na:\r\nhalt\n");
        QTest::newRow("a mark") << QByteArray("\xef\xbb\xbfhalt\n") << QByteArray("\xef\xbb\xbf#\nhalt\n");
    }
    void endsOfLinesAndMarksStay() {
        QFETCH(QByteArray, bytes);
        Bench bench;
        const QString path = bench.folder.filePath(QStringLiteral("other.lw"));
        write(path, bytes);
        Document* document = bench.area.openFile(path);
        QVERIFY(!document->isModified());
        type(bench, QStringLiteral("#\n"));
        QVERIFY(bench.area.saveDocument(document, path));
        QTEST(read(path), "saved");
        QVERIFY(!document->hasOtherFile());
    }

    // What runs was assembled from the same text, whatever its lines end with on disk.
    void anUnchangedTextIsTheLoadedOne() {
        Bench bench(QByteArray(kProgram).replace("\n", "\r\n"));
        bench.load();
        QVERIFY(!bench.area.differsFromLoaded());
        type(bench, QStringLiteral("#"));
        QVERIFY(bench.area.differsFromLoaded());
    }

    void aConflictIsAnsweredBeforeASave() {
        Bench bench;
        Document* document = bench.area.current();
        type(bench, QStringLiteral("# mine\n"));
        const QByteArray theirs = "# theirs\n" + kProgram;
        // Saved at once: the watcher has not even seen the change.
        write(bench.path, theirs);
        QVERIFY(!bench.area.saveDocument(document, bench.path));
        QCOMPARE(read(bench.path), theirs);
        QVERIFY(bench.area.notices().isVisible());
        press(bench, QStringLiteral("Save mine over it"));
        QCOMPARE(read(bench.path), "# mine\n" + kProgram);
        QVERIFY(!document->isModified());
        QVERIFY(!bench.area.notices().isVisible());

        type(bench, QStringLiteral("# again\n"));
        write(bench.path, theirs);
        QVERIFY(!bench.area.saveDocument(document, bench.path));
        press(bench, QStringLiteral("Reload"));
        QCOMPARE(document->text().toUtf8(), theirs);
        QVERIFY(!document->isModified());
        QVERIFY(bench.area.saveDocument(document, bench.path));
        QCOMPARE(read(bench.path), theirs);
    }

    void oneFileHasOneTab() {
        Bench bench;
        Document* other = bench.area.newFile();
        other->editor()->setText(QStringLiteral("# other\n"));
        QVERIFY(!bench.area.saveDocument(other, bench.path));
        QCOMPARE(read(bench.path), kProgram);
    }
};

int tst_files_are_kept(int argc, char** argv) {
    return lw::tests::run<TestFilesAreKept, QApplication>(argc, argv);
}
#include "tst_files_are_kept.moc"
