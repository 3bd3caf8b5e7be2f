// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ide/action_table.h"
#include "widgets/editor/document_area.h"

namespace lw::ide {

// Gives the rows of the Edit menu their meaning, and the editors their context menu.
void connectEditActions(ActionTable& actions, editor::DocumentArea& documents, QWidget* window);

} // namespace lw::ide
