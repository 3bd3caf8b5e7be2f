// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include "app/cli/messages.h"
#include "core/base/closest_word.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace lw::cli {

namespace {

using namespace messages;

const Option* find(const Command& command, std::string_view name) {
    const auto in = [&](std::span<const Option> group) -> const Option* {
        for (const Option& option : group)
            if (option.name == name || (name.size() == 2 && name[0] == '-' && name[1] == option.letter))
                return &option;
        return nullptr;
    };
    for (const std::span<const Option> group : command.options)
        if (const Option* option = in(group)) return option;
    return in(kCommonOptions);
}

Problem unknownOption(const Command& command, std::string_view name) {
    std::vector<std::string_view> names;
    for (const std::span<const Option> group : command.options)
        for (const Option& option : group) names.push_back(option.name);
    for (const Option& option : kCommonOptions) names.push_back(option.name);
    return {&kUnknownOption,
            {std::string(name), std::string(command.name)},
            {},
            {},
            std::string(closestWord(name, names))};
}

// A number below zero is an operand: no option begins with a digit, or is -inf.
bool isOption(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '.' && (word[1] < '0' || word[1] > '9') &&
           word != "-inf";
}

std::string operandsText(std::size_t least, std::size_t most) {
    if (most == 0) return "no operands";
    const auto noun = [](std::size_t n) {
        return n == 1 ? std::string("1 operand") : std::to_string(n) + " operands";
    };
    if (least == most) return noun(least);
    if (most == kAnyNumber) return "at least " + noun(least);
    if (least == 0) return "at most " + noun(most);
    return std::to_string(least) + " to " + noun(most);
}

} // namespace

Result<Arguments> Arguments::parse(const Command& command, std::span<const std::string_view> words) {
    Arguments out;
    out.m_command = &command;
    for (std::size_t i = 0; i < words.size();) {
        if (words[i] == "--") {
            for (++i; i < words.size(); ++i) out.m_operands.emplace_back(words[i]);
            break;
        }
        std::size_t used = 1;
        LW_TRY([[maybe_unused]] const Done added, out.addWord(words[i], words.subspan(i + 1), used));
        i += used;
    }
    if (!out.has("--help")) {
        LW_TRY([[maybe_unused]] const Done fits, out.checkOperands());
        LW_TRY([[maybe_unused]] const Done apart, out.checkOutputs());
    }
    return out;
}

Outcome Arguments::addWord(std::string_view word, std::span<const std::string_view> rest, std::size_t& used) {
    if (!isOption(word)) {
        m_operands.emplace_back(word);
        return Done{};
    }
    const auto equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const Option* option = find(*m_command, name);
    if (!option) return unknownOption(*m_command, name);
    const std::string shown(option->name);
    if (!option->repeated && has(option->name)) return Problem{&kTwice, {shown}, {}, {}, {}};
    if (option->value.empty()) {
        if (equals != word.npos) return Problem{&kNeedlessValue, {shown}, {}, {}, {}};
        m_given.push_back({option, {}});
        return Done{};
    }
    const bool isNext = equals == word.npos && !rest.empty();
    const std::string_view value = isNext                ? rest.front()
                                   : equals != word.npos ? word.substr(equals + 1)
                                                         : std::string_view();
    // What a shell's variable left empty is a mistake, not the usual value.
    if (value.empty()) return Problem{&kNoValue, {shown, std::string(option->value)}, {}, {}, {}};
    m_given.push_back({option, std::string(value)});
    used = isNext ? 2 : 1;
    return Done{};
}

Outcome Arguments::checkOperands() const {
    const std::size_t count = m_operands.size();
    if (count >= m_command->leastOperands && count <= m_command->mostOperands) return Done{};
    return Problem{&kOperands,
                   {std::string(m_command->name),
                    operandsText(m_command->leastOperands, m_command->mostOperands), std::to_string(count)},
                   {},
                   {},
                   {}};
}

// Of two outputs with the same file the second would replace the first. Devices take any number of them.
Outcome Arguments::checkOutputs() const {
    namespace fs = std::filesystem;
    std::map<std::string, std::string_view> known; // options by path
    for (const Given& given : m_given) {
        if (given.option->output == Output::None) continue;
        const std::size_t begin = given.option->output == Output::OfName ? given.value.find('=') + 1 : 0;
        const std::string path = given.value.substr(begin); // npos + 1 is 0
        if (path == "-") return Problem{&kOutputToMinus, {std::string(given.option->name)}, {}, {}, {}};
        std::error_code error;
        const fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
        if (path.empty() || fs::is_other(fs::status(real, error))) continue;
        const auto [other, isNew] = known.emplace(real.lexically_normal().string(), given.option->name);
        if (isNew) continue;
        const std::string first(other->second), second(given.option->name);
        const std::string both = first == second ? first + ", twice" : first + " and " + second;
        return Problem{&kTwoOutputs, {path, both}, {}, {}, {}};
    }
    return Done{};
}

const Option* Arguments::known(std::string_view name) const {
    const Option* option = find(*m_command, name);
    LW_REQUIRE(option, "an option is asked for that the command does not have");
    return option;
}

bool Arguments::offers(std::string_view name) const { return find(*m_command, name) != nullptr; }

bool Arguments::has(std::string_view name) const {
    const Option* option = known(name);
    return std::any_of(m_given.begin(), m_given.end(),
                       [&](const Given& given) { return given.option == option; });
}

std::optional<std::string> Arguments::value(std::string_view name) const {
    const Option* option = known(name);
    for (const Given& given : m_given)
        if (given.option == option) return given.value;
    return {};
}

std::vector<std::string> Arguments::values(std::string_view name) const {
    const Option* option = known(name);
    std::vector<std::string> out;
    for (const Given& given : m_given)
        if (given.option == option) out.push_back(given.value);
    return out;
}

Result<std::uint64_t> Arguments::number(std::string_view name, std::uint64_t otherwise, std::uint64_t most,
                                        std::uint64_t least) const {
    const auto text = value(name);
    if (!text) return otherwise;
    if (const auto found = numberIn(*text, most); found && *found >= least) return *found;
    const std::string wanted = "a number from " + std::to_string(least) + " to " + std::to_string(most);
    return Problem{&kNoNumber, {std::string(name), wanted, *text}, {}, {}, {}};
}

Result<double> Arguments::real(std::string_view name, double otherwise) const {
    const auto text = value(name);
    if (!text) return otherwise;
    if (const auto found = realIn(*text); found && *found >= 0) return *found;
    return Problem{&kNoNumber, {std::string(name), "a number of at least 0", *text}, {}, {}, {}};
}

Result<std::size_t> Arguments::choice(std::string_view name, std::span<const std::string_view> words) const {
    const auto text = value(name);
    if (!text) return std::size_t{0};
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == *text) return i;
        list += (i == 0 ? "" : ", ") + std::string(words[i]);
    }
    return Problem{
        &kNoChoice, {std::string(name), list, *text}, {}, {}, std::string(closestWord(*text, words))};
}

std::optional<std::uint64_t> numberIn(std::string_view text, std::uint64_t most) {
    const int base = text.starts_with("0x") ? 16 : 10;
    std::string digits;
    for (const char c : text.substr(base == 16 ? 2 : 0))
        if (c != '_') digits += c;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.empty() || number > most)
        return {};
    return number;
}

std::optional<double> realIn(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty() || number != number)
        return {};
    return number;
}

} // namespace lw::cli
