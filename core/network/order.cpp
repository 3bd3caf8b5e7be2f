// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/order.h"

#include "core/network/kinds.h"
#include "core/network/messages.h"

#include <algorithm>
#include <map>
#include <queue>

namespace lw::network {

namespace {

constexpr std::size_t kMostNameBytes = 100;
constexpr std::size_t kNamesInMessage = 20;

Outcome checkName(const std::string& name, Place place) {
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kBadName, {name.substr(0, kMostNameBytes), std::move(why)}, place, {}, {}};
    };
    if (name.empty()) return wrong("it is empty");
    if (name.size() > kMostNameBytes) return wrong("it is longer than 100 bytes");
    if (std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
        return wrong("it holds a control character");
    return Done{};
}

// The values as numbers of the unsorted list: 0 the input, i + 1 layer i.
using Names = std::map<std::string, ValueId, std::less<>>;

std::string listed(const Network& network, const std::vector<NamedLayer>& layers) {
    std::string out = network.input.name;
    for (std::size_t i = 0; i < layers.size() && i < kNamesInMessage; ++i) out += ", " + layers[i].layer.name;
    return layers.size() > kNamesInMessage ? out + " ..." : out;
}

Result<Names> collect(const Network& network, const std::vector<NamedLayer>& layers) {
    LW_TRY([[maybe_unused]] const Done good, checkName(network.input.name, network.input.place));
    Names names{{network.input.name, kInput}};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i].layer;
        LW_TRY([[maybe_unused]] const Done fine, checkName(layer.name, layer.place));
        if (!names.emplace(layer.name, i + 1).second)
            return Problem{&messages::kNameTwice, {layer.name}, layer.place, {}, {}};
    }
    return names;
}

// Follows one unfinished input after the other from an unfinished layer until a layer repeats.
Problem circle(const std::vector<NamedLayer>& layers, const std::vector<std::size_t>& waiting) {
    std::size_t at = 0;
    while (waiting[at] == 0) ++at;
    std::vector<std::size_t> path;
    while (std::find(path.begin(), path.end(), at) == path.end()) {
        path.push_back(at);
        for (const ValueId id : layers[at].layer.inputs)
            if (id != kInput && waiting[id - 1] != 0) {
                at = id - 1;
                break;
            }
    }
    std::string text;
    const auto begin = std::find(path.begin(), path.end(), at);
    const auto end =
        path.end() - begin > std::ptrdiff_t{kNamesInMessage} ? begin + kNamesInMessage : path.end();
    for (auto one = begin; one != end; ++one) text += layers[*one].layer.name + " reads ";
    return {&messages::kCycle, {text + layers[at].layer.name}, layers[at].layer.place, {}, {}};
}

} // namespace

Outcome orderLayers(Network& network, std::vector<NamedLayer> layers,
                    const std::vector<std::pair<std::string, Place>>& outputs) {
    LW_TRY(const Names names, collect(network, layers));
    const auto valueOf = [&](const std::string& name, Place place) -> Result<ValueId> {
        const auto at = names.find(name);
        if (at != names.end()) return at->second;
        return Problem{&messages::kNoValue, {name, listed(network, layers)}, place, {}, {}};
    };
    std::vector<std::vector<std::size_t>> readers(layers.size());
    std::vector<std::size_t> waiting(layers.size()); // inputs that are not computed yet
    for (std::size_t i = 0; i < layers.size(); ++i) {
        NamedLayer& one = layers[i];
        one.layer.inputs.clear();
        for (std::size_t k = 0; k < one.inputs.size(); ++k) {
            LW_TRY(const ValueId id,
                   valueOf(one.inputs[k], k < one.inputPlaces.size() ? one.inputPlaces[k] : one.layer.place));
            one.layer.inputs.push_back(id);
            if (id == kInput) continue;
            readers[id - 1].push_back(i);
            ++waiting[i];
        }
    }
    std::vector<ValueId> wanted;
    for (const auto& [name, place] : outputs) {
        LW_TRY(const ValueId id, valueOf(name, place));
        wanted.push_back(id);
    }

    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (waiting[i] == 0) ready.push(i);
    std::vector<ValueId> sorted(layers.size() + 1); // number in the list -> number in the network
    std::vector<std::size_t> order;
    while (!ready.empty()) {
        const std::size_t next = ready.top();
        ready.pop();
        order.push_back(next);
        sorted[next + 1] = order.size();
        for (const std::size_t reader : readers[next])
            if (--waiting[reader] == 0) ready.push(reader);
    }
    if (order.size() != layers.size()) return circle(layers, waiting);
    network.layers.clear();
    for (const std::size_t i : order) {
        for (ValueId& id : layers[i].layer.inputs) id = sorted[id];
        network.layers.push_back(std::move(layers[i].layer));
    }
    network.outputs.clear();
    for (const ValueId id : wanted) network.outputs.push_back(sorted[id]);
    return Done{};
}

} // namespace lw::network
