// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/exactness.h"

#include "core/scene/messages.h"
#include "core/scene/striding/mask_picture.h"
#include "core/scene/striding/patch_sums.h"
#include "core/scene/striding/pooled_window.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

namespace lw::scene::striding {

namespace {

// As in lower::striding::WrongElement; NaN for anything that is not a number.
double valueOf(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nan("");
    return value;
}

bool isSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// 0 where both are the same number, NaN where either is not a number or infinities have no difference.
void put(CellPicture& picture, std::size_t at, double got, double wanted) {
    picture.bits[at] = std::bit_cast<std::uint64_t>(isSame(got, wanted) ? 0.0 : got - wanted);
    picture.flags[at] = static_cast<std::uint8_t>(kWritten | (isSame(got, wanted) ? 0 : kChanged));
}

bool hasShape(const std::optional<tensor::Tensor>& tensor, const lower::striding::StrideGeometry& geometry) {
    return tensor && tensor->shape() == tensor::Shape{geometry.rows, geometry.columns, geometry.channels};
}

CellPicture differenceOfChannel(const ModeOutcome& outcome, std::uint64_t channel) {
    const lower::striding::LayerReport& report = *outcome.report;
    const lower::striding::StrideGeometry& geometry = report.geometry;
    CellPicture out =
        emptyPicture("difference", tensor::DType::F64, static_cast<std::uint32_t>(geometry.rows),
                     static_cast<std::uint32_t>(geometry.columns));
    if (hasShape(outcome.got, geometry) && hasShape(outcome.wanted, geometry)) {
        for (std::size_t i = 0; i < out.bits.size(); ++i) {
            const std::uint64_t element = i * geometry.channels + channel;
            put(out, i, valueAt(*outcome.got, element), valueAt(*outcome.wanted, element));
        }
        return out;
    }
    if (!report.hasInput) return out;
    // Elements that are not listed are right if all wrong ones are listed.
    if (report.wrong == report.wrongElements.size())
        for (std::size_t i = 0; i < out.bits.size(); ++i) put(out, i, 0, 0);
    for (const lower::striding::WrongElement& wrong : report.wrongElements) {
        if (wrong.image != 0 || wrong.channel != channel || wrong.row >= geometry.rows ||
            wrong.column >= geometry.columns)
            continue;
        const auto at = static_cast<std::size_t>(wrong.row * geometry.columns + wrong.column);
        put(out, at, valueOf(wrong.got), valueOf(wrong.wanted));
        out.flags[at] |= kChanged;
    }
    return out;
}

Problem noChannel(std::string_view layer, std::uint64_t channel, std::uint64_t channels) {
    return {&messages::kNoSuchChannel,
            {std::to_string(channel), std::string(layer), std::to_string(channels)},
            {},
            {},
            {}};
}

ExactnessColumn columnOf(const ModeOutcome& outcome, std::uint64_t channel) {
    const lower::striding::ModeRow& row = lower::striding::rowOf(outcome.mode);
    ExactnessColumn out{.mode = std::string(row.name),
                        .words = std::string(row.words),
                        .refused = outcome.refused,
                        .reason = {},
                        .causes = {},
                        .wrongElements = {},
                        .difference = emptyPicture("difference", tensor::DType::F64, 0, 0)};
    if (!outcome.report) return out;
    const lower::striding::LayerReport& report = *outcome.report;
    out.verdict = report.verdict;
    out.reason = report.reason;
    out.elements = report.elements;
    out.wrong = report.wrong;
    out.maximalError = report.maximalError;
    out.causes = report.causes;
    out.wrongElements = report.wrongElements;
    out.hasInput = report.hasInput;
    out.confirmed = report.confirmed;
    out.unexpected = report.unexpected;
    out.clocks = report.clocks;
    out.instructionRows = report.rowCount;
    out.maskBytes = report.maskBytes;
    out.poolingClocks = report.poolingClocks;
    out.hostBytesAvoided = report.hostBytesAvoided;
    out.wastedShare = report.wastedShare();
    out.difference = differenceOfChannel(outcome, channel);
    return out;
}

} // namespace

Result<Exactness> exactness(std::string_view layer, std::span<const ModeOutcome> outcomes,
                            std::uint64_t channel) {
    Exactness out{.layer = std::string(layer), .channel = channel, .modes = {}};
    const lower::striding::StrideGeometry* geometry = nullptr;
    for (const ModeOutcome& outcome : outcomes) {
        if (!outcome.report) continue;
        const lower::striding::StrideGeometry& here = outcome.report->geometry;
        if (!geometry) geometry = &here;
        if (outcome.report->name != layer || here != *geometry || !isConsistent(here))
            return Problem{&messages::kOtherReport, {"layer '" + outcome.report->name + "'"}, {}, {}, {}};
    }
    if (geometry) {
        if (channel >= geometry->channels) return noChannel(layer, channel, geometry->channels);
        out.rows = geometry->rows;
        out.columns = geometry->columns;
        out.channels = geometry->channels;
    }
    for (const ModeOutcome& outcome : outcomes) out.modes.push_back(columnOf(outcome, channel));
    return out;
}

namespace {

// Counts and paints what a layer's strips have computed.
class Follower {
  public:
    Follower(const lower::striding::Report& report, const lower::striding::LayerReport& layer,
             const ModeOutcome& outcome, std::uint64_t channel, std::uint32_t nextBundle)
        : m_layer(layer)
        , m_outcome(outcome)
        , m_channel(channel)
        , m_nextBundle(nextBundle)
        , m_isOver(nextBundle >= std::uint64_t{layer.firstRow} + layer.rowCount &&
                   report.sums.back().name != layer.name) {}

