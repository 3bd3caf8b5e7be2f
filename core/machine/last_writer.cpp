// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/last_writer.h"

#include "core/base/check.h"
#include "core/isa/encode.h"
#include "core/isa/uses.h"
#include "core/machine/cell_name.h"
#include "core/machine/expression.h"
#include "core/machine/predicate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

namespace lw::machine {
namespace {

// This many hits at the end of a stretch are remembered;
// and a stretch with more hits than that is examined from its end.
constexpr std::size_t kRemembered = 64;
constexpr std::size_t kDenseHits = 2048;
constexpr std::uint64_t kFirstWindow = 4096, kWindowGrowth = 16; // clocks

constexpr std::uint32_t kStored = 1, kLanded = 2, kCounted = 3, kIssues = 4; // ids of triggers

// A place in the history where the cell may have been written.
struct Candidate {
    std::uint64_t clock = 0; // of the position after the write
    std::uint32_t trigger = 0;
    BundleOf bundle;
    bool mayBePartial = false; // of a register: words other than the one asked about
};

// The core that the cell with that byte belongs to.
const Core& ownerOf(const Machine& machine, std::uint64_t offset) {
    const auto cell = cellAt(machine.tree(), offset);
    const Core* const owner = cell ? machine.coreWith(cell->node) : nullptr;
    return owner != nullptr ? *owner : machine.onlyCore();
}

class Search {
  public:
    Search(Timeline& timeline, std::uint64_t offset, std::uint64_t bytes, const std::atomic<bool>* interrupt)
        : m_timeline(timeline)
        , m_machine(timeline.machine())
        , m_core(ownerOf(m_machine, offset))
        , m_offset(offset)
        , m_bytes(bytes)
        , m_interrupt(interrupt) {
        LW_REQUIRE(bytes > 0 && bytes <= m_value.size() && offset + bytes <= m_machine.store().bytes(),
                   "a cell lies inside the state");
        m_value = read();
        classify();
    }

    std::optional<Writer> run() {
        const std::uint64_t here = m_timeline.clock();
        const std::vector<std::uint32_t> written = m_timeline.writtenSinceKept();
        std::uint64_t end = here;
        while (end > m_timeline.originClock()) {
            const Timeline::Kept* before = keptBefore(end);
            const Timeline::Kept* at = keptAt(end);
            const std::uint64_t begin = before->clock;
            const std::uint64_t edited = lastEdit(begin, end);
            std::optional<Writer> writer;
            const bool known = at || end == here; // otherwise the snapshot there was dropped meanwhile
            if (!known || mayBeWritten(at ? at->written : written))
                writer = inSegment(std::max(begin, edited), end);
            if (isInterrupted()) return {};
            if (writer) return writer;
            if (edited > begin) return Writer{WriterKind::HandEdit, {}, edited};
            end = begin;
        }
        return atOrigin();
    }

  private:
    using Bytes = std::array<std::byte, 8>;
    enum class Place { Word, Register, Other };

    // ---- what is asked

    void classify() {
        const CoreTree& tree = m_core.tree();
        const isa::Spec& spec = *m_core.target().spec;
        for (isa::SpaceId space{}; index(space) < spec.spaces.size(); ++space)
            if (contains(tree.ofSpace(space))) {
                m_place = Place::Word;
                m_space = space;
                m_unit = (m_offset - m_nodeOffset) / m_core.target().spaces[index(space)].unitBytes;
            }
        for (std::size_t file = 0; file < spec.files.size(); ++file) {
            const NodeId node = tree.ofFile(static_cast<std::int8_t>(file));
            if (!contains(node)) continue;
            m_place = Place::Register;
            m_file = static_cast<std::int8_t>(file);
            const std::uint64_t words = countOf(tree.at(node)) / tree.at(node).shape.front();
            m_register = (m_offset - m_nodeOffset) / (sizeOf(tree.at(node)) * words);
            m_isScalar = words == 1;
            m_isFlag = tree.at(node).role == Role::SyncFlags;
            collectWriters();
        }
    }
    bool contains(NodeId id) {
        const Node& node = m_machine.tree().at(id);
        if (m_offset < node.offset || m_offset >= node.offset + countOf(node) * sizeOf(node)) return false;
        m_nodeOffset = node.offset;
        return true;
    }
    // The bundles that write the register, if their predicate says so.
    void collectWriters() {
        const isa::Spec& spec = *m_core.target().spec;
        const auto& bundles = m_core.program().bundles;
        for (std::uint32_t number = 0; number < bundles.size(); ++number) {
            isa::Bundle bundle;
            if (isa::decode(spec, bundles[number], bundle)) continue;
            isa::RegisterUses uses;
            isa::usesOf(spec, bundle, uses);
            const auto isHere = [&](const isa::RegisterUse& use) {
                return use.file == m_file && use.number == m_register;
            };
            for (const isa::RegisterUse& use : uses) {
                if (!use.writes() || !isHere(use)) continue;
                const bool reads = std::any_of(uses.begin(), uses.end(), [&](const isa::RegisterUse& other) {
                    return other.reads() && other.insn == use.insn && isHere(other);
                });
                m_writers.push_back({number, bundle.insns[use.insn].predicate, reads});
            }
        }
    }

