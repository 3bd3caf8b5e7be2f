// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::lower::recompute {

// The distance of the numbers of a format around one of this magnitude. F32, F16, Bf16.
double spacingOf(tensor::DType format, double magnitude);
// How far xhat = (z - beta) / gamma can be off when z of at most that magnitude was rounded to the format:
// spacing / (2 |gamma|); infinity for gamma 0.
double inverseBound(tensor::DType format, double magnitude, double gamma);

// xhat has deviation 1: off by more than this the inverse is not taken. Invented.
inline constexpr double kInverseTolerance = 0.05;

struct InverseChannel {
    float gamma = 1, beta = 0;
    double bound = 0; // of xhat
    bool isVetoed = false;
    bool isZero = false; // gamma is: z is beta everywhere, and nothing leads back
    bool operator==(const InverseChannel&) const = default;
};

// Of a batch norm over `count` values of each channel. None of these is further from the mean than
// sqrt(count) deviations, so no z is larger than |beta| + |gamma| sqrt(count). Parameters that the file
// leaves out begin as 1 and 0.
std::vector<InverseChannel> inverseChannels(const network::Layer& norm, std::uint64_t count,
                                            tensor::DType format);

} // namespace lw::lower::recompute
