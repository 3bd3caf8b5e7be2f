// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/transfers.h"

namespace lw::lower::training {

std::uint32_t Transfers::add(const Transfer& transfer, bool goesIn, std::uint32_t flag) {
    const std::string inside = std::to_string(transfer.row * m_granulesPerRow + transfer.lane);
    const std::string outside =
        transfer.outside + (transfer.from == 0 ? "" : "+" + std::to_string(transfer.from));
    std::string row = "        .word " + (goesIn ? outside : inside) + ", " + (goesIn ? inside : outside) +
                      ", " + std::to_string(flag);
    for (const TransferLoop& loop : transfer.loops)
        row += ", " + std::to_string(loop.count) + ", " +
               std::to_string(goesIn ? loop.outside : loop.inside) + ", " +
               std::to_string(goesIn ? loop.inside : loop.outside);
    m_rows.push_back(std::move(row));
    return words() - kDescriptorWords;
}

std::string Transfers::text() const {
    std::string out = ".data smem\ndescriptors:\n";
    for (const std::string& row : m_rows) out += row + "\n";
    return out;
}

} // namespace lw::lower::training