    // ---- stretches of the history

    bool isInterrupted() const { return m_interrupt && m_interrupt->load(std::memory_order_relaxed); }
    const Timeline::Kept* keptBefore(std::uint64_t clock) const {
        const auto& kept = m_timeline.kept();
        const auto at =
            std::lower_bound(kept.begin(), kept.end(), clock,
                             [](const Timeline::Kept& k, std::uint64_t c) { return k.clock < c; });
        return &*std::prev(at);
    }
    const Timeline::Kept* keptAt(std::uint64_t clock) const {
        const auto& kept = m_timeline.kept();
        const auto at =
            std::lower_bound(kept.begin(), kept.end(), clock,
                             [](const Timeline::Kept& k, std::uint64_t c) { return k.clock < c; });
        return at != kept.end() && at->clock == clock ? &*at : nullptr;
    }
    // Hot pages have no marks.
    bool mayBeWritten(const std::vector<std::uint32_t>& written) const {
        const auto page = static_cast<std::uint32_t>(m_offset / StateStore::kPageBytes);
        return m_machine.store().isHot(page) || std::binary_search(written.begin(), written.end(), page);
    }
    // The last hand edit of the cell in (begin, end], or begin.
    std::uint64_t lastEdit(std::uint64_t begin, std::uint64_t end) const {
        std::uint64_t last = begin;
        for (const Edit& edit : m_timeline.edits())
            if (edit.clock > begin && edit.clock <= end && touches(edit)) last = edit.clock;
        return last;
    }
    bool touches(const Edit& edit) const {
        const NodeId id = edit.inSpace ? m_machine.core(edit.core).tree().ofSpace(edit.space) : edit.node;
        const Node& node = m_machine.tree().at(id);
        const std::uint64_t from = node.offset + (edit.inSpace ? edit.offset : edit.first * sizeOf(node));
        return from < m_offset + m_bytes && m_offset < from + edit.bytes.size();
    }

    // The last write at a position in (begin, end].
    std::optional<Writer> inSegment(std::uint64_t begin, std::uint64_t end) {
        if (m_place == Place::Other) return lastChange(begin, end);
        std::uint64_t window = end - begin;
        while (end > begin && !isInterrupted()) {
            const std::uint64_t from = end - std::min(window, end - begin);
            const Scan found = scan(from, end);
            if (found.isDense) { // it is written all the time: the last write is near the end
                window = kFirstWindow;
                continue;
            }
            for (auto candidate = found.candidates.rbegin(); candidate != found.candidates.rend();
                 ++candidate) {
                if (const auto writer = confirmed(*candidate)) return writer;
                if (isInterrupted()) return {};
            }
            end = found.hasForgotten ? found.candidates.front().clock : from;
            window *= kWindowGrowth;
        }
        return {};
    }

