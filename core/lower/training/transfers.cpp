// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/transfers.h"

namespace lw::lower::training {

Transfers::Transfers(StepWriter& to, std::uint64_t granulesPerRow)
    : m_to(to), m_granulesPerRow(granulesPerRow) {
    for (Words& known : m_known) {
        known.fill("0");
        m_rows.push_back(known);
    }
}

Transfers::Words Transfers::wordsOf(const Transfer& transfer, bool goesIn, std::uint32_t flag) const {
    const std::string inside = std::to_string(transfer.row * m_granulesPerRow + transfer.lane);
    const std::string outside =
        transfer.outside + (transfer.from == 0 ? "" : "+" + std::to_string(transfer.from));
    Words out{goesIn ? outside : inside, goesIn ? inside : outside, std::to_string(flag)};
    std::size_t next = 3;
    for (const TransferLoop& loop : transfer.loops) {
        out[next++] = std::to_string(loop.count);
        out[next++] = std::to_string(goesIn ? loop.outside : loop.inside);
        out[next++] = std::to_string(goesIn ? loop.inside : loop.outside);
    }
    return out;
}

std::uint32_t Transfers::add(const Transfer& transfer, bool goesIn, std::uint32_t flag) {
    m_rows.push_back(wordsOf(transfer, goesIn, flag));
    return words() - kDescriptorWords;
}

void Transfers::start(std::uint32_t descriptor, bool goesIn) {
    m_to.text()("s: dma.", goesIn ? "h2v" : "v2h", " [r0+descriptors+", descriptor, "]");
}

void Transfers::startOnce(const Transfer& transfer, bool goesIn, std::uint32_t flag) {
    constexpr std::uint32_t kFirst = 14, kSecond = 15; // by turns
    const std::uint32_t descriptor = goesIn ? kDescriptorWords : 0;
    const Words words = wordsOf(transfer, goesIn, flag);
    Words& known = m_known[goesIn ? 1 : 0];
    m_to.text().fence();
    std::uint32_t number = kFirst;
    for (std::uint32_t i = 0; i < kDescriptorWords; ++i) {
        if (known[i] == words[i]) continue;
        m_to.text()("s: mov r", number, ", ", words[i]);
        m_to.text()("s: st [r0+descriptors+", descriptor + i, "], r", number);
        number = number == kFirst ? kSecond : kFirst;
    }
    m_to.text().fence();
    start(descriptor, goesIn);
    m_to.forget(kFirst);
    m_to.forget(kSecond);
    known = words;
}

void Transfers::forget() { m_known = {}; }

std::string Transfers::text() const {
    std::string out = ".data smem\ndescriptors:\n";
    for (const Words& row : m_rows) {
        out += "        .word ";
        for (std::size_t i = 0; i < row.size(); ++i) out += (i == 0 ? "" : ", ") + row[i];
        out += "\n";
    }
    return out;
}

} // namespace lw::lower::training
