// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/catalog.h"
#include "core/network/shapes.h"
#include "core/scene/messages.h"
#include "core/scene/striding/patch_picture.h"
#include "core/tensor/npy.h"
#include "tests/core/network/random_layer.h"
#include "tests/core/scene/striding_example.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <random>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lw;
using scene::striding::PatchCheck;
using scene::striding::PatchPicture;
using scene::striding::PatchPlace;
using scene::striding::PatchTensor;
using test::LoweredRun;
using test::StridingExample;

namespace {

constexpr const char* kPatchJson = R"LW({
    "layer": "y", "mode": "mask-max", "tensor": "second", "row": 1, "column": 2, "channel": 3,
    "tensors": ["first", "second", "out"], "rows": 4, "columns": 5, "channels": 6, "sumRow": 7, "sumColumn": 8,
    "inputRow": -9, "inputColumn": -10, "rowStep": 11, "columnStep": 12, "kernelRows": 13, "kernelColumns": 14,
    "firstInputChannel": 15, "inputChannels": 16, "inputName": "x", "tilesName": "y.tiles",
    "input": {"name": "input", "type": "i32", "firstRow": 0, "columns": 1, "rows": []},
    "kernel": {"name": "kernel", "type": "i32", "firstRow": 0, "columns": 1, "rows": []},
    "products": {"name": "products", "type": "i32", "firstRow": 0, "columns": 1, "rows": []},
    "running": {"name": "running", "type": "i32", "firstRow": 0, "columns": 1, "rows": []},
    "channelSums": ["1", "-2"], "arrayRows": 17, "arrayColumns": 18,
    "passes": [{"kernelRow": 19, "kernelColumn": 20, "taps": 21, "channel": 22, "channels": 23,
                "instruction": 24, "tile": 25, "cellRow": 26, "cellColumn": 27, "vector": 28,
                "state": "under way", "firstClock": 29, "lastClock": null, "chain": "30", "sum": "31"}],
    "steps": [{"kind": "second mask", "mnemonic": "mul", "instruction": 32, "operand": "33", "value": "34",
               "isThere": true},
              {"kind": "clamp", "mnemonic": "", "instruction": null, "operand": "", "value": "",
               "isThere": false}],
    "window": {"name": "window", "type": "i32", "firstRow": 0, "columns": 1, "rows": []},
    "value": "35", "stored": "36", "check": "other"
})LW";

// Of 14 random networks; under sanitizers, which take ten times as long, 5, that keep both circuits.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kPatchSeedStep = 3;
#else
constexpr std::uint32_t kPatchSeedStep = 1;
#endif

Result<PatchPicture> pictureOf(const lower::striding::Report& report, machine::Machine& machine,
                               const PatchPlace& place, const std::string& layer) {
    const auto issued = machine.onlyCore().bundleCounts(), waited = machine.onlyCore().bundleStalls();
    return scene::striding::patchPicture(machine::scopeOf(machine), report, layer, place,
                                         machine::momentOf(machine), machine.store().save(),
                                         {issued, waited});
}
PatchPicture pictureAtEnd(const StridingExample& example, const PatchPlace& place) {
    auto out = pictureOf(example.run.lowering.report, *example.run.machine, place, "y");
    LW_REQUIRE(bool(out), "the example has a picture");
    return *std::move(out);
}
std::vector<double> patchNumbers(const scene::CellPicture& cells) {
    std::vector<double> out;
    for (std::size_t i = 0; i < cells.bits.size(); ++i) out.push_back(cells.value(i));
    return out;
}

// Numbers whose sums are rounded, so that the order of additions matters; some are not finite.
void makeRough(tensor::Tensor& tensor, std::uint32_t seed) {
    if (tensor.dtype() != tensor::DType::F32) return;
    std::mt19937 random(seed);
    for (std::uint64_t i = 0; i < tensor.count(); ++i)
        tensor.set(i, static_cast<float>(std::ldexp(static_cast<double>(random() % 20001) - 10000,
                                                    -static_cast<int>(random() % 20))));
    if (seed % 5 == 0) tensor.set(random() % tensor.count(), std::numeric_limits<float>::infinity());
}

