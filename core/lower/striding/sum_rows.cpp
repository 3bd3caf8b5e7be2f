// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include <algorithm>

// Convolutions and dense layers: passes of the matrix unit, then strip by strip bias,
// activation, mask, pooling.
namespace lw::lower::striding {

namespace {

constexpr std::uint32_t kBias = 6; // the strip register that holds the bias

std::string rangeText(std::string_view one, std::string_view many, std::uint64_t first, std::uint64_t count) {
    if (count == 1) return std::string(one) + " " + std::to_string(first);
    return std::string(many) + " " + std::to_string(first) + " to " + std::to_string(first + count - 1);
}
std::string areaText(const Area& area) {
    return rangeText("row", "rows", area.row, area.rows) + ", " +
           rangeText("column", "columns", area.column, area.columns);
}

Area pooledPart(const Area& part, const network::Pair& stride) {
    return {part.row / stride.rows, (part.rows + stride.rows - 1) / stride.rows, part.column / stride.columns,
            (part.columns + stride.columns - 1) / stride.columns};
}

// One pass of a block over an area.
struct PassRow {
    std::size_t block = 0, area = 0, pass = 0, tile = 0;
};

class SumRows {
  public:
    SumRows(Emission& out, const LayerPlan& layer, const SumPlan& sums, const LayerNotes& notes)
        : m_out(out), m_layer(layer), m_sums(sums), m_notes(notes), m_from(sourceOf(layer)) {
        m_isPooled = layer.isStrided && rowOf(layer.settings.mode).pooling != Pooling::None;
        m_throughMatrix = layer.isStrided && layer.settings.mode == Mode::MatrixMax;
        for (std::size_t b = 0; b < m_sums.blocks.size(); ++b)
            for (std::size_t a = 0; a < m_sums.areas.size(); ++a)
                for (std::size_t p = 0; p < m_sums.passes.size(); ++p)
                    m_passes.push_back({b, a, p, b * m_sums.passes.size() + p});
    }

    void run() {
        if (m_passes.empty()) return ofNothing();
        loadTile(m_passes.front());
        std::size_t strip = 0;
        for (std::size_t i = 0; i < m_passes.size(); ++i) {
            const PassRow& pass = m_passes[i];
            const ChannelBlock& block = m_sums.blocks[pass.block];
            if (pass.pass == 0 && pass.area == 0) beginBlock(block, strip);
            if (pass.pass == 0) m_out.text.comment("sums of the first tensor, " + areaText(area(pass)));
            bringTile(i);
            for (const Area& piece : piecesOf(pass)) multiply(pass, block, piece);
            if (pass.pass + 1 != m_sums.passes.size()) continue;
            for (const Area& part : m_sums.areas[pass.area].strips)
                writeStrip(part, area(pass), block, strip++);
        }
    }

  private:
    const Area& area(const PassRow& pass) const { return m_sums.areas[pass.area].area; }
    bool isFloat() const { return m_out.plan.network->precision == network::Precision::F32; }
    std::string typed(std::string_view mnemonic) const {
        return std::string(mnemonic) + (isFloat() ? ".f" : ".i8");
    }

    // No tap falls on these pixels: the sums are 0.
    void ofNothing() {
        for (const ChannelBlock& block : m_sums.blocks) {
            std::size_t strip = 0;
            beginBlock(block, strip);
            for (const AreaOfStrips& area : m_sums.areas)
                for (const Area& part : area.strips) writeStrip(part, area.area, block, strip++);
        }
    }
    void beginBlock(const ChannelBlock& block, std::size_t& strip) {
        strip = 0;
        if (m_sums.blocks.size() > 1)
            m_out.text.comment(rangeText("kernel", "kernels", block.first, block.count));
        if (!m_sums.bias.empty())
            loadPixel(m_out, "v" + std::to_string(kBias), m_sums.bias, block.first, block.count);
        loadFactors(m_out, m_layer, block.first, block.count);
    }

