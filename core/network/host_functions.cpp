// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/host_functions.h"

#include "core/numeric/elementary.h"

#include <algorithm>
#include <type_traits>

namespace lw::network {

namespace {

template <typename T> constexpr bool kIsCheck = std::is_same_v<T, double>;

template <typename T> double exponential(double x) {
    return kIsCheck<T> ? std::exp(x) : numeric::exponential(x);
}
template <typename T> double logarithm(double x) { return kIsCheck<T> ? std::log(x) : numeric::logarithm(x); }
template <typename T> double power(double x, double y) {
    return kIsCheck<T> ? std::pow(x, y) : numeric::power(x, y);
}

// One run along the extent, in place: elements that are `step` apart.
template <typename T> void softmaxOfRun(T* x, std::uint64_t count, std::uint64_t step, bool isLogarithm) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::uint64_t i = 0; i < count; ++i) most = std::max(most, static_cast<double>(x[i * step]));
    for (std::uint64_t i = 0; i < count; ++i) sum += exponential<T>(x[i * step] - most);
    for (std::uint64_t i = 0; i < count; ++i) {
        const double less = x[i * step] - most;
        x[i * step] = static_cast<T>(isLogarithm ? less - logarithm<T>(sum) : exponential<T>(less) / sum);
    }
}

} // namespace

template <typename T> std::vector<T> softmax(std::vector<T> x, const Cut& cut, bool isLogarithm) {
    for (std::uint64_t piece = 0; piece < cut.pieces; ++piece)
        for (std::uint64_t i = 0; i < cut.run; ++i)
            softmaxOfRun(x.data() + piece * cut.extent * cut.run + i, cut.extent, cut.run, isLogarithm);
    return x;
}

template <typename T> std::vector<T> largestOf(const std::vector<T>& x, const Cut& cut) {
    std::vector<T> out;
    out.reserve(cut.pieces * cut.run);
    for (std::uint64_t piece = 0; piece < cut.pieces; ++piece)
        for (std::uint64_t i = 0; i < cut.run; ++i) {
            const T* const run = x.data() + piece * cut.extent * cut.run + i;
            std::uint64_t largest = 0;
            for (std::uint64_t k = 1; k < cut.extent; ++k) {
                const T one = run[k * cut.run], most = run[largest * cut.run];
                if (one > most || (std::isnan(one) && !std::isnan(most))) largest = k;
            }
            out.push_back(static_cast<T>(largest));
        }
    return out;
}

template <typename T> std::vector<T> normalisedAcross(const Layer& layer, std::vector<T> x) {
    const std::uint64_t channels = layer.shape.back(), before = (layer.size - 1) / 2;
    const double factor = double{layer.alpha} / layer.size;
    std::vector<T> out;
    out.reserve(x.size());
    for (std::uint64_t pixel = 0; pixel < x.size(); pixel += channels)
        for (std::uint64_t c = 0; c < channels; ++c) {
            const std::uint64_t first = c < before ? 0 : c - before,
                                last = std::min(channels, c + layer.size - before);
            double sum = 0;
            for (std::uint64_t i = first; i < last; ++i)
                sum += static_cast<double>(x[pixel + i]) * static_cast<double>(x[pixel + i]);
            out.push_back(static_cast<T>(x[pixel + c] / power<T>(layer.k + factor * sum, layer.beta)));
        }
    return out;
}

template <typename T> std::vector<T> exponentialUnits(std::vector<T> x, double alpha) {
    for (T& one : x) {
        if (!(one <= 0)) continue; // NaN stays
        const double less = kIsCheck<T> ? std::expm1(static_cast<double>(one))
                                        : numeric::exponentialLessOne(static_cast<double>(one));
        one = static_cast<T>(alpha * less);
    }
    return x;
}

template <typename T> std::vector<T> exponentials(std::vector<T> x) {
    for (T& one : x) one = static_cast<T>(exponential<T>(one));
    return x;
}
template <typename T> std::vector<T> logarithms(std::vector<T> x) {
    for (T& one : x) one = static_cast<T>(logarithm<T>(one));
    return x;
}

template std::vector<float> softmax(std::vector<float>, const Cut&, bool);
template std::vector<double> softmax(std::vector<double>, const Cut&, bool);
template std::vector<float> largestOf(const std::vector<float>&, const Cut&);
template std::vector<double> largestOf(const std::vector<double>&, const Cut&);
template std::vector<std::int32_t> largestOf(const std::vector<std::int32_t>&, const Cut&);
template std::vector<float> normalisedAcross(const Layer&, std::vector<float>);
template std::vector<double> normalisedAcross(const Layer&, std::vector<double>);
template std::vector<float> exponentialUnits(std::vector<float>, double);
template std::vector<double> exponentialUnits(std::vector<double>, double);
template std::vector<float> exponentials(std::vector<float>);
template std::vector<double> exponentials(std::vector<double>);
template std::vector<float> logarithms(std::vector<float>);
template std::vector<double> logarithms(std::vector<double>);

} // namespace lw::network
