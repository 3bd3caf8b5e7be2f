// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/training_files.h"

#include "core/base/file.h"
#include "core/base/json_value.h"
#include "core/chips/catalog.h"
#include "core/lower/training/program.h"
#include "core/project/load_network.h"
#include "core/project/train_network.h"
#include "core/project/training_costs.h"
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
    LW_TRY(out->machine, project::trainingCosts(network, machine, {}, {}));
    LW_TRY(const machine::CoreLimits limits, project::coreNamed(machine));
    // A network that the chip is not programmed for can be decided for all the same.
    const auto taken = lower::training::bytesBesides(network, limits);
    out->freeBytes = out->machine.vmemBytes - (taken ? std::min(*taken, out->machine.vmemBytes) : 0);
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

namespace {

constexpr std::string_view kTraining = "training"; // as an origin names it
constexpr const char *kPolicy = "policy", *kSchedule = "schedule", *kSteps = "steps", *kLabels = "labels",
                     *kKept = "kept";

// "store hbm" for each value of the network but the input, with commas between them.
std::string keptWords(const lower::KeepPlan& plan) {
    std::string out;
    for (network::ValueId value = 1; value < plan.values.size(); ++value) {
        const lower::Kept& kept = plan.values[value];
        out +=
            (value == 1 ? "" : ",") + std::string(nameOf(kept.way)) + " " + std::string(nameOf(kept.memory));
    }
    return out;
}

template <typename Word>
bool takeWord(const QString& text, std::span<const std::string_view> names, Word& into) {
    const auto at = std::ranges::find(names, text.toStdString());
    if (at == names.end()) return false;
    into = static_cast<Word>(at - names.begin());
    return true;
}

// False: they are not of this network.
bool takeKept(const std::string& words, std::size_t values, lower::recompute::Request& into) {
    const QStringList all = QString::fromStdString(words).split(QLatin1Char(','));
    if (static_cast<std::size_t>(all.size()) != values) return false;
    for (network::ValueId value = 1; value <= values; ++value) {
        const QString& one = all[static_cast<qsizetype>(value) - 1];
        lower::Kept kept;
        if (!takeWord(one.section(QLatin1Char(' '), 0, 0), lower::kWayNames, kept.way) ||
            !takeWord(one.section(QLatin1Char(' '), 1), lower::kMemoryNames, kept.memory))
            return false;
        into.keeps[value] = kept.way;
        if (kept.way == lower::Way::Store) into.places[value] = kept.memory;
    }
    return true;
}

} // namespace

project::Origin originOf(const TrainingFacts& facts, std::uint64_t steps) {
    const std::string machine = facts.request.machine.toStdString();
    project::Origin out{.technique = std::string(kTraining),
                        .network = facts.request.network.toStdString(),
                        .machine = chips::isMachinePath(machine) ? absolutePath(machine) : machine,
                        .input = facts.request.images.toStdString(),
                        .range = {},
                        .section = {},
                        .settings = {}};
    out.settings.emplace_back(kPolicy, std::string(nameOf(facts.report->request.policy)));
    out.settings.emplace_back(kSchedule, std::string(nameOf(facts.report->request.schedule)));
    out.settings.emplace_back(kSteps, static_cast<double>(steps));
    out.settings.emplace_back(kLabels, facts.request.labels.toStdString());
    out.settings.emplace_back(kKept, keptWords(facts.report->plan));
    return out;
}

Result<ReadBack> readBack(const QString& program) {
    LW_TRY(const project::Derivation known, project::readDerivation(program.toStdString()));
    const project::Origin& origin = known.origin;
    const auto* const kept = origin.find<std::string>(kKept);
    const Problem none{&source::kNoSuchFile, {known.report}, {}, {}, {}};
    if (origin.technique != kTraining || !kept) return none;
    TrainingRequest request{.network = QString::fromStdString(origin.network),
                            .machine = QString::fromStdString(origin.machine)};
    request.images = QString::fromStdString(origin.input);
    if (const auto* const labels = origin.find<std::string>(kLabels))
        request.labels = QString::fromStdString(*labels);
    if (const auto* const word = origin.find<std::string>(kSchedule))
        takeWord(QString::fromStdString(*word), lower::kScheduleNames, request.keeps.schedule);
    ReadBack out;
    LW_TRY(const FactsPtr facts, factsFor(request));
    auto asked = std::make_shared<TrainingFacts>(*facts);
    if (!takeKept(*kept, facts->network->layers.size(), asked->request.keeps)) return none;
    // What the policy says anyway is none of a person's decisions.
    if (const auto* const word = origin.find<std::string>(kPolicy)) {
        TrainingFacts plain = *facts;
        takeWord(QString::fromStdString(*word), lower::recompute::kPolicyNames, plain.request.keeps.policy);
        plain.model = plain.machine;
        asked->model = plain.machine;
        const auto usual = decided(plain), own = decided(*asked);
        if (plain.request.keeps.policy != Policy::Budget && usual && own && (*usual)->plan == (*own)->plan)
            asked->request = plain.request;
    }
    if (const auto* const steps = origin.find<double>(kSteps); steps && *steps >= 1)
        out.steps = static_cast<std::uint64_t>(*steps);
    out.facts = std::move(asked);
    return out;
}

// ---- what is decided

Result<ReportPtr> decided(const TrainingFacts& facts, const std::atomic<bool>* stop) {
    LW_TRY(auto report, lower::recompute::reportOf(*facts.network, facts.model, facts.keeps(), stop));
    return report ? std::make_shared<const Report>(*std::move(report)) : ReportPtr();
}

Result<ReportPtr> decidedAgain(const TrainingFacts& facts) {
    TrainingFacts asked = facts;
    lower::recompute::Request& keeps = asked.request.keeps;
    keeps.policy = Policy::StoreAll;
    keeps.budget.reset();
    for (network::ValueId value = 1; value < facts.report->plan.values.size(); ++value) {
        const lower::Kept& kept = facts.report->plan.values[value];
        if (value == facts.report->sublayers.output) continue;
        keeps.keeps[value] = kept.way;
        if (kept.way == lower::Way::Store) keeps.places[value] = kept.memory;
    }
    return decided(asked);
}

Result<Compared> compared(const TrainingFacts& facts, const std::atomic<bool>& stop) {
    const lower::recompute::CostModel model = facts.model;
    lower::recompute::Request request = facts.keeps();
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
