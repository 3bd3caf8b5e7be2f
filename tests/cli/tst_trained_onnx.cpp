// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace {

const QString kCase = QStringLiteral(LW_TESTS "/cli/cases/train-onnx/");

// Of six steps, or nothing where lw ends with an error.
QList<double> lossesOf(const QString& network, const QString& options) {
    QProcess lw;
    const QString words =
        QStringLiteral("train %1 --data %2x.npy --labels %2y.npy --steps 6 --policy store-all "
                       "--machine training-small --run --json %3");
    lw.start(QStringLiteral(LW_BIN "/lw"), QProcess::splitCommand(words.arg(network, kCase, options)));
    if (!lw.waitForFinished(60'000) || lw.exitCode() != 0) return {};
    QList<double> out;
    for (const QJsonValue& one :
         QJsonDocument::fromJson(lw.readAllStandardOutput()).object()["losses"].toArray())
        out << one.toObject()["loss"].toDouble();
    return out;
}

} // namespace

// A network that PyTorch wrote as ONNX (Conv, BatchNormalization, Relu, Flatten, Gemm), which does not say
// how it is trained.
class TestTrainedOnnx : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // What PyTorch computes for these weights and batches in float32, without rounding to bfloat16.
    void trainsAsPyTorchDoes() {
        const QList<double> wanted{1.3802276, 0.2874989, 0.1475858, 0.0757693, 0.0619624, 0.0392950};
        const QList<double> found = lossesOf(kCase + "net.onnx", "--batch 8 --rate 0.25");
        QCOMPARE(found.size(), wanted.size());
        for (int i = 0; i < wanted.size(); ++i)
            QVERIFY2(std::abs(found[i] - wanted[i]) < 0.01 * wanted[i],
                     qPrintable(QString::number(found[i])));
    }
    // The network that is written says all that the options said.
    void whatIsWrittenTrainsTheSame() {
        QTemporaryDir folder;
        const QString options = "--batch 8 --rate 0.25 --momentum 0.5 --weight-decay 0.01";
        for (const QString seed : {"", " --seed 7"}) {
            const QString out = folder.filePath("out" + seed.trimmed().right(1));
            const QList<double> wanted = lossesOf(kCase + "net.onnx", options + seed + " --output " + out);
            QCOMPARE(wanted.size(), 6);
            QCOMPARE(lossesOf(out + "/network.json", ""), wanted);
            // And what a file says goes after the options.
            QVERIFY(lossesOf(out + "/network.json", "--rate 0.125") != wanted);
        }
    }
    // A program in the folder that its network was read from would need another network.json: it stays whole.
    void whatWasReadIsNotWrittenOver() {
        QTemporaryDir folder;
        const QString out = folder.filePath("out"), network = out + "/network.json";
        QVERIFY(!lossesOf(kCase + "net.onnx", "--batch 8 --output " + out).isEmpty());
        const auto contents = [&] {
            QByteArray all;
            for (const QFileInfo& file : QDir(out).entryInfoList(QDir::Files, QDir::Name)) {
                QFile one(file.filePath());
                all += one.open(QIODevice::ReadOnly) ? one.readAll() : QByteArray("cannot be read");
            }
            return all;
        };
        const QByteArray before = contents();
        QVERIFY(lossesOf(network, "--momentum 0.5 --policy conv-stored --output " + out).isEmpty());
        QCOMPARE(contents(), before);
        QVERIFY(!lossesOf(network, "--output " + out).isEmpty()); // as it is it may be trained there
    }
    // Names of classes are a file beside a network, which may be somebody else's.
    void anothersNamesAreNotWrittenOver() {
        QTemporaryDir folder;
        QFile labels(folder.filePath("network.labels.txt"));
        QVERIFY(labels.open(QIODevice::WriteOnly) && labels.write("mine") == 4);
        labels.close();
        const QString network = folder.filePath("in/net.json");
        QVERIFY(QDir(folder.path()).mkdir("in"));
        QFile given(QStringLiteral(LW_TESTS "/cli/cases/train/net.json"));
        QVERIFY(given.open(QIODevice::ReadOnly));
        QByteArray text = given.readAll();
        text.replace("\"outputs\"", "\"labels\": \"names.txt\",\n  \"outputs\"");
        QFile names(folder.filePath("in/names.txt")), written(network);
        QVERIFY(names.open(QIODevice::WriteOnly) && names.write("a\nb\nc\n") == 6);
        QVERIFY(written.open(QIODevice::WriteOnly) && written.write(text) == text.size());
        names.close();
        written.close();
        QVERIFY(!lossesOf(network, "").isEmpty());
        QVERIFY(lossesOf(network, "--rate 0.125 --output " + folder.path()).isEmpty());
        QVERIFY(labels.open(QIODevice::ReadOnly));
        QCOMPARE(labels.readAll(), QByteArray("mine"));
    }
    // A network that ends before its loss can be told is cut.
    void endsWhereItIsCut() {
        QVERIFY(lossesOf(kCase + "net.onnx", "--batch 8 --until /2/Relu_output_0").isEmpty());
        QCOMPARE(lossesOf(kCase + "net.onnx", "--batch 8 --until 13").size(), 6);
    }
};

int tst_trained_onnx(int argc, char** argv) {
    return lw::tests::run<TestTrainedOnnx, QCoreApplication>(argc, argv);
}
#include "tst_trained_onnx.moc"
