// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/frame.h"

#include <QStringList>

namespace lw::debug {

// Expressions that have a value in this program, one for each kind of thing that can be asked for: a
// register, an element of a vector register and of a tensor, the clock.
QStringList exampleExpressions(const session::Loaded& loaded);

} // namespace lw::debug
