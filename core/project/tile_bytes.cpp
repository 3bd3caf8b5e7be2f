// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/tile_bytes.h"

#include "core/machine/launch_list.h"

#include <algorithm>

namespace lw::project {

using lower::striding::NetworkPlan;
using network::ValueId;

namespace {

// Rows that are kept at the host: all tiles give them, all but the first row of tiles bring them. False for
// what is none.
bool addKept(const NetworkPlan& plan, const LaunchHost& host, std::uint64_t rounds, ValueId id,
             TileBytes& out) {
    const std::string& name = network::nameOf(*plan.network, id);
    for (const LaunchHost::KeptRows& kept : host.keptRows()) {
        if (kept.strip != name && kept.value != name) continue;
        const bool isIn = kept.strip == name;
        const std::uint64_t places = isIn ? plan.frames[id].size() : 1;
        out.descriptors += rounds * places * machine::kDescriptorBytes;
        (isIn ? out.keptIn : out.keptOut) +=
            (isIn ? rounds - host.columns().size() : rounds) * places * kept.placeBytes();
        return true;
    }
    return false;
}

// A value is brought once for each place that it has on the circuit.
void addDescribed(const NetworkPlan& plan, const LaunchHost& host, std::uint64_t rounds,
                  std::uint64_t readPixels, TileBytes& out) {
    for (const ValueId id : plan.described) {
        if (addKept(plan, host, rounds, id, out)) continue;
        const bool isGiven = std::ranges::count(plan.part.gives, id) != 0;
        const std::uint64_t places = isGiven ? 1 : plan.frames[id].size();
        out.descriptors += rounds * places * machine::kDescriptorBytes;
        if (isGiven) continue;
        const tensor::Shape& shape = network::shapeOf(*plan.network, id);
        const std::uint64_t pixel = shape[2] * tensor::sizeOf(network::dtypeOf(*plan.network, id));
        if (id == network::kInput)
            out.picture += readPixels * places * pixel;
        else
            out.masks += rounds * places * shape[0] * shape[1] * pixel;
    }
}

} // namespace

TileBytes bytesMovedBy(const TilePrograms& programs, const LaunchHost& host) {
    TileBytes out;
    const std::uint64_t pixel = pixelBytesOf(host.picture());
    std::uint64_t places = 1;
    for (std::size_t i = 0; i < programs.array.count(); ++i) {
        const lower::striding::Lowering& program = programs.programs[programs.ofCircuit[i]];
        const std::uint64_t rounds = programs.rounds(host.plan()), read = pixelsOf(host.inputsOf(i)),
                            whole = pixelsOf(host.tilesOf(i));
        places = program.plan.frames[network::kInput].size();
        addDescribed(program.plan, host, rounds, read, out);
        out.constants += program.report.constantBytes;
        out.sent += rounds * program.sentBytes;
        out.saved += (whole - read) * places * pixel;
        for (std::size_t output = 0; output < host.outputs(); ++output)
            out.out += pixelsOf(host.outputsOf(i, output)) * host.outputShape(output)[2] *
                       tensor::sizeOf(host.outputType(output));
    }
    out.reread = out.picture - host.picture().bytes().size();
    return out;
}

} // namespace lw::project
