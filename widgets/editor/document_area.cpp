// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document_area.h"

#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"

#include "core/assembler/format.h"
#include "widgets/editor/expansion.h"
#include "widgets/editor/text_edits.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lw::editor {

namespace {

constexpr int kTypingMilliseconds = 60; // after the last key

} // namespace

DocumentArea::DocumentArea(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_notices(new NoticeBar(context.theme, this))
    , m_tabs(new QTabWidget(this))
    , m_find(new FindBar(context.theme, this))
    , m_execution(context, m_documents, this)
    , m_outside(m_documents, *m_notices, this) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notices);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_find);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &DocumentArea::assembleNow);
    connect(&m_service, &AssemblerService::assembled, this, &DocumentArea::take);
    connect(&m_outside, &OutsideChanges::includedChanged, this, &DocumentArea::assembleNow);
    connect(&m_outside, &OutsideChanges::problem, this, &DocumentArea::problem);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, [this](int index) {
        for (Document* document : m_documents)
            if (document->editor() == m_tabs->widget(index)) {
                closeDocument(document);
                return;
            }
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        m_find->setEditor(current() ? current()->editor() : nullptr);
        Q_EMIT currentDocumentChanged();
    });
    connect(&m_context.selection, &session::Selection::changed, this, [this] {
        const auto bundle = m_context.selection.item().bundle;
        const auto at = bundle ? m_execution.lineOf(*bundle) : std::nullopt;
        if (Document* document = at ? documentOf(at->path) : nullptr)
            document->editor()->showLine(at->line, -1);
    });
}

// ---- files

Document* DocumentArea::current() const {
    for (Document* document : m_documents)
        if (document->editor() == m_tabs->currentWidget()) return document;
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
    m_tabs->setCurrentWidget(document->editor());
    return document;
}

Document* DocumentArea::newFile() {
    auto* document = new Document(m_context, this);
    add(document);
    m_tabs->setCurrentWidget(document->editor());
    return document;
}

void DocumentArea::add(Document* document) {
    m_documents.append(document);
    m_tabs->addTab(document->editor(), document->title());
    updateTab(document);
    m_execution.follow(*document);
    new Assistant(
        m_context, *document->editor(), [this]() -> const SourceBook& { return book(); },
        [document] { return document->key(); });
    connect(document, &Document::titleChanged, this, [this, document] { updateTab(document); });
    connect(document, &Document::textChanged, this, &DocumentArea::textChanged);
    connect(document->editor(), &CodeEditor::breakpointToggled, this, [this, document](int line) {
        if (const auto wrong = m_execution.toggleBreakpoint(*document, line)) Q_EMIT problem(*wrong);
    });
    connect(document->editor(), &CodeEditor::menuWanted, this, &DocumentArea::menuWanted);
    m_outside.watch(m_answer ? m_answer->sources : QStringList());
    m_execution.update();
    showMarks();
}

void DocumentArea::updateTab(Document* document) {
    const int index = m_tabs->indexOf(document->editor());
    m_tabs->setTabText(index,
                       document->title() + (document->isModified() ? QStringLiteral(" *") : QString()));
    m_tabs->setTabToolTip(index, document->path());
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

bool DocumentArea::closeAll() {
    if (!mayAllGo()) return false;
    for (Document* document : std::exchange(m_documents, {})) {
        delete document->editor();
        document->deleteLater();
    }
    return true;
}

bool DocumentArea::saveDocument(Document* document, const QString& path) {
    if (path.isEmpty()) return false;
    if (const auto wrong = document->save(path)) {
        Q_EMIT problem(*wrong);
        return false;
    }
    m_outside.watch(m_answer ? m_answer->sources : QStringList());
    if (m_keeper) m_keeper->keepNow();
    return true;
}

// ---- assembling

void DocumentArea::setStartFile(const QString& path) {
    const QString before = m_startFile;
    m_startFile = path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
    if (m_startFile != before) {
        m_answer = nullptr;
        Q_EMIT startFileChanged(before);
    }
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
    m_book.setProgram(m_answer->program);
    QStringList texts = m_answer->sources;
    for (qsizetype i = 0; i < std::min(m_answer->sources.size(), m_answer->texts.size()); ++i)
        m_book.setText(m_answer->sources[i], m_answer->texts[i].toStdString());
    for (const Document* document : m_documents) texts << document->key();
    m_book.keepOnly(texts);
    m_outside.watch(m_answer->sources);
    showMarks();
    Q_EMIT assembled();
}

void DocumentArea::showMarks() {
    for (Document* document : m_documents) {
        QVector<Mark> marks;
        for (const Finding& finding : m_findings)
            if (finding.path == document->path() && finding.line > 0)
                marks.append({finding.line - 1, finding.column - 1, finding.length, finding.isError,
                              finding.text, finding.code});
        document->editor()->setMarks(marks);
    }
}

std::optional<std::uint32_t> DocumentArea::bundleAt(const QString& path, int line) const {
    return m_execution.bundleAt(path, line);
}

bool DocumentArea::differsFromLoaded() const {
    return std::any_of(m_documents.begin(), m_documents.end(),
                       [](const Document* document) { return document->differsFromLoaded(); });
}

// ---- getting about

void DocumentArea::showPlace(const QString& path, int line, int column) {
    if (Document* document = openFile(path)) {
        document->editor()->showLine(line - 1, std::max(0, column - 1));
        document->editor()->setFocus();
    }
}

const SourceBook& DocumentArea::book() {
    for (const Document* document : m_documents) m_book.setText(document->key(), document->editor()->bytes());
    return m_book;
}

Assistant* DocumentArea::assistant() const {
    const Document* document = current();
    return document ? document->editor()->findChild<Assistant*>() : nullptr;
}

std::optional<FilePlace> DocumentArea::nameAtCaret() {
    const Document* document = current();
    if (!document) return {};
    const CodeEditor* editor = document->editor();
    const long lineStart = editor->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE,
                                                 static_cast<unsigned long>(editor->caretLine()));
    const auto name = book().nameAt(document->key(), editor->caretLine(),
                                    static_cast<int>(static_cast<long>(editor->caret()) - lineStart));
    return name ? std::optional(FilePlace{document->key(), *name}) : std::nullopt;
}

