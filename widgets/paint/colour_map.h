// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QColor>
#include <QRgb>

#include <array>
#include <cstdint>

namespace lw::paint {

// From numbers to colours: viridis or cividis for magnitudes, black to white for photographs,
// a zero-centred blue - neutral - orange for signed data. Never rainbow.
enum class MapKind : std::uint8_t { Sequential, Diverging, Cividis, Grey };

struct ValueRange {
    double low = 0, high = 1;
    bool operator==(const ValueRange&) const = default;
};

class ColourMap {
  public:
    ColourMap(MapKind kind, const theme::Theme& theme);
    // Values beyond the range get the colour at its end; NaN is up to the caller.
    QRgb at(double value, const ValueRange& range) const;
    QRgb entry(std::size_t i) const { return m_entries[i]; }
    static constexpr std::size_t kEntries = 256;

  private:
    std::array<QRgb, kEntries> m_entries;
};

// Black or white, whichever reads better on it.
QColor inkOn(QRgb ground);

} // namespace lw::paint
