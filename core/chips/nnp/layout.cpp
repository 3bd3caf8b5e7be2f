// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/layout.h"

#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/stall_rules.h"
#include "core/machine/layout_builder.h"

#include <algorithm>

namespace lw::nnp {

using machine::LayoutBuilder;
using machine::NodeId;
using machine::NodeKind;
using machine::Role;
using tensor::DType;

namespace {

std::uint64_t wordsFor(std::uint64_t bits) { return (bits + 63) / 64; }

void describeControl(LayoutBuilder& b, Layout& at, NodeId control) {
    b.guarded(at.clock, control, "clock", NodeKind::Register, {1}, "clocks since the start");
    b.guarded(at.programCounter, control, "pc", NodeKind::Register, {1}, "number of the next instruction",
              Role::ProgramCounter);
    b.guarded(at.halted, control, "halted", NodeKind::Register, {1}, "1 after halt");
    b.guarded(at.ready, control, "ready", NodeKind::Timer, {1},
              "when the sequencer can take the next instruction");
    b.guarded(at.quiet, control, "quiet", NodeKind::Timer, {1}, "from when on no chain is under way");
    b.guarded(
        at.portFree, control, "ports", NodeKind::Timer, {kPorts},
        "when each can work for another chain: read, multiplier, adder, multiplication and activation of "
        "the first MFU, adder and activation of the second, write, matrix memory");
    b.guarded(at.portUser, control, "port users", NodeKind::Register, {kPorts},
              "number of the instruction that took each last");
    for (std::size_t i = 0; i < kControls; ++i)
        b.guarded(at.controls[i], control, kSettings[i].name.data(), NodeKind::Register, {1},
                  kSettings[i].detail.data());
    b.guarded(at.inChain, control, "in chain", NodeKind::Register, {1},
              "1 between v_rd or m_rd and end_chain");
    b.guarded(at.chainCount, control, "chain vectors", NodeKind::Register, {1},
              "how many travel in the chain");
    b.guarded(at.matrix, control, "matrix", NodeKind::Register, {1},
              "the first matrix that m_rd has read of DRAM");
    b.guarded(at.loopDepth, control, "loops", NodeKind::Register, {1}, "loops under way");
    b.guarded(at.loopStarts, control, "loop starts", NodeKind::Register, {kMostLoops},
              "number of the first instruction of each loop under way");
    b.guarded(at.loopCounts, control, "loop counts", NodeKind::Register, {kMostLoops},
              "turns that each of them has");
    b.guarded(at.loopTurns, control, "loop turns", NodeKind::Register, {kMostLoops},
              "turns of each that are over");
    b.guarded(at.before, control, "before", NodeKind::Register, {1}, "number of the instruction before");
    b.guarded(
        at.queues, control, "queues", NodeKind::Queue, {kQueueWords},
        "vectors that have left the queue from the network; that are in the queue to it; that the chain has "
        "read and not taken yet",
        Role::Queue);
}

void describeCounters(LayoutBuilder& b, Layout& at, NodeId counters) {
    const std::uint64_t units = kIsa.units.size();
    b.guarded(at.termsCut, counters, "terms cut", NodeKind::Counter, {1},
              "products of a row that lost bits below the accumulator's window");
    b.guarded(
        at.losses, counters, "quantisers", NodeKind::Counter, {kQuantisers, kLossWords},
        "of those of vectors, of matrices and of v_wr.q: numbers that came, and of them those that lost "
        "bits, that became 0, that saturated");
    b.guarded(at.stallClocks, counters, "stalls", NodeKind::Counter, {kStallRules, units},
              "clocks without issue by rule and unit", Role::Counters);
    b.guarded(at.counts, counters, "units", NodeKind::Counter, {units, kCountWords},
              "of each unit: instructions, busy clocks, bytes moved, operations");
}

void describeLandings(LayoutBuilder& b, Layout& at, NodeId control, const Config& config) {
    const std::uint64_t vectors = vectorPlace(config, Memory::Dram) + config.vectorsOf(Memory::Dram);
    b.guarded(at.vectorLands, control, "vectors land", NodeKind::Timer, {vectors},
              "when each vector of the register files, and then of DRAM, is there");
    b.guarded(at.vectorWriters, control, "vector writers", NodeKind::Register, {vectors},
              "number of the instruction that writes each");
    const std::uint64_t matrices = config.matrices + config.matricesOf(Memory::Dram);
    b.guarded(at.matrixLands, control, "matrices land", NodeKind::Timer, {matrices},
              "when each native matrix of MatrixRf, and then of DRAM, is there");
    b.guarded(at.matrixWriters, control, "matrix writers", NodeKind::Register, {matrices},
              "number of the instruction that writes each");
    b.guarded(at.matrixFree, control, "matrices free", NodeKind::Timer, {config.matrices},
              "until when a product uses each");
    b.guarded(at.matrixUsers, control, "matrix users", NodeKind::Register, {config.matrices},
              "number of the product that uses each");
}

// A register file of vectors, and the bits that say which numbers were ever written.
void describeFile(LayoutBuilder& b, machine::StateTree& tree, NodeId parent,
                  machine::Cells<std::uint16_t>& cells, machine::Cells<std::uint64_t>& written,
                  const char* name, const char* writtenName, const char* summary, std::uint64_t vectors,
                  std::uint64_t n) {
    b.cells(cells, parent, name, NodeKind::RegisterFile, {vectors, n}, summary, Role::VectorRegisters, false,
            DType::F16);
    b.guarded(written, parent, writtenName, NodeKind::RegisterFile, {vectors, wordsFor(n)},
              "one bit per number", Role::Written);
    tree.keepWritten(cells.node, written.node);
}

void describeSpace(LayoutBuilder& b, machine::StateTree& tree, NodeId parent,
                   machine::Cells<std::uint8_t>& cells, machine::Cells<std::uint64_t>& written,
                   const char* name, const char* writtenName, const char* summary, std::uint64_t bytes,
                   Role role, isa::SpaceId space) {
    b.alignToPage();
    b.cells(cells, parent, name, NodeKind::Memory, {bytes}, summary, role);
    b.alignToPage();
    b.guarded(written, parent, writtenName, NodeKind::Memory, {wordsFor(bytes)}, "one bit per byte",
              Role::Written);
    b.holdSpace(cells, space);
    tree.keepWritten(cells.node, written.node);
}

} // namespace

std::uint64_t vectorPlace(const Config& config, Memory memory) {
    std::uint64_t place = 0;
    for (const Memory before :
         {Memory::InitialVrf, Memory::AddSubVrf0, Memory::AddSubVrf1, Memory::MultiplyVrf, Memory::Dram}) {
        if (before == memory) break;
        place += config.vectorsOf(before);
    }
    return place;
}

Layout describe(machine::StateTree& tree, NodeId root, std::uint64_t begin, const Config& config,
                std::uint32_t rows) {
    Layout at;
    LayoutBuilder b(tree, root, begin);
    const std::uint64_t n = config.nativeDimension;
    const NodeId control = b.group("control", "clock, program counter, control registers, queues");
    const NodeId mvm = b.group("mvm", "matrix vector multiplier");
    const NodeId mfu = b.group("mfu", "multifunction units");
    const NodeId counters = b.group("counters", "counters; they rewind with the machine");
    const NodeId memory = b.group("memory", "queues of the network, vector DRAM, matrix DRAM");
    describeControl(b, at, control);
    describeCounters(b, at, counters);
    b.endHotPart();

    b.guarded(at.rowStalls, counters, "bundle stalls", NodeKind::Counter, {rows},
              "clocks each instruction was held up");
    b.guarded(at.rowCounts, counters, "bundle counts", NodeKind::Counter, {rows},
              "times each instruction issued");
    describeLandings(b, at, control, config);
    b.cells(at.chain, mfu, "chain", NodeKind::Register, {config.chainVectors, n},
            "the vectors that travel in the chain", Role::None, false, DType::F16);
    tree.keepInUse(at.chain.node, at.chainCount.node);
    describeFile(b, tree, mvm, at.initial, at.initialWritten, "InitialVrf", "InitialVrf written",
                 "vectors in front of the multiplier", config.initialVectors, n);
    describeFile(b, tree, mfu, at.addSub0, at.addSub0Written, "AddSubVrf0", "AddSubVrf0 written",
                 "operands of the first MFU's adder", config.addSub0Vectors, n);
    describeFile(b, tree, mfu, at.multiply, at.multiplyWritten, "MultiplyVrf", "MultiplyVrf written",
                 "operands of the multiplier", config.multiplyVectors, n);
    describeFile(b, tree, mfu, at.addSub1, at.addSub1Written, "AddSubVrf1", "AddSubVrf1 written",
                 "operands of the second MFU's adder", config.addSub1Vectors, n);
    b.cells(at.mantissas, mvm, "MatrixRf", NodeKind::RegisterFile, {config.matrices, n, n},
            "mantissas of native matrices, row by row", Role::WeightTile, false, DType::I16);
    b.guarded(at.mantissasWritten, mvm, "MatrixRf written", NodeKind::RegisterFile,
              {config.matrices, wordsFor(n * n)}, "one bit per mantissa", Role::Written);
    b.cells(at.exponents, mvm, "MatrixRf exponents", NodeKind::RegisterFile, {config.matrices, n},
            "the shared exponent of each row");
    tree.keepWritten(at.mantissas.node, at.mantissasWritten.node);
    describeSpace(b, tree, memory, at.netIn, at.netInWritten, "netin", "netin written", "from the network",
                  config.netInBytes, Role::HostMemory, kNetIn);
    describeSpace(b, tree, memory, at.netOut, at.netOutWritten, "netout", "netout written", "to the network",
                  config.netOutBytes, Role::HostMemory, kNetOut);
    describeSpace(b, tree, memory, at.vectorDram, at.vectorDramWritten, "vdram", "vdram written",
                  "vector DRAM", config.vectorDramBytes, Role::DynamicMemory, kVectorDram);
    describeSpace(b, tree, memory, at.matrixDram, at.matrixDramWritten, "mdram", "mdram written",
                  "matrix DRAM", config.matrixDramBytes, Role::DynamicMemory, kMatrixDram);
    at.region = b.end();
    tree.keepHandles(root, at);
    return at;
}

} // namespace lw::nnp
