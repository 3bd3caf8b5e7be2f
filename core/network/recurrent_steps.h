// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/recurrent.h"
#include "core/network/sums.h"

#include <span>
#include <vector>

// lstm and gru by plain loops: one step after the other.
namespace lw::network {

// A layer's numbers; empty if it has none of these.
template <typename T> struct RecurrentNumbers {
    std::vector<T> x, weights, recurrence, bias, recurrenceBias, peephole;
    std::vector<T> hidden, cell; // before the first step
};

// Sums of products are one fused chain in float32, as in a dense layer; those of x and of h get their own
// bias each and meet after that. The other operations are rounded one by one, in the order of the formulas.
template <typename T, typename Sigmoid, typename Tanh> class RecurrentSteps {
  public:
    RecurrentSteps(const Layer& layer, std::uint64_t steps, RecurrentNumbers<T> numbers, Sigmoid sigmoid,
                   Tanh tanh, const std::atomic<bool>* stop)
        : m_layer(layer)
        , m_steps(steps)
        , m_n(std::move(numbers))
        , m_sigmoid(sigmoid)
        , m_tanh(tanh)
        , m_stop(stop) {}

    std::vector<T> run() {
        std::vector<T> all;
        m_ofX = sums(m_n.x, m_steps, m_n.weights, m_n.bias);
        for (std::uint64_t step = 0; step < m_steps && !isStopped(m_stop); ++step) {
            const std::span<const T> x = std::span<const T>(m_ofX).subspan(step * width(), width());
            if (m_layer.kind == Kind::Lstm)
                lstm(x);
            else
                gru(x);
            all.insert(all.end(), m_n.hidden.begin(), m_n.hidden.end());
        }
        all.resize(m_steps * m_size);
        switch (m_layer.recurrent.output) {
        case RecurrentOutput::Sequence: return all;
        case RecurrentOutput::Last: return m_n.hidden;
        case RecurrentOutput::Cell: return m_n.cell;
        }
        return {};
    }

  private:
    std::uint64_t width() const { return gatesOf(m_layer) * m_size; }

    std::vector<T> sums(std::span<const T> x, std::uint64_t rows, std::span<const T> weights,
                        const std::vector<T>& bias) const {
        SumGeometry g;
        g.rows.size = 1;
        g.columns.size = static_cast<std::int64_t>(rows);
        g.inputChannels = x.size() / rows;
        g.outputChannels = width();
        g.outputColumns = rows;
        g.stop = m_stop;
        const SumPass pass{0, 0, 1, 0, static_cast<std::uint32_t>(g.inputChannels)};
        g.passes = {&pass, 1};
        std::vector<T> out = convolution<T>(g, x, weights);
        if (!bias.empty())
            for (std::size_t i = 0; i < out.size(); ++i) out[i] = out[i] + bias[i % bias.size()];
        return out;
    }

    void lstm(std::span<const T> x) {
        enum : std::size_t { kI, kO, kF, kC };
        const std::vector<T> h = sums(m_n.hidden, 1, m_n.recurrence, m_n.recurrenceBias);
        for (std::size_t n = 0; n < m_size; ++n) {
            T& c = m_n.cell[n];
            const auto sum = [&](std::size_t gate) { return x[gate * m_size + n] + h[gate * m_size + n]; };
            const auto withCell = [&](std::size_t gate, std::size_t peephole) {
                return m_n.peephole.empty() ? sum(gate) : sum(gate) + m_n.peephole[peephole * m_size + n] * c;
            };
            const T i = m_sigmoid(withCell(kI, 0)), f = m_sigmoid(withCell(kF, 2));
            c = f * c + i * m_tanh(sum(kC));
            m_n.hidden[n] = m_sigmoid(withCell(kO, 1)) * m_tanh(c);
        }
    }

    void gru(std::span<const T> x) {
        enum : std::size_t { kZ, kR, kH };
        std::vector<T> h = sums(m_n.hidden, 1, m_n.recurrence, m_n.recurrenceBias);
        std::vector<T> z(m_size), r(m_size);
        for (std::size_t n = 0; n < m_size; ++n) {
            z[n] = m_sigmoid(x[kZ * m_size + n] + h[kZ * m_size + n]);
            r[n] = m_sigmoid(x[kR * m_size + n] + h[kR * m_size + n]);
        }
        if (!m_layer.recurrent.linearBeforeReset) {
            std::vector<T> reset(m_size);
            for (std::size_t n = 0; n < m_size; ++n) reset[n] = r[n] * m_n.hidden[n];
            h = sums(reset, 1, m_n.recurrence, m_n.recurrenceBias);
        }
        for (std::size_t n = 0; n < m_size; ++n) {
            T product = h[kH * m_size + n];
            if (m_layer.recurrent.linearBeforeReset) product = r[n] * product;
            const T made = m_tanh(x[kH * m_size + n] + product);
            m_n.hidden[n] = (T{1} - z[n]) * made + z[n] * m_n.hidden[n];
        }
    }

    const Layer& m_layer;
    std::uint64_t m_steps;
    RecurrentNumbers<T> m_n;
    Sigmoid m_sigmoid;
    Tanh m_tanh;
    const std::atomic<bool>* m_stop;
    std::uint64_t m_size = hiddenOf(m_layer);
    std::vector<T> m_ofX; // for every step, of all gates
};

} // namespace lw::network
