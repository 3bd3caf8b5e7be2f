// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/links.h"

#include "core/chips/inference/circuit.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

// What goes over the links of an array: from the unified buffer into the ring of a link as it is sent, from
// there into the neighbour's unified buffer as the last of it arrives.
namespace lw::inference {

using machine::CoreId;
using machine::Fault;

std::string_view nameOf(Direction direction) {
    constexpr std::array<std::string_view, kDirections> kNames{"north", "east", "south", "west"};
    return kNames[direction];
}

bool isSend(isa::OpId row) { return row >= op("send.n") && row <= op("send.w"); }

Direction directionOf(isa::OpId send) { return static_cast<Direction>(send - op("send.n")); }

std::optional<CoreId> neighbourOf(CoreId circuit, Direction direction, const machine::CoreNames& array) {
    const auto columns = static_cast<int>(array.columns), rows = static_cast<int>(array.count) / columns;
    constexpr std::array<std::pair<int, int>, kDirections> kSteps{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
    const int row = circuit.index / columns + kSteps[direction].first;
    const int column = circuit.index % columns + kSteps[direction].second;
    if (row < 0 || row >= rows || column < 0 || column >= columns) return {};
    return CoreId{static_cast<std::uint16_t>(row * columns + column)};
}

std::optional<CoreId> Links::neighbour(Direction direction) const {
    return neighbourOf(m_circuit.id(), direction, m_circuit.config().cores);
}

Parcel Links::parcel(const std::uint64_t* list, std::uint64_t number) const {
    Parcel out;
    std::memcpy(static_cast<void*>(&out), list + number * kParcelWords, sizeof out);
    return out;
}

void Links::put(std::uint64_t* list, std::uint64_t offset, std::uint64_t number, const Parcel& p) {
    m_circuit.mark(offset + number * sizeof p, sizeof p);
    std::memcpy(list + number * kParcelWords, static_cast<const void*>(&p), sizeof p);
}

std::span<const std::uint32_t> Links::knownAt(const std::uint32_t* list, std::uint64_t number) const {
    const std::uint64_t circuits = m_circuit.config().cores.count;
    return {list + number * circuits, circuits};
}

// ---- the sender

void Links::send(const Decoded& row, Direction direction, const Elements& from, const Elements& to,
                 const Work& work) {
    State& s = m_circuit.state();
    const Layout& layout = m_circuit.layout();
    Parcel p;
    p.sender = m_circuit.id().index;
    p.bundle = row.bundle;
    p.issued = m_circuit.clock();
    p.arrives = p.issued + work.busyClocks + m_circuit.config().way.latency;
    p.place = s.linkBytes[direction];
    p.bytes = work.bytes;
    p.direction = direction;
    p.signal = row[4];
    p.to = to;
    const std::uint64_t number = s.parcelCounts[kSent]++, circuits = m_circuit.config().cores.count;
    put(s.sent, layout.sent.offset, number, p);
    m_circuit.mark(layout.sentKnown.offset + number * circuits * 4, circuits * 4);
    std::copy_n(s.known, circuits, s.sentKnown + number * circuits);
    s.sentKnown[number * circuits + p.sender] = row.bundle + 1;

    const std::uint64_t ring = transitBytes(m_circuit.config()), first = direction * ring;
    const std::uint8_t* const bytes = m_circuit.memory(kUb).bytes;
    overPieces(from, [&](std::uint64_t at, std::uint64_t count) {
        while (count != 0) {
            const std::uint64_t place = s.linkBytes[direction] % ring, here = std::min(count, ring - place);
            m_circuit.mark(layout.transit.offset + first + place, here);
            std::copy_n(bytes + at, here, s.transit + first + place);
            at += here, count -= here, s.linkBytes[direction] += here;
        }
    });
}

// Of those on their way the one that arrives first; of several the oldest.
std::optional<std::uint64_t> Links::nextOnTheWay() const {
    const State& s = m_circuit.state();
    std::optional<std::uint64_t> next;
    std::uint64_t arrives = machine::kForever;
    for (std::uint64_t i = s.parcelCounts[kGone]; i < s.parcelCounts[kSent]; ++i) {
        const Parcel p = parcel(s.sent, i);
        if (p.isHandedOver == 0 && p.arrives < arrives) next = i, arrives = p.arrives;
    }
    return next;
}

std::uint64_t Links::nextHandOver() const {
    const auto next = nextOnTheWay();
    return next ? parcel(m_circuit.state().sent, *next).arrives : machine::kForever;
}

std::uint64_t Links::nextHandOverIssued() const {
    const auto next = nextOnTheWay();
    return next ? parcel(m_circuit.state().sent, *next).issued : machine::kForever;
}

std::uint64_t Links::lastArrival() const {
    const State& s = m_circuit.state();
    std::uint64_t last = 0;
    for (std::uint64_t i = s.parcelCounts[kGone]; i < s.parcelCounts[kSent]; ++i) {
        const Parcel p = parcel(s.sent, i);
        if (p.isHandedOver == 0) last = std::max(last, p.arrives);
    }
    return last;
}

std::optional<Fault> Links::handOver() {
    State& s = m_circuit.state();
    const std::uint64_t number = *nextOnTheWay();
    Parcel p = parcel(s.sent, number);
    Links& there = *m_circuits[neighbour(static_cast<Direction>(p.direction))->index]->links();
    if (auto refused = there.receive(p, knownAt(s.sentKnown, number))) return refused;
    p.isHandedOver = 1;
    put(s.sent, m_circuit.layout().sent.offset, number, p);
    std::uint32_t& gone = s.parcelCounts[kGone];
    while (gone != s.parcelCounts[kSent] && parcel(s.sent, gone).isHandedOver != 0) ++gone;
    return {};
}

// ---- the receiver

std::optional<Fault> Links::receive(const Parcel& parcel, std::span<const std::uint32_t> known) {
    if (auto refused = refusalOf(parcel, known)) return refused;
    land(parcel);
    putArrived(parcel, known);
    ++m_circuit.state().signals[parcel.signal];
    return {};
}

void Links::land(const Parcel& p) {
    const Circuit& sender = *m_circuits[p.sender];
    const std::uint64_t ring = transitBytes(m_circuit.config());
    const std::uint8_t* const bytes = sender.state().transit + p.direction * ring;
    const Bytes to = m_circuit.memory(kUb);
    std::uint64_t number = p.place;
    overPieces(p.to, [&](std::uint64_t at, std::uint64_t count) {
        m_circuit.bytesWritten(to, at, count);
        m_circuit.bytesLanded(p.by(), at, count);
        while (count != 0) {
            const std::uint64_t place = number % ring, here = std::min(count, ring - place);
            std::copy_n(bytes + place, here, to.bytes + at);
            at += here, count -= here, number += here;
        }
    });
}

void Links::putArrived(const Parcel& p, std::span<const std::uint32_t> known) {
    State& s = m_circuit.state();
    const std::uint64_t number = s.parcelCounts[kCame]++;
    put(s.arrived, m_circuit.layout().arrived.offset, number, p);
    m_circuit.mark(m_circuit.layout().arrivedKnown.offset + number * known.size_bytes(), known.size_bytes());
    std::copy(known.begin(), known.end(), s.arrivedKnown + number * known.size());
}

bool Links::hasCome(std::uint32_t signal, std::uint32_t count) const {
    return m_circuit.state().signals[signal] >= count;
}

void Links::waited(std::uint32_t bundle, std::uint32_t signal, std::uint32_t count) {
    State& s = m_circuit.state();
    for (std::uint64_t i = 0; i < s.parcelCounts[kCame] && count != 0; ++i) {
        Parcel p = parcel(s.arrived, i);
        if (p.signal != signal) continue;
        --count;
        if (p.waitedBy != 0) continue;
        p.waitedBy = std::uint64_t{bundle} + 1;
        put(s.arrived, m_circuit.layout().arrived.offset, i, p);
        const auto known = knownAt(s.arrivedKnown, i);
        for (std::size_t c = 0; c < known.size(); ++c) s.known[c] = std::max(s.known[c], known[c]);
    }
    std::uint32_t& done = s.parcelCounts[kWaited];
    while (done != s.parcelCounts[kCame] && parcel(s.arrived, done).waitedBy != 0) ++done;
}

} // namespace lw::inference
