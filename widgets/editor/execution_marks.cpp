// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/execution_marks.h"

#include "core/machine/breakpoints.h"
#include "core/program/lines.h"

#include <QFileInfo>
#include <QSet>

#include <utility>

namespace lw::editor {

namespace {

bool standsAtBundle(const machine::Breakpoint& breakpoint) {
    return breakpoint.trigger && breakpoint.trigger->kind == machine::TriggerKind::Bundle;
}

// The end of the path that no other file of the program shares.
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

bool isAt(const machine::Breakpoint& breakpoint, const ExecutionMarks::Stand& stand) {
    return std::ranges::any_of(breakpoint.onCores(), [&](const machine::Breakpoint& one) {
        return one.trigger->core == stand.core && one.bundles.front() == stand.bundles.front();
    });
}

const session::Loaded& coreOf(const session::LoadedMachine& machine, machine::CoreId core) {
    return machine.cores[core.index];
}

// "c0-c3 c5": an array has many cores, and a margin has little room.
QString spansOf(const std::vector<machine::CoreId>& cores, const session::LoadedMachine& machine) {
    QStringList out;
    for (std::size_t first = 0, last = 0; first < cores.size(); first = last = last + 1) {
        while (last + 1 < cores.size() && cores[last + 1].index == cores[last].index + 1) ++last;
        const QString begin = coreOf(machine, cores[first]).coreName();
        const QString end = coreOf(machine, cores[last]).coreName();
        out << (first == last ? begin : begin + QLatin1Char(last == first + 1 ? ' ' : '-') + end);
    }
    return out.join(QLatin1Char(' '));
}

// "kernels.lw:12 if r1 > 3" is cut before and after the line number.
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
        m_shown.reset();
        update();
    });
}

void ExecutionMarks::follow(Document& document) const {
    std::optional<QString> text;
    for (const session::FramePtr& frame : m_context.session.frames()) {
        const auto index = document.placeIn(frame->loaded->sources);
        if (index < 0 || frame->loaded->texts[index].isNull()) continue;
        text = frame->loaded->texts[index];
        break;
    }
    document.setLoadedText(text);
}

void ExecutionMarks::takeProgram() {
    const auto loaded = m_context.loaded(), before = m_loaded.lock();
    const bool isSame = loaded && before ? &loaded->all == &before->all : !loaded && !before;
    m_loaded = loaded;
    if (isSame) return;
    for (Document* document : m_documents) follow(*document);
}

// ---- bundles and lines

std::shared_ptr<const session::Loaded> ExecutionMarks::loadedOn(machine::CoreId core) const {
    const auto& frame = m_context.session.frame(core);
    return frame ? frame->loaded : nullptr;
}

Document* ExecutionMarks::documentAt(const QString& source) const {
    for (Document* document : m_documents)
        if (!source.isEmpty() && document->placeIn({source}) >= 0) return document;
    return nullptr;
}

int ExecutionMarks::lineNow(const session::Loaded& loaded, const Place& place) const {
    const Document* document = documentAt(loaded.sources.value(static_cast<qsizetype>(place.file)));
    const int then = static_cast<int>(place.line) - 1;
    return document ? document->lineNow(then) : then;
}

std::vector<ExecutionMarks::Line> ExecutionMarks::linesOf(machine::BundleOf bundle) const {
    std::vector<Line> out;
    const auto loaded = loadedOn(bundle.core);
    if (!loaded) return out;
    for (const Place& place : program::linesOf(loaded->program, bundle.bundle)) {
        const QString source = loaded->sources.value(static_cast<qsizetype>(place.file));
        const Document* document = documentAt(source);
        const QString path = document ? document->key() : source;
        const int line = lineNow(*loaded, place);
        if (line >= 0 && !path.isEmpty()) out.push_back({path, line});
    }
    return out;
}

std::optional<ExecutionMarks::Stand> ExecutionMarks::standAt(const QString& path, int line) const {
    const auto focus = m_context.loaded();
    if (!focus) return {};
    if (auto stand = standOn(*focus, path, line)) return stand;
    for (const session::Loaded& other : focus->all.cores)
        if (auto stand = standOn(other, path, line)) return stand;
    return {};
}

std::optional<ExecutionMarks::Stand> ExecutionMarks::standOn(const session::Loaded& loaded,
                                                             const QString& path, int line) const {
    qsizetype file = loaded.sources.indexOf(path);
    for (const Document* document : m_documents)
        if (document->key() == path) file = document->placeIn(loaded.sources);
    if (file < 0) return {};
    const auto number = static_cast<std::uint32_t>(file);
    std::optional<Stand> best;
    for (const std::uint32_t then : program::linesWithBundles(loaded.program, number)) {
        const int now = lineNow(loaded, {number, then});
        if (now >= line && (!best || now < best->line)) best = Stand{loaded.core, now, then, {}};
    }
    if (best) best->bundles = program::bundlesOfLine(loaded.program, number, best->loadedLine);
    return best;
}

// ---- breakpoints

