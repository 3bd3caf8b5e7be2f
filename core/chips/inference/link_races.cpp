// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/links.h"

#include <cstring>

// What circuits of an array do to the same bytes without a wait that says which comes first.
namespace lw::inference {

using machine::BundleOf;
using machine::Fault;
using machine::FaultKind;

std::string Links::nameOf(std::uint64_t circuit) const { return m_circuits[circuit]->name(); }

Elements Links::touchedBy(std::uint32_t bundle) const {
    Elements out;
    std::memcpy(static_cast<void*>(&out), m_circuit.state().touched + std::size_t{bundle} * kElementsWords,
                sizeof out);
    return out;
}

void Links::note(const Decoded& row, const Work& work) {
    if (!work.buffer) return;
    m_circuit.mark(m_circuit.layout().touched.offset + row.bundle * sizeof(Elements), sizeof(Elements));
    std::memcpy(m_circuit.state().touched + std::size_t{row.bundle} * kElementsWords,
                static_cast<const void*>(&*work.buffer), sizeof(Elements));
}

std::optional<BundleOf> Links::unwaited(const Elements& elements) const {
    const State& s = m_circuit.state();
    for (std::uint64_t i = s.parcelCounts[kWaited]; i < s.parcelCounts[kCame]; ++i) {
        const Parcel p = parcel(s.arrived, i);
        if (p.waitedBy == 0 && meet(p.to, elements)) return p.by();
    }
    return {};
}

std::optional<Fault> Links::raceOf(const Decoded& row, const Work& work) const {
    const auto by = work.buffer ? unwaited(*work.buffer) : std::nullopt;
    if (!by) return {};
    const std::string me = m_circuit.name();
    Fault f;
    f.kind = FaultKind::Race;
    f.unit = row.row().insn.unit;
    f.core = m_circuit.id();
    f.bundle = row.bundle;
    f.other = *by;
    f.clock = m_circuit.clock();
    f.text = me + " uses bytes of ub that instruction " + std::to_string(by->bundle) + " of " +
             nameOf(by->core.index) + " has sent, and no wait of " + me + " before this one says so";
    f.advice = "wait for the signal that it sends with, so many times as it has come by then";
    return f;
}

// A parcel whose sender does not know that the bytes are free.
std::optional<Fault> Links::refusalOf(const Parcel& parcel, std::span<const std::uint32_t> known) const {
    const State& s = m_circuit.state();
    const std::string me = m_circuit.name(), sender = nameOf(parcel.sender);
    Fault f;
    f.kind = FaultKind::Race;
    f.unit = kDma;
    f.core = parcel.by().core;
    f.bundle = parcel.by().bundle;
    f.clock = parcel.arrives;
    const std::uint32_t free = known[m_circuit.id().index]; // the first instruction that may come later
    for (std::uint32_t bundle = free; bundle < m_circuit.nextBundle(); ++bundle) {
        const Elements touched = touchedBy(bundle);
        if (touched.count == 0 || !meet(touched, parcel.to)) continue;
        f.other = {m_circuit.id(), bundle};
        f.text = "what it sends to " + me + " lands on bytes of ub that instruction " +
                 std::to_string(bundle) + " of " + me + " uses, and no wait of " + sender + " comes between";
        f.advice = "let " + me + " send a signal after that instruction, and " + sender +
                   " wait for it before it sends";
        return f;
    }
    for (std::uint64_t i = 0; i < s.parcelCounts[kCame]; ++i) {
        const Parcel other = this->parcel(s.arrived, i);
        const bool isOrdered =
            other.waitedBy != 0 && (other.waitedBy <= free || other.sender == parcel.sender);
        const bool isMixed = other.signal == parcel.signal && other.sender != parcel.sender;
        if (!isMixed && (isOrdered || !meet(other.to, parcel.to))) continue;
        f.other = other.by();
        const std::string theirs =
            "instruction " + std::to_string(other.bundle) + " of " + nameOf(other.sender);
        f.text = isMixed ? "signal " + std::to_string(parcel.signal) + " of " + me + " has come by " +
                               theirs + ", too: a wait cannot tell whose bytes are there"
                         : "what it sends to " + me + " lands on bytes of ub that " + theirs +
                               " has sent there, and no wait comes between";
        f.advice = isMixed ? "give each neighbour of " + me + " signals of its own"
                           : "let " + me + " wait for them, and " + sender + " for a signal that it has";
        return f;
    }
    return {};
}

} // namespace lw::inference
