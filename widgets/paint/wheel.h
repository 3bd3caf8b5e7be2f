// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lw::paint {

inline constexpr double kWheelStep = 1.2; // one notch of the wheel enlarges by this
inline constexpr int kNotch = 120;        // of QWheelEvent::angleDelta
inline constexpr double kDragStart = 4;   // pixels from which on a press is a drag

} // namespace lw::paint
