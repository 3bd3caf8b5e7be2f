// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_messages.h"
#include "core/base/json_value.h"
#include "core/lower/messages.h"
#include "core/lower/tiling/plan.h"
#include "core/lower/tiling/plan_picture.h"
#include "core/network/resized.h"

#include <algorithm>
#include <array>
#include <utility>

// A plan is known from its sizes, its mode, and the start and output of each tile. Anything else in a file
// is compared with what follows from these.
namespace lw::lower::tiling {

namespace {

constexpr std::int64_t kMostSize = 1 << 20;
constexpr std::int64_t kMost = std::int64_t{1} << 52;

constexpr std::string_view kTopKeys[] = {"schema",   "version", "network", "mode",    "wasChosen",
                                         "channels", "outputs", "rows",    "columns", "cost"};
constexpr std::string_view kOutputKeys[] = {"name", "channels"};
constexpr std::string_view kAxisKeys[] = {"size",    "fixed",  "mode",  "align", "step",
                                          "outputs", "layers", "edges", "tiles"};
constexpr std::string_view kAxisOutputKeys[] = {"scale", "size", "fixed", "dummy", "wrong"};
constexpr std::string_view kLayerKeys[] = {"low", "high", "size"};
constexpr std::string_view kKeptLayerKeys[] = {"low", "high", "size", "lag"};
constexpr std::string_view kMoreTopKeys[] = {"circuits", "overlap", "parts"};
constexpr std::string_view kTileKeys[] = {"edge", "start", "fill", "outputs"};
constexpr std::string_view kTileOutputKeys[] = {"offset", "valid", "write"};
constexpr std::string_view kCostKeys[] = {"tiles",   "macs",     "wholeMacs",   "redundancy",
                                          "bytesIn", "bytesOut", "bytesReread", "bytesMasks"};

Problem differs(const JsonValue& value, std::string_view key, std::string got, std::string wanted) {
    return {
        &messages::kPlanDiffers, {std::string(key), std::move(got), std::move(wanted)}, value.place, {}, {}};
}

Outcome mustBe(const JsonObject& object, std::string_view key, std::int64_t wanted) {
    LW_TRY(const std::int64_t got, object.integer(key, -kMost, kMost));
    if (got == wanted) return Done{};
    return differs(object.at(key), key, std::to_string(got), std::to_string(wanted));
}
Outcome mustBe(const JsonObject& object, std::string_view key, std::uint64_t wanted) {
    return mustBe(object, key, static_cast<std::int64_t>(wanted));
}
Outcome mustBe(const JsonObject& object, std::string_view key, std::string_view wanted) {
    LW_TRY(std::string got, object.text(key));
    if (got == wanted) return Done{};
    return differs(object.at(key), key, "\"" + std::move(got) + "\"", "\"" + std::string(wanted) + "\"");
}
Outcome mustBe(const JsonObject& object, std::string_view key, double wanted) {
    LW_TRY(const double got, object.real(key, 0, static_cast<double>(kMost)));
    if (got == wanted) return Done{};
    return differs(object.at(key), key, std::to_string(got), std::to_string(wanted));
}

// A list of that many.
Result<const JsonValue*> listOf(const JsonObject& object, std::string_view key, std::size_t wanted) {
    LW_TRY(const JsonValue* list, object.list(key));
    if (list->items.size() == wanted) return list;
    return differs(*list, key, "a list of " + std::to_string(list->items.size()),
                   "one of " + std::to_string(wanted));
}

// [low, high]
using Pair = std::array<std::int64_t, 2>;
Result<Pair> pairIn(const JsonValue& list, std::string_view key) {
    const auto isNumber = [](const JsonValue& item) {
        return item.kind == JsonValue::Kind::Integer && item.integer >= -kMost && item.integer <= kMost;
    };
    if (list.items.size() != 2 || !std::ranges::all_of(list.items, isNumber))
        return Problem{&json_messages::kWrongType,
                       {std::string(key), "two whole numbers", "something else"},
                       list.place,
                       {},
                       {}};
    return Pair{list.items[0].integer, list.items[1].integer};
}
Result<Pair> pairIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const JsonValue* list, object.list(key));
    return pairIn(*list, key);
}
std::string textOf(const Pair& pair) {
    return "[" + std::to_string(pair[0]) + ", " + std::to_string(pair[1]) + "]";
}
Outcome mustBe(const JsonObject& object, std::string_view key, const Pair& wanted) {
    LW_TRY(const Pair got, pairIn(object, key));
    if (got == wanted) return Done{};
    return differs(object.at(key), key, textOf(got), textOf(wanted));
}

