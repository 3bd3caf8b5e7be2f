// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/random_graph.h"

#include "tests/reference/onnx/run.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lw::test::onnx {

namespace plain = reference::onnx;

namespace {

constexpr std::int64_t kMostElements = 4000; // of an item

Extents inputOf(std::uint32_t seed) {
    std::mt19937 random(seed ^ 0x9e3779b9u);
    const auto some = [&](std::uint32_t least, std::uint32_t most) {
        return static_cast<std::int64_t>(least + random() % (most - least + 1));
    };
    const std::int64_t batch = some(1, 2);
    switch (random() % 8) {
    case 0: return {batch, some(2, 12)};
    case 1: return {batch, some(2, 5), some(2, 6)};
    default: break;
    }
    Extents image{batch, some(1, 6), some(3, 9), some(3, 9)};
    if (image[1] == image[2]) image[3] += image[2] == image[3]; // so that it is known which extent is which
    return image;
}

} // namespace

RandomGraph::RandomGraph(std::uint32_t seed) : m_random(seed), m_writer(13 + 4 * (seed % 2), inputOf(seed)) {
    input = plain::Tensor(inputOf(seed));
    std::uniform_real_distribution<float> around(-1, 1);
    for (double& value : input.values) value = static_cast<double>(around(m_random));
    m_values.push_back({"x", input});
    for (std::int64_t left = 2 + below(7); left > 0; --left) add();
    output = m_values.back().tensor;
    model = m_writer.model({m_values.back().name});
}

// One more node, if it fits and its numbers stay in bounds.
void RandomGraph::add() {
    const ExportWriter before = m_writer;
    const Value from =
        below(4) == 0 ? m_values[std::size_t(below(std::int64_t(m_values.size())))] : m_values.back();
    const auto name = from.rank() == 4 && below(3) > 0 ? ofImage(from) : ofAny(from);
    const auto refuse = [&] { m_writer = before; };
    if (!name) return refuse();
    try {
        const plain::Tensor made = plain::run(plain::graphOf(m_writer.model({*name})), {{"x", input}}).at(0);
        const bool isFinite = std::all_of(made.values.begin(), made.values.end(),
                                          [](double v) { return std::isfinite(v) && std::fabs(v) < 1e6; });
        if (!isFinite || made.values.empty() || made.rank() < 2 || made.extent(0) != input.extent(0) ||
            std::int64_t(made.values.size()) > kMostElements * input.extent(0))
            return refuse();
        operators += " " + *name;
        m_values.push_back({*name, made});
    } catch (const std::exception&) {
        refuse();
    }
}

std::optional<std::string> RandomGraph::ofImage(const Value& x) {
    switch (below(9)) {
    case 0:
    case 1: return window(x, false);
    case 2: return pooled(x);
    case 3: return m_writer.node(maybe() ? "GlobalAveragePool" : "GlobalMaxPool", {x.name});
    case 4: return m_writer.batchNorm(x.name, x.extent(1));
    case 5: return resized(x);
    case 6: return m_writer.node("PRelu", {x.name, m_writer.weights({x.extent(1), 1, 1}, 1)});
    case 7:
        return m_writer.node("LRN", {x.name},
                             integerAttribute("size", 1 + below(5)) + realAttribute("alpha", 0.5f) +
                                 realAttribute("beta", 0.75f) + realAttribute("bias", 1));
    default: return m_writer.mean(x.name, maybe());
    }
}

std::string RandomGraph::window(const Value& x, bool isPool) {
    Window w{1 + below(3), 1 + below(3), below(2), 1, 1 + below(2)};
    if (isPool) return m_writer.maxPool(x.name, {w.kernel, w.stride, w.kernel > 1 ? w.pad : 0}, maybe());
    if (below(4) == 0)
        return m_writer.convTranspose(x.name, x.extent(1), 1 + below(4), {w.kernel, w.stride, 0});
    const std::int64_t groups[]{1, x.extent(1), x.extent(1) % 2 == 0 ? 2 : 1};
    w.groups = groups[below(3)];
    return m_writer.conv(x.name, x.extent(1), w.groups * (1 + below(3)), w);
}
std::string RandomGraph::pooled(const Value& x) {
    if (maybe()) return window(x, true);
    const std::int64_t kernel = 1 + below(3), pad = kernel > 1 ? below(2) : 0;
    return m_writer.node("AveragePool", {x.name},
                         integerAttribute("ceil_mode", below(2)) +
                             integersAttribute("kernel_shape", {kernel, kernel}) +
                             integersAttribute("pads", {pad, 0, pad, pad}) +
                             integersAttribute("strides", {1 + below(2), 1 + below(3)}) +
                             integerAttribute("count_include_pad", below(2)));
}
std::string RandomGraph::resized(const Value& x) {
    constexpr const char* kCoordinates[]{"asymmetric", "half_pixel", "align_corners", "pytorch_half_pixel"};
    const char* const mode = maybe() ? "nearest" : "linear";
    return m_writer.resize(x.name, mode, kCoordinates[below(4)],
                           static_cast<float>(1 + below(3)) / (maybe() ? 1 : 2));
}

