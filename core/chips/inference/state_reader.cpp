// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/state_reader.h"

#include "core/machine/cell_range.h"

#include <cstring>

namespace lw::inference {

std::uint64_t StateReader::operator()(const char* path, std::uint64_t element) const {
    const auto cells = readCells(m_tree, node(path), element, 1, m_moment);
    return cells.count() == 1 ? cells.bits(0) : 0;
}

std::vector<std::uint32_t> StateReader::words(const char* path, std::uint64_t first,
                                              std::uint64_t count) const {
    const auto cells = readCells(m_tree, node(path), first, count, m_moment);
    std::vector<std::uint32_t> out(count);
    for (std::uint64_t i = 0; i < cells.count(); ++i) out[i] = static_cast<std::uint32_t>(cells.bits(i));
    return out;
}

std::vector<Flight> StateReader::flights() const {
    std::vector<Flight> out;
    for (std::uint64_t i = 0; i < (*this)("control/in flight") && i < extent("control/list", 0); ++i) {
        const auto cells = readCells(m_tree, node("control/list"), i * kFlightWords, kFlightWords, m_moment);
        Flight f;
        if (cells.bytes.size() < sizeof f) break;
        std::memcpy(static_cast<void*>(&f), cells.bytes.data(), sizeof f);
        if (f.end > clock()) out.push_back(f);
    }
    return out;
}

} // namespace lw::inference
