// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/autosave.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

#include <algorithm>

namespace lw::editor {

namespace {

const QString kLock = QStringLiteral("lock");
const QString kEnding = QStringLiteral(".json");

std::unique_ptr<QLockFile> lockOf(const QString& folder) {
    auto out = std::make_unique<QLockFile>(QDir(folder).filePath(kLock));
    out->setStaleLockTime(0); // only the end of the program makes it stale, not its age
    return out;
}

} // namespace

Autosave::Autosave(const QString& folder)
    : m_folder(folder), m_own(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces))) {
    QDir().mkpath(m_own);
    m_lock = lockOf(m_own);
    m_lock->tryLock(0);
}

Autosave::~Autosave() {
    m_lock->unlock();
    QDir(m_own).removeRecursively();
}

QString Autosave::fileOf(const QString& key) const {
    const QByteArray name = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QDir(m_own).filePath(QString::fromLatin1(name) + kEnding);
}

bool Autosave::keep(const QString& key, const Text& text) {
    const QJsonObject object{{QStringLiteral("path"), text.path},
                             {QStringLiteral("encoding"), text.encoding},
                             {QStringLiteral("text"), text.text},
                             {QStringLiteral("when"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)}};
    const QByteArray bytes = QJsonDocument(object).toJson(QJsonDocument::Compact);
    // Not as what a person saves (session/saved_file.h), whose folder goes to the disk as well: the window
    // would wait for that every other second while somebody types. Qt has the bytes on the disk before they
    // get their name: a power failure costs some seconds more than a crash does, and leaves no half text.
    QSaveFile file(fileOf(key));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

void Autosave::forget(const QString& key) { QFile::remove(fileOf(key)); }

QVector<Autosave::Kept> Autosave::leftOver() {
    QVector<Kept> out;
    for (const QFileInfo& folder : QDir(m_folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (folder.filePath() == m_own) continue;
        auto lock = lockOf(folder.filePath());
        if (!lock->tryLock(0)) continue; // that program is running
        qsizetype found = 0;
        for (const QFileInfo& entry :
             QDir(folder.filePath()).entryInfoList({QLatin1Char('*') + kEnding}, QDir::Files)) {
            QFile file(entry.filePath());
            if (!file.open(QIODevice::ReadOnly)) continue;
            const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
            if (!object[QStringLiteral("text")].isString()) continue;
            out.append(
                {{object[QStringLiteral("path")].toString(), object[QStringLiteral("encoding")].toString(),
                  object[QStringLiteral("text")].toString()},
                 QDateTime::fromString(object[QStringLiteral("when")].toString(), Qt::ISODate),
                 entry.filePath()});
            ++found;
        }
        if (found != 0) {
            m_taken.push_back(std::move(lock));
        } else {
            lock->unlock();
            QDir(folder.filePath()).removeRecursively();
        }
    }
    std::sort(out.begin(), out.end(), [](const Kept& a, const Kept& b) { return a.when < b.when; });
    return out;
}

void Autosave::drop(const Kept& kept) { QFile::remove(kept.file); }

} // namespace lw::editor
