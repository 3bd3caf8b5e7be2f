// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/language.h"
#include "app/ide/main_window.h"
#include "core/assembler/messages.h"
#include "core/project/messages.h"
#include "tests/app/core_texts.h"
#include "tests/support/golden.h"
#include "tests/support/own_settings.h"
#include "tests/support/run_test.h"
#include "tests/support/source_texts.h"
#include "widgets/manual/manual_view.h"
#include "widgets/session/core_sentence.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"
#include "widgets/theme/style.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGlyphRun>
#include <QMenuBar>
#include <QRawFont>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTextLayout>
#include <QXmlStreamReader>

#include <array>

using namespace lw;
using tests::coreTexts;
using tests::fromCore;
using tests::SourceText;

namespace {

const QString kCatalogue = QStringLiteral("resources/translations/lanewright_zh_CN.ts");
const QString kCoreList = QStringLiteral("resources/translations/core_texts.h");

struct Entry {
    QString context, source, translation;
    bool isFinished = false;
};

QVector<Entry> catalogue() {
    QVector<Entry> out;
    QXmlStreamReader xml(tests::readSource(kCatalogue));
    Entry entry;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name")) {
            entry.context = xml.readElementText();
        } else if (xml.name() == QLatin1String("source")) {
            entry.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            entry.isFinished = xml.attributes().value(QLatin1String("type")).isEmpty();
            entry.translation = xml.readElementText();
            out.append(entry);
        }
    }
    return out;
}

// Literals that a person sees and that are not words of a language,
// or that no person sees although they look so.
struct Exception {
    const char* file;
    const char* text;
    const char* because;
};
constexpr Exception kExceptions[] = {
    {"app/ide/language.cpp", "English", "a language is called by its own name"},
    {"app/ide/main.cpp", "Lanewright", "the name of the product"},
    {"app/ide/main.cpp", "lanewright: there is no display. Without one, use lw, or xvfb-run.\n",
     "said before there is an application that has a language"},
    {"app/ide/main.cpp", "lanewright: standard output could not be written whole.\n",
     "said while the program ends, when its language may be gone"},
    {"app/ide/main_window.cpp", "Lanewright", "the name of the product"},
    {"widgets/firmware/firmware_words.cpp", "NumPy", "the name of a library"},
    {"widgets/firmware/firmware_words.cpp", "TensorFlow", "the name of a library"},
    {"widgets/striding/mask_view.cpp", "second mask", "the role of a tensor in a report"},
    {"widgets/theme/style.cpp", "Fusion", "a style of Qt, looked up by its name"},
    {"widgets/theme/theme.cpp", "Inter", "a font"},
    {"widgets/theme/theme.cpp", "Inter V", "a font"},
    {"widgets/theme/theme.cpp", "JetBrains Mono", "a font"},
};
// Whole files: what they print is read by programs or by those who write scripts.
constexpr Exception kFiles[] = {
    {"app/ide/script_verbs.cpp", "", "the list of verbs, printed in English beside the verbs themselves"},
    {"widgets/firmware/software_run.cpp", "", "what Python is asked"},
    {"widgets/editor/isa_lexer.cpp", "", "names of styles, which QScintilla wants and nobody sees"},
    {"widgets/editor/isa_lexer.h", "", "the same for the lexer itself"},
};

// What passes a text on to the catalogue, and what never reaches a person in the window.
const QStringList kTranslating{"tr", "translate", "QT_TRANSLATE_NOOP", "QT_TR_NOOP"};
const QStringList kInternal{"LW_ASSERT", "LW_REQUIRE", "static_assert"};

bool looksLikeWords(const QString& text) {
    static const QRegularExpression keys(QStringLiteral("^((Ctrl|Alt|Shift)\\+)+\\w*"));
    static const QRegularExpression markup(QStringLiteral("<[^>]*>"));
    if (keys.match(text).hasMatch()) return false;
    static const QRegularExpression words(QStringLiteral("[A-Za-z]{2,} +[A-Za-z]{2,}")),
        capital(QStringLiteral("^[A-Z][a-z]{2,}"));
    const QString plain = QString(text).remove(markup);
    return words.match(plain).hasMatch() || capital.match(plain).hasMatch();
}