std::optional<std::string> RandomGraph::ofAny(const Value& x) {
    switch (below(12)) {
    case 0: return padded(x);
    case 1: return sliced(x);
    case 2: return transposed(x);
    case 3: return reshaped(x);
    case 4: return joined(x);
    case 5: return withConstant(x);
    case 6: return product(x);
    case 7: return m_writer.flatten(x.name);
    case 8: return m_writer.unsqueeze(x.name, axisOf(x));
    case 9:
        return m_writer.node(maybe() ? "Softmax" : "LogSoftmax", {x.name},
                             integerAttribute("axis", axisOf(x)));
    case 10: return m_writer.node("ArgMax", {x.name}, integerAttribute("axis", axisOf(x)));
    default: return elementwise(x);
    }
}

std::string RandomGraph::padded(const Value& x) {
    constexpr const char* kModes[]{"constant", "reflect", "edge"};
    Extents pads(std::size_t(2 * x.rank()), 0);
    for (std::int64_t axis = 1; axis < x.rank(); ++axis) {
        pads[std::size_t(axis)] = below(3);
        pads[std::size_t(axis + x.rank())] = below(4) - 1;
    }
    const std::int64_t mode = below(3);
    std::vector<std::string> inputs{x.name, m_writer.integers(pads)};
    if (mode == 0) inputs.push_back(m_writer.number(0.5f));
    return m_writer.node("Pad", inputs, textAttribute("mode", kModes[mode]));
}
std::string RandomGraph::sliced(const Value& x) {
    const std::int64_t axis = axisOf(x), extent = x.extent(axis), step = below(5) - 2;
    if (maybe()) {
        const std::int64_t first = below(extent), rest = extent - first;
        if (first == 0 || extent < 2) return m_writer.node("Identity", {x.name});
        const auto parts = m_writer.nodeOf(2, "Split", {x.name, m_writer.integers({first, rest})},
                                           integerAttribute("axis", axis));
        return parts[std::size_t(below(2))];
    }
    if (step < 0) return m_writer.slice(x.name, axis, below(extent) - extent, -extent - 1, step);
    return m_writer.slice(x.name, axis, below(extent), extent - below(extent), step == 0 ? 1 : step);
}
std::string RandomGraph::transposed(const Value& x) {
    Extents order(std::size_t(x.rank()));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin() + 1, order.end(), m_random);
    return m_writer.transpose(x.name, order);
}
// An extent is taken apart, or two beside each other are put together; the last one may be left to be
// counted.
std::string RandomGraph::reshaped(const Value& x) {
    Extents shape = x.tensor.shape;
    const auto axis = static_cast<std::size_t>(axisOf(x));
    std::int64_t factor = 1 + below(4);
    while (shape[axis] % factor != 0) --factor;
    if (maybe() && x.rank() > 2 && axis > 1) {
        shape[axis - 1] *= shape[axis];
        shape.erase(shape.begin() + std::ptrdiff_t(axis));
    } else if (x.rank() < 5) {
        shape[axis] /= factor;
        shape.insert(shape.begin() + std::ptrdiff_t(axis) + below(2), factor);
    }
    if (maybe()) shape.back() = -1;
    if (maybe()) shape[0] = 0;
    return m_writer.reshape(x.name, m_writer.integers(shape));
}
// With another value of the same extents, or itself.
std::string RandomGraph::joined(const Value& x) {
    std::vector<const Value*> fitting;
    for (const Value& other : m_values)
        if (other.tensor.shape == x.tensor.shape) fitting.push_back(&other);
    const Value& other = *fitting[std::size_t(below(std::int64_t(fitting.size())))];
    constexpr const char* kOperators[]{"Add", "Sub", "Mul", "Sum"};
    if (maybe()) return m_writer.node(kOperators[below(4)], {other.name, x.name});
    return m_writer.concat({x.name, other.name, x.name}, axisOf(x));
}
// Extents of the constant are those of the value or 1, and it may have fewer.
std::string RandomGraph::withConstant(const Value& x) {
    Extents shape = x.tensor.shape;
    shape[0] = 1;
    for (std::int64_t& extent : shape)
        if (maybe()) extent = 1;
    shape.erase(shape.begin(), shape.begin() + below(x.rank()));
    constexpr const char* kOperators[]{"Add", "Sub", "Mul", "Div"};
    const std::int64_t which = below(4);
    const std::string constant = m_writer.weights(shape, 0.4f, which == 3 ? 1 : 0);
    if (which < 3 && maybe()) return m_writer.node(kOperators[which], {constant, x.name});
    return m_writer.node(kOperators[which], {x.name, constant});
}
std::string RandomGraph::product(const Value& x) {
    const std::int64_t in = x.extent(-1), out = 1 + below(6);
    if (x.rank() == 2 && maybe()) return m_writer.linear(x.name, in, out);
    return m_writer.node("MatMul", {x.name, m_writer.weights({in, out}, 0.5f)});
}
std::string RandomGraph::elementwise(const Value& x) {
    switch (below(8)) {
    case 0: return m_writer.relu6(x.name);
    case 1: return m_writer.silu(x.name);
    case 2: return m_writer.hardSwish(x.name);
    case 3: return m_writer.node("LeakyRelu", {x.name}, realAttribute("alpha", 0.1f));
    case 4: return m_writer.node("Elu", {x.name}, realAttribute("alpha", 0.7f));
    case 5: return m_writer.node("Tanh", {x.name});
    case 6: // of numbers from 0 to 1: no logarithm is of less
        return m_writer.node(maybe() ? "Exp" : "Log", {m_writer.node("Sigmoid", {x.name})});
    default: return m_writer.relu(x.name);
    }
}

} // namespace lw::test::onnx
