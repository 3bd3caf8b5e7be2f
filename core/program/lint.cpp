// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/lint.h"

#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/isa/print.h"
#include "core/isa/uses.h"
#include "core/program/dataflow.h"
#include "core/program/lines.h"
#include "core/program/lint_messages.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lw::program {
namespace {

constexpr std::array kLints{&messages::kDeadWrite, &messages::kUnreachable, &messages::kPopWithoutPush,
                            &messages::kQueueNotEmpty, &messages::kQueueOverflows, &messages::kNeverWritten,
                            &messages::kPredicateSometimesSet, &messages::kSometimesWritten,
                            &messages::kTimingDependent, &messages::kFlagNeverSet, &messages::kBranchBeyond,
                            // of an array of circuits: core/chips/inference/link_lints.h
                            &messages::kNoNeighbour, &messages::kSignalTooRare,
                            // of the training chip: core/chips/training/setting_lints.h
                            &messages::kSettingNeverSet};

class Linter {
  public:
    Linter(const Program& program, const Target& target, const LintOptions& options, Diagnostics& out)
        : m_program(program)
        , m_target(target)
        , m_spec(*target.spec)
        , m_options(options)
        , m_out(out)
        , m_numbers(m_spec)
        , m_facts(factsOf(program, m_spec))
        , m_graph(program, m_facts) {
        for (const isa::Insn& insn : m_spec.insns)
            if ((insn.effects & isa::kWaitsForFlag) != 0) m_flagFile = insn.operands[0].file;
        if (m_flagFile >= 0) m_flags = m_numbers.allOf(m_flagFile);
        if (m_spec.predicateFile >= 0) m_predicates = m_numbers.allOf(m_spec.predicateFile);
    }

    void run() {
        ends();
        unreachable();
        unwritten();
        deadWrites();
        queues();
        timing();
        flags();
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const Found& a, const Found& b) { return a.bundle < b.bundle; });
        for (Found& found : m_found) m_out.add(std::move(found.problem));
    }

  private:
    struct Found {
        std::uint32_t bundle;
        Problem problem;
    };
    static constexpr std::uint32_t kBehindAll = 0xffffffff;

    template <typename Visit> void eachReachable(Visit&& visit) {
        for (std::uint32_t b = 0; b < m_graph.blocks().size(); ++b)
            if (m_graph.blocks()[b].reachable) visit(b, m_graph.blocks()[b]);
    }
    void report(const Message& message, std::uint32_t bundle, std::vector<std::string> arguments);
    std::vector<Note> expansionNotes(std::uint32_t bundle) const;
    void reportSurplus(const Message& message);
    bool wanted(const Message& message) {
        m_reported = 0;
        return std::find(m_options.off.begin(), m_options.off.end(), message.code) == m_options.off.end();
    }
    std::string registerName(unsigned number) const {
        return isa::registerText(m_spec, m_numbers.fileOf(number), m_numbers.inFile(number));
    }
    // The text of the first instruction of a bundle that is asked for.
    template <typename Accept> std::string insnText(std::uint32_t bundle, Accept&& accept) const;
    std::string writerText(std::uint32_t bundle, unsigned number, bool& pure) const;

    void ends();
    void unreachable();
    void unwritten();
    void reportUnwritten(std::uint32_t bundle, const RegisterSet& missing, const Message& message,
                         std::uint64_t& count);
    void deadWrites();
    void queues();
    void queuesOf(isa::UnitId unit);
    void timing();
    bool dependsOnTiming(const isa::SlotInsn& s) const;
    void flags();
    RegisterSet flagsOfTransfers(std::uint16_t effects) const;

    const Program& m_program;
    const Target& m_target;
    const isa::Spec& m_spec;
    const LintOptions& m_options;
    Diagnostics& m_out;
    RegisterNumbers m_numbers;
    ProgramFacts m_facts;
    FlowGraph m_graph;
    std::int8_t m_flagFile = -1;
    RegisterSet m_flags;
    RegisterSet m_predicates;
    std::uint64_t m_reported = 0; // of the present code
    std::vector<Found> m_found;
};

void Linter::report(const Message& message, std::uint32_t bundle, std::vector<std::string> arguments) {
    if (message.severity == Severity::Warning && m_options.silent && m_options.silent(message.code, bundle))
        return;
    if (m_reported++ >= m_options.mostPerCode) return;
    const Place place = bundle < m_program.places.size() ? m_program.places[bundle] : Place{};
    m_found.push_back({bundle, {&message, std::move(arguments), place, expansionNotes(bundle), {}}});
}

