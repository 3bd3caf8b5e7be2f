// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/cell_picture.h"
#include "core/scene/element_source.h"

namespace lw::scene {

// The cells of a picture as a tensor of its rows and columns, with their flags.
ElementSourcePtr elementsOf(CellPicture picture);

} // namespace lw::scene
