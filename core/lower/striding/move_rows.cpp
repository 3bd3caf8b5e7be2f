// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"
#include "core/network/moves.h"

// Layers that only put elements in other places: through the vector unit's strips, by access patterns.
namespace lw::lower::striding {

using network::Kind;
using network::Layer;

namespace {

// A strip whose elements are that many bytes apart, by row, column and channel.
struct Steps {
    std::int64_t rows = 0, columns = 0, channels = 0;
};
void loadStepping(Emission& out, const StripRows& strip, const Frame& from, std::int64_t offset,
                  const Area& part, std::uint64_t channels, const Steps& steps) {
    const auto packed = static_cast<std::int64_t>(from.elementBytes());
    Loops loops{part.columns, steps.columns, part.rows, steps.rows};
    if (steps.channels != packed && channels > 1) loops.es = steps.channels;
    out.text.row("vload" + std::string(suffixOf(from.dtype)),
                 {strip.data(), addressText(from.name, static_cast<std::uint64_t>(offset)),
                  out.text.pattern(loops), std::to_string(channels)});
}

// Each value is copied to its place.
void writeTogether(Emission& out, const LayerPlan& plan) {
    const Layer& layer = layerOf(out, plan);
    const std::size_t axis = network::axisOf(layer) + (3 - layer.shape.size()); // of a picture
    std::uint64_t before[3] = {0, 0, 0}, number = 0;
    for (const Frame& frame : plan.reads) {
        overStrips(out, frame.picture(),
                   [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
                       StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
                       strip.load(strip.data(), frame, part, channel, channels);
                       Area to = part;
                       to.row += before[0];
                       to.column += before[1];
                       strip.store(to, channel + before[2]);
                   });
        const std::uint64_t extents[] = {frame.rows, frame.columns, frame.channels};
        before[axis] += extents[axis];
    }
}

// The same elements in another shape, copied into the borders around it.
void writeReshaped(Emission& out, const LayerPlan& plan) {
    const Picture picture = pictureOf(layerOf(out, plan).shape);
    const Frame from = plan.reads[0].viewedAs(picture);
    std::uint64_t number = 0;
    overStrips(out, picture, [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
        strip.load(strip.data(), from, part, channel, channels);
        strip.store(part, channel);
    });
}

// Row-major reading of the result; its steps in the input are in another order.
void writeTransposed(Emission& out, const LayerPlan& plan) {
    const Layer& layer = layerOf(out, plan);
    const tensor::Shape& before = shapeOf(*out.plan.network, layer.inputs[0]);
    network::Transposition to{before, layer.order};
    if (before.size() != 3) to = network::merged(before, layer.order);
    while (to.shape.size() < 3) { // as a picture
        to.shape.insert(to.shape.begin(), 1);
        for (std::uint32_t& from : to.order) ++from;
        to.order.insert(to.order.begin(), 0);
    }
    const auto size = static_cast<std::int64_t>(plan.reads[0].elementBytes());
    const auto extent = [&](std::size_t i) { return static_cast<std::int64_t>(to.shape[i]); };
    const std::int64_t bytes[] = {extent(1) * extent(2) * size, extent(2) * size, size};
    const Steps steps{bytes[to.order[0]], bytes[to.order[1]], bytes[to.order[2]]};
    const Picture picture{to.shape[to.order[0]], to.shape[to.order[1]], to.shape[to.order[2]]};
    std::uint64_t number = 0;
    overStrips(out, picture, [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
        const std::int64_t offset = static_cast<std::int64_t>(part.row) * steps.rows +
                                    static_cast<std::int64_t>(part.column) * steps.columns +
                                    static_cast<std::int64_t>(channel) * steps.channels;
        loadStepping(out, strip, plan.reads[0], offset, part, channels, steps);
        for (const Frame& frame : out.plan.frames[plan.index + 1])
            strip.storeTo(before.size() == 3 ? frame : frame.viewedAs(picture), part, channel);
    });
}

// Indices that follow each other in equal steps.
struct Run {
    std::uint64_t to = 0, count = 1;
    std::int64_t from = 0, step = 1;
};
std::vector<Run> runsOf(const std::vector<std::int64_t>& indices, bool maySame) {
    std::vector<Run> out;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const bool isFirst = out.empty();
        Run* last = isFirst ? nullptr : &out.back();
        const std::int64_t step = isFirst ? 0 : indices[i] - indices[i - 1];
        const bool isFill = indices[i] == network::kFill;
        const bool sameKind = !isFirst && (last->from == network::kFill) == isFill;
        const bool follows =
            sameKind && (isFill || ((last->count == 1 || last->step == step) && (step != 0 || maySame)));
        if (!follows) {
            out.push_back({i, 1, indices[i], 1});
            continue;
        }
        last->step = step;
        ++last->count;
    }
    return out;
}

class TakeRows {
  public:
    TakeRows(Emission& out, const LayerPlan& plan)
        : m_out(out)
        , m_plan(plan)
        , m_layer(layerOf(out, plan))
        , m_from(plan.reads[0])
        , m_axis(network::axisOf(m_layer) + (3 - m_layer.shape.size())) {}

