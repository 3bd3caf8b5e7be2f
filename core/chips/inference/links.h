// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/coming.h"
#include "core/chips/inference/elements.h"
#include "core/chips/inference/layout.h"
#include "core/isa/spec.h"
#include "core/machine/core_names.h"
#include "core/machine/fault.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::inference {

class Circuit;
struct Decoded;
struct Work;

// What is on its way to a neighbour, or has arrived, as stored in the state: 64-bit words.
struct Parcel {
    std::uint64_t sender = 0, bundle = 0;
    std::uint64_t issued = 0, arrives = 0; // clocks
    std::uint64_t place = 0;               // of its first byte in the link's ring
    std::uint64_t bytes = 0;
    std::uint64_t direction = 0, signal = 0;
    std::uint64_t next = 0;     // 1 + the next one that came with that signal; 0: none yet
    std::uint64_t waitedBy = 0; // 1 + the receiver's first wait that comes after it; 0: none yet
    Elements to{};

    machine::BundleOf by() const {
        return {{static_cast<std::uint16_t>(sender)}, static_cast<std::uint32_t>(bundle)};
    }
};
static_assert(sizeof(Parcel) == kParcelWords * sizeof(std::uint64_t));

// "east"
std::string_view nameOf(Direction direction);
bool isSend(isa::OpId op);
Direction directionOf(isa::OpId send);
// Circuits are numbered row by row, north is row 0; nothing: the circuit is at that edge.
std::optional<machine::CoreId> neighbourOf(machine::CoreId circuit, Direction direction,
                                           const machine::CoreNames& array);

// A circuit's links to its neighbours in an array. A program has no branches, so each of its instructions
// issues once: what each has touched of the unified buffer, and what it has sent, is kept in lists with one
// entry for each.
//
// What a circuit does before it sends comes before what the receiver does after its wait for that signal.
// Each circuit keeps these orders as a count for every circuit, "known": that many of its first instructions
// come before the next one here. What lands in a circuit has to come after everything that has touched these
// bytes, and before everything that is going to. A link keeps the order of what is sent over it.
class Links {
  public:
    explicit Links(Circuit& circuit) : m_circuit(circuit) {}
    // All circuits of the array, by id, and what their programs send to this one.
    void setCircuits(std::vector<Circuit*> circuits, std::vector<Coming> coming) {
        m_circuits = std::move(circuits);
        m_coming = std::move(coming);
    }

    std::optional<machine::CoreId> neighbour(Direction direction) const; // nothing: this is an edge

    // The instructions.
    void send(const Decoded& row, Direction direction, const Elements& from, const Elements& to,
              const Work& work);
    void waited(std::uint32_t bundle, std::uint32_t signal, std::uint32_t count);
    // A race if the instruction is going to use what was sent and not waited for.
    std::optional<machine::Fault> raceOf(const Decoded& row, const Work& work) const;
    void note(const Decoded& row, const Work& work); // what it uses
    // All circuits have ended a launch, and nothing is under way: what is known about it no longer applies.
    void beginRound();
    // The first parcel in these bytes that has come and has not been waited for.
    std::optional<machine::BundleOf> unwaited(const Elements& elements) const;
    // The instruction of a neighbour that sends something to that byte; null: none.
    const Coming* senderTo(std::uint64_t byte) const;
    // Who sends a signal for the count-th time: "instruction 7 of c1 sends it".
    std::string textOfSender(std::uint32_t signal, std::uint32_t count) const;
    std::string nameOf(machine::CoreId circuit) const; // for people: both names

    // As in machine::BoardCore. A parcel is handed over when the last of it arrives, and lands at once.
    std::uint64_t nextHandOver() const;
    std::uint64_t nextHandOverIssued() const;
    std::optional<machine::Fault> handOver();

  private:
    Parcel parcel(const std::uint64_t* list, std::uint64_t number) const;
    void put(std::uint64_t* list, std::uint64_t offset, std::uint64_t number, const Parcel& parcel);
    std::optional<std::uint64_t> nextOnTheWay() const;
    void putOnLink(const Elements& from, Direction direction);
    std::optional<machine::Fault> receive(const Parcel& parcel, std::span<const std::uint32_t> known);
    std::optional<machine::Fault> refusalOf(const Parcel& parcel, std::uint32_t free) const;
    bool isOrdered(std::uint64_t number, const Parcel& before, std::uint32_t free) const;
    machine::Fault overUsed(const Parcel& parcel, std::uint32_t bundle) const;
    machine::Fault overOther(const Parcel& parcel, const Parcel& other) const;
    machine::Fault mixed(const Parcel& parcel, const Parcel& other) const;
    void land(const Parcel& parcel);
    void putArrived(const Parcel& parcel, std::span<const std::uint32_t> known);
    Elements touchedBy(std::uint32_t bundle) const;
    std::span<const std::uint32_t> knownAt(const std::uint32_t* list, std::uint64_t number) const;
    std::uint32_t* signalParcels(std::uint64_t signal) const;

    Circuit& m_circuit;
    std::vector<Circuit*> m_circuits;
    std::vector<Coming> m_coming;
};

} // namespace lw::inference