    // Weights: the next tile comes while a pass is under way.
    void loadTile(const PassRow& pass) {
        const std::uint64_t size = isFloat() ? 4 : 1;
        const std::uint64_t granules = m_sums.tileRows * m_sums.tileColumns * size / 16;
        m_out.text.row(typed("ldw"), {addressText(m_sums.tiles, pass.tile * granules),
                                      std::to_string(m_sums.passes[pass.pass].length()),
                                      std::to_string(m_sums.blocks[pass.block].count),
                                      std::to_string(m_sums.tileColumns * size)});
    }
    void bringTile(std::size_t number) {
        const std::size_t tile = m_passes[number].tile;
        if (m_tile == tile) return;
        m_tile = tile;
        m_out.text.row("swapw", {});
        const auto next = std::find_if(m_passes.begin() + static_cast<std::ptrdiff_t>(number), m_passes.end(),
                                       [&](const PassRow& pass) { return pass.tile != tile; });
        if (next != m_passes.end()) loadTile(*next);
    }

    // In what pieces a pass goes over its area. So that strips can begin before the last one is over, and the
    // first one before all strips of another area or layer are done, these go over the rows of strips.
    std::vector<Area> piecesOf(const PassRow& pass) const {
        const bool isFirst = pass.pass == 0, isLast = pass.pass + 1 == m_sums.passes.size();
        if (m_out.plan.options.orderOfRows() == RowOrder::Straight || !(isFirst || isLast))
            return {area(pass)};
        std::vector<Area> out;
        for (const Area& strip : m_sums.areas[pass.area].strips)
            if (strip.column == area(pass).column)
                out.push_back({strip.row, strip.rows, strip.column, area(pass).columns});
        return out;
    }
    void multiply(const PassRow& row, const ChannelBlock& block, const Area& part) {
        const network::SumPass& pass = m_sums.passes[row.pass];
        const SumPlaces& places = m_sums.places;
        const auto from = [](std::int64_t first, std::uint64_t pixel, std::uint32_t tap, std::int64_t apart) {
            return static_cast<std::uint64_t>(first + static_cast<std::int64_t>(pixel) + tap * apart);
        };
        const std::uint64_t topPixel = part.row * places.windows.rows,
                            leftPixel = part.column * places.windows.columns;
        const std::uint64_t channel = std::uint64_t{block.group} * m_sums.groupChannels + pass.channel;
        std::vector<std::string> operands{
            std::to_string((part.row - area(row).row) * part.columns),
            m_from.fromCorner(from(places.row, topPixel, pass.row, places.tapRows),
                              from(places.column, leftPixel, pass.column, places.tapColumns), channel),
            m_out.text.pattern(
                m_from.pixels(part.rows, part.columns, places.windows.rows, places.windows.columns)),
            std::to_string(pass.length())};
        if (row.pass != 0) operands.emplace_back("add=1");
        std::string remark = "kernel row " + std::to_string(pass.row) + ", " +
                             rangeText("column", "columns", pass.column, pass.taps);
        if (pass.channels != m_sums.groupChannels)
            remark += ", " + rangeText("channel", "channels", pass.channel, pass.channels);
        if (m_notes.sums)
            m_notes.sums->passPlaces.push_back({static_cast<std::uint32_t>(row.pass), part.row, part.rows,
                                                part.column, part.columns, block.first, block.count,
                                                m_out.text.rows()});
        m_out.text.row(typed("matmul"), operands, remark);
    }

