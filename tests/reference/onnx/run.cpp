// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/run.h"

#include "tests/reference/random.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace reference::onnx {

namespace {

// How many terms the sums of a node have.
double termsOf(const Call& call) {
    const auto product = [](const Shape& shape, std::size_t from) {
        return static_cast<double>(
            countOf(Shape(shape.begin() + std::ptrdiff_t(std::min(from, shape.size())), shape.end())));
    };
    const std::string& name = call.node.operation;
    if (name == "Conv") return product(call.in(1).shape, 1);
    if (name == "ConvTranspose")
        return static_cast<double>(call.in(1).extent(0)) * product(call.in(1).shape, 2);
    if (name == "Gemm" || name == "MatMul") return static_cast<double>(call.in(0).shape.back());
    if (name == "AveragePool") return static_cast<double>(countOf(call.node.integers("kernel_shape", {})));
    if (name.rfind("Global", 0) == 0 || name.rfind("Reduce", 0) == 0) return product(call.in(0).shape, 2);
    if (name.find("Softmax") != std::string::npos) return product(call.in(0).shape, 1);
    return 4; // batch normalisation and what has fewer operations
}

// Operators whose results are elements of their inputs, or chosen among them, are not rounded.
bool isRounded(const std::string& operation) {
    static const char* const kExact[]{"Concat",          "Reshape",  "Transpose", "Flatten",  "Slice",
                                      "Split",           "Pad",      "MaxPool",   "Relu",     "Clip",
                                      "Dropout",         "Constant", "Gather",    "Identity", "Squeeze",
                                      "ConstantOfShape", "Unsqueeze"};
    return std::none_of(std::begin(kExact), std::end(kExact), [&](const char* e) { return operation == e; });
}

void addRoundings(Tensor& result, double terms, Random& random) {
    double squares = 0;
    for (const double x : result.values) squares += x * x;
    const double size =
        std::sqrt(squares / static_cast<double>(std::max<std::size_t>(result.values.size(), 1)));
    const double error = 0x1p-24 * std::sqrt(terms) * size;
    for (double& x : result.values) x += error * static_cast<double>(random.symmetric(1));
}

std::vector<Tensor> runAll(const Graph& graph, Values values, Random* random) {
    values.insert(graph.initializers.begin(), graph.initializers.end());
    for (const Node& node : graph.nodes) {
        const Call call = callOf(node, values, graph.operatorSet);
        Outputs outputs = outputsOf(call);
        const bool rounds = random && isRounded(node.operation) && !outputs[0].isWhole;
        if (rounds) addRoundings(outputs[0], termsOf(call), *random);
        for (std::size_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i)
            values[node.outputs[i]] = std::move(outputs[i]);
    }
    std::vector<Tensor> out;
    for (const std::string& name : graph.outputs) {
        if (values.count(name) == 0) throw std::runtime_error("nothing makes the output '" + name + "'");
        out.push_back(values[name]);
    }
    return out;
}

} // namespace

const Tensor& Call::in(std::size_t input) const {
    if (!has(input)) throw std::runtime_error(node.operation + " lacks input " + std::to_string(input));
    return *inputs[input];
}

Shape Call::numbers(std::string_view attribute, std::size_t input, const Shape& otherwise) const {
    if (node.has(attribute)) return node.integers(attribute, {});
    return has(input) ? in(input).numbers() : otherwise;
}

Operator operatorOf(std::string_view name) {
    static const std::map<std::string_view, Operator> kAll = [] {
        std::map<std::string_view, Operator> all;
        for (const auto& some : {windowOperators(), elementwiseOperators(), channelOperators(),
                                 placeOperators(), resizeOperators(), quantisedOperators()})
            for (const NamedOperator& one : some) all[one.name] = one.run;
        return all;
    }();
    const auto at = kAll.find(name);
    return at == kAll.end() ? nullptr : at->second;
}

Call callOf(const Node& node, const Values& values, std::int64_t operatorSet) {
    Call call{node, {}, operatorSet};
    for (const std::string& name : node.inputs) {
        const auto at = values.find(name);
        if (!name.empty() && at == values.end())
            throw std::runtime_error(node.operation + " reads '" + name + "', which nothing makes");
        call.inputs.push_back(name.empty() ? nullptr : &at->second);
    }
    return call;
}

Outputs outputsOf(const Call& call) {
    const Operator found = operatorOf(call.node.operation);
    if (!found) throw std::runtime_error("the operator " + call.node.operation + " is not known here");
    return found(call);
}

std::vector<Tensor> run(const Graph& graph, Values values) {
    return runAll(graph, std::move(values), nullptr);
}

std::vector<Tensor> runWithRoundings(const Graph& graph, Values values, std::uint64_t seed) {
    Random random(seed);
    return runAll(graph, std::move(values), &random);
}

} // namespace reference::onnx
