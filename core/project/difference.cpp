// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/difference.h"

#include "core/numeric/half.h"

#include <algorithm>
#include <limits>

namespace lw::project {

using concord::Node;
using concord::OpKind;

namespace {

constexpr std::size_t kShown = 8; // numbers of a vector

// How many numbers of FP16 lie between two, zeros being one.
std::uint32_t ulpOf(std::uint16_t x, std::uint16_t y) {
    const auto ordered = [](std::uint16_t code) {
        const int size = code & 0x7fff;
        return (code & 0x8000) != 0 ? -size : size;
    };
    return static_cast<std::uint32_t>(std::abs(ordered(x) - ordered(y)));
}

bool isNan(std::uint16_t code) { return (code & 0x7fff) > 0x7c00; }

// How far apart the two are. A NaN is not a number, and nothing lies between it and another.
std::string distanceText(std::uint16_t firmware, std::uint16_t software) {
    if (isNan(firmware) && isNan(software)) return "both are NaN, with other bits";
    if (isNan(firmware)) return "NaN in the firmware alone";
    if (isNan(software)) return "NaN in the software alone";
    return std::to_string(ulpOf(firmware, software)) + " ulp apart";
}

// Where the codes of a node begin among those of all.
std::size_t beginOf(const Software& of, std::uint32_t wanted) {
    std::size_t out = 0;
    for (std::uint32_t node = concord::kSources; node < wanted; ++node)
        if (!areMatrices(of.graph.nodes[node].kind))
            out += std::size_t{of.graph.nodes[node].count} * of.stream.format.n;
    return out;
}

std::string codeOf(double value) { return codeText(numeric::halfOf(value, numeric::Overflow::Infinity)); }
std::string listText(const concord::Numbers& numbers, std::size_t first, std::size_t count) {
    std::string out;
    for (std::size_t i = first; i < std::min(first + std::min(count, kShown), numbers.size()); ++i)
        out += (out.empty() ? "" : ", ") + codeOf(numbers[i]);
    return out + (count > kShown ? " ..." : "");
}

std::string operandsText(const Software& of, const Node& node, const FirstDifference& difference,
                         const concord::NodeNumbers& numbers) {
    const std::uint32_t n = of.stream.format.n;
    const concord::Numbers in = concord::numbersOf(node.in, numbers, n);
    if (node.kind == OpKind::Window) {
        const auto from = node.windows.vectorOf(difference.vector);
        return from ? "operands: vector " + std::to_string(*from) + " of the picture" : "operands: padding";
    }
    const std::size_t at = difference.vector * n + difference.element;
    if (node.kind == OpKind::WriteQuantised)
        return "operands: block " + listText(in, difference.vector * n, n);
    if (node.kind != OpKind::Product) {
        const concord::Numbers operand = concord::numbersOf(node.operand, numbers, n);
        return "operands: " + codeOf(in[at]) + (operand.empty() ? "" : " and " + codeOf(operand[at]));
    }
    const concord::Numbers matrices = concord::numbersOf(node.operand, numbers, n * n);
    const std::uint64_t turn = difference.vector / node.rows, row = difference.vector % node.rows;
    return "operands: vector " + listText(in, turn * node.columns * n, n) + " and row " +
           listText(matrices, (row * node.columns * n + difference.element) * n, n) +
           (node.columns > 1 ? ", the first of " + std::to_string(node.columns) + " columns" : "");
}

} // namespace

concord::NodeNumbers numbersOf(const Software& of, const Observed& firmware) {
    const auto& nodes = of.graph.nodes;
    concord::NodeNumbers out(nodes.size());
    for (std::size_t source = 0; source < firmware.sources.size(); ++source)
        for (const std::uint16_t code : firmware.sources[source])
            out[source].push_back(numeric::halfValue(code));
    const std::uint32_t n = of.stream.format.n;
    std::size_t at = 0;
    for (std::uint32_t node = concord::kSources; node < nodes.size(); ++node) {
        if (areMatrices(nodes[node].kind)) {
            out[node] =
                concord::numbersOf(nodes[node].in, out, nodes[node].kind == OpKind::WriteMatrix ? n * n : n);
            continue;
        }
        for (std::uint64_t i = 0; i < std::uint64_t{nodes[node].count} * n && at < firmware.codes.size();
             ++i, ++at)
            out[node].push_back(firmware.codes[at] ? numeric::halfValue(*firmware.codes[at])
                                                   : std::numeric_limits<double>::quiet_NaN());
    }
    return out;
}

std::vector<std::string> linesOf(const Software& of, const program::Program& program,
                                 const FirstDifference& difference, const concord::NodeNumbers& numbers) {
    const Node& node = of.graph.nodes[*difference.node];
    const std::uint32_t bundle = of.stream.chains[node.chain].ops[node.op].bundle;
    const Place place = bundle < program.places.size() ? program.places[bundle] : Place{}; // of a graph: none
    std::string distance = distanceText(difference.firmware, difference.software);
    if (place.file < program.sources.size())
        distance += ", line " + std::to_string(place.line) + " of " + program.sources[place.file].path;
    return {distance, operandsText(of, node, difference, numbers)};
}

Explanation explain(const Software& of, const program::Program& program, const FirstDifference& difference,
                    const Observed& firmware, const std::vector<std::uint16_t>& software) {
    Explanation out;
    if (!isNan(difference.firmware) && !isNan(difference.software))
        out.ulp = ulpOf(difference.firmware, difference.software);
    if (!difference.node) {
        out.lines = {distanceText(difference.firmware, difference.software),
                     "every value on the way is equal: look at the order in which vectors are given"};
        return out;
    }
    const Node& node = of.graph.nodes[*difference.node];
    const concord::NodeNumbers numbers = numbersOf(of, firmware);
    const auto wanted = std::span(software).subspan(beginOf(of, *difference.node),
                                                    std::size_t{node.count} * of.stream.format.n);
    out.trap = concord::likelyTrap(
        of.graph, of.stream, numbers, *difference.node, [&](const concord::Numbers& value) {
            return std::ranges::equal(concord::codesOf(value, of.stream.format), wanted);
        });
    out.lines = linesOf(of, program, difference, numbers);
    if (out.trap) {
        const concord::TrapWords words = concord::wordsOf(*out.trap);
        out.lines.push_back("likely " + std::string(words.name) + ": " + std::string(words.text));
    } else {
        out.lines.emplace_back("none of the mistakes T1 to T11 gives this value here");
    }
    return out;
}

} // namespace lw::project
