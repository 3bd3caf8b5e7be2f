// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The text of a program for the inference circuit while it is being written:
// instruction rows, one to a line, with comments and labels.
namespace lw::lower {

// Three nested loops over addresses, innermost first, as an access pattern register holds them.
struct Loops {
    std::uint64_t n0 = 1;
    std::int64_t s0 = 0;
    std::uint64_t n1 = 1;
    std::int64_t s1 = 0;
    std::uint64_t n2 = 1;
    std::int64_t s2 = 0;
    std::int64_t es = 0;
    bool operator==(const Loops&) const = default;
};

inline constexpr std::uint64_t kMostRounds = 65535; // of a loop

// An instruction: its mnemonic, its operands and what people should know about it.
struct TextRow {
    std::string above{}; // lines of comments and labels before it
    std::string mnemonic;
    std::vector<std::string> operands;
    std::string remark{};
};

class ProgramText {
  public:
    void comment(std::string_view text) { above("# " + std::string(text) + "\n"); }
    void label(std::string_view name) { above(std::string(name) + ":\n"); }
    void blank() { above("\n"); }
    // Lines before the next row.
    void above(std::string_view lines) { m_above += lines; }
    void row(std::string_view mnemonic, const std::vector<std::string>& operands,
             std::string_view remark = {});
    // The register that holds the pattern; set now if none does.
    std::string pattern(const Loops& loops);
    // What follows is repeated with whatever the registers hold at the end.
    void forgetPatterns() { m_used = {}; }

    std::uint32_t rows() const { return static_cast<std::uint32_t>(m_rows.size()); }
    const std::vector<TextRow>& all() const { return m_rows; }
    std::string text() const;

  private:
    static constexpr std::size_t kRegisters = 16;

    std::vector<TextRow> m_rows;
    std::string m_above; // of the next row
    std::array<Loops, kRegisters> m_held{};
    std::array<std::uint32_t, kRegisters> m_used{}; // last use, counted in m_uses; 0: never
    std::uint32_t m_uses = 0;
};

// A name from a file in a form for comments.
std::string oneLine(std::string_view text);
// "conv1.bias", "conv1.bias+16"
std::string addressText(std::string_view name, std::uint64_t offset);

} // namespace lw::lower
