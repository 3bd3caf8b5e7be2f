// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/machine/processor_limits.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lw::lower::processor {

// What a layer takes of the processor.
struct LayerReport {
    std::string name, kind;
    std::string shape;              // of what it computes: "8 x 8 x 16"
    std::uint64_t vectors = 0;      // of that
    std::uint64_t matrices = 0;     // native ones
    std::uint64_t instructions = 0; // of its chains
    std::uint64_t operations = 0;   // multiplications and additions of products, with what fills matrices up
    std::uint64_t useful = 0;       // of them those of the layer itself
    bool operator==(const LayerReport&) const = default;
};

// How much the program takes of something that the processor has so much of.
struct Use {
    std::string_view of; // "instructions", or a memory: "MatrixRf", "vdram"
    std::uint64_t taken = 0, room = 0;
    bool operator==(const Use&) const = default;
};

// Numbers of a layer or the input that FP16 has no code for, or weights that are not integers where matrices
// are made of these. What they become is what firmware computes with.
struct RangeLoss {
    std::string layer;           // or the input
    std::uint64_t numbers = 0;   // all of its weights, biases and other constants, or of the input
    std::uint64_t infinite = 0;  // too large, and now infinite
    std::uint64_t zero = 0;      // too small, and now 0
    std::uint64_t notFinite = 0; // NaN or infinite before
    std::uint64_t fractions = 0; // now the nearest integers
    std::uint64_t clamped = 0;   // now the largest or the smallest integer
    bool isOfFp16() const { return infinite + zero + notFinite != 0; }
    bool isOfIntegers() const { return fractions + clamped != 0; }
    bool operator==(const RangeLoss&) const = default;
};

struct Report {
    std::string network, machine;
    std::vector<LayerReport> layers;
    std::uint64_t instructions = 0;
    std::uint64_t dramMatrices = 0, dramVectors = 0, dramBytes = 0;
    std::uint64_t initialVectors = 0; // of InitialVrf, in use at once at most
    bool areWeightsResident = false;  // all matrices fit MatrixRf together, and are loaded once
    std::vector<Use> uses;            // of what it fills; of MatrixRf only where all matrices stay
    std::vector<RangeLoss> losses;    // where there are any
    bool operator==(const Report&) const = default;
};

Json jsonOf(const Report& report);

} // namespace lw::lower::processor
