// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document_area.h"

#include "widgets/session/debug_session.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

// What is assembled, what is in front, and what is to be known of it.
namespace lw::editor {

namespace {

const QString kFront = QStringLiteral("front"); // the notice about it

} // namespace

// ---- assembling

void DocumentArea::setStartFile(const QString& key) {
    const QString before = m_startFile;
    m_startFile = key.isEmpty() ? key : QFileInfo(key).absoluteFilePath();
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

void DocumentArea::setDefinitions(std::vector<assembler::Definition> definitions) {
    if (definitions == m_definitions) return;
    m_definitions = std::move(definitions);
    assembleNow();
}

AssemblyRequest DocumentArea::requestFor(const QString& key) const {
    AssemblyRequest out{key, key == m_startFile ? m_machine : QString(), {}, {}};
    if (key == m_startFile) out.definitions = m_definitions;
    for (const Document* document : m_documents)
        if (document->differsFromFile()) out.texts[document->key()] = document->text();
    return out;
}

void DocumentArea::assembleNow() {
    m_typing.stop();
    if (!m_startFile.isEmpty()) m_service.request(requestFor(m_startFile));
    lookAtFront();
}

std::shared_ptr<const AssemblyAnswer> DocumentArea::assembly() const {
    return !m_typing.isActive() && m_answer && m_answer->ticket == m_service.newest() ? m_answer : nullptr;
}

std::shared_ptr<const AssemblyAnswer> DocumentArea::subjectAssembly() const {
    if (m_role != FrontRole::Other) return assembly();
    return m_typing.isActive() ? nullptr : m_front.answer();
}

bool DocumentArea::isChecking() const {
    return m_typing.isActive() || m_front.isBusy() || (!m_startFile.isEmpty() && !assembly());
}

// What the text in front is changes with it, and with what is loaded or assembled.
void DocumentArea::lookAtFront() {
    const Document* front = current();
    m_lookedAt = front;
    const auto loaded = m_context.loaded();
    const QStringList parts = m_answer ? m_answer->sources : loaded ? loaded->sources : QStringList();
    m_role = FrontProgram::roleOf(front, m_startFile, parts);
    m_front.assemble(m_role == FrontRole::Other ? requestFor(front->key()) : AssemblyRequest());
    updateFrontBar();
    const QString subject = m_role == FrontRole::Other ? front->key() : m_startFile;
    if (std::exchange(m_subject, subject) == subject) return;
    m_book.forgetProgram();
    showAnswers();
}

void DocumentArea::take(std::shared_ptr<const AssemblyAnswer> answer) {
    if (answer->ticket != m_service.newest()) return;
    m_answer = std::move(answer);
    m_outside.watch(m_answer->sources);
    const Document* front = current();
    if (FrontProgram::roleOf(front, m_startFile, m_answer->sources) != m_role) lookAtFront();
    showAnswers();
}

// Findings, names and marks are of the newest answers that there are.
void DocumentArea::showAnswers() {
    const auto answer = m_role == FrontRole::Other ? m_front.newest() : m_answer;
    if (answer) {
        m_findings = answer->findings;
        m_book.setProgram(answer->program);
        QStringList texts = answer->sources;
        for (qsizetype i = 0; i < std::min(answer->sources.size(), answer->texts.size()); ++i)
            m_book.setText(answer->sources[i], answer->texts[i].toStdString());
        for (const Document* document : m_documents) texts << document->key();
        m_book.keepOnly(texts);
        QSet<QByteArray> tensors;
        for (const std::string& name : book().namesOf(NameKind::Tensor))
            tensors << QByteArray::fromStdString(name);
        for (Document* document : m_documents) {
            chooseChip(*document);
            for (CodeEditor* view : document->views()) view->setTensors(tensors);
        }
    } else {
        m_findings.clear();
    }
    showMarks();
    Q_EMIT assembled();
}

// What is to run has its marks also while another program is in front.
void DocumentArea::showMarks() {
    QVector<Finding> all = m_findings;
    if (m_role == FrontRole::Other && m_answer)
        for (const Finding& finding : m_answer->findings)
            if (finding.path != subject()) all << finding;
    for (Document* document : m_documents) {
        QVector<Mark> marks;
        for (const Finding& finding : all)
            if (finding.path == document->key() && finding.line > 0)
                marks.append({finding.line - 1, finding.column - 1, finding.length, finding.isError,
                              finding.text, finding.code, !finding.replacement.isEmpty()});
        document->setMarks(marks);
    }
}

bool DocumentArea::differsFromLoaded() const {
    return std::any_of(m_documents.begin(), m_documents.end(),
                       [](const Document* document) { return document->differsFromLoaded(); });
}

// ---- what is to be known of the text in front

void DocumentArea::updateFrontBar() {
    Document* front = current();
    if (front && !front->isText()) return sayHowToRead(*front);
    if (m_role != FrontRole::Other || m_startFile.isEmpty()) return m_frontBar->withdraw(kFront);
    m_frontBar->ask(kFront, tr("%1 is loaded, not this program.").arg(nameOf(m_startFile)),
                    {{tr("Run This One"), [this] { Q_EMIT frontRunWanted(); }, true},
                     {tr("Show %1").arg(nameOf(m_startFile)), [this] { openFile(m_startFile); }, true}});
}

void DocumentArea::sayHowToRead(Document& document) {
    const QPointer<Document> safe = &document;
    std::vector<NoticeBar::Answer> answers;
    for (const Encoding encoding : document.encodings())
        answers.push_back({tr("Read as %1").arg(editor::nameOf(encoding)), [safe, encoding] {
                               if (safe) safe->readAs(encoding);
                           }});
    if (!document.showsBytes())
        answers.push_back({tr("Show the Bytes"), [safe] {
                               if (safe) safe->showBytes();
                           }});
    const QString text =
        document.encodings().isEmpty()
            ? tr("%1 is not a text: these are its bytes. They are read-only.").arg(document.title())
            : tr("%1 is not UTF-8 text (line %2). It is read-only, and stays on disk as it is.")
                  .arg(document.title())
                  .arg(document.firstBadLine());
    m_frontBar->ask(kFront, text, std::move(answers));
}

} // namespace lw::editor
