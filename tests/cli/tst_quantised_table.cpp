// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace {

const QString kFolder = QStringLiteral(LW_ROOT "/examples/nnp/quantised-digits");

// What is right with mantissas of these bits in all layers, as the README writes it.
QString shareWith(const QString& bits) {
    QProcess lw;
    lw.setWorkingDirectory(kFolder);
    lw.start(QStringLiteral(LW_BIN "/lw"),
             {"nnp", "digits.json", "--machine", "nnp-bw-a10", "--search", "bfp" + bits, "--data",
              "held.x.npy", "--labels", "held.y.npy", "--lose", "100%", "--json"});
    if (!lw.waitForFinished(60'000) || lw.exitCode() != 0) return {};
    const QJsonObject search =
        QJsonDocument::fromJson(lw.readAllStandardOutput()).object()["search"].toObject();
    const double right = search["first"].toObject()["right"].toDouble(), all = search["items"].toDouble();
    return QString::number(100 * right / all, 'f', 2) + " %";
}

} // namespace

// The shares of quantised digits in the example's README are those of the firmware; what is fine-tuned is
// trained again by fine_tuned_digits.
class TestQuantisedTable : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theReadmesSharesAreThoseOfTheFirmware() {
        QFile readme(kFolder + "/README.md");
        QVERIFY(readme.open(QIODevice::ReadOnly));
        static const QRegularExpression row(R"(\n\| (\d) bits \| (\S+ %) \|)");
        int rows = 0;
        const QString text = QString::fromUtf8(readme.readAll());
        for (auto all = row.globalMatch(text); all.hasNext(); ++rows) {
            const auto match = all.next();
            QCOMPARE(match.captured(2), shareWith(match.captured(1)));
        }
        QCOMPARE(rows, 7); // 2 to 8 bits
    }
};

int tst_quantised_table(int argc, char** argv) {
    return lw::tests::run<TestQuantisedTable, QCoreApplication>(argc, argv);
}
#include "tst_quantised_table.moc"
