// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "core/base/printable.h"
#include "core/source/render.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace lw::cli {

namespace {

void put(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

// Problems of the command line have no file to be looked up in.
const source::Files& noFiles() {
    static source::MemoryLoader loader;
    static const source::Files files(loader);
    return files;
}

} // namespace

Json jsonOf(const Problem& problem, const source::Files& files) {
    const auto placed = [&](Json& out, const Place& place) {
        if (!place.known()) return;
        if (place.file < files.size()) out["file"] = files[place.file].path();
        out["line"] = place.line, out["column"] = place.column, out["length"] = place.length;
    };
    Json out{{"code", problem.message->code},
             {"severity", problem.message->severity == Severity::Error ? "error" : "warning"},
             {"text", textOf(problem)}};
    placed(out, problem.place);
    for (const Note& note : problem.notes) {
        Json inner{{"text", textOf(note)}};
        placed(inner, note.place);
        out["notes"].push_back(std::move(inner));
    }
    if (!problem.replacement.empty()) out["replacement"] = problem.replacement;
    return out;
}

Console::Console(std::string_view command, Format format)
    : m_format(format)
    , m_document{{"command", command}, {"problems", Json::list()}}
    , m_terminal(isatty(STDERR_FILENO) != 0) {}

void Console::print(std::string_view text) {
    if (json()) return;
    endProgress();
    put(stdout, text);
}

void Console::line(std::string_view text) {
    print(printable(text));
    print("\n");
}

bool Console::hides(const Message& message) const {
    return message.severity == Severity::Warning &&
           (m_hidesAll || std::find(m_hidden.begin(), m_hidden.end(), message.code) != m_hidden.end());
}

void Console::problem(const Problem& problem, const source::Files* files) {
    if (hides(*problem.message)) return;
    endProgress();
    const source::Files& known = files ? *files : noFiles();
    if (problem.message->severity == Severity::Error && m_firstError.empty())
        m_firstError = problem.message->code;
    if (json())
        m_document["problems"].push_back(jsonOf(problem, known));
    else {
        std::fflush(stdout);
        put(stderr, source::render(problem, known, m_terminal ? source::Colour::On : source::Colour::Off));
    }
}

void Console::problems(const Diagnostics& all, const source::Files* files) {
    for (const Problem& one : all.problems()) problem(one, files);
}

void Console::progress(std::string_view text) {
    using namespace std::chrono;
    const auto now = duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
    if (!m_terminal || json() || now - m_lastProgress < 100) return;
    m_lastProgress = now;
    m_progressShown = true;
    put(stderr, "\r\033[K");
    put(stderr, text);
    std::fflush(stderr);
}

void Console::endProgress() {
    if (!m_progressShown) return;
    m_progressShown = false;
    put(stderr, "\r\033[K");
    std::fflush(stderr);
}

int Console::finish(Exit exit) {
    endProgress();
    if (json()) {
        m_document["exit"] = static_cast<int>(exit);
        put(stdout, m_document.text(2) + "\n");
    } else if (m_terminal && !m_firstError.empty()) {
        put(stderr, "`lw explain " + std::string(m_firstError) + "` says more, and what to do\n");
    }
    std::fflush(stdout);
    return static_cast<int>(exit);
}

} // namespace lw::cli