bool isExcepted(const QString& file, const QString& text) {
    for (const Exception& e : kFiles)
        if (file == QLatin1String(e.file)) return true;
    for (const Exception& e : kExceptions)
        if (file == QLatin1String(e.file) && text == QLatin1String(e.text)) return true;
    return false;
}

bool isWithin(const SourceText& text, const QStringList& names) {
    for (const QString& name : text.within)
        if (names.contains(name)) return true;
    return false;
}

// The sources that a file gives to the catalogue.
QStringList sourcesOf(const QString& file) {
    QStringList out;
    for (const SourceText& text : tests::textsIn(tests::readSource(file))) {
        const QString call = text.within.isEmpty() ? QString() : text.within.back();
        if (((call == QLatin1String("tr") || call == QLatin1String("QT_TR_NOOP")) && text.argument == 0) ||
            ((call == QLatin1String("translate") || call == QLatin1String("QT_TRANSLATE_NOOP")) &&
             text.argument == 1))
            out << text.text;
    }
    return out;
}

QStringList windowFiles() { return tests::sourcesBelow("app/ide") + tests::sourcesBelow("widgets"); }

// Places for arguments, in the order of their numbers.
QStringList argumentsIn(const QString& text) {
    static const QRegularExpression place(QStringLiteral("%L?\\d|%n|\\{\\d\\}"));
    QStringList out;
    for (auto found = place.globalMatch(text); found.hasNext();) out << found.next().captured();
    out.sort();
    out.removeDuplicates();
    return out;
}

bool isDrawn(const QString& text, const QFont& font) {
    QTextLayout layout(text, font);
    layout.beginLayout();
    layout.createLine();
    layout.endLayout();
    for (const QGlyphRun& run : layout.glyphRuns())
        for (const quint32 glyph : run.glyphIndexes())
            if (glyph == 0) return false;
    return true;
}

} // namespace

// Texts of the window: all go through the catalogue, the catalogue is sound,
// and every letter of it can be drawn.
class TestTranslations : public QObject {
    Q_OBJECT

    theme::Theme m_theme;
    QTemporaryDir m_settings;

  private Q_SLOTS:
    void initTestCase() {
        tests::useOwnSettings(m_settings.path());
        theme::apply(m_theme);
    }
    void cleanup() { ide::useLanguage(QStringLiteral("en")); }

    void stringsOfASourceAreRead() {
        const auto texts = tests::textsIn(QStringLiteral(
            "// \"no\"\n#include \"no.h\"\nf(1'000, \"a\" \"b\\n\"); g(h(\"c\"), '\"', tr(\"d\"));"));
        QCOMPARE(texts.size(), 3);
        QCOMPARE(texts[0].text, QStringLiteral("ab\n"));
        QCOMPARE(texts[0].within, QStringList({"f"}));
        QCOMPARE(texts[0].argument, 1);
        QCOMPARE(texts[0].line, 3);
        QCOMPARE(texts[1].within, QStringList({"g", "h"}));
        QCOMPARE(texts[2].within, QStringList({"g", "tr"}));
    }

