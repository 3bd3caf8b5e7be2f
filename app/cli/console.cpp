// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace lw::cli {

namespace {

constexpr std::size_t kLongestLine = 160; // of a source line in a picture

void put(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

std::string_view lineOf(const std::string& text, std::uint32_t number) {
    std::size_t begin = 0;
    for (std::uint32_t line = 1; line < number; ++line) {
        begin = text.find('\n', begin);
        if (begin == text.npos) return {};
        ++begin;
    }
    std::string_view line = std::string_view(text).substr(begin, text.find('\n', begin) - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

const SourceText* fileOf(const Place& place, const std::vector<SourceText>& files) {
    return place.known() && place.file < files.size() ? &files[place.file] : nullptr;
}

std::string placeText(const Place& place, const std::vector<SourceText>& files) {
    const SourceText* file = fileOf(place, files);
    if (!place.known()) return "";
    return (file ? file->path : std::string("input")) + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column) + ": ";
}

// The line and the marks under it; tabs stay tabs so that the marks fall under their letters.
std::string caret(const Place& place, const std::vector<SourceText>& files) {
    const SourceText* file = fileOf(place, files);
    if (!file || place.column == 0) return "";
    const std::string_view line = lineOf(file->text, place.line);
    if (line.empty() || place.column > line.size() + 1 || line.size() > kLongestLine) return "";
    std::string marks;
    for (const char c : line.substr(0, place.column - 1)) marks += c == '\t' ? '\t' : ' ';
    const std::size_t room = line.size() + 1 - (place.column - 1);
    marks += '^' + std::string(std::min<std::size_t>(std::max(place.length, 1u), room) - 1, '~');
    const std::string number = std::to_string(place.line);
    return "  " + number + " | " + std::string(line) + "\n  " + std::string(number.size(), ' ') + " | " +
           marks + "\n";
}

nlohmann::json toJson(const Problem& problem, const std::vector<SourceText>& files) {
    const auto placed = [&](nlohmann::json& out, const Place& place) {
        if (!place.known()) return;
        if (const SourceText* file = fileOf(place, files)) out["file"] = file->path;
        out["line"] = place.line, out["column"] = place.column, out["length"] = place.length;
    };
    nlohmann::json out{{"code", problem.message->code},
                       {"severity", problem.message->severity == Severity::Error ? "error" : "warning"},
                       {"text", textOf(problem)}};
    placed(out, problem.place);
    for (const Note& note : problem.notes) {
        nlohmann::json inner{{"text", textOf(note)}};
        placed(inner, note.place);
        out["notes"].push_back(std::move(inner));
    }
    if (!problem.replacement.empty()) out["replacement"] = problem.replacement;
    return out;
}

} // namespace

Console::Console(std::string_view command, Format format)
    : m_format(format)
    , m_document(std::make_unique<nlohmann::json>(nlohmann::json::object()))
    , m_terminal(isatty(STDERR_FILENO) != 0) {
    (*m_document)["command"] = command;
    (*m_document)["problems"] = nlohmann::json::array();
}

Console::~Console() = default;

nlohmann::json& Console::document() { return *m_document; }

void Console::print(std::string_view text) {
    if (json()) return;
    endProgress();
    put(stdout, text);
}

void Console::line(std::string_view text) {
    print(text);
    print("\n");
}

void Console::problem(const Problem& problem, const std::vector<SourceText>& files) {
    endProgress();
    if (json())
        (*m_document)["problems"].push_back(toJson(problem, files));
    else {
        std::fflush(stdout);
        put(stderr, pictureOf(problem, files));
    }
}

void Console::problems(const Diagnostics& all, const std::vector<SourceText>& files) {
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
        (*m_document)["exit"] = static_cast<int>(exit);
        // A path on a command line may be any bytes; JSON text may not.
        put(stdout, m_document->dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
        put(stdout, "\n");
    }
    std::fflush(stdout);
    return static_cast<int>(exit);
}

std::string pictureOf(const Problem& problem, const std::vector<SourceText>& files) {
    const std::string_view kind = problem.message->severity == Severity::Error ? "error" : "warning";
    std::string out = placeText(problem.place, files) + std::string(kind) + ": " + textOf(problem) + " [" +
                      std::string(problem.message->code) + "]\n" + caret(problem.place, files);
    for (const Note& note : problem.notes)
        out += placeText(note.place, files) + "note: " + textOf(note) + "\n" + caret(note.place, files);
    if (!problem.replacement.empty()) out += "  perhaps: " + problem.replacement + "\n";
    return out;
}

} // namespace lw::cli
