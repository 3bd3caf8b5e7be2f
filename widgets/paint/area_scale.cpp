// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/area_scale.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace lw::paint {

namespace {

constexpr int kOne = 1 << 12; // weights of a pixel add up to this

// The averages that make up the pixels along one side: weights of neighbours, one list after the other.
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

// Two channels of a pixel in one number, with room for their sums above each.
constexpr std::uint64_t kTwo = 0x000000ff000000ff;
std::uint64_t redAndBlue(QRgb pixel) { return (std::uint64_t{pixel} << 16 | pixel) & kTwo; }
std::uint64_t alphaAndGreen(QRgb pixel) { return redAndBlue(pixel >> 8); }

QRgb average(const QRgb* pixel, std::span<const int> weights) {
    if (weights.size() == 1) return *pixel;
    constexpr std::uint64_t kHalf = std::uint64_t{kOne / 2} << 32 | kOne / 2;
    std::uint64_t even = kHalf, odd = kHalf;
    for (const int weight : weights) {
        even += static_cast<std::uint64_t>(weight) * redAndBlue(*pixel);
        odd += static_cast<std::uint64_t>(weight) * alphaAndGreen(*pixel);
        ++pixel;
    }
    even = even / kOne & kTwo, odd = odd / kOne & kTwo;
    return static_cast<QRgb>(even >> 16 | even | odd >> 8 | odd << 8);
}

// For whole lines, channel by channel: the weights are the same everywhere.
void averageLines(const QRgb* first, std::size_t width, std::span<const int> weights,
                  std::vector<std::uint32_t>& sums, uchar* out) {
    const auto channels = std::as_bytes(std::span(first, width * weights.size()));
    const std::size_t count = width * sizeof(QRgb);
    if (weights.size() == 1) {
        std::memcpy(out, channels.data(), count);
        return;
    }
    sums.assign(count, kOne / 2);
    for (std::size_t line = 0; line < weights.size(); ++line) {
        const std::byte* from = channels.data() + line * count;
        const auto weight = static_cast<std::uint32_t>(weights[line]);
        for (std::size_t i = 0; i < count; ++i) sums[i] += weight * std::to_integer<std::uint32_t>(from[i]);
    }
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<uchar>(sums[i] / kOne);
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
                average(line.data() + span.first, across.of(span));
        }
    }
    QImage out(size, image.format());
    std::vector<std::uint32_t> sums;
    for (int y = 0; y < size.height(); ++y) {
        const Spans::Span& span = down.spans[static_cast<std::size_t>(y)];
        averageLines(narrow.data() + (span.first - top) * width, across.spans.size(), down.of(span), sums,
                     out.scanLine(y));
    }
    return out;
}

} // namespace lw::paint
