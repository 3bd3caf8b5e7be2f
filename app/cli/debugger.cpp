// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/debugger.h"

#include "app/cli/arguments.h"
#include "app/cli/expressions.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/signals.h"
#include "core/base/closest_word.h"

#include <limits>

// Moving about in time, breakpoints, and the table of verbs;
// debugger_views.cpp has what shows and edits the state.
namespace lw::cli {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(kBlanks);
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

} // namespace

std::span<const Verb> Debugger::verbs() {
    static constexpr Verb kVerbs[] = {
        {"step", "[N]", "to the next clock in which a bundle issues, or N times", &Debugger::step},
        {"tick", "[N]", "one clock, or N; clocks in which a bundle waits are positions too", &Debugger::tick},
        {"over", "", "like step, but a call is followed to its return, and a chain to its end",
         &Debugger::over},
        {"out", "", "until this routine has returned", &Debugger::out},
        {"run", "[N]", "until something stops it, or for N clocks", &Debugger::run},
        {"continue", "[N]", "the same as run", &Debugger::run},
        {"back", "[N]", "to the clock before in which a bundle issued, or N times", &Debugger::back},
        {"overback", "", "the other way: before the call, or to the beginning of the chain",
         &Debugger::overBack},
        {"tickback", "[N]", "one clock back, or N", &Debugger::tickBack},
        {"runback", "", "to the breakpoint hit before, or to the beginning", &Debugger::runBack},
        {"seek", "CLOCK", "to a clock, forth or back", &Debugger::seek},
        {"seekbundle", "N", "to the position after N bundles, where the next one issues or begins to wait",
         &Debugger::seekBundle},
        {"stepall", "", "of several cores: to the next clock in which any of them issues a bundle",
         &Debugger::stepAll},
        {"core", "[NAME]", "the core in focus, whose bundles are stepped; alone: lists them",
         &Debugger::chooseCore},
        {"break", "WHERE",
         "LABEL | N | tile N | when EXPR | write|read|dma SPACE FIRST [COUNT] or A[1,2] or FILE | flag fN >= V | pop UNIT | "
         "nan UNIT; then: if EXPR, hit N",
         &Debugger::setBreakpoint},
        {"breakpoints", "", "lists them", &Debugger::breakpoints},
        {"delete", "N", "removes a breakpoint", &Debugger::remove},
        {"enable", "N", "switches a breakpoint on", &Debugger::enable},
        {"disable", "N", "switches a breakpoint off", &Debugger::disable},
        {"print", "[/FORMAT] EXPR",
         "a register, memory word, tensor element or expression: r1, v2, vmem[3][1], A[0,2], r1 + 4; as f32, i32, "
         "u32, hex, f16, bf16 or mask: print/i32 v2",
         &Debugger::print},
        {"x", "[/FORMAT] SPACE FIRST [COUNT]",
         "units of a memory, in the formats of print; words never written are shown as -",
         &Debugger::examine},
        {"tensor", "NAME", "a named tensor", &Debugger::tensor},
        {"tensors", "", "type, shape and place of each named tensor", &Debugger::tensors},
        {"watch", "[EXPR]", "shows an expression at every stop; alone: lists them", &Debugger::watch},
        {"unwatch", "N", "removes a watched expression", &Debugger::unwatch},
        {"who", "CELL", "who wrote it last", &Debugger::who},
        {"set", "CELL = EXPR",
         "a hand edit; in the past it drops what came later; set/hex: the bits of the cell", &Debugger::edit},
        {"where", "", "the next bundle and what it waits for", &Debugger::where},
        {"why", "", "the same as where; lost clocks of the past: stalls", &Debugger::where},
        {"list", "[N]", "bundles around the next one, or from bundle N", &Debugger::list},
        {"state", "[PATH]", "what is not zero in a part of the state; alone: the parts", &Debugger::state},
        {"stalls", "", "clocks lost so far, by rule", &Debugger::stalls},
        {"hash", "", "a number that is equal for equal states", &Debugger::hash},
        {"help", "", "this list", &Debugger::help},
        {"quit", "", "ends", &Debugger::leave},
    };
    return kVerbs;
}

