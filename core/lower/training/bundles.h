// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/instruction.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lw::lower::training {

// The text of a program for the training chip while it is written: instructions are given one after the
// other and put side by side, each into the first bundle in which it means the same and has a slot. Labels,
// branches and fences are never crossed. Two rows of vector memory are taken to be different unless they
// are written alike; where they are not, a fence is due.
class Bundles {
  public:
    void comment(std::string_view text);
    void label(std::string_view name);
    void blank();
    void fence() { close(); }
    // From now on pushes into a unit are that many bundles apart, in which other work has room.
    void spread(std::string_view unit, std::size_t bundles) { m_spread[std::string(unit)] = bundles; }
    // From now on instructions get other registers than they are given with.
    void rename(const Renaming& by) { m_renaming = by; }
    // A line of its own: a directive.
    void line(std::string_view text);
    // An instruction, of pieces of text and numbers: b("vld: v", 3, ", [r1+", 8, "]").
    template <typename... Pieces> void operator()(const Pieces&... pieces) {
        std::string text;
        (append(text, pieces), ...);
        add(parseInstruction(renamed(text, m_renaming)));
    }
    std::uint32_t count() { return close(), m_count; }
    std::string text() { return close(), m_text; }

  private:
    struct Bundle {
        std::array<std::string, kSlots> slots;
        std::array<bool, kSlots> isTaken{};
        std::uint32_t shortNumbers = 0, longNumbers = 0;
        std::vector<std::string> forwarded;
    };
    // Of a register: the first bundle that may read it, that may write it.
    struct Ready {
        std::size_t read = 0, write = 0;
    };

    static void append(std::string& text, std::string_view piece) { text += piece; }
    static void append(std::string& text, std::int64_t piece) { text += std::to_string(piece); }
    void add(const Instruction& instruction);
    std::size_t earliest(const Instruction& instruction) const;
    void note(const Instruction& instruction, std::size_t at);
    void close();

    std::string m_text;
    std::uint32_t m_count = 0; // of bundles in m_text
    Renaming m_renaming;
    std::vector<Bundle> m_bundles;
    std::map<std::string, Ready> m_ready; // registers and the like
    std::map<std::string, Ready> m_rows;  // of vector memory
    std::map<std::string, std::size_t> m_spread;
    std::map<std::string, std::pair<std::size_t, std::size_t>>
        m_queues; // by unit: the first bundle that may push, pop
};

} // namespace lw::lower::training