// Of a bundle that comes from a macro or a repetition: what the line there has become, and whose call it is.
std::vector<Note> Linter::expansionNotes(std::uint32_t bundle) const {
    std::vector<Note> out;
    const std::vector<Place> lines = linesOf(m_program, bundle);
    isa::Bundle decoded;
    if (lines.size() < 2 || isa::decode(m_spec, m_program.bundles[bundle], decoded)) return out;
    std::string text;
    isa::print(m_spec, decoded, text);
    out.push_back({&messages::kNoteReads, {std::to_string(bundle), std::move(text)}, {}});
    for (std::size_t i = 1; i < lines.size(); ++i) out.push_back({&messages::kNoteCalled, {}, lines[i]});
    return out;
}

void Linter::reportSurplus(const Message& message) {
    if (m_reported <= m_options.mostPerCode) return;
    const std::uint64_t more = m_reported - m_options.mostPerCode;
    m_found.push_back(
        {kBehindAll, {&messages::kMore, {std::to_string(more), std::string(message.code)}, {}, {}, {}}});
}

template <typename Accept> std::string Linter::insnText(std::uint32_t bundle, Accept&& accept) const {
    isa::Bundle decoded;
    std::string text;
    if (isa::decode(m_spec, m_program.bundles[bundle], decoded)) return text;
    for (const isa::SlotInsn& s : decoded) {
        if (!accept(s)) continue;
        isa::print(m_spec, s, text);
        break;
    }
    return text;
}

void Linter::ends() {
    wanted(messages::kFallsOff);
    for (const std::uint32_t bundle : m_graph.fallsOff()) {
        const auto blocks = m_graph.blocks();
        const auto block = std::find_if(blocks.begin(), blocks.end(),
                                        [&](const FlowBlock& b) { return b.end == bundle + 1; });
        if (block != blocks.end() && block->reachable) {
            report(messages::kFallsOff, bundle, {std::to_string(bundle)});
            break; // it is one end, however many ways lead there
        }
    }
    if (m_program.bundles.empty()) m_found.push_back({0, {&messages::kNoBundles, {}, {}, {}, {}}});
    if (!wanted(messages::kBranchBeyond)) return;
    for (const std::uint32_t bundle : m_graph.branchesBeyond())
        report(messages::kBranchBeyond, bundle,
               {std::to_string(bundle), std::to_string(m_facts.bundles[bundle].target),
                std::to_string(m_program.bundles.size())});
    reportSurplus(messages::kBranchBeyond);
}

// One warning for a stretch, at its first bundle.
void Linter::unreachable() {
    if (!wanted(messages::kUnreachable)) return;
    const auto blocks = m_graph.blocks();
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (blocks[b].reachable || blocks[b].first == blocks[b].end) continue;
        std::size_t last = b;
        while (last + 1 < blocks.size() && !blocks[last + 1].reachable &&
               blocks[last + 1].first != blocks[last + 1].end)
            ++last;
        const std::uint32_t first = blocks[b].first, end = blocks[last].end;
        report(messages::kUnreachable, first,
               {end - first == 1 ? "bundle " + std::to_string(first)
                                 : "bundles " + std::to_string(first) + " to " + std::to_string(end - 1)});
        b = last;
    }
    reportSurplus(messages::kUnreachable);
}

void Linter::reportUnwritten(std::uint32_t bundle, const RegisterSet& missing, const Message& message,
                             std::uint64_t& count) {
    std::swap(count, m_reported);
    missing.each([&](unsigned number) {
        report(message, bundle, {registerName(number), std::to_string(bundle)});
    });
    std::swap(count, m_reported);
}

void Linter::unwritten() {
    const auto some = writtenOnSomeWay(m_graph, m_facts), every = writtenOnEveryWay(m_graph, m_facts),
               everyPerhaps = writtenOnEveryWay(m_graph, m_facts, &BundleFacts::writes);
    const bool wantNever = wanted(messages::kNeverWritten),
               wantSometimes = wanted(messages::kPredicateSometimesSet),
               wantRegisters = wanted(messages::kSometimesWritten);
    std::uint64_t errors = 0, never = 0, sometimes = 0, registers = 0;
    eachReachable([&](std::uint32_t number, const FlowBlock& block) {
        // A register is reported once per block: everything after it suffers from the same.
        RegisterSet maybe = some[number] | m_flags, surely = every[number] | m_flags,
                    perhaps = everyPerhaps[number] | m_flags;
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            const BundleFacts& bundle = m_facts.bundles[i];
            const RegisterSet missing = bundle.reads - maybe;
            const RegisterSet unsure = (bundle.reads & m_predicates & maybe) - surely;
            if (!missing.empty()) {
                reportUnwritten(i, missing & m_predicates, messages::kPredicateNeverSet, errors);
                if (wantNever) reportUnwritten(i, missing - m_predicates, messages::kNeverWritten, never);
            }
            if (!unsure.empty() && wantSometimes)
                reportUnwritten(i, unsure, messages::kPredicateSometimesSet, sometimes);
            const RegisterSet open = ((bundle.reads - m_predicates) & maybe) - perhaps;
            if (!open.empty() && wantRegisters)
                reportUnwritten(i, open, messages::kSometimesWritten, registers);
            maybe = maybe | bundle.writes | missing;
            surely = surely | bundle.kills | missing | unsure;
            perhaps = perhaps | bundle.writes | missing | open;
        }
    });
    m_reported = errors;
    reportSurplus(messages::kPredicateNeverSet);
    m_reported = never;
    reportSurplus(messages::kNeverWritten);
    m_reported = sometimes;
    reportSurplus(messages::kPredicateSometimesSet);
    m_reported = registers;
    reportSurplus(messages::kSometimesWritten);
}

