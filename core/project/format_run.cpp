// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/format_run.h"

#include "core/base/check.h"
#include "core/numeric/half.h"
#include "core/numeric/wide_sum.h"
#include "core/project/lowered_program.h"

#include <algorithm>
#include <limits>

namespace lw::project {

using concord::Node;
using concord::Numbers;
using concord::OpKind;

namespace {

Numbers numbersIn(const std::vector<std::uint16_t>& codes) {
    Numbers out;
    out.reserve(codes.size());
    for (const std::uint16_t code : codes) out.push_back(numeric::halfValue(code));
    return out;
}

// Native matrices in DRAM that a product reads: its operand is what m_wr has put into the register file.
std::vector<std::uint32_t> dramNumbersOf(const concord::Graph& graph, const Node& product) {
    std::vector<std::uint32_t> out;
    for (const concord::Piece& piece : product.operand) {
        const Node& write = graph.nodes[piece.node];
        LW_ASSERT(write.kind == OpKind::WriteMatrix, "m_wr gives what a product multiplies with");
        std::vector<std::uint32_t> written;
        for (const concord::Piece& from : write.in)
            concord::overPiece(from, [&](std::uint32_t number) { written.push_back(number); });
        concord::overPiece(piece, [&](std::uint32_t number) { out.push_back(written[number]); });
    }
    return out;
}

template <typename Sum>
double roundedOnce(std::span<const std::int64_t> dots, std::span<const int> exponents,
                   numeric::Overflow overflow) {
    Sum sum;
    for (std::size_t c = 0; c < dots.size(); ++c) sum.add(dots[c], exponents[c]);
    if constexpr (requires { sum.hasOverflowed(); })
        if (sum.hasOverflowed()) return std::numeric_limits<double>::quiet_NaN();
    return numeric::halfValue(numeric::roundedSum(sum, numeric::kFloat16, {.overflow = overflow}));
}

} // namespace

Result<FormatRun> FormatRun::of(const ProcessorLowered& lowered) {
    FormatRun out;
    LW_TRY(const LoadedProgram loaded, loadWritten(lowered.lowering, lowered.machine));
    LW_TRY(out.m_software, softwareOf(loaded, std::string(kLoweredProgram)));
    LW_TRY(const auto machine, loaded.createMachine({}));
    const Observed observed = observe(out.m_software, *machine);
    if (machine->halted()) out.m_clocks = machine->clock();
    out.m_vectors = numbersIn(observed.sources[concord::kOfVectorDram]);
    out.m_matrices = numbersIn(observed.sources[concord::kOfMatrixDram]);
    out.m_native = out.m_software.stream.format.n;
    out.m_packedInput = lowered.lowering.packedInput;
    out.m_output = lowered.lowering.outputs.front();
    out.findMatrices();
    out.findLayers(lowered.lowering.report);
    return out;
}

void FormatRun::findMatrices() {
    const auto& nodes = m_software.graph.nodes;
    m_numbers.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].kind == OpKind::Product) m_numbers[i] = dramNumbersOf(m_software.graph, nodes[i]);
}

// Hints name layers as the program does, so they are told apart by their order, which is that of the report.
void FormatRun::findLayers(const lower::processor::Report& report) {
    for (const lower::processor::LayerReport& layer : report.layers) {
        if (layer.matrices == 0) continue;
        m_layers.push_back(layer.name);
        m_matricesOfLayers.push_back(layer.matrices);
    }
    std::vector<std::string> hinted;
    const auto& nodes = m_software.graph.nodes;
    m_layerOf.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].kind != OpKind::Product) continue;
        const std::string& name = m_software.stream.chains[nodes[i].chain].layer;
        auto found = std::ranges::find(hinted, name);
        if (found == hinted.end()) found = hinted.insert(found, name);
        m_layerOf[i] = static_cast<std::size_t>(found - hinted.begin());
    }
    LW_ASSERT(hinted.size() == m_layers.size(), "each layer with matrices has products");
}