// A strided convolution, another one, and a dense layer.
network::Network networkOf(test::RandomLayer& made, std::uint32_t seed) {
    network::Network network = made.network;
    const bool isInt8 = network.precision == network::Precision::I8;
    network::Layer& first = network.layers[0];
    makeRough(first.weights, seed + 1000);
    if (first.bias) makeRough(*first.bias, seed + 1001);
    constexpr network::Activation kFloats[] = {network::Activation::None, network::Activation::Relu,
                                               network::Activation::Sigmoid, network::Activation::Tanh};
    first.activation = kFloats[isInt8 ? seed % 2 : seed % 4];
    if (isInt8)
        first.requant = {1500000000 - static_cast<std::int32_t>(seed) * 1000, 42,
                         static_cast<std::int32_t>(seed % 7) - 3};
    const tensor::DType type = isInt8 ? tensor::DType::I8 : tensor::DType::F32;
    const std::uint64_t channels = first.weights.shape().back();
    network::Layer second;
    second.name = "plain";
    second.kind = network::Kind::Conv;
    second.inputs = {1};
    second.kernel = {1, 2};
    second.pad = {0, 0, 1, 1};
    second.weights = tensor::Tensor(type, {1, 2, channels, 3});
    network::Layer dense;
    dense.name = "dense";
    dense.kind = network::Kind::Dense;
    network.layers.push_back(second);
    LW_REQUIRE(bool(network::inferShapes(network)), "a second layer");
    dense.inputs = {2};
    std::mt19937 random(seed);
    if (isInt8) network.layers[1].requant = network::Requant{1 << 20, 28, 0};
    dense.weights = tensor::Tensor(type, {*tensor::countOf(network.layers[1].shape), 4});
    for (tensor::Tensor* const weights : {&network.layers[1].weights, &dense.weights}) {
        makeRough(*weights, seed + 7);
        for (std::uint64_t i = 0; isInt8 && i < weights->count(); ++i)
            weights->set(i, static_cast<std::int8_t>(random() % 256));
    }
    network.layers.push_back(std::move(dense));
    network.outputs = {3};
    LW_REQUIRE(bool(network::inferShapes(network)), "a third layer");
    return network;
}

} // namespace

class TestPatchPicture : public QObject {
    Q_OBJECT

    // Every element of every tensor of the layer; how many were the chip's own bits.
    static std::uint64_t compareAll(const lower::striding::Report& report, machine::Machine& machine,
                                    const std::string& layer) {
        std::uint64_t same = 0;
        const auto state = machine.store().save();
        const auto issued = machine.onlyCore().bundleCounts(), waited = machine.onlyCore().bundleStalls();
        for (const PatchTensor tensor : scene::striding::patchTensorsOf(report, layer)) {
            const auto extents = scene::striding::patchExtents(report, layer, tensor);
            for (std::uint64_t i = 0; i < extents[0] * extents[1] * extents[2]; ++i) {
                const PatchPlace place{tensor, i / extents[2] / extents[1], i / extents[2] % extents[1],
                                       i % extents[2]};
                const auto picture =
                    scene::striding::patchPicture(machine::scopeOf(machine), report, layer, place,
                                                  machine::momentOf(machine), state, {issued, waited});
                LW_REQUIRE(bool(picture), "every element has a picture");
                if (picture->check == PatchCheck::NotKept) continue;
                if (picture->check != PatchCheck::Same)
                    qWarning("%s %s: %s is not %s", layer.c_str(), scene::striding::patchText(place).c_str(),
                             picture->value.c_str(), picture->stored.c_str());
                if (picture->check != PatchCheck::Same) return 0;
                ++same;
            }
        }
        return same;
    }

