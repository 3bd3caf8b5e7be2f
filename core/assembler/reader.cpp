// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/reader.h"

#include "core/assembler/messages.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace lw::assembler {

using source::between;
using source::is;

Place Reader::placeOf(const char* p, std::size_t length) const {
    const char* lineStart = m_lineStart;
    std::uint32_t line = m_line;
    while (p < lineStart) { // an earlier line of the same bundle
        --lineStart;
        const std::string_view before =
            between(m_frames.back()->kind == Frame::Kind::File ? m_files[m_frames.back()->file].text().data()
                                                               : m_frames.back()->text.data(),
                    lineStart);
        const std::size_t previous = before.rfind('\n');
        lineStart = previous == std::string_view::npos ? before.data() : before.data() + previous + 1;
        --line;
    }
    const auto column = static_cast<std::uint32_t>(p - lineStart);
    const char* const most = p + std::min(length, static_cast<std::size_t>(m_end - p)); // lines may be long
    length = static_cast<std::size_t>(source::lineEnd(p, most) - p);
    Place place{m_frames.back()->file, line, column + 1, static_cast<std::uint32_t>(length)};
    const Frame& frame = *m_frames.back();
    if (frame.kind == Frame::Kind::File) return place;
    const Origin& origin = frame.origins[std::min<std::size_t>(line, frame.origins.size()) - 1];
    place.file = origin.file;
    place.line = origin.line;
    for (std::uint32_t i = 0; i < origin.segments; ++i) {
        const Segment& s = frame.segments[origin.firstSegment + i];
        if (s.at > column) break;
        place.column = 1 + s.source + (s.fixed ? 0 : column - s.at);
        place.length = s.fixed ? s.fixed : static_cast<std::uint32_t>(length);
    }
    return place;
}

std::optional<std::string> Reader::substitutedLine(const Place& place) const {
    constexpr std::size_t kShown = 200;
    if (m_frames.empty() || m_frames.back()->kind == Frame::Kind::File) return std::nullopt;
    const Frame& frame = *m_frames.back();
    if (m_line == 0 || m_line > frame.origins.size()) return std::nullopt;
    const Origin& origin = frame.origins[m_line - 1];
    if (origin.segments == 0 || origin.line != place.line || origin.file != place.file) return std::nullopt;
    const char* from = source::skipBlanks(m_lineStart);
    std::string_view line = between(from, source::lineEnd(from, m_end));
    while (!line.empty() && is(line.back(), source::kBlank)) line.remove_suffix(1);
    if (line.size() <= kShown) return std::string(line);
    return std::string(line.substr(0, kShown)) + " ...";
}

Reader::Frame& Reader::push(Frame::Kind kind, const Spot& from) {
    if (!m_frames.empty()) {
        Frame& outer = *m_frames.back();
        outer.at = at, outer.lineStart = m_lineStart, outer.line = m_line, outer.context = m_context;
    }
    m_frames.push_back(std::make_unique<Frame>());
    Frame& frame = *m_frames.back();
    frame.kind = kind;
    frame.from = from;
    frame.outerContext = m_context;
    frame.file = from.place.file;
    return frame;
}

void Reader::open(Frame& frame, const std::string& text) {
    at = m_lineStart = text.data();
    m_end = text.data() + text.size();
    m_line = 1;
    m_lasting = frame.kind == Frame::Kind::File;
}

bool Reader::enterFile(std::uint32_t file, const Spot& from) {
    if (const std::size_t zero = m_files[file].text().find('\0'); zero != std::string::npos) {
        m_reports.add(from, kNotAText, {m_files[file].path(), std::to_string(zero)});
        return false;
    }
    std::size_t files = 0;
    for (const auto& frame : m_frames) {
        if (frame->kind != Frame::Kind::File) continue;
        ++files;
        if (frame->file != file) continue;
        m_reports.add(from, kIncludeCycle, {m_files[file].path()});
        return false;
    }
    if (files >= m_limits.includeDepth) {
        m_reports.add(from, kTooDeep, {"included files are", std::to_string(m_limits.includeDepth)});
        return false;
    }
    if (!m_frames.empty()) {
        m_lines += std::max<std::size_t>(m_files[file].lineCount(), 1);
        m_bytes += m_files[file].text().size();
        if (m_lines > m_limits.expandedLines || m_bytes > m_limits.expandedBytes) {
            m_reports.add(from, kTooMuchExpansion, {std::to_string(m_limits.expandedLines)});
            return false;
        }
        const std::uint32_t context = m_reports.enter({Context::Kind::Include, m_context, 0, {}, from.place});
        push(Frame::Kind::File, from);
        m_context = context;
    } else {
        push(Frame::Kind::File, from);
    }
    Frame& frame = *m_frames.back();
    frame.file = file;
    open(frame, m_files[file].text());
    if (m_files[file].text().starts_with("\xef\xbb\xbf")) at += 3; // a byte order mark says nothing
    return true;
}

