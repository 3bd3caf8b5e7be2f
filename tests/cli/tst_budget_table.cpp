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
QJsonObject stepWith(const QString& words) {
    static QHash<QString, QJsonObject> known;
    if (!known.contains(words)) known[words] = toldOf("train residual.json --run --json " + words);
    return known[words];
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
        static const QRegularExpression row("^\\| `(--[^`]+)` \\|");
        int rows = 0;
        QSet<qint64> peaks;
        QJsonValue loss;
        for (QString& line : lines) {
            const QRegularExpressionMatch match = row.match(line);
            if (!match.hasMatch()) continue;
            const QJsonObject step = stepWith(match.captured(1)), training = step["training"].toObject();
            QVERIFY2(!step.isEmpty(), qPrintable(line));
            const QJsonObject decided =
                toldOf("recompute residual.json --json " + match.captured(1))["report"].toObject();
            for (const char* const of : {"peak", "peakHbm"}) QCOMPARE(decided[of], training[of]);
            const QStringList words = QProcess::splitCommand(match.captured(1));
            if (const auto budget = words.indexOf("--budget"); budget >= 0)
                QVERIFY(training["peak"].toInteger() <= words[budget + 1].toLongLong());
            line = QStringLiteral("| `%1` | %2 | %3 | %4 |")
                       .arg(match.captured(1), cell(training["peak"]), cell(training["peakHbm"]),
                            cell(step["clocks"]));
            const QJsonValue of = step["losses"].toArray()[0].toObject()["loss"];
            if (rows++ > 0) QCOMPARE(of, loss);
            loss = of;
            peaks.insert(training["peak"].toInteger());
        }
        QVERIFY(rows >= 10);
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
};

int tst_budget_table(int argc, char** argv) {
    return lw::tests::run<TestBudgetTable, QCoreApplication>(argc, argv);
}
#include "tst_budget_table.moc"
