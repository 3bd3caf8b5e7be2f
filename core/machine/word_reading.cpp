// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/word_reading.h"

#include "core/machine/cell_range.h"

#include <algorithm>

namespace lw::machine {

namespace {

constexpr int kMostSteps = 24;

using WordList = std::vector<std::uint64_t>;

// One moment.
class Present {
  public:
    Present(const WordMakers& makers, const RegistersNow& now) : m_makers(makers), m_now(now) {}

    bool holds(std::uint8_t number) {
        if (m_makers.isAlways(number)) return true;
        if (m_makers.isNever(number) || m_steps == 0) return false;
        --m_steps;
        const auto bundle = m_now.lastBundle(number);
        if (!bundle) return false;
        const Making making = m_makers.making(*bundle, number);
        switch (making.kind) {
        case Making::Kind::Integers: return true;
        case Making::Kind::Moved: return isMoved(making, number);
        case Making::Kind::Popped: {
            std::vector<std::uint8_t> sources;
            for (const Giving& given : m_makers.givings())
                if (given.unit == making.unit && !given.makesFloats) sources.push_back(given.source);
            return areAmong(m_now.words(number), sources);
        }
        default: return false;
        }
    }
    bool areAmong(const WordList& words, const std::vector<std::uint8_t>& sources) {
        WordList known;
        for (const std::uint8_t source : sources) {
            if (!holds(source)) continue;
            const WordList more = m_now.words(source);
            known.insert(known.end(), more.begin(), more.end());
        }
        std::ranges::sort(known);
        return std::ranges::all_of(
            words, [&](std::uint64_t word) { return std::ranges::binary_search(known, word); });
    }

  private:
    bool isMoved(const Making& making, std::uint8_t number) {
        std::vector<WordList> sources;
        for (const std::uint8_t source : making.sources)
            if (source != number && holds(source)) sources.push_back(m_now.words(source));
        const WordList words = m_now.words(number);
        for (std::size_t i = 0; i < words.size(); ++i)
            if (std::ranges::none_of(sources, [&](const WordList& source) { return source[i] == words[i]; }))
                return false;
        return true;
    }

    const WordMakers& m_makers;
    const RegistersNow& m_now;
    int m_steps = kMostSteps;
};

} // namespace

bool holdsIntegers(const WordMakers& makers, std::uint8_t number, const RegistersNow& now) {
    return Present(makers, now).holds(number);
}

bool holdsIntegers(const WordMakers& makers, const Giving& given, const WordList& words,
                   const RegistersNow& now) {
    if (given.makesFloats) return false;
    return makers.isAlways(given.source) || Present(makers, now).areAmong(words, {given.source});
}

WordList wordsOf(const StateTree& tree, NodeId node, std::uint8_t number, const Moment& moment) {
    const std::uint64_t count = countOf(tree.at(node)) / tree.at(node).shape.front();
    const CellRange cells = readCells(tree, node, number * count, count, moment);
    WordList out;
    for (std::uint64_t i = 0; i < cells.count(); ++i) out.push_back(cells.bits(i));
    return out;
}

} // namespace lw::machine
