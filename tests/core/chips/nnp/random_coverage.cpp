// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/chips/nnp/random_coverage.h"

#include "core/isa/encode.h"
#include "core/isa/lookup.h"
#include "core/project/difference.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lw::test {

namespace {

using concord::Node;
using concord::OpKind;

using Shape = std::pair<const char*, int (*)(const RandomChains&)>;
constexpr std::array<Shape, Coverage::kShapes> kShapesOfChains{{
    {"chains that write twice", [](const RandomChains& of) { return of.multicasts; }},
    {"products with the identity", [](const RandomChains& of) { return of.identities; }},
    {"products of several rows", [](const RandomChains& of) { return of.tall; }},
    {"products of several columns", [](const RandomChains& of) { return of.broad; }},
    {"chains with iterations", [](const RandomChains& of) { return of.iterated; }},
    {"reads with an increment", [](const RandomChains& of) { return of.stepped; }},
    {"loops", [](const RandomChains& of) { return of.loops; }},
    {"sums of the first MFU", [](const RandomChains& of) { return of.adds[0]; }},
    {"sums of the second", [](const RandomChains& of) { return of.adds[1]; }},
    {"windows of one dimension", [](const RandomChains& of) { return of.linear; }},
    {"of two", [](const RandomChains& of) { return of.flat; }},
    {"of three", [](const RandomChains& of) { return of.deep; }},
    {"windows with padding", [](const RandomChains& of) { return of.padded; }},
    {"loads of matrices after a product", [](const RandomChains& of) { return of.streamed; }},
    {"chains of matrices from the network", [](const RandomChains& of) { return of.queuedMatrices; }},
    {"chains of matrices to DRAM", [](const RandomChains& of) { return of.storedMatrices; }},
}};

// The rows of the table that a program has.
std::set<isa::OpId> rowsIn(const isa::Spec& spec, const program::Program& program) {
    std::set<isa::OpId> out;
    for (const isa::Bits& bits : program.bundles) {
        isa::Bundle bundle;
        if (isa::decode(spec, bits, bundle)) continue;
        // A nop has no instruction.
        out.insert(bundle.count == 0 ? isa::lookupOf(spec).opNamed(0, "nop") : bundle.insns[0].op);
    }
    return out;
}

} // namespace

void Coverage::add(const project::LoadedProgram& loaded, std::uint32_t arithmetic,
                   const WrittenSoftware& written, const RandomChains& random) {
    for (const isa::OpId op : rowsIn(*loaded.chip->spec, loaded.program)) {
        m_rows.insert(op);
        m_pairs.emplace(op, arithmetic);
    }
    for (std::size_t i = 0; i < kShapesOfChains.size(); ++i)
        m_shapes[i] += static_cast<std::uint64_t>(kShapesOfChains[i].second(random));
    addNumbers(written.software, written.observed);
}

void Coverage::addNumbers(const project::Software& software, const project::Observed& observed) {
    for (const auto& code : observed.codes) {
        const int size = code.value_or(0) & 0x7fff;
        m_infinities += size == 0x7c00;
        m_largest += size == 0x7bff;
        m_subnormal += size > 0 && size < 0x400;
    }
    const concord::Format& format = software.stream.format;
    const concord::NodeNumbers numbers = project::numbersOf(software, observed);
    for (std::size_t i = concord::kSources; i < software.graph.nodes.size(); ++i) {
        const Node& node = software.graph.nodes[i];
        const bool isMatrix = node.kind == OpKind::WriteMatrix, isVector = node.kind == OpKind::Product;
        if (!isMatrix && !isVector && node.kind != OpKind::WriteQuantised) continue;
        m_roundings.emplace(node.kind, format.exponentBits, node.rounding.rounding);
        m_widths.emplace(node.kind, format.exponentBits,
                         isMatrix   ? format.matrixBits
                         : isVector ? format.vectorBits
                                    : node.bits);
        const concord::Numbers rounded =
            isMatrix ? numbers[i] : concord::numbersOf(node.in, numbers, format.n);
        for (std::size_t at = 0; at < rounded.size(); at += format.n)
            addBlock(std::span(rounded).subspan(at, format.n), format.exponentBits);
    }
}

void Coverage::addBlock(std::span<const double> values, std::uint32_t exponentBits) {
    double largest = 0;
    for (const double value : values) largest = std::fmax(largest, std::fabs(value));
    int exponent = 0;
    std::frexp(std::isinf(largest) ? 0x1p1000 : largest, &exponent);
    if (exponentBits == 0) {
        m_beyond += largest >= 0x1p15; // of the most bits there are
        return;
    }
    const int bias = (1 << (exponentBits - 1)) - 1;
    m_below += largest != 0 && exponent < -bias;
    m_above += exponent > bias + 1;
}

bool Coverage::hasExtremes() const {
    return m_infinities && m_largest && m_subnormal && m_below && m_above && m_beyond &&
           std::ranges::none_of(m_shapes, [](std::uint64_t count) { return count == 0; });
}

std::string Coverage::text() const {
    std::string out = std::to_string(m_roundings.size()) + " of " + std::to_string(kRoundings) +
                      " roundings, " + std::to_string(m_widths.size()) + " of " + std::to_string(kWidths) +
                      " widths";
    const std::pair<std::uint64_t, const char*> counts[]{{m_infinities, "infinities"},
                                                         {m_largest, "of the largest number"},
                                                         {m_subnormal, "subnormal numbers"},
                                                         {m_below, "blocks below the first exponent"},
                                                         {m_above, "blocks above the last exponent"},
                                                         {m_beyond, "blocks beyond all integers"}};
    for (const auto& [count, what] : counts) out += ", " + std::to_string(count) + " " + what;
    for (std::size_t i = 0; i < kShapesOfChains.size(); ++i)
        out += ", " + std::to_string(m_shapes[i]) + " " + kShapesOfChains[i].first;
    return out;
}

} // namespace lw::test
