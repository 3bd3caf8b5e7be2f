// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/onnx_model.h"
#include "core/network/shapes.h"
#include "core/network/wire.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lw::network::onnx {

namespace {

using tensor::DType;

// TensorProto.DataType, and which field its numbers are in if they are not raw bytes.
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

struct TensorParts {
    std::string name;
    std::vector<std::int64_t> extents;
    std::int64_t type = 0;
    bool isSegment = false, isElsewhere = false;
    Bytes location, offset, length; // texts
    std::optional<Bytes> raw;
    std::vector<std::uint64_t> floats, doubles; // bits
    std::vector<std::int64_t> ints32, ints64, unsigneds;
};

// One of the entries that say where numbers are: a key and its value.
Outcome readElsewhere(const WireReader& reader, const WireField& field, TensorParts& out) {
    enum Field { kKey = 1, kValue = 2 };
    LW_TRY(const Bytes bytes, reader.message(field));
    WireReader entry(reader.file(), bytes);
    std::string key;
    Bytes value;
    while (true) {
        LW_TRY(const std::optional<WireField> part, entry.next());
        if (!part) break;
        if (part->number == kKey) {
            LW_TRY(key, entry.text(*part));
        } else if (part->number == kValue) {
            LW_TRY(value, entry.message(*part));
        }
    }
    out.isElsewhere = true;
    if (key == "location") out.location = value;
    if (key == "offset") out.offset = value;
    if (key == "length") out.length = value;
    return Done{};
}

Outcome readPart(const WireReader& reader, const WireField& field, TensorParts& out) {
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
    case kSegment: out.isSegment = true; return Done{};
    case kExternal: return readElsewhere(reader, field, out);
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

std::vector<std::byte> bytesOf(const TensorParts& parts, const ElementType& type) {
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

namespace {

std::string textOf(Bytes bytes) {
    std::string out(bytes.size(), ' ');
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<char>(bytes[i]);
    return out;
}
// A number of bytes; `otherwise` where none is given.
std::optional<std::uint64_t> sizeIn(Bytes text, std::uint64_t otherwise) {
    if (text.empty()) return otherwise;
    const std::string digits = textOf(text);
    std::uint64_t out = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (error != std::errc{} || stop != digits.data() + digits.size()) return {};
    return out;
}

// The numbers of a tensor that are in another file, or why they are not.
Result<Bytes> elsewhere(const TensorParts& parts, std::string_view file, const OtherFile& other) {
    const std::string location = textOf(parts.location);
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kOnnxTensor, {std::string(file), parts.name, std::move(why)}, {}, {}, {}};
    };
    if (parts.isSegment) return wrong("it is cut into segments, which are not supported");
    if (location.empty()) return wrong("it does not say in which file its numbers are");
    if (!other) return wrong("its numbers are in another file, \"" + location + "\"");
    auto read = other(location);
    if (!read) {
        Problem out = wrong("its numbers are in \"" + location + "\", which cannot be read");
        Problem inner = std::move(read).problem();
        out.notes.push_back({inner.message, std::move(inner.arguments), inner.place});
        return out;
    }
    const auto offset = sizeIn(parts.offset, 0);
    const auto length = sizeIn(parts.length, offset && *offset <= read->size() ? read->size() - *offset : 0);
    if (!offset || !length) return wrong("where its numbers are in \"" + location + "\" is not a number");
    if (*offset > read->size() || *length > read->size() - *offset)
        return wrong("bytes " + std::to_string(*offset) + " and the " + std::to_string(*length) +
                     " from there on are not in \"" + location + "\", which has " +
                     std::to_string(read->size()));
    return read->subspan(static_cast<std::size_t>(*offset), static_cast<std::size_t>(*length));
}

} // namespace

Result<NamedTensor> parseTensor(Bytes bytes, std::string_view file, const OtherFile& other) {
    TensorParts parts;
    WireReader reader(file, bytes);
    while (true) {
        LW_TRY(const std::optional<WireField> field, reader.next());
        if (!field) break;
        LW_TRY([[maybe_unused]] const Done one, readPart(reader, *field, parts));
    }
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kOnnxTensor, {std::string(file), parts.name, std::move(why)}, {}, {}, {}};
    };
    if (parts.isElsewhere || parts.isSegment) {
        LW_TRY(parts.raw, elsewhere(parts, file, other));
    }
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
        return wrong("shape " + tensor::shapeText(shape) + " of " + typeName + " needs " +
                     (count ? std::to_string(*count) : "too many") + " bytes; there are " +
                     std::to_string(held.size()));
    if (*type->dtype == DType::Bool)
        for (std::byte& one : held) one = one == std::byte{0} ? one : std::byte{1};
    return NamedTensor{std::move(parts.name),
                       tensor::Tensor(*type->dtype, std::move(shape), std::move(held))};
}

} // namespace lw::network::onnx
