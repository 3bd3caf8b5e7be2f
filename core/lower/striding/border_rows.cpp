// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/border_rows.h"

#include "core/lower/striding/program_rows.h"

#include <algorithm>

namespace lw::lower::striding {

using network::Padding;
using network::ValueId;

namespace {

const SharedAxis& axisOf(const NetworkPlan& plan, bool isRows) {
    return isRows ? plan.options.launches->rows : plan.options.launches->columns;
}

bool isShared(const NetworkPlan& plan, ValueId id) {
    return plan.sharesLayers() &&
           (id == network::kInput || plan.network->layers[id - 1].kind != network::Kind::Constant);
}

std::uint32_t& lowOf(Padding& pad, bool isRows) { return isRows ? pad.top : pad.left; }
std::uint32_t& highOf(Padding& pad, bool isRows) { return isRows ? pad.bottom : pad.right; }

// A part of a frame, counted from the corner of its border.
struct FramePart {
    std::uint64_t row = 0, column = 0, rows = 0, columns = 0;
};

// The transfer along rows or along columns: columns of the circuit's own rows first, then rows as wide as the
// frame, so that corners are included.
class Way {
  public:
    Way(Emission& out, ValueId id, bool isRows)
        : m_out(out)
        , m_frames(out.plan.frames[id])
        , m_isRows(isRows)
        , m_has(neighboursOf(out.plan, isRows)) {}

    void run() {
        for (Frame frame : m_frames) {
            const std::uint64_t low = lowOf(frame.pad, m_isRows), high = highOf(frame.pad, m_isRows),
                                size = m_isRows ? frame.rows : frame.columns;
            // The neighbour after it gets its low border from here, the one before it the high one.
            if (m_has.hasAfter) send(frame, m_isRows ? "send.s" : "send.e", 0, size, 0, low);
            if (m_has.hasBefore) send(frame, m_isRows ? "send.n" : "send.w", 1, low, low + size, high);
            m_out.parcels[signal(0)] += m_has.hasBefore && low != 0 ? 1 : 0;
            m_out.parcels[signal(1)] += m_has.hasAfter && high != 0 ? 1 : 0;
        }
        for (std::size_t side = 0; side < 2; ++side)
            if (m_out.parcels[signal(side)] != m_before[side])
                m_out.text.row("wait",
                               {std::to_string(signal(side)), std::to_string(m_out.parcels[signal(side)])});
    }

  private:
    std::size_t signal(std::size_t side) const { return (m_isRows ? 2 : 0) + side; }

    FramePart partOf(const Frame& frame, std::uint64_t first, std::uint64_t count) const {
        if (m_isRows) return {first, 0, count, frame.allColumns()};
        return {frame.pad.top, first, frame.rows, count};
    }
    void send(const Frame& frame, std::string_view row, std::size_t side, std::uint64_t from,
              std::uint64_t to, std::uint64_t count) {
        if (count == 0) return;
        const FramePart here = partOf(frame, from, count), there = partOf(frame, to, count);
        const auto step = [](std::uint64_t bytes) { return static_cast<std::int64_t>(bytes); };
        const std::string pattern =
            m_out.text.pattern({frame.pixelBytes(), 1, here.columns, step(frame.pixelBytes()), here.rows,
                                step(frame.rowBytes())});
        m_out.sentBytes += here.rows * here.columns * frame.pixelBytes();
        m_out.text.row(row,
                       {frame.fromCorner(there.row, there.column), frame.fromCorner(here.row, here.column),
                        pattern, pattern, std::to_string(signal(side))});
    }

    Emission& m_out;
    const std::vector<Frame>& m_frames;
    bool m_isRows;
    Neighbours m_has;
    const std::array<std::uint64_t, 2> m_before{m_out.parcels[signal(0)], m_out.parcels[signal(1)]};
};

} // namespace

Neighbours neighboursOf(const NetworkPlan& plan, bool isRows) {
    if (!plan.sharesLayers()) return {};
    const SharedAxis& axis = axisOf(plan, isRows);
    return {axis.hasBefore, axis.hasAfter};
}

Padding withoutNeighbours(const NetworkPlan& plan, const Padding& border) {
    Padding out = border;
    for (const bool isRows : {true, false}) {
        const Neighbours has = neighboursOf(plan, isRows);
        if (has.hasBefore) lowOf(out, isRows) = 0;
        if (has.hasAfter) highOf(out, isRows) = 0;
    }
    return out;
}

Padding haloOf(const NetworkPlan& plan) {
    Padding out;
    for (const bool isRows : {true, false})
        lowOf(out, isRows) = highOf(out, isRows) = neighboursOf(plan, isRows).any() ? 1 : 0;
    return out;
}

std::vector<std::size_t> bordersFreeFrom(const NetworkPlan& plan) {
    std::vector<std::size_t> out(plan.frames.size(), plan.frames.size());
    // Since which step the neighbour on a side knows how far this circuit is: by what it last got from here.
    std::array<std::array<std::size_t, 2>, 2> known{}; // [rows][low, high]
    for (ValueId id = 0; id < plan.frames.size(); ++id) {
        if (!isShared(plan, id)) continue;
        std::array<std::array<bool, 2>, 2> is{};
        for (Frame frame : plan.frames[id])
            for (const bool isRows : {true, false}) {
                if (!neighboursOf(plan, isRows).any()) continue;
                is[isRows][0] |= lowOf(frame.pad, isRows) != 0;
                is[isRows][1] |= highOf(frame.pad, isRows) != 0;
            }
        for (std::size_t axis = 0; axis < 2; ++axis)
            for (std::size_t side = 0; side < 2; ++side) // a low border comes from whom high ones are sent to
                if (is[axis][side]) out[id] = std::min(out[id], known[axis][1 - side]);
        for (std::size_t axis = 0; axis < 2; ++axis)
            for (std::size_t side = 0; side < 2; ++side)
                if (is[axis][side]) known[axis][side] = id + 1;
    }
    return out;
}

void shareBorders(Emission& out, ValueId id) {
    if (!isShared(out.plan, id)) return;
    const bool hasBorder =
        std::ranges::any_of(out.plan.frames[id], [](const Frame& one) { return one.pad != Padding{}; });
    if (!hasBorder) return;
    out.text.comment("borders to the neighbours and from them");
    Way(out, id, false).run();
    Way(out, id, true).run();
}

} // namespace lw::lower::striding
