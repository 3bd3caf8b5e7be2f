// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/recompute/decisions.h"

#include <algorithm>

namespace lw::lower::recompute {

using network::ValueId;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class Deciding {
  public:
    Deciding(const Sublayers& network, const CostModel& model, std::span<const Memory> places)
        : m_network(network), m_model(model), m_places(places), m_having(network.size()) {
        m_having[network::kInput] = load(network::kInput);
    }

    std::vector<Decision> run() {
        for (ValueId value = 1; value < m_network.size(); ++value) decideOne(m_network[value]);
        return std::move(m_out);
    }

  private:
    const Port& portOf(ValueId value) const { return m_model.portOf(m_places[value]); }
    double load(ValueId value) const {
        return clocksToLoad(static_cast<double>(m_network[value].bytes), portOf(value));
    }
    bool isStored(ValueId value) const { return value == network::kInput || !m_out[value - 1].recomputes; }

    void decideOne(const Sublayer& layer) {
        Decision out{.value = layer.value,
                     .inputs = layer.inputs,
                     .outputBytes = static_cast<double>(layer.bytes),
                     .logicalOutputBytes = static_cast<double>(layer.logicalBytes),
                     .place = m_places[layer.value]};
        const bool isTensor = layer.again.tensor > 0;
        out.engine = isTensor ? Engine::Tensor : Engine::Vector;
        out.operations = layer.again.tensor + layer.again.vector;
        out.width = isTensor ? m_model.tensorWidth : m_model.vectorWidth;
        double fixed = layer.again.clocks(m_model), shared = 0, latency = 0;
        out.costs = {0, fixed, load(layer.value)};
        for (const ValueId from : layer.inputs) {
            out.inputBytes += static_cast<double>(m_network[from].bytes);
            out.logicalInputBytes += static_cast<double>(m_network[from].logicalBytes);
            out.inputPlaces.push_back(m_places[from]);
            out.isInputStored = out.isInputStored && isStored(from);
            out.costs.loadInput += m_having[from];
            if (isStored(from) && m_places[from] == out.place) {
                shared += static_cast<double>(m_network[from].bytes);
                latency += portOf(from).latency;
            } else {
                fixed += m_having[from];
            }
        }
        out.recomputes = out.costs.recomputes();
        out.breakEvenBandwidth = breakEven(fixed, shared, latency, {out.outputBytes, portOf(layer.value)});
        m_having[layer.value] = std::min(out.costs.loadOutput, out.costs.again());
        m_out.push_back(std::move(out));
    }

    const Sublayers& m_network;
    const CostModel& m_model;
    std::span<const Memory> m_places;
    std::vector<double> m_having; // clocks until a value is there
    std::vector<Decision> m_out;
};

} // namespace

Costs costsOf(const Source& input, double operations, double width, const Source& output) {
    return {clocksToLoad(input.bytes, input.port), operations / width,
            clocksToLoad(output.bytes, output.port)};
}

// fixed + sharedLatency + shared / b < latency + output / b
double breakEven(double fixedClocks, double sharedBytes, double sharedLatency, const Source& output) {
    const double clocks = fixedClocks + sharedLatency - output.port.latency;
    const double bytes = output.bytes - sharedBytes;
    if (clocks <= 0) return bytes > 0 || clocks < 0 ? kInfinite : 0;
    return bytes > 0 ? bytes / clocks : 0;
}

std::vector<Decision> decide(const Sublayers& network, const CostModel& model,
                             std::span<const Memory> places) {
    return Deciding(network, model, places).run();
}

} // namespace lw::lower::recompute
