// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/layer_rows.h"
#include "core/lower/processor/windows.h"

#include "core/network/kinds.h"

#include <algorithm>
#include <vector>

namespace lw::lower::processor {

namespace {

// Writes the chains of a layer with products.
class ProductRows {
  public:
    ProductRows(const Writing& writing, const network::Layer& layer, const ProductLayer& product,
                const WindowImage& image, const Place& to)
        : m_writing(writing)
        , m_text(writing.text)
        , m_layer(layer)
        , m_product(product)
        , m_image(image)
        , m_to(to) {}

    void write() {
        std::uint64_t before = 0; // matrices of the chunks before
        for (const Chunk& chunk : m_product.plan.chunks) {
            m_chunk = chunk;
            m_dram = m_product.dram + before;
            if (m_product.resident) m_matrix = *m_product.resident + before;
            const std::uint64_t count = m_product.plan.before(m_product.plan.passes.size(), chunk.rows);
            if (!m_product.resident && !m_product.plan.isStreamed)
                m_matrix = m_text.loadMatrices(m_dram, chunk.rows, count / chunk.rows);
            if (m_product.bias)
                copyVectors(m_writing, {kDram, *m_product.bias + chunk.firstRow}, {kAddSub0, 0}, chunk.rows);
            if (m_product.plan.readsWindows)
                writeWindows();
            else
                for (std::uint32_t row = 0; row < m_product.shape.outRows; ++row) writeRow(row);
            before += count;
        }
    }

  private:
    std::int64_t rowOf(const Pass& pass, std::uint32_t row) const {
        return std::int64_t{row} * m_layer.stride.rows - m_layer.pad.top +
               std::int64_t{pass.kernelRow} * m_layer.dilation.rows;
    }

    // Whole windows, in their order.
    void writeWindows() {
        const ProductPlan& plan = m_product.plan;
        const std::uint64_t places = std::uint64_t{m_product.shape.outRows} * m_product.shape.outColumns;
        overPlaces(
            m_writing, places, plan.places, m_to.packed.tiles,
            [&] { m_text.counts(m_chunk.rows, plan.passes.back().columns, plan.places); },
            [&](std::uint64_t first, std::uint64_t count, std::uint64_t move) {
                for (std::size_t pass = 0; pass < plan.passes.size(); ++pass) {
                    const std::uint64_t matrix = matrixOf(pass);
                    m_text.counts(m_chunk.rows, plan.passes[pass].columns, count);
                    m_text.readWindows(first, plan.passes[pass].offset, move);
                    finishChain(matrix, pass, pass + 1 == plan.passes.size(), first, move);
                }
            });
    }

    // Where the matrices of a pass are, which are loaded now if they are not there yet.
    std::uint64_t matrixOf(std::size_t pass) {
        const std::uint64_t before = m_product.plan.before(pass, m_chunk.rows);
        if (!m_product.plan.isStreamed) return m_matrix + before;
        return m_text.loadMatrices(m_dram + before, m_chunk.rows, m_product.plan.passes[pass].columns);
    }

    // Behind what reads: `number` counts the products that are added.
    void finishChain(std::uint64_t matrix, std::size_t number, bool isLast, std::uint64_t place,
                     std::uint64_t move) {
        m_text.product(matrix);
        if (isLast && m_product.bias) m_text.with("vv_add", {kAddSub0, 0});
        if (number > 0) m_text.with("vv_add", partial(number - 1));
        if (isLast) {
            if (const auto name = mnemonicOf(m_layer.activation); !name.empty()) m_text.apply(name);
            const std::uint64_t tiles = m_to.packed.tiles;
            m_text.write({kInitial, m_to.first + place * tiles + m_chunk.firstRow, tiles, move * tiles});
        } else {
            m_text.write(partial(number));
        }
        m_text.end();
    }

    void writeRow(std::uint32_t row) {
        const auto rows = static_cast<std::int64_t>(m_rows);
        std::vector<std::size_t> inside;
        for (std::size_t i = 0; i < m_product.plan.passes.size(); ++i)
            if (const std::int64_t at = rowOf(m_product.plan.passes[i], row); at >= 0 && at < rows)
                inside.push_back(i);
        for (std::uint32_t pixel = 0; pixel < m_product.shape.outColumns; pixel += m_product.plan.places) {
            const std::uint32_t places = std::min(m_product.plan.places, m_product.shape.outColumns - pixel);
            for (std::size_t i = 0; i < inside.size(); ++i)
                writeChain(row, pixel, places, inside[i], i, i + 1 == inside.size());
        }
    }

