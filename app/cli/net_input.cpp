// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/net_input.h"

#include "app/cli/messages.h"
#include "core/base/closest_word.h"
#include "core/network/image_order.h"
#include "core/network/normalise.h"
#include "core/project/load_network.h"
#include "core/project/network_input.h"
#include "core/tensor/batch.h"

#include <algorithm>

namespace lw::cli {

namespace {

using tensor::Shape;
using tensor::Tensor;

// Whether the shape is that of several inputs: [count, rows, columns, channels],
// perhaps without channels of 1.
bool isBatch(const Shape& given, const Shape& one) {
    if (given.empty() || given[0] == 0 || given == one) return false;
    const Shape item(given.begin() + 1, given.end());
    return item == one || (one.size() == 3 && one[2] == 1 && item == Shape{one[0], one[1]});
}

Tensor part(const Tensor& all, std::uint64_t number) {
    return tensor::itemOf(all, number, Shape(all.shape().begin() + 1, all.shape().end()));
}

} // namespace

network::Section sectionOf(const Arguments& arguments) {
    return {arguments.value("--from"), arguments.value("--until")};
}

std::optional<network::Network> networkFrom(const Arguments& arguments, const network::Section& section,
                                            source::Files& files, Console& console) {
    auto network = project::loadNetwork(arguments.operands().front(), files, section);
    if (!network) {
        console.problem(network.problem(), &files);
        return {};
    }
    for (const Problem& warning : network->warnings) console.problem(warning, &files);
    return *std::move(network);
}

Result<network::ValueId> valueNamed(const network::Network& network, const std::string& name) {
    if (const auto found = network::findValue(network, name)) return *found;
    std::vector<std::string_view> names{network.input.name};
    for (const network::Layer& layer : network.layers) names.push_back(layer.name);
    return Problem{&messages::kNoNetworkValue, {name}, {}, {}, std::string(closestWord(name, names))};
}

Result<std::optional<network::ImageOrder>> imageOrderIn(const Arguments& arguments) {
    if (!arguments.has("--layout")) return std::optional<network::ImageOrder>();
    LW_TRY(const std::size_t chosen, arguments.choice("--layout", network::kImageOrderNames));
    return std::optional(static_cast<network::ImageOrder>(chosen));
}

Result<std::optional<Tensor>> givenInput(const Arguments& arguments, network::Network& network,
                                         std::string_view option) {
    const auto mean = arguments.value("--mean"), scale = arguments.value("--scale");
    LW_TRY([[maybe_unused]] const Done set, network::setNormalise(network, mean, scale));
    LW_TRY(const std::optional<network::ImageOrder> order, imageOrderIn(arguments));
    const auto file = arguments.value(option);
    if (!file) return std::optional<Tensor>();
    LW_TRY(Tensor given, project::readNetworkInput(*file, network, order));
    if ((mean || scale) && given.dtype() != tensor::DType::U8)
        return Problem{&messages::kNotBytes, {*file, std::string(tensor::nameOf(given.dtype()))}, {}, {}, {}};
    return std::optional(std::move(given));
}

Result<std::vector<Tensor>> inputsOf(const network::Network& network, const Tensor& given,
                                     network::Arithmetic arithmetic) {
    const bool isSeveral = isBatch(given.shape(), network.input.shape);
    const std::uint64_t count = isSeveral ? given.shape()[0] : 1;
    std::vector<Tensor> out;
    for (std::uint64_t i = 0; i < count; ++i) {
        LW_TRY(Tensor one, network::asInput(network, isSeveral ? part(given, i) : given, arithmetic));
        out.push_back(std::move(one));
    }
    return out;
}

Result<Tensor> computeValue(const network::Network& network, const Tensor& given, network::ValueId value,
                            const network::ReferenceOptions& options) {
    LW_TRY(std::vector<Tensor> inputs, inputsOf(network, given, options.arithmetic));
    std::vector<Tensor> values;
    for (Tensor& input : inputs)
        values.push_back(std::move(network::computeAll(network, std::move(input), options)[value]));
    return isBatch(given.shape(), network.input.shape) ? tensor::stacked(values) : std::move(values.front());
}

Result<std::optional<lower::RowOrder>> rowOrderIn(const Arguments& arguments) {
    if (!arguments.has("--order")) return std::optional<lower::RowOrder>();
    LW_TRY(const std::size_t order, arguments.choice("--order", lower::kRowOrderNames));
    return std::optional(static_cast<lower::RowOrder>(order));
}

} // namespace lw::cli
