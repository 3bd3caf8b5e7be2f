// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/number_card.h"

#include <array>
#include <charconv>
#include <cmath>

namespace lw::numeric {
namespace {

std::string text(double value) {
    if (std::isnan(value)) return "nan";
    std::array<char, 40> room;
    return {room.data(), std::to_chars(room.data(), room.data() + room.size(), value).ptr};
}
std::string text(int value) { return std::to_string(value); }
std::string bitsText(std::uint32_t bits, int count) {
    std::string out;
    for (int i = count; i-- > 0;) out += (bits >> i & 1) != 0 ? '1' : '0';
    return out;
}
std::string powerText(int exponent) { return "2^" + text(exponent); }

std::string biasedText(int field, int bias) {
    return text(field) + " - " + text(bias) + " = " + text(field - bias);
}

// Small floats -------------------------------------------------------------------------------------------

// The number one step up; codes are in the order of magnitudes.
std::optional<double> nextUp(std::uint16_t code, SmallFloat format) {
    const std::uint16_t sign = signBitOf(format);
    const int magnitude = code & (sign - 1);
    const bool isNegative = (code & sign) != 0;
    if (isNegative && magnitude != 0) return smallFloatValue(static_cast<std::uint16_t>(code - 1), format);
    const int last = largestCode(format) + (format.top == TopCodes::InfinityAndNan ? 1 : 0);
    if (magnitude >= last) return {};
    return smallFloatValue(static_cast<std::uint16_t>(magnitude + 1), format);
}
std::optional<double> nextDown(std::uint16_t code, SmallFloat format) {
    const auto up = nextUp(static_cast<std::uint16_t>(code ^ signBitOf(format)), format);
    return up ? std::optional(-*up) : std::nullopt;
}

std::vector<std::string> partsOf(std::uint16_t code, SmallFloat format) {
    const int m = format.mantissaBits, e = format.exponentBits;
    return {bitsText(code >> (e + m), 1), bitsText(code >> m, e), bitsText(code, m)};
}

// "-1.5 * 2^3"; `scale` is the exponent of what the number is multiplied by besides.
std::string readingOf(std::uint16_t code, SmallFloat format, int scale) {
    const double value = smallFloatValue(code, format);
    const std::string sign = std::signbit(value) ? "-" : "";
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return sign + "infinity";
    const int field = (code & (signBitOf(format) - 1)) >> format.mantissaBits;
    const int exponent = (field == 0 ? 1 : field) - biasOf(format);
    return sign + text(std::ldexp(std::fabs(value), -exponent)) + " * " + powerText(exponent + scale);
}

std::string remarkOf(std::uint16_t code, SmallFloat format) {
    const int magnitude = code & (signBitOf(format) - 1);
    return magnitude != 0 && magnitude >> format.mantissaBits == 0 ? "denormal" : "";
}

// What is lost, and whether that is because there is nothing larger: it is the last number of its sign, and
// with another step beyond it the nearest would have been that.
void finish(NumberCard& card, bool isLast) {
    card.lost = card.asked == card.value ? 0 : card.asked - card.value;
    const std::optional<double> inner = card.value < 0 ? card.above : card.below;
    if (!isLast || !inner || std::fabs(card.asked) < std::fabs(card.value)) return;
    const double half = std::fabs(card.value - *inner) / 2, lost = std::fabs(card.lost);
    if (lost > half || (lost == half && (card.code & 1) != 0)) card.remark = "saturated";
}

NumberCard cardOf(double asked, std::uint16_t code, SmallFloat format) {
    NumberCard card{
        asked, code, partsOf(code, format), readingOf(code, format, 0), smallFloatValue(code, format), 0,
        {},    {},   remarkOf(code, format)};
    card.below = std::isnan(card.value) ? std::nullopt : nextDown(code, format);
    card.above = std::isnan(card.value) ? std::nullopt : nextUp(code, format);
    finish(card, (code & (signBitOf(format) - 1)) == largestCode(format));
    return card;
}

NumberBlock emptyBlock(SmallFloat format) {
    return {text(format.exponentBits) + " bits of exponent with a bias of " + text(biasOf(format)) + ", " +
                text(format.mantissaBits) + (format.mantissaBits == 1 ? " bit" : " bits") + " of fraction",
            "",
            {"sign", "exponent", "fraction"},
            {}};
}

// Draws for one value after the other.
class Draws {
  public:
    explicit Draws(const CardRounding& how) : m_place(how.place) {}
    std::uint32_t next() {
        const std::uint32_t draw = drawAt(m_place);
        ++m_place.element;
        return draw;
    }

