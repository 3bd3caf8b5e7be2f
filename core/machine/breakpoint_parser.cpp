// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/closest_word.h"
#include "core/isa/lookup.h"
#include "core/machine/breakpoints.h"
#include "core/machine/messages.h"
#include "core/program/layout.h"
#include "core/program/lines.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lw::machine {
namespace {

struct KindRow {
    std::string_view word;
    TriggerKind kind;
};
constexpr std::array kKinds{
    KindRow{"read", TriggerKind::MemoryRead},  KindRow{"write", TriggerKind::MemoryWrite},
    KindRow{"dma", TriggerKind::DmaLanded},    KindRow{"flag", TriggerKind::FlagReached},
    KindRow{"pop", TriggerKind::ResultPopped}, KindRow{"nan", TriggerKind::NotFinite},
};

// The clocks of so many hits are remembered, eight bytes each.
constexpr std::int64_t kMostHits = 10'000'000;

bool isSpace(char c) { return c == ' ' || c == '\t'; }

// A part of the text that knows where it stands.
struct Part {
    std::string_view text;
    std::size_t at = 0;

    void trim() {
        while (!text.empty() && isSpace(text.front())) text.remove_prefix(1), ++at;
        while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    }
    // The first word, taken off.
    Part word() {
        trim();
        const auto end = std::find_if(text.begin(), text.end(), isSpace);
        const Part first{text.substr(0, static_cast<std::size_t>(end - text.begin())), at};
        at += first.text.size();
        text.remove_prefix(first.text.size());
        trim();
        return first;
    }
    // The rest after a whole word, taken off with the word; nothing when the word does not occur.
    // Words in quotes are names.
    std::optional<Part> splitAt(std::string_view wanted) {
        bool quoted = false;
        for (std::size_t i = 0; i + wanted.size() < text.size(); ++i) {
            quoted = quoted != (text[i] == '"');
            const bool begins = i > 0 && isSpace(text[i - 1]) && isSpace(text[i + wanted.size()]);
            if (quoted || !begins || !text.substr(i).starts_with(wanted)) continue;
            Part rest{text.substr(i + wanted.size()), at + i + wanted.size()};
            text = text.substr(0, i);
            rest.trim();
            trim();
            return rest;
        }
        return {};
    }
};

class BreakpointParser {
  public:
    BreakpointParser(std::string_view text, const Scope& scope, std::uint32_t file)
        : m_text(text)
        , m_scope(scope)
        , m_place(scope)
        , m_file(file)
        , m_lookup(&isa::lookupOf(*scope.target->spec)) {}

    Result<Breakpoint> parse() {
        Part rest{m_text, 0};
        rest.trim();
        m_out.text = rest.text;
        if (const auto log = rest.splitAt("log")) {
            auto text = LogText::compile(log->text, m_scope, m_file);
            if (!text) {
                text.problem().place.column += static_cast<std::uint32_t>(log->at);
                return text.problem();
            }
            m_out.log = *std::move(text);
        }
        if (const auto hit = rest.splitAt("hit")) {
            LW_TRY(const std::int64_t count, constant(*hit, "how many hits"));
            if (count < 1 || count > kMostHits)
                return Problem{&messages::kHitCount,
                               {std::to_string(kMostHits), std::to_string(count)},
                               placeOf(*hit),
                               {},
                               {}};
            m_out.hit = static_cast<std::uint64_t>(count);
        }
        const std::optional<Part> condition = rest.splitAt("if");
        LW_TRY([[maybe_unused]] const Done done, place(rest));
        if (condition) {
            if (m_out.condition)
                return Problem{
                    &messages::kUnexpected, {"one condition", "'if'"}, placeOf(*condition), {}, {}};
            LW_TRY(m_out.condition, compile(*condition, m_scope));
        }
        return std::move(m_out);
    }

  private:
    Place placeOf(const Part& part) const {
        return {m_file, 1, static_cast<std::uint32_t>(part.at + 1),
                static_cast<std::uint32_t>(std::max<std::size_t>(part.text.size(), 1))};
    }
    Result<Expression> compile(const Part& part, const Scope& scope) const {
        auto made = Expression::compile(part.text, scope, m_file);
        if (!made) made.problem().place.column += static_cast<std::uint32_t>(part.at);
        return made;
    }
    Result<std::int64_t> constant(const Part& part, std::string what) const {
        LW_TRY(const Expression expression, compile(part, m_place));
        if (!expression.isConstant())
            return Problem{&messages::kNotConstant, {std::move(what)}, placeOf(part), {}, {}};
        auto value = expression.evaluate({});
        if (!value) {
            value.problem().place.column += static_cast<std::uint32_t>(part.at);
            return value.problem();
        }
        if (value->isReal) return Problem{&messages::kNeedsInteger, {std::move(what)}, placeOf(part), {}, {}};
        return value->integer;
    }

