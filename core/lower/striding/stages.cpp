// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/stages.h"

#include "core/lower/messages.h"
#include "core/lower/striding/layer_limits.h"

#include <algorithm>
#include <numeric>

namespace lw::lower::striding {

using network::Kind;
using network::Layer;
using network::Network;
using network::ValueId;

namespace {

bool onlyMoves(Kind kind) {
    return kind == Kind::Flatten || kind == Kind::Reshape || kind == Kind::Transpose || kind == Kind::Take;
}

// Counts the stages from what the host does before the first program: even ones are the host's, odd ones
// programs'.
class Stager {
  public:
    Stager(const Network& network, const machine::CircuitLimits& circuit)
        : m_network(network), m_circuit(circuit), m_stages(network.layers.size(), 0) {}

    Stages run() {
        std::vector<HostLayer> hosts;
        for (std::size_t i = 0; i < m_network.layers.size(); ++i)
            if (!isConstant(i + 1)) place(i, hosts);
        const std::size_t last = m_stages.empty() ? 0 : *std::ranges::max_element(m_stages);
        Stages out;
        out.parts.resize((last + 1) / 2);
        out.hosts.resize(out.parts.size() + 1);
        for (HostLayer& one : hosts) out.hosts[m_stages[one.index] / 2].push_back(std::move(one));
        for (std::size_t part = 0; part < out.parts.size(); ++part)
            out.parts[part] = partOf(2 * part + 1, last);
        return out;
    }

  private:
    bool isConstant(ValueId id) const {
        return id != network::kInput && m_network.layers[id - 1].kind == Kind::Constant;
    }
    // The stage in which a value exists; constants exist from the beginning.
    std::size_t stageOf(ValueId id) const { return id == network::kInput ? 0 : m_stages[id - 1]; }
    bool isHosts(ValueId id) const {
        return id != network::kInput && !isConstant(id) && stageOf(id) % 2 == 0;
    }

    void place(std::size_t index, std::vector<HostLayer>& hosts) {
        const Layer& layer = m_network.layers[index];
        std::size_t reach = 0;
        for (const ValueId id : layer.inputs) reach = std::max(reach, stageOf(id));
        const auto possible = checkLayer(m_network, layer, m_circuit);
        const bool stays = onlyMoves(layer.kind) && isHosts(layer.inputs[0]);
        const bool onHost = !possible || stays;
        m_stages[index] = reach + (reach % 2 == (onHost ? 0 : 1) ? 0 : 1);
        if (onHost)
            hosts.push_back(
                {index, possible ? "what it moves is there already" : whyNot(possible.problem())});
    }
    static std::string whyNot(const Problem& problem) {
        return problem.message == &messages::kNotLowered ? problem.arguments.back() : textOf(problem);
    }

    Part partOf(std::size_t stage, std::size_t last) const {
        Part out;
        std::vector<bool> isRead(m_network.layers.size() + 1), isHere(isRead.size());
        for (std::size_t i = 0; i < m_network.layers.size(); ++i) {
            isHere[i + 1] = !isConstant(i + 1) && m_stages[i] == stage;
            if (isHere[i + 1])
                for (const ValueId id : m_network.layers[i].inputs) isRead[id] = true;
        }
        const bool isLast = stage + 1 >= last;
        if (isLast)
            for (const ValueId id : m_network.outputs) isHere[id] = isHere[id] || isConstant(id);
        for (ValueId id = 0; id < isRead.size(); ++id) {
            const bool isConstantHere = isConstant(id) && (isRead[id] || isHere[id]);
            if (isConstantHere || isHere[id]) out.layers.push_back(id - 1);
            if (isRead[id] && !isHere[id] && !isConstant(id)) out.brings.push_back(id);
            if (isHere[id] && isNeededAfter(id, stage)) out.gives.push_back(id);
        }
        return out;
    }
    bool isNeededAfter(ValueId id, std::size_t stage) const {
        if (std::ranges::count(m_network.outputs, id) != 0) return true;
        for (std::size_t i = 0; i < m_network.layers.size(); ++i)
            if (m_stages[i] != stage && std::ranges::count(m_network.layers[i].inputs, id) != 0) return true;
        return false;
    }

    const Network& m_network;
    const machine::CircuitLimits& m_circuit;
    std::vector<std::size_t> m_stages; // by layer; for constants 0
};

} // namespace

Stages stagesOf(const Network& network, const machine::CircuitLimits& circuit) {
    return Stager(network, circuit).run();
}

Part wholeOf(const Network& network) {
    Part out;
    out.layers.resize(network.layers.size());
    std::iota(out.layers.begin(), out.layers.end(), std::size_t{0});
    out.brings = {network::kInput};
    for (const ValueId id : network.outputs)
        if (id != network::kInput && std::ranges::count(out.gives, id) == 0) out.gives.push_back(id);
    return out;
}

} // namespace lw::lower::striding
