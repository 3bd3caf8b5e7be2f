// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/program.h"
#include "core/program/target.h"
#include "core/scene/cell_picture.h"

#include <vector>

namespace lw::scene {

// Marks the rows that a load or store of the next bundle leaves out, because bits of its mask are 0, in
// pictures of vector registers (made by slicePictures). Without such a bundle nothing is marked.
void markMaskedRows(std::vector<CellPicture>& registers, const program::Program& program,
                    const program::Target& target, const machine::CoreTree& tree, const machine::Moment& now);

} // namespace lw::scene
