// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

class TestPrintable : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void whatMayNotStandBecomesDots_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("printed");
        QTest::newRow("plain") << QByteArray("a b\tc\n~") << QByteArray("a b\tc\n~");
        QTest::newRow("letters") << QByteArray("\xc3\xa4\xe6\x96\x87\xf0\x9f\x98\x80")
                                 << QByteArray("\xc3\xa4\xe6\x96\x87\xf0\x9f\x98\x80");
        QTest::newRow("escape") << QByteArray("\x1b[1A\r\x7f\x01") << QByteArray(".[1A...");
        QTest::newRow("C1") << QByteArray("a\xc2\x9b"
                                          "b\xc2\xa0")
                            << QByteArray("a.b\xc2\xa0");
        QTest::newRow("not UTF-8") << QByteArray("a\xff\xc3z\xe6\x96") << QByteArray("a..z..");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("...");
        QTest::newRow("turned around") << QByteArray("a\xe2\x80\xae"
                                                     "b\xe2\x81\xa6"
                                                     "c\xd8\x9c\xe2\x80\x8f")
                                       << QByteArray("a.b.c..");
        QTest::newRow("typography") << QByteArray("\xe2\x80\x93\xe2\x80\xa6\xe2\x81\xa5")
                                    << QByteArray("\xe2\x80\x93\xe2\x80\xa6\xe2\x81\xa5");
        QTest::newRow("no letters") << QByteArray("\xef\xbf\xbe\xef\xbf\xbf") << QByteArray("..");
    }
    void whatMayNotStandBecomesDots() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, printed);
        QCOMPARE(QByteArray::fromStdString(printable(text.toStdString())), printed);
    }

    void namesThatDifferArePrintedDifferently() {
        QCOMPARE(printableName("M\xc3\xbcller/2-a"), std::string("M\xc3\xbcller/2-a"));
        QCOMPARE(printableName("M\xfcller"), std::string("M\\xfcller"));
        QCOMPARE(printableName("M\xf6ller"), std::string("M\\xf6ller"));
        QCOMPARE(printableName("M\\xf6ller"), std::string("M\\x5cxf6ller"));
        QCOMPARE(printableName("a\nb\tc\x1b[1A"), std::string("a\\x0ab\\x09c\\x1b[1A"));
        QCOMPARE(printableName("a\xe2\x80\xae"
                               "b"),
                 std::string("a\\xe2\\x80\\xaeb"));
    }
};

int tst_printable(int argc, char** argv) { return lw::tests::run<TestPrintable>(argc, argv); }
#include "tst_printable.moc"
