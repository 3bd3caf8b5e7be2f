// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/diagram.h"

#include "core/chips/inference/isa.h"
#include "core/chips/inference/layout.h"
#include "core/machine/size_text.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lw::inference {

using isa::OpId;
using isa::UnitGroup;
using machine::bytesText;
using machine::counted;
using machine::Diagram;
using machine::DiagramBox;
using machine::DiagramPoint;
using machine::DiagramTest;
using machine::Role;

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

std::vector<OpId> opsOf(std::initializer_list<std::uint8_t> units) {
    std::vector<OpId> out;
    for (std::size_t i = 0; i < kInsns.size(); ++i)
        if (std::find(units.begin(), units.end(), kInsns[i].unit) != units.end())
            out.push_back(static_cast<OpId>(i));
    return out;
}

std::vector<OpId> allOps() { return opsOf({kSequencer, kDma, kMxu, kVpu, kPool}); }

// A port whose instruction is not over yet. Words of an entry of the list: see flight.h.
std::vector<DiagramTest> busy(PortIndex port) {
    return {{"\"control/list\"[#][5] == " + number(port) + " && \"control/list\"[#][3] > clock",
             "\"control/in flight\""}};
}

struct Place {
    std::int32_t x, y, width, height;
};

DiagramBox box(const char* id, const char* title, std::string size, UnitGroup group, Place at) {
    return {.id = id,
            .title = title,
            .size = std::move(size),
            .group = group,
            .x = at.x,
            .y = at.y,
            .width = at.width,
            .height = at.height};
}

void addWire(Diagram& out, const char* id, const char* from, const char* to, const char* carries,
             std::vector<DiagramPoint> points, std::uint8_t thickness, std::vector<OpId> ops,
             std::vector<DiagramTest> test = {}) {
    out.wires.push_back(
        {id, from, to, carries, std::move(points), thickness, std::move(ops), false, std::move(test)});
}

void hostSide(Diagram& out, const Config& c) {
    DiagramBox host =
        box("host", "Host interface", bytesText(c.hostBytes), UnitGroup::Transfer, {12, 12, 160, 50});
    host.ops = {op("dma.in"), op("dma.out"), op("dma.w")};
    host.busy = busy(kDmaPort);
    host.values = {{"bytes into the circuit", "\"counters/host bytes\"[0]"},
                   {"bytes back to the host", "\"counters/host bytes\"[1]"}};
    host.shows = Role::HostMemory;
    out.boxes.push_back(std::move(host));

    DiagramBox seq = box("seq", "Sequencer", counted(c.instructionRows) + " x 128 bits", UnitGroup::Scalar,
                         {300, 12, 180, 50});
    seq.units = {kSequencer};
    seq.ops = allOps();
    seq.values = {{"next instruction", "bundle"},
                  {"in the list of what is in flight", "\"control/in flight\""}};
    seq.shows = Role::AccessPatterns;
    out.boxes.push_back(std::move(seq));

    DiagramBox dma = box("dma", "DMA engine", "", UnitGroup::Transfer, {12, 110, 160, 48});
    dma.units = {kDma};
    dma.ops = opsOf({kDma});
    dma.busy = busy(kDmaPort);
    out.boxes.push_back(std::move(dma));

    DiagramBox dm =
        box("dm", "Dynamic memory", bytesText(c.weightBytes), UnitGroup::Transfer, {12, 260, 172, 56});
    dm.ops = {op("dma.w"), op("ldw.i8"), op("ldw.f")};
    dm.busy = busy(kWeightPort);
    dm.shows = Role::DynamicMemory;
    out.boxes.push_back(std::move(dm));
}

void matrixSide(Diagram& out, const Config& c) {
    DiagramBox ub =
        box("ub", "Unified buffer", bytesText(c.bufferBytes), UnitGroup::Memory, {300, 110, 180, 62});
    ub.ops = {op("dma.in"),   op("dma.out"), op("fill"),      op("matmul.i8"), op("matmul.f"),
              op("vload.i8"), op("vload.w"), op("vstore.i8"), op("vstore.w")};
    ub.shows = Role::UnifiedBuffer;
    out.boxes.push_back(std::move(ub));

    DiagramBox path = box("path", "Path", "next tile", UnitGroup::Matrix, {196, 260, 92, 56});
    path.ops = {op("ldw.i8"), op("ldw.f")};
    path.busy = busy(kWeightPort);
    path.values = {{"rows on the path", "\"mxu/path shape\"[0]"},
                   {"waits to be swapped in", "\"mxu/path shape\"[3]"}};
    path.shows = Role::ShadowWeights;
    out.boxes.push_back(std::move(path));

    DiagramBox array = box("mxu", "Matrix unit", number(c.arrayRows) + " x " + number(c.arrayColumns),
                           UnitGroup::Matrix, {300, 236, 180, 104});
    array.columns = array.rows = 8;
    array.units = {kMxu};
    array.ops = {op("swapw"), op("matmul.i8"), op("matmul.f")};
    array.busy = busy(kArrayPort);
    array.values = {{"rows of the tile", "\"mxu/weights shape\"[0]"},
                    {"columns of the tile", "\"mxu/weights shape\"[1]"}};
    array.shows = Role::WeightTile;
    out.boxes.push_back(std::move(array));

    DiagramBox sums = box("acc", "Accumulators", counted(c.accumulatorRows) + " x " + number(c.arrayColumns),
                          UnitGroup::Matrix, {300, 376, 180, 46});
    sums.ops = {op("matmul.i8"), op("matmul.f"), op("vread")};
    sums.busy = busy(kArrayPort);
    sums.shows = Role::Accumulators;
    out.boxes.push_back(std::move(sums));
}

