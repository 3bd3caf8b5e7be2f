// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/hints.h"

#include "core/chips/nnp/layout.h"
#include "core/chips/nnp/messages.h"
#include "core/chips/nnp/op_stream.h"
#include "core/program/hints.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lw::nnp {

namespace {

using program::Hint;
using program::HintLine;

std::string text(std::uint64_t value) { return std::to_string(value); }

std::optional<Memory> memoryNamed(std::string_view name) {
    for (std::size_t i = 0; i < kMemoryNames.size(); ++i)
        if (kMemoryNames[i] == name) return static_cast<Memory>(i);
    return {};
}

// How many native vectors or matrices hold a logical one.
std::uint64_t nativesOf(const Hint& hint, const Config& config) {
    const auto tiles = [&](std::uint64_t extent) {
        return (extent + config.nativeDimension - 1) / config.nativeDimension;
    };
    if (hint.shape.size() == 1) return tiles(hint.shape[0]);
    const std::uint64_t places = hint.shape.size() == 3 ? hint.shape[1] : 1;
    return (hint.kind == Hint::Kind::Weight ? tiles(hint.shape[0]) : hint.shape[0]) * places *
           tiles(hint.shape.back());
}

std::string unitsText(const Hint& hint, std::uint64_t count) {
    const bool isMatrix = hint.kind == Hint::Kind::Weight;
    return text(count) + (isMatrix     ? count == 1 ? " native matrix" : " native matrices"
                          : count == 1 ? " native vector"
                                       : " native vectors");
}

// Looks at hints one after the other.
class Checker {
  public:
    Checker(const program::Program& program, std::span<const Decoded> rows, const Config& config)
        : m_program(program), m_rows(rows), m_config(config) {
        auto stream = opsOf(program, config);
        if (!stream) return;
        m_stream = *std::move(stream);
        m_queued = queued();
        m_isKnown = true;
    }

    std::vector<program::LintFinding> run() {
        for (const HintLine& line : m_program.hints) {
            const auto hint = program::parseHint(line.text);
            if (!hint) continue; // the assembler has said so
            if (auto why = contradiction(*hint, line)) find(line, *std::move(why));
        }
        if (m_openLayer)
            find(*m_openLayer, "layer " + m_layer + " does not end; write ;@layer " + m_layer + " end");
        return std::move(m_out);
    }

  private:
    using Why = std::optional<std::string>;

    void find(const HintLine& line, std::string why) {
        const auto last = static_cast<std::uint32_t>(m_program.bundles.size()) - 1;
        m_out.push_back({&kFalseHint, 0, std::min(line.bundle, last), {std::move(why)}, line.place});
    }

    Why contradiction(const Hint& hint, const HintLine& line) {
        switch (hint.kind) {
        case Hint::Kind::Tensor: return ofTensor(hint);
        case Hint::Kind::Weight: {
            auto why = ofTensor(hint);
            return why || hint.memory == concord::kVectorDram ? why : ofProducts(hint, line.bundle);
        }
        case Hint::Kind::Quant: return ofQuant(hint, line.bundle);
        case Hint::Kind::LayerBegin:
        case Hint::Kind::LayerEnd: return ofLayer(hint, line);
        default: return ofRounding(hint, line.bundle);
        }
    }

    Why ofTensor(const Hint& hint) {
        if (std::ranges::find(m_names, hint.name) != m_names.end())
            return "another hint has the name " + hint.name;
        m_names.push_back(hint.name);
        const std::uint64_t natives = nativesOf(hint, m_config);
        if (const auto why = ofDeclared(hint, natives)) return why;
        const auto memory = memoryNamed(hint.memory);
        if (!memory) return "there is no memory " + hint.memory;
        if (*memory == Memory::NetQ) {
            if (hint.kind == Hint::Kind::Weight && hint.isGiven) return "no m_wr writes to NetQ";
            if (hint.kind == Hint::Kind::Weight)
                return "in NetQ the rows of matrices are vectors; write ;@tensor " + hint.name + " vec " +
                       text(natives * m_config.nativeDimension) + "x" + text(m_config.nativeDimension) +
                       " from NetQ";
            if (hint.count == 0) return ofQueue(hint, natives);
            return "NetQ has no locations; write from NetQ, or to NetQ";
        }
        const bool isMatrix = hint.kind == Hint::Kind::Weight;
        if (*memory != Memory::Dram && isMatrix != (*memory == Memory::MatrixRf))
            return hint.memory + " holds " +
                   (*memory == Memory::MatrixRf ? "matrices, not vectors" : "vectors, not matrices");
        const std::uint64_t has = *memory == Memory::MatrixRf ? m_config.matrices
                                  : isMatrix ? m_config.matrixDramBytes / m_config.matrixBytes()
                                             : m_config.vectorsOf(*memory);
        if (hint.first + hint.count > has)
            return hint.memory + " ends with " + text(has - 1) + ", and " + hint.name + " with " +
                   text(hint.first + hint.count - 1);
        if (hint.count != natives)
            return hint.name + " needs " + unitsText(hint, natives) + ", but has " + text(hint.count);
        for (const std::uint64_t location : {hint.first, hint.first + hint.count - 1})
            if (*memory != Memory::Dram && !isWritten(hint.memory, location))
                return "nothing writes " + hint.memory + " " + text(location);
        return ofParts(hint, *memory);
    }

