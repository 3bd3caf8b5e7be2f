// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/exact_values.h"
#include "core/numeric/half.h"
#include "core/project/exact_numbers.h"
#include "core/project/float64_comparison.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/random_software.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <cmath>

using namespace lw;
using namespace lw::test;

namespace {

using Doubles = std::vector<double>;
constexpr std::size_t kNumpyLanguage = 0, kCppLanguage = 2, kTensorflowLanguage = 3;
constexpr std::size_t kLanguages[] = {kNumpyLanguage, kCppLanguage, kTensorflowLanguage};

Doubles doublesIn(const QString& path) {
    const auto tensor = tensor::readNpy(path.toStdString());
    Doubles out;
    for (std::uint64_t i = 0; tensor && i < tensor->count(); ++i)
        out.push_back(tensor->dtype() == tensor::DType::F64
                          ? tensor->at<double>(i)
                          : numeric::halfValue(tensor->at<std::uint16_t>(i)));
    return out;
}

// Runs what a folder has in float64 in a language; what is said if it fails.
QString ranIn(std::size_t language, const QString& folder) {
    if (language == kNumpyLanguage) return saidByPython({folder + "/software_float64_numpy.py", "--values"});
    if (language == kTensorflowLanguage)
        return saidByPython(
            {folder + "/tensorflow_standin.py", folder + "/software_float64_tensorflow.py", "--values"});
    const QString said = saidByCompiler(folder + "/software_float64.cpp", folder + "/program");
    return said.isEmpty() ? saidBy(folder + "/program", {folder, "--values"}) : said;
}

void writeFloat64(const project::Software& software, machine::Machine& machine, const QString& folder) {
    for (const std::size_t language : kLanguages)
        QVERIFY(bool(project::writeSoftware(project::float64Of(software), project::languages()[language],
                                            machine, folder.toStdString(), "software")));
}

// Two portions of y = A x + b, each with a row of two native matrices.
Doubles plainPortions(const Doubles& matrices, const Doubles& x, const Doubles& b) {
    Doubles out;
    for (std::size_t row = 0; row < 8; ++row) {
        double sum = b[row];
        for (std::size_t column = 0; column < 8; ++column)
            sum += matrices[(row / 4 * 2 + column / 4) * 16 + row % 4 * 4 + column % 4] * x[column];
        out.push_back(sum);
    }
    return out;
}

} // namespace

// Software in float64 has the firmware's mathematics, and none of its formats.
class TestProcessorFloat64 : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The worked example: numbers of the page, but that its inputs are FP16; beside plain loops to the end.
    void twoPortions() {
        const project::LoadedProgram loaded = example("program.lw");
        const auto software = project::softwareOf(loaded, "program.lw");
        const auto machine = loaded.createMachine({});
        QTemporaryDir folder;
        writeFloat64(*software, **machine, folder.path());
        const Doubles wanted =
            plainPortions(doublesIn(folder.filePath("mdram.npy")), doublesIn(folder.filePath("netin.npy")),
                          doublesIn(folder.filePath("vdram.npy")));
        const Doubles page{3.3, -0.95, 4.51475, 0.44, 3.8, 0.9, 0.9375, 5.9};
        for (const std::size_t language : kLanguages) {
            project::forgetFloat64(folder.path().toStdString());
            QCOMPARE(ranIn(language, folder.path()), QString());
            const Doubles got = doublesIn(folder.filePath("netout_float64.npy"));
            QCOMPARE(got.size(), wanted.size());
            for (std::size_t i = 0; i < got.size(); ++i) {
                QVERIFY(std::abs(got[i] - wanted[i]) < 1e-14);
                QVERIFY(std::abs(got[i] - page[i]) < 5e-3);
            }
        }
    }

    // Random programs, with loops, windows and softmax: what other code in core makes of their graphs. One
    // number that is another is found at its instruction.
    void randomPrograms() {
        for (const std::uint32_t seed : seedsBelow(100)) {
            RandomChains random(seed, kindFor(seed, false), seed % 3 == 0 ? 8 : 4);
            const project::LoadedProgram loaded = randomProgram(seed, random);
            const auto software = project::softwareOf(loaded, "firmware");
            const auto machine = loaded.createMachine({});
            fill(**machine, random.start);
            QTemporaryDir folder;
            writeFloat64(*software, **machine, folder.path());
            const project::Observed observed = project::observe(*software, **machine);
            const concord::NodeNumbers exact = project::exactNumbersOf(*software, observed);
            for (const std::size_t language : kLanguages) {
                project::forgetFloat64(folder.path().toStdString());
                QCOMPARE(ranIn(language, folder.path()), QString());
                const auto found = project::compareFloat64(*software, folder.path().toStdString(), exact);
                QVERIFY2(found && !found->node, qPrintable(QString::number(seed)));
                QCOMPARE(found->numbers, observed.codes.size());
            }
            Doubles values = doublesIn(folder.filePath("values_float64.npy"));
            std::uint32_t last = static_cast<std::uint32_t>(exact.size()) - 1;
            while (!concord::isOnTheWay(software->graph.nodes[last])) --last;
            values.back() = values.back() * 1.001 + 1;
            QVERIFY(bool(
                tensor::writeNpy(folder.filePath("values_float64.npy").toStdString(),
                                 tensor::Tensor::of<double>(tensor::DType::F64, {values.size()}, values))));
            QCOMPARE(project::compareFloat64(*software, folder.path().toStdString(), exact)->node,
                     std::optional(last));
        }
    }

    // The statements are those of float64: nothing in them rounds.
    void theTextRoundsNothing() {
        const auto software = project::softwareOf(example("program.lw"), "program.lw");
        const project::Software exact = project::float64Of(*software);
        for (const std::size_t language : kLanguages) {
            const QString text =
                QString::fromStdString(project::languages()[language].text(exact.graph, exact.stream));
            for (const char* const rounds : {"half(", "block(", "matrices(", "Blocks", "codes("})
                QVERIFY2(!text.contains(rounds), rounds);
        }
    }
};

int tst_nnp_float64(int argc, char** argv) { return lw::tests::run<TestProcessorFloat64>(argc, argv); }
#include "tst_nnp_float64.moc"
