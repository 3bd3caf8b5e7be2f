// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/report.h"
#include "core/machine/expression.h"
#include "core/machine/snapshot.h"
#include "core/scene/circuit/circuit_arithmetic.h"
#include "core/scene/element_source.h"

#include <cstdint>
#include <memory>
#include <vector>

// The sums of one output channel, recomputed from what is in memory, in the circuit's order and with its
// arithmetic: float32, or int8 with int32 sums. Numbers are words: bits of a float, or an int32.
namespace lw::scene::striding {

struct Product {
    std::uint32_t x = 0, w = 0;          // of the input, of the kernel
    std::uint8_t xFlags = 0, wFlags = 0; // of CellFlag
    std::uint64_t place = 0;             // in [input channel][kernel row][kernel column]
    bool isThere() const { return (xFlags & wFlags & 1) != 0; }
};

// Whether the numbers of the report are consistent; one from a file may say anything.
bool isConsistent(const lower::SumReport& sums);

class PatchSums {
  public:
    // E696 when the program's tensors are not those of the report.
    static Result<PatchSums> make(const machine::Scope& scope, const lower::SumReport& sums,
                                  std::uint64_t channel, std::shared_ptr<const machine::Snapshot> now);

    bool isFloat() const { return m_isFloat; }
    const lower::SumReport& report() const { return *m_sums; }
    std::uint64_t firstInputChannel() const { return m_firstInput; }
    std::uint64_t inputChannels() const { return m_inputs; }
    std::uint64_t firstColumn() const { return m_blockFirst; } // the channel in column 0 of the array
    std::uint64_t tile(std::size_t pass) const { return m_block * m_sums->passes.size() + pass; }

    // Pass after pass, as the array adds them.
    Result<std::vector<Product>> products(std::uint64_t row, std::uint64_t column) const;
    // What the accumulators hold once all of them are added.
    std::uint32_t sumOf(std::span<const Product> products) const;

  private:
    PatchSums() = default;
    Outcome readWeights(const machine::Scope& scope, std::shared_ptr<const machine::Snapshot> now);

    const lower::SumReport* m_sums = nullptr;
    bool m_isFloat = true;
    std::uint64_t m_channel = 0, m_block = 0, m_blockFirst = 0, m_firstInput = 0, m_inputs = 0;
    std::vector<Product> m_weights; // not yet with inputs
    ElementSourcePtr m_input;
};

// A picture in the unified buffer, whatever is there by now.
Result<ElementSourcePtr> elementsOf(const machine::Scope& scope, const lower::PlacedPicture& picture,
                                    std::shared_ptr<const machine::Snapshot> now);

} // namespace lw::scene::striding
