// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tensor_view.h"

#include "core/base/json.h"
#include "core/machine/cell_value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lw::scene {

namespace {

constexpr std::uint64_t kPiece = 1 << 16; // elements read at once

// Calls take(value, flags) for all elements, in order, until interrupted.
template <typename Take>
Outcome forPieces(const ElementSource& source, const std::atomic<bool>* interrupt, Take&& take) {
    const std::size_t size = tensor::sizeOf(source.type());
    std::vector<std::byte> bytes(kPiece * size);
    std::vector<std::uint8_t> flags(kPiece);
    std::vector<double> values(kPiece);
    for (std::uint64_t first = 0; first < source.count(); first += kPiece) {
        if (interrupt && interrupt->load(std::memory_order_relaxed)) break;
        const auto count = static_cast<std::size_t>(std::min(kPiece, source.count() - first));
        const auto piece = std::span(bytes).first(count * size);
        LW_TRY([[maybe_unused]] const Done read, source.read(first, piece, std::span(flags).first(count)));
        valuesOf(source.type(), piece, std::span(values).first(count));
        for (std::size_t i = 0; i < count; ++i) take(values[i], flags[i]);
    }
    return Done{};
}

// Sum holds the squares of the greatest possible values.
template <typename Sum>
Result<TensorStatistics> statisticsAs(const ElementSource& source, const std::atomic<bool>* interrupt) {
    TensorStatistics out;
    out.count = source.count();
    Sum sum = 0, squares = 0; // of the distances from the first finite value: few digits are lost
    Sum origin = 0;
    const auto take = [&](double value, std::uint8_t flags) {
        out.changed += (flags & kChanged) != 0;
        if (!(flags & kWritten)) {
            ++out.unwritten;
            return;
        }
        out.nan += std::isnan(value);
        out.infinite += std::isinf(value);
        out.zero += value == 0;
        if (!std::isfinite(value)) return;
        if (out.finite++ == 0) origin = out.low = out.high = value;
        out.low = std::min(out.low, value);
        out.high = std::max(out.high, value);
        const Sum distance = value - origin;
        sum += distance;
        squares += distance * distance;
    };
    LW_TRY([[maybe_unused]] const Done read, forPieces(source, interrupt, take));
    if (out.finite == 0) return out;
    const Sum mean = sum / static_cast<Sum>(out.finite);
    const Sum variance = squares / static_cast<Sum>(out.finite) - mean * mean;
    out.mean = static_cast<double>(origin + mean);
    out.deviation = variance > 0 ? static_cast<double>(std::sqrt(variance)) : 0;
    return out;
}

} // namespace

Result<TensorStatistics> statisticsOf(const ElementSource& source, const std::atomic<bool>* interrupt) {
    return source.type() == tensor::DType::F64 ? statisticsAs<long double>(source, interrupt)
                                               : statisticsAs<double>(source, interrupt);
}

Result<Histogram> histogramOf(const ElementSource& source, double low, double high, std::size_t bins,
                              const std::atomic<bool>* interrupt) {
    Histogram out;
    out.low = low;
    out.high = high;
    out.bins.resize(std::max<std::size_t>(bins, 1));
    const auto parts = static_cast<double>(out.bins.size());
    const double half = high / 2 - low / 2; // the width itself may be too large for a number
    const auto take = [&](double value, std::uint8_t flags) {
        if (!(flags & kWritten) || !std::isfinite(value)) return;
        out.below += value < low;
        out.above += value > high;
        if (value < low || value > high) return;
        const double place = half > 0 ? (value / 2 - low / 2) / half * parts : 0;
        ++out.bins[std::min(static_cast<std::size_t>(place), out.bins.size() - 1)];
    };
    LW_TRY([[maybe_unused]] const Done read, forPieces(source, interrupt, take));
    return out;
}

