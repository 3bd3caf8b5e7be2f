// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/isa_fields.h"
#include "core/network/shapes.h"
#include "core/program/layout.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::DType;
using tensor::Tensor;

namespace {

Tensor floats(tensor::Shape shape, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, std::move(shape), values);
}
std::vector<double> numbersOf(const Tensor& tensor) {
    std::vector<double> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(valueAt(tensor, i));
    return out;
}

// E0.1: 8 x 8 pixels, a 3 x 3 kernel, stride 4.
network::Network example() {
    network::Network out;
    out.input.shape = {8, 8, 1};
    out.input.range = {0, 63};
    network::Layer layer;
    layer.name = "conv1";
    layer.kind = network::Kind::Conv;
    layer.inputs = {network::kInput};
    layer.kernel = {3, 3};
    layer.stride = {4, 4};
    layer.pad = {1, 1, 1, 1};
    layer.weights = floats({3, 3, 1, 1}, {1, 2, 1, 2, 4, 2, 1, 2, 1});
    out.layers = {std::move(layer)};
    out.outputs = {1};
    LW_REQUIRE(bool(network::inferShapes(out)), "the network of the example");
    return out;
}
Tensor exampleInput() {
    std::vector<float> out;
    for (int i = 0; i < 64; ++i) out.push_back(static_cast<float>(i));
    return floats({8, 8, 1}, out);
}
const std::vector<double> kFirst{27,  44,  56,  68,  80,  92,  104, 84,  100, 144, 160, 176, 192,
                                 208, 224, 176, 196, 272, 288, 304, 320, 336, 352, 272, 292, 400,
                                 416, 432, 448, 464, 480, 368, 388, 528, 544, 560, 576, 592, 608,
                                 464, 484, 656, 672, 688, 704, 720, 736, 560, 580, 784, 800, 816,
                                 832, 848, 864, 656, 483, 652, 664, 676, 688, 700, 712, 540};
const std::vector<double> kOutput{27, 80, 388, 576};

