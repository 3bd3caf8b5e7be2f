// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/links.h"

#include "core/chips/inference/circuit.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

// What goes over the links of an array: from the unified buffer into the ring of a link when it is sent, from
// there into the neighbour's unified buffer when the last of it arrives.
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

std::uint32_t* Links::signalParcels(std::uint64_t signal) const {
    return m_circuit.state().signalParcels + signal * kSignalWords;
}

// ---- the sender

// The link is taken until the parcel has left.
void Links::send(const Decoded& row, Direction direction, const Elements& from, const Elements& to,
                 const Work& work) {
    State& s = m_circuit.state();
    const Layout& layout = m_circuit.layout();
    s.linkFree[direction] = m_circuit.leaves(work);
    if (s.linkNext[direction] == 0) s.linkPlace[direction] = 0; // nothing is on it: the ring starts afresh
    Parcel p;
    p.sender = m_circuit.id().index;
    p.bundle = row.bundle;
    p.issued = m_circuit.clock();
    p.arrives = s.linkFree[direction] + m_circuit.config().way.latency;
    p.place = s.linkPlace[direction];
    p.bytes = work.bytes;
    p.direction = direction;
    p.signal = row[4];
    p.to = to;
    const std::uint32_t number = s.parcelCounts[kSent]++;
    const std::uint64_t circuits = m_circuit.config().cores.count;
    put(s.sent, layout.sent.offset, number, p);
    if (s.linkNext[direction] == 0) s.linkNext[direction] = number + 1;
    m_circuit.mark(layout.sentKnown.offset + number * circuits * 4, circuits * 4);
    std::copy_n(s.known, circuits, s.sentKnown + number * circuits);
    s.sentKnown[number * circuits + p.sender] = row.bundle + 1;
    s.linkBytes[direction] += work.bytes;
    putOnLink(from, direction);
}

void Links::putOnLink(const Elements& from, Direction direction) {
    State& s = m_circuit.state();
    const std::uint64_t ring = transitBytes(m_circuit.config()), first = direction * ring;
    const std::uint8_t* const bytes = m_circuit.memory(kUb).bytes;
    std::uint64_t& place = s.linkPlace[direction];
    overPieces(from, [&](std::uint64_t at, std::uint64_t count) {
        while (count != 0) {
            const std::uint64_t here = std::min(count, ring - place);
            m_circuit.mark(m_circuit.layout().transit.offset + first + place, here);
            std::copy_n(bytes + at, here, s.transit + first + place);
            at += here, count -= here, place = (place + here) % ring;
        }
    });
}

