// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/reports.h"
#include "core/source/chars.h"
#include "core/source/files.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::assembler {

// Where a line of text made by substitution came from: from column `at` on (from 0), columns of the source
// begin at `source`; `fixed` != 0: the text stands for a parameter that takes that many columns there.
struct Segment {
    std::uint32_t at = 0;
    std::uint32_t source = 0;
    std::uint32_t fixed = 0;
};

// A line of a block: of a macro's body, or between .rept and .endr. Its place, and how its columns map if it
// was made by substitution itself.
struct BlockLine {
    std::string text;
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::vector<Segment> segments;
};

struct Parameter {
    std::string name;
    std::string byDefault;
    bool hasDefault = false;
};

struct Macro {
    std::string name;
    std::vector<Parameter> parameters;
    std::vector<BlockLine> body;
    Place place;
    bool poisoned = false; // its definition was wrong: uses say nothing
};

// A repetition of a block: `count` times; with a variable that begins at `from` and grows by `step`.
struct Repetition {
    std::vector<BlockLine> body;
    std::string variable;
    std::int64_t from = 0;
    std::int64_t step = 0;
    std::uint64_t count = 0;
};

struct ReaderLimits {
    std::size_t depth = 64; // of nested macros and repetitions
    std::size_t includeDepth = 32;
    std::uint64_t expandedLines = 4'000'000;
    std::uint64_t expandedBytes = std::uint64_t{256} << 20;
    std::size_t lineBytes = 64 << 10;
};

// Gives the text line by line, whether it comes from a file, a macro or a repetition, and knows the place of
// every byte. The position `at` is public: whoever reads moves it. It never passes end(), where a NUL stands.
class Reader {
  public:
    Reader(source::Files& files, Reports& reports, ReaderLimits limits)
        : m_files(files), m_reports(reports), m_limits(limits) {}

    const char* at = nullptr;

    const char* end() const { return m_end; }
    // After the line end at `at` was passed.
    void passedLineEnd() { m_lineStart = at, ++m_line; }
    void skipLine() { at = source::lineEnd(at, m_end); }
    // Names read now keep their bytes after the reader has gone on.
    bool lasting() const { return m_lasting; }
    // The line at `at`, if it came from that line of a block and is another text than it. Shortened.
    std::optional<std::string> substitutedLine(const Place& place) const;

    // The place of a byte at or before the current line; the length is cut at the end of its line.
    Place placeOf(const char* p, std::size_t length) const;
    // The same for a stretch of the current line.
    Place placeInLine(const char* from, const char* to) const {
        const auto length = static_cast<std::size_t>(to - from);
        if (!m_lasting) return placeOf(from, length);
        return {m_frames.back()->file, m_line, static_cast<std::uint32_t>(from - m_lineStart) + 1,
                static_cast<std::uint32_t>(length)};
    }
    Spot spotOf(const char* p, std::size_t length) const { return {placeOf(p, length), m_context}; }
    Spot spotHere(std::size_t length = 1) const { return spotOf(at, length); }
    std::uint32_t context() const { return m_context; }

    // The text that follows is that of a file; false after a report (too deep, a cycle).
    bool enterFile(std::uint32_t file, const Spot& from);
    bool enterMacro(const Macro& macro, std::vector<std::string> arguments, const Spot& from);
    bool enterRepetition(Repetition repetition, const Spot& from);
    // Ends the innermost text (or begins its next repetition); false when nothing is left.
    bool leave();
    // Gives up all expansions, back to the file they began in; after one went too deep.
    void abandonExpansions();
    std::size_t depth() const { return m_frames.size(); }
    std::uint32_t file() const { return m_frames.back()->file; }

    // Takes the lines up to the one that begins with `close`, counting nested pairs, and passes them.
    // Nothing when the text ends before, which has been reported.
    std::optional<std::vector<BlockLine>> takeBlock(std::string_view open, std::string_view close,
                                                    const Spot& from);

    // The full name of a label `.name`: in a macro that of its expansion,
    // else that of the last label that is not local.
    std::string qualified(std::string_view local) const;
    void setScope(std::string_view label) { m_scope = label; }

  private:
    struct Origin {
        std::uint32_t file = 0, line = 0, firstSegment = 0, segments = 0;
    };
    struct Frame {
        enum class Kind : std::uint8_t { File, Macro, Repetition } kind = Kind::File;
        std::uint32_t file = 0;
        std::uint32_t context = kNone;
        std::uint32_t outerContext = kNone;
        // Saved while an inner text is read.
        const char* at = nullptr;
        const char* lineStart = nullptr;
        std::uint32_t line = 1;
        // Of an expansion.
        std::string text;
        std::vector<Origin> origins;
        std::vector<Segment> segments;
        const Macro* macro = nullptr;
        std::vector<std::string> arguments;
        std::string scope;
        std::uint64_t number = 0;
        Repetition repetition;
        std::uint64_t done = 0; // repetitions
        Spot from;
    };

    Frame& push(Frame::Kind kind, const Spot& from);
    void open(Frame& frame, const std::string& text);
    bool mayExpand(const Spot& from);
    bool expand(Frame& frame, const std::vector<BlockLine>& body);
    bool expandLine(Frame& frame, const BlockLine& line);
    bool beginRepetition(Frame& frame);
    std::pair<bool, std::string> argumentOf(const Frame& frame, std::string_view name) const;
    BlockLine lineHere(const char* from, const char* to) const;

    source::Files& m_files;
    Reports& m_reports;
    ReaderLimits m_limits;
    std::vector<std::unique_ptr<Frame>> m_frames;
    const char* m_end = nullptr;
    const char* m_lineStart = nullptr;
    std::uint32_t m_line = 1;
    std::uint32_t m_context = kNone;
    bool m_lasting = true;
    std::string m_scope;
    std::uint64_t m_expansions = 0;
    std::uint64_t m_lines = 0;
    std::uint64_t m_bytes = 0;
};

std::string quoted(std::string_view text); // 'text'
// What is at the reader's position, for "expected ..., found {}".
std::string foundText(const Reader& reader);
// The first word after the labels of the line at p, which may be a directive.
std::string_view firstWord(const char* p);

} // namespace lw::assembler
