// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lw::cli {

// The words after `lw COMMAND`, read by the command's table of options. Asking for an option that is not in
// the table is a mistake of ours.
class Arguments {
  public:
    static Result<Arguments> parse(const Command& command, std::span<const std::string_view> words);

    const std::vector<std::string>& operands() const { return m_operands; }
    bool has(std::string_view option) const;
    // Whether the command has such an option at all; the other calls are only for options it has.
    bool offers(std::string_view option) const;
    // The value of an option that may not be repeated, if it was given.
    std::optional<std::string> value(std::string_view option) const;
    std::vector<std::string> values(std::string_view option) const;
    // The number given, or `otherwise`.
    Result<std::uint64_t> number(std::string_view option, std::uint64_t otherwise, std::uint64_t most,
                                 std::uint64_t least = 0) const;
    Result<double> real(std::string_view option, double otherwise) const;
    // The position of the word given in `words`, or 0.
    Result<std::size_t> choice(std::string_view option, std::span<const std::string_view> words) const;

  private:
    struct Given {
        const Option* option;
        std::string value;
    };
    Outcome addWord(std::string_view word, std::span<const std::string_view> rest, std::size_t& used);
    Outcome checkOperands() const;
    Outcome checkOutputs() const;
    const Option* known(std::string_view option) const;

    const Command* m_command = nullptr;
    std::vector<std::string> m_operands;
    std::vector<Given> m_given;
};

// "12", "0x1f", "1_000": the whole text must be a number of at most `most`.
std::optional<std::uint64_t> numberIn(std::string_view text, std::uint64_t most);
// A finite or infinite decimal number, the whole text.
std::optional<double> realIn(std::string_view text);

} // namespace lw::cli
