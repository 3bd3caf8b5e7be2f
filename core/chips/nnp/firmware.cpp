// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/firmware.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lw::nnp {

namespace {

// The rows of a chain that begins with the first: to its end, or to where another one begins, or after what
// is written a loop does or ends.
std::size_t lengthOf(std::span<const Decoded> rows) {
    std::size_t length = 1;
    for (; length < rows.size(); ++length) {
        const Step step = rows[length].meaning().step;
        if (step == Step::End) return length + 1;
        const bool isOfLoop = rows[length].op == op("loop") || rows[length].op == op("endloop");
        if (step == Step::Read || step == Step::ReadMatrix || rows[length].op == op("halt") ||
            (isOfLoop && rows[length - 1].meaning().step == Step::Write))
            break;
    }
    return length;
}

// Goes through a program as a run does. Turns of a loop in which no index moves are all like its second one.
class Walk {
  public:
    Walk(std::span<const Decoded> rows, const Config& config)
        : m_rows(rows), m_config(config), m_controls(config), m_isTold(rows.size()) {}

    std::vector<Refusal> run() {
        for (std::uint64_t looked = 0; m_at < m_rows.size() && looked < kLookedAt;) {
            const std::size_t at = m_at;
            if (!take(m_rows[at])) break;
            looked += m_at > at ? m_at - at : 1;
        }
        return std::move(m_refusals);
    }

  private:
    struct Loop {
        std::size_t start = 0;
        std::uint32_t turns = 0;
        bool moves = false; // an index with its turns
    };

    // False where nothing comes after.
    bool take(const Decoded& row) {
        switch (row.meaning().step) {
        case Step::Alone: return takeAlone(row);
        case Step::Read:
            keep(row, chainOf(m_rows.subspan(m_at), m_controls, m_config).refusal);
            return skipChain();
        case Step::ReadMatrix:
            keep(row, matrixRefusal(m_rows.subspan(m_at), m_controls, m_config));
            return skipChain();
        default: keep(row, strayRefusal(row)); break;
        }
        ++m_at;
        return true;
    }

    bool takeAlone(const Decoded& row) {
        if (auto refusal = loopRefusal(row, m_controls)) {
            keep(row, std::move(refusal));
            return false;
        }
        if (row.op == op("halt")) return false;
        ++m_at;
        if (row.op == op("s_wr")) set(row);
        if (row.op == op("loop")) {
            m_loops[m_controls.loops] = {m_at, row[0]};
            m_controls.turns[m_controls.loops++] = 0;
        }
        if (row.op == op("endloop")) endTurn();
        return true;
    }

    void endTurn() {
        const Loop& loop = m_loops[m_controls.loops - 1];
        const std::uint32_t over = ++m_controls.turns[m_controls.loops - 1];
        if (over < loop.turns && (over < 2 || loop.moves))
            m_at = loop.start;
        else
            --m_controls.loops;
    }

    bool skipChain() {
        const std::size_t length = lengthOf(m_rows.subspan(m_at));
        for (const Decoded& row : m_rows.subspan(m_at, length)) {
            const auto steps = stepsOf(row);
            for (std::uint32_t i = 0; i < std::min(kSteps, m_controls.loops); ++i)
                if (steps[i] != 0) m_loops[m_controls.loops - 1 - i].moves = true;
        }
        m_at += length;
        return true;
    }

    void set(const Decoded& row) {
        auto refusal = settingRefusal(row, m_config);
        if (!refusal) m_controls.values[row[0]] = row[1];
        keep(row, std::move(refusal));
    }

    // Of a chain the first one, in whichever turn.
    void keep(const Decoded& begin, std::optional<Refusal> refusal) {
        if (!refusal || m_isTold[begin.bundle]) return;
        m_isTold[begin.bundle] = true;
        m_refusals.push_back(*std::move(refusal));
    }

    std::span<const Decoded> m_rows;
    const Config& m_config;
    Controls m_controls;
    std::array<Loop, kMostLoops> m_loops{};
    std::size_t m_at = 0;
    std::vector<bool> m_isTold; // by where a chain begins
    std::vector<Refusal> m_refusals;
};

} // namespace

std::optional<Refusal> settingRefusal(const Decoded& row, const Config& config) {
    const Setting& control = kSettings[row[0]];
    const std::uint32_t most = control.most == 0 ? config.chainVectors : control.most;
    if (row[1] >= control.least && row[1] <= most) return {};
    return Refusal{machine::FaultKind::OutOfRange, row.bundle, machine::kNoBundle,
                   std::string(control.name) + " is set to " + std::to_string(row[1]) + "; it is " +
                       std::to_string(control.least) + " to " + std::to_string(most),
                   "set a number that the machine has room for"};
}

std::optional<Refusal> loopRefusal(const Decoded& row, const Controls& controls) {
    const auto refuse = [&](std::string text, std::string advice) {
        return Refusal{machine::FaultKind::Undefined, row.bundle, machine::kNoBundle, std::move(text),
                       std::move(advice)};
    };
    if (row.op == op("halt") && controls.loops > 0)
        return refuse("halt is inside a loop", "write endloop before it");
    if (row.op == op("endloop") && controls.loops == 0)
        return refuse("endloop is not inside a loop", "write loop before what repeats");
    if (row.op != op("loop")) return {};
    if (row[0] == 0) return refuse("a loop has 0 turns", "give it one at least, or leave it out");
    if (controls.loops < kMostLoops) return {};
    return refuse("loop is inside " + std::to_string(kMostLoops) + " loops already, which is the limit",
                  "write the turns of one out, or use iterations of a chain");
}

Refusal strayRefusal(const Decoded& row) {
    return {machine::FaultKind::Undefined, row.bundle, machine::kNoBundle,
            row.name() + " is outside of a chain",
            "a chain begins with v_rd or m_rd and ends with end_chain"};
}

std::vector<Refusal> refusalsOf(std::span<const Decoded> rows, const Config& config) {
    return Walk(rows, config).run();
}

} // namespace lw::nnp
