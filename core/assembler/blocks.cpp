// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/messages.h"
#include "core/assembler/statements.h"
#include "core/base/closest_word.h"
#include "core/source/messages.h"

#include <algorithm>

// Directives that choose, repeat or bring in other text.
namespace lw::assembler {

using source::between;
using source::is;

namespace {

constexpr std::size_t kMostParameters = 256; // of a macro: they are looked for one after the other

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is(text.front(), source::kBlank)) text.remove_prefix(1);
    while (!text.empty() && is(text.back(), source::kBlank)) text.remove_suffix(1);
    return text;
}

// The end of a macro argument: a comma, comment or line end outside of brackets and quotes.
const char* argumentEnd(const char* p, const char* end) {
    int depth = 0;
    for (; p < end && *p != '\n'; ++p) {
        if (*p == '"') {
            const char* line = source::lineEnd(p, end);
            const void* quote = std::memchr(p + 1, '"', static_cast<std::size_t>(line - p - 1));
            if (!quote) return line;
            p = static_cast<const char*>(quote);
        } else if (*p == '(' || *p == '[' || *p == '{') {
            ++depth;
        } else if (*p == ')' || *p == ']' || *p == '}') {
            --depth;
        } else if (source::startsComment(p) || (*p == ',' && depth <= 0)) {
            break;
        }
    }
    return p;
}

} // namespace

// Moves from the line of an opening directive to the line below.
void Statements::beginBlock() {
    endOfStatement();
    m_reader.skipLine();
    if (m_reader.at >= m_reader.end()) return;
    ++m_reader.at;
    m_reader.passedLineEnd();
}

bool Statements::readParameters(Macro& macro) {
    while (!atEnd()) {
        const auto name = readName();
        if (!name) return false;
        Parameter parameter{std::string(*name), {}, false};
        const auto same = [&](const Parameter& p) { return p.name == parameter.name; };
        if (std::any_of(macro.parameters.begin(), macro.parameters.end(), same)) {
            m_reports.add(m_reader.spotOf(name->data(), name->size()), kDefinedTwice, {parameter.name});
            return false;
        }
        if (at('=')) {
            const char* from = m_reader.at;
            m_reader.at = argumentEnd(from, m_reader.end());
            parameter.byDefault = trimmed(between(from, m_reader.at));
            parameter.hasDefault = true;
        }
        if (macro.parameters.size() == kMostParameters) {
            m_reports.add(m_reader.spotOf(name->data(), name->size()), kTooManyParameters,
                          {macro.name, std::to_string(kMostParameters)});
            return false;
        }
        macro.parameters.push_back(std::move(parameter));
        if (!at(',') && !atEnd()) return expect(',');
    }
    return true;
}

void Statements::macro(const Spot& spot) {
    Macro macro;
    const auto name = readName();
    if (name) macro.name = *name;
    macro.poisoned = !name || !readParameters(macro);
    if (name) macro.place = m_reader.placeOf(name->data(), name->size());
    const Spot where{macro.place, m_reader.context()};
    m_reader.skipLine();
    beginBlock();
    auto body = m_reader.takeBlock(".macro", ".endm", spot);
    if (!body || !name) return;
    endOfStatement();
    macro.body = *std::move(body);
    if (!m_code.lookup().opsNamed(macro.name).empty()) {
        m_reports.add(where, kReservedName, {macro.name, "an instruction"});
        return;
    }
    const auto known = m_macros.find(macro.name);
    if (known != m_macros.end()) {
        m_reports.add(where, kDefinedTwice, {macro.name})
            .notes.push_back({&kNoteFirst, {}, known->second.place});
        return;
    }
    m_macros.emplace(macro.name, std::move(macro));
}

