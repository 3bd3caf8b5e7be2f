// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/messages.h"
#include "core/assembler/statements.h"
#include "core/base/closest_word.h"
#include "core/source/messages.h"

#include <algorithm>

// Defining names, and the small things that directives read.
namespace lw::assembler {

using source::between;
using source::is;
using source::skipBlanks;

// Where there are several cores; "c9" also where they are fewer, as the program may later be run on more.
static bool isCalledLikeCore(std::string_view name, const std::vector<std::string>& cores) {
    if (cores.empty()) return false;
    const bool isNumbered =
        name.size() > 1 && name.front() == 'c' &&
        std::all_of(name.begin() + 1, name.end(), [](char c) { return is(c, source::kDigit); });
    return isNumbered || std::find(cores.begin(), cores.end(), name) != cores.end();
}

// The symbol to fill in; null after a report.
Symbol* Statements::define(std::string_view name, const Spot& spot, bool lasting) {
    if (is(name.back(), source::kDigit) && m_code.lookup().fileOf(name) >= 0) {
        m_reports.add(spot, kReservedName, {std::string(name), "a register"});
        return nullptr;
    }
    if (isCalledLikeCore(name.substr(0, name.find('.')), m_target->cores)) {
        m_reports.add(spot, kReservedName, {std::string(name), "what a core is called"});
        return nullptr;
    }
    Symbol& symbol = m_symbols[m_symbols.use(name, lasting)];
    if (symbol.fromMachine) {
        const bool isWord = symbol.value.poisoned();
        m_reports.add(spot, kReservedName,
                      {std::string(name), isWord ? "part of the language" : "given by the machine"});
        return nullptr;
    }
    if (symbol.kind != Symbol::Kind::Undefined) {
        m_reports.add(spot, kDefinedTwice, {std::string(name)})
            .notes.push_back({&kNoteFirst, {}, symbol.place});
        return nullptr;
    }
    symbol.place = spot.place;
    symbol.context = spot.context;
    return &symbol;
}

std::optional<std::string_view> Statements::readName() {
    const char* from = m_reader.at = skipBlanks(m_reader.at);
    if (!is(*from, source::kNameStart)) {
        m_reports.add(m_reader.spotHere(), kExpected, {"a name", foundText(m_reader)});
        return std::nullopt;
    }
    m_reader.at = source::nameEnd(from);
    return between(from, m_reader.at);
}

std::optional<std::string_view> Statements::readString() {
    const char* from = m_reader.at = skipBlanks(m_reader.at);
    if (*from != '"') {
        m_reports.add(m_reader.spotHere(), kExpected, {"a text in quotes", foundText(m_reader)});
        return std::nullopt;
    }
    const char* line = source::lineEnd(from, m_reader.end());
    const void* quote = std::memchr(from + 1, '"', static_cast<std::size_t>(line - from - 1));
    if (!quote) {
        m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(line - from)), source::kOpenString);
        return std::nullopt;
    }
    m_reader.at = static_cast<const char*>(quote) + 1;
    return between(from + 1, m_reader.at - 1);
}

bool Statements::at(char c) {
    m_reader.at = skipBlanks(m_reader.at);
    if (*m_reader.at != c) return false;
    ++m_reader.at;
    return true;
}

bool Statements::expect(char c) {
    if (at(c)) return true;
    m_reports.add(m_reader.spotHere(), kExpected, {quoted({&c, 1}), foundText(m_reader)});
    return false;
}

bool Statements::readComma() { return expect(','); }

bool Statements::atEnd() const {
    const char* p = skipBlanks(m_reader.at);
    return *p == '\n' || p >= m_reader.end() || source::startsComment(p);
}

// An integer that must be known here and lie within the bounds; `message` takes the value as its argument.
std::optional<std::int64_t> Statements::readInteger(std::int64_t least, std::int64_t most,
                                                    const Message& message) {
    const char* from = m_reader.at = skipBlanks(m_reader.at);
    const Number value = m_expressions.parseNow();
    if (value.poisoned()) return std::nullopt;
    if (!value.isReal() && value.integer() >= least && value.integer() <= most) return value.integer();
    m_reports.add(m_reader.spotOf(from, static_cast<std::size_t>(m_reader.at - from)), message,
                  {textOf(value)});
    return std::nullopt;
}

std::optional<isa::SpaceId> Statements::readSpace() {
    const auto name = readName();
    if (!name) return std::nullopt;
    if (const auto space = m_code.lookup().spaceNamed(*name)) return space;
    std::vector<std::string_view> names;
    for (const isa::Space& space : m_target->spec->spaces) names.push_back(space.name);
    m_reports.add(m_reader.spotOf(name->data(), name->size()), kUnknownSpace, {std::string(*name)},
                  std::string(closestWord(*name, names)));
    return std::nullopt;
}

} // namespace lw::assembler
