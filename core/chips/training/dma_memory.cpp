// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/access_races.h"
#include "core/chips/training/core.h"
#include "core/chips/training/remote.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <cstring>
#include <limits>

// What transfers do to memory: descriptors, copies, guards and conflicts.
namespace lw::training {

using machine::allWritten;
using machine::copyWritten;
using machine::FaultKind;
using machine::setWritten;

namespace {

std::int64_t signedWord(std::uint32_t word) { return static_cast<std::int32_t>(word); }

// The spaces of a transfer, from its instruction.
void setSpaces(Transfer& t, isa::OpId row) {
    t.direction = row == op(kScalar, "dma.h2v") || row == op(kScalar, "dma.h2s") ? kIn : kOut;
    t.otherSpace =
        row == op(kScalar, "dma.h2v") || row == op(kScalar, "dma.v2h") ? index(kVmem) : index(kSmem);
}

std::int64_t unitsOf(const Config& config, isa::SpaceId space) {
    if (space == kHbm) return static_cast<std::int64_t>(config.hbmBytes / 16);
    return space == kSmem ? config.smemWords : static_cast<std::int64_t>(config.vmemRows) * config.lanes / 4;
}

// Whether the descriptor's words may be read: inside the memory, written, not in a race.
bool checkDescriptor(Core& core, const Issue& issue, std::uint32_t address, std::uint32_t words) {
    const Config& config = core.config();
    if (address >= config.smemWords || config.smemWords - address < words) {
        core.fault(FaultKind::OutOfRange, issue,
                   "the descriptor at word " + std::to_string(address) + " reaches beyond scalar memory",
                   "a descriptor has " + std::to_string(words) + " words");
        return false;
    }
    for (std::uint32_t i = address; i < address + words; ++i)
        if (core.guards().words[i] & kGuardLanding) checkRace(core, issue, kSmem, i, false);
    if (!core.faulted() && !core.usesUnwritten() && !allWritten(core.state().smemWritten, address, words))
        core.fault(FaultKind::Uninitialised, issue,
                   "the descriptor at word " + std::to_string(address) + " has words that were never written",
                   "write all " + std::to_string(words) +
                       " words: source, destination, flag, 4 x (count, source stride, destination stride)" +
                       (words == kFarDescriptorWords ? ", core and memories, flag of that core" : ""));
    return !core.faulted();
}

bool checkBounds(Core& core, const Issue& issue, const Transfer& t, Side side) {
    const isa::SpaceId space = side == Side::Source ? t.sourceSpace() : t.destinationSpace();
    const UnitRange bounds = boundsOf(t, side);
    const std::int64_t units = unitsOf(core.config(), space);
    if (bounds.first >= 0 && bounds.end <= units) return true;
    const std::string_view unit = space == kSmem ? "words" : "granules";
    core.fault(FaultKind::OutOfRange, issue,
               "the transfer " + std::string(side == Side::Source ? "reads " : "writes ") +
                   std::string(unit) + " " + std::to_string(bounds.first) + " to " +
                   std::to_string(bounds.end - 1) + " of " + std::string(kIsa.spaces[index(space)].name) +
                   ", which has " + std::to_string(units),
               "check addresses, counts and strides of the descriptor");
    return false;
}

} // namespace

void Dma::describe(const Issue& issue, std::uint32_t address) {
    const bool isFar = issue.op == op(kScalar, "dma.remote");
    if (isFar && !m_core.config().way)
        return m_core.fault(FaultKind::Unimplemented, issue,
                            m_core.config().cores == 1
                                ? "this machine has one core and no interconnect"
                                : "the cores of this machine have no ways between them",
                            m_core.config().cores == 1
                                ? "use a board with several cores"
                                : "use a machine whose file gives its cores a latency and a bandwidth");
    if (!checkDescriptor(m_core, issue, address, isFar ? kFarDescriptorWords : kDescriptorWords)) return;
    const std::uint32_t* const words = m_core.state().smem + address;
    Transfer t;
    if (isFar) {
        // A core that only sends may never wait: what has arrived leaves the list here.
        landUntil(m_core.issueClock());
        closeOrdered(m_core.issueClock());
        if (!describeFar(issue, words, t)) return;
    } else {
        setSpaces(t, issue.op);
    }
    t.bundle = issue.bundle;
    t.source = words[0];
    t.destination = words[1];
    t.flag = words[2];
    t.granules = 1;
    for (std::size_t i = 0; i < 4; ++i) {
        t.count[i] = std::max<std::uint32_t>(words[3 + 3 * i], 1);
        t.sourceStride[i] = signedWord(words[4 + 3 * i]);
        t.destinationStride[i] = signedWord(words[5 + 3 * i]);
        if (t.granules <= std::numeric_limits<std::int32_t>::max()) t.granules *= t.count[i];
    }
    if (t.isSignal) { // on its way, but nothing here waits for it
        t.granules = t.ordered = 1;
        t.count.fill(1);
    }
    if (!admits(issue, t)) return;
    m_described = t;
    m_describedAt = address;
}

// Whether flag, addresses and list have room for it, and nothing under way conflicts with it.
bool Dma::admits(const Issue& issue, const Transfer& t) const {
    const auto refuse = [&](FaultKind kind, std::string text, std::string advice,
                            machine::BundleOf other = {}) {
        m_core.fault(kind, issue, std::move(text), std::move(advice), other);
        return false;
    };
    if (t.flag >= kIsa.files[kF].count)
        return refuse(FaultKind::OutOfRange, "the descriptor names sync flag " + std::to_string(t.flag),
                      "flags are f0 to f31");
    const auto pending = static_cast<std::int64_t>(unorderedOn(static_cast<std::uint32_t>(t.flag)));
    const std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (!t.isSignal && static_cast<std::int64_t>(t.granules) >
                           most - pending - std::max(0, m_core.state().orderedFlags[t.flag]))
        return refuse(FaultKind::FlagOverflow,
                      "f" + std::to_string(t.flag) + " cannot count " + std::to_string(t.granules) +
                          " more granules",
                      "set the flag back between transfers, or make the transfer smaller");
    if (!t.isSignal &&
        (!checkBounds(m_core, issue, t, Side::Source) || !checkBounds(m_core, issue, t, Side::Destination)))
        return false;
    if (t.granules > kMostGranules)
        return refuse(FaultKind::Unimplemented,
                      "a transfer of " + std::to_string(t.granules) + " granules; this machine moves " +
                          std::to_string(kMostGranules) + " at most",
                      "use several transfers");
    const std::vector<UnitRange> written = coverOf(t, Side::Destination, 0);
    for (std::size_t i = 1; i < written.size(); ++i)
        if (written[i].first < written[i - 1].end)
            return refuse(FaultKind::Undefined,
                          "the transfer writes " +
                              std::string(kIsa.spaces[index(t.destinationSpace())].name) + " address " +
                              std::to_string(written[i].first) + " twice",
                          "check counts and destination strides of the descriptor");
    if (count() == kTransferSlots)
        return refuse(FaultKind::Unimplemented,
                      std::to_string(kTransferSlots) + " transfers are not waited for",
                      "wait for transfers now and then");
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer open = at(i);
        if (open.ordered == open.granules || !racesWith(t, open)) continue;
        return refuse(FaultKind::Race,
                      "the transfer overlaps one of " + m_core.bundleText(starterOf(open)) +
                          " that no wait has ordered before it",
                      "wait for f" + std::to_string(open.flag) + " first", starterOf(open));
    }
    return true;
}

