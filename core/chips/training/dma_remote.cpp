// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/chips/training/remote.h"
#include "core/machine/machine.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <cstring>
#include <utility>

// What a core sends to another one. Granules leave the sender by the clock and stay in its transit, a ring
// of granules with a bit per word for whether it was ever written; the receiver takes them from there.
namespace lw::training {

using machine::Fault;
using machine::FaultKind;

// The two words that other descriptors do not have.
bool Dma::describeFar(const Issue& issue, const std::uint32_t* words, Transfer& t) const {
    const Config& config = m_core.config();
    const FarPlace far = FarPlace::of(words[kDescriptorWords]);
    const std::uint32_t flag = words[kDescriptorWords + 1];
    const auto refuse = [&](std::string text, std::string advice) {
        m_core.fault(FaultKind::OutOfRange, issue, std::move(text), std::move(advice));
        return false;
    };
    if (far.core >= config.cores || far.core == m_core.id().index)
        return refuse("the descriptor names core " + std::to_string(far.core) + " as the destination",
                      far.core < config.cores
                          ? "a core sends to others; within it, use dma.v2h and its like"
                          : "the machine has cores 0 to " + std::to_string(config.cores - 1));
    if (far.to >= kIsa.spaces.size() || far.from >= kIsa.spaces.size())
        return refuse(
            "word 15 of the descriptor names a memory that does not exist",
            "add the core's number, one of TO_HBM, TO_VMEM, TO_SMEM and one of FROM_HBM, FROM_VMEM, "
            "FROM_SMEM");
    if (flag >= kIsa.files[kF].count)
        return refuse("the descriptor names sync flag " + std::to_string(flag) + " of the destination",
                      "flags are f0 to f31");
    t.direction = kSend;
    t.otherSpace = far.from;
    t.farCore = static_cast<std::uint16_t>(far.core);
    t.farSpace = static_cast<isa::SpaceId>(far.to);
    t.farFlag = static_cast<std::uint8_t>(flag);
    t.isSignal = words[3] == 0;
    return true;
}

// ---- the sender

bool Dma::isSending() const {
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).direction == kSend && at(i).landed < at(i).granules) return true;
    return false;
}

// What a core sends arrives in the order in which it was sent.
std::optional<std::uint32_t> Dma::nextToHandOver() const {
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).direction == kSend && !at(i).isHandedOver) return i;
    return std::nullopt;
}

std::uint64_t Dma::nextHandOver() const {
    const auto next = nextToHandOver();
    return next ? arrivalOf(at(*next)) : machine::kForever;
}

std::uint64_t Dma::nextHandOverIssued() const {
    const auto next = nextToHandOver();
    return next ? at(*next).issueClock : machine::kForever;
}

std::optional<Fault> Dma::handOver() {
    const std::uint32_t index = *nextToHandOver();
    Transfer sent = at(index), arriving = sent;
    arriving.direction = kArrive;
    arriving.farCore = m_core.id().index;
    arriving.otherSpace = isa::index(sent.farSpace);
    arriving.flag = sent.farFlag;
    arriving.landed = arriving.ordered = 0;
    if (auto fault =
            m_core.peer(sent.farCore).dma().receive(arriving, m_core.happensBefore().carriedBy(index)))
        return fault;
    sent.isHandedOver = true;
    put(index, sent);
    return std::nullopt;
}

// Consecutive granules from `source` on into the transit; `number`: the first one's.
void Dma::leave(const Transfer& t, std::uint64_t number, std::int64_t source, std::uint64_t granules) {
    const Core::Memory from = m_core.memory(t.sourceSpace());
    const std::uint64_t places = m_core.layout().transitWritten.count;
    for (std::uint64_t i = 0; i < granules; ++i) {
        const std::uint64_t place = (t.sequence + number + i) % places;
        const std::uint64_t word =
            (static_cast<std::uint64_t>(source) + i * unitsPerGranule(t.sourceSpace())) *
            (t.sourceSpace() == kSmem ? 1 : 4);
        m_core.mark(m_core.layout().transit.offset + place * 16, 16);
        m_core.mark(m_core.layout().transitWritten.offset + place, 1);
        std::memcpy(m_core.state().transit + place * 4, from.words + word, 16);
        m_core.state().transitWritten[place] =
            static_cast<std::uint8_t>(machine::writtenAt(from.written, word, 4));
        m_core.granulesRead(t, word, 4);
    }
}

