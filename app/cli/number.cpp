// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "core/base/closest_word.h"
#include "core/numeric/number_card.h"

#include <cmath>
#include <limits>

// lw number: what numbers become in a format, bit by bit.
namespace lw::cli {

namespace {

using numeric::NumberBlock;
using numeric::NumberCard;
using numeric::NumberFormat;

constexpr std::string_view kRoundings[] = {"nearest", "zero", "stochastic"}; // as numeric::Rounding has them
constexpr std::string_view kOverflows[] = {"infinity", "saturate"};          // as numeric::Overflow has them

// Operands: all numbers, or all bits; only formats without blocks have the latter.
struct Asked {
    std::vector<double> values;
    std::vector<std::uint16_t> codes;
};

Result<NumberFormat> formatNamed(const std::string& name) {
    if (auto format = numeric::numberFormatNamed(name)) return std::move(*format);
    const std::vector<std::string> names = numeric::numberFormatNames();
    return Problem{&messages::kNoNumberFormat,
                   {name},
                   {},
                   {},
                   std::string(closestWord(name, std::vector<std::string_view>(names.begin(), names.end())))};
}

Result<double> valueIn(const std::string& word) {
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (const auto value = realIn(word)) return *value;
    return Problem{&messages::kNotValue, {word}, {}, {}, {}};
}

Result<std::uint16_t> codeIn(const std::string& word, const NumberFormat& format) {
    const int bits = format.bitsAlone();
    if (bits == 0) return Problem{&messages::kBitsOfBlock, {word, format.name}, {}, {}, {}};
    const auto code = numberIn(word, (1u << bits) - 1);
    if (!code) return Problem{&messages::kNotBits, {word, std::to_string(bits), format.name}, {}, {}, {}};
    return static_cast<std::uint16_t>(*code);
}

Result<Asked> askedOf(const std::vector<std::string>& words, const NumberFormat& format) {
    Asked out;
    for (const std::string& word : words) {
        if (word.starts_with("0x")) {
            LW_TRY(out.codes.emplace_back(), codeIn(word, format));
        } else {
            LW_TRY(out.values.emplace_back(), valueIn(word));
        }
    }
    if (!out.codes.empty() && !out.values.empty()) return Problem{&messages::kBitsAndValues, {}, {}, {}, {}};
    return out;
}

Json cardJson(const NumberCard& card, const std::vector<std::string>& names) {
    Json parts = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) parts[names[i]] = card.parts[i];
    const auto perhaps = [](const std::optional<double>& value) { return value ? realJson(*value) : Json(); };
    return {{"value", realJson(card.asked)},
            {"code", card.code},
            {"parts", std::move(parts)},
            {"reads", card.reading},
            {"standsFor", realJson(card.value)},
            {"lost", realJson(card.lost)},
            {"below", perhaps(card.below)},
            {"above", perhaps(card.above)},
            {"remark", card.remark}};
}

void show(const NumberBlock& block, const std::string& name, Console& console) {
    console.line(name + ": " + block.title);
    if (!block.shared.empty()) console.line("  " + block.shared);
    auto rows = numeric::cardTable(block);
    for (auto& row : rows) row.front().insert(0, "  ");
    console.print(tableText(rows, {}));
    Json numbers = Json::list();
    for (const NumberCard& card : block.numbers) numbers.push_back(cardJson(card, block.parts));
    console.document()["blocks"].push_back({{"format", name},
                                            {"title", block.title},
                                            {"shared", block.shared},
                                            {"numbers", std::move(numbers)}});
}

} // namespace

Result<Exit> runNumber(const Arguments& arguments, Console& console) {
    numeric::CardRounding how;
    LW_TRY(const std::size_t rounding, arguments.choice("--rounding", kRoundings));
    LW_TRY(const std::size_t overflow, arguments.choice("--overflow", kOverflows));
    LW_TRY(how.place.seed, arguments.number("--seed", 0, std::numeric_limits<std::uint64_t>::max()));
    how.rounding = static_cast<numeric::Rounding>(rounding);
    how.overflow = static_cast<numeric::Overflow>(overflow);
    std::vector<std::string> names = arguments.values("--format");
    if (names.empty()) names.emplace_back("f16");
    for (const std::string& name : names) {
        LW_TRY(const NumberFormat format, formatNamed(name));
        LW_TRY(const Asked asked, askedOf(arguments.operands(), format));
        if (!asked.codes.empty())
            show(numeric::blockOfCodes(asked.codes, format), name, console);
        else
            for (const NumberBlock& block : numeric::numberBlocks(asked.values, format, how))
                show(block, name, console);
    }
    return Exit::Pass;
}

} // namespace lw::cli
