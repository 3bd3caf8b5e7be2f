// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

// A file that a command has saved outlasts a power failure: it is on the disk before it gets its name, and
// then its name is. What the command does is noted by a library that is preloaded (support/sync_log.cpp).
class TestSyncedFiles : public QObject {
    Q_OBJECT
    static QStringList notesOf(const QString& place, const QStringList& words) {
        const QString log = QDir(place).filePath("log");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LD_PRELOAD", LW_SYNC_LOG);
        environment.insert("LW_SYNC_LOG", log);
        // The sanitizer's own library comes after the preloaded one.
        environment.insert("ASAN_OPTIONS", environment.value("ASAN_OPTIONS") + ":verify_asan_link_order=0");
        QProcess lw;
        lw.setProcessEnvironment(environment);
        lw.setWorkingDirectory(place);
        lw.start(QStringLiteral(LW_BIN "/lw"), words);
        if (!lw.waitForFinished(120'000) || lw.exitStatus() != QProcess::NormalExit || lw.exitCode() != 0)
            return {lw.readAllStandardError() + lw.readAllStandardOutput()};
        QFile file(log);
        if (!file.open(QIODevice::ReadOnly)) return {};
        return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    }

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
        const QStringList notes = notesOf(place.path(), words);
        QVERIFY(QFile::exists(place.filePath(saved)));
        int renamed = 0;
        for (int at = 0; at < notes.size(); ++at) {
            const QStringList note = notes[at].split(' ');
            if (note[0] != "rename" || !note[2].endsWith(QFileInfo(saved).fileName())) continue;
            ++renamed;
            const QString part = QDir(folder).filePath(QFileInfo(note[1]).fileName());
            const qsizetype synced = notes.lastIndexOf("fsync " + part, at),
                            written = notes.lastIndexOf("write " + part, at);
            QVERIFY2(written >= 0 && synced > written, qPrintable(notes.join('\n')));
            QVERIFY2(notes.value(at + 1) == "fsync " + folder, qPrintable(notes.join('\n')));
        }
        QVERIFY2(renamed > 0, qPrintable(notes.join('\n')));
    }
};

int tst_synced_files(int argc, char** argv) {
    return lw::tests::run<TestSyncedFiles, QCoreApplication>(argc, argv);
}
#include "tst_synced_files.moc"
