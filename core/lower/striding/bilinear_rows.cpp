// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/border_rows.h"
#include "core/lower/striding/program_rows.h"
#include "core/network/upsample.h"

#include <algorithm>
#include <array>
#include <bit>

// Bilinear upsampling by 2: along columns, then along rows. Each of the two pixels that come out for one is
// the sum of two strips that are a pixel apart.
namespace lw::lower::striding {

namespace {

using network::BilinearTap;
using Taps = std::array<BilinearTap, 2>;

// One of the two steps.
class Doubling {
  public:
    Doubling(Emission& out, const LayerPlan& plan, bool isLast)
        : m_out(out)
        , m_plan(plan)
        , m_layer(out.plan.network->layers[plan.index])
        , m_from(isLast ? *plan.between : plan.reads[0])
        , m_isLast(isLast)
        , m_along(neighboursOf(out.plan, isLast))
        , m_rows(isLast ? Neighbours{} : neighboursOf(out.plan, true)) {}

    void run() {
        const std::uint64_t pixels = m_isLast ? m_from.rows : m_from.columns;
        for (std::uint64_t which = 0; which < 2; ++which) {
            const Taps taps = network::bilinearTaps(m_layer.sampling)[which];
            // A tap beyond the first pixel or beyond the last reads that one; if another circuit has more of
            // the image, it reads what that has sent.
            const Taps atEdge{{{0, taps[0].parts}, {0, taps[1].parts}}};
            const std::uint64_t first = taps[0].offset < 0 && !m_along.hasBefore ? 1 : 0,
                                end = pixels - (taps[1].offset > 0 && !m_along.hasAfter ? 1 : 0);
            // Of the two pixels from each one, the part of this one that is not cut.
            const std::uint64_t low = (cutBefore() + 1 - which) / 2, high = pixels - (cutAfter() + which) / 2;
            ofPixels(which, low, std::min(first, high), atEdge);
            ofPixels(which, std::max(first, low), std::min(end, high), taps);
            ofPixels(which, std::max(end, low), high, atEdge);
        }
    }

  private:
    std::uint64_t& along(Area& area) const { return m_isLast ? area.row : area.column; }
    std::uint64_t cutBefore() const { return m_isLast ? m_layer.pad.top : m_layer.pad.left; }
    std::uint64_t cutAfter() const { return m_isLast ? m_layer.pad.bottom : m_layer.pad.right; }

    // The first or the second of two for these pixels of each line, if there are any.
    void ofPixels(std::uint64_t which, std::uint64_t first, std::uint64_t end, const Taps& taps) {
        if (first >= end) return;
        const std::uint64_t count = end - first;
        Picture part = m_from.picture();
        (m_isLast ? part.rows : part.columns) = count;
        part.rows += (m_rows.hasBefore ? 1 : 0) + (m_rows.hasAfter ? 1 : 0);
        overStrips(m_out, part, [&](Area area, std::uint64_t channel, std::uint64_t channels) {
            along(area) += first;
            if (m_rows.hasBefore) --area.row; // of the circuit above; the frame has room for it
            StripRows strip(m_out, m_plan, m_number++ % 2 == 0 ? 0 : 3);
            ofTap(strip, strip.data(), taps[0], area, channel, channels);
            ofTap(strip, strip.spare(1), taps[1], area, channel, channels);
            m_out.text.row(strip.typed("vadd"), {strip.data(), strip.data(), strip.spare(1), "by=0"});
            along(area) = 2 * along(area) + which - cutBefore();
            finish(strip, area, channel);
        });
    }
    void ofTap(StripRows& strip, const std::string& to, const BilinearTap& tap, Area area,
               std::uint64_t channel, std::uint64_t channels) {
        along(area) = static_cast<std::uint64_t>(static_cast<std::int64_t>(along(area)) + tap.offset);
        strip.load(to, m_from, area, channel, channels);
        if (!m_plan.zeros.empty() && !m_isLast) {
            loadPixel(m_out, "v7", m_plan.zeros, channel, channels);
            m_out.text.row("vsub.i", {to, to, "v7", "by=1"}, "counted from the code for 0");
        }
        const bool isNear = tap.parts > 1;
        loadPixel(m_out, "v6", m_plan.weights, isNear ? 0 : m_out.plan.circuit.arrayColumns, channels);
        m_out.text.row(strip.typed("vmul"), {to, to, "v6", "by=1"});
    }
    void finish(StripRows& strip, const Area& area, std::uint64_t channel) {
        if (!m_isLast) return strip.storeTo(*m_plan.between, area, channel, {1, 2});
        const auto parts = static_cast<std::uint32_t>(network::partsOf(m_layer.sampling));
        const auto shift = static_cast<std::uint32_t>(std::countr_zero(parts * parts));
        if (!strip.isFloat()) strip.requantise(network::Requant(1, shift, m_layer.zero));
        strip.storeApart(area, channel, {2, 1});
    }

    Emission& m_out;
    const LayerPlan& m_plan;
    const network::Layer& m_layer;
    const Frame& m_from;
    bool m_isLast;
    Neighbours m_along, m_rows; // the latter in the first step, which is made for their rows too
    std::uint64_t m_number = 0;
};

} // namespace

void writeBilinear(Emission& out, const LayerPlan& plan) {
    Doubling(out, plan, false).run();
    Doubling(out, plan, true).run();
}

} // namespace lw::lower::striding