    struct Scan {
        std::deque<Candidate> candidates; // the newest ones, by clock
        bool hasForgotten = false;        // there were older ones
        bool isDense = false;             // given up: too many
    };
    Scan scan(std::uint64_t from, std::uint64_t end) {
        Scan out;
        std::size_t hits = 0;
        m_timeline.seek(from, m_interrupt);
        Visit visit;
        visit.accept = [&](const Stop& stop) {
            const bool landed =
                std::find(stop.triggers.begin(), stop.triggers.end(), kLanded) != stop.triggers.end();
            for (std::size_t i = 0; i < stop.triggers.size(); ++i)
                if (!landed || stop.triggers[i] != kStored) // a write by the transfer may count as both
                    consider(stop, i, end, out.candidates);
            while (out.candidates.size() > kRemembered) out.candidates.pop_front(), out.hasForgotten = true;
            out.isDense = ++hits > kDenseHits && end - from > kFirstWindow;
            return out.isDense;
        };
        m_timeline.inspect({.clock = end, .interrupt = m_interrupt, .resumed = true}, triggers(), visit);
        return out;
    }
    std::vector<Trigger> triggers() const {
        std::vector<Trigger> out;
        const auto add = [&](TriggerKind kind, std::uint32_t id) -> Trigger& {
            out.push_back({});
            out.back().kind = kind;
            out.back().id = id;
            out.back().core = m_core.id();
            return out.back();
        };
        if (m_place == Place::Word) {
            for (const auto& [kind, id] :
                 {std::pair{TriggerKind::MemoryWrite, kStored}, std::pair{TriggerKind::DmaLanded, kLanded}}) {
                Trigger& trigger = add(kind, id);
                trigger.space = m_space;
                trigger.first = m_unit;
                trigger.count = 1;
            }
            return out;
        }
        for (const WriterBundle& writer : m_writers)
            if (out.empty() || out.back().bundle != writer.bundle)
                add(TriggerKind::Bundle, kIssues).bundle = writer.bundle;
        if (m_isFlag) {
            // A transfer counts a flag up by one: the last time it did, it produced the present value.
            Trigger& trigger = add(TriggerKind::FlagReached, kCounted);
            trigger.flag = static_cast<std::uint32_t>(m_register);
            std::memcpy(&trigger.value, m_value.data(), sizeof trigger.value);
        }
        return out;
    }
    void consider(const Stop& stop, std::size_t which, std::uint64_t end, std::deque<Candidate>& out) {
        Candidate candidate{stop.clock, stop.triggers[which],
                            which < stop.causes.size() ? stop.causes[which] : BundleOf{}};
        if (candidate.trigger == kIssues) {
            // The machine has stopped before the bundle, whose result is there one clock later.
            ++candidate.clock;
            candidate.bundle = {m_core.id(), stop.bundle};
            const auto writer = std::find_if(m_writers.begin(), m_writers.end(), [&](const WriterBundle& w) {
                return w.bundle == stop.bundle && isExecuted(m_machine, m_core, w.predicate);
            });
            if (candidate.clock > end || writer == m_writers.end()) return;
            candidate.mayBePartial = !m_isScalar && !writer->readsIt;
        }
        out.push_back(candidate);
    }

    // A trigger covers a unit of the space, and a bundle names a register:
    // more than the word that it may write.
    std::optional<Writer> confirmed(const Candidate& candidate) {
        const std::uint64_t clock = candidate.clock;
        const Writer issuing{WriterKind::Bundle, candidate.bundle, clock - 1};
        if (candidate.trigger == kIssues && !candidate.mayBePartial) return issuing;
        m_timeline.seek(clock - 1, m_interrupt);
        if (isInterrupted()) return {};
        if (candidate.trigger == kIssues) return changesWord(clock) ? std::optional(issuing) : std::nullopt;
        const std::uint32_t issued = m_core.nextBundle();
        if (candidate.trigger == kCounted) {
            // A flag set by the bundle that issued then is a separate candidate.
            const auto sets = [&](const WriterBundle& w) {
                return w.bundle == issued && isExecuted(m_machine, m_core, w.predicate);
            };
            if (!m_core.waiting() && std::any_of(m_writers.begin(), m_writers.end(), sets)) return {};
            return Writer{WriterKind::Dma, candidate.bundle, clock};
        }
        if (!changesWord(clock)) return {};
        if (candidate.trigger == kLanded) return Writer{WriterKind::Dma, candidate.bundle, clock};
        return Writer{WriterKind::Bundle,
                      candidate.bundle.isKnown() ? candidate.bundle : BundleOf{m_core.id(), issued},
                      clock - 1};
    }
    // Puts two other values there and checks whether they survive the next clock;
    // what is written cannot equal both.
    bool changesWord(std::uint64_t clock) {
        const Timeline::Bookmark here = m_timeline.leave();
        const Bytes was = read();
        bool changed = false;
        for (const std::byte mask : {std::byte{0xff}, std::byte{0x55}}) {
            Bytes other = was;
            for (std::size_t i = 0; i < m_bytes; ++i) other[i] ^= mask;
            m_machine.store().write(m_offset, std::span(other).first(m_bytes));
            m_machine.stateReplaced();
            m_machine.run({.clock = clock});
            changed = changed || read() != other;
            m_timeline.comeBack(here);
        }
        return changed;
    }

    // ---- other cells

