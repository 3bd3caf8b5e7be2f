// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recompute_scenes.h"

#include "app/cli/recompute_request.h"
#include "core/base/check.h"
#include "core/project/load_network.h"
#include "core/scene/recompute/decision_rows.h"
#include "core/scene/recompute/memory_use.h"
#include "core/scene/recompute/schedule.h"

namespace lw::cli {

using lower::recompute::Policy;

namespace {

struct Asked {
    network::Network network{};
    lower::recompute::CostModel model{};
    lower::recompute::Request request{};
    const Arguments& arguments;

    Result<lower::recompute::Report> report() const { return decidedFor(network, model, request, arguments); }
};

Result<Asked> askedBy(const std::string& path, const Arguments& arguments) {
    source::DiskLoader disk;
    source::Files files(disk);
    Asked out{.arguments = arguments};
    LW_TRY(out.network, project::loadNetwork(path, files));
    LW_TRY(out.model, trainingCostsOf(out.network, arguments));
    LW_TRY(out.request, recomputeRequestOf(out.network, arguments));
    return out;
}

} // namespace

Result<Json> recomputeScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(const Asked asked, askedBy(network, arguments));
    LW_TRY(const lower::recompute::Report report, asked.report());
    return jsonOf(scene::recompute::decisionRowsOf(report));
}

Result<Json> memoryScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(Asked asked, askedBy(network, arguments));
    LW_TRY(const lower::recompute::Report report, asked.report());
    scene::recompute::MemoryUse use = scene::recompute::memoryUseOf(report);
    asked.request.budget.reset();
    asked.request.keeps.clear();
    for (std::size_t i = 0; i < static_cast<std::size_t>(Policy::Budget); ++i) {
        asked.request.policy = static_cast<Policy>(i);
        if (asked.request.policy == report.request.policy) continue;
        LW_TRY(const lower::recompute::Report other, asked.report());
        use.ghosts.push_back(scene::recompute::ghostOf(other));
    }
    return jsonOf(use);
}

Result<Json> scheduleScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(Asked asked, askedBy(network, arguments));
    const lower::Schedule first = asked.request.schedule;
    std::vector<lower::recompute::Report> reports;
    LW_TRY(lower::recompute::Report chosen, asked.report());
    asked.request = lower::recompute::choiceOf(chosen);
    reports.push_back(std::move(chosen));
    for (std::size_t i = 0; i < lower::kScheduleNames.size(); ++i) {
        asked.request.schedule = static_cast<lower::Schedule>(i);
        if (asked.request.schedule == first) continue;
        LW_TRY(lower::recompute::Report report, asked.report());
        reports.push_back(std::move(report));
    }
    std::vector<scene::recompute::NamedReport> named;
    for (const lower::recompute::Report& report : reports)
        named.push_back({"model, " + std::string(nameOf(report.request.schedule)), &report});
    return jsonOf(scene::recompute::scheduleOf(named, nullptr));
}

Result<Json> tradeOffScene(const std::string& network, const Arguments& arguments) {
    LW_TRY(const Asked asked, askedBy(network, arguments));
    LW_TRY(const auto tradeOff, lower::recompute::tradeOffOf(asked.network, asked.model, asked.request));
    LW_ASSERT(tradeOff, "nobody stops it");
    return lower::recompute::jsonOf(*tradeOff);
}

} // namespace lw::cli
