// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/chain_strip.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <set>

namespace lw::scene::firmware {

using concord::Node;
using concord::Op;
using concord::OpKind;

namespace {

constexpr std::string_view kFirstSums = "AddSubVrf0"; // those of the first MFU
constexpr std::string_view kQueue = "NetQ";

// An activation is the first MFU's as long as it has none and the second one has not begun: core/chips/nnp.
class UnitFinder {
  public:
    StripUnit unitOf(const Op& op) {
        switch (op.kind) {
        case OpKind::Read:
        case OpKind::Window:
        case OpKind::ReadMatrix: return StripUnit::Read;
        case OpKind::Product: return StripUnit::Multiplier;
        case OpKind::Write:
        case OpKind::WriteQuantised:
        case OpKind::WriteMatrix:
        case OpKind::StoreMatrix: return StripUnit::Write;
        case OpKind::Multiply: return StripUnit::FirstMfu;
        case OpKind::Relu:
        case OpKind::Sigmoid:
        case OpKind::Tanh:
        case OpKind::Softmax:
            m_isSecond = m_isSecond || m_hasActivation;
            m_hasActivation = true;
            break;
        default: m_isSecond = m_isSecond || op.memory != kFirstSums;
        }
        return m_isSecond ? StripUnit::SecondMfu : StripUnit::FirstMfu;
    }

  private:
    bool m_hasActivation = false, m_isSecond = false;
};

// What an execution of a chain makes and moves, in the order of its instructions.
class ExecutionReader {
  public:
    ExecutionReader(const concord::Graph& graph, std::uint32_t chain, std::uint32_t time)
        : m_graph(graph), m_chain(chain), m_time(time) {}

    const Node* nodeOf(std::uint32_t op, std::uint32_t* number = nullptr) const {
        std::uint32_t seen = 0;
        for (std::uint32_t i = 0; i < m_graph.nodes.size(); ++i) {
            const Node& node = m_graph.nodes[i];
            if (i < concord::kSources || node.chain != m_chain || node.op != op || seen++ != m_time) continue;
            if (number) *number = i;
            return &node;
        }
        return nullptr;
    }
    concord::Pieces writtenBy(std::uint32_t op) const {
        std::uint32_t seen = 0;
        for (const concord::Written& written : m_graph.writes)
            if (written.chain == m_chain && written.op == op && seen++ == m_time) return written.pieces;
        return {};
    }

