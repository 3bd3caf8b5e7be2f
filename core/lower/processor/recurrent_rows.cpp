// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/recurrent_rows.h"

#include "core/lower/processor/recurrent_files.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lw::lower::processor {

namespace {

using network::Kind;
using network::RecurrentOutput;

// Where states lie in InitialVrf.
struct StatePlaces {
    std::uint64_t hidden = 0; // before a step, and of a lstm after it
    std::uint64_t cell = 0;   // lstm
    std::uint64_t next =
        0; // gru: after a step, as its chain reads what was before; a turn of the loop further
    std::uint64_t reset = 0;            // gru: r h
    std::vector<std::uint64_t> taken{}; // of them what the layer's own value is not
};

// Writes the chains of a recurrent layer.
class RecurrentRows {
  public:
    RecurrentRows(const Writing& writing, const network::Layer& layer, const RecurrentLayer& plan,
                  const Place& from, const Place& to, const StatePlaces& states)
        : m_writing(writing)
        , m_text(writing.text)
        , m_layer(layer)
        , m_plan(plan)
        , m_from(from)
        , m_to(to)
        , m_states(states) {}

    void write() {
        load();
        // Each turn begins as the one before has ended.
        const std::uint32_t columns = std::min(m_plan.tilesX, m_plan.mostColumns);
        m_text.counts(m_plan.chunks.front().rows, columns, 1);
        m_text.beginLoop(m_plan.steps);
        if (m_layer.kind == Kind::Lstm)
            lstmStep();
        else
            gruStep();
        m_text.counts(m_plan.chunks.front().rows, columns, 1);
        m_text.endLoop();
    }

  private:
    bool isSequence() const { return m_layer.recurrent.output == RecurrentOutput::Sequence; }
    bool hasPeephole() const { return m_layer.recurrent.peephole.has_value(); }
    bool isApart() const { return m_layer.recurrent.linearBeforeReset; }
    // A gate's part of a file that holds all of them, in the chunk.
    std::uint64_t at(std::uint64_t first, std::uint64_t gate = 0) const {
        return first + gate * m_plan.tilesH + m_chunk.firstRow;
    }

    void load() {
        const std::uint64_t size = m_plan.tilesH;
        if (m_plan.resident)
            m_matrix = *m_plan.resident;
        else if (!m_plan.isStreamed)
            m_matrix = m_text.loadMatrices(m_plan.dram, 1, m_plan.matrices);
        const auto copy = [&](std::uint64_t dram, const Vectors& to, std::uint64_t count) {
            copyVectors(m_writing, {kDram, dram}, to, count * size);
        };
        if (m_plan.hasBias)
            copy(m_plan.biases, {kAddSub0, m_files.biases}, m_plan.gates + (isApart() ? 1 : 0));
        copy(m_plan.hiddenAtStart, {kInitial, m_states.hidden}, 1);
        if (m_layer.kind == Kind::Gru) {
            if (!isApart()) copy(m_plan.hiddenAtStart, {kMultiply, m_files.reset}, 1);
            return;
        }
        copy(m_plan.cellAtStart, {kInitial, m_states.cell}, 1);
        copy(m_plan.cellAtStart, {kMultiply, m_files.cell}, 1);
        if (hasPeephole()) copy(m_plan.peepholes, {kMultiply, m_files.peepholes}, 3);
    }

