// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace lw::session {

// What the window knows of a technique: a desk that makes programs, and has what is known of the one that is
// loaded if its technique made it. Each technique's views take its own desk for the rest.
class TechniqueDesk : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    // Where programs go that were given no folder.
    virtual void keepIn(const QString& folder) = 0;
    // The program that is loaded now; empty: none. Answered by factsChanged(), when it has been read.
    virtual void setProgram(const QString& path) = 0;
    // That program, if this technique made it; else nothing.
    virtual QString program() const = 0;
    // The file that it was made from; empty: not known.
    virtual QString madeFrom() const = 0;
    // What is open in it before there is a program: a path; empty: nothing is.
    virtual QString openedAlone() const { return {}; }
    virtual bool isBusy() const = 0;

  Q_SIGNALS:
    void factsChanged();
    void notRead(const QString& text); // what is known of the program that is loaded
};

} // namespace lw::session
