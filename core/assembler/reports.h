// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/symbols.h"
#include "core/base/diagnostics.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lw::assembler {

// A stretch of text and the expansion in which it was read.
struct Spot {
    Place place;
    std::uint32_t context = kNone;
};

// How the reader came to where it is: one for each expansion of a macro,
// repetition of a block and included file.
struct Context {
    enum class Kind : std::uint8_t { Macro, Repetition, Include } kind = Kind::Macro;
    std::uint32_t parent = kNone;
    std::uint32_t number = 0; // of the repetition, from 1
    std::string_view name;    // of the macro
    Place place;              // of the call
};

// Collects problems, says those of macros and repetitions once for all expansions, adds the stack of
// expansions to each, and stops listening after a number of errors.
class Reports {
  public:
    explicit Reports(std::size_t maximum) : m_maximum(maximum) {}

    // Gives the line that is read, if it was made by substitution; what is wrong in it shows it.
    using SubstitutedLine = std::function<std::optional<std::string>(const Place&)>;
    void setSubstitutedLine(SubstitutedLine line) { m_substitutedLine = std::move(line); }

    std::uint32_t enter(const Context& context);
    const Context& context(std::uint32_t id) const { return m_contexts[id]; }

    // The problem that was added, for notes; another one each time.
    Problem& add(const Spot& spot, const Message& message, std::vector<std::string> arguments = {},
                 std::string replacement = {});
    Problem& add(const Spot& spot, Problem problem);
    void addFailure(const Spot& spot, const Failure& failure);

    bool hasErrors() const { return m_errors != 0; }
    bool full() const { return m_errors >= m_maximum; }
    std::vector<Problem>& problems() { return m_problems; }
    // In the order of the text, with their stacks of expansions.
    Diagnostics take();

  private:
    bool isRepeated(const Problem& problem, const Spot& spot);
    void addStack(Problem& problem, std::uint32_t context) const;

    std::size_t m_maximum;
    std::size_t m_errors = 0;
    std::vector<Context> m_contexts;
    std::vector<Problem> m_problems;
    std::vector<std::uint32_t> m_contextOf; // of each problem
    std::vector<std::uint32_t> m_repeats;   // how often it came again in other expansions
    std::unordered_map<std::string, std::size_t> m_inExpansions;
    SubstitutedLine m_substitutedLine;
    Problem m_dropped;
};

} // namespace lw::assembler