  private:
    DrawPlace m_place;
};

std::vector<NumberBlock> blocksOf(std::span<const double> values, SmallFloat format,
                                  const CardRounding& how) {
    NumberBlock out = emptyBlock(format);
    Draws draws(how);
    for (const double value : values)
        out.numbers.push_back(
            cardOf(value, smallFloatBits(value, format, {how.rounding, how.overflow, draws.next()}), format));
    return {out};
}

// Block floating point -----------------------------------------------------------------------------------

NumberCard cardOf(double asked, std::int16_t mantissa, int exponent, BlockFormat format) {
    const int least = lowestMantissa(format), most = highestMantissa(format);
    const auto neighbour = [&](int other) -> std::optional<double> {
        if (other < least || other > most) return {};
        return blockValue(static_cast<std::int16_t>(other), exponent, format);
    };
    const auto code = static_cast<std::uint32_t>(mantissa) & ((1u << format.mantissaBits) - 1);
    const std::string unit =
        areIntegers(format) ? "" : " * " + powerText(exponent - (format.mantissaBits - 1));
    NumberCard card{asked,
                    code,
                    {bitsText(code, format.mantissaBits)},
                    text(int{mantissa}) + unit,
                    blockValue(mantissa, exponent, format),
                    0,
                    neighbour(mantissa - 1),
                    neighbour(mantissa + 1),
                    ""};
    finish(card, mantissa == most || mantissa == least);
    return card;
}

NumberBlock emptyBlock(BlockFormat format, int exponent) {
    const std::string bits = text(format.mantissaBits);
    if (areIntegers(format)) return {"two's complement integers of " + bits + " bits", "", {"integer"}, {}};
    const int bias = -lowestExponent(format);
    return {"two's complement mantissas of " + bits + " bits, a shared exponent of " +
                text(format.exponentBits) + " bits",
            "exponent " + bitsText(static_cast<std::uint32_t>(exponent + bias), format.exponentBits) + ": " +
                biasedText(exponent + bias, bias) + ", so mantissas count in " +
                powerText(exponent - (format.mantissaBits - 1)),
            {"mantissa"},
            {}};
}

std::vector<NumberBlock> blocksOf(std::span<const double> values, BlockFormat format,
                                  const CardRounding& how) {
    std::vector<std::int16_t> mantissas(values.size());
    const int exponent = encodeBlock(values, format, {how.rounding, how.place}, mantissas);
    NumberBlock out = emptyBlock(format, exponent);
    for (std::size_t i = 0; i < values.size(); ++i)
        out.numbers.push_back(cardOf(values[i], mantissas[i], exponent, format));
    return {out};
}

std::int16_t integerOf(std::uint16_t code, BlockFormat format) {
    const int size = 1 << format.mantissaBits, number = code & (size - 1);
    return static_cast<std::int16_t>(number > highestMantissa(format) ? number - size : number);
}

// MX -----------------------------------------------------------------------------------------------------

NumberCard cardOf(double asked, std::uint8_t code, std::uint8_t scale, MxFormat format) {
    const SmallFloat* const element = elementFloat(format);
    NumberCard card{asked, code, {}, "", mxValue(code, scale, format), 0, {}, {}, ""};
    card.parts = element != nullptr ? partsOf(code, *element) : std::vector{bitsText(code, 8)};
    if (scale == kScaleNan) {
        card.reading = "NaN";
        finish(card, false);
        return card;
    }
    const int power = scale - kScaleBias;
    if (element != nullptr) {
        card.reading = readingOf(code, *element, power);
        card.remark = remarkOf(code, *element);
        const auto scaled = [&](std::optional<double> value) {
            return value && std::isfinite(*value) ? std::optional(std::ldexp(*value, power)) : std::nullopt;
        };
        card.below = scaled(nextDown(code, *element));
        card.above = scaled(nextUp(code, *element));
        finish(card, (code & (signBitOf(*element) - 1)) == largestCode(*element));
        return card;
    }
    const int number = static_cast<std::int8_t>(code);
    card.reading = text(number) + " * " + powerText(power - 6);
    if (number > -127) card.below = std::ldexp(number - 1, power - 6);
    if (number < 127) card.above = std::ldexp(number + 1, power - 6);
    finish(card, number == 127 || number == -127);
    return card;
}

std::vector<NumberBlock> blocksOf(std::span<const double> values, MxFormat format, const CardRounding& how) {
    const SmallFloat* const element = elementFloat(format);
    std::vector<NumberBlock> out;
    Draws draws(how);
    for (std::size_t first = 0; first < values.size(); first += kMxBlock) {
        const auto block = values.subspan(first, std::min(kMxBlock, values.size() - first));
        std::vector<std::uint8_t> codes(block.size());
        std::vector<std::uint32_t> chance(block.size());
        for (std::uint32_t& draw : chance) draw = draws.next();
        const std::uint8_t scale = encodeMx(block, format, codes, how.rounding, chance);
        NumberBlock cards =
            element != nullptr
                ? emptyBlock(*element)
                : NumberBlock{"8 bits, two's complement, 6 of them fraction", "", {"element"}, {}};
        cards.title += ", with a scale for each 32";
        cards.shared =
            "scale " + bitsText(scale, 8) + ": " +
            (scale == kScaleNan ? "NaN"
                                : "2^(" + text(int{scale}) + " - 127) = " + powerText(scale - kScaleBias));
        for (std::size_t i = 0; i < block.size(); ++i)
            cards.numbers.push_back(cardOf(block[i], codes[i], scale, format));
        out.push_back(std::move(cards));
    }
    return out;
}

} // namespace

std::vector<NumberBlock> numberBlocks(std::span<const double> values, const NumberFormat& format,
                                      const CardRounding& how) {
    return std::visit([&](auto kind) { return blocksOf(values, kind, how); }, format.kind);
}

NumberBlock blockOfCodes(std::span<const std::uint16_t> codes, const NumberFormat& format) {
    if (const SmallFloat* const single = format.single()) {
        NumberBlock out = emptyBlock(*single);
        for (const std::uint16_t code : codes)
            out.numbers.push_back(cardOf(smallFloatValue(code, *single), code, *single));
        return out;
    }
    const auto integers = std::get<BlockFormat>(format.kind);
    const int exponent = lowestExponent(integers);
    NumberBlock out = emptyBlock(integers, exponent);
    for (const std::uint16_t code : codes) {
        const std::int16_t number = integerOf(code, integers);
        out.numbers.push_back(cardOf(number, number, exponent, integers));
    }
    return out;
}

std::vector<std::vector<std::string>> cardTable(const NumberBlock& block) {
    std::vector<std::vector<std::string>> rows{{"value"}};
    rows[0].insert(rows[0].end(), block.parts.begin(), block.parts.end());
    for (const char* column : {"reads", "stands for", "lost", "below", "above", ""})
        rows[0].emplace_back(column);
    const auto perhaps = [](const std::optional<double>& value) {
        return value ? text(*value) : std::string("-");
    };
    for (const NumberCard& card : block.numbers) {
        std::vector<std::string> row{text(card.asked)};
        row.insert(row.end(), card.parts.begin(), card.parts.end());
        row.insert(row.end(), {card.reading, text(card.value), text(card.lost), perhaps(card.below),
                               perhaps(card.above), card.remark});
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace lw::numeric