    // Begins a chain with a gate's product, of x at this step or of something as long as h, and adds what is
    // there of AddSubVrf0. Where columns are several products, chains before it have added the other ones.
    void multiply(std::uint32_t gate, Vectors from, bool isOfX, std::optional<std::uint64_t> summand,
                  const char* remark) {
        const std::uint32_t columns = isOfX ? m_plan.tilesX : m_plan.tilesH;
        std::uint64_t matrix =
            m_chunk.firstRow * std::uint64_t{m_plan.gates} * (m_plan.tilesX + m_plan.tilesH) +
            m_chunk.rows *
                (std::uint64_t{gate} * (m_plan.tilesX + m_plan.tilesH) + (isOfX ? 0 : m_plan.tilesX));
        std::uint32_t left = columns;
        for (std::uint64_t half = 0;; half = 1 - half) {
            const std::uint32_t count = std::min(left, m_plan.mostColumns);
            const std::uint64_t place = m_plan.isStreamed
                                            ? m_text.loadMatrices(m_plan.dram + matrix, m_chunk.rows, count)
                                            : m_matrix + matrix;
            m_text.counts(m_chunk.rows, count, 1);
            m_text.read(from, remark);
            m_text.product(place);
            if (summand) add(kAddSub0, *summand);
            left -= count;
            if (left == 0) return;
            summand = at(m_files.partial, half);
            finish(kAddSub0, *summand);
            from.first += count;
            matrix += std::uint64_t{m_chunk.rows} * count;
        }
    }
    void multiplyH(std::uint32_t gate, std::optional<std::uint64_t> summand, const char* remark) {
        multiply(gate, {kInitial, m_states.hidden}, false, summand, remark);
    }
    void readChunk(std::uint64_t first, const char* remark) {
        m_text.counts(m_chunk.rows);
        m_text.read({kInitial, at(first)}, remark);
    }
    void add(std::string_view file, std::uint64_t first) { m_text.with("vv_add", {file, first}); }
    void finish(std::string_view file, std::uint64_t first) {
        m_text.write({file, first});
        m_text.end();
    }
    template <typename Each> void forChunks(const Each& each) {
        for (const Chunk& chunk : m_plan.chunks) {
            m_chunk = chunk;
            each();
        }
    }

    std::optional<std::uint64_t> biasOf(std::uint32_t gate) const {
        if (!m_plan.hasBias) return {};
        return at(m_files.biases, gate);
    }
    // What x makes for a gate, with its bias.
    void ofX(std::uint32_t gate, std::string_view file, std::uint64_t first, const char* remark) {
        multiply(gate, {kInitial, m_from.first, 0, m_plan.tilesX}, true, biasOf(gate), remark);
        finish(file, first);
    }
    // Of a lstm also with its peephole.
    void gateOfX(std::uint32_t gate, const char* remark) {
        if (!hasPeephole() || gate == kGateC) return ofX(gate, kAddSub0, at(m_files.ofX, gate), remark);
        ofX(gate, kAddSub1, at(m_files.before), remark);
        readChunk(m_states.cell, "its peephole");
        m_text.times({kMultiply, at(m_files.peepholes, gate)});
        add(kAddSub1, at(m_files.before));
        finish(kAddSub0, at(m_files.ofX, gate));
    }
    void gate(std::uint32_t gate, std::string_view function, const char* remark) {
        multiplyH(gate, at(m_files.ofX, gate), remark);
        m_text.apply(function);
    }

    void lstmStep() {
        forChunks([&] {
            gateOfX(kGateF, "f of x");
            gateOfX(kGateI, "i of x");
            gateOfX(kGateC, "c of x");
            if (!hasPeephole()) gateOfX(kGateO, "o of x");
            gate(kGateF, "v_sigm", "f * c");
            m_text.times({kMultiply, at(m_files.cell)});
            finish(kAddSub1, at(m_files.kept));
            gate(kGateI, "v_sigm", "i");
            finish(kMultiply, at(m_files.in));
            gate(kGateC, "v_tanh", "c");
            m_text.times({kMultiply, at(m_files.in)});
            add(kAddSub1, at(m_files.kept));
            m_text.write({kMultiply, at(m_files.cell)});
            finish(kInitial, at(m_states.cell));
            if (hasPeephole()) gateOfX(kGateO, "o of x"); // of this step's c
            gate(kGateO, "v_sigm", "o");
            finish(kMultiply, at(m_files.out));
        });
        forChunks([&] {
            readChunk(m_states.cell, "h");
            m_text.apply("v_tanh");
            m_text.times({kMultiply, at(m_files.out)});
            m_text.write({kInitial, at(m_states.hidden)});
            if (isSequence()) m_text.write({kInitial, at(m_to.first), 0, m_plan.tilesH});
            m_text.end();
        });
    }

