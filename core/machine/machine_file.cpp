// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/machine_file.h"

#include "core/base/closest_word.h"
#include "core/machine/machine_file_messages.h"

#include <utility>

namespace lw::machine {

using namespace machine_file_messages;

namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kMostClocks = 1'000'000;
constexpr std::string_view kSizeRowKeys[] = {"value", "source"};
constexpr std::string_view kTimingRowKeys[] = {"clocks", "source"};
constexpr std::string_view kCoreCountKeys[] = {"count", "source"};
constexpr std::string_view kArrayKeys[] = {"rows", "columns", "source"};
constexpr std::string_view kWayKeys[] = {"latency", "bandwidth"};
constexpr std::int64_t kMostWayClocks = 65536;
constexpr std::uint64_t kMostBytesUnderWay = std::uint64_t{1} << 24;
constexpr std::string_view kRateKeys[] = {"bytes", "clocks", "source"};

Result<std::string> sourceIn(const JsonObject& row, std::string_view key) {
    LW_TRY(std::string source, row.text("source"));
    if (source.find_first_not_of(' ') == source.npos)
        return Problem{&kEmptySource, {std::string(key)}, row.at("source").place, {}, {}};
    return source;
}

Result<Way> readWay(const JsonObject& cores, std::vector<std::string>& sources) {
    for (const std::string_view key : kWayKeys)
        if (!cores.has(key)) return Problem{&kHalfAWay, {std::string(key)}, cores.place(), {}, {}};
    LW_TRY(const JsonObject latency, JsonObject::of(cores.at("latency"), "latency", kTimingRowKeys));
    Way way;
    LW_TRY(const std::int64_t clocks, latency.integer("clocks", 1, kMostWayClocks));
    LW_TRY(const std::string source, sourceIn(latency, "latency"));
    sources.push_back("latency: " + source);
    way.latency = static_cast<std::uint32_t>(clocks);
    LW_TRY(way.rate, readRate(cores, "bandwidth", sources));
    if (way.latency * way.rate.bytes / way.rate.clocks > kMostBytesUnderWay)
        return Problem{&kTooMuchUnderWay,
                       {std::to_string(way.latency), std::to_string(way.rate.bytes),
                        std::to_string(way.rate.clocks), std::to_string(kMostBytesUnderWay)},
                       cores.at("bandwidth").place,
                       {},
                       {}};
    return way;
}

// What counts and arrays have in common; nothing is sent with only one core.
Outcome readSourceAndWay(const JsonObject& cores, CoreCount& out, std::vector<std::string>& sources) {
    LW_TRY(out.source, sourceIn(cores, "cores"));
    sources.push_back("cores: " + out.source);
    if (cores.has("latency") || cores.has("bandwidth")) {
        LW_TRY(out.way, readWay(cores, sources));
        if (out.names.count == 1) out.way = {};
    }
    return Done{};
}

} // namespace

Outcome checkMachineHead(const JsonObject& file, std::string_view chip) {
    const auto expect = [&](std::string_view key, std::string_view wanted) -> Outcome {
        LW_TRY(const std::string text, file.text(key));
        if (text != wanted)
            return Problem{&kWrongSchema,
                           {std::string(key), "\"" + text + "\"", "\"" + std::string(wanted) + "\""},
                           file.at(key).place,
                           {},
                           {}};
        return Done{};
    };
    LW_TRY([[maybe_unused]] const Done schema, expect("schema", "lanewright machine"));
    LW_TRY([[maybe_unused]] const Done same, expect("chip", chip));
    LW_TRY(const std::int64_t version, file.integer("version", 0, 1'000'000));
    if (version != kVersion)
        return Problem{&kWrongSchema,
                       {"version", std::to_string(version), std::to_string(kVersion)},
                       file.at("version").place,
                       {},
                       {}};
    return Done{};
}

