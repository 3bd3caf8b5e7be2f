// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/network/export_writer.h"
#include "tests/reference/onnx/graph.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

// ONNX graphs that nobody chose: operators one after the other on values of any extents, with what they
// compute by plain loops in double precision.
namespace lw::test::onnx {

class RandomGraph {
  public:
    explicit RandomGraph(std::uint32_t seed);

    std::string model; // with one output
    reference::onnx::Tensor input, output;
    std::string operators; // for people

  private:
    struct Value {
        std::string name;
        reference::onnx::Tensor tensor;
        std::int64_t extent(std::int64_t axis) const { return tensor.extent(axis); }
        std::int64_t rank() const { return tensor.rank(); }
    };
    std::int64_t below(std::int64_t count) {
        return static_cast<std::int64_t>(m_random() % std::uint64_t(count));
    }
    bool maybe() { return below(2) == 0; }
    // The name of a new value that reads x; nothing if the operator does not fit it.
    std::optional<std::string> ofImage(const Value& x);
    std::optional<std::string> ofAny(const Value& x);
    std::string window(const Value& x, bool isPool);
    std::string pooled(const Value& x);
    std::string resized(const Value& x);
    std::string padded(const Value& x);
    std::string sliced(const Value& x);
    std::string transposed(const Value& x);
    std::string reshaped(const Value& x);
    std::string joined(const Value& x);
    std::string withConstant(const Value& x);
    std::string product(const Value& x);
    std::string elementwise(const Value& x);
    std::int64_t axisOf(const Value& x) { return 1 + below(x.rank() - 1); } // any but the batch
    void add();

    std::mt19937 m_random;
    ExportWriter m_writer;
    std::vector<Value> m_values;
};

} // namespace lw::test::onnx