Result<Fill> fillIn(const JsonObject& object) {
    LW_TRY(const std::string text, object.text("mode"));
    const auto at = std::ranges::find(kFillNames, text);
    if (at != std::end(kFillNames)) return static_cast<Fill>(at - std::begin(kFillNames));
    return Problem{&json_messages::kOutOfRange,
                   {"mode", "\"" + text + "\"", "exact, masked, ring"},
                   object.at("mode").place,
                   {},
                   {}};
}

// Rows and columns of an array; one if they are missing.
Result<Size> circuitsIn(const JsonObject& object, std::string_view key) {
    if (!object.has(key)) return Size{1, 1};
    LW_TRY(const Pair got, pairIn(object, key));
    constexpr std::int64_t kMostBeside = 1 << 10;
    for (const std::int64_t beside : got)
        if (beside < 1 || beside > kMostBeside)
            return differs(object.at(key), key, std::to_string(beside),
                           "from 1 to " + std::to_string(kMostBeside));
    return Size{got[0], got[1]};
}
Result<Overlap> overlapIn(const JsonObject& object) {
    if (!object.has("overlap")) return Overlap::Recompute;
    LW_TRY(const std::string text, object.text("overlap"));
    const auto at = std::ranges::find(kOverlapNames, text);
    if (at != std::end(kOverlapNames)) return static_cast<Overlap>(at - std::begin(kOverlapNames));
    return Problem{&json_messages::kOutOfRange,
                   {"overlap", "\"" + text + "\"", "recompute, columns, both"},
                   object.at("overlap").place,
                   {},
                   {}};
}

// One direction of a plan.
class AxisReader {
  public:
    AxisReader(const JsonObject& object, const network::Line& line, bool isKept)
        : m_object(object), m_line(line), m_isKept(isKept) {}

    Result<AxisPlan> run() {
        LW_TRY(const std::int64_t size, m_object.integer("size", 1, kMostSize));
        LW_TRY(const std::int64_t fixed, m_object.integer("fixed", 1, kMostSize));
        LW_TRY(const Fill fill, fillIn(m_object));
        auto made = m_isKept ? planKeptAxis(m_line, size, fixed) : planAxis(m_line, size, fixed, fill);
        if (!made) {
            made.problem().place = m_object.place();
            return std::move(made).problem();
        }
        m_out = *std::move(made);
        LW_TRY(m_alignment, alignmentOf(m_line));
        LW_TRY([[maybe_unused]] const Done numbers, compareNumbers());
        LW_TRY([[maybe_unused]] const Done layers, compareLayers());
        LW_TRY([[maybe_unused]] const Done tiles, m_isKept ? compareTiles(fill) : readTiles());
        LW_TRY([[maybe_unused]] const Done outputs, compareOutputs());
        addEdges(m_line, m_alignment, m_out);
        LW_TRY([[maybe_unused]] const Done edges, compareEdges());
        return std::move(m_out);
    }

