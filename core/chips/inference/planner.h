// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/circuit_state.h"

#include <optional>
#include <string>

namespace lw::inference {

class Links;

// What an instruction is going to do, found from the state without changing it: a table's plan function
// fills `work`, or reports a fault. The checks return whether all is well so far.
class Planner {
  public:
    // `links` say what else is sent, for messages.
    Planner(const CircuitState& circuit, const Decoded& row, const Links* links = nullptr)
        : m_circuit(circuit), m_row(row), m_links(links) {}

    Work work;

    const CircuitState& circuit() const { return m_circuit; }
    const Config& config() const { return m_circuit.config(); }
    const State& state() const { return m_circuit.state(); }
    const Decoded& row() const { return m_row; }
    // The first one counts.
    bool fault(machine::FaultKind kind, std::string text, std::string advice);
    const std::optional<machine::Fault>& faultFound() const { return m_fault; }

    // The port, the clocks it is taken, and those until the result is there.
    void takes(PortIndex port, std::uint64_t busyClocks, TimingKey latency);
    // The pattern of that register, if it was ever set.
    std::optional<Pattern> pattern(std::uint32_t number);
    // A number of something that must be at least 1 and at most `most`.
    bool between(std::string_view what, std::uint64_t value, std::uint64_t most, std::string_view limit);
    // `whose`: " of the neighbour in the east", if it is not the circuit's own.
    bool isInside(const Bytes& memory, const Span& span, std::string_view whose = {});
    // Notes which bytes of a memory are touched, unless they are outside.
    bool reads(const Bytes& memory, const Span& span) { return touches(memory, span, false); }
    bool writes(const Bytes& memory, const Span& span) { return touches(memory, span, true); }
    bool reads(const Bytes& memory, const Elements& elements) { return touches(memory, elements, false); }
    bool writes(const Bytes& memory, const Elements& elements) { return touches(memory, elements, true); }
    bool checkWritten(const Bytes& memory, std::uint64_t first, std::uint64_t count);
    bool checkWritten(const Bytes& memory, const Elements& elements);
    // The shape of a strip that was written; notes the strip as read.
    std::optional<StripShape> readsStrip(std::uint32_t number);
    // Notes the strip as written, if it can have that shape.
    bool writesStrip(std::uint32_t number, const StripShape& shape);

  private:
    bool touches(const Bytes& memory, const Span& span, bool writes);
    bool touches(const Bytes& memory, const Elements& elements, bool writes);

    const CircuitState& m_circuit;
    const Decoded& m_row;
    const Links* m_links;
    std::optional<machine::Fault> m_fault;
};

} // namespace lw::inference
