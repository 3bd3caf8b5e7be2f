// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tiling_facts.h"

#include "core/project/layer_sharing.h"
#include "core/project/messages.h"

#include <QStringList>

#include <algorithm>

namespace lw::tiling {

lower::tiling::Size TilingFacts::fixed() const {
    if (!sharesLayers()) return plan.fixed;
    return {plan.fixed.rows / static_cast<std::int64_t>(array.rows),
            plan.fixed.columns / static_cast<std::int64_t>(array.columns)};
}

lower::tiling::TilingPlan TilingFacts::launched() const {
    return sharesLayers() ? project::partsOf(plan, array) : plan;
}

lower::striding::Options TilingFacts::options() const {
    lower::striding::Options out;
    out.keep = 0;
    if (sharesLayers()) out.launches.emplace().share = lower::striding::Share::Layers;
    return out;
}

const Message* TilingFacts::noProgramOfAll() const {
    return isOneProgram ? nullptr : &project::messages::kNotLaunched;
}

const Message* TilingFacts::noProgramOfOne() const {
    if (plan.overlap != lower::tiling::Overlap::Recompute) return &project::messages::kNotAlone;
    return sharesLayers() ? &project::messages::kOfAllCircuits : nullptr;
}

std::size_t TilingFacts::circuitOf(std::uint64_t tile) const {
    return sharesLayers() ? 0 : project::circuitOf(plan, array, tile);
}

std::uint64_t TilingFacts::roundOf(std::uint64_t tile) const {
    return sharesLayers() ? tile : project::roundOf(plan, array, tile);
}

std::optional<std::uint64_t> TilingFacts::tileOf(std::size_t circuit, std::uint64_t round) const {
    return sharesLayers() ? std::optional(round) : project::tileOf(plan, array, circuit, round);
}

project::LaunchProgress TilingFacts::progressOf(std::span<const project::CircuitMoment> circuits) const {
    const lower::tiling::TilingPlan parts = launched();
    project::LaunchProgress out = project::progressOf(parts, array, circuits);
    if (!sharesLayers()) return out;
    out.tiles = out.rounds;
    for (std::uint64_t& part : out.now) part = project::roundOf(parts, array, part);
    std::ranges::sort(out.now);
    out.now.erase(std::unique(out.now.begin(), out.now.end()), out.now.end());
    return out;
}

QString keyOf(const TilingFacts& facts) {
    const TilingRequest& request = facts.request;
    const auto cut = [](const std::optional<std::string>& name) {
        return name ? QStringLiteral("=") + QString::fromStdString(*name) : QString();
    };
    const auto number = [](auto value) { return QString::number(static_cast<qlonglong>(value)); };
    const QStringList parts{request.network,
                            request.machine,
                            request.input,
                            request.range,
                            request.order ? number(*request.order) : QString(),
                            request.mean,
                            request.scale,
                            cut(request.section.from),
                            cut(request.section.until),
                            number(facts.plan.picture.rows),
                            number(facts.plan.picture.columns),
                            number(facts.plan.fixed.rows),
                            number(facts.plan.fixed.columns),
                            number(facts.plan.fill()),
                            number(facts.plan.overlap),
                            number(request.share)};
    return parts.join(QLatin1Char('\n'));
}

} // namespace lw::tiling
