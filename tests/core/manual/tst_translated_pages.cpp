// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/book.h"
#include "tests/support/run_test.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace lw;

namespace {

const QString kFolder = QStringLiteral(LW_ROOT "/resources/manual/zh_CN");

// Chapters that are English in every language so far: none.
const QStringList kUntranslated{};

// What a translation leaves as it is, in the order of the page.
struct Frame {
    QStringList code, headings, tables, pictures;
    QStringList links, spans; // sorted: a sentence may have its parts in another order
};

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList found(const QString& text, const char* pattern) {
    QStringList out;
    auto it = QRegularExpression(QLatin1String(pattern)).globalMatch(text);
    while (it.hasNext()) out += it.next().captured(1);
    return out;
}

Frame frameOf(const QString& page) {
    Frame out;
    QString prose;
    bool isCode = false;
    for (const QString& line : page.split(QLatin1Char('\n'))) {
        const bool isFence = line.startsWith(QLatin1String("```"));
        if (isCode || isFence || line.startsWith(QLatin1String("    ")))
            out.code += line;
        else
            prose += line + QLatin1Char('\n');
        if (isFence) isCode = !isCode;
    }
    out.pictures = found(prose, R"(!\[[^\]]*\]\(([^)]*)\))");
    out.links = found(prose, R"((?<!!)\[[^\]]*\]\(([^)]*)\))");
    out.spans = found(prose, "`([^`]+)`");
    for (const QString& line : prose.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1Char('#'))) out.headings += found(line, "^(#+) ");
        if (line.startsWith(QLatin1Char('|')))
            out.tables += QString::number(found(line, R"((?<!\\)(\|))").size());
    }
    out.links.sort();
    out.spans.sort();
    return out;
}

} // namespace

// A chapter in another language is the same chapter, with the code, tables, pictures and links of the
// English one.
class TestTranslatedPages : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyChapterIsTranslatedOrListed() {
        QStringList missing;
        for (const manual::Written& page : manual::writtenPages()) {
            const QString name = QString::fromUtf8(page.name.data(), static_cast<int>(page.name.size()));
            if (!QFile::exists(kFolder + QLatin1Char('/') + name + QStringLiteral(".md"))) missing += name;
        }
        missing.sort();
        QCOMPARE(missing, kUntranslated);
    }

    // What is not among the resources the window does not have.
    void everyTranslationIsInTheWindow() {
        const QString resources = textOf(QStringLiteral(LW_ROOT "/resources/lanewright.qrc"));
        for (const QString& file : QDir(kFolder).entryList(QDir::Files))
            QVERIFY2(resources.contains(QStringLiteral("<file>manual/zh_CN/%1</file>").arg(file)),
                     qPrintable(file));
    }

    void translationsAreTheSamePages_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(kFolder).entryList(QDir::Files))
            QTest::newRow(qPrintable(file)) << file;
    }
    void translationsAreTheSamePages() {
        QFETCH(const QString, file);
        const Frame english = frameOf(textOf(QStringLiteral(LW_ROOT "/resources/manual/") + file));
        const Frame other = frameOf(textOf(kFolder + QLatin1Char('/') + file));
        QVERIFY(!english.headings.isEmpty());
        QCOMPARE(other.headings, english.headings);
        QCOMPARE(other.code, english.code);
        QCOMPARE(other.tables, english.tables);
        QCOMPARE(other.pictures, english.pictures);
        QCOMPARE(other.links, english.links);
        QCOMPARE(other.spans, english.spans);
    }
};

int tst_translated_pages(int argc, char** argv) { return lw::tests::run<TestTranslatedPages>(argc, argv); }
#include "tst_translated_pages.moc"
