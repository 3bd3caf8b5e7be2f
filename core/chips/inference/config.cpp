// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/config.h"

#include "core/base/bits.h"
#include "core/chips/inference/isa.h"
#include "core/machine/config_sizes.h"
#include "core/machine/machine_file_messages.h"

#include <utility>

namespace lw::inference {

namespace {

constexpr std::int64_t kGibibyte = std::int64_t{1} << 30;
constexpr machine::Size<Config> kSizeRows[] = {
    {"arrayRows", 1, 1024, &Config::arrayRows, nullptr, "ARRAY_ROWS"},
    {"arrayColumns", 1, 1024, &Config::arrayColumns, nullptr, "ARRAY_COLUMNS"},
    {"bufferBytes", 64, kGibibyte, nullptr, &Config::bufferBytes, "UB_BYTES"},
    {"weightBytes", 16, 16 * kGibibyte, nullptr, &Config::weightBytes},
    {"hostBytes", 16, kGibibyte, nullptr, &Config::hostBytes},
    {"accumulatorRows", 1, 1 << 16, &Config::accumulatorRows, nullptr, "ACC_ROWS"},
    {"stripPixels", 1, 1 << 16, &Config::stripPixels, nullptr, "STRIP_PIXELS"},
    {"vectorLanes", 1, 1 << 16, &Config::vectorLanes, nullptr, "VECTOR_LANES"},
    {"poolCircuits", 1, 1 << 16, &Config::poolCircuits},
    {"poolWindow", 1, 64, &Config::poolWindow, nullptr, "POOL_WINDOW"},
    {"poolDelay", 0, 1 << 16, &Config::poolDelay, nullptr, "POOL_DELAY"},
    {"inFlight", 2, 4096, &Config::inFlight},
    {"instructionRows", 1, 1 << 24, &Config::instructionRows, nullptr, "BUNDLES"},
    {"clockHz", 1, 1'000'000'000'000, nullptr, &Config::clockHz},
};
constexpr machine::RateOf<Config> kRateRows[] = {{"hostRate", &Config::hostRate},
                                                 {"weightRate", &Config::weightRate},
                                                 {"bufferRate", &Config::bufferRate}};
constexpr machine::Sizes<Config> kSizes{kSizeRows, kRateRows};

Outcome checkMultiple(const JsonObject& sizes, std::string_view key, std::uint64_t value, std::uint64_t of) {
    if (value % of == 0) return Done{};
    return Problem{&machine::machine_file_messages::kNoMultiple,
                   {std::string(key), std::to_string(value), std::to_string(of)},
                   sizes.at(key).find("value")->place,
                   {},
                   {}};
}

Outcome checkShape(const JsonObject& sizes, const Config& config) {
    LW_TRY([[maybe_unused]] const Done granules,
           checkMultiple(sizes, "weightBytes", config.weightBytes, kGranuleBytes));
    LW_TRY([[maybe_unused]] const Done words, checkMultiple(sizes, "bufferBytes", config.bufferBytes, 4));
    return checkMultiple(sizes, "hostBytes", config.hostBytes, 4);
}

} // namespace

Result<Config> parseConfig(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", machine::kMachineFileKeys, machine::kCoresKeys));
    LW_TRY([[maybe_unused]] const Done head, machine::checkMachineHead(top, kIsa.chip));
    Config out;
    LW_TRY(out.name, top.text("name"));
    LW_TRY(out.title, top.text("title"));
    LW_TRY(const machine::CoreCount cores, machine::readArray(top, out.sources));
    out.cores = cores.names;
    out.way = cores.way;
    LW_TRY(const JsonObject sizes, kSizes.read(top.at("sizes"), out));
    LW_TRY([[maybe_unused]] const Done fits, checkShape(sizes, out));
    LW_TRY([[maybe_unused]] const Done timing,
           machine::readTiming(top.at("timing"), kTimingKeys, 0, out.timing));
    out.transferClocks = out.clocks(TimingKey::Dma);
    out.weightClocks = out.clocks(TimingKey::Ldw);
    out.vectorClocks = out.clocks(TimingKey::Vpu);
    out.circuits = static_cast<std::uint32_t>(out.cores.count);
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
    kSizes.addTo(hash, config);
    for (const machine::TimingRow& row : config.timing) hash.add(row.clocks);
    if (config.isArray())
        for (const std::uint64_t number :
             {std::uint64_t{config.cores.count}, std::uint64_t{config.cores.columns},
              std::uint64_t{config.way.latency}, config.way.rate.bytes, config.way.rate.clocks})
            hash.add(number);
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
    target.spaces[index(kHost)] = {1, config.hostBytes};
    target.spaces[index(kDm)] = {kGranuleBytes, config.weightBytes / kGranuleBytes};
    target.spaces[index(kUb)] = {1, config.bufferBytes};
    target.constants = kSizes.constantsOf(config);
    target.cores = config.cores.all();
    if (config.isArray()) {
        const std::int64_t columns = config.cores.columns;
        target.constants.push_back({"CIRCUIT_ROWS", config.cores.count / columns});
        target.constants.push_back({"CIRCUIT_COLUMNS", columns});
    }
    return target;
}

} // namespace lw::inference
