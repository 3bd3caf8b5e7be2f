// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document_area.h"

#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"

#include "core/assembler/format.h"
#include "widgets/editor/expansion.h"
#include "widgets/editor/hover_text.h"
#include "widgets/editor/line_words.h"
#include "widgets/editor/text_edits.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

// What one does at the caret: going to places, asking about words, changing the text.
namespace lw::editor {

// ---- getting about

void DocumentArea::showPlace(const QString& path, int line, int column) {
    if (Document* document = openFile(path)) {
        document->editor()->showLine(line - 1, std::max(0, column - 1));
        document->editor()->setFocus();
        rememberView(document->editor());
    }
}

void DocumentArea::showNeighbour(int step) {
    const int count = m_tabs->count();
    if (count == 0) return;
    m_tabs->setCurrentIndex((m_tabs->currentIndex() + step + count) % count);
    if (CodeEditor* view = editor()) view->setFocus();
}

const SourceBook& DocumentArea::book(const Document* from) {
    for (const Document* document : m_documents) m_book.setText(document->key(), document->editor()->bytes());
    m_book.lookFrom(from ? from->key() : QString(), m_context.session.focus());
    return m_book;
}

Assistant* DocumentArea::assistant() const {
    const CodeEditor* view = editor();
    return view ? view->findChild<Assistant*>() : nullptr;
}

std::optional<FilePlace> DocumentArea::nameAtCaret() {
    const Document* document = current();
    if (!document) return {};
    const CodeEditor& view = *editor();
    const long lineStart = view.SendScintilla(QsciScintillaBase::SCI_POSITIONFROMLINE,
                                              static_cast<unsigned long>(view.caretLine()));
    const auto name = book().nameAt(document->key(), view.caretLine(),
                                    static_cast<int>(static_cast<long>(view.caret()) - lineStart));
    return name ? std::optional(FilePlace{document->key(), *name}) : std::nullopt;
}

std::optional<QString> DocumentArea::includeAtCaret() const {
    const Document* document = current();
    if (!document) return {};
    const auto name = includedBy(editor()->text(editor()->caretLine()).toStdString());
    if (!name) return {};
    const QString beside =
        QFileInfo(QFileInfo(document->path()).dir(), QString::fromStdString(*name)).absoluteFilePath();
    const auto answer = subjectAssembly();
    if (QFileInfo::exists(beside) || !answer) return beside;
    // One that was found elsewhere.
    for (const QString& source : answer->sources)
        if (source.endsWith(QLatin1Char('/') + QString::fromStdString(*name))) return source;
    return beside;
}

void DocumentArea::openIncluded() {
    const auto path = includeAtCaret();
    if (!path) return Q_EMIT problem(tr("This line includes no file."));
    openFile(*path);
}

void DocumentArea::goToDefinition() {
    if (includeAtCaret()) return openIncluded();
    const auto name = nameAtCaret();
    if (!name) return Q_EMIT problem(tr("There is no name at the caret."));
    const auto found = book(current()).definitionOf(name->at.name, name->path);
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

// Problems there come first, then the word.
QStringList DocumentArea::topicsAtCaret() {
    QStringList out;
    const Document* document = current();
    if (!document) return out;
    const CodeEditor& view = *editor();
    if (const Mark* mark = view.markAt(view.caret()); mark && !mark->code.isEmpty()) out << mark->code;
    return out << topicsOfWord(view.bytes(), view.caret(), document->key(), book(document));
}

// ---- changes of the text

bool DocumentArea::applyFix(const Finding& finding) {
    if (finding.replacement.isEmpty() || finding.line <= 0 || !subjectAssembly()) return false;
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
    QVector<Finding> found;
    for (const Finding& finding : m_findings)
        if (finding.path == document->key() && finding.line == editor()->caretLine() + 1 &&
            !finding.replacement.isEmpty())
            found << finding;
    if (found.isEmpty()) return Q_EMIT problem(tr("Nothing is proposed for this line."));
    if (found.size() > 1) return Q_EMIT fixToChoose(found);
    applyFix(found.front());
}

void DocumentArea::insertLine(const QString& text) {
    CodeEditor* view = editor();
    if (!view) return;
    const auto end = static_cast<std::size_t>(view->SendScintilla(
        QsciScintillaBase::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(view->caretLine())));
    view->replaceBytes(end, 0, QStringLiteral("\n        ") + text);
    view->setFocus();
}

void DocumentArea::formatCurrent() {
    CodeEditor* view = editor();
    if (!view) return;
    const std::string before = view->bytes();
    std::string after = assembler::format(before, view->words());
    if (!before.ends_with('\n') && after.ends_with('\n')) after.pop_back(); // one line is one line
    replaceText(*view, after);
}

void DocumentArea::peekExpansion() {
    const Document* document = current();
    const auto answer = subjectAssembly();
    if (!document || !answer || !answer->program)
        return Q_EMIT problem(tr("The program does not assemble: see Problems."));
    CodeEditor* view = editor();
    const auto file = document->placeIn(answer->sources);
    const QStringList bundles = file < 0 ? QStringList()
                                         : bundlesOfLine(*answer->program, static_cast<std::uint32_t>(file),
                                                         static_cast<std::uint32_t>(view->caretLine()) + 1);
    if (bundles.isEmpty()) return Q_EMIT problem(tr("This line has become no bundle."));
    assistant()->card().showLines(view->text(view->caretLine()).trimmed(), bundles,
                                  view->belowByte(view->caret()));
}

void DocumentArea::startKeeping(const QString& folder) {
    m_keeper = new TextKeeper(folder, m_documents, *m_notices, this);
    connect(m_keeper, &TextKeeper::problem, this, &DocumentArea::problem);
    m_keeper->offer([this](const Autosave::Kept& kept) {
        Document* document =
            kept.path.isEmpty() || !QFileInfo(kept.path).isReadable() ? newFile() : openFile(kept.path);
        if (!document) return;
        if (const auto encoding = encodingNamed(kept.encoding)) document->readAs(*encoding);
        if (!document->isText()) document = newFile(); // the file is not what it was
        replaceText(*document->editor(), kept.text.toStdString());
        Q_EMIT restored();
    });
}

} // namespace lw::editor
