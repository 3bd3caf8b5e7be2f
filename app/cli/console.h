// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "core/base/diagnostics.h"
#include "core/base/json.h"
#include "core/source/files.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::cli {

enum class Format { Text, Json };

// Where a command's results go. A command gives everything twice, as text and as a value in the JSON
// document; one of the two is printed. Problems and progress go to the standard error stream,
// results to the standard output.
class Console {
  public:
    Console(std::string_view command, Format format);

    Format format() const { return m_format; }
    bool json() const { return m_format == Format::Json; }
    // The document; printed by finish(). Its keys belong to the command, except command, exit and problems.
    Json& document() { return m_document; }

    // Result text, as it is; nothing in JSON mode.
    void print(std::string_view text);
    // And a line of it that a terminal can show, whatever names from outside are in it.
    void line(std::string_view text);
    // A problem, with a caret picture if the text of its file is known.
    void problem(const Problem& problem, const source::Files* files = nullptr);
    void problems(const Diagnostics& all, const source::Files* files = nullptr);
    // From now on warnings (of this code) are neither printed nor listed.
    void hideWarning(std::string code) { m_hidden.push_back(std::move(code)); }
    void hideWarnings() { m_hidesAll = true; }
    // A line that overwrites the last one, on a terminal only; at most ten a second.
    void progress(std::string_view text);
    void endProgress();

    // Prints the document (in JSON mode), or on a terminal after an error how to get its explanation, and
    // returns the number for the caller.
    int finish(Exit exit);

  private:
    bool hides(const Message& message) const;

    Format m_format;
    std::vector<std::string> m_hidden; // codes of warnings
    bool m_hidesAll = false;
    std::string_view m_firstError; // its code
    Json m_document;
    bool m_terminal = false;
    bool m_progressShown = false;
    long long m_lastProgress = 0;
};

// A problem with its notes as they appear in documents, with places if the text of a file is known.
Json jsonOf(const Problem& problem, const source::Files& files);

} // namespace lw::cli