test::LoweredRun run(Mode mode) {
    static const network::Network network = example();
    Options options;
    options.mode = mode;
    test::LoweredRun out = test::runLowered(network, test::teachingCircuit(), exampleInput(), options);
    LW_REQUIRE(out.failure.empty(), out.failure.c_str());
    return out;
}
// A tensor in the unified buffer after the run, by its name.
std::vector<double> inBuffer(const test::LoweredRun& run, std::string_view name) {
    const program::NamedTensor* const named = program::findTensor(run.machine->onlyCore().program(), name);
    LW_REQUIRE(named && named->space == inference::kUb, "a tensor of the unified buffer");
    const auto arrangement = program::Arrangement::make(run.machine->onlyCore().target(), *named);
    LW_REQUIRE(bool(arrangement), "a tensor that fits");
    std::vector<std::byte> bytes(arrangement->bytes());
    LW_REQUIRE(bool(run.machine->onlyCore().readSpace(named->space, named->address, bytes, {})),
               "memory that can be read");
    return numbersOf(program::unpack(*arrangement, bytes));
}
// The mnemonics of the layer's rows, from the program's text.
std::vector<std::string> mnemonicsOf(const test::LoweredRun& run) {
    std::vector<std::string> out;
    const std::string& text = run.lowering.text;
    std::size_t at = text.find("conv1.start:");
    const std::size_t end = text.find("outputs.start:");
    while (at < end) {
        const std::size_t line = text.find('\n', at) + 1;
        if (text.compare(line, 8, "        ") == 0)
            out.push_back(text.substr(line + 8, text.find_first_of(" \n", line + 8) - line - 8));
        at = line;
    }
    return out;
}
bool has(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

// What the patents of the family claim, shown on the worked example.
// Numbers of US 9,721,203 unless another is named.
class TestClaims : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Claim 1: for a layer with a stride above one,
    // instructions whose execution gives a tensor equivalent to the layer's output.
    void us9721203Claim1() {
        for (const ModeRow& row : modes())
            if (row.mode != Mode::Direct) QCOMPARE(numbersOf(*run(row.mode).find("conv1")), kOutput);
    }
    // Claim 1, too: the first tensor comes from the layer without its stride and otherwise equivalent.
    void us9721203Claim1FirstTensor() { QCOMPARE(inBuffer(run(Mode::MaskMax), "conv1.first"), kFirst); }
    // Claims 2 and 3: elements that the strided layer does not make are multiplied by zero, the others by
    // one, with a masking tensor; its pattern is there to be seen.
    void us9721203Claims2And3() {
        const test::LoweredRun patent = run(Mode::MaskMax);
        const std::vector<double> mask = inBuffer(patent, "conv1.mask"),
                                  second = inBuffer(patent, "conv1.second");
        for (std::size_t i = 0; i < 64; ++i) {
            const bool isKept = i / 8 % 4 == 0 && i % 8 % 4 == 0;
            QCOMPARE(mask[i], isKept ? 1.0 : 0.0);
            QCOMPARE(second[i], isKept ? kFirst[i] : 0.0);
        }
    }
    // Claim 4: the mask lies in a memory of the circuit, and the vector computation unit multiplies by it.
    void us9721203Claim4() {
        const auto rows = mnemonicsOf(run(Mode::MaskMax));
        QVERIFY(has(rows, "vmul.f"));
        QVERIFY(run(Mode::MaskMax).lowering.text.find("vload.w v1, conv1.mask, ") != std::string::npos);
    }
    // Claim 5: a first mask of numbers other than zero, and a second one of their inverses.
    void us9721203Claim5() {
        const test::LoweredRun two = run(Mode::TwoMasksMax);
        const std::vector<double> first = inBuffer(two, "conv1.mask"), second = inBuffer(two, "conv1.mask2");
        for (std::size_t i = 0; i < 64; ++i)
            QCOMPARE(first[i] * second[i], i / 8 % 4 == 0 && i % 8 % 4 == 0 ? 1.0 : 0.0);
        QVERIFY(first[0] != 1);
        const auto rows = mnemonicsOf(two);
        QCOMPARE(std::count(rows.begin(), rows.end(), "vmul.f"), 2);
    }
    // Claims 6 to 8: maximum pooling of windows that the stride defines:
    // rectangular, as large as the stride, none over another.
    void us9721203Claims6To8() {
        const test::LoweredRun patent = run(Mode::MaskMax);
        const std::vector<double> second = inBuffer(patent, "conv1.second");
        std::vector<double> most;
        for (std::size_t a = 0; a < 2; ++a)
            for (std::size_t b = 0; b < 2; ++b) {
                double largest = second[a * 32 + b * 4];
                for (std::size_t i = 0; i < 16; ++i)
                    largest = std::max(largest, second[(a * 4 + i / 4) * 8 + b * 4 + i % 4]);
                most.push_back(largest);
            }
        QCOMPARE(inBuffer(patent, "conv1.out"), most);
        QVERIFY(patent.lowering.text.find("shape a8, 4, 4, 4, 4\n        pool.max.f") != std::string::npos);
    }
    // Claim 9: pooling circuitry does it; claim 10 of US 10,733,505:
    // circuitry of its own beside the matrix unit.
    void us9721203Claim9AndUs10733505Claim10() {
        const test::LoweredRun patent = run(Mode::MaskMax);
        const auto counts = patent.machine->onlyCore().unitCounts();
        const auto& units = patent.machine->onlyCore().target().spec->units;
        QCOMPARE(counts.size(), units.size());
        const auto countOf = [&](std::string_view name) {
            const auto at = std::ranges::find(units, name, &isa::Unit::name);
            LW_REQUIRE(at != std::ranges::end(units), "the circuit has that unit");
            return counts[static_cast<std::size_t>(at - std::ranges::begin(units))];
        };
        QCOMPARE(countOf("pool").instructions, 1u);
        QCOMPARE(countOf("mxu").operations, patent.lowering.report.layers[0].macs());
    }
    // US 10,733,505 and US 11,816,532: the matrix computation circuitry makes the product.
    void us10733505ProductInTheMatrixUnit() {
        const auto rows = mnemonicsOf(run(Mode::MatrixMax));
        QVERIFY(!has(rows, "vmul.f") && !has(rows, "vsel"));
        std::vector<double> second(64);
        for (const std::size_t i : {0u, 4u, 32u, 36u}) second[i] = kFirst[i];
        QCOMPARE(inBuffer(run(Mode::MatrixMax), "conv1.second"), second);
    }
    // Claim 10: the input is a picture, and the layer is the first.
    void us9721203Claim10() {
        auto picture = tensor::readNpy(LW_ROOT "/examples/data/camera_256x256_grey.npy");
        QVERIFY(picture);
        network::Network network = example();
        network.input.shape = {256, 256, 1};
        network.input.range = {0, 255};
        QVERIFY(network::inferShapes(network));
        const test::LoweredRun first = test::runLowered(
            network, test::circuitWith({{"bufferBytes", 1 << 20}, {"hostBytes", 1 << 20}}), *picture, {});
        QVERIFY2(first.failure.empty(), first.failure.c_str());
        QCOMPARE(first.unexpected, 0u);
        QCOMPARE(first.lowering.report.layers[0].mode, Mode::MaskMax); // proven by the range of pictures
        QCOMPARE(first.lowering.report.layers[0].wrong, 0u);
    }
    // Claim 11: the input comes from the unified buffer and the weights from the dynamic memory into the
    // matrix computation unit, which makes the first tensor.
    void us9721203Claim11() {
        const test::LoweredRun patent = run(Mode::MaskMax);
        QVERIFY(patent.lowering.text.find("ldw.f conv1.tiles,") != std::string::npos);
        QVERIFY(patent.lowering.text.find("matmul.f 0, x.in,") != std::string::npos);
        QCOMPARE(program::findTensor(patent.machine->onlyCore().program(), "conv1.tiles")->space,
                 inference::kDm);
        QCOMPARE(program::findTensor(patent.machine->onlyCore().program(), "x.in")->space, inference::kUb);
    }
    // US 11,816,532: the third tensor is the pooled second one, without the additional elements.
    void us11816532ThirdTensor() { QCOMPARE(inBuffer(run(Mode::MaskMax), "conv1.out"), kOutput); }
    // EP 4336411 claims pooling of any kind: sums, too.
    void ep4336411PoolingOfAnyKind() { QCOMPARE(inBuffer(run(Mode::MaskSum), "conv1.out"), kOutput); }
    // Pictures find the instruction that made an element by the report.
    void theReportKnowsTheRows() {
        for (const ModeRow& row : modes()) {
            if (row.mode == Mode::Direct) continue;
            const test::LoweredRun one = run(row.mode);
            const LayerReport& report = one.lowering.report.layers[0];
            const std::vector<std::string> layer = mnemonicsOf(one);
            QCOMPARE(layer.size(), std::size_t(report.rowCount));
            const SumReport& sums = one.lowering.report.sums.at(0);
            QCOMPARE(sums.passPlaces.size(), sums.passes.size()); // one area, one block
            for (const PassPlace& pass : sums.passPlaces)
                QCOMPARE(layer[pass.instruction - report.firstRow], std::string("matmul.f"));
            QVERIFY(!report.strips.empty());
            for (const StripPlace& strip : report.strips) {
                const auto begin = layer.begin() + (strip.firstRow - report.firstRow);
                const std::vector<std::string> rows(begin, begin + strip.rowCount);
                QVERIFY(rows.back() == "vstore.w");
                const bool isPooled = row.pooling != Pooling::None;
                QCOMPARE(std::any_of(rows.begin(), rows.end(),
                                     [](const auto& text) { return text.starts_with("pool."); }),
                         isPooled);
            }
        }
    }
    // The advantage that the text promises: nothing goes to the host while the layer is computed.
    void nothingReturnsToTheHost() {
        for (const ModeRow& row : modes()) {
            if (row.mode == Mode::Direct) continue;
            const test::LoweredRun one = run(row.mode);
            QCOMPARE(one.lowering.report.hostBytesBetween, 0u);
            for (const std::string& mnemonic : mnemonicsOf(one)) QVERIFY(!mnemonic.starts_with("dma"));
        }
    }
};

int tst_claims(int argc, char** argv) { return lw::tests::run<TestClaims, QCoreApplication>(argc, argv); }
#include "tst_claims.moc"
