// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/window.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace reference::onnx {

namespace {

// This many pixels beside each other, for this many outputs at once: what the compiler makes vectors of.
constexpr std::size_t kPixels = 64, kOutputs = 4;
using Strip = std::array<double, kPixels>;

// Of one group: output o at pixel p is the sum over channels c and taps t of w[o][c][t] * x[c][place of t
// at p].
struct Group {
    const Window& window;
    const double* x; // its channels
    const double* w; // its outputs' weights
    double* y;
    std::int64_t channels, outputs;

    // What each tap of each channel reads at the pixels from `first` on.
    void gather(std::vector<Strip>& strips, std::int64_t first, std::int64_t count) const {
        const Direction &r = window.row, &s = window.column;
        auto strip = strips.begin();
        for (std::int64_t c = 0; c < channels; ++c)
            for (std::int64_t i = 0; i < r.kernel; ++i)
                for (std::int64_t j = 0; j < s.kernel; ++j, ++strip)
                    for (std::int64_t p = 0; p < count; ++p) {
                        const std::int64_t row = r.place((first + p) / s.out, i);
                        const std::int64_t column = s.place((first + p) % s.out, j);
                        const bool isInside = r.isInside(row) && s.isInside(column);
                        (*strip)[static_cast<std::size_t>(p)] =
                            isInside ? x[(c * r.in + row) * s.in + column] : 0;
                    }
    }
    void sum(const std::vector<Strip>& strips, std::int64_t first, std::int64_t count) const {
        const auto terms = static_cast<std::int64_t>(strips.size());
        for (std::int64_t o = 0; o < outputs; o += kOutputs) {
            std::array<Strip, kOutputs> sums{};
            const std::int64_t here = std::min<std::int64_t>(kOutputs, outputs - o);
            for (std::int64_t k = 0; k < terms; ++k) {
                const Strip& strip = strips[static_cast<std::size_t>(k)];
                for (std::int64_t n = 0; n < here; ++n) {
                    const double weight = w[(o + n) * terms + k];
                    Strip& into = sums[static_cast<std::size_t>(n)];
                    for (std::size_t p = 0; p < kPixels; ++p) into[p] += weight * strip[p];
                }
            }
            for (std::int64_t n = 0; n < here; ++n)
                std::copy_n(sums[static_cast<std::size_t>(n)].begin(), count,
                            y + (o + n) * window.pixels() + first);
        }
    }
    void run() const {
        std::vector<Strip> strips(static_cast<std::size_t>(channels * window.taps()));
        for (std::int64_t first = 0; first < window.pixels(); first += kPixels) {
            const std::int64_t count = std::min<std::int64_t>(kPixels, window.pixels() - first);
            gather(strips, first, count);
            sum(strips, first, count);
        }
    }
};

void addBias(const Call& call, Tensor& out) {
    if (!call.has(2)) return;
    const Around around = aroundAxis(out.shape, 1);
    for (std::int64_t i = 0; i < countOf(out.shape); ++i)
        out[i] += call.in(2)[i / around.after % around.along];
}

Outputs conv(const Call& call) {
    const Tensor &x = call.in(0), &w = call.in(1);
    const Window window = windowOf(call, x.shape, Shape(w.shape.begin() + 2, w.shape.end()));
    const std::int64_t groups = call.node.integer("group", 1), outputs = w.extent(0) / groups;
    const std::int64_t channels = w.extent(1), pixelsIn = window.row.in * window.column.in;
    if (channels * groups != window.channels) throw std::runtime_error("Conv: weights for other channels");
    Tensor out(window.shapeOf(w.extent(0)));
    for (std::int64_t item = 0; item < window.batch; ++item)
        for (std::int64_t g = 0; g < groups; ++g)
            Group{window,
                  x.values.data() + (item * groups + g) * channels * pixelsIn,
                  w.values.data() + g * outputs * channels * window.taps(),
                  out.values.data() + (item * groups + g) * outputs * window.pixels(),
                  channels,
                  outputs}
                .run();
    addBias(call, out);
    return {out};
}

// Each pixel sends its products to the places that a convolution of the result would read for it.
Outputs convTranspose(const Call& call) {
    const Tensor &x = call.in(0), &w = call.in(1);
    const Shape kernel(w.shape.begin() + 2, w.shape.end()), ones(kernel.size(), 1);
    const Shape strides = call.node.integers("strides", ones),
                dilations = call.node.integers("dilations", ones);
    const Shape more = call.node.integers("output_padding", Shape(kernel.size(), 0));
    const Shape wanted = call.node.integers("output_shape", {});
    const std::string autoPad = call.node.text("auto_pad", "NOTSET");
    Shape pads = call.node.integers("pads", Shape(2 * kernel.size(), 0));
    Shape shape{x.extent(0), 0};
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        const std::int64_t in = x.shape[2 + i], reach = (kernel[i] - 1) * dilations[i] + 1;
        const std::int64_t all = (in - 1) * strides[i] + more[i] + reach;
        if (!wanted.empty() || autoPad.rfind("SAME", 0) == 0) {
            const std::int64_t size =
                wanted.empty() ? in * strides[i] : wanted[wanted.size() - kernel.size() + i];
            const std::int64_t padding = std::max<std::int64_t>(all - size, 0);
            pads[i] = autoPad == "SAME_UPPER" ? padding / 2 : padding - padding / 2;
            pads[kernel.size() + i] = padding - pads[i];
            shape.push_back(size);
        } else {
            shape.push_back(all - pads[i] - pads[kernel.size() + i]);
        }
    }
    if (kernel.empty() || kernel.size() > 2)
        throw std::runtime_error("ConvTranspose of these extents is not known");
    const auto at = [&](const Shape& list, std::size_t direction, std::int64_t otherwise) {
        const std::size_t skipped = 2 - kernel.size(); // a list has columns only
        return direction < skipped ? otherwise : list[direction - skipped];
    };
    const std::int64_t groups = call.node.integer("group", 1), outputs = w.extent(1),
                       inputs = x.extent(1) / groups;
    shape[1] = outputs * groups;
    Tensor out(shape);
    const Shape in(x.shape.begin() + 2, x.shape.end()), size(shape.begin() + 2, shape.end());
    const std::int64_t rows = at(in, 0, 1), columns = at(in, 1, 1), kr = at(kernel, 0, 1),
                       kc = at(kernel, 1, 1);
    const std::int64_t rowsOut = at(size, 0, 1), columnsOut = at(size, 1, 1);
    for (std::int64_t item = 0; item < x.extent(0); ++item)
        for (std::int64_t c = 0; c < x.extent(1); ++c)
            for (std::int64_t o = 0; o < outputs; ++o)
                for (std::int64_t p = 0; p < rows * columns; ++p)
                    for (std::int64_t t = 0; t < kr * kc; ++t) {
                        const std::int64_t row =
                            p / columns * at(strides, 0, 1) - at(pads, 0, 0) + t / kc * at(dilations, 0, 1);
                        const std::int64_t column =
                            p % columns * at(strides, 1, 1) - at(pads, 1, 0) + t % kc * at(dilations, 1, 1);
                        if (row < 0 || row >= rowsOut || column < 0 || column >= columnsOut) continue;
                        const std::int64_t channel = c / inputs * outputs + o;
                        out[((item * shape[1] + channel) * rowsOut + row) * columnsOut + column] +=
                            x[(item * x.extent(1) + c) * rows * columns + p] *
                            w[(c * outputs + o) * kr * kc + t];
                    }
    addBias(call, out);
    return {out};
}

