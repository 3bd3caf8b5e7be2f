// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/document.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace lw::editor {

namespace {
constexpr qint64 kMostBytes = qint64{64} << 20; // a text is edited, not a disassembly of everything
}

Document::Document(session::ViewContext context, QObject* parent)
    : QObject(parent), m_editor(new CodeEditor(context)) {
    connect(m_editor, &QsciScintilla::modificationChanged, this, &Document::titleChanged);
    connect(m_editor, &QsciScintilla::textChanged, this, &Document::textChanged);
}

Document::~Document() = default;

QString Document::title() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).fileName(); }

std::optional<QString> Document::open(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return tr("%1 cannot be read: %2").arg(path, file.errorString());
    if (file.size() > kMostBytes) return tr("%1 has more than %2 MiB.").arg(path).arg(kMostBytes >> 20);
    m_path = QFileInfo(path).absoluteFilePath();
    m_editor->setText(QString::fromUtf8(file.readAll()));
    m_editor->setModified(false);
    Q_EMIT titleChanged();
    return {};
}

std::optional<QString> Document::save(const QString& path) {
    QSaveFile file(path);
    const QByteArray bytes = text().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("%1 cannot be written: %2. Nothing was changed on disk.").arg(path, file.errorString());
    m_path = QFileInfo(path).absoluteFilePath();
    m_editor->setModified(false);
    Q_EMIT titleChanged();
    return {};
}

} // namespace lw::editor
