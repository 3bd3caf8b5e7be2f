// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/recurrent.h"
#include "core/network/shapes.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/tensor/npy.h"
#include "tests/core/chips/nnp/software_files.h"
#include "tests/core/lower/processor/processor_runs.h"
#include "tests/core/lower/processor/random_recurrent.h"
#include "tests/core/lower/processor/software_runs.h"
#include "tests/support/run_test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <utility>
#include <vector>

using namespace lw;
using namespace lw::test;
using network::Kind;
using tensor::DType;
using tensor::Tensor;

namespace {

using Arrays = std::map<std::string, Tensor>; // by the parameter that they are for

Tensor randomArray(tensor::Shape shape, std::uint32_t seed) {
    Tensor out(DType::F32, std::move(shape));
    std::uint32_t state = seed * 2654435761u + 1;
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        state = state * 1664525u + 1013904223u;
        out.set(i, static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31f);
    }
    return out;
}

network::Network networkOfOne(network::Layer layer, tensor::Shape input) {
    network::Network out;
    out.name = "one";
    out.input.shape = std::move(input);
    layer.name = "y";
    layer.inputs = {0};
    out.layers = {std::move(layer)};
    out.outputs = {1};
    if (!network::inferShapes(out)) qFatal("a layer of a test is wrong");
    return out;
}

// [..., inputs, outputs] as [outputs, ..., inputs].
Tensor outputsFirst(const Tensor& weights) {
    const std::uint64_t width = weights.shape().back(), inputs = weights.count() / width;
    tensor::Shape shape = weights.shape();
    shape.pop_back();
    shape.insert(shape.begin(), width);
    Tensor out(DType::F32, shape);
    for (std::uint64_t i = 0; i < inputs; ++i)
        for (std::uint64_t o = 0; o < width; ++o) out.set(o * inputs + i, weights.at<float>(i * width + o));
    return out;
}

// As ONNX has them: gates one below the other, biases of x before those of h.
Arrays arraysOf(const network::Layer& layer) {
    Arrays out;
    if (!network::isRecurrent(layer)) {
        out.emplace("y_weights", outputsFirst(layer.weights));
        if (layer.bias) out.emplace("y_bias", *layer.bias);
        return out;
    }
    out.emplace("r_W", outputsFirst(layer.weights));
    out.emplace("r_R", outputsFirst(layer.recurrent.weights));
    const std::uint64_t width = layer.weights.shape().back();
    Tensor biases(DType::F32, {2 * width});
    for (std::uint64_t i = 0; i < width; ++i) {
        biases.set(i, layer.bias ? layer.bias->at<float>(i) : 0.0f);
        biases.set(width + i, layer.recurrent.bias ? layer.recurrent.bias->at<float>(i) : 0.0f);
    }
    out.emplace("r_B", std::move(biases));
    if (layer.recurrent.peephole) out.emplace("r_peephole", *layer.recurrent.peephole);
    const Tensor zeros(DType::F32, {layer.recurrent.weights.shape().front()});
    out.emplace("r_initial_h", layer.recurrent.initialHidden.value_or(zeros));
    out.emplace("r_initial_c", layer.recurrent.initialCell.value_or(zeros));
    return out;
}

// What the module prepares is what the lowering has written; and undone it is the arrays again, in FP16.
constexpr const char* kPrepares = R"py(
import importlib
import inspect
import os
import sys

import numpy as np

os.chdir(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.getcwd())
module = importlib.import_module(sys.argv[1])
codes = module.blockfloat.codes
for memory, prepare, undo in ("mdram", "prepared_weights", "weights_of"), ("vdram", "prepared_vectors", "vectors_of"):
    held = np.load(memory + ".npy").view(np.uint16) if os.path.exists(memory + ".npy") else None
    if held is None:
        assert not hasattr(module, prepare), memory
        continue
    prepare, undo = getattr(module, prepare), getattr(module, undo)
    names = list(inspect.signature(prepare).parameters)
    arrays = [np.load(name + ".npy") for name in names]
    made = prepare(*arrays)
    assert codes(made).shape == held.shape and (codes(made) == held).all(), memory
    again = undo(made)
    again = again if isinstance(again, tuple) else (again,)
    assert (codes(prepare(*again)) == held).all(), memory
    for name, array, one in zip(names, arrays, again):
        assert name == "r_B" or (array.astype(np.float16).ravel() == one.ravel()).all(), name
    for i, array in enumerate(arrays):  # with axes in another order
        turned = np.moveaxis(array, 0, -1)
        if turned.shape[-1] == array.shape[-1]:
            continue
        try:
            prepare(*arrays[:i], turned, *arrays[i + 1:])
        except ValueError as error:
            assert "is wanted" in str(error), error
        else:
            raise AssertionError(names[i])
)py";

