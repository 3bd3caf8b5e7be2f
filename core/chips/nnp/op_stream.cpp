// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/op_stream.h"

#include "core/chips/nnp/decoded.h"
#include "core/chips/nnp/firmware.h"
#include "core/chips/nnp/hints.h"
#include "core/chips/nnp/layout.h"
#include "core/chips/nnp/messages.h"
#include "core/chips/nnp/schedule.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/machine/cell_reader.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

namespace lw::nnp {

namespace {

using concord::Op;
static_assert(concord::kMostLoops == kMostLoops);

std::string instructionText(const program::Program& program, std::uint32_t number) {
    isa::Bundle bundle;
    std::string out;
    if (!isa::decode(kIsa, program.bundles[number], bundle)) isa::print(kIsa, bundle.insns[0], out);
    return out.substr(kIsa.slots[0].name.size() + 2); // without the slot, as there is one
}

Op opOf(const program::Program& program, const Decoded& row) {
    Op out{.kind = row.meaning().kind, .bundle = row.bundle, .text = instructionText(program, row.bundle)};
    const auto place = [&](Memory memory, std::size_t operand, bool hasStep) {
        out.memory = nameOf(memory);
        out.first = row[operand];
        out.step = hasStep ? row[operand + 1] : 0;
    };
    switch (row.meaning().step) {
    case Step::Product: place(Memory::MatrixRf, 0, false); break;
    case Step::Times: place(Memory::MultiplyVrf, 0, true); break;
    case Step::ReadMatrix:
    case Step::WriteMatrix:
        place(memoryOf(row), 1, false);
        if (memoryOf(row) != Memory::Dram) break;
        out.memory = concord::kMatrixDram;
        if (out.kind == concord::OpKind::WriteMatrix) out.kind = concord::OpKind::StoreMatrix;
        break;
    case Step::Read:
    case Step::Add:
    case Step::Write: place(memoryOf(row), 1, !row.readsWindows()); break;
    default: break;
    }
    return out;
}

// Those of whole vectors or matrices.
std::vector<concord::TensorName> tensorsOf(const program::Program& program, const Config& config) {
    std::vector<concord::TensorName> out;
    for (const program::NamedTensor& tensor : program.tensors) {
        const std::uint64_t each = tensor.space == kMatrixDram ? config.matrixBytes() : config.vectorBytes();
        if (tensor.address % each == 0 && tensor.units % each == 0)
            out.push_back({tensor.name, std::string(kIsa.spaces[index(tensor.space)].name),
                           tensor.address / each, tensor.units / each});
    }
    return out;
}

// By the instruction that they precede.
std::multimap<std::int64_t, std::string> labelsOf(const program::Program& program) {
    std::multimap<std::int64_t, std::string> out;
    for (const program::Symbol& symbol : program.symbols)
        if (symbol.kind == program::SymbolKind::Label) out.emplace(symbol.value, symbol.name);
    return out;
}

// Whether loops are nested as they should be.
Outcome checkLoops(std::span<const Decoded> rows, const Config& config) {
    Controls controls(config);
    const auto refused = [](const Refusal& refusal) {
        return Problem{&kBrokenRule, {refusal.text, refusal.advice}, {}, {}, {}};
    };
    for (const Decoded& row : rows) {
        if (const auto refusal = loopRefusal(row, controls)) return refused(*refusal);
        if (row.op == op("halt")) return Done{};
        if (row.op == op("loop")) ++controls.loops;
        if (row.op == op("endloop")) --controls.loops;
    }
    if (controls.loops == 0) return Done{};
    Refusal open;
    open.text = "the program ends inside of a loop";
    open.advice = "write endloop before its end";
    return refused(open);
}

// Chains, and loops over them.
struct Fragment {
    std::vector<concord::Chain> chains;
    std::vector<concord::Loop> loops;
    bool operator==(const Fragment&) const = default;
};

// Reads a program up to its first halt. Of a loop whose first turn meets other control registers than the
// later ones that turn comes before it.
class Reader {
  public:
    Reader(const program::Program& program, const Config& config, std::span<const Decoded> rows)
        : m_program(program)
        , m_rows(rows)
        , m_labels(labelsOf(program))
        , m_controls(config)
        , m_config(config) {}

    Fragment read() {
        take(0, m_rows.size());
        return std::move(m_out);
    }

  private:
    // A loop around what is read: one of the stream, from that turn on; or of which one turn is read.
    struct Around {
        bool isLoop = true;
        std::uint32_t from = 0;
        std::uint64_t executed = 0; // instructions of a turn
    };

    void take(std::size_t at, std::size_t end) {
        for (; at < end && m_rows[at].op != op("halt"); ++at) {
            const auto [first, last] = m_labels.equal_range(m_rows[at].bundle);
            for (auto label = first; label != last; ++label) m_pending.push_back(label->second);
            if (m_rows[at].op == op("loop"))
                at = takeLoop(at);
            else
                takeRow(at);
        }
    }

