// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tensor_view.h"

#include "core/base/json_value.h"
#include "core/machine/cell_value.h"
#include "core/scene/messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace lw::scene {

namespace {

constexpr std::uint64_t kPiece = 1 << 16; // elements read at once

// Calls take(value, flags) for all elements, in order, until it is interrupted.
template <typename Take>
Outcome forPieces(const ElementSource& source, const std::atomic<bool>* interrupt, Take&& take) {
    const std::size_t size = tensor::sizeOf(source.type());
    std::vector<std::byte> bytes(kPiece * size);
    std::vector<std::uint8_t> flags(kPiece);
    std::vector<double> values(kPiece);
    for (std::uint64_t first = 0; first < source.count(); first += kPiece) {
        if (interrupt && interrupt->load(std::memory_order_relaxed)) break;
        const auto count = static_cast<std::size_t>(std::min(kPiece, source.count() - first));
        const auto piece = std::span(bytes).first(count * size);
        LW_TRY([[maybe_unused]] const Done read, source.read(first, piece, std::span(flags).first(count)));
        valuesOf(source.type(), piece, std::span(values).first(count));
        for (std::size_t i = 0; i < count; ++i) take(values[i], flags[i]);
    }
    return Done{};
}

// Sum holds the squares of the greatest values there can be.
template <typename Sum>
Result<TensorStatistics> statisticsAs(const ElementSource& source, const std::atomic<bool>* interrupt) {
    TensorStatistics out;
    out.count = source.count();
    Sum sum = 0, squares = 0; // of the distances from the first finite value: few digits are lost
    Sum origin = 0;
    const auto take = [&](double value, std::uint8_t flags) {
        out.changed += (flags & kChanged) != 0;
        if (!(flags & kWritten)) {
            ++out.unwritten;
            return;
        }
        out.nan += std::isnan(value);
        out.infinite += std::isinf(value);
        out.zero += value == 0;
        if (!std::isfinite(value)) return;
        if (out.finite++ == 0) origin = out.low = out.high = value;
        out.low = std::min(out.low, value);
        out.high = std::max(out.high, value);
        const Sum distance = value - origin;
        sum += distance;
        squares += distance * distance;
    };
    LW_TRY([[maybe_unused]] const Done read, forPieces(source, interrupt, take));
    if (out.finite == 0) return out;
    const Sum mean = sum / static_cast<Sum>(out.finite);
    const Sum variance = squares / static_cast<Sum>(out.finite) - mean * mean;
    out.mean = static_cast<double>(origin + mean);
    out.deviation = variance > 0 ? static_cast<double>(std::sqrt(variance)) : 0;
    return out;
}

} // namespace

Result<TensorStatistics> statisticsOf(const ElementSource& source, const std::atomic<bool>* interrupt) {
    return source.type() == tensor::DType::F64 ? statisticsAs<long double>(source, interrupt)
                                               : statisticsAs<double>(source, interrupt);
}

Result<Histogram> histogramOf(const ElementSource& source, double low, double high, std::size_t bins,
                              const std::atomic<bool>* interrupt) {
    Histogram out;
    out.low = low;
    out.high = high;
    out.bins.resize(std::max<std::size_t>(bins, 1));
    const auto parts = static_cast<double>(out.bins.size());
    const double half = high / 2 - low / 2; // the width itself may be too large for a number
    const auto take = [&](double value, std::uint8_t flags) {
        if (!(flags & kWritten) || !std::isfinite(value)) return;
        out.below += value < low;
        out.above += value > high;
        if (value < low || value > high) return;
        const double place = half > 0 ? (value / 2 - low / 2) / half * parts : 0;
        ++out.bins[std::min(static_cast<std::size_t>(place), out.bins.size() - 1)];
    };
    LW_TRY([[maybe_unused]] const Done read, forPieces(source, interrupt, take));
    return out;
}

Result<TensorView> tensorView(const TensorInfo& info, const ElementSource& source, std::uint64_t first,
                              std::uint64_t count) {
    TensorView out;
    out.info = info;
    LW_TRY(out.statistics, statisticsOf(source));
    LW_TRY(out.histogram, histogramOf(source, out.statistics.low, out.statistics.high, kHistogramBins));
    out.first = std::min(first, source.count());
    const std::uint64_t shown = std::min(count, source.count() - out.first);
    const std::size_t size = tensor::sizeOf(source.type());
    std::vector<std::byte> bytes(shown * size);
    out.flags.resize(shown);
    out.bits.resize(shown);
    LW_TRY([[maybe_unused]] const Done read, source.read(out.first, bytes, out.flags));
    for (std::size_t i = 0; i < shown; ++i)
        out.bits[i] = machine::bitsOf(std::span(bytes).subspan(i * size, size));
    return out;
}

// ---- JSON. Elements are in rows of the last dimension:
// their bits in hexadecimal, and a digit each for flags.

namespace {

constexpr std::string_view kKeys[] = {"name",   "type",     "shape", "space",      "unit",
                                      "layout", "address",  "units", "statistics", "histogram",
                                      "first",  "elements", "flags"};
constexpr std::string_view kStatisticsKeys[] = {"count",  "unwritten", "changed", "nan",  "infinite", "zero",
                                                "finite", "low",       "high",    "mean", "deviation"};
constexpr std::string_view kHistogramKeys[] = {"low", "high", "below", "above", "bins"};
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr double kGreatest = std::numeric_limits<double>::max();

Result<std::uint64_t> numberIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t number, object.integer(key, 0, kMost));
    return static_cast<std::uint64_t>(number);
}

