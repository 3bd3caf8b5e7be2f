// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrome_json.h"

#include "core/base/utf8.h"

#include <array>
#include <charconv>
#include <cmath>

namespace lw::trace {
namespace {

constexpr std::size_t kPieceBytes = 65536;

template <typename T> void appendNumber(T value, std::string& out) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

// JSON has no infinities; they become texts.
void appendReal(double value, std::string& out) {
    if (std::isfinite(value)) return appendNumber(value, out);
    out += std::isnan(value) ? "\"nan\"" : value < 0 ? "\"-inf\"" : "\"inf\"";
}

} // namespace

void appendJsonString(std::string_view text, std::string& out) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += '"';
    while (!text.empty()) {
        const std::size_t bytes = letterBytes(text);
        const auto c = static_cast<unsigned char>(text[0]);
        if (bytes == 0)
            out += "\xef\xbf\xbd";
        else if (c == '"' || c == '\\')
            out += {'\\', text[0]};
        else if (c < 0x20 || c == 0x7f)
            out += {'\\', 'u', '0', '0', kDigits[c >> 4], kDigits[c & 15]};
        else
            out += text.substr(0, bytes);
        text.remove_prefix(bytes == 0 ? 1 : bytes);
    }
    out += '"';
}

ChromeTrace::ChromeTrace(Sink sink, std::string_view title) : m_sink(std::move(sink)) {
    m_text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
    process(0, title);
}

void ChromeTrace::process(unsigned number, std::string_view title) {
    m_process = number;
    m_lanes.clear();
    begin("M", "process_name", 0);
    const TraceArgument name{"name", title};
    arguments({&name, 1});
    end();
}

void ChromeTrace::begin(std::string_view phase, std::string_view name, unsigned lane) {
    m_text += m_any ? ",\n{\"ph\":\"" : "\n{\"ph\":\"";
    m_any = true;
    m_text += phase;
    m_text += "\",\"pid\":";
    appendNumber(m_process, m_text);
    m_text += ",\"tid\":";
    appendNumber(lane, m_text);
    m_text += ",\"name\":";
    appendJsonString(name, m_text);
}

void ChromeTrace::end() {
    m_text += '}';
    if (m_text.size() < kPieceBytes) return;
    m_sink(m_text);
    m_text.clear();
}

void ChromeTrace::arguments(std::span<const TraceArgument> arguments) {
    if (arguments.empty()) return;
    m_text += ",\"args\":{";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (i != 0) m_text += ',';
        appendJsonString(arguments[i].name, m_text);
        m_text += ':';
        const auto& value = arguments[i].value;
        if (const auto* text = std::get_if<std::string_view>(&value))
            appendJsonString(*text, m_text);
        else if (const auto* real = std::get_if<double>(&value))
            appendReal(*real, m_text);
        else if (const auto* number = std::get_if<std::int64_t>(&value))
            appendNumber(*number, m_text);
        else
            appendNumber(std::get<std::uint64_t>(value), m_text);
    }
    m_text += '}';
}

unsigned ChromeTrace::laneNumber(std::string_view name) {
    if (const auto known = m_lanes.find(name); known != m_lanes.end()) return known->second;
    const auto number = static_cast<unsigned>(m_lanes.size() + 1);
    m_lanes.emplace(name, number);
    begin("M", "thread_name", number);
    const TraceArgument title{"name", name};
    arguments({&title, 1});
    end();
    begin("M", "thread_sort_index", number);
    const TraceArgument order{"sort_index", std::uint64_t{number}};
    arguments({&order, 1});
    end();
    return number;
}

void ChromeTrace::span(const TraceSpan& span) {
    const unsigned number = laneNumber(span.lane);
    begin("X", span.name, number);
    m_text += ",\"ts\":";
    appendNumber(span.begin, m_text);
    m_text += ",\"dur\":";
    appendNumber(span.end > span.begin ? span.end - span.begin : 0, m_text);
    arguments(span.arguments);
    end();
}

void ChromeTrace::instant(std::string_view name, std::string_view lane, std::uint64_t clock) {
    const unsigned number = laneNumber(lane);
    begin("i", name, number);
    m_text += ",\"s\":\"t\",\"ts\":";
    appendNumber(clock, m_text);
    end();
}

void ChromeTrace::counter(std::string_view name, std::uint64_t clock, double value) {
    begin("C", name, 0);
    m_text += ",\"ts\":";
    appendNumber(clock, m_text);
    const TraceArgument argument{"value", value};
    arguments({&argument, 1});
    end();
}

void ChromeTrace::finish() {
    m_text += "\n]}\n";
    m_sink(m_text);
    m_text.clear();
}

} // namespace lw::trace
