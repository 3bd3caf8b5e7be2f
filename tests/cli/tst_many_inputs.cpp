// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/split_mix.h"
#include "core/tensor/npy.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <vector>

using namespace lw;

// Software beside its firmware over ten thousand inputs in one go: more than anybody steps through.
class TestManyInputs : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void allHaveEqualBits_data() {
        QTest::addColumn<QString>("language");
        for (const char* const language : {"numpy", "cpp"}) QTest::newRow(language) << language;
    }
    void allHaveEqualBits() {
        QFETCH(QString, language);
        constexpr std::uint64_t kInputs = 10'000;
        const QTemporaryDir folder;
        numeric::SplitMix random(7, "inputs");
        std::vector<float> numbers(kInputs * 8);
        // Of either sign, from 2^-10 to 4 or so, so that blocks have all kinds of exponents.
        for (float& number : numbers) {
            const std::uint64_t bits = random.next();
            const auto fraction = static_cast<float>(bits & 0xfff) * 0x1p-12F + 1;
            number = std::ldexp(fraction, static_cast<int>(bits >> 20 & 0xf) - 13) *
                     (bits >> 40 & 1 ? -1.0F : 1.0F);
        }
        QVERIFY(tensor::writeNpy(folder.filePath("x.npy").toStdString(),
                                 tensor::Tensor::of<float>(tensor::DType::F32, {kInputs, 2, 4}, numbers)));
        QProcess lw;
        lw.setWorkingDirectory(folder.path());
        lw.start(QStringLiteral(LW_BIN "/lw"), {"concord", LW_ROOT "/examples/nnp/two-portions/program.lw",
                                                "--to", language, "--output", "out", "--compare", "x.npy"});
        QVERIFY(lw.waitForFinished(240'000));
        const QByteArray out = lw.readAllStandardOutput();
        QVERIFY2(lw.exitCode() == 0, out.constData());
        QVERIFY2(out.contains("equal bits: 10,000 of 10,000 inputs"), out.constData());
    }
};

int tst_many_inputs(int argc, char** argv) {
    return lw::tests::run<TestManyInputs, QCoreApplication>(argc, argv);
}
#include "tst_many_inputs.moc"
