// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/read_stream.h"

#include "core/concord/graph.h"
#include "core/concord/messages.h"
#include "core/concord/stream_check.h"

#include <array>
#include <span>

namespace lw::concord {

namespace {

constexpr std::int64_t kMost = 1 << 22; // of what is counted or numbered: locations, turns, instructions
using Keys = std::span<const std::string_view>;

Problem refusedAt(Place place, std::string why) {
    return Problem{&messages::kNoSuchChain, {std::move(why)}, place, {}, {}};
}

// A key that may be missing, and then is `otherwise`.
Result<std::uint32_t> numberOr(const JsonObject& of, std::string_view key, std::uint32_t otherwise) {
    if (!of.has(key)) return otherwise;
    LW_TRY(const std::int64_t out, of.integer(key, 0, kMost));
    return static_cast<std::uint32_t>(out);
}
Result<std::uint32_t> positive(const JsonObject& of, std::string_view key) {
    LW_TRY(const std::int64_t out, of.integer(key, 1, kMost));
    return static_cast<std::uint32_t>(out);
}
Result<std::string> textOr(const JsonObject& of, std::string_view key) {
    if (!of.has(key)) return std::string();
    return of.text(key);
}

// A list of Count numbers, or of at most that many.
template <typename Number, std::size_t Count>
Outcome readNumbers(const JsonObject& of, std::string_view key, std::array<Number, Count>& to,
                    bool mayBeFewer) {
    LW_TRY(const JsonValue* const list, of.list(key));
    if (list->items.size() > Count || (list->items.size() < Count && !mayBeFewer))
        return refusedAt(list->place, "\"" + std::string(key) + "\" has " +
                                          std::to_string(list->items.size()) + " numbers, not " +
                                          std::to_string(Count));
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const JsonValue& item = list->items[i];
        if (item.kind != JsonValue::Kind::Integer || item.integer < 0 || item.integer > kMost)
            return refusedAt(item.place, "this is not a number from 0 to " + std::to_string(kMost));
        to[i] = static_cast<Number>(item.integer);
    }
    return Done{};
}

Result<Window> readWindow(const JsonObject& of) {
    std::array<std::uint32_t, 3> picture{};
    std::array<std::uint32_t, 2> window{}, stride{}, pad{};
    LW_TRY([[maybe_unused]] const Done d1, readNumbers(of, "picture", picture, false));
    LW_TRY([[maybe_unused]] const Done d2, readNumbers(of, "window", window, false));
    LW_TRY([[maybe_unused]] const Done d3, readNumbers(of, "stride", stride, false));
    LW_TRY([[maybe_unused]] const Done d4, readNumbers(of, "pad", pad, false));
    Window out;
    LW_TRY(out.across, positive(of, "across"));
    LW_TRY(const std::int64_t padding, of.integer("padding", 0, 0xffff));
    out.padding = static_cast<std::uint16_t>(padding);
    out.height = picture[0];
    out.width = picture[1];
    out.depth = picture[2];
    out.windowHeight = window[0];
    out.windowWidth = window[1];
    out.strideY = stride[0];
    out.strideX = stride[1];
    out.padTop = pad[0];
    out.padLeft = pad[1];
    return out;
}

Outcome readWindows(const JsonValue& value, Op& op) {
    static constexpr std::string_view kNeeded[] = {"picture", "window",  "stride", "pad",
                                                   "across",  "padding", "at",     "skip"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "windows", kNeeded));
    LW_TRY(op.window, readWindow(of));
    LW_TRY(op.picture, numberOr(of, "at", 0));
    LW_TRY(op.skip, numberOr(of, "skip", 0));
    return Done{};
}

Outcome readRounding(const JsonValue& value, OpRounding& to) {
    if (value.kind == JsonValue::Kind::Text) {
        to.rounding = numeric::Rounding::TowardZero;
        return value.text == "toward zero" ? Outcome(Done{})
                                           : refusedAt(value.place, "the other rounding is \"toward zero\"");
    }
    static constexpr std::string_view kNeeded[] = {"seed", "executed"}, kMore[] = {"moves"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "rounding", kNeeded, kMore));
    to.rounding = numeric::Rounding::Stochastic;
    LW_TRY(const std::int64_t seed, of.integer("seed", 0, INT64_MAX));
    LW_TRY(const std::int64_t executed, of.integer("executed", 0, INT64_MAX / 2));
    to.seed = static_cast<std::uint64_t>(seed);
    to.executed = static_cast<std::uint64_t>(executed);
    if (!of.has("moves")) return Done{};
    return readNumbers(of, "moves", to.moves, true);
}

Result<OpKind> kindIn(const JsonValue& value) {
    LW_TRY(const std::string name, textOf(value, "kind"));
    for (int kind = 0; kind <= static_cast<int>(OpKind::StoreMatrix); ++kind)
        if (nameOf(static_cast<OpKind>(kind)) == name) return static_cast<OpKind>(kind);
    return refusedAt(value.place, "there is no operation \"" + name + "\"");
}

