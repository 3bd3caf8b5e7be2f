// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/too_large.h"

#include "core/lower/buffer_plan.h"
#include "core/lower/messages.h"
#include "core/network/cut.h"

#include <string>

namespace lw::lower::striding {

namespace {

struct Peak {
    std::size_t step = 0;
    std::uint64_t bytes = 0;
    const PlannedTensor* largest = nullptr;
};

// The step at which the most bytes of a memory are needed. Only memory of the unified buffer is used again.
Peak peakOf(const NetworkPlan& plan, std::string_view space) {
    Peak out;
    for (std::size_t step = 0; step <= plan.network->layers.size() + 1; ++step) {
        Peak here{step};
        for (const PlannedTensor& one : plan.tensors) {
            if (one.space != space || (space == "ub" && (step < one.first || one.last < step))) continue;
            here.bytes += one.bytes();
            if (!here.largest || one.bytes() > here.largest->bytes()) here.largest = &one;
        }
        if (here.bytes > out.bytes) out = here;
    }
    return out;
}

// The name by which people know a value: for an activation folded into its layer, the file's.
const std::string& nameOf(const NetworkPlan& plan, network::ValueId id) {
    const network::Layer& layer = plan.network->layers[id - 1];
    return layer.activationLayer.empty() ? layer.name : layer.activationLayer;
}

// The first value with which the network can begin so that the rest fits, or the input.
network::ValueId placeThatFits(const NetworkPlan& plan, std::uint64_t has) {
    for (const network::ValueId id : network::placesToBegin(network::flowOf(*plan.network))) {
        std::vector<Lifetime> rest;
        for (const PlannedTensor& one : plan.tensors)
            if (one.space == "ub" && one.last > id) rest.push_back({one.bytes(), one.first, one.last});
        if (planBuffer(rest, true).bytes <= has) return id;
    }
    return network::kInput;
}

} // namespace

Problem tooLarge(const NetworkPlan& plan, std::string_view space, std::string_view memory,
                 std::uint64_t needed, std::uint64_t has) {
    const Peak peak = peakOf(plan, space);
    std::string why, layer;
    if (space == "ub" && peak.step > 0 && peak.step <= plan.network->layers.size()) {
        layer = plan.network->layers[peak.step - 1].name;
        why = "most is alive at \"" + nameOf(plan, peak.step) + "\", " + std::to_string(peak.bytes) +
              " bytes, and the largest tensor there is ";
    } else {
        why = "the largest tensor is ";
    }
    if (peak.largest)
        why += "\"" + peak.largest->name + "\" with " + std::to_string(peak.largest->bytes()) + " bytes";
    Problem out{
        &messages::kBufferTooSmall,
        {std::to_string(needed), std::string(memory), plan.circuit.name, std::to_string(has), why, layer},
        {},
        {},
        {}};
    if (space != "ub") return out;
    if (const network::ValueId id = placeThatFits(plan, has); id != network::kInput)
        out.notes.push_back(
            {&messages::kRestFits, {nameOf(plan, id), network::quoted(nameOf(plan, id))}, {}});
    return out;
}

Outcome checkFits(const NetworkPlan& plan, std::uint64_t buffer, std::uint64_t host, std::uint64_t weights) {
    const machine::CircuitLimits& circuit = plan.circuit;
    const struct {
        std::uint64_t needed, has;
        std::string_view space, name;
    } memories[] = {{buffer, circuit.bufferBytes, "ub", "the unified buffer"},
                    {host, circuit.hostBytes, "host", "the host's memory"},
                    {weights, circuit.weightBytes, "dm", "the dynamic memory"}};
    for (const auto& memory : memories)
        if (memory.needed > memory.has)
            return tooLarge(plan, memory.space, memory.name, memory.needed, memory.has);
    return Done{};
}

} // namespace lw::lower::striding