    Outcome place(Part rest) {
        const Part whole = rest;
        const Part first = rest.word();
        m_out.core = m_scope.core;
        if (first.text == "when" && !rest.text.empty()) {
            LW_TRY(m_out.condition, compile(rest, m_scope));
            return Done{};
        }
        if (first.text == "tile" && !rest.text.empty()) return tile(rest);
        Trigger trigger;
        const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                       [&](const KindRow& row) { return row.word == first.text; });
        // A label may have the name of a kind; alone, the word is the label.
        if (kind == kKinds.end() || rest.text.empty()) {
            Part where = first.text == "bundle" && !rest.text.empty() ? rest : whole;
            takeCore(where);
            if (const auto colon = lineColon(where.text)) {
                LW_TRY([[maybe_unused]] const Done done, line(where, *colon));
            } else {
                LW_TRY(const std::uint32_t number, bundle(where));
                m_out.bundles = {number};
            }
            trigger.bundle = m_out.bundles.front();
        } else {
            trigger.kind = kind->kind;
            takeCore(rest);
            LW_TRY([[maybe_unused]] const Done done, details(rest, trigger));
        }
        trigger.core = m_place.core;
        m_out.trigger = trigger;
        return Done{};
    }

    // The launch for a tile begins: what counts launches comes to its number.
    Outcome tile(Part rest) {
        const Part whole = rest;
        takeCore(rest);
        LW_TRY(const std::int64_t number, constant(rest, "a tile"));
        if (m_place.tree.withRole(Role::Launch) == m_place.tree.root())
            return Problem{&messages::kNoLaunches, {}, placeOf(whole), {}, {}};
        if (number < 0) return Problem{&messages::kNoTile, {std::to_string(number)}, placeOf(rest), {}, {}};
        LW_TRY(m_out.condition,
               Expression::compile("\"control/launch\" == " + std::to_string(number), m_place, m_file));
        return Done{};
    }

    // A core before the place: "c1.loop", "c1.smem 4".
    void takeCore(Part& part) {
        std::string_view name = part.text;
        const CoreName* const core = m_scope.takeCore(name);
        if (core == nullptr) return;
        part.at += part.text.size() - name.size();
        part.text = name;
        m_place = m_scope.of(*core);
        m_lookup = &isa::lookupOf(*m_place.target->spec);
    }

