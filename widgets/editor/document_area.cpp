// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document_area.h"

#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"

#include "widgets/editor/line_words.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lw::editor {

namespace {

constexpr int kTypingMilliseconds = 60; // after the last key
constexpr int kRestMilliseconds = 200;  // of the caret, before the bundle it stands at is selected

} // namespace

DocumentArea::DocumentArea(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_notices(new NoticeBar(context.theme, this))
    , m_tabs(new QTabWidget(this))
    , m_empty(new theme::EmptyNotice(this))
    , m_split(new SplitPane(
          context.theme, m_documents, [this](Document& document, CodeEditor& view) { equip(document, view); },
          this))
    , m_find(new FindBar(context.theme, this))
    , m_execution(context, m_documents, this)
    , m_outside(m_documents, *m_notices, this) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notices);
    auto* both = new QSplitter(this);
    both->setChildrenCollapsible(false);
    both->setHandleWidth(1);
    both->addWidget(m_tabs);
    both->addWidget(m_split);
    m_split->hide();
    layout->addWidget(both, 1);
    layout->addWidget(m_empty, 1);
    m_empty->say(tr("The program as text, assembled as you type. Open one (Ctrl+O), begin a new one (Ctrl+N) "
                    "or drop a file here."),
                 tr("Show the Examples"));
    connect(&m_empty->button(), &QPushButton::clicked, this, &DocumentArea::examplesWanted);
    updateNotice();
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
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] { rememberView(tabEditor()); });
    connect(m_split, &SplitPane::closeWanted, this, &DocumentArea::toggleSplit);
    connect(m_split, &SplitPane::documentChanged, this, [this] { rememberView(m_split->editor()); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (auto* view = qobject_cast<CodeEditor*>(now); view && isAncestorOf(view)) rememberView(view);
    });
    connect(&m_context.selection, &session::Selection::changed, this, &DocumentArea::showSelection);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, &DocumentArea::selectAtCaret);
}

// ---- files

CodeEditor* DocumentArea::tabEditor() const { return qobject_cast<CodeEditor*>(m_tabs->currentWidget()); }

CodeEditor* DocumentArea::editor() const {
    const bool isThere =
        m_view && (m_view == tabEditor() || (m_split->isVisibleTo(this) && m_view == m_split->editor()));
    return isThere ? m_view.data() : tabEditor();
}

Document* DocumentArea::current() const {
    CodeEditor* view = editor();
    for (Document* document : m_documents)
        if (document->views().contains(view)) return document;
    return nullptr;
}

void DocumentArea::rememberView(CodeEditor* view) {
    m_view = view;
    m_find->setEditor(editor());
    Q_EMIT currentDocumentChanged();
}

void DocumentArea::toggleSplit() {
    if (m_split->isVisibleTo(this)) {
        m_split->hide();
        rememberView(tabEditor());
        if (editor()) editor()->setFocus();
        return;
    }
    Document* document = current();
    m_split->show();
    if (!document) return;
    auto* both = qobject_cast<QSplitter*>(m_split->parentWidget());
    both->setSizes({both->width() / 2, both->width() / 2});
    m_split->showDocument(document);
    m_split->editor()->setFocus();
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
    for (Document* one : m_documents) updateTab(one);
    m_execution.follow(*document);
    equip(*document, *document->editor());
    connect(document, &Document::titleChanged, this, [this, document] { updateTab(document); });
    connect(document, &Document::textChanged, this, [this, document] {
        chooseChip(*document);
        m_typing.start();
    });
    chooseChip(*document);
    m_split->update();
    m_outside.watch(m_answer ? m_answer->sources : QStringList());
    m_execution.update();
    showMarks();
    updateNotice();
}

void DocumentArea::updateNotice() {
    m_empty->setVisible(m_documents.isEmpty());
    m_tabs->parentWidget()->setVisible(!m_documents.isEmpty());
}

// What every view of a text can do.
void DocumentArea::equip(Document& document, CodeEditor& view) {
    new Assistant(
        m_context, view, [this]() -> const SourceBook& { return book(); },
        [&document] { return document.key(); });
    connect(&view, &CodeEditor::breakpointToggled, &document, [this, &document](int line) {
        if (const auto wrong = m_execution.toggleBreakpoint(document, line)) Q_EMIT problem(*wrong);
    });
    connect(&view, &CodeEditor::menuWanted, this, &DocumentArea::menuWanted);
    connect(&view, &CodeEditor::definitionWanted, this, &DocumentArea::goToDefinition);
    connect(&view, &QsciScintilla::cursorPositionChanged, &m_rest, [this, &view] {
        if (view.hasFocus()) m_rest.start();
    });
}