  private Q_SLOTS:
    // The upper left element of the first worked example, by hand: the kernel hangs over the border.
    void theWorkedExample() {
        const auto example = test::stridingExample("e01", lower::striding::Mode::MaskMax);
        const PatchPicture picture = pictureAtEnd(*example, {PatchTensor::First, 0, 0, 0});
        QCOMPARE(patchNumbers(picture.input), (std::vector<double>{0, 0, 0, 0, 0, 1, 0, 8, 9}));
        QCOMPARE(patchNumbers(picture.kernel), (std::vector<double>{1, 2, 1, 2, 4, 2, 1, 2, 1}));
        QCOMPARE(patchNumbers(picture.products), (std::vector<double>{0, 0, 0, 0, 0, 2, 0, 16, 9}));
        QCOMPARE(patchNumbers(picture.running), (std::vector<double>{0, 0, 0, 0, 0, 2, 0, 16, 25}));
        QCOMPARE(picture.inputRow, std::int64_t{-1});
        QCOMPARE(picture.passes.size(), std::size_t{3}); // a row of the kernel each
        QCOMPARE(picture.passes[1].chain, std::string("2"));
        QCOMPARE(picture.passes[2].chain, std::string("25"));
        QCOMPARE(picture.passes[2].sum, std::string("27"));
        QCOMPARE(picture.value, std::string("27"));
        QCOMPARE(picture.stored, std::string("27"));
        QVERIFY(picture.check == PatchCheck::Same);
        // 388 is kept and wins its window; what the mask leaves out is 0.
        const PatchPicture out = pictureAtEnd(*example, {PatchTensor::Out, 1, 0, 0});
        QCOMPARE(out.value, std::string("388"));
        QCOMPARE(out.sumRow, std::uint64_t{4});
        QCOMPARE(out.steps.size(), std::size_t{3});
        QCOMPARE(out.steps[1].operand, std::string("1"));
        QVERIFY(out.steps[1].mnemonic == "vmul.f" && out.steps[2].mnemonic == "pool.max.f");
        std::vector<double> window(16, 0);
        window[0] = 388;
        QCOMPARE(patchNumbers(out.window), window);
        QCOMPARE(pictureAtEnd(*example, {PatchTensor::Second, 4, 1, 0}).value, std::string("0"));
    }

    // Thousands of elements that nobody chose, in every mode: what is computed here in the order of the
    // passes has the bits that the circuit has computed.
    void sumsAreTheCircuits_data() {
        QTest::addColumn<bool>("integers");
        QTest::newRow("float32") << false;
        QTest::newRow("int8") << true;
    }
    void sumsAreTheCircuits() {
        QFETCH(bool, integers);
        const std::vector<test::Circuit> circuits{
            test::teachingCircuit(),
            test::circuitWith(
                {{"arrayRows", 3}, {"arrayColumns", 2}, {"accumulatorRows", 30}, {"stripPixels", 25}})};
        std::uint64_t same = 0, networks = 0;
        for (std::uint32_t seed = 0; seed < 14; seed += kPatchSeedStep) {
            test::RandomLayer made(seed, integers ? network::Precision::I8 : network::Precision::F32);
            const network::Network network = networkOf(made, seed);
            makeRough(made.x, seed);
            for (const lower::striding::ModeRow& mode : lower::striding::modes()) {
                lower::striding::Options options;
                options.mode = mode.mode;
                const test::Circuit& circuit = circuits[seed % circuits.size()];
                if (mode.mode == lower::striding::Mode::Direct ||
                    !lower::striding::strideKernels(network, circuit.limits, options))
                    continue;
                const LoweredRun run = test::runLowered(network, circuit, made.x, options);
                QVERIFY2(run.failure.empty(), run.failure.c_str());
                ++networks;
                for (const lower::SumReport& sums : run.lowering.report.sums) {
                    const std::uint64_t count = compareAll(run.lowering.report, *run.machine, sums.name);
                    QVERIFY2(count > 0, (std::to_string(seed) + " " + std::string(mode.name)).c_str());
                    same += count;
                }
            }
        }
        QVERIFY2(networks * kPatchSeedStep > 60 && same * kPatchSeedStep > 8000,
                 (std::to_string(networks) + ", " + std::to_string(same)).c_str());
    }