// The program in C++ writes the same arrays of DRAM.
void preparesInCpp(const QTemporaryDir& folder) {
    const QString program = folder.filePath("program");
    QCOMPARE(saidBy("g++", {"-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-o", program,
                            folder.filePath("software.cpp")}),
             QString());
    const auto memories = [&] {
        std::vector<std::pair<tensor::Shape, std::vector<std::byte>>> out;
        for (const char* name : {"mdram.npy", "vdram.npy"})
            if (const auto array = tensor::readNpy(folder.filePath(name).toStdString()))
                out.emplace_back(array->shape(), std::vector(array->bytes().begin(), array->bytes().end()));
        return out;
    };
    const auto wanted = memories();
    QVERIFY(!wanted.empty());
    for (const char* name : {"mdram.npy", "vdram.npy"}) QFile::remove(folder.filePath(name));
    QCOMPARE(saidBy(program, {folder.path(), "--prepare-weights"}), QString());
    QVERIFY(memories() == wanted);
}

void preparesIn(const network::Network& network, const std::string& machine, const QTemporaryDir& folder,
                bool inEveryLanguage = true) {
    const auto lowered = project::lowerForProcessor(network, machine, nullptr);
    QVERIFY2(bool(lowered), lowered ? "" : textOf(lowered.problem()).c_str());
    const auto loaded = project::loadWritten(lowered->lowering, lowered->machine);
    QVERIFY2(bool(loaded), loaded ? "" : textOf(loaded.problem()).c_str());
    writeSoftware(*loaded, softwareFor(*loaded), folder.path());
    for (const auto& [name, array] : arraysOf(network.layers.front()))
        QVERIFY(bool(
            tensor::writeNpy(folder.filePath(QString::fromStdString(name) + ".npy").toStdString(), array)));
    const QString script = folder.filePath("prepares.py");
    writeText(script, kPrepares);
    QVERIFY(!textOfFile(folder.filePath("software_numpy.py")).contains("no hint says"));
    const auto said = [&](const QStringList& words) {
        return saidBy("/usr/bin/python3", QStringList{"-B"} + words);
    };
    QCOMPARE(said({"-W", "error", script, "software_numpy"}), QString());
    if (!inEveryLanguage) return;
    preparesInCpp(folder);
    QCOMPARE(said({folder.filePath("tensorflow_standin.py"), script, "software_tensorflow"}), QString());
    if (said({"-c", "import torch"}).isEmpty()) QCOMPARE(said({script, "software_torch"}), QString());
}

} // namespace

// A person's own weights, prepared by functions of the software, are the arrays that the lowering wrote.
class TestPreparation : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void layers_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("dense, 5 x 6 in tiles of 4") << 0;
        QTest::newRow("dense, matrices for each product") << 1;
        QTest::newRow("convolution") << 2;
        QTest::newRow("sigmoid without a bias") << 3;
    }
    void layers() {
        QFETCH(int, number);
        network::Layer layer;
        layer.kind = number == 2 ? Kind::Conv : Kind::Dense;
        layer.weights = number == 0   ? randomArray({6, 5}, 1)
                        : number == 1 ? randomArray({9, 17}, 2)
                        : number == 2 ? randomArray({3, 2, 5, 6}, 3)
                                      : randomArray({6, 8}, 4);
        if (number != 3) layer.bias = randomArray({layer.weights.shape().back()}, 9);
        if (number == 3) layer.activation = network::Activation::Sigmoid;
        if (number == 2) layer.kernel = {3, 2};
        const tensor::Shape input =
            number == 2 ? tensor::Shape{6, 5, 5} : tensor::Shape{layer.weights.shape()[0]};
        QTemporaryDir folder;
        preparesIn(networkOfOne(std::move(layer), input),
                   machineFile(folder, with(kLarge, {{"matrices", number == 1 ? 3 : 4096}})), folder);
    }

    void recurrent_data() {
        QTest::addColumn<bool>("isLstm");
        QTest::addColumn<bool>("isOther"); // with peepholes; with the reset after the product
        QTest::addColumn<int>("matrices");
        QTest::newRow("lstm") << true << false << 4096;
        QTest::newRow("lstm with peepholes, matrices for each product") << true << true << 3;
        QTest::newRow("gru") << false << false << 4096;
        QTest::newRow("gru with the reset behind the product") << false << true << 3;
    }
    void recurrent() {
        QFETCH(bool, isLstm);
        QFETCH(bool, isOther);
        QFETCH(int, matrices);
        RecurrentShape shape{isLstm ? Kind::Lstm : Kind::Gru, {}, 3, 6, 7};
        shape.hasPeephole = isLstm && isOther;
        shape.isLinear = !isLstm && isOther;
        for (const std::uint32_t seed : {7u, 9u}) { // with both biases, and with one of them
            QTemporaryDir folder;
            preparesIn(
                networkOf(recurrentLayer(shape, seed), shape),
                machineFile(folder, with(kLarge, {{"matrices", static_cast<std::uint32_t>(matrices)}})),
                folder, seed == 7);
        }
    }
};

int tst_preparation(int argc, char** argv) { return lw::tests::run<TestPreparation>(argc, argv); }
#include "tst_preparation.moc"