// ---- the receiver

// Why it cannot be accepted, if it cannot.
std::optional<Fault> Dma::refusalOf(const Transfer& t, std::span<const std::uint64_t> carried) const {
    Fault fault;
    fault.unit = kDma;
    fault.core = {t.farCore};
    fault.bundle = static_cast<std::uint32_t>(t.bundle);
    fault.clock = arrivalOf(t);
    const std::string me = m_core.name(), flag = me + ".f" + std::to_string(t.flag);
    if (count() == kTransferSlots) {
        fault.kind = FaultKind::Unimplemented;
        fault.text = std::to_string(kTransferSlots) + " transfers of " + me + " are not waited for";
        fault.advice = "let " + me + " wait for transfers now and then";
        return fault;
    }
    const std::int64_t counted =
        std::max(0, m_core.state().orderedFlags[t.flag]) +
        static_cast<std::int64_t>(unorderedOn(static_cast<std::uint32_t>(t.flag)) + t.granules);
    if (counted > std::numeric_limits<std::int32_t>::max()) {
        fault.kind = FaultKind::FlagOverflow;
        fault.text = flag + " cannot count " + std::to_string(t.granules) + " more granules";
        fault.advice = "let " + me + " set the flag back between transfers";
        return fault;
    }
    return t.isSignal ? std::nullopt : raceOf(t, carried, std::move(fault));
}

std::optional<Fault> Dma::receive(const Transfer& t, std::span<const std::uint64_t> carried) {
    if (auto refusal = refusalOf(t, carried)) return refusal;
    const std::uint32_t index = (*m_core.state().transferCount)++;
    put(index, t);
    std::copy(carried.begin(), carried.end(), m_core.happensBefore().carriedBy(index).begin());
    if (!t.isSignal) m_core.happensBefore().share(t);
    setGuards(t);
    return std::nullopt;
}

// Granules from their sender's transit to `destination`, one after the other.
void Dma::arrive(const Transfer& t, std::uint64_t number, std::int64_t destination, std::uint64_t granules) {
    const Core& sender = m_core.peer(t.farCore);
    const std::uint64_t places = sender.layout().transitWritten.count;
    const Core::Memory to = m_core.memory(t.destinationSpace());
    for (std::uint64_t i = 0; i < granules; ++i) {
        const std::uint64_t place = (t.sequence + number + i) % places;
        const std::uint64_t word =
            (static_cast<std::uint64_t>(destination) + i * unitsPerGranule(t.destinationSpace())) *
            (t.destinationSpace() == kSmem ? 1 : 4);
        m_core.mark(to.offset + word * 4, 16);
        m_core.mark(to.writtenOffset + word / 64 * 8, ((word + 3) / 64 - word / 64 + 1) * 8);
        if (t.destinationSpace() == kVmem) m_core.places().memoryChanges(to.words + word, 4);
        std::memcpy(to.words + word, sender.transit() + place * 4, 16);
        machine::putWritten(to.written, word, 4, sender.transitWritten()[place]);
        m_core.wordsWritten(t.destinationSpace(), word, 4);
        m_core.granulesWritten(t, word, 4);
    }
}

void Dma::setRun(std::uint64_t end, std::uint64_t arrivals) {
    m_landsUntil = end - 1;
    m_arrivesUntil = std::min(arrivals, m_landsUntil);
}

void Dma::leaveUntil(std::uint64_t clock) {
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).direction != kArrive && followsClock(at(i))) land(i, landedBy(at(i), clock));
}

void Dma::arriveUntil(std::uint64_t clock) {
    for (std::uint32_t i = 0; i < count(); ++i)
        if (at(i).direction == kArrive && followsClock(at(i))) land(i, landedBy(at(i), clock));
}

} // namespace lw::training
