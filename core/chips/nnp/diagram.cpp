// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/diagram.h"

#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/layout.h"
#include "core/machine/figure.h"
#include "core/machine/size_text.h"

#include <initializer_list>
#include <utility>

namespace lw::nnp {

using isa::OpId;
using isa::UnitGroup;
using machine::boxAt;
using machine::bytesText;
using machine::counted;
using machine::Diagram;
using machine::DiagramBox;
using machine::Role;

namespace {

struct Figure : machine::Figure<Layout> {
    explicit Figure(const Config& machine) : config(machine) {
        at = describe(tree, tree.root(), 0, machine, 0);
    }
    const Config& config;
};

std::vector<OpId> opsOf(std::initializer_list<isa::UnitId> units) { return machine::opsOfUnits(kIsa, units); }
std::vector<OpId> adds() { return {op("vv_add"), op("vv_a_sub_b"), op("vv_b_sub_a"), op("vv_max")}; }
std::vector<OpId> reads() { return {op("v_rd"), op("v_rd.w")}; }
std::vector<OpId> writes() { return {op("v_wr"), op("v_wr.q")}; }

std::string vectorsText(std::uint64_t count, std::uint64_t n) {
    return counted(count) + " x " + std::to_string(n);
}

// A chain takes its ports as it begins, and keeps in them which instruction of it each works for: # is the
// one that is asked about.
std::string worksIn(const Figure& f, std::initializer_list<Port> ports) {
    std::string out;
    for (const Port port : ports)
        out += (out.empty() ? "" : " || ") +
               f.cell(f.at.portUser, {std::to_string(static_cast<std::size_t>(port))}) + " == #";
    return out;
}
std::string inSecondMfu(const Figure& f) { return worksIn(f, {Port::SecondAdd, Port::SecondActivate}); }

constexpr std::uint32_t numberOf(Memory memory) { return static_cast<std::uint32_t>(memory); }

void sequencer(Figure& f) {
    DiagramBox seq = boxAt("seq", "Chain sequencer", counted(f.config.instructionRows) + " x 64 bits",
                           UnitGroup::Scalar, {12, 12, 166, 46});
    seq.units = {kSequencer};
    seq.ops = opsOf({kSequencer});
    seq.values = {{"rows", f.cell(controlOf(f.at, Control::Rows))},
                  {"cols", f.cell(controlOf(f.at, Control::Columns))},
                  {"iterations", f.cell(controlOf(f.at, Control::Iterations))}};
    f.out.boxes.push_back(std::move(seq));
}

void memorySide(Figure& f) {
    DiagramBox queues =
        boxAt("netq", "NetQ", bytesText(f.config.netInBytes), UnitGroup::Memory, {212, 12, 166, 46});
    queues.ops = opsOf({kVectors});
    queues.names = {numberOf(Memory::NetQ)};
    queues.values = {{"vectors that have left the queue in", f.cell(f.at.queues, {"0"})},
                     {"vectors in the queue out", f.cell(f.at.queues, {"1"})}};
    queues.shows = Role::HostMemory;
    f.out.boxes.push_back(std::move(queues));

    DiagramBox vectors = boxAt("vmm", "Vector memory", bytesText(f.config.vectorDramBytes), UnitGroup::Memory,
                               {12, 110, 166, 56});
    vectors.units = {kVectors};
    vectors.ops = opsOf({kVectors});
    vectors.values = {{"vectors from the network", f.cell(f.at.queues, {"0"})},
                      {"vectors to the network", f.cell(f.at.queues, {"1"})}};
    vectors.shows = Role::HostMemory;
    f.out.boxes.push_back(std::move(vectors));

    DiagramBox windows = boxAt("windows", "Window expander", "", UnitGroup::Memory, {212, 178, 166, 44});
    windows.ops = {op("v_rd.w")};
    windows.values = {{"windows across", f.cell(controlOf(f.at, Control::Across))}};
    f.out.boxes.push_back(std::move(windows));

    DiagramBox matrices = boxAt("mmm", "Matrix memory", bytesText(f.config.matrixDramBytes),
                                UnitGroup::Transfer, {12, 340, 166, 56});
    matrices.units = {kMatrices};
    matrices.ops = opsOf({kMatrices});
    matrices.shows = Role::DynamicMemory;
    f.out.boxes.push_back(std::move(matrices));

    DiagramBox quantiser = boxAt("mq", "Matrix quantiser", counted(f.config.matrixMantissaBits) + " bits",
                                 UnitGroup::Transfer, {212, 346, 166, 46});
    quantiser.ops = {op("m_wr")};
    f.out.boxes.push_back(std::move(quantiser));
}

// A file of vectors in front of a unit: what writes it, and the instructions that read it.
void file(Figure& f, const char* id, Memory memory, std::uint32_t vectors, std::vector<OpId> readers,
          machine::BoxPlace at) {
    DiagramBox box = boxAt(id, nameOf(memory).data(), vectorsText(vectors, f.config.nativeDimension),
                           UnitGroup::Vector, at);
    box.ops = writes();
    box.ops.insert(box.ops.end(), readers.begin(), readers.end());
    box.names = {numberOf(memory)};
    f.out.boxes.push_back(std::move(box));
}

void files(Figure& f) {
    file(f, "initial", Memory::InitialVrf, f.config.initialVectors, reads(), {212, 250, 166, 44});
    f.out.boxes.back().shows = Role::VectorRegisters;
    file(f, "addsub1", Memory::AddSubVrf1, f.config.addSub1Vectors, adds(), {682, 12, 150, 44});
    file(f, "addsub0", Memory::AddSubVrf0, f.config.addSub0Vectors, adds(), {682, 190, 150, 44});
    file(f, "multiply", Memory::MultiplyVrf, f.config.multiplyVectors, {op("vv_mul")}, {682, 262, 150, 44});
}

void unitSide(Figure& f) {
    const std::uint64_t n = f.config.nativeDimension;
    DiagramBox quantiser = boxAt("vq", "Vector quantiser", counted(f.config.vectorMantissaBits) + " bits",
                                 UnitGroup::Matrix, {416, 250, 226, 44});
    quantiser.ops = opsOf({kMvm});
    f.out.boxes.push_back(std::move(quantiser));

    DiagramBox mvm =
        boxAt("mvm", "Matrix vector multiplier", vectorsText(n, n) + ", " + counted(f.config.matrices),
              UnitGroup::Matrix, {416, 330, 226, 100});
    mvm.columns = mvm.rows = 8;
    mvm.units = {kMvm};
    mvm.ops = opsOf({kMvm});
    mvm.values = {{"terms cut", f.cell(f.at.termsCut), true}};
    mvm.shows = Role::WeightTile;
    f.out.boxes.push_back(std::move(mvm));

    DiagramBox first = boxAt("mfu0", "First MFU", "", UnitGroup::Vector, {682, 330, 150, 100});
    first.columns = 8;
    first.rows = 2;
    first.units = {kMfu};
    first.ops = opsOf({kMfu});
    first.onlyIf = worksIn(f, {Port::FirstAdd, Port::FirstTimes, Port::FirstActivate});
    first.values = {{"vectors in the chain", f.cell(f.at.chainCount)}};
    f.out.boxes.push_back(std::move(first));

    DiagramBox second = boxAt("mfu1", "Second MFU", "", UnitGroup::Vector, {682, 84, 150, 70});
    second.columns = 8;
    second.rows = 2;
    second.ops = opsOf({kMfu});
    second.onlyIf = inSecondMfu(f);
    f.out.boxes.push_back(std::move(second));
}

// Ways of vectors that a memory gives or takes.
void named(Figure& f, std::initializer_list<Memory> memories) {
    for (const Memory memory : memories) f.out.wires.back().names.push_back(numberOf(memory));
}

void memoryWires(Figure& f) {
    f.wire("control", "seq", "vmm", "control signals", {{95, 58}, {95, 110}}, 1, opsOf({kVectors}));
    f.wire("arrivals", "netq", "vmm", "vectors from the network", {{250, 58}, {250, 128}, {178, 128}}, 3,
           reads());
    named(f, {Memory::NetQ});
    f.wire("departures", "vmm", "netq", "vectors to the network", {{178, 142}, {310, 142}, {310, 58}}, 3,
           writes());
    named(f, {Memory::NetQ});
    f.wire("picture", "vmm", "windows", "a picture", {{140, 166}, {140, 200}, {212, 200}}, 3, {op("v_rd.w")});
    f.wire("operands", "vmm", "initial", "vectors", {{95, 166}, {95, 272}, {212, 272}}, 3, writes());
    named(f, {Memory::InitialVrf});
    f.wire("vectors", "vmm", "vq", "vectors", {{178, 158}, {590, 158}, {590, 250}}, 3, {op("v_rd")});
    named(f, {Memory::NetQ, Memory::Dram});
    f.wire("windowed", "windows", "vq", "windows", {{378, 200}, {530, 200}, {530, 250}}, 3, {op("v_rd.w")});
    f.wire("kept", "initial", "vq", "vectors", {{378, 272}, {416, 272}}, 3, {op("v_rd")});
    named(f, {Memory::InitialVrf});
    f.wire("matrices", "mmm", "mq", "rows of matrices", {{178, 368}, {212, 368}}, 3, {op("m_rd")});
    f.wire("blocks", "mq", "mvm", "blocks", {{378, 368}, {416, 368}}, 3, {op("m_wr")});
}

void unitWires(Figure& f) {
    f.wire("quantised", "vq", "mvm", "blocks", {{529, 294}, {529, 330}}, 3, opsOf({kMvm}));
    f.wire("sums", "mvm", "mfu0", "sums in FP16", {{642, 390}, {682, 390}}, 3, opsOf({kMvm}));
    f.wire("factors", "multiply", "mfu0", "vectors", {{757, 306}, {757, 330}}, 3, {op("vv_mul")});
    f.wire("summands", "addsub0", "mfu0", "vectors", {{832, 212}, {846, 212}, {846, 350}, {832, 350}}, 3,
           adds());
    named(f, {Memory::AddSubVrf0});
    f.wire("more", "addsub1", "mfu1", "vectors", {{757, 56}, {757, 84}}, 3, adds());
    named(f, {Memory::AddSubVrf1});
    f.wire("next", "mfu0", "mfu1", "vectors", {{682, 345}, {662, 345}, {662, 134}, {682, 134}}, 3,
           opsOf({kMfu}));
    f.out.wires.back().onlyIf = inSecondMfu(f);
    f.wire("results", "mfu1", "vmm", "results", {{682, 114}, {178, 114}}, 3, writes());
}

} // namespace

Diagram diagramOf(const Config& config) {
    Figure figure(config);
    figure.out.width = 858;
    figure.out.height = 442;
    sequencer(figure);
    memorySide(figure);
    files(figure);
    unitSide(figure);
    memoryWires(figure);
    unitWires(figure);
    return std::move(figure.out);
}

} // namespace lw::nnp