Outcome readSizes(const JsonObject& sizes, std::span<const SizeRow> rows, std::vector<std::string>& sources) {
    for (const SizeRow& size : rows) {
        LW_TRY(const JsonObject row, JsonObject::of(sizes.at(size.key), size.key, kSizeRowKeys));
        LW_TRY(const std::int64_t value, row.integer("value", size.least, size.most));
        LW_TRY(const std::string source, sourceIn(row, size.key));
        sources.push_back(std::string(size.key) + ": " + source);
        if (size.small != nullptr)
            *size.small = static_cast<std::uint32_t>(value);
        else
            *size.large = static_cast<std::uint64_t>(value);
    }
    return Done{};
}

Result<Rate> readRate(const JsonObject& sizes, std::string_view key, std::vector<std::string>& sources) {
    LW_TRY(const JsonObject rate, JsonObject::of(sizes.at(key), key, kRateKeys));
    LW_TRY(const std::int64_t bytes, rate.integer("bytes", 1, 1 << 20));
    LW_TRY(const std::int64_t clocks, rate.integer("clocks", 1, 1 << 20));
    LW_TRY(const std::string source, sourceIn(rate, key));
    sources.push_back(std::string(key) + ": " + source);
    return Rate{static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(clocks)};
}

Outcome readTiming(const JsonValue& value, std::span<const std::string_view> keys, std::int64_t least,
                   std::span<TimingRow> out) {
    LW_TRY(const JsonObject timing, JsonObject::of(value, "timing", keys));
    for (std::size_t i = 0; i < keys.size(); ++i) {
        LW_TRY(const JsonObject row, JsonObject::of(timing.at(keys[i]), keys[i], kTimingRowKeys));
        LW_TRY(const std::int64_t clocks, row.integer("clocks", least, kMostClocks));
        LW_TRY(std::string source, sourceIn(row, keys[i]));
        out[i] = {static_cast<std::uint32_t>(clocks), std::move(source)};
    }
    return Done{};
}

Result<CoreCount> readCores(const JsonObject& file, std::vector<std::string>& sources) {
    CoreCount out;
    if (!file.has("cores")) return out;
    LW_TRY(const JsonObject cores, JsonObject::of(file.at("cores"), "cores", kCoreCountKeys, kWayKeys));
    LW_TRY(const std::int64_t count, cores.integer("count", 1, kMostCores));
    out.names.count = static_cast<std::uint32_t>(count);
    LW_TRY([[maybe_unused]] const Done read, readSourceAndWay(cores, out, sources));
    return out;
}

Result<CoreCount> readArray(const JsonObject& file, std::vector<std::string>& sources) {
    CoreCount out;
    if (!file.has("cores")) return out;
    LW_TRY(const JsonObject cores, JsonObject::of(file.at("cores"), "cores", kArrayKeys, kWayKeys));
    LW_TRY(const std::int64_t rows, cores.integer("rows", 1, kMostCores));
    LW_TRY(const std::int64_t columns, cores.integer("columns", 1, kMostCores));
    if (rows * columns > kMostCores)
        return Problem{&kTooManyCores,
                       {std::to_string(rows), std::to_string(columns), std::to_string(kMostCores)},
                       cores.at("columns").place,
                       {},
                       {}};
    if (rows * columns != 1)
        out.names = {static_cast<std::uint32_t>(rows * columns), static_cast<std::uint32_t>(columns)};
    LW_TRY([[maybe_unused]] const Done read, readSourceAndWay(cores, out, sources));
    return out;
}

Result<std::string> builtInText(std::span<const BuiltInMachine> machines, std::string_view name) {
    for (const BuiltInMachine& machine : machines)
        if (machine.name == name) return std::string(machine.json);
    const std::vector<std::string_view> names = namesOf(machines);
    std::string list;
    for (const std::string_view n : names) list += (list.empty() ? "" : ", ") + std::string(n);
    return Problem{&kUnknownConfig, {std::string(name), list}, {}, {}, std::string(closestWord(name, names))};
}

std::vector<std::string_view> namesOf(std::span<const BuiltInMachine> machines) {
    std::vector<std::string_view> names;
    for (const BuiltInMachine& machine : machines) names.push_back(machine.name);
    return names;
}

} // namespace lw::machine