std::uint64_t FormatRun::bytesOf(std::size_t layer, std::uint32_t bits) const {
    const std::uint64_t n = m_native, row = n * bits + m_software.stream.format.exponentBits;
    return (m_matricesOfLayers[layer] * n * row + 7) / 8;
}

FormatRun::Blocks FormatRun::blocksOf(std::span<const double> values, numeric::BlockFormat format) const {
    Blocks out;
    out.mantissas.resize(values.size());
    for (std::size_t at = 0; at < values.size(); at += m_native)
        out.exponents.push_back(numeric::encodeBlock(values.subspan(at, m_native), format, {},
                                                     std::span(out.mantissas).subspan(at, m_native)));
    return out;
}

const FormatRun::Blocks& FormatRun::matrixOf(std::uint32_t number, numeric::BlockFormat format) {
    const auto [at, isNew] = m_rounded.try_emplace({number, format.mantissaBits});
    const std::size_t each = std::size_t{m_native} * m_native;
    if (isNew)
        at->second = blocksOf(std::span<const double>(m_matrices).subspan(number * each, each), format);
    return at->second;
}

Numbers FormatRun::productOf(std::uint32_t number, const Numbers& in, std::uint32_t bits) {
    const Node& node = m_software.graph.nodes[number];
    const concord::Format& format = m_software.stream.format;
    const numeric::BlockFormat block{static_cast<int>(bits), static_cast<int>(format.exponentBits)};
    const auto overflow = format.saturates ? numeric::Overflow::Saturate : numeric::Overflow::Infinity;
    const Blocks x = blocksOf(in, block);
    std::vector<const Blocks*> matrices;
    for (const std::uint32_t one : m_numbers[number]) matrices.push_back(&matrixOf(one, block));
    std::vector<std::int64_t> dots(node.columns);
    std::vector<int> exponents(node.columns);
    Numbers out;
    const std::size_t n = m_native;
    for (std::size_t turn = 0; turn < node.turns; ++turn)
        for (std::size_t r = 0; r < node.rows; ++r)
            for (std::size_t line = 0; line < n; ++line) {
                for (std::size_t c = 0; c < node.columns; ++c) {
                    const Blocks& matrix = *matrices[r * node.columns + c];
                    const std::size_t vector = turn * node.columns + c;
                    dots[c] = numeric::mantissaDot(std::span(x.mantissas).subspan(vector * n, n),
                                                   std::span(matrix.mantissas).subspan(line * n, n));
                    exponents[c] =
                        numeric::dotExponent(x.exponents[vector], block, matrix.exponents[line], block);
                }
                out.push_back(format.exactSums ? roundedOnce<numeric::ExactSum>(dots, exponents, overflow)
                                               : roundedOnce<numeric::WindowSum>(dots, exponents, overflow));
            }
    return out;
}

tensor::Tensor FormatRun::outputOf(const tensor::Tensor& input, std::span<const std::uint32_t> bits) {
    const concord::Graph& graph = m_software.graph;
    const tensor::Tensor taken = lower::processor::packed(input, m_packedInput, m_native);
    concord::NodeNumbers values(graph.nodes.size());
    for (std::uint64_t i = 0; i < taken.count(); ++i)
        values[concord::kFromQueue].push_back(tensor::valueAt(taken, i));
    values[concord::kOfVectorDram] = m_vectors;
    for (std::uint32_t i = concord::kSources; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        if (areMatrices(node.kind)) continue;
        const Numbers in = concord::numbersOf(node.in, values, m_native);
        values[i] = node.kind == OpKind::Product
                        ? productOf(i, in, bits[m_layerOf[i]])
                        : concord::valueOf(node, m_software.stream.format, in,
                                           concord::numbersOf(node.operand, values, m_native));
    }
    const auto codes =
        concord::codesOf(concord::numbersOf(graph.output, values, m_native), m_software.stream.format);
    const std::uint64_t vectors = m_output.packed.vectors();
    const auto first = std::span<const std::uint16_t>(codes).first(vectors * m_native);
    return lower::processor::unpacked(tensor::Tensor::of(tensor::DType::F16, {vectors, m_native}, first),
                                      m_output.packed, m_output.shape);
}

} // namespace lw::project
