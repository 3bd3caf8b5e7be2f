// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_loop.h"

#include "app/cli/number_text.h"
#include "app/cli/signals.h"
#include "core/base/printable.h"
#include "core/machine/breakpoints.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <fstream>
#include <unistd.h>

namespace lw::cli {

namespace {

constexpr std::uint64_t kFirstPiece = 1 << 16; // clocks
constexpr double kPieceSeconds = 0.1;

std::uint64_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::string line;
    std::getline(file, line);
    const std::size_t blank = line.find(' ');
    std::uint64_t pages = 0;
    if (blank != line.npos) std::from_chars(line.data() + blank + 1, line.data() + line.size(), pages);
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string lastWordsText(const machine::Machine& machine) {
    std::string out;
    for (const machine::Core* const core : machine.cores()) {
        const auto words = core->traceWords();
        if (words.empty()) continue;
        const machine::TraceWord& last = words.back();
        out += ", trace " + std::to_string(last.stream) + ": " + realText(std::bit_cast<float>(last.value)) +
               " (" + groupedText(words.size()) + " words)";
    }
    return out;
}

std::string progressText(const machine::Machine& machine, double seconds) {
    return groupedText(machine.clock()) + " clocks, " +
           fixedText(static_cast<double>(machine.issuedBundles()) / 1e6 / std::max(seconds, 1e-9), 1) +
           " M bundles/s";
}

// The usual reason for a word that nothing wrote: a tensor that was to be set from outside.
// Its first word tells.
std::string emptyTensorsText(const machine::Core& core) {
    constexpr std::size_t kMostNames = 8;
    std::size_t found = 0;
    std::string names;
    for (const program::NamedTensor& tensor : core.program().tensors) {
        std::array<std::byte, 4> word;
        bool written = true;
        const std::uint64_t offset = tensor.address * core.target().spaces[index(tensor.space)].unitBytes;
        if (!core.readSpace(tensor.space, offset, word, {&written, 1}) || written) continue;
        if (++found <= kMostNames) names += (names.empty() ? "" : ", ") + tensor.name;
    }
    if (found == 0) return {};
    if (found > kMostNames) names += ", ...";
    return "\n  nothing was ever written to " + names + "; --set NAME=FILE gives a tensor its numbers";
}

} // namespace

std::uint64_t usualResidentBytes() {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || bytes <= 0) return machine::kForever;
    return static_cast<std::uint64_t>(pages) / 4 * 3 * static_cast<std::uint64_t>(bytes);
}

machine::TimelineOptions withoutHistory() {
    machine::TimelineOptions options;
    options.spacing = std::chrono::hours(24 * 365);
    return options;
}

RunEnd runToEnd(machine::Timeline& timeline, const RunLimits& limits, Console& console, const Doing& doing) {
    using Clock = std::chrono::steady_clock;
    const CatchInterrupts catching;
    const auto begin = Clock::now();
    const auto since = [](Clock::time_point from) {
        return std::chrono::duration<double>(Clock::now() - from).count();
    };
    const machine::Machine& machine = timeline.machine();
    const std::uint64_t issuedBefore = machine.issuedBundles();
    std::uint64_t piece = kFirstPiece;
    RunEnd end;
    for (bool resumed = false;; resumed = true) {
        // Before the first piece as well: what the program begins with may be too much.
        if (limits.residentBytes != machine::kForever && residentBytes() > limits.residentBytes) {
            end.reason = EndReason::Memory;
            end.allowedBytes = limits.residentBytes;
            break;
        }
        const auto pieceBegin = Clock::now();
        machine::RunLimit limit;
        limit.clock = std::min(limits.clocks, machine.clock() + piece);
        limit.bundles = limits.bundles == machine::kForever
                            ? limits.bundles
                            : limits.bundles - (machine.issuedBundles() - issuedBefore);
        limit.interrupt = &interrupted;
        limit.resumed = resumed;
        end.stop = timeline.run(limit);
        if (end.stop.kind != machine::StopKind::Limit || machine.clock() >= limits.clocks ||
            machine.issuedBundles() - issuedBefore >= limits.bundles)
            break;
        if (since(begin) > limits.seconds) {
            end.reason = EndReason::Seconds;
            break;
        }
        if (since(pieceBegin) < kPieceSeconds / 2)
            piece *= 2;
        else if (since(pieceBegin) > kPieceSeconds * 2)
            piece = std::max(piece / 2, kFirstPiece / 16);
        console.progress(progressText(machine, since(begin)) +
                         (doing ? doing(machine) : lastWordsText(machine)));
    }
    end.seconds = since(begin);
    end.limitIsUsual = end.reason == EndReason::Memory
                           ? limits.bytesAreUsual
                           : limits.clocksAreUsual && end.reason == EndReason::Stopped;
    console.endProgress();
    return end;
}

std::string placeText(const machine::Machine& machine, machine::BundleOf bundle) {
    const program::Program& program = machine.core(bundle.core).program();
    std::string out = machine::bundleText(machine, bundle);
    if (bundle.bundle >= program.places.size()) return out;
    const Place& place = program.places[bundle.bundle];
    if (place.known() && place.file < program.sources.size())
        out += ", " + printableName(program.sources[place.file].path) + ":" + std::to_string(place.line);
    return out;
}