void vectorSide(Diagram& out, const Config& c) {
    DiagramBox vector =
        box("vpu", "Vector unit", number(c.vectorLanes) + " lanes, " + number(kStrips) + " strips",
            UnitGroup::Vector, {560, 236, 196, 96});
    vector.columns = 16; // not the number of lanes, only that there are many
    vector.rows = 4;
    vector.units = {kVpu};
    vector.ops = opsOf({kVpu});
    vector.busy = busy(kVpuPort);
    vector.shows = Role::VectorRegisters;
    out.boxes.push_back(std::move(vector));

    const std::string window = number(c.poolWindow) + " x " + number(c.poolWindow);
    DiagramBox pool = box("pool", "Pooling circuitry", number(c.poolCircuits) + " line buffers, " + window,
                          UnitGroup::Permute, {560, 376, 196, 46});
    pool.units = {kPool};
    pool.ops = opsOf({kPool});
    pool.busy = busy(kPoolPort);
    out.boxes.push_back(std::move(pool));
}

void wires(Diagram& out) {
    const std::vector<OpId> load{op("ldw.i8"), op("ldw.f")}, pass{op("matmul.i8"), op("matmul.f")};
    const auto array = busy(kArrayPort), weights = busy(kWeightPort);
    addWire(out, "instructions", "host", "seq", "instructions", {{172, 37}, {300, 37}}, 2, allOps());
    addWire(out, "host.in", "host", "dma", "activations, weights", {{60, 62}, {60, 110}}, 2,
            {op("dma.in"), op("dma.w")});
    addWire(out, "host.out", "dma", "host", "results", {{124, 110}, {124, 62}}, 2, {op("dma.out")});
    addWire(out, "dma.start", "seq", "dma", "control signals", {{300, 50}, {216, 50}, {216, 118}, {172, 118}},
            1, opsOf({kDma}));
    addWire(out, "ub.in", "dma", "ub", "activations", {{172, 132}, {300, 132}}, 2,
            {op("dma.in"), op("fill")});
    addWire(out, "ub.out", "ub", "dma", "activations", {{300, 150}, {172, 150}}, 2, {op("dma.out")});
    addWire(out, "dm.in", "dma", "dm", "weights", {{82, 158}, {82, 260}}, 2, {op("dma.w")});
    addWire(out, "dm.path", "dm", "path", "rows of weights", {{184, 288}, {196, 288}}, 3, load, weights);
    addWire(out, "swap", "path", "mxu", "weights, all at once", {{288, 288}, {300, 288}}, 3, {op("swapw")});
    addWire(out, "activations", "ub", "mxu", "vectors", {{390, 172}, {390, 236}}, 3, pass);
    addWire(out, "sums", "mxu", "acc", "sums", {{390, 340}, {390, 376}}, 3, pass, array);
    addWire(out, "read", "acc", "vpu", "accumulated values", {{480, 398}, {520, 398}, {520, 300}, {560, 300}},
            3, {op("vread")});
    addWire(out, "load", "ub", "vpu", "strips, masks", {{480, 150}, {620, 150}, {620, 236}}, 3,
            {op("vload.i8"), op("vload.w")});
    addWire(out, "store", "vpu", "ub", "the next layer's activations", {{680, 236}, {680, 128}, {480, 128}},
            3, {op("vstore.i8"), op("vstore.w")});
    addWire(out, "control", "seq", "vpu", "control signals", {{480, 37}, {730, 37}, {730, 236}}, 1,
            opsOf({kVpu, kPool}));
    addWire(out, "pool.in", "vpu", "pool", "one pixel per clock", {{620, 332}, {620, 376}}, 3,
            opsOf({kPool}));
    addWire(out, "pool.out", "pool", "vpu", "one value per window", {{690, 376}, {690, 332}}, 3, {},
            busy(kPoolPort));
}

} // namespace

Diagram diagramOf(const Config& config) {
    Diagram out;
    out.width = 768;
    out.height = 434;
    hostSide(out, config);
    matrixSide(out, config);
    vectorSide(out, config);
    wires(out);
    return out;
}

} // namespace lw::inference
