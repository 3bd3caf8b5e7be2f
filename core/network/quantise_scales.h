// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/network/reference.h"

#include <span>
#include <vector>

// The number that each code of a value means: (code - zero) * step.
namespace lw::network {

struct Scale {
    float step = 1;
    std::int32_t zero = 0;
    bool operator==(const Scale&) const = default;
};

// So that 255 or 127 steps reach this far. Never below the least that files can hold.
float stepFor(double extent, double steps);
// With 0 as one of the numbers that have an exact code.
Scale scaleFor(double low, double high);

struct Functions;
// By ValueId, from what a network that is ready for int8 computes from the samples. Layers that move codes
// keep the scale; all inputs of a concat have its scale if nothing else reads them. E542 if a number is not
// finite.
Result<std::vector<Scale>> scalesOf(const Network& network, const Functions& functions,
                                    std::span<const tensor::Tensor> samples, const ReferenceOptions& options);

// Whether all windows of an average pool hold the same number of elements, so that its sums can be scaled.
bool hasEqualWindows(const Network& network, const Layer& layer);

} // namespace lw::network
