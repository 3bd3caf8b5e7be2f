// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/example_list.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace lw::ide {

namespace {

// From simple to hard: the order in which a course takes them. Others follow by name.
constexpr const char* kOrder[] = {"first-bundle",
                                  "read-before-write",
                                  "saxpy",
                                  "strided-loads",
                                  "softmax",
                                  "transpose",
                                  "layer-norm",
                                  "random-histogram",
                                  "matrix-unit",
                                  "matmul",
                                  "digits",
                                  "one-trip-too-many",
                                  "ping-pong",
                                  "shared-product",
                                  "array-wave",
                                  "line-buffer",
                                  "strided-layer",
                                  "negative-trap",
                                  "array-convolution",
                                  "by-hand",
                                  "two-portions",
                                  "max-pool",
                                  "photograph",
                                  "quantised-digits",
                                  "lstm",
                                  "worked-examples",
                                  "edge-filter",
                                  "strided-digits",
                                  "alexnet-first-layer",
                                  "tiles",
                                  "denoiser",
                                  "super-resolution",
                                  "u-net",
                                  "training-by-hand",
                                  "trained-digits",
                                  "residual-digits"};
constexpr const char* kGroups[] = {"training", "inference", "nnp", "networks"};

template <std::size_t Count> int rankIn(const char* const (&order)[Count], const QString& name) {
    const auto at = std::find(std::begin(order), std::end(order), name);
    return static_cast<int>(at - std::begin(order));
}

// Groups in their order, then by what they are to be read after.
std::pair<int, int> rankOf(const Example& example) {
    return {rankIn(kGroups, example.group), rankIn(kOrder, QDir(example.folder).dirName())};
}

// A workload, program.lw, or what else there is to be opened; checks and tensors are not.
QString programIn(const QDir& folder) {
    for (const char* names : {"*.lww", "program.lw", "*.lw", "*.json", "*.onnx"})
        for (const QString& name : folder.entryList({QLatin1String(names)}, QDir::Files, QDir::Name))
            if (name != QLatin1String("check.json")) return folder.absoluteFilePath(name);
    return {};
}

} // namespace

QString examplesFolder() {
    const QDir binary(QCoreApplication::applicationDirPath());
    const QStringList candidates{qEnvironmentVariable("LANEWRIGHT_EXAMPLES"),
                                 binary.absoluteFilePath(QStringLiteral("../share/lanewright/examples")),
                                 QStringLiteral(LW_EXAMPLES)};
    for (const QString& candidate : candidates)
        if (!candidate.isEmpty() && QDir(candidate).exists()) return QDir(candidate).absolutePath();
    return {};
}

QString nameOf(const Example& example) {
    return example.group + QLatin1Char('/') + QDir(example.folder).dirName();
}

QString groupOf(const QString& file) {
    const QString root = examplesFolder();
    if (root.isEmpty()) return {};
    const QString inside = QDir(root).relativeFilePath(QFileInfo(file).absoluteFilePath());
    const QString group = inside.section(QLatin1Char('/'), 0, 0);
    return rankIn(kGroups, group) < static_cast<int>(std::size(kGroups)) ? group : QString();
}

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
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]*)\]\([^)]*\))")),
        emphasis(QStringLiteral(R"(\*(\S|\S[^*]*\S)\*)"));
    paragraph.replace(link, QStringLiteral("\\1")).replace(emphasis, QStringLiteral("\\1"));
    paragraph.remove(QLatin1Char('`'));
    if (paragraph.endsWith(QLatin1Char(':'))) paragraph.back() = QLatin1Char('.');
    return {title, paragraph};
}

QVector<Example> examples() {
    QVector<Example> out;
    const QString root = examplesFolder();
    if (root.isEmpty()) return out;
    for (const QFileInfo& chip : QDir(root).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        for (const QFileInfo& entry :
             QDir(chip.filePath()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QDir folder(entry.filePath());
            QFile readme(folder.filePath(QStringLiteral("README.md")));
            const QString program = programIn(folder);
            if (program.isEmpty() || !readme.open(QIODevice::ReadOnly)) continue;
            const auto [title, teaches] = titleAndParagraph(QString::fromUtf8(readme.readAll()));
            out.append({folder.absolutePath(), chip.fileName(), title, teaches, program,
                        folder.absoluteFilePath(QStringLiteral("picture.png"))});
        }
    std::stable_sort(out.begin(), out.end(),
                     [](const Example& a, const Example& b) { return rankOf(a) < rankOf(b); });
    return out;
}

} // namespace lw::ide
