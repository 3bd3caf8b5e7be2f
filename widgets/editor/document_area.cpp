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
constexpr int kRestMilliseconds = 200;  // for which the caret rests before the bundle there is selected

} // namespace

DocumentArea::DocumentArea(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_notices(new NoticeBar(context.theme, this))
    , m_frontBar(new NoticeBar(context.theme, this))
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
    layout->addWidget(m_frontBar);
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
    connect(&m_front, &FrontProgram::assembled, this, &DocumentArea::showAnswers);
    connect(&m_context.session, &session::DebugSession::programChanged, this, &DocumentArea::lookAtFront);
    connect(this, &DocumentArea::currentDocumentChanged, this, [this] {
        if (current() != m_lookedAt) lookAtFront(); // not at every change of the focus
    });
    connect(&m_outside, &OutsideChanges::includedChanged, this, &DocumentArea::assembleNow);
    connect(&m_outside, &OutsideChanges::problem, this, &DocumentArea::problem);
    connect(&m_outside, &OutsideChanges::saveWanted, this,
            [this](Document* document) { saveDocument(document, document->path()); });
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
    connect(&m_execution, &ExecutionMarks::arrived, this, [this](machine::BundleOf bundle, bool isLoaded) {
        isLoaded ? scrollToBundle(bundle) : showBundle(bundle);
    });
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

Document* DocumentArea::documentOf(const QString& key) const {
    for (Document* document : m_documents)
        if (document->key() == key) return document;
    return nullptr;
}

QString DocumentArea::nameOf(const QString& key) const {
    if (const Document* document = documentOf(key); document && document->path().isEmpty())
        return document->title();
    const QFileInfo info(key);
    return QFileInfo(info.path()).fileName() + QLatin1Char('/') + info.fileName();
}

Document* DocumentArea::openFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    Document* document = documentOf(absolute);
    if (!document) {
        document = new Document(m_context, this);
        if (const auto wrong = document->open(absolute)) {
            delete document->editor();
            delete document;
            m_notices->ask(absolute, *wrong, {{tr("OK"), {}}});
            Q_EMIT problem(*wrong);
            return nullptr;
        }
        add(document);
        if (m_startFile.isEmpty()) setStartFile(absolute);
    } else if (document == m_preview) { // somebody asked for it, so it stays
        m_preview.clear();
        updateTab(document);
    }
    m_tabs->setCurrentWidget(document->editor());
    return document;
}

Document* DocumentArea::newFile() {
    auto* document = new Document(m_context, this);
    add(document);
    m_tabs->setCurrentWidget(document->editor());
    document->editor()->setFocus();
    if (m_startFile.isEmpty()) setStartFile(document->key());
    return document;
}

void DocumentArea::add(Document* document) {
    m_documents.append(document);
    m_tabs->addTab(document->editor(), document->title());
    for (Document* one : m_documents) updateTab(one);
    m_execution.follow(*document);
    equip(*document, *document->editor());
    connect(document, &Document::titleChanged, this, [this, document] { updateTab(document); });
    connect(document, &Document::formChanged, this, &DocumentArea::assembleNow);
    connect(document, &Document::keyChanged, this, [this, document](const QString& before) {
        if (m_startFile != before) return;
        m_startFile = document->key();
        Q_EMIT startFileRenamed();
    });
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
        m_context, view, [this, &document]() -> const SourceBook& { return book(&document); },
        [&document] { return document.key(); });
    connect(&view, &CodeEditor::breakpointToggled, &document, [this, &document](int line) {
        if (const auto wrong = m_execution.toggleBreakpoint(document, line)) Q_EMIT problem(*wrong);
    });
    connect(&view, &CodeEditor::fixWanted, &document, [this, &view](int line) {
        view.setFocus();
        view.showLine(line);
        quickFix();
    });
    connect(&view, &CodeEditor::menuWanted, this, &DocumentArea::menuWanted);
    connect(&view, &CodeEditor::definitionWanted, this, &DocumentArea::goToDefinition);
    connect(&view, &QsciScintilla::cursorPositionChanged, &m_rest, [this, &view] {
        if (view.hasFocus()) m_rest.start();
    });
}

