// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

// When instructions of firmware issue, as the manual has it, clock by clock: a chain tries each clock until
// nothing stands against it. No numbers are computed.
namespace lw::test {

// Of a machine file.
struct PlainTimes {
    std::uint64_t n = 4, lanes = 4, engines = 1, vector = 1, matrix = 1, mvm = 3, mfu = 1;
};

class PlainSchedule {
  public:
    explicit PlainSchedule(const PlainTimes& times) : m_times(times) {}
    // Instructions in lines, up to a halt.
    void run(const std::string& text);

    std::uint64_t clock = 0;                    // after the last instruction
    std::map<std::string, std::uint64_t> waits; // clocks without an instruction, by reason
    std::vector<std::uint64_t> held;            // the same by line

  private:
    using Place = std::pair<std::string, std::uint64_t>; // a memory and a number
    struct Line {
        std::string name, memory; // of a memory or a register
        std::uint64_t index = 0;
        std::map<std::string, std::uint64_t> named;
    };
    // A place that is used that many clocks after the start.
    struct Use {
        Place place;
        std::uint64_t behind = 0;
    };
    struct Stretch {
        std::string unit;
        std::uint64_t from = 0, length = 0; // after the start
    };
    struct Flow {
        std::vector<Use> reads, matrices, replaced, copied, writes, loads, keeps;
        std::vector<Stretch> stretches;
        std::uint64_t end = 0;
    };
    static Line lineOf(const std::string& text);
    std::uint64_t addressOf(const Line& line) const;
    std::uint64_t control(const std::string& name) const;
    Flow chainAt(std::size_t first) const;
    Flow matricesAt(std::size_t first) const;
    std::vector<Use> uses(const Line& line, std::uint64_t each, std::uint64_t behind) const;
    std::vector<Use> windowUses(const Line& line, std::uint64_t each) const;
    // What stands against a start at this clock; empty: nothing.
    std::string reasonAgainst(const Flow& flow, std::uint64_t start) const;
    void begin(const Flow& flow, std::size_t line);
    void wait(std::size_t line, const std::string& reason);

    PlainTimes m_times;
    std::vector<Line> m_lines;
    std::map<std::string, std::uint64_t> m_controls;
    struct Loop {
        std::size_t first = 0;
        std::uint64_t turn = 0, turns = 0;
    };
    std::vector<Loop> m_loops;
    std::map<std::string, std::set<std::uint64_t>> m_taken; // clocks of each unit
    std::map<Place, std::uint64_t> m_there, m_used;         // from when, and until when
    std::uint64_t m_quiet = 0;
};

} // namespace lw::test
