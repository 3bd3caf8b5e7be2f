// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/random_recurrent.h"

#include "core/base/check.h"
#include "core/network/shapes.h"

#include <random>
#include <utility>

namespace lw::test {

namespace {

using network::Kind;
using network::Layer;
using network::Network;
using network::RecurrentOutput;
using tensor::Tensor;

Tensor random(tensor::Shape shape, float most, std::mt19937& numbers) {
    Tensor out(tensor::DType::F32, std::move(shape));
    std::uniform_real_distribution<float> number(-most, most);
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, number(numbers));
    return out;
}

void add(Network& network, Layer layer, const char* name) {
    layer.name = name;
    layer.inputs = {network.layers.size()};
    const auto inferred = network::inferShape(network, layer);
    LW_REQUIRE(bool(inferred), "a layer of a test is wrong");
    network.layers.push_back(std::move(layer));
    network.outputs = {network.layers.size()};
}

} // namespace

Layer recurrentLayer(const RecurrentShape& shape, std::uint32_t seed) {
    std::mt19937 numbers(seed);
    const std::uint64_t hidden = shape.hidden, width = (shape.kind == Kind::Lstm ? 4 : 3) * hidden;
    Layer out;
    out.kind = shape.kind;
    out.weights = random({shape.features, width}, 0.8f, numbers);
    out.recurrent.weights = random({hidden, width}, 0.8f, numbers);
    if (shape.hasBias) {
        out.bias = random({width}, 1, numbers);
        if (seed % 3 != 0) out.recurrent.bias = random({width}, 1, numbers);
    }
    if (shape.hasPeephole) out.recurrent.peephole = random({3 * hidden}, 1, numbers);
    if (shape.hasBeginning) {
        out.recurrent.initialHidden = random({hidden}, 1, numbers);
        if (shape.kind == Kind::Lstm) out.recurrent.initialCell = random({hidden}, 2, numbers);
    }
    out.recurrent.output = shape.output;
    out.recurrent.linearBeforeReset = shape.isLinear;
    return out;
}

Network networkOf(Layer layer, const RecurrentShape& shape) {
    Network out;
    out.name = "recurrent";
    out.input.shape = {1, shape.steps, shape.features};
    add(out, std::move(layer), "r");
    return out;
}

Tensor randomSteps(const RecurrentShape& shape, std::uint32_t seed) {
    std::mt19937 numbers(seed);
    return random({1, shape.steps, shape.features}, 2, numbers);
}

RandomRecurrent::RandomRecurrent(std::uint32_t seed) {
    std::mt19937 numbers(seed);
    const auto below = [&](std::uint32_t count) { return static_cast<std::uint32_t>(numbers() % count); };
    shape.kind = below(2) == 0 ? Kind::Lstm : Kind::Gru;
    const bool isLstm = shape.kind == Kind::Lstm;
    shape.output = static_cast<RecurrentOutput>(below(isLstm ? 3 : 2));
    shape.steps = 1 + below(7);
    shape.features = 1 + below(9);
    shape.hidden = 1 + below(13);
    shape.hasPeephole = isLstm && below(2) == 0;
    shape.isLinear = !isLstm && below(2) == 0;
    shape.hasBias = below(3) != 0;
    shape.hasBeginning = below(2) == 0;
    x = randomSteps(shape, seed);
    network = networkOf(recurrentLayer(shape, seed), shape);
    if (shape.output == RecurrentOutput::Sequence && below(2) == 0) { // a second one reads every step
        RecurrentShape second = shape;
        second.features = shape.hidden;
        second.hidden = 1 + below(6);
        add(network, recurrentLayer(second, seed + 1), "s");
    }
    if (network.layers.back().shape.size() == 3 && below(2) == 0) { // some steps, or the last one
        Layer take;
        take.kind = Kind::Take;
        take.axis = 1;
        for (std::int64_t i = below(shape.steps); i < shape.steps; ++i) take.indices.push_back(i);
        add(network, std::move(take), "some");
    }
    if (below(2) == 0) {
        Layer dense;
        dense.kind = Kind::Dense;
        dense.weights = random({*tensor::countOf(network.layers.back().shape), 1 + below(6)}, 0.5f, numbers);
        add(network, std::move(dense), "y");
    }
}

} // namespace lw::test
