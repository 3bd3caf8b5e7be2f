// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/lexer.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <random>

using namespace lw::source;

namespace {

const Words kWords{{"add", "mxu.x", "vld"}, {"s0", "vld"}, {{"r", 32}, {"iar", 2}}};

// "Kind:text" of each token, by its first letters.
QString shown(const std::string& text, const Words* words = &kWords) {
    static constexpr std::array<const char*, 12> kNames{"name",   "mnemonic",    "register",  "slot",
                                                        "label",  "directive",   "parameter", "number",
                                                        "string", "punctuation", "comment",   "error"};
    QStringList out;
    for (const Token& token : tokenize(text, words))
        out << QString::fromLatin1(kNames[static_cast<std::size_t>(token.kind)]) + u':' +
                   QString::fromUtf8(token.text.data(), static_cast<qsizetype>(token.text.size()));
    return out.join(u' ');
}

} // namespace

class TestLexer : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void tokens_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* text, const char* wanted) { QTest::newRow(text) << text << wanted; };
        row("add r1", "mnemonic:add register:r1");
        // A mnemonic only where an instruction begins.
        row("add: add add", "label:add: mnemonic:add name:add");
        row("{s0:add}", "punctuation:{ slot:s0: mnemonic:add punctuation:}");
        row("vld: r2", "slot:vld: register:r2");
        row("@!r1 add", "punctuation:@ punctuation:! register:r1 mnemonic:add");
        row("mxu.x iar1 iar2 r32 r01", "mnemonic:mxu.x register:iar1 name:iar2 name:r32 name:r01");
        row("a:.b: .word .c", "label:a: label:.b: directive:.word name:.c");
        row("x ? y:z", "name:x punctuation:? name:y punctuation:: name:z");
        row("1 0x1f 1.5 2.5e-3 1_000 'a' 'b",
            "number:1 number:0x1f number:1.5 number:2.5e-3 number:1_000 number:'a' error:' name:b");
        row("12ab 0x 0b2 1_ 1.", "error:12ab error:0x error:0b2 error:1_ error:1.");
        row("\"a b\" \"open", "string:\"a b\" error:\"open");
        row("add # x\nadd // y \"", "mnemonic:add comment:# x mnemonic:add comment:// y \"");
        row("\\a\\@.x \\ y", "parameter:\\a parameter:\\@ name:.x error:\\ name:y");
        row("a $ \xc3\xa4\xc3\xb6 b", "name:a error:$ error:\xc3\xa4\xc3\xb6 name:b");
        row("copy@3.x: nop", "label:copy@3.x: name:nop");
        row("", "");
    }
    void tokens() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QCOMPARE(shown(text.toStdString()), wanted);
    }
    void withoutWordsNamesAreNames() {
        QCOMPARE(shown("s0: add r1", nullptr), QString("label:s0: name:add name:r1"));
    }

    // Whatever the bytes are: tokens come in order, do not overlap, and nothing but blanks lies between them;
    // and every line gives the same tokens alone.
    void anyBytes() {
        std::mt19937 random(3);
        const std::string likely = "ar1{};:,.[]()@!p\\+-*/<>=?&|~#\"' \t\n09x_";
        for (int round = 0; round < 2000; ++round) {
            std::string text;
            for (std::size_t n = random() % 80; n > 0; --n)
                text += random() % 8 ? likely[random() % likely.size()] : static_cast<char>(random() % 256);
            std::size_t at = 0;
            std::string joined, byLine;
            for (const Token& token : tokenize(text, &kWords)) {
                QVERIFY(token.offset >= at && !token.text.empty());
                QVERIFY(text.substr(at, token.offset - at).find_first_not_of(" \t\r\n") == std::string::npos);
                QVERIFY(text.compare(token.offset, token.text.size(), token.text) == 0);
                QVERIFY(token.text.find('\n') == std::string_view::npos);
                at = token.offset + token.text.size();
                joined += std::string(token.text) + char('0' + int(token.kind)) + ' ';
            }
            QVERIFY(text.find_first_not_of(" \t\r\n", at) == std::string::npos);
            for (std::size_t from = 0; from <= text.size();) {
                const std::size_t to = std::min(text.find('\n', from), text.size());
                const std::string line = text.substr(from, to - from);
                for (const Token& token : tokenize(line, &kWords))
                    byLine += std::string(token.text) + char('0' + int(token.kind)) + ' ';
                from = to + 1;
            }
            QVERIFY(joined == byLine);
        }
    }
};

int tst_lexer(int argc, char** argv) { return lw::tests::run<TestLexer>(argc, argv); }
#include "tst_lexer.moc"