std::string faultText(const machine::Machine& machine, const machine::Fault& fault) {
    const machine::Core& core = machine.core(fault.core);
    std::string out = "  " + std::string(machine::nameOf(fault.kind)) + " in the " +
                      std::string(core.target().spec->units[index(fault.unit)].title) + " at clock " +
                      groupedText(fault.clock) + "\n  at " + placeText(machine, {fault.core, fault.bundle});
    if (fault.other.isKnown()) out += "\n  because of " + placeText(machine, fault.other);
    out += "\n  " + fault.text;
    if (!fault.advice.empty()) out += "\n  " + fault.advice;
    out += "\n  " + std::string(machine::meaningOf(fault.kind));
    return fault.kind == machine::FaultKind::Uninitialised ? out + emptyTensorsText(core) : out;
}

// Cores that wait for another one: whoever runs into a limit asks for them first.
static std::vector<std::pair<const machine::Core*, machine::Waiting>>
waitsOf(const machine::Machine& machine) {
    std::vector<std::pair<const machine::Core*, machine::Waiting>> out;
    for (const machine::Core* const core : machine.cores())
        if (auto waiting = core->waiting(); waiting && waiting->until == machine::kForever)
            out.emplace_back(core, *std::move(waiting));
    return out;
}

static std::string waitsText(const machine::Machine& machine) {
    std::string out;
    for (const auto& [core, waiting] : waitsOf(machine))
        out += "\n  " + machine.names().titleOf(core->id()) + " waits: " + waiting.rule + " (" +
               placeText(machine, {core->id(), waiting.bundle}) + ")";
    return out;
}

static std::string faultsText(const machine::Machine& machine, const machine::Stop& stop) {
    std::string out = "\n" + faultText(machine, *stop.fault);
    for (const machine::Fault& other : stop.otherFaults)
        if (other.kind != machine::FaultKind::Deadlock) // the first one has told of all that wait
            out += "\nand at the same clock\n" + faultText(machine, other);
    return out;
}

std::string stopText(const machine::Machine& machine, const RunEnd& end) {
    const std::string after =
        " after " + countText(machine.clock(), "clock") + ", " + countText(machine.issuedBundles(), "bundle");
    const std::string at = " at " + placeText(machine, {end.stop.core, end.stop.bundle}) + waitsText(machine);
    if (end.reason == EndReason::Seconds) return "time limit reached" + after + at;
    if (end.reason == EndReason::Memory)
        return "memory limit reached" + after + at + "\n  more than " + groupedText(end.allowedBytes >> 20) +
               " MiB are in use" +
               (end.limitIsUsual ? ", three quarters of this host's: --limit-memory none lifts that limit"
                                 : "");
    switch (end.stop.kind) {
    case machine::StopKind::Halted: return "halted" + after;
    case machine::StopKind::Limit:
        return "limit reached" + after + at +
               (end.limitIsUsual ? "\n  that is the usual limit of lw run: --limit-cycles none lifts it"
                                 : "");
    case machine::StopKind::Interrupted: return "interrupted" + after + at;
    case machine::StopKind::Triggered: return "stopped" + after + at;
    case machine::StopKind::Faulted: break;
    }
    return "fault" + after + faultsText(machine, end.stop);
}

void noteClocks(const std::string& dma, Console& console) {
    if (clocksHaveMeaning(dma)) return;
    console.line("with --dma " + dma + " the clocks are not meaningful");
    console.document()["clocksMeaningful"] = false;
}

static Json faultJson(const machine::Machine& machine, const machine::Fault& fault) {
    Json out{{"kind", machine::nameOf(fault.kind)},
             {"unit", machine.core(fault.core).target().spec->units[index(fault.unit)].name},
             {"bundle", fault.bundle},
             {"clock", fault.clock},
             {"text", fault.text},
             {"advice", fault.advice}};
    if (fault.other.isKnown()) out["other"] = fault.other.bundle;
    if (machine.cores().size() == 1) return out;
    out["core"] = machine.core(fault.core).name();
    if (fault.other.isKnown()) out["otherCore"] = machine.core(fault.other.core).name();
    return out;
}

Json stopJson(const machine::Machine& machine, const RunEnd& end) {
    constexpr std::string_view kKinds[] = {"limit", "halted", "fault", "stopped", "interrupted"};
    Json out{{"kind", kKinds[static_cast<std::size_t>(end.stop.kind)]},
             {"clock", machine.clock()},
             {"bundles", machine.issuedBundles()},
             {"next", end.stop.bundle}};
    if (machine.cores().size() > 1) out["core"] = machine.core(end.stop.core).name();
    if (end.reason == EndReason::Seconds) out["kind"] = "time limit";
    if (end.reason == EndReason::Memory) out["kind"] = "memory limit";
    if (!end.stop.fault) {
        for (const auto& [core, waiting] : waitsOf(machine))
            out["waits"].push_back(
                {{"core", core->name()}, {"bundle", waiting.bundle}, {"text", waiting.rule}});
        return out;
    }
    out["fault"] = faultJson(machine, *end.stop.fault);
    for (const machine::Fault& other : end.stop.otherFaults)
        out["otherFaults"].push_back(faultJson(machine, other));
    return out;
}

Exit exitOf(const RunEnd& end) {
    if (end.reason != EndReason::Stopped) return Exit::Limit;
    switch (end.stop.kind) {
    case machine::StopKind::Halted: return Exit::Pass;
    case machine::StopKind::Faulted: return Exit::Fault;
    case machine::StopKind::Interrupted: return Exit::Interrupted;
    case machine::StopKind::Limit:
    case machine::StopKind::Triggered: break;
    }
    return Exit::Limit;
}

} // namespace lw::cli