    void everyVisibleTextGoesThroughTheCatalogue() {
        QStringList bare;
        for (const QString& file : windowFiles())
            for (const SourceText& text : tests::textsIn(tests::readSource(file)))
                if (looksLikeWords(text.text) && !isWithin(text, kTranslating + kInternal) &&
                    !isExcepted(file, text.text))
                    bare << QStringLiteral("%1:%2: \"%3\"").arg(file).arg(text.line).arg(text.text);
        QVERIFY2(bare.isEmpty(), qPrintable(bare.join(QLatin1Char('\n'))));
    }
    void everyExceptionIsStillNeeded() {
        for (const Exception& e : kExceptions) {
            bool found = false;
            for (const SourceText& text : tests::textsIn(tests::readSource(QString::fromLatin1(e.file))))
                found |= text.text == QLatin1String(e.text) && !isWithin(text, kTranslating);
            QVERIFY2(found, e.text);
        }
    }
    // lupdate gives a function outside of any class the context of its namespace.
    void ownFunctionsForTextsHaveTheContextOfTheirNamespace() {
        static const QRegularExpression own(QStringLiteral(
            "QString tr\\(const char\\* text\\) \\{ return QCoreApplication::translate\\(\"([^\"]*)\"")),
            room(QStringLiteral("\nnamespace ([a-z:]+) \\{"));
        int seen = 0;
        for (const QString& file : windowFiles()) {
            const QString source = tests::readSource(file);
            const auto found = own.match(source);
            if (!found.hasMatch()) continue;
            ++seen;
            QVERIFY2(found.captured(1) == room.match(source).captured(1), qPrintable(file));
        }
        QVERIFY(seen >= 3);
    }
    void theCatalogueKnowsEveryText() {
        QSet<QString> known;
        for (const Entry& entry : catalogue())
            if (entry.isFinished) known << entry.source;
        qsizetype all = 0;
        QStringList missing;
        for (const QString& file : windowFiles())
            for (const QString& source : sourcesOf(file)) {
                ++all;
                if (!known.contains(source)) missing << file + QStringLiteral(": ") + source;
            }
        QVERIFY(all > 300);
        QVERIFY2(missing.isEmpty(),
                 qPrintable("resources/translations/update.sh takes in what is not in Chinese yet:\n" +
                            missing.join(QLatin1Char('\n'))));
    }
    void theCoresTextsAreListed() {
        QString wanted =
            QStringLiteral("// SPDX-License-Identifier: GPL-3.0-or-later\n"
                           "// What the core can say, for lupdate; nothing includes this file. "
                           "Made by tst_translations with\n"
                           "// LW_UPDATE_GOLDEN=1; what is not translated is shown in English.\n");
        for (QString text : coreTexts()) {
            text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
                .replace(QLatin1Char('"'), QLatin1String("\\\""));
            wanted += QStringLiteral("QT_TRANSLATE_NOOP(\"core\", \"%1\")\n").arg(text);
        }
        QVERIFY(wanted.count(QLatin1Char('\n')) > 150);
        const std::string path = (QStringLiteral(LW_ROOT "/") + kCoreList).toStdString();
        const std::string differs = test::differsFromFile(wanted.toStdString(), path);
        QVERIFY2(differs.empty(), ("run this with LW_UPDATE_GOLDEN=1, then update.sh: " + differs).c_str());
    }

    // Sentences with names in them: what the core has of them is what the window looks for.
    void everySentenceOfAWaitIsKnown() {
        QStringList forms;
        for (const chips::Chip& chip : chips::all())
            for (const machine::StallRow& rule : chip.stallRules) forms << fromCore(rule.wait);
        QCOMPARE(forms.size(), 28); // the rules of all chips
        const auto& sentences = session::coreSentences();
        QSet<QString> finished;
        for (const Entry& entry : catalogue())
            if (entry.isFinished && entry.context == QLatin1String("core")) finished << entry.source;
        for (const QString& form : forms)
            QVERIFY2(std::find(sentences.begin(), sentences.end(), form) != sentences.end(),
                     qPrintable(form));
        for (const QString& sentence : sentences) QVERIFY2(finished.contains(sentence), qPrintable(sentence));
    }

