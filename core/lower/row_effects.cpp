// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/row_effects.h"

#include "core/base/check.h"

#include <algorithm>
#include <charconv>

namespace lw::lower {

namespace {

std::uint64_t numberIn(std::string_view text) {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    LW_ASSERT(error == std::errc() && end == text.data() + text.size(), "a number in a row");
    return out;
}

std::uint64_t elementBytes(const TextRow& row) { return row.mnemonic.ends_with(".i8") ? 1 : 4; }

std::uint64_t roundsOf(const Loops& loops) { return loops.n0 * loops.n1 * loops.n2; }

// The smallest stretch that holds `count` elements, `step` apart, from each address on.
Touch spanOf(const Loops& loops, std::int64_t base, std::uint64_t count, std::int64_t step,
             std::uint64_t size) {
    Touch out;
    out.begin = out.end = base;
    const auto grow = [&](std::uint64_t rounds, std::int64_t stride) {
        const std::int64_t last = static_cast<std::int64_t>(rounds - 1) * stride;
        out.begin += std::min<std::int64_t>(last, 0);
        out.end += std::max<std::int64_t>(last, 0);
    };
    grow(loops.n0, loops.s0);
    grow(loops.n1, loops.s1);
    grow(loops.n2, loops.s2);
    grow(count, step);
    out.end += static_cast<std::int64_t>(size);
    return out;
}

std::uint64_t inSteps(std::uint64_t count, std::uint64_t step) { return (count + step - 1) / step; }
std::uint64_t clocksOf(std::uint64_t bytes, const machine::Rate& rate) {
    return inSteps(bytes * rate.clocks, rate.bytes);
}

} // namespace

const Loops* RowReader::patternOf(const std::string& operand) const {
    const auto at = m_patterns.find(operand);
    return at == m_patterns.end() ? nullptr : &at->second;
}

std::optional<RowEffects> RowReader::read(const TextRow& row) {
    const std::string& mnemonic = row.mnemonic;
    const std::vector<std::string>& operands = row.operands;
    const auto number = [&](std::size_t i) {
        std::int64_t out = 0;
        std::from_chars(operands[i].data(), operands[i].data() + operands[i].size(), out);
        return out;
    };
    if (mnemonic == "shape") {
        m_patterns[operands[0]] = {numberIn(operands[1]), number(2), numberIn(operands[3]), number(4)};
        return {};
    }
    if (mnemonic == "shape2") {
        Loops& loops = m_patterns[operands[0]];
        loops.n2 = numberIn(operands[1]);
        loops.s2 = number(2);
        loops.es = number(3);
        return {};
    }
    if (mnemonic == "swapw" || mnemonic.starts_with("ldw") || mnemonic.starts_with("matmul"))
        return ofMatrix(row);
    if (mnemonic.starts_with("v") || mnemonic.starts_with("pool.")) return ofVector(row);
    if (mnemonic == "fill" || mnemonic.starts_with("dma.in") || mnemonic.starts_with("dma.out"))
        return ofTransfer(row);
    return RowEffects{};
}

Touch RowReader::bufferTouch(const TextRow& row, const Access& access) const {
    const std::string& text = row.operands[access.address];
    const std::size_t plus = text.find('+');
    const auto tensor = m_addresses.find(text.substr(0, plus));
    LW_ASSERT(tensor != m_addresses.end(), "a tensor of the unified buffer");
    const std::uint64_t offset = plus == std::string::npos ? 0 : numberIn(text.substr(plus + 1));
    const Loops* const loops = patternOf(row.operands[access.pattern]);
    LW_ASSERT(loops != nullptr, "a pattern that was set");
    const std::int64_t step = loops->es != 0 ? loops->es : static_cast<std::int64_t>(access.elementBytes);
    Touch out = spanOf(*loops, static_cast<std::int64_t>(tensor->second + offset), access.elements, step,
                       access.elementBytes);
    out.writes = access.writes;
    return out;
}

Touch RowReader::accumulatorTouch(const TextRow& row) const {
    Touch out =
        spanOf(*patternOf(row.operands[2]), static_cast<std::int64_t>(numberIn(row.operands[1])), 1, 0, 1);
    out.what = Touch::What::Accumulators;
    return out;
}

RowEffects RowReader::ofMatrix(const TextRow& row) {
    RowEffects out{RowUnit::Matrix, RowPort::None, {{Touch::What::WeightPath, true}}};
    if (row.mnemonic == "swapw") return out;
    if (row.mnemonic.starts_with("ldw")) {
        m_tileColumns = numberIn(row.operands[2]);
        const std::uint64_t elements = numberIn(row.operands[1]) * m_tileColumns;
        out.port = RowPort::WeightPath;
        out.busy = std::max<std::uint64_t>(m_circuit.arrayRows,
                                           clocksOf(elements * elementBytes(row), m_circuit.weightRate));
        out.total = out.busy + m_circuit.weightClocks;
        return out;
    }
    const std::uint64_t first = numberIn(row.operands[0]), k = numberIn(row.operands[3]);
    const Loops* const loops = patternOf(row.operands[2]);
    LW_ASSERT(loops != nullptr, "a pattern that was set");
    out.port = RowPort::Array;
    out.busy = roundsOf(*loops);
    out.total = out.busy + k + m_tileColumns - 2;
    out.touches = {bufferTouch(row, {1, 2, false, k, elementBytes(row)}),
                   {Touch::What::Accumulators, true, static_cast<std::int64_t>(first),
                    static_cast<std::int64_t>(first + out.busy)}};
    return out;
}

// The strip that the row makes.
void RowReader::setStrip(const TextRow& row) {
    const auto& [above, mnemonic, operands, remark] = row;
    Strip made;
    if (mnemonic == "vread" || mnemonic.starts_with("vload")) {
        made = {roundsOf(*patternOf(operands[2])), numberIn(operands[3])};
    } else {
        made = m_strips[operands[1]];
        if (mnemonic.starts_with("pool.")) {
            const Loops& windows = *patternOf(operands[2]);
            made.pixels = inSteps(made.pixels, static_cast<std::uint64_t>(windows.s0 * windows.s1));
        }
    }
    m_strips[operands[0]] = made;
}

RowEffects RowReader::ofVector(const TextRow& row) {
    const auto& [above, mnemonic, operands, remark] = row;
    RowEffects out{RowUnit::Vector, RowPort::Vector, {}};
    const std::uint64_t bytes = elementBytes(row);
    if (mnemonic.starts_with("pool.")) { // determined by what it reads
        const Strip& read = m_strips[operands[1]];
        out.busy = inSteps(read.lanes, m_circuit.poolCircuits) * read.pixels;
        setStrip(row);
    } else {
        const bool isStore = mnemonic.starts_with("vstore");
        if (!isStore) setStrip(row);
        const Strip& strip = m_strips[operands[isStore ? 1 : 0]];
        out.busy = inSteps(strip.elements(), m_circuit.vectorLanes);
        if (isStore) out.touches = {bufferTouch(row, {0, 2, true, strip.lanes, bytes})};
        if (mnemonic.starts_with("vload"))
            out.touches = {bufferTouch(row, {1, 2, false, strip.lanes, bytes})};
        if (mnemonic == "vread") out.touches = {accumulatorTouch(row)};
    }
    out.total = out.busy += m_circuit.vectorClocks; // the next row of the unit needs this one's result
    return out;
}

RowEffects RowReader::ofTransfer(const TextRow& row) const {
    RowEffects out{RowUnit::Transfer, RowPort::Transfer, {}};
    const bool isOut = row.mnemonic.starts_with("dma.out"), isDescribed = row.mnemonic.ends_with(".d");
    const std::size_t address = isOut && !isDescribed ? 1 : 0;
    const std::size_t pattern = isDescribed || row.mnemonic == "fill" ? 1 : isOut ? 3 : 2;
    out.touches = {bufferTouch(row, {address, pattern, !isOut})};
    const std::uint64_t bytes = roundsOf(*patternOf(row.operands[pattern]));
    const bool isFill = row.mnemonic == "fill";
    out.busy = clocksOf(bytes, isFill ? m_circuit.bufferRate : m_circuit.hostRate);
    out.total = out.busy + (isFill ? 1 : m_circuit.transferClocks);
    return out;
}

} // namespace lw::lower
