// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/diagram.h"

#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/layout.h"
#include "core/machine/figure.h"
#include "core/machine/size_text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
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
std::vector<OpId> activations() { return {op("v_relu"), op("v_sigm"), op("v_tanh"), op("v_softmax")}; }
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
std::string inFirstMfu(const Figure& f) {
    return worksIn(f, {Port::FirstAdd, Port::FirstTimes, Port::FirstActivate});
}
std::string inSecondMfu(const Figure& f) { return worksIn(f, {Port::SecondAdd, Port::SecondActivate}); }

constexpr std::uint32_t numberOf(Memory memory) { return static_cast<std::uint32_t>(memory); }

// Of figure 3 of the patent, which draws three of what works side by side.
std::string drawnAs(std::string_view parts) { return std::string(parts) + " in figure 3 of US 11,556,764"; }

std::vector<machine::DiagramValue> lossesOf(const Figure& f, Quantiser quantiser) {
    constexpr std::array kLabels{"numbers", "numbers that lost bits", "numbers that became zero",
                                 "numbers that saturated"};
    std::vector<machine::DiagramValue> out;
    for (std::size_t word = 0; word < kLabels.size(); ++word)
        out.push_back(
            {kLabels[word],
             f.cell(f.at.losses, {std::to_string(static_cast<std::size_t>(quantiser)), std::to_string(word)}),
             word != kLossNumbers});
    return out;
}

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
    queues.ops.push_back(op("m_rd"));
    queues.names = {numberOf(Memory::NetQ)};
    queues.values = {{"vectors that have left the queue in", f.cell(f.at.queues, {"0"})},
                     {"vectors in the queue out", f.cell(f.at.queues, {"1"})}};
    queues.shows = Role::HostMemory;
    queues.note = drawnAs("message processors 304 and 306");
    f.out.boxes.push_back(std::move(queues));

    DiagramBox vectors = boxAt("vmm", "Vector memory", bytesText(f.config.vectorDramBytes), UnitGroup::Memory,
                               {12, 110, 166, 56});
    vectors.units = {kVectors};
    vectors.ops = opsOf({kVectors});
    vectors.values = lossesOf(f, Quantiser::Middle);
    vectors.values.front().label = "numbers rounded by v_wr.q";
    vectors.values.front().onlyIfNotZero = true;
    vectors.shows = Role::HostMemory;
    vectors.note = drawnAs("vector memory manager 380 and DRAM 382");
    f.out.boxes.push_back(std::move(vectors));

    DiagramBox windows = boxAt("windows", "Window expander", "", UnitGroup::Memory, {212, 216, 166, 44});
    windows.ops = {op("v_rd.w")};
    windows.values = {{"windows across", f.cell(controlOf(f.at, Control::Across))}};
    f.out.boxes.push_back(std::move(windows));

    DiagramBox matrices = boxAt("mmm", "Matrix memory", bytesText(f.config.matrixDramBytes),
                                UnitGroup::Transfer, {12, 518, 166, 56});
    matrices.units = {kMatrices};
    matrices.ops = opsOf({kMatrices});
    matrices.shows = Role::DynamicMemory;
    matrices.note = drawnAs("matrix memory manager 370 and DRAM 384");
    f.out.boxes.push_back(std::move(matrices));

    DiagramBox quantiser = boxAt("mq", "Matrix quantiser", counted(f.config.matrixMantissaBits) + " bits",
                                 UnitGroup::Transfer, {212, 523, 166, 46});
    quantiser.ops = {op("m_wr")};
    quantiser.names = {numberOf(Memory::MatrixRf)};
    quantiser.values = lossesOf(f, Quantiser::Matrices);
    quantiser.note = drawnAs("matrix quantiser 394");
    f.out.boxes.push_back(std::move(quantiser));

    DiagramBox results = boxAt("mux", "Multiplexer", "", UnitGroup::Memory, {416, 136, 120, 36});
    results.ops = writes();
    results.note = drawnAs("multiplexer 374");
    f.out.boxes.push_back(std::move(results));
}

// A file of vectors in front of a unit: what writes it, and the instructions that read it.
void file(Figure& f, const char* id, Memory memory, std::uint32_t vectors, std::vector<OpId> readers,
          machine::BoxPlace at, std::string_view drawn) {
    DiagramBox box = boxAt(id, nameOf(memory).data(), vectorsText(vectors, f.config.nativeDimension),
                           UnitGroup::Vector, at);
    box.ops = writes();
    box.ops.insert(box.ops.end(), readers.begin(), readers.end());
    box.names = {numberOf(memory)};
    box.note = drawnAs(drawn);
    f.out.boxes.push_back(std::move(box));
}

