// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/curve.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lw::scene {

namespace {

constexpr std::uint64_t kPiece = 1 << 16; // elements read at once

// Least and greatest value of a stretch, each where it first occurs.
struct Stretch {
    std::optional<CurvePoint> low, high;

    void add(const CurvePoint& point) {
        if (!low || point.value < low->value) low = point;
        if (!high || point.value > high->value) high = point;
    }
};

class Builder {
  public:
    Builder(std::uint64_t count, std::size_t stretches) {
        m_curve.count = count;
        m_stretches = count > 2 * std::uint64_t{stretches} ? std::max<std::size_t>(stretches, 1) : count;
        begin();
    }

    void take(std::uint64_t element, double value, bool isWritten) {
        if (element == m_end) close();
        if (!isWritten || !std::isfinite(value)) {
            ++m_curve.missing;
            return;
        }
        const bool isFirst = m_curve.pieces.empty() && !m_stretch.low;
        m_curve.low = isFirst ? value : std::min(m_curve.low, value);
        m_curve.high = isFirst ? value : std::max(m_curve.high, value);
        m_stretch.add({element, value});
    }

    Curve finish() {
        close();
        return std::move(m_curve);
    }

  private:
    void begin() {
        ++m_number;
        m_end =
            static_cast<std::uint64_t>(static_cast<double>(m_number) * static_cast<double>(m_curve.count) /
                                       static_cast<double>(std::max<std::uint64_t>(m_stretches, 1)));
        m_stretch = {};
    }
    void close() {
        if (!m_stretch.low) {
            m_isOpen = false;
        } else {
            if (!std::exchange(m_isOpen, true)) m_curve.pieces.emplace_back();
            const auto [first, second] =
                std::minmax(*m_stretch.low, *m_stretch.high,
                            [](const CurvePoint& a, const CurvePoint& b) { return a.element < b.element; });
            m_curve.pieces.back().push_back(first);
            if (second.element != first.element) m_curve.pieces.back().push_back(second);
        }
        begin();
    }

    Curve m_curve;
    std::uint64_t m_stretches = 1, m_number = 0, m_end = 0;
    Stretch m_stretch;
    bool m_isOpen = false; // the last piece goes on
};

} // namespace

Result<Curve> curveOf(const ElementSource& source, std::size_t stretches) {
    Builder builder(source.count(), stretches);
    const std::size_t size = tensor::sizeOf(source.type());
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> flags;
    std::vector<double> values;
    for (std::uint64_t first = 0; first < source.count(); first += kPiece) {
        const auto count = static_cast<std::size_t>(std::min(kPiece, source.count() - first));
        bytes.resize(count * size);
        flags.resize(count);
        values.resize(count);
        LW_TRY([[maybe_unused]] const Done read, source.read(first, bytes, flags));
        valuesOf(source.type(), bytes, values);
        for (std::size_t i = 0; i < count; ++i)
            builder.take(first + i, values[i], (flags[i] & kWritten) != 0);
    }
    return builder.finish();
}

} // namespace lw::scene
