// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace lw::session {

// What the window knows about a technique: a desk that makes programs and, if its technique made the loaded
// one, has what is known about it. Each technique's views use its own desk for the rest.
class TechniqueDesk : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    // Where programs go that were given no folder.
    virtual void keepIn(const QString& folder) = 0;
    // The program loaded now; empty: none. Answered by factsChanged(), once it has been read.
    virtual void setProgram(const QString& path) = 0;
    // That program, if this technique made it; otherwise nothing.
    virtual QString program() const = 0;
    // The file from which it was made; empty: not known.
    virtual QString madeFrom() const = 0;
    // What is open in it before there is a program: a path; empty: nothing is.
    virtual QString openedAlone() const { return {}; }
    virtual bool isBusy() const = 0;

  Q_SIGNALS:
    void factsChanged();
    void notRead(const QString& text); // what is known about the loaded program
};

} // namespace lw::session