Debugger::Debugger(std::unique_ptr<machine::Machine> machine, const source::Files& files)
    : m_session(std::move(machine)), m_files(files) {
    m_session.setLog(
        [this](const machine::Hit& hit) { say("clock " + std::to_string(hit.clock) + ": " + *hit.log); });
    for (const machine::Core* const core : std::as_const(m_session.machine()).cores())
        m_disassemblers.emplace_back(core->program(), *core->target().spec);
}

Outcome Debugger::perform(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('#')) return Done{};
    if (line.empty()) line = m_last;
    if (line.empty()) return Done{};
    m_last = std::string(line);
    const std::size_t wordEnd = line.find_first_of(kBlanks);
    const std::size_t slash = line.substr(0, wordEnd).find('/');
    const std::string_view before = line.substr(0, slash);
    const bool hasFormat = // print/hex r1, set/hex r1 = 7
        slash != line.npos && slash != 0 &&
        (std::string_view("print").starts_with(before) || before == "set" || before == "x");
    const std::string_view word = line.substr(0, hasFormat ? slash : wordEnd);
    const std::string_view rest = trimmed(line.substr(word.size()));
    const Verb* meant = nullptr;
    std::vector<std::string_view> names;
    for (const Verb& verb : verbs()) {
        names.push_back(verb.name);
        if (verb.name == word) meant = &verb;
    }
    for (const Verb& verb : verbs())
        if (!meant && verb.name.starts_with(word)) meant = &verb;
    if (!meant)
        return Problem{
            &messages::kNoVerb, {std::string(word)}, {}, {}, std::string(closestWord(word, names))};
    const std::string operands(rest); // m_last may change
    return (this->*meant->run)(operands);
}

std::string Debugger::takeText() {
    std::string text;
    text.swap(m_text);
    return text;
}

void Debugger::say(std::string_view line) {
    m_text += line;
    m_text += '\n';
}

Result<std::uint64_t> Debugger::count(std::string_view rest, std::uint64_t otherwise) const {
    if (rest.empty()) return otherwise;
    if (const auto number = numberIn(rest, machine::kForever)) return *number;
    return Problem{&messages::kNoNumber, {"the operand", "a number", std::string(rest)}, {}, {}, {}};
}

Outcome Debugger::move(machine::Command command) {
    LW_TRY(const machine::Report report, m_session.perform(std::move(command), &interrupted));
    clearInterrupt();
    std::string text = machine::textOf(report, machine());
    while (text.ends_with('\n')) text.pop_back();
    say(text);
    m_text += whereText();
    return Done{};
}

Outcome Debugger::help(std::string_view) {
    for (const Verb& verb : verbs())
        say("  " + padRight(std::string(verb.name) + " " + std::string(verb.operands), 32) +
            std::string(verb.summary));
    say("Words may be shortened. An empty line repeats the last one. # begins a comment.");
    return Done{};
}

Outcome Debugger::step(std::string_view rest) {
    LW_TRY(const std::uint64_t n, count(rest, 1));
    return move(machine::StepBundle{n});
}

Outcome Debugger::stepAll(std::string_view) { return move(machine::StepAll{}); }

Outcome Debugger::chooseCore(std::string_view rest) {
    if (!rest.empty()) {
        LW_TRY(const machine::CoreId core, coreNamed(machine(), rest));
        m_session.setFocus(core);
        m_text += whereText();
        return Done{};
    }
    for (const machine::Core* const one : std::as_const(machine()).cores()) {
        const auto waiting = one->waiting();
        say((one->id() == m_session.focus() ? "=>" : "  ") + padRight(one->name(), 6) +
            (one->halted() ? "halted"
                           : machine::bundleText(one->program(), one->nextBundle()) +
                                 (waiting ? ", waits: " + waiting->rule : "")));
    }
    return Done{};
}