    // Rows of a part are as many as the hint has, and what has an index in one hint has one in all.
    Why ofParts(const Hint& hint, Memory memory) {
        if (!hint.parts.empty() && memory != Memory::Dram)
            return "of is for what is in Dram at the start, not for " + hint.memory;
        for (const program::HintPart& part : hint.parts) {
            const std::uint64_t rows = part.end == 0 ? hint.shape[0] : part.end - part.first;
            if (rows != hint.shape[0])
                return hint.name + " has " + text(hint.shape[0]) + " rows, and the part of " + part.array +
                       " " + text(rows);
            const Axes axes{part.index.has_value(), {hint.shape.begin() + 1, hint.shape.end()}};
            if (m_arrays.try_emplace(part.array, axes).first->second != axes)
                return part.array + " has other axes in another hint";
        }
        return {};
    }

    // Vectors of the queues, all in all.
    struct Queued {
        std::uint64_t taken = 0, given = 0;
    };
    Queued queued() const {
        constexpr std::uint64_t kMany = std::uint64_t{1} << 31;
        Queued out;
        for (std::uint32_t i = 0; i < m_stream.chains.size(); ++i) {
            const concord::Chain& chain = m_stream.chains[i];
            std::uint64_t times = chain.turns;
            for (const std::uint32_t loop : concord::loopsAround(m_stream, i))
                times = std::min(times * m_stream.loops[loop].turns, kMany);
            const bool isMultiplied = std::ranges::any_of(
                chain.ops, [](const concord::Op& op) { return op.kind == concord::OpKind::Product; });
            for (const concord::Op& op : chain.ops) {
                if (op.memory != concord::kQueue) continue;
                if (op.kind == concord::OpKind::ReadMatrix)
                    out.taken += times * chain.rows * chain.columns * m_config.nativeDimension;
                else if (op.kind == concord::OpKind::Read)
                    out.taken += times * (isMultiplied ? chain.columns : chain.rows);
                else
                    out.given += times * chain.rows;
            }
        }
        return out;
    }

    // Hints name what comes and goes in its order, so that each needs as much as it says after those before.
    Why ofQueue(const Hint& hint, std::uint64_t natives) {
        const std::uint64_t moved = hint.isGiven ? m_queued.given : m_queued.taken;
        std::uint64_t& named = hint.isGiven ? m_named.given : m_named.taken;
        const std::uint64_t before = std::exchange(named, named + natives);
        if (!m_isKnown || named <= moved) return {};
        return hint.name + " needs " + unitsText(hint, natives) + (hint.isGiven ? " to" : " from") +
               " NetQ; chains " + (hint.isGiven ? "give " : "take ") + text(moved) +
               (before == 0 ? "" : ", of which hints before it name " + text(before));
    }