// Local labels in an argument belong to the caller: they get their full names.
std::string Statements::argumentText(const char* from, const char* to) const {
    std::string out;
    bool quoted = false;
    for (const char* p = from; p < to;) {
        quoted = quoted != (*p == '"');
        if (!quoted && *p == '.' && is(p[1], source::kNameStart) &&
            (p == from || !is(p[-1], source::kNameMore))) {
            const char* end = source::nameEnd(p);
            out += m_reader.qualified(between(p, end));
            p = end;
        } else {
            out += *p++;
        }
    }
    return std::string(trimmed(out));
}

std::vector<std::string> Statements::readArguments() {
    std::vector<std::string> out;
    while (!atEnd()) {
        const char* from = m_reader.at;
        m_reader.at = argumentEnd(from, m_reader.end());
        out.push_back(argumentText(from, m_reader.at));
        if (!at(',')) break;
        if (atEnd()) out.emplace_back();
    }
    return out;
}

void Statements::callMacro(const Macro& macro, const Spot& spot) {
    std::vector<std::string> arguments = readArguments();
    m_reader.skipLine();
    if (macro.poisoned) return;
    if (arguments.size() > macro.parameters.size()) {
        m_reports.add(spot, kMacroArgumentsMany, {macro.name, std::to_string(macro.parameters.size())})
            .notes.push_back({&kNoteDefined, {}, macro.place});
        return;
    }
    arguments.resize(macro.parameters.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!arguments[i].empty()) continue;
        if (!macro.parameters[i].hasDefault) {
            m_reports.add(spot, kMacroArgumentMissing, {macro.name, macro.parameters[i].name})
                .notes.push_back({&kNoteDefined, {}, macro.place});
            return;
        }
        arguments[i] = macro.parameters[i].byDefault;
    }
    if (!m_reader.enterMacro(macro, std::move(arguments), spot)) return;
    m_openExpansions.push_back({m_program.expansions.size(), m_reader.depth()});
    m_program.expansions.push_back({spot.place, static_cast<std::uint32_t>(m_code.bundleCount()), 0});
}

void Statements::rept(const Spot& spot) {
    Repetition repetition;
    const auto count = readInteger(0, std::int64_t{1} << 62, kBadCount);
    if (!count) m_reader.skipLine();
    beginBlock();
    auto body = m_reader.takeBlock(".rept", ".endr", spot);
    if (!body) return;
    endOfStatement();
    m_entered = true;
    if (!count) return;
    repetition.count = static_cast<std::uint64_t>(*count);
    repetition.body = *std::move(body);
    m_reader.enterRepetition(std::move(repetition), spot);
}

// .for i, from, to[, step]; false after a report.
bool Statements::readRange(Repetition& repetition, const Spot& spot) {
    constexpr std::int64_t kMost = std::int64_t{1} << 61;
    const auto name = readName();
    if (!name || !readComma()) return false;
    repetition.variable = *name;
    const std::int64_t from = readInteger(-kMost, kMost, kBadCount).value_or(kMost + 1);
    if (from > kMost || !readComma()) return false;
    const std::int64_t to = readInteger(-kMost, kMost, kBadCount).value_or(kMost + 1);
    if (to > kMost) return false;
    const std::int64_t step = at(',') ? readInteger(-kMost, kMost, kBadCount).value_or(kMost + 1) : 1;
    if (step > kMost) return false;
    if (step == 0) {
        m_reports.add(spot, kBadCount, {"0"});
        return false;
    }
    repetition.from = from;
    repetition.step = step;
    const std::int64_t distance = step > 0 ? to - from : from - to, size = step > 0 ? step : -step;
    repetition.count = distance <= 0 ? 0 : static_cast<std::uint64_t>((distance + size - 1) / size);
    return true;
}

void Statements::forLoop(const Spot& spot) {
    Repetition repetition;
    const bool good = readRange(repetition, spot);
    if (!good) m_reader.skipLine();
    beginBlock();
    auto body = m_reader.takeBlock(".for", ".endfor", spot);
    if (!body) return;
    endOfStatement();
    m_entered = true;
    if (!good) return;
    repetition.body = *std::move(body);
    m_reader.enterRepetition(std::move(repetition), spot);
}

