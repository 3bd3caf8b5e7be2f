// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"
#include "widgets/session/debug_session.h"

#include <QHash>
#include <QList>
#include <QMap>
#include <QObject>

#include <vector>

namespace lw::editor {

// Breakpoints and the arrow of the next bundle in the open files: a filled one at the bundle,
// hollow ones at the calls of the macros it is in. They belong to the loaded program and stay on its lines
// while those are edited.
class ExecutionMarks : public QObject {
    Q_OBJECT
  public:
    ExecutionMarks(session::ViewContext context, const QList<Document*>& documents, QObject* parent);

    // A line in the present text, from 0.
    struct Line {
        QString path; // the key of the text
        int line = 0;
        bool operator==(const Line&) const = default;
    };
    // The line of the present text, from 0, that was at that place when the program was loaded; -1: gone.
    int lineNow(const session::Loaded& loaded, const Place& place) const;
    // Where a bundle is and was called from, the innermost first; without lines that are gone.
    std::vector<Line> linesOf(machine::BundleOf bundle) const;

    // A line of a loaded program and the first bundle for each time it was assembled.
    struct Stand {
        machine::CoreId core; // the one running the program: the one in focus, if it does
        int line = 0;         // in the present text, from 0
        std::uint32_t loadedLine = 0;
        std::vector<std::uint32_t> bundles;
    };
    // The line itself, or the first one below it with bundles.
    std::optional<Stand> standAt(const QString& path, int line) const;
    // The name of a breakpoint at that place.
    QString placeText(const QString& path, const Stand& stand) const;
    // Nothing, or why not.
    std::optional<QString> toggleBreakpoint(const Document& document, int line);
    // The names of breakpoints on lines and numbered bundles in a program made from the texts as they are
    // now, by id; an empty text: its line is gone.
    QHash<std::uint32_t, QString> movedBreakpoints(const session::LoadedMachine& next) const;
    void update();
    // From here on its lines are followed.
    void follow(Document& document) const;

  Q_SIGNALS:
    // The program has reached another bundle, or it was loaded and is at its first: that should be seen.
    void arrived(machine::BundleOf bundle, bool isLoaded);

  private:
    void takeProgram();
    std::shared_ptr<const session::Loaded> loadedOn(machine::CoreId core) const;
    Document* documentAt(const QString& source) const;
    std::optional<Stand> standOn(const session::Loaded& loaded, const QString& path, int line) const;
    QHash<QString, QSet<int>> breakpointLines() const;
    QMap<int, QString> coresIn(const QString& path) const;
    QString movedLine(const machine::Breakpoint& breakpoint, const session::Loaded& now,
                      const session::Loaded& next) const;
    QString movedNumber(const machine::Breakpoint& breakpoint, const session::Loaded& next) const;

    session::ViewContext m_context;
    const QList<Document*>& m_documents;
    std::weak_ptr<const session::Loaded> m_loaded; // one of its cores
    std::optional<machine::BundleOf> m_shown;      // the next one of the core in focus
};

} // namespace lw::editor
