// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/npy.h"

#include <cstdint>
#include <string>
#include <vector>

// What the examples compute, worked out without the emulator:
// each function makes an example's inputs and expected results.
namespace reference {

enum class Size {
    Small,
    Large
}; // Large: too large to be kept beside the example, made when a check needs it

struct File {
    std::string name; // inside the example's folder
    Array array;
    Size size = Size::Small;
};
using Files = std::vector<File>;

struct Request {
    std::string dataFolder; // examples/data
    std::uint64_t seed = 1; // of the examples whose seed can be chosen
    bool large = false;     // whether Large files are wanted
};

Files firstBundle(const Request& request);
Files readBeforeWrite(const Request& request);
Files saxpy(const Request& request);
Files stridedLoads(const Request& request);
Files transposeSquare(const Request& request);
Files softmaxOverLanes(const Request& request);
Files layerNorm(const Request& request);
Files randomHistogram(const Request& request);
Files matrixUnitByHand(const Request& request);
Files oneTripTooMany(const Request& request);
Files matmul(const Request& request);
Files pingPong(const Request& request);
Files sharedProduct(const Request& request);
Files digits(const Request& request);
Files stridedLayer(const Request& request);
Files negativeTrap(const Request& request);
Files arrayWave(const Request& request);
Files lineBuffer(const Request& request);
Files arrayConvolution(const Request& request);

// Prints how far the digits example is from exact arithmetic, and how far rounding can take it;
// whether it is nowhere farther.
bool digitsAreWithinBounds(const Request& request);

} // namespace reference
