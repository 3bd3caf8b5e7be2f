// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/area_scale.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace lw::paint {

namespace {

constexpr int kOne = 1 << 12; // weights of a pixel add up to this

// What the pixels along one side are averages of: weights of neighbours, one list after the other.
struct Spans {
    struct Span {
        int first = 0; // source pixel
        std::size_t weights = 0, count = 0;
    };
    std::vector<Span> spans;
    std::vector<int> weights;

    std::span<const int> of(const Span& one) const {
        return std::span(weights).subspan(one.weights, one.count);
    }
};

Spans spansOf(double begin, double length, int pixels, int limit) {
    Spans out;
    const double step = length / pixels;
    for (int i = 0; i < pixels; ++i) {
        const double from = std::clamp(begin + i * step, 0.0, double(limit));
        const double to = std::clamp(begin + (i + 1) * step, from, double(limit));
        const int first = std::min(static_cast<int>(from), limit - 1);
        const int last = std::clamp(static_cast<int>(std::ceil(to)) - 1, first, limit - 1);
        out.spans.push_back({first, out.weights.size(), static_cast<std::size_t>(last - first + 1)});
        int left = kOne; // the last one takes what rounding leaves
        for (int at = first; at < last; ++at) {
            const double covered = std::min(to, at + 1.0) - std::max(from, double(at));
            const int weight = std::min(left, static_cast<int>(std::lround(covered / (to - from) * kOne)));
            out.weights.push_back(weight);
            left -= weight;
        }
        out.weights.push_back(left);
    }
    return out;
}

QRgb average(const QRgb* pixel, std::ptrdiff_t step, std::span<const int> weights) {
    int red = kOne / 2, green = red, blue = red, alpha = red;
    for (const int weight : weights) {
        red += weight * qRed(*pixel);
        green += weight * qGreen(*pixel);
        blue += weight * qBlue(*pixel);
        alpha += weight * qAlpha(*pixel);
        pixel += step;
    }
    return qRgba(red / kOne, green / kOne, blue / kOne, alpha / kOne);
}

} // namespace

QImage areaScaled(const QImage& image, const QRectF& from, QSize size) {
    if (image.isNull() || size.isEmpty() || from.isEmpty()) return {};
    const Spans across = spansOf(from.left(), from.width(), size.width(), image.width());
    const Spans down = spansOf(from.top(), from.height(), size.height(), image.height());
    const int top = down.spans.front().first;
    const int rows = down.spans.back().first + static_cast<int>(down.spans.back().count) - top;
    std::vector<QRgb> narrow(static_cast<std::size_t>(rows) * across.spans.size()); // along the rows only
    const auto width = static_cast<std::ptrdiff_t>(across.spans.size());
    std::vector<QRgb> line(static_cast<std::size_t>(std::max(image.width(), size.width())));
    for (int row = 0; row < rows; ++row) {
        std::memcpy(line.data(), image.constScanLine(top + row),
                    static_cast<std::size_t>(image.width()) * sizeof(QRgb));
        for (std::ptrdiff_t x = 0; x < width; ++x) {
            const Spans::Span& span = across.spans[static_cast<std::size_t>(x)];
            narrow[static_cast<std::size_t>(row * width + x)] =
                average(line.data() + span.first, 1, across.of(span));
        }
    }
    QImage out(size, image.format());
    for (int y = 0; y < size.height(); ++y) {
        const Spans::Span& span = down.spans[static_cast<std::size_t>(y)];
        for (std::ptrdiff_t x = 0; x < width; ++x)
            line[static_cast<std::size_t>(x)] =
                average(narrow.data() + (span.first - top) * width + x, width, down.of(span));
        std::memcpy(out.scanLine(y), line.data(), across.spans.size() * sizeof(QRgb));
    }
    return out;
}

} // namespace lw::paint