// The instruction that writes a register, and whether that is all it does.
std::string Linter::writerText(std::uint32_t bundle, unsigned number, bool& pure) const {
    isa::Bundle decoded;
    std::string text;
    if (isa::decode(m_spec, m_program.bundles[bundle], decoded)) return text;
    isa::RegisterUses uses;
    isa::usesOf(m_spec, decoded, uses);
    for (const isa::RegisterUse& use : uses) {
        if (!use.writes() || m_numbers.of(use.file, use.number) != number) continue;
        const isa::SlotInsn& s = decoded.insns[use.insn];
        const isa::Insn& insn = m_spec.insns[s.op];
        pure = insn.effects == isa::kNoEffect && insn.flow == isa::Flow::Next;
        isa::print(m_spec, s, text);
        break;
    }
    return text;
}

void Linter::deadWrites() {
    if (!wanted(messages::kDeadWrite)) return;
    const auto later = readLater(m_graph, m_facts);
    std::vector<std::pair<std::uint32_t, unsigned>> found;
    eachReachable([&](std::uint32_t number, const FlowBlock& block) {
        RegisterSet live = later[number];
        const std::size_t before = found.size();
        for (std::uint32_t i = block.end; i-- > block.first;) {
            const BundleFacts& bundle = m_facts.bundles[i];
            const RegisterSet dead = (bundle.writes - live) - m_flags;
            if (!dead.empty()) dead.each([&](unsigned r) { found.emplace_back(i, r); });
            live = (live - bundle.kills) | bundle.reads;
        }
        std::reverse(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    });
    for (const auto& [bundle, number] : found) {
        if (m_reported >= m_options.mostPerCode && m_facts.bundles[bundle].effects == isa::kNoEffect) {
            ++m_reported; // only counted, without making a text
            continue;
        }
        bool pure = true;
        const std::string text = writerText(bundle, number, pure);
        if (pure) report(messages::kDeadWrite, bundle, {registerName(number), text, std::to_string(bundle)});
    }
    reportSurplus(messages::kDeadWrite);
}

void Linter::queues() {
    std::vector<bool> done(m_spec.units.size(), false);
    for (const isa::Insn& insn : m_spec.insns) {
        if ((insn.effects & isa::kPopsResult) == 0 || done[index(insn.unit)]) continue;
        done[index(insn.unit)] = true;
        queuesOf(insn.unit);
    }
}

void Linter::queuesOf(isa::UnitId unit) {
    const auto ranges = queueRanges(m_graph, m_facts, unit);
    const auto depth = std::find_if(m_target.constants.begin(), m_target.constants.end(),
                                    [](const TargetConstant& c) { return c.name == "QUEUE_DEPTH"; });
    const std::int64_t most = depth != m_target.constants.end() ? depth->value : QueueRange::kMany;
    const std::string title(m_spec.units[index(unit)].title);
    const auto each = [&](auto&& visit) {
        eachReachable([&](std::uint32_t number, const FlowBlock& block) {
            QueueRange range = ranges[number];
            for (std::uint32_t i = block.first; i < block.end; ++i) {
                const QueueRange before = range;
                range.step(m_facts.bundles[i], unit);
                visit(i, before, range);
            }
        });
    };
    const auto pops = [&](const isa::SlotInsn& s) {
        return m_spec.insns[s.op].unit == unit && (m_spec.insns[s.op].effects & isa::kPopsResult) != 0;
    };
    if (wanted(messages::kPopWithoutPush)) {
        each([&](std::uint32_t i, const QueueRange& before, const QueueRange&) {
            if (before.most != 0 || (m_facts.bundles[i].effects & isa::kPopsResult) == 0) return;
            if (const std::string text = insnText(i, pops); !text.empty())
                report(messages::kPopWithoutPush, i, {text, std::to_string(i)});
        });
        reportSurplus(messages::kPopWithoutPush);
    }
    if (wanted(messages::kQueueNotEmpty)) {
        each([&](std::uint32_t i, const QueueRange&, const QueueRange& after) {
            if (after.fewest > 0 && m_facts.bundles[i].flow == isa::Flow::Halt)
                report(messages::kQueueNotEmpty, i, {std::to_string(i), std::to_string(after.fewest), title});
        });
        reportSurplus(messages::kQueueNotEmpty);
    }
    if (!wanted(messages::kQueueOverflows)) return;
    each([&](std::uint32_t i, const QueueRange& before, const QueueRange& after) {
        if (after.fewest > most && before.fewest <= most)
            report(messages::kQueueOverflows, i,
                   {std::to_string(after.fewest), title, std::to_string(most), std::to_string(i)});
    });
    reportSurplus(messages::kQueueOverflows);
}

// A flag that other cores count on is read before or after they do.
bool Linter::dependsOnTiming(const isa::SlotInsn& s) const {
    const isa::Insn& insn = m_spec.insns[s.op];
    if ((insn.effects & isa::kTimingDependent) != 0) return true;
    if (!m_target.hasWays || (insn.effects & isa::kWaitsForFlag) != 0) return false;
    return std::any_of(insn.operands.begin(), insn.operands.end(), [&](const isa::Operand& operand) {
        return operand.file == m_flagFile && operand.access == isa::Access::Read;
    });
}

void Linter::timing() {
    if (!wanted(messages::kTimingDependent)) return;
    eachReachable([&](std::uint32_t, const FlowBlock& block) {
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            const bool readsFlags = m_target.hasWays && !(m_facts.bundles[i].reads & m_flags).empty();
            if ((m_facts.bundles[i].effects & isa::kTimingDependent) == 0 && !readsFlags) continue;
            const std::string text = insnText(i, [&](const isa::SlotInsn& s) { return dependsOnTiming(s); });
            if (!text.empty()) report(messages::kTimingDependent, i, {text, std::to_string(i)});
        }
    });
    reportSurplus(messages::kTimingDependent);
}

