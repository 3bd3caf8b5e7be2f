// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "widgets/editor/text_form.h"

#include <QTest>

#include <random>

using namespace lw::editor;

namespace {

QByteArray hex(const char* digits) { return QByteArray::fromHex(digits); }

} // namespace

// Texts in files: what is read is written again, byte for byte, or it is not taken for a text.
class TestTextForm : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void textsAreReadAndWritten_data() {
        QTest::addColumn<int>("encoding");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, Encoding encoding, const QByteArray& bytes,
                            const QString& text) {
            QTest::newRow(name) << static_cast<int>(encoding) << bytes << text;
        };
        row("empty", Encoding::Utf8, "", "");
        row("plain, no last line end", Encoding::Utf8, "a\nb", "a\nb");
        row("CR LF", Encoding::Utf8, "a\r\nb\r\n", "a\nb\n");
        row("CR LF, no last line end", Encoding::Utf8, "a\r\nb", "a\nb");
        row("mixed line ends", Encoding::Utf8, "a\r\nb\nc", "a\r\nb\nc");
        row("a lone CR", Encoding::Utf8, "a\rb\r\n", "a\rb\r\n");
        row("a mark", Encoding::Utf8, hex("efbbbf6162"), "ab");
        row("two marks", Encoding::Utf8, hex("efbbbfefbbbf61"), QString(QChar(0xfeff)) + "a");
        row("Chinese", Encoding::Utf8, hex("e4bda0e5a5bd"), QStringLiteral("你好"));
        row("Chinese, GB18030", Encoding::Gb18030, hex("c4e3bac3"), QStringLiteral("你好"));
        row("four bytes, GB18030, CR LF", Encoding::Gb18030, hex("9439fc360d0a"), QStringLiteral("😀\n"));
        row("Latin-1", Encoding::Latin1, hex("e96d"), QStringLiteral("ém"));
        row("UTF-16, little", Encoding::Utf16, hex("fffe60004f000d000a00"), QStringLiteral("`O\n"));
        row("UTF-16, big", Encoding::Utf16, hex("feff4f60597d"), QStringLiteral("你好"));
    }
    void textsAreReadAndWritten() {
        QFETCH(int, encoding);
        QFETCH(QByteArray, bytes);
        const auto read = decoded(bytes, static_cast<Encoding>(encoding));
        QVERIFY(read);
        QTEST(read->text, "text");
        const auto written = encoded(read->text, read->form);
        QVERIFY(written);
        QCOMPARE(*written, bytes);
    }

    void whatIsNoTextIsRefused_data() {
        QTest::addColumn<int>("encoding");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, Encoding encoding, const QByteArray& bytes) {
            QTest::newRow(name) << static_cast<int>(encoding) << bytes;
        };
        row("GB18030 as UTF-8", Encoding::Utf8, hex("c4e3bac3"));
        row("half a character", Encoding::Utf8, hex("61e4bd"));
        row("more bytes than needed", Encoding::Utf8, hex("c080"));
        row("half of a pair", Encoding::Utf8, hex("eda080"));
        row("a NUL", Encoding::Utf8, hex("610062"));
        row("a NUL, Latin-1", Encoding::Latin1, hex("6100e9"));
        row("half a character, GB18030", Encoding::Gb18030, hex("61c4"));
        row("a byte that GB18030 lacks", Encoding::Gb18030, hex("ffff"));
        row("no mark", Encoding::Utf16, hex("60004f00"));
        row("an odd byte", Encoding::Utf16, hex("fffe60004f"));
    }
    void whatIsNoTextIsRefused() {
        QFETCH(int, encoding);
        QFETCH(QByteArray, bytes);
        QVERIFY(!decoded(bytes, static_cast<Encoding>(encoding)));
    }

    // Whatever the bytes are: taken for a text they come back, and no NUL is among them.
    void anyBytesComeBackOrAreRefused() {
        std::mt19937 random(1);
        int taken = 0;
        for (int i = 0; i < 20000; ++i) {
            QByteArray bytes(static_cast<qsizetype>(random() % 12), '\0');
            for (char& byte : bytes)
                byte = static_cast<char>(random() % 3 == 0 ? random() % 256 : 0x0a + random() % 0x70);
            if (random() % 8 == 0) bytes.prepend(hex(random() % 2 == 0 ? "fffe" : "efbbbf"));
            for (const Encoding one :
                 {Encoding::Utf8, Encoding::Gb18030, Encoding::Latin1, Encoding::Utf16}) {
                const auto read = decoded(bytes, one);
                if (!read) continue;
                ++taken;
                QVERIFY(!read->text.contains(QChar::Null));
                QCOMPARE(encoded(read->text, read->form), std::optional(bytes));
            }
        }
        QVERIFY2(taken > 20000, qPrintable(QString::number(taken)));
    }

    void aCharacterThatTheEncodingLacksIsNotWritten() {
        QVERIFY(!encoded(QStringLiteral("10 €"), {.encoding = Encoding::Latin1}));
        QVERIFY(encoded(QStringLiteral("10 €"), {.encoding = Encoding::Gb18030}));
    }

    void encodingsThatFitAreOffered() {
        QCOMPARE(encodingsOf(hex("c4e3bac3")), (QVector<Encoding>{Encoding::Gb18030, Encoding::Latin1}));
        QCOMPARE(encodingsOf(hex("e9")), QVector<Encoding>{Encoding::Latin1});
        QCOMPARE(encodingsOf(hex("89504e470d0a1a0a0000")), QVector<Encoding>());
        for (const Encoding one : {Encoding::Utf8, Encoding::Gb18030, Encoding::Latin1, Encoding::Utf16})
            QCOMPARE(encodingNamed(nameOf(one)), std::optional(one));
    }

    void bytesAreShownAsTheyAre() {
        QCOMPARE(roughText(hex("61006200ff")), QStringLiteral("a\u2400b\u2400\ufffd"));
        QCOMPARE(
            bytesAsText(hex("89504e470d0a1a0a0000000d494844520a")),
            QStringLiteral("00000000  89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52  .PNG........IHDR\n"
                           "00000010  0a                                               .\n"));
        QCOMPARE(firstBadLine("a\nb\n\xff\n"), 3);
        QCOMPARE(firstBadLine(QByteArray("a\n\0", 3)), 2);
    }
};

int tst_text_form(int argc, char** argv) { return lw::tests::run<TestTextForm>(argc, argv); }
#include "tst_text_form.moc"
