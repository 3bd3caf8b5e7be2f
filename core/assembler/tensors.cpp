// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/messages.h"
#include "core/assembler/statements.h"
#include "core/base/closest_word.h"
#include "core/program/layout.h"
#include "core/tensor/hash.h"
#include "core/tensor/npy.h"
#include "core/tensor/npy_header.h"

#include <limits>

// .tensor NAME, dtype, [shape], space [, row|tile] [, cast(type)] [, at(address)] [= "file.npy" | value]
namespace lw::assembler {

using tensor::DType;

namespace {

constexpr std::size_t kMostDimensions = 8;
constexpr std::array kMemoryTypes{DType::F32, DType::F16, DType::Bf16, DType::I32,
                                  DType::U32, DType::I8,  DType::U8};

bool isMemoryType(DType type) {
    for (const DType t : kMemoryTypes)
        if (t == type) return true;
    return false;
}

// One element of a fill, or nothing when the value is none of the type.
std::optional<std::vector<std::byte>> elementOf(DType type, Number value) {
    std::vector<std::byte> out(tensor::sizeOf(type));
    const auto put = [&](auto word) { std::memcpy(out.data(), &word, sizeof word); };
    if (type == DType::F16 || type == DType::Bf16) {
        const auto bits = smallFloatWord(value, type == DType::F16 ? numeric::kFloat16 : numeric::kBfloat16);
        if (!bits) return std::nullopt;
        put(*bits);
        return out;
    }
    if (type == DType::I8 || type == DType::U8) {
        const std::int64_t least = type == DType::I8 ? -128 : 0;
        if (value.kind != Number::Kind::Integer || value.integer() < least || value.integer() > least + 255)
            return std::nullopt;
        put(static_cast<std::uint8_t>(value.integer()));
        return out;
    }
    const bool isFloat = type == DType::F32;
    const bool isInteger = value.kind == Number::Kind::Integer;
    if (isInteger && type == DType::I32 && value.integer() > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    if (isInteger && type == DType::U32 && value.integer() < 0) return std::nullopt;
    const auto word = isFloat ? floatWord(value) : integerWord(value);
    if (!word) return std::nullopt;
    put(*word);
    return out;
}

} // namespace

struct Statements::TensorText {
    std::string name;
    Spot where; // of the name
    Spot shapeWhere;
    DType dtype = DType::F32;
    tensor::Shape shape;
    isa::SpaceId space{};
    program::Layout layout = program::Layout::Row;
    std::optional<DType> castFrom;
    std::optional<std::uint64_t> address;
    std::optional<std::string> file;
    std::optional<Number> fill;
    Spot initialWhere;
};

void Statements::tensor(const Spot&) {
    TensorText t;
    const auto name = readName();
    if (!name) return;
    t.name = *name;
    t.where = m_reader.spotOf(name->data(), name->size());
    Symbol* symbol = define(*name, t.where, m_reader.lasting());
    if (!symbol) return;
    const auto id = static_cast<SymbolId>(symbol - &m_symbols[0]);
    symbol->kind = Symbol::Kind::Tensor; // poisoned unless all goes well
    closeDataLabels();
    if (!readTensor(t)) return;
    placeTensor(t, id);
}

bool Statements::readTensor(TensorText& t) {
    if (!readComma()) return false;
    const auto type = readName();
    if (!type) return false;
    const auto dtype = tensor::dtypeNamed(*type);
    if (!dtype || !isMemoryType(*dtype)) {
        std::vector<std::string_view> names;
        names.reserve(std::size(kMemoryTypes));
        for (const DType known : kMemoryTypes) names.push_back(tensor::nameOf(known));
        m_reports.add(m_reader.spotOf(type->data(), type->size()), kBadType, {std::string(*type)},
                      std::string(closestWord(*type, names)));
        return false;
    }
    t.dtype = *dtype;
    if (!readComma() || !readShape(t) || !readComma()) return false;
    const auto space = readSpace();
    if (!space) return false;
    t.space = *space;
    while (at(','))
        if (!readTensorOption(t)) return false;
    return !at('=') || readInitial(t);
}

bool Statements::readShape(TensorText& t) {
    const char* from = m_reader.at = source::skipBlanks(m_reader.at);
    if (!expect('[')) return false;
    if (!at(']')) {
        do {
            const auto extent = readInteger(1, std::int64_t{1} << 48, kBadExtent);
            if (!extent) return false;
            t.shape.push_back(static_cast<std::uint64_t>(*extent));
        } while (at(','));
        if (!expect(']')) return false;
    }
    t.shapeWhere = m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from));
    if (t.shape.size() <= kMostDimensions && tensor::countOf(t.shape)) return true;
    m_reports.add(t.shapeWhere, kBadShape, {tensor::shapeText(t.shape)});
    return false;
}

