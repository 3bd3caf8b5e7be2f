// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/statements.h"

#include "core/assembler/messages.h"
#include "core/base/closest_word.h"
#include "core/program/hints.h"
#include "core/source/messages.h"

#include <algorithm>

namespace lw::assembler {

using source::between;
using source::is;
using source::skipBlanks;

Statements::Statements(source::Files& files, const Options& options)
    : m_files(files)
    , m_options(options)
    , m_reports(options.limits.errors)
    , m_reader(files, m_reports,
               {options.limits.depth, options.limits.includeDepth, options.limits.expandedLines,
                options.limits.expandedBytes})
    , m_expressions(m_reader, m_reports, m_symbols, m_program, m_target)
    , m_code(m_program, m_reader, m_reports, m_expressions)
    , m_memory(m_program, m_reports, m_expressions, options.limits.dataBytes) {
    m_fileOfLetter.fill(-1);
    m_reports.setSubstitutedLine([this](const Place& place) { return m_reader.substitutedLine(place); });
}

Assembly Statements::run(std::uint32_t file) {
    if (!m_reader.enterFile(file, {{file, 1, 1, 0}, kNone})) return finish();
    for (bool more = true; more && !m_stopped && !m_reports.full();) {
        while (m_reader.at < m_reader.end() && !m_stopped && !m_reports.full()) statement();
        endOfText();
        more = !m_stopped && m_reader.leave();
        if (!m_openExpansions.empty()) endOfExpansions();
    }
    if (!m_target && !m_reports.hasErrors()) m_reports.add({{file, 1, 1, 0}, kNone}, kChipFirst);
    return finish();
}

// What the text at `at` begins with. Every way through here moves `at`.
void Statements::statement() {
    const char* p = m_reader.at = skipBlanks(m_reader.at);
    switch (*p) {
    case '\n':
        ++m_reader.at;
        m_reader.passedLineEnd();
        return;
    case '{': return bundle();
    case '#': return m_reader.skipLine();
    case '.': return dotted();
    case '@': singleInstruction(p); return endOfStatement();
    default: break;
    }
    if (is(*p, source::kNameStart)) return nameOrInstruction();
    if (source::startsHint(p)) return hint();
    if (source::startsComment(p)) return m_reader.skipLine();
    if (p >= m_reader.end()) return;
    if (*p == '\\') {
        const char* to = source::parameterEnd(p + 1);
        m_reports.add(m_reader.spotOf(p, static_cast<std::size_t>(to - p)), kNotAParameter,
                      {std::string(p + 1, to)});
    } else if (*p > ' ' && *p <= '~') {
        m_reports.add(m_reader.spotHere(), kExpected, {"a statement", foundText(m_reader)});
    } else {
        m_reports.add(m_reader.spotHere(), source::kBadByte, {foundText(m_reader)});
    }
    m_reader.skipLine();
}

// A label, a macro, or an instruction without braces.
void Statements::nameOrInstruction() {
    const char* from = m_reader.at;
    const char* to = source::nameEnd(from);
    if (*to == ':' && slotNamed(from, to) < 0) {
        m_reader.at = to + 1;
        return label(between(from, to), from);
    }
    if (!wantsChip(m_reader.spotOf(from, static_cast<std::size_t>(to - from)))) return;
    const std::string_view name = between(from, to);
    if (!m_macros.empty() && *to != ':') {
        const auto found = m_macros.find(name);
        if (found != m_macros.end()) {
            m_reader.at = to;
            return callMacro(found->second, m_reader.spotOf(from, name.size()));
        }
    }
    singleInstruction(from);
    endOfStatement();
}

void Statements::endOfStatement() {
    const char* p = m_reader.at = skipBlanks(m_reader.at);
    if (source::startsHint(p)) return hint();
    if (*p == '\n' || p >= m_reader.end() || source::startsComment(p)) return;
    m_reports.add(m_reader.spotHere(), kExpected, {"the end of the line", foundText(m_reader)});
    m_reader.skipLine();
}

// Kept for the chip, which knows whether it is true; a comment after it belongs to nobody.
void Statements::hint() {
    const char* from = m_reader.at;
    m_reader.skipLine();
    const char* to = std::find(from, m_reader.at, '#');
    while (is(to[-1], source::kBlank)) --to;
    const std::string_view text = between(from, to);
    if (auto read = program::parseHint(text); !read) {
        const Problem& problem = read.problem();
        m_reports.add(m_reader.spotOf(from + problem.place.column - 1, problem.place.length),
                      *problem.message, problem.arguments);
        return;
    }
    m_program.hints.push_back({std::string(text), static_cast<std::uint32_t>(m_code.bundleCount()),
                               m_reader.spotOf(from, text.size()).place});
}

void Statements::dotted() {
    const char* from = m_reader.at;
    if (!is(from[1], source::kNameStart)) {
        m_reports.add(m_reader.spotHere(), kExpected, {"a statement", foundText(m_reader)});
        return m_reader.skipLine();
    }
    const char* to = source::nameEnd(from);
    if (*to == ':') {
        m_reader.at = to + 1;
        return label(between(from, to), from);
    }
    directive(from);
}

void Statements::label(std::string_view name, const char* from) {
    const Spot spot = m_reader.spotOf(from, name.size());
    if (!wantsChip(spot)) return;
    const bool local = name[0] == '.';
    Symbol* symbol =
        local ? define(m_reader.qualified(name), spot, false) : define(name, spot, m_reader.lasting());
    if (!symbol) return;
    symbol->local = local;
    if (!local) m_reader.setScope(symbol->name);
    if (m_section == Section::Text) {
        symbol->kind = Symbol::Kind::Label;
        symbol->value = Number::of(static_cast<std::int64_t>(m_code.bundleCount()));
        return;
    }
    closeDataLabels();
    m_memory.alignUnit();
    symbol->kind = Symbol::Kind::Data;
    symbol->space = m_memory.space();
    symbol->value = Number::of(static_cast<std::int64_t>(m_memory.address()));
    m_openData = static_cast<SymbolId>(symbol - &m_symbols[0]);
    m_dataWords = m_memory.wordsSoFar();
}

// A data label's length reaches to the next label, tensor or section.
void Statements::closeDataLabels() {
    if (m_openData == kNone) return;
    m_symbols[m_openData].detail =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(m_memory.wordsSoFar() - m_dataWords, 0xffffffffu));
    m_openData = kNone;
}

