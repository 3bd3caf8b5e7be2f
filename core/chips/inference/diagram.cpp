// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/diagram.h"

#include "core/chips/inference/flight.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/layout.h"
#include "core/chips/inference/links.h"
#include "core/machine/figure.h"
#include "core/machine/size_text.h"

#include <cstddef>
#include <initializer_list>
#include <utility>

namespace lw::inference {

using isa::OpId;
using isa::UnitGroup;
using machine::boxAt;
using machine::bytesText;
using machine::counted;
using machine::Diagram;
using machine::DiagramBox;
using machine::DiagramTest;
using machine::Role;

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

std::vector<OpId> opsOf(std::initializer_list<isa::UnitId> units) { return machine::opsOfUnits(kIsa, units); }

std::vector<OpId> allOps() { return opsOf({kSequencer, kDma, kMxu, kVpu, kPool}); }

std::vector<OpId> sends() { return {op("send.n"), op("send.e"), op("send.s"), op("send.w")}; }

// What is sent to a neighbour goes its own way.
std::vector<OpId> transfers() {
    std::vector<OpId> out = opsOf({kDma});
    std::erase_if(out, isSend);
    return out;
}

struct Figure : machine::Figure<Layout> {
    explicit Figure(const Config& machine) : config(machine) {
        at = describe(tree, tree.root(), 0, machine, {}, tensor::DType::U32);
    }

