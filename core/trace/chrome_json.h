// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace lw::trace {

struct TraceArgument {
    std::string_view name;
    std::variant<std::int64_t, std::uint64_t, double, std::string_view> value;
};

// Something that takes a stretch of clocks, [begin, end), in one lane of the picture.
struct TraceSpan {
    std::string_view name;
    std::string_view lane;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::span<const TraceArgument> arguments;
};

// Writes the JSON that Chrome's about:tracing and Perfetto read, piece by piece.
// One clock is written as one microsecond, the unit of the format, so that positions stay whole numbers.
// Lanes appear in the order of their first use.
class ChromeTrace {
  public:
    using Sink = std::function<void(std::string_view piece)>;

    // `title` names the whole picture.
    ChromeTrace(Sink sink, std::string_view title);
    ChromeTrace(const ChromeTrace&) = delete;
    ChromeTrace& operator=(const ChromeTrace&) = delete;

    // What follows is of another process, with lanes of its own: a core of several. The first one is 0.
    void process(unsigned number, std::string_view name);
    // Makes a lane, to fix the order before the first span.
    void lane(std::string_view name) { (void)laneNumber(name); }
    void span(const TraceSpan& span);
    // One moment.
    void instant(std::string_view name, std::string_view lane, std::uint64_t clock);
    // The value of a curve from this clock on.
    void counter(std::string_view name, std::uint64_t clock, double value);
    // Closes the text and hands out the rest. Nothing may follow.
    void finish();

  private:
    unsigned laneNumber(std::string_view name);
    void begin(std::string_view phase, std::string_view name, unsigned lane);
    void end();
    void arguments(std::span<const TraceArgument> arguments);

    Sink m_sink;
    std::string m_text;
    bool m_any = false;
    unsigned m_process = 0;
    std::map<std::string, unsigned, std::less<>> m_lanes; // of the process
};

// Appends a text as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD. A trace is written
// as it comes, for which a Json would have to hold it first.
void appendJsonString(std::string_view text, std::string& out);

} // namespace lw::trace