    void writeStrip(const Area& part, const Area& whole, const ChannelBlock& block, std::size_t number) {
        m_out.text.comment("strip " + std::to_string(number) + ": " + areaText(part) +
                           " of the first tensor");
        const std::uint32_t first = m_out.text.rows();
        StripRows strip(m_out, m_layer, number % 2 == 0 ? 0 : 3);
        const std::uint64_t at = (part.row - whole.row) * whole.columns + part.column - whole.column;
        if (m_sums.passes.empty())
            m_out.text.row("vload.w",
                           {strip.data(), m_layer.fill, m_out.text.pattern({part.columns, 0, part.rows, 0}),
                            std::to_string(block.count)});
        else
            m_out.text.row("vread", {strip.data(), std::to_string(at),
                                     m_out.text.pattern({part.columns, 1, part.rows,
                                                         static_cast<std::int64_t>(whole.columns)}),
                                     std::to_string(block.count)});
        if (!m_sums.bias.empty())
            m_out.text.row(strip.typed("vadd"),
                           {strip.data(), strip.data(), "v" + std::to_string(kBias), "by=1"}, "bias");
        strip.activate(m_sums.layer.activation);
        if (m_throughMatrix) {
            strip.requantise(m_layer.settings.requant);
            strip.keep(*m_layer.first, part, block.first, block.count, nullptr);
            if (m_notes.sums) m_notes.sums->strips.push_back(placeOf(part, block, first));
            return;
        }
        Area output = part;
        if (m_isPooled) {
            if (block.isKept) strip.keep(*m_layer.first, part, block.first, block.count, m_notes.strided);
            strip.mask(part);
            if (block.isKept) strip.keep(*m_layer.second, part, block.first, block.count, m_notes.strided);
            strip.pool();
            output = pooledPart(part, m_layer.geometry.stride);
        }
        strip.requantise(m_layer.settings.requant);
        const SumPlaces& places = m_sums.places;
        output.row = places.toRow + output.row * places.step.rows;
        output.column = places.toColumn + output.column * places.step.columns;
        strip.storeApart(output, block.first, places.step);
        if (m_notes.sums) m_notes.sums->strips.push_back(placeOf(part, block, first));
        if (m_notes.strided) m_notes.strided->strips.push_back(placeOf(part, block, first));
    }
    StripPlace placeOf(const Area& part, const ChannelBlock& block, std::uint32_t first) const {
        return {part.row,    part.rows,   part.column, part.columns,
                block.first, block.count, first,       m_out.text.rows() - first};
    }

    Emission& m_out;
    const LayerPlan& m_layer;
    const SumPlan& m_sums;
    LayerNotes m_notes;
    Frame m_from;
    bool m_isPooled = false, m_throughMatrix = false;
    std::vector<PassRow> m_passes;
    std::size_t m_tile = static_cast<std::size_t>(-1);
};

// The product with a diagonal matrix: the pixels of part of a row are the inner dimension,
// each channel is a vector.
class MatrixMaskRows {
  public:
    MatrixMaskRows(Emission& out, const LayerPlan& layer, LayerReport* report)
        : m_out(out), m_layer(layer), m_geometry(layer.geometry), m_report(report) {}

    void run() {
        m_out.text.comment("the second tensor: pixels of a row times a diagonal matrix");
        const std::uint64_t block = m_layer.settings.matrixBlock, columns = m_geometry.firstColumns;
        const std::uint64_t whole = columns / block * block;
        for (const bool isKept : {true, false}) {
            if (!isKept && (m_geometry.stride.rows == 1 || m_geometry.firstRows == 1)) continue;
            if (whole != 0) ofBlocks(isKept, 0, whole, block);
            if (whole != columns) ofBlocks(isKept, whole, columns, columns - whole);
        }
        pool();
    }

  private:
    bool isFloat() const { return m_out.plan.network->precision == network::Precision::F32; }
    std::uint64_t mostChannels() const {
        const machine::CircuitLimits& circuit = m_out.plan.circuit;
        return std::min<std::uint64_t>({m_geometry.channels, circuit.accumulatorRows, circuit.stripPixels});
    }