    void gruStep() {
        forChunks([&] {
            ofX(kGateZ, kAddSub0, at(m_files.ofX, kGateZ), "z of x");
            ofX(kGateR, kAddSub0, at(m_files.ofX, kGateR), "r of x");
            if (isApart())
                ofX(kGateN, kAddSub1, at(m_files.ofX1), "n of x");
            else
                ofX(kGateN, kAddSub0, at(m_files.ofX, kGateN), "n of x");
            gate(kGateZ, "v_sigm", "z");
            finish(kMultiply, at(m_files.update));
            gate(kGateR, "v_sigm", isApart() ? "r" : "r * h");
            if (isApart()) return finish(kMultiply, at(m_files.reset));
            m_text.times({kMultiply, at(m_files.reset)});
            finish(kInitial, at(m_states.reset));
        });
        forChunks([&] {
            if (isApart()) {
                multiplyH(kGateN, biasOf(m_plan.gates), "n");
                m_text.times({kMultiply, at(m_files.reset)});
                add(kAddSub1, at(m_files.ofX1));
            } else {
                multiply(kGateN, {kInitial, m_states.reset}, false, at(m_files.ofX, kGateN), "n");
            }
            m_text.apply("v_tanh");
            m_text.write({kAddSub0, at(m_files.made0)});
            finish(kAddSub1, at(m_files.made1));
        });
        const std::uint64_t move = isSequence() ? m_plan.tilesH : 0;
        forChunks([&] {
            readChunk(m_states.hidden, "h after this step");
            m_text.with("vv_a_sub_b", {kAddSub0, at(m_files.made0)});
            m_text.times({kMultiply, at(m_files.update)});
            add(kAddSub1, at(m_files.made1));
            m_text.write({kInitial, at(m_states.next), 0, move});
            m_text.end();
        });
        forChunks([&] {
            m_text.counts(m_chunk.rows);
            m_text.read({kInitial, at(m_states.next), 0, move}, "for the next one");
            if (!isApart()) m_text.write({kMultiply, at(m_files.reset)});
            finish(kInitial, at(m_states.hidden));
        });
    }

    const Writing& m_writing;
    FirmwareText& m_text;
    const network::Layer& m_layer;
    const RecurrentLayer& m_plan;
    const Place& m_from;
    const Place& m_to;
    const StatePlaces& m_states;
    const RecurrentFiles m_files{m_layer, m_plan};
    Chunk m_chunk{};
    std::uint64_t m_matrix = 0; // the first one in MatrixRf, if they are all there
};

} // namespace

Outcome writeRecurrent(const Writing& writing, const network::Layer& layer, const RecurrentLayer& plan,
                       const Place& from, const Place& to) {
    const RecurrentOutput output = layer.recurrent.output;
    StatePlaces states;
    const auto take = [&](std::uint64_t& place, bool isOwnValue) -> Outcome {
        if (isOwnValue) {
            place = to.first;
            return Done{};
        }
        LW_TRY(place, takeVectors(writing, layer.name, plan.tilesH));
        states.taken.push_back(place);
        return Done{};
    };
    LW_TRY([[maybe_unused]] const Done hidden, take(states.hidden, output == RecurrentOutput::Last));
    if (layer.kind == Kind::Lstm) {
        LW_TRY([[maybe_unused]] const Done cell, take(states.cell, output == RecurrentOutput::Cell));
    } else {
        LW_TRY([[maybe_unused]] const Done next, take(states.next, output == RecurrentOutput::Sequence));
        if (!layer.recurrent.linearBeforeReset) {
            LW_TRY([[maybe_unused]] const Done reset, take(states.reset, false));
        }
    }
    RecurrentRows(writing, layer, plan, from, to, states).write();
    for (const std::uint64_t place : states.taken) writing.places.release(place);
    return Done{};
}

} // namespace lw::lower::processor
