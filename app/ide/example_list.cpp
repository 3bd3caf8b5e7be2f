// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/example_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace lw::ide {

namespace {

// From simple to hard: the order in which a course takes them. Others follow by name.
constexpr const char* kOrder[] = {
    "first-bundle", "read-before-write", "saxpy",       "strided-loads", "softmax", "transpose",
    "layer-norm",   "random-histogram",  "matrix-unit", "matmul",        "digits"};

QString rootFolder() {
    const QDir binary(QCoreApplication::applicationDirPath());
    const QStringList candidates{qEnvironmentVariable("LANEWRIGHT_EXAMPLES"), binary.absoluteFilePath(QStringLiteral("../share/lanewright/examples")),
                                 QStringLiteral(LW_EXAMPLES)};
    for (const QString& candidate : candidates)
        if (!candidate.isEmpty() && QDir(candidate).exists()) return QDir(candidate).absolutePath();
    return {};
}

int rankOf(const QString& folder) {
    const QString name = QDir(folder).dirName();
    for (int i = 0; i < static_cast<int>(std::size(kOrder)); ++i)
        if (name == QLatin1String(kOrder[i])) return i;
    return static_cast<int>(std::size(kOrder));
}

QString programIn(const QDir& folder) {
    if (folder.exists(QStringLiteral("program.lw")))
        return folder.absoluteFilePath(QStringLiteral("program.lw"));
    const QStringList all = folder.entryList({QStringLiteral("*.lw")}, QDir::Files, QDir::Name);
    return all.isEmpty() ? QString() : folder.absoluteFilePath(all.front());
}

} // namespace

QPair<QString, QString> titleAndParagraph(const QString& markdown) {
    QString title, paragraph;
    for (const QString& line : markdown.split(QLatin1Char('\n'))) {
        const QString text = line.trimmed();
        if (title.isEmpty() && text.startsWith(QLatin1String("# ")))
            title = text.mid(2);
        else if (text.isEmpty() && !paragraph.isEmpty())
            break;
        else if (!text.isEmpty() && !title.isEmpty())
            paragraph += (paragraph.isEmpty() ? QString() : QStringLiteral(" ")) + text;
    }
    paragraph.remove(QLatin1Char('`'));
    if (paragraph.endsWith(QLatin1Char(':'))) paragraph.back() = QLatin1Char('.');
    return {title, paragraph};
}

QVector<Example> examples() {
    QVector<Example> out;
    const QString root = rootFolder();
    if (root.isEmpty()) return out;
    for (const QFileInfo& chip : QDir(root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        for (const QFileInfo& entry :
             QDir(chip.filePath()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(entry.filePath());
            QFile readme(folder.filePath(QStringLiteral("README.md")));
            const QString program = programIn(folder);
            if (program.isEmpty() || !readme.open(QIODevice::ReadOnly)) continue;
            const auto [title, teaches] = titleAndParagraph(QString::fromUtf8(readme.readAll()));
            out.append({folder.absolutePath(), title, teaches, program,
                        folder.absoluteFilePath(QStringLiteral("picture.png"))});
        }
    std::stable_sort(out.begin(), out.end(),
                     [](const Example& a, const Example& b) { return rankOf(a.folder) < rankOf(b.folder); });
    return out;
}

} // namespace lw::ide
