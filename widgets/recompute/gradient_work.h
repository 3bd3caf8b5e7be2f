// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recompute/training_facts.h"

#include <optional>

// Gradients of a training step under two policies, from two emulated runs: for threads other than the
// window's.
namespace lw::recompute {

struct GradientPair {
    std::string name; // "conv1 weights"
    tensor::Tensor own, other;
    std::uint64_t equal = 0; // elements, to the bit
    double worst = 0;        // the largest difference
};

struct Gradients {
    ReportPtr own, other;
    std::vector<GradientPair> tensors;
    std::uint64_t elements = 0, equal = 0; // of all
    std::uint64_t ownClocks = 0, otherClocks = 0;
    // How far a batch norm's inverse may lead, in deviations of what it normalises, as stated before any run;
    // nothing: neither uses one.
    std::optional<double> bound{};
    bool isEqual() const { return equal == elements; }
};
using GradientsPtr = std::shared_ptr<const Gradients>;

// Of what the facts' report decided, beside a policy that is fixed.
Result<GradientsPtr> comparedGradients(const TrainingFacts& facts, lower::recompute::Policy other);

} // namespace lw::recompute
