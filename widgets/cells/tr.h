// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QCoreApplication>

namespace lw::cells {

// A text of the window in its language, for what is not a QObject.
inline QString tr(const char* text) { return QCoreApplication::translate("lw::cells", text); }

} // namespace lw::cells
