// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/words.h"
#include "core/chips/catalog.h"
#include "tests/support/run_test.h"
#include "tests/widgets/loaded_example.h"
#include "widgets/editor/assembler_service.h"
#include "widgets/editor/completion.h"
#include "widgets/editor/fold_levels.h"
#include "widgets/editor/hover_text.h"
#include "widgets/editor/line_map.h"
#include "widgets/editor/text_search.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::editor;

Q_DECLARE_METATYPE(lw::editor::SearchOptions)

namespace {

const QString kPath = QStringLiteral("/text.lw");

// A program with one name of each kind; the bar marks the caret and is not part of it.
const char* const kNames = ".chip training, \"training-teaching\"\n"
                           ".equ SIZE, 8\n"
                           ".tensor weights, f32, [2, 4], vmem\n"
                           ".macro twice a\n"
                           "        { s0: movi \\a, 2 }\n"
                           ".endm\n"
                           "start:\n"
                           "        { s0: movi r1, 1 }\n"
                           "        { s0: halt }\n";

SourceBook bookOf(const QString& text) {
    AssemblyRequest request{kPath, {}, {{kPath, text}}};
    const AssemblyAnswer answer = assemble(request);
    SourceBook book;
    book.setProgram(answer.program);
    book.setText(kPath, text.toStdString());
    return book;
}

QStringList offered(const SourceBook& book, QString text) {
    const auto caret = text.indexOf(QLatin1Char('|'));
    text.remove(caret, 1);
    QStringList words;
    for (const Offer& offer : offersAt(
             contextAt(text.toStdString(), static_cast<std::size_t>(caret), book.spec(), book.words()), book))
        words << offer.word;
    return words;
}

// What the list has and what it has not.
struct OfferRow {
    const char* name;
    const char* text;
    const char* has;
    const char* hasNot;
};
constexpr OfferRow kOffers[] = {
    {"free slot", "{ s0: movi r1, 1 ; fad| }", "fadd", ""},
    {"taken by class", "{ vld: v1, [r0] ; vl| }", "", "vld"},
    {"both vector slots", "{ v0: fadd v1, v2, v3 ; v1: fadd v4, v5, v6 ; fad| }", "", "fadd"},
    {"slot written", "{ s0: fad| }", "", "fadd"},
    {"one branch", "{ s0: br start ; s1: b| }", "", "br"},
    {"behind the caret counts", "{ vl| ; vld: v1, [r0] }", "", "vld"},
    {"over lines", "{ vld: v1, [r0]\n  vl| }", "", "vld"},
    {"not the bundle above", "{ vld: v1, [r0] }\n{ vl| }", "vld", ""},
    {"open bundle above", "{ vld: v1, [r0]\n{ vl| }", "vld", ""},
    {"without braces", "        mov|", "movi", ""},
    {"directive", ".te|", ".tensor", ""},
    {"no directive in a bundle", "{ .te| }", "", ".tensor"},
    {"macro", "        tw|", "twice", ""},
    {"free slots", "{ s0: movi r1, 1 ; s| }", "s1:", "s0:"},
    {"register", "{ s0: movi r| }", "r31", ""},
    {"file of the operand", "{ v0: fadd v| }", "v7", "vs0"},
    {"label", "{ s0: br st| }", "start", "SIZE"},
    {"no tensor to branch to", "{ s0: br w| }", "", "weights"},
    {"tensor in an address", "{ vld: v1, [we| }", "weights", ""},
    {"constant", "{ s0: movi r1, SI| }", "SIZE", ""},
    {"of the machine", "{ s0: movi r1, LAN| }", "LANES", ""},
    {"comment", "# fad|", "", "fadd"},
    {"string", ".include \"fad|", "", "fadd"},
    {"predicate", "{ s0: @p1 mov| }", "movi", ""},
    {"hint", ";@te|", "tensor", "twice"},
    {"hint behind an instruction", "        nop  ;@lay|", "layer", ""},
    {"name in a hint", ";@tensor we|", "weights", "weight"},
    {"place in a hint", ";@tensor weights vec 8 at LAN|", "LANES", ""},
    {"no hint in a bundle", "{ s0: nop ;@te| }", "", "tensor"},
    {"no hint in a comment", "# ;@te|", "", "tensor"},
    {"empty text", "|", ".chip", ""},
};

} // namespace