void DocumentArea::goToDefinition() {
    const auto name = nameAtCaret();
    if (!name) return Q_EMIT problem(tr("There is no name at the caret."));
    const auto found = book().definitionOf(name->at.name, name->path);
    if (!found)
        return Q_EMIT problem(tr("%1 is defined nowhere in the open and included files.")
                                  .arg(QString::fromStdString(name->at.name)));
    showPlace(found->path, found->at.line + 1, found->at.column + 1);
}

QVector<DocumentArea::Use> DocumentArea::usesAtCaret() {
    QVector<Use> out;
    const auto name = nameAtCaret();
    if (!name) return out;
    for (const FilePlace& use : book().usesOf(name->at.name))
        out.append({use.path, use.at.line + 1, use.at.column + 1,
                    QString::fromStdString(m_book.lineOf(use.path, use.at.line)).trimmed()});
    return out;
}

// What is wrong there comes first, then the word.
QStringList DocumentArea::topicsAtCaret() {
    QStringList out;
    const Document* document = current();
    if (!document) return out;
    const CodeEditor& editor = *document->editor();
    if (const Mark* mark = editor.markAt(editor.caret()); mark && !mark->code.isEmpty()) out << mark->code;
    return out << topicsOfWord(editor.bytes(), editor.caret(), document->key(), book());
}

// ---- changes of the text

bool DocumentArea::applyFix(const Finding& finding) {
    if (finding.replacement.isEmpty() || finding.line <= 0 || !assembly()) return false;
    Document* document = openFile(finding.path);
    if (!document) return false;
    CodeEditor* editor = document->editor();
    const long start = editor->SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE,
                                             static_cast<unsigned long>(finding.line - 1)) +
                       finding.column - 1;
    editor->beginUndoAction();
    editor->replaceBytes(static_cast<std::size_t>(start), static_cast<std::size_t>(finding.length),
                         finding.replacement);
    editor->endUndoAction();
    editor->setFocus();
    return true;
}

void DocumentArea::quickFix() {
    const Document* document = current();
    if (!document) return;
    for (const Finding& finding : QVector<Finding>(m_findings))
        if (finding.path == document->path() && finding.line == document->editor()->caretLine() + 1 &&
            applyFix(finding))
            return;
    Q_EMIT problem(tr("Nothing on this line has a proposal."));
}

void DocumentArea::insertLine(const QString& text) {
    const Document* document = current();
    if (!document) return;
    CodeEditor* editor = document->editor();
    const auto end = static_cast<std::size_t>(editor->SendScintilla(
        QsciScintillaBase::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(editor->caretLine())));
    editor->replaceBytes(end, 0, QStringLiteral("\n        ") + text);
    editor->setFocus();
}

void DocumentArea::formatCurrent() {
    const Document* document = current();
    if (!document) return;
    replaceText(*document->editor(),
                assembler::format(document->editor()->bytes(), document->editor()->words()));
}

void DocumentArea::peekExpansion() {
    const Document* document = current();
    const auto answer = assembly();
    if (!document || !answer || !answer->program)
        return Q_EMIT problem(tr("The program does not assemble: see Problems."));
    CodeEditor* editor = document->editor();
    const auto file = answer->sources.indexOf(document->path());
    const QStringList bundles = file < 0 ? QStringList()
                                         : bundlesOfLine(*answer->program, static_cast<std::uint32_t>(file),
                                                         static_cast<std::uint32_t>(editor->caretLine()) + 1);
    if (bundles.isEmpty()) return Q_EMIT problem(tr("This line has become no bundle."));
    assistant()->card().showLines(editor->text(editor->caretLine()).trimmed(), bundles,
                                  editor->belowByte(editor->caret()));
}

void DocumentArea::startKeeping(const QString& folder) {
    m_keeper = new TextKeeper(folder, m_documents, *m_notices, this);
    connect(m_keeper, &TextKeeper::problem, this, &DocumentArea::problem);
    m_keeper->offer([this](const Autosave::Kept& kept) {
        Document* document =
            kept.path.isEmpty() || !QFileInfo(kept.path).isReadable() ? newFile() : openFile(kept.path);
        if (document) replaceText(*document->editor(), kept.text.toStdString());
    });
}

} // namespace lw::editor
