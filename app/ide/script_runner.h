// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/main_window.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <span>
#include <utility>

namespace lw::ide {

class ScriptRunner;

// One row per word of the language; `lanewright --script` prints them all when one is unknown.
struct ScriptVerb {
    const char* name;
    const char* arguments;
    const char* summary;
    // Returns what is wrong, or an empty text.
    QString (*act)(ScriptRunner& runner, const QStringList& arguments);
    bool isForLinks = false; // also in the steps of a text that the window shows
};
std::span<const ScriptVerb> scriptVerbs();
const ScriptVerb* findScriptVerb(const QString& name); // null: there is none

// Drives the window from a text of lines "verb argument ...", for tests, documentation and slides; # begins a
// comment. Each line begins when what the previous one asked for is done: assembled, run, and painted. Ends
// the application with 0, or with 1 and a message that names the line.
class ScriptRunner : public QObject {
    Q_OBJECT
  public:
    ScriptRunner(MainWindow& window, QString path, QObject* parent = nullptr);
    void start();
    // The steps of a link in a text that the window shows, separated by ";", with files relative to the
    // folder. They begin at once; what cannot be done is reported, and the runner deletes itself at the end.
    ScriptRunner(MainWindow& window, const QString& steps, const QString& folder);
    bool isLink() const { return m_isLink; }
    bool mayDo(const QString& action) const;

    MainWindow& window() { return m_window; }
    // A path relative to the script's folder.
    QString fileOf(const QString& name) const;
    // Called once everything started by the line is done: what is wrong with it, or an empty text.
    void afterwards(std::function<QString()> wrong) { m_afterwards = std::move(wrong); }
    // What the window has complained about since the last call.
    QStringList takeComplaints() { return std::exchange(m_complaints, {}); }

  private:
    void next();
    bool isIdle() const;
    void fail(const QString& text);
    void end(int code);

    MainWindow& m_window;
    QString m_path;
    QStringList m_lines;
    QStringList m_complaints;
    std::function<QString()> m_afterwards; // null: there is nothing to ask
    int m_line = 0;
    bool m_isLink = false;
    QTimer m_timer;
    QElapsedTimer m_sinceLine;
};

} // namespace lw::ide