// One pixel after the other: f gets the channel's pixels and the window's place, and gives the element.
template <typename F> Outputs pooled(const Call& call, const F& f) {
    const Tensor& x = call.in(0);
    const Window window = windowOf(call, x.shape, call.node.integers("kernel_shape", {}));
    Tensor out(window.shapeOf(window.channels));
    for (std::int64_t i = 0; i < countOf(out.shape); ++i) {
        const std::int64_t pixel = i % window.pixels(), channel = i / window.pixels();
        out[i] = f(window, x.values.data() + channel * window.row.in * window.column.in,
                   pixel / window.column.out, pixel % window.column.out);
    }
    return {out};
}
// Calls f for the places of a window: inside with the element, else with whether it lies in the padding that
// the file states (a window that is not complete reaches beyond it).
template <typename F>
void forEachTap(const Window& window, const double* x, std::int64_t row, std::int64_t column, const F& f) {
    for (std::int64_t t = 0; t < window.taps(); ++t) {
        const std::int64_t r = window.row.place(row, t / window.column.kernel);
        const std::int64_t c = window.column.place(column, t % window.column.kernel);
        const bool isInside = window.row.isInside(r) && window.column.isInside(c);
        const bool isPadding =
            r < window.row.in + window.row.after && c < window.column.in + window.column.after;
        f(isInside ? x + r * window.column.in + c : nullptr, isPadding);
    }
}

Outputs maxPool(const Call& call) {
    return pooled(call, [](const Window& window, const double* x, std::int64_t row, std::int64_t column) {
        const double* most = nullptr;
        forEachTap(window, x, row, column, [&](const double* at, bool) {
            if (at && (!most || *at > *most)) most = at;
        });
        if (!most) throw std::runtime_error("MaxPool: a window lies in the padding");
        return *most;
    });
}

Outputs averagePool(const Call& call) {
    const bool includesPadding = call.node.integer("count_include_pad", 0) != 0;
    return pooled(call, [&](const Window& window, const double* x, std::int64_t row, std::int64_t column) {
        double sum = 0, count = 0;
        forEachTap(window, x, row, column, [&](const double* at, bool isPadding) {
            if (at) sum += *at;
            if (at || (includesPadding && isPadding)) ++count;
        });
        return sum / count;
    });
}

} // namespace

std::vector<NamedOperator> windowOperators() {
    return {
        {"AveragePool", averagePool}, {"Conv", conv}, {"ConvTranspose", convTranspose}, {"MaxPool", maxPool}};
}

} // namespace reference::onnx
