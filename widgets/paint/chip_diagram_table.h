// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/chip_diagram.h"
#include "widgets/paint/scene_table_model.h"

namespace lw::paint {

// The diagram as a table: a row for each box and each wire, what it does, why it waits, what is known of it.
struct ChipDiagramColumn {
    enum : int { Part, State, Detail };
};
SceneTable chipDiagramTable(const scene::ChipDiagram& scene);

// The id of the box in a row; empty for a wire. The row of a box; -1: there is none.
QString boxInRow(const scene::ChipDiagram& scene, int row);
int rowOfBox(const scene::ChipDiagram& scene, const QString& box);

} // namespace lw::paint