    // Step by step: waiting, under way, done; the clocks are those of the array's own picture.
    void fillsAsTheCircuitComputes() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        const auto machine = test::machineOf(*example, "e02");
        const chips::Chip* const chip = *chips::chipNamed("inference");
        const PatchPlace place{PatchTensor::Out, 1, 1, 0};
        std::size_t before = 0, seen = 0;
        bool wasUnderWay = false;
        while (!machine->halted()) {
            const auto picture = pictureOf(example->run.lowering.report, *machine, place, "y");
            QVERIFY(picture);
            const auto made = static_cast<std::size_t>(
                std::count(picture->products.flags.begin(), picture->products.flags.end(), 1));
            QVERIFY(made >= before);
            before = made;
            QCOMPARE(picture->value.empty(), !picture->steps.back().isThere);
            for (const machine::ArrayWork& work :
                 chip->circuits(machine->onlyCore().tree(), machine::momentOf(*machine),
                                machine->onlyCore().program(), 0)
                     .passes)
                for (const scene::striding::PatchPass& pass : picture->passes) {
                    if (pass.instruction != work.bundle) continue;
                    QCOMPARE(*pass.firstClock, work.first + pass.vector + pass.cellColumn);
                    QCOMPARE(pass.cellRow, work.rows - work.inner);
                    wasUnderWay |= pass.state == scene::striding::PassState::UnderWay;
                    // The circuit's own weight is that of the kernel.
                    for (std::uint32_t k = 0; k < work.inner; ++k)
                        QCOMPARE(std::uint64_t{work.weights[k * work.columns + pass.cellColumn]},
                                 picture->kernel.bits[pass.products.row * 3 + k]);
                    ++seen;
                }
            machine->run({.clock = machine->clock() + 1});
        }
        QVERIFY(wasUnderWay && seen > 10);
        QCOMPARE(before, std::size_t{9});
        // A negative number among zeros, which here are all -0.
        const auto end = pictureOf(example->run.lowering.report, *machine, place, "y");
        QVERIFY(!end->value.empty());
        QCOMPARE(std::stod(end->value), 0.0);
    }
    // What was read by the passes is still there, but the output is another one:
    // 18 by hand is 5 in memory.
    void memoryHoldsAnotherNumber() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        machine::Machine& machine = *example->run.machine;
        const program::NamedTensor* const out = program::findTensor(machine.onlyCore().program(), "y.out");
        QVERIFY(out && out->dtype == tensor::DType::F32);
        const auto write = [&](float number) {
            tensor::Tensor numbers(out->dtype, out->shape);
            for (std::uint64_t i = 0; i < numbers.count(); ++i) numbers.set(i, number);
            return bool(project::putTensor(machine, "y.out", std::move(numbers)));
        };
        QVERIFY(write(5));
        const PatchPicture other = pictureAtEnd(*example, {PatchTensor::Out, 0, 0, 0});
        QVERIFY(other.check == PatchCheck::Other);
        QCOMPARE(other.value, std::string("18"));
        QCOMPARE(other.stored, std::string("5"));
        QVERIFY(write(18));
        QVERIFY(pictureAtEnd(*example, {PatchTensor::Out, 0, 0, 0}).check == PatchCheck::Same);
    }
    // In a crowded buffer other values are there later: they are not part of a picture.
    void overwrittenSince() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        machine::Machine& machine = *example->run.machine;
        const std::uint32_t end = machine.onlyCore().nextBundle();
        const PatchPlace place{PatchTensor::Out, 0, 0, 0};
        lower::striding::Report report = example->run.lowering.report;
        report.sums.at(0).operandsUntilRow = end; // as it stands now nothing of a later row has been done
        QCOMPARE(scene::striding::untilRowOf(report, "y"), end);
        QVERIFY(pictureOf(report, machine, place, "y")->check == PatchCheck::Same);
        report.sums.at(0).outputUntilRow = end - 1;
        QVERIFY(pictureOf(report, machine, place, "y")->check == PatchCheck::Overwritten);
        report.sums.at(0).operandsUntilRow = end - 1;
        const auto over = pictureOf(report, machine, place, "y");
        QVERIFY(!over && over.problem().message == &scene::messages::kOverwritten);
        report.sums.at(0).operandsUntilRow = 0;
        for (lower::striding::KeptTensor& kept : report.layers.at(0).tensors)
            if (kept.role == "mask") kept.untilRow = end - 2;
        QCOMPARE(scene::striding::untilRowOf(report, "y"), end - 2);
        QVERIFY(!pictureOf(report, machine, place, "y"));
    }
    void nothingIsThereAtTheBeginning() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        const auto machine = test::machineOf(*example, "e02");
        const auto picture =
            pictureOf(example->run.lowering.report, *machine, {PatchTensor::First, 2, 2, 0}, "y");
        QVERIFY(picture && picture->value.empty() && picture->check == PatchCheck::NotYet);
        for (const scene::CellPicture* cells :
             {&picture->input, &picture->kernel, &picture->products, &picture->running})
            for (const std::uint8_t flags : cells->flags) QCOMPARE(int(flags), 0);
        for (const scene::striding::PatchPass& pass : picture->passes)
            QVERIFY(pass.state == scene::striding::PassState::Waiting && !pass.firstClock &&
                    pass.sum.empty());
    }

    // A bias or a mask that has not been brought into the unified buffer is not a number, and not 0 either;
    // 1, 2 and 1/2 are the masks of an element that is kept.
    void operandsAreThereWhenTheyAreLoaded() {
        StridingExample example{test::stridingExample("e02", lower::striding::Mode::MaskMax)->network, {}};
        example.network.layers[0].bias =
            tensor::Tensor::of<float>(tensor::DType::F32, {1}, std::vector{100.0f});
        const auto input =
            tensor::readNpy(std::string(LW_ROOT) + "/examples/networks/worked-examples/e02.x.npy");
        for (const auto& [mode, wanted] :
             {std::pair{lower::striding::Mode::MaskMax, std::vector<std::string>{"100", "1"}},
              {lower::striding::Mode::TwoMasksMax, std::vector<std::string>{"100", "2", "0.5"}}}) {
            lower::striding::Options options;
            options.mode = mode;
            example.run = test::runLowered(example.network, test::teachingCircuit(), *input, options);
            QVERIFY2(example.run.failure.empty(), example.run.failure.c_str());
            const auto machine = test::machineOf(example, "e02");
            std::size_t without = 0, waiting = 0;
            while (!machine->halted()) {
                const auto picture = pictureOf(example.run.lowering.report, *machine, {}, "y");
                QVERIFY(bool(picture) && picture->steps.size() == wanted.size() + 2); // and sum and window
                for (std::size_t i = 0; i < wanted.size(); ++i) {
                    const scene::striding::PatchStep& step = picture->steps[i + 1];
                    QVERIFY2(step.operand.empty() || step.operand == wanted[i], step.operand.c_str());
                    QVERIFY(!step.isThere || !step.operand.empty());
                    without += step.operand.empty();
                    waiting += !step.operand.empty() && !step.isThere;
                }
                machine->run({.clock = machine->clock() + 1});
            }
            QVERIFY2(without > wanted.size() && waiting > wanted.size(),
                     (std::to_string(without) + ", " + std::to_string(waiting)).c_str());
        }
    }

    void refusesWhatIsNotThere() {
        const auto example = test::stridingExample("e01", lower::striding::Mode::MaskMax);
        lower::striding::Report report = example->run.lowering.report;
        const auto code = [&](const PatchPlace& place, const std::string& layer = "y") {
            const auto picture = pictureOf(report, *example->run.machine, place, layer);
            return picture ? std::string() : std::string(picture.problem().message->code);
        };
        QCOMPARE(code({PatchTensor::First, 8, 0, 0}), std::string("E699"));
        QCOMPARE(code({PatchTensor::Out, 2, 0, 0}), std::string("E699"));
        QCOMPARE(code({PatchTensor::Out, 0, 0, 1}), std::string("E699"));
        QCOMPARE(code({}, "conv2"), std::string("E689"));
        QCOMPARE(code({}), std::string());
        const auto refused = [&](const auto& change) {
            report = example->run.lowering.report;
            change(report.sums[0]);
            return code({});
        };
        QCOMPARE(refused([](auto& s) { s.groups = 0; }), std::string("E696"));
        QCOMPARE(refused([](auto& s) { s.input.rows = 9; }), std::string("E696"));
        QCOMPARE(refused([](auto& s) { s.passes[0].taps = 4; }), std::string("E696"));
        QCOMPARE(refused([](auto& s) { s.passPlaces.pop_back(); }), std::string("E696"));
        QCOMPARE(refused([](auto& s) { s.tiles = "nothing"; }), std::string("E696"));
        QCOMPARE(refused([](auto& s) { s.bias = "nothing"; }), std::string("E696"));
        QVERIFY(!refused([](auto& s) { s.input.address = ~std::uint64_t{0}; }).empty());
        report = example->run.lowering.report;
        report.layers[0].geometry.stride = {0, 1};
        QCOMPARE(code({PatchTensor::First, 0, 0, 0}), std::string("E696"));
        report.layers[0].geometry.rows = 0;
        QCOMPARE(code({PatchTensor::First, 0, 0, 0}), std::string("E696"));
    }
    // Of no program: their rows end with it, and are none of its own from the beginning on.
    void stripsBehindTheProgram() {
        const auto example = test::stridingExample("e01", lower::striding::Mode::MaskMax);
        lower::striding::Report report = example->run.lowering.report;
        const auto picture = [&] {
            return pictureOf(report, *example->run.machine, {PatchTensor::Out, 0, 0, 0}, "y");
        };
        const auto steps = [](const PatchPicture& of, bool hasInstruction) {
            return std::count_if(of.steps.begin(), of.steps.end(),
                                 [&](const scene::striding::PatchStep& step) {
                                     return step.kind != scene::striding::StepKind::Sum &&
                                            step.instruction.has_value() == hasInstruction;
                                 });
        };
        const auto before = picture();
        QVERIFY(before && steps(*before, true) > 0);
        constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
        for (auto* const strips : {&report.sums[0].strips, &report.layers[0].strips})
            for (lower::StripPlace& strip : *strips) strip.firstRow = kMost - 1, strip.rowCount = kMost;
        const auto after = picture();
        QVERIFY(bool(after));
        QCOMPARE(steps(*after, true), std::ptrdiff_t{0});
        QCOMPARE(after->steps.size(), before->steps.size());
    }
    void elementsHaveNames() {
        const PatchPlace place{PatchTensor::Second, 1, 22, 3};
        QCOMPARE(scene::striding::patchText(place), std::string("second[1,22,3]"));
        QVERIFY(scene::striding::findPatchPlace("second[1,22,3]") == place);
        for (const char* text : {"", "out", "out[", "out[1,2]", "out[1,2,3", "third[1,2,3]", "out[1,2,3]]",
                                 "out[1,,3]", "out[-1,2,3]", "out[99999999999999999999,1,1]"})
            QVERIFY2(!scene::striding::findPatchPlace(text), text);
    }
    void isWrittenAsBefore() {
        const auto example = test::stridingExample("e02", lower::striding::Mode::MaskMax);
        const PatchPicture picture = pictureAtEnd(*example, {PatchTensor::Out, 0, 1, 0});
        QCOMPARE(QString::fromStdString(
                     test::differsFromGolden(jsonOf(picture).text(1) + "\n", "scene/patch_picture_e02.json")),
                 QString());
    }
    void jsonHasEveryField() {
        const auto cells = [](const char* name) {
            return scene::emptyPicture(name, tensor::DType::I32, 0, 1);
        };
        const PatchPicture picture{.layer = "y",
                                   .mode = "mask-max",
                                   .place = {PatchTensor::Second, 1, 2, 3},
                                   .tensors = {PatchTensor::First, PatchTensor::Second, PatchTensor::Out},
                                   .rows = 4,
                                   .columns = 5,
                                   .channels = 6,
                                   .sumRow = 7,
                                   .sumColumn = 8,
                                   .inputRow = -9,
                                   .inputColumn = -10,
                                   .rowStep = 11,
                                   .columnStep = 12,
                                   .kernelRows = 13,
                                   .kernelColumns = 14,
                                   .firstInputChannel = 15,
                                   .inputChannels = 16,
                                   .inputName = "x",
                                   .tilesName = "y.tiles",
                                   .input = cells("input"),
                                   .kernel = cells("kernel"),
                                   .products = cells("products"),
                                   .running = cells("running"),
                                   .channelSums = {"1", "-2"},
                                   .arrayRows = 17,
                                   .arrayColumns = 18,
                                   .passes = {{.products = {19, 20, 21, 22, 23},
                                               .instruction = 24,
                                               .tile = 25,
                                               .cellRow = 26,
                                               .cellColumn = 27,
                                               .vector = 28,
                                               .state = scene::striding::PassState::UnderWay,
                                               .firstClock = 29,
                                               .lastClock = {},
                                               .chain = "30",
                                               .sum = "31"}},
                                   .steps = {{.kind = scene::striding::StepKind::SecondMask,
                                              .mnemonic = "mul",
                                              .instruction = 32,
                                              .operand = "33",
                                              .value = "34",
                                              .isThere = true},
                                             {.kind = scene::striding::StepKind::Clamp}},
                                   .window = cells("window"),
                                   .value = "35",
                                   .stored = "36",
                                   .check = PatchCheck::Other};
        QCOMPARE(test::differsFromJson(picture, kPatchJson), std::string());
    }
};

int tst_patch_picture(int argc, char** argv) { return lw::tests::run<TestPatchPicture>(argc, argv); }
#include "tst_patch_picture.moc"
