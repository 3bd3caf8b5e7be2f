// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/policies.h"

#include "core/lower/recompute/messages.h"
#include "core/lower/recompute/step_order.h"

#include <algorithm>
#include <cmath>

namespace lw::lower::recompute {

using network::kInput;
using network::ValueId;

namespace {

constexpr Kept kAgain{Way::Recompute, Memory::Vmem};

// How many layers read each value, and how many of them add it.
struct Readers {
    std::size_t all = 0, adds = 0, norms = 0;
};
std::vector<Readers> readersOf(const Sublayers& network) {
    std::vector<Readers> out(network.size());
    for (ValueId value = 1; value < network.size(); ++value)
        for (const ValueId from : network[value].inputs) {
            ++out[from].all;
            if (network[value].role == Role::Add) ++out[from].adds;
            if (network[value].role == Role::Norm) ++out[from].norms;
        }
    return out;
}

// What begins a way around layers: it is added after them, and what is computed again needs it.
bool isShortcut(const Readers& readers) { return readers.adds > 0 && readers.all > readers.adds; }

void autograd(const Sublayers& network, std::vector<Kept>& ways) {
    std::ranges::fill(ways, kAgain);
    for (ValueId value = 1; value < network.size(); ++value) {
        const Sublayer& layer = network[value];
        if (layer.isFused || layer.role == Role::Activation) ways[value] = {};
        if (layer.role == Role::Weights || layer.role == Role::Norm || layer.role == Role::MaxPool)
            ways[layer.inputs[0]] = {};
    }
}

// Values that autograd keeps for activations alone.
void masks(const Sublayers& network, std::vector<Kept>& ways) {
    autograd(network, ways);
    std::vector<bool> isRead(network.size());
    for (const Sublayer& layer : network.all)
        if (layer.role == Role::Weights || layer.role == Role::Norm || layer.role == Role::MaxPool)
            isRead[layer.inputs[0]] = true;
    for (const Sublayer& layer : network.all)
        if (layer.hasMask() && !isRead[layer.value]) ways[layer.value] = {Way::Mask, Memory::Vmem};
}

// What it keeps, in bfloat16; but for what a max pool reads, which could find another maximum, and with
// `keepsBits` whatever is read as it is.
void bf16(const Sublayers& network, bool keepsBits, std::vector<Kept>& ways) {
    autograd(network, ways);
    for (Kept& kept : ways)
        if (kept.way == Way::Store) kept.way = Way::Bf16;
    for (const Sublayer& layer : network.all) {
        if (layer.role == Role::MaxPool) ways[layer.inputs[0]] = {};
        if (layer.role == Role::Norm && keepsBits) ways[layer.inputs[0]] = {};
        if (layer.readsOnlyOutput && keepsBits) ways[layer.value] = {};
    }
}

void convStored(const Sublayers& network, std::vector<Kept>& ways) {
    const std::vector<Readers> readers = readersOf(network);
    for (ValueId value = 1; value < network.size(); ++value) {
        const Role role = network[value].role;
        const bool again = role == Role::Norm || role == Role::Activation || role == Role::Add;
        if (again && !isShortcut(readers[value])) ways[value] = kAgain;
    }
}

void bnStored(const Sublayers& network, const Vetoes& inverses, std::vector<Kept>& ways) {
    convStored(network, ways);
    const std::vector<Readers> readers = readersOf(network);
    for (ValueId value = 1; value < network.size(); ++value) {
        const Sublayer& layer = network[value];
        if (layer.role != Role::Norm || isVetoed(inverses.at(value))) continue;
        ways[value] = {};
        const ValueId from = layer.inputs[0];
        // What another norm gave is stored, since that one's inverse begins with it.
        if (from != kInput && readers[from].all == 1 && network[from].role != Role::Norm)
            ways[from] = {Way::Inverse, Memory::Vmem};
    }
}

void everySqrt(const Sublayers& network, std::vector<Kept>& ways) {
    const double sublayers = static_cast<double>(network.size() - 1);
    const auto every = static_cast<std::size_t>(std::ceil(std::sqrt(sublayers)));
    for (ValueId value = 1; value < network.size(); ++value)
        if (value % every != 0) ways[value] = kAgain;
}

// For each value that the backward pass uses: the steps between its last use before and its first use in it.
std::map<ValueId, std::size_t> waits(const KeepPlan& plan) {
    std::map<ValueId, std::size_t> lastForward, out;
    bool isBackward = false;
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const KeepStep& step = plan.steps[i];
        isBackward = isBackward || step.kind == StepKind::Loss;
        for (const std::vector<Held>* const held : {&step.reads, &step.writes})
            for (const Held& one : *held) {
                if (one.part != Part::Value) continue;
                if (!isBackward) lastForward[one.value] = i;
                if (isBackward && lastForward.contains(one.value))
                    out.try_emplace(one.value, i - lastForward[one.value]);
            }
    }
    return out;
}

} // namespace

