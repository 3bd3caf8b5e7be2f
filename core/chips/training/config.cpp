// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"

#include "core/base/bits.h"
#include "core/base/closest_word.h"
#include "core/base/json_value.h"
#include "core/chips/training/built_in_configs.h"
#include "core/chips/training/config_messages.h"
#include "core/chips/training/isa.h"

#include <algorithm>
#include <bit>

namespace lw::training {

namespace {

using namespace config_messages;

constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kMostClocks = 1'000'000;
constexpr std::string_view kTopKeys[] = {"schema", "version", "chip", "name", "title", "sizes", "timing"};
constexpr std::string_view kSizeKeys[] = {"lanes",    "sublanes",           "vmemRows",   "smemWords",
                                          "hbmBytes", "instructionBundles", "queueDepth", "dmaQueueDepth",
                                          "clockHz",  "dmaBandwidth"};
constexpr std::string_view kSizeRowKeys[] = {"value", "source"};
constexpr std::string_view kTimingRowKeys[] = {"clocks", "source"};
constexpr std::string_view kRateKeys[] = {"bytes", "clocks", "source"};

Outcome checkHead(const JsonObject& file) {
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
    LW_TRY([[maybe_unused]] const Done chip, expect("chip", kIsa.chip));
    LW_TRY(const std::int64_t version, file.integer("version", 0, 1'000'000));
    if (version != kVersion)
        return Problem{&kWrongSchema,
                       {"version", std::to_string(version), std::to_string(kVersion)},
                       file.at("version").place,
                       {},
                       {}};
    return Done{};
}

Result<std::string> sourceIn(const JsonObject& row, std::string_view key) {
    LW_TRY(std::string source, row.text("source"));
    if (source.find_first_not_of(' ') == source.npos)
        return Problem{&kEmptySource, {std::string(key)}, row.at("source").place, {}, {}};
    return source;
}

// {"value": n, "source": "..."}
Result<std::uint64_t> readSize(const JsonObject& sizes, std::string_view key, std::int64_t least,
                               std::int64_t most, Config& out) {
    LW_TRY(const JsonObject row, JsonObject::of(sizes.at(key), key, kSizeRowKeys));
    LW_TRY(const std::int64_t value, row.integer("value", least, most));
    LW_TRY(const std::string source, sourceIn(row, key));
    out.sources.push_back(std::string(key) + ": " + source);
    return static_cast<std::uint64_t>(value);
}

Outcome checkShape(const JsonObject& sizes, const Config& config) {
    const auto placeOf = [&](std::string_view key) { return sizes.at(key).find("value")->place; };
    const auto refuse = [&](const Message& message, std::string_view key, std::uint64_t value,
                            std::vector<std::string> more) -> Outcome {
        std::vector<std::string> arguments{std::string(key), std::to_string(value)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return Problem{&message, std::move(arguments), placeOf(key), {}, {}};
    };
    if (!std::has_single_bit(config.lanes)) return refuse(kNoPowerOfTwo, "lanes", config.lanes, {});
    if (!std::has_single_bit(config.sublanes)) return refuse(kNoPowerOfTwo, "sublanes", config.sublanes, {});
    if (config.lanes % config.sublanes != 0)
        return refuse(kNoMultiple, "lanes", config.lanes, {"sublanes, " + std::to_string(config.sublanes)});
    if (config.hbmBytes % 16 != 0) return refuse(kNoMultiple, "hbmBytes", config.hbmBytes, {"16"});
    return Done{};
}

Outcome readSizes(const JsonValue& value, Config& out) {
    LW_TRY(const JsonObject sizes, JsonObject::of(value, "sizes", kSizeKeys));
    struct Row {
        std::string_view key;
        std::int64_t least, most;
        std::uint32_t* small;
        std::uint64_t* large;
    };
    const Row rows[] = {
        {"lanes", 4, 128, &out.lanes, nullptr},
        {"sublanes", 1, 8, &out.sublanes, nullptr},
        {"vmemRows", 8, 1 << 20, &out.vmemRows, nullptr},
        {"smemWords", 16, 1 << 20, &out.smemWords, nullptr},
        {"hbmBytes", 16, std::int64_t{1} << 36, nullptr, &out.hbmBytes},
        {"instructionBundles", 1, 1 << 24, &out.instructionBundles, nullptr},
        {"queueDepth", 1, 1024, &out.queueDepth, nullptr},
        {"dmaQueueDepth", 1, 1024, &out.dmaQueueDepth, nullptr},
        {"clockHz", 1, 1'000'000'000'000, nullptr, &out.clockHz},
    };
    for (const Row& row : rows) {
        LW_TRY(const std::uint64_t number, readSize(sizes, row.key, row.least, row.most, out));
        if (row.small)
            *row.small = static_cast<std::uint32_t>(number);
        else
            *row.large = number;
    }
    LW_TRY(const JsonObject rate, JsonObject::of(sizes.at("dmaBandwidth"), "dmaBandwidth", kRateKeys));
    LW_TRY(const std::int64_t bytes, rate.integer("bytes", 1, 1 << 20));
    LW_TRY(const std::int64_t clocks, rate.integer("clocks", 1, 1 << 20));
    LW_TRY(const std::string source, sourceIn(rate, "dmaBandwidth"));
    out.sources.push_back("dmaBandwidth: " + source);
    out.dmaBytesPerPeriod = static_cast<std::uint64_t>(bytes);
    out.dmaPeriodClocks = static_cast<std::uint64_t>(clocks);
    return checkShape(sizes, out);
}

Outcome readTiming(const JsonValue& value, Config& out) {
    LW_TRY(const JsonObject timing, JsonObject::of(value, "timing", kTimingKeys));
    for (std::size_t i = 0; i < kTimingKeys.size(); ++i) {
        LW_TRY(const JsonObject row,
               JsonObject::of(timing.at(kTimingKeys[i]), kTimingKeys[i], kTimingRowKeys));
        LW_TRY(const std::int64_t clocks, row.integer("clocks", 1, kMostClocks));
        LW_TRY(std::string source, sourceIn(row, kTimingKeys[i]));
        out.timing[i] = {static_cast<std::uint32_t>(clocks), std::move(source)};
    }
    return Done{};
}

} // namespace

Result<Config> parseConfig(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", kTopKeys));
    LW_TRY([[maybe_unused]] const Done head, checkHead(top));
    Config out;
    LW_TRY(out.name, top.text("name"));
    LW_TRY(out.title, top.text("title"));
    LW_TRY([[maybe_unused]] const Done sizes, readSizes(top.at("sizes"), out));
    LW_TRY([[maybe_unused]] const Done timing, readTiming(top.at("timing"), out));
    return out;
}

Result<std::string> builtInText(std::string_view name) {
    for (const BuiltInConfig& config : builtInConfigs())
        if (config.name == name) return std::string(config.json);
    const std::vector<std::string_view> names = builtInConfigNames();
    std::string list;
    for (const std::string_view n : names) list += (list.empty() ? "" : ", ") + std::string(n);
    return Problem{&kUnknownConfig, {std::string(name), list}, {}, {}, std::string(closestWord(name, names))};
}

Result<Config> builtInConfig(std::string_view name) {
    LW_TRY(const std::string json, builtInText(name));
    return parseConfig(json, Place::kNoFile);
}

std::vector<std::string_view> builtInConfigNames() {
    std::vector<std::string_view> names;
    for (const BuiltInConfig& config : builtInConfigs()) names.push_back(config.name);
    return names;
}

std::uint64_t hashOf(const Config& config) {
    Hash hash;
    for (const std::uint64_t size :
         {std::uint64_t{config.lanes}, std::uint64_t{config.sublanes}, std::uint64_t{config.vmemRows},
          std::uint64_t{config.smemWords}, config.hbmBytes, std::uint64_t{config.instructionBundles},
          std::uint64_t{config.queueDepth}, std::uint64_t{config.dmaQueueDepth}, config.clockHz,
          config.dmaBytesPerPeriod, config.dmaPeriodClocks})
        hash.add(size);
    for (const TimingRow& row : config.timing) hash.add(row.clocks);
    return hash.value();
}

program::Target targetOf(const Config& config) {
    constexpr std::uint64_t kGranuleBytes = 16, kWordBytes = 4;
    const std::uint64_t rowBytes = config.lanes * kWordBytes;
    program::Target target;
    target.spec = &kIsa;
    target.machine = config.name;
    target.machineHash = hashOf(config);
    target.bundles = config.instructionBundles;
    target.tileRows = config.sublanes;
    target.tileColumns = config.lanes;
    target.spaces.resize(kIsa.spaces.size());
    target.spaces[kHbm] = {kGranuleBytes, config.hbmBytes / kGranuleBytes};
    target.spaces[kVmem] = {rowBytes, config.vmemRows};
    target.spaces[kSmem] = {kWordBytes, config.smemWords};
    target.constants = {
        {"LANES", config.lanes},
        {"SUBLANES", config.sublanes},
        {"VMEM_ROWS", config.vmemRows},
        {"SMEM_WORDS", config.smemWords},
        {"HBM_BYTES", static_cast<std::int64_t>(config.hbmBytes)},
        {"BUNDLES", config.instructionBundles},
        {"QUEUE_DEPTH", config.queueDepth},
        {"GRANULES_PER_ROW", static_cast<std::int64_t>(rowBytes / kGranuleBytes)},
    };
    return target;
}

} // namespace lw::training
