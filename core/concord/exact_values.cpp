// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/exact_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::concord {

namespace {

// Every row of the matrices with the vectors of its turn, column of native vectors after column.
Numbers exactProduct(const Node& node, std::size_t n, const Numbers& vectors, const Numbers& matrices) {
    Numbers out;
    for (std::size_t turn = 0; turn < node.turns; ++turn)
        for (std::size_t r = 0; r < node.rows; ++r)
            for (std::size_t line = 0; line < n; ++line) {
                double sum = 0;
                for (std::size_t c = 0; c < node.columns; ++c) {
                    const double* row = &matrices[((r * node.columns + c) * n + line) * n];
                    const double* x = &vectors[(turn * node.columns + c) * n];
                    for (std::size_t i = 0; i < n; ++i) sum += x[i] * row[i];
                }
                out.push_back(sum);
            }
    return out;
}

Numbers exactSoftmax(const Node& node, std::size_t n, const Numbers& in) {
    Numbers out(in.size());
    const std::size_t each = std::size_t{node.rows} * n;
    for (std::size_t first = 0; first + each <= in.size(); first += each) {
        const auto from = in.begin() + static_cast<std::ptrdiff_t>(first);
        const double largest = *std::max_element(from, from + node.length);
        double sum = 0;
        for (std::size_t i = 0; i < node.length; ++i)
            sum += out[first + i] = std::exp(in[first + i] - largest);
        for (std::size_t i = 0; i < node.length; ++i) out[first + i] /= sum;
    }
    return out;
}

Numbers exactValue(const Node& node, const Format& format, const Numbers& in, const Numbers& operand) {
    switch (node.kind) {
    case OpKind::Product: return exactProduct(node, format.n, in, operand);
    case OpKind::Softmax: return exactSoftmax(node, format.n, in);
    case OpKind::Window: return valueOf(node, format, in, operand); // it rounds nothing
    case OpKind::WriteQuantised: return in;
    default: return unroundedValueOf(node, in, operand);
    }
}

} // namespace

NodeNumbers exactValues(const Graph& graph, const Format& format, const NodeNumbers& sources,
                        const std::atomic<bool>* stop) {
    NodeNumbers out(graph.nodes.size());
    std::copy_n(sources.begin(), std::min<std::size_t>(sources.size(), kSources), out.begin());
    const std::uint32_t n = format.n;
    for (std::uint32_t i = kSources; i < graph.nodes.size() && !(stop && *stop); ++i) {
        const Node& node = graph.nodes[i];
        Numbers in = numbersOf(node.in, out, node.kind == OpKind::WriteMatrix ? n * n : n);
        out[i] = areMatrices(node.kind)
                     ? std::move(in)
                     : exactValue(node, format, in,
                                  numbersOf(node.operand, out, node.kind == OpKind::Product ? n * n : n));
    }
    return out;
}

} // namespace lw::concord
