// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_node.h"

#include "core/network/messages.h"
#include "core/network/onnx_int8.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <bit>

namespace lw::network::onnx {

namespace {

constexpr std::int64_t kMostNumber = 65535;

} // namespace

Problem Use::wrong(std::string why) const {
    std::string name = m_node.name.empty() ? m_node.layerName : m_node.name;
    if (name.empty() && !m_node.outputs.empty()) name = m_node.outputs[0];
    return {&messages::kOnnxUse,
            {std::string(m_import.file), m_node.operation, std::move(name), std::move(why)},
            {},
            {},
            {}};
}

Problem Use::unknown(const std::string& name) const {
    return wrong("it reads \"" + name + "\", which no node before it computes");
}

bool Use::has(std::size_t input) const {
    return input < m_node.inputs.size() && !m_node.inputs[input].empty();
}

bool Use::isConstant(std::size_t input) const {
    if (!has(input)) return false;
    const auto at = m_import.known.find(m_node.inputs[input]);
    return at != m_import.known.end() && std::holds_alternative<tensor::Tensor>(at->second);
}

Result<Value> Use::value(std::size_t input) const {
    if (!has(input)) return wrong("input " + std::to_string(input) + " is missing");
    const std::string& name = m_node.inputs[input];
    const auto at = m_import.known.find(name);
    if (at == m_import.known.end()) return unknown(name);
    if (const Value* value = std::get_if<Value>(&at->second)) return *value;
    return wrong("\"" + name + "\" is constant; nothing is left to compute");
}

Result<const tensor::Tensor*> Use::anyConstant(std::size_t input) const {
    if (!has(input)) return wrong("input " + std::to_string(input) + " is missing");
    const std::string& name = m_node.inputs[input];
    const auto at = m_import.known.find(name);
    const auto* const held = at == m_import.known.end() ? nullptr : std::get_if<tensor::Tensor>(&at->second);
    if (at == m_import.known.end()) return unknown(name);
    if (!held) return wrong("\"" + name + "\" must be constant, but depends on the network's input");
    if (held->shape().size() > kMostConstantExtents)
        return wrong("\"" + name + "\" has more than " + std::to_string(kMostConstantExtents) + " extents");
    return held;
}

bool Use::allConstant() const {
    for (std::size_t i = 0; i < inputs(); ++i)
        if (has(i) && !isConstant(i)) return false;
    return true;
}

Result<tensor::Shape> Use::extentsOf(std::size_t input) const {
    if (isConstant(input))
        return std::get<tensor::Tensor>(m_import.known.find(m_node.inputs[input])->second).shape();
    LW_TRY(const Value read, value(input));
    tensor::Shape seen = read.view.item;
    if (read.layout != Layout::Plain) seen.insert(seen.begin(), m_import.batch);
    return seen;
}

Result<tensor::Tensor> Use::constant(std::size_t input, tensor::DType dtype) const {
    LW_TRY(const tensor::Tensor* const tensor, anyConstant(input));
    if (tensor->dtype() == dtype) return *tensor;
    return wrong("\"" + m_node.inputs[input] + "\" holds " + std::string(tensor::nameOf(tensor->dtype())) +
                 ", not " + std::string(tensor::nameOf(dtype)));
}

const Attribute* Use::attribute(std::string_view name) {
    m_read.insert(std::string(name));
    const auto at = m_node.attributes.find(name);
    return at == m_node.attributes.end() ? nullptr : &at->second;
}

Result<std::int64_t> Use::integer(std::string_view name, std::int64_t otherwise) {
    const Attribute* given = attribute(name);
    if (!given) return otherwise;
    if (!given->integer) return wrong("the attribute " + std::string(name) + " is not a whole number");
    return *given->integer;
}

Result<double> Use::real(std::string_view name, double otherwise) {
    const Attribute* given = attribute(name);
    if (!given) return otherwise;
    if (!given->real) return wrong("the attribute " + std::string(name) + " is not a number");
    return double{*given->real};
}

Result<std::string> Use::text(std::string_view name, std::string_view otherwise) {
    const Attribute* given = attribute(name);
    if (!given) return std::string(otherwise);
    if (!given->text) return wrong("the attribute " + std::string(name) + " is not a text");
    return *given->text;
}

Result<std::optional<tensor::Tensor>> Use::tensor(std::string_view name) {
    const Attribute* given = attribute(name);
    if (!given) return std::optional<tensor::Tensor>{};
    if (!given->tensor) return wrong("the attribute " + std::string(name) + " is not a tensor");
    LW_TRY(NamedTensor out, parseTensor(*given->tensor, m_import.file, m_import.otherFile));
    return std::optional(widened(m_import, std::move(out.tensor)));
}

Result<std::vector<std::int64_t>> Use::integers(std::string_view name, std::size_t count,
                                                std::int64_t least) {
    const Attribute* given = attribute(name);
    if (!given) return std::vector<std::int64_t>{};
    const auto isGood = [&](std::int64_t x) { return x >= least && x <= kMostNumber; };
    if (given->integers.size() != count ||
        !std::all_of(given->integers.begin(), given->integers.end(), isGood))
        return wrong("the attribute " + std::string(name) + " must be " + std::to_string(count) +
                     " numbers from " + std::to_string(least) + " to " + std::to_string(kMostNumber));
    return given->integers;
}

Result<std::optional<std::vector<std::int64_t>>> Use::list(std::string_view name) {
    const Attribute* given = attribute(name);
    if (!given) return std::optional<std::vector<std::int64_t>>{};
    if (given->isOther || given->integer || given->real || given->text || given->tensor ||
        !given->reals.empty())
        return wrong("the attribute " + std::string(name) + " is not a list of whole numbers");
    return std::optional(given->integers);
}

Result<std::optional<std::vector<float>>> Use::reals(std::string_view name) {
    const Attribute* given = attribute(name);
    if (!given) return std::optional<std::vector<float>>{};
    if (given->reals.empty())
        return wrong("the attribute " + std::string(name) + " is not a list of numbers");
    std::vector<float> out;
    for (const std::uint64_t bits : given->reals)
        out.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return std::optional(std::move(out));
}

Outcome Use::countNumbers(std::uint64_t numbers) const {
    m_import.numbers += numbers;
    if (m_import.numbers <= kMostTogether) return Done{};
    return wrong("all parameters together have more than " + std::to_string(kMostTogether) + " numbers");
}

Outcome Use::countMade(std::uint64_t numbers) const {
    m_import.made += numbers;
    if (m_import.made <= m_import.mostMade) return Done{};
    return wrong("what is made of constants has together too many numbers");
}

bool Use::wantsMore() const {
    return std::any_of(m_node.outputs.begin() + std::min<std::ptrdiff_t>(1, std::ssize(m_node.outputs)),
                       m_node.outputs.end(),
                       [&](const std::string& name) { return m_import.read.contains(name); });
}

std::string Use::unusedName(std::string_view wanted) const {
    std::string name(wanted.substr(0, kMostNameBytes));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '_');
    if (name.empty()) name = m_node.operation.substr(0, kMostNameBytes) + "-" + std::to_string(m_number);
    if (!findValue(m_import.network, name)) return name;
    std::size_t number = 2;
    while (findValue(m_import.network, name + "-" + std::to_string(number))) ++number;
    return name + "-" + std::to_string(number);
}

