// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/overlapped_rows.h"

#include <algorithm>

namespace lw::lower::striding {

namespace {

// The new places of rows that were together.
class Moved {
  public:
    explicit Moved(std::span<const std::uint32_t> places) : m_places(places) {}

    void move(std::uint32_t& first, std::uint32_t& count) const {
        if (count == 0) return;
        const auto [least, most] = std::ranges::minmax(m_places.subspan(first, count));
        first = least;
        count = most - least + 1;
    }
    void move(std::vector<StripPlace>& strips) const {
        for (StripPlace& strip : strips) move(strip.firstRow, strip.rowCount);
    }
    std::uint32_t operator[](std::uint32_t row) const { return m_places[row]; }
    std::uint32_t rows() const { return static_cast<std::uint32_t>(m_places.size()); }

  private:
    std::span<const std::uint32_t> m_places; // by row of the straight text
};

void moveSteps(const Moved& moved, const NetworkPlan& plan, std::span<std::uint32_t> rowOfStep) {
    std::uint32_t end = moved.rows();
    for (auto layer = plan.layers.rbegin(); layer != plan.layers.rend(); ++layer) {
        std::uint32_t& first = rowOfStep[layer->index + 1];
        std::uint32_t count = end - first;
        end = first;
        moved.move(first, count);
    }
}

} // namespace

ProgramText overlappedRows(const ProgramText& straight, const NetworkPlan& plan,
                           std::span<std::uint32_t> rowOfStep, Report& report) {
    BufferAddresses addresses;
    for (const PlannedTensor& tensor : plan.tensors)
        if (tensor.space == "ub") addresses.emplace(tensor.name, tensor.address);
    OrderedText out = overlapped(straight, addresses, plan.circuit);
    const Moved moved(out.places);
    moveSteps(moved, plan, rowOfStep);
    for (LayerReport& layer : report.layers) {
        moved.move(layer.firstRow, layer.rowCount);
        moved.move(layer.strips);
    }
    for (SumReport& sums : report.sums) {
        for (PassPlace& pass : sums.passPlaces) pass.instruction = moved[pass.instruction];
        moved.move(sums.strips);
    }
    return std::move(out.text);
}

} // namespace lw::lower::striding
