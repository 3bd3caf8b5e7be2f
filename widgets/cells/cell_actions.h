// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "widgets/session/frame.h"
#include "widgets/session/view_context.h"

#include <QMenu>
#include <QString>
#include <QWidget>

#include <cstdint>

// What can be done to a cell, the same in every view.
namespace lw::cells {

// What stops a run when the cell is written (of a memory) or changes (of anything else),
// as one writes it; empty when nothing can.
QString breakpointOn(machine::CellRef cell, const session::Frame& frame);
// The tensor a cell is part of: a named one, or a vector register; empty: none.
QString tensorOf(machine::CellRef cell, const session::Frame& frame);
// An entry that puts a text on the clipboard; disabled when there is none.
void addCopy(QMenu& menu, const QString& title, const QString& text);
// Who wrote it, watching it, stopping at it, opening it as a tensor, copying its name and value.
void addCellActions(QMenu& menu, const session::ViewContext& context, const QString& expression,
                    const QString& value);
// Why the cell cannot be edited now, or nothing.
QString whyNotEditable(const session::ViewContext& context, machine::NodeId node);
// Writes the bits into the cell. In the past it is said first that what comes later will be forgotten, in a
// dialog that does not block.
void editCell(const session::ViewContext& context, QWidget* view, machine::CellRef cell, std::uint64_t bits);

} // namespace lw::cells
