// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QCoreApplication>

namespace lw::paint {

// A text of the window in its language, for code outside a QObject.
inline QString tr(const char* text) { return QCoreApplication::translate("lw::paint", text); }

} // namespace lw::paint