void Statements::strayEnd(const Spot& spot) {
    const char* from = m_reader.at;
    while (from[-1] != '.') --from;
    const std::string name(from - 1, m_reader.at);
    const std::string_view opening = name == ".endm" ? ".macro" : name == ".endr" ? ".rept" : ".for";
    m_reports.add(spot, kStray, {name, std::string(opening)});
}

bool Statements::truth(bool& known) {
    const Number value = m_expressions.parseNow();
    known = !value.poisoned();
    return known && value.truth();
}

void Statements::ifBlock(const Spot& spot) {
    bool known = false;
    const bool holds = truth(known);
    if (known) endOfStatement();
    m_reader.skipLine();
    // After an error the first branch is read, so that what it defines is not missed too.
    m_conditions.push_back({spot, m_reader.depth(), holds || !known, false});
    if (!m_conditions.back().taken) skipToBranch();
    m_entered = true;
}

// Passes lines up to the branch that is to be read, or past .endif. `at` is on a line that is done with.
void Statements::skipToBranch() {
    std::size_t nested = 0;
    for (;;) {
        m_reader.skipLine();
        if (m_reader.at >= m_reader.end()) return; // endOfText says so
        ++m_reader.at;
        m_reader.passedLineEnd();
        const std::string_view word = firstWord(m_reader.at);
        if (word == ".if") ++nested;
        if (word == ".endif" && nested-- == 0) {
            m_reader.at = word.data() + word.size();
            m_conditions.pop_back();
            return endOfStatement();
        }
        if (nested != 0 || (word != ".elif" && word != ".else")) continue;
        m_reader.at = word.data() + word.size();
        Condition& condition = m_conditions.back();
        const Spot spot = m_reader.spotOf(word.data(), word.size());
        if (condition.inElse) m_reports.add(spot, kStray, {std::string(word), ".if"});
        condition.inElse = condition.inElse || word == ".else";
        if (condition.taken) continue;
        bool known = true;
        condition.taken = word == ".else" || truth(known) || !known;
        if (!condition.taken) continue;
        if (known) endOfStatement();
        m_reader.skipLine();
        return;
    }
}

// .elif and .else in the text that is read: the branch before was taken.
void Statements::elifBlock(const Spot& spot) {
    if (m_conditions.empty() || m_conditions.back().depth != m_reader.depth() || m_conditions.back().inElse) {
        m_reports.add(spot, kStray, {".elif", ".if"});
        return;
    }
    skipToBranch();
    m_entered = true;
}

void Statements::elseBlock(const Spot& spot) {
    if (m_conditions.empty() || m_conditions.back().depth != m_reader.depth() || m_conditions.back().inElse) {
        m_reports.add(spot, kStray, {".else", ".if"});
        return;
    }
    endOfStatement();
    m_conditions.back().inElse = true;
    skipToBranch();
    m_entered = true;
}

void Statements::endif(const Spot& spot) {
    if (m_conditions.empty() || m_conditions.back().depth != m_reader.depth())
        m_reports.add(spot, kStray, {".endif", ".if"});
    else
        m_conditions.pop_back();
}

// Beside the including file, then in the include path.
void Statements::include(const Spot& spot) {
    const auto name = readString();
    if (!name) {
        m_failedInclude = true;
        return;
    }
    const Spot where = m_reader.spotOf(name->data() - 1, name->size() + 2);
    endOfStatement();
    m_reader.skipLine();
    auto file = m_files.open(source::pathBeside(m_files[m_reader.file()].path(), *name));
    for (std::size_t i = 0; !file && i < m_options.includePath.size(); ++i) {
        auto next = m_files.open(source::pathIn(m_options.includePath[i], *name));
        if (next) file = std::move(next);
    }
    m_entered = true;
    if (!file) {
        m_failedInclude = true;
        m_reports.add(where, std::move(file).problem());
        return;
    }
    if (!m_reader.enterFile(*file, spot)) m_failedInclude = true;
}

} // namespace lw::assembler
