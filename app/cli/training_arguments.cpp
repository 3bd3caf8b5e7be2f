// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/training_arguments.h"

#include "app/cli/messages.h"
#include "core/lower/recompute/messages.h"
#include "core/network/initial_weights.h"
#include "core/network/messages.h"
#include "core/network/training_json.h"

#include <algorithm>
#include <limits>

namespace lw::cli {

namespace {

Outcome setReal(const Arguments& arguments, std::string_view option, double most, std::string_view words,
                float& into) {
    LW_TRY(const double number, arguments.real(option, into));
    const bool isFlushed = number != 0 && static_cast<float>(number) == 0;
    if (number > most || isFlushed)
        return Problem{&messages::kNoNumber,
                       {std::string(option), std::string(words), *arguments.value(option)},
                       {},
                       {},
                       {}};
    into = static_cast<float>(number);
    return Done{};
}

Outcome setOptimiser(const Arguments& arguments, network::Optimiser& optimiser) {
    constexpr double kMost = std::numeric_limits<float>::max();
    constexpr std::string_view kAny = "a float32 number of at least 0";
    LW_TRY([[maybe_unused]] const Done rate, setReal(arguments, "--rate", kMost, kAny, optimiser.rate));
    LW_TRY([[maybe_unused]] const Done momentum,
           setReal(arguments, "--momentum", network::kMostMomentum, "a number of at least 0 and below 1",
                   optimiser.momentum));
    return setReal(arguments, "--weight-decay", kMost, kAny, optimiser.weightDecay);
}

} // namespace

Result<bool> setTraining(network::Network& network, const Arguments& arguments) {
    const bool isAsked = std::ranges::any_of(
        kTrainedOptions, [&](const Option& option) { return arguments.has(option.name); });
    if (!isAsked) return false;
    if (network.precision == network::Precision::I8)
        return Problem{&network::messages::kTrainingInt8, {}, {}, {}, {}};
    if (!network.training && !arguments.has("--batch"))
        return Problem{&lower::recompute::messages::kNoBatch, {}, {}, {}, {}};
    network::Training training = network.training.value_or(network::Training{});
    LW_TRY(const std::uint64_t batch, arguments.number("--batch", training.batch, network::kMostBatch, 1));
    training.batch = static_cast<std::uint32_t>(batch);
    if (arguments.has("--batch")) training.place = {}; // the file is not to blame for it
    LW_TRY(const std::size_t loss, arguments.choice("--loss", network::kLossNames));
    if (arguments.has("--loss")) training.loss = static_cast<network::Loss>(loss);
    LW_TRY([[maybe_unused]] const Done optimiser, setOptimiser(arguments, training.optimiser));
    LW_TRY(const std::uint64_t seed,
           arguments.number("--seed", training.seed, std::numeric_limits<std::int64_t>::max()));
    network.training = training;
    if (arguments.has("--seed")) {
        LW_TRY([[maybe_unused]] const Done drawn, network::drawWeights(network, seed));
    }
    return true;
}

} // namespace lw::cli