// Of those on their way, the first to arrive; of several, the oldest. Over a link they arrive in the order
// in which they were sent.
std::optional<std::uint64_t> Links::nextOnTheWay() const {
    const State& s = m_circuit.state();
    std::optional<std::uint64_t> next;
    std::uint64_t arrives = machine::kForever;
    for (std::uint8_t d = 0; d < kDirections; ++d) {
        if (s.linkNext[d] == 0) continue;
        const std::uint64_t number = s.linkNext[d] - 1, when = parcel(s.sent, number).arrives;
        if (!next || when < arrives || (when == arrives && number < *next)) next = number, arrives = when;
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

std::optional<Fault> Links::handOver() {
    State& s = m_circuit.state();
    std::uint64_t number = *nextOnTheWay();
    const Parcel p = parcel(s.sent, number);
    Links& there = *m_circuits[neighbour(static_cast<Direction>(p.direction))->index]->links();
    if (auto refused = there.receive(p, knownAt(s.sentKnown, number))) return refused;
    const std::uint32_t sent = s.parcelCounts[kSent];
    do ++number;
    while (number != sent && parcel(s.sent, number).direction != p.direction);
    s.linkNext[p.direction] = number != sent ? static_cast<std::uint32_t>(number) + 1 : 0;
    return {};
}

// ---- the receiver

std::optional<Fault> Links::receive(const Parcel& parcel, std::span<const std::uint32_t> known) {
    State& s = m_circuit.state();
    const std::uint32_t free = known[m_circuit.id().index]; // the first instruction that may come later
    std::uint32_t& first = s.ordered[parcel.direction];
    while (first != s.parcelCounts[kCame] && isOrdered(first, parcel, free)) ++first;
    if (auto refused = refusalOf(parcel, free)) return refused;
    land(parcel);
    putArrived(parcel, known);
    ++s.signals[parcel.signal];
    m_circuit.recordLanding(parcel.arrives, static_cast<std::uint32_t>(parcel.signal));
    return {};
}

void Links::land(const Parcel& p) {
    const Circuit& sender = *m_circuits[p.sender];
    const std::uint64_t ring = transitBytes(m_circuit.config());
    const std::uint8_t* const bytes = sender.state().transit + p.direction * ring;
    const Bytes to = m_circuit.memory(kUb);
    std::uint64_t place = p.place;
    overPieces(p.to, [&](std::uint64_t at, std::uint64_t count) {
        m_circuit.bytesWritten(to, at, count);
        m_circuit.bytesLanded(p.by(), at, count);
        while (count != 0) {
            const std::uint64_t here = std::min(count, ring - place);
            std::copy_n(bytes + place, here, to.bytes + at);
            at += here, count -= here, place = (place + here) % ring;
        }
    });
}

void Links::putArrived(const Parcel& p, std::span<const std::uint32_t> known) {
    State& s = m_circuit.state();
    const std::uint64_t offset = m_circuit.layout().arrived.offset;
    const std::uint32_t number = s.parcelCounts[kCame]++;
    put(s.arrived, offset, number, p);
    m_circuit.mark(m_circuit.layout().arrivedKnown.offset + number * known.size_bytes(), known.size_bytes());
    std::copy(known.begin(), known.end(), s.arrivedKnown + number * known.size());
    std::uint32_t* const words = signalParcels(p.signal);
    if (words[kLast] != 0) {
        Parcel last = parcel(s.arrived, words[kLast] - 1);
        last.next = number + 1;
        put(s.arrived, offset, words[kLast] - 1, last);
    }
    words[kLast] = number + 1;
    if (words[kFirst] == 0) words[kFirst] = words[kLast];
    if (words[kUnwaited] == 0) words[kUnwaited] = words[kLast];
}

void Links::waited(std::uint32_t bundle, std::uint32_t signal, std::uint32_t count) {
    State& s = m_circuit.state();
    std::uint32_t* const words = signalParcels(signal);
    for (; words[kWaited] < count; ++words[kWaited]) {
        const std::uint64_t number = words[kUnwaited] - 1;
        Parcel p = parcel(s.arrived, number);
        p.waitedBy = std::uint64_t{bundle} + 1;
        put(s.arrived, m_circuit.layout().arrived.offset, number, p);
        words[kUnwaited] = static_cast<std::uint32_t>(p.next);
        const auto known = knownAt(s.arrivedKnown, number);
        for (std::size_t c = 0; c < known.size(); ++c) s.known[c] = std::max(s.known[c], known[c]);
    }
}

// Everything before now precedes everything after it.
void Links::beginRound() {
    State& s = m_circuit.state();
    const Layout& layout = m_circuit.layout();
    std::fill_n(s.linkPlace, layout.linkPlace.count, std::uint64_t{0});
    std::fill_n(s.parcelCounts, layout.parcelCounts.count, 0u);
    std::fill_n(s.signals, layout.signals.count, 0u);
    std::fill_n(s.signalParcels, layout.signalParcels.count, 0u);
    std::fill_n(s.ordered, layout.ordered.count, 0u);
    std::fill_n(s.known, layout.known.count, 0u);
    m_circuit.mark(layout.touched.offset, layout.touched.count * sizeof(std::uint64_t));
    std::fill_n(s.touched, layout.touched.count, std::uint64_t{0});
}

// ---- what programs are going to send

const Coming* Links::senderTo(std::uint64_t byte) const {
    Elements asked;
    asked.base = static_cast<std::int64_t>(byte);
    const auto found = std::find_if(m_coming.begin(), m_coming.end(),
                                    [&](const Coming& coming) { return meet(coming.to, asked); });
    return found != m_coming.end() ? &*found : nullptr;
}

std::string Links::textOfSender(std::uint32_t signal, std::uint32_t count) const {
    std::uint32_t times = 0;
    for (const Coming& coming : m_coming)
        if (coming.signal == signal && ++times == count)
            return "instruction " + std::to_string(coming.by.bundle) + " of " + nameOf(coming.by.core) +
                   " sends it";
    return times == 0 ? "nobody sends it" : "nobody sends it again";
}

} // namespace lw::inference
