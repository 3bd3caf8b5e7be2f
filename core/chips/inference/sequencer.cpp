// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/planner.h"
#include "core/chips/inference/unit_functions.h"

// What the sequencer does by itself, in the clock of issue.
namespace lw::inference {

namespace {

void checkCount(Planner& plan, const char* name, std::uint32_t count) {
    if (count != 0) return;
    plan.fault(machine::FaultKind::OutOfRange, std::string(name) + " is 0; a loop has at least one round",
               "use 1 for a loop that is not needed");
}

// Sets the words of a pattern that the instruction names.
void setWords(Circuit& circuit, const Decoded& row, std::uint32_t from, std::uint32_t count) {
    State& s = circuit.state();
    for (std::uint32_t i = 0; i < count; ++i) {
        s.patterns[row[0] * kPatternWords + from + i] = row.integer(1 + i);
        s.patternsWritten[row[0]] |= std::uint64_t{1} << (from + i);
    }
}

} // namespace

void planNothing(Planner&) {}
void actNothing(Circuit&, const Decoded&, const Work&) {}
void actHalt(Circuit& circuit, const Decoded&, const Work&) { circuit.setHalted(); }

void planShape(Planner& plan) {
    checkCount(plan, "n0", plan.row()[1]);
    checkCount(plan, "n1", plan.row()[3]);
}

void actShape(Circuit& circuit, const Decoded& row, const Work&) {
    setWords(circuit, row, kN0, 4);
    std::int32_t* const words = circuit.state().patterns + row[0] * kPatternWords;
    words[kN2] = 1;
    words[kS2] = words[kEs] = 0;
    circuit.state().patternsWritten[row[0]] |= 1u << kN2 | 1u << kS2 | 1u << kEs;
}

void planShapeMore(Planner& plan) { checkCount(plan, "n2", plan.row()[1]); }

void actShapeMore(Circuit& circuit, const Decoded& row, const Work&) { setWords(circuit, row, kN2, 3); }

} // namespace lw::inference
