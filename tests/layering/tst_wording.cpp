// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

#include <vector>

namespace {

// Word for word from another language: correct, but not what a reader of English expects.
struct Pattern {
    const char* name;
    const char* expression;
    const char* found;                // as it was once written
    const char* instead;              // ... and what is said now, in which nothing is found
    std::vector<const char*> allowed; // around it, what is right: nothing else would be clearer
};
const Pattern kPatterns[] = {
    {"not a",
     R"((?<!there )(?<!There )\b(is|are|was|were) no (?!longer\b|more\b|less\b|other\b)\w+)",
     "'x' is no number of this language",
     "'x' is not a valid number",
     {}},
    {"begins no", R"(\bbegins? no\b)", "'x' begins no breakpoint", "not a breakpoint: 'x'", {}},
    {"after",
     R"(\bbehind\b)",
     "goes on behind its last bundle",
     "goes on after its last bundle",
     {"everything behind", "behind an element", "behind each element", "behind one element", "hidden behind",
      "lags behind", "left behind", "stays behind", "a bar behind", "one vector behind", "`behind`",
      "--get behind=behind.npy"}},
    {"is in",
     R"(\bstands? (in|at|on|above|below|before|beside|beyond|inside|there|twice|here|of|further|as)\b)",
     "its numbers stand in the file",
     "its numbers are in the file",
     {"stands in for"}},
    {"cannot be", R"(\b(cannot|must|may|should) stand\b)", "{0} cannot stand here", "not allowed here", {}},
    {"whose", R"(, of which (the|nothing|what)\b)", "tiles, of which the part", "tiles, whose part", {}},
    {"as many", R"(\bso many\b)", "has so many registers", "has that many registers", {"so many that"}},
    {"match", R"(\bspeaks? of\b)", "the report speaks of {0}", "the report does not match: {0}", {}},
    {"which is not so", R"(\bwhich is not so\b)", "{0}, which is not so", "{0} does not match", {}},
    {"belongs in", R"(\bbelongs? into\b)", "belongs into a section", "belongs in a section", {}},
    {"with", R"(\bby means of\b)", "Divide it by means of .equ", "Divide it with .equ", {}},
    {"present", R"(\bof now\b)", "to the values of now", "to the present values", {}},
    {"a condition", R"(\basks a condition\b)", "asks a condition each time", "is a condition", {}},
    {"usage", R"(\bis written: ['{])", "'{0}' is written: {1}", "usage: {1}", {}},
    {"properly", R"(\bnot end well\b)", "did not end well", "did not shut down properly", {}},
    {"how many times", R"(\bmanyth\b)", "the how manyth time", "how many times", {}},
};

QString readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// Texts in quotes; those that follow each other are one.
QStringList stringsOf(const QString& source) {
    static const QRegularExpression run(R"re((?:"(?:[^"\\\n]|\\.)*"\s*)+)re"),
        one(R"re("((?:[^"\\\n]|\\.)*)")re");
    QStringList out;
    for (auto runs = run.globalMatch(source); runs.hasNext();) {
        QString text;
        for (auto parts = one.globalMatch(runs.next().captured()); parts.hasNext();)
            text += parts.next().captured(1);
        out << text;
    }
    return out;
}

// Those after // in a source; lines that follow each other are one.
QStringList commentsOf(const QString& source) {
    // What begins first counts: strings and characters may have // in them, and comments have quotes.
    static const QRegularExpression parts(
        R"re(R"([^()\\\s"]*)\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+'|//([^\n]*))re");
    QStringList out;
    qsizetype end = 0; // of the last one
    for (auto all = parts.globalMatch(source); all.hasNext();) {
        const auto part = all.next();
        if (part.capturedStart(2) < 0) continue;
        const QString between = source.mid(end, part.capturedStart() - end);
        if (!out.isEmpty() && between.trimmed().isEmpty() && between.count('\n') == 1)
            out.last() += " " + part.captured(2).trimmed();
        else
            out << part.captured(2).trimmed();
        end = part.capturedEnd();
    }
    return out;
}

// Of the window, as its catalogues list them.
QStringList sourcesOf(const QString& catalogue) {
    static const QRegularExpression source("<source>(.*?)</source>",
                                           QRegularExpression::DotMatchesEverythingOption);
    QStringList out;
    for (auto all = source.globalMatch(catalogue); all.hasNext();) out << all.next().captured(1);
    return out;
}

struct Text {
    QString file, text;
};

// From the root.
QStringList filesBelow(const char* folder) {
    const QString root = QStringLiteral(LW_ROOT "/");
    QStringList out;
    for (QDirIterator files(root + folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        out << files.next().mid(root.size());
    return out;
}

// Everything that is written for readers: pages, and whatever is between quotes in sources, of the window
// too.
std::vector<Text> textsOfTheProject() {
    static const QRegularExpression ofSources(R"(^(core|app|widgets)/.*\.(h|cpp)$)");
    std::vector<Text> out;
    const QString root = QStringLiteral(LW_ROOT "/");
    for (const char* folder : {"core", "app", "widgets", "examples", "resources", "tests"})
        for (const QString& name : filesBelow(folder)) {
            QStringList texts;
            if (name.endsWith(".ts"))
                texts = sourcesOf(readFile(root + name));
            else if (ofSources.match(name).hasMatch())
                texts = stringsOf(readFile(root + name));
            else if (name.endsWith(".md") && !name.contains("/zh_CN/") && !name.endsWith("NOTES.md"))
                texts << readFile(root + name);
            for (const QString& text : texts) out.push_back({name, text});
        }
    out.push_back({"README.md", readFile(root + "README.md")});
    return out;
}

std::vector<Text> commentsOfTheProject() {
    std::vector<Text> out;
    for (const char* folder : {"core", "app", "widgets", "tests"})
        for (const QString& name : filesBelow(folder))
            if (name.endsWith(".h") || name.endsWith(".cpp"))
                for (const QString& text : commentsOf(readFile(QStringLiteral(LW_ROOT "/") + name)))
                    out.push_back({name, text});
    return out;
}

const QRegularExpression& compiled(const Pattern& pattern) {
    static QHash<const char*, QRegularExpression> known; // by its name: making one takes longer than a search
    QRegularExpression& out = known[pattern.name];
    if (out.pattern().isEmpty()) out.setPattern(QString::fromLatin1(pattern.expression));
    return out;
}

QStringList foundIn(const QString& text, const Pattern& pattern) {
    constexpr qsizetype kAround = 40;
    QStringList out;
    for (auto all = compiled(pattern).globalMatch(text); all.hasNext();) {
        const auto match = all.next();
        const qsizetype first = std::max<qsizetype>(match.capturedStart() - kAround, 0);
        const QString around = text.mid(first, match.capturedLength() + 2 * kAround).simplified();
        const bool isAllowed = std::any_of(pattern.allowed.begin(), pattern.allowed.end(),
                                           [&](const char* words) { return around.contains(words); });
        if (!isAllowed) out << around;
    }
    return out;
}

QString foundIn(const std::vector<Text>& texts) {
    QStringList out;
    for (const Text& text : texts)
        for (const Pattern& pattern : kPatterns)
            for (const QString& around : foundIn(text.text, pattern))
                out << "\n" + text.file + " (" + pattern.name + "): ..." + around + "...";
    return out.join("");
}

} // namespace

// What was put into plain English stays so.
class TestWording : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void patternsFindWhatTheyAreFor() {
        for (const Pattern& pattern : kPatterns) {
            QCOMPARE(foundIn(pattern.found, pattern).size(), qsizetype{1});
            QVERIFY2(foundIn(pattern.instead, pattern).isEmpty(), pattern.name);
            for (const char* words : pattern.allowed) QVERIFY2(foundIn(words, pattern).isEmpty(), words);
        }
    }

    void commentsAreBlocksOutsideOfStrings() {
        const QString source = "// One that\n"
                               "    // goes on: \"x\".\n"
                               "int a = 1'000; // Two, it's\n"
                               "               // aligned\n"
                               "\n"
                               "// Three\n"
                               "f(\"http://x\", '\"', R\"x(\"// y)x\"); // four\n"
                               "g('\\\\', \"\\\\\"); // five";
        QCOMPARE(commentsOf(source),
                 (QStringList{"One that goes on: \"x\".", "Two, it's aligned", "Three", "four", "five"}));
    }

    void noneIsInATextForReaders() {
        const std::vector<Text> texts = textsOfTheProject();
        QVERIFY(texts.size() > 4000); // it does look at them
        const QString wrong = foundIn(texts);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void noneIsInAComment() {
        const std::vector<Text> texts = commentsOfTheProject();
        QVERIFY(texts.size() > 10'000);
        const QString wrong = foundIn(texts);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
};

int tst_wording(int argc, char** argv) { return lw::tests::run<TestWording>(argc, argv); }
#include "tst_wording.moc"
