// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_quantise.h"

#include "core/network/onnx_int8.h"
#include "core/network/onnx_pieces.h"
#include "core/network/quantisation.h"

#include <algorithm>
#include <cmath>

namespace lw::network::onnx {

namespace {

using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

constexpr float kEven = 0x1.8p23f; // added, it rounds to whole numbers, half to even

// The axis of a constant along which its scales go, as far as its elements are concerned.
struct AlongAxis {
    std::uint64_t scales = 1, run = 1; // this many elements in a row have one scale
    std::uint64_t of(std::uint64_t element) const { return element / run % scales; }
};
Result<AlongAxis> alongAxis(Use& use, const Shape& shape, const Scales& scales) {
    LW_TRY(std::int64_t axis, use.integer("axis", 1));
    LW_TRY(const std::int64_t block, use.integer("block_size", 0));
    if (block != 0) return use.wrong("scales of blocks are not supported");
    AlongAxis out;
    if (scales.steps.size() == 1) return out;
    if (axis < 0) axis += std::ssize(shape);
    if (axis < 0 || axis >= std::ssize(shape) || shape[static_cast<std::size_t>(axis)] != scales.steps.size())
        return use.wrong(std::to_string(scales.steps.size()) + " scales do not fit the axis " +
                         std::to_string(axis) + " of " + tensor::shapeText(shape));
    out.scales = scales.steps.size();
    for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < shape.size(); ++i) out.run *= shape[i];
    return out;
}

// ---- constants

// The meaning of codes. How they are scaled is kept too: weights of int8 are made from it.
Outcome dequantizeConstant(Use& use) {
    LW_TRY(const Tensor* const given, use.anyConstant(0));
    LW_TRY(const Scales scales, scalesOf(use, 1, 2));
    const DType type = given->dtype();
    if (type != DType::I8 && type != DType::U8 && type != DType::I32)
        return use.wrong("it reads " + std::string(tensor::nameOf(type)) +
                         "; int8, uint8 and int32 are known");
    LW_TRY(const AlongAxis axis, alongAxis(use, given->shape(), scales));
    LW_TRY([[maybe_unused]] const Done counted, use.countMade(given->count()));
    Tensor out(DType::F32, given->shape()), whole(DType::I64, given->shape());
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const std::uint64_t at = axis.of(i);
        const auto code = static_cast<std::int64_t>(tensor::valueAt(*given, i)) - scales.zeros[at];
        out.set(i, static_cast<float>(code) * scales.steps[at]);
        whole.set(i, code);
    }
    use.import().scaled.insert_or_assign(use.node().outputs.empty() ? "" : use.node().outputs[0],
                                         Scaled{std::move(whole), scales.steps});
    return use.give(std::move(out));
}

Outcome quantizeConstant(Use& use, const Scales& scales) {
    LW_TRY(const Tensor given, use.constant(0));
    LW_TRY(const AlongAxis axis, alongAxis(use, given.shape(), scales));
    LW_TRY([[maybe_unused]] const Done counted, use.countMade(given.count()));
    Tensor out(scales.isUnsigned ? DType::U8 : DType::I8, given.shape());
    const std::int32_t more = scales.isUnsigned ? 128 : 0;
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const std::uint64_t at = axis.of(i);
        if (std::isnan(given.at<float>(i))) return use.wrong("it quantises a constant with NaN");
        const std::int32_t code =
            codeOf(given.at<float>(i), scales.steps[at], scales.zeros[at] - more) + more;
        if (scales.isUnsigned)
            out.set(i, static_cast<std::uint8_t>(code));
        else
            out.set(i, static_cast<std::int8_t>(code));
    }
    return use.give(std::move(out));
}

// What the node has given is codes, or their meaning.
Outcome asCodes(Use& use, const Outcome& given, const Scales& scales) {
    if (given)
        use.import().codes.insert_or_assign(use.node().outputs[0],
                                            scales.isUnsigned ? kUint8Type : kInt8Type);
    return given;
}
Outcome asNumbers(Use& use, const Outcome& given) {
    if (given) use.import().codes.erase(use.node().outputs[0]);
    return given;
}

// ---- steps of a float32 network

// x times or plus one number, before the node's own output or as it.
struct Step {
    Kind kind = Kind::Add;
    float number = 0, high = 0; // clip: from number to high
};
Outcome giveSteps(Use& use, Value value, std::vector<Step> steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Layer layer;
        layer.kind = steps[i].kind;
        std::vector<Value> reads{value};
        if (layer.kind == Kind::Clip) {
            layer.low = steps[i].number;
            layer.high = steps[i].high;
        } else {
            LW_TRY(const Value constant, numberBeside(use, steps[i].number, value));
            reads.push_back(constant);
        }
        if (i + 1 == steps.size()) return use.giveLike(std::move(layer), reads, value);
        LW_TRY(value, use.beforeLike(std::move(layer), reads, value, ".quantised"));
    }
    return use.give(value);
}