Vetoes inversesOf(const network::Network& network, const Sublayers& sublayers, const CostModel& model) {
    Vetoes out;
    for (ValueId value = 1; value < sublayers.size(); ++value) {
        if (sublayers[value].role != Role::Norm) continue;
        const network::Layer& norm = network.layers[value - 1];
        const std::uint64_t channels = norm.shape.back();
        const std::uint64_t count = sublayers[value].logicalBytes / model.elementBytes() / channels;
        out[value] = inverseChannels(norm, count, model.element);
    }
    return out;
}

bool isVetoed(const std::vector<InverseChannel>& channels) {
    return std::ranges::any_of(channels, &InverseChannel::isVetoed);
}

std::vector<ValueId> roundedValues(const Sublayers& network, const KeepPlan& plan) {
    const auto loss = std::ranges::find(plan.steps, StepKind::Loss, &KeepStep::kind);
    const auto changes = [&](const KeepStep& step, ValueId value) {
        if (std::ranges::count(step.reads, Held{value, Part::Value}) == 0) return false;
        const bool isSign = step.kind == StepKind::Mask && !network[step.value].readsOnlyOutput;
        return !isSign && step.kind != StepKind::WeightGradient;
    };
    std::vector<ValueId> out;
    for (ValueId value = 1; value < plan.values.size(); ++value)
        if (plan.values[value].way == Way::Bf16 &&
            std::any_of(loss, plan.steps.end(), [&](const KeepStep& step) { return changes(step, value); }))
            out.push_back(value);
    return out;
}

std::vector<Kept> waysOf(Policy policy, const Sublayers& network, std::span<const Decision> decisions,
                         const Vetoes& inverses) {
    std::vector<Kept> ways(network.size());
    switch (policy) {
    case Policy::StoreAll:
    case Policy::Budget: break;
    case Policy::Autograd: autograd(network, ways); break;
    case Policy::Masks: masks(network, ways); break;
    case Policy::Bf16: bf16(network, true, ways); break;
    case Policy::Bf16All: bf16(network, false, ways); break;
    case Policy::ConvStored: convStored(network, ways); break;
    case Policy::BnStored: bnStored(network, inverses, ways); break;
    case Policy::LocalRule:
        for (const Decision& decision : decisions)
            if (decision.recomputes) ways[decision.value] = kAgain;
        break;
    case Policy::SqrtN: everySqrt(network, ways); break;
    }
    ways[kInput] = {Way::Store, Memory::Hbm};
    ways[network.output] = {};
    return ways;
}

std::vector<Memory> memoriesOf(std::span<const Kept> ways) {
    std::vector<Memory> out;
    for (const Kept& kept : ways) out.push_back(kept.memory);
    return out;
}