    // Blocks of one width in the rows that have kept pixels, or in those that have none.
    void ofBlocks(bool isKept, std::uint64_t from, std::uint64_t to, std::uint64_t width) {
        const std::uint64_t size = isFloat() ? 4 : 1, side = m_layer.settings.matrixBlock;
        const std::uint64_t pitch = (side * size + 15) / 16 * 16;
        m_out.text.row(isFloat() ? "ldw.f" : "ldw.i8",
                       {addressText(m_layer.diagonals, isKept ? 0 : side * pitch / 16), std::to_string(width),
                        std::to_string(width), std::to_string(pitch)});
        m_out.text.row("swapw", {});
        for (std::uint64_t row = 0; row < m_geometry.firstRows; ++row) {
            if ((row % m_geometry.stride.rows == 0) != isKept) continue;
            for (std::uint64_t column = from; column < to; column += width)
                for (std::uint64_t c = 0; c < m_geometry.channels; c += mostChannels())
                    ofBlock(row, column, width, c, std::min(mostChannels(), m_geometry.channels - c));
        }
    }
    void ofBlock(std::uint64_t row, std::uint64_t column, std::uint64_t width, std::uint64_t channel,
                 std::uint64_t channels) {
        const Frame &first = *m_layer.first, &second = *m_layer.second;
        const auto step = [](std::uint64_t bytes) { return static_cast<std::int64_t>(bytes); };
        const Loops vectors{channels, step(first.elementBytes()), 1, 0, 1, 0, step(first.pixelBytes())};
        m_out.text.row(
            isFloat() ? "matmul.f" : "matmul.i8",
            {"0", first.at(row, column, channel), m_out.text.pattern(vectors), std::to_string(width)});
        m_out.text.row("vread", {"v0", "0", m_out.text.pattern({channels, 1}), std::to_string(width)});
        const Loops stored{channels, step(second.elementBytes()), 1, 0, 1, 0, step(second.pixelBytes())};
        m_out.text.row("vstore.w", {second.at(row, column, channel), "v0", m_out.text.pattern(stored)});
    }

    void pool() {
        std::size_t number = 0;
        for (const ChannelBlock& block : m_layer.sums->blocks)
            for (const AreaOfStrips& area : m_layer.sums->areas)
                for (const Area& part : area.strips) {
                    const std::uint32_t first = m_out.text.rows();
                    m_out.text.comment("windows of " + areaText(part));
                    StripRows strip(m_out, m_layer, number++ % 2 == 0 ? 0 : 3);
                    strip.load(strip.data(), *m_layer.second, part, block.first, block.count);
                    strip.pool();
                    strip.store(pooledPart(part, m_geometry.stride), block.first);
                    if (m_report)
                        m_report->strips.push_back({part.row, part.rows, part.column, part.columns,
                                                    block.first, block.count, first,
                                                    m_out.text.rows() - first});
                }
    }

    Emission& m_out;
    const LayerPlan& m_layer;
    const StrideGeometry& m_geometry;
    LayerReport* m_report;
};

} // namespace

Frame sourceOf(const LayerPlan& layer) {
    Frame out = layer.regrouped ? *layer.regrouped : layer.reads[0];
    if (layer.sums && layer.sums->layer.kind == network::Kind::Dense) {
        out.channels *= out.rows * out.columns;
        out.rows = out.columns = 1;
    }
    return out;
}

void writeSums(Emission& out, const LayerPlan& layer, const LayerNotes& notes) {
    if (layer.regrouped) writeRegrouping(out, layer);
    for (const SumPlan& phase : layer.phases) {
        out.text.comment("pixels from row " + std::to_string(phase.places.toRow) + ", column " +
                         std::to_string(phase.places.toColumn) + " on, each " +
                         std::to_string(phase.places.step.rows) + " x " +
                         std::to_string(phase.places.step.columns) + " from the next");
        SumRows(out, layer, phase, {}).run();
    }
    if (!layer.sums) return;
    SumRows(out, layer, *layer.sums, notes).run();
    if (layer.isStrided && layer.settings.mode == Mode::MatrixMax)
        MatrixMaskRows(out, layer, notes.strided).run();
}

} // namespace lw::lower::striding
