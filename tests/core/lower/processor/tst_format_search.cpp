// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/reference.h"
#include "core/project/format_run.h"
#include "core/project/format_search.h"
#include "core/project/load_network.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

using namespace lw;
using namespace lw::test;
using project::FormatRun;
using project::FormatSearch;
using project::FormatTask;

namespace {

using Bits = std::vector<std::uint32_t>;

const std::string kExamples = LW_ROOT "/examples/nnp/";

network::Network networkIn(const std::string& file) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(kExamples + file, files);
    if (!network) qFatal("%s", textOf(network.problem()).c_str());
    return *std::move(network);
}
tensor::Tensor arrayIn(const std::string& path) {
    auto tensor = tensor::readNpy(path);
    if (!tensor) qFatal("%s", path.c_str());
    return *std::move(tensor);
}
tensor::Tensor inputOf(const network::Network& network, const tensor::Tensor& given,
                       network::Arithmetic arithmetic = network::Arithmetic::F32) {
    auto input = network::asInput(network, given, arithmetic);
    if (!input) qFatal("%s", textOf(input.problem()).c_str());
    return *std::move(input);
}
// One of the layers alone: what it reads is its input.
network::Network alone(const network::Network& network, network::ValueId value) {
    network::Network out = network;
    out.input.shape = network::shapeOf(network, network.layers[value - 1].inputs.front());
    out.layers = {network.layers[value - 1]};
    out.layers[0].inputs = {network::kInput};
    out.outputs = {1};
    return out;
}
// By plain loops, layer after layer, each with its own mantissas. All layers have products.
std::vector<double> plainly(const network::Network& network, const tensor::Tensor& x, const Bits& bits,
                            int native) {
    std::vector<double> out = numbersOf(x);
    for (network::ValueId value = 1; value <= network.layers.size(); ++value) {
        const auto width = static_cast<int>(bits[value - 1]);
        const PlainFormats formats{.native = native, .vectorBits = width, .matrixBits = width};
        out = plainValues(alone(network, value), out, formats)[1];
    }
    return out;
}
std::size_t largestIn(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}
FormatRun runOf(const network::Network& network, const std::string& machine, const tensor::Tensor& x) {
    const auto lowered = project::lowerForProcessor(network, machine, &x);
    if (!lowered) qFatal("%s", textOf(lowered.problem()).c_str());
    auto run = FormatRun::of(*lowered);
    if (!run) qFatal("%s", textOf(run.problem()).c_str());
    return *std::move(run);
}

// Two dense layers, and every thirtieth digit.
struct Digits {
    network::Network network = networkIn("quantised-digits/digits.json");
    FormatTask task;
    explicit Digits(std::uint64_t mostLost, Bits widths) {
        const auto images = arrayIn(LW_ROOT "/examples/data/optdigits_images_u8.npy");
        const auto labels = arrayIn(LW_ROOT "/examples/data/optdigits_labels_u8.npy");
        for (std::uint64_t i = 4; i < labels.count(); i += 30) {
            tensor::Tensor image(tensor::DType::U8, {64});
            for (std::uint64_t k = 0; k < 64; ++k) image.set(k, images.at<std::uint8_t>(i * 64 + k));
            task.inputs.push_back(inputOf(network, image));
            task.exactInputs.push_back(inputOf(network, image, network::Arithmetic::F64));
            task.classes.push_back(labels.at<std::uint8_t>(i));
        }
        task.machine = "nnp-bw-a10";
        task.mostLost = mostLost;
        task.widths = std::move(widths);
    }
    std::uint64_t rightPlainly(const Bits& bits) const {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < task.inputs.size(); ++i)
            out += largestIn(plainly(network, task.inputs[i], bits, 128)) == task.classes[i] ? 1 : 0;
        return out;
    }
    // By the emulated processor with this format everywhere.
    std::uint64_t rightEmulated(const std::string& machine) const {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < task.inputs.size(); ++i) {
            std::string fault;
            const auto got = ranOn(network, machine, task.inputs[i], fault);
            if (!got || !fault.empty()) qFatal("%s", fault.c_str());
            out += largestIn(numbersOf(got->front())) == task.classes[i] ? 1 : 0;
        }
        return out;
    }
};

std::string machineWith(const QTemporaryDir& folder, std::uint32_t native, std::uint32_t bits) {
    return machineFile(folder, with(kLarge, {{"nativeDimension", native},
                                             {"vectorMantissaBits", bits},
                                             {"matrixMantissaBits", bits}}));
}

} // namespace

