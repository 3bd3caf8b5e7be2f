// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

// How colours differ to an eye, by formulas of their own: nothing here is shared with what chose the colours.
namespace lw::tests {

using Triple = std::array<double, 3>;

inline double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

inline Triple linearOf(const QColor& c) { return {linear(c.redF()), linear(c.greenF()), linear(c.blueF())}; }

inline double luminance(const Triple& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }

// WCAG 2.
inline double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(linearOf(a)), y = luminance(linearOf(b));
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// sRGB to CIE Lab under D65.
inline Triple labOf(const Triple& rgb) {
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047);
    const double y = f(0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2]);
    const double z = f((0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

constexpr double kDegree = std::numbers::pi / 180;

inline double hueOf(double a, double b) {
    if (a == 0 && b == 0) return 0;
    const double h = std::atan2(b, a) / kDegree;
    return h < 0 ? h + 360 : h;
}

// Sharma, Wu, Dalal: The CIEDE2000 color-difference formula (2005).
inline double ciede2000(const Triple& p, const Triple& q) {
    const auto seventh = [](double c) { return std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)); };
    const double meanC = (std::hypot(p[1], p[2]) + std::hypot(q[1], q[2])) / 2;
    const double g = 1 + 0.5 * (1 - std::sqrt(seventh(meanC)));
    const double c1 = std::hypot(g * p[1], p[2]), c2 = std::hypot(g * q[1], q[2]);
    const double h1 = hueOf(g * p[1], p[2]), h2 = hueOf(g * q[1], q[2]);
    double turn = h2 - h1, meanH = h1 + h2;
    if (c1 * c2 == 0) {
        turn = 0;
    } else if (std::abs(h1 - h2) <= 180) {
        meanH /= 2;
    } else {
        turn += turn > 180 ? -360 : 360;
        meanH = meanH < 360 ? (meanH + 360) / 2 : (meanH - 360) / 2;
    }
    const double dL = q[0] - p[0], dC = c2 - c1, dH = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * kDegree);
    const double l = (p[0] + q[0]) / 2 - 50, c = (c1 + c2) / 2;
    const double t = 1 - 0.17 * std::cos((meanH - 30) * kDegree) + 0.24 * std::cos(2 * meanH * kDegree) +
                     0.32 * std::cos((3 * meanH + 6) * kDegree) - 0.20 * std::cos((4 * meanH - 63) * kDegree);
    const double x = dL / (1 + 0.015 * l * l / std::sqrt(20 + l * l)), y = dC / (1 + 0.045 * c),
                 z = dH / (1 + 0.015 * c * t);
    const double bend = 30 * std::exp(-std::pow((meanH - 275) / 25, 2));
    const double rotation = -std::sin(2 * bend * kDegree) * 2 * std::sqrt(seventh(c));
    return std::sqrt(x * x + y * y + z * z + rotation * y * z);
}

// Machado, Oliveira, Fernandes (2009), severity 1; applied to linear RGB.
struct Vision {
    const char* name;
    std::array<Triple, 3> matrix;
};
constexpr Vision kVisions[] = {
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopic",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopic",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
};

inline Triple seen(const QColor& colour, const Vision& vision) {
    const Triple rgb = linearOf(colour);
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = std::clamp(vision.matrix[i][0] * rgb[0] + vision.matrix[i][1] * rgb[1] +
                                vision.matrix[i][2] * rgb[2],
                            0.0, 1.0);
    return labOf(out);
}

} // namespace lw::tests