// The text's own chip, otherwise that of the program it belongs to.
void DocumentArea::chooseChip(Document& document) {
    const chips::Chip* chip = chipNamedBy(document.editor()->bytes(), chips::all());
    if (!chip) chip = m_book.program() ? m_book.program()->chip : &chips::all().front();
    document.setSpec(*chip->spec);
}

// The bundle at the caret is picked in all views, and a bundle picked there is marked in the text.
void DocumentArea::selectAtCaret() {
    const Document* document = current();
    if (!document || !editor()->hasFocus()) return;
    const int line = editor()->caretLine();
    const auto bundle = m_execution.bundleAt(document->path(), line);
    const auto at = bundle ? m_execution.lineOf(*bundle) : std::nullopt;
    if (!at || at->line != line || m_context.selection.item().bundle == bundle) return;
    m_isSelecting = true;
    m_context.selection.selectBundle(*bundle);
    m_isSelecting = false;
}

void DocumentArea::showSelection() {
    const auto bundle = m_context.selection.item().bundle;
    const auto at = bundle ? m_execution.lineOf(*bundle) : std::nullopt;
    for (Document* document : m_documents) {
        const bool isHere = at && at->path == document->path();
        document->editor()->setSelectedLine(isHere ? at->line : -1);
        if (isHere && !m_isSelecting) document->editor()->showLine(at->line, -1);
    }
}

void DocumentArea::updateTab(Document* document) {
    const int index = m_tabs->indexOf(document->editor());
    m_tabs->setTabText(index, titleAmong(m_documents, *document));
    m_tabs->setTabToolTip(index, document->path());
    m_split->update();
}

// True: nothing of the person's is lost when it goes.
bool DocumentArea::mayGo(Document* document) {
    if (!document->isModified()) return true;
    const QPointer<Document> asked = document; // the question lets all else go on
    const auto answer = QMessageBox::question(this, tr("Unsaved changes"),
                                              tr("%1 was changed. Save it?").arg(document->title()),
                                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    if (!asked) return false;
    if (answer == QMessageBox::Save) {
        const QString path = document->path().isEmpty() ? askForPath() : document->path();
        return asked && saveDocument(document, path);
    }
    return answer == QMessageBox::Discard;
}

// Of a text that has no file yet; empty when the person thinks better of it.
QString DocumentArea::askForPath() {
    QFileDialog dialog(this, tr("Save As"), QString(), tr("Programs (*.lw)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("lw"));
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

bool DocumentArea::closeDocument(Document* document) {
    if (!mayGo(document)) return false;
    remove(document);
    return true;
}

void DocumentArea::remove(Document* document) {
    m_documents.removeAll(document);
    for (CodeEditor* view : document->views()) delete view;
    for (Document* one : m_documents) updateTab(one);
    m_split->update();
    if (m_documents.isEmpty()) m_split->hide();
    updateNotice();
    document->deleteLater();
}

bool DocumentArea::mayAllGo() {
    const QList<Document*> all = m_documents;
    return std::all_of(all.begin(), all.end(), [this](Document* document) {
        return !m_documents.contains(document) || mayGo(document);
    });
}

bool DocumentArea::closeAll() {
    if (!mayAllGo()) return false;
    while (!m_documents.isEmpty()) remove(m_documents.back());
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
    QSet<QByteArray> tensors;
    for (const std::string& name : book().namesOf(NameKind::Tensor))
        tensors << QByteArray::fromStdString(name);
    for (Document* document : m_documents) {
        chooseChip(*document);
        for (CodeEditor* view : document->views()) view->setTensors(tensors);
    }
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
        document->setMarks(marks);
    }
}

std::optional<std::uint32_t> DocumentArea::bundleAt(const QString& path, int line) const {
    return m_execution.bundleAt(path, line);
}

bool DocumentArea::differsFromLoaded() const {
    return std::any_of(m_documents.begin(), m_documents.end(),
                       [](const Document* document) { return document->differsFromLoaded(); });
}

} // namespace lw::editor

#include "moc_document_area.cpp"