bool Reader::mayExpand(const Spot& from) {
    std::size_t expansions = 0;
    for (const auto& frame : m_frames) expansions += frame->kind != Frame::Kind::File;
    if (expansions < m_limits.depth) return true;
    m_reports.add(from, kTooDeep, {"macros and repetitions are", std::to_string(m_limits.depth)});
    abandonExpansions();
    return false;
}

bool Reader::enterMacro(const Macro& macro, std::vector<std::string> arguments, const Spot& from) {
    if (!mayExpand(from)) return false;
    const std::uint32_t context =
        m_reports.enter({Context::Kind::Macro, m_context, 0, macro.name, from.place});
    Frame& frame = push(Frame::Kind::Macro, from);
    m_context = context;
    frame.macro = &macro;
    frame.arguments = std::move(arguments);
    frame.number = m_expansions++;
    frame.scope = macro.name + "@" + std::to_string(frame.number);
    if (expand(frame, macro.body)) return true;
    abandonExpansions();
    return false;
}

bool Reader::enterRepetition(Repetition repetition, const Spot& from) {
    if (repetition.count == 0 || !mayExpand(from)) return true;
    const std::uint64_t lines = std::max<std::uint64_t>(repetition.body.size(), 1);
    if (repetition.count > (m_limits.expandedLines - std::min(m_lines, m_limits.expandedLines)) / lines) {
        m_reports.add(from, kTooMuchExpansion, {std::to_string(m_limits.expandedLines)});
        abandonExpansions();
        return false;
    }
    Frame& frame = push(Frame::Kind::Repetition, from);
    frame.repetition = std::move(repetition);
    if (beginRepetition(frame)) return true;
    abandonExpansions();
    return false;
}

bool Reader::beginRepetition(Frame& frame) {
    ++frame.done;
    m_context = m_reports.enter({Context::Kind::Repetition,
                                 frame.outerContext,
                                 static_cast<std::uint32_t>(frame.done),
                                 {},
                                 frame.from.place});
    frame.number = m_expansions++;
    return expand(frame, frame.repetition.body);
}

bool Reader::leave() {
    Frame& inner = *m_frames.back();
    if (inner.kind == Frame::Kind::Repetition && inner.done < inner.repetition.count) {
        if (beginRepetition(inner)) return true;
        abandonExpansions();
        return true;
    }
    m_context = inner.outerContext;
    m_frames.pop_back();
    if (m_frames.empty()) return false;
    Frame& frame = *m_frames.back();
    at = frame.at, m_lineStart = frame.lineStart, m_line = frame.line;
    const std::string& text = frame.kind == Frame::Kind::File ? m_files[frame.file].text() : frame.text;
    m_end = text.data() + text.size();
    m_lasting = frame.kind == Frame::Kind::File;
    return true;
}

void Reader::abandonExpansions() {
    while (m_frames.back()->kind != Frame::Kind::File) {
        m_frames.back()->done = m_frames.back()->repetition.count;
        leave();
    }
}

std::pair<bool, std::string> Reader::argumentOf(const Frame& frame, std::string_view name) const {
    if (frame.kind == Frame::Kind::Macro) {
        for (std::size_t i = 0; i < frame.macro->parameters.size(); ++i)
            if (frame.macro->parameters[i].name == name) return {true, frame.arguments[i]};
        return {false, {}};
    }
    if (name.empty() || frame.repetition.variable != name) return {false, {}};
    return {true, std::to_string(frame.repetition.from +
                                 static_cast<std::int64_t>(frame.done - 1) * frame.repetition.step)};
}

bool Reader::expandLine(Frame& frame, const BlockLine& line) {
    const std::size_t begin = frame.text.size();
    Origin origin{line.file, line.line, static_cast<std::uint32_t>(frame.segments.size()), 0};
    // Where a column of the line came from, if the line was made by substitution itself.
    const auto mapped = [&](std::size_t column) {
        Segment out{0, static_cast<std::uint32_t>(column), 0};
        for (const Segment& s : line.segments) {
            if (s.at > column) break;
            out = {0, s.source + (s.fixed ? 0 : static_cast<std::uint32_t>(column) - s.at), s.fixed};
        }
        return out;
    };
    const auto segment = [&](std::size_t column, std::uint32_t fixed) {
        Segment s = mapped(column);
        s.at = static_cast<std::uint32_t>(frame.text.size() - begin);
        if (!s.fixed) s.fixed = fixed;
        frame.segments.push_back(s);
    };
    const std::string& text = line.text;
    std::size_t done = 0;
    for (std::size_t slash = text.find('\\'); slash != std::string::npos; slash = text.find('\\', done)) {
        std::size_t to = slash + 1;
        while (to < text.size() && is(text[to], source::kNameStart | source::kDigit)) ++to;
        std::pair<bool, std::string> argument;
        if (to == slash + 1 && to < text.size() && text[to] == '@')
            argument = {true, std::to_string(frame.number)}, ++to;
        else
            argument = argumentOf(frame, std::string_view(text).substr(slash + 1, to - slash - 1));
        frame.text.append(text, done, slash - done);
        if (argument.first) {
            segment(slash, static_cast<std::uint32_t>(to - slash));
            frame.text += argument.second;
            segment(to, 0);
        } else {
            frame.text.append(text, slash, to - slash);
        }
        done = to;
        if (frame.text.size() - begin > m_limits.lineBytes) return false;
    }
    frame.text.append(text, done);
    if (frame.segments.size() == origin.firstSegment)
        frame.segments.insert(frame.segments.end(), line.segments.begin(), line.segments.end());
    else if (!line.segments.empty() && line.segments[0].at == 0)
        frame.segments.insert(frame.segments.begin() + origin.firstSegment, line.segments[0]);
    origin.segments = static_cast<std::uint32_t>(frame.segments.size()) - origin.firstSegment;
    frame.origins.push_back(origin);
    frame.text += '\n';
    return true;
}