    void translationsKeepWhatIsPutIn() {
        for (const Entry& entry : catalogue()) {
            if (!entry.isFinished) continue;
            const QByteArray where = (entry.context + QStringLiteral(": ") + entry.source).toUtf8();
            QVERIFY2(!entry.translation.isEmpty(), where);
            QVERIFY2(argumentsIn(entry.translation) == argumentsIn(entry.source), where);
            QVERIFY2(entry.translation.count(QLatin1Char('&')) == entry.source.count(QLatin1Char('&')),
                     where);
            QVERIFY2(entry.translation.endsWith(QLatin1String("...")) ==
                         entry.source.endsWith(QLatin1String("...")),
                     where);
            QVERIFY2(entry.translation.count(QLatin1Char('\n')) == entry.source.count(QLatin1Char('\n')),
                     where);
            QVERIFY2(entry.translation.count(QLatin1String(";;")) == entry.source.count(QLatin1String(";;")),
                     where);
        }
    }
    void everyLetterCanBeDrawn() {
        if (QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
            QSKIP("no font with Chinese characters is installed (fonts-wqy-microhei is one)");
        // Not a letter of any script: the test can fail.
        QVERIFY(!isDrawn(QString(QChar(0x0378)), m_theme.text()));
        for (const Entry& entry : catalogue())
            for (const QFont& font : {m_theme.text(), m_theme.monospace(), m_theme.title()})
                for (const QString& text : {entry.source, entry.translation})
                    for (const QString& line : text.split(QLatin1Char('\n')))
                        QVERIFY2(isDrawn(line, font), qPrintable(line));
    }

    void aLanguageChangesTheWindowAndBack() {
        if (!ide::hasCatalogue(QStringLiteral("zh_CN"))) QSKIP("built without lrelease");
        const auto texts = [this] {
            ide::MainWindow window(m_theme);
            QStringList out;
            for (const QAction* top : window.menuBar()->actions()) {
                out << top->text();
                for (const QAction* item : top->menu()->actions()) out << item->text();
            }
            return out;
        };
        const QStringList english = texts();
        QCOMPARE(english.front(), QStringLiteral("&File"));
        QCOMPARE(ide::useLanguage(QStringLiteral("zh_CN")), QStringLiteral("zh_CN"));
        const QStringList chinese = texts();
        QCOMPARE(chinese.front(), QStringLiteral("文件(&F)"));
        QCOMPARE(chinese.size(), english.size());
        qsizetype same = 0; // texts may be new
        for (qsizetype i = 0; i < english.size(); ++i)
            same += !english[i].isEmpty() && chinese[i] == english[i];
        QVERIFY(same * 4 <= english.size());
        QCOMPARE(ide::useLanguage(QStringLiteral("en")), QStringLiteral("en"));
        QCOMPARE(texts(), english);
        QCOMPARE(ide::useLanguage(QStringLiteral("tlh")), QStringLiteral("en")); // nothing fits
    }
    // Also where Qt's own catalogues are not installed.
    void buttonsOfDialogsSpeakIt() {
        if (!ide::hasCatalogue(QStringLiteral("zh_CN"))) QSKIP("built without lrelease");
        ide::useLanguage(QStringLiteral("zh_CN"));
        using Box = QDialogButtonBox;
        const Box box(Box::Ok | Box::Cancel | Box::Close | Box::Save | Box::Discard);
        for (const QAbstractButton* button : box.buttons())
            QVERIFY2(button->text().at(0).script() == QChar::Script_Han, qPrintable(button->text()));
    }
    // A page that is not translated says so; one that is, and a window in English, do not.
    void theManualSpeaksIt() {
        if (!ide::hasCatalogue(QStringLiteral("zh_CN"))) QSKIP("built without lrelease");
        const auto pageOf = [this](const QString& id) {
            session::DebugSession session;
            session::Selection selection;
            manual::ManualView view({m_theme, session, selection});
            view.open({id});
            return view.text().toPlainText();
        };
        const QString chapter = QStringLiteral("chapter/tiling"), page = QStringLiteral("vector.fadd"),
                      note = QStringLiteral("本页尚未翻译");
        const QString english = pageOf(page);
        QVERIFY(pageOf(chapter).startsWith(QStringLiteral("Tiling")));
        QVERIFY(!english.contains(QStringLiteral("translated")));
        ide::useLanguage(QStringLiteral("zh_CN"));
        QVERIFY(pageOf(chapter).at(0).script() == QChar::Script_Han);
        QVERIFY(!pageOf(chapter).contains(note));
        QVERIFY(pageOf(page).contains(note));
        QCOMPARE(pageOf(page).count(QLatin1Char('\n')), english.count(QLatin1Char('\n')) + 1);
        // By its English name as well.
        QVERIFY(pageOf(QStringLiteral("Tiling")).at(0).script() == QChar::Script_Han);
    }
    void theCoreSpeaksItAsWell() {
        if (!ide::hasCatalogue(QStringLiteral("zh_CN"))) QSKIP("built without lrelease");
        const Problem problem{&assembler::kUnknownName, {"loop"}, {}, {}, {}},
            refused{&project::messages::kKeptInParts, {}, {}, {}, {}};
        QCOMPARE(session::problemText(problem), QStringLiteral("'loop' is not defined"));
        for (const Problem& one : {problem, refused})
            QVERIFY(session::wholeText(one).endsWith(fromCore(one.message->explanation)));
        QCOMPARE(session::coreText("never said by the core"), QStringLiteral("never said by the core"));
        QCOMPARE(session::coreText("3 of 128 rows"), QStringLiteral("3 of 128 rows"));
        QCOMPARE(session::coreText("r3 is not ready before clock 12345"),
                 QStringLiteral("r3 is not ready before clock 12,345"));
        ide::useLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(session::problemText(problem), QStringLiteral("“loop”没有定义"));
        // What to do is said in the same language, or not at all.
        QCOMPARE(session::wholeText(problem), session::problemText(problem));
        QCOMPARE(session::wholeText(refused).count(QLatin1Char('\n')), qsizetype{1});
        QVERIFY(!session::wholeText(refused).contains(fromCore(refused.message->explanation)));
        // Numbers go through, names of registers and labels are not numbers.
        QCOMPARE(session::coreText("3 of 16,384 rows"), QStringLiteral("3 / 16,384 行"));
        QCOMPARE(session::bundleText("bundle 26 (loop2+7)"), QStringLiteral("指令束 26 (loop2+7)"));
        QCOMPARE(session::coreText("v3"), QStringLiteral("v3"));
        // Sentences with names, and sentences within sentences; clocks in groups.
        QCOMPARE(session::coreText("f0 does not reach 71232 before clock 2480"),
                 QStringLiteral("时钟 2,480 之前 f0 达不到 71232"));
        QCOMPARE(
            session::coreText("the matrix unit takes no push before clock 99: bundle 7 waits for bundle 5"),
            QStringLiteral("时钟 99 之前矩阵单元不接受压入：指令束 7 等待指令束 5"));
        QCOMPARE(session::coreText("a transfer started by bundle 26 (loop2+7), landed at clock 1234567"),
                 QStringLiteral("由指令束 26 (loop2+7) 启动的传输，于时钟 1,234,567 到达"));
        // What the report of a lowered network knows of a layer, as the core says it.
        lower::striding::LayerFacts facts{};
        facts.integers = true;
        facts.activation = network::Activation::Relu;
        facts.first = {-1.5, 200, false, true};
        facts.requant.emplace();
        for (const bool mayBeNan : {false, true}) {
            facts.first.mayBeNan = mayBeNan;
            for (const std::string& premise :
                 lower::striding::reasonFor(lower::striding::Mode::MaskSum, facts, {}).premises)
                QVERIFY2(session::coreText(premise) != QString::fromStdString(premise), premise.c_str());
        }
        QCOMPARE(session::coreText("values of the first tensor lie between -1.5 and 200"),
                 QStringLiteral("第一张量的值在 -1.5 与 200 之间"));
        QCOMPARE(session::withoutNumbers(QStringLiteral("f0, 4x32 and 1,024 of 7")),
                 QStringLiteral("f0, 4x32 and {0} of {1}"));
        QCOMPARE(session::coreText("never said by the core"), QStringLiteral("never said by the core"));
    }
};

int tst_translations(int argc, char** argv) {
    return lw::tests::run<TestTranslations, QApplication>(argc, argv);
}
#include "tst_translations.moc"
