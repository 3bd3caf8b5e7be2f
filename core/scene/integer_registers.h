// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/machine/word_reading.h"
#include "core/scene/cell_picture.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lw::scene {

// Which vector registers of a core hold integers at one moment, by the bundles that wrote them.
class IntegerRegisters {
  public:
    // `writers`: the last bundle of each register; kNoBundle: none is known. Without writers nothing is. The
    // makers are of the registers' file, and live longer.
    IntegerRegisters(const machine::WordMakers& makers, const machine::CoreTree& tree,
                     const machine::Moment& now, std::vector<std::uint32_t> writers);

    // Reads those of the pictures of all registers (made by slicePictures) as integers that are such.
    void read(std::vector<CellPicture>& registers) const;
    // Reads a result in a unit's queue as integers if it is made of such.
    void read(CellPicture& result, std::string_view unit, std::uint32_t bundle) const;

  private:
    machine::RegistersNow now() const;

    const machine::WordMakers& m_makers;
    machine::CoreTree m_tree;
    machine::Moment m_moment;
    std::vector<std::uint32_t> m_writers;
};

} // namespace lw::scene
