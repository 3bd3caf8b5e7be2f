// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/prediction.h"

#include "core/base/check.h"
#include "core/network/arithmetic.h"
#include "core/tensor/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>

namespace lw::lower::striding {

namespace {

using tensor::DType;
using tensor::Tensor;

bool isFinite(float x) { return std::isfinite(x); }
bool isFinite(std::int32_t) { return true; }
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <typename T> struct Element {
    T value{};
    Cause cause = Cause::None; // of a value that may differ from the one kept
};

// The rules of one mode, window by window.
template <typename T> class Rules {
  public:
    Rules(const ModeSettings& settings, const StrideGeometry& geometry, const Tensor& first)
        : m_settings(settings), m_row(rowOf(settings.mode)), m_geometry(geometry), m_first(first) {
        if (m_row.masking == Masking::MultiplyMatrix && m_settings.matrixBlock != 0) countInBlocks();
    }

    Element<T> at(std::uint64_t a, std::uint64_t b, std::uint64_t channel) const {
        Element<T> out = masked(a, b, channel);
        const bool isPooledWithZero = m_row.pooling == Pooling::Max && m_row.masking != Masking::AddLow &&
                                      m_geometry.windowPixels(a, b) > 1;
        if (isPooledWithZero && out.value < 0) {
            if (out.cause == Cause::None) out.cause = Cause::NegativeLost;
            out.value = 0;
        }
        if constexpr (std::is_floating_point_v<T>)
            if (isMinusZero(out.value) && !keepsMinusZero(a, b, channel)) out.value = 0;
        return out;
    }

  private:
    T first(std::uint64_t row, std::uint64_t column, std::uint64_t channel) const {
        return m_first.at<T>((row * m_geometry.firstColumns + column) * m_geometry.channels + channel);
    }
    T kept(std::uint64_t a, std::uint64_t b, std::uint64_t channel) const {
        return first(a * m_geometry.stride.rows, b * m_geometry.stride.columns, channel);
    }
    // Whether `is` holds for one of the dropped elements of the window.
    template <typename Is>
    bool anyDropped(std::uint64_t a, std::uint64_t b, std::uint64_t channel, const Is& is) const {
        const std::uint64_t top = a * m_geometry.stride.rows, left = b * m_geometry.stride.columns;
        for (std::uint64_t y = 0; y < m_geometry.windowRows(a); ++y)
            for (std::uint64_t x = 0; x < m_geometry.windowColumns(b); ++x)
                if ((x != 0 || y != 0) && is(top + y, left + x, first(top + y, left + x, channel)))
                    return true;
        return false;
    }

    // The element that is kept, after masking, and what the rest of its window does to it, except for zeros.
    Element<T> masked(std::uint64_t a, std::uint64_t b, std::uint64_t channel) const {
        const T v = kept(a, b, channel);
        switch (m_row.masking) {
        case Masking::None:
        case Masking::Select: return {v, Cause::None};
        case Masking::Multiply:
            return poisoned(
                {v, Cause::None}, a, b, channel, [](T x) { return !isFinite(x); }, Cause::DroppedNotFinite);
        case Masking::MultiplyTwice:
            return poisoned(
                twice(v), a, b, channel, [](T x) { return !isFinite(x); }, Cause::DroppedNotFinite);
        case Masking::AddLow: return withLow(v, a, b, channel);
        case Masking::MultiplyMatrix: return throughMatrix(v, a, b, channel);
        }
        return {v, Cause::None};
    }
    template <typename Is>
    Element<T> poisoned(Element<T> element, std::uint64_t a, std::uint64_t b, std::uint64_t channel,
                        const Is& is, Cause cause) const {
        if constexpr (std::is_floating_point_v<T>)
            if (anyDropped(a, b, channel, [&](std::uint64_t, std::uint64_t, T x) { return is(x); }))
                return {kNan, cause};
        return element;
    }
    Element<T> twice(T v) const {
        if constexpr (std::is_floating_point_v<T>) {
            const auto m = static_cast<float>(m_settings.numbers.factor);
            const T out = (v * m) * (1 / m);
            if (out == v || std::isnan(v)) return {out, Cause::None};
            return {out, std::isfinite(v * m) ? Cause::MaskRounds : Cause::MaskOverflows};
        } else {
            return {v, Cause::None}; // the second factor is the inverse modulo 2^32
        }
    }
    Element<T> withLow(T v, std::uint64_t a, std::uint64_t b, std::uint64_t channel) const {
        if constexpr (std::is_floating_point_v<T>) {
            const auto isNotLow = [](T x) {
                return std::isnan(x) || x == std::numeric_limits<T>::infinity();
            };
            return poisoned({v, Cause::None}, a, b, channel, isNotLow, Cause::LowestNotLow);
        } else {
            T most = v;
            anyDropped(a, b, channel, [&](std::uint64_t, std::uint64_t, T x) {
                most = std::max(most, network::plus(x, m_settings.numbers.low));
                return false;
            });
            return {most, most == v ? Cause::None : Cause::LowestNotLow};
        }
    }

    static bool isMinusZero(T x) { return x == 0 && std::signbit(x); }
    // What zeros do to a kept -0: as the largest of a window, and as a sum, it gives way to a single +0.
    bool keepsMinusZero(std::uint64_t a, std::uint64_t b, std::uint64_t channel) const {
        if (m_row.masking == Masking::AddLow || m_row.masking == Masking::MultiplyMatrix)
            return false; // -0 + 0 is 0
        const std::uint64_t pixels = m_geometry.windowPixels(a, b);
        const bool isPartial = pixels < std::uint64_t{m_geometry.stride.rows} * m_geometry.stride.columns;
        if (m_row.pooling == Pooling::MaxPlusMin && isPartial) return false; // zeros are beyond the edge
        if (m_row.masking == Masking::Select) return pixels == 1;
        return !anyDropped(a, b, channel, [](std::uint64_t, std::uint64_t, T x) { return !std::signbit(x); });
    }

    // Numbers of a block of pixels that are not finite, by row, block and channel.
    std::uint64_t blocks() const {
        return (m_geometry.firstColumns + m_settings.matrixBlock - 1) / m_settings.matrixBlock;
    }
    std::uint32_t& inBlock(std::uint64_t row, std::uint64_t column, std::uint64_t channel) {
        return m_inBlock[(row * blocks() + column / m_settings.matrixBlock) * m_geometry.channels + channel];
    }
    std::uint32_t inBlock(std::uint64_t row, std::uint64_t column, std::uint64_t channel) const {
        return m_inBlock[(row * blocks() + column / m_settings.matrixBlock) * m_geometry.channels + channel];
    }
    void countInBlocks() {
        m_inBlock.resize(m_geometry.firstRows * blocks() * m_geometry.channels);
        for (std::uint64_t row = 0; row < m_geometry.firstRows; ++row)
            for (std::uint64_t column = 0; column < m_geometry.firstColumns; ++column)
                for (std::uint64_t c = 0; c < m_geometry.channels; ++c)
                    inBlock(row, column, c) += isFinite(first(row, column, c)) ? 0 : 1;
    }
    // Every pixel of a block is multiplied by 0 on its way to each of the others.
    Element<T> throughMatrix(T v, std::uint64_t a, std::uint64_t b, std::uint64_t channel) const {
        if constexpr (std::is_floating_point_v<T>) {
            const std::uint64_t row = a * m_geometry.stride.rows, column = b * m_geometry.stride.columns;
            const std::uint32_t others = inBlock(row, column, channel) - (isFinite(v) ? 0 : 1);
            if (others != 0) return {kNan, Cause::BlockNotFinite};
            const bool isPoisoned = anyDropped(a, b, channel, [&](std::uint64_t y, std::uint64_t x, T) {
                return inBlock(y, x, channel) != 0;
            });
            if (isPoisoned) return {kNan, Cause::BlockNotFinite};
        }
        return {v, Cause::None};
    }

    const ModeSettings& m_settings;
    const ModeRow& m_row;
    const StrideGeometry& m_geometry;
    const Tensor& m_first;
    std::vector<std::uint32_t> m_inBlock;
};

// Int8 in the matrix unit: what it multiplies must be requantised before that.
bool requantisesFirst(const ModeSettings& settings) {
    return rowOf(settings.mode).masking == Masking::MultiplyMatrix && settings.requant.has_value();
}

template <typename T> Tensor typed(const ModeSettings& settings, const Tensor& first) {
    Tensor out = first;
    if constexpr (std::is_integral_v<T>)
        for (std::uint64_t i = 0; i < out.count(); ++i)
            out.set(i, network::requantised(first.at<std::int32_t>(i), *settings.requant,
                                            i % first.shape().back()));
    return out;
}

// The numbers of a finished element: requantised if the layer is.
template <typename T> T finished(const ModeSettings& settings, T value, std::uint64_t channel) {
    if constexpr (std::is_integral_v<T>) {
        if (!settings.requant || requantisesFirst(settings)) return value;
        return network::requantised(value, *settings.requant, channel);
    } else {
        return network::canonical(value);
    }
}

template <typename T>
Prediction predictAs(const ModeSettings& settings, const StrideGeometry& geometry, const Tensor& given) {
    const Tensor first = requantisesFirst(settings) ? typed<T>(settings, given) : given;
    const Rules<T> rules(settings, geometry, first);
    const bool isCode = std::is_integral_v<T> && settings.requant.has_value();
    Prediction out{
        Tensor(isCode ? DType::I8 : first.dtype(), {geometry.rows, geometry.columns, geometry.channels}),
        std::vector<Cause>(geometry.keptPixels() * geometry.channels, Cause::None)};
    std::uint64_t i = 0;
    for (std::uint64_t a = 0; a < geometry.rows; ++a)
        for (std::uint64_t b = 0; b < geometry.columns; ++b)
            for (std::uint64_t c = 0; c < geometry.channels; ++c, ++i) {
                const Element<T> element = rules.at(a, b, c);
                const T kept = finished(settings,
                                        first.at<T>(((a * geometry.stride.rows) * geometry.firstColumns +
                                                     b * geometry.stride.columns) *
                                                        geometry.channels +
                                                    c),
                                        c);
                const T value = finished(settings, element.value, c);
                const bool isSame = value == kept || (value != value && kept != kept);
                out.causes[i] = isSame ? Cause::None : element.cause;
                if (isCode)
                    out.values.set(i, static_cast<std::int8_t>(value));
                else
                    out.values.set(i, value);
            }
    return out;
}

} // namespace

Prediction predict(const ModeSettings& settings, const StrideGeometry& geometry, const Tensor& first) {
    LW_REQUIRE(rowOf(settings.mode).masking != Masking::None, "a mode that masks a first tensor");
    LW_REQUIRE(first.shape() == tensor::Shape({geometry.firstRows, geometry.firstColumns, geometry.channels}),
               "the first tensor of this geometry");
    if (first.dtype() == DType::F32) return predictAs<float>(settings, geometry, first);
    return predictAs<std::int32_t>(settings, geometry, first);
}

bool sameNumber(const Tensor& x, const Tensor& y, std::uint64_t element) {
    const double a = tensor::valueAt(x, element), b = tensor::valueAt(y, element);
    return a == b || (std::isnan(a) && std::isnan(b));
}

Difference differenceOf(const Tensor& x, const Tensor& y) {
    LW_REQUIRE(x.count() == y.count(), "tensors of one shape");
    Difference out;
    if (x == y) return out; // nearly always, and quickly seen
    for (std::uint64_t i = 0; i < x.count(); ++i) {
        if (sameNumber(x, y, i)) continue;
        ++out.count;
        const double difference = std::abs(tensor::valueAt(x, i) - tensor::valueAt(y, i));
        if (std::isfinite(difference)) out.largest = std::max(out.largest, difference);
    }
    return out;
}

void reportWrong(LayerReport& report, std::uint64_t image, const Prediction& got, const Tensor& wanted) {
    const Difference difference = differenceOf(got.values, wanted);
    report.hasInput = true;
    report.elements += wanted.count();
    report.wrong += difference.count;
    report.maximalError = std::max(report.maximalError, difference.largest);
    const bool isSame = got.values == wanted;
    if (!isSame) {
        const auto compared = tensor::compare(got.values, wanted, {});
        LW_REQUIRE(bool(compared), "tensors of one type and shape");
        report.signedZeros += compared->signedZeros;
    }
    std::map<Cause, std::uint64_t> counts;
    for (const CauseCount& one : report.causes) counts[one.cause] = one.elements;
    for (std::uint64_t i = 0; !isSame && i < wanted.count(); ++i) {
        if (sameNumber(got.values, wanted, i)) continue;
        ++counts[got.causes[i]];
        if (report.wrongElements.size() == kMostWrongElements) continue;
        const std::uint64_t channels = report.geometry.channels, pixel = i / channels;
        report.wrongElements.push_back({image, pixel / report.geometry.columns,
                                        pixel % report.geometry.columns, i % channels, got.causes[i],
                                        tensor::textAt(got.values, i), tensor::textAt(wanted, i)});
    }
    report.causes.clear();
    for (const auto& [cause, count] : counts) report.causes.push_back({cause, count});
    if (report.reason.exact)
        report.verdict = Verdict::Exact;
    else
        report.verdict = report.wrong == 0 ? Verdict::ExactForInput : Verdict::Wrong;
}

} // namespace lw::lower::striding