Result<ValueId> Use::addLayer(Layer layer, const std::vector<Value>& inputs, std::string name) {
    LW_TRY([[maybe_unused]] const Done counted, countNumbers(layer.indices.size()));
    std::vector<Value> reads = inputs;
    if (isInt8()) {
        LW_TRY([[maybe_unused]] const Done codes, makeInt8(*this, layer, reads));
    }
    layer.name = std::move(name);
    for (const Value& input : reads) layer.inputs.push_back(input.id);
    LW_TRY([[maybe_unused]] const Done shape, inferShape(m_import.network, layer));
    m_import.network.layers.push_back(std::move(layer));
    return m_import.network.layers.size();
}

Result<Value> Use::made(Layer layer, const std::vector<Value>& inputs, Layout layout, Arrangement arrangement,
                        std::string name) {
    LW_TRY(const ValueId id, addLayer(std::move(layer), inputs, std::move(name)));
    const tensor::Shape& s = network::shapeOf(m_import.network, id);
    tensor::Shape item = s;
    if (arrangement == Arrangement::ChannelsLast)
        item = layout == Layout::Image ? tensor::Shape{s[2], s[0], s[1]} : tensor::Shape{s[2], s[1]};
    const Target target = targetOf(item, arrangement);
    return Value{id, layout, viewOf(std::move(item), target.axes)};
}

Result<Value> Use::madeLike(Layer layer, const std::vector<Value>& inputs, const Value& like,
                            std::string name) {
    const Arrangement arrangement = arrangementOf(like);
    const tensor::Shape before = shapeOf(like);
    LW_TRY(const Value out, made(std::move(layer), inputs, like.layout, arrangement, std::move(name)));
    return shapeOf(out) == before ? Value{out.id, like.layout, like.view} : out;
}

