// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/cut.h"

#include "core/base/closest_word.h"
#include "core/network/messages.h"

#include <algorithm>
#include <vector>

namespace lw::network {

namespace {

Result<ValueId> layerNamed(const Network& network, std::string_view name, std::string_view file,
                           const std::optional<std::string>& until = {}) {
    const auto found = findValue(network, name);
    if (found && *found != kInput) return *found;
    std::vector<std::string_view> names;
    for (const Layer& one : network.layers) names.push_back(one.name);
    return noCut(file, name, names, until);
}

// The layers that are needed, with the value `input` as the network's input.
Network keep(Network network, const std::vector<bool>& isNeeded, ValueId input,
             const std::vector<ValueId>& outputs) {
    std::vector<ValueId> renamed(network.layers.size() + 1, kInput);
    std::vector<Layer> left;
    for (ValueId id = 1; id < renamed.size(); ++id) {
        if (!isNeeded[id] || id == input) continue;
        Layer& one = network.layers[id - 1];
        for (ValueId& read : one.inputs) read = renamed[read];
        left.push_back(std::move(one));
        renamed[id] = left.size();
    }
    network.layers = std::move(left);
    network.outputs.clear();
    for (const ValueId id : outputs) network.outputs.push_back(renamed[id]);
    return network;
}

Result<Network> cutBefore(Network network, const Section& where, std::string_view file) {
    const std::string& from = *where.from;
    LW_TRY(const ValueId first, layerNamed(network, from, file, where.until));
    const Flow flow = flowOf(network);
    const Rest rest = restAfter(flow, first);
    LW_TRY([[maybe_unused]] const Done can,
           checkRest(flow, first, rest, file, [&](ValueId id) { return nameOf(network, id); }));
    if (dtypeOf(network, first) == tensor::DType::I32)
        return Problem{&messages::kNoBeginning,
                       {std::string(file), from, "what it computes are int32 sums"},
                       network.layers[first - 1].place,
                       {},
                       {}};
    const Layer& last = network.layers[first - 1];
    Input input;
    input.name = last.name;
    input.shape = last.shape;
    input.zero = last.zero;
    input.step = last.step;
    input.place = last.place;
    Network out = keep(std::move(network), rest.isNeeded, first, rest.outputs);
    out.input = std::move(input);
    return out;
}

} // namespace

Flow flowOf(const Network& network) {
    Flow out;
    for (const Layer& layer : network.layers) out.reads.push_back(layer.inputs);
    out.outputs = network.outputs;
    return out;
}

Problem noCut(std::string_view file, std::string_view name, const std::vector<std::string_view>& names,
              const std::optional<std::string>& until) {
    return {&messages::kNoCut,
            {std::string(file), std::string(name),
             until ? " among those that " + quoted(*until) + " needs" : std::string()},
            {},
            {},
            std::string(closestWord(name, names))};
}

Outcome checkRest(const Flow& flow, std::size_t from, const Rest& rest, std::string_view file,
                  const std::function<std::string(std::size_t)>& nameOf) {
    if (rest.outputs.empty())
        return Problem{&messages::kNothingAfter, {std::string(file), nameOf(from)}, {}, {}, {}};
    if (rest.others.empty()) return Done{};
    const auto& [reader, other] = rest.others.front();
    const auto places = placesToBegin(flow);
    const auto next = std::find_if(places.begin(), places.end(),
                                   [&](std::size_t id) { return id > from && !nameOf(id).empty(); });
    return Problem{&messages::kTwoValues,
                   {std::string(file), nameOf(from), nameOf(reader), nameOf(other),
                    next == places.end() ? std::string("no later place needs one value only")
                                         : "the next place that can is " + quoted(nameOf(*next))},
                   {},
                   {},
                   {}};
}

Result<Network> cut(Network network, const Section& where, std::string_view file) {
    if (where.until) {
        LW_TRY(const ValueId last, layerNamed(network, *where.until, file));
        network = keep(std::move(network), neededBy(flowOf(network), {last}), kInput, {last});
        network.labels.clear(); // they belong to another value
    }
    if (!where.from) return network;
    return cutBefore(std::move(network), where, file);
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '$' || c == '`') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string commandText(std::string_view file, const Section& where, std::string_view command) {
    const bool isWord = std::all_of(file.begin(), file.end(), [](unsigned char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80 ||
               std::string_view("_-./:+,@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    std::string out = std::string(command) + " " + (isWord ? std::string(file) : quoted(file));
    if (where.from) out += " --from " + quoted(*where.from);
    if (where.until) out += " --until " + quoted(*where.until);
    return out;
}

Network withoutUnneeded(Network network) {
    const std::vector<bool> isNeeded = neededBy(flowOf(network), network.outputs);
    std::vector<ValueId> now{kInput};
    std::vector<Layer> left;
    for (ValueId id = 1; id < isNeeded.size(); ++id) {
        now.push_back(left.size() + 1);
        if (!isNeeded[id]) continue;
        Layer& layer = left.emplace_back(std::move(network.layers[id - 1]));
        for (ValueId& read : layer.inputs) read = now[read];
    }
    for (ValueId& id : network.outputs) id = now[id];
    network.layers = std::move(left);
    return network;
}

} // namespace lw::network