Result<Op> readOperation(const JsonValue& value) {
    static constexpr std::string_view kNeeded[] = {"kind", "instruction", "text"},
                                      kMore[] = {"memory", "first",    "step",   "moves", "windows",
                                                 "length", "rounding", "clocks", "begins"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "operation", kNeeded, kMore));
    Op out;
    LW_TRY(out.kind, kindIn(of.at("kind")));
    LW_TRY(out.memory, textOr(of, "memory"));
    LW_TRY(out.first, numberOr(of, "first", 0));
    LW_TRY(out.step, numberOr(of, "step", 0));
    LW_TRY(out.bundle, numberOr(of, "instruction", 0));
    LW_TRY(out.text, of.text("text"));
    LW_TRY(out.length, numberOr(of, "length", 0));
    LW_TRY(out.clocks, numberOr(of, "clocks", 0));
    LW_TRY(out.begins, numberOr(of, "begins", 0));
    if (of.has("moves")) {
        LW_TRY([[maybe_unused]] const Done moves, readNumbers(of, "moves", out.moves, true));
    }
    if (of.has("windows")) {
        LW_TRY([[maybe_unused]] const Done windows, readWindows(of.at("windows"), out));
    }
    if (of.has("rounding")) {
        LW_TRY([[maybe_unused]] const Done rounding, readRounding(of.at("rounding"), out.rounding));
    }
    if (auto wrong = faultOf(out)) return refusedAt(value.place, *std::move(wrong));
    return out;
}

Result<Chain> readChain(const JsonValue& value) {
    static constexpr std::string_view kNeeded[] = {"rows", "columns", "turns", "middleBits", "operations"},
                                      kMore[] = {"labels", "layer"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "chain", kNeeded, kMore));
    Chain out;
    LW_TRY(out.rows, positive(of, "rows"));
    LW_TRY(out.columns, positive(of, "columns"));
    LW_TRY(out.turns, positive(of, "turns"));
    LW_TRY(const std::int64_t bits, of.integer("middleBits", 2, 16));
    out.middleBits = static_cast<std::uint32_t>(bits);
    LW_TRY(out.layer, textOr(of, "layer"));
    if (of.has("labels")) {
        LW_TRY(const JsonValue* const labels, of.list("labels"));
        for (const JsonValue& label : labels->items) {
            LW_TRY(out.labels.emplace_back(), textOf(label, "label"));
        }
    }
    LW_TRY(const JsonValue* const operations, of.list("operations"));
    for (const JsonValue& operation : operations->items) {
        LW_TRY(out.ops.emplace_back(), readOperation(operation));
    }
    if (auto wrong = faultOf(out)) return refusedAt(value.place, *std::move(wrong));
    return out;
}

Result<Format> readFormat(const JsonValue& value) {
    static constexpr std::string_view kNeeded[] = {"n",         "vectorBits", "matrixBits", "exponentBits",
                                                   "exactSums", "saturates"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "format", kNeeded));
    Format out;
    LW_TRY(const std::int64_t n, of.integer("n", 1, 4096));
    LW_TRY(const std::int64_t vector, of.integer("vectorBits", 2, 16));
    LW_TRY(const std::int64_t matrix, of.integer("matrixBits", 2, 16));
    LW_TRY(const std::int64_t exponent, of.integer("exponentBits", 0, 8));
    LW_TRY(out.exactSums, of.truth("exactSums"));
    LW_TRY(out.saturates, of.truth("saturates"));
    if (exponent != 0 && exponent != 5 && exponent != 8)
        return refusedAt(of.at("exponentBits").place,
                         "exponents have 5 or 8 bits, or 0 where mantissas are integers");
    out.n = static_cast<std::uint32_t>(n);
    out.vectorBits = static_cast<std::uint32_t>(vector);
    out.matrixBits = static_cast<std::uint32_t>(matrix);
    out.exponentBits = static_cast<std::uint32_t>(exponent);
    return out;
}

Result<Loop> readLoop(const JsonValue& value) {
    static constexpr std::string_view kNeeded[] = {"first", "count", "turns", "instruction", "text"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "loop", kNeeded));
    Loop out;
    LW_TRY(out.first, numberOr(of, "first", 0));
    LW_TRY(out.count, positive(of, "count"));
    LW_TRY(out.turns, positive(of, "turns"));
    LW_TRY(out.bundle, numberOr(of, "instruction", 0));
    LW_TRY(out.text, of.text("text"));
    return out;
}