  private:
    const concord::Graph& m_graph;
    std::uint32_t m_chain, m_time;
};

std::uint32_t executionsOf(const concord::OpStream& stream, std::uint32_t chain) {
    std::uint32_t out = 1;
    for (const std::uint32_t loop : concord::loopsAround(stream, chain)) out *= stream.loops[loop].turns;
    return out;
}

// With its end_chain.
bool isIn(const concord::Chain& chain, std::uint32_t bundle) {
    return !chain.ops.empty() && bundle >= chain.ops.front().bundle && bundle <= chain.ops.back().bundle + 1;
}

std::uint64_t operationsOf(const concord::Chain& chain, const Op& op, std::uint64_t n) {
    const std::uint64_t given = std::uint64_t{chain.turns} * chain.rows;
    switch (op.kind) {
    case OpKind::Read:
    case OpKind::Window:
    case OpKind::ReadMatrix:
    case OpKind::Write:
    case OpKind::WriteQuantised:
    case OpKind::WriteMatrix:
    case OpKind::StoreMatrix: return 0;
    case OpKind::Product: return given * chain.columns * n * n;
    default: return given * n;
    }
}

// What a read takes is what the first function gets, or what is written.
concord::Pieces readOf(const concord::Chain& chain, const ExecutionReader& reader) {
    for (std::uint32_t op = 1; op < chain.ops.size(); ++op) {
        if (const Node* node = reader.nodeOf(op)) return node->in;
        if (concord::Pieces written = reader.writtenBy(op); !written.empty()) return written;
    }
    return {};
}

} // namespace

std::string_view nameOf(StripUnit unit) {
    static constexpr std::array<std::string_view, kStripUnits> kNames{"read", "mvm", "mfu0", "mfu1", "write"};
    return kNames[static_cast<std::size_t>(unit)];
}

bool ChainStrip::isUsed(StripUnit unit) const {
    return std::ranges::any_of(steps, [&](const StripStep& step) { return step.unit == unit; });
}

std::uint64_t ChainStrip::operations() const {
    std::uint64_t out = 0;
    for (const StripStep& step : steps) out += step.operations;
    return out;
}

double ChainStrip::operationsPerInstruction() const {
    return static_cast<double>(operations()) / static_cast<double>(steps.size() + 1);
}

std::uint64_t ChainStrip::bytesRead(std::uint32_t n) const {
    const std::uint64_t each = areMatrices ? std::uint64_t{n} * n : n;
    const std::uint64_t of = areMatrices ? std::uint64_t{rows} * columns : hasProduct ? columns : rows;
    return turns * of * each * sizeof(std::uint16_t);
}

std::uint64_t ChainStrip::clocksOf(StripUnit unit) const {
    std::uint64_t out = 0;
    for (const StripStep& step : steps)
        if (step.unit == unit) out = std::max(out, step.clocks);
    return out;
}

std::optional<StripUnit> ChainStrip::limit() const {
    std::optional<StripUnit> out;
    std::uint64_t most = 0;
    for (const StripUnit unit : {StripUnit::Read, StripUnit::Multiplier, StripUnit::FirstMfu,
                                 StripUnit::SecondMfu, StripUnit::Write}) {
        const std::uint64_t clocks = clocksOf(unit);
        if (clocks > most)
            out = unit;
        else if (clocks == most)
            out.reset();
        most = std::max(most, clocks);
    }
    return out;
}

std::string_view nameOf(ChainLimit limit) {
    static constexpr std::array<std::string_view, 4> kNames{"weights", "vectors", "mfu", "queue"};
    return kNames[static_cast<std::size_t>(limit)];
}

std::vector<ChainLimit> ChainStrip::limitedBy() const {
    std::uint64_t most = 1;
    for (const StripStep& step : steps) most = std::max(most, step.clocks);
    std::set<ChainLimit> out;
    for (const StripStep& step : steps) {
        if (step.clocks != most) continue;
        const bool isMoved = step.unit == StripUnit::Read || step.unit == StripUnit::Write;
        if (areMatrices && step.usesQueue) out.insert(ChainLimit::Queue);
        out.insert(areMatrices || step.unit == StripUnit::Multiplier ? ChainLimit::Weights
                   : !isMoved                                        ? ChainLimit::Mfu
                   : step.usesQueue                                  ? ChainLimit::Queue
                                                                     : ChainLimit::Vectors);
    }
    return {out.begin(), out.end()};
}

std::optional<StripUnit> ChainStrip::faultUnit() const {
    for (const StripStep& step : steps)
        if (step.bundle == fault) return step.unit;
    return {};
}

std::optional<ChainStrip> chainStrip(const concord::Graph& graph, const concord::OpStream& stream,
                                     std::uint32_t bundle, std::uint32_t time,
                                     const std::optional<ChainFault>& fault) {
    const auto found =
        std::ranges::find_if(stream.chains, [&](const concord::Chain& chain) { return isIn(chain, bundle); });
    if (found == stream.chains.end()) return {};
    ChainStrip out;
    out.chain = static_cast<std::uint32_t>(found - stream.chains.begin());
    out.layer = found->layer;
    out.rows = found->rows;
    out.columns = found->columns;
    out.turns = found->turns;
    out.times = executionsOf(stream, out.chain);
    out.time = std::min(time, out.times - 1);
    if (fault && fault->time == out.time && isIn(*found, fault->bundle)) out.fault = fault->bundle;
    const ExecutionReader reader(graph, out.chain, out.time);
    UnitFinder units;
    concord::Pieces travels = readOf(*found, reader);
    for (std::uint32_t op = 0; op < found->ops.size(); ++op) {
        const Op& one = found->ops[op];
        StripStep& step = out.steps.emplace_back();
        step.bundle = one.bundle;
        step.text = one.text;
        step.unit = units.unitOf(one);
        step.usesQueue = one.memory == kQueue;
        std::uint32_t number = 0;
        if (const Node* node = reader.nodeOf(op, &number)) step.travels = {{number, 0, node->count, 1, 0}};
        if (step.travels.empty()) step.travels = travels;
        if (one.kind != OpKind::WriteQuantised) travels = step.travels; // what travels goes on as it was
        step.clocks = one.clocks;
        step.operations = operationsOf(*found, one, stream.format.n);
        out.hasProduct |= one.kind == OpKind::Product;
        out.areMatrices |= one.kind == OpKind::ReadMatrix;
    }
    return out;
}

concord::Numbers vectorBehind(const ChainStrip& strip, std::size_t step, std::uint32_t turn,
                              std::uint32_t row, const concord::NodeNumbers& numbers, std::uint32_t n) {
    if (strip.fault) return {}; // nothing of that execution is done
    const std::uint64_t each = strip.areMatrices ? std::uint64_t{n} * n : n;
    const std::uint64_t count = concord::countOf(strip.steps[step].travels);
    const std::uint64_t inTurn = count / std::max(strip.turns, 1U);
    if (inTurn == 0) return {};
    const std::uint64_t wanted = turn * inTurn + std::min<std::uint64_t>(row, inTurn - 1);
    std::uint64_t at = 0;
    concord::Numbers out;
    for (const concord::Piece& piece : strip.steps[step].travels)
        concord::overPiece(piece, [&](std::uint64_t vector) {
            const concord::Numbers& all = numbers[piece.node];
            if (at++ == wanted && (vector + 1) * each <= all.size())
                out.assign(all.begin() + static_cast<std::ptrdiff_t>(vector * each),
                           all.begin() + static_cast<std::ptrdiff_t>((vector + 1) * each));
        });
    return out;
}

Json jsonOf(const ChainStrip& strip) {
    Json steps = Json::list(), used = Json::list();
    for (const StripStep& step : strip.steps) {
        Json travels = Json::list();
        for (const concord::Piece& piece : step.travels)
            travels.push_back(
                Json::list(std::vector{piece.node, piece.first, piece.count, piece.times, piece.step}));
        steps.push_back({{"bundle", step.bundle},
                         {"text", step.text},
                         {"unit", nameOf(step.unit)},
                         {"clocks", step.clocks},
                         {"operations", step.operations},
                         {"travels", std::move(travels)}});
    }
    for (std::size_t i = 0; i < kStripUnits; ++i)
        if (strip.isUsed(static_cast<StripUnit>(i))) used.push_back(nameOf(static_cast<StripUnit>(i)));
    Json out{{"chain", strip.chain},     {"layer", strip.layer},    {"rows", strip.rows},
             {"columns", strip.columns}, {"turns", strip.turns},    {"time", strip.time},
             {"times", strip.times},     {"used", std::move(used)}, {"steps", std::move(steps)}};
    out["operations"] = strip.operations();
    out["operations_per_instruction"] = strip.operationsPerInstruction();
    if (const auto limit = strip.limit()) out["limit"] = nameOf(*limit);
    for (const ChainLimit by : strip.limitedBy()) out["limited_by"].push_back(nameOf(by));
    if (const auto unit = strip.faultUnit()) out["fault_unit"] = nameOf(*unit);
    return out;
}

} // namespace lw::scene::firmware