bool Statements::readTensorOption(TensorText& t) {
    const auto word = readName();
    if (!word) return false;
    if (*word == "row" || *word == "tile") {
        t.layout = *word == "row" ? program::Layout::Row : program::Layout::Tile;
        return true;
    }
    if (*word == "at") {
        if (!expect('(')) return false;
        const auto address = readInteger(0, std::int64_t{1} << 48, kBadAddress);
        if (!address) return false;
        t.address = static_cast<std::uint64_t>(*address);
        return expect(')');
    }
    const Spot spot = m_reader.spotOf(word->data(), word->size());
    if (*word == "cast") {
        if (!expect('(')) return false;
        const auto name = readName();
        if (!name) return false;
        t.castFrom = tensor::dtypeNamed(*name);
        if (t.castFrom) return expect(')');
        m_reports.add(m_reader.spotOf(name->data(), name->size()), kUnknownType, {std::string(*name)});
        return false;
    }
    constexpr std::array<std::string_view, 4> kWords{"row", "tile", "at", "cast"};
    m_reports.add(spot, kBadLayout, {std::string(*word)}, std::string(closestWord(*word, kWords)));
    return false;
}

bool Statements::readInitial(TensorText& t) {
    const char* from = m_reader.at = source::skipBlanks(m_reader.at);
    if (*from == '"') {
        const auto file = readString();
        if (!file) return false;
        t.file = std::string(*file);
    } else {
        t.fill = m_expressions.parseNow();
        if (t.fill->poisoned()) return false;
    }
    t.initialWhere = m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from));
    return true;
}

void Statements::placeTensor(TensorText& t, SymbolId id) {
    auto arrangement = program::Arrangement::make(*m_target, t.dtype, t.shape, t.space, t.layout);
    if (!arrangement) {
        m_reports.add(t.shapeWhere, std::move(arrangement).problem());
        return;
    }
    const auto address =
        m_memory.place(t.space, arrangement->units(), t.address, t.name, t.file || t.fill, t.where);
    if (!address) return;
    program::NamedTensor named{
        t.name, t.dtype, t.shape, t.space, t.layout, *address, arrangement->units(), t.where.place};
    if (t.castFrom) m_castFrom.emplace_back(t.name, *t.castFrom);
    m_symbols[id].space = t.space;
    m_symbols[id].detail = static_cast<std::uint32_t>(m_program.tensors.size());
    m_symbols[id].value = Number::of(static_cast<std::int64_t>(*address));
    m_program.tensors.push_back(named);
    if (t.file || t.fill) initialise(t, *arrangement, *address);
}

// The tensor's elements from its file.
std::optional<tensor::Tensor> Statements::readElements(const TensorText& t) {
    const std::string path = source::pathBeside(m_files[m_reader.file()].path(), *t.file);
    // Of a file with another shape no more is read: it may be of any size.
    const auto shape = tensor::shapeInHeader(m_files.loader().begin(path, tensor::kMostHeaderBytes));
    if (shape && *shape != t.shape) {
        m_reports.add(t.initialWhere, kShapeDiffers, {tensor::shapeText(*shape), tensor::shapeText(t.shape)});
        return std::nullopt;
    }
    auto bytes = m_files.loader().load(path);
    if (!bytes) {
        m_reports.add(t.initialWhere, std::move(bytes).problem());
        return std::nullopt;
    }
    auto read = tensor::parseNpy(std::as_bytes(std::span(*bytes)), path);
    if (read) m_dataFiles.push_back({t.name, path, tensor::hashOf(*read)});
    if (read && t.castFrom) {
        read = tensor::expectDType(*std::move(read), *t.castFrom);
        if (read) read = tensor::cast(*read, t.dtype);
    } else if (read) {
        read = tensor::expectDType(*std::move(read), t.dtype);
    }
    if (!read) {
        m_reports.add(t.initialWhere, std::move(read).problem());
        return std::nullopt;
    }
    if (read->shape() == t.shape) return *std::move(read);
    m_reports.add(t.initialWhere, kShapeDiffers,
                  {tensor::shapeText(read->shape()), tensor::shapeText(t.shape)});
    return std::nullopt;
}

void Statements::initialise(const TensorText& t, const program::Arrangement& arrangement,
                            std::uint64_t address) {
    if (!m_memory.mayAdd(arrangement.bytes(), t.initialWhere)) return;
    std::optional<tensor::Tensor> elements;
    if (t.file) {
        elements = readElements(t);
    } else if (const auto one = elementOf(t.dtype, *t.fill)) {
        elements.emplace(t.dtype, t.shape);
        const auto all = elements->bytes();
        for (std::size_t i = 0; i < all.size(); i += one->size())
            std::memcpy(all.data() + i, one->data(), one->size());
    } else {
        m_reports.add(t.initialWhere, kBadFill, {textOf(*t.fill), std::string(tensor::nameOf(t.dtype))});
    }
    if (!elements) return;
    auto bytes = program::pack(arrangement, *elements);
    if (!bytes)
        m_reports.add(t.initialWhere, std::move(bytes).problem());
    else
        m_memory.contents(t.space, address, *std::move(bytes));
}

} // namespace lw::assembler
