// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/core_limits.h"
#include "core/tensor/shape.h"

#include <cstdint>
#include <string>

namespace lw::lower::training {

// A tensor of float32 in tiles, of which each is a vector register: bytes with what fills them up.
std::uint64_t tiledBytes(const tensor::Shape& shape, const machine::CoreLimits& machine);

// What the tensors of a program take of HBM, one after the other.
class HbmUse {
  public:
    void add(const std::string& tensor, std::uint64_t bytes);
    // E935: more than the machine has.
    Outcome check(const machine::CoreLimits& machine, const Place& place) const;

  private:
    std::uint64_t m_bytes = 0, m_most = 0;
    std::string m_largest;
};

} // namespace lw::lower::training
