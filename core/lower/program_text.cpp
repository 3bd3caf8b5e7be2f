// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/program_text.h"

#include "core/base/check.h"

#include <algorithm>
#include <utility>

namespace lw::lower {

void ProgramText::row(std::string_view mnemonic, const std::vector<std::string>& operands,
                      std::string_view remark) {
    m_rows.push_back({std::exchange(m_above, {}), std::string(mnemonic), operands, std::string(remark)});
}

std::string ProgramText::text() const {
    std::string out;
    for (const TextRow& row : m_rows) {
        std::string line = "        " + row.mnemonic;
        for (std::size_t i = 0; i < row.operands.size(); ++i) line += (i == 0 ? " " : ", ") + row.operands[i];
        if (!row.remark.empty()) {
            line.resize(std::max<std::size_t>(line.size() + 2, 56), ' ');
            line += "# " + row.remark;
        }
        out += row.above + line + "\n";
    }
    return out + m_above;
}

std::string ProgramText::pattern(const Loops& loops) {
    for (const std::uint64_t count : {loops.n0, loops.n1, loops.n2})
        LW_REQUIRE(count >= 1 && count <= kMostRounds, "a pattern that a register can hold");
    std::size_t oldest = 0;
    for (std::size_t i = 0; i < kRegisters; ++i) {
        if (m_used[i] != 0 && m_held[i] == loops) {
            m_used[i] = ++m_uses;
            return "a" + std::to_string(i);
        }
        if (m_used[i] < m_used[oldest]) oldest = i;
    }
    const std::string name = "a" + std::to_string(oldest);
    row("shape", {name, std::to_string(loops.n0), std::to_string(loops.s0), std::to_string(loops.n1),
                  std::to_string(loops.s1)});
    if (loops.n2 != 1 || loops.es != 0)
        row("shape2", {name, std::to_string(loops.n2), std::to_string(loops.s2), std::to_string(loops.es)});
    m_held[oldest] = loops;
    m_used[oldest] = ++m_uses;
    return name;
}

std::string oneLine(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return out;
}

std::string addressText(std::string_view name, std::uint64_t offset) {
    return offset == 0 ? std::string(name) : std::string(name) + "+" + std::to_string(offset);
}

} // namespace lw::lower
