// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/keep_plan.h"
#include "core/lower/recompute/decisions.h"
#include "core/lower/recompute/norm_inverse.h"
#include "core/lower/recompute/usage.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace lw::lower::recompute {

// What is stored and what is computed again.
enum class Policy : std::uint8_t {
    StoreAll,
    Autograd,   // what each layer's backward pass reads, as PyTorch does
    Masks,      // the same, but of an activation that is read for its mask alone a bit for each number
    Bf16,       // what it keeps, in bfloat16 where products and masks alone read it: the same bits
    Bf16All,    // in bfloat16 all but what a max pool reads: other bits, within a bound
    ConvStored, // outputs of convolutions: batch norms, activations and sums are computed again
    BnStored,   // outputs of batch norms: activations again, and the norm's input by its inverse
    LocalRule,  // each sublayer by its three costs
    SqrtN,      // every sqrt(n)-th value, what lies between again
    Budget,     // the fewest modelled clocks within a number of bytes
};
inline constexpr std::array<std::string_view, 10> kPolicyNames{
    "store-all",   "autograd",  "masks",      "bf16",   "bf16-all",
    "conv-stored", "bn-stored", "local-rule", "sqrt-n", "budget"};
inline std::string_view nameOf(Policy policy) { return kPolicyNames[static_cast<std::size_t>(policy)]; }

using Places = std::map<network::ValueId, Memory>; // that are given, not chosen
using ByHand = std::map<network::ValueId, Way>;    // ways that are given

// Batch norms whose inverse is not good enough, by the value they compute.
using Vetoes = std::map<network::ValueId, std::vector<InverseChannel>>;
Vetoes inversesOf(const network::Network& network, const Sublayers& sublayers, const CostModel& model);
bool isVetoed(const std::vector<InverseChannel>& channels);

// What a number that is kept in bfloat16 is off by at most, as a share of itself.
inline constexpr double kBf16Bound = 1.0 / 256;
// The values that a plan keeps in bfloat16 and reads for more than products, which round to it anyway, and
// masks, whose signs stay: gradients have other bits then.
std::vector<network::ValueId> roundedValues(const Sublayers& network, const KeepPlan& plan);

// What a policy says, all in VMEM; not of Budget. `decisions` are read by LocalRule.
std::vector<Kept> waysOf(Policy policy, const Sublayers& network, std::span<const Decision> decisions,
                         const Vetoes& inverses);

// Where what these ways store lies: in VMEM, until it does not fit; then of those that wait longest between
// the last use in the forward pass and the first in the backward pass each goes to HBM until the rest fits;
// and then likewise what is computed again, and gradients if they may.
std::vector<Kept> placed(std::vector<Kept> ways, const Sublayers& network, const CostModel& model,
                         Schedule schedule, std::uint64_t vmemBytes, const Places& given,
                         bool movesGradients);
std::vector<Memory> memoriesOf(std::span<const Kept> ways);

// Whether a value may be kept so. E924.
Outcome checkWays(const network::Network& network, const Sublayers& sublayers, std::span<const Kept> ways,
                  const Vetoes& inverses);

} // namespace lw::lower::recompute