void Statements::directive(const char* from) {
    const char* to = source::nameEnd(from);
    const std::string_view name = between(from, to);
    const Spot spot = m_reader.spotOf(from, name.size());
    m_reader.at = to;
    for (const Row& row : directives()) {
        if (row.name != name) continue;
        if (name != ".chip" && name != ".include" && !wantsChip(spot)) return;
        const std::size_t before = m_reports.problems().size();
        (this->*row.function)(spot);
        if (m_reports.problems().size() == before && !m_entered)
            endOfStatement();
        else if (!m_entered)
            m_reader.skipLine();
        m_entered = false;
        return;
    }
    if (!wantsChip(spot)) return;
    const auto names = directiveNames();
    m_reports.add(spot, kUnknownDirective, {std::string(name)}, std::string(closestWord(name, names)));
    m_reader.skipLine();
}

bool Statements::wantsChip(const Spot& spot) {
    if (m_target) return true;
    if (!m_stopped && !m_reports.hasErrors()) m_reports.add(spot, kChipFirst);
    m_stopped = true; // without a chip nothing can be understood
    return false;
}

// Blocks end in the text in which they begin.
void Statements::endOfText() {
    while (!m_conditions.empty() && m_conditions.back().depth >= m_reader.depth()) {
        if (m_conditions.back().depth == m_reader.depth())
            m_reports.add(m_conditions.back().spot, kOpenBlock, {".if", ".endif"});
        m_conditions.pop_back();
    }
}

// The reader has left one or more macros.
void Statements::endOfExpansions() {
    while (!m_openExpansions.empty() && m_openExpansions.back().depth > m_reader.depth()) {
        program::Expansion& expansion = m_program.expansions[m_openExpansions.back().index];
        expansion.count = static_cast<std::uint32_t>(m_code.bundleCount()) - expansion.first;
        m_openExpansions.pop_back();
    }
}

