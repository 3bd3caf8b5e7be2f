// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/onnx_model.h"
#include "core/network/shapes.h"
#include "core/network/wire.h"

#include <algorithm>
#include <array>

namespace lw::network::onnx {

namespace {

using tensor::DType;

// TensorProto.DataType, and in which field its numbers stand if they are not raw bytes.
enum class Held : std::uint8_t { None, Floats, Ints32, Ints64, Doubles, Unsigned };
struct ElementType {
    std::string_view name;
    std::optional<DType> dtype{};
    Held held = Held::None;
};
constexpr std::array<ElementType, 17> kElementTypes{{{"UNDEFINED"},
                                                     {"FLOAT", DType::F32, Held::Floats},
                                                     {"UINT8", DType::U8, Held::Ints32},
                                                     {"INT8", DType::I8, Held::Ints32},
                                                     {"UINT16", DType::U16, Held::Ints32},
                                                     {"INT16", DType::I16, Held::Ints32},
                                                     {"INT32", DType::I32, Held::Ints32},
                                                     {"INT64", DType::I64, Held::Ints64},
                                                     {"STRING"},
                                                     {"BOOL", DType::Bool, Held::Ints32},
                                                     {"FLOAT16", DType::F16, Held::Ints32},
                                                     {"DOUBLE", DType::F64, Held::Doubles},
                                                     {"UINT32", DType::U32, Held::Unsigned},
                                                     {"UINT64", DType::U64, Held::Unsigned},
                                                     {"COMPLEX64"},
                                                     {"COMPLEX128"},
                                                     {"BFLOAT16", DType::Bf16, Held::Ints32}}};

struct Parts {
    std::string name;
    std::vector<std::int64_t> extents;
    std::int64_t type = 0;
    bool isElsewhere = false;
    std::optional<Bytes> raw;
    std::vector<std::uint64_t> floats, doubles; // bits
    std::vector<std::int64_t> ints32, ints64, unsigneds;
};

Outcome readPart(const WireReader& reader, const WireField& field, Parts& out) {
    enum Field {
        kExtents = 1,
        kType = 2,
        kSegment = 3,
        kFloats = 4,
        kInts32 = 5,
        kInts64 = 7,
        kName = 8,
        kRaw = 9,
        kDoubles = 10,
        kUnsigned = 11,
        kExternal = 13,
        kLocation = 14
    };
    switch (field.number) {
    case kExtents: return reader.addIntegers(field, out.extents);
    case kType: {
        LW_TRY(out.type, reader.integer(field));
        return Done{};
    }
    case kFloats: return reader.addFixed(field, WireType::Fixed32, out.floats);
    case kInts32: return reader.addIntegers(field, out.ints32);
    case kInts64: return reader.addIntegers(field, out.ints64);
    case kName: {
        LW_TRY(out.name, reader.text(field));
        return Done{};
    }
    case kRaw: {
        LW_TRY(out.raw, reader.message(field));
        return Done{};
    }
    case kDoubles: return reader.addFixed(field, WireType::Fixed64, out.doubles);
    case kUnsigned: return reader.addIntegers(field, out.unsigneds);
    case kSegment:
    case kExternal: out.isElsewhere = true; return Done{};
    case kLocation: {
        LW_TRY(const std::int64_t location, reader.integer(field));
        out.isElsewhere |= location != 0;
        return Done{};
    }
    default: return Done{};
    }
}

// The low bytes of each number, little-endian.
template <typename Number>
std::vector<std::byte> packed(const std::vector<Number>& numbers, std::size_t size) {
    std::vector<std::byte> out;
    out.reserve(numbers.size() * size);
    for (const Number number : numbers)
        for (std::size_t i = 0; i < size; ++i)
            out.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(number) >> (8 * i)));
    return out;
}

std::vector<std::byte> bytesOf(const Parts& parts, const ElementType& type) {
    const std::size_t size = tensor::sizeOf(*type.dtype);
    if (parts.raw) return {parts.raw->begin(), parts.raw->end()};
    switch (type.held) {
    case Held::Floats: return packed(parts.floats, size);
    case Held::Ints32: return packed(parts.ints32, size);
    case Held::Ints64: return packed(parts.ints64, size);
    case Held::Doubles: return packed(parts.doubles, size);
    case Held::Unsigned: return packed(parts.unsigneds, size);
    case Held::None: break;
    }
    return {};
}

} // namespace

std::string elementTypeName(std::int64_t type) {
    if (type < 0 || type >= static_cast<std::int64_t>(kElementTypes.size()))
        return "type " + std::to_string(type);
    return std::string(kElementTypes[static_cast<std::size_t>(type)].name);
}

std::optional<DType> dtypeOf(std::int64_t elementType) {
    if (elementType < 0 || elementType >= static_cast<std::int64_t>(kElementTypes.size())) return {};
    return kElementTypes[static_cast<std::size_t>(elementType)].dtype;
}

Result<NamedTensor> parseTensor(Bytes bytes, std::string_view file) {
    Parts parts;
    WireReader reader(file, bytes);
    while (true) {
        LW_TRY(const std::optional<WireField> field, reader.next());
        if (!field) break;
        LW_TRY([[maybe_unused]] const Done one, readPart(reader, *field, parts));
    }
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kOnnxTensor, {std::string(file), parts.name, std::move(why)}, {}, {}, {}};
    };
    if (parts.isElsewhere) return wrong("its numbers are in another file");
    const std::string typeName = elementTypeName(parts.type);
    const auto type = std::find_if(kElementTypes.begin(), kElementTypes.end(),
                                   [&](const ElementType& one) { return one.name == typeName; });
    if (type == kElementTypes.end() || !type->dtype)
        return wrong("elements of " + typeName + " are not supported");
    tensor::Shape shape;
    for (const std::int64_t extent : parts.extents) {
        if (extent < 0) return wrong("it has a negative extent");
        shape.push_back(static_cast<std::uint64_t>(extent));
    }
    std::vector<std::byte> held = bytesOf(parts, *type);
    const auto count = tensor::bytesOf(shape, tensor::sizeOf(*type->dtype));
    if (!count || *count != held.size())
        return wrong("shape " + tensor::shapeText(shape) + " of " + typeName + " does not need the " +
                     std::to_string(held.size()) + " bytes that are there");
    if (*type->dtype == DType::Bool)
        for (std::byte& one : held) one = one == std::byte{0} ? one : std::byte{1};
    return NamedTensor{std::move(parts.name),
                       tensor::Tensor(*type->dtype, std::move(shape), std::move(held))};
}

} // namespace lw::network::onnx