Result<Magnitude> magnitudeOf(const ElementSource& source, double share) {
    constexpr std::uint64_t kStretches = 256, kLength = 1024;
    const std::uint64_t all = source.count();
    const bool isWhole = all <= kStretches * kLength;
    const std::size_t length = static_cast<std::size_t>(isWhole ? all : kLength);
    std::vector<std::byte> bytes(length * tensor::sizeOf(source.type()));
    std::vector<std::uint8_t> flags(length);
    std::vector<double> values(length), magnitudes;
    Magnitude out;
    for (std::uint64_t i = 0; i < (isWhole ? 1 : kStretches); ++i) {
        const std::uint64_t first = isWhole ? 0 : i * ((all - length) / (kStretches - 1));
        LW_TRY([[maybe_unused]] const Done read, source.read(first, bytes, flags));
        valuesOf(source.type(), bytes, values);
        for (std::size_t k = 0; k < length; ++k) {
            if (!(flags[k] & kWritten) || !std::isfinite(values[k])) continue;
            ++out.finite;
            if (values[k] != 0) magnitudes.push_back(std::fabs(values[k]));
        }
    }
    out.nonzero = magnitudes.size();
    if (magnitudes.empty()) return out;
    const double place = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(magnitudes.size()));
    const auto at = magnitudes.begin() + std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(place) - 1);
    std::nth_element(magnitudes.begin(), at, magnitudes.end());
    out.share = *at;
    out.most = *std::max_element(at, magnitudes.end());
    return out;
}

Result<TensorView> tensorView(const TensorInfo& info, const ElementSource& source, std::uint64_t first,
                              std::uint64_t count) {
    TensorView out;
    out.info = info;
    LW_TRY(out.statistics, statisticsOf(source));
    LW_TRY(out.histogram, histogramOf(source, out.statistics.low, out.statistics.high, kHistogramBins));
    out.first = std::min(first, source.count());
    const std::uint64_t shown = std::min(count, source.count() - out.first);
    const std::size_t size = tensor::sizeOf(source.type());
    std::vector<std::byte> bytes(shown * size);
    out.flags.resize(shown);
    out.bits.resize(shown);
    LW_TRY([[maybe_unused]] const Done read, source.read(out.first, bytes, out.flags));
    for (std::size_t i = 0; i < shown; ++i)
        out.bits[i] = machine::bitsOf(std::span(bytes).subspan(i * size, size));
    return out;
}

namespace {

Json jsonOf(const TensorStatistics& statistics) {
    return {{"count", statistics.count},        {"unwritten", statistics.unwritten},
            {"changed", statistics.changed},    {"nan", statistics.nan},
            {"infinite", statistics.infinite},  {"zero", statistics.zero},
            {"finite", statistics.finite},      {"low", statistics.low},
            {"high", statistics.high},          {"mean", statistics.mean},
            {"deviation", statistics.deviation}};
}

Json jsonOf(const Histogram& histogram) {
    return {{"low", histogram.low},
            {"high", histogram.high},
            {"below", histogram.below},
            {"above", histogram.above},
            {"bins", Json::list(histogram.bins)}};
}

// In rows of the last dimension: their bits in hexadecimal.
Json elementsOf(const TensorView& view) {
    const tensor::Shape& shape = view.info.shape;
    const std::size_t row = shape.empty() ? 1 : std::max<std::size_t>(shape.back(), 1);
    Json out = Json::list();
    for (std::size_t i = 0; i < view.bits.size();) {
        std::string line;
        do {
            std::array<char, 16> word;
            const auto end = std::to_chars(word.begin(), word.end(), view.bits[i], 16).ptr;
            line.append(line.empty() ? "" : " ").append(word.begin(), end);
        } while (++i < view.bits.size() && (view.first + i) % row != 0);
        out.push_back(std::move(line));
    }
    return out;
}

} // namespace

Json jsonOf(const TensorView& view) {
    const TensorInfo& info = view.info;
    std::string flags; // a digit each
    for (const std::uint8_t flag : view.flags) flags += static_cast<char>('0' + flag);
    return {{"name", info.name},
            {"type", nameOf(info.type)},
            {"shape", Json::list(info.shape)},
            {"space", info.space},
            {"unit", info.unit},
            {"layout", info.layout},
            {"address", info.address},
            {"units", info.units},
            {"first", view.first},
            {"statistics", jsonOf(view.statistics)},
            {"histogram", jsonOf(view.histogram)},
            {"elements", elementsOf(view)},
            {"flags", std::move(flags)}};
}

} // namespace lw::scene
