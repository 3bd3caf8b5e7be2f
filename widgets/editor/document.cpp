// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document.h"

#include "widgets/editor/text_edits.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <cstdlib>

namespace lw::editor {

namespace {

constexpr qint64 kMostBytes = qint64{64} << 20; // a text is edited, not a disassembly of everything

constexpr int kTextModified = QsciScintillaBase::SC_MOD_INSERTTEXT | QsciScintillaBase::SC_MOD_DELETETEXT;

QByteArray hashOf(const QByteArray& bytes) {
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
}

std::string_view view(const QByteArray& bytes) {
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

Document::Document(session::ViewContext context, QObject* parent)
    : QObject(parent), m_context(context), m_editor(new CodeEditor(context)) {
    static int number = 0;
    m_untitled = QStringLiteral("untitled-%1").arg(++number);
    connect(m_editor, &QsciScintilla::modificationChanged, this, &Document::titleChanged);
    connect(m_editor, &QsciScintilla::textChanged, this, &Document::textChanged);
    connect(m_editor, &QsciScintillaBase::SCN_MODIFIED, this,
            [this](int position, int kind, const char*, int, int linesAdded) {
                if (!m_loaded || (kind & kTextModified) == 0) return;
                if (linesAdded != 0) linesMoved(position, kind, linesAdded);
                compareWithLoaded();
            });
}

Document::~Document() = default;

QString Document::title() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).fileName(); }

// ---- views

QList<CodeEditor*> Document::views() const {
    QList<CodeEditor*> out{m_editor};
    for (const QPointer<CodeEditor>& view : m_others)
        if (view) out << view;
    return out;
}

CodeEditor* Document::addView() {
    auto* view = new CodeEditor(m_context);
    view->share(*m_editor);
    m_others << view;
    return view;
}

void Document::setMarks(const QVector<Mark>& marks) {
    m_editor->setMarks(marks);
    for (CodeEditor* view : views()) view->rememberMarks(marks);
}

void Document::setSpec(const isa::Spec& spec) {
    for (CodeEditor* view : views()) view->setSpec(spec);
}

// ---- the file

std::optional<QString> Document::open(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return tr("%1 cannot be read: %2").arg(path, file.errorString());
    if (file.size() > kMostBytes) return tr("%1 has more than %2 MiB.").arg(path).arg(kMostBytes >> 20);
    m_path = QFileInfo(path).absoluteFilePath();
    const QByteArray bytes = file.readAll();
    m_onDisk = hashOf(bytes);
    m_editor->setText(QString::fromUtf8(bytes));
    m_editor->setModified(false);
    m_editor->SendScintilla(QsciScintillaBase::SCI_EMPTYUNDOBUFFER);
    m_editor->updateFolds();
    Q_EMIT titleChanged();
    return {};
}

std::optional<QString> Document::save(const QString& path) {
    QSaveFile file(path);
    const QByteArray bytes = text().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("%1 cannot be written: %2. Nothing was changed on disk.").arg(path, file.errorString());
    m_path = QFileInfo(path).absoluteFilePath();
    m_onDisk = hashOf(bytes);
    m_editor->setModified(false);
    Q_EMIT titleChanged();
    return {};
}

std::optional<QString> Document::reload() {
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly)) return tr("%1 cannot be read: %2").arg(m_path, file.errorString());
    const QByteArray bytes = file.readAll();
    m_onDisk = hashOf(bytes);
    replaceText(*m_editor, QString::fromUtf8(bytes).toStdString());
    m_editor->setModified(false);
    return {};
}

bool Document::differsFromDisk() const {
    if (m_path.isEmpty()) return false;
    QFile file(m_path);
    return !file.open(QIODevice::ReadOnly) || hashOf(file.readAll()) != m_onDisk;
}

void Document::keepOwnText() {
    QFile file(m_path);
    m_onDisk = file.open(QIODevice::ReadOnly) ? hashOf(file.readAll()) : QByteArray();
    // Nothing is typed, but the text is to be saved: Scintilla knows a modified text only by its history.
    m_editor->beginUndoAction();
    m_editor->replaceTarget(0, 0, " ");
    m_editor->replaceTarget(0, 1, {});
    m_editor->endUndoAction();
}

// ---- the loaded program

void Document::setLoadedText(const std::optional<QString>& text) {
    m_loaded.reset();
    m_lines = {};
    if (!text) return;
    m_loaded = text->toUtf8();
    m_lines = LineMap(view(*m_loaded), m_editor->bytes());
    compareWithLoaded();
}

// At every change of the text: lengths first, bytes only when they are the same.
void Document::compareWithLoaded() {
    if (!m_loaded) return;
    const bool differed = m_differs;
    m_differs = m_editor->SendScintilla(QsciScintillaBase::SCI_GETLENGTH) != m_loaded->size() ||
                m_editor->bytes() != view(*m_loaded);
    if (differed && !m_differs) m_lines = LineMap(view(*m_loaded), view(*m_loaded)); // undone
}

void Document::linesMoved(int position, int kind, int linesAdded) {
    using Base = QsciScintillaBase;
    const long line = m_editor->SendScintilla(Base::SCI_LINEFROMPOSITION, position);
    const bool atStart =
        m_editor->SendScintilla(Base::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line)) == position;
    if ((kind & Base::SC_MOD_INSERTTEXT) != 0) m_lines.inserted(static_cast<int>(line), linesAdded, atStart);
    if ((kind & Base::SC_MOD_DELETETEXT) != 0)
        m_lines.removed(static_cast<int>(line), std::abs(linesAdded), atStart);
}

int Document::lineNow(int lineThen) const { return m_loaded ? m_lines.now(lineThen) : lineThen; }

QString titleAmong(const QList<Document*>& documents, const Document& document) {
    QString out = document.title();
    for (const Document* other : documents)
        if (other != &document && other->title() == document.title() && !document.path().isEmpty())
            out =
                QFileInfo(QFileInfo(document.path()).path()).fileName() + QLatin1Char('/') + document.title();
    return document.isModified() ? out + QStringLiteral(" *") : out;
}

} // namespace lw::editor

#include "moc_document.cpp"