Result<std::vector<std::uint64_t>> numbersIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const JsonValue* list, object.list(key));
    std::vector<std::uint64_t> out;
    for (const JsonValue& item : list->items) {
        if (item.kind != JsonValue::Kind::Integer || item.integer < 0)
            return Problem{&messages::kNoCount, {std::string(key)}, item.place, {}, {}};
        out.push_back(static_cast<std::uint64_t>(item.integer));
    }
    return out;
}

Result<TensorStatistics> statisticsIn(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "statistics", kStatisticsKeys));
    TensorStatistics out;
    LW_TRY(out.count, numberIn(object, "count"));
    LW_TRY(out.unwritten, numberIn(object, "unwritten"));
    LW_TRY(out.changed, numberIn(object, "changed"));
    LW_TRY(out.nan, numberIn(object, "nan"));
    LW_TRY(out.infinite, numberIn(object, "infinite"));
    LW_TRY(out.zero, numberIn(object, "zero"));
    LW_TRY(out.finite, numberIn(object, "finite"));
    LW_TRY(out.low, object.real("low", -kGreatest, kGreatest));
    LW_TRY(out.high, object.real("high", -kGreatest, kGreatest));
    LW_TRY(out.mean, object.real("mean", -kGreatest, kGreatest));
    LW_TRY(out.deviation, object.real("deviation", 0, kGreatest));
    return out;
}

Result<Histogram> histogramIn(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "histogram", kHistogramKeys));
    Histogram out;
    LW_TRY(out.low, object.real("low", -kGreatest, kGreatest));
    LW_TRY(out.high, object.real("high", -kGreatest, kGreatest));
    LW_TRY(out.below, numberIn(object, "below"));
    LW_TRY(out.above, numberIn(object, "above"));
    LW_TRY(out.bins, numbersIn(object, "bins"));
    return out;
}

Result<TensorInfo> infoIn(const JsonObject& object) {
    TensorInfo out;
    LW_TRY(out.name, object.text("name"));
    LW_TRY(const std::string type, object.text("type"));
    const auto named = tensor::dtypeNamed(type);
    if (!named) return Problem{&messages::kNoCellType, {type}, object.at("type").place, {}, {}};
    out.type = *named;
    LW_TRY(out.shape, numbersIn(object, "shape"));
    LW_TRY(out.space, object.text("space"));
    LW_TRY(out.unit, object.text("unit"));
    LW_TRY(out.layout, object.text("layout"));
    LW_TRY(out.address, numberIn(object, "address"));
    LW_TRY(out.units, numberIn(object, "units"));
    return out;
}

// Words in hexadecimal with blanks between them; false when there are other signs.
bool readWords(std::string_view text, std::vector<std::uint64_t>& out) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::uint64_t word = 0;
        const auto [next, error] = std::from_chars(at, end, word, 16);
        if (error != std::errc{} || (next != end && (*next != ' ' || next + 1 == end))) return false;
        out.push_back(word);
        at = next == end ? end : next + 1;
    }
    return true;
}

} // namespace

void to_json(nlohmann::json& out, const TensorView& view) {
    const TensorInfo& info = view.info;
    const TensorStatistics& s = view.statistics;
    out = {{"name", info.name},       {"type", nameOf(info.type)}, {"shape", info.shape},
           {"space", info.space},     {"unit", info.unit},         {"layout", info.layout},
           {"address", info.address}, {"units", info.units},       {"first", view.first}};
    out["statistics"] = {
        {"count", s.count},       {"unwritten", s.unwritten}, {"changed", s.changed},    {"nan", s.nan},
        {"infinite", s.infinite}, {"zero", s.zero},           {"finite", s.finite},      {"low", s.low},
        {"high", s.high},         {"mean", s.mean},           {"deviation", s.deviation}};
    out["histogram"] = {{"low", view.histogram.low},
                        {"high", view.histogram.high},
                        {"below", view.histogram.below},
                        {"above", view.histogram.above},
                        {"bins", view.histogram.bins}};
    out["elements"] = nlohmann::json::array();
    std::string flags;
    for (const std::uint8_t flag : view.flags) flags += static_cast<char>('0' + flag);
    out["flags"] = flags;
    const std::size_t row = info.shape.empty() ? 1 : std::max<std::size_t>(info.shape.back(), 1);
    for (std::size_t i = 0; i < view.bits.size();) {
        std::string line;
        do {
            std::array<char, 16> word;
            const auto end = std::to_chars(word.begin(), word.end(), view.bits[i], 16).ptr;
            line.append(line.empty() ? "" : " ").append(word.begin(), end);
        } while (++i < view.bits.size() && (view.first + i) % row != 0);
        out["elements"].push_back(std::move(line));
    }
}

Result<TensorView> tensorViewFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    TensorView out;
    LW_TRY(out.info, infoIn(object));
    LW_TRY(out.statistics, statisticsIn(object.at("statistics")));
    LW_TRY(out.histogram, histogramIn(object.at("histogram")));
    LW_TRY(out.first, numberIn(object, "first"));
    LW_TRY(const JsonValue* rows, object.list("elements"));
    for (const JsonValue& row : rows->items) {
        LW_TRY(const std::string words, textOf(row, "elements"));
        if (!readWords(words, out.bits)) return Problem{&messages::kNoWords, {words}, row.place, {}, {}};
    }
    LW_TRY(const std::string flags, object.text("flags"));
    for (const char flag : flags) out.flags.push_back(static_cast<std::uint8_t>(flag - '0'));
    if (flags.size() != out.bits.size() || flags.find_first_not_of("0123") != std::string::npos)
        return Problem{
            &messages::kNoCellRow, {std::to_string(out.bits.size())}, object.at("flags").place, {}, {}};
    return out;
}

} // namespace lw::scene