Result<ArrayPart> readPart(const JsonValue& value) {
    static constexpr std::string_view kNeeded[] = {"array"}, kMore[] = {"index", "rows"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "of", kNeeded, kMore));
    ArrayPart out;
    LW_TRY(out.array, of.text("array"));
    if (of.has("index")) {
        LW_TRY(out.index, numberOr(of, "index", 0));
    }
    if (of.has("rows")) {
        std::array<std::uint64_t, 2> rows{};
        LW_TRY([[maybe_unused]] const Done read, readNumbers(of, "rows", rows, false));
        if (rows[0] >= rows[1]) return refusedAt(of.at("rows").place, "there are no rows between these");
        out.first = rows[0];
        out.end = rows[1];
    }
    return out;
}

Result<TensorName> readTensor(const JsonValue& value) {
    static constexpr std::string_view kNeeded[] = {"name", "memory", "first", "count"},
                                      kMore[] = {"shape", "instruction", "of"};
    LW_TRY(const JsonObject of, JsonObject::of(value, "tensor", kNeeded, kMore));
    TensorName out;
    LW_TRY(out.name, of.text("name"));
    LW_TRY(out.memory, of.text("memory"));
    LW_TRY(out.first, numberOr(of, "first", 0));
    LW_TRY(out.count, positive(of, "count"));
    LW_TRY(out.bundle, numberOr(of, "instruction", 0));
    if (of.has("shape")) {
        LW_TRY(const JsonValue* const shape, of.list("shape"));
        std::array<std::uint64_t, 3> sizes{};
        LW_TRY([[maybe_unused]] const Done read, readNumbers(of, "shape", sizes, true));
        out.shape.assign(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(shape->items.size()));
    }
    if (of.has("of")) {
        LW_TRY(const JsonValue* const parts, of.list("of"));
        for (const JsonValue& part : parts->items) {
            LW_TRY(out.parts.emplace_back(), readPart(part));
        }
    }
    if (auto wrong = faultOf(out)) return refusedAt(value.place, *std::move(wrong));
    return out;
}

template <typename Value> using Reader = Result<Value> (*)(const JsonValue&);
template <typename Value>
Outcome readList(const JsonObject& file, std::string_view key, Reader<Value> read, std::vector<Value>& to) {
    if (!file.has(key)) return Done{};
    LW_TRY(const JsonValue* const list, file.list(key));
    for (const JsonValue& item : list->items) {
        LW_TRY(to.emplace_back(), read(item));
    }
    return Done{};
}

// Where two values first differ; nothing if they are the same.
std::optional<Place> firstOther(const JsonValue& one, const JsonValue& other) {
    const bool isSame = one.kind == other.kind && one.truth == other.truth && one.integer == other.integer &&
                        one.real == other.real && one.text == other.text &&
                        one.items.size() == other.items.size();
    if (!isSame) return one.place;
    for (std::size_t i = 0; i < one.items.size(); ++i) {
        const JsonValue* const like =
            one.kind == JsonValue::Kind::Object ? other.find(one.keys[i]) : &other.items[i];
        if (like == nullptr) return one.keyPlaces[i];
        if (const auto found = firstOther(one.items[i], *like)) return found;
    }
    return {};
}

} // namespace

Result<OpStream> readStream(const JsonValue& file) {
    static constexpr std::string_view kNeeded[] = {"schema", "version", "format", "chains"},
                                      kMore[] = {"firmware", "tensors", "loops", "nodes", "writes", "output"};
    const JsonValue* const schema = file.find("schema");
    if (schema == nullptr || schema->text != "lanewright graph")
        return Problem{&messages::kNoGraph, {schema == nullptr ? "" : schema->text}, file.place, {}, {}};
    if (const JsonValue* const version = file.find("version"); version && version->integer != kGraphVersion)
        return Problem{&messages::kOtherGraph,
                       {std::to_string(version->integer), std::to_string(kGraphVersion)},
                       version->place,
                       {},
                       {}};
    LW_TRY(const JsonObject of, JsonObject::of(file, "", kNeeded, kMore));
    OpStream out;
    LW_TRY(out.name, textOr(of, "firmware"));
    LW_TRY(out.format, readFormat(of.at("format")));
    LW_TRY([[maybe_unused]] const Done chains, readList<Chain>(of, "chains", readChain, out.chains));
    LW_TRY([[maybe_unused]] const Done loops, readList<Loop>(of, "loops", readLoop, out.loops));
    LW_TRY([[maybe_unused]] const Done tensors, readList<TensorName>(of, "tensors", readTensor, out.tensors));
    if (auto wrong = faultOf(out)) return refusedAt(file.place, *std::move(wrong));
    if (!isSmallEnough(out)) return Problem{&messages::kTooManyVectors, {}, file.place, {}, {}};
    return out;
}

Outcome checkValues(const JsonValue& file, const JsonValue& ofChains) {
    for (const std::string_view key : {"nodes", "writes", "output"}) {
        const JsonValue *const listed = file.find(key), *const made = ofChains.find(key);
        if (listed == nullptr || made == nullptr) continue;
        if (const auto place = firstOther(*listed, *made))
            return Problem{&messages::kOtherThanChains, {std::string(key)}, *place, {}, {}};
    }
    return Done{};
}

} // namespace lw::concord
