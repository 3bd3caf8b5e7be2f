// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/place.h"

#include <string>
#include <string_view>
#include <vector>

namespace lw {

enum class Severity { Error, Warning };

// One row of a room's table of messages: everything the user can be told has a code, an English template with
// {0}, {1} ... for the arguments, and a longer explanation with a remedy. Rows are constexpr and live as
// long as the program, so a Problem only points at its row.
struct Message {
    std::string_view code;
    Severity severity = Severity::Error;
    std::string_view text;
    std::string_view explanation;
};

struct Note {
    const Message* message = nullptr;
    std::vector<std::string> arguments;
    Place place;
};

// The user's text or file is wrong. `replacement`, when not empty, is what the text at `place` could become.
struct Problem {
    const Message* message = nullptr;
    std::vector<std::string> arguments;
    Place place;
    std::vector<Note> notes;
    std::string replacement;
};

// The template with its arguments filled in; {n} without an argument stays as it is.
std::string textOf(const Message& message, const std::vector<std::string>& arguments);
inline std::string textOf(const Problem& problem) { return textOf(*problem.message, problem.arguments); }
inline std::string textOf(const Note& note) { return textOf(*note.message, note.arguments); }

} // namespace lw
