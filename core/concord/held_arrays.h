// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/preparation.h"
#include "core/concord/value_names.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The arrays of a person's network of which memories are prepared, as hints name them.
namespace lw::concord {

struct HeldArray {
    std::string array, variable;
    bool hasIndex = false;                // hints name what is at indices of its first axis
    std::vector<std::uint64_t> extents{}; // of all axes
};

// A part of one of them.
struct HeldPart {
    std::string variable;
    std::optional<std::uint64_t> index{};
    std::uint64_t first = 0, end = 0; // rows
    bool areAllRows = true;
};

class HeldArrays {
  public:
    explicit HeldArrays(const std::vector<Prepared>& parts);

    const std::vector<HeldArray>& all() const { return m_arrays; }
    std::vector<std::string> variables() const;
    HeldPart partOf(const TensorName& tensor, const ArrayPart& part) const;

  private:
    std::optional<std::size_t> find(const TensorName& tensor, const ArrayPart& part) const;
    void grow(const TensorName& tensor, const ArrayPart& part);

    std::vector<HeldArray> m_arrays;
    UsedNames m_names;
};

// Whose sum a tensor is.
std::vector<ArrayPart> partsOf(const TensorName& tensor);
// Its rows and columns as vectors.
std::vector<std::uint64_t> rowsAndColumns(const TensorName& tensor);

} // namespace lw::concord
