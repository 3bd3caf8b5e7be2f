// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/execution_marks.h"

#include "core/machine/breakpoints.h"
#include "core/program/lines.h"

#include <QFileInfo>
#include <QSet>

#include <utility>

namespace lw::editor {

namespace {

constexpr std::uint32_t kNone = ~0u;

bool standsAtBundle(const machine::Breakpoint& breakpoint) {
    return breakpoint.trigger && breakpoint.trigger->kind == machine::TriggerKind::Bundle;
}

// The end of the path that no other file of the program has.
QString shortest(const QString& path, const QStringList& all) {
    QString out = QFileInfo(path).fileName(), folder = QFileInfo(path).path();
    const auto isShared = [&] {
        return std::any_of(all.begin(), all.end(), [&](const QString& other) {
            return other != path && (other == out || other.endsWith(QLatin1Char('/') + out));
        });
    };
    while (isShared() && !QFileInfo(folder).fileName().isEmpty()) {
        out.prepend(QFileInfo(folder).fileName() + QLatin1Char('/'));
        folder = QFileInfo(folder).path();
    }
    return out.contains(QLatin1Char(' ')) ? QLatin1Char('"') + out + QLatin1Char('"') : out;
}

// "kernels.lw:12 if r1 > 3" is cut before the number of the line and after it.
struct LineText {
    QString before, after;
};
LineText cutAtLine(const machine::Breakpoint& breakpoint) {
    const QString text = QString::fromStdString(breakpoint.text);
    const QString number = QLatin1Char(':') + QString::number(breakpoint.line.line);
    const qsizetype at = text.indexOf(number);
    return {text.left(at + 1), text.mid(at + number.size())};
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
    const auto index = loaded ? document.placeIn(loaded->sources) : -1;
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

// ---- bundles and lines

Document* ExecutionMarks::documentAt(std::uint32_t file) const {
    const auto loaded = m_context.session.loaded();
    const QString path = loaded ? loaded->sources.value(static_cast<qsizetype>(file)) : QString();
    for (Document* document : m_documents)
        if (!path.isEmpty() && document->placeIn({path}) >= 0) return document;
    return nullptr;
}

int ExecutionMarks::lineNow(std::uint32_t file, std::uint32_t line) const {
    const Document* document = documentAt(file);
    return document ? document->lineNow(static_cast<int>(line) - 1) : static_cast<int>(line) - 1;
}

std::vector<ExecutionMarks::Line> ExecutionMarks::linesOf(std::uint32_t bundle) const {
    std::vector<Line> out;
    const auto loaded = m_context.session.loaded();
    if (!loaded) return out;
    for (const Place& place : program::linesOf(loaded->program, bundle)) {
        const Document* document = documentAt(place.file);
        const QString path =
            document ? document->key() : loaded->sources.value(static_cast<qsizetype>(place.file));
        const int line = lineNow(place.file, place.line);
        if (line >= 0 && !path.isEmpty()) out.push_back({path, line});
    }
    return out;
}

std::optional<ExecutionMarks::Stand> ExecutionMarks::standAt(const QString& path, int line) const {
    const auto loaded = m_context.session.loaded();
    if (!loaded) return {};
    qsizetype file = loaded->sources.indexOf(path);
    for (const Document* document : m_documents)
        if (document->key() == path) file = document->placeIn(loaded->sources);
    if (file < 0) return {};
    const auto number = static_cast<std::uint32_t>(file);
    std::optional<Stand> best;
    for (const std::uint32_t then : program::linesWithBundles(loaded->program, number)) {
        const int now = lineNow(number, then);
        if (now >= line && (!best || now < best->line)) best = Stand{now, then, {}};
    }
    if (best) best->bundles = program::bundlesOfLine(loaded->program, number, best->loadedLine);
    return best;
}

// ---- breakpoints

QString ExecutionMarks::placeText(const QString& path, const Stand& stand) const {
    const auto loaded = m_context.session.loaded();
    QString source = path;
    for (const Document* document : m_documents)
        if (document->key() == path) source = loaded->sources.value(document->placeIn(loaded->sources));
    return QStringLiteral("%1:%2").arg(shortest(source, loaded->sources)).arg(stand.loadedLine);
}

std::optional<QString> ExecutionMarks::toggleBreakpoint(const Document& document, int line) {
    auto& session = m_context.session;
    if (!session.loaded()) return tr("Breakpoints need a program that assembles: mend the errors first.");
    const auto stand = standAt(document.key(), line);
    if (!stand) return tr("No bundle of the loaded program stands on this line or below it.");
    for (const machine::Breakpoint& breakpoint : session.breakpoints()) {
        if (!standsAtBundle(breakpoint) || breakpoint.bundles.front() != stand->bundles.front()) continue;
        if (stand->line != line)
            return tr("Line %1, the next with a bundle, has its breakpoint already.").arg(stand->line + 1);
        session.removeBreakpoint(breakpoint.id);
        return {};
    }
    return session.addBreakpoint(placeText(document.key(), *stand));
}

QHash<std::uint32_t, QString> ExecutionMarks::movedBreakpoints(const session::Loaded& next) const {
    QHash<std::uint32_t, QString> out;
    const auto loaded = m_context.session.loaded();
    if (!loaded || loaded->path != next.path) return out;
    for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints()) {
        if (!standsAtBundle(breakpoint)) continue;
        bool isNumber = false;
        QString::fromStdString(breakpoint.text).trimmed().section(QLatin1Char(' '), 0, 0).toUInt(&isNumber);
        if (breakpoint.line.known())
            out[breakpoint.id] = movedLine(breakpoint, next);
        else if (isNumber)
            out[breakpoint.id] = movedNumber(breakpoint, next);
    }
    return out;
}

QString ExecutionMarks::movedLine(const machine::Breakpoint& breakpoint, const session::Loaded& next) const {
    const int now = lineNow(breakpoint.line.file, breakpoint.line.line);
    const auto file = next.sources.indexOf(
        m_context.session.loaded()->sources.value(static_cast<qsizetype>(breakpoint.line.file)));
    const auto line = static_cast<std::uint32_t>(now + 1);
    if (now < 0 || file < 0 ||
        program::bundlesOfLine(next.program, static_cast<std::uint32_t>(file), line).empty())
        return {};
    const LineText text = cutAtLine(breakpoint);
    return text.before + QString::number(line) + text.after;
}

QString ExecutionMarks::movedNumber(const machine::Breakpoint& breakpoint,
                                    const session::Loaded& next) const {
    const auto lines = linesOf(breakpoint.trigger->bundle);
    if (lines.empty()) return {};
    const auto file = next.sources.indexOf(lines.front().path);
    const auto bundles = file < 0
                             ? std::vector<std::uint32_t>()
                             : program::bundlesOfLine(next.program, static_cast<std::uint32_t>(file),
                                                      static_cast<std::uint32_t>(lines.front().line + 1));
    const QString text = QString::fromStdString(breakpoint.text).trimmed();
    const QString first = text.section(QLatin1Char(' '), 0, 0);
    return bundles.empty() ? QString() : QString::number(bundles.front()) + text.mid(first.size());
}

// ---- marks

QHash<QString, QSet<int>> ExecutionMarks::breakpointLines() const {
    QHash<QString, QSet<int>> out;
    for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints()) {
        if (!standsAtBundle(breakpoint)) continue;
        if (breakpoint.line.known()) {
            if (const Document* document = documentAt(breakpoint.line.file))
                out[document->key()].insert(lineNow(breakpoint.line.file, breakpoint.line.line));
        } else if (const auto lines = linesOf(breakpoint.trigger->bundle); !lines.empty()) {
            out[lines.front().path].insert(lines.front().line);
        }
    }
    return out;
}

void ExecutionMarks::update() {
    takeProgram();
    const auto& frame = m_context.session.frame();
    const auto marked = frame ? breakpointLines() : QHash<QString, QSet<int>>();
    const bool stands = frame && !frame->running;
    const auto lines = stands ? linesOf(frame->nextBundle) : std::vector<Line>();
    for (Document* document : m_documents) {
        CodeEditor* editor = document->editor();
        editor->setBreakpointLines(marked.value(document->key()));
        int innermost = -1;
        QSet<int> calls;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].path != document->key()) continue;
            if (i == 0)
                innermost = lines[i].line;
            else
                calls.insert(lines[i].line);
        }
        editor->setCurrentLine(innermost, calls, frame && frame->standsAtFault());
    }
    if (!stands) return;
    const std::uint32_t before = std::exchange(m_shownBundle, frame->nextBundle);
    if (before != frame->nextBundle) Q_EMIT arrived(frame->nextBundle, before == kNone);
}

} // namespace lw::editor

#include "moc_execution_marks.cpp"
