// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace {

const QString kFolder = QStringLiteral(LW_ROOT "/examples/nnp/quantised-digits");

QString textOf(const char* name) {
    QFile file(kFolder + "/" + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

struct Row {
    QString bits, quantised, fineTuned; // 2 to 8, and shares such as "59.33 %"
};
QList<Row> tableOf(const QString& readme) {
    static const QRegularExpression row(R"(\n\| (\d) bits \| (\S+ %) \| (\S+ %) \|)");
    QList<Row> out;
    for (auto all = row.globalMatch(readme); all.hasNext();) {
        const auto match = all.next();
        out << Row{match.captured(1), match.captured(2), match.captured(3)};
    }
    return out;
}
double percentOf(const QString& share) { return share.section(' ', 0, 0).toDouble(); }

// What places in a chart stand for, by two of the numbers beside an axis.
struct Axis {
    double place, value, otherPlace, otherValue;
    double operator()(double at) const {
        return value + (at - place) * (otherValue - value) / (otherPlace - place);
    }
};
// By the first and the last text that the expression finds: a place, then the number there.
Axis axisOf(const QString& chart, const char* expression) {
    Axis out{};
    const QRegularExpression text(expression);
    bool isFirst = true;
    for (auto all = text.globalMatch(chart); all.hasNext(); isFirst = false) {
        const auto match = all.next();
        out.otherPlace = match.captured(1).toDouble(), out.otherValue = match.captured(2).toDouble();
        if (isFirst) out.place = out.otherPlace, out.value = out.otherValue;
    }
    return out;
}
// A line of the chart by its colour, which is that of its name.
QStringList pointsOf(const QString& chart, const QString& name) {
    const QString colour = QRegularExpression("fill=\"(#\\w+)\">" + name + "<").match(chart).captured(1);
    const QRegularExpression line("<polyline points=\"([^\"]+)\" fill=\"none\" stroke=\"" + colour + "\"");
    return line.match(chart).captured(1).split(' ', Qt::SkipEmptyParts);
}

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

// The shares of quantised digits in the example's README are those of the firmware, and the chart shows its
// table; what is fine-tuned is trained again by fine_tuned_digits.
class TestQuantisedTable : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theReadmesSharesAreThoseOfTheFirmware() {
        const QList<Row> rows = tableOf(textOf("README.md"));
        QCOMPARE(rows.size(), qsizetype{7}); // 2 to 8 bits
        for (const Row& row : rows) QCOMPARE(row.quantised, shareWith(row.bits));
    }

    // Places in the chart are rounded to a tenth, shares to a hundredth: together that is at most 0.017 %.
    void theChartShowsTheTable() {
        constexpr double kNear = 0.02;
        const QString readme = textOf("README.md"), chart = textOf("accuracy.svg");
        const QList<Row> rows = tableOf(readme);
        const Axis bits = axisOf(chart, "<text x=\"(\\d+)\" y=\"268\" text-anchor=\"middle\">(\\d)<"),
                   percent =
                       axisOf(chart, "<path d=\"M60 ([\\d.]+)H480\" stroke=\"#ddd\"/>\\n<text[^>]*>(\\d+) %");
        QCOMPARE(bits(60), 2.0);
        QCOMPARE(percent(30), 100.0);
        for (const bool isTuned : {false, true}) {
            const QStringList points = pointsOf(chart, isTuned ? "fine-tuned" : "quantised");
            QCOMPARE(points.size(), rows.size());
            for (qsizetype i = 0; i < rows.size(); ++i) {
                const QString x = points[i].section(',', 0, 0), y = points[i].section(',', 1);
                QCOMPARE(bits(x.toDouble()), rows[i].bits.toDouble());
                const double shown = percent(y.toDouble()),
                             wanted = percentOf(isTuned ? rows[i].fineTuned : rows[i].quantised);
                QVERIFY2(std::abs(shown - wanted) < kNear, qPrintable(points[i]));
                QVERIFY(chart.contains("<circle cx=\"" + x + "\" cy=\"" + y + "\""));
            }
        }
        static const QRegularExpression inFloat64(R"(, (\S+ %) in float64:)"),
            dashed("<path d=\"M60 ([\\d.]+)H480\" stroke=\"#777\" stroke-dasharray");
        const double shown = percent(dashed.match(chart).captured(1).toDouble()),
                     wanted = percentOf(inFloat64.match(readme).captured(1));
        QVERIFY2(std::abs(shown - wanted) < kNear, qPrintable(QString::number(shown)));
    }
};

int tst_quantised_table(int argc, char** argv) {
    return lw::tests::run<TestQuantisedTable, QCoreApplication>(argc, argv);
}
#include "tst_quantised_table.moc"