Assembly Statements::finish() {
    Assembly out;
    if (m_target) {
        closeDataLabels();
        computeConstants();
        m_code.encodeWaiting();
        m_memory.fill();
        m_memory.checkOverlaps();
        for (const FixedAssertion& assertion : m_assertions) {
            const auto value = m_expressions.value(assertion.node, When::Final);
            if (value && !value->poisoned() && !value->truth())
                m_reports.add(assertion.spot, kAssertion, {assertion.text});
        }
        reportUndefined();
    }
    out.footprint = {m_symbols.bytes(), m_expressions.bytes(), m_code.bytes() + m_memory.bytes()};
    out.constants = std::move(m_constants);
    out.dataFiles = std::move(m_dataFiles);
    out.castFrom = std::move(m_castFrom);
    const bool good = !m_reports.hasErrors();
    out.diagnostics = m_reports.take();
    if (m_target) out.target = *m_target;
    if (!good) return out;
    exportSymbols();
    for (std::uint32_t i = 0; i < m_files.size(); ++i)
        m_program.sources.push_back({m_files[i].path(), m_files[i].hash()});
    out.program = std::move(m_program);
    if (m_options.lint) lint(out);
    out.switches = std::move(m_switches);
    return out;
}

void Statements::lint(Assembly& assembly) const {
    program::LintOptions options = *m_options.lint;
    options.silent = [&](std::string_view code, std::uint32_t bundle) {
        return program::isSilent(m_switches, code, bundle) ||
               (m_options.lint->silent && m_options.lint->silent(code, bundle));
    };
    program::lint(*assembly.program, *m_target, options, assembly.diagnostics);
    if (assembly.diagnostics.hasErrors()) assembly.program.reset();
}

// The last ones first: what uses names below it then finds them known, however long the chain is.
void Statements::computeConstants() {
    for (auto id = static_cast<SymbolId>(m_symbols.size()); id-- > 0;)
        if (m_symbols[id].kind == Symbol::Kind::Constant && m_symbols[id].state == Symbol::State::Waiting)
            m_expressions.value(m_expressions.symbolNode(id, {m_symbols[id].place, m_symbols[id].context}),
                                When::Final);
}

// One message for each name, at its first use. Suggestions cost time for each defined name, so that only as
// many are looked for as a person would read.
namespace {

// Sorts by the first eight letters and compares whole names only where they are equal:
// much faster for many labels.
struct SortKey {
    std::uint64_t prefix = 0;
    SymbolId id = 0;
};

std::uint64_t prefixOf(std::string_view name) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < 8; ++i)
        out = out << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0u);
    return out;
}

program::SymbolKind kindOf(Symbol::Kind kind) {
    switch (kind) {
    case Symbol::Kind::Label: return program::SymbolKind::Label;
    case Symbol::Kind::Tensor: return program::SymbolKind::Tensor;
    case Symbol::Kind::Data: return program::SymbolKind::Data;
    default: return program::SymbolKind::Constant;
    }
}

} // namespace

void Statements::exportSymbols() {
    std::vector<SortKey> keys;
    for (SymbolId id = 0; id < m_symbols.size(); ++id) {
        const Symbol& s = m_symbols[id];
        if (s.fromMachine || s.local || s.kind == Symbol::Kind::Undefined || s.kind == Symbol::Kind::Variable)
            continue;
        if (s.value.isReal()) continue; // symbols are integers; a real constant lives in the text only
        keys.push_back({prefixOf(s.name), id});
    }
    std::sort(keys.begin(), keys.end(), [&](const SortKey& a, const SortKey& b) {
        return a.prefix != b.prefix ? a.prefix < b.prefix : m_symbols[a.id].name < m_symbols[b.id].name;
    });
    m_program.symbols.reserve(keys.size());
    for (const SortKey& key : keys) {
        const Symbol& s = m_symbols[key.id];
        m_program.symbols.push_back(
            {std::string(s.name), kindOf(s.kind), s.space, s.value.integer(), s.place});
    }
}

Assembly assemble(source::Files& files, std::uint32_t file, const Options& options) {
    return Statements(files, options).run(file);
}

std::span<const std::string_view> directiveNames() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> out;
        for (const Statements::Row& row : Statements::directives()) out.push_back(row.name);
        return out;
    }();
    return names;
}

std::vector<std::string_view> functionNames() {
    std::vector<std::string_view> out{"defined"};
    for (const FunctionRow& row : kFunctions) out.push_back(row.name);
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace lw::assembler