    void takeRow(std::size_t at) {
        takeStep(at);
        ++m_executed;
    }
    void takeStep(std::size_t at) {
        const Decoded& row = m_rows[at];
        const Step step = row.meaning().step;
        if (row.op == op("s_wr")) m_controls.values[row[0]] = row[1];
        if (step == Step::Alone || step == Step::End) return;
        if (step == Step::Read) m_flow = flowFrom(at);
        if (step == Step::Read || step == Step::ReadMatrix)
            m_out.chains.push_back({m_controls.rows(),
                                    m_controls.columns(),
                                    step == Step::Read ? m_controls.iterations() : 1,
                                    m_controls[Control::Middle],
                                    {},
                                    std::exchange(m_pending, {})});
        concord::Op op = moved(opOf(m_program, row), row);
        if (row.readsWindows()) {
            op.window = windowOf(m_controls);
            op.picture = m_controls[Control::Picture];
            op.skip = row[2];
        }
        if (op.kind == concord::OpKind::Softmax)
            op.length = m_controls[Control::Length] != 0 ? m_controls[Control::Length]
                                                         : m_controls.rows() * m_config.nativeDimension;
        if (op.kind == concord::OpKind::Product || op.kind == concord::OpKind::WriteQuantised ||
            op.kind == concord::OpKind::WriteMatrix)
            op.rounding = rounding();
        op.clocks = workOn(at);
        op.begins = beginOf(row);
        m_out.chains.back().ops.push_back(std::move(op));
    }

    // For how many clocks its unit works on an instruction of the chain under way.
    std::uint64_t workOn(std::size_t at) const {
        const std::uint64_t turns = m_controls.iterations(), rows = turns * m_controls.rows();
        const bool isMultiplied = at + 1 < m_rows.size() && m_rows[at + 1].meaning().step == Step::Product;
        switch (m_rows[at].meaning().step) {
        case Step::Read: return isMultiplied ? turns * m_controls.columns() : rows;
        case Step::Product: return productClocks(m_controls, m_config);
        case Step::ReadMatrix:
        case Step::WriteMatrix: return matrixFlow(m_controls, m_config).pace();
        default: return rows;
        }
    }

    // The chain that begins there, with its clocks. Of one that breaks a rule nobody knows them.
    Chain flowFrom(std::size_t at) const {
        ChainOrRefusal found = chainOf(m_rows.subspan(at), m_controls, m_config);
        if (found.refusal) return {};
        schedule(found.chain, m_controls, m_config);
        return std::move(found.chain);
    }
    // When an instruction of the chain under way has its first vector or row.
    std::uint64_t beginOf(const Decoded& row) const {
        const Step step = row.meaning().step;
        if (step == Step::WriteMatrix) {
            const MatrixFlow flow = matrixFlow(m_controls, m_config);
            return flow.first + flow.latency;
        }
        if (step == Step::ReadMatrix) return 0;
        for (const Locations& written : m_flow.writes)
            if (written.bundle == row.bundle) return written.clock;
        for (const Stage& stage : m_flow.stages)
            if (stage.bundle == row.bundle) return stage.clock;
        return 0;
    }

    // How the next instruction rounds; by chance that depends on when it is executed.
    concord::OpRounding rounding() const {
        const numeric::BlockRounding how = roundingOf(m_controls, m_executed);
        if (how.rounding != numeric::Rounding::Stochastic) return {.rounding = how.rounding};
        concord::OpRounding out{how.rounding, how.place.seed, how.place.instruction, {}};
        std::size_t level = 0;
        for (const Around& around : m_around) {
            if (!around.isLoop) continue;
            out.executed += around.from * around.executed;
            out.moves[level++] = around.executed;
        }
        return out;
    }

    // With what the loops around it do to its index.
    Op moved(Op out, const Decoded& row) const {
        const auto steps = stepsOf(row);
        for (std::size_t i = 0; i < std::min(steps.size(), m_around.size()); ++i) {
            const auto around = m_around.end() - 1 - static_cast<std::ptrdiff_t>(i);
            if (!around->isLoop) continue;
            out.first += std::uint64_t{steps[i]} * around->from;
            const auto level =
                std::count_if(m_around.begin(), around, [](const Around& a) { return a.isLoop; });
            out.moves[static_cast<std::size_t>(level)] = steps[i];
        }
        return out;
    }

    // Gives the number of its endloop.
    std::size_t takeLoop(std::size_t at) {
        const std::size_t end = endOf(at);
        const std::uint32_t turns = m_rows[at][0];
        const std::uint64_t begin = ++m_executed, executed = executedIn(at, end);
        const auto bodyOf = [&](std::vector<std::string> ofFirst, Around around) {
            m_executed = begin;
            around.executed = executed;
            return readBody(at, end, std::move(ofFirst), around);
        };
        takeTurns(at, turns, bodyOf);
        m_executed = begin + turns * executed;
        return end;
    }