    // The last change in (begin, end]: first between which two of the positions after bundles and landings.
    std::optional<Writer> lastChange(std::uint64_t begin, std::uint64_t end) {
        m_timeline.seek(begin, m_interrupt);
        Bytes value = read();
        std::uint64_t from = 0, to = 0, before = begin;
        const auto look = [&](std::uint64_t clock) {
            const Bytes now = read();
            if (now != value) from = before, to = clock;
            value = now;
            before = clock;
        };
        Visit visit;
        visit.everyBundle = true;
        visit.accept = [&](const Stop& stop) {
            look(stop.clock);
            return false;
        };
        m_timeline.inspect({.clock = end, .interrupt = m_interrupt}, landings(), visit);
        look(m_timeline.clock());
        if (from == to || isInterrupted()) return {};
        return changeBetween(from, to, value);
    }
    // There, at most one event follows clocks in which a bundle waited, and these only count something up:
    // a cell that has reached its last value keeps it.
    std::optional<Writer> changeBetween(std::uint64_t from, std::uint64_t to, const Bytes& value) {
        while (to - from > 1) {
            const std::uint64_t middle = from + (to - from) / 2;
            m_timeline.seek(middle, m_interrupt);
            if (isInterrupted()) return {};
            (read() == value ? to : from) = middle;
        }
        m_timeline.seek(from, m_interrupt);
        const BundleOf bundle{m_core.id(), m_core.nextBundle()};
        const std::uint64_t issued = m_core.issuedBundles();
        std::optional<Writer> landed;
        Visit visit;
        visit.accept = [&](const Stop& stop) {
            if (!stop.causes.empty()) landed = Writer{WriterKind::Dma, stop.causes.back(), stop.clock};
            return false;
        };
        m_timeline.inspect({.clock = to, .interrupt = m_interrupt, .resumed = true}, landings(), visit);
        if (isInterrupted()) return {};
        if (landed && m_core.issuedBundles() == issued) return landed;
        return Writer{WriterKind::Bundle, bundle, from};
    }
    // Granules in any memory.
    std::vector<Trigger> landings() const {
        std::vector<Trigger> out(m_core.target().spaces.size());
        for (isa::SpaceId space{}; index(space) < out.size(); ++space) {
            Trigger& trigger = out[index(space)];
            trigger.kind = TriggerKind::DmaLanded;
            trigger.id = kLanded;
            trigger.core = m_core.id();
            trigger.space = space;
            trigger.count = m_core.target().spaces[index(space)].units;
        }
        return out;
    }

    std::optional<Writer> atOrigin() {
        m_timeline.seek(m_timeline.originClock(), m_interrupt);
        if (isInterrupted()) return {};
        for (const Edit& edit : m_timeline.edits())
            if (edit.clock <= m_timeline.originClock() && touches(edit))
                return Writer{WriterKind::HandEdit, {}, edit.clock};
        bool written = read() != Bytes{};
        if (m_place == Place::Word) {
            std::array<std::byte, 4> word;
            const Outcome done =
                m_core.readSpace(m_space, (m_offset - m_nodeOffset) / 4 * 4, word, std::span(&written, 1));
            LW_ASSERT(done, "a word inside a memory can be read");
        }
        return Writer{written ? WriterKind::Preload : WriterKind::Never, {}, m_timeline.originClock()};
    }

    Bytes read() const {
        Bytes out{};
        m_machine.store().read(m_offset, std::span(out).first(m_bytes));
        return out;
    }

    struct WriterBundle {
        std::uint32_t bundle;
        std::uint8_t predicate;
        bool readsIt; // the instruction also reads the register: it is one that writes all words
    };
    Timeline& m_timeline;
    Machine& m_machine;
    const Core& m_core; // whose cell it is
    std::uint64_t m_offset, m_bytes;
    const std::atomic<bool>* m_interrupt;
    Bytes m_value{}; // here
    Place m_place = Place::Other;
    std::uint64_t m_nodeOffset = 0;
    isa::SpaceId m_space{};       // of a word, and
    std::uint64_t m_unit = 0;     // its unit in it
    std::int8_t m_file = -1;      // of a register, and
    std::uint64_t m_register = 0; // its number
    bool m_isScalar = true;       // has one word: a writer writes all of it
    bool m_isFlag = false;
    std::vector<WriterBundle> m_writers;
};

} // namespace

std::optional<Writer> lastWriter(Timeline& timeline, std::uint64_t offset, std::uint64_t bytes,
                                 const std::atomic<bool>* interrupt) {
    const Timeline::Bookmark here = timeline.leave();
    const std::optional<Writer> writer = Search(timeline, offset, bytes, interrupt).run();
    timeline.comeBack(here);
    return writer;
}

} // namespace lw::machine
