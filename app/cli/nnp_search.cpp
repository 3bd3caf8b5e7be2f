// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/nnp_search.h"

#include "app/cli/messages.h"
#include "app/cli/net_classes.h"
#include "app/cli/net_input.h"
#include "app/cli/nnp_chart.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "core/base/file.h"
#include "core/numeric/block_float.h"
#include "core/project/format_search.h"
#include "core/project/processor_network.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace lw::cli {

namespace {

constexpr std::string_view kBlocks = "bfp", kIntegers = "int"; // how names of formats begin

// "bfp5".
std::optional<std::uint32_t> widthIn(std::string_view name, std::string_view kind) {
    if (!name.starts_with(kind)) return std::nullopt;
    const auto bits = numberIn(name.substr(kind.size()), numeric::kMostMantissaBits);
    if (!bits || *bits < numeric::kFewestMantissaBits) return std::nullopt;
    return static_cast<std::uint32_t>(*bits);
}

// "bfp2-bfp8" or "bfp3,bfp5,bfp8", from few bits to many; empty: not such a text.
std::vector<std::uint32_t> widthsIn(std::string_view text, std::string_view kind) {
    std::vector<std::uint32_t> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string_view part = text.substr(at, comma - at);
        const std::size_t dash = part.find('-');
        const auto first = widthIn(part.substr(0, dash), kind);
        const auto last = dash == part.npos ? first : widthIn(part.substr(dash + 1), kind);
        if (!first || !last || *last < *first) return {};
        for (std::uint32_t bits = *first; bits <= *last; ++bits) out.push_back(bits);
        at = comma + 1;
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

// The widths that the machine's mantissas shall have. E289, E387.
Result<std::vector<std::uint32_t>> widthsFor(const std::string& machine, const std::string& formats) {
    bool areIntegers = false; // those of no built-in machine are
    if (!machine.empty()) {
        LW_TRY(const machine::ProcessorLimits limits, project::processorNamed(machine));
        areIntegers = limits.integerBits != 0;
    }
    std::vector<std::uint32_t> out = widthsIn(formats, areIntegers ? kIntegers : kBlocks);
    if (!out.empty()) return out;
    if (!widthsIn(formats, areIntegers ? kBlocks : kIntegers).empty())
        return Problem{&messages::kOtherFormats,
                       {machine.empty() ? "no built-in processor" : machine, formats},
                       {},
                       {},
                       {}};
    return Problem{&messages::kNoWidths, {formats}, {}, {}, {}};
}

// --lose as a number of items: "0.5%".
Result<std::uint64_t> mostLostOf(const Arguments& arguments, std::uint64_t items) {
    constexpr double kWhole = 100, kSlack = 1e-9; // 0.1% of 1,000 items is one, whatever 0.1 is in binary
    const std::string text = arguments.value("--lose").value_or("0.5%");
    const auto share =
        text.ends_with('%') ? realIn(std::string_view(text).substr(0, text.size() - 1)) : std::nullopt;
    if (!share || !(*share >= 0 && *share <= kWhole))
        return Problem{
            &messages::kNoNumber, {"--lose", "per cent of the items as in 0.5%", text}, {}, {}, {}};
    return static_cast<std::uint64_t>(std::floor(*share / kWhole * static_cast<double>(items) + kSlack));
}

Result<project::FormatTask> taskOf(network::Network& network, const Arguments& arguments) {
    constexpr std::string_view kOthers[] = {"--input", "--result", "--output", "--software"};
    if (!arguments.has("--data") || !arguments.has("--labels") ||
        std::ranges::any_of(kOthers, [&](std::string_view one) { return arguments.has(one); }))
        return Problem{&messages::kSearchNeeds, {}, {}, {}, {}};
    project::FormatTask out;
    out.machine = arguments.value("--machine").value_or("");
    LW_TRY(out.widths, widthsFor(out.machine, *arguments.value("--search")));
    LW_TRY(const std::optional<tensor::Tensor> data, givenInput(arguments, network, "--data"));
    LW_TRY(out.inputs, inputsOf(network, *data, network::Arithmetic::F32));
    if (out.inputs.empty()) return Problem{&messages::kNeedsData, {}, {}, {}, {}};
    LW_TRY(out.exactInputs, inputsOf(network, *data, network::Arithmetic::F64));
    const std::uint64_t elements =
        tensor::countOf(network::shapeOf(network, network.outputs.front())).value_or(0);
    LW_TRY(out.classes, classNumbersOf(arguments, out.inputs.size(), elements));
    LW_TRY(out.mostLost, mostLostOf(arguments, out.inputs.size()));
    return out;
}

std::string rightText(std::uint64_t right, const project::FormatSearch& search) {
    return groupedText(right) + " (" + percentText(right, search.items) + ")";
}

void saySearch(const project::FormatSearch& search, Console& console) {
    console.line(search.network + " on " + search.machine + ": of " + countText(search.items, "item") + ", " +
                 rightText(search.rightInFloat64, search) + " are right in float64, and at least " +
                 groupedText(search.fewestRight) + " have to be");
    console.line(search.clocks ? groupedText(*search.clocks) +
                                     " clocks for each item: those of the emulated processor do not depend "
                                     "on its formats"
                               : "the firmware faults in the format of this processor");
    std::vector<std::vector<std::string>> rows{{"  layer", "bits", "right", "", "bytes", ""}};
    const auto add = [&](const std::string& layer, std::uint32_t bits, std::uint64_t right,
                         std::uint64_t bytes, const char* what) {
        rows.push_back({"  " + layer, std::to_string(bits), groupedText(right),
                        percentText(right, search.items), groupedText(bytes), what});
    };
    add("(all)", search.widest, search.rightAtFirst, search.bytesAtFirst, "");
    for (const project::TriedFormat& one : search.tried)
        add(search.layers[one.layer], one.bits, one.right, one.bytes,
            one.isTaken                      ? "taken"
            : one.right < search.fewestRight ? "too few"
                                             : "");
    console.print(tableText(rows, {1, 2, 3, 4}));
    std::string chosen;
    for (std::size_t i = 0; i < search.layers.size(); ++i)
        chosen += (i == 0 ? "" : ", ") + search.layers[i] + " " + std::to_string(search.bits[i]) + " bits";
    console.line("chosen: " + chosen + "; " + rightText(search.right, search) + " right, " +
                 countText(search.bytes, "byte") + " of matrices instead of " +
                 groupedText(search.bytesAtFirst));
}

} // namespace

Result<Exit> searchNetwork(network::Network network, const Arguments& arguments, Console& console) {
    LW_TRY(const project::FormatTask task, taskOf(network, arguments));
    LW_TRY(const project::FormatSearch search, project::searchFormats(network, task));
    saySearch(search, console);
    if (const auto chart = arguments.value("--chart")) {
        LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(*chart, chartOf(search)));
    }
    console.document()["search"] = project::jsonOf(search);
    return Exit::Pass;
}

} // namespace lw::cli