    // `stored` may be null: then only the outcome is known.
    Outcome run(const lower::PlacedPicture& place, const ElementSource* stored, ExactnessColumn& out) {
        m_place = &place;
        m_stored = m_isOver ? nullptr : stored;
        const lower::striding::StrideGeometry& g = m_layer.geometry;
        const bool isPooled = lower::striding::rowOf(m_layer.mode).pooling != lower::striding::Pooling::None;
        const network::Pair stride = isPooled ? g.stride : network::Pair{1, 1};
        out.difference = emptyPicture("difference", tensor::DType::F64, static_cast<std::uint32_t>(g.rows),
                                      static_cast<std::uint32_t>(g.columns));
        out.output = emptyPicture("output", m_stored ? m_stored->type() : m_outcome.got->dtype(),
                                  out.difference.rows, out.difference.columns);
        out.wanted =
            emptyPicture("wanted", m_outcome.wanted->dtype(), out.difference.rows, out.difference.columns);
        for (std::size_t i = 0; i < out.wanted.bits.size(); ++i)
            set(out.wanted, i, m_outcome.wanted->bytes(), i * g.channels + m_channel);
        out.byNow = ByNow{.elements = g.rows * g.columns * g.channels};
        for (const lower::StripPlace& strip : m_layer.strips) {
            if (std::uint64_t{strip.firstRow} + strip.rowCount > m_nextBundle) continue;
            const StripRange rows = outputsOf(strip.row, strip.rows, stride.rows, g.rows),
                             columns = outputsOf(strip.column, strip.columns, stride.columns, g.columns);
            m_channels = {std::min(strip.channel, g.channels),
                          std::min(strip.channel + strip.channels, g.channels)};
            for (std::uint64_t row = rows.from; row < rows.end; ++row)
                for (std::uint64_t column = columns.from; column < columns.end; ++column) {
                    LW_TRY([[maybe_unused]] const Done read, take(row, column, out));
                }
        }
        return Done{};
    }