// Flags that a transfer may count on. Its description lies in a memory of words: where it cannot be written,
// the words it begins with are all there is; where it can, any flag is possible.
RegisterSet Linter::flagsOfTransfers(std::uint16_t effects) const {
    if ((effects & isa::kStartsTransfer) == 0) return {};
    if ((effects & isa::kStoresWords) != 0) return m_flags;
    RegisterSet out;
    const unsigned count = m_spec.files[static_cast<std::size_t>(m_flagFile)].count;
    for (const Data& data : m_program.data) {
        if (m_target.spaces[index(data.space)].unitBytes != 4) continue;
        for (std::size_t at = 0; at + 4 <= data.bytes.size(); at += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, data.bytes.data() + at, 4);
            if (word < count) out.add(m_numbers.of(m_flagFile, word));
        }
    }
    return out;
}

void Linter::flags() {
    if (m_flagFile < 0 || m_target.hasWays || !wanted(messages::kFlagNeverSet)) return;
    RegisterSet set;
    std::uint16_t effects = 0;
    eachReachable([&](std::uint32_t, const FlowBlock& block) {
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            set = set | (m_facts.bundles[i].writes & m_flags);
            effects |= m_facts.bundles[i].effects;
        }
    });
    set = set | flagsOfTransfers(effects);
    eachReachable([&](std::uint32_t, const FlowBlock& block) {
        for (std::uint32_t i = block.first; i < block.end; ++i) {
            if ((m_facts.bundles[i].effects & isa::kWaitsForFlag) == 0) continue;
            const RegisterSet missing = (m_facts.bundles[i].reads & m_flags) - set;
            missing.each([&](unsigned number) {
                const std::string text = insnText(i, [&](const isa::SlotInsn& s) {
                    return (m_spec.insns[s.op].effects & isa::kWaitsForFlag) != 0;
                });
                report(messages::kFlagNeverSet, i, {text, registerName(number), std::to_string(i)});
            });
        }
    });
    reportSurplus(messages::kFlagNeverSet);
}

} // namespace

void lint(const Program& program, const Target& target, const LintOptions& options, Diagnostics& out) {
    Linter(program, target, options, out).run();
}

bool isSilent(std::span<const WarningSwitch> switches, std::string_view code, std::uint32_t bundle) {
    bool silent = false;
    for (const WarningSwitch& s : switches)
        if (s.bundle <= bundle && s.code == code) silent = !s.on;
    return silent;
}

LintOptions lintErrorsOnly() {
    LintOptions options;
    for (const Message* message : kLints) options.off.emplace_back(message->code);
    return options;
}

std::span<const Message* const> lintMessages() { return kLints; }

} // namespace lw::program