  private:
    Outcome compareNumbers() const {
        LW_TRY([[maybe_unused]] const Done align, mustBe(m_object, "align", m_out.align));
        return mustBe(m_object, "step", m_out.step);
    }
    // After the tiles, which say what is not right.
    Outcome compareOutputs() const {
        LW_TRY(const JsonValue* list, listOf(m_object, "outputs", m_out.outputs.size()));
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            const AxisOutput& wanted = m_out.outputs[i];
            LW_TRY(const JsonObject output, JsonObject::of(list->items[i], "outputs", kAxisOutputKeys));
            LW_TRY([[maybe_unused]] const Done scale, mustBe(output, "scale", scaleText(wanted.scale)));
            LW_TRY([[maybe_unused]] const Done size, mustBe(output, "size", wanted.full));
            LW_TRY([[maybe_unused]] const Done fixed, mustBe(output, "fixed", wanted.fixed));
            LW_TRY([[maybe_unused]] const Done dummy,
                   mustBe(output, "dummy", Pair{wanted.dummyLow, wanted.dummyHigh}));
            LW_TRY([[maybe_unused]] const Done wrong, mustBe(output, "wrong", wanted.wrong));
        }
        return Done{};
    }
    Outcome compareLayers() const {
        LW_TRY(const JsonValue* list, listOf(m_object, "layers", m_out.inner.size()));
        for (std::size_t i = 0; i < m_out.inner.size(); ++i) {
            const std::span<const std::string_view> keys =
                m_isKept ? std::span<const std::string_view>(kKeptLayerKeys) : std::span(kLayerKeys);
            LW_TRY(const JsonObject layer, JsonObject::of(list->items[i], "layers", keys));
            if (m_isKept) {
                LW_TRY([[maybe_unused]] const Done lag, mustBe(layer, "lag", m_out.lags[i]));
            }
            LW_TRY([[maybe_unused]] const Done low, mustBe(layer, "low", m_out.inner[i].low));
            LW_TRY([[maybe_unused]] const Done high, mustBe(layer, "high", m_out.inner[i].high));
            LW_TRY([[maybe_unused]] const Done size, mustBe(layer, "size", m_out.inner[i].n));
        }
        return Done{};
    }

    // After the tiles, whose kinds they describe.
    Outcome compareEdges() const {
        std::vector<std::string_view> keys;
        for (const EdgeLayers& one : m_out.edges)
            keys.push_back(kEdgeNames[static_cast<std::size_t>(one.edge)]);
        LW_TRY(const JsonObject edges, JsonObject::of(m_object.at("edges"), "edges", keys));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const std::vector<Interval>& right = m_out.edges[i].right;
            LW_TRY(const JsonValue* list, listOf(edges, keys[i], right.size()));
            for (std::size_t id = 0; id < right.size(); ++id) {
                LW_TRY(const Pair got, pairIn(list->items[id], keys[i]));
                const Pair wanted{right[id].low, right[id].high};
                if (got != wanted) return differs(list->items[id], keys[i], textOf(got), textOf(wanted));
            }
        }
        return Done{};
    }

    // If tiles do not overlap nothing can be chosen.
    Outcome compareTiles(Fill fill) const {
        if (fill != m_out.fill)
            return differs(m_object.at("mode"), "mode",
                           std::string(kFillNames[static_cast<std::size_t>(fill)]),
                           std::string(kFillNames[static_cast<std::size_t>(m_out.fill)]));
        LW_TRY(const JsonValue* list, listOf(m_object, "tiles", m_out.tiles.size()));
        for (std::size_t i = 0; i < m_out.tiles.size(); ++i) {
            LW_TRY(const JsonObject json, JsonObject::of(list->items[i], "tiles", kTileKeys));
            LW_TRY([[maybe_unused]] const Done start, mustBe(json, "start", m_out.tiles[i].start));
            LW_TRY(const std::vector<JsonObject> outputs, compareTile(json, m_out.tiles[i]));
            for (std::size_t k = 0; k < outputs.size(); ++k) {
                const TileOutput& wanted = m_out.tiles[i].outputs[k];
                LW_TRY([[maybe_unused]] const Done write,
                       mustBe(outputs[k], "write", Pair{wanted.from, wanted.until - 1}));
            }
        }
        return Done{};
    }
    // What follows from where it starts. Returns its outputs as in the file.
    static Result<std::vector<JsonObject>> compareTile(const JsonObject& json, const AxisTile& tile) {
        LW_TRY([[maybe_unused]] const Done edge,
               mustBe(json, "edge", kEdgeNames[static_cast<std::size_t>(tile.edge)]));
        LW_TRY([[maybe_unused]] const Done fill, mustBe(json, "fill", tile.fill));
        LW_TRY(const JsonValue* list, listOf(json, "outputs", tile.outputs.size()));
        std::vector<JsonObject> out;
        for (const TileOutput& wanted : tile.outputs) {
            LW_TRY(JsonObject output, JsonObject::of(list->items[out.size()], "outputs", kTileOutputKeys));
            LW_TRY([[maybe_unused]] const Done offset, mustBe(output, "offset", wanted.offset));
            LW_TRY([[maybe_unused]] const Done valid,
                   mustBe(output, "valid", Pair{wanted.valid.low, wanted.valid.high}));
            out.push_back(std::move(output));
        }
        return out;
    }

    Outcome readTiles() {
        m_out.tiles.clear();
        for (AxisOutput& output : m_out.outputs) output.wrong = 0;
        LW_TRY(const JsonValue* list, m_object.list("tiles"));
        if (list->items.empty()) return differs(*list, "tiles", "a list of none", "one of one or more");
        for (const JsonValue& item : list->items) {
            LW_TRY(const JsonObject tile, JsonObject::of(item, "tiles", kTileKeys));
            LW_TRY([[maybe_unused]] const Done one, readTile(tile, &item == &list->items.back()));
        }
        return Done{};
    }
    Problem broken(const JsonObject& tile, std::string_view key, std::int64_t number, std::string why) const {
        return {
            &messages::kPlanBroken,
            {std::to_string(m_out.tiles.size()), std::string(key), std::to_string(number), std::move(why)},
            tile.at(key).place,
            {},
            {}};
    }
    Outcome readTile(const JsonObject& json, bool isLast) {
        LW_TRY(const std::int64_t start, json.integer("start", 0, kMostSize));
        if (const std::string why = whyNoStart(start, isLast); !why.empty())
            return broken(json, "start", start, why);
        AxisTile tile = tileAt(m_line, m_alignment, m_out, start, isLast);
        LW_TRY(const std::vector<JsonObject> outputs, compareTile(json, tile));
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const std::int64_t from = m_out.tiles.empty() ? 0 : m_out.tiles.back().outputs[i].until;
            LW_TRY([[maybe_unused]] const Done write,
                   readWrite(outputs[i], from, tile.outputs[i], m_out.outputs[i], isLast));
        }
        m_out.tiles.push_back(std::move(tile));
        return Done{};
    }
    std::string whyNoStart(std::int64_t start, bool isLast) const {
        const std::int64_t end = start + m_out.fixed;
        if (m_out.tiles.empty() && start != 0) return "but the first one must begin at 0";
        if (!m_out.tiles.empty() && start <= m_out.tiles.back().start)
            return "which is not after that of the tile before it";
        if (start % m_out.align != 0) return "which is not a multiple of " + std::to_string(m_out.align);
        if (isLast && end < m_out.size)
            return "so that it ends before the picture does, which has " + std::to_string(m_out.size);
        if (end > m_out.size && (!isLast || m_out.fill == Fill::Exact))
            return "so that it reaches beyond the picture of " + std::to_string(m_out.size);
        return {};
    }
    // The next tile's part of an output; earlier tiles have given everything before `from`.
    Outcome readWrite(const JsonObject& json, std::int64_t from, TileOutput& tile, AxisOutput& whole,
                      bool isLast) const {
        LW_TRY(const Pair write, pairIn(json, "write"));
        tile.from = from;
        tile.until = write[1] + 1;
        const std::int64_t first = tile.offset + tile.valid.low,
                           right = std::min(tile.offset + tile.valid.high + 1, whole.full),
                           end = isLast ? whole.full : right;
        if (write[0] != tile.from)
            return broken(json, "write", write[0], "but it must go on at " + std::to_string(tile.from));
        if (tile.from < first)
            return broken(json, "write", write[0], "but it is right from " + std::to_string(first) + " on");
        if (tile.until < tile.from)
            return broken(json, "write", write[1], "which is less than nothing of the output");
        if (tile.until > end || (m_out.fill != Fill::Ring && tile.until > right))
            return broken(json, "write", write[1],
                          "but it is right up to " + std::to_string(std::min(end, right) - 1));
        if (isLast && tile.until != end)
            return broken(json, "write", write[1], "but the output ends at " + std::to_string(end - 1));
        whole.wrong += tile.until - std::min(std::max(right, tile.from), tile.until);
        return Done{};
    }

    const JsonObject& m_object;
    const network::Line& m_line;
    bool m_isKept;
    Alignment m_alignment;
    AxisPlan m_out;
};