void files(Figure& f) {
    file(f, "initial", Memory::InitialVrf, f.config.initialVectors, reads(), {212, 300, 166, 44},
         "register file 312");
    f.out.boxes.back().shows = Role::VectorRegisters;
    file(f, "addsub1", Memory::AddSubVrf1, f.config.addSub1Vectors, adds(), {573, 12, 126, 44},
         "register file 368");
    file(f, "multiply", Memory::MultiplyVrf, f.config.multiplyVectors, {op("vv_mul")}, {440, 206, 126, 44},
         "register file 342");
    file(f, "addsub0", Memory::AddSubVrf0, f.config.addSub0Vectors, adds(), {573, 206, 126, 44},
         "register file 344");
}

void multiplier(Figure& f) {
    const std::uint64_t n = f.config.nativeDimension;
    DiagramBox quantiser = boxAt("vq", "Vector quantiser", counted(f.config.vectorMantissaBits) + " bits",
                                 UnitGroup::Matrix, {212, 388, 166, 44});
    quantiser.ops = opsOf({kMvm});
    quantiser.values = lossesOf(f, Quantiser::Vectors);
    quantiser.note = drawnAs("vector quantiser 392");
    f.out.boxes.push_back(std::move(quantiser));

    DiagramBox matrices = boxAt("mrf", "MatrixRf", counted(f.config.matrices) + " x " + vectorsText(n, n),
                                UnitGroup::Matrix, {440, 524, 210, 44});
    matrices.ops = opsOf({kMvm});
    matrices.ops.push_back(op("m_wr"));
    matrices.names = {numberOf(Memory::MatrixRf)};
    matrices.shows = Role::WeightTile;
    matrices.note = drawnAs("register file 320");
    f.out.boxes.push_back(std::move(matrices));

    DiagramBox mvm = boxAt("mvm", "Tile engines",
                           counted(f.config.tileEngines) + " x " + counted(f.config.lanes) + " lanes",
                           UnitGroup::Matrix, {440, 410, 210, 90});
    mvm.columns = 12; // a sign of lanes, as the rows are of engines
    mvm.rows = 3;
    mvm.units = {kMvm};
    mvm.ops = opsOf({kMvm});
    mvm.values = {{"terms cut", f.cell(f.at.termsCut), true}};
    mvm.shows = Role::WeightTile;
    mvm.note = drawnAs("tile engines 314, 316 and 318");
    f.out.boxes.push_back(std::move(mvm));

    DiagramBox converters =
        boxAt("converters", "Converters", "sums to FP16", UnitGroup::Matrix, {698, 410, 134, 46});
    converters.ops = opsOf({kMvm});
    converters.note = drawnAs("converters 322, 324 and 326");
    f.out.boxes.push_back(std::move(converters));
}

// A part of an MFU: works for the instruction that has its port.
void part(Figure& f, const char* id, const char* title, Port port, std::vector<OpId> ops,
          machine::BoxPlace at, std::string_view drawn) {
    DiagramBox box = boxAt(id, title, "", UnitGroup::Vector, at);
    box.ops = std::move(ops);
    box.onlyIf = worksIn(f, {port});
    box.note = drawnAs(drawn);
    f.out.boxes.push_back(std::move(box));
}

void functions(Figure& f) {
    part(f, "times0", "Multiplier 0", Port::FirstTimes, {op("vv_mul")}, {440, 272, 126, 32},
         "multipliers 352, 356 and 359");
    part(f, "add0", "Adder 0", Port::FirstAdd, adds(), {573, 272, 126, 32}, "adders 353, 357 and 361");
    part(f, "activate0", "Activation 0", Port::FirstActivate, activations(), {706, 272, 126, 32},
         "activation blocks 351, 354 and 358");
    DiagramBox first = boxAt("mfu0", "First MFU", "crossbar", UnitGroup::Vector, {440, 330, 392, 44});
    first.units = {kMfu};
    first.ops = opsOf({kMfu});
    first.onlyIf = inFirstMfu(f);
    first.values = {{"vectors in the chain", f.cell(f.at.chainCount)}};
    first.note = drawnAs("crossbars 346, 348 and 350");
    f.out.boxes.push_back(std::move(first));

    part(f, "add1", "Adder 1", Port::SecondAdd, adds(), {573, 78, 126, 32}, "adders 369, 371 and 372");
    part(f, "activate1", "Activation 1", Port::SecondActivate, activations(), {706, 78, 126, 32},
         "activation blocks without numbers");
    DiagramBox second = boxAt("mfu1", "Second MFU", "crossbar", UnitGroup::Vector, {573, 132, 259, 44});
    second.ops = opsOf({kMfu});
    second.onlyIf = inSecondMfu(f);
    second.note = drawnAs("crossbars without numbers");
    f.out.boxes.push_back(std::move(second));
}

// Ways of vectors that a memory gives or takes.
void named(Figure& f, std::initializer_list<Memory> memories) {
    for (const Memory memory : memories) f.out.wires.back().names.push_back(numberOf(memory));
}

