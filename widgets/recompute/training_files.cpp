// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/training_files.h"

#include "core/base/file.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/project/fit_training.h"
#include "core/project/load_network.h"
#include "core/project/train_network.h"
#include "core/project/training_costs.h"
#include "core/project/training_origin.h"
#include "core/source/files.h"
#include "core/source/messages.h"

#include <algorithm>
#include <utility>

namespace lw::recompute {

using lower::recompute::Policy;
using lower::recompute::Report;

namespace {

Result<network::Network> read(const QString& path) {
    source::DiskLoader disk;
    source::Files files(disk);
    return project::loadNetwork(path.toStdString(), files);
}

} // namespace

bool isTrained(const QString& path) {
    if (!path.endsWith(QLatin1String(".json"))) return false; // other formats do not say
    const auto text = readTextFile(path.toStdString());
    const auto json = text ? parseJson(*text, 0) : Result<JsonValue>(text.problem());
    return json && json->find("training") != nullptr;
}

Result<FactsPtr> factsFor(const TrainingRequest& request) {
    auto out = std::make_shared<TrainingFacts>();
    out->request = request;
    LW_TRY(network::Network network, read(request.network));
    const std::string machine = request.machine.toStdString();
    network.convolution = request.convolution;
    LW_TRY(out->machine, project::chosenCosts(network, machine, {}, {}));
    LW_TRY(out->core, project::coreNamed(machine));
    if (request.images.isEmpty() && request.labels.isEmpty()) {
        LW_TRY(const auto data, project::trainingDataOf(request.network.toStdString()));
        if (data) {
            out->request.images = QString::fromStdString(data->images);
            out->request.labels = QString::fromStdString(data->labels);
        }
    }
    out->network = std::make_shared<const network::Network>(std::move(network));
    return FactsPtr(std::move(out));
}

// ---- what lies beside a program

project::Origin originOf(const TrainingFacts& facts, std::uint64_t steps) {
    const std::string machine = facts.request.machine.toStdString();
    return project::trainingOrigin(
        {.network = facts.request.network.toStdString(),
         .machine = chips::isMachinePath(machine) ? absolutePath(machine) : machine,
         .images = facts.request.images.toStdString(),
         .labels = facts.request.labels.toStdString(),
         .steps = steps},
        *facts.report);
}

Result<ReadBack> readBack(const QString& program) {
    LW_TRY(const project::Derivation known, project::readDerivation(program.toStdString()));
    const auto made = project::trainingMade(known.origin);
    const Problem none{&source::kNoSuchFile, {known.report}, {}, {}, {}};
    if (!made) return none;
    TrainingRequest request{.network = QString::fromStdString(made->network),
                            .machine = QString::fromStdString(made->machine)};
    request.images = QString::fromStdString(made->images);
    request.labels = QString::fromStdString(made->labels);
    request.keeps.schedule = made->schedule;
    request.convolution = made->convolution;
    LW_TRY(const FactsPtr facts, factsFor(request));
    if (made->kept.size() != facts->network->layers.size()) return none;
    auto asked = std::make_shared<TrainingFacts>(*facts);
    for (network::ValueId value = 1; value <= made->kept.size(); ++value) {
        const lower::Kept& kept = made->kept[value - 1];
        asked->request.keeps.keeps[value] = kept.way;
        if (kept.way == lower::Way::Store) asked->request.keeps.places[value] = kept.memory;
    }
    // What the policy says anyway is none of a person's decisions.
    TrainingFacts plain = *facts;
    plain.request.keeps.policy = made->policy;
    plain.model = asked->model = plain.machine;
    const auto usual = decided(plain), own = decided(*asked);
    if (made->policy != Policy::Budget && usual && own && (*usual)->plan == (*own)->plan)
        asked->request = plain.request;
    return ReadBack{std::move(asked), made->steps};
}

// ---- what is decided

Result<ReportPtr> decided(const TrainingFacts& facts, const std::atomic<bool>* stop) {
    LW_TRY(auto report,
           project::decidedToFit(*facts.network, facts.core, facts.model, facts.request.keeps, {}, stop));
    return report ? std::make_shared<const Report>(*std::move(report)) : ReportPtr();
}

Result<ReportPtr> decidedAgain(const TrainingFacts& facts) {
    TrainingFacts asked = facts;
    asked.request.keeps = lower::recompute::choiceOf(*facts.report);
    asked.request.keeps.schedule = facts.request.keeps.schedule;
    return decided(asked);
}

Result<Compared> compared(const TrainingFacts& facts, const std::atomic<bool>& stop) {
    const lower::recompute::CostModel model = facts.model;
    lower::recompute::Request request = facts.request.keeps;
    request.keeps.clear();
    request.budget.reset();
    std::vector<scene::recompute::MemoryGhost> ghosts;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Policy::Budget) && !stop; ++i) {
        request.policy = static_cast<Policy>(i);
        LW_TRY(const auto report, lower::recompute::reportOf(*facts.network, model, request));
        ghosts.push_back(scene::recompute::ghostOf(*report));
    }
    LW_TRY(auto tradeOff, lower::recompute::tradeOffOf(*facts.network, model, request, &stop));
    Compared out{std::make_shared<const std::vector<scene::recompute::MemoryGhost>>(std::move(ghosts)), {}};
    if (tradeOff) out.tradeOff = std::make_shared<const lower::recompute::TradeOff>(*std::move(tradeOff));
    return out;
}

} // namespace lw::recompute
