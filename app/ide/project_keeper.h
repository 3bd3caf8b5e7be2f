// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "widgets/debug/history_bar.h"
#include "widgets/editor/document_area.h"
#include "widgets/session/debug_session.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace lw::ide {

// What belongs to the work on one program: machine, inputs, breakpoints, watches, bookmarks. Kept in the
// project file that is open; without one, for each program by itself, so that a person finds them again
// whichever program ran meanwhile.
class ProjectKeeper : public QObject {
    Q_OBJECT
  public:
    ProjectKeeper(session::DebugSession& session, editor::DocumentArea& documents, debug::HistoryBar& history,
                  QObject* parent = nullptr);

    // From now on what belongs to a program is kept in that folder, a file for each.
    void startRemembering(const QString& folder);

    const QString& path() const { return m_path; } // of the project that is open; empty: none
    const std::vector<project::Input>& inputs() const { return m_inputs; }
    void setInputs(std::vector<project::Input> inputs);
    // Another file for the tensor from the next start on.
    void setInput(const QString& tensor, const QString& file, project::Conversion cast = {});

    // Nothing when it went well, otherwise what went wrong, with the place in the file.
    // `views` is what the window adds when it is saved, and gets when it is opened; the open files
    // are closed and opened by the window.
    std::optional<QString> open(const QString& path, project::Project& views);
    std::optional<QString> saveAs(const QString& path, const project::Project& views);
    // The project is left; what it had stays in the window.
    void close();
    // Who else has that project open: "process 4711 on this-host". A program that has crashed does not.
    static std::optional<QString> otherUserOf(const QString& path);
    // Another one had it open when it was opened here, and still has: whoever writes last is right.
    bool isShared() const { return m_lock && !m_lock->isLocked(); }

    // Writes what was not yet: changes are written after some seconds by themselves.
    void keepNow();
    void noteChange(); // something that is kept is another one now

  Q_SIGNALS:
    void changed(); // path or inputs
    void problem(const QString& text);

  private:
    project::Project collect() const; // without views
    void apply(const project::Project& project);
    QString memoryOf(const QString& program) const;
    void remember(const QString& program);
    void recall(const QString& program);
    void startFileChanged(const QString& before);
    void leave();
    void enter(const QString& path);

    session::DebugSession& m_session;
    editor::DocumentArea& m_documents;
    debug::HistoryBar& m_history;
    QString m_path, m_folder;
    std::unique_ptr<QLockFile> m_lock; // of the project that is open
    std::vector<project::Input> m_inputs;
    QTimer m_soon;
    bool m_applying = false;
};

} // namespace lw::ide
