// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/links.h"

#include <cstring>

// What circuits of an array do to the same bytes without a wait that decides which comes first.
namespace lw::inference {

using machine::BundleOf;
using machine::Fault;
using machine::FaultKind;

std::string Links::nameOf(machine::CoreId circuit) const { return m_circuit.config().cores.titleOf(circuit); }

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
    std::uint64_t first = machine::kForever; // of all
    for (std::uint32_t signal = 0; signal < kSignals; ++signal)
        for (std::uint64_t i = signalParcels(signal)[kUnwaited]; i != 0 && i < first;) {
            const Parcel p = parcel(m_circuit.state().arrived, i - 1);
            if (meet(p.to, elements)) first = i;
            i = p.next;
        }
    if (first == machine::kForever) return {};
    return parcel(m_circuit.state().arrived, first - 1).by();
}

std::optional<Fault> Links::raceOf(const Decoded& row, const Work& work) const {
    const auto by = work.buffer ? unwaited(*work.buffer) : std::nullopt;
    if (!by) return {};
    const std::string me = nameOf(m_circuit.id());
    Fault f;
    f.kind = FaultKind::Race;
    f.unit = row.row().insn.unit;
    f.core = m_circuit.id();
    f.bundle = row.bundle;
    f.other = *by;
    f.clock = m_circuit.clock();
    f.text = me + " uses bytes of ub that instruction " + std::to_string(by->bundle) + " of " +
             nameOf(by->core) + " has sent, and no wait of " + me + " before this one says so";
    f.advice = "wait for the signal that it sends with, as many times as it has come by then";
    return f;
}

// ---- a parcel whose sender does not know that the bytes are free

namespace {

Fault refused(const Parcel& parcel, BundleOf other) {
    Fault f;
    f.kind = FaultKind::Race;
    f.unit = kDma;
    f.core = parcel.by().core;
    f.bundle = parcel.by().bundle;
    f.other = other;
    f.clock = parcel.arrives;
    return f;
}

std::string instruction(std::uint64_t bundle) { return "instruction " + std::to_string(bundle); }

} // namespace

// Whether what has come precedes what comes now, for the latter's sender. Always over a single link: whoever
// uses the bytes in between must wait for the first, and has used them before the second may come.
bool Links::isOrdered(std::uint64_t number, const Parcel& before, std::uint32_t free) const {
    const Parcel came = parcel(m_circuit.state().arrived, number);
    return came.sender == before.sender || (came.waitedBy != 0 && came.waitedBy <= free);
}

std::optional<Fault> Links::refusalOf(const Parcel& parcel, std::uint32_t free) const {
    const State& s = m_circuit.state();
    for (std::uint32_t bundle = free; bundle < m_circuit.nextBundle(); ++bundle) {
        const Elements touched = touchedBy(bundle);
        if (touched.count != 0 && meet(touched, parcel.to)) return overUsed(parcel, bundle);
    }
    if (const std::uint32_t first = signalParcels(parcel.signal)[kFirst]; first != 0)
        if (const Parcel other = this->parcel(s.arrived, first - 1); other.sender != parcel.sender)
            return mixed(parcel, other);
    for (std::uint64_t i = s.ordered[parcel.direction]; i < s.parcelCounts[kCame]; ++i)
        if (const Parcel other = this->parcel(s.arrived, i);
            !isOrdered(i, parcel, free) && meet(other.to, parcel.to))
            return overOther(parcel, other);
    return {};
}

Fault Links::overUsed(const Parcel& parcel, std::uint32_t bundle) const {
    const std::string me = nameOf(m_circuit.id()), sender = nameOf(parcel.by().core);
    Fault f = refused(parcel, {m_circuit.id(), bundle});
    f.text = "what it sends to " + me + " lands on bytes of ub that " + instruction(bundle) + " of " + me +
             " uses, and no wait of " + sender + " comes between";
    f.advice = "let " + me + " send a signal after that instruction, and " + sender +
               " wait for it before it sends; or let " + me +
               " wait for them before that instruction, if it wants what is sent";
    return f;
}

Fault Links::overOther(const Parcel& parcel, const Parcel& other) const {
    const std::string me = nameOf(m_circuit.id()), sender = nameOf(parcel.by().core);
    Fault f = refused(parcel, other.by());
    f.text = "what it sends to " + me + " lands on bytes of ub that " + instruction(other.bundle) + " of " +
             nameOf(other.by().core) + " has sent there, and no wait comes between";
    f.advice = "let " + me + " wait for them, and " + sender + " for a signal that it has";
    return f;
}

Fault Links::mixed(const Parcel& parcel, const Parcel& other) const {
    const std::string me = nameOf(m_circuit.id());
    Fault f = refused(parcel, other.by());
    f.text = "signal " + std::to_string(parcel.signal) + " of " + me + " has come by " +
             instruction(other.bundle) + " of " + nameOf(other.by().core) +
             ", too: a wait cannot tell whose bytes are there";
    f.advice = "give each neighbour of " + me + " signals of its own";
    return f;
}

} // namespace lw::inference
