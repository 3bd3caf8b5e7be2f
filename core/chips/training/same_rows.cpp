// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/machine/written_bits.h"

#include <algorithm>
#include <bit>

// A bundle that loads and stores the same row of vector memory: it reads first and writes last. The store
// acts first, because the load may write the register it stores; so the rows are set aside before that and
// given to the load afterwards.
namespace lw::training {

using machine::copyWritten;

namespace {

// Calls each(sublane) for the sublanes that are enabled.
template <typename Each> void overSublanes(const RowList& rows, Each each) {
    for (std::uint32_t mask = rows.mask; mask != 0; mask &= mask - 1)
        each(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

} // namespace

bool Core::loadMeetsStore(const Plan& plan) const {
    if ((m_enabled >> plan.load & 1) == 0 || (m_enabled >> plan.store & 1) == 0) return false;
    if (m_loadRows.contiguous && m_storeRows.contiguous) {
        const std::uint32_t a = m_loadRows.row[0], b = m_storeRows.row[0];
        return (a > b ? a - b : b - a) < m_shape.sublanes;
    }
    bool meets = false;
    overSublanes(m_loadRows, [&](std::uint32_t i) {
        overSublanes(m_storeRows,
                     [&](std::uint32_t j) { meets = meets || m_loadRows.row[i] == m_storeRows.row[j]; });
    });
    return meets;
}

void Core::keepRows() {
    const std::uint32_t lanes = m_shape.lanes;
    m_keptRows.resize(m_shape.words());
    m_keptWritten.assign(m_writtenWords, 0);
    overSublanes(m_loadRows, [&](std::uint32_t i) {
        const std::uint64_t from = std::uint64_t{m_loadRows.row[i]} * lanes;
        std::copy_n(m_s.vmem + from, lanes, m_keptRows.data() + std::size_t{i} * lanes);
        copyWritten(m_s.vmemWritten, from, m_keptWritten.data(), std::uint64_t{i} * lanes, lanes);
    });
}

void Core::giveKeptRows(const Issue& load) {
    const std::uint8_t d = load.arguments[0].number;
    const std::uint32_t lanes = m_shape.lanes;
    if (!isNeverWritten(load.arguments[0].readyIndex))
        std::fill_n(vectorWritten(d), m_writtenWords, ~std::uint64_t{0});
    overSublanes(m_loadRows, [&](std::uint32_t i) {
        std::copy_n(m_keptRows.data() + std::size_t{i} * lanes, lanes,
                    m_places.vectorToChange(d) + std::size_t{i} * lanes);
        copyWritten(m_keptWritten.data(), std::uint64_t{i} * lanes, vectorWritten(d),
                    std::uint64_t{i} * lanes, lanes);
    });
    setVectorPartial(d, readyAfter(load));
}

} // namespace lw::training
