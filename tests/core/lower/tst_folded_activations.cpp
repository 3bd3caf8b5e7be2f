// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/fold_activations.h"
#include "core/network/network_json.h"
#include "core/network/onnx_import.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::DType;
using tensor::Tensor;

namespace {

// 2 kernels of 3 x 3 on 2 channels, of both signs, as JSON has them: [row][column][channel][kernel].
std::int32_t weightAt(std::uint64_t row, std::uint64_t column, std::uint64_t channel, std::uint64_t kernel) {
    return static_cast<std::int32_t>((row * 7 + column * 5 + channel * 3 + kernel * 2) % 9) - 4;
}
Tensor weights(DType type) {
    Tensor out(type, {3, 3, 2, 2});
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const std::int32_t w = weightAt(i / 12, i / 4 % 3, i / 2 % 2, i % 2);
        if (type == DType::I8)
            out.set(i, static_cast<std::int8_t>(w));
        else
            out.set(i, static_cast<float>(w) / 8);
    }
    return out;
}
Tensor bias(DType type) {
    Tensor out(type == DType::I8 ? DType::I32 : DType::F32, {2});
    if (type == DType::I8)
        out.set(0, std::int32_t{-40}), out.set(1, std::int32_t{25});
    else
        out.set(0, -0.5f), out.set(1, 0.25f);
    return out;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }
// A network of the layers; "c" is a strided convolution that says more.
network::Network parsed(bool integers, const std::string& more, const std::string& others,
                        const std::string& outputs) {
    const DType type = integers ? DType::I8 : DType::F32;
    const std::string requant =
        integers ? R"(, "requant": {"multiplier": 3, "shift": 4, "zero": -7})" : std::string();
    const std::string text =
        R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": )" +
        quoted(integers ? "i8" : "f32") + R"(, "input": {"name": "x", "shape": [7, 8, 2])" +
        (integers ? R"(, "zero": 2)" : R"(, "range": [-1, 1])") +
        R"(}, "layers": [{"name": "c", "kind": "conv", "inputs": ["x"], "kernel": [3, 3], "stride": [2, 3],
             "pad": [1, 1, 0, 1], "weights": "w.npy", "bias": "b.npy")" +
        requant + more + "}" + others + R"(], "outputs": )" + outputs + "}";
    auto out = network::parseNetwork(text, Place::kNoFile, [&](const std::string& name) -> Result<Tensor> {
        return name == "w.npy" ? weights(type) : bias(type);
    });
    LW_REQUIRE(bool(out), out ? "" : textOf(out.problem()).c_str());
    return *std::move(out);
}
network::Network fused(bool integers, const std::string& activation) {
    return parsed(integers, R"(, "activation": )" + quoted(activation), "", R"(["c"])");
}
network::Network apart(bool integers, const std::string& activation) {
    return parsed(integers, "", R"(, {"name": "y", "inputs": ["c"], "kind": )" + quoted(activation) + "}",
                  R"(["y"])");
}

template <typename T> std::string raw(const std::vector<T>& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
// The same as apart(false, ...), as an exporter writes it.
network::Network fromOnnx(const std::string& operation) {
    using namespace test::onnx;
    std::vector<float> numbers; // [kernel][channel][row][column]
    for (std::uint64_t i = 0; i < 36; ++i)
        numbers.push_back(static_cast<float>(weightAt(i / 3 % 3, i % 3, i / 9 % 2, i / 18)) / 8);
    const std::string attributes =
        integers("kernel_shape", {3, 3}) + integers("strides", {2, 3}) + integers("pads", {1, 0, 1, 1});
    const std::string file =
        modelOf({node("Conv", {"x", "w", "b"}, {"c"}, attributes), node(operation, {"c"}, {"y"})},
                {tensorOf("w", 1, {2, 2, 3, 3}, raw(numbers)),
                 tensorOf("b", 1, {2}, raw(std::vector<float>{-0.5f, 0.25f}))},
                input("x", {1, 2, 7, 8}), {"y"});
    auto out = network::importOnnx(std::as_bytes(std::span(file)), "n.onnx");
    LW_REQUIRE(bool(out), out ? "" : textOf(out.problem()).c_str());
    out->name = "n";
    out->input.range = {-1, 1};
    return *std::move(out);
}

Tensor picture(bool integers) {
    Tensor out(integers ? DType::I8 : DType::F32, {7, 8, 2});
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const auto code = static_cast<std::int32_t>(i * 37 % 255) - 127;
        if (integers)
            out.set(i, static_cast<std::int8_t>(code));
        else
            out.set(i, static_cast<float>(code) / 128);
    }
    return out;
}

} // namespace

