// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/signals.h"
#include "core/base/closest_word.h"
#include "core/base/file.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <poll.h>
#include <unistd.h>
#include <vector>

namespace lw::cli {

namespace {

Format formatOf(std::span<const std::string_view> words) {
    return std::find(words.begin(), words.end(), "--json") != words.end() ? Format::Json : Format::Text;
}

int printVersion(std::span<const std::string_view> words) {
    Console console("--version", formatOf(words));
    console.line("lw " LW_VERSION);
    console.document()["version"] = LW_VERSION;
    return console.finish(Exit::Pass);
}

// Anything the host lacks is reported like every other problem, and what is known so far is printed.
Result<Exit> runGuarded(const Command& command, const Arguments& arguments, Console& console) {
    try {
        return command.run(arguments, console);
    } catch (const std::bad_alloc&) {
        return Problem{&messages::kNoMemory, {}, {}, {}, {}};
    }
}

int runCommand(const Command& command, std::span<const std::string_view> words) {
    Console console(command.name, formatOf(words));
    keepReadFiles(true);
    const auto arguments = Arguments::parse(command, words);
    if (!arguments) {
        console.problem(arguments.problem());
        return console.finish(Exit::Usage);
    }
    if (arguments->has("--help")) {
        std::fputs(helpOf(command).c_str(), stdout);
        return 0;
    }
    const auto exit = runGuarded(command, *arguments, console);
    if (exit) return console.finish(*exit);
    console.problem(exit.problem());
    return console.finish(Exit::Usage);
}

// The code if standard output took everything printed: a full disk shows only at the end. Whoever closes a
// pipe, as `head` does, has seen enough.
int withWholeOutput(int code) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    if (poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0)
        return static_cast<int>(Exit::PipeClosed);
    Console console("", Format::Text);
    console.problem({&messages::kOutputLost, {}, {}, {}, {}});
    return static_cast<int>(Exit::Usage);
}

int runMain(std::span<const std::string_view> words) {
    if (words.empty() || words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
        std::fputs(helpOfAll().c_str(), words.empty() ? stderr : stdout);
        return static_cast<int>(words.empty() ? Exit::Usage : Exit::Pass);
    }
    if (words.front() == "--version") return printVersion(words);
    std::vector<std::string_view> names;
    for (const Command& command : commands()) {
        if (command.name == words.front()) return runCommand(command, words.subspan(1));
        names.push_back(command.name);
    }
    Console console(words.front(), formatOf(words));
    console.problem({&messages::kUnknownCommand,
                     {std::string(words.front())},
                     {},
                     {},
                     std::string(closestWord(words.front(), names))});
    return console.finish(Exit::Usage);
}

} // namespace

} // namespace lw::cli

int main(int argc, char** argv) {
    lw::cli::ignoreBrokenPipes();
    const std::vector<std::string_view> words(argv + std::min(argc, 1), argv + argc);
    return lw::cli::withWholeOutput(lw::cli::runMain(words));
}