bool Reader::expand(Frame& frame, const std::vector<BlockLine>& body) {
    frame.text.clear();
    frame.origins.clear();
    frame.segments.clear();
    m_lines += std::max<std::size_t>(body.size(), 1);
    if (m_lines > m_limits.expandedLines) {
        m_reports.add(frame.from, kTooMuchExpansion, {std::to_string(m_limits.expandedLines)});
        return false;
    }
    for (const BlockLine& line : body) {
        const bool fits = expandLine(frame, line);
        if (!fits || m_bytes + frame.text.size() > m_limits.expandedBytes) {
            m_reports.add(frame.from, fits ? kTooMuchExpansion : kLongLine,
                          {std::to_string(fits ? m_limits.expandedLines : m_limits.lineBytes)});
            return false;
        }
    }
    m_bytes += frame.text.size();
    if (frame.origins.empty()) frame.origins.push_back({frame.file, frame.from.place.line, 0, 0});
    open(frame, frame.text);
    return true;
}

BlockLine Reader::lineHere(const char* from, const char* to) const {
    BlockLine out{std::string(from, to), m_frames.back()->file, m_line, {}};
    if (!out.text.empty() && out.text.back() == '\r') out.text.pop_back();
    const Frame& frame = *m_frames.back();
    if (frame.kind == Frame::Kind::File) return out;
    const Origin& origin = frame.origins[m_line - 1];
    out.file = origin.file;
    out.line = origin.line;
    out.segments.assign(frame.segments.begin() + origin.firstSegment,
                        frame.segments.begin() + origin.firstSegment + origin.segments);
    return out;
}

std::string_view firstWord(const char* p) {
    for (;;) {
        p = source::skipBlanks(p);
        if (!is(*p, source::kNameStart) && *p != '.') return {};
        const char* to = source::nameEnd(p);
        if (*to != ':') return between(p, to);
        p = to + 1;
    }
}

std::string quoted(std::string_view text) {
    std::string out("'");
    out += text;
    return out += '\'';
}

std::string foundText(const Reader& reader) {
    const char* p = source::skipBlanks(reader.at);
    if (p >= reader.end()) return "the end of the text";
    if (*p == '\n' || source::startsComment(p)) return "the end of the line";
    if (is(*p, source::kNameMore)) return quoted(between(p, source::nameEnd(p)));
    if (*p > ' ' && *p <= '~') return quoted({p, 1});
    const std::string_view rest(p, static_cast<std::size_t>(reader.end() - p));
    if (const std::size_t bytes = letterBytes(rest); bytes > 1) return quoted(rest.substr(0, bytes));
    std::string out("byte ");
    return out += std::to_string(static_cast<unsigned char>(*p));
}

std::optional<std::vector<BlockLine>> Reader::takeBlock(std::string_view opening, std::string_view closing,
                                                        const Spot& from) {
    std::vector<BlockLine> out;
    std::size_t nested = 0;
    while (at < m_end) {
        const char* to = source::lineEnd(at, m_end);
        const std::string_view word = firstWord(at);
        if (word == closing && nested-- == 0) {
            if (source::skipBlanks(at) != word.data())
                out.push_back(lineHere(at, word.data())); // a label before it
            at = word.data() + word.size();
            return out;
        }
        if (word == opening) ++nested;
        out.push_back(lineHere(at, to));
        at = to;
        if (at == m_end) break;
        ++at;
        passedLineEnd();
    }
    m_reports.add(from, kOpenBlock, {std::string(opening), std::string(closing)});
    return std::nullopt;
}

std::string Reader::qualified(std::string_view local) const {
    for (std::size_t i = m_frames.size(); i-- > 0;) {
        const Frame& frame = *m_frames[i];
        if (frame.kind == Frame::Kind::Macro) return frame.scope + std::string(local);
        if (frame.kind == Frame::Kind::File) break;
    }
    return m_scope + std::string(local);
}

} // namespace lw::assembler
