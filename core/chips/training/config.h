// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/core_limits.h"
#include "core/machine/machine_file.h"
#include "core/program/target.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lw::training {

// The keys of the timing table. The numbers and their sources are only in the configuration JSON.
enum class TimingKey : std::uint8_t {
    ScalarAlu,
    ScalarMul,
    SmemLoad,
    SmemStore,
    Branch,
    DmaIssue,
    Sync,
    SyncRead,
    VectorAlu,
    Rng,
    Eup,
    VmemLoad,
    VmemStore,
    Mxu,
    MxuPort,
    Xpose,
    XposePort,
    Rpu,
    RpuPort,
    Pop,
    V2s,
    Misc,
    DmaLatency,
};
inline constexpr std::array<std::string_view, 23> kTimingKeys{
    "scalar.alu",
    "scalar.mul",
    "smem.load",
    "smem.store",
    "branch",
    "dma.issue",
    "sync",
    "sync.read",
    "vector.alu",
    "rng",
    "eup",
    "vmem.load",
    "vmem.store",
    // Clocks from the end of the serialised push to the result in the queue,
    // and clocks for which a push takes the unit's port.
    "mxu",
    "mxu.port",
    "xpose",
    "xpose.port",
    "rpu",
    "rpu.port",
    "pop",
    "v2s",
    "misc",
    "dma.latency",
};

// A machine, as one of resources/chips/training*.json describes it. Sizes in words, rows, granules as stated.
struct Config {
    std::string name; // "training"
    std::string title;
    std::uint32_t cores = 1;        // on one clock, each with all that follows
    machine::Way way;               // between them
    std::uint32_t lanes = 128;      // power of two, multiple of 4, 4 .. 128
    std::uint32_t sublanes = 8;     // power of two, 1 .. 8, divides lanes
    std::uint32_t vmemRows = 32768; // rows of `lanes` words
    std::uint32_t smemWords = 4096;
    std::uint64_t hbmBytes = 0; // multiple of 16
    std::uint32_t instructionBundles = 0;
    std::uint32_t queueDepth = 16;   // results per unit queue
    std::uint32_t dmaQueueDepth = 0; // transfers per direction
    std::uint64_t clockHz = 0;
    machine::Rate dmaRate; // bandwidth of each DMA direction
    std::array<machine::TimingRow, kTimingKeys.size()> timing;
    std::vector<std::string> sources; // "key: source" for every size, for the manual

    std::uint32_t clocks(TimingKey key) const { return timing[static_cast<std::size_t>(key)].clocks; }
};

// The configuration from JSON text; unknown keys, missing keys
// and absurd sizes are refused with line and column.
Result<Config> parseConfig(std::string_view json, std::uint32_t file);
// The configurations compiled into the program: "training", "training-teaching" ...
std::span<const machine::BuiltInMachine> builtInConfigs();
Result<Config> builtInConfig(std::string_view name);
// Of everything that changes what a program does: sizes and clocks, not titles and sources.
std::uint64_t hashOf(const Config& config);
program::Target targetOf(const Config& config);
machine::CoreLimits limitsOf(const Config& config);

} // namespace lw::training
