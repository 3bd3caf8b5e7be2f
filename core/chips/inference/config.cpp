// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/config.h"

#include "core/base/bits.h"
#include "core/base/json_value.h"
#include "core/chips/inference/isa.h"
#include "core/machine/machine_file_messages.h"

#include <utility>

namespace lw::inference {

namespace {

using machine::SizeRow;

constexpr std::int64_t kGibibyte = std::int64_t{1} << 30;
constexpr std::string_view kSizeKeys[] = {
    "arrayRows",   "arrayColumns", "bufferBytes",  "weightBytes",     "hostBytes", "accumulatorRows",
    "stripPixels", "vectorLanes",  "poolCircuits", "poolWindow",      "poolDelay", "inFlight",
    "clockHz",     "hostRate",     "weightRate",   "instructionRows", "bufferRate"};

Outcome checkMultiple(const JsonObject& sizes, std::string_view key, std::uint64_t value, std::uint64_t of) {
    if (value % of == 0) return Done{};
    return Problem{&machine::machine_file_messages::kNoMultiple,
                   {std::string(key), std::to_string(value), std::to_string(of)},
                   sizes.at(key).find("value")->place,
                   {},
                   {}};
}

Outcome readSizes(const JsonValue& value, Config& out) {
    LW_TRY(const JsonObject sizes, JsonObject::of(value, "sizes", kSizeKeys));
    const SizeRow rows[] = {
        {"arrayRows", 1, 1024, &out.arrayRows, nullptr},
        {"arrayColumns", 1, 1024, &out.arrayColumns, nullptr},
        {"bufferBytes", 64, kGibibyte, nullptr, &out.bufferBytes},
        {"weightBytes", 16, 16 * kGibibyte, nullptr, &out.weightBytes},
        {"hostBytes", 16, kGibibyte, nullptr, &out.hostBytes},
        {"accumulatorRows", 1, 1 << 16, &out.accumulatorRows, nullptr},
        {"stripPixels", 1, 1 << 16, &out.stripPixels, nullptr},
        {"vectorLanes", 1, 1 << 16, &out.vectorLanes, nullptr},
        {"poolCircuits", 1, 1 << 16, &out.poolCircuits, nullptr},
        {"poolWindow", 1, 64, &out.poolWindow, nullptr},
        {"poolDelay", 0, 1 << 16, &out.poolDelay, nullptr},
        {"inFlight", 2, 4096, &out.inFlight, nullptr},
        {"instructionRows", 1, 1 << 24, &out.instructionRows, nullptr},
        {"clockHz", 1, 1'000'000'000'000, nullptr, &out.clockHz},
    };
    LW_TRY([[maybe_unused]] const Done read, machine::readSizes(sizes, rows, out.sources));
    LW_TRY(out.hostRate, machine::readRate(sizes, "hostRate", out.sources));
    LW_TRY(out.weightRate, machine::readRate(sizes, "weightRate", out.sources));
    LW_TRY(out.bufferRate, machine::readRate(sizes, "bufferRate", out.sources));
    LW_TRY([[maybe_unused]] const Done granules,
           checkMultiple(sizes, "weightBytes", out.weightBytes, kGranuleBytes));
    LW_TRY([[maybe_unused]] const Done words, checkMultiple(sizes, "bufferBytes", out.bufferBytes, 4));
    return checkMultiple(sizes, "hostBytes", out.hostBytes, 4);
}

} // namespace

Result<Config> parseConfig(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", machine::kMachineFileKeys));
    LW_TRY([[maybe_unused]] const Done head, machine::checkMachineHead(top, kIsa.chip));
    Config out;
    LW_TRY(out.name, top.text("name"));
    LW_TRY(out.title, top.text("title"));
    LW_TRY([[maybe_unused]] const Done sizes, readSizes(top.at("sizes"), out));
    LW_TRY([[maybe_unused]] const Done timing,
           machine::readTiming(top.at("timing"), kTimingKeys, 0, out.timing));
    for (const program::TargetConstant& constant : targetOf(out).constants)
        out.constants.push_back(constant.name);
    return out;
}

Result<Config> builtInConfig(std::string_view name) {
    LW_TRY(const std::string json, machine::builtInText(builtInConfigs(), name));
    return parseConfig(json, Place::kNoFile);
}

std::uint64_t hashOf(const Config& config) {
    Hash hash;
    for (const std::uint64_t size :
         {std::uint64_t{config.arrayRows}, std::uint64_t{config.arrayColumns}, config.bufferBytes,
          config.weightBytes, config.hostBytes, std::uint64_t{config.accumulatorRows},
          std::uint64_t{config.stripPixels}, std::uint64_t{config.vectorLanes},
          std::uint64_t{config.poolCircuits}, std::uint64_t{config.poolWindow},
          std::uint64_t{config.poolDelay}, std::uint64_t{config.inFlight},
          std::uint64_t{config.instructionRows}, config.clockHz})
        hash.add(size);
    for (const machine::Rate& rate : {config.hostRate, config.weightRate, config.bufferRate}) {
        hash.add(rate.bytes);
        hash.add(rate.clocks);
    }
    for (const machine::TimingRow& row : config.timing) hash.add(row.clocks);
    return hash.value();
}

program::Target targetOf(const Config& config) {
    program::Target target;
    target.spec = &kIsa;
    target.machine = config.name;
    target.machineHash = hashOf(config);
    target.bundles = config.instructionRows;
    target.tileRows = config.arrayRows;
    target.tileColumns = config.arrayColumns;
    target.spaces.resize(kIsa.spaces.size());
    target.spaces[kHost] = {1, config.hostBytes};
    target.spaces[kDm] = {kGranuleBytes, config.weightBytes / kGranuleBytes};
    target.spaces[kUb] = {1, config.bufferBytes};
    target.constants = {
        {"ARRAY_ROWS", config.arrayRows},
        {"ARRAY_COLUMNS", config.arrayColumns},
        {"UB_BYTES", static_cast<std::int64_t>(config.bufferBytes)},
        {"ACC_ROWS", config.accumulatorRows},
        {"STRIP_PIXELS", config.stripPixels},
        {"VECTOR_LANES", config.vectorLanes},
        {"POOL_WINDOW", config.poolWindow},
        {"POOL_DELAY", config.poolDelay},
        {"BUNDLES", config.instructionRows},
    };
    return target;
}

} // namespace lw::inference
