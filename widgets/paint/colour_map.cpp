// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/colour_map.h"

#include <algorithm>
#include <cmath>

namespace lw::paint {

namespace {

// viridis (S. van der Walt, N. Smith, E. Firing; CC0) at 16 equidistant places; straight lines between them.
constexpr std::array<std::uint32_t, 16> kViridis{0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                                 0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                                 0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725};
// cividis (J. Nunez, C. Anderton, R. Renslow; CC0) at 9 places, made for readers who confuse red and green.
constexpr std::array<std::uint32_t, 9> kCividis{0x00224e, 0x213b6e, 0x4c556c, 0x6c6e72, 0x7d7c78,
                                                0x9b9677, 0xbcae6c, 0xdcc953, 0xfee838};
// Zero is near the surface of its theme, so that it is quiet; the further from it, the more it stands out.
constexpr std::array<std::uint32_t, 7> kOnLight{0x1b4f9c, 0x5a8fcb, 0xb5cce6, 0xf2f2f0,
                                                0xf0cda6, 0xdd8c3c, 0x9c4f0c};
constexpr std::array<std::uint32_t, 7> kOnDark{0x9cc6ff, 0x4f8fd8, 0x2c4f7c, 0x272c34,
                                               0x6e4520, 0xc97a30, 0xffc58a};

constexpr std::array<std::uint32_t, 2> kGrey{0x000000, 0xffffff};

QColor colourOf(std::uint32_t rgb) { return QColor::fromRgb(QRgb(0xff000000u | rgb)); }

template <std::size_t N>
std::array<QRgb, ColourMap::kEntries> filled(const std::array<std::uint32_t, N>& stops) {
    std::array<QRgb, ColourMap::kEntries> out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const double place = static_cast<double>(i) * (N - 1) / (out.size() - 1);
        const auto low = std::min(static_cast<std::size_t>(place), N - 2);
        out[i] =
            theme::mixed(colourOf(stops[low + 1]), colourOf(stops[low]), place - static_cast<double>(low))
                .rgb();
    }
    return out;
}

} // namespace

ColourMap::ColourMap(MapKind kind, const theme::Theme& theme)
    : m_entries(kind == MapKind::Sequential ? filled(kViridis)
                : kind == MapKind::Cividis  ? filled(kCividis)
                : kind == MapKind::Grey     ? filled(kGrey)
                : theme.isDark()            ? filled(kOnDark)
                                            : filled(kOnLight)) {}

QRgb ColourMap::at(double value, const ValueRange& range) const {
    const double width = range.high - range.low;
    const double place = width > 0 ? (value - range.low) / width : 0.5;
    return m_entries[static_cast<std::size_t>(std::clamp(place, 0.0, 1.0) * (kEntries - 1) + 0.5)];
}

QColor inkOn(QRgb ground) {
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double light =
        0.2126 * linear(qRed(ground)) + 0.7152 * linear(qGreen(ground)) + 0.0722 * linear(qBlue(ground));
    return light > 0.179 ? QColor(Qt::black) : QColor(Qt::white);
}

} // namespace lw::paint