    void run() {
        for (const Run& run : runsOf(m_layer.indices, m_axis < 2)) {
            Picture part = pictureOf(m_layer.shape);
            extentOf(part) = run.count;
            overStrips(m_out, part, [&](Area area, std::uint64_t channel, std::uint64_t channels) {
                StripRows strip(m_out, m_plan, m_number++ % 2 == 0 ? 0 : 3);
                if (run.from == network::kFill)
                    fill(strip, area, channels);
                else
                    load(strip, run, area, channel, channels);
                if (m_axis == 0) area.row += run.to;
                if (m_axis == 1) area.column += run.to;
                strip.store(area, channel + (m_axis == 2 ? run.to : 0));
            });
        }
    }

  private:
    std::uint64_t& extentOf(Picture& picture) const {
        return m_axis == 0 ? picture.rows : m_axis == 1 ? picture.columns : picture.channels;
    }
    void fill(const StripRows& strip, const Area& area, std::uint64_t channels) {
        m_out.text.row("vload" + std::string(suffixOf(m_from.dtype)),
                       {strip.data(), m_plan.fill, m_out.text.pattern({area.columns, 0, area.rows, 0}),
                        std::to_string(channels)},
                       "what stands where nothing is taken");
    }
    void load(const StripRows& strip, const Run& run, const Area& area, std::uint64_t channel,
              std::uint64_t channels) {
        const std::int64_t bytes[] = {static_cast<std::int64_t>(m_from.rowBytes()),
                                      static_cast<std::int64_t>(m_from.pixelBytes()),
                                      static_cast<std::int64_t>(m_from.elementBytes())};
        Steps steps{bytes[0], bytes[1], bytes[2]};
        (m_axis == 0 ? steps.rows : m_axis == 1 ? steps.columns : steps.channels) *= run.step;
        const std::int64_t offset = static_cast<std::int64_t>(area.row) * steps.rows +
                                    static_cast<std::int64_t>(area.column) * steps.columns +
                                    static_cast<std::int64_t>(channel) * steps.channels +
                                    run.from * bytes[m_axis];
        loadStepping(m_out, strip, m_from, offset, area, channels, steps);
    }

    Emission& m_out;
    const LayerPlan& m_plan;
    const Layer& m_layer;
    const Frame& m_from;
    std::size_t m_axis; // of a picture
    std::uint64_t m_number = 0;
};

// Some of the channels of each pixel, as one pixel of each block.
void writeDeep(Emission& out, const LayerPlan& plan) {
    const Layer& layer = layerOf(out, plan);
    const Frame& from = plan.reads[0];
    const bool isDcr = layer.depthOrder == network::DepthOrder::Dcr;
    const std::uint64_t channels = layer.shape[2], pixels = from.channels / channels;
    const auto size = static_cast<std::int64_t>(from.elementBytes());
    const Steps steps{static_cast<std::int64_t>(from.rowBytes()),
                      static_cast<std::int64_t>(from.pixelBytes()),
                      isDcr ? size : size * static_cast<std::int64_t>(pixels)};
    std::uint64_t number = 0;
    for (std::uint64_t pixel = 0; pixel < pixels; ++pixel) {
        const std::uint64_t first = isDcr ? pixel * channels : pixel;
        overStrips(out, {from.rows, from.columns, channels},
                   [&](const Area& part, std::uint64_t channel, std::uint64_t count) {
                       StripRows strip(out, plan, number++ % 2 == 0 ? 0 : 3);
                       const std::int64_t offset = static_cast<std::int64_t>(part.row) * steps.rows +
                                                   static_cast<std::int64_t>(part.column) * steps.columns +
                                                   static_cast<std::int64_t>(channel) * steps.channels +
                                                   static_cast<std::int64_t>(first) * size;
                       loadStepping(out, strip, from, offset, part, count, steps);
                       strip.storeApart(
                           {part.row * layer.factor.rows + pixel / layer.factor.columns, part.rows,
                            part.column * layer.factor.columns + pixel % layer.factor.columns, part.columns},
                           channel, layer.factor);
                   });
    }
}

} // namespace

void writeMoves(Emission& out, const LayerPlan& plan) {
    switch (layerOf(out, plan).kind) {
    case Kind::Concat: writeTogether(out, plan); return;
    case Kind::Reshape: writeReshaped(out, plan); return;
    case Kind::Transpose: writeTransposed(out, plan); return;
    case Kind::DepthToSpace: writeDeep(out, plan); return;
    default: TakeRows(out, plan).run(); return;
    }
}

} // namespace lw::lower::striding