// lw nnp --search: formats of each layer, and how they are chosen.
class TestFormatSearch : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Where all layers have one format: the bits of a processor that has it.
    void oneFormatIsThatOfAMachine() {
        QTemporaryDir folder;
        const network::Network lstm = networkIn("lstm/lstm.onnx");
        const tensor::Tensor steps = inputOf(lstm, arrayIn(kExamples + "lstm/lstm.x.npy"));
        FormatRun recurrent = runOf(lstm, "nnp-bw-a10", steps);
        const Digits digits(0, {2});
        FormatRun dense = runOf(digits.network, "nnp-bw-a10", digits.task.inputs[0]);
        for (const std::uint32_t bits : {2u, 3u, 5u, 8u, 16u}) {
            const std::string machine = machineWith(folder, 128, bits);
            std::string fault;
            const auto wanted = ranOn(lstm, machine, steps, fault);
            QVERIFY(bool(wanted) && fault.empty());
            QCOMPARE(recurrent.outputOf(steps, Bits(recurrent.layers().size(), bits)), wanted->front());
            for (const tensor::Tensor& x : {digits.task.inputs[0], digits.task.inputs[7]}) {
                const auto classes = ranOn(digits.network, machine, x, fault);
                QVERIFY(bool(classes) && fault.empty());
                QCOMPARE(dense.outputOf(x, Bits{bits, bits}), classes->front());
            }
        }
    }
    void eachLayerHasItsOwn() {
        const Digits digits(0, {2});
        for (const std::uint32_t native : {4u, 128u}) {
            QTemporaryDir folder;
            FormatRun run = runOf(digits.network, machineWith(folder, native, 5), digits.task.inputs.front());
            QCOMPARE(run.layers(), (std::vector<std::string>{"hidden", "classes"}));
            for (const Bits& bits : {Bits{2, 8}, Bits{8, 2}, Bits{4, 3}, Bits{3, 16}})
                for (std::size_t i = 0; i < digits.task.inputs.size(); i += 9) {
                    const tensor::Tensor& x = digits.task.inputs[i];
                    QCOMPARE(numbersOf(run.outputOf(x, bits)),
                             plainly(digits.network, x, bits, static_cast<int>(native)));
                }
        }
    }
    // A native matrix of 128 rows of 128 mantissas, each with an exponent of 5 bits.
    void bytesAreThoseOfTheMatrices() {
        const Digits digits(0, {2});
        const FormatRun run = runOf(digits.network, "nnp-bw-a10", digits.task.inputs.front());
        QCOMPARE(run.bytesOf(0, 8), std::uint64_t{128 * (128 * 8 + 5) / 8});
        QCOMPARE(run.bytesOf(1, 3), std::uint64_t{128 * (128 * 3 + 5) / 8});
    }
    // Every row is what a run by itself gives, and the layer of each round is the best of that round.
    void rowsAreRunsOfTheirOwn() {
        const Digits digits(3, {2, 3, 4, 6});
        const auto found = project::searchFormats(digits.network, digits.task);
        QVERIFY2(bool(found), found ? "" : textOf(found.problem()).c_str());
        const FormatSearch& search = *found;
        Bits bits{6, 6};
        QTemporaryDir folder;
        QCOMPARE(search.rightAtFirst, digits.rightEmulated(machineWith(folder, 128, 6)));
        QCOMPARE(search.rightAtFirst, digits.rightPlainly(bits));
        QCOMPARE(search.fewestRight, search.rightInFloat64 - 3);
        std::size_t at = 0, rounds = 0;
        for (; at < search.tried.size(); ++rounds) {
            std::optional<project::TriedFormat> taken;
            std::vector<project::TriedFormat> round;
            std::vector<std::size_t> seen;
            for (; at < search.tried.size() && !std::ranges::count(seen, search.tried[at].layer); ++at) {
                const project::TriedFormat& one = search.tried[at];
                seen.push_back(one.layer);
                Bits tried = bits;
                tried[one.layer] = one.bits;
                QCOMPARE(one.right, digits.rightPlainly(tried));
                QCOMPARE(one.bytes, std::uint64_t{128 * (128 * (tried[0] + tried[1]) + 10) / 8});
                if (one.isTaken) taken = one;
                round.push_back(one);
                if (one.isTaken && one.layer == 1) { // the last layer: the round is over
                    ++at;
                    break;
                }
            }
            for (const project::TriedFormat& one : round)
                QVERIFY(taken ? one.right <= taken->right : one.right < search.fewestRight);
            if (taken) bits[taken->layer] = taken->bits;
        }
        QVERIFY(rounds > 2);
        QCOMPARE(search.bits, bits);
        QCOMPARE(search.right, digits.rightPlainly(bits));
        QVERIFY(search.right >= search.fewestRight);
    }
    void whatIsNotANumberCountsAsWrong() {
        Digits digits(0, {6});
        for (tensor::Tensor& one : digits.task.inputs) one.set(0, std::numeric_limits<float>::quiet_NaN());
        for (tensor::Tensor& one : digits.task.exactInputs)
            one.set(0, std::numeric_limits<double>::quiet_NaN());
        digits.task.classes.assign(digits.task.classes.size(), 0);
        const auto found = project::searchFormats(digits.network, digits.task);
        QVERIFY2(bool(found), found ? "" : textOf(found.problem()).c_str());
        QCOMPARE(found->rightInFloat64, std::uint64_t{0});
    }
    void refusals() {
        const Digits digits(0, {2});
        const auto few = project::searchFormats(digits.network, digits.task);
        QVERIFY(!few);
        QCOMPARE(std::string(few.problem().message->code), std::string("E389"));
        network::Network relu = digits.network;
        relu.layers.resize(1);
        relu.layers[0] = {};
        relu.layers[0].name = "relu";
        relu.layers[0].kind = network::Kind::Relu;
        relu.layers[0].inputs = {network::kInput};
        relu.layers[0].shape = {64};
        relu.outputs = {1};
        const auto none = project::searchFormats(relu, digits.task);
        QVERIFY(!none);
        QCOMPARE(std::string(none.problem().message->code), std::string("E394"));
    }
};

int tst_format_search(int argc, char** argv) { return lw::tests::run<TestFormatSearch>(argc, argv); }
#include "tst_format_search.moc"
