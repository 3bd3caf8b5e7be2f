// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

QByteArray outputOf(const QStringList& words) {
    QProcess lw;
    lw.start(QStringLiteral(LW_BIN "/lw"), words);
    return lw.waitForFinished(120'000) && lw.exitCode() == 0 ? lw.readAllStandardOutput() : QByteArray();
}

} // namespace

// Which code path multiplies is the host's matter: lw tells it, and no result depends on it.
class TestHostKernels : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString kernelOf(const QString& program, const QStringList& options = {}) {
        const QString manifest = m_folder.filePath("m.json");
        const QString path = QStringLiteral(LW_ROOT "/examples/training/") + program;
        if (outputOf(QStringList{"run", path, "--manifest", manifest} + options).isEmpty()) return {};
        QFile file(manifest);
        if (!file.open(QIODevice::ReadOnly)) return {};
        return QJsonDocument::fromJson(file.readAll())["kernel"].toString();
    }

  private Q_SLOTS:
    void oneOfEachChipIsTheUsualOne() {
        const QJsonArray kernels =
            QJsonDocument::fromJson(outputOf({"config", "--kernels", "--json"}))["kernels"].toArray();
        QHash<QString, int> usual;
        QStringList ofTraining;
        QString usualOfTraining;
        for (const QJsonValue& kernel : kernels) {
            const QString chip = kernel["chip"].toString();
            usual[chip] += kernel["usual"].toBool();
            if (chip != "training") continue;
            if (kernel["usual"].toBool()) usualOfTraining = kernel["name"].toString();
            QCOMPARE(kernel.toObject().contains("nanoseconds"), !ofTraining.isEmpty());
            ofTraining += kernel["name"].toString();
        }
        QCOMPARE(usual, (QHash<QString, int>{{"training", 1}, {"inference", 1}, {"nnp", 1}}));
        QCOMPARE(ofTraining.front(), QStringLiteral("portable"));
        const QByteArray text = outputOf({"config", "--kernels"});
        for (const QString& name : ofTraining) QVERIFY(text.contains(name.toUtf8()));

        // Without a product nothing is measured; a name holds whatever was.
        QCOMPARE(kernelOf("saxpy/program.lw"), ofTraining.back());
        QCOMPARE(kernelOf("saxpy/program.lw", {"--kernel", "portable"}), QStringLiteral("portable"));
        QCOMPARE(kernelOf("softmax/program.lw"), ofTraining.back());
        QVERIFY(ofTraining.contains(kernelOf("matrix-unit/program.lw")));
        QCOMPARE(kernelOf("matrix-unit/program.lw", {"--kernel", "portable"}), QStringLiteral("portable"));
    }

    // Bundles one by one, or chains of them as one step: one manifest, with the hash of the state at the end.
    void chainsChangeNothing_data() {
        QTest::addColumn<QString>("program");
        for (const char* program : {"saxpy/program.lw", "softmax/program.lw", "matrix-unit/program.lw",
                                    "layer-norm/program.lw", "transpose/program.lw"})
            QTest::newRow(program) << QString::fromUtf8(program);
    }
    void chainsChangeNothing() {
        QFETCH(QString, program);
        const auto manifestOf = [&](const QStringList& options) {
            const QString path = m_folder.filePath("fused.json");
            outputOf(QStringList{"run", QStringLiteral(LW_ROOT "/examples/training/") + program, "--manifest",
                                 path} +
                     options);
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray fused = manifestOf({});
        QVERIFY(fused.contains("\"state\""));
        QCOMPARE(manifestOf({"--no-fuse"}), fused);
    }

    // In every command that runs a machine: a name that no host has is refused, and no number depends on it.
    void everyCommandTakesOne_data() {
        QTest::addColumn<QString>("words");
        QTest::newRow("check") << "check $CASES/check-pass/good.json";
        QTest::newRow("train") << "train $CASES/train/net.json --data $CASES/train/x.npy --labels "
                                  "$CASES/train/y.npy --machine training-small --run";
        QTest::newRow("tile") << "tile $TILES/e21.json -i $TILES/e21.x.npy --fixed 16";
        QTest::newRow("stride") << "stride $CASES/stride-exact/e02.json -m inference-teaching --input "
                                   "$CASES/stride-exact/x.npy";
        QTest::newRow("nnp") << "nnp $CASES/nnp-small/two.json --input $CASES/nnp-small/x.npy";
    }
    void everyCommandTakesOne() {
        QFETCH(QString, words);
        words.replace("$CASES", LW_TESTS "/cli/cases").replace("$TILES", LW_ROOT "/examples/networks/tiles");
        const QStringList command = words.split(' ');
        const QByteArray usual = outputOf(command);
        QVERIFY(!usual.isEmpty());
        QCOMPARE(outputOf(command + QStringList{"--kernel", "portable"}), usual);
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"), command + QStringList{"--kernel", "nowhere"});
        QVERIFY(lw.waitForFinished(120'000));
        const QByteArray said = lw.readAllStandardError();
        QVERIFY2(lw.exitCode() == 2 && said.contains("nowhere") && said.contains("portable"), said);
    }

    // Also where nothing is run.
    void unknownNamesAreRefused_data() {
        QTest::addColumn<QString>("words");
        QTest::newRow("train") << "train $CASES/train/net.json --data $CASES/train/x.npy --labels "
                                  "$CASES/train/y.npy --machine training-small";
        QTest::newRow("tile") << "tile $TILES/e21.json --size 32x32 --fixed 16";
        QTest::newRow("stride") << "stride $CASES/stride-exact/e02.json -m inference-teaching";
        QTest::newRow("nnp") << "nnp $CASES/nnp-small/two.json";
    }
    void unknownNamesAreRefused() {
        QFETCH(QString, words);
        words.replace("$CASES", LW_TESTS "/cli/cases").replace("$TILES", LW_ROOT "/examples/networks/tiles");
        QProcess lw;
        lw.start(QStringLiteral(LW_BIN "/lw"), words.split(' ') + QStringList{"--kernel", "nowhere"});
        QVERIFY(lw.waitForFinished(120'000));
        const QByteArray said = lw.readAllStandardError();
        QVERIFY2(lw.exitCode() == 2 && said.contains("E707") && said.contains("nowhere"), said);
    }
};

int tst_host_kernels(int argc, char** argv) {
    return lw::tests::run<TestHostKernels, QCoreApplication>(argc, argv);
}
#include "tst_host_kernels.moc"
