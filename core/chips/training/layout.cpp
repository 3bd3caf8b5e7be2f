// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/layout.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/remote.h"
#include "core/machine/layout_builder.h"

namespace lw::training {

using machine::LayoutBuilder;
using machine::NodeId;
using machine::NodeKind;
using machine::Role;
using tensor::DType;

namespace {

void describeScalarSide(LayoutBuilder& b, Layout& at, NodeId control, NodeId scalar) {
    b.guarded(at.clock, control, "clock", NodeKind::Register, {1}, "clocks since the start");
    b.guarded(at.programCounter, control, "pc", NodeKind::Register, {1}, "number of the next bundle",
              Role::ProgramCounter);
    b.guarded(at.halted, control, "halted", NodeKind::Register, {1},
              "1 after halt; 2 while a transfer that began together with halt is under way");
    b.cells(at.scalars, scalar, "registers", NodeKind::RegisterFile, {32}, "scalar registers r0 to r31",
            Role::ScalarRegisters, false, DType::I32);
    b.cells(at.predicates, scalar, "predicates", NodeKind::RegisterFile, {16}, "p0 to p15; p15 is always 1",
            Role::Predicates);
    b.guarded(at.ready, control, "ready", NodeKind::Timer, {kReadyCount},
              "when each register can be read: clock << 20 | bundle that writes it; "
              "the top two bits set = never written");
    b.guarded(at.partialReady, control, "partial ready", NodeKind::Timer, {32},
              "the same of partly written vector registers");
}

void describeVectorSide(LayoutBuilder& b, Layout& at, NodeId vector, NodeId rpu, const Config& config) {
    const std::uint64_t lanes = config.lanes, sublanes = config.sublanes, words = lanes * sublanes;
    b.cells(at.vectors, vector, "registers", NodeKind::RegisterFile, {32, sublanes, lanes},
            "vector registers v0 to v31", Role::VectorRegisters, false, DType::F32);
    b.guarded(at.vectorWritten, vector, "written", NodeKind::RegisterFile, {32, (words + 63) / 64},
              "one bit per word of the vector registers: was it ever written", Role::Written);
    b.cells(at.indexRegisters, vector, "index registers", NodeKind::RegisterFile, {2, sublanes},
            "row offset of each sublane for indexed loads and stores", Role::IndexRegisters);
    b.cells(at.pattern, rpu, "pattern", NodeKind::RegisterFile, {sublanes, lanes},
            "source lane of each lane");
    b.cells(at.segments, rpu, "segments", NodeKind::RegisterFile, {sublanes, lanes},
            "segment number of each lane");
    b.cells(at.rotate, rpu, "rotation", NodeKind::Register, {1}, "lanes to the right");
}

void describeUnits(LayoutBuilder& b, Layout& at, NodeId queues, NodeId mxu, NodeId xpose, NodeId random,
                   const Config& config) {
    b.guarded(at.queueHead, queues, "popped", NodeKind::Counter, {kQueues},
              "results popped: mxu, xpose, rpu, eup");
    b.guarded(at.queueTail, queues, "pushed", NodeKind::Counter, {kQueues},
              "results promised: mxu, xpose, rpu, eup");
    b.guarded(at.queueReady, queues, "ready", NodeKind::Timer, {kQueues, config.queueDepth + 1ull},
              "when each result can be popped");
    b.guarded(at.portFree, queues, "ports", NodeKind::Timer, {kPorts},
              "when mxu (products, weights), xpose, rpu, eup and rng take the next push");
    b.guarded(at.shadowRows, mxu, "shadow rows", NodeKind::Register, {1}, "weight rows in the shadow copy");
    b.guarded(at.shadowTransposed, mxu, "shadow transposed", NodeKind::Register, {1},
              "1 while the shadow is filled by columns");
    b.guarded(at.weightsActive, mxu, "weights active", NodeKind::Register, {1}, "1 after the first latch");
    b.guarded(at.squareRows, xpose, "pushes", NodeKind::Register, {1},
              "registers of the square collected so far");
    b.cells(at.randomKey, random, "key", NodeKind::RegisterFile, {2}, "key of Philox4x32-10", Role::Random);
    b.cells(at.randomDraw, random, "draw", NodeKind::Register, {1}, "registers drawn so far");
}

void describeTransfers(LayoutBuilder& b, Layout& at, NodeId sync, NodeId dma, const Config& config) {
    b.cells(at.flags, sync, "flags", NodeKind::Flag, {32}, "sync flags f0 to f31", Role::SyncFlags);
    b.guarded(at.orderedFlags, sync, "ordered", NodeKind::Flag, {32},
              "what each flag counts without transfers that no wait has ordered yet");
    const bool sends = static_cast<bool>(config.way);
    b.guarded(at.dmaFree, dma, "engine free", NodeKind::Timer, {sends ? 3u : 2u},
              sends ? "clock at which the engine takes the next transfer: in, out, to other cores"
                    : "clock at which the engine takes the next transfer: in, out");
    if (sends)
        b.guarded(at.granulesSent, dma, "granules sent", NodeKind::Counter, {1},
                  "granules that transfers to other cores have had");
    b.guarded(at.transferCount, dma, "transfers", NodeKind::Register, {1},
              "transfers under way or not yet waited for");
    b.guarded(at.randomDma, dma, "shuffle", NodeKind::Register, {1}, "generator of the shuffled DMA mode");
}

void describeCounters(LayoutBuilder& b, Layout& at, NodeId counters, std::uint64_t branches) {
    const std::uint64_t units = kIsa.units.size();
    b.guarded(at.stallClocks, counters, "stalls", NodeKind::Counter, {kStallRules, units},
              "clocks without issue by rule and unit", Role::Counters);
    b.guarded(at.predicated, counters, "predicated", NodeKind::Counter, {3, units},
              "predicated instructions executed, their busy clocks and operations, by unit");
    b.guarded(at.bytesMoved, counters, "bytes", NodeKind::Counter, {units}, "bytes moved, by unit");
    b.guarded(at.traceCount, counters, "trace words", NodeKind::Counter, {1}, "words sent to the host");
    b.guarded(at.taken, counters, "taken", NodeKind::Counter, {branches}, "times each branch was taken");
}

void describeMemories(LayoutBuilder& b, Layout& at, NodeId memory, const Config& config) {
    const std::uint64_t lanes = config.lanes;
    b.cells(at.smem, memory, "smem", NodeKind::Memory, {config.smemWords}, "scalar memory",
            Role::ScalarMemory, false, DType::I32);
    b.guarded(at.smemWritten, memory, "smem written", NodeKind::Memory, {(config.smemWords + 63) / 64},
              "one bit per word", Role::Written);
    b.alignToPage();
    b.cells(at.vmem, memory, "vmem", NodeKind::Memory, {config.vmemRows, lanes}, "vector memory",
            Role::VectorMemory, false, DType::F32);
    b.guarded(at.vmemWritten, memory, "vmem written", NodeKind::Memory, {(config.vmemRows * lanes + 63) / 64},
              "one bit per word", Role::Written);
    b.alignToPage();
    b.cells(at.hbm, memory, "hbm", NodeKind::Memory, {config.hbmBytes / 16, 4}, "high bandwidth memory",
            Role::HighBandwidthMemory, false, DType::F32);
    b.alignToPage();
    b.guarded(at.hbmWritten, memory, "hbm written", NodeKind::Memory, {(config.hbmBytes / 4 + 63) / 64},
              "one bit per word", Role::Written);
}

void describeSharing(LayoutBuilder& b, Layout& at, NodeId sharing, const Config& config) {
    b.guarded(at.known, sharing, "known", NodeKind::Timer, {config.cores},
              "clock of each core up to which this one knows what it did");
    b.guarded(at.carried, sharing, "carried", NodeKind::Timer, {kTransferSlots, config.cores},
              "what the sender knew, for each transfer of the list");
    b.guarded(at.isShared, sharing, "shared", NodeKind::Memory, {kIsa.spaces.size()},
              "1 for memories that another core has written");
    b.alignToPage();
    b.guarded(at.smemStamps, sharing, "smem stamps", NodeKind::Timer, {config.smemWords},
              "last access to words that another core has written: clock << 26 | core << 20 | bundle");
    b.alignToPage();
    b.guarded(at.vmemStamps, sharing, "vmem stamps", NodeKind::Timer, {config.vmemRows * (config.lanes / 4)},
              "the same of granules of vector memory");
    b.guarded(at.vmemShared, sharing, "vmem shared", NodeKind::Memory, {config.vmemRows},
              "1 for rows in which some granule has a stamp");
    b.alignToPage();
    b.guarded(at.hbmStamps, sharing, "hbm stamps", NodeKind::Timer, {config.hbmBytes / 16},
              "the same of granules of high bandwidth memory");
}

void describeWays(LayoutBuilder& b, Layout& at, NodeId dma, const Config& config) {
    b.cells(at.transit, dma, "transit", NodeKind::Memory, {transitOf(config.way), 4},
            "granules that have left for other cores, a ring by the number sent");
    b.guarded(at.transitWritten, dma, "transit written", NodeKind::Memory, {transitOf(config.way)},
              "one bit per word of each");
    describeSharing(b, at, b.group("sharing", "what is ordered between cores"), config);
}

void keepAllWritten(machine::StateTree& tree, const Layout& at) {
    // By timers, beginning with the one of that number.
    tree.keepWritten(at.scalars.node, at.ready.node);
    tree.keepHandles(at.scalars.node, std::uint64_t{0});
    tree.keepWritten(at.predicates.node, at.ready.node);
    tree.keepHandles(at.predicates.node, std::uint64_t{kReadyPredicate});
    tree.keepWritten(at.vectors.node, at.vectorWritten.node);
    tree.keepWritten(at.smem.node, at.smemWritten.node);
    tree.keepWritten(at.vmem.node, at.vmemWritten.node);
    tree.keepWritten(at.hbm.node, at.hbmWritten.node);
}

} // namespace

Layout describe(machine::StateTree& tree, NodeId root, std::uint64_t begin, const Config& config,
                std::uint32_t bundles, std::uint32_t branches) {
    Layout at;
    LayoutBuilder b(tree, root, begin);
    const std::uint64_t lanes = config.lanes, sublanes = config.sublanes;
    const NodeId control = b.group("control", "program counter, clock and scoreboard");
    const NodeId scalar = b.group("scalar", "scalar processor");
    const NodeId vector = b.group("vector", "vector processor");
    const NodeId rpu = b.group("rpu", "reduction and permute unit");
    const NodeId queues = b.group("queues", "result queues and ports of the extended units");
    const NodeId mxu = b.group("mxu", "matrix unit");
    const NodeId xpose = b.group("xpose", "transpose unit");
    const NodeId random = b.group("rng", "random number generator");
    const NodeId sync = b.group("sync", "sync flags");
    const NodeId dma = b.group("dma", "DMA engine");
    const NodeId counters = b.group("counters", "counters; they rewind with the machine");
    const NodeId memory = b.group("memory", "scalar, vector and high bandwidth memory");

    describeScalarSide(b, at, control, scalar);
    describeVectorSide(b, at, vector, rpu, config);
    describeUnits(b, at, queues, mxu, xpose, random, config);
    describeTransfers(b, at, sync, dma, config);
    describeCounters(b, at, counters, branches);
    b.endHotPart();

    b.guarded(at.bundleStalls, counters, "bundle stalls", NodeKind::Counter, {bundles},
              "clocks each bundle was held up");
    b.guarded(at.arrivals, counters, "arrivals", NodeKind::Counter, {bundles},
              "computed branches to each bundle");
    b.guarded(at.departures, counters, "departures", NodeKind::Counter, {bundles},
              "computed branches from each bundle");
    b.cells(at.queueData, queues, "results", NodeKind::Queue,
            {kQueues, config.queueDepth + 1ull, sublanes, lanes},
            "results waiting to be popped: mxu, xpose, rpu, eup", Role::Queue, false, DType::F32);
    b.cells(at.shadow, mxu, "shadow", NodeKind::Memory, {lanes, lanes}, "weights being loaded, bfloat16",
            Role::ShadowWeights, false, DType::Bf16);
    b.cells(at.weights, mxu, "weights", NodeKind::Memory, {lanes, lanes}, "active weights, bfloat16",
            Role::WeightTile, false, DType::Bf16);
    b.cells(at.square, xpose, "square", NodeKind::Memory, {lanes, lanes}, "rows collected for the transpose");
    b.guarded(at.transfers, dma, "list", NodeKind::Memory, {kTransferSlots, kTransferWords},
              "transfers, oldest first");
    describeMemories(b, at, memory, config);
    if (config.way) describeWays(b, at, dma, config);
    b.holdFile(at.scalars, kR);
    b.holdFile(at.predicates, kP);
    b.holdFile(at.vectors, kV);
    b.holdFile(at.flags, kF);
    b.holdFile(at.indexRegisters, kIar);
    b.holdSpace(at.hbm, kHbm);
    b.holdSpace(at.vmem, kVmem);
    b.holdSpace(at.smem, kSmem);
    keepAllWritten(tree, at);
    at.region = b.end();
    tree.keepHandles(root, at);
    return at;
}

} // namespace lw::training