// Before looking at keys, which differ in other versions.
Outcome checkVersion(const JsonValue& root) {
    const JsonValue* const version = root.find("version");
    if (!version || version->kind != JsonValue::Kind::Integer || version->integer == kPlanVersion)
        return Done{};
    return Problem{&messages::kOtherPlanVersion,
                   {std::to_string(version->integer), std::to_string(kPlanVersion)},
                   version->place,
                   {},
                   {}};
}

Outcome compareOutputs(const JsonObject& top, const std::vector<PlanOutput>& outputs) {
    LW_TRY(const JsonValue* list, listOf(top, "outputs", outputs.size()));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        LW_TRY(const JsonObject output, JsonObject::of(list->items[i], "outputs", kOutputKeys));
        LW_TRY([[maybe_unused]] const Done name, mustBe(output, "name", outputs[i].name));
        LW_TRY([[maybe_unused]] const Done channels, mustBe(output, "channels", outputs[i].channels));
    }
    return Done{};
}

Outcome compareCost(const JsonObject& top, const TilingCost& cost) {
    LW_TRY(const JsonObject json, JsonObject::of(top.at("cost"), "cost", kCostKeys));
    const std::pair<std::string_view, std::uint64_t> numbers[] = {
        {"tiles", cost.tiles},          {"macs", cost.macs},         {"wholeMacs", cost.wholeMacs},
        {"bytesIn", cost.bytesIn},      {"bytesOut", cost.bytesOut}, {"bytesReread", cost.bytesReread},
        {"bytesMasks", cost.bytesMasks}};
    for (const auto& [key, wanted] : numbers) {
        LW_TRY([[maybe_unused]] const Done same, mustBe(json, key, wanted));
    }
    return mustBe(json, "redundancy", cost.redundancy());
}

