// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "widgets/session/view_context.h"

#include <QMenu>
#include <QString>
#include <QWidget>

#include <cstdint>

// What can be done to a cell, the same in every view.
namespace lw::state {

// "Who wrote this last", "Copy name" and "Copy value".
void addCellActions(QMenu& menu, const session::ViewContext& context, const QString& expression,
                    const QString& value);
// Why the cell cannot be edited now, or nothing.
QString whyNotEditable(const session::ViewContext& context, machine::NodeId node);
// Writes the bits into the cell. In the past it is said first that what comes later will be forgotten, in a
// dialog that does not block.
void editCell(const session::ViewContext& context, QWidget* view, machine::CellRef cell, std::uint64_t bits);

} // namespace lw::state
