// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half.h"
#include "core/project/many_inputs.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/core/chips/nnp/trap_case.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lw;
using namespace lw::test;

namespace {

// Four vectors, which hints call three rows of two numbers and a list of three. What it leaves in its
// register files a second run must not see.
const std::string kHinted = R"(.chip nnp, "nnp-teaching"
.tensor m, f16, [1, N, N], mdram = 0.25
.tensor data, f16, [3, N], netin
.tensor more, f16, [1, N], netin
.tensor y, f16, [1, N], netout
;@tensor data vec 3x2 from NetQ
;@tensor more vec 3 from NetQ
;@tensor y vec 2 to NetQ
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr rows, 4
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
    s_wr rows, 1
    v_rd InitialVrf, 3
    v_wr AddSubVrf0, 0
    end_chain
    v_rd InitialVrf, 1
    mv_mul 0
    vv_add AddSubVrf0, 0
    v_wr InitialVrf, 3
    v_wr NetQ, 0
    end_chain
    halt
)";
constexpr std::uint64_t kInputs = 6, kNumbers = 9; // of each, without what fills vectors up

tensor::Tensor someInputs(std::uint64_t each) {
    std::mt19937 random(7);
    tensor::Tensor out(tensor::DType::F32, {kInputs, each});
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set<float>(i, (static_cast<float>(random() % 4096) - 2048) / 512);
    return out;
}

struct Many {
    project::ManyComparison found;
    std::vector<std::vector<std::uint16_t>> outputs; // of the firmware
    QString said;
};

// Over all inputs by software in that language.
Many over(const TrapCase& of, const tensor::Tensor& array, std::size_t language) {
    const auto inputs = project::manyInputs(of.software, array, "x.npy");
    if (!inputs) qFatal("%s", textOf(inputs.problem()).c_str());
    const auto machine = of.loaded.createMachine({});
    const std::string folder = of.folder.path().toStdString();
    const project::Language& which = project::languages()[language];
    Many out;
    const auto run = [&](const std::string& file) -> Outcome {
        project::Tools tools{.python = "/usr/bin/python3"};
        tools.isStandIn = which.standIn != nullptr;
        for (const auto& words : project::commandsFor(which, folder, "software", tools, {"--inputs", file})) {
            QStringList arguments;
            for (const std::string& word : words) arguments << QString::fromStdString(word);
            const QString program = arguments.takeFirst();
            out.said += saidBy(program, arguments);
        }
        return Done{};
    };
    auto found = project::compareMany(
        of.software, of.loaded.program, **machine, *inputs, folder, run,
        [&](const project::OneInput& one) { out.outputs.push_back(one.firmware.output); });
    if (!found) qFatal("%s", textOf(found.problem()).c_str());
    out.found = *std::move(found);
    return out;
}

} // namespace

