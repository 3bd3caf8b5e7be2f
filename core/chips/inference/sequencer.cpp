// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/pattern_words.h"
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"

// What the sequencer does itself, in the clock of issue.
namespace lw::inference {

namespace {

void checkCount(Planner& plan, const char* name, std::uint32_t count) {
    if (count != 0) return;
    plan.fault(machine::FaultKind::OutOfRange, std::string(name) + " is 0; a loop has at least one round",
               "use 1 for a loop that is not needed");
}

} // namespace

void planNothing(Planner&) {}
void actNothing(Circuit&, const Decoded&, const Work&) {}
void actHalt(Circuit& circuit, const Decoded& row, const Work&) {
    if (!circuit.hasFurtherLaunch(row)) circuit.setHalted();
}

void planShape(Planner& plan) {
    checkCount(plan, "n0", plan.row()[1]);
    checkCount(plan, "n1", plan.row()[3]);
}

void actShape(Circuit& circuit, const Decoded& row, const Work&) {
    State& s = circuit.state();
    s.patternsWritten[row[0]] |= setShape(row, s.patterns + std::size_t{row[0]} * kPatternWords);
}

void planShapeMore(Planner& plan) { checkCount(plan, "n2", plan.row()[1]); }

void actShapeMore(Circuit& circuit, const Decoded& row, const Work&) {
    State& s = circuit.state();
    s.patternsWritten[row[0]] |= setShapeMore(row, s.patterns + std::size_t{row[0]} * kPatternWords);
}

} // namespace lw::inference