    // Where the number of a line begins: "kernels.lw:12". No expression has a colon.
    static std::optional<std::size_t> lineColon(std::string_view text) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) return {};
        const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
        const std::string_view number = text.substr(colon + 1);
        return std::all_of(number.begin(), number.end(), isDigit) ? std::optional(colon) : std::nullopt;
    }

    Outcome line(const Part& part, std::size_t colon) {
        const program::Program& program = *m_place.program;
        std::string_view name = part.text.substr(0, colon), digits = part.text.substr(colon + 1);
        if (name.size() > 2 && name.front() == '"' && name.back() == '"')
            name = name.substr(1, name.size() - 2);
        const auto source = std::find_if(program.sources.begin(), program.sources.end(),
                                         [&](const auto& one) { return isCalled(one.path, name); });
        if (source == program.sources.end())
            return Problem{&messages::kNoSource, {std::string(name)}, placeOf({name, part.at}), {}, {}};
        m_out.line.file = static_cast<std::uint32_t>(source - program.sources.begin());
        const char* const end = digits.data() + digits.size();
        const bool fits = std::from_chars(digits.data(), end, m_out.line.line).ec == std::errc();
        if (fits) m_out.bundles = program::bundlesOfLine(program, m_out.line.file, m_out.line.line);
        if (!m_out.bundles.empty()) return Done{};
        const auto lines = program::linesWithBundles(program, m_out.line.file);
        const auto next = std::upper_bound(lines.begin(), lines.end(), fits ? m_out.line.line : ~0u);
        const Place place = placeOf({digits, part.at + colon + 1});
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

    Result<std::uint32_t> bundle(const Part& part) const {
        if (part.text.empty()) return Problem{&messages::kBreakpointKind, {""}, placeOf(part), {}, {}};
        auto number = constant(part, "a bundle");
        if (!number) {
            // Several words that make no expression were meant to be something else.
            Part rest = part;
            const Part first = rest.word();
            if (rest.text.empty() || number.problem().message == &messages::kNotConstant)
                return number.problem();
            std::vector<std::string_view> words{"when", "bundle", "tile"};
            for (const KindRow& row : kKinds) words.push_back(row.word);
            return Problem{&messages::kBreakpointKind,
                           {std::string(first.text)},
                           placeOf(first),
                           {},
                           std::string(closestWord(first.text, words))};
        }
        const auto count = static_cast<std::int64_t>(m_place.program->bundles.size());
        if (*number < 0 || *number >= count)
            return Problem{&messages::kNoBundle,
                           {std::to_string(*number), std::to_string(count - 1)},
                           placeOf(part),
                           {},
                           {}};
        return static_cast<std::uint32_t>(*number);
    }

    Outcome details(Part rest, Trigger& trigger) const {
        switch (trigger.kind) {
        case TriggerKind::FlagReached: return flag(rest, trigger);
        case TriggerKind::ResultPopped:
        case TriggerKind::NotFinite: return unit(rest, trigger);
        default: return range(rest, trigger);
        }
    }

    Outcome unit(const Part& part, Trigger& trigger) const {
        const isa::Spec& spec = *m_place.target->spec;
        const bool pops = trigger.kind == TriggerKind::ResultPopped;
        std::vector<std::string_view> names; // of the units in which it can happen
        for (const isa::Insn& insn : spec.insns) {
            const std::string_view name = spec.units[index(insn.unit)].name;
            if ((insn.effects & (pops ? isa::kPopsResult : isa::kMakesFloats)) == 0) continue;
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
        if (const auto unit = m_lookup->unitNamed(part.text);
            unit && std::find(names.begin(), names.end(), part.text) != names.end()) {
            trigger.unit = *unit;
            return Done{};
        }
        std::string list;
        for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
        return Problem{&messages::kUnitWanted,
                       {std::string(part.text), pops ? "has a queue of results" : "makes floats",
                        list.empty() ? "none" : list},
                       placeOf(part),
                       {},
                       std::string(closestWord(part.text, names))};
    }

    Outcome flag(Part rest, Trigger& trigger) const {
        const std::size_t sign = rest.text.find(">=");
        if (sign == std::string_view::npos)
            return Problem{&messages::kUnexpected,
                           {"f0 >= VALUE", '\'' + std::string(rest.text) + '\''},
                           placeOf(rest),
                           {},
                           {}};
        Part name{rest.text.substr(0, sign), rest.at}, value{rest.text.substr(sign + 2), rest.at + sign + 2};
        name.trim();
        value.trim();
        const auto reg = m_lookup->registerNamed(name.text);
        if (!reg || m_place.tree.ofFile(reg->file) != m_place.tree.withRole(Role::SyncFlags))
            return Problem{&messages::kUnexpected,
                           {"a flag", '\'' + std::string(name.text) + '\''},
                           placeOf(name),
                           {},
                           {}};
        LW_TRY(const std::int64_t number, constant(value, "the value of a flag"));
        if (number != static_cast<std::int32_t>(number))
            return Problem{
                &messages::kIndexRange, {std::to_string(number), "2147483647"}, placeOf(value), {}, {}};
        trigger.flag = reg->number;
        trigger.value = static_cast<std::int32_t>(number);
        return Done{};
    }

    // The unit that holds an element, "A[5, 5]".
    Outcome element(const Part& part, Trigger& trigger) const {
        const std::size_t open = part.text.find('[');
        Part name{part.text.substr(0, open), part.at};
        name.trim();
        const program::NamedTensor* const tensor = program::findTensor(*m_place.program, name.text);
        if (tensor == nullptr || part.text.back() != ']')
            return Problem{&messages::kUnexpected,
                           {"an element of a tensor", '\'' + std::string(part.text) + '\''},
                           placeOf(part),
                           {},
                           nearestPlace(name.text)};
        std::vector<std::uint64_t> indices;
        const std::string_view inside = part.text.substr(open + 1, part.text.size() - open - 2);
        for (std::size_t begin = 0; !inside.empty() && begin <= inside.size();) {
            const std::size_t end = std::min(inside.find(',', begin), inside.size());
            Part one{inside.substr(begin, end - begin), part.at + open + 1 + begin};
            begin = end + 1;
            one.trim();
            LW_TRY(const std::int64_t number, constant(one, "an index"));
            if (indices.size() < tensor->shape.size() &&
                (number < 0 || static_cast<std::uint64_t>(number) >= tensor->shape[indices.size()]))
                return Problem{&messages::kIndexRange,
                               {std::to_string(number), std::to_string(tensor->shape[indices.size()] - 1)},
                               placeOf(one),
                               {},
                               {}};
            indices.push_back(static_cast<std::uint64_t>(number));
        }
        if (indices.size() != tensor->shape.size())
            return Problem{
                &messages::kIndexCount,
                {tensor->name, std::to_string(tensor->shape.size()), std::to_string(indices.size())},
                placeOf(part),
                {},
                {}};
        LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(*m_place.target, *tensor));
        trigger.space = tensor->space;
        const std::uint64_t unit = m_place.target->spaces[index(tensor->space)].unitBytes;
        trigger.first = tensor->address + arrangement.offsetOf(indices) / unit;
        trigger.count = std::max<std::uint64_t>(1, tensor::sizeOf(tensor->dtype) / unit);
        return Done{};
    }

    Outcome range(Part rest, Trigger& trigger) const {
        const Part whole = rest;
        const Part name = rest.word();
        if (const auto* tensor = program::findTensor(*m_place.program, name.text);
            tensor && rest.text.empty()) {
            trigger.space = tensor->space;
            trigger.first = tensor->address;
            trigger.count = tensor->units;
            return Done{};
        }
        const auto space = m_lookup->spaceNamed(name.text);
        if (!space && whole.text.find('[') != std::string_view::npos) return element(whole, trigger);
        if (std::optional<Problem> missing = m_scope.names.missingCore(name.text); missing && !space) {
            missing->place = placeOf(name);
            return *std::move(missing);
        }
        if (!space)
            return Problem{&messages::kUnknownName,
                           {std::string(name.text)},
                           placeOf(name),
                           {},
                           nearestPlace(name.text)};
        const Part first = rest.word();
        LW_TRY(const std::int64_t from, constant(first, "the first unit"));
        std::int64_t count = 1;
        if (!rest.text.empty()) {
            LW_TRY(count, constant(rest, "how many units"));
        }
        const std::uint64_t units = m_place.target->spaces[index(*space)].units;
        const bool inside = from >= 0 && count > 0 && static_cast<std::uint64_t>(from) < units &&
                            static_cast<std::uint64_t>(count) <= units - static_cast<std::uint64_t>(from);
        if (!inside) {
            const double last = static_cast<double>(from) + static_cast<double>(count) - 1;
            const std::string lastText =
                std::to_string(static_cast<std::int64_t>(std::clamp(last, -9e18, 9e18)));
            return Problem{&messages::kNoUnits,
                           {std::string(name.text), std::to_string(from), lastText},
                           placeOf(first),
                           {},
                           {}};
        }
        trigger.space = *space;
        trigger.first = static_cast<std::uint64_t>(from);
        trigger.count = static_cast<std::uint64_t>(count);
        return Done{};
    }
    std::string nearestPlace(std::string_view name) const {
        std::vector<std::string_view> names;
        for (const isa::Space& space : m_place.target->spec->spaces) names.push_back(space.name);
        for (const program::NamedTensor& tensor : m_place.program->tensors) names.push_back(tensor.name);
        return std::string(closestWord(name, names));
    }

    std::string_view m_text;
    const Scope& m_scope;
    Scope m_place; // whose bundles, memories, flags and units are meant
    std::uint32_t m_file;
    const isa::Lookup* m_lookup;
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
    Part written{text, 0};
    written.trim();
    out.text = written.text;
    out.each = std::move(each);
    return out;
}

} // namespace

Result<Breakpoint> parseBreakpoint(std::string_view text, const Scope& scope, std::uint32_t file) {
    Part whole{text, 0};
    whole.trim();
    if (whole.text.starts_with(kEveryCore)) return parseOnEveryCore(text, scope, file);
    return BreakpointParser(text, scope, file).parse();
}

} // namespace lw::machine
