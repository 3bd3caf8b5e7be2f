// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/render.h"

#include "core/base/printable.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace lw::source {

namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kWidest = 160; // longer source lines are cut

struct Paint {
    Colour colour;
    std::string operator()(std::string_view code, const std::string& text) const {
        return colour == Colour::Off ? text : std::string(code) + text + "\x1b[0m";
    }
};
constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[1;31m", kYellow = "\x1b[1;35m",
                           kCyan = "\x1b[1;36m";

bool hasText(const Place& place, const Files& files) {
    return place.file < files.size() && place.line >= 1 && place.line <= files[place.file].lineCount();
}

// The line as it is shown and the columns of the caret in it: tabs widened, control and broken bytes as dots,
// a letter of several bytes one column wide.
struct Shown {
    std::string text;
    std::size_t caret = 0;
    std::size_t length = 1;
};

Shown show(std::string_view line, std::size_t column, std::size_t length) {
    Shown out;
    std::size_t width = 0, caretEnd = 0;
    const std::size_t from = column - 1, to = from + std::max<std::size_t>(length, 1);
    for (std::size_t i = 0; i <= line.size(); ++i) {
        if (i == from) out.caret = width;
        if (i == to) caretEnd = width;
        if (i == line.size()) break;
        const auto c = static_cast<unsigned char>(line[i]);
        if (c == '\t') {
            const std::size_t step = kTabWidth - width % kTabWidth;
            out.text.append(step, ' ');
            width += step;
        } else {
            out.text += line[i];
            width += continuesLetter(line[i]) ? 0 : 1;
        }
    }
    if (from > line.size()) out.caret = width;
    if (to > line.size()) caretEnd = std::max(width, out.caret + 1);
    out.length = std::max<std::size_t>(caretEnd > out.caret ? caretEnd - out.caret : 1, 1);
    out.text = printable(out.text);
    return out;
}

std::string picture(const Place& place, const Files& files, const Paint& paint, std::string_view code) {
    if (!hasText(place, files)) return {};
    std::string_view line = files[place.file].line(place.line);
    std::size_t column = std::max<std::uint32_t>(place.column, 1);
    std::string_view before;
    if (line.size() > kWidest) { // a window around the place
        const std::size_t skip = column > kWidest / 2 ? std::min(column - kWidest / 2, line.size()) : 0;
        if (skip) before = "...";
        line = line.substr(skip, kWidest);
        column -= std::min(skip, column - 1);
    }
    Shown shown = show(line, column, std::min<std::size_t>(place.length, line.size() + 1));
    shown.length = std::min(shown.length, kWidest);
    const std::string number = std::to_string(place.line);
    const std::size_t margin = std::max<std::size_t>(number.size(), 5);
    std::string out =
        std::string(margin - number.size(), ' ') + number + " | " + std::string(before) + shown.text + "\n";
    out += std::string(margin, ' ') + " | " + std::string(before.size() + shown.caret, ' ') +
           paint(code, "^" + std::string(shown.length - 1, '~')) + "\n";
    return out;
}

std::string placed(const Place& place, const Files& files, const Paint& paint) {
    if (place.file >= files.size()) return {};
    std::string out = printable(files[place.file].path()) + ":";
    if (place.known()) out += std::to_string(place.line) + ":" + std::to_string(place.column) + ":";
    return paint(kBold, out) + " ";
}

} // namespace

std::string render(const Problem& problem, const Files& files, Colour colour) {
    const Paint paint{colour};
    const bool isError = problem.message->severity == Severity::Error;
    const std::string_view tint = isError ? kRed : kYellow;
    const std::string kind = (isError ? "error " : "warning ") + std::string(problem.message->code) + ":";
    std::string out = placed(problem.place, files, paint) + paint(tint, kind) + " " +
                      paint(kBold, printable(textOf(problem))) + "\n";
    out += picture(problem.place, files, paint, tint);
    if (!problem.replacement.empty())
        out += paint(kCyan, "help:") + " did you mean '" + printable(problem.replacement) + "'?\n";
    for (const Note& note : problem.notes) {
        out +=
            placed(note.place, files, paint) + paint(kCyan, "note:") + " " + printable(textOf(note)) + "\n";
        out += picture(note.place, files, paint, kCyan);
    }
    return out;
}

std::string render(const Diagnostics& diagnostics, const Files& files, Colour colour) {
    std::string out;
    for (const Problem& problem : diagnostics.problems()) out += render(problem, files, colour);
    return out;
}

} // namespace lw::source
