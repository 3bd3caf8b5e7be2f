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
// Each running program has a folder of its own, which it removes when it ends well; one that is left
// over belonged to a program that did not.
class Autosave {
  public:
    // Makes its folder inside `folder`.
    explicit Autosave(const QString& folder);
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    struct Text {
        QString path;     // empty: of a text that has no file
        QString encoding; // of the file
        QString text;
    };
    // Writes a file beside and renames it: killed in the middle, the text kept before is still there. `key`
    // names the text. False: it could not be written.
    bool keep(const QString& key, const Text& text);
    void forget(const QString& key);

    struct Kept : Text {
        QDateTime when;
        QString file; // that keeps it
    };
    // What programs left that have ended without forgetting it. From now on this program has it.
    QVector<Kept> leftOver();
    // It was restored, or is not wanted.
    void drop(const Kept& kept);

  private:
    QString fileOf(const QString& key) const;

    QString m_folder; // of all programs
    QString m_own;
    std::unique_ptr<QLockFile> m_lock;
    std::vector<std::unique_ptr<QLockFile>> m_taken; // of the folders of others
};

} // namespace lw::editor
