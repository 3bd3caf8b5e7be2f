// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document.h"

#include "widgets/editor/text_edits.h"
#include "widgets/session/saved_file.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <cstdlib>

namespace lw::editor {

namespace {

constexpr qint64 kMostBytes = qint64{64} << 20; // texts are for editing, not a disassembly of everything

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
    m_number = ++number;
    connect(m_editor, &QsciScintilla::modificationChanged, this, &Document::titleChanged);
    connect(m_editor, &QsciScintilla::textChanged, this, [this] {
        ++m_version;
        Q_EMIT textChanged();
    });
    connect(m_editor, &QsciScintillaBase::SCN_MODIFIED, this,
            [this](int position, int kind, const char*, int, int linesAdded) {
                if (!m_loaded || (kind & kTextModified) == 0) return;
                if (linesAdded != 0) linesMoved(position, kind, linesAdded);
                compareWithLoaded();
            });
}

Document::~Document() = default;

QString Document::title() const {
    return m_path.isEmpty() ? tr("Untitled %1").arg(m_number) : QFileInfo(m_path).fileName();
}

QString Document::key() const { return m_path.isEmpty() ? firstKey() : m_path; }

// Qt takes anything beginning with ":/" as an absolute path, and there is no such resource.
QString Document::firstKey() const { return QStringLiteral(":/untitled-%1").arg(m_number); }

qsizetype Document::placeIn(const QStringList& keys) const {
    const qsizetype place = keys.indexOf(key());
    return place >= 0 ? place : keys.indexOf(firstKey());
}

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

namespace {

QString whyNotRead(const QString& path, const QFile& file) {
    return Document::tr("%1 cannot be read: %2").arg(path, file.errorString());
}

} // namespace

std::optional<QString> Document::open(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return whyNotRead(path, file);
    if (file.size() > kMostBytes)
        return tr("%1 is not opened: it has %2 MiB, and a text may have %3.")
            .arg(path)
            .arg(file.size() >> 20)
            .arg(kMostBytes >> 20);
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError) return whyNotRead(path, file); // a folder, for instance
    setPath(path);
    take(bytes, false);
    m_editor->updateFolds();
    Q_EMIT titleChanged();
    return {};
}

// The file's contents: read as before, else as UTF-8, else only to look at. Undone: as a step that can
// be undone.
void Document::take(const QByteArray& bytes, bool isUndone) {
    m_onDisk = hashOf(bytes);
    auto read = decoded(bytes, m_form.encoding);
    if (!read) read = decoded(bytes, Encoding::Utf8);
    m_unread = read ? std::nullopt : std::optional(bytes);
    m_showsBytes = !read && encodingsOf(bytes).isEmpty(); // not a text at all
    m_form = read ? read->form : TextForm();
    put(read ? read->text : m_showsBytes ? bytesAsText(bytes) : roughText(bytes), isUndone && read);
}

void Document::put(const QString& text, bool isUndone) {
    m_editor->setReadOnly(false);
    m_editor->setPlain(m_showsBytes);
    if (isUndone) {
        replaceText(*m_editor, text.toStdString());
    } else {
        m_editor->setText(text);
        m_editor->SendScintilla(QsciScintillaBase::SCI_EMPTYUNDOBUFFER);
    }
    m_editor->setModified(false);
    m_editor->setReadOnly(m_unread.has_value());
    Q_EMIT formChanged();
}

std::optional<QString> Document::save(const QString& path) {
    if (m_unread)
        return tr("%1 is not saved: it is not UTF-8, and is shown read-only until you choose how to read it.")
            .arg(title());
    const auto bytes = encoded(text(), m_form);
    if (!bytes)
        return tr("%1 is not saved: %2 lacks a character of the text. Convert it to UTF-8 first (File menu).")
            .arg(title(), nameOf(m_form.encoding));
    if (const session::NotSaved reason = session::saveBytes(path, *bytes))
        return tr("%1 cannot be written: %2. Nothing was changed on disk.").arg(path, *reason);
    m_onDisk = hashOf(*bytes);
    m_editor->setModified(false);
    setPath(path);
    Q_EMIT titleChanged();
    return {};
}

void Document::setPath(const QString& path) {
    const QString before = key();
    m_path = QFileInfo(path).absoluteFilePath();
    if (key() != before) Q_EMIT keyChanged(before);
}

std::optional<QString> Document::reload() {
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly)) return whyNotRead(m_path, file);
    take(file.readAll(), true);
    return {};
}

bool Document::hasOtherFile() const {
    QFile file(m_path);
    return !m_path.isEmpty() && file.open(QIODevice::ReadOnly) && hashOf(file.readAll()) != m_onDisk;
}

bool Document::isFileGone() const { return !m_path.isEmpty() && !QFileInfo::exists(m_path); }

bool Document::differsFromFile() const {
    return m_path.isEmpty() || m_unread || m_form != TextForm() || isModified();
}

// ---- how the file is read

QVector<Encoding> Document::encodings() const {
    return m_unread ? encodingsOf(*m_unread) : QVector<Encoding>();
}

int Document::firstBadLine() const { return m_unread ? editor::firstBadLine(*m_unread) : 0; }

void Document::readAs(Encoding encoding) {
    auto read = m_unread ? decoded(*m_unread, encoding) : std::nullopt;
    if (!read) return;
    m_unread.reset();
    m_showsBytes = false;
    m_form = read->form;
    put(read->text, false);
}

void Document::setForm(const TextForm& form) {
    if (m_unread || form == m_form) return;
    m_form = form;
    noteUnsaved();
    Q_EMIT formChanged();
}

void Document::showBytes() {
    if (!m_unread) return;
    m_showsBytes = true;
    put(bytesAsText(*m_unread), false);
}

void Document::keepOwnText() {
    QFile file(m_path);
    m_onDisk = file.open(QIODevice::ReadOnly) ? hashOf(file.readAll()) : QByteArray();
    noteUnsaved();
}

// Nothing is typed, but the text must be saved: Scintilla knows a modified text only by its history.
void Document::noteUnsaved() {
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
    m_loaded = inEditor(*text).toUtf8();
    m_lines = LineMap(view(*m_loaded), m_editor->bytes());
    compareWithLoaded();
}

// At every change of the text: lengths first, bytes only when those are the same.
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
