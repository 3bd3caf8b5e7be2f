// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/graph.h"

#include "tests/reference/onnx/wire.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace reference::onnx {

namespace {

template <typename T> T fromBits(std::uint64_t bits) {
    T out;
    std::memcpy(&out, &bits, sizeof out); // of a little-endian host
    return out;
}

double halfOf(std::uint64_t bits) {
    const auto exponent = static_cast<int>(bits >> 10 & 31);
    const auto fraction = static_cast<double>(bits & 1023);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
    return exponent ? sign * std::ldexp(1024 + fraction, exponent - 25) : sign * std::ldexp(fraction, -24);
}

// TensorProto.DataType.
struct ElementType {
    std::uint64_t code;
    unsigned bytes;
    bool isWhole;
    double (*read)(std::uint64_t bits);
};
constexpr ElementType kTypes[]{
    {1, 4, false, [](std::uint64_t b) { return static_cast<double>(fromBits<float>(b)); }},
    {2, 1, true, [](std::uint64_t b) { return static_cast<double>(fromBits<std::uint8_t>(b)); }},
    {3, 1, true, [](std::uint64_t b) { return static_cast<double>(fromBits<std::int8_t>(b)); }},
    {6, 4, true, [](std::uint64_t b) { return static_cast<double>(fromBits<std::int32_t>(b)); }},
    {7, 8, true, [](std::uint64_t b) { return static_cast<double>(fromBits<std::int64_t>(b)); }},
    {9, 1, true, [](std::uint64_t b) { return (b & 0xff) != 0 ? 1.0 : 0.0; }},
    {10, 2, false, [](std::uint64_t b) { return halfOf(b); }},
    {11, 8, false, [](std::uint64_t b) { return fromBits<double>(b); }},
};

// Repeated numbers come alone or packed: varints, or numbers of that many bytes.
template <typename F> void forEachNumber(const Field& field, unsigned bytes, F f) {
    if (!field.isBytes()) return f(field.value);
    std::string_view left = field.bytes;
    while (!left.empty()) {
        if (bytes == 0) {
            f(takeVarint(left));
            continue;
        }
        if (left.size() < bytes) throw std::runtime_error("packed numbers are cut off");
        std::uint64_t bits = 0;
        std::memcpy(&bits, left.data(), bytes);
        left.remove_prefix(bytes);
        f(bits);
    }
}

std::pair<std::string, Attribute> attributeOf(std::string_view message) {
    std::string name;
    Attribute out;
    Fields fields(message);
    for (Field f; fields.next(f);) {
        switch (f.number) {
        case 1: name = f.bytes; break;
        case 2: out.real = static_cast<double>(fromBits<float>(f.value)); break;
        case 3: out.integer = static_cast<std::int64_t>(f.value); break;
        case 4: out.text = f.bytes; break;
        case 5: out.tensor = tensorOf(f.bytes).second; break;
        case 7:
            forEachNumber(
                f, 4, [&](auto bits) { out.reals.push_back(static_cast<double>(fromBits<float>(bits))); });
            break;
        case 8:
            forEachNumber(f, 0, [&](auto bits) { out.integers.push_back(static_cast<std::int64_t>(bits)); });
            break;
        default: break;
        }
    }
    return {std::move(name), std::move(out)};
}

// The name of a ValueInfoProto.
std::string nameOf(std::string_view message) {
    Fields fields(message);
    for (Field f; fields.next(f);)
        if (f.number == 1) return std::string(f.bytes);
    return {};
}

void readGraph(std::string_view message, Graph& out) {
    Fields fields(message);
    for (Field f; fields.next(f);) {
        switch (f.number) {
        case 1: out.nodes.push_back(nodeOf(f.bytes)); break;
        case 5: out.initializers.insert(tensorOf(f.bytes)); break;
        case 11: out.inputs.push_back(nameOf(f.bytes)); break;
        case 12: out.outputs.push_back(nameOf(f.bytes)); break;
        default: break;
        }
    }
    const auto isInitializer = [&](const std::string& name) { return out.initializers.count(name) > 0; };
    out.inputs.erase(std::remove_if(out.inputs.begin(), out.inputs.end(), isInitializer), out.inputs.end());
}

} // namespace

std::int64_t countOf(const Shape& shape) {
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) count *= extent;
    return count;
}

