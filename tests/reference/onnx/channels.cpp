// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/operators.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

// Operators that look at several elements of a value along its axes, and products.
namespace reference::onnx {

namespace {

Outputs batchNorm(const Call& call) {
    if (call.node.integer("training_mode", 0) != 0) throw std::runtime_error("training is not known here");
    const double epsilon = call.node.real("epsilon", static_cast<double>(1e-5f));
    Tensor out = call.in(0);
    const Around around = aroundAxis(out.shape, 1);
    for (std::int64_t i = 0; i < countOf(out.shape); ++i) {
        const std::int64_t c = i / around.after % around.along;
        out[i] =
            (out[i] - call.in(3)[c]) / std::sqrt(call.in(4)[c] + epsilon) * call.in(1)[c] + call.in(2)[c];
    }
    return {out};
}

Outputs localResponse(const Call& call) {
    const Tensor& x = call.in(0);
    const std::int64_t size = call.node.integer("size", 1);
    const double alpha = call.node.real("alpha", static_cast<double>(0.0001f));
    const double beta = call.node.real("beta", 0.75), bias = call.node.real("bias", 1);
    const Around around = aroundAxis(x.shape, 1);
    Tensor out(x.shape);
    for (std::int64_t i = 0; i < countOf(x.shape); ++i) {
        const std::int64_t c = i / around.after % around.along;
        const std::int64_t first = std::max<std::int64_t>(0, c - (size - 1) / 2);
        const std::int64_t last =
            std::min(around.along - 1, c + size / 2); // size / 2 is (size - 1) / 2 rounded up
        double squares = 0;
        for (std::int64_t k = first; k <= last; ++k) {
            const double other = x[i + (k - c) * around.after];
            squares += other * other;
        }
        out[i] = x[i] / std::pow(bias + alpha / static_cast<double>(size) * squares, beta);
    }
    return {out};
}

// Calls f with a row along the axis; before version 13 of Softmax all axes from it on are one row.
template <typename F> Tensor alongRows(const Tensor& x, Around around, const F& f) {
    Tensor out = x;
    std::vector<double> row(static_cast<std::size_t>(around.along));
    for (std::int64_t b = 0; b < around.before; ++b)
        for (std::int64_t a = 0; a < around.after; ++a) {
            const auto at = [&](std::size_t i) {
                return (b * around.along + static_cast<std::int64_t>(i)) * around.after + a;
            };
            for (std::size_t i = 0; i < row.size(); ++i) row[i] = x[at(i)];
            f(row);
            for (std::size_t i = 0; i < row.size(); ++i) out[at(i)] = row[i];
        }
    return out;
}

template <typename F> Outputs softmaxOf(const Call& call, const F& f) {
    const Tensor& x = call.in(0);
    const bool isOld = call.operatorSet < 13;
    Around around = aroundAxis(x.shape, call.axis(call.node.integer("axis", isOld ? 1 : -1), x.rank()));
    if (isOld) {
        around.along *= around.after;
        around.after = 1;
    }
    return {alongRows(x, around, f)};
}
Outputs softmax(const Call& call) {
    return softmaxOf(call, [](std::vector<double>& row) {
        const double most = *std::max_element(row.begin(), row.end());
        double sum = 0;
        for (double& x : row) sum += x = std::exp(x - most);
        for (double& x : row) x /= sum;
    });
}
Outputs logSoftmax(const Call& call) {
    return softmaxOf(call, [](std::vector<double>& row) {
        const double most = *std::max_element(row.begin(), row.end());
        double sum = 0;
        for (const double x : row) sum += std::exp(x - most);
        for (double& x : row) x -= most + std::log(sum);
    });
}

Outputs argMax(const Call& call) {
    const Tensor& x = call.in(0);
    const std::int64_t axis = call.axis(call.node.integer("axis", 0), x.rank());
    const bool isLast = call.node.integer("select_last_index", 0) != 0;
    const Around around = aroundAxis(x.shape, axis);
    Shape kept = x.shape, shown = x.shape;
    kept[static_cast<std::size_t>(axis)] = 1;
    if (call.node.integer("keepdims", 1) != 0)
        shown = kept;
    else
        shown.erase(shown.begin() + axis);
    Tensor out(shown);
    for (std::int64_t b = 0; b < around.before; ++b)
        for (std::int64_t a = 0; a < around.after; ++a) {
            std::int64_t most = 0;
            for (std::int64_t k = 1; k < around.along; ++k) {
                const double here = x[(b * around.along + k) * around.after + a],
                             largest = x[(b * around.along + most) * around.after + a];
                if (here > largest || (isLast && here == largest)) most = k;
            }
            out[b * around.after + a] = static_cast<double>(most);
        }
    return {out};
}

Outputs layerNorm(const Call& call) {
    const Tensor& x = call.in(0);
    const double epsilon = call.node.real("epsilon", static_cast<double>(1e-5f));
    Around around = aroundAxis(x.shape, call.axis(call.node.integer("axis", -1), x.rank()));
    around.along *= around.after;
    around.after = 1;
    return {alongRows(x, around, [&](std::vector<double>& row) {
        const auto count = static_cast<double>(row.size());
        double mean = 0, variance = 0;
        for (const double v : row) mean += v / count;
        for (const double v : row) variance += (v - mean) * (v - mean) / count;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto at = static_cast<std::int64_t>(i);
            row[i] = (row[i] - mean) / std::sqrt(variance + epsilon) * call.in(1)[at];
            if (call.has(2)) row[i] += call.in(2)[at];
        }
    })};
}

// Over some axes; `join` takes an element to what there is, `end` gets the number of elements as well.
template <typename Join, typename End>
Tensor reduced(const Tensor& x, const std::vector<bool>& goes, bool keeps, double from, const Join& join,
               const End& end) {
    Shape kept = x.shape, shown;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (goes[i]) kept[i] = 1;
        if (keeps || !goes[i]) shown.push_back(kept[i]);
    }
    Tensor out(kept, from);
    for (std::int64_t i = 0; i < countOf(x.shape); ++i) {
        double& into = out[placeIn(kept, x.shape, i)];
        into = join(into, x[i]);
    }
    const double count = static_cast<double>(countOf(x.shape)) / static_cast<double>(countOf(kept));
    for (double& value : out.values) value = end(value, count);
    out.shape = shown;
    out.isWhole = x.isWhole;
    return out;
}
template <typename Join, typename End>
Outputs reduce(const Call& call, double from, const Join& join, const End& end) {
    const Tensor& x = call.in(0);
    const Shape axes = call.numbers("axes", 1, {});
    if (axes.empty() && call.node.integer("noop_with_empty_axes", 0) != 0) return {x};
    std::vector<bool> goes(x.shape.size(), axes.empty());
    for (const std::int64_t axis : axes) goes.at(static_cast<std::size_t>(call.axis(axis, x.rank()))) = true;
    return {reduced(x, goes, call.node.integer("keepdims", 1) != 0, from, join, end)};
}
double plus(double x, double y) { return x + y; }
double larger(double x, double y) { return std::max(x, y); }
double same(double x, double) { return x; }
double over(double x, double count) { return x / count; }
Outputs reduceMean(const Call& call) { return reduce(call, 0, plus, over); }
Outputs reduceSum(const Call& call) { return reduce(call, 0, plus, same); }
Outputs reduceMax(const Call& call) { return reduce(call, -HUGE_VAL, larger, same); }