// What the editor knows of a text: names, blocks, what fits at the caret.
class TestCompletion : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void offers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("has");
        QTest::addColumn<QString>("hasNot");
        for (const OfferRow& row : kOffers)
            QTest::newRow(row.name) << QString::fromLatin1(row.text) << QString::fromLatin1(row.has)
                                    << QString::fromLatin1(row.hasNot);
    }
    void offers() {
        QFETCH(const QString, text);
        QFETCH(const QString, has);
        QFETCH(const QString, hasNot);
        const SourceBook book = bookOf(QString::fromLatin1(kNames));
        const QStringList offers = offered(book, text);
        QVERIFY(!has.isEmpty() || !hasNot.isEmpty());
        if (!has.isEmpty()) QVERIFY2(offers.contains(has), qPrintable(offers.join(QLatin1Char(' '))));
        if (!hasNot.isEmpty()) QVERIFY2(!offers.contains(hasNot), qPrintable(offers.join(QLatin1Char(' '))));
    }

    // Any text, any place: never a crash, and never an offer that does not begin with what is there.
    void everyPlaceOfAnExample() {
        QFile file(QStringLiteral(LW_ROOT "/examples/training/softmax/program.lw"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        const SourceBook book = bookOf(QString::fromLatin1(kNames));
        for (std::size_t at = 0; at <= text.size(); ++at) {
            const CaretContext context = contextAt(text, at, book.spec(), book.words());
            for (const Offer& offer : offersAt(context, book))
                QVERIFY(offer.word.startsWith(QString::fromStdString(context.prefix)));
            hoverAt(text, at, kPath, book, nullptr);
        }
    }

    void callTipNamesTheOperand() {
        const SourceBook book = bookOf(QString::fromLatin1(kNames));
        const std::string text = "{ v0: fadd v1, ";
        const CaretContext context = contextAt(text, text.size(), book.spec(), book.words());
        QCOMPARE(context.operand, 1);
        const CallTip tip = callTipOf(context.op, context.operand, book);
        QVERIFY(tip.text.startsWith(QStringLiteral("fadd d, x, y\n")));
        QCOMPARE(tip.text.mid(tip.from, tip.to - tip.from), QStringLiteral("x"));
        QVERIFY2(tip.text.contains(QStringLiteral("clock")), qPrintable(tip.text));
    }

    void hoverTellsInstructionsAndValues() {
        session::DebugSession session;
        tests::load(session, tests::kFirstBundle);
        session.perform(machine::StepBundle{1}); // movi r1, LANES: 4 on the teaching machine
        QTRY_VERIFY(!session.isBusy());
        const std::string text = session.loaded()->texts[0].toStdString();
        SourceBook book = bookOf(session.loaded()->texts[0]);
        const auto hover = [&](const char* word) {
            return hoverAt(text, text.find(word, text.find("start:")), kPath, book, session.frame().get());
        };
        const HoverText add = hover("fadd");
        QVERIFY(add.title.startsWith(QStringLiteral("fadd d, x, y")));
        QVERIFY(!add.encoding.isEmpty());
        QCOMPARE(hover("r1").value, QStringLiteral("4"));
        QVERIFY(hover("count").lines.join(QLatin1Char(' ')).contains(QStringLiteral("Tensor")));
        QVERIFY(hoverAt("# fadd", 3, kPath, book, nullptr).isEmpty());
        const HoverText hint = hoverAt(";@layer first begin", 9, kPath, book, nullptr);
        QCOMPARE(hint.title, QStringLiteral(";@layer NAME begin"));
        QVERIFY(hint.lines[0].contains(QStringLiteral("belong together")));
        QVERIFY(hoverAt("", 0, kPath, book, nullptr).isEmpty());
    }

    // Memories that an operand may name are offered alone, and AddSubVrf says whose it is at its place.
    void memoriesOfAChain() {
        const QString text =
            QStringLiteral(".chip nnp, \"nnp-teaching\"\n"
                           "v_rd NetQ, 0\nvv_add AddSubVrf, 0\nv_wr InitialVrf, 0\nend_chain\n"
                           "v_rd InitialVrf, 0\nvv_add AddSubVrf, 1\nv_relu\nvv_max AddSubVrf, 2\n"
                           "v_wr NetQ, 0\nend_chain\nv_rd NetQ, 0\nv_relu\nv_tanh\n"
                           "vv_add AddSubVrf, 3\nv_wr NetQ, 0\nend_chain\nhalt\n");
        const SourceBook book = bookOf(text);
        QVERIFY(book.assembled() != nullptr);
        const auto hover = [&](const char* word, const char* behind) {
            const std::string all = text.toStdString();
            return hoverAt(all, all.find(word, all.find(behind)), kPath, book, nullptr);
        };
        for (const auto& [behind, file] : {std::pair("vv_add AddSubVrf, 0", "AddSubVrf0"),
                                           {"vv_add AddSubVrf, 1", "AddSubVrf0"},
                                           {"vv_max AddSubVrf, 2", "AddSubVrf1"},
                                           {"vv_add AddSubVrf, 3", "AddSubVrf1"}}) {
            const HoverText says = hover("AddSubVrf", behind);
            QCOMPARE(says.title, QStringLiteral("AddSubVrf"));
            QVERIFY2(says.lines[0].startsWith(QStringLiteral("here ") + QLatin1String(file)),
                     qPrintable(says.lines[0]));
        }
        QCOMPARE(hover("NetQ", "v_rd").lines[0], QStringLiteral("queues of the network"));
        QVERIFY(!hover("InitialVrf", "v_wr").lines.join(QLatin1Char(' ')).contains(QStringLiteral("number")));

        const QStringList read = offered(book, text + QStringLiteral("v_rd |"));
        for (const char* const word : {"NetQ", "Dram", "InitialVrf"})
            QVERIFY(read.contains(QLatin1String(word)));
        for (const char* const word : {"AddSubVrf", "AddSubVrf0", "N", "rows"})
            QVERIFY(!read.contains(QLatin1String(word)));
        QVERIFY(offered(book, text + QStringLiteral("s_wr ro|")).contains(QStringLiteral("rows")));
        QString adds = text + QStringLiteral("v_rd NetQ, 0\nvv_add 0, 0\nvv_add AddSubVrf0, 0\nvv_add Add");
        const CaretContext context =
            contextAt(adds.toStdString(), static_cast<std::size_t>(adds.size()), book.spec(), book.words());
        const std::vector<Offer> offers = offersAt(context, book);
        const auto found = std::ranges::find(offers, QStringLiteral("AddSubVrf"), &Offer::word);
        QVERIFY(found != offers.end());
        QCOMPARE(found->detail, QStringLiteral("here AddSubVrf1"));
        QCOMPARE(offers.size(), std::size_t{3});
    }

    void namesKnowWhereTheyAreDefined() {
        const SourceBook book = bookOf(QString::fromLatin1(kNames));
        const auto at = [&](const char* name) { return book.definitionOf(name, kPath); };
        QCOMPARE(at("SIZE")->at.line, 1);
        QCOMPARE(at("weights")->at.line, 2);
        QCOMPARE(at("weights")->at.column, 8);
        QCOMPARE(at("twice")->at.line, 3);
        QCOMPARE(at("start")->at.line, 6);
        QVERIFY(!at("nowhere"));
        QVERIFY(book.nameAt(kPath, 6, 2)->isDefinition);
    }

    void localLabelsBelongToTheirNeighbourhood() {
        const source::Words words = assembler::wordsOf(*chips::all().front().spec);
        const std::string text = "a:\n.loop: { s0: br .loop }\nb:\n.loop: { s0: br .loop }\n";
        std::vector<std::string> found;
        for (const NamePlace& name : namesIn(text, words)) found.push_back(name.name);
        const std::vector<std::string> expected{"a", "a.loop", "a.loop", "b", "b.loop", "b.loop"};
        QCOMPARE(found, expected);
    }

    // A parameter is not the tensor that happens to be called like it.
    void parametersBelongToTheirMacro() {
        const source::Words words = assembler::wordsOf(*chips::all().front().spec);
        const std::string text = ".tensor rate, f32, [1], smem\n"
                                 ".macro m rate, n=rate\n"
                                 ".for i, 0, \\n\n"
                                 " { s0: ld r1, [r0+\\rate+\\i] }\n"
                                 ".endfor\n"
                                 ".endm\n"
                                 ".for i, 0, 2\n"
                                 " m rate, \\i\n"
                                 ".endfor\n";
        const auto namesOf = [&](const std::string& name) {
            std::vector<std::pair<int, bool>> out;
            for (const NamePlace& place : namesIn(text, words))
                if (place.name == name) out.emplace_back(place.line, place.isDefinition);
            return out;
        };
        using Places = std::vector<std::pair<int, bool>>;
        QCOMPARE(namesOf("rate"), (Places{{0, true}, {1, false}, {7, false}}));
        QCOMPARE(namesOf("m\\rate"), (Places{{1, true}, {3, false}}));
        QCOMPARE(namesOf("m\\n"), (Places{{1, true}, {2, false}}));
        QCOMPARE(namesOf(".for2\\i"), (Places{{2, true}, {3, false}}));
        QCOMPARE(namesOf(".for6\\i"), (Places{{6, true}, {7, false}}));
    }

    void foldsBlocksAndLabels() {
        const source::Words words = assembler::wordsOf(*chips::all().front().spec);
        const std::string text = ".macro m\n"  // 0
                                 ".if 1\n"     // 1
                                 " { }\n"      // 2
                                 ".endif\n"    // 2
                                 ".endm\n"     // 1
                                 "\n"          // 0
                                 "start:\n"    // 0
                                 " { }\n"      // 1
                                 ".inner:\n"   // 1
                                 " { }\n"      // 1
                                 "# of end\n"  // 0
                                 "end: { }\n"; // 0
        std::vector<int> levels;
        std::vector<int> headers;
        const auto folds = foldsOf(text, words);
        for (std::size_t i = 0; i < folds.size(); ++i) {
            levels.push_back(folds[i].level);
            if (folds[i].isHeader) headers.push_back(static_cast<int>(i));
        }
        levels.resize(12);
        const std::vector<int> expected{0, 1, 2, 2, 1, 0, 0, 1, 1, 1, 0, 0};
        QCOMPARE(levels, expected);
        const std::vector<int> expectedHeaders{0, 1, 6};
        headers.resize(3);
        QCOMPARE(headers, expectedHeaders);
    }

    void strayEndsDoNotGoBelowNothing() {
        const source::Words words = assembler::wordsOf(*chips::all().front().spec);
        for (const FoldLine& line : foldsOf(".endm\n.endfor\n.endif\n.endr\n", words))
            QCOMPARE(line.level, 0);
        std::string deep;
        for (int i = 0; i < 10000; ++i) deep += ".if 1\n";
        for (const FoldLine& line : foldsOf(deep, words)) QVERIFY(line.level <= 64);
    }

    void linesAreFollowed() {
        LineMap map("a\nb\nc\nd\n", "a\nb\nc\nd\n");
        map.inserted(1, 2, true); // two lines before b
        QCOMPARE(map.now(0), 0);
        QCOMPARE(map.now(1), 3);
        map.inserted(3, 1, false); // b is split after its beginning
        QCOMPARE(map.now(1), 3);
        QCOMPARE(map.now(2), 5);
        map.removed(3, 2, true); // b and its rest are gone
        QCOMPARE(map.now(1), -1);
        QCOMPARE(map.now(2), 3);
        QCOMPARE(map.now(3), 4);
        map.removed(3, 1, false); // c and d become one line
        QCOMPARE(map.now(2), 3);
        QCOMPARE(map.now(3), 3);
        QCOMPARE(map.now(99), -1);
    }

    void linesOfAnotherTextAreKnownAtBothEnds() {
        const LineMap map("a\nb\nc\nd", "a\nx\ny\nz\nd");
        QCOMPARE(map.now(0), 0);
        QCOMPARE(map.now(1), -1);
        QCOMPARE(map.now(3), 4);
    }

    void search_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<SearchOptions>("options");
        QTest::addColumn<int>("count");
        QTest::newRow("plain") << "add" << SearchOptions{} << 4;
        QTest::newRow("case") << "add" << SearchOptions{.matchesCase = true} << 3;
        QTest::newRow("words") << "add" << SearchOptions{.wholeWords = true} << 2;
        QTest::newRow("expression") << "^.add" << SearchOptions{.isExpression = true} << 1;
        QTest::newRow("signs are letters") << "[r1]" << SearchOptions{} << 1;
        QTest::newRow("a wrong expression") << "[r1" << SearchOptions{.isExpression = true} << 0;
        QTest::newRow("nothing") << "" << SearchOptions{} << 0;
        QTest::newRow("only empty matches") << "q*" << SearchOptions{.isExpression = true} << 0;
    }
    void search() {
        QFETCH(const QString, pattern);
        QFETCH(const SearchOptions, options);
        QFETCH(const int, count);
        const std::string text = "fadd [r1] add\n# \xC3\xA4 ADD\nsub add_one\n";
        QCOMPARE(static_cast<int>(matchesIn(text, expressionOf(pattern, options)).size()), count);
    }

    void matchesCountBytesAndFillGroups() {
        const std::string text = "\xC3\xA4 r12";
        const auto found = matchesIn(text, expressionOf(QStringLiteral("r(\\d+)"), {.isExpression = true}),
                                     QStringLiteral("v\\1"), true);
        QCOMPARE(found.size(), 1u);
        QCOMPARE(found[0].start, 3u);
        QCOMPARE(found[0].length, 3u);
        QCOMPARE(found[0].replacement, QStringLiteral("v12"));
    }
};

int tst_completion(int argc, char** argv) {
    return lw::tests::run<TestCompletion, QCoreApplication>(argc, argv);
}
#include "tst_completion.moc"
