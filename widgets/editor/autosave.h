// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <QVector>

#include <memory>
#include <vector>

namespace lw::editor {

// Unsaved texts, kept beside the settings so that a crash loses seconds and not hours.
// Each running program has a folder of its own, which it removes when it ends normally; a leftover
// folder belonged to a program that did not.
class Autosave {
  public:
    // Makes its folder inside `folder`.
    explicit Autosave(const QString& folder);
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    struct Text {
        QString path;     // empty: for a text without a file
        QString encoding; // of the file
        QString text;
    };
    // Writes a new file beside the old one and renames it: killed midway, the text kept before remains.
    // `key` names the text. False: it could not be written.
    bool keep(const QString& key, const Text& text);
    void forget(const QString& key);

    struct Kept : Text {
        QDateTime when;
        QString file; // the one that keeps it
    };
    // What was left by programs that ended without clearing up. From now on it belongs to this program.
    QVector<Kept> leftOver();
    // It has been restored, or is not wanted.
    void drop(const Kept& kept);

  private:
    QString fileOf(const QString& key) const;

    QString m_folder; // of all programs
    QString m_own;
    std::unique_ptr<QLockFile> m_lock;
    std::vector<std::unique_ptr<QLockFile>> m_taken; // of the folders of others
};

} // namespace lw::editor
