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
    QString group;  // what it is about: the name of the folder that it lies in, "training"
    QString title, teaches;
    QString program; // absolute; the one to open, or the network (.json)
    QString picture; // absolute; of what comes out
};

// The examples: those in the folder that LANEWRIGHT_EXAMPLES names (a course's own), or those that come with
// the program: beside it when it is installed, in the checkout it was built from otherwise. Folders without a
// README or a program are none.
QVector<Example> examples();
// Their folder, or nothing.
QString examplesFolder();
// "training/saxpy": the folder as seen from theirs.
QString nameOf(const Example& example);

// "# Title", then the first paragraph, its lines joined and without marks of code, links and emphasis; what
// it announces by a colon at its end is not in it.
QPair<QString, QString> titleAndParagraph(const QString& markdown);

} // namespace lw::ide
