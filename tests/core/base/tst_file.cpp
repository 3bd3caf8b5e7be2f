// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <sys/stat.h>
#include <thread>

using namespace lw;

class TestFile : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); }
    void whatIsWrittenIsRead() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a").toStdString();
        for (const std::string& text : {std::string("first"), std::string(100000, 'x'), std::string()}) {
            QVERIFY(writeFileAtomically(path, text));
            const auto back = readTextFile(path);
            QVERIFY(back);
            QCOMPARE(*back, text);
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"a"});
    }

    void problemsNamePathAndReason() {
        QTemporaryDir folder;
        const auto missing = readFile(folder.filePath("none").toStdString());
        QVERIFY(!missing);
        QVERIFY(textOf(missing.problem()).ends_with("none': No such file or directory"));
        QVERIFY(!readFile(folder.path().toStdString()));
        QVERIFY(!readFile("/dev/zero"));
        QVERIFY(!writeFileAtomically(folder.path().toStdString(), std::string_view("x")));
        QVERIFY(!writeFileAtomically(folder.filePath("no/such").toStdString(), std::string_view("x")));
    }

    void limitsHold() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a").toStdString();
        QVERIFY(writeFileAtomically(path, std::string_view("12345")));
        QVERIFY(readFile(path, 5));
        const auto refused = readFile(path, 4);
        QVERIFY(!refused);
        QCOMPARE(refused.problem().message->code, std::string_view("E003"));
    }

    // Larger than the parts it is read in, whose size is a number of whole megabytes.
    void largeFilesAreReadInParts() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a").toStdString();
        for (const std::size_t size :
             {std::size_t{8} << 20, (std::size_t{8} << 20) + 1, std::size_t{9'999'999}}) {
            std::string text(size, 'x');
            for (std::size_t i = 0; i < size; i += 4093) text[i] = static_cast<char>('a' + i % 26);
            QVERIFY(writeFileAtomically(path, text));
            const auto back = readTextFile(path);
            QVERIFY(back && *back == text);
        }
    }
    // A pipe that gives more and more would be read for ever.
    void readingIsInterrupted() {
        QTemporaryDir folder;
        const QByteArray path = folder.filePath("pipe").toLocal8Bit();
        QCOMPARE(::mkfifo(path.constData(), 0600), 0);
        std::atomic<bool> stop = false;
        std::thread writer([&] {
            QFile pipe(QString::fromLocal8Bit(path));
            if (!pipe.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return;
            const QByteArray part(1 << 16, 'x');
            for (int i = 0; i < 100; ++i) {
                if (i == 10) stop = true;
                if (pipe.write(part) != part.size()) return; // the reader is gone
            }
        });
        const auto read = readFile(path.toStdString(), kMaxFileBytes, &stop);
        writer.join();
        QVERIFY(!read);
        QCOMPARE(read.problem().message->code, std::string_view("E004"));
    }

    // Nobody ever writes to it.
    void aPipeWithoutAWriterIsRefused() {
        QTemporaryDir folder;
        const QByteArray path = folder.filePath("pipe").toLocal8Bit();
        QCOMPARE(::mkfifo(path.constData(), 0600), 0);
        const auto read = readFile(path.toStdString());
        QVERIFY(!read && textOf(read.problem()).find("nobody writes to this pipe") != std::string::npos);
    }

    // A link stays a link, permissions stay, and a device is not replaced by a file.
    void whatStandsThereIsKept() {
        QTemporaryDir folder;
        const std::string real = folder.filePath("real").toStdString(),
                          link = folder.filePath("link").toStdString();
        QVERIFY(writeFileAtomically(real, std::string_view("old")));
        QVERIFY(QFile::setPermissions(folder.filePath("real"), QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(QFile::link(folder.filePath("real"), folder.filePath("link")));
        QVERIFY(writeFileAtomically(link, std::string_view("new")));
        QVERIFY(QFileInfo(folder.filePath("link")).isSymLink());
        QCOMPARE(*readTextFile(real), std::string("new"));
        QVERIFY(!(QFile::permissions(folder.filePath("real")) & QFile::ReadOther));
        QVERIFY(writeFileAtomically("/dev/null", std::string_view("nothing")));
        QVERIFY(!QFileInfo("/dev/null").isFile());
        // So does one to a file that is not there yet, by way of another.
        QVERIFY(QFile::remove(folder.filePath("real")));
        std::filesystem::create_symlink("link", folder.filePath("further").toStdString());
        QVERIFY(writeFileAtomically(folder.filePath("further").toStdString(), std::string_view("first")));
        QVERIFY(QFileInfo(folder.filePath("further")).isSymLink());
        QVERIFY(QFileInfo(folder.filePath("link")).isSymLink());
        QCOMPARE(*readTextFile(folder.filePath("real").toStdString()), std::string("first"));
    }
    // What was read stays, under every name; what was written here may be read and written again.
    void whatWasReadIsNotWrittenOver() {
        const QTemporaryDir folder;
        const std::string input = folder.filePath("in").toStdString(),
                          link = folder.filePath("link").toStdString(),
                          output = folder.filePath("out").toStdString();
        QVERIFY(writeFileAtomically(input, std::string_view("text")));
        std::filesystem::create_symlink(input, link);
        keepReadFiles(true);
        QCOMPARE(*readTextFile(input), std::string("text"));
        for (const std::string& path : {input, link}) {
            const auto written = writeFileAtomically(path, std::string_view("x"));
            QVERIFY(!written);
            QCOMPARE(written.problem().message->code, std::string_view("E005"));
        }
        for (int i = 0; i < 2; ++i) {
            QVERIFY(writeFileAtomically(output, std::string_view("x")));
            QCOMPARE(*readTextFile(output), std::string("x"));
        }
        keepReadFiles(false);
        QVERIFY(writeFileAtomically(input, std::string_view("x")));
    }
};

int tst_file(int argc, char** argv) { return lw::tests::run<TestFile>(argc, argv); }
#include "tst_file.moc"