    // Of a loop with that many turns.
    void takeTurns(std::size_t at, std::uint32_t turns, const auto& bodyOf) {
        const Controls entered = m_controls;
        const std::vector<std::string> labels = std::exchange(m_pending, {});
        Fragment first = bodyOf(labels, {turns > 1, 0});
        if (turns == 1) return append(std::move(first));
        const Controls later = m_controls;
        if (first == bodyOf(labels, {true, 0})) return appendLoop(std::move(first), at, turns);
        m_controls = entered;
        append(bodyOf(labels, {false, 0}));
        m_controls = later;
        appendLoop(bodyOf({}, {true, 1}), at, turns - 1);
    }

    // Instructions of a turn, with its endloop.
    std::uint64_t executedIn(std::size_t loop, std::size_t end) const {
        std::uint64_t out = 1;
        for (std::size_t at = loop + 1; at < end; ++at, ++out) {
            if (m_rows[at].op != op("loop")) continue;
            const std::size_t inner = endOf(at);
            out += m_rows[at][0] * executedIn(at, inner);
            at = inner;
        }
        return out;
    }

    std::size_t endOf(std::size_t loop) const {
        std::size_t depth = 1, at = loop + 1;
        for (; at < m_rows.size(); ++at) {
            if (m_rows[at].op == op("loop")) ++depth;
            if (m_rows[at].op == op("endloop") && --depth == 0) break;
        }
        return at;
    }

    Fragment readBody(std::size_t at, std::size_t end, std::vector<std::string> labels, Around around) {
        Fragment before = std::exchange(m_out, {});
        m_pending = std::move(labels);
        m_around.push_back(around);
        take(at + 1, end);
        m_around.pop_back();
        m_pending.clear();
        return std::exchange(m_out, std::move(before));
    }

    void append(Fragment part) {
        const auto chains = static_cast<std::uint32_t>(m_out.chains.size());
        for (concord::Loop& loop : part.loops) loop.first += chains;
        std::ranges::move(part.chains, std::back_inserter(m_out.chains));
        std::ranges::move(part.loops, std::back_inserter(m_out.loops));
    }
    void appendLoop(Fragment body, std::size_t at, std::uint32_t turns) {
        const auto count = static_cast<std::uint32_t>(body.chains.size());
        const std::uint32_t number = m_rows[at].bundle;
        if (count > 0)
            body.loops.insert(body.loops.begin(),
                              {0, count, turns, number, instructionText(m_program, number)});
        append(std::move(body));
    }

    const program::Program& m_program;
    std::span<const Decoded> m_rows;
    std::multimap<std::int64_t, std::string> m_labels;
    Controls m_controls;
    const Config& m_config;
    Chain m_flow;                       // that is under way
    std::uint64_t m_executed = 0;       // instructions, in the first turn of all loops around
    std::vector<std::string> m_pending; // labels that no chain follows yet
    std::vector<Around> m_around;
    Fragment m_out;
};

} // namespace

Result<concord::OpStream> opsOf(const program::Program& program, const Config& config) {
    LW_TRY(const std::vector<Decoded> rows, decodeRows(program));
    LW_TRY([[maybe_unused]] const Done nested, checkLoops(rows, config));
    Fragment read = Reader(program, config, rows).read();
    concord::OpStream out;
    out.format = {config.nativeDimension, config.vectorMantissaBits, config.matrixMantissaBits,
                  config.exponentBits,    config.exactSums != 0,     config.saturates != 0};
    out.tensors = tensorsOf(program, config);
    out.chains = std::move(read.chains);
    out.loops = std::move(read.loops);
    addHints(program, config, out);
    return out;
}

std::vector<std::uint16_t> vectorAt(const machine::CoreTree& tree, const machine::Moment& moment,
                                    const std::string& memory, std::uint64_t location) {
    const machine::CellReader read(tree, moment);
    const auto& at = tree.handles<Layout>();
    const std::uint64_t n = read.extent(at.chain, 1);
    if (memory.empty()) return read.some(at.chain, location * n, n);
    const bool isQueue = memory == nameOf(Memory::NetQ);
    if (isQueue || memory == nameOf(Memory::Dram)) {
        const auto bytes = read.some(isQueue ? at.netOut : at.vectorDram, 2 * location * n, 2 * n);
        std::vector<std::uint16_t> out(n);
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    }
    const auto& file = memory == nameOf(Memory::AddSubVrf0)    ? at.addSub0
                       : memory == nameOf(Memory::AddSubVrf1)  ? at.addSub1
                       : memory == nameOf(Memory::MultiplyVrf) ? at.multiply
                                                               : at.initial;
    return read.some(file, location * n, n);
}

} // namespace lw::nnp
