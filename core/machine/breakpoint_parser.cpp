// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/closest_word.h"
#include "core/machine/breakpoint_text.h"
#include "core/machine/breakpoints.h"
#include "core/machine/messages.h"
#include "core/program/lines.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lw::machine {
namespace {

struct KindRow {
    std::string_view word;
    TriggerKind kind;
    std::string_view wanted; // after the word
};
constexpr std::string_view kWantedPlace = "a memory with its addresses, or a tensor";
constexpr std::array kKinds{
    KindRow{"read", TriggerKind::MemoryRead, kWantedPlace},
    KindRow{"write", TriggerKind::MemoryWrite, kWantedPlace},
    KindRow{"dma", TriggerKind::DmaLanded, kWantedPlace},
    KindRow{"flag", TriggerKind::FlagReached, "a flag, such as f0 >= 4"},
    KindRow{"pop", TriggerKind::ResultPopped, "a unit"},
    KindRow{"nan", TriggerKind::NotFinite, "a unit"},
};

// The clocks of this many hits are remembered, eight bytes each.
constexpr std::int64_t kMostHits = 10'000'000;

class BreakpointParser {
  public:
    BreakpointParser(std::string_view text, const Scope& scope, std::uint32_t file)
        : m_text(text), m_reader(scope, file) {}

    Result<Breakpoint> parse() {
        TextPart rest{m_text, 0};
        rest.trim();
        m_out.text = rest.text;
        if (const auto log = rest.splitAt("log")) {
            auto text = LogText::compile(log->text, m_reader.scope, m_reader.file);
            if (!text) {
                text.problem().place.column += static_cast<std::uint32_t>(log->at);
                return text.problem();
            }
            m_out.log = *std::move(text);
        }
        if (const auto hit = rest.splitAt("hit")) {
            LW_TRY(const std::int64_t count, m_reader.constant(*hit, "how many hits"));
            if (count < 1 || count > kMostHits)
                return Problem{&messages::kHitCount,
                               {std::to_string(kMostHits), std::to_string(count)},
                               m_reader.placeOf(*hit),
                               {},
                               {}};
            m_out.hit = static_cast<std::uint64_t>(count);
        }
        const std::optional<TextPart> condition = rest.splitAt("if");
        LW_TRY([[maybe_unused]] const Done done, place(rest));
        if (condition) {
            if (m_out.condition)
                return Problem{
                    &messages::kUnexpected, {"one condition", "'if'"}, m_reader.placeOf(*condition), {}, {}};
            LW_TRY(m_out.condition, m_reader.compile(*condition, m_reader.scope));
        }
        return std::move(m_out);
    }

  private:
    Outcome place(TextPart rest) {
        const TextPart whole = rest;
        const TextPart first = rest.word();
        m_out.core = m_reader.scope.core;
        if (first.text == "when" && !rest.text.empty()) {
            LW_TRY(m_out.condition, m_reader.compile(rest, m_reader.scope));
            return Done{};
        }
        if (first.text == "tile" && !rest.text.empty()) return tile(rest);
        Trigger trigger;
        const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                       [&](const KindRow& row) { return row.word == first.text; });
        // A label may have the name of a kind; alone, the word is the label.
        if (kind == kKinds.end() || rest.text.empty()) {
            TextPart where = first.text == "bundle" && !rest.text.empty() ? rest : whole;
            m_reader.takeCore(where);
            if (const auto colon = lineColon(where.text)) {
                LW_TRY([[maybe_unused]] const Done done, line(where, *colon));
            } else {
                LW_TRY(const std::uint32_t number, bundle(where));
                m_out.bundles = {number};
            }
            trigger.bundle = m_out.bundles.front();
        } else {
            trigger.kind = kind->kind;
            m_reader.takeCore(rest);
            LW_TRY([[maybe_unused]] const Done done, details(rest, trigger));
        }
        trigger.core = m_reader.place.core;
        m_out.trigger = trigger;
        return Done{};
    }

    // The launch for a tile begins: what counts launches comes to its number.
    Outcome tile(TextPart rest) {
        const TextPart whole = rest;
        m_reader.takeCore(rest);
        LW_TRY(const std::int64_t number, m_reader.constant(rest, "a tile"));
        if (m_reader.place.tree.withRole(Role::Launch) == m_reader.place.tree.root())
            return Problem{&messages::kNoLaunches, {}, m_reader.placeOf(whole), {}, {}};
        if (number < 0)
            return Problem{&messages::kNoTile, {std::to_string(number)}, m_reader.placeOf(rest), {}, {}};
        LW_TRY(m_out.condition, Expression::compile("\"control/launch\" == " + std::to_string(number),
                                                    m_reader.place, m_reader.file));
        return Done{};
    }

