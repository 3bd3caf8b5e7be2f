// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"
#include "widgets/session/debug_session.h"

#include <QHash>
#include <QList>
#include <QObject>

namespace lw::editor {

// Breakpoints and the arrow of the next bundle in the open files. They belong to the loaded program and stay
// on its lines while those are edited.
class ExecutionMarks : public QObject {
    Q_OBJECT
  public:
    ExecutionMarks(session::ViewContext context, const QList<Document*>& documents, QObject* parent);

    // The bundle of the loaded program that stands on the line (from 0) as the text is now, or first below.
    std::optional<std::uint32_t> bundleAt(const QString& path, int line) const;
    // Where a bundle stands now; nothing: in no known place.
    struct Line {
        QString path;
        int line = 0; // from 0
    };
    std::optional<Line> lineOf(std::uint32_t bundle) const;
    // Nothing, or why not.
    std::optional<QString> toggleBreakpoint(const Document& document, int line);
    // What breakpoints on numbered bundles are called in a program made from the texts as they are now, by
    // id; an empty text: its line is gone.
    QHash<std::uint32_t, QString> movedBreakpoints(const session::Loaded& next) const;
    void update();
    // From here on its lines are followed.
    void follow(Document& document) const;

  private:
    void takeProgram();

    session::ViewContext m_context;
    const QList<Document*>& m_documents;
    std::shared_ptr<const session::Loaded> m_loaded;
    std::uint32_t m_shownBundle = ~0u;
};

} // namespace lw::editor
