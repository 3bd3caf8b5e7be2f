// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"
#include "core/numeric/half.h"
#include "core/project/exact_numbers.h"
#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/scene/firmware/differences.h"
#include "core/tensor/npy.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::scene::firmware;

namespace {

const std::string kExamples = LW_ROOT "/examples/nnp/";

// A firmware that was run, and what it gives in float64.
struct Ran {
    project::LoadedProgram loaded;
    project::Software software;
    project::Observed observed;
    concord::NodeNumbers exact;
    std::vector<std::uint16_t> codes; // of software that gives the same bits

    ThreeWays ways(bool hasSoftware = true) const {
        return {software.graph, software.stream, observed.codes,
                hasSoftware ? std::span<const std::uint16_t>(codes) : std::span<const std::uint16_t>(),
                exact};
    }
};

Ran ranOf(project::LoadedProgram loaded) {
    Ran out{std::move(loaded), {}, {}, {}, {}};
    auto software = project::softwareOf(out.loaded, "program.lw");
    auto machine = out.loaded.createMachine({});
    LW_REQUIRE(software && machine, "it is firmware");
    out.software = *std::move(software);
    out.observed = project::observe(out.software, **machine);
    out.exact = project::exactNumbersOf(out.software, out.observed);
    for (const auto& code : out.observed.codes) out.codes.push_back(code.value_or(0));
    return out;
}

Ran twoPortions(const std::string& folder = kExamples + "two-portions") {
    source::DiskLoader disk;
    source::Files files(disk);
    project::ProgramAnswer answer = project::loadProgram({folder + "/program.lw", {}, {}}, files);
    LW_REQUIRE(answer.loaded.has_value(), "an example is a program");
    return ranOf(*std::move(answer.loaded));
}

tensor::Tensor array(const std::string& path) {
    auto tensor = tensor::readNpy(kExamples + path);
    if (!tensor) qFatal("%s", path.c_str());
    return *std::move(tensor);
}

// All elements are this number.
void writeFilled(const std::string& path, tensor::Shape shape, double number) {
    tensor::Tensor out(tensor::DType::F16, std::move(shape));
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, numeric::halfOf(number, numeric::Overflow::Infinity));
    if (!tensor::writeNpy(path, out)) qFatal("%s", path.c_str());
}

} // namespace

