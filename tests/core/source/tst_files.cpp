// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/source/files.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace lw;
using namespace lw::source;

namespace {
void write(const QString& path, const char* text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qFatal("cannot write %s", qPrintable(path));
}
std::string codeOf(const Result<std::string>& result) {
    return result ? "read" : std::string(result.problem().message->code);
}
} // namespace

class TestFiles : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void lines() {
        const SourceFile file("a", "one\r\ntwo\n\nfour");
        QCOMPARE(file.lineCount(), std::size_t{4});
        QCOMPARE(file.line(1), std::string_view("one"));
        QCOMPARE(file.line(2), std::string_view("two"));
        QCOMPARE(file.line(3), std::string_view(""));
        QCOMPARE(file.line(4), std::string_view("four"));
        QCOMPARE(file.line(0), std::string_view(""));
        QCOMPARE(file.line(5), std::string_view(""));
        QCOMPARE(SourceFile("a", "").lineCount(), std::size_t{1});
        QVERIFY(SourceFile("a", "x").hash() != SourceFile("a", "y").hash());
        QCOMPARE(SourceFile("a", "x").hash(), SourceFile("b", "x").hash());
    }
    void filesAreOpenedOnce() {
        MemoryLoader loader;
        loader.set("a", "text");
        Files files(loader);
        QCOMPARE(*files.open("a"), 0u);
        QCOMPARE(files.add("b", "other"), 1u);
        QCOMPARE(*files.open("a"), 0u);
        QCOMPARE(*files.open("b"), 1u); // an unsaved text stands for the file
        QVERIFY(!files.open("c"));
        QCOMPARE(files.size(), std::size_t{2});
    }
    void paths() {
        QCOMPARE(pathBeside("dir/main.lw", "a.inc"), std::string("dir/a.inc"));
        QCOMPARE(pathBeside("main.lw", "a.inc"), std::string("a.inc"));
        QCOMPARE(pathBeside("dir/sub/main.lw", "../a.inc"), std::string("dir/a.inc"));
        QCOMPARE(pathBeside("dir/main.lw", "/abs/a.inc"), std::string("/abs/a.inc"));
        QCOMPARE(pathIn("inc", "./a.inc"), std::string("inc/a.inc"));
    }
    void memoryBeforeDisk() {
        MemoryLoader behind, front(&behind);
        behind.set("a", "saved");
        behind.set("b", "other");
        front.set("a", "unsaved");
        QCOMPARE(*front.load("a"), std::string("unsaved"));
        QCOMPARE(*front.load("b"), std::string("other"));
        QCOMPARE(codeOf(front.load("c")), std::string("E104"));
    }
    // Neither .. nor an absolute path nor a symbolic link leads out of the folder.
    void folderConfines() {
        QTemporaryDir outside;
        QVERIFY(outside.isValid());
        const QString root = outside.filePath("task");
        QVERIFY(QDir().mkpath(root + "/sub"));
        write(outside.filePath("secret"), "secret");
        write(root + "/own", "own");
        write(root + "/sub/deep", "deep");
        QVERIFY(QFile::link(outside.filePath("secret"), root + "/link"));
        QVERIFY(QFile::link(outside.path(), root + "/up"));
        QVERIFY(QFile::link(root + "/own", root + "/inner"));
        FolderLoader loader(root.toStdString(), 100);
        QCOMPARE(*loader.load("own"), std::string("own"));
        QCOMPARE(*loader.load("sub/deep"), std::string("deep"));
        QCOMPARE(*loader.load("sub/../own"), std::string("own"));
        QCOMPARE(*loader.load("inner"), std::string("own"));
        QCOMPARE(*loader.load(root.toStdString() + "/own"), std::string("own"));
        for (const std::string path :
             {"../secret", "sub/../../secret", "link", "up/secret", "/etc/hostname", ".."})
            QCOMPARE(codeOf(loader.load(path)), std::string("E105"));
        QCOMPARE(codeOf(loader.load("none")), std::string("E104"));
        QCOMPARE(codeOf(loader.load("sub")), std::string("E107"));
        write(root + "/large", std::string(101, 'x').c_str());
        QCOMPARE(codeOf(loader.load("large")), std::string("E003"));
        // A folder whose name only begins like the root is outside.
        QVERIFY(QDir().mkpath(outside.filePath("task2")));
        write(outside.filePath("task2/x"), "x");
        QCOMPARE(codeOf(loader.load("../task2/x")), std::string("E105"));
    }
    // Who changes names between two looks changes nothing.
    void whatWasAllowedStaysTheSame() {
        QTemporaryDir place;
        const QString root = place.filePath("eve"), other = place.filePath("alice");
        QVERIFY(QDir().mkpath(root) && QDir().mkpath(other));
        write(root + "/c", "eve's");
        write(other + "/c", "alice's");
        const OpenedFile held((root + "/c").toStdString());
        QVERIFY(held.isOpen() && held.isRegular());
        QVERIFY(QFile::rename(root + "/c", root + "/d") && QFile::link(other + "/c", root + "/c"));
        QCOMPARE(*readTextFile(held.name()), std::string("eve's"));
        QCOMPARE(held.id(), fileIdOf((root + "/d").toStdString()));

        Guard guard;
        guard.root = fileIdOf(root.toStdString());
        FolderLoader loader(root.toStdString(), guard);
        QCOMPARE(*loader.load("d"), std::string("eve's"));
        QCOMPARE(codeOf(loader.load("c")), std::string("E105"));
        QVERIFY(QDir().rename(root, place.filePath("eve_")) && QFile::link(other, root));
        QCOMPARE(codeOf(loader.load("c")), std::string("E105"));
        QVERIFY(loader.begin("c", 5).empty());
        QVERIFY(QFile::remove(root) && QDir().rename(other, root));
        QCOMPARE(codeOf(loader.load("c")), std::string("E105"));
    }
    // Files are kept under every name that they have.
    void guardKeepsFiles() {
        QTemporaryDir place;
        const QString root = place.filePath("task");
        QVERIFY(QDir().mkpath(root + "/hidden") && QDir().mkpath(root + "/lib"));
        for (const char* name : {"/own", "/expected", "/hidden/a", "/lib/b"}) write(root + name, "x");
        QCOMPARE(link(qPrintable(root + "/expected"), qPrintable(root + "/other")), 0);
        QCOMPARE(link(qPrintable(root + "/hidden/a"), qPrintable(root + "/lib/a")), 0);
        QVERIFY(QFile::link(root + "/expected", root + "/linked"));
        QCOMPARE(mkfifo(qPrintable(root + "/pipe"), 0644), 0);
        Guard guard;
        guard.keepFile((root + "/expected").toStdString());
        guard.keepFolder((root + "/hidden").toStdString());
        write(root + "/hidden/later", "x");
        FolderLoader loader(root.toStdString(), guard);
        for (const std::string path :
             {"expected", "other", "linked", "hidden/a", "lib/a", "hidden/later", "hidden", "hidden/none"})
            QCOMPARE(codeOf(loader.load(path)), std::string("E106"));
        QCOMPARE(codeOf(loader.load("pipe")), std::string("E107"));
        for (const std::string path : {"own", "lib/b"}) QCOMPARE(*loader.load(path), std::string("x"));
        std::error_code error;
        guard.reads = {{std::filesystem::canonical((root + "/lib").toStdString(), error).string()}};
        FolderLoader few(root.toStdString(), guard);
        QCOMPARE(codeOf(few.load("own")), std::string("E108"));
        QCOMPARE(codeOf(few.load("lib/a")), std::string("E106"));
        QCOMPARE(*few.load("lib/b"), std::string("x"));
    }
};

int tst_files(int argc, char** argv) { return lw::tests::run<TestFiles>(argc, argv); }
#include "tst_files.moc"