// Clipped first: the bounds are whole numbers, and what is between them is rounded by one addition.
Outcome quantizeReal(Use& use, const Value& value, const Scales& scales) {
    const auto zero = static_cast<float>(scales.zeros[0]), low = static_cast<float>(scales.lowest());
    const Outcome given = giveSteps(use, value,
                                    {{Kind::Mul, 1 / scales.steps[0]},
                                     {Kind::Clip, low - zero, low + 255 - zero},
                                     {Kind::Add, kEven},
                                     {Kind::Add, zero - kEven}});
    return asCodes(use, given, scales);
}
Outcome dequantizeReal(Use& use, const Value& value, const Scales& scales) {
    std::vector<Step> steps;
    if (scales.zeros[0] != 0) steps.push_back({Kind::Add, -static_cast<float>(scales.zeros[0])});
    steps.push_back({Kind::Mul, scales.steps[0]});
    return asNumbers(use, giveSteps(use, value, std::move(steps)));
}

// ---- values of an int8 network

// Codes of the requested scale: those that exist, or made from them.
Outcome quantizeInt8(Use& use, const Value& value, const Scales& scales) {
    if (use.readsCodes(0)) return use.wrong("it quantises what is quantised");
    const Quantisation by = scales.moved();
    const Network& network = use.import().network;
    const std::optional<float> step = stepOf(network, value.id);
    if (!step) return use.wrong("it quantises what is not known in whole steps");
    if (*step == by.step && zeroOf(network, value.id) == by.zero)
        return asCodes(use, use.give(value), scales);
    Layer layer;
    layer.kind = Kind::Requantise;
    LW_TRY(layer.requant, requantFor(use, *step, by));
    LW_TRY(const Value out, use.beforeLike(std::move(layer), {value}, value, ""));
    return asCodes(use, use.give(out), scales);
}
Outcome dequantizeInt8(Use& use, const Value& value, const Scales& scales) {
    LW_TRY([[maybe_unused]] const Done same, readCodes(use, value, scales, use.has(2)));
    return asNumbers(use, use.give(value));
}

// ---- operators that consist of others

// A node before or after the layer that this one contains, and the layer itself.
class QuantisedParts {
  public:
    explicit QuantisedParts(Use& use)
        : m_use(use), m_name(use.node().outputs.empty() ? "" : use.node().outputs[0]) {}

    std::string input(std::size_t number) const {
        return m_use.has(number) ? m_use.node().inputs[number] : std::string();
    }
    std::string called(std::string_view part) const { return m_name + " " + std::string(part); }
    const std::string& name() const { return m_name; }

    Outcome run(std::string operation, std::vector<std::string> inputs, std::string output,
                Attributes with = {}) {
        Node node{std::move(operation), "", m_use.node().name, std::move(inputs), {std::move(output)},
                  std::move(with),      {}};
        if (m_use.isInt8()) node.layerName = m_name; // of one layer
        return runNode(m_use.import(), node, m_use.number());
    }
    Outcome dequantize(std::string_view part, std::size_t first, std::int64_t axis) {
        Attribute attribute;
        attribute.integer = axis;
        return run("DequantizeLinear", {input(first), input(first + 1), input(first + 2)}, called(part),
                   {{"axis", attribute}});
    }

  private:
    Use& m_use;
    std::string m_name;
};

// A bias of int32 counts in the products of two scales.
Outcome dequantizeBias(Use& use, QuantisedParts& parts) {
    LW_TRY(const Scales x, scaleOf(use, 1, 2));
    LW_TRY(const Scales weights, scalesOf(use, 4, 5));
    Tensor steps(DType::F32, weights.steps.size() == 1 ? Shape{} : Shape{weights.steps.size()});
    for (std::size_t i = 0; i < weights.steps.size(); ++i) steps.set(i, x.steps[0] * weights.steps[i]);
    use.import().known.insert_or_assign(parts.called("bias scale"), std::move(steps));
    Attribute first;
    first.integer = 0;
    return parts.run("DequantizeLinear", {parts.input(8), parts.called("bias scale")}, parts.called("bias"),
                     {{"axis", first}});
}

// Whatever is between reading and writing codes: a layer whose result is quantised.
Outcome quantized(Use& use, QuantisedParts& parts, std::string operation, std::vector<std::string> inputs,
                  Attributes attributes) {
    LW_TRY(const Scales out, scaleOf(use, 6, 7));
    const std::string sums = parts.called("sums");
    use.import().quantisedAs.insert_or_assign(sums, QuantisedAs{out.moved(), false});
    LW_TRY([[maybe_unused]] const Done layer,
           parts.run(std::move(operation), std::move(inputs), sums, std::move(attributes)));
    return parts.run("QuantizeLinear", {sums, parts.input(6), parts.input(7)}, parts.name());
}