class TestDifferences : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // y = A x + b by plain loops over the tiles of A, and what the example's text says of it.
    void float64IsTheDenseLayer() {
        const Ran ran = twoPortions();
        const tensor::Tensor a = array("two-portions/a.npy"), b = array("two-portions/b.npy"),
                             x = array("two-portions/x.npy");
        const auto portion = [&](std::uint64_t tileRow) {
            concord::Numbers out;
            for (std::uint64_t row = 0; row < 4; ++row) {
                double sum = tensor::valueAt(b, tileRow * 4 + row);
                for (std::uint64_t column = 0; column < 8; ++column)
                    sum += tensor::valueAt(a, (tileRow * 2 + column / 4) * 16 + row * 4 + column % 4) *
                           tensor::valueAt(x, column);
                out.push_back(sum);
            }
            return out;
        };
        for (const auto& [bundle, tileRow] : {std::pair{20U, 0U}, std::pair{30U, 1U}}) {
            const auto value = valueDifference(ran.ways(), bundle, 0);
            QVERIFY(value && value->exact.size() == 4 && value->times == 1);
            const concord::Numbers wanted = portion(tileRow);
            for (std::size_t i = 0; i < 4; ++i) QVERIFY(std::abs(value->exact[i] - wanted[i]) < 1e-12);
        }
        const auto first = valueDifference(ran.ways(), 20, 0);
        QCOMPARE(first->firmware, (concord::Numbers{3.224609375, -0.7001953125, 4.80078125, 0.42822265625}));
        QVERIFY(std::abs(first->exact[2] - 4.51475) < 1e-3);
    }

    void equalBitsHaveNoFirstDifference() {
        const Ran ran = twoPortions();
        const Differences all = differencesOf(ran.ways());
        QVERIFY(all.hasSoftware && !all.first);
        std::uint64_t numbers = 0;
        for (const InstructionDifference& one : all.instructions) {
            QCOMPARE(one.different, std::uint64_t{0});
            QCOMPARE(one.largestUlp, 0U);
            numbers += one.numbers;
        }
        QCOMPARE(numbers, std::uint64_t{40});
        const Differences alone = differencesOf(ran.ways(false));
        QVERIFY(!alone.hasSoftware && !alone.first);
        QCOMPARE(alone.instructions.size(), all.instructions.size());
    }

    // One number of the instruction 19 is three steps of FP16 further, and the last of all has another sign.
    void theFirstDifferenceIsFound() {
        Ran ran = twoPortions();
        const auto before = valueDifference(ran.ways(), 19, 0);
        const auto at =
            std::ranges::find(ran.codes, std::uint16_t{0x4240}); // 3.125, which occurs only once in them
        QVERIFY(before && at != ran.codes.end());
        QCOMPARE(before->firmware.front(), 3.125);
        *at = 0x4243;
        ran.codes.back() ^= 0x8000; // the last number of all
        const Differences all = differencesOf(ran.ways());
        QVERIFY((all.first == Differences::Place{19, 0}));
        const auto one = std::ranges::find(all.instructions, 19U, &InstructionDifference::bundle);
        QCOMPARE(one->different, std::uint64_t{1});
        QCOMPARE(one->largestUlp, 3U);
        QCOMPARE(one->text, std::string("vv_add AddSubVrf0, 0"));
        const auto value = valueDifference(ran.ways(), 19, 0);
        QCOMPARE(value->first, std::optional<std::size_t>(0));
        QCOMPARE(value->ulp, (std::vector<std::uint32_t>{3, 0, 0, 0}));
        QVERIFY(!valueDifference(ran.ways(), 19, 1)); // it is executed once
        QVERIFY(!valueDifference(ran.ways(), 17, 0)); // it moves a vector
    }

    // A block has no NaN, so the firmware goes on with numbers; float64 has NaN from the input on.
    void whatFloat64DoesNotKnowIsCounted() {
        QTemporaryDir folder;
        const std::string own = folder.path().toStdString();
        QVERIFY(QFile::copy(QString::fromStdString(kExamples + "two-portions/program.lw"),
                            folder.filePath(QStringLiteral("program.lw"))));
        writeFilled(own + "/a.npy", {4, 4, 4}, 4);
        writeFilled(own + "/b.npy", {2, 4}, 0);
        writeFilled(own + "/x.npy", {2, 4}, std::numeric_limits<float>::quiet_NaN());
        const Ran ran = twoPortions(own);
        const Differences all = differencesOf(ran.ways());
        const auto one = std::ranges::find(all.instructions, 20U, &InstructionDifference::bundle);
        QCOMPARE(one->notFinite, std::uint64_t{4});
        QCOMPARE(one->numbers, std::uint64_t{4});
        QVERIFY(jsonOf(all).line().find(R"("notFinite":4)") != std::string::npos);
    }

    // 8 * 4 * 60000 is more than FP16 has, and becomes infinity: not a number that float64 has too.
    void whatOverflowsIsInfinitelyFarOff() {
        QTemporaryDir folder;
        const std::string own = folder.path().toStdString();
        QVERIFY(QFile::copy(QString::fromStdString(kExamples + "two-portions/program.lw"),
                            folder.filePath(QStringLiteral("program.lw"))));
        writeFilled(own + "/a.npy", {4, 4, 4}, 4);
        writeFilled(own + "/b.npy", {2, 4}, 0);
        writeFilled(own + "/x.npy", {2, 4}, 60'000);
        const Ran ran = twoPortions(own);
        const Differences all = differencesOf(ran.ways());
        const auto one = std::ranges::find(all.instructions, 20U, &InstructionDifference::bundle);
        QVERIFY(std::isinf(one->largestError));
        QCOMPARE(one->largestValue, 1'920'000.0);
        QVERIFY(jsonOf(all).line().find(R"("largestError":"inf")") != std::string::npos);
        const auto value = valueDifference(ran.ways(), 20, 0);
        QVERIFY(std::isinf(value->firmware.front()));
        const std::string json = jsonOf(*value).line();
        QVERIFY2(json.find(R"("firmware":["inf","inf","inf","inf"])") != std::string::npos, json.c_str());
    }

    // Between a NaN and a number there are no steps.
    void aNanIsNoDistance() {
        Ran ran = twoPortions();
        const auto at = std::ranges::find(ran.codes, std::uint16_t{0x4240}); // as above
        *at = 0x7e00;
        const Differences all = differencesOf(ran.ways());
        const auto one = std::ranges::find(all.instructions, 19U, &InstructionDifference::bundle);
        QVERIFY(one->different == 1 && one->notNumbers == 1 && one->largestUlp == 0);
        QVERIFY(jsonOf(all).line().find(R"("notNumbers":1)") != std::string::npos);
        const auto value = valueDifference(ran.ways(), 19, 0);
        QCOMPARE(value->ulp, (std::vector<std::uint32_t>{kNoUlp, 0, 0, 0}));
        QCOMPARE(largestOf(value->ulp), 0U);
        const concord::Numbers exact{1};
        const std::uint16_t number[] = {0x3c00}, nan[] = {0x7e00};
        const ValueDifference two = besideOther(1, nan, number, exact);
        QVERIFY(two.ulp == std::vector{kNoUlp} && two.ulpOfExact == std::vector{kNoUlp});
        QVERIFY(otherJson(two).line().find(R"("ulp":[null])") != std::string::npos);
    }

    // Software keeps neither the sign of a NaN nor its other bits.
    void allNaNsAreOne() {
        Ran ran = twoPortions();
        ran.observed.codes.front() = 0x7e00;
        ran.codes.front() = 0xfe01;
        QVERIFY(!differencesOf(ran.ways()).first);
        const auto value = valueDifference(ran.ways(), 14, 0);
        QVERIFY(std::isnan(value->firmware.front()) && !value->first);
        QCOMPARE(value->ulp.front(), 0U);
    }

    // 64 turns of the loop, beside the network's own float64, whose weights are not FP16 as those in DRAM.
    void float64OfALoopIsTheNetworks() {
        source::DiskLoader disk;
        source::Files files(disk);
        auto network = project::loadNetwork(kExamples + "lstm/lstm.onnx", files);
        QVERIFY(bool(network));
        const auto digit = network::asInput(*network, array("lstm/lstm.x.npy"), network::Arithmetic::F32);
        const auto lowered = project::lowerForProcessor(*network, "nnp-bw-a10", &*digit);
        auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
        QVERIFY(bool(loaded));
        const Ran ran = ranOf(*std::move(loaded));
        const auto exactInput =
            network::asInput(*network, array("lstm/lstm.x.npy"), network::Arithmetic::F64);
        const std::vector<tensor::Tensor> reference =
            network::computeAll(*network, *exactInput, {.arithmetic = network::Arithmetic::F64});
        const tensor::Tensor& wanted = reference[network->outputs.front()];
        const Differences all = differencesOf(ran.ways());
        const auto last = valueDifference(ran.ways(), all.instructions.back().bundle, 0);
        double exactError = 0, firmwareError = 0;
        for (std::uint64_t i = 0; i < wanted.count(); ++i) {
            exactError = std::max(exactError, std::abs(last->exact[i] - tensor::valueAt(wanted, i)));
            firmwareError = std::max(firmwareError, std::abs(last->firmware[i] - tensor::valueAt(wanted, i)));
        }
        QVERIFY2(exactError < 0.02, qPrintable(QString::number(exactError)));
        QVERIFY2(firmwareError > 10 * exactError, qPrintable(QString::number(firmwareError)));
        const auto looped = std::ranges::max_element(all.instructions, {}, &InstructionDifference::times);
        QCOMPARE(looped->times, 64U);
        QCOMPARE(valueDifference(ran.ways(), looped->bundle, 63)->times, 64U);
        QVERIFY(!valueDifference(ran.ways(), looped->bundle, 64));
    }

    void asFile() {
        const std::string differs = test::differsFromGolden(
            jsonOf(differencesOf(twoPortions().ways())).text(2) + "\n", "scene/differences.json");
        QVERIFY2(differs.empty(), differs.c_str());
    }
};

int tst_differences(int argc, char** argv) { return lw::tests::run<TestDifferences>(argc, argv); }
#include "tst_differences.moc"