class TestFoldedActivations : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void sameAsInTheLayer_data() {
        QTest::addColumn<bool>("integers");
        QTest::addColumn<QString>("activation");
        QTest::addColumn<QString>("operation"); // of ONNX; empty: none
        QTest::addColumn<QString>("chosen");
        QTest::newRow("float32 relu") << false << "relu"
                                      << "Relu"
                                      << "mask-max";
        QTest::newRow("float32 sigmoid") << false << "sigmoid"
                                         << "Sigmoid"
                                         << "mask-max";
        QTest::newRow("float32 tanh") << false << "tanh"
                                      << "Tanh"
                                      << "mask-sum";
        QTest::newRow("int8 relu") << true << "relu"
                                   << ""
                                   << "mask-max";
    }
    // In every mode: the same program, but for the name of what it brings to the host, report and bits.
    void sameAsInTheLayer() {
        QFETCH(bool, integers);
        QFETCH(QString, activation);
        QFETCH(QString, operation);
        QFETCH(QString, chosen);
        const network::Network one = fused(integers, activation.toStdString());
        std::vector<network::Network> others{apart(integers, activation.toStdString())};
        if (!operation.isEmpty()) others.push_back(fromOnnx(operation.toStdString()));
        const test::Circuit circuit = test::teachingCircuit();
        std::vector<std::optional<Mode>> all{std::nullopt};
        for (const ModeRow& row : modes()) all.emplace_back(row.mode);
        int compared = 0;
        for (const std::optional<Mode>& mode : all) {
            Options options;
            options.mode = mode;
            const auto lowering = strideKernels(one, circuit.limits, options);
            QVERIFY(lowering || mode); // some mode fits
            if (!lowering) {
                for (const network::Network& other : others)
                    QVERIFY(!strideKernels(other, circuit.limits, options));
                continue;
            }
            const test::LoweredRun wanted = test::runLowered(one, circuit, picture(integers), options);
            QVERIFY2(wanted.failure.empty(), wanted.failure.c_str());
            const LayerReport& layer = wanted.lowering.report.layers.at(0);
            if (!mode) QCOMPARE(QString::fromStdString(std::string(nameOf(layer.mode))), chosen);
            for (const network::Network& other : others) {
                const test::LoweredRun got = test::runLowered(other, circuit, picture(integers), options);
                QVERIFY2(got.failure.empty(), got.failure.c_str());
                Report report = got.lowering.report;
                QCOMPARE(report.outputs.at(0).name, std::string("y"));
                report.outputs[0].name = "c";
                QVERIFY(report == wanted.lowering.report);
                QCOMPARE(got.unexpected, 0u);
                QCOMPARE(got.lowering.plan.hostNames.at(1), "y");
                QVERIFY(got.find("y") && wanted.find("c") && *got.find("y") == *wanted.find("c"));
                QVERIFY(got.lowering.text.find("# y is computed as the activation of c.") !=
                        std::string::npos);
                ++compared;
            }
        }
        QVERIFY(compared >= 8);
    }

    void notFolded_data() {
        QTest::addColumn<QString>("others");
        QTest::addColumn<QString>("outputs");
        const QString relu = R"(, {"name": "y", "kind": "relu", "inputs": ["c"]})";
        QTest::newRow("the sums are an output") << relu << R"(["y", "c"])";
        QTest::newRow("another layer reads them")
            << relu + R"(, {"name": "z", "kind": "tanh", "inputs": ["c"]})"
            << R"(["y", "z"])";
        QTest::newRow("an addition reads them")
            << relu + R"(, {"name": "z", "kind": "add", "inputs": ["y", "c"]})"
            << R"(["z"])";
        QTest::newRow("another layer stands between")
            << R"(, {"name": "f", "kind": "flatten", "inputs": ["c"]},
                   {"name": "y", "kind": "relu", "inputs": ["f"]})"
            << R"(["y"])";
    }
    void notFolded() {
        QFETCH(QString, others);
        QFETCH(QString, outputs);
        const network::Network given = parsed(false, "", others.toStdString(), outputs.toStdString());
        QCOMPARE(network::withActivationsFolded(given).get(), &given);
        const test::LoweredRun run =
            test::runLowered(given, test::teachingCircuit(), picture(false), Options{});
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        QCOMPARE(run.unexpected, 0u);
        QCOMPARE(run.lowering.report.layers.at(0).mode, Mode::MaskSum);
    }
    // A layer has one activation; the second stays a layer.
    void activationsInARow() {
        const network::Network given = parsed(false, "",
                                              R"(, {"name": "t", "kind": "tanh", "inputs": ["c"]},
                                                   {"name": "r", "kind": "relu", "inputs": ["t"]},
                                                   {"name": "z", "kind": "add", "inputs": ["t", "r"]},
                                                   {"name": "s", "kind": "sigmoid", "inputs": ["z"]})",
                                              R"(["t", "s"])");
        const auto folded = network::withActivationsFolded(given);
        QCOMPARE(folded->layers.size(), 3u);
        QCOMPARE(folded->layers[0].activation, network::Activation::Tanh);
        QCOMPARE(folded->layers[0].activationLayer, "t");
        QCOMPARE(folded->layers[1].kind, network::Kind::Relu);
        QCOMPARE(folded->layers[1].inputs, std::vector<network::ValueId>{1});
        QCOMPARE(folded->layers[2].inputs, (std::vector<network::ValueId>{1, 2}));
        QCOMPARE(folded->layers[2].activation, network::Activation::Sigmoid);
        QCOMPARE(folded->outputs, (std::vector<network::ValueId>{1, 3}));
        const test::LoweredRun run =
            test::runLowered(given, test::teachingCircuit(), picture(false), Options{});
        QVERIFY2(run.failure.empty(), run.failure.c_str());
        QCOMPARE(run.unexpected, 0u);
        QVERIFY(run.find("t") && run.find("s"));
    }
};

int tst_folded_activations(int argc, char** argv) {
    return lw::tests::run<TestFoldedActivations, QCoreApplication>(argc, argv);
}
#include "tst_folded_activations.moc"