    // One pass at places of a row; `number` counts those that are added.
    void writeChain(std::uint32_t row, std::uint32_t pixel, std::uint32_t places, std::size_t pass,
                    std::size_t number, bool isLast) {
        const Pass& one = m_product.plan.passes[pass];
        const std::uint64_t stride = m_product.shape.columnStride, matrix = matrixOf(pass);
        m_text.counts(m_chunk.rows, one.columns, places);
        const auto from = static_cast<std::uint64_t>(rowOf(one, row));
        m_text.read({kInitial, m_image.at(from, pixel * stride) + one.offset, stride * m_image.tiles});
        finishChain(matrix, number, isLast, std::uint64_t{row} * m_product.shape.outColumns + pixel, 0);
    }

    // Sums up to a pass, in one half of the file; the next ones are written to the other.
    Vectors partial(std::size_t number) const {
        return {kAddSub1, number % 2 * m_product.plan.places * m_chunk.rows, m_chunk.rows};
    }

    const Writing& m_writing;
    FirmwareText& m_text;
    const network::Layer& m_layer;
    const ProductLayer& m_product;
    const WindowImage& m_image;
    const Place& m_to;
    Chunk m_chunk{};
    std::uint64_t m_dram = 0, m_matrix = 0;
    std::uint64_t m_rows = m_layer.kind == network::Kind::Conv
                               ? network::shapeOf(m_writing.network, m_layer.inputs.front())[0]
                               : 1;
};

} // namespace

std::string_view mnemonicOf(network::Activation activation) {
    constexpr std::string_view kMnemonics[] = {"", "v_relu", "v_sigm", "v_tanh"};
    return kMnemonics[static_cast<std::size_t>(activation)];
}

std::optional<tensor::Tensor> summandsOf(const network::Layer& layer, std::uint32_t nativeDimension) {
    const auto outputs = static_cast<std::uint32_t>(layer.shape.back());
    const Packed how{1, outputs, tilesOf(outputs, nativeDimension)};
    const bool isSigmoid =
        layer.activation == network::Activation::Sigmoid && isFilledUp(how, nativeDimension);
    if (!layer.bias && !isSigmoid) return {};
    tensor::Tensor out = packed(layer.bias ? *layer.bias : tensor::Tensor(tensor::DType::F32, {outputs}), how,
                                nativeDimension);
    if (isSigmoid) fillForSigmoid(out, how);
    return out;
}

ProductShape productShapeOf(const network::Network& network, const network::Layer& layer,
                            std::uint32_t nativeDimension) {
    ProductShape out;
    out.name = layer.name;
    out.hasBias = summandsOf(layer, nativeDimension).has_value();
    out.outputs = static_cast<std::uint32_t>(layer.shape.back());
    if (layer.kind == network::Kind::Conv) {
        out.kernelRows = layer.kernel.rows;
        out.kernelColumns = layer.kernel.columns;
        out.inputs = static_cast<std::uint32_t>(network::shapeOf(network, layer.inputs.front()).back());
        out.outRows = static_cast<std::uint32_t>(layer.shape[0]);
        out.outColumns = static_cast<std::uint32_t>(layer.shape[1]);
        out.columnStride = layer.stride.columns;
        out.columnDilation = layer.dilation.columns;
        out.isSliding = isSliding(layer);
    }
    return out;
}

std::vector<std::uint16_t> matricesOf(const network::Layer& layer, const ProductLayer& product,
                                      std::uint32_t nativeDimension) {
    const ProductShape& shape = product.shape;
    const WeightTiles how{shape.kernelColumns, shape.inputs, shape.outputs, nativeDimension};
    std::vector<std::uint16_t> out;
    for (const Chunk& chunk : product.plan.chunks)
        for (const Pass& pass : product.plan.passes)
            appendMatrices(layer.weights, how, pass.kernelRow, {chunk.firstRow, chunk.rows},
                           {pass.firstColumn, pass.columns}, out);
    return out;
}

Outcome writeProduct(const Writing& writing, const network::Layer& layer, const ProductLayer& product,
                     const Place& from, const Place& to) {
    WindowImage image{from.first, from.packed.pixels, from.packed.tiles, false};
    if (product.plan.readsWindows) {
        setWindows(writing, layer, from, 0);
    } else if (layer.kind == network::Kind::Conv) {
        LW_TRY(image, windowImage(writing, layer, from, 0, "zeros"));
    }
    ProductRows(writing, layer, product, image, to).write();
    release(writing, image);
    return Done{};
}

} // namespace lw::lower::processor