    // Where the number of a line begins: "kernels.lw:12". No expression has a colon.
    static std::optional<std::size_t> lineColon(std::string_view text) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return {};
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        const std::string_view number = text.substr(colon + 1);
        return std::all_of(number.begin(), number.end(), isDigit) ? std::optional(colon) : std::nullopt;
    }

    Outcome line(const TextPart& part, std::size_t colon) {
        const program::Program& program = *m_reader.place.program;
        std::string_view name = part.text.substr(0, colon), digits = part.text.substr(colon + 1);
        if (name.size() > 2 && name.front() == '"' && name.back() == '"')
            name = name.substr(1, name.size() - 2);
        const auto source = std::find_if(program.sources.begin(), program.sources.end(),
                                         [&](const auto& one) { return isCalled(one.path, name); });
        if (source == program.sources.end())
            return Problem{
                &messages::kNoSource, {std::string(name)}, m_reader.placeOf({name, part.at}), {}, {}};
        m_out.line.file = static_cast<std::uint32_t>(source - program.sources.begin());
        const char* const end = digits.data() + digits.size();
        const bool fits = std::from_chars(digits.data(), end, m_out.line.line).ec == std::errc();
        if (fits) m_out.bundles = program::bundlesOfLine(program, m_out.line.file, m_out.line.line);
        if (!m_out.bundles.empty()) return Done{};
        const auto lines = program::linesWithBundles(program, m_out.line.file);
        const auto next = std::upper_bound(lines.begin(), lines.end(), fits ? m_out.line.line : ~0u);
        const Place place = m_reader.placeOf({digits, part.at + colon + 1});
        if (next == lines.end())
            return Problem{
                &messages::kNoBundleBelow, {std::string(digits), std::string(name)}, place, {}, {}};
        return Problem{&messages::kNoBundleOnLine,
                       {std::string(digits), std::string(name), std::to_string(*next)},
                       place,
                       {},
                       {}};
    }
    // Whether the name is the end of the path, whole names of folders.
    static bool isCalled(std::string_view path, std::string_view name) {
        return path.ends_with(name) &&
               (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
    }

    // What must follow a word that begins a breakpoint; nothing: it begins none.
    static std::string_view wantedAfter(std::string_view word) {
        if (word == "when") return "a condition";
        if (word == "bundle") return "a bundle";
        if (word == "tile") return "the number of a tile";
        const auto kind = std::ranges::find(kKinds, word, &KindRow::word);
        return kind == kKinds.end() ? std::string_view() : kind->wanted;
    }

    Result<std::uint32_t> bundle(const TextPart& part) const {
        if (part.text.empty())
            return Problem{&messages::kBreakpointKind, {""}, m_reader.placeOf(part), {}, {}};
        auto number = m_reader.constant(part, "a bundle");
        if (!number) {
            // Several words that make no expression were meant to be something else.
            TextPart rest = part;
            const TextPart first = rest.word();
            if (const std::string_view wanted = wantedAfter(first.text); rest.text.empty() && !wanted.empty())
                return Problem{&messages::kUnexpected,
                               {std::string(wanted), "the end"},
                               m_reader.placeOf({{}, first.at + first.text.size()}),
                               {},
                               {}};
            if (rest.text.empty() || number.problem().message == &messages::kNotConstant)
                return number.problem();
            std::vector<std::string_view> words{"when", "bundle", "tile"};
            for (const KindRow& row : kKinds) words.push_back(row.word);
            return Problem{&messages::kBreakpointKind,
                           {std::string(first.text)},
                           m_reader.placeOf(first),
                           {},
                           std::string(closestWord(first.text, words))};
        }
        const auto count = static_cast<std::int64_t>(m_reader.place.program->bundles.size());
        if (*number < 0 || *number >= count)
            return Problem{&messages::kNoBundle,
                           {std::to_string(*number), std::to_string(count - 1)},
                           m_reader.placeOf(part),
                           {},
                           {}};
        return static_cast<std::uint32_t>(*number);
    }

    Outcome details(TextPart rest, Trigger& trigger) const {
        if (trigger.kind == TriggerKind::DmaLanded && !m_reader.place.target->spec->hasTransfers)
            return Problem{&messages::kNoTransfers, {}, m_reader.placeOf(rest), {}, {}};
        switch (trigger.kind) {
        case TriggerKind::FlagReached: return flag(rest, trigger);
        case TriggerKind::ResultPopped:
        case TriggerKind::NotFinite: return unit(rest, trigger);
        default: return readMemoryPlace(m_reader, rest, trigger);
        }
    }

    Outcome unit(const TextPart& part, Trigger& trigger) const {
        const isa::Spec& spec = *m_reader.place.target->spec;
        const bool pops = trigger.kind == TriggerKind::ResultPopped;
        std::vector<std::string_view> names; // of the units in which it can happen
        for (const isa::Insn& insn : spec.insns) {
            const std::string_view name = spec.units[index(insn.unit)].name;
            if ((insn.effects & (pops ? isa::kPopsResult : isa::kMakesFloats)) == 0) continue;
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
        if (const auto unit = m_reader.lookup->unitNamed(part.text);
            unit && std::find(names.begin(), names.end(), part.text) != names.end()) {
            trigger.unit = *unit;
            return Done{};
        }
        std::string list;
        for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
        return Problem{&messages::kUnitWanted,
                       {std::string(part.text), pops ? "has a queue of results" : "makes floats",
                        list.empty() ? "none" : list},
                       m_reader.placeOf(part),
                       {},
                       std::string(closestWord(part.text, names))};
    }

    Outcome flag(TextPart rest, Trigger& trigger) const {
        const std::size_t sign = rest.text.find(">=");
        if (sign == std::string_view::npos)
            return Problem{&messages::kUnexpected,
                           {"f0 >= VALUE", '\'' + std::string(rest.text) + '\''},
                           m_reader.placeOf(rest),
                           {},
                           {}};
        TextPart name{rest.text.substr(0, sign), rest.at},
            value{rest.text.substr(sign + 2), rest.at + sign + 2};
        name.trim();
        value.trim();
        const auto reg = m_reader.lookup->registerNamed(name.text);
        if (!reg || m_reader.place.tree.ofFile(reg->file) != m_reader.place.tree.withRole(Role::SyncFlags))
            return Problem{&messages::kUnexpected,
                           {"a flag", '\'' + std::string(name.text) + '\''},
                           m_reader.placeOf(name),
                           {},
                           {}};
        LW_TRY(const std::int64_t number, m_reader.constant(value, "the value of a flag"));
        if (number != static_cast<std::int32_t>(number))
            return Problem{&messages::kIndexRange,
                           {std::to_string(number), "2147483647"},
                           m_reader.placeOf(value),
                           {},
                           {}};
        trigger.flag = reg->number;
        trigger.value = static_cast<std::int32_t>(number);
        return Done{};
    }

    std::string_view m_text;
    PlaceReader m_reader;
    Breakpoint m_out;
};

} // namespace

