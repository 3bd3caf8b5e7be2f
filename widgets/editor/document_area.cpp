// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document_area.h"

#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"

#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>

namespace lw::editor {

namespace {

constexpr int kTypingMilliseconds = 60; // after the last key
constexpr std::uint32_t kNone = ~0u;

// The first bundle that stands on the line or below it, in that file.
std::optional<std::uint32_t> bundleAt(const session::Loaded& loaded, const QString& path, int line) {
    const int file = static_cast<int>(loaded.sources.indexOf(path));
    std::optional<std::uint32_t> best;
    std::uint32_t bestLine = kNone;
    const auto& places = loaded.program.places;
    for (std::uint32_t bundle = 0; bundle < places.size(); ++bundle) {
        if (static_cast<int>(places[bundle].file) != file ||
            places[bundle].line <= static_cast<std::uint32_t>(line))
            continue;
        if (places[bundle].line < bestLine) {
            bestLine = places[bundle].line;
            best = bundle;
        }
    }
    return best;
}

} // namespace

DocumentArea::DocumentArea(session::ViewContext context, QWidget* parent)
    : QTabWidget(parent), m_context(context) {
    setDocumentMode(true);
    setTabsClosable(true);
    setMovable(true);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &DocumentArea::assembleNow);
    connect(&m_service, &AssemblerService::assembled, this, &DocumentArea::take);
    connect(this, &QTabWidget::tabCloseRequested, this, [this](int index) {
        for (Document* document : m_documents)
            if (document->editor() == widget(index)) {
                closeDocument(document);
                return;
            }
    });
    connect(this, &QTabWidget::currentChanged, this, &DocumentArea::currentDocumentChanged);
    auto& session = m_context.session;
    connect(&session, &session::DebugSession::frameChanged, this, &DocumentArea::showExecution);
    connect(&session, &session::DebugSession::programChanged, this, [this] {
        m_shownBundle = kNone;
        showExecution();
    });
    connect(&session, &session::DebugSession::breakpointsChanged, this, &DocumentArea::showExecution);
    connect(&m_context.selection, &session::Selection::changed, this, [this] {
        const auto loaded = m_context.session.loaded();
        const auto bundle = m_context.selection.item().bundle;
        if (!loaded || !bundle || *bundle >= loaded->program.places.size()) return;
        const Place place = loaded->program.places[*bundle];
        if (Document* document =
                place.known() ? documentOf(loaded->sources.value(static_cast<int>(place.file))) : nullptr)
            document->editor()->showLine(static_cast<int>(place.line) - 1, -1);
    });
}

// ---- files

Document* DocumentArea::current() const {
    for (Document* document : m_documents)
        if (document->editor() == currentWidget()) return document;
    return nullptr;
}

Document* DocumentArea::documentOf(const QString& path) const {
    for (Document* document : m_documents)
        if (document->path() == path) return document;
    return nullptr;
}

Document* DocumentArea::openFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    Document* document = documentOf(absolute);
    if (!document) {
        document = new Document(m_context, this);
        if (const auto wrong = document->open(absolute)) {
            delete document->editor();
            delete document;
            Q_EMIT problem(*wrong);
            return nullptr;
        }
        add(document);
        if (m_startFile.isEmpty()) setStartFile(absolute);
    }
    setCurrentWidget(document->editor());
    return document;
}

Document* DocumentArea::newFile() {
    auto* document = new Document(m_context, this);
    add(document);
    setCurrentWidget(document->editor());
    return document;
}

void DocumentArea::add(Document* document) {
    m_documents.append(document);
    addTab(document->editor(), document->title());
    updateTab(document);
    connect(document, &Document::titleChanged, this, [this, document] { updateTab(document); });
    connect(document, &Document::textChanged, this, &DocumentArea::textChanged);
    connect(document->editor(), &CodeEditor::breakpointToggled, this,
            [this, document](int line) { toggleBreakpoint(document, line); });
}

void DocumentArea::updateTab(Document* document) {
    const int index = indexOf(document->editor());
    setTabText(index, document->title() + (document->isModified() ? QStringLiteral(" *") : QString()));
    setTabToolTip(index, document->path());
}

