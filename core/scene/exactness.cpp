// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/exactness.h"

#include "core/scene/mask_picture.h"
#include "core/scene/messages.h"

#include <bit>
#include <charconv>
#include <cmath>

namespace lw::scene {

namespace {

// As lower::WrongElement has it; NaN for what is no number.
double valueOf(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nan("");
    return value;
}

// 0 where both are the same number, NaN where one of them is none or infinities have no difference.
void put(CellPicture& picture, std::size_t at, double got, double wanted) {
    const bool isSame = got == wanted || (std::isnan(got) && std::isnan(wanted));
    picture.bits[at] = std::bit_cast<std::uint64_t>(isSame ? 0.0 : got - wanted);
    picture.flags[at] = static_cast<std::uint8_t>(kWritten | (isSame ? 0 : kChanged));
}

bool hasShape(const std::optional<tensor::Tensor>& tensor, const lower::StrideGeometry& geometry) {
    return tensor && tensor->shape() == tensor::Shape{geometry.rows, geometry.columns, geometry.channels};
}

CellPicture differenceOfChannel(const ModeOutcome& outcome, std::uint64_t channel) {
    const lower::LayerReport& report = *outcome.report;
    const lower::StrideGeometry& geometry = report.geometry;
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
    // Elements that are not listed are right if all that are wrong are.
    if (report.wrong == report.wrongElements.size())
        for (std::size_t i = 0; i < out.bits.size(); ++i) put(out, i, 0, 0);
    for (const lower::WrongElement& wrong : report.wrongElements) {
        if (wrong.image != 0 || wrong.channel != channel || wrong.row >= geometry.rows ||
            wrong.column >= geometry.columns)
            continue;
        const auto at = static_cast<std::size_t>(wrong.row * geometry.columns + wrong.column);
        put(out, at, valueOf(wrong.got), valueOf(wrong.wanted));
        out.flags[at] |= kChanged;
    }
    return out;
}

ExactnessColumn columnOf(const ModeOutcome& outcome, std::uint64_t channel) {
    const lower::ModeRow& row = lower::rowOf(outcome.mode);
    ExactnessColumn out{.mode = std::string(row.name),
                        .words = std::string(row.words),
                        .refused = outcome.refused,
                        .reason = {},
                        .causes = {},
                        .wrongElements = {},
                        .difference = emptyPicture("difference", tensor::DType::F64, 0, 0)};
    if (!outcome.report) return out;
    const lower::LayerReport& report = *outcome.report;
    out.verdict = report.verdict;
    out.reason = report.reason;
    out.elements = report.elements;
    out.wrong = report.wrong;
    out.maximalError = report.maximalError;
    out.causes = report.causes;
    out.wrongElements = report.wrongElements;
    out.hasInput = report.hasInput;
    out.hasRun = report.hasRun;
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
    const lower::StrideGeometry* geometry = nullptr;
    for (const ModeOutcome& outcome : outcomes) {
        if (!outcome.report) continue;
        const lower::StrideGeometry& here = outcome.report->geometry;
        if (!geometry) geometry = &here;
        if (outcome.report->name != layer || here != *geometry || !isConsistent(here))
            return Problem{&messages::kOtherReport, {"layer '" + outcome.report->name + "'"}, {}, {}, {}};
    }
    if (geometry) {
        if (channel >= geometry->channels)
            return Problem{&messages::kNoSuchChannel,
                           {std::to_string(channel), out.layer, std::to_string(geometry->channels)},
                           {},
                           {},
                           {}};
        out.rows = geometry->rows;
        out.columns = geometry->columns;
        out.channels = geometry->channels;
    }
    for (const ModeOutcome& outcome : outcomes) out.modes.push_back(columnOf(outcome, channel));
    return out;
}

} // namespace lw::scene
