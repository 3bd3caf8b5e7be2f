// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/tiling/kept_line.h"

#include <algorithm>

namespace lw::lower::tiling {

using network::ceilOf;
using network::Line;
using network::Reach;
using network::ValueId;

namespace {

// A layer's value and the one it reads, which has `size` elements in each tile and lags by `lag`.
struct Step {
    std::int64_t lag = 0;
    KeptRead read;
    Reach reach;
};

// Element o reads elements from o * stride - before on. In a tile the first one is read by the first kept
// element, and the last one by what is there.
Step ofWindow(const Reach& reach, std::int64_t size, std::int64_t lag) {
    Step out{0, {}, reach};
    const std::int64_t beyond = std::max<std::int64_t>(reach.span() - reach.stride, 0);
    out.lag = std::max<std::int64_t>(ceilOf(lag + beyond - reach.before, reach.stride), 0);
    out.read.kept = out.lag * reach.stride + reach.before - lag;
    // What no whole window reads would be read by a partial one.
    const std::int64_t windows = size / reach.stride, needed = (windows - 1) * reach.stride + reach.span(),
                       all = out.read.kept + size;
    out.read.count = reach.ceil || all - needed >= reach.stride ? needed : all;
    out.reach.before = out.reach.after = 0;
    out.reach.ceil = false;
    return out;
}

// Element i gives elements from i * stride - before on: in a tile all those to which no later one adds.
Step ofSpread(const Reach& reach, std::int64_t size, std::int64_t lag) {
    Step out{0, {}, reach};
    out.lag = lag * reach.stride + reach.before;
    out.read.kept = (reach.span() - 1) / reach.stride;
    out.read.count = out.read.kept + size;
    out.reach.before = out.read.kept * reach.stride;
    out.reach.after = std::max<std::int64_t>(reach.span() - reach.stride, 0);
    out.reach.extra = std::max<std::int64_t>(reach.stride - reach.span(), 0);
    return out;
}

Step stepOf(const Reach& reach, std::int64_t size, std::int64_t lag) {
    switch (reach.how) {
    case Reach::How::Same: break;
    case Reach::How::Window: return ofWindow(reach, size, lag);
    case Reach::How::Spread: return ofSpread(reach, size, lag);
    }
    return {lag, {0, size}, reach};
}

} // namespace

std::int64_t KeptLine::keptOf(const Line& line, ValueId value) const {
    std::int64_t out = 0;
    for (std::size_t layer = 0; layer < reads.size(); ++layer)
        for (std::size_t i = 0; i < reads[layer].size(); ++i)
            if (line.layers[layer].inputs[i] == value) out = std::max(out, reads[layer][i].kept);
    return out;
}

KeptLine keptLine(const Line& line, const std::vector<network::Fraction>& scales, std::int64_t fixed) {
    KeptLine out{{fixed}, {0}, {}, {}};
    for (std::size_t i = 0; i < line.layers.size(); ++i) {
        const Line::Layer& layer = line.layers[i];
        std::int64_t slowest = 0; // among branches that meet; the others wait for it
        for (const ValueId id : layer.inputs) slowest = std::max(slowest, out.lags[id]);
        const network::Fraction& scale = scales[i + 1];
        out.sizes.push_back(layer.inputs.empty() ? 0 : fixed * scale.over / scale.under);
        const std::int64_t size = layer.inputs.empty() ? 0 : out.sizes[layer.inputs[0]];
        const Step step = stepOf(layer.reach, size, slowest);
        out.lags.push_back(layer.inputs.empty() ? 0 : step.lag);
        out.reaches.push_back(step.reach);
        std::vector<KeptRead>& reads = out.reads.emplace_back();
        for (const ValueId id : layer.inputs) {
            reads.push_back(step.read);
            reads.back().kept += slowest - out.lags[id];
        }
    }
    return out;
}

} // namespace lw::lower::tiling