    // Products that take matrices of this place alone, until another hint names one of them: row after row
    // of native matrices they have to be rows of the logical one, or parts of a row.
    Why ofProducts(const Hint& hint, std::uint32_t bundle) const {
        const std::uint64_t n = m_config.nativeDimension, across = (hint.shape[1] + n - 1) / n;
        const std::uint64_t end = nextHintOf(hint, bundle);
        for (const concord::Chain& chain : m_stream.chains)
            for (const concord::Op& op : chain.ops) {
                if (op.kind != concord::OpKind::Product || op.bundle < bundle || op.bundle >= end) continue;
                const std::uint64_t count = std::uint64_t{chain.rows} * chain.columns;
                if (op.first < hint.first || op.first + count > hint.first + hint.count) continue;
                const std::uint64_t column = (op.first - hint.first) % across;
                if (chain.rows == 1 ? column + chain.columns <= across
                                    : column == 0 && chain.columns == across)
                    continue;
                return hint.name + " has " + unitsText(hint, across) +
                       " in a row, and the mv_mul of instruction " + text(op.bundle) + " takes " +
                       text(chain.rows) + " x " + text(chain.columns) + " of them from " + text(op.first) +
                       " on";
            }
        return {};
    }
    // Where the place, or a part of it, gets another name.
    std::uint64_t nextHintOf(const Hint& hint, std::uint32_t bundle) const {
        for (const HintLine& line : m_program.hints) {
            const auto other = program::parseHint(line.text);
            if (other && other->kind == Hint::Kind::Weight && other->memory == hint.memory &&
                line.bundle > bundle && other->first < hint.first + hint.count &&
                hint.first < other->first + other->count)
                return line.bundle;
        }
        return m_rows.size();
    }

    // A tensor of the same name has as many vectors, wherever it lies.
    Why ofDeclared(const Hint& hint, std::uint64_t natives) const {
        const program::NamedTensor* const tensor = program::findTensor(m_program, hint.name);
        if (tensor == nullptr) return {};
        const std::uint64_t each =
            hint.kind == Hint::Kind::Weight ? m_config.matrixBytes() : m_config.vectorBytes();
        if (tensor->units == natives * each) return {};
        return "the tensor " + hint.name + " has another size than " + unitsText(hint, natives);
    }

    // Whether an instruction comes there in one of its turns.
    bool isWritten(const std::string& memory, std::uint64_t location) const {
        return std::ranges::any_of(m_stream.chains, [&](const concord::Chain& chain) {
            return std::ranges::any_of(chain.ops, [&](const concord::Op& op) {
                if (op.memory != memory || location < op.first) return false;
                const bool isMatrix = op.kind == concord::OpKind::WriteMatrix;
                if (!isMatrix && op.kind != concord::OpKind::Write &&
                    op.kind != concord::OpKind::WriteQuantised)
                    return false;
                if (std::ranges::any_of(op.moves, [](std::uint32_t move) { return move != 0; })) return true;
                const std::uint64_t count = isMatrix
                                                ? std::uint64_t{chain.rows} * chain.columns
                                                : chain.rows + std::uint64_t{op.step} * (chain.turns - 1);
                return location - op.first < count;
            });
        });
    }

    Why ofQuant(const Hint& hint, std::uint32_t bundle) const {
        const auto differs = [](const char* what, std::uint32_t says, std::uint32_t has) -> Why {
            if (says == 0 || says == has) return {};
            return std::string(what) + " " + text(has) + " bits of mantissa, not " + text(says);
        };
        if (auto why = differs("vectors of products have", hint.vector, m_config.vectorMantissaBits))
            return why;
        if (auto why = differs("matrices have", hint.matrix, m_config.matrixMantissaBits)) return why;
        for (const concord::Chain& chain : m_stream.chains)
            for (const concord::Op& op : chain.ops)
                if (op.kind == concord::OpKind::WriteQuantised && op.bundle >= bundle)
                    return differs("v_wr.q writes with", hint.middle, chain.middleBits);
        return {};
    }

    std::size_t loopsAt(std::uint32_t bundle) const {
        std::size_t depth = 0;
        for (std::uint32_t i = 0; i < bundle; ++i) {
            if (m_rows[i].op == op("loop")) ++depth;
            if (m_rows[i].op == op("endloop") && depth > 0) --depth;
        }
        return depth;
    }
    bool isInChain(std::uint32_t bundle) const {
        if (bundle == 0) return false;
        const Step before = m_rows[bundle - 1].meaning().step;
        return before != Step::Alone && before != Step::End;
    }

    Why ofLayer(const Hint& hint, const HintLine& line) {
        const std::uint32_t bundle = line.bundle;
        if (isInChain(bundle)) return "a layer begins and ends between chains";
        if (hint.kind == Hint::Kind::LayerEnd) {
            if (!m_openLayer) return "layer " + hint.name + " has not begun";
            if (m_layer != hint.name) return "layer " + m_layer + " is to end first";
            const std::size_t depth = loopsAt(m_openLayer->bundle);
            for (std::uint32_t i = std::exchange(m_openLayer, std::nullopt)->bundle; i <= bundle; ++i)
                if (loopsAt(i) < depth || (i == bundle && loopsAt(i) != depth))
                    return "layer " + hint.name +
                           " holds part of a loop; let it hold the whole loop, or lie inside it";
            return {};
        }
        if (m_openLayer) return "layer " + m_layer + " has not ended, and layers are not nested";
        m_layer = hint.name;
        m_openLayer = line;
        if (std::ranges::find(m_layers, hint.name) != m_layers.end())
            return "there is a layer " + hint.name + " before";
        m_layers.push_back(hint.name);
        return {};
    }

