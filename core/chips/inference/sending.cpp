// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/copies.h"
#include "core/chips/inference/unit_functions.h"

// What circuits of an array do for each other: sends, and waits for them.
namespace lw::inference {

using machine::FaultKind;
using machine::TriggerKind;

namespace {

bool checkNeighbour(Planner& plan, Direction direction) {
    const CircuitState& circuit = plan.circuit();
    const std::string where(nameOf(direction));
    if (circuit.hasLinks() && neighbourOf(circuit.circuit(), direction, circuit.config().cores)) return true;
    if (circuit.hasLinks())
        return plan.fault(FaultKind::OutOfRange,
                          circuit.config().cores.titleOf(circuit.circuit()) +
                              " is at the edge of the array and has no neighbour in the " + where,
                          "leave the send out in the circuits at that edge");
    if (circuit.config().isArray())
        return plan.fault(FaultKind::OutOfRange, "the circuits of this machine have no links between them",
                          "give \"cores\" of the machine file a latency and a bandwidth");
    return plan.fault(FaultKind::OutOfRange,
                      "this machine is one circuit, without a neighbour in the " + where,
                      "use a machine whose \"cores\" have rows and columns");
}

} // namespace

void planSend(Planner& plan) {
    const Decoded& row = plan.row();
    const Direction direction = directionOf(row.op);
    if (!checkNeighbour(plan, direction)) return;
    const auto to = plan.pattern(row[2]), from = plan.pattern(row[3]);
    if (!to || !from || !checkCounts(plan, *to, *from)) return;
    const Bytes buffer = plan.circuit().memory(kUb); // the neighbour's is the same size
    const Elements source{*from, row[1]};
    const std::string whose = " of the neighbour in the " + std::string(nameOf(direction));
    if (!plan.isInside(buffer, Elements{*to, row[0]}.bounds(), whose) || !checkDisjoint(plan, *to)) return;
    if (!plan.reads(buffer, source) || !plan.checkWritten(buffer, source)) return;
    const machine::Rate& rate = plan.config().way.rate;
    plan.work.port = linkPort(direction);
    plan.work.bytes = to->rounds();
    plan.work.busyClocks = plan.work.totalClocks = transferClocks(plan.work.bytes, rate.bytes, rate.clocks);
}

void actSend(Circuit& circuit, const Decoded& row, const Work& work) {
    const Elements from{circuit.pattern(row[3]), row[1]}, to{circuit.pattern(row[2]), row[0]};
    circuit.links()->send(row, directionOf(row.op), from, to, work);
    if (circuit.watchesMemory())
        overPieces(from, [&](std::uint64_t first, std::uint64_t count) {
            circuit.memoryTouched(TriggerKind::MemoryRead, row, kUb, first, count);
        });
}

void planWait(Planner& plan) {
    if (plan.circuit().hasLinks()) return;
    plan.fault(FaultKind::Deadlock,
               "waits for signal " + std::to_string(plan.row()[0]) + ", and there is no neighbour to send it",
               "use a machine whose \"cores\" have rows, columns, a latency and a bandwidth");
}

void actWait(Circuit& circuit, const Decoded& row, const Work&) {
    circuit.links()->waited(row.bundle, row[0], row[1]);
}

} // namespace lw::inference
