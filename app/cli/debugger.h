// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/session.h"
#include "core/program/disassemble.h"
#include "core/source/files.h"

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lw::cli {

class Debugger;

// A word of the debugger's language; help and abbreviations are read from the table.
struct Verb {
    std::string_view name;
    std::string_view operands;
    std::string_view summary;
    Outcome (Debugger::*run)(std::string_view rest);
};

// Commands as text in, text out. Knows no terminal: `lw step` reads lines for it.
class Debugger {
  public:
    Debugger(std::unique_ptr<machine::Machine> machine, const source::Files& files);

    // Carries out one line. A word may be shortened; the first verb of the table that fits is meant. Problems
    // are about column counts in the operands.
    Outcome perform(std::string_view line);
    // What was said since the last call.
    std::string takeText();
    bool quit() const { return m_quit; }
    // Where the machine stands: the next bundle, what it waits for, and the watched expressions.
    std::string whereText();

    static std::span<const Verb> verbs();

  private:
    Outcome help(std::string_view rest);
    Outcome step(std::string_view rest);
    Outcome tick(std::string_view rest);
    Outcome over(std::string_view rest);
    Outcome overBack(std::string_view rest);
    Outcome out(std::string_view rest);
    Outcome run(std::string_view rest);
    Outcome back(std::string_view rest);
    Outcome tickBack(std::string_view rest);
    Outcome runBack(std::string_view rest);
    Outcome seek(std::string_view rest);
    Outcome seekBundle(std::string_view rest);
    Outcome setBreakpoint(std::string_view rest);
    Outcome breakpoints(std::string_view rest);
    Outcome remove(std::string_view rest);
    Outcome enable(std::string_view rest);
    Outcome disable(std::string_view rest);
    // "/FORMAT" at the beginning, which is taken off; empty: there is none.
    static Result<std::string_view> takeFormat(std::string_view& rest);
    Outcome print(std::string_view rest);
    Outcome examine(std::string_view rest);
    Outcome tensor(std::string_view rest);
    Outcome tensors(std::string_view rest);
    Outcome watch(std::string_view rest);
    Outcome unwatch(std::string_view rest);
    Outcome who(std::string_view rest);
    Outcome edit(std::string_view rest);
    Outcome where(std::string_view rest);
    Outcome list(std::string_view rest);
    Outcome state(std::string_view rest);
    Outcome stalls(std::string_view rest);
    Outcome hash(std::string_view rest);
    Outcome stepAll(std::string_view rest);
    Outcome chooseCore(std::string_view rest);
    Outcome leave(std::string_view rest);

    void say(std::string_view line);
    Outcome move(machine::Command command);
    Outcome enableOne(std::string_view rest, bool enabled);
    Result<std::uint64_t> count(std::string_view rest, std::uint64_t otherwise) const;
    Result<std::uint32_t> breakpointOf(std::string_view rest) const;
    std::string bundleLine(std::uint32_t bundle);
    machine::Machine& machine() { return m_session.machine(); }
    const machine::Core& core() { return machine().core(m_session.focus()); }
    machine::Moment now() { return machine::momentOf(machine(), m_session.focus()); }
    bool hasSeveral() { return machine().cores().size() > 1; }
    const program::Disassembler& disassembler() const { return m_disassemblers[m_session.focus().index]; }

    machine::Session m_session;
    const source::Files& m_files;
    std::deque<program::Disassembler> m_disassemblers; // of each core
    std::vector<std::string> m_watched;
    std::string m_text;
    std::string m_last; // an empty line repeats it, if it moves the machine
    bool m_quit = false;
};

} // namespace lw::cli
