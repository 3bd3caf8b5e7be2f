// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/processor/firmware_text.h"
#include "core/lower/processor/packing.h"
#include "core/lower/processor/product_plan.h"
#include "core/lower/processor/vector_places.h"
#include "core/network/network.h"

#include <optional>
#include <span>

// The chains of each kind of layer.
namespace lw::lower::processor {

// A value in InitialVrf.
struct Place {
    Packed packed;
    std::uint64_t first = 0;
    std::string name{}; // in the program
};

struct Writing {
    const network::Network& network;
    const machine::ProcessorLimits& limits;
    FirmwareText& text;
    VectorPlaces& places; // of InitialVrf
};

// Vectors of InitialVrf for what is called so. E883.
Result<std::uint64_t> takeVectors(const Writing& writing, const std::string& name, std::uint64_t count);

// Vectors from one memory to another, as they are, as many at a time as a chain holds.
void copyVectors(const Writing& writing, const Vectors& from, const Vectors& to, std::uint64_t count);

// A layer with products, and where its matrices are.
struct ProductLayer {
    ProductShape shape;
    ProductPlan plan;
    std::uint64_t dram = 0;                  // the first one in DRAM, chunk after chunk, pass after pass
    std::optional<std::uint64_t> resident{}; // in MatrixRf, where they are from the start
    std::optional<std::uint64_t> bias{};     // the first vector in DRAM
};
// What is added to its sums: the bias, and for a sigmoid what fillForSigmoid() says. Nothing: nothing is.
std::optional<tensor::Tensor> summandsOf(const network::Layer& layer, std::uint32_t nativeDimension);
ProductShape productShapeOf(const network::Network& network, const network::Layer& layer,
                            std::uint32_t nativeDimension);
// All its matrices as FP16 codes, in the order in which they lie in DRAM.
std::vector<std::uint16_t> matricesOf(const network::Layer& layer, const ProductLayer& product,
                                      std::uint32_t nativeDimension);
Outcome writeProduct(const Writing& writing, const network::Layer& layer, const ProductLayer& product,
                     const Place& from, const Place& to);

// max_pool and average_pool. E883, E886.
Outcome writePool(const Writing& writing, const network::Layer& layer, const Place& from, const Place& to);

// Layers that work on each number by itself; add and mul have two values. E883, E886.
Outcome writeElements(const Writing& writing, const network::Layer& layer, std::span<const Place> from,
                      const Place& to);

// Vectors of values side by side: each has as many channels as fill its vectors.
Outcome writeConcat(const Writing& writing, const network::Layer& layer, std::span<const Place> from,
                    const Place& to);

// v_relu and its like; empty: none.
std::string_view mnemonicOf(network::Activation activation);

} // namespace lw::lower::processor
