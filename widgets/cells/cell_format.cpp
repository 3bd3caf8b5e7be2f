// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cells/cell_format.h"

#include "core/machine/cell_value.h"
#include "core/numeric/bf16.h"
#include "core/numeric/small_float.h"
#include "widgets/cells/tr.h"
#include "widgets/session/core_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace lw::cells {

using tensor::DType;

namespace {

constexpr std::array kFormats{CellFormat::Natural,  CellFormat::Hex,   CellFormat::Signed,
                              CellFormat::Unsigned, CellFormat::Float, CellFormat::Bf16};

DType sized(std::size_t bytes, std::array<DType, 4> types) {
    switch (bytes) {
    case 1: return types[0];
    case 2: return types[1];
    case 4: return types[2];
    default: return types[3];
    }
}

bool isReal(DType type) {
    return type == DType::F64 || type == DType::F32 || type == DType::F16 || type == DType::Bf16;
}

// One number as bits of the type.
TypedBits oneNumber(const QString& typed, DType type, const session::Frame& frame) {
    const QString word = typed.trimmed();
    const int bits = static_cast<int>(8 * tensor::sizeOf(type));
    double real = 0;
    bool known = true;
    if (word.compare(QLatin1String("nan"), Qt::CaseInsensitive) == 0)
        real = std::numeric_limits<double>::quiet_NaN();
    else if (word == QLatin1String("inf") || word == QLatin1String("-inf"))
        real = word.startsWith(QLatin1Char('-')) ? -std::numeric_limits<double>::infinity()
                                                 : std::numeric_limits<double>::infinity();
    else
        known = false;
    std::int64_t integer = 0;
    bool isInteger = false;
    if (!known) {
        const auto compiled = machine::Expression::compile(word.toStdString(), frame.loaded->scope());
        if (!compiled) return {{}, session::problemText(compiled.problem())};
        const auto value = compiled->evaluate(frame.moment());
        if (!value) return {{}, session::problemText(value.problem())};
        real = value->number();
        integer = value->integer;
        isInteger = !value->isReal;
    }
    const bool isBits = isInteger && word.startsWith(QLatin1String("0x"), Qt::CaseInsensitive);
    if (isReal(type) && !isBits) {
        const auto single = static_cast<float>(real);
        const std::uint16_t half = numeric::smallFloatBits(real, numeric::kFloat16);
        const bool isLarge =
            std::isinf(single) ||
            (type == DType::F16 && std::isinf(numeric::smallFloatValue(half, numeric::kFloat16)));
        if (std::isfinite(real) && isLarge) return {{}, tr("%1 is too large").arg(word)};
        if (type == DType::F64) return {std::bit_cast<std::uint64_t>(real), {}};
        const auto word32 = std::bit_cast<std::uint32_t>(single);
        if (type == DType::F16) return {half, {}};
        return {type == DType::Bf16 ? numeric::bf16Of(word32) : word32, {}};
    }
    if (!isInteger) return {{}, tr("%1 is not an integer").arg(word)};
    if (bits == 64) return {static_cast<std::uint64_t>(integer), {}};
    if (integer < -(std::int64_t{1} << (bits - 1)) || integer >= std::int64_t{1} << bits)
        return {{}, tr("%1 does not fit into %2 bits").arg(word).arg(bits)};
    return {static_cast<std::uint64_t>(integer) & ((std::uint64_t{1} << bits) - 1), {}};
}

} // namespace

std::span<const CellFormat> cellFormats() { return kFormats; }

QString titleOf(CellFormat format) {
    switch (format) {
    case CellFormat::Hex: return tr("hex");
    case CellFormat::Signed: return tr("signed");
    case CellFormat::Unsigned: return tr("unsigned");
    case CellFormat::Float: return tr("f32");
    case CellFormat::Bf16: return tr("bf16");
    default: return tr("as usual");
    }
}

DType typeOf(CellFormat format, DType natural) {
    const std::size_t bytes = tensor::sizeOf(natural);
    switch (format) {
    case CellFormat::Hex:
    case CellFormat::Unsigned: return sized(bytes, {DType::U8, DType::U16, DType::U32, DType::U64});
    case CellFormat::Signed: return sized(bytes, {DType::I8, DType::I16, DType::I32, DType::I64});
    case CellFormat::Float: return bytes == 4 ? DType::F32 : bytes == 8 ? DType::F64 : natural;
    case CellFormat::Bf16: return bytes == 2 || bytes == 4 ? DType::Bf16 : natural;
    default: return natural;
    }
}

QString textOf(CellFormat format, DType natural, std::uint64_t bits) {
    const auto bytes = static_cast<int>(tensor::sizeOf(natural));
    if (format == CellFormat::Hex)
        return QStringLiteral("%1").arg(static_cast<qulonglong>(bits), bytes * 2, 16, QLatin1Char('0'));
    const DType type = typeOf(format, natural);
    if (type == DType::Bf16 && bytes == 4)
        return QString::fromStdString(machine::cellText(type, bits & 0xffff) + ' ' +
                                      machine::cellText(type, bits >> 16 & 0xffff));
    return QString::fromStdString(machine::cellText(type, bits));
}

int widthOf(CellFormat format, DType natural) {
    const auto bytes = static_cast<int>(tensor::sizeOf(natural));
    if (format == CellFormat::Hex) return bytes * 2;
    switch (typeOf(format, natural)) {
    case DType::F64: return 18;
    case DType::F32: return 13;
    case DType::Bf16: return bytes == 4 ? 20 : 11;
    case DType::U8:
    case DType::I8:
    case DType::Bool: return 4;
    case DType::U16:
    case DType::I16: return 6;
    case DType::U64:
    case DType::I64: return 20;
    default: return 11;
    }
}

TypedBits bitsOf(const QString& typed, CellFormat format, DType natural, const session::Frame& frame) {
    const DType type = typeOf(format, natural);
    if (type != DType::Bf16 || tensor::sizeOf(natural) == 2) return oneNumber(typed, type, frame);
    const QStringList halves = typed.simplified().split(QLatin1Char(' '));
    if (halves.size() != 2) return {{}, tr("A word holds two bfloat16: type both, the low one first")};
    const TypedBits low = oneNumber(halves[0], type, frame), high = oneNumber(halves[1], type, frame);
    if (!low.bits) return low;
    if (!high.bits) return high;
    return {*low.bits | *high.bits << 16, {}};
}

std::optional<machine::CellRef> cellNamed(const QString& expression, const session::FramePtr& frame) {
    if (!frame || expression.isEmpty()) return {};
    return machine::cellNamed(expression.toStdString(), frame->loaded->scope(), frame->moment());
}

QString nameOf(machine::CellRef cell, const session::Loaded& loaded) {
    return QString::fromStdString(machine::nameOfCell(loaded.scope(), cell));
}

} // namespace lw::cells
