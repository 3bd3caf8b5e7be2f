// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stride_text.h"

#include "app/cli/number_text.h"

#include <algorithm>

namespace lw::cli {

using lower::striding::LayerReport;
using lower::striding::Reason;
using lower::striding::Report;

namespace {

constexpr std::size_t kMostShown = 10; // wrong elements

std::string sizeText(std::uint64_t rows, std::uint64_t columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
}

std::string reasonText(const Reason& reason) { return reason.rule + ": " + reason.words; }

void addMode(std::string& out, const LayerReport& layer) {
    out += "  mode " + std::string(lower::striding::nameOf(layer.mode)) +
           (layer.wasChosen ? ", the first that is provably exact: " : ", asked for: ") +
           std::string(lower::striding::rowOf(layer.mode).words) + "\n";
    for (const lower::striding::ModeReason& other : layer.rejected)
        out += "  not " + padRight(lower::striding::nameOf(other.mode), 14) + reasonText(other.reason) + "\n";
    out += std::string(layer.reason.exact ? "  exact whatever the input" : "  not exact for every input") +
           ", " + reasonText(layer.reason) + "\n";
    std::string premises;
    for (const std::string& premise : layer.reason.premises)
        premises += (premises.empty() ? "" : "; ") + premise;
    out += "  known: " + premises + "\n";
}

void addCost(std::string& out, const LayerReport& layer) {
    const lower::striding::StrideGeometry& g = layer.geometry;
    if (layer.mode == lower::striding::Mode::Direct) {
        out +=
            "  " + groupedText(layer.macs()) +
            " MACs, none of them wasted; no masks, no pooling, and no program: the circuit cannot stride\n";
        return;
    }
    if (lower::striding::rowOf(layer.mode).masking != lower::striding::Masking::None)
        out += "  first tensor " + sizeText(g.firstRows, g.firstColumns) + ": " +
               groupedText(g.keptPixels()) + " pixels kept, " + groupedText(g.droppedPixels()) + " dropped\n";
    out += "  " + groupedText(layer.macs()) + " MACs, a stride needs " + groupedText(g.macsOfStride()) +
           ": " + fixedText(100 * layer.wastedShare(), 2) + "% wasted\n";
    out += "  masks " + countText(layer.maskBytes, "byte") + ", kept to be looked at " +
           countText(layer.keptBytes, "byte") + " in " + countText(layer.keptClocks, "clock") + ", pooling " +
           countText(layer.poolingClocks, "clock") + ", a stride on the host would move " +
           countText(layer.hostBytesAvoided, "byte") + "\n";
    out +=
        "  " + countText(layer.rowCount, "instruction") + " from " + std::to_string(layer.firstRow) + " on";
    if (layer.hasRun) out += ", " + countText(layer.clocks, "clock");
    out += "\n";
}

void addResult(std::string& out, const Report& report, const LayerReport& layer) {
    if (!layer.hasInput) return;
    if (layer.mode == lower::striding::Mode::Direct) {
        out += "  " + countText(layer.elements, "element") + ", by plain loops\n";
    } else if (layer.wrong == 0) {
        out += "  all " + countText(layer.elements, "element") + " are the strided layer's\n";
    } else {
        out +=
            "  WRONG on " + groupedText(layer.wrong) + " of " + countText(layer.elements, "element") + ":\n";
        for (const lower::striding::CauseCount& one : layer.causes)
            out += "    " + groupedText(one.elements) + " x " +
                   std::string(lower::striding::nameOf(one.cause)) + ": " +
                   std::string(lower::striding::wordsOf(one.cause)) + "\n";
        for (std::size_t i = 0; i < std::min(kMostShown, layer.wrongElements.size()); ++i) {
            const lower::striding::WrongElement& one = layer.wrongElements[i];
            out += "    " + (report.images > 1 ? "image " + std::to_string(one.image) + " " : std::string()) +
                   "[" + std::to_string(one.row) + ", " + std::to_string(one.column) + ", " +
                   std::to_string(one.channel) + "] " + one.got + " instead of " + one.wanted + "\n";
        }
        if (layer.wrong > kMostShown) out += "    ...\n";
    }
    if (layer.signedZeros != 0)
        out += "  " + countText(layer.signedZeros, "zero") + " of another sign, which count as equal\n";
    if (!layer.hasRun && report.clocks != 0)
        out += "  not confirmed: nothing holds its output at the end of the run\n";
    if (layer.hasRun && layer.confirmed) out += "  confirmed by the run: every element is as predicted\n";
    if (layer.hasRun && !layer.confirmed)
        out += "  NOT AS PREDICTED in " + countText(layer.unexpected, "element") +
               ": please report this as a mistake of the program\n";
}

} // namespace

namespace {

std::string hostText(const Report& report, bool isAfter) {
    std::string out;
    for (const lower::striding::HostLayerReport& one : report.hostLayers)
        if (one.isAfter == isAfter)
            out += "on the host, " + std::string(isAfter ? "after it: " : "before it: ") + one.kind + " " +
                   one.name + ", as " + one.why + "\n";
    return out;
}

} // namespace

std::string reportText(const Report& report) {
    std::string out;
    if (report.parts > 1)
        out += "part " + std::to_string(report.part) + " of " + std::to_string(report.parts) + "\n";
    out += hostText(report, false);
    for (const LayerReport& layer : report.layers) {
        const lower::striding::StrideGeometry& g = layer.geometry;
        out += layer.name + ": " + sizeText(g.inputRows, g.inputColumns) + " x " +
               std::to_string(g.inputChannels) + " -> " + sizeText(g.rows, g.columns) + " x " +
               std::to_string(g.channels) + ", kernel " + sizeText(g.kernel.rows, g.kernel.columns) +
               ", stride " + sizeText(g.stride.rows, g.stride.columns) + "\n";
        addMode(out, layer);
        addCost(out, layer);
        addResult(out, report, layer);
    }
    if (report.requested == lower::striding::nameOf(lower::striding::Mode::Direct))
        return out + "a reference, nothing runs on " + report.machine +
               "\nhost: " + countText(report.hostBytesBetween, "byte") +
               " in between, if the circuit left the strided layers to it: their inputs and outputs\n";
    out += countText(report.rows, "instruction") + " on " + report.machine + ", " +
           countText(report.bufferBytes, "byte") + " of the unified buffer";
    if (report.clocks != 0) out += ", " + countText(report.clocks, "clock");
    out += "\nhost: " + countText(report.constantBytes, "byte") + " of weights and masks, " +
           countText(report.hostBytesIn, "byte") + " of input, " + countText(report.hostBytesOut, "byte") +
           " of output, " + groupedText(report.hostBytesBetween) + " in between\n";
    return out + hostText(report, true);
}

} // namespace lw::cli