void Dma::move(const Transfer& t, std::uint64_t first, std::uint64_t granules) {
    if (t.isSignal) return;
    const std::int64_t from = unitsPerGranule(t.sourceSpace()), to = unitsPerGranule(t.destinationSpace());
    forEachRun(t, first, granules, [&](const TransferRun& run) {
        if (run.count == 1 || (t.sourceStride[0] == from && t.destinationStride[0] == to)) {
            moveRun(t, run);
        } else {
            for (std::uint64_t i = 0; i < run.count; ++i)
                moveRun(t, {run.first + i, 1, run.source + static_cast<std::int64_t>(i) * t.sourceStride[0],
                            run.destination + static_cast<std::int64_t>(i) * t.destinationStride[0]});
        }
        return true;
    });
}

// Granules that are consecutive on both sides.
void Dma::moveRun(const Transfer& t, const TransferRun& run) {
    if (t.direction == kSend) return leave(t, run.first, run.source, run.count);
    if (t.direction == kArrive) return arrive(t, run.first, run.destination, run.count);
    copyGranules(t, run.source, run.destination, run.count);
}

// Copies data and written state of granules that are consecutive on both sides.
void Dma::copyGranules(const Transfer& t, std::int64_t source, std::int64_t destination,
                       std::uint64_t granules) {
    const Core::Memory from = m_core.memory(t.sourceSpace()), to = m_core.memory(t.destinationSpace());
    const std::uint64_t words = granules * 4;
    const auto fromWord = static_cast<std::uint64_t>(source) * (t.sourceSpace() == kSmem ? 1 : 4);
    const auto toWord = static_cast<std::uint64_t>(destination) * (t.destinationSpace() == kSmem ? 1 : 4);
    m_core.mark(to.offset + toWord * 4, words * 4);
    m_core.mark(to.writtenOffset + toWord / 64 * 8, ((toWord + words - 1) / 64 - toWord / 64 + 1) * 8);
    if (t.destinationSpace() == kVmem) m_core.places().memoryChanges(to.words + toWord, words);
    std::memcpy(to.words + toWord, from.words + fromWord, words * 4);
    if (allWritten(from.written, fromWord, words))
        setWritten(to.written, toWord, words);
    else
        copyWritten(from.written, fromWord, to.written, toWord, words);
    m_core.wordsWritten(t.destinationSpace(), toWord, words);
    m_core.granulesWritten(t, toWord, words);
    m_core.granulesRead(t, fromWord, words);
}

