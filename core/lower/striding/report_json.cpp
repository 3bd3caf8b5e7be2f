// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/report_json.h"

#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/lower/messages.h"
#include "core/network/kinds.h"

#include <algorithm>
#include <limits>

namespace lw::lower::striding {

namespace {

constexpr std::string_view kSchema = "lanewright.stride";
constexpr std::int64_t kVersion = 5;

template <typename T, typename U>
concept Maybe = std::same_as<std::remove_const_t<T>, U>; // the same type, const when it is written

// What each object holds, for both directions.
template <typename Visit, Maybe<network::SumPass> T> void fields(Visit& visit, T& pass) {
    visit("row", pass.row);
    visit("column", pass.column);
    visit("taps", pass.taps);
    visit("channel", pass.channel);
    visit("channels", pass.channels);
}
template <typename Visit, Maybe<StrideGeometry> T> void fields(Visit& visit, T& geometry) {
    visit("inputRows", geometry.inputRows);
    visit("inputColumns", geometry.inputColumns);
    visit("inputChannels", geometry.inputChannels);
    visit("channels", geometry.channels);
    visit("kernel", geometry.kernel);
    visit("stride", geometry.stride);
    visit("dilation", geometry.dilation);
    visit("pad", geometry.pad);
    visit("groups", geometry.groups);
    visit("firstRows", geometry.firstRows);
    visit("firstColumns", geometry.firstColumns);
    visit("rows", geometry.rows);
    visit("columns", geometry.columns);
}
template <typename Visit, Maybe<Reason> T> void fields(Visit& visit, T& reason) {
    visit("rule", reason.rule);
    visit("words", reason.words);
    visit("premises", reason.premises);
    visit("exact", reason.exact);
}
template <typename Visit, Maybe<ModeReason> T> void fields(Visit& visit, T& one) {
    visit("mode", one.mode);
    visit("reason", one.reason);
}
template <typename Visit, Maybe<WrongElement> T> void fields(Visit& visit, T& element) {
    visit("image", element.image);
    visit("row", element.row);
    visit("column", element.column);
    visit("channel", element.channel);
    visit("cause", element.cause);
    visit("got", element.got);
    visit("wanted", element.wanted);
}
template <typename Visit, Maybe<CauseCount> T> void fields(Visit& visit, T& count) {
    visit("cause", count.cause);
    visit("elements", count.elements);
}
template <typename Visit, Maybe<StripPlace> T> void fields(Visit& visit, T& strip) {
    visit("row", strip.row);
    visit("rows", strip.rows);
    visit("column", strip.column);
    visit("columns", strip.columns);
    visit("channel", strip.channel);
    visit("channels", strip.channels);
    visit("firstRow", strip.firstRow);
    visit("rowCount", strip.rowCount);
}
template <typename Visit, Maybe<PassPlace> T> void fields(Visit& visit, T& pass) {
    visit("pass", pass.pass);
    visit("row", pass.row);
    visit("rows", pass.rows);
    visit("column", pass.column);
    visit("columns", pass.columns);
    visit("channel", pass.channel);
    visit("channels", pass.channels);
    visit("instruction", pass.instruction);
}
template <typename Visit, Maybe<KeptTensor> T> void fields(Visit& visit, T& tensor) {
    visit("role", tensor.role);
    visit("name", tensor.name);
    visit("address", tensor.address);
    visit("bytes", tensor.bytes);
    visit("channels", tensor.channels);
    visit("untilRow", tensor.untilRow);
}
template <typename Visit, Maybe<PlacedPicture> T> void fields(Visit& visit, T& picture) {
    visit("name", picture.name);
    visit("address", picture.address);
    visit("rows", picture.rows);
    visit("columns", picture.columns);
    visit("channels", picture.channels);
    visit("pad", picture.pad);
    visit("type", picture.type);
}
template <typename Visit, Maybe<SumReport> T> void fields(Visit& visit, T& sums) {
    visit("name", sums.name);
    visit("rows", sums.rows);
    visit("columns", sums.columns);
    visit("channels", sums.channels);
    visit("kernel", sums.kernel);
    visit("dilation", sums.dilation);
    visit("groups", sums.groups);
    visit("input", sums.input);
    visit("output", sums.output);
    visit("tiles", sums.tiles);
    visit("bias", sums.bias);
    visit("activation", sums.activation);
    visit("requant", sums.requant);
    visit("passes", sums.passes);
    visit("passPlaces", sums.passPlaces);
    visit("strips", sums.strips);
    visit("operandsUntilRow", sums.operandsUntilRow);
    visit("outputUntilRow", sums.outputUntilRow);
}
template <typename Visit, Maybe<LayerReport> T> void fields(Visit& visit, T& layer) {
    visit("name", layer.name);
    visit("geometry", layer.geometry);
    visit("mode", layer.mode);
    visit("wasChosen", layer.wasChosen);
    visit("reason", layer.reason);
    visit("rejected", layer.rejected);
    visit("verdict", layer.verdict);
    visit("hasInput", layer.hasInput);
    visit("elements", layer.elements);
    visit("wrong", layer.wrong);
    visit("causes", layer.causes);
    visit("wrongElements", layer.wrongElements);
    visit("maximalError", layer.maximalError);
    visit("signedZeros", layer.signedZeros);
    visit("confirmed", layer.confirmed);
    visit("confirmedBy", layer.confirmedBy);
    visit("unexpected", layer.unexpected);
    visit("maskBytes", layer.maskBytes);
    visit("keptBytes", layer.keptBytes);
    visit("keptRows", layer.keptRows);
    visit("keptClocks", layer.keptClocks);
    visit("hostBytesAvoided", layer.hostBytesAvoided);
    visit("poolingClocks", layer.poolingClocks);
    visit("firstRow", layer.firstRow);
    visit("rowCount", layer.rowCount);
    visit("clocks", layer.clocks);
    visit("strips", layer.strips);
    visit("tensors", layer.tensors);
}
template <typename Visit, Maybe<HostLayerReport> T> void fields(Visit& visit, T& layer) {
    visit("name", layer.name);
    visit("kind", layer.kind);
    visit("why", layer.why);
    visit("isAfter", layer.isAfter);
}
template <typename Visit, Maybe<ComparedOutput> T> void fields(Visit& visit, T& output) {
    visit("name", output.name);
    visit("elements", output.elements);
    visit("unexpected", output.unexpected);
}
template <typename Visit, Maybe<Report> T> void fields(Visit& visit, T& report) {
    visit("network", report.network);
    visit("machine", report.machine);
    visit("part", report.part);
    visit("parts", report.parts);
    visit("hostLayers", report.hostLayers);
    visit("requested", report.requested);
    visit("layers", report.layers);
    visit("images", report.images);
    visit("rows", report.rows);
    visit("bufferBytes", report.bufferBytes);
    visit("hostBytesIn", report.hostBytesIn);
    visit("hostBytesOut", report.hostBytesOut);
    visit("constantBytes", report.constantBytes);
    visit("hostBytesBetween", report.hostBytesBetween);
    visit("clocks", report.clocks);
    visit("outputs", report.outputs);
    visit("sums", report.sums);
}

// --- writing

Json json(std::uint64_t number) { return number; }
Json json(std::uint32_t number) { return number; }
Json json(bool truth) { return truth; }
Json json(double number) { return number; }
Json json(const std::string& text) { return text; }
Json json(Mode mode) { return nameOf(mode); }
Json json(Cause cause) { return nameOf(cause); }
Json json(Verdict verdict) { return kVerdictNames[static_cast<std::size_t>(verdict)]; }
Json json(tensor::DType type) { return tensor::nameOf(type); }
Json json(network::Activation activation) { return network::nameOf(activation); }
Json json(const std::optional<bool>& truth) { return truth ? Json(*truth) : Json(); }
// [multiplier, shift, zero]; by channel the first two are lists.
Json json(const std::optional<network::Requant>& by) {
    if (!by) return Json();
    if (!by->isByChannel()) return Json::list({by->of(0).multiplier, by->of(0).shift, by->zero});
    Json multipliers = Json::list(), shifts = Json::list(), out = Json::list();
    for (const network::Factor& factor : by->factors) {
        multipliers.push_back(factor.multiplier);
        shifts.push_back(factor.shift);
    }
    out.push_back(std::move(multipliers));
    out.push_back(std::move(shifts));
    out.push_back(by->zero);
    return out;
}
Json json(const network::Pair& pair) { return Json::list({pair.rows, pair.columns}); }
Json json(const network::Padding& pad) { return Json::list({pad.top, pad.bottom, pad.left, pad.right}); }

struct Writer {
    Json out = Json::object();
    template <typename T> void operator()(const char* key, const T& value);
};
template <typename T> Json object(const T& value) {
    Writer writer;
    fields(writer, value);
    return std::move(writer.out);
}
Json derivedOf(const LayerReport& layer) {
    const StrideGeometry& g = layer.geometry;
    return {{"keptPixels", g.keptPixels()},
            {"droppedPixels", g.droppedPixels()},
            {"macs", layer.macs()},
            {"macsOfStride", g.macsOfStride()},
            {"wastedShare", layer.wastedShare()}};
}
template <typename T>
requires requires(Writer& writer, const T& value) { fields(writer, value); }
Json json(const T& value) {
    Json out = object(value);
    if constexpr (std::same_as<T, LayerReport>) out["derived"] = derivedOf(value);
    return out;
}
template <typename T> Json json(const std::vector<T>& values) {
    Json out = Json::list();
    for (const T& one : values) out.push_back(json(one));
    return out;
}
template <typename T> void Writer::operator()(const char* key, const T& value) { out[key] = json(value); }

// --- reading

struct KeyList {
    std::vector<std::string_view> keys;
    template <typename T> void operator()(const char* key, const T&) { keys.emplace_back(key); }
};

class Reader {
  public:
    explicit Reader(const JsonObject& object) : m_object(object) {}
    template <typename T> void operator()(const char* key, T& value) {
        if (m_problem) return;
        auto outcome = read(m_object.at(key), key, value);
        if (!outcome) m_problem = std::move(outcome).problem();
    }
    Outcome outcome() { return m_problem ? Outcome(*std::move(m_problem)) : Outcome(Done{}); }

