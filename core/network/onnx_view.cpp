// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_view.h"

#include "core/network/moves.h"

#include <algorithm>
#include <numeric>

namespace lw::network::onnx {

namespace {

using tensor::Shape;
using Numbers = std::vector<std::uint32_t>;

Numbers countedTo(std::size_t count) {
    Numbers out(count);
    std::iota(out.begin(), out.end(), 0u);
    return out;
}

// Parts that follow each other both here and in the graph become one.
void merge(View& view) {
    for (std::size_t i = 0; i + 1 < view.order.size();) {
        const std::uint32_t part = view.order[i];
        if (view.order[i + 1] != part + 1) {
            ++i;
            continue;
        }
        view.parts[part] *= view.parts[part + 1];
        view.parts.erase(view.parts.begin() + part + 1);
        view.order.erase(view.order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        for (std::uint32_t& one : view.order) one -= one > part;
    }
}

// Splits off `outer` of the part's elements, each with the rest of them.
void split(View& view, std::uint32_t part, std::uint64_t outer) {
    const std::uint64_t inner = view.parts[part] / outer;
    view.parts[part] = outer;
    view.parts.insert(view.parts.begin() + part + 1, inner);
    for (std::uint32_t& one : view.order) one += one > part;
    view.order.insert(std::find(view.order.begin(), view.order.end(), part) + 1, part + 1);
}

// So that no part spans two of the extents, which are those of the graph or of the value here: the parts of
// each extent.
std::optional<std::vector<Numbers>> cut(View& view, const Shape& extents, bool isHere) {
    std::vector<Numbers> out;
    std::size_t at = 0;
    for (std::uint64_t rest : extents) {
        Numbers& parts = out.emplace_back();
        for (; rest > 1; ++at) {
            const std::uint32_t part = isHere ? static_cast<std::uint32_t>(at) : view.order[at];
            if (view.parts[part] % rest == 0 && view.parts[part] != rest) {
                for (Numbers& before : out)
                    for (std::uint32_t& one : before) one += one > part;
                split(view, part, rest);
            }
            if (rest % view.parts[part] != 0) return std::nullopt;
            rest /= view.parts[part];
            parts.push_back(part);
        }
    }
    return out;
}

Numbers joined(const std::vector<Numbers>& groups, std::span<const std::uint32_t> axes) {
    Numbers out;
    for (const std::uint32_t axis : axes) out.insert(out.end(), groups[axis].begin(), groups[axis].end());
    return out;
}

} // namespace

Target targetOf(const Shape& item, Arrangement arrangement) {
    if (arrangement == Arrangement::ChannelsLast && item.size() == 3)
        return {{1, 2, 0}, {item[1], item[2], item[0]}};
    if (arrangement == Arrangement::ChannelsLast && item.size() == 2) return {{1, 0}, {1, item[1], item[0]}};
    return {countedTo(item.size()), item};
}

View viewOf(Shape item, std::span<const std::uint32_t> axes) {
    View out{std::move(item), {}, {}};
    Numbers partOf(out.item.size());
    for (const std::uint32_t axis : axes) {
        partOf[axis] = static_cast<std::uint32_t>(out.parts.size());
        if (out.item[axis] > 1) out.parts.push_back(out.item[axis]);
    }
    for (std::size_t axis = 0; axis < out.item.size(); ++axis)
        if (out.item[axis] > 1) out.order.push_back(partOf[axis]);
    merge(out);
    return out;
}

View straight(Shape item) {
    const Numbers axes = countedTo(item.size());
    return viewOf(std::move(item), axes);
}

std::optional<View> transposed(View view, std::span<const std::uint32_t> axes) {
    const auto groups = cut(view, view.item, false);
    if (!groups) return std::nullopt;
    view.order = joined(*groups, axes);
    Shape item;
    for (const std::uint32_t axis : axes) item.push_back(view.item[axis]);
    view.item = std::move(item);
    merge(view);
    return view;
}

std::optional<View> withLast(View view, std::uint64_t extent) {
    const auto groups = cut(view, view.item, false);
    if (!groups) return std::nullopt;
    const Numbers& last = groups->back();
    const std::size_t before = view.parts.size() - last.size();
    for (std::size_t i = 0; i < last.size(); ++i)
        if (last[i] != before + i) return std::nullopt;
    view.parts.resize(before);
    view.order.resize(before);
    view.item.back() = extent;
    if (extent > 1) {
        view.parts.push_back(extent);
        view.order.push_back(static_cast<std::uint32_t>(before));
    }
    merge(view);
    return view;
}

std::vector<std::uint32_t> placesOf(const View& view) { return transposedPlaces(view.parts, view.order); }

std::optional<Way> wayTo(View view, const Shape& shape, std::span<const std::uint32_t> axes) {
    View fine = view;
    if (cut(fine, shape, true)) view = std::move(fine);
    const auto groups = cut(view, view.item, false);
    if (!groups) return std::nullopt;
    return Way{view.parts, joined(*groups, axes)};
}

Way wayToGraph(const View& view) { return {view.parts, view.order}; }

std::optional<Reduced> reduced(View view, Shape shape, const std::vector<bool>& goes) {
    if (!cut(view, shape, true)) return std::nullopt;
    const auto ofGraph = cut(view, view.item, false);
    if (!ofGraph) return std::nullopt;
    const auto ofHere = cut(view, shape, true); // there are more parts now
    std::vector<bool> partGoes(view.parts.size());
    for (std::size_t axis = 0; axis < goes.size(); ++axis) {
        for (const std::uint32_t part : (*ofGraph)[axis]) partGoes[part] = goes[axis];
        if (goes[axis]) view.item[axis] = 1;
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Numbers& parts = (*ofHere)[i];
        const auto count = std::ranges::count_if(parts, [&](std::uint32_t part) { return partGoes[part]; });
        if (count != 0 && count != std::ssize(parts)) return std::nullopt;
        if (count != 0) shape[i] = 1;
    }
    View out{std::move(view.item), {}, {}};
    Numbers placeOf(view.parts.size());
    for (std::uint32_t part = 0; part < view.parts.size(); ++part) {
        placeOf[part] = static_cast<std::uint32_t>(out.parts.size());
        if (!partGoes[part]) out.parts.push_back(view.parts[part]);
    }
    for (const std::uint32_t part : view.order)
        if (!partGoes[part]) out.order.push_back(placeOf[part]);
    merge(out);
    return Reduced{std::move(out), std::move(shape)};
}

} // namespace lw::network::onnx
