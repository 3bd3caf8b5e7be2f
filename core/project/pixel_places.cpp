// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/pixel_places.h"

#include "core/base/check.h"
#include "core/network/outputs.h"
#include "core/project/launch_progress.h"

#include <algorithm>

namespace lw::project {

using lower::striding::NetworkPlan;
using network::ValueId;

PixelPlaces::PixelPlaces(const TilePrograms& programs, const lower::tiling::TilingPlan& plan,
                         const HostPlaces& host, std::size_t output)
    : m_array(programs.array), m_plan(plan), m_output(output) {
    for (const std::size_t number : programs.ofCircuit) {
        const NetworkPlan& own = programs.programs[number].plan;
        const ValueId given = network::distinctOutputs(*own.network)[output];
        m_circuits.push_back({{inBufferOf(own, network::kInput), inBufferOf(own, given)}});
    }
    const std::uint64_t picture = m_circuits.front().buffer[Picture].pixelBytes,
                        given = m_circuits.front().buffer[Output].pixelBytes;
    const auto columns = static_cast<std::uint64_t>(plan.columns.outputs[output].full);
    m_host[Picture] = {host.picture, picture * static_cast<std::uint64_t>(plan.columns.size), picture};
    m_host[Output] = {host.outputs[output], given * columns, given};
}

PixelPlaces::Image PixelPlaces::inBufferOf(const NetworkPlan& plan, ValueId value) {
    const lower::Frame& frame = plan.frames[value].front();
    const auto tensor = std::ranges::find(plan.tensors, frame.name, &lower::striding::PlannedTensor::name);
    LW_ASSERT(tensor != plan.tensors.end(), "a frame is a tensor of the plan");
    const std::uint64_t corner = frame.pad.top * frame.rowBytes() + frame.pad.left * frame.pixelBytes();
    return {tensor->address + corner, frame.rowBytes(), frame.pixelBytes()};
}

std::uint64_t PixelPlaces::atHost(Side side, std::int64_t row, std::int64_t column) const {
    return m_host[side].at(row, column);
}

std::uint64_t PixelPlaces::inBuffer(Side side, std::uint64_t tile, std::int64_t row,
                                    std::int64_t column) const {
    const std::size_t across = m_plan.columns.tiles.size();
    const lower::tiling::AxisTile &down = m_plan.rows.tiles[tile / across],
                                  &aside = m_plan.columns.tiles[tile % across];
    const Image& own = m_circuits[circuitOf(m_plan, m_array, tile)].buffer[side];
    return side == Output
               ? own.at(row - down.outputs[m_output].offset, column - aside.outputs[m_output].offset)
               : own.at(row - down.start, column - aside.start);
}

} // namespace lw::project
