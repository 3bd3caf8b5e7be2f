// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/net_quantise.h"

#include "app/cli/messages.h"
#include "app/cli/net_classes.h"
#include "app/cli/net_input.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "core/network/kinds.h"
#include "core/network/quantise.h"
#include "core/network/quantise_loss.h"
#include "core/project/load_network.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <cmath>

namespace lw::cli {

namespace {

using network::Layer;
using network::Network;
using tensor::Tensor;

constexpr int kDigits = 4; // of steps and errors, in text

std::string stepsText(const std::vector<float>& steps) {
    if (steps.empty()) return {};
    const auto [least, most] = std::ranges::minmax(steps);
    if (least == most) return significantText(least, kDigits);
    return significantText(least, kDigits) + " to " + significantText(most, kDigits);
}

// The meaning of each value's codes.
void saySteps(const network::Quantised& quantised, Console& console) {
    const Network& network = quantised.network;
    std::vector<std::vector<std::string>> rows{{"value", "kind", "step", "code for 0", "steps of weights"}};
    Json& layers = console.document()["layers"] = Json::list();
    for (network::ValueId id = 0; id <= network.layers.size(); ++id) {
        const std::string_view kind =
            id == network::kInput ? "input" : network::nameOf(network.layers[id - 1].kind);
        const std::optional<float> step = network::stepOf(network, id);
        const std::vector<float> weights =
            id == network::kInput ? std::vector<float>() : quantised.weightSteps[id - 1];
        rows.push_back({network::nameOf(network, id), std::string(kind),
                        step ? significantText(*step, kDigits) : "",
                        std::to_string(network::zeroOf(network, id)), stepsText(weights)});
        Json one{{"name", network::nameOf(network, id)},
                 {"kind", kind},
                 {"scale", step ? Json(*step) : Json()},
                 {"zero", network::zeroOf(network, id)}};
        if (!weights.empty()) one["weight_scales"] = Json::list(weights);
        layers.push_back(std::move(one));
    }
    console.print(tableText(rows, {2, 3, 4}));
}

void sayLoss(const network::Quantised& quantised, const network::QuantiseLoss& loss, std::uint64_t classes,
             Console& console) {
    Json& outputs = console.document()["outputs"] = Json::list();
    for (std::size_t i = 0; i < loss.outputs.size(); ++i) {
        const network::OutputLoss& one = loss.outputs[i];
        const std::string& name = network::nameOf(quantised.network, quantised.network.outputs[i]);
        console.line("output " + name + ": " + significantText(one.largest, kDigits) + " off at most, " +
                     significantText(one.mean, kDigits) + " on average, of numbers from " +
                     significantText(one.low, kDigits) + " to " + significantText(one.high, kDigits));
        outputs.push_back({{"name", name},
                           {"largest_error", one.largest},
                           {"mean_error", one.mean},
                           {"low", one.low},
                           {"high", one.high}});
    }
    if (classes == 0) return;
    const auto text = [&](std::uint64_t right) {
        return groupedText(right) + " (" + percentText(right, classes) + ")";
    };
    console.line("right of " + countText(classes, "item") + ": " + text(loss.right.real) + " in float32, " +
                 text(loss.right.int8) + " in int8");
    console.document()["right"] = {{"items", classes}, {"f32", loss.right.real}, {"i8", loss.right.int8}};
}

} // namespace

Result<Exit> quantiseNetwork(const std::string& path, Network network, const network::ReferenceOptions& order,
                             const Arguments& arguments, Console& console) {
    const auto output = arguments.value("--output");
    if (output && !output->ends_with(".json")) return Problem{&messages::kNotJson, {*output}, {}, {}, {}};
    if (arguments.has("--per-tensor") && arguments.has("--per-channel"))
        return Problem{&messages::kBothSteps, {}, {}, {}, {}};
    LW_TRY(const std::optional<Tensor> data, givenInput(arguments, network, "--data"));
    if (!data) return Problem{&messages::kNeedsData, {}, {}, {}, {}};
    LW_TRY(const std::vector<Tensor> samples, inputsOf(network, *data, network::Arithmetic::F32));
    LW_TRY(const network::Quantised quantised,
           network::quantise(network, samples, {!arguments.has("--per-tensor"), order, path}));
    const Network& int8 = quantised.network;
    const std::uint64_t elements = *tensor::countOf(network::shapeOf(int8, int8.outputs[0]));
    LW_TRY(const std::vector<std::uint64_t> classes, classNumbersOf(arguments, samples.size(), elements));
    LW_TRY(const network::QuantiseLoss loss, network::lossOf(quantised, samples, classes, order));
    for (const Problem& note : quantised.notes) console.problem(note);
    console.line(network.name + ": " + countText(int8.layers.size(), "layer") + " of int8, steps from " +
                 countText(samples.size(), "item"));
    console.document()["items"] = samples.size();
    saySteps(quantised, console);
    sayLoss(quantised, loss, classes.size(), console);
    if (!output) return Exit::Pass;
    LW_TRY([[maybe_unused]] const Done written, project::saveNetwork(int8, *output));
    return Exit::Pass;
}

} // namespace lw::cli