void memoryWires(Figure& f) {
    f.wire("control", "seq", "vmm", "control signals", {{95, 58}, {95, 110}}, 1, opsOf({kVectors}));
    f.wire("arrivals", "netq", "vmm", "vectors from the network", {{250, 58}, {250, 124}, {178, 124}}, 3,
           reads());
    named(f, {Memory::NetQ});
    f.wire("departures", "vmm", "netq", "vectors to the network", {{178, 139}, {310, 139}, {310, 58}}, 3,
           writes());
    named(f, {Memory::NetQ});
    f.wire("picture", "vmm", "windows", "a picture", {{150, 166}, {150, 238}, {212, 238}}, 3, {op("v_rd.w")});
    f.wire("operands", "vmm", "initial", "vectors", {{115, 166}, {115, 322}, {212, 322}}, 3, writes());
    named(f, {Memory::InitialVrf});
    f.wire("vectors", "vmm", "vq", "vectors", {{80, 166}, {80, 410}, {212, 410}}, 3, {op("v_rd")});
    named(f, {Memory::NetQ, Memory::Dram});
    f.wire("windowed", "windows", "vq", "windows", {{378, 238}, {404, 238}, {404, 398}, {378, 398}}, 3,
           {op("v_rd.w")});
    f.wire("kept", "initial", "vq", "vectors", {{295, 344}, {295, 388}}, 3, {op("v_rd")});
    named(f, {Memory::InitialVrf});
    f.wire("tiles", "netq", "mmm", "rows of matrices from the network",
           {{212, 35}, {195, 35}, {195, 530}, {178, 530}}, 3, {op("m_rd")});
    named(f, {Memory::NetQ});
    f.wire("matrices", "mmm", "mq", "rows of matrices", {{178, 546}, {212, 546}}, 3, {op("m_wr")});
    named(f, {Memory::MatrixRf});
    f.wire("blocks", "mq", "mrf", "blocks", {{378, 546}, {440, 546}}, 3, {op("m_wr")});
    named(f, {Memory::MatrixRf});
    f.wire("results", "mux", "vmm", "results", {{416, 154}, {178, 154}}, 3, writes());
}

// From a crossbar to a part above it, and back.
void throughPart(Figure& f, const char* bar, const char* id, std::int32_t x, std::int32_t low,
                 std::int32_t high) {
    const DiagramBox part = *std::ranges::find(f.out.boxes, id, &DiagramBox::id);
    const auto way = [&](const char* direction, const char* from, const char* to, std::int32_t at,
                         std::int32_t begin, std::int32_t end) {
        f.wire((std::string(id) + direction).c_str(), from, to, "vectors", {{at, begin}, {at, end}}, 3,
               part.ops);
        f.out.wires.back().onlyIf = part.onlyIf;
    };
    way(".in", bar, id, x - 16, low, high);
    way(".out", id, bar, x + 16, high, low);
}

void unitWires(Figure& f) {
    f.wire("quantised", "vq", "mvm", "blocks", {{378, 420}, {440, 420}}, 3, opsOf({kMvm}));
    f.wire("weights", "mrf", "mvm", "blocks", {{545, 524}, {545, 500}}, 3, opsOf({kMvm}));
    f.wire("sums", "mvm", "converters", "sums", {{650, 433}, {698, 433}}, 3, opsOf({kMvm}));
    f.wire("converted", "converters", "mfu0", "sums in FP16", {{765, 410}, {765, 374}}, 3, opsOf({kMvm}));
    f.wire("factors", "multiply", "times0", "vectors", {{503, 250}, {503, 272}}, 3, {op("vv_mul")});
    f.wire("summands", "addsub0", "add0", "vectors", {{636, 250}, {636, 272}}, 3, adds());
    named(f, {Memory::AddSubVrf0});
    f.wire("more", "addsub1", "add1", "vectors", {{636, 56}, {636, 78}}, 3, adds());
    named(f, {Memory::AddSubVrf1});
    throughPart(f, "mfu0", "times0", 503, 330, 304);
    throughPart(f, "mfu0", "add0", 636, 330, 304);
    throughPart(f, "mfu0", "activate0", 769, 330, 304);
    throughPart(f, "mfu1", "add1", 636, 132, 110);
    throughPart(f, "mfu1", "activate1", 769, 132, 110);
    f.wire("next", "mfu0", "mfu1", "vectors", {{832, 352}, {846, 352}, {846, 154}, {832, 154}}, 3,
           opsOf({kMfu}));
    f.out.wires.back().onlyIf = inSecondMfu(f);
    f.wire("given", "mfu1", "mux", "results", {{573, 154}, {536, 154}}, 3, writes());
}

} // namespace

Diagram diagramOf(const Config& config) {
    Figure figure(config);
    figure.out.width = 858;
    figure.out.height = 586;
    sequencer(figure);
    memorySide(figure);
    files(figure);
    multiplier(figure);
    functions(figure);
    memoryWires(figure);
    unitWires(figure);
    return std::move(figure.out);
}

} // namespace lw::nnp
