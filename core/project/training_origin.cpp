// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/training_origin.h"

#include <algorithm>
#include <span>

namespace lw::project {

using lower::Kept;

namespace {

constexpr std::string_view kTraining = "training";
constexpr const char *kPolicy = "policy", *kSchedule = "schedule", *kSteps = "steps", *kLabels = "labels",
                     *kKept = "kept", *kConvolution = "convolution";

template <typename Word>
bool takeWord(std::string_view text, std::span<const std::string_view> names, Word& into) {
    const auto at = std::ranges::find(names, text);
    if (at == names.end()) return false;
    into = static_cast<Word>(at - names.begin());
    return true;
}

template <typename Word>
void takeSetting(const Origin& origin, std::string_view name, std::span<const std::string_view> names,
                 Word& into) {
    if (const auto* const word = origin.find<std::string>(name)) takeWord(*word, names, into);
}

// "store hbm" for each value of the network but the input, with commas between them.
std::string keptWords(const lower::KeepPlan& plan) {
    std::string out;
    for (network::ValueId value = 1; value < plan.values.size(); ++value)
        out += (value == 1 ? "" : ",") + std::string(nameOf(plan.values[value].way)) + " " +
               std::string(nameOf(plan.values[value].memory));
    return out;
}

std::optional<std::vector<Kept>> keptIn(std::string_view words) {
    std::vector<Kept> out;
    while (!words.empty()) {
        const std::string_view one = words.substr(0, words.find(','));
        words.remove_prefix(std::min(one.size() + 1, words.size()));
        const std::size_t space = std::min(one.find(' '), one.size());
        Kept& kept = out.emplace_back();
        if (!takeWord(one.substr(0, space), lower::kWayNames, kept.way) ||
            !takeWord(one.substr(std::min(space + 1, one.size())), lower::kMemoryNames, kept.memory))
            return {};
    }
    return out;
}

} // namespace

Origin trainingOrigin(const TrainingMade& made, const lower::recompute::Report& report) {
    Origin out{.technique = std::string(kTraining),
               .network = made.network,
               .machine = made.machine,
               .input = made.images,
               .range = {},
               .section = {},
               .settings = {}};
    out.settings.emplace_back(kPolicy, std::string(nameOf(report.request.policy)));
    out.settings.emplace_back(kSchedule, std::string(nameOf(report.request.schedule)));
    out.settings.emplace_back(kConvolution, std::string(nameOf(report.convolution)));
    out.settings.emplace_back(kSteps, static_cast<double>(made.steps));
    out.settings.emplace_back(kLabels, made.labels);
    out.settings.emplace_back(kKept, keptWords(report.plan));
    return out;
}

std::optional<TrainingMade> trainingMade(const Origin& origin) {
    const auto* const words = origin.find<std::string>(kKept);
    if (origin.technique != kTraining || !words) return {};
    TrainingMade out{.network = origin.network, .machine = origin.machine, .images = origin.input};
    auto kept = keptIn(*words);
    if (!kept) return {};
    out.kept = *std::move(kept);
    if (const auto* const labels = origin.find<std::string>(kLabels)) out.labels = *labels;
    takeSetting(origin, kPolicy, lower::recompute::kPolicyNames, out.policy);
    takeSetting(origin, kSchedule, lower::kScheduleNames, out.schedule);
    takeSetting(origin, kConvolution, network::kConvolutionNames, out.convolution);
    if (const auto* const steps = origin.find<double>(kSteps); steps && *steps >= 1)
        out.steps = static_cast<std::uint64_t>(*steps);
    return out;
}

} // namespace lw::project
