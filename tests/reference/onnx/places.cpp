// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/onnx/operators.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

namespace reference::onnx {

namespace {

Outputs shaped(const Tensor& x, Shape shape) {
    if (countOf(shape) != countOf(x.shape))
        throw std::runtime_error("a new shape has another number of elements");
    Tensor out = x;
    out.shape = std::move(shape);
    return {out};
}

Outputs concat(const Call& call) {
    const std::int64_t axis = call.axis(call.node.integer("axis", 1), call.in(0).rank());
    Shape shape = call.in(0).shape;
    shape.at(static_cast<std::size_t>(axis)) = 0;
    for (const Tensor* input : call.inputs) shape[static_cast<std::size_t>(axis)] += input->extent(axis);
    const Around whole = aroundAxis(shape, axis);
    Tensor out(shape);
    out.isWhole = call.in(0).isWhole;
    std::int64_t from = 0; // along the axis
    for (const Tensor* input : call.inputs) {
        const Around part = aroundAxis(input->shape, axis);
        for (std::int64_t b = 0; b < part.before; ++b)
            for (std::int64_t i = 0; i < part.along * part.after; ++i)
                out[(b * whole.along + from) * whole.after + i] = (*input)[b * part.along * part.after + i];
        from += part.along;
    }
    return {out};
}

Outputs reshape(const Call& call) {
    const Tensor& x = call.in(0);
    Shape shape = call.numbers("shape", 1, {});
    const bool zeroIsZero = call.node.integer("allowzero", 0) != 0;
    std::int64_t known = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0 && !zeroIsZero) shape[i] = x.shape.at(i);
        if (shape[i] > 0) known *= shape[i];
    }
    for (std::int64_t& extent : shape)
        if (extent == -1) extent = countOf(x.shape) / known;
    return shaped(x, shape);
}

Outputs flatten(const Call& call) {
    const Tensor& x = call.in(0);
    const auto axis = call.axis(call.node.integer("axis", 1), x.rank());
    const std::int64_t before = countOf(Shape(x.shape.begin(), x.shape.begin() + axis));
    return shaped(x, {before, before == 0 ? 0 : countOf(x.shape) / before});
}

Outputs squeeze(const Call& call) {
    const Tensor& x = call.in(0);
    const Shape axes = call.numbers("axes", 1, {});
    Shape shape;
    for (std::int64_t i = 0; i < x.rank(); ++i) {
        const auto isIt = [&](std::int64_t axis) { return call.axis(axis, x.rank()) == i; };
        const bool goes = axes.empty() ? x.extent(i) == 1 : std::any_of(axes.begin(), axes.end(), isIt);
        if (!goes) shape.push_back(x.extent(i));
    }
    return shaped(x, shape);
}

Outputs unsqueeze(const Call& call) {
    const Tensor& x = call.in(0);
    Shape axes = call.numbers("axes", 1, {});
    const std::int64_t rank = x.rank() + static_cast<std::int64_t>(axes.size());
    for (std::int64_t& axis : axes) axis = call.axis(axis, rank);
    std::sort(axes.begin(), axes.end());
    Shape shape = x.shape;
    for (const std::int64_t axis : axes) shape.insert(shape.begin() + axis, 1);
    return shaped(x, shape);
}

Outputs transpose(const Call& call) {
    const Tensor& x = call.in(0);
    Shape order(x.shape.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
    order = call.node.integers("perm", order);
    Shape shape, steps;
    for (const std::int64_t axis : order) {
        shape.push_back(x.extent(axis));
        steps.push_back(aroundAxis(x.shape, axis).after);
    }
    return {taken(x, shape, [&](const Shape& at) {
        return std::inner_product(at.begin(), at.end(), steps.begin(), std::int64_t{0});
    })};
}

Outputs slice(const Call& call) {
    Tensor out = call.in(0);
    const Shape starts = call.numbers("starts", 1, {}), ends = call.numbers("ends", 2, {});
    Shape axes(starts.size());
    std::iota(axes.begin(), axes.end(), 0);
    axes = call.numbers("axes", 3, axes);
    const Shape steps = call.numbers("steps", 4, Shape(starts.size(), 1));
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::int64_t axis = call.axis(axes[i], out.rank()), extent = out.extent(axis), step = steps[i];
        const auto bounded = [&](std::int64_t at) {
            if (at < 0) at += extent;
            return step > 0 ? std::clamp<std::int64_t>(at, 0, extent)
                            : std::clamp<std::int64_t>(at, -1, extent - 1);
        };
        Shape indices;
        const std::int64_t end = bounded(ends[i]);
        for (std::int64_t at = bounded(starts[i]); step > 0 ? at < end : at > end; at += step)
            indices.push_back(at);
        out = takenAlong(out, axis, indices);
    }
    return {out};
}

