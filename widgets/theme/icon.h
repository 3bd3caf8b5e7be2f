// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QIcon>
#include <QString>

namespace lw::theme {

// An icon of resources/icons by name ("run"), drawn in the colour of a role of the theme in use when it is
// painted, at any pixel ratio. An unknown name is a mistake of ours.
QIcon icon(const Theme& theme, const QString& name, Role role = Role::Text);

} // namespace lw::theme