// Rows and columns of the picture or of a tile.
Result<Size> sizeIn(const JsonObject& rows, const JsonObject& columns, std::string_view key) {
    Size out;
    LW_TRY(out.rows, rows.integer(key, 1, kMostSize));
    LW_TRY(out.columns, columns.integer(key, 1, kMostSize));
    return out;
}

Result<network::Network> forSize(const network::Network& network, const Size& size) {
    return network::resized(network, static_cast<std::uint64_t>(size.rows),
                            static_cast<std::uint64_t>(size.columns));
}

Result<JsonObject> topOf(const JsonValue& root) {
    LW_TRY([[maybe_unused]] const Done readable, checkVersion(root));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kTopKeys, kMoreTopKeys));
    LW_TRY([[maybe_unused]] const Done schema, mustBe(top, "schema", kPlanSchema));
    LW_TRY([[maybe_unused]] const Done version, mustBe(top, "version", kPlanVersion));
    return top;
}

} // namespace

Result<Size> pictureInJson(std::string_view text, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(text, file));
    LW_TRY(const JsonObject top, topOf(root));
    LW_TRY(const JsonObject rows, JsonObject::of(top.at("rows"), "rows", kAxisKeys));
    LW_TRY(const JsonObject columns, JsonObject::of(top.at("columns"), "columns", kAxisKeys));
    return sizeIn(rows, columns, "size");
}

Result<TilingPlan> planFromJson(std::string_view text, std::uint32_t file, const network::Network& network) {
    LW_TRY(const JsonValue root, parseJson(text, file));
    LW_TRY(const JsonObject top, topOf(root));
    LW_TRY([[maybe_unused]] const Done name, mustBe(top, "network", network.name));
    LW_TRY(const JsonObject rows, JsonObject::of(top.at("rows"), "rows", kAxisKeys));
    LW_TRY(const JsonObject columns, JsonObject::of(top.at("columns"), "columns", kAxisKeys));
    TilingPlan out;
    out.network = network.name;
    LW_TRY(out.picture, sizeIn(rows, columns, "size"));
    LW_TRY(out.fixed, sizeIn(rows, columns, "fixed"));
    LW_TRY(out.wasFillChosen, top.truth("wasChosen"));
    LW_TRY(out.overlap, overlapIn(top));
    LW_TRY(const network::Network tile, forSize(network, networkSize(out)));
    LW_TRY(const network::Network whole, forSize(network, out.picture));
    LW_TRY(const network::Line alongRows, network::lineOf(tile, network::Direction::Rows));
    LW_TRY(const network::Line alongColumns, network::lineOf(tile, network::Direction::Columns));
    LW_TRY(out.rows, AxisReader(rows, alongRows, out.overlap == Overlap::Both).run());
    LW_TRY(out.columns, AxisReader(columns, alongColumns, out.overlap != Overlap::Recompute).run());
    LW_TRY([[maybe_unused]] const Done mode,
           mustBe(top, "mode", kFillNames[static_cast<std::size_t>(out.fill())]));
    LW_TRY(out.circuits, circuitsIn(top, "circuits"));
    LW_TRY(out.parts, circuitsIn(top, "parts"));
    if (out.fixed.rows % out.parts.rows != 0 || out.fixed.columns % out.parts.columns != 0)
        return differs(top.at("parts"), "parts",
                       "[" + std::to_string(out.parts.rows) + ", " + std::to_string(out.parts.columns) + "]",
                       "numbers that divide the rows and columns of a tile");
    LW_TRY([[maybe_unused]] const Done complete, addCost(out, tile, whole));
    LW_TRY([[maybe_unused]] const Done channels, mustBe(top, "channels", out.channels));
    LW_TRY([[maybe_unused]] const Done outputs, compareOutputs(top, out.outputs));
    LW_TRY([[maybe_unused]] const Done cost, compareCost(top, out.cost));
    return out;
}

} // namespace lw::lower::tiling
