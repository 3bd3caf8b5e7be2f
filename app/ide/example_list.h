// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace lw::ide {

// An example as the welcome page shows it: its README begins with a title
// and a paragraph that says what it teaches.
struct Example {
    QString folder; // absolute
    QString group;  // its subject: the name of the folder that contains it, "training"
    QString title, teaches;
    QString program; // absolute; the one to open, or the network (.json)
    QString picture; // absolute; of what comes out
};

// The examples: those in the folder named by LANEWRIGHT_EXAMPLES (a course's own), or those that come with
// the program: beside it when it is installed, otherwise in the checkout it was built from. Folders without a
// README or a program do not count.
QVector<Example> examples();
// Their folder, or nothing.
QString examplesFolder();
// "training/saxpy": the folder relative to theirs.
QString nameOf(const Example& example);

// The group of the examples that a file belongs to, or nothing.
QString groupOf(const QString& file);

// "# Title", then the first paragraph, its lines joined and without marks of code, links and emphasis;
// without anything that it announces by a colon at its end.
QPair<QString, QString> titleAndParagraph(const QString& markdown);

} // namespace lw::ide
