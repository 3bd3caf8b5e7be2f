// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/debugger.h"
#include "app/cli/prepared_run.h"
#include "app/cli/signals.h"
#include "core/base/printable.h"

#include <cstdio>
#include <iostream>
#include <sstream>
#include <unistd.h>

// lw step: the debugger on a terminal or from a script.
namespace lw::cli {

namespace {

// Reads and performs lines until they end; true if none of them was wrong.
bool readLines(std::istream& lines, Debugger& debugger, bool prompt, Console& console) {
    bool good = true;
    std::string line;
    while (!debugger.quit()) {
        if (prompt) {
            std::fputs("> ", stdout);
            std::fflush(stdout);
        }
        if (!std::getline(lines, line)) {
            // Ctrl-C at the prompt only asks again; the end of the input ends the loop.
            if (!prompt || !interrupted) break;
            clearInterrupt();
            std::clearerr(stdin);
            lines.clear();
            console.line("");
            continue;
        }
        if (!prompt) console.line("> " + printableLine(line));
        const Outcome outcome = debugger.perform(line);
        const std::string text = debugger.takeText();
        console.print(text);
        console.document()["log"].push_back({{"command", line}, {"text", text}});
        if (outcome) continue;
        good = false;
        console.problem(outcome.problem());
    }
    return good;
}

} // namespace

Result<Exit> runStep(const Arguments& arguments, Console& console) {
    const CatchInterrupts catching;
    LW_TRY(auto run, prepareRun(arguments.operands().front(), arguments, console));
    if (!run) return Exit::Usage;
    Debugger debugger(std::move(run->machine), run->files);
    noteClocks(run->options.dma, console);
    console.print(debugger.whereText());
    bool good = true;
    const auto script = arguments.value("--script");
    if (script) {
        LW_TRY(const std::uint32_t file, run->files.open(*script));
        std::istringstream lines(run->files[file].text());
        good = readLines(lines, debugger, false, console);
    } else {
        const bool prompt = isatty(STDIN_FILENO) != 0 && !console.json();
        good = readLines(std::cin, debugger, prompt, console) || prompt;
    }
    // On a terminal a misspelt word is not a failure; in a script it is.
    return good ? Exit::Pass : Exit::Usage;
}

} // namespace lw::cli