namespace {

constexpr std::string_view kEveryCore = "*.";

// On each core whose program has the place. Columns stay where they are: the star is blanked out.
Result<Breakpoint> parseOnEveryCore(std::string_view text, const Scope& scope, std::uint32_t file) {
    std::string rest(text);
    rest.replace(rest.find(kEveryCore), kEveryCore.size(), kEveryCore.size(), ' ');
    std::vector<Scope> scopes;
    for (const CoreName& core : scope.cores) scopes.push_back(scope.of(core));
    if (scopes.empty()) scopes.push_back(scope);
    std::vector<Breakpoint> each;
    std::optional<Problem> wrong;
    for (const Scope& one : scopes) {
        auto parsed = BreakpointParser(rest, one, file).parse();
        if (parsed && parsed->trigger)
            each.push_back(*std::move(parsed));
        else if (!wrong)
            wrong = parsed ? Problem{&messages::kUnexpected, {"a place", "'when'"}, {file, 1, 1, 1}, {}, {}}
                           : std::move(parsed).problem();
    }
    if (each.empty()) return *std::move(wrong);
    Breakpoint out = each.front();
    TextPart written{text, 0};
    written.trim();
    out.text = written.text;
    out.each = std::move(each);
    return out;
}

} // namespace

Result<Breakpoint> parseBreakpoint(std::string_view text, const Scope& scope, std::uint32_t file) {
    TextPart whole{text, 0};
    whole.trim();
    if (whole.text.starts_with(kEveryCore)) return parseOnEveryCore(text, scope, file);
    return BreakpointParser(text, scope, file).parse();
}

} // namespace lw::machine