namespace {

// What may go to HBM, with the steps that it waits: of what is stored the one that waits longest first; then
// likewise of what is computed again, and of gradients.
std::vector<std::pair<std::size_t, Held>> movable(std::span<const Kept> ways, const Sublayers& network,
                                                  Schedule schedule, const Places& given) {
    const KeepPlan plan = keepPlanOf(network, schedule, ways);
    std::vector<std::pair<std::size_t, Held>> out, again, gradients;
    for (const auto& [value, steps] : waits(plan)) {
        const bool isFree = value != kInput && value != network.output && !given.contains(value);
        if (isFree && ways[value].isKept()) out.emplace_back(steps, Held{value, Part::Value});
        const Wait wait = longestWaitAgain(plan, value);
        if (ways[value] == kAgain && wait.between() > 0)
            again.emplace_back(wait.between(), Held{value, Part::Value});
    }
    for (ValueId value = 1; value < network.size(); ++value)
        if (const Wait wait = longestWaitOfGradient(plan, value); wait.between() > 1)
            gradients.emplace_back(wait.between(), Held{value, Part::Gradient});
    const auto isLonger = [](const auto& a, const auto& b) { return a.first > b.first; };
    std::ranges::stable_sort(out, isLonger);
    std::ranges::stable_sort(again, isLonger);
    std::ranges::stable_sort(gradients, isLonger);
    out.insert(out.end(), again.begin(), again.end());
    out.insert(out.end(), gradients.begin(), gradients.end());
    return out;
}

} // namespace

std::vector<Kept> placed(std::vector<Kept> ways, const Sublayers& network, const CostModel& model,
                         Schedule schedule, std::uint64_t vmemBytes, const Places& given,
                         bool movesGradients) {
    for (const auto& [value, memory] : given)
        if (ways[value].isKept()) ways[value].memory = memory;
    const std::vector<std::pair<std::size_t, Held>> candidates = movable(ways, network, schedule, given);
    const auto withFirst = [&](std::size_t count) {
        std::vector<Kept> out = ways;
        for (std::size_t i = 0; i < count; ++i) {
            const Held& moved = candidates[i].second;
            (moved.part == Part::Gradient ? out[moved.value].gradient : out[moved.value].memory) =
                Memory::Hbm;
        }
        return out;
    };
    const auto fits = [&](std::size_t count) {
        const auto plan = keepPlanOf(network, schedule, withFirst(count));
        return usageOf(network, model, plan).peakVmem <= vmemBytes;
    };
    const auto isValue = [](const auto& candidate) { return candidate.second.part == Part::Value; };
    const auto values = static_cast<std::size_t>(std::ranges::count_if(candidates, isValue));
    // What waits in HBM is in VMEM for a part of the time that it would be there, so that with more values
    // there never more bytes are live: the fewest that fit are found by halving.
    const bool areEnough = !movesGradients || fits(values);
    std::size_t fewest = areEnough ? 0 : values;
    for (std::size_t enough = areEnough ? values : candidates.size(); fewest < enough;) {
        const std::size_t middle = fewest + (enough - fewest) / 2;
        if (fits(middle))
            enough = middle;
        else
            fewest = middle + 1;
    }
    return withFirst(fewest);
}

Outcome checkWays(const network::Network& network, const Sublayers& sublayers, std::span<const Kept> ways,
                  const Vetoes& inverses) {
    const std::vector<Readers> readers = readersOf(sublayers);
    const auto refuse = [&](ValueId value, std::string why) -> Outcome {
        return Problem{
            &messages::kNotKept,
            {network::nameOf(network, value), std::string(nameOf(ways[value].way)), std::move(why)},
            {},
            {},
            {}};
    };
    for (const ValueId value : {kInput, sublayers.output})
        if (ways[value].way != Way::Store) return refuse(value, "it is the network's input or output");
    for (ValueId value = 1; value < sublayers.size(); ++value) {
        if (ways[value].way == Way::Mask && !sublayers[value].hasMask())
            return refuse(value, "relu or leaky_relu does not give it");
        if (ways[value].way != Way::Inverse) continue;
        if (readers[value].all != 1 || readers[value].norms != 1)
            return refuse(value, "what reads it is not one batch norm alone");
        for (const Sublayer& norm : sublayers.all) {
            if (norm.role != Role::Norm || norm.inputs[0] != value) continue;
            if (ways[norm.value].way != Way::Store)
                return refuse(value, "\"" + network::nameOf(network, norm.value) + "\" is not stored");
            const std::vector<InverseChannel>& channels = inverses.at(norm.value);
            const auto zero = std::ranges::find_if(channels, &InverseChannel::isZero);
            if (zero != channels.end())
                return refuse(value, "gamma of channel " + std::to_string(zero - channels.begin()) +
                                         " of \"" + network::nameOf(network, norm.value) + "\" is 0");
        }
    }
    return Done{};
}

} // namespace lw::lower::recompute
