// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/recurrent_cases.h"

#include "core/network/onnx_import.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/core/network/onnx_cases.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace lw::test::onnx {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

// One item of a tensor whose batch is this extent.
Tensor itemOf(const Tensor& all, std::size_t axis, std::uint64_t item) {
    Shape shape = all.shape();
    std::uint64_t run = tensor::sizeOf(all.dtype()), pieces = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) (i < axis ? pieces : run) *= i == axis ? 1 : shape[i];
    const std::uint64_t batch = shape[axis];
    shape[axis] = 1;
    Tensor out(all.dtype(), shape);
    for (std::uint64_t piece = 0; piece < pieces; ++piece)
        std::copy_n(all.bytes().data() + (piece * batch + item) * run, run, out.bytes().data() + piece * run);
    return out;
}

// A case of ONNX as its items: each a file with a batch of 1.
struct ItemCase {
    network::onnx::Node node;
    std::vector<Tensor> given, wanted; // of all items
    bool isBatchFirst = false;
};
ItemCase loadCase(const QString& folder) {
    const std::vector<std::byte> model = bytesOf(folder + "/model.onnx");
    const auto graph = network::onnx::parseModel(model, "case");
    LW_REQUIRE(graph && graph->nodes.size() == 1, "a case is one node");
    ItemCase out;
    out.node = graph->nodes[0];
    const auto layout = out.node.attributes.find("layout");
    out.isBatchFirst = layout != out.node.attributes.end() && layout->second.integer == 1;
    const auto read = [&](const char* kind, std::size_t i) {
        return tensorIn(folder + QString("/test_data_set_0/%1_%2.pb").arg(kind).arg(i));
    };
    for (std::size_t i = 0; i < graph->inputs.size(); ++i) out.given.push_back(read("input", i));
    for (std::size_t i = 0; i < graph->outputs.size(); ++i) out.wanted.push_back(read("output", i));
    return out;
}
std::string modelOfItem(const ItemCase& test) {
    std::string node;
    std::vector<std::string> outputs;
    for (const std::string& name : test.node.inputs) node += part(1, name);
    for (const std::string& name : test.node.outputs) {
        node += part(2, name);
        if (!name.empty()) outputs.push_back(name);
    }
    node += part(4, test.node.operation);
    for (const auto& [name, attribute] : test.node.attributes)
        node += integer(name, static_cast<std::uint64_t>(*attribute.integer));
    const Shape& x = test.given[0].shape();
    const auto extent = [&](std::size_t i) {
        return i == (test.isBatchFirst ? 0 : 1) ? 1 : static_cast<std::int64_t>(x[i]);
    };
    return modelOf({part(1, node)}, {}, input(test.node.inputs[0], {extent(0), extent(1), extent(2)}),
                   outputs, 14);
}

CaseItem itemIn(const ItemCase& test, const std::string& model, std::uint64_t item) {
    std::vector<network::onnx::NamedTensor> constants;
    std::size_t number = 0; // of what the case gives
    for (std::size_t i = 0; i < test.node.inputs.size(); ++i) {
        if (test.node.inputs[i].empty()) continue;
        const Tensor& given = test.given[number++];
        const bool isByItem = i >= 4 && i <= 6; // sequence_lens, initial_h, initial_c
        if (i > 0)
            constants.push_back(
                {test.node.inputs[i], isByItem ? itemOf(given, i == 4 ? 0 : 1, item) : given});
    }
    CaseItem out{network::importOnnx(std::as_bytes(std::span(model)), "case", constants),
                 itemOf(test.given[0], test.isBatchFirst ? 0 : 1, item),
                 {}};
    if (out.network)
        out.x = Tensor(DType::F32, out.network->input.shape, {out.x.bytes().begin(), out.x.bytes().end()});
    for (const Tensor& all : test.wanted)
        out.wanted.push_back(itemOf(all, test.isBatchFirst ? 0 : all.shape().size() - 2, item));
    return out;
}

} // namespace

std::vector<CaseItem> itemsOfCase(const QString& folder) {
    const ItemCase test = loadCase(folder);
    const std::string model = modelOfItem(test);
    std::vector<CaseItem> out;
    for (std::uint64_t item = 0; item < test.given[0].shape()[test.isBatchFirst ? 0 : 1]; ++item)
        out.push_back(itemIn(test, model, item));
    return out;
}

} // namespace lw::test::onnx