    const Config& config;
};

// A port whose instruction is not over yet.
std::vector<DiagramTest> busy(const Figure& f, PortIndex port) {
    const auto word = [&](std::size_t offset) {
        return f.cell(f.at.flights, {"#", number(offset / sizeof(std::uint64_t))});
    };
    return {{word(offsetof(Flight, port)) + " == " + number(port) + " && " + word(offsetof(Flight, end)) +
                 " > clock",
             f.cell(f.at.flightCount)}};
}

void hostSide(Figure& f) {
    DiagramBox host = boxAt("host", "Host interface", bytesText(f.config.hostBytes), UnitGroup::Transfer,
                            {12, 12, 160, 50});
    host.ops = {op("dma.in"), op("dma.in.d"), op("dma.out"), op("dma.out.d"), op("dma.w")};
    host.busy = busy(f, kDmaPort);
    host.values = {{"bytes into the circuit", f.cell(f.at.hostBytes, {"0"})},
                   {"bytes back to the host", f.cell(f.at.hostBytes, {"1"})}};
    host.shows = Role::HostMemory;
    f.out.boxes.push_back(std::move(host));

    DiagramBox seq = boxAt("seq", "Sequencer", counted(f.config.instructionRows) + " x 128 bits",
                           UnitGroup::Scalar, {300, 12, 180, 50});
    seq.units = {kSequencer};
    seq.ops = allOps();
    seq.values = {{"next instruction", "bundle"},
                  {"in the list of what is in flight", f.cell(f.at.flightCount)}};
    seq.shows = Role::AccessPatterns;
    f.out.boxes.push_back(std::move(seq));

    DiagramBox dma = boxAt("dma", "DMA engine", "", UnitGroup::Transfer, {12, 110, 160, 48});
    dma.units = {kDma};
    dma.ops = transfers();
    dma.busy = busy(f, kDmaPort);
    f.out.boxes.push_back(std::move(dma));

    DiagramBox dm = boxAt("dm", "Dynamic memory", bytesText(f.config.weightBytes), UnitGroup::Transfer,
                          {12, 260, 172, 56});
    dm.ops = {op("dma.w"), op("ldw.i8"), op("ldw.f")};
    dm.busy = busy(f, kWeightPort);
    dm.shows = Role::DynamicMemory;
    f.out.boxes.push_back(std::move(dm));
}

void matrixSide(Figure& f) {
    DiagramBox ub = boxAt("ub", "Unified buffer", bytesText(f.config.bufferBytes), UnitGroup::Memory,
                          {300, 110, 180, 62});
    ub.ops = {op("dma.in"),   op("dma.in.d"), op("dma.out"), op("dma.out.d"), op("fill"),    op("matmul.i8"),
              op("matmul.f"), op("vload.i8"), op("vload.w"), op("vstore.i8"), op("vstore.w")};
    for (const OpId send : sends()) ub.ops.push_back(send);
    ub.shows = Role::UnifiedBuffer;
    f.out.boxes.push_back(std::move(ub));

    DiagramBox path = boxAt("path", "Path", "next tile", UnitGroup::Matrix, {196, 260, 92, 56});
    path.ops = {op("ldw.i8"), op("ldw.f")};
    path.busy = busy(f, kWeightPort);
    path.values = {{"rows on the path", f.cell(f.at.pathShape, {number(kTileK)})},
                   {"waits to be swapped in", f.cell(f.at.pathShape, {number(kTileLoaded)})}};
    path.shows = Role::ShadowWeights;
    f.out.boxes.push_back(std::move(path));

    DiagramBox array =
        boxAt("mxu", "Matrix unit", number(f.config.arrayRows) + " x " + number(f.config.arrayColumns),
              UnitGroup::Matrix, {300, 236, 180, 104});
    array.columns = array.rows = 8;
    array.units = {kMxu};
    array.ops = {op("swapw"), op("matmul.i8"), op("matmul.f")};
    array.busy = busy(f, kArrayPort);
    array.values = {{"rows of the tile", f.cell(f.at.tileShape, {number(kTileK)})},
                    {"columns of the tile", f.cell(f.at.tileShape, {number(kTileN)})}};
    array.shows = Role::WeightTile;
    f.out.boxes.push_back(std::move(array));

    DiagramBox sums = boxAt("acc", "Accumulators",
                            counted(f.config.accumulatorRows) + " x " + number(f.config.arrayColumns),
                            UnitGroup::Matrix, {300, 376, 180, 46});
    sums.ops = {op("matmul.i8"), op("matmul.f"), op("vread")};
    sums.busy = busy(f, kArrayPort);
    sums.shows = Role::Accumulators;
    f.out.boxes.push_back(std::move(sums));
}

void vectorSide(Figure& f) {
    DiagramBox vector =
        boxAt("vpu", "Vector unit", number(f.config.vectorLanes) + " lanes, " + number(kStrips) + " strips",
              UnitGroup::Vector, {560, 236, 196, 96});
    vector.columns = 16; // not the number of lanes, only a sign that there are many
    vector.rows = 4;
    vector.units = {kVpu};
    vector.ops = opsOf({kVpu});
    vector.busy = busy(f, kVpuPort);
    vector.shows = Role::VectorRegisters;
    f.out.boxes.push_back(std::move(vector));

    const std::string window = number(f.config.poolWindow) + " x " + number(f.config.poolWindow);
    DiagramBox pool =
        boxAt("pool", "Pooling circuitry", number(f.config.poolCircuits) + " line buffers, " + window,
              UnitGroup::Permute, {560, 376, 196, 46});
    pool.units = {kPool};
    pool.ops = opsOf({kPool});
    pool.busy = busy(f, kPoolPort);
    f.out.boxes.push_back(std::move(pool));
}

void wires(Figure& f) {
    const std::vector<OpId> load{op("ldw.i8"), op("ldw.f")}, pass{op("matmul.i8"), op("matmul.f")};
    const auto array = busy(f, kArrayPort), weights = busy(f, kWeightPort);
    f.wire("instructions", "host", "seq", "instructions", {{172, 37}, {300, 37}}, 2, allOps());
    f.wire("host.in", "host", "dma", "activations, weights", {{60, 62}, {60, 110}}, 2,
           {op("dma.in"), op("dma.in.d"), op("dma.w")});
    f.wire("host.out", "dma", "host", "results", {{124, 110}, {124, 62}}, 2,
           {op("dma.out"), op("dma.out.d")});
    f.wire("dma.start", "seq", "dma", "control signals", {{300, 50}, {216, 50}, {216, 118}, {172, 118}}, 1,
           transfers());
    f.wire("ub.in", "dma", "ub", "activations", {{172, 132}, {300, 132}}, 2,
           {op("dma.in"), op("dma.in.d"), op("fill")});
    f.wire("ub.out", "ub", "dma", "activations", {{300, 150}, {172, 150}}, 2,
           {op("dma.out"), op("dma.out.d")});
    f.wire("dm.in", "dma", "dm", "weights", {{82, 158}, {82, 260}}, 2, {op("dma.w")});
    f.wire("dm.path", "dm", "path", "rows of weights", {{184, 288}, {196, 288}}, 3, load, weights);
    f.wire("swap", "path", "mxu", "weights, all at once", {{288, 288}, {300, 288}}, 3, {op("swapw")});
    f.wire("activations", "ub", "mxu", "vectors", {{390, 172}, {390, 236}}, 3, pass);
    f.wire("sums", "mxu", "acc", "sums", {{390, 340}, {390, 376}}, 3, pass, array);
    f.wire("read", "acc", "vpu", "accumulated values", {{480, 398}, {520, 398}, {520, 300}, {560, 300}}, 3,
           {op("vread")});
    f.wire("load", "ub", "vpu", "strips, masks", {{480, 150}, {620, 150}, {620, 236}}, 3,
           {op("vload.i8"), op("vload.w")});
    f.wire("store", "vpu", "ub", "the next layer's activations", {{680, 236}, {680, 128}, {480, 128}}, 3,
           {op("vstore.i8"), op("vstore.w")});
    f.wire("control", "seq", "vpu", "control signals", {{480, 37}, {730, 37}, {730, 236}}, 1,
           opsOf({kVpu, kPool}));
    f.wire("pool.in", "vpu", "pool", "one pixel per clock", {{620, 332}, {620, 376}}, 3, opsOf({kPool}));
    f.wire("pool.out", "pool", "vpu", "one value per window", {{690, 376}, {690, 332}}, 3, {},
           busy(f, kPoolPort));
}

// For a circuit of an array. Its position decides which neighbours it has, so they are all one box.
void linkSide(Figure& f) {
    const std::vector<DiagramTest> underWay{{f.cell(f.at.linkNext, {"#"}) + " != 0", number(kDirections)}};
    DiagramBox links = boxAt("links", "Links", "to the neighbours", UnitGroup::Transfer, {100, 180, 180, 50});
    links.ops = sends();
    links.ops.push_back(op("wait"));
    links.busy = underWay;
    for (std::uint8_t d = 0; d < kDirections; ++d)
        links.values.push_back({"bytes sent to the " + std::string(nameOf(static_cast<Direction>(d))),
                                f.cell(f.at.linkBytes, {number(d)}), true});
    for (std::uint32_t signal = 0; signal < kSignals; ++signal)
        links.values.push_back(
            {"signal " + number(signal) + " has come", f.cell(f.at.signals, {number(signal)}), true});
    f.out.boxes.push_back(std::move(links));

    f.wire("links.out", "ub", "links", "bytes for neighbours", {{340, 172}, {340, 196}, {280, 196}}, 2,
           sends(), underWay);
    f.wire("links.in", "links", "ub", "bytes of neighbours", {{280, 216}, {364, 216}, {364, 172}}, 2,
           {op("wait")});
    f.wire("signals", "links", "seq", "signals of neighbours", {{252, 180}, {252, 86}, {330, 86}, {330, 62}},
           1, {op("wait")});
}

} // namespace

Diagram diagramOf(const Config& config) {
    Figure figure(config);
    figure.out.width = 768;
    figure.out.height = 434;
    hostSide(figure);
    matrixSide(figure);
    vectorSide(figure);
    wires(figure);
    if (config.isArray() && config.way) linkSide(figure);
    return std::move(figure.out);
}

} // namespace lw::inference
