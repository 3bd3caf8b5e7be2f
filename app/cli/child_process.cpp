// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/child_process.h"

#include "app/cli/messages.h"

#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lw::cli {

Outcome runProgram(const std::vector<std::string>& words) {
    std::vector<std::string> own = words; // posix_spawnp requires them to be writable
    std::vector<char*> arguments;
    for (std::string& word : own) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const auto failed = [&](const std::string& why) {
        return Problem{&messages::kProgramFailed, {words.front(), why}, {}, {}, {}};
    };
    pid_t child = 0;
    if (const int error = posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ))
        return failed(std::strerror(error));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Done{};
    return failed(WIFEXITED(status) ? "it ended with " + std::to_string(WEXITSTATUS(status))
                                    : "signal " + std::to_string(WTERMSIG(status)));
}

} // namespace lw::cli
