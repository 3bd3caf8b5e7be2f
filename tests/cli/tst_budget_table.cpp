// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace test = lw::test;

namespace {

const QString kFolder = QStringLiteral(LW_ROOT "/examples/networks/residual-digits");

// What lw tells of it, or nothing where it ends with an error.
QJsonObject toldOf(const QString& words) {
    QProcess lw;
    lw.setWorkingDirectory(kFolder);
    lw.start(QStringLiteral(LW_BIN "/lw"), QProcess::splitCommand(words));
    if (!lw.waitForFinished(120'000) || lw.exitCode() != 0) return {};
    return QJsonDocument::fromJson(lw.readAllStandardOutput()).object();
}

// Of one step.
QJsonObject stepWith(const QString& words, const QString& network = "residual.json") {
    static QHash<QString, QJsonObject> known;
    const QString all = network + " --json " + words;
    if (!known.contains(all)) known[all] = toldOf("train --run " + all);
    return known[all];
}

QString cell(const QJsonValue& number) {
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number.toInteger());
}

} // namespace

// The table of the example's README is what lw prints: its rows name the options. LW_UPDATE_GOLDEN=1 writes
// the numbers (tests/support/golden.h).
class TestBudgetTable : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void theReadmesNumbersAreThoseOfTheChip() {
        QFile readme(kFolder + "/README.md");
        QVERIFY(readme.open(QIODevice::ReadOnly));
        QStringList lines = QString::fromUtf8(readme.readAll()).split('\n');
        static const QRegularExpression head("^\\| lw train (\\S+) \\|"), row("^\\| `(--[^`]+)` \\|");
        int rows = 0;
        QSet<qint64> peaks;
        QHash<QString, QJsonValue> losses; // of each network one
        QString network;
        for (QString& line : lines) {
            if (const QRegularExpressionMatch begins = head.match(line); begins.hasMatch())
                network = begins.captured(1);
            const QRegularExpressionMatch match = row.match(line);
            if (!match.hasMatch()) continue;
            const QJsonObject step = stepWith(match.captured(1), network),
                              training = step["training"].toObject();
            QVERIFY2(!step.isEmpty(), qPrintable(line));
            const QJsonObject decided =
                toldOf("recompute " + network + " --json " + match.captured(1))["report"].toObject();
            for (const char* const of : {"peak", "peakHbm"}) QCOMPARE(decided[of], training[of]);
            const QStringList words = QProcess::splitCommand(match.captured(1));
            if (const auto budget = words.indexOf("--budget"); budget >= 0)
                QVERIFY(training["peak"].toInteger() <= words[budget + 1].toLongLong());
            line = QStringLiteral("| `%1` | %2 | %3 | %4 | %5 |")
                       .arg(match.captured(1), cell(training["peak"]), cell(training["peakHbm"]),
                            cell(step["bytesMoved"]), cell(step["clocks"]));
            const QJsonValue of = step["losses"].toArray()[0].toObject()["loss"];
            if (losses.contains(network)) QCOMPARE(of, losses[network]);
            losses[network] = of;
            ++rows;
            peaks.insert(training["peak"].toInteger());
        }
        QVERIFY(rows >= 16 && losses.size() == 2);
        QVERIFY(peaks.size() >= 6); // the budgets force other decisions
        const std::string wrong =
            test::differsFromFile(lines.join('\n').toStdString(), readme.fileName().toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    // Half of what storing everything takes, and three quarters of what PyTorch keeps, for hardly more
    // clocks: what is computed again is hidden behind products. By schedule S1 for fewer than they take in
    // the plain order.
    void halfOfTheMemoryCostsHardlyAClock() {
        const auto peakAndClocks = [](const char* words) {
            const QJsonObject step = stepWith(QString::fromUtf8(words));
            return std::pair(step["training"].toObject()["peak"].toInteger(), step["clocks"].toInteger());
        };
        const auto [all, allClocks] = peakAndClocks("--policy store-all");
        const auto [torch, torchClocks] = peakAndClocks("--policy autograd");
        const auto [half, halfClocks] = peakAndClocks("--budget 9500000");
        const auto [best, bestClocks] = peakAndClocks("--budget 9704448 --schedule s1");
        QVERIFY(half > 0 && best > 0 && bestClocks > 0);
        for (const qint64 peak : {half, best}) QVERIFY(2 * peak <= all && 4 * peak <= 3 * torch);
        QVERIFY(5000 * halfClocks <= 5001 * allClocks && 5000 * halfClocks <= 5001 * torchClocks);
        QVERIFY(bestClocks <= allClocks && bestClocks <= torchClocks);
    }

    // Above what storing everything takes, between that and VMEM, and below VMEM: each decides otherwise. The
    // last one computes again what the others store, and lets some of that wait in HBM.
    void threeBudgetsDecideOtherwise() {
        QHash<QString, QList<int>> counts; // of values in VMEM, in HBM, again, again with a wait in HBM
        for (const char* const budget : {"45000000", "24000000", "16000000"}) {
            const QString words = QStringLiteral("recompute residual_64.json --json --budget ") + budget;
            QList<int>& of = counts[budget] = {0, 0, 0, 0};
            for (const QJsonValue& one : toldOf(words)["report"].toObject()["sublayers"].toArray()) {
                const bool isAgain = one["way"] == "recompute", isOutside = one["memory"] == "hbm";
                ++of[(isAgain ? 2 : 0) + (isOutside ? 1 : 0)];
            }
        }
        const QList<int>&large = counts["45000000"], &middle = counts["24000000"],
              &small = counts["16000000"];
        QVERIFY(large != middle && middle != small);
        QVERIFY(large[2] < small[2] + small[3] && middle[2] < small[2] + small[3]);
        QVERIFY(large[3] == 0 && middle[3] == 0 && small[3] > 0);
    }
};

int tst_budget_table(int argc, char** argv) {
    return lw::tests::run<TestBudgetTable, QCoreApplication>(argc, argv);
}
#include "tst_budget_table.moc"