Result<std::string> Use::outputName() const {
    if (m_node.outputs.empty()) return wrong("it has no output");
    return unusedName(m_node.layerName.empty() ? m_node.outputs[0] : m_node.layerName);
}
std::string Use::nameBefore(std::string_view suffix) const {
    const std::string base = m_node.outputs.empty() ? m_node.operation : m_node.outputs[0];
    return unusedName(base.substr(0, kMostNameBytes / 2) + std::string(suffix));
}

Outcome Use::give(Layer layer, const std::vector<Value>& inputs, Layout layout, Arrangement arrangement) {
    LW_TRY(std::string name, outputName());
    LW_TRY(Value value, made(std::move(layer), inputs, layout, arrangement, std::move(name)));
    return give(std::move(value));
}
Outcome Use::give(Layer layer, const std::vector<Value>& inputs, Layout layout, View view) {
    LW_TRY(std::string name, outputName());
    LW_TRY(const ValueId id, addLayer(std::move(layer), inputs, std::move(name)));
    return give(Value{id, layout, std::move(view)});
}
Outcome Use::giveLike(Layer layer, const std::vector<Value>& inputs, const Value& like) {
    if (isInt8() && inputs.size() == 1 && !readsCodes(0) && isDone(*this, layer, inputs[0]))
        return give(inputs[0]);
    LW_TRY(std::string name, outputName());
    LW_TRY(Value value, madeLike(std::move(layer), inputs, like, std::move(name)));
    return give(std::move(value));
}

Outcome Use::giveOne(std::size_t output, Layer layer, const std::vector<Value>& inputs, const Value& like) {
    const std::string& name = m_node.outputs[output];
    if (name.empty() || !m_import.read.contains(name)) return Done{};
    LW_TRY(Value value, madeLike(std::move(layer), inputs, like, unusedName(name)));
    if (!m_import.known.emplace(name, std::move(value)).second)
        return wrong("\"" + name + "\" is computed twice");
    noteCodes(name);
    return Done{};
}

Outcome Use::giveOne(std::size_t output, Layer layer, const std::vector<Value>& inputs, Layout layout,
                     View view) {
    const std::string& name = m_node.outputs[output];
    if (name.empty() || !m_import.read.contains(name)) return Done{};
    LW_TRY(const ValueId id, addLayer(std::move(layer), inputs, unusedName(name)));
    if (!m_import.known.emplace(name, Value{id, layout, std::move(view)}).second)
        return wrong("\"" + name + "\" is computed twice");
    return Done{};
}

Result<Value> Use::before(Layer layer, const std::vector<Value>& inputs, Layout layout,
                          std::string_view suffix) {
    return made(std::move(layer), inputs, layout, usualOf(layout), nameBefore(suffix));
}
Result<Value> Use::beforeLike(Layer layer, const std::vector<Value>& inputs, const Value& like,
                              std::string_view suffix) {
    return madeLike(std::move(layer), inputs, like, nameBefore(suffix));
}

Outcome Use::give(Known known) {
    if (wantsMore()) return wrong("only its first output can be used");
    if (m_node.outputs.empty() || m_node.outputs[0].empty()) return wrong("it has no output");
    if (!m_import.known.emplace(m_node.outputs[0], std::move(known)).second)
        return wrong("\"" + m_node.outputs[0] + "\" is computed twice");
    noteCodes(m_node.outputs[0]);
    return Done{};
}

// Moving codes, or taking the largest, gives codes.
void Use::noteCodes(const std::string& output) {
    std::int64_t type = 0;
    for (std::size_t i = 0; i < inputs(); ++i) {
        if (!has(i) || isConstant(i)) continue;
        if (!readsCodes(i)) return;
        type = m_import.codes.find(m_node.inputs[i])->second;
    }
    if (type != 0) m_import.codes.emplace(output, type);
}

Outcome Use::checkReal() const {
    for (std::size_t i = 0; i < inputs() && !isInt8(); ++i)
        if (readsCodes(i))
            return wrong("it computes with " +
                         elementTypeName(m_import.codes.find(m_node.inputs[i])->second) +
                         "; a float32 network does so after a Cast to FLOAT or a DequantizeLinear");
    return Done{};
}

tensor::Tensor widened(Import& import, tensor::Tensor tensor) {
    if (!isHalf(tensor.dtype())) return tensor;
    import.hasHalf = true;
    auto wide = tensor::cast(tensor, tensor::DType::F32);
    LW_REQUIRE(bool(wide), "every number of 16 bits is one of float32");
    return *std::move(wide);
}

Outcome Use::finish() const {
    for (const auto& [name, unused] : m_node.attributes)
        if (!m_read.contains(name)) return wrong("the attribute " + name + " is not known");
    return Done{};
}

} // namespace lw::network::onnx
