// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/node_values.h"
#include "core/project/processor_network.h"
#include "core/project/software.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// The firmware of a network, each of whose layers has mantissas of its own width: what it would give on a
// processor that had such formats. No built-in one has; where all are equal it is what a machine with this
// format gives, to the last bit.
namespace lw::project {

class FormatRun {
  public:
    // The network was lowered with an input. E993, E997 as softwareOf.
    static Result<FormatRun> of(const ProcessorLowered& lowered);

    // Those with products, in the order of the network.
    const std::vector<std::string>& layers() const { return m_layers; }
    // What their matrices take: mantissas of `bits` bits, and an exponent for each row of a native matrix.
    std::uint64_t bytesOf(std::size_t layer, std::uint32_t bits) const;
    // Of the emulated processor, whose clocks do not depend on formats; nothing: the firmware faults.
    std::optional<std::uint64_t> clocks() const { return m_clocks; }
    // The first output, float32. `input` is as network::asInput gives it, `bits` are those of each layer, of
    // vectors and matrices. A sum that leaves the window, at which the processor faults, is a NaN.
    tensor::Tensor outputOf(const tensor::Tensor& input, std::span<const std::uint32_t> bits);

  private:
    struct Blocks { // one after the other
        std::vector<std::int16_t> mantissas;
        std::vector<int> exponents;
    };
    FormatRun() = default;
    void findLayers(const lower::processor::Report& report);
    void findMatrices();
    Blocks blocksOf(std::span<const double> values, numeric::BlockFormat format) const;
    const Blocks& matrixOf(std::uint32_t number, numeric::BlockFormat format);
    concord::Numbers productOf(std::uint32_t node, const concord::Numbers& in, std::uint32_t bits);

    Software m_software;
    concord::Numbers m_vectors, m_matrices; // in DRAM
    std::uint32_t m_native = 0;
    std::vector<std::string> m_layers;
    std::vector<std::uint64_t> m_matricesOfLayers;
    std::vector<std::size_t> m_layerOf; // of each node that is a product
    std::vector<std::vector<std::uint32_t>>
        m_numbers; // of the native matrices in DRAM that it multiplies with
    std::map<std::pair<std::uint32_t, int>, Blocks> m_rounded; // matrices, by number and bits
    std::optional<std::uint64_t> m_clocks;
    lower::processor::Packed m_packedInput;
    lower::processor::Output m_output;
};

} // namespace lw::project