Outcome Debugger::tick(std::string_view rest) {
    LW_TRY(const std::uint64_t n, count(rest, 1));
    return move(machine::StepClock{n});
}

Outcome Debugger::over(std::string_view) { return move(machine::StepOver{}); }

Outcome Debugger::overBack(std::string_view) { return move(machine::StepOverBack{}); }

Outcome Debugger::out(std::string_view) { return move(machine::StepOut{}); }

Outcome Debugger::run(std::string_view rest) {
    LW_TRY(const std::uint64_t n, count(rest, machine::kForever));
    return move(machine::Run{n});
}

Outcome Debugger::back(std::string_view rest) {
    LW_TRY(const std::uint64_t n, count(rest, 1));
    return move(machine::StepBack{n});
}

Outcome Debugger::tickBack(std::string_view rest) {
    LW_TRY(const std::uint64_t n, count(rest, 1));
    return move(machine::StepClockBack{n});
}

Outcome Debugger::runBack(std::string_view) { return move(machine::RunBack{}); }

Outcome Debugger::seek(std::string_view rest) {
    if (rest.empty()) return Problem{&messages::kNeedsOperand, {"seek", "a clock"}, {}, {}, {}};
    LW_TRY(const std::uint64_t clock, count(rest, 0));
    return move(machine::Seek{clock});
}

Outcome Debugger::seekBundle(std::string_view rest) {
    if (rest.empty())
        return Problem{&messages::kNeedsOperand, {"seekbundle", "a number of bundles"}, {}, {}, {}};
    LW_TRY(const std::uint64_t n, count(rest, 0));
    return move(machine::SeekBundle{n});
}

Outcome Debugger::setBreakpoint(std::string_view rest) {
    LW_TRY(machine::Breakpoint breakpoint, machine::parseBreakpoint(rest, m_session.scope()));
    const std::uint32_t id = m_session.breakpoints().add(std::move(breakpoint));
    say("breakpoint " + std::to_string(id) + ": " + std::string(rest));
    return Done{};
}

Outcome Debugger::breakpoints(std::string_view) {
    const auto all = m_session.breakpoints().list();
    for (const machine::Breakpoint& one : all)
        say("  " + std::to_string(one.id) + (one.enabled ? "  " : "  off  ") + one.text);
    if (all.empty()) say("  none");
    return Done{};
}

Result<std::uint32_t> Debugger::breakpointOf(std::string_view rest) const {
    LW_TRY(const std::uint64_t id, count(rest, 0));
    if (id <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(id);
    return Problem{&messages::kNoBreakpoint, {std::string(rest)}, {}, {}, {}};
}

Outcome Debugger::remove(std::string_view rest) {
    LW_TRY(const std::uint32_t id, breakpointOf(rest));
    if (!m_session.breakpoints().remove(id))
        return Problem{&messages::kNoBreakpoint, {std::string(rest)}, {}, {}, {}};
    say("breakpoint " + std::string(rest) + " removed");
    return Done{};
}

Outcome Debugger::enableOne(std::string_view rest, bool enabled) {
    LW_TRY(const std::uint32_t id, breakpointOf(rest));
    if (!m_session.breakpoints().setEnabled(id, enabled))
        return Problem{&messages::kNoBreakpoint, {std::string(rest)}, {}, {}, {}};
    say("breakpoint " + std::string(rest) + (enabled ? " on" : " off"));
    return Done{};
}

Outcome Debugger::enable(std::string_view rest) { return enableOne(rest, true); }

Outcome Debugger::disable(std::string_view rest) { return enableOne(rest, false); }

Outcome Debugger::leave(std::string_view) {
    m_quit = true;
    return Done{};
}

} // namespace lw::cli
