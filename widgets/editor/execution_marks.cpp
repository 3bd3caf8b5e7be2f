// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/execution_marks.h"

#include "core/machine/breakpoints.h"

#include <QSet>

namespace lw::editor {

namespace {

constexpr std::uint32_t kNone = ~0u;

bool standsAtBundle(const machine::Breakpoint& breakpoint) {
    return breakpoint.trigger && breakpoint.trigger->kind == machine::TriggerKind::Bundle;
}

} // namespace

ExecutionMarks::ExecutionMarks(session::ViewContext context, const QList<Document*>& documents,
                               QObject* parent)
    : QObject(parent), m_context(context), m_documents(documents) {
    using session::DebugSession;
    connect(&m_context.session, &DebugSession::frameChanged, this, &ExecutionMarks::update);
    connect(&m_context.session, &DebugSession::breakpointsChanged, this, &ExecutionMarks::update);
    connect(&m_context.session, &DebugSession::programChanged, this, [this] {
        m_shownBundle = kNone;
        update();
    });
}

void ExecutionMarks::follow(Document& document) const {
    const auto loaded = m_context.session.loaded();
    const auto index = loaded ? loaded->sources.indexOf(document.path()) : -1;
    document.setLoadedText(index >= 0 && index < loaded->texts.size()
                               ? std::optional(loaded->texts.value(index))
                               : std::nullopt);
}

void ExecutionMarks::takeProgram() {
    const auto loaded = m_context.session.loaded();
    if (loaded == m_loaded) return;
    m_loaded = loaded;
    for (Document* document : m_documents) follow(*document);
}

std::optional<ExecutionMarks::Line> ExecutionMarks::lineOf(std::uint32_t bundle) const {
    const auto loaded = m_context.session.loaded();
    if (!loaded || bundle >= loaded->program.places.size()) return {};
    const Place place = loaded->program.places[bundle];
    if (!place.known()) return {};
    Line out{loaded->sources.value(static_cast<int>(place.file)), static_cast<int>(place.line) - 1};
    for (const Document* document : m_documents)
        if (document->path() == out.path) out.line = document->lineNow(out.line);
    return out.line < 0 ? std::nullopt : std::optional(out);
}

std::optional<std::uint32_t> ExecutionMarks::bundleAt(const QString& path, int line) const {
    const auto loaded = m_context.session.loaded();
    if (!loaded) return {};
    const auto file = loaded->sources.indexOf(path);
    const Document* document = nullptr;
    for (const Document* one : m_documents)
        if (one->path() == path) document = one;
    std::optional<std::uint32_t> best;
    int bestLine = 0;
    const auto& places = loaded->program.places;
    for (std::uint32_t bundle = 0; bundle < places.size(); ++bundle) {
        if (static_cast<qsizetype>(places[bundle].file) != file) continue;
        const int then = static_cast<int>(places[bundle].line) - 1;
        const int now = document ? document->lineNow(then) : then;
        if (now < line || (best && now >= bestLine)) continue;
        best = bundle;
        bestLine = now;
    }
    return best;
}

std::optional<QString> ExecutionMarks::toggleBreakpoint(const Document& document, int line) {
    auto& session = m_context.session;
    if (!session.loaded()) return tr("Breakpoints need a program that assembles: mend the errors first.");
    const auto bundle = bundleAt(document.path(), line);
    if (!bundle) return tr("No bundle of the loaded program stands on this line or below it.");
    for (const machine::Breakpoint& breakpoint : session.breakpoints())
        if (standsAtBundle(breakpoint) && breakpoint.trigger->bundle == *bundle) {
            session.removeBreakpoint(breakpoint.id);
            return {};
        }
    return session.addBreakpoint(QString::number(*bundle));
}

QHash<std::uint32_t, QString> ExecutionMarks::movedBreakpoints(const session::Loaded& next) const {
    QHash<std::uint32_t, QString> out;
    const auto loaded = m_context.session.loaded();
    if (!loaded || loaded->path != next.path) return out;
    for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints()) {
        const QString text = QString::fromStdString(breakpoint.text).trimmed();
        const QString first = text.section(QLatin1Char(' '), 0, 0);
        bool isNumber = false;
        first.toUInt(&isNumber);
        if (!standsAtBundle(breakpoint) || !isNumber) continue;
        QString moved;
        if (const auto at = lineOf(breakpoint.trigger->bundle)) {
            const auto file = next.sources.indexOf(at->path);
            for (std::size_t bundle = 0; bundle < next.program.places.size() && moved.isEmpty(); ++bundle)
                if (static_cast<qsizetype>(next.program.places[bundle].file) == file &&
                    static_cast<int>(next.program.places[bundle].line) == at->line + 1)
                    moved = QString::number(bundle) + text.mid(first.size());
        }
        out[breakpoint.id] = moved;
    }
    return out;
}

void ExecutionMarks::update() {
    takeProgram();
    const auto& frame = m_context.session.frame();
    QHash<QString, QSet<int>> lines;
    if (frame)
        for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints())
            if (standsAtBundle(breakpoint))
                if (const auto at = lineOf(breakpoint.trigger->bundle)) lines[at->path].insert(at->line);
    const bool stands = frame && !frame->running;
    const auto next = stands ? lineOf(frame->nextBundle) : std::nullopt;
    for (Document* document : m_documents) {
        CodeEditor* editor = document->editor();
        editor->setBreakpointLines(lines.value(document->path()));
        const bool here = next && next->path == document->path();
        editor->setCurrentLine(here ? next->line : -1, frame && frame->standsAtFault());
        if (here && frame->nextBundle != m_shownBundle) editor->showLine(next->line, -1);
    }
    if (stands) m_shownBundle = frame->nextBundle;
}

} // namespace lw::editor

#include "moc_execution_marks.cpp"
