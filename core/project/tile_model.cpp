// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_model.h"

#include "core/project/launched_run.h"
#include "core/project/lower_network.h"

#include <algorithm>

namespace lw::project {

using lower::tiling::TilingCost;
using lower::tiling::TilingPlan;

Result<TileTarget> tileTargetOf(const std::string& machine, const lower::striding::Options& options,
                                const TileArray& array) {
    LW_TRY(machine::CircuitLimits circuit, circuitNamed(machine));
    return TileTarget{machine, std::move(circuit), options, array};
}

namespace {

std::uint64_t bufferBytesOf(const std::vector<lower::striding::Lowering>& programs) {
    std::uint64_t out = 0;
    for (const lower::striding::Lowering& program : programs) out = std::max(out, program.plan.bufferBytes);
    return out;
}

std::uint64_t weightBytesOf(const std::vector<lower::striding::Lowering>& programs) {
    std::uint64_t most = 0;
    for (const lower::striding::Lowering& program : programs) {
        std::uint64_t bytes = 0;
        for (const lower::striding::PlannedTensor& tensor : program.plan.tensors)
            if (tensor.space == "dm") bytes += tensor.bytes();
        most = std::max(most, bytes);
    }
    return most;
}

} // namespace

Result<std::optional<TileModel>> modelTiles(const network::Network& picture, const TilingPlan& plan,
                                            const TileTarget& target, const std::atomic<bool>* stop) {
    TileModel out;
    LW_TRY(const TileNetwork tile, tileNetwork(picture, plan));
    if (!isOneProgram(tile.toLower(), target.circuit)) {
        LW_TRY(const lower::striding::LoweredNetwork lowered,
               lower::striding::lowerInParts(tile.toLower(), target.circuit, target.options));
        out.bufferBytes = bufferBytesOf(lowered.parts);
        out.weightBytes = weightBytesOf(lowered.parts);
        return std::optional(out);
    }
    LW_TRY(const TilePrograms programs, lowerTiles(tile, plan, target.circuit, target.options, target.array));
    if (stop != nullptr && *stop) return std::optional<TileModel>();
    out.bufferBytes = bufferBytesOf(programs.programs);
    out.weightBytes = weightBytesOf(programs.programs);
    LaunchedRun run(programs, tile, plan, target.machine, blankPicture(picture));
    const HostBytes moved = run.bytesMoved().moved();
    out.hostBytes = moved.in + moved.out;
    LW_TRY(out.clocks, run.modelledClocks(stop));
    return out.clocks ? std::optional(out) : std::optional<TileModel>();
}

tensor::Tensor blankPicture(const network::Network& picture) {
    return {network::dtypeOf(picture, network::kInput), picture.input.shape};
}

namespace {

std::uint64_t macsPerClock(const TileTarget& target) {
    return std::uint64_t{target.circuit.arrayRows} * target.circuit.arrayColumns * target.array.count();
}

} // namespace

std::uint64_t arrayClocks(std::uint64_t macs, const TileTarget& target) {
    return macs / macsPerClock(target);
}

std::uint64_t hostClocks(std::uint64_t bytes, const TileTarget& target) {
    const machine::Rate& rate = target.circuit.hostRate;
    return bytes * rate.clocks / (rate.bytes * target.array.count());
}

double arrayShare(std::uint64_t macs, std::uint64_t clocks, const TileTarget& target) {
    return static_cast<double>(macs) / static_cast<double>(macsPerClock(target) * clocks);
}

double hostShare(std::uint64_t bytes, std::uint64_t clocks, const TileTarget& target) {
    return static_cast<double>(bytes) / static_cast<double>(hostBytes(clocks, target));
}

std::uint64_t hostBytes(std::uint64_t clocks, const TileTarget& target) {
    const machine::Rate& rate = target.circuit.hostRate;
    return clocks * rate.bytes * target.array.count() / rate.clocks;
}

std::uint64_t leastClocks(const TilingCost& cost, const TileTarget& target) {
    return std::max(arrayClocks(cost.macs, target),
                    hostClocks(cost.bytesIn + cost.bytesOut + cost.bytesMasks, target));
}

} // namespace lw::project