std::optional<Transfer> Dma::conflict(isa::SpaceId space, std::uint64_t unit, bool write) const {
    const std::int64_t perRow = m_core.config().lanes / 4;
    const std::int64_t low =
        space == kVmem ? static_cast<std::int64_t>(unit) * perRow : static_cast<std::int64_t>(unit);
    return unordered(space, {low, low + (space == kVmem ? perRow : 1)}, write);
}

std::optional<Transfer> Dma::unordered(isa::SpaceId space, UnitRange units, bool orLeaving) const {
    const std::vector<UnitRange> wanted{units};
    for (std::uint32_t i = 0; i < count(); ++i) {
        const Transfer t = at(i);
        if (t.ordered == t.granules) continue;
        if (t.writes() && t.destinationSpace() == space &&
            overlap(wanted, coverOf(t, Side::Destination, t.ordered)))
            return t;
        if (orLeaving && t.reads() && t.sourceSpace() == space &&
            overlap(wanted, coverOf(t, Side::Source, t.ordered)))
            return t;
    }
    return std::nullopt;
}

static bool isIncoming(const Transfer& t) { return t.direction == kIn || t.direction == kArrive; }

// Calls each(guard byte) for every row or word that the core's side of a transfer touches.
template <typename Each> void Dma::overGuards(const Transfer& t, Each each) {
    if (t.isSignal || t.other() == kHbm) return; // only transfers touch that
    const Side side = isIncoming(t) ? Side::Destination : Side::Source;
    std::vector<std::uint8_t>& guards = t.other() == kVmem ? m_core.guards().rows : m_core.guards().words;
    const std::int64_t perUnit = t.other() == kVmem ? m_core.config().lanes / 4 : 1;
    forEachRange(t, side, 0, [&](const UnitRange& range) {
        for (std::int64_t unit = range.first / perUnit; unit <= (range.end - 1) / perUnit; ++unit)
            each(guards[static_cast<std::size_t>(unit)]);
    });
}

void Dma::setGuards(const Transfer& t) {
    const std::uint8_t bit = isIncoming(t) ? kGuardLanding : kGuardLeaving;
    overGuards(t, [&](std::uint8_t& guard) { guard = static_cast<std::uint8_t>(guard | bit); });
}

void Dma::clearGuards(const Transfer& t) {
    overGuards(t, [&](std::uint8_t& guard) {
        guard = static_cast<std::uint8_t>(guard & ~(kGuardLanding | kGuardLeaving));
    });
}

void Dma::rebuildGuards() {
    Guards& guards = m_core.guards();
    const std::uint32_t lanes = m_core.config().lanes;
    for (std::size_t row = 0; row < guards.rows.size(); ++row)
        guards.rows[row] = allWritten(m_core.state().vmemWritten, row * lanes, lanes) ? 0 : kGuardUnwritten;
    std::fill(guards.words.begin(), guards.words.end(), std::uint8_t{0});
    for (std::uint32_t i = 0; i < count(); ++i) setGuards(at(i));
    if (m_core.config().way) m_core.happensBefore().rebuildGuards();
}

} // namespace lw::training
