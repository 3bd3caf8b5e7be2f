// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recompute_request.h"

#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "core/base/check.h"
#include "core/base/closest_word.h"
#include "core/project/fit_training.h"
#include "core/project/training_costs.h"

#include <algorithm>
#include <utility>

namespace lw::cli {

using lower::Memory;
using lower::Way;
using lower::recompute::Policy;
using network::ValueId;

namespace {

// "30408704", "16MiB"
Result<std::optional<std::uint64_t>> bytesIn(const Arguments& arguments, std::string_view option) {
    const auto text = arguments.value(option);
    if (!text) return std::optional<std::uint64_t>();
    constexpr std::pair<std::string_view, std::uint64_t> kUnits[] = {
        {"KiB", 1024}, {"MiB", 1024 * 1024}, {"GiB", 1024 * 1024 * 1024}, {"", 1}};
    constexpr std::uint64_t kMost = std::uint64_t{1} << 50;
    for (const auto& [unit, bytes] : kUnits) {
        if (!std::string_view(*text).ends_with(unit)) continue;
        const auto count =
            numberIn(std::string_view(*text).substr(0, text->size() - unit.size()), kMost / bytes);
        if (count && *count > 0) return std::optional(*count * bytes);
        break;
    }
    return Problem{
        &messages::kNoNumber, {std::string(option), "bytes such as 30408704 or 16MiB", *text}, {}, {}, {}};
}

// NAME=WORD, with one of these as WORD, by its number.
template <typename Word>
Result<std::map<ValueId, Word>> wordsOf(const network::Network& network, const Arguments& arguments,
                                        std::string_view option, std::span<const std::string_view> words) {
    std::map<ValueId, Word> out;
    for (const std::string& text : arguments.values(option)) {
        const std::size_t equals = std::min(text.rfind('='), text.size());
        const std::string_view given = std::string_view(text).substr(std::min(equals + 1, text.size()));
        const auto word = std::ranges::find(words, given);
        if (word == words.end()) {
            std::string all;
            for (const std::string_view one : words) all += (all.empty() ? "" : " or ") + std::string(one);
            return Problem{&messages::kNoNumber,
                           {std::string(option), "NAME=" + all, text},
                           {},
                           {},
                           std::string(closestWord(given, words))};
        }
        LW_TRY(const ValueId value, valueNamed(network, text.substr(0, equals)));
        if (!out.try_emplace(value, static_cast<Word>(word - words.begin())).second)
            return Problem{
                &messages::kDecidedTwice, {std::string(option), text.substr(0, equals)}, {}, {}, {}};
    }
    return out;
}

} // namespace

Result<lower::recompute::Request> recomputeRequestOf(const network::Network& network,
                                                     const Arguments& arguments) {
    lower::recompute::Request out;
    LW_TRY(const std::size_t policy, arguments.choice("--policy", lower::recompute::kPolicyNames));
    LW_TRY(const std::size_t schedule, arguments.choice("--schedule", lower::kScheduleNames));
    LW_TRY(out.budget, bytesIn(arguments, "--budget"));
    LW_TRY(out.vmemBudget, bytesIn(arguments, "--budget-vmem"));
    LW_TRY(out.places, wordsOf<Memory>(network, arguments, "--place", lower::kMemoryNames));
    LW_TRY(out.keeps, wordsOf<Way>(network, arguments, "--keep", lower::kWayNames));
    if (out.places.contains(network::kInput) || out.keeps.contains(network::kInput))
        return Problem{&messages::kInputIsThere, {network::nameOf(network, network::kInput)}, {}, {}, {}};
    out.policy = static_cast<Policy>(policy);
    out.schedule = static_cast<lower::Schedule>(schedule);
    if (!arguments.has("--policy")) out.policy = out.budget ? Policy::Budget : Policy::LocalRule;
    if (out.budget && out.policy != Policy::Budget) return Problem{&messages::kBudgetAlone, {}, {}, {}, {}};
    return out;
}

Outcome setConvolution(network::Network& network, const Arguments& arguments) {
    LW_TRY(const std::size_t word, arguments.choice("--convolution", network::kConvolutionNames));
    network.convolution = static_cast<network::Convolution>(word);
    return Done{};
}

Result<lower::recompute::CostModel> trainingCostsOf(network::Network& network, const Arguments& arguments) {
    LW_TRY(const std::uint64_t batch, arguments.number("--batch", 1, network::kMostBatch, 1));
    const auto given =
        arguments.has("--batch") ? std::optional(static_cast<std::uint32_t>(batch)) : std::nullopt;
    LW_TRY([[maybe_unused]] const Done set, setConvolution(network, arguments));
    return project::chosenCosts(network, arguments.value("--machine").value_or(""), given,
                                arguments.values("--what-if"));
}

Result<lower::recompute::Report> decidedFor(const network::Network& network,
                                            const lower::recompute::CostModel& model,
                                            const lower::recompute::Request& request,
                                            const Arguments& arguments) {
    LW_TRY(const machine::CoreLimits machine, project::coreNamed(arguments.value("--machine").value_or("")));
    LW_TRY(auto report, project::decidedToFit(network, machine, model, request, {}));
    LW_ASSERT(report, "nobody stops it");
    return *std::move(report);
}

} // namespace lw::cli
