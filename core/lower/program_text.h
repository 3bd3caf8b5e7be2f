// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The text of a program for the inference circuit while it is written:
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

class ProgramText {
  public:
    void comment(std::string_view text) { m_text += "# " + std::string(text) + "\n"; }
    void label(std::string_view name) { m_text += std::string(name) + ":\n"; }
    void blank() { m_text += "\n"; }
    // One instruction: its mnemonic, its operands and what a person should know of it.
    void row(std::string_view mnemonic, const std::vector<std::string>& operands,
             std::string_view remark = {});
    // The register that holds the pattern; written now if none does.
    std::string pattern(const Loops& loops);
    // What follows is done again with whatever the registers hold at the end.
    void forgetPatterns() { m_used = {}; }

    std::uint32_t rows() const { return m_rows; }
    const std::string& text() const { return m_text; }

  private:
    static constexpr std::size_t kRegisters = 16;

    std::string m_text;
    std::uint32_t m_rows = 0;
    std::array<Loops, kRegisters> m_held{};
    std::array<std::uint32_t, kRegisters> m_used{}; // when last, counted in m_uses; 0: never
    std::uint32_t m_uses = 0;
};

// "conv1.bias", "conv1.bias+16"
std::string addressText(std::string_view name, std::uint64_t offset);

} // namespace lw::lower