QString ExecutionMarks::placeText(const QString& path, const Stand& stand) const {
    const auto loaded = loadedOn(stand.core);
    QString source = path;
    for (const Document* document : m_documents)
        if (document->key() == path) source = loaded->sources.value(document->placeIn(loaded->sources));
    return QStringLiteral("%1:%2").arg(shortest(source, loaded->sources)).arg(stand.loadedLine);
}

std::optional<QString> ExecutionMarks::toggleBreakpoint(const Document& document, int line) {
    auto& session = m_context.session;
    if (!session.loaded()) return tr("Breakpoints need a program that assembles: mend the errors first.");
    const auto stand = standAt(document.key(), line);
    if (!stand) return tr("The loaded program has no bundle on this line or below it.");
    for (const machine::Breakpoint& breakpoint : session.breakpoints()) {
        if (!standsAtBundle(breakpoint) || !isAt(breakpoint, *stand)) continue;
        if (stand->line != line)
            return tr("Line %1, the next with a bundle, has its breakpoint already.").arg(stand->line + 1);
        session.removeBreakpoint(breakpoint.id);
        return {};
    }
    // On a machine of several cores it applies to each one running the program.
    const QString place = placeText(document.key(), *stand);
    return session.addBreakpoint(session.frames().size() > 1 ? QStringLiteral("*.") + place : place);
}

QHash<std::uint32_t, QString> ExecutionMarks::movedBreakpoints(const session::LoadedMachine& next) const {
    QHash<std::uint32_t, QString> out;
    const auto loaded = m_context.loaded();
    if (!loaded || loaded->path != next.path || loaded->all.cores.size() != next.cores.size()) return out;
    for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints()) {
        if (!standsAtBundle(breakpoint)) continue;
        bool isNumber = false;
        QString::fromStdString(breakpoint.text).trimmed().section(QLatin1Char(' '), 0, 0).toUInt(&isNumber);
        const machine::CoreId core = breakpoint.trigger->core;
        if (breakpoint.line.known())
            out[breakpoint.id] = movedLine(breakpoint, coreOf(loaded->all, core), coreOf(next, core));
        else if (isNumber)
            out[breakpoint.id] = movedNumber(breakpoint, coreOf(next, core));
    }
    return out;
}

QString ExecutionMarks::movedLine(const machine::Breakpoint& breakpoint, const session::Loaded& now,
                                  const session::Loaded& next) const {
    const int here = lineNow(now, breakpoint.line);
    const auto file = next.sources.indexOf(now.sources.value(static_cast<qsizetype>(breakpoint.line.file)));
    const auto line = static_cast<std::uint32_t>(here + 1);
    if (here < 0 || file < 0 ||
        program::bundlesOfLine(next.program, static_cast<std::uint32_t>(file), line).empty())
        return {};
    const LineText text = cutAtLine(breakpoint);
    return text.before + QString::number(line) + text.after;
}

QString ExecutionMarks::movedNumber(const machine::Breakpoint& breakpoint,
                                    const session::Loaded& next) const {
    const auto lines = linesOf({breakpoint.trigger->core, breakpoint.trigger->bundle});
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
        const machine::CoreId core = breakpoint.trigger->core;
        if (breakpoint.line.known()) {
            const auto loaded = loadedOn(core);
            const auto file = static_cast<qsizetype>(breakpoint.line.file);
            if (const Document* document = documentAt(loaded ? loaded->sources.value(file) : QString()))
                out[document->key()].insert(lineNow(*loaded, breakpoint.line));
        } else if (const auto lines = linesOf({core, breakpoint.trigger->bundle}); !lines.empty()) {
            out[lines.front().path].insert(lines.front().line);
        }
    }
    return out;
}

// On a machine of several cores: whose next bundles are on the lines of a text.
QMap<int, QString> ExecutionMarks::coresIn(const QString& path) const {
    QMap<int, std::vector<machine::CoreId>> cores;
    const session::Frames& frames = m_context.session.frames();
    for (const session::FramePtr& frame : frames) {
        if (frames.size() == 1 || frame->running || !frame->next()) continue;
        const auto lines = linesOf({frame->core(), *frame->next()});
        const auto here = std::ranges::find(lines, path, &Line::path);
        if (here != lines.end()) cores[here->line].push_back(frame->core());
    }
    QMap<int, QString> out;
    for (auto line = cores.begin(); line != cores.end(); ++line)
        out[line.key()] = spansOf(*line, m_context.loaded()->all);
    return out;
}

void ExecutionMarks::update() {
    takeProgram();
    const auto& frame = m_context.frame();
    const auto marked = frame ? breakpointLines() : QHash<QString, QSet<int>>();
    const auto place = frame && !frame->running ? frame->place() : std::nullopt;
    const auto lines = place ? linesOf({frame->core(), *place}) : std::vector<Line>();
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
        const auto cores = coresIn(document->key());
        for (CodeEditor* view : document->views())
            view->setCores(cores, m_context.session.frames().size() > 1);
    }
    if (!frame || frame->running) return;
    const machine::BundleOf now{frame->core(), place.value_or(frame->nextBundle)};
    const auto before = std::exchange(m_shown, now);
    if (place && before != now) Q_EMIT arrived(now, !before);
}

} // namespace lw::editor

#include "moc_execution_marks.cpp"
