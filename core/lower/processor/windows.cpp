// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/windows.h"

#include "core/lower/processor/messages.h"

#include <algorithm>

namespace lw::lower::processor {

namespace {

// The same vector of DRAM in each of these.
void fillVectors(const Writing& writing, std::uint64_t dram, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count;) {
        const std::uint64_t now = std::min<std::uint64_t>(count - done, writing.limits.chainVectors);
        writing.text.counts(1, 1, now);
        writing.text.read({kDram, dram});
        writing.text.write({kInitial, first + done, 1});
        writing.text.end();
        done += now;
    }
}

} // namespace

Result<std::uint64_t> takeVectors(const Writing& writing, const std::string& name, std::uint64_t count) {
    if (const auto first = writing.places.take(count)) return *first;
    return Problem{&messages::kTooFewVectors,
                   {name, std::to_string(count), std::string(kInitial), writing.limits.name,
                    std::to_string(writing.limits.initialVectors),
                    std::to_string(writing.places.longestFree())},
                   {},
                   {},
                   {}};
}

void copyVectors(const Writing& writing, const Vectors& from, const Vectors& to, std::uint64_t count) {
    for (std::uint64_t done = 0; done < count;) {
        const std::uint64_t now = std::min<std::uint64_t>(count - done, writing.limits.chainVectors);
        const auto moved = [done](Vectors vectors) {
            if (vectors.memory != kQueue) vectors.first += done;
            return vectors;
        };
        writing.text.counts(now, 1, 1);
        writing.text.read(moved(from));
        writing.text.write(moved(to));
        writing.text.end();
        done += now;
    }
}

bool isSliding(const network::Layer& layer) {
    return layer.dilation.rows == 1 && layer.dilation.columns == 1;
}

void setWindows(const Writing& writing, const network::Layer& layer, const Place& from,
                std::uint16_t padding) {
    const tensor::Shape& shape = network::shapeOf(writing.network, layer.inputs.front());
    const auto set = [&](const char* name, std::uint64_t value) { writing.text.set(name, value); };
    set("picture", from.first);
    set("picture_width", shape[1]);
    set("picture_height", shape[0]);
    set("picture_depth", from.packed.tiles);
    set("window_width", layer.kernel.columns);
    set("window_height", layer.kernel.rows);
    set("stride_x", layer.stride.columns);
    set("stride_y", layer.stride.rows);
    set("pad_left", layer.pad.left);
    set("pad_top", layer.pad.top);
    set("windows_across", layer.shape[1]);
    set("padding", padding);
}

Result<WindowImage> windowImage(const Writing& writing, const network::Layer& layer, const Place& from,
                                std::uint16_t fill, std::string_view fillName) {
    const tensor::Shape& shape = network::shapeOf(writing.network, layer.inputs.front());
    const network::Axis columns = network::columnsOf(layer, shape);
    const std::uint64_t before = layer.pad.left, width = shape[1], tiles = from.packed.tiles;
    const auto reached = static_cast<std::uint64_t>(
        (static_cast<std::int64_t>(layer.shape[1]) - 1) * columns.stride + columns.span());
    WindowImage out{from.first, width, from.packed.tiles, false};
    if (before == 0 && reached <= width) return out;
    out.width = std::max(before + width, reached);
    out.isCopy = true;
    LW_TRY(out.first,
           takeVectors(writing, layer.name + ", its input with a border", shape[0] * out.width * tiles));
    const std::uint64_t dram = writing.text.filled(fill, fillName);
    fillVectors(writing, dram, out.first, before * tiles);
    for (std::uint64_t row = 0; row < shape[0]; ++row) {
        copyVectors(writing, {kInitial, from.first + row * width * tiles}, {kInitial, out.at(row, before)},
                    width * tiles);
        const std::uint64_t after = row + 1 < shape[0] ? out.width - width : out.width - width - before;
        fillVectors(writing, dram, out.at(row, before + width), after * tiles);
    }
    return out;
}

void release(const Writing& writing, const WindowImage& image) {
    if (image.isCopy) writing.places.release(image.first);
}

} // namespace lw::lower::processor