    // Behind a chain: whether what it writes is rounded to a block.
    Why ofRounding(const Hint& hint, std::uint32_t bundle) const {
        std::uint32_t at = bundle;
        bool rounds = false, writes = false;
        while (at > 0 && !writes) {
            const Step step = m_rows[at - 1].meaning().step;
            if (step == Step::Alone || (step == Step::End && at != bundle)) break;
            if (step == Step::Read || step == Step::ReadMatrix) break;
            writes = step == Step::Write;
            rounds = writes && m_rows[at - 1].meaning().kind == concord::OpKind::WriteQuantised;
            --at;
        }
        if (!writes) return "no chain that writes vectors comes before it";
        if (rounds == (hint.kind == Hint::Kind::Rounded)) return {};
        return rounds ? "v_wr.q rounds what the chain writes"
                      : "v_wr does not round what it writes; v_wr.q does";
    }

    const program::Program& m_program;
    std::span<const Decoded> m_rows;
    const Config& m_config;
    concord::OpStream m_stream;
    bool m_isKnown = false;   // the stream
    Queued m_queued, m_named; // what chains move, and what hints so far have names for
    using Axes = std::pair<bool, std::vector<std::uint64_t>>; // whether it has an index; all but its rows
    std::map<std::string, Axes> m_arrays;                     // that hints name parts of
    std::vector<std::string> m_names, m_layers;
    std::string m_layer;
    std::optional<HintLine> m_openLayer;
    std::vector<program::LintFinding> m_out;
};

} // namespace

std::vector<program::LintFinding> contradictions(const program::Program& program,
                                                 std::span<const Decoded> rows, const Config& config) {
    if (program.hints.empty()) return {};
    return Checker(program, rows, config).run();
}

void addHints(const program::Program& program, const Config& config, concord::OpStream& stream) {
    std::uint64_t taken = 0, given = 0;          // vectors of the queue that earlier hints name
    std::map<std::uint32_t, std::string> layers; // from that bundle on
    for (const HintLine& line : program.hints) {
        const auto read = program::parseHint(line.text);
        if (!read) continue;
        const Hint& hint = *read;
        if (hint.kind == Hint::Kind::LayerBegin) layers[line.bundle] = hint.name;
        if (hint.kind == Hint::Kind::LayerEnd) layers[line.bundle].clear();
        if (hint.kind != Hint::Kind::Tensor && hint.kind != Hint::Kind::Weight) continue;
        concord::TensorName name{hint.name, hint.memory, hint.first, hint.count, hint.shape, line.bundle};
        if (memoryNamed(hint.memory) == Memory::NetQ) {
            std::uint64_t& before = hint.isGiven ? given : taken;
            name.memory = kIsa.spaces[index(hint.isGiven ? kNetOut : kNetIn)].name;
            name.count = nativesOf(hint, config);
            name.first = std::exchange(before, before + name.count);
        }
        for (const program::HintPart& part : hint.parts)
            name.parts.push_back({part.array, part.index, part.first, part.end});
        const bool isInDram = memoryNamed(hint.memory) == Memory::Dram;
        const isa::SpaceId dram = hint.kind == Hint::Kind::Weight ? kMatrixDram : kVectorDram;
        const std::string_view space = kIsa.spaces[index(dram)].name;
        const auto known = std::ranges::find_if(stream.tensors, [&](const concord::TensorName& one) {
            return one.name == name.name &&
                   (isInDram ? one.memory == space && one.first == name.first : one.memory == name.memory);
        });
        if (isInDram && dram == kMatrixDram) name.memory = space;
        if (known != stream.tensors.end()) { // where the tensor says that it is
            known->shape = name.shape;
            known->parts = std::move(name.parts);
            if (isInDram) known->bundle = name.bundle;
        } else {
            stream.tensors.push_back(std::move(name));
        }
    }
    for (concord::Chain& chain : stream.chains) {
        const auto next = layers.upper_bound(chain.ops.front().bundle);
        if (next != layers.begin()) chain.layer = std::prev(next)->second;
    }
}

} // namespace lw::nnp
