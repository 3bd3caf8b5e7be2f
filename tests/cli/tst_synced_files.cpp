// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/sync_notes.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

// A file that a command has saved outlasts a power failure: it is on the disk before it gets its name, and
// then its name is. What the command does is noted by a library that is preloaded (support/sync_log.cpp).
class TestSyncedFiles : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theFileIsOnTheDiskBeforeItsName_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("saved");
        const QString program = LW_ROOT "/examples/training/first-bundle/program.lw";
        QTest::newRow("asm") << QStringList{"asm", program, "--output", "out/p.lwo"} << "out/p.lwo";
        QTest::newRow("dis") << QStringList{"dis", program, "--output", "out/p.lw"} << "out/p.lw";
        QTest::newRow("get") << QStringList{"run", program, "--get", "count=out/c.npy"} << "out/c.npy";
        QTest::newRow("manifest") << QStringList{"run", program, "--manifest", "out/m.json"} << "out/m.json";
        QTest::newRow("results") << QStringList{"check", LW_ROOT "/examples/training/first-bundle",
                                                "--results", "out/r.json"}
                                 << "out/r.json";
    }
    void theFileIsOnTheDiskBeforeItsName() {
        QFETCH(const QStringList, words);
        QFETCH(const QString, saved);
        const QTemporaryDir place;
        const QString folder = QDir(QDir(place.path()).canonicalPath()).filePath("out");
        QVERIFY(QDir().mkpath(folder));
        const QStringList notes = lw::tests::syncNotesOf(LW_BIN "/lw", words, place.path(), LW_SYNC_LOG);
        QVERIFY(QFile::exists(place.filePath(saved)));
        const QString name = QFileInfo(saved).fileName();
        QVERIFY2(lw::tests::syncedTimes(notes, folder, name) > 0, qPrintable(notes.join('\n')));
    }
};

int tst_synced_files(int argc, char** argv) {
    return lw::tests::run<TestSyncedFiles, QCoreApplication>(argc, argv);
}
#include "tst_synced_files.moc"
