// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/hbm_use.h"

#include "core/lower/training/messages.h"

namespace lw::lower::training {

std::uint64_t tiledBytes(const tensor::Shape& shape, const machine::CoreLimits& machine) {
    const auto tiles = [](std::uint64_t extent, std::uint64_t size) { return (extent + size - 1) / size; };
    const std::uint64_t rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
    std::uint64_t out = tiles(rows, machine.sublanes) * tiles(shape.back(), machine.lanes);
    for (std::size_t i = 0; i + 2 < shape.size(); ++i) out *= shape[i];
    return out * machine.sublanes * machine.rowBytes();
}

void HbmUse::add(const std::string& tensor, std::uint64_t bytes) {
    m_bytes += bytes;
    if (bytes <= m_most) return;
    m_most = bytes;
    m_largest = tensor;
}

Outcome HbmUse::check(const machine::CoreLimits& machine, const Place& place) const {
    if (m_bytes <= machine.hbmBytes) return Done{};
    return Problem{&messages::kHbm,
                   {std::to_string(m_bytes), machine.name, std::to_string(machine.hbmBytes), m_largest,
                    std::to_string(m_most)},
                   place,
                   {},
                   {}};
}

} // namespace lw::lower::training