    template <typename T> static Outcome read(const JsonValue& from, std::string_view name, T& value);

  private:
    const JsonObject& m_object;
    std::optional<Problem> m_problem;
};

Problem unexpected(const JsonValue& value, std::string_view name, std::string_view wanted) {
    return {&messages::kBadReport, {std::string(name), std::string(wanted)}, value.place, {}, {}};
}

template <typename T> Outcome readNumber(const JsonValue& from, std::string_view name, T& value) {
    const bool fits = from.kind == JsonValue::Kind::Integer && from.integer >= 0 &&
                      static_cast<std::uint64_t>(from.integer) <= std::numeric_limits<T>::max();
    if (!fits) return unexpected(from, name, "a whole number");
    value = static_cast<T>(from.integer);
    return Done{};
}
template <typename T, std::size_t N>
Outcome readNumbers(const JsonValue& from, std::string_view name, const std::array<T*, N>& values) {
    if (from.kind != JsonValue::Kind::List || from.items.size() != N)
        return unexpected(from, name, std::to_string(N) + " numbers");
    for (std::size_t i = 0; i < N; ++i) {
        LW_TRY([[maybe_unused]] const Done one, readNumber(from.items[i], name, *values[i]));
    }
    return Done{};
}

Outcome readAs(const JsonValue& from, std::string_view name, std::uint64_t& value) {
    return readNumber(from, name, value);
}
Outcome readAs(const JsonValue& from, std::string_view name, std::uint32_t& value) {
    return readNumber(from, name, value);
}
Outcome readAs(const JsonValue& from, std::string_view name, bool& value) {
    if (from.kind != JsonValue::Kind::Bool) return unexpected(from, name, "true or false");
    value = from.truth;
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, std::optional<bool>& value) {
    value.reset();
    if (from.kind == JsonValue::Kind::Null) return Done{};
    if (from.kind != JsonValue::Kind::Bool) return unexpected(from, name, "true, false or null");
    value = from.truth;
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, double& value) {
    if (from.kind != JsonValue::Kind::Real && from.kind != JsonValue::Kind::Integer)
        return unexpected(from, name, "a number");
    value = from.real;
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, std::string& value) {
    LW_TRY(value, textOf(from, name));
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, Mode& value) {
    LW_TRY(const std::string text, textOf(from, name));
    const ModeRow* const row = findMode(text);
    if (!row) return unexpected(from, name, "the name of a mode");
    value = row->mode;
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, Cause& value) {
    LW_TRY(const std::string text, textOf(from, name));
    const auto cause = findCause(text);
    if (!cause) return unexpected(from, name, "the name of a cause");
    value = *cause;
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, Verdict& value) {
    LW_TRY(const std::string text, textOf(from, name));
    const auto at = std::find(std::begin(kVerdictNames), std::end(kVerdictNames), text);
    if (at == std::end(kVerdictNames)) return unexpected(from, name, "a verdict");
    value = static_cast<Verdict>(at - std::begin(kVerdictNames));
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, tensor::DType& value) {
    LW_TRY(const std::string text, textOf(from, name));
    const auto type = tensor::dtypeNamed(text);
    if (!type) return unexpected(from, name, "the name of a type");
    value = *type;
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, network::Activation& value) {
    LW_TRY(const std::string text, textOf(from, name));
    const auto at =
        std::find(std::begin(network::kActivationNames), std::end(network::kActivationNames), text);
    if (at == std::end(network::kActivationNames)) return unexpected(from, name, "the name of an activation");
    value = static_cast<network::Activation>(at - std::begin(network::kActivationNames));
    return Done{};
}
// One whole number or a list of them; whether all are in the range.
bool addNumbers(const JsonValue& from, std::int64_t least, std::int64_t most,
                std::vector<std::int64_t>& into) {
    const bool isList = from.kind == JsonValue::Kind::List;
    for (const JsonValue& item : isList ? from.items : std::vector{from}) {
        if (item.kind != JsonValue::Kind::Integer || item.integer < least || item.integer > most)
            return false;
        into.push_back(item.integer);
    }
    return true;
}
Outcome readAs(const JsonValue& from, std::string_view name, std::optional<network::Requant>& value) {
    value.reset();
    if (from.kind == JsonValue::Kind::Null) return Done{};
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    std::vector<std::int64_t> multipliers, shifts, zero;
    const bool fits = from.kind == JsonValue::Kind::List && from.items.size() == 3 &&
                      addNumbers(from.items[0], 1, kMost, multipliers) &&
                      addNumbers(from.items[1], 0, 62, shifts) &&
                      addNumbers(from.items[2], -128, 127, zero) && zero.size() == 1 &&
                      multipliers.size() == shifts.size() && !shifts.empty();
    if (!fits) return unexpected(from, name, "a multiplier, a shift and a code for 0");
    value.emplace().factors.clear();
    for (std::size_t i = 0; i < shifts.size(); ++i)
        value->factors.push_back(
            {static_cast<std::int32_t>(multipliers[i]), static_cast<std::uint32_t>(shifts[i])});
    value->zero = static_cast<std::int32_t>(zero[0]);
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, network::Pair& value) {
    LW_TRY([[maybe_unused]] const Done read,
           (readNumbers<std::uint32_t, 2>(from, name, {&value.rows, &value.columns})));
    if (value.rows == 0 || value.columns == 0) return unexpected(from, name, "2 numbers greater than 0");
    return Done{};
}
Outcome readAs(const JsonValue& from, std::string_view name, network::Padding& value) {
    return readNumbers<std::uint32_t, 4>(from, name, {&value.top, &value.bottom, &value.left, &value.right});
}
template <typename T>
requires requires(KeyList& list, T& value) { fields(list, value); }
Outcome readAs(const JsonValue& from, std::string_view name, T& value) {
    constexpr std::string_view kDerived[] = {"derived"};
    constexpr std::size_t kMore = std::same_as<T, LayerReport> ? 1 : 0;
    KeyList list;
    fields(list, value);
    LW_TRY(const JsonObject object,
           JsonObject::of(from, name, list.keys, std::span<const std::string_view>(kDerived, kMore)));
    Reader reader(object);
    fields(reader, value);
    return reader.outcome();
}
template <typename T> Outcome readAs(const JsonValue& from, std::string_view name, std::vector<T>& values) {
    if (from.kind != JsonValue::Kind::List) return unexpected(from, name, "a list");
    values.resize(from.items.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        LW_TRY([[maybe_unused]] const Done one, Reader::read(from.items[i], name, values[i]));
    }
    return Done{};
}
template <typename T> Outcome Reader::read(const JsonValue& from, std::string_view name, T& value) {
    return readAs(from, name, value);
}

} // namespace

Json jsonOf(std::span<const Report> reports) {
    Json out = Json::list();
    for (const Report& report : reports) out.push_back(json(report));
    return out;
}

std::string reportsJson(std::span<const Report> reports) {
    return Json{{"schema", kSchema}, {"version", kVersion}, {"reports", jsonOf(reports)}}.text(2) + "\n";
}

Result<std::vector<Report>> reportsFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    constexpr std::string_view kKeys[] = {"schema", "version", "reports"};
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys));
    LW_TRY(const std::string schema, object.text("schema"));
    if (schema != kSchema) return unexpected(object.at("schema"), "schema", kSchema);
    LW_TRY([[maybe_unused]] const std::int64_t version, object.integer("version", kVersion, kVersion));
    std::vector<Report> out;
    LW_TRY([[maybe_unused]] const Done read, readAs(object.at("reports"), "reports", out));
    return out;
}

} // namespace lw::lower::striding
