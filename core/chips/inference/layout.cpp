// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/layout.h"

#include "core/chips/inference/isa.h"
#include "core/machine/layout_builder.h"

#include <algorithm>

namespace lw::inference {

using machine::LayoutBuilder;
using machine::NodeId;
using machine::NodeKind;
using machine::Role;

namespace {

void describeControl(LayoutBuilder& b, Layout& at, NodeId control, const Config& config) {
    b.guarded(at.clock, control, "clock", NodeKind::Register, {1}, "clocks since the start");
    b.guarded(at.programCounter, control, "pc", NodeKind::Register, {1}, "number of the next instruction",
              Role::ProgramCounter);
    b.guarded(at.halted, control, "halted", NodeKind::Register, {1}, "1 after halt");
    b.guarded(at.portFree, control, "ports", NodeKind::Timer, {kPorts},
              "when dma, the weight path, the array, vpu and pool take the next instruction");
    b.guarded(at.portRow, control, "port users", NodeKind::Register, {kPorts},
              "the instruction each served last");
    b.guarded(at.pathReady, control, "path ready", NodeKind::Timer, {2},
              "when the weights on the path are in their rows, and the instruction that loads them");
    b.guarded(at.flightCount, control, "in flight", NodeKind::Register, {1}, "entries of the list");
    b.guarded(
        at.flights, control, "list", NodeKind::Queue, {config.inFlight, kFlightWords},
        "instructions in flight, oldest first: bundle, unit, first clock, first clock after it, rows of the "
        "array used, port, end of the port, number of stretches, of each what, begin and end; the pattern",
        Role::Queue);
}

void describeLaunches(LayoutBuilder& b, Layout& at, NodeId control) {
    b.guarded(at.launch, control, "launch", NodeKind::Register, {1},
              "how often the host interface has started the program again", Role::Launch);
    b.guarded(at.launchReady, control, "launch ready", NodeKind::Timer, {1}, "when the launch can begin");
    b.guarded(at.rounds, control, "rounds", NodeKind::Register, {1},
              "of an array: launches that all circuits have ended");
}

void describeRegisters(LayoutBuilder& b, Layout& at, NodeId sequencer, NodeId vector, NodeId matrix) {
    b.guarded(at.patterns, sequencer, "patterns", NodeKind::RegisterFile, {kPatterns, kPatternWords},
              "access patterns a0 to a15: n0 s0 n1 s1 n2 s2 es", Role::AccessPatterns);
    b.guarded(at.patternsWritten, sequencer, "patterns written", NodeKind::RegisterFile, {kPatterns, 1},
              "one bit per number", Role::Written);
    b.guarded(at.stripShapes, vector, "shapes", NodeKind::RegisterFile, {kStrips, kStripWords},
              "of each strip: rows, columns, lanes, 1 once it was written");
    b.guarded(at.tileShape, matrix, "weights shape", NodeKind::Register, {kTileWords},
              "rows, columns, 1 = float32, 1 = there are weights");
    b.guarded(at.swaps, matrix, "swaps", NodeKind::Register, {kSwapWords},
              "how many so far, the clock of the last one and of the one before");
    b.guarded(at.pathShape, matrix, "path shape", NodeKind::Register, {kTileWords},
              "rows, columns, 1 = float32, 1 = loaded and not yet swapped");
}

void describeCounters(LayoutBuilder& b, Layout& at, NodeId counters) {
    const std::uint64_t units = kIsa.units.size();
    b.guarded(at.stallClocks, counters, "stalls", NodeKind::Counter, {kStallRules, units},
              "clocks without issue by rule and unit", Role::Counters);
    b.guarded(at.counts, counters, "units", NodeKind::Counter, {units, kCountWords},
              "of each unit: instructions, busy clocks, bytes moved, operations");
    b.guarded(at.hostBytes, counters, "host bytes", NodeKind::Counter, {2},
              "bytes that crossed the host interface: in, out");
}

void describeMemories(LayoutBuilder& b, Layout& at, NodeId memory, const Config& config) {
    const auto bits = [](std::uint64_t bytes) { return (bytes + 63) / 64; };
    b.alignToPage();
    b.cells(at.ub, memory, "ub", NodeKind::Memory, {config.bufferBytes}, "unified buffer",
            Role::UnifiedBuffer);
    b.alignToPage();
    b.guarded(at.ubWritten, memory, "ub written", NodeKind::Memory, {bits(config.bufferBytes)},
              "one bit per byte", Role::Written);
    b.alignToPage();
    b.cells(at.dm, memory, "dm", NodeKind::Memory, {config.weightBytes / kGranuleBytes, kGranuleBytes},
            "dynamic memory", Role::DynamicMemory);
    b.alignToPage();
    b.guarded(at.dmWritten, memory, "dm written", NodeKind::Memory, {bits(config.weightBytes)},
              "one bit per byte", Role::Written);
    b.alignToPage();
    b.cells(at.host, memory, "host", NodeKind::Memory, {config.hostBytes}, "the host's memory",
            Role::HostMemory);
    b.alignToPage();
    b.guarded(at.hostWritten, memory, "host written", NodeKind::Memory, {bits(config.hostBytes)},
              "one bit per byte", Role::Written);
}

void describeLinks(LayoutBuilder& b, Layout& at, NodeId links, const Config& config) {
    b.guarded(at.linkFree, links, "ports", NodeKind::Timer, {kDirections},
              "when the links to the north, east, south and west take the next instruction");
    b.guarded(at.linkRow, links, "port users", NodeKind::Register, {kDirections},
              "the instruction each served last");
    b.guarded(at.linkBytes, links, "bytes", NodeKind::Counter, {kDirections}, "sent over each");
    b.guarded(at.linkPlace, links, "places", NodeKind::Register, {kDirections},
              "where in the ring of each link the next byte goes");
    b.guarded(at.linkNext, links, "next", NodeKind::Register, {kDirections},
              "the parcel on each link that arrives next, + 1");
    b.guarded(at.parcelCounts, links, "parcels", NodeKind::Counter, {kParcelCounts}, "sent; come here");
    b.guarded(at.signals, links, "signals", NodeKind::Counter, {kSignals},
              "parcels that have landed, by the signal they came with");
    b.guarded(at.signalParcels, links, "signal parcels", NodeKind::Register, {kSignals, kSignalWords},
              "of those that came with each signal: first, last and first not waited for, + 1 each; how many "
              "are waited for");
    b.guarded(at.ordered, links, "ordered", NodeKind::Register, {kDirections},
              "how many of the first parcels here come before the next one from each side, by waits");
    b.guarded(at.known, links, "known", NodeKind::Register, {config.cores.count},
              "how many instructions of each circuit come before the next one here, by waits");
}

void describeParcels(LayoutBuilder& b, Layout& at, NodeId links, const Config& config,
                     const RowCounts& counts) {
    constexpr const char* kWords =
        "oldest first: sender, instruction, clocks of issue and arrival, place in the ring, bytes, "
        "direction, signal, the next one with that signal + 1, the wait for it + 1; then where it lands";
    const std::uint64_t circuits = config.cores.count;
    const auto some = [](std::uint32_t count) { return std::max<std::uint64_t>(count, 1); };
    b.guarded(at.touched, links, "touched", NodeKind::Memory, {counts.rows, kElementsWords},
              "bytes of the unified buffer that each instruction used: pattern, base, count, step, size");
    b.guarded(at.sent, links, "sent", NodeKind::Queue, {some(counts.sends), kParcelWords}, kWords);
    b.guarded(at.sentKnown, links, "sent known", NodeKind::Memory, {some(counts.sends), circuits},
              "what was known as each was sent");
    b.guarded(at.arrived, links, "arrived", NodeKind::Queue, {some(counts.arrivals), kParcelWords}, kWords);
    b.guarded(at.arrivedKnown, links, "arrived known", NodeKind::Memory, {some(counts.arrivals), circuits},
              "what was known as each was sent");
    b.alignToPage();
    b.guarded(at.transit, links, "transit", NodeKind::Memory, {kDirections, transitBytes(config)},
              "bytes that have left and not arrived, a ring for each link");
}

} // namespace

std::uint64_t transitBytes(const Config& config) {
    const machine::Rate& rate = config.way.rate;
    return 2 * config.bufferBytes + config.way.latency * rate.bytes / rate.clocks + 2 * rate.bytes;
}

Layout describe(machine::StateTree& tree, NodeId root, std::uint64_t begin, const Config& config,
                const RowCounts& counts, tensor::DType words) {
    Layout at;
    // What people look at most is shown as numbers even then.
    const tensor::DType values = words == tensor::DType::U32 ? tensor::DType::F32 : words;
    LayoutBuilder b(tree, root, begin);
    const std::uint64_t columns = config.arrayColumns, pixels = config.stripPixels;
    const NodeId control = b.group("control", "clock, program counter, ports, and what is in flight");
    const NodeId sequencer = b.group("seq", "sequencer");
    const NodeId matrix = b.group("mxu", "matrix computation unit");
    const NodeId vector = b.group("vpu", "vector computation unit");
    const NodeId counters = b.group("counters", "counters; they rewind with the machine");
    const NodeId memory = b.group("memory", "unified buffer, dynamic memory, host memory");

    describeControl(b, at, control, config);
    if (counts.hasLaunches) describeLaunches(b, at, control);
    describeRegisters(b, at, sequencer, vector, matrix);
    describeCounters(b, at, counters);
    const NodeId links = config.way ? b.group("links", "links to the neighbours") : root;
    if (config.way) describeLinks(b, at, links, config);
    b.endHotPart();

    b.guarded(at.rowStalls, counters, "bundle stalls", NodeKind::Counter, {counts.rows},
              "clocks each instruction was held up");
    b.cells(at.strips, vector, "strips", NodeKind::RegisterFile, {kStrips, pixels, columns},
            "strip registers v0 to v7 by pixel and lane", Role::VectorRegisters, false, values);
    b.guarded(at.stripsWritten, vector, "strips written", NodeKind::RegisterFile,
              {kStrips, (pixels * columns + 63) / 64}, "one bit per word", Role::Written);
    b.cells(at.weights, matrix, "weights", NodeKind::Memory, {config.arrayRows, columns},
            "weight registers: int8 as int32, or float32", Role::WeightTile, false, values);
    b.cells(at.oldWeights, matrix, "old weights", NodeKind::Memory, {config.arrayRows, columns},
            "weight registers before the last swap, which passes under way may still use", Role::None, false,
            words);
    b.cells(at.path, matrix, "path", NodeKind::Memory, {config.arrayRows, columns}, "weight path registers",
            Role::ShadowWeights, false, values);
    b.cells(at.accumulators, matrix, "accumulators", NodeKind::Memory, {config.accumulatorRows, columns},
            "accumulators by row and column: int32 or float32, as the pass that wrote them",
            Role::Accumulators, false, words);
    b.guarded(at.accumulatorsWritten, matrix, "accumulators written", NodeKind::Memory,
              {config.accumulatorRows, (columns + 63) / 64}, "one bit per word", Role::Written);
    describeMemories(b, at, memory, config);
    if (config.way) describeParcels(b, at, links, config, counts);
    b.holdFile(at.patterns, kA);
    b.holdFile(at.strips, kV);
    b.holdSpace(at.host, kHost);
    b.holdSpace(at.dm, kDm);
    b.holdSpace(at.ub, kUb);
    tree.keepWritten(at.patterns.node, at.patternsWritten.node);
    tree.keepWritten(at.strips.node, at.stripsWritten.node);
    tree.keepWritten(at.accumulators.node, at.accumulatorsWritten.node);
    tree.keepWritten(at.ub.node, at.ubWritten.node);
    tree.keepWritten(at.dm.node, at.dmWritten.node);
    tree.keepWritten(at.host.node, at.hostWritten.node);
    at.region = b.end();
    tree.keepHandles(root, at);
    return at;
}

} // namespace lw::inference
