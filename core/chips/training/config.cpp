// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"

#include "core/base/bits.h"
#include "core/base/json_value.h"
#include "core/chips/training/isa.h"
#include "core/machine/machine_file_messages.h"

#include <algorithm>
#include <bit>

namespace lw::training {

namespace {

using namespace machine::machine_file_messages;

constexpr std::string_view kSizeKeys[] = {"lanes",    "sublanes",           "vmemRows",   "smemWords",
                                          "hbmBytes", "instructionBundles", "queueDepth", "dmaQueueDepth",
                                          "clockHz",  "dmaBandwidth"};

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
    const machine::SizeRow rows[] = {
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
    LW_TRY([[maybe_unused]] const Done read, machine::readSizes(sizes, rows, out.sources));
    LW_TRY(const machine::Rate rate, machine::readRate(sizes, "dmaBandwidth", out.sources));
    out.dmaBytesPerPeriod = rate.bytes;
    out.dmaPeriodClocks = rate.clocks;
    return checkShape(sizes, out);
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
    out.cores = cores.count;
    LW_TRY([[maybe_unused]] const Done sizes, readSizes(top.at("sizes"), out));
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
    for (const std::uint64_t size :
         {std::uint64_t{config.lanes}, std::uint64_t{config.sublanes}, std::uint64_t{config.vmemRows},
          std::uint64_t{config.smemWords}, config.hbmBytes, std::uint64_t{config.instructionBundles},
          std::uint64_t{config.queueDepth}, std::uint64_t{config.dmaQueueDepth}, config.clockHz,
          config.dmaBytesPerPeriod, config.dmaPeriodClocks})
        hash.add(size);
    for (const machine::TimingRow& row : config.timing) hash.add(row.clocks);
    if (config.cores != 1) hash.add(config.cores);
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