// Sums of whole numbers, for which no scale is known.
Outcome integerSums(Use& use, const char* operation, std::size_t axis) {
    if (!use.isInt8())
        return use.wrong("it makes int32 sums, which only a network has that is int8 throughout");
    LW_TRY(const Value input, use.value(0));
    LW_TRY(const Tensor* const given, use.anyConstant(1));
    const Tensor one = Tensor::of<float>(DType::F32, {}, std::vector<float>{1});
    QuantisedParts parts(use);
    Import& import = use.import();
    import.known.insert_or_assign(parts.called("one"), one);
    LW_TRY([[maybe_unused]] const Done typed, given->dtype() == DType::I8 || given->dtype() == DType::U8
                                                  ? Outcome(Done{})
                                                  : Outcome(use.wrong("its weights are not int8 or uint8")));
    Scales codes;
    codes.zeros = {0};
    if (use.has(2)) {
        LW_TRY(const Tensor* const zero, use.anyConstant(2));
        const auto read = scalesOf(one, zero);
        if (!read) return use.wrong("its zero point is not one number of int8 or uint8");
        codes = *read;
    }
    codes.steps.clear();
    LW_TRY([[maybe_unused]] const Done same, readCodes(use, input, codes, use.has(2)));
    import.known.insert_or_assign(parts.called("x"), input);
    Attribute along;
    along.integer = static_cast<std::int64_t>(axis);
    LW_TRY([[maybe_unused]] const Done weights,
           parts.run("DequantizeLinear", {parts.input(1), parts.called("one"), parts.input(3)},
                     parts.called("weights"), {{"axis", along}}));
    import.sums.insert(parts.called("sums"));
    LW_TRY([[maybe_unused]] const Done layer,
           parts.run(operation, {parts.called("x"), parts.called("weights")}, parts.called("sums"),
                     use.node().attributes));
    use.ignoreAll();
    return asCodes(use, use.give(std::get<Value>(import.known.at(parts.called("sums")))), codes);
}

} // namespace

Outcome quantizeLinear(Use& use) {
    LW_TRY(Scales scales, use.isConstant(0) ? scalesOf(use, 1, 2) : scaleOf(use, 1, 2));
    if (!use.has(2)) scales.isUnsigned = true; // the standard's default
    LW_TRY(const std::int64_t type, use.integer("output_dtype", 0));
    LW_TRY(const std::int64_t precision, use.integer("precision", 0));
    use.ignore("saturate"); // of types of 8-bit floats
    if (precision > 1) return use.wrong("it divides in another precision than float32");
    if (type != 0 && dtypeOf(type) != (scales.isUnsigned ? DType::U8 : DType::I8))
        return use.wrong("its output is " + elementTypeName(type) + "; int8 and uint8 are supported");
    if (use.isConstant(0)) return quantizeConstant(use, scales);
    use.ignore("axis"), use.ignore("block_size");
    LW_TRY(const Value value, use.value(0));
    return use.isInt8() ? quantizeInt8(use, value, scales) : quantizeReal(use, value, scales);
}

Outcome dequantizeLinear(Use& use) {
    LW_TRY(const std::int64_t type, use.integer("output_dtype", 0));
    if (type > kFloatType) return use.wrong("it makes " + elementTypeName(type) + ", not FLOAT");
    if (use.isConstant(0)) return dequantizeConstant(use);
    use.ignore("axis"), use.ignore("block_size");
    LW_TRY(const Scales scales, scaleOf(use, 1, 2));
    LW_TRY(const Value value, use.value(0));
    return use.isInt8() ? dequantizeInt8(use, value, scales) : dequantizeReal(use, value, scales);
}

Outcome qLinearConv(Use& use) {
    QuantisedParts parts(use);
    LW_TRY([[maybe_unused]] const Done x, parts.dequantize("x", 0, 1));
    LW_TRY([[maybe_unused]] const Done weights, parts.dequantize("weights", 3, 0));
    std::vector<std::string> inputs{parts.called("x"), parts.called("weights")};
    if (use.has(8)) {
        LW_TRY([[maybe_unused]] const Done bias, dequantizeBias(use, parts));
        inputs.push_back(parts.called("bias"));
    }
    use.ignoreAll();
    return quantized(use, parts, "Conv", std::move(inputs), use.node().attributes);
}

Outcome qLinearMatMul(Use& use) {
    QuantisedParts parts(use);
    LW_TRY([[maybe_unused]] const Done x, parts.dequantize("x", 0, 1));
    LW_TRY([[maybe_unused]] const Done weights, parts.dequantize("weights", 3, -1));
    return quantized(use, parts, "MatMul", {parts.called("x"), parts.called("weights")}, {});
}

Outcome convInteger(Use& use) { return integerSums(use, "Conv", 0); }
Outcome matMulInteger(Use& use) { return integerSums(use, "MatMul", 1); }

} // namespace lw::network::onnx
