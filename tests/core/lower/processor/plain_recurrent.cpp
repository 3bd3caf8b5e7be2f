// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/processor/plain_processor.h"
#include "tests/core/numeric/plain_float.h"

#include <cmath>
#include <optional>

namespace lw::test {

namespace {

using Numbers = std::vector<double>;
using Summand = std::optional<double>;

double sigmoidOf(double x) { return plainHalf(1 / (1 + std::exp(-x))); }
double tangentOf(double x) { return plainHalf(std::tanh(x)); }
double at(const std::optional<tensor::Tensor>& tensor, std::size_t i) {
    return tensor ? double{tensor->at<float>(i)} : 0;
}

// A layer that goes on by one step at a time.
class PlainSteps {
  public:
    PlainSteps(const network::Layer& layer, const PlainFormats& formats)
        : m_layer(layer)
        , m_formats(formats)
        , m_size(layer.recurrent.weights.shape()[0])
        , m_width(layer.recurrent.weights.shape()[1]) {
        for (std::size_t n = 0; n < m_size; ++n) {
            h.push_back(plainHalf(at(layer.recurrent.initialHidden, n)));
            c.push_back(plainHalf(at(layer.recurrent.initialCell, n)));
        }
    }
    Numbers h, c;

    void lstm(const Numbers& x) { // gates i, o, f, c
        Numbers kept, next;
        for (std::size_t n = 0; n < m_size; ++n) {
            const double f = gate(2, n, withCell(2, n, x)), i = gate(0, n, withCell(0, n, x));
            kept.push_back(plainHalf(sigmoidOf(f) * c[n]));
            const double made = tangentOf(gate(3, n, ofX(3, n, x)));
            next.push_back(plainHalf(plainHalf(made * sigmoidOf(i)) + kept.back()));
        }
        c = next;
        for (std::size_t n = 0; n < m_size; ++n) {
            const double o = gate(1, n, withCell(1, n, x));
            next[n] = plainHalf(tangentOf(c[n]) * sigmoidOf(o));
        }
        h = next;
    }

    void gru(const Numbers& x) { // gates z, r, h
        const bool isApart = m_layer.recurrent.linearBeforeReset;
        Numbers z, reset, next;
        for (std::size_t n = 0; n < m_size; ++n) {
            z.push_back(sigmoidOf(gate(0, n, ofX(0, n, x))));
            const double r = sigmoidOf(gate(1, n, ofX(1, n, x)));
            reset.push_back(isApart ? r : plainHalf(r * h[n]));
        }
        for (std::size_t n = 0; n < m_size; ++n) {
            const double fromX = ofX(2, n, x);
            double sum = 0;
            if (isApart) {
                Summand bias;
                if (hasBias()) bias = plainHalf(at(m_layer.recurrent.bias, 2 * m_size + n));
                sum = plainHalf(plainHalf(product(m_layer.recurrent.weights, 2, n, h, bias) * reset[n]) +
                                fromX);
            } else {
                sum = product(m_layer.recurrent.weights, 2, n, reset, fromX);
            }
            const double made = tangentOf(sum);
            next.push_back(plainHalf(plainHalf(plainHalf(h[n] - made) * z[n]) + made));
        }
        h = next;
    }

  private:
    bool hasBias() const { return m_layer.bias || m_layer.recurrent.bias; }

    // Blocks of numbers, each rounded; the exact sum of as many as are one product is rounded to FP16, and
    // what is there already is added to it.
    double product(const tensor::Tensor& weights, std::size_t gate, std::size_t n, const Numbers& x,
                   Summand there) const {
        double sum = 0;
        const auto native = static_cast<std::size_t>(m_formats.native);
        std::uint32_t blocks = 0;
        for (std::size_t first = 0; first < x.size(); first += native) {
            Numbers a, b;
            for (std::size_t i = first; i < first + native; ++i) {
                const std::size_t weight = i * m_width + gate * m_size + n;
                a.push_back(i < x.size() ? x[i] : 0);
                b.push_back(i < x.size() ? plainHalf(double{weights.at<float>(weight)}) : 0);
            }
            a = plainBlock(a, m_formats.vectorBits, m_formats.areIntegers);
            b = plainBlock(b, m_formats.matrixBits, m_formats.areIntegers);
            for (std::size_t i = 0; i < native; ++i) sum += a[i] * b[i];
            if (++blocks < m_formats.mostColumns && first + native < x.size()) continue;
            there = there ? plainHalf(plainHalf(sum) + *there) : plainHalf(sum);
            sum = blocks = 0;
        }
        return there.value_or(0);
    }
    double ofX(std::size_t gate, std::size_t n, const Numbers& x) const {
        if (!hasBias()) return product(m_layer.weights, gate, n, x, {});
        const std::size_t i = gate * m_size + n;
        const bool isApart = m_layer.recurrent.linearBeforeReset && gate == 2;
        const auto first = static_cast<float>(at(m_layer.bias, i)),
                   second = isApart ? 0.0f : static_cast<float>(at(m_layer.recurrent.bias, i));
        return product(m_layer.weights, gate, n, x, plainHalf(double{first + second}));
    }
    double withCell(std::size_t gate, std::size_t n, const Numbers& x) const { // peepholes of i, o, f
        if (!m_layer.recurrent.peephole) return ofX(gate, n, x);
        const double weight = plainHalf(at(m_layer.recurrent.peephole, gate * m_size + n));
        return plainHalf(plainHalf(c[n] * weight) + ofX(gate, n, x));
    }
    double gate(std::size_t gate, std::size_t n, double fromX) const {
        return product(m_layer.recurrent.weights, gate, n, h, fromX);
    }

    const network::Layer& m_layer;
    const PlainFormats& m_formats;
    std::size_t m_size, m_width;
};

} // namespace

Numbers plainRecurrent(const network::Layer& layer, const Numbers& x, const PlainFormats& formats) {
    const std::size_t features = layer.weights.shape()[0];
    PlainSteps steps(layer, formats);
    Numbers all;
    for (std::size_t first = 0; first < x.size(); first += features) {
        const auto begin = x.begin() + static_cast<std::ptrdiff_t>(first);
        const Numbers one(begin, begin + static_cast<std::ptrdiff_t>(features));
        if (layer.kind == network::Kind::Lstm)
            steps.lstm(one);
        else
            steps.gru(one);
        all.insert(all.end(), steps.h.begin(), steps.h.end());
    }
    switch (layer.recurrent.output) {
    case network::RecurrentOutput::Sequence: return all;
    case network::RecurrentOutput::Last: return steps.h;
    case network::RecurrentOutput::Cell: return steps.c;
    }
    return {};
}

} // namespace lw::test
