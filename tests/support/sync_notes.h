// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStringList>

namespace lw::tests {

// What a program does to files, as `library` (support/sync_log.cpp) notes it; if it fails, what it says.
inline QStringList syncNotesOf(const QString& program, const QStringList& words, const QString& place,
                               const char* library) {
    const QString log = QDir(place).filePath(QStringLiteral("log"));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LD_PRELOAD"), QString::fromLocal8Bit(library));
    environment.insert(QStringLiteral("LW_SYNC_LOG"), log);
    // The sanitizer's own library comes after the preloaded one.
    const QString asan = QStringLiteral("ASAN_OPTIONS");
    environment.insert(asan, environment.value(asan) + QStringLiteral(":verify_asan_link_order=0"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(place);
    process.start(program, words);
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        return {QString::fromUtf8(process.readAllStandardError() + process.readAllStandardOutput())};
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

// How many times the file got its name; -1 when once its bytes were not on the disk before, or its folder not
// right after. The path of the folder has no links in it.
inline int syncedTimes(const QStringList& notes, const QString& folder, const QString& name) {
    int out = 0;
    for (qsizetype at = 0; at < notes.size(); ++at) {
        const QStringList note = notes[at].split(QLatin1Char(' '));
        if (note.value(0) != QLatin1String("rename") || QFileInfo(note.value(2)).fileName() != name) continue;
        const QString part = QDir(folder).filePath(QFileInfo(note[1]).fileName());
        const qsizetype synced = notes.lastIndexOf(QStringLiteral("fsync ") + part, at),
                        written = notes.lastIndexOf(QStringLiteral("write ") + part, at);
        if (written < 0 || synced < written) return -1;
        if (notes.value(at + 1) != QStringLiteral("fsync ") + folder) return -1;
        ++out;
    }
    return out;
}

} // namespace lw::tests