Outputs split(const Call& call) {
    const Tensor& x = call.in(0);
    const std::int64_t axis = call.axis(call.node.integer("axis", 0), x.rank());
    const auto parts = static_cast<std::int64_t>(call.node.outputs.size());
    const Shape sizes =
        call.numbers("split", 1, Shape(static_cast<std::size_t>(parts), x.extent(axis) / parts));
    Outputs out;
    std::int64_t from = 0;
    for (const std::int64_t size : sizes) {
        Shape indices(static_cast<std::size_t>(size));
        std::iota(indices.begin(), indices.end(), from);
        out.push_back(takenAlong(x, axis, indices));
        from += size;
    }
    return out;
}

// A place beyond the end of an axis, as one on it; -1: nothing is there.
std::int64_t padded(std::int64_t at, std::int64_t extent, const std::string& mode) {
    if (at >= 0 && at < extent) return at;
    if (mode == "edge") return std::clamp<std::int64_t>(at, 0, extent - 1);
    if (mode == "reflect") {
        const std::int64_t period = std::max<std::int64_t>(2 * (extent - 1), 1);
        const std::int64_t within = (at % period + period) % period;
        return within < extent ? within : period - within;
    }
    if (mode == "wrap") return (at % extent + extent) % extent;
    return -1;
}

Outputs pad(const Call& call) {
    const Tensor& x = call.in(0);
    const std::string mode = call.node.text("mode", "constant");
    const Shape given = call.numbers("pads", 1, {});
    const double value = call.has(2) ? call.in(2)[0] : call.node.real("value", 0);
    Shape axes(x.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
    if (call.has(3)) axes = call.in(3).numbers();
    Shape before(x.shape.size(), 0), shape = x.shape;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = static_cast<std::size_t>(call.axis(axes[i], x.rank()));
        before[axis] = given[i];
        shape[axis] += given[i] + given[axes.size() + i];
    }
    const auto place = [&](const Shape& at) {
        std::int64_t out = 0;
        for (std::size_t i = 0; i < at.size(); ++i) {
            const std::int64_t from = padded(at[i] - before[i], x.shape[i], mode);
            if (from < 0) return std::int64_t{-1};
            out = out * x.shape[i] + from;
        }
        return out;
    };
    return {taken(x, shape, place, value)};
}

Outputs gather(const Call& call) {
    const Tensor &x = call.in(0), &indices = call.in(1);
    const std::int64_t axis = call.axis(call.node.integer("axis", 0), x.rank());
    Shape which = indices.numbers();
    for (std::int64_t& index : which) index = call.axis(index, x.extent(axis));
    Tensor out = takenAlong(x, axis, which);
    out.shape.erase(out.shape.begin() + axis);
    out.shape.insert(out.shape.begin() + axis, indices.shape.begin(), indices.shape.end());
    return {out};
}

Tensor list(const Shape& numbers) {
    Tensor out(Shape{static_cast<std::int64_t>(numbers.size())});
    out.values.assign(numbers.begin(), numbers.end());
    out.isWhole = true;
    return out;
}

Outputs shapeOf(const Call& call) {
    const Shape& shape = call.in(0).shape;
    const std::int64_t rank = call.in(0).rank();
    const auto end = [&](std::string_view name, std::int64_t otherwise) {
        return std::clamp<std::int64_t>(call.axis(call.node.integer(name, otherwise), rank), 0, rank);
    };
    const std::int64_t first = end("start", 0), last = std::max(first, end("end", rank));
    return {list(Shape(shape.begin() + first, shape.begin() + last))};
}