std::int64_t Tensor::extent(std::int64_t axis) const {
    return shape.at(static_cast<std::size_t>(axis < 0 ? axis + rank() : axis));
}

Shape Tensor::numbers() const {
    Shape out;
    constexpr double kMost = 0x1p62; // "to the end" is written as the largest number
    for (const double value : values)
        out.push_back(static_cast<std::int64_t>(std::clamp(value, -kMost, kMost)));
    return out;
}

double Node::real(std::string_view name, double otherwise) const {
    const auto at = attributes.find(name);
    return at == attributes.end() ? otherwise : at->second.real;
}
std::int64_t Node::integer(std::string_view name, std::int64_t otherwise) const {
    const auto at = attributes.find(name);
    return at == attributes.end() ? otherwise : at->second.integer;
}
Shape Node::integers(std::string_view name, const Shape& otherwise) const {
    const auto at = attributes.find(name);
    return at == attributes.end() ? otherwise : at->second.integers;
}
std::string Node::text(std::string_view name, const std::string& otherwise) const {
    const auto at = attributes.find(name);
    return at == attributes.end() ? otherwise : at->second.text;
}

std::pair<std::string, Tensor> tensorOf(std::string_view message) {
    std::string name;
    Shape shape;
    std::uint64_t code = 0;
    std::string_view raw;
    std::vector<std::uint64_t> numbers;
    Fields fields(message);
    for (Field f; fields.next(f);) {
        const auto keep = [&](std::uint64_t bits) { numbers.push_back(bits); };
        switch (f.number) {
        case 1: forEachNumber(f, 0, [&](auto n) { shape.push_back(static_cast<std::int64_t>(n)); }); break;
        case 2: code = f.value; break;
        case 4: forEachNumber(f, 4, keep); break;  // float_data
        case 5:                                    // int32_data
        case 7: forEachNumber(f, 0, keep); break;  // int64_data
        case 10: forEachNumber(f, 8, keep); break; // double_data
        case 8: name = f.bytes; break;
        case 9: raw = f.bytes; break;
        case 14:
            if (f.value != 0) throw std::runtime_error("the values of '" + name + "' are in another file");
            break;
        default: break;
        }
    }
    const auto* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const ElementType& t) { return t.code == code; });
    if (type == std::end(kTypes))
        throw std::runtime_error("the elements of '" + name + "' are of another type");
    if (!raw.empty()) {
        Field packed;
        packed.bytes = raw;
        forEachNumber(packed, type->bytes, [&](std::uint64_t bits) { numbers.push_back(bits); });
    }
    for (const std::int64_t extent : shape)
        if (extent < 0) throw std::runtime_error("an extent of '" + name + "' is negative");
    if (static_cast<std::int64_t>(numbers.size()) != countOf(shape))
        throw std::runtime_error("'" + name + "' has another number of values than its shape says");
    Tensor out(std::move(shape));
    out.isWhole = type->isWhole;
    out.isHalf = type->code == 10;
    out.isUnsigned = code == 2;
    for (std::size_t i = 0; i < numbers.size(); ++i) out.values[i] = type->read(numbers[i]);
    return {std::move(name), std::move(out)};
}

Node nodeOf(std::string_view message) {
    Node out;
    Fields fields(message);
    for (Field f; fields.next(f);) {
        switch (f.number) {
        case 1: out.inputs.emplace_back(f.bytes); break;
        case 2: out.outputs.emplace_back(f.bytes); break;
        case 4: out.operation = f.bytes; break;
        case 5: out.attributes.insert(attributeOf(f.bytes)); break;
        default: break;
        }
    }
    return out;
}

Graph graphOf(std::string_view model) {
    Graph out;
    Fields fields(model);
    for (Field f; fields.next(f);) {
        if (f.number == 7) readGraph(f.bytes, out);
        if (f.number != 8) continue;
        std::string domain;
        std::int64_t version = 0;
        Fields parts(f.bytes);
        for (Field p; parts.next(p);) {
            if (p.number == 1) domain = p.bytes;
            if (p.number == 2) version = static_cast<std::int64_t>(p.value);
        }
        if (domain.empty() || domain == "ai.onnx") out.operatorSet = version;
    }
    return out;
}

} // namespace reference::onnx
