// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/plain_schedule.h"

#include <algorithm>
#include <sstream>

namespace lw::test {

namespace {

const std::map<std::string, std::string> kReasonOfUnit{
    {"read", "vectors are still being read"},
    {"mvm", "the multiplier is taken"},
    {"add0", "the first MFU is taken"},
    {"times0", "the first MFU is taken"},
    {"function0", "the first MFU is taken"},
    {"add1", "the second MFU is taken"},
    {"function1", "the second MFU is taken"},
    {"write", "older results are being written"},
    {"matrices", "older matrices are on their way"},
};
const std::vector<std::string> kUnits{"read", "mvm",       "add0",  "times0",  "function0",
                                      "add1", "function1", "write", "matrices"};

} // namespace

PlainSchedule::Line PlainSchedule::lineOf(const std::string& text) {
    Line out;
    std::istringstream words(text);
    words >> out.name;
    for (std::string word; words >> word;) {
        if (word.back() == ',') word.pop_back();
        if (const std::size_t is = word.find('='); is != std::string::npos)
            out.named[word.substr(0, is)] = std::stoull(word.substr(is + 1));
        else if (word[0] >= '0' && word[0] <= '9')
            out.index = std::stoull(word);
        else
            out.memory = word;
    }
    return out;
}

std::uint64_t PlainSchedule::control(const std::string& name) const {
    const auto found = m_controls.find(name);
    if (found != m_controls.end()) return found->second;
    return name == "picture" || name == "pad_left" || name == "pad_top" || name == "length" ? 0 : 1;
}

std::uint64_t PlainSchedule::addressOf(const Line& line) const {
    std::uint64_t out = line.index;
    const auto named = [&](const char* name) {
        return line.named.contains(name) ? line.named.at(name) : std::uint64_t{0};
    };
    if (!m_loops.empty()) out += named("step") * m_loops.back().turn;
    if (m_loops.size() > 1) out += named("outer") * m_loops[m_loops.size() - 2].turn;
    return out;
}

std::vector<PlainSchedule::Use> PlainSchedule::uses(const Line& line, std::uint64_t each,
                                                    std::uint64_t behind) const {
    std::vector<Use> out;
    if (line.memory == "NetQ") return out;
    const std::string memory = line.memory.empty() ? "MultiplyVrf" : line.memory;
    const std::uint64_t inc = line.named.contains("inc") ? line.named.at("inc") : 0;
    for (std::uint64_t i = 0; i < control("iterations"); ++i)
        for (std::uint64_t k = 0; k < each; ++k)
            out.push_back({{memory, addressOf(line) + i * inc + k}, behind + i * each + k});
    return out;
}

std::vector<PlainSchedule::Use> PlainSchedule::windowUses(const Line& line, std::uint64_t each) const {
    std::vector<Use> out;
    const std::uint64_t depth = control("picture_depth"), across = control("windows_across");
    const std::uint64_t skip = line.named.contains("skip") ? line.named.at("skip") : 0;
    for (std::uint64_t i = 0; i < control("iterations"); ++i)
        for (std::uint64_t k = 0; k < each; ++k) {
            const std::uint64_t window = addressOf(line) + i, pixel = (skip + k) / depth;
            const auto x = static_cast<std::int64_t>(window % across * control("stride_x") +
                                                     pixel % control("window_width")) -
                           static_cast<std::int64_t>(control("pad_left"));
            const auto y = static_cast<std::int64_t>(window / across * control("stride_y") +
                                                     pixel / control("window_width")) -
                           static_cast<std::int64_t>(control("pad_top"));
            const auto width = static_cast<std::int64_t>(control("picture_width"));
            if (x < 0 || y < 0 || x >= width || y >= static_cast<std::int64_t>(control("picture_height")))
                continue;
            const auto number = static_cast<std::uint64_t>(y * width + x) * depth + (skip + k) % depth;
            out.push_back({{line.memory, control("picture") + number}, i * each + k});
        }
    return out;
}

PlainSchedule::Flow PlainSchedule::chainAt(std::size_t first) const {
    std::size_t end = first;
    while (m_lines[end].name != "end_chain") ++end;
    const bool multiplies = m_lines[first + 1].name == "mv_mul";
    const std::uint64_t rows = control("rows"), turns = control("iterations");
    const std::uint64_t each = multiplies ? control("cols") : rows, given = rows * turns;
    std::uint64_t pace = std::max(each * turns, given);
    if (multiplies) {
        const std::uint64_t perClock = m_times.lanes * m_times.engines;
        pace = std::max(pace, turns * ((rows * each * m_times.n + perClock - 1) / perClock));
    }
    Flow flow;
    const Line& read = m_lines[first];
    flow.reads = read.name == "v_rd.w" ? windowUses(read, each) : uses(read, each, 0);
    flow.stretches.push_back({"read", 0, each * turns});
    std::uint64_t at = m_times.vector;
    int functions = 0;
    bool isSecond = false;
    for (std::size_t i = first + 1; i < end; ++i) {
        const Line& line = m_lines[i];
        at = std::max(at, static_cast<std::uint64_t>(i - first));
        if (line.name.starts_with("v_wr")) { // all at once, with the last of them
            at = std::max(at, static_cast<std::uint64_t>(end - 1 - first));
            for (const Use& use : uses(line, rows, at + pace - given + m_times.vector))
                flow.writes.push_back(use);
            flow.stretches.push_back({"write", at + pace - given, given});
            continue;
        }
        std::string unit;
        std::uint64_t latency = m_times.mfu;
        if (line.name == "mv_mul") {
            unit = "mvm";
            latency = m_times.mvm;
            for (std::uint64_t k = 0; k < rows * each; ++k)
                flow.matrices.push_back({{"MatrixRf", addressOf(line) + k}, at});
            flow.keeps = flow.matrices;
            for (Use& use : flow.keeps) use.behind += pace;
        } else if (line.name.starts_with("vv_")) {
            isSecond = isSecond || line.memory == "AddSubVrf1";
            unit = line.name == "vv_mul" ? "times0" : isSecond ? "add1" : "add0";
            for (const Use& use : uses(line, rows, at + pace - given)) flow.reads.push_back(use);
        } else {
            isSecond = isSecond || functions++ > 0;
            unit = isSecond ? "function1" : "function0";
            if (line.name == "v_softmax") latency += rows - 1;
        }
        flow.stretches.push_back(unit == "mvm" ? Stretch{unit, at, pace}
                                               : Stretch{unit, at + pace - given, given});
        at += latency;
    }
    flow.end = at + std::max(pace - given + m_times.vector + given - 1, pace);
    return flow;
}

PlainSchedule::Flow PlainSchedule::matricesAt(std::size_t first) const {
    Flow flow;
    const std::uint64_t count = control("rows") * control("cols"),
                        begin = std::max<std::uint64_t>(m_times.matrix, 1);
    const Line &from = m_lines[first], &to = m_lines[first + 1];
    for (std::uint64_t k = 0; k < count; ++k) {
        if (from.memory == "Dram")
            flow.copied.push_back({{"matrix DRAM", addressOf(from) + k}, k * m_times.n});
        const Place place{to.memory == "Dram" ? "matrix DRAM" : "MatrixRf", addressOf(to) + k};
        if (to.memory != "Dram") flow.replaced.push_back({place, begin + k * m_times.n});
        flow.loads.push_back({place, begin + (k + 1) * m_times.n - 1 + m_times.matrix});
    }
    flow.stretches.push_back({"matrices", 0, count * m_times.n});
    flow.end = flow.loads.back().behind;
    return flow;
}

std::string PlainSchedule::reasonAgainst(const Flow& flow, std::uint64_t start) const {
    const auto isLate = [&](const std::vector<Use>& uses, const std::map<Place, std::uint64_t>& times) {
        return std::ranges::any_of(uses, [&](const Use& use) {
            const auto found = times.find(use.place);
            return found != times.end() && found->second > start + use.behind;
        });
    };
    if (isLate(flow.reads, m_there)) return "vectors are on their way";
    if (isLate(flow.matrices, m_there)) return "weights are on their way";
    if (isLate(flow.replaced, m_used)) return "weights are still used";
    if (isLate(flow.copied, m_there)) return "older matrices are on their way";
    for (const std::string& unit : kUnits)
        for (const Stretch& stretch : flow.stretches) {
            if (stretch.unit != unit || !m_taken.contains(unit)) continue;
            // Chains use a unit in their order.
            if (*m_taken.at(unit).rbegin() >= start + stretch.from) return kReasonOfUnit.at(unit);
        }
    return {};
}

void PlainSchedule::wait(std::size_t line, const std::string& reason) {
    ++waits[reason];
    ++held[line];
    ++clock;
}

void PlainSchedule::begin(const Flow& flow, std::size_t line) {
    std::string reason;
    // What ends last is the reason for all clocks up to then.
    std::uint64_t waited = 0;
    for (std::string next = reasonAgainst(flow, clock); !next.empty();
         next = reasonAgainst(flow, clock + waited)) {
        reason = next;
        ++waited;
    }
    for (; waited > 0; --waited) wait(line, reason);
    for (const Stretch& stretch : flow.stretches)
        for (std::uint64_t i = 0; i < stretch.length; ++i)
            m_taken[stretch.unit].insert(clock + stretch.from + i);
    for (const auto* const uses : {&flow.writes, &flow.loads})
        for (const Use& use : *uses) m_there[use.place] = clock + use.behind;
    for (const Use& use : flow.keeps) m_used[use.place] = clock + use.behind;
    m_quiet = std::max(m_quiet, clock + flow.end);
}

void PlainSchedule::run(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) m_lines.push_back(lineOf(line));
    held.assign(m_lines.size(), 0);
    for (std::size_t at = 0;; ++at) {
        const Line& line = m_lines[at];
        if (line.name == "halt")
            while (clock < m_quiet) wait(at, "halt waits for chains");
        if (line.name.starts_with("v_rd")) begin(chainAt(at), at);
        if (line.name == "m_rd") begin(matricesAt(at), at);
        ++clock;
        if (line.name == "halt") return;
        if (line.name == "s_wr") m_controls[line.memory] = line.index;
        if (line.name == "loop") m_loops.push_back({at, 0, line.index});
        if (line.name != "endloop") continue;
        if (++m_loops.back().turn < m_loops.back().turns)
            at = m_loops.back().first;
        else
            m_loops.pop_back();
    }
}

} // namespace lw::test