// Software over many inputs in one go gives what the firmware gives, which begins anew with each.
class TestProcessorManyInputs : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyInputIsARunOfItsOwn() {
        const TrapCase made(kHinted, {});
        const tensor::Tensor array = someInputs(kNumbers);
        for (std::size_t language = 0; language < project::languages().size(); ++language) {
            if (project::languages()[language].name == "torch") continue; // may be missing
            const Many all = over(made, array, language);
            QCOMPARE(all.said, QString());
            QCOMPARE(all.found.inputs, kInputs);
            QCOMPARE(all.found.equal, kInputs);
            QVERIFY(!all.found.firstInput);
            for (std::uint64_t i = 0; i < kInputs; ++i) { // each alone, in the order from the last one on
                tensor::Tensor one(tensor::DType::F32, {1, kNumbers});
                const std::uint64_t input = kInputs - 1 - i;
                for (std::uint64_t k = 0; k < kNumbers; ++k)
                    one.set<float>(k, array.at<float>(input * kNumbers + k));
                if (i < 2 && language == 0)
                    QVERIFY(over(made, one, language).outputs.front() == all.outputs[input]);
            }
        }
    }

    // The first input that software computes otherwise, and the first node of it.
    void theFirstInputThatDiffers() {
        const TrapCase made(kHinted, {});
        const QString module = made.folder.filePath(kModule);
        QString text = textOfFile(module);
        QCOMPARE(text.count("= run(netin, vdram, mdram)"), 1);
        writeText(module, text.replace("= run(netin, vdram, mdram)",
                                       "= run(netin if len(netouts) != 3 else 2 * netin, vdram, mdram)"));
        const Many all = over(made, someInputs(kNumbers), 0);
        QCOMPARE(all.found.equal, kInputs - 1);
        QVERIFY(all.found.firstInput && *all.found.firstInput == 3);
        QCOMPARE(all.found.first.first->node.value(), 4U);
    }

    // What fills vectors up is zero, whether a hint says so or the array has it.
    void whatFillsVectorsUp() {
        const TrapCase made(kHinted, {});
        const tensor::Tensor logical = someInputs(kNumbers);
        tensor::Tensor whole(tensor::DType::F32, {kInputs, 4, 4});
        for (std::uint64_t i = 0; i < kInputs; ++i)
            for (std::uint64_t k = 0; k < kNumbers; ++k) { // three rows of two, and three
                const std::uint64_t at = k < 6 ? k / 2 * 4 + k % 2 : 12 + k - 6;
                whole.set<float>(i * 16 + at, logical.at<float>(i * kNumbers + k));
            }
        const auto one = project::manyInputs(made.software, logical, "x.npy");
        const auto other = project::manyInputs(made.software, whole, "x.npy");
        QVERIFY(one && other && one->codes == other->codes && one->count == kInputs && one->each == 16);
        for (const std::uint64_t each : {1, 8, 10, 17}) {
            const auto wrong = project::manyInputs(made.software, someInputs(each), "x.npy");
            QVERIFY(!wrong && std::string_view(wrong.problem().message->code) == "E396");
        }
    }

    // The module prepares data itself, and cuts the results back.
    void softwarePreparesData() {
        const TrapCase made(kHinted, {});
        const QString script = made.folder.filePath("prepares.py");
        writeText(script,
                  "import numpy as np\nimport blockfloat\nfrom software_numpy import prepared, results\n"
                  "rows, numbers = np.arange(1, 7) / 3, [7, 8, 9]\n"
                  "wanted = np.zeros((4, 4))\nwanted[:3, :2] = rows.reshape(3, 2)\n"
                  "wanted[3, :3] = numbers\n"
                  "assert (prepared(rows, numbers) == wanted.astype(np.float16)).all()\n"
                  "assert (results(np.array([[5.0, 6.0, 7.0, 8.0]])) == [[5.0, 6.0]]).all()\n");
        QCOMPARE(saidBy("/usr/bin/python3", {"-B", script}), QString());
    }

    // The program in C++ does so too: it begins with a person's arrays and ends with one.
    void compiledSoftwarePreparesData() {
        const TrapCase made(kHinted, {});
        const QString script = made.folder.filePath("prepares.py");
        writeText(script,
                  "import os\nimport numpy as np\nfrom software_numpy import blockfloat, prepared, results, "
                  "run, given, N\n"
                  "os.chdir(os.path.dirname(os.path.abspath(__file__)))\n"
                  "rows, numbers = np.arange(1, 7) / 3, np.array([7, 8, 70000], np.float32)\n"
                  "np.save('data.npy', rows)\nnp.save('more.npy', numbers[None])\n"
                  "netin = prepared(rows, numbers)\nnp.save('wanted_netin.npy', blockfloat.codes(netin))\n"
                  "netout, _ = run(netin, given('vdram', 0, N), given('mdram', 1, N, N))\n"
                  "np.save('wanted_y.npy', results(netout).astype(np.float32))\n");
        QCOMPARE(saidBy("/usr/bin/python3", {"-B", "-W", "ignore", script}), QString());
        const QString program = made.folder.filePath("program");
        QCOMPARE(saidBy("g++", {"-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-o", program,
                                made.folder.filePath("software.cpp")}),
                 QString());
        QCOMPARE(saidBy(program, {made.folder.path(), "--prepare", "--results"}), QString());
        const auto in = [&](const char* file) {
            auto array = tensor::readNpy(made.folder.filePath(file).toStdString());
            if (!array) qFatal("%s is missing", file);
            return *std::move(array);
        };
        const tensor::Tensor netin = in("netin.npy"), wanted = in("wanted_netin.npy");
        QVERIFY(std::ranges::equal(netin.bytes(), wanted.bytes()));
        const tensor::Tensor y = in("result_y.npy"), wantedY = in("wanted_y.npy");
        QVERIFY(y.shape() == wantedY.shape() && std::ranges::equal(y.bytes(), wantedY.bytes()));
        // Of another shape, and of no floats.
        const auto refused = [&](const char* array) {
            const QString other = made.folder.filePath("other.py");
            writeText(other, QString("import os\nimport numpy as np\n"
                                     "os.chdir(os.path.dirname(os.path.abspath(__file__)))\n"
                                     "np.save('data.npy', %1)\n")
                                 .arg(array));
            if (!saidBy("/usr/bin/python3", {other}).isEmpty()) qFatal("no array");
            return saidBy(program, {made.folder.path(), "--prepare"});
        };
        QVERIFY(
            refused("np.zeros((2, 3))").startsWith("an array of shape [2, 3] was given, [3, 2] is wanted"));
        QVERIFY(refused("np.zeros(7)").contains("[7] was given"));
        QVERIFY(refused("np.zeros(6, np.int32)").contains("data.npy is not an .npy file of floats"));
        QVERIFY(refused("np.asfortranarray(np.ones((3, 2)))").contains("in the order of C"));
    }

    // Floats become FP16 and uint16 are its bits, as NumPy takes them; what is neither is refused, and so is
    // a part of an input.
    void typesOfInputs() {
        const TrapCase made(kHinted, {});
        const QString script = made.folder.filePath("inputs_of_types.py");
        writeText(script, "import os\nimport numpy as np\n"
                          "os.chdir(os.path.dirname(os.path.abspath(__file__)))\n"
                          "half = (np.arange(32).reshape(2, 4, 4) / 7 - 2).astype(np.float16)\n"
                          "half[1, 2, 3] = 70000\n"
                          "np.save('f2.npy', half)\nnp.save('u2.npy', half.view(np.uint16))\n"
                          "np.save('f4.npy', half.astype(np.float32))\n"
                          "np.save('f8.npy', np.where(np.isinf(half), 70000, half.astype(float)) + 1e-9)\n"
                          "np.save('i4.npy', half.astype(np.float32).clip(-9, 9).astype(np.int32))\n"
                          "np.save('big.npy', half.astype('>f2'))\nnp.save('part.npy', half.ravel()[:24])\n"
                          "np.save('columns.npy', np.asfortranarray(half.reshape(8, 4)))\n"
                          "np.save('fields.npy', np.zeros(32, '<f4,<f4'))\n");
        QCOMPARE(saidBy("/usr/bin/python3", {"-W", "ignore", script}), QString());
        const QString program = made.folder.filePath("program");
        QCOMPARE(saidBy("g++", {"-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-o", program,
                                made.folder.filePath("software.cpp")}),
                 QString());
        const auto run = [&](const char* file) {
            return saidBy(program, {made.folder.path(), "--inputs", made.folder.filePath(file)});
        };
        const auto netout = [&] {
            auto array = tensor::readNpy(made.folder.filePath("netout.npy").toStdString());
            if (!array) qFatal("there is no netout.npy");
            return *std::move(array);
        };
        QCOMPARE(saidBy("/usr/bin/python3",
                        {"-B", made.folder.filePath(kModule), "--inputs", made.folder.filePath("f2.npy")}),
                 QString());
        const tensor::Tensor wanted = netout();
        QCOMPARE(wanted.count(), std::uint64_t{8});
        for (const char* file : {"f2.npy", "u2.npy", "f4.npy", "f8.npy"}) {
            QCOMPARE(run(file), QString());
            QVERIFY2(std::ranges::equal(netout().bytes(), wanted.bytes()), file);
        }
        for (const char* file : {"i4.npy", "big.npy", "columns.npy", "fields.npy"})
            QVERIFY2(run(file).contains("is not an .npy file of floats, or of the bits"), file);
        QVERIFY(run("part.npy").contains("part.npy has 24 numbers, and each run reads 16"));
    }

    // Without blocks the products of the software are those of float64 to the end, in Python and in C++.
    void withoutQuantising() {
        const TrapCase made(kHinted, {{"netin", {0, 0, 0, 0, 3.14, 0.333, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0}}});
        const QString module = made.folder.filePath(kModule);
        QCOMPARE(saidBy("/usr/bin/python3", {"-B", module, "--values", "--no-quantise"}), QString());
        const auto values = tensor::readNpy(made.folder.filePath("values.npy").toStdString());
        const double sum = numeric::halfValue(numeric::halfOf(3.14, numeric::Overflow::Infinity)) +
                           numeric::halfValue(numeric::halfOf(0.333, numeric::Overflow::Infinity));
        QVERIFY(bool(values));
        QCOMPARE(values->at<std::uint16_t>(0), numeric::halfOf(sum / 4, numeric::Overflow::Infinity));
        QVERIFY(made.observed.codes.front() != values->at<std::uint16_t>(0));
        const QString program = made.folder.filePath("program");
        QCOMPARE(saidBy("g++", {"-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-o", program,
                                made.folder.filePath("software.cpp")}),
                 QString());
        QCOMPARE(saidBy(program, {made.folder.path(), "--no-quantise", "--values"}), QString());
        const auto compiled = tensor::readNpy(made.folder.filePath("values.npy").toStdString());
        QVERIFY(compiled && std::ranges::equal(compiled->bytes(), values->bytes()));
    }
};

int tst_nnp_many_inputs(int argc, char** argv) { return lw::tests::run<TestProcessorManyInputs>(argc, argv); }
#include "tst_nnp_many_inputs.moc"