// The text's own chip, otherwise that of the program to which it belongs.
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
    const auto stand = m_execution.standAt(document->key(), line);
    if (!stand || stand->line != line) return;
    // One of the line's bundles may already be picked.
    const auto picked = m_context.selection.item().bundle;
    if (picked && picked->core == stand->core &&
        std::ranges::find(stand->bundles, picked->bundle) != stand->bundles.end())
        return;
    m_isSelecting = true;
    m_context.selection.selectBundle({stand->core, stand->bundles.front()});
    m_isSelecting = false;
}

void DocumentArea::showSelection() {
    const auto bundle = m_context.selection.item().bundle;
    const auto lines = bundle ? m_execution.linesOf(*bundle) : std::vector<ExecutionMarks::Line>();
    for (Document* document : m_documents) {
        const auto here = std::ranges::find(lines, document->key(), &ExecutionMarks::Line::path);
        document->editor()->setSelectedLine(here == lines.end() ? -1 : here->line);
    }
    if (bundle && !m_isSelecting) showBundle(*bundle);
}

// In texts that are open, and without bringing one to the front: nobody has gone anywhere.
void DocumentArea::scrollToBundle(machine::BundleOf bundle) {
    for (const ExecutionMarks::Line& line : m_execution.linesOf(bundle))
        if (Document* document = documentOf(line.path)) return document->editor()->showLine(line.line, -1);
}

// The innermost of its lines that is in an open text; if there is none, opens the file of the outermost.
void DocumentArea::showBundle(machine::BundleOf bundle) {
    const auto lines = m_execution.linesOf(bundle);
    if (lines.empty()) return;
    auto shown = lines.begin();
    if (!m_followsMacros)
        shown = std::ranges::find_if(lines, [this](const auto& one) { return documentOf(one.path); });
    if (shown == lines.end()) shown = lines.end() - 1;
    Document* document = documentOf(shown->path);
    if (!document && QFileInfo::exists(shown->path)) document = openPreview(shown->path);
    if (!document) return;
    m_tabs->setCurrentWidget(document->editor());
    document->editor()->showLine(shown->line, -1);
}

// One tab for everything that is only looked at: the next replaces it, unless somebody has typed into it.
Document* DocumentArea::openPreview(const QString& path) {
    if (m_preview && !m_preview->isModified() && m_preview->key() != m_startFile) remove(m_preview);
    m_preview = openFile(path);
    if (m_preview) updateTab(m_preview);
    return m_preview;
}

void DocumentArea::updateTab(Document* document) {
    const int index = m_tabs->indexOf(document->editor());
    const QString title = titleAmong(m_documents, *document);
    const bool isPreview = document == m_preview && !document->isModified();
    m_tabs->setTabText(index, isPreview ? tr("%1 (preview)").arg(title) : title);
    m_tabs->setTabToolTip(index, document->path().isEmpty() ? tr("not saved yet") : document->path());
    m_split->update();
}

// True: nothing of the user's is lost when it goes.
bool DocumentArea::mayGo(Document* document) {
    if (!document->isModified()) return true;
    const QPointer<Document> asked = document; // everything else continues during the question
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

// For a text that has no file yet; empty when the user decides against it.
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
    if (document == m_preview) m_preview.clear(); // it lives on for a moment
    // Without a file nothing is left to run.
    const bool wasStart = document->path().isEmpty() && document->key() == m_startFile;
    for (CodeEditor* view : document->views()) delete view;
    for (Document* one : m_documents) updateTab(one);
    m_split->update();
    if (m_documents.isEmpty()) m_split->hide();
    updateNotice();
    document->deleteLater();
    if (wasStart) setStartFile(QString());
    lookAtFront();
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
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (const Document* other = documentOf(absolute); other && other != document) {
        Q_EMIT problem(tr("%1 is open in another tab: close that first.").arg(other->title()));
        return false;
    }
    if (absolute == document->path() && document->hasOtherFile()) {
        m_outside.askBeforeSaving(document);
        Q_EMIT problem(tr("%1 is not saved yet: another program changed the file.").arg(document->title()));
        return false;
    }
    if (const auto wrong = document->save(path)) {
        Q_EMIT problem(*wrong);
        return false;
    }
    m_outside.watch(m_answer ? m_answer->sources : QStringList());
    if (m_keeper) m_keeper->keepNow();
    return true;
}

} // namespace lw::editor

#include "moc_document_area.cpp"
