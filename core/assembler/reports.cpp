// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/reports.h"

#include "core/assembler/messages.h"

#include <algorithm>
#include <numeric>

namespace lw::assembler {

namespace {
constexpr std::size_t kShownContexts = 8; // of a deep stack: the innermost and the outermost ones
}

std::uint32_t Reports::enter(const Context& context) {
    m_contexts.push_back(context);
    return static_cast<std::uint32_t>(m_contexts.size() - 1);
}

Problem& Reports::add(const Spot& spot, const Message& message, std::vector<std::string> arguments,
                      std::string replacement) {
    return add(spot, Problem{&message, std::move(arguments), spot.place, {}, std::move(replacement)});
}

Problem& Reports::add(const Spot& spot, Problem problem) {
    if (full()) return m_dropped = std::move(problem);
    if (!problem.place.known()) problem.place = spot.place;
    if (isRepeated(problem, spot)) return m_dropped = std::move(problem);
    m_errors += problem.message->severity == Severity::Error;
    if (spot.context != kNone && m_substitutedLine)
        if (auto line = m_substitutedLine(problem.place))
            problem.notes.push_back({&kNoteSubstituted, {*std::move(line)}, {}});
    m_problems.push_back(std::move(problem));
    m_contextOf.push_back(spot.context);
    m_repeats.push_back(0);
    return m_problems.back();
}

void Reports::addFailure(const Spot& spot, const Failure& failure) {
    add(spot, *failure.message, {failure.argument});
}

// The same words about the same place of a body are one mistake, however often the body is expanded.
bool Reports::isRepeated(const Problem& problem, const Spot& spot) {
    if (spot.context == kNone) return false;
    std::string key(problem.message->code);
    for (const std::string& argument : problem.arguments) key += '\0' + argument;
    const Place& place = problem.place;
    for (const std::uint32_t n : {place.file, place.line, place.column}) key += ':' + std::to_string(n);
    const auto [known, isNew] = m_inExpansions.emplace(std::move(key), m_problems.size());
    if (!isNew) ++m_repeats[known->second];
    return !isNew;
}

void Reports::addStack(Problem& problem, std::uint32_t context) const {
    std::vector<const Context*> stack;
    for (; context != kNone; context = m_contexts[context].parent) stack.push_back(&m_contexts[context]);
    if (stack.size() > kShownContexts)
        stack.erase(stack.begin() + kShownContexts / 2, stack.end() - kShownContexts / 2);
    for (const Context* c : stack) {
        if (c->kind == Context::Kind::Macro)
            problem.notes.push_back({&kNoteMacro, {std::string(c->name)}, c->place});
        else if (c->kind == Context::Kind::Repetition)
            problem.notes.push_back({&kNoteRepetition, {std::to_string(c->number)}, c->place});
        else
            problem.notes.push_back({&kNoteInclude, {}, c->place});
    }
}

Diagnostics Reports::take() {
    std::vector<std::size_t> order(m_problems.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return m_problems[a].place < m_problems[b].place; });
    Diagnostics out;
    for (const std::size_t i : order) {
        addStack(m_problems[i], m_contextOf[i]);
        if (m_repeats[i]) m_problems[i].notes.push_back({&kNoteAgain, {std::to_string(m_repeats[i])}, {}});
        out.add(std::move(m_problems[i]));
    }
    if (full()) out.add({&kTooManyErrors, {std::to_string(m_maximum)}, {}, {}, {}});
    return out;
}

} // namespace lw::assembler