  private:
    // All channels of a pixel in the strip.
    Outcome take(std::uint64_t row, std::uint64_t column, ExactnessColumn& out) {
        const lower::striding::StrideGeometry& g = m_layer.geometry;
        const std::uint64_t first = (row * g.columns + column) * g.channels;
        const std::size_t count = m_channels.end - m_channels.from;
        if (m_stored) {
            m_bytes.resize(count * tensor::sizeOf(m_stored->type()));
            m_flags.resize(count);
            m_values.resize(count);
            const std::uint64_t at =
                ((row + m_place->pad.top) * m_place->columns + column + m_place->pad.left) *
                    m_place->channels +
                m_channels.from;
            LW_TRY([[maybe_unused]] const Done read, m_stored->read(at, m_bytes, m_flags));
            valuesOf(m_stored->type(), m_bytes, m_values);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint64_t element = first + m_channels.from + i;
            const double predicted = valueAt(*m_outcome.got, element),
                         wanted = valueAt(*m_outcome.wanted, element),
                         value = m_stored ? m_values[i] : predicted;
            ++out.byNow->computed;
            out.byNow->wrong += !isSame(value, wanted);
            out.byNow->others += !isSame(value, predicted);
            if (m_channels.from + i != m_channel) continue;
            const auto at = static_cast<std::size_t>(row * g.columns + column);
            put(out.difference, at, value, wanted);
            if (m_stored)
                set(out.output, at, m_bytes, i);
            else
                set(out.output, at, m_outcome.got->bytes(), element);
        }
        return Done{};
    }
    // An element from bytes of the picture's type.
    static void set(CellPicture& picture, std::size_t at, std::span<const std::byte> bytes,
                    std::uint64_t element) {
        const std::size_t size = tensor::sizeOf(picture.type);
        std::memcpy(&picture.bits[at], bytes.data() + element * size, size);
        picture.flags[at] = kWritten;
    }

    const lower::striding::LayerReport& m_layer;
    const ModeOutcome& m_outcome;
    std::uint64_t m_channel;
    std::uint32_t m_nextBundle;
    bool m_isOver; // and other layers may use its memory
    const lower::PlacedPicture* m_place = nullptr;
    const ElementSource* m_stored = nullptr;
    StripRange m_channels;
    std::vector<std::byte> m_bytes;
    std::vector<std::uint8_t> m_flags;
    std::vector<double> m_values;
};

} // namespace

Result<ExactnessColumn> exactnessByNow(const machine::Scope& scope, const lower::striding::Report& report,
                                       std::string_view layer, const ModeOutcome& outcome,
                                       std::uint64_t channel, std::uint32_t nextBundle,
                                       std::shared_ptr<const machine::Snapshot> now) {
    const auto other = [&] {
        return Problem{&messages::kOtherReport, {"layer '" + std::string(layer) + "'"}, {}, {}, {}};
    };
    const lower::striding::LayerReport* const own = report.findLayer(layer);
    const lower::SumReport* const sums = report.findSums(layer);
    if (!own || !sums || !outcome.report || outcome.report->name != layer || outcome.mode != own->mode ||
        outcome.report->geometry != own->geometry || !isConsistent(own->geometry) ||
        !hasShape(outcome.got, own->geometry) || !hasShape(outcome.wanted, own->geometry))
        return other();
    const lower::striding::StrideGeometry& g = own->geometry;
    if (channel >= g.channels) return noChannel(layer, channel, g.channels);
    const lower::PlacedPicture& place = sums->output;
    ElementSourcePtr stored;
    if (!place.name.empty()) {
        if (place.pad.top + g.rows > place.rows || place.pad.left + g.columns > place.columns ||
            g.channels > place.channels)
            return other();
        LW_TRY(stored, elementsOf(scope, place, std::move(now)));
    }
    ExactnessColumn out = columnOf(outcome, channel);
    Follower follower(report, *own, outcome, channel, nextBundle);
    LW_TRY([[maybe_unused]] const Done followed, follower.run(place, stored.get(), out));
    return out;
}

} // namespace lw::scene::striding