// True: nothing of the person's is lost when it goes.
bool DocumentArea::mayGo(Document* document) {
    if (!document->isModified()) return true;
    const auto answer = QMessageBox::question(this, tr("Unsaved changes"),
                                              tr("%1 was changed. Save it?").arg(document->title()),
                                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    return answer == QMessageBox::Discard ||
           (answer == QMessageBox::Save && saveDocument(document, document->path()));
}

bool DocumentArea::closeDocument(Document* document) {
    if (!mayGo(document)) return false;
    m_documents.removeAll(document);
    delete document->editor();
    document->deleteLater();
    return true;
}

bool DocumentArea::mayAllGo() {
    return std::all_of(m_documents.begin(), m_documents.end(),
                       [this](Document* document) { return mayGo(document); });
}

bool DocumentArea::saveDocument(Document* document, const QString& path) {
    if (path.isEmpty()) return false;
    if (const auto wrong = document->save(path)) {
        Q_EMIT problem(*wrong);
        return false;
    }
    return true;
}

// ---- assembling

void DocumentArea::setStartFile(const QString& path) {
    m_startFile = path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
    assembleNow();
}

void DocumentArea::setMachine(const QString& machine) {
    m_machine = machine;
    assembleNow();
}

void DocumentArea::textChanged() { m_typing.start(); }

void DocumentArea::assembleNow() {
    m_typing.stop();
    if (m_startFile.isEmpty()) return;
    AssemblyRequest request{m_startFile, m_machine, {}};
    for (const Document* document : m_documents)
        if (document->isModified() && !document->path().isEmpty())
            request.texts[document->path()] = document->text();
    m_service.request(std::move(request));
}

std::shared_ptr<const AssemblyAnswer> DocumentArea::assembly() const {
    return !m_typing.isActive() && m_answer && m_answer->ticket == m_service.newest() ? m_answer : nullptr;
}

void DocumentArea::take(std::shared_ptr<const AssemblyAnswer> answer) {
    if (answer->ticket != m_service.newest()) return;
    m_answer = std::move(answer);
    m_findings = m_answer->findings;
    showMarks();
    Q_EMIT assembled();
}

void DocumentArea::showMarks() {
    for (Document* document : m_documents) {
        QVector<Mark> marks;
        for (const Finding& finding : m_findings)
            if (finding.path == document->path() && finding.line > 0)
                marks.append(
                    {finding.line - 1, finding.column - 1, finding.length, finding.isError, finding.text});
        document->editor()->setMarks(marks);
    }
}

std::optional<std::uint32_t> DocumentArea::bundleAt(const QString& path, int line) const {
    const auto loaded = m_context.session.loaded();
    return loaded ? editor::bundleAt(*loaded, path, line) : std::nullopt;
}

bool DocumentArea::differsFromLoaded() const {
    const auto loaded = m_context.session.loaded();
    if (!loaded) return false;
    for (const Document* document : m_documents) {
        const auto index = loaded->sources.indexOf(document->path());
        if (index >= 0 && loaded->texts.value(index) != document->text()) return true;
    }
    return false;
}

// ---- the run

void DocumentArea::showPlace(const QString& path, int line, int column) {
    if (Document* document = openFile(path)) {
        document->editor()->showLine(line - 1, std::max(0, column - 1));
        document->editor()->setFocus();
    }
}

// Arrow and breakpoints belong to the loaded program: in a file that was changed since, QScintilla moves them
// with their lines until the next stop.
void DocumentArea::showExecution() {
    const auto& frame = m_context.session.frame();
    QHash<QString, QSet<int>> lines;
    if (frame) {
        for (const machine::Breakpoint& breakpoint : m_context.session.breakpoints()) {
            if (!breakpoint.trigger || breakpoint.trigger->kind != machine::TriggerKind::Bundle) continue;
            if (breakpoint.trigger->bundle >= frame->loaded->program.places.size()) continue;
            const Place place = frame->loaded->program.places[breakpoint.trigger->bundle];
            if (place.known())
                lines[frame->loaded->sources.value(static_cast<int>(place.file))].insert(
                    static_cast<int>(place.line) - 1);
        }
    }
    const bool stands = frame && !frame->running && frame->nextBundle < frame->loaded->program.places.size();
    const Place at = stands ? frame->loaded->program.places[frame->nextBundle] : Place{};
    const QString path = at.known() ? frame->loaded->sources.value(static_cast<int>(at.file)) : QString();
    for (Document* document : m_documents) {
        document->editor()->setBreakpointLines(lines.value(document->path()));
        const int line = document->path() == path && at.known() ? static_cast<int>(at.line) - 1 : -1;
        document->editor()->setCurrentLine(line);
        if (line >= 0 && frame->nextBundle != m_shownBundle) document->editor()->showLine(line, -1);
    }
    if (stands) m_shownBundle = frame->nextBundle;
}

void DocumentArea::toggleBreakpoint(Document* document, int line) {
    auto& session = m_context.session;
    const auto loaded = session.loaded();
    if (!loaded) {
        Q_EMIT problem(tr("Breakpoints need a program that assembles: mend the errors first."));
        return;
    }
    const auto bundle = bundleAt(document->path(), line);
    if (!bundle) return;
    for (const machine::Breakpoint& breakpoint : session.breakpoints())
        if (breakpoint.trigger && breakpoint.trigger->kind == machine::TriggerKind::Bundle &&
            breakpoint.trigger->bundle == *bundle) {
            session.removeBreakpoint(breakpoint.id);
            return;
        }
    if (const auto wrong = session.addBreakpoint(QString::number(*bundle))) Q_EMIT problem(*wrong);
}

} // namespace lw::editor