Outputs constant(const Call& call) {
    for (const auto& [name, value] : call.node.attributes) {
        Tensor out;
        if (name == "value") return {value.tensor};
        if (name == "value_float") out.values = {value.real};
        if (name == "value_int") out.values = {static_cast<double>(value.integer)};
        if (name == "value_floats") out.values = value.reals;
        if (name == "value_ints") out.values.assign(value.integers.begin(), value.integers.end());
        if (name.back() == 's') out.shape = {static_cast<std::int64_t>(out.values.size())};
        out.isWhole = name.find("int") != std::string::npos;
        if (!out.values.empty()) return {out};
    }
    throw std::runtime_error("Constant: a value of this kind is not known here");
}

Outputs constantOfShape(const Call& call) {
    const auto at = call.node.attributes.find("value");
    const bool isSaid = at != call.node.attributes.end();
    Tensor out(call.in(0).numbers(), isSaid ? at->second.tensor[0] : 0);
    out.isWhole = isSaid && at->second.tensor.isWhole;
    return {out};
}

Outputs expand(const Call& call) {
    const Tensor& x = call.in(0);
    Tensor out(commonShape(x.shape, call.in(1).numbers()));
    out.isWhole = x.isWhole;
    for (std::int64_t i = 0; i < countOf(out.shape); ++i) out[i] = x[placeIn(x.shape, out.shape, i)];
    return {out};
}

Outputs depthToSpace(const Call& call) {
    const Tensor& x = call.in(0);
    const std::int64_t b = call.node.integer("blocksize", 1), channels = x.extent(1) / (b * b);
    const bool isColumnFirst = call.node.text("mode", "DCR") == "CRD";
    const Shape shape{x.extent(0), channels, x.extent(2) * b, x.extent(3) * b};
    return {taken(x, shape, [&](const Shape& at) {
        const std::int64_t corner = at[2] % b * b + at[3] % b;
        const std::int64_t channel = isColumnFirst ? at[1] * b * b + corner : corner * channels + at[1];
        return ((at[0] * x.extent(1) + channel) * x.extent(2) + at[2] / b) * x.extent(3) + at[3] / b;
    })};
}

} // namespace

Tensor taken(const Tensor& of, const Shape& shape, const std::function<std::int64_t(const Shape&)>& place,
             double otherwise) {
    Tensor out(shape);
    out.isWhole = of.isWhole;
    Shape at(shape.size(), 0);
    for (std::int64_t i = 0; i < countOf(shape); ++i) {
        const std::int64_t from = place(at);
        out[i] = from < 0 ? otherwise : of[from];
        for (std::size_t k = at.size(); k-- > 0;) {
            if (++at[k] < shape[k]) break;
            at[k] = 0;
        }
    }
    return out;
}

Tensor takenAlong(const Tensor& of, std::int64_t axis, const Shape& indices) {
    const Around around = aroundAxis(of.shape, axis);
    Shape shape = of.shape;
    shape[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(indices.size());
    Tensor out(shape);
    out.isWhole = of.isWhole;
    std::int64_t next = 0;
    for (std::int64_t b = 0; b < around.before; ++b)
        for (const std::int64_t index : indices) {
            if (index < 0 || index >= around.along) throw std::runtime_error("an index is outside its axis");
            for (std::int64_t a = 0; a < around.after; ++a)
                out[next++] = of[(b * around.along + index) * around.after + a];
        }
    return out;
}

std::vector<NamedOperator> placeOperators() {
    return {{"Concat", concat},
            {"Constant", constant},
            {"ConstantOfShape", constantOfShape},
            {"DepthToSpace", depthToSpace},
            {"Expand", expand},
            {"Flatten", flatten},
            {"Gather", gather},
            {"Pad", pad},
            {"Reshape", reshape},
            {"Shape", shapeOf},
            {"Slice", slice},
            {"Split", split},
            {"Squeeze", squeeze},
            {"Transpose", transpose},
            {"Unsqueeze", unsqueeze}};
}

} // namespace reference::onnx