std::vector<bool> pixelAxes(const Tensor& x) {
    std::vector<bool> out(x.shape.size(), true);
    out.at(0) = out.at(1) = false;
    return out;
}
Outputs globalAverage(const Call& call) {
    return {reduced(call.in(0), pixelAxes(call.in(0)), true, 0, plus, over)};
}
Outputs globalMax(const Call& call) {
    return {reduced(call.in(0), pixelAxes(call.in(0)), true, -HUGE_VAL, larger, same)};
}

Tensor transposed(const Tensor& x) {
    return taken(x, {x.extent(1), x.extent(0)}, [&](const Shape& at) { return at[1] * x.extent(1) + at[0]; });
}
// [rows, inner] times [inner, columns], row by row.
void product(const double* a, const double* b, double* out, std::int64_t rows, std::int64_t inner,
             std::int64_t columns) {
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t k = 0; k < inner; ++k)
            for (std::int64_t j = 0; j < columns; ++j)
                out[i * columns + j] += a[i * inner + k] * b[k * columns + j];
}

Outputs gemm(const Call& call) {
    const Tensor a = call.node.integer("transA", 0) != 0 ? transposed(call.in(0)) : call.in(0);
    const Tensor b = call.node.integer("transB", 0) != 0 ? transposed(call.in(1)) : call.in(1);
    if (a.rank() != 2 || b.rank() != 2 || a.extent(1) != b.extent(0))
        throw std::runtime_error("Gemm: two matrices do not fit each other");
    Tensor out({a.extent(0), b.extent(1)});
    product(a.values.data(), b.values.data(), out.values.data(), a.extent(0), a.extent(1), b.extent(1));
    const double alpha = call.node.real("alpha", 1), beta = call.node.real("beta", 1);
    for (std::int64_t i = 0; i < countOf(out.shape); ++i) {
        out[i] *= alpha;
        if (call.has(2)) out[i] += beta * call.in(2)[placeIn(call.in(2).shape, out.shape, i)];
    }
    return {out};
}

Outputs matMul(const Call& call) {
    const Tensor &a = call.in(0), &b = call.in(1);
    if (a.rank() < 2 || b.rank() < 2) throw std::runtime_error("MatMul of lists is not known here");
    const Shape manyA(a.shape.begin(), a.shape.end() - 2), manyB(b.shape.begin(), b.shape.end() - 2);
    const std::int64_t rows = a.extent(-2), inner = a.extent(-1), columns = b.extent(-1);
    if (inner != b.extent(-2)) throw std::runtime_error("MatMul: two matrices do not fit each other");
    const Shape many = commonShape(manyA, manyB);
    Shape shape = many;
    shape.insert(shape.end(), {rows, columns});
    Tensor out(shape);
    for (std::int64_t i = 0; i < countOf(many); ++i)
        product(a.values.data() + placeIn(manyA, many, i) * rows * inner,
                b.values.data() + placeIn(manyB, many, i) * inner * columns,
                out.values.data() + i * rows * columns, rows, inner, columns);
    return {out};
}

} // namespace

Around aroundAxis(const Shape& shape, std::int64_t axis) {
    Around out;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        (at < axis ? out.before : at == axis ? out.along : out.after) *= shape[i];
    }
    return out;
}

std::vector<NamedOperator> channelOperators() {
    return {{"ArgMax", argMax},
            {"BatchNormalization", batchNorm},
            {"Gemm", gemm},
            {"GlobalAveragePool", globalAverage},
            {"GlobalMaxPool", globalMax},
            {"LRN", localResponse},
            {"LayerNormalization", layerNorm},
            {"LogSoftmax", logSoftmax},
            {"MatMul", matMul},
            {"ReduceMax", reduceMax},
            {"ReduceMean", reduceMean},
            {"ReduceSum", reduceSum},
            {"Softmax", softmax}};
}

} // namespace reference::onnx
