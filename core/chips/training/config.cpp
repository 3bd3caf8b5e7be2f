// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"

#include "core/base/bits.h"
#include "core/chips/training/isa.h"
#include "core/chips/training/remote.h"
#include "core/machine/config_sizes.h"
#include "core/machine/machine_file_messages.h"

#include <algorithm>
#include <bit>

namespace lw::training {

namespace {

using namespace machine::machine_file_messages;

constexpr machine::Size<Config> kSizeRows[] = {
    {"lanes", 4, 128, &Config::lanes, nullptr, "LANES"},
    {"sublanes", 1, 8, &Config::sublanes, nullptr, "SUBLANES"},
    {"vmemRows", 8, 1 << 20, &Config::vmemRows, nullptr, "VMEM_ROWS"},
    {"smemWords", 16, 1 << 20, &Config::smemWords, nullptr, "SMEM_WORDS"},
    {"hbmBytes", 16, std::int64_t{1} << 36, nullptr, &Config::hbmBytes, "HBM_BYTES"},
    {"instructionBundles", 1, 1 << 24, &Config::instructionBundles, nullptr, "BUNDLES"},
    {"queueDepth", 1, 1024, &Config::queueDepth, nullptr, "QUEUE_DEPTH"},
    {"dmaQueueDepth", 1, 1024, &Config::dmaQueueDepth},
    {"clockHz", 1, 1'000'000'000'000, nullptr, &Config::clockHz},
};
constexpr machine::RateOf<Config> kRateRows[] = {{"dmaBandwidth", &Config::dmaRate}};
constexpr machine::Sizes<Config> kSizes{kSizeRows, kRateRows};

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

} // namespace

Result<Config> parseConfig(std::string_view json, std::uint32_t file) {
    LW_TRY(const JsonValue root, parseJson(json, file));
    LW_TRY(const JsonObject top, JsonObject::of(root, "", machine::kMachineFileKeys, machine::kCoresKeys));
    LW_TRY([[maybe_unused]] const Done head, machine::checkMachineHead(top, kIsa.chip));
    Config out;
    LW_TRY(out.name, top.text("name"));
    LW_TRY(out.title, top.text("title"));
    LW_TRY(const machine::CoreCount cores, machine::readCores(top, out.sources));
    out.cores = cores.names.count;
    out.way = cores.way;
    LW_TRY(const JsonObject sizes, kSizes.read(top.at("sizes"), out));
    LW_TRY([[maybe_unused]] const Done fits, checkShape(sizes, out));
    LW_TRY([[maybe_unused]] const Done timing,
           machine::readTiming(top.at("timing"), kTimingKeys, 1, out.timing));
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
    if (config.cores != 1) hash.add(config.cores);
    if (config.way)
        for (const std::uint64_t number :
             {std::uint64_t{config.way.latency}, config.way.rate.bytes, config.way.rate.clocks})
            hash.add(number);
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
    target.spaces[index(kHbm)] = {kGranuleBytes, config.hbmBytes / kGranuleBytes};
    target.spaces[index(kVmem)] = {rowBytes, config.vmemRows};
    target.spaces[index(kSmem)] = {kWordBytes, config.smemWords};
    target.hasWays = static_cast<bool>(config.way);
    target.constants = kSizes.constantsOf(config);
    target.constants.push_back({"GRANULES_PER_ROW", static_cast<std::int64_t>(rowBytes / kGranuleBytes)});
    target.cores = machine::CoreNames{config.cores, 0}.all();
    if (config.cores != 1) {
        target.constants.push_back({"CORES", config.cores});
        target.constants.insert(target.constants.end(), std::begin(kWayConstants), std::end(kWayConstants));
    }
    return target;
}

machine::CoreLimits limitsOf(const Config& config) {
    return {.name = config.name,
            .lanes = config.lanes,
            .sublanes = config.sublanes,
            .vmemRows = config.vmemRows,
            .smemWords = config.smemWords,
            .hbmBytes = config.hbmBytes,
            .instructionBundles = config.instructionBundles,
            .queueDepth = config.queueDepth,
            .dmaQueueDepth = config.dmaQueueDepth,
            .dmaRate = config.dmaRate,
            .dmaClocks = config.clocks(TimingKey::DmaLatency),
            .loadClocks = config.clocks(TimingKey::VmemLoad),
            .pushClocks = config.clocks(TimingKey::MxuPort),
            .permuteClocks = config.clocks(TimingKey::Rpu),
            .permutePushClocks = config.clocks(TimingKey::RpuPort),
            .productClocks = config.clocks(TimingKey::Mxu),
            .vectorSlots =
                static_cast<std::uint32_t>(std::ranges::count(kIsa.slots, kVector, &isa::Slot::slotClass))};
}

} // namespace lw::training
