// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stride_text.h"

#include "app/cli/number_text.h"
#include "app/cli/table_text.h"

#include <algorithm>
#include <vector>

namespace lw::cli {

using lower::striding::LayerReport;
using lower::striding::Reason;
using lower::striding::Report;

namespace {

constexpr std::size_t kMostShown = 10; // wrong elements

std::string extentText(std::uint64_t rows, std::uint64_t columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
}

std::string wastedText(const LayerReport& layer) { return fixedText(100 * layer.wastedShare(), 2) + "%"; }

std::string reasonText(const Reason& reason) { return reason.rule + ": " + reason.words; }

// What was decided about a layer, and why.
std::vector<std::string> decision(const LayerReport& layer) {
    std::vector<std::string> out{
        "mode " + std::string(lower::striding::nameOf(layer.mode)) +
        (layer.wasChosen ? ", the first that is provably exact: " : ", asked for: ") +
        std::string(lower::striding::rowOf(layer.mode).words)};
    for (const lower::striding::ModeReason& other : layer.rejected)
        out.push_back("not " + padRight(lower::striding::nameOf(other.mode), 14) + reasonText(other.reason));
    out.push_back(std::string(layer.reason.exact ? "exact whatever the input" : "not exact for every input") +
                  ", " + reasonText(layer.reason));
    std::string premises;
    for (const std::string& premise : layer.reason.premises)
        premises += (premises.empty() ? "" : "; ") + premise;
    out.push_back("known: " + premises);
    return out;
}

std::vector<std::string> cost(const LayerReport& layer) {
    const lower::striding::StrideGeometry& g = layer.geometry;
    if (layer.mode == lower::striding::Mode::Direct)
        return {
            groupedText(layer.macs()) +
            " MACs, none of them wasted; no masks, no pooling, and no program: the circuit cannot stride"};
    std::vector<std::string> out;
    if (lower::striding::rowOf(layer.mode).masking != lower::striding::Masking::None)
        out.push_back("first tensor " + extentText(g.firstRows, g.firstColumns) + ": " +
                      groupedText(g.keptPixels()) + " pixels kept, " + groupedText(g.droppedPixels()) +
                      " dropped");
    out.push_back(groupedText(layer.macs()) + " MACs, a stride needs " + groupedText(g.macsOfStride()) +
                  ": " + wastedText(layer) + " wasted");
    out.push_back("masks " + countText(layer.maskBytes, "byte") + ", kept to be looked at " +
                  countText(layer.keptBytes, "byte") + " in " + countText(layer.keptClocks, "clock") +
                  ", pooling " + countText(layer.poolingClocks, "clock") +
                  ", a stride on the host would move " + countText(layer.hostBytesAvoided, "byte"));
    out.push_back(countText(layer.rowCount, "instruction") + " from " + std::to_string(layer.firstRow) +
                  " on" + (layer.clocks != 0 ? ", " + countText(layer.clocks, "clock") : std::string()));
    return out;
}

void addWrong(std::vector<std::string>& out, const Report& report, const LayerReport& layer) {
    const std::string share = " on " + groupedText(layer.wrong) + " of " +
                              countText(layer.elements, "element") +
                              (layer.maximalError > 0 ? ", by at most " + realText(layer.maximalError) : "");
    if (layer.isOnlyRounded()) {
        out.push_back("rounded otherwise" + share + ": " +
                      std::string(lower::striding::wordsOf(lower::striding::Cause::OtherOrder)));
    } else {
        out.push_back("WRONG" + share + ":");
        for (const lower::striding::CauseCount& one : layer.causes)
            out.push_back("  " + groupedText(one.elements) + " x " +
                          std::string(lower::striding::nameOf(one.cause)) + ": " +
                          std::string(lower::striding::wordsOf(one.cause)));
    }
    for (std::size_t i = 0; i < std::min(kMostShown, layer.wrongElements.size()); ++i) {
        const lower::striding::WrongElement& one = layer.wrongElements[i];
        out.push_back("  " +
                      (report.images > 1 ? "image " + std::to_string(one.image) + " " : std::string()) + "[" +
                      std::to_string(one.row) + ", " + std::to_string(one.column) + ", " +
                      std::to_string(one.channel) + "] " + one.got + " instead of " + one.wanted);
    }
    if (layer.wrong > kMostShown) out.push_back("  ...");
}

std::string confirmationText(const LayerReport& layer) {
    if (!layer.confirmed) return "not confirmed: nothing that is compared at the end shows its output";
    if (!*layer.confirmed)
        return "NOT AS PREDICTED in " + countText(layer.unexpected, "element") +
               ": please report this as a mistake of the program";
    if (layer.confirmedBy.empty()) return "confirmed by the run: every element is as predicted";
    std::string names;
    for (const std::string& name : layer.confirmedBy) names += (names.empty() ? "" : ", ") + name;
    return "confirmed by what follows: nothing holds its output at the end, all that was computed from it and "
           "compared is as predicted: " +
           names;
}

std::vector<std::string> result(const Report& report, const LayerReport& layer) {
    std::vector<std::string> out;
    if (!layer.hasInput) return out;
    if (layer.mode == lower::striding::Mode::Direct)
        out.push_back(countText(layer.elements, "element") + ", by plain loops");
    else if (layer.wrong == 0)
        out.push_back("all " + countText(layer.elements, "element") + " are the strided layer's");
    else
        addWrong(out, report, layer);
    if (layer.signedZeros != 0)
        out.push_back(countText(layer.signedZeros, "zero") + " of another sign, which count as equal");
    if (layer.confirmed || report.clocks != 0) out.push_back(confirmationText(layer));
    return out;
}

std::string_view verdictText(const LayerReport& layer) {
    if (layer.isOnlyRounded()) return "rounded otherwise";
    return lower::striding::kVerdictNames[static_cast<std::size_t>(layer.verdict)];
}

std::string overview(const Report& report) {
    std::vector<std::vector<std::string>> rows{
        {"layer", "mode", "exact", "wasted MACs", "clocks", "bytes of masks"}};
    for (const LayerReport& layer : report.layers)
        rows.push_back({layer.name, std::string(lower::striding::nameOf(layer.mode)),
                        std::string(verdictText(layer)), wastedText(layer),
                        layer.clocks == 0 ? "" : groupedText(layer.clocks), groupedText(layer.maskBytes)});
    return tableText(rows, {3, 4, 5});
}

void addLines(std::string& out, const std::vector<std::string>& lines,
              const std::vector<std::string>& known) {
    for (const std::string& line : lines)
        if (std::find(known.begin(), known.end(), line) == known.end()) out += "  " + line + "\n";
}

// The lines that appear in every layer's.
std::vector<std::string> commonOf(const Report& report) {
    std::vector<std::string> out;
    if (report.layers.size() < 2) return out;
    for (const LayerReport& layer : report.layers) {
        std::vector<std::string> lines = decision(layer);
        for (std::string& line : result(report, layer)) lines.push_back(std::move(line));
        if (&layer == &report.layers.front())
            out = std::move(lines);
        else
            std::erase_if(out, [&](const std::string& line) {
                return std::find(lines.begin(), lines.end(), line) == lines.end();
            });
    }
    return out;
}

void addLayer(std::string& out, const Report& report, const LayerReport& layer,
              const std::vector<std::string>& common) {
    const lower::striding::StrideGeometry& g = layer.geometry;
    out += layer.name + ": " + extentText(g.inputRows, g.inputColumns) + " x " +
           std::to_string(g.inputChannels) + " -> " + extentText(g.rows, g.columns) + " x " +
           std::to_string(g.channels) + ", kernel " + extentText(g.kernel.rows, g.kernel.columns) +
           ", stride " + extentText(g.stride.rows, g.stride.columns) + "\n";
    addLines(out, decision(layer), common);
    addLines(out, cost(layer), {});
    addLines(out, result(report, layer), common);
}

std::string outputText(const lower::striding::ComparedOutput& output) {
    if (output.unexpected == 0)
        return "output " + output.name + ": all " + countText(output.elements, "element") + " as predicted\n";
    return "output " + output.name + ": NOT AS PREDICTED in " + groupedText(output.unexpected) + " of " +
           countText(output.elements, "element") + ": please report this as a mistake of the program\n";
}

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
    const std::vector<std::string> common = commonOf(report);
    if (report.layers.size() > 1) out += overview(report);
    if (!common.empty()) out += "all of them:\n";
    addLines(out, common, {});
    for (const LayerReport& layer : report.layers) addLayer(out, report, layer, common);
    if (report.requested == lower::striding::nameOf(lower::striding::Mode::Direct))
        return out + "a reference, nothing runs on " + report.machine +
               "\nhost: " + countText(report.hostBytesBetween, "byte") +
               " in between, if the circuit left the strided layers to it: their inputs and outputs\n";
    for (const lower::striding::ComparedOutput& output : report.outputs) out += outputText(output);
    out += countText(report.rows, "instruction") + " on " + report.machine + ", " +
           countText(report.bufferBytes, "byte") + " of the unified buffer";
    if (report.clocks != 0) out += ", " + countText(report.clocks, "clock");
    out += "\nhost: " + countText(report.constantBytes, "byte") + " of weights and masks, " +
           countText(report.hostBytesIn, "byte") + " of input, " + countText(report.hostBytesOut, "byte") +
           " of output, " + groupedText(report.hostBytesBetween) + " in between\n";
    return out + hostText(report, true);
}

} // namespace lw::cli
