// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_request.h"

#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "app/cli/net_input.h"
#include "app/cli/tile_arguments.h"
#include "app/cli/tile_text.h"
#include "core/base/file.h"
#include "core/chips/catalog.h"
#include "core/lower/tiling/plan_picture.h"
#include "core/network/resized.h"
#include "core/project/messages.h"

#include <algorithm>
#include <utility>

namespace lw::cli {

using lower::tiling::Size;
using lower::tiling::TilingPlan;

namespace {

// The plan of --plan, for this network of any size.
Result<std::optional<TilingPlan>> givenPlan(const Arguments& arguments, const network::Network& network,
                                            source::Files& files) {
    const auto path = arguments.value("--plan");
    if (!path) return std::optional<TilingPlan>();
    for (const std::string_view other : {"--fixed", "--mode", "--curve", "--overlap", "--share"})
        if (arguments.has(other)) return Problem{&messages::kPlanHasThat, {std::string(other)}, {}, {}, {}};
    LW_TRY(const std::uint32_t file, files.open(*path));
    LW_TRY(TilingPlan plan, lower::tiling::planFromJson(files[file].text(), file, network));
    return std::optional(std::move(plan));
}

// The network for the size of the picture.
Outcome readPicture(const Arguments& arguments, const std::optional<network::ImageSize>& given,
                    TileRequest& out) {
    if (!given) return Problem{&messages::kNoPictureSize, {}, {}, {}, {}};
    out.picture = Size{static_cast<std::int64_t>(given->rows), static_cast<std::int64_t>(given->columns)};
    if (out.plan && out.picture != out.plan->picture)
        return Problem{
            &messages::kOtherPicture, {sizeText(out.plan->picture), sizeText(out.picture)}, {}, {}, {}};
    LW_TRY(out.network, network::resized(std::move(out.network), static_cast<std::uint64_t>(out.picture.rows),
                                         static_cast<std::uint64_t>(out.picture.columns)));
    LW_TRY(const std::optional<tensor::Tensor> read, givenInput(arguments, out.network));
    if (!read) return Done{};
    LW_TRY(out.input, network::asInput(out.network, *read, network::Arithmetic::F32));
    return Done{};
}

// --share, which needs circuits beside each other, or what the plan says about it.
Outcome readSharing(const Arguments& arguments, TileRequest& out) {
    const bool inParts = out.plan && out.plan->parts != Size{1, 1};
    if (inParts && out.plan->parts != out.array.circuits())
        return Problem{
            &messages::kOtherParts, {sizeText(out.plan->parts), sizeText(out.array.circuits())}, {}, {}, {}};
    if (inParts) out.options.launches.emplace().share = lower::striding::Share::Layers;
    constexpr std::string_view kShares[] = {"input", "layers", "both"};
    LW_TRY(const std::size_t share, arguments.choice("--share", kShares));
    if (!arguments.has("--share")) return Done{};
    if (out.array.count() == 1) return Problem{&project::messages::kSharesAlone, {}, {}, {}, {}};
    if (share != 0 && out.overlap != lower::tiling::Overlap::Recompute)
        return Problem{&project::messages::kKeptInParts, {}, {}, {}, {}};
    out.comparesSharing = share == 2;
    if (share == 1) out.options.launches.emplace().share = lower::striding::Share::Layers;
    return Done{};
}

// Options that have no effect in some situation, with the remedy.
struct NoEffect {
    bool isSo;
    std::vector<std::string_view> options;
    std::string_view where, wayOut;
};

// Options that make sense only with another one, or not beside another one.
Outcome checkEffects(const Arguments& arguments) {
    const bool curve = arguments.has("--curve"), run = arguments.has("--run"),
               input = arguments.has("--input"), compares = arguments.has("--compare-overlap"),
               shares = arguments.value("--share") == "both",
               isSized = arguments.has("--plan") || arguments.value("--fixed").value_or("auto") != "auto";
    const NoEffect all[] = {
        {curve,
         {"--fixed", "--mode", "--overlap", "--result", "--png", "--output", "--transfers", "--to", "--share",
          "--compare-overlap"},
         "beside --curve, which is about every size",
         "leave one of them out"},
        {!curve, {"--run"}, "without --curve", "add it, or --input FILE, which runs the tiles"},
        {compares,
         {"--result", "--png", "--overlap", "--to", "--output", "--transfers"},
         "beside --compare-overlap, which runs every strategy",
         "leave it out, and name one strategy with --overlap"},
        {compares && shares, {"--share"}, "beside --compare-overlap", "leave one of them out"},
        {shares,
         {"--result", "--png", "--to", "--output"},
         "beside --share both, which runs both ways",
         "leave it out, or name one of them, --share input or layers"},
        {arguments.value("--share") == "layers",
         {"--to"},
         "beside --share layers, as other runtimes share nothing",
         "leave one of them out"},
        {!input && !curve,
         {"--result", "--png", "--transfers"},
         "without a picture, as nothing is run",
         "add --input FILE"},
        {!input, {"--mean", "--scale", "--layout"}, "without a picture, as none is read", "add --input FILE"},
        {!input && (curve ? !run : isSized),
         {"--order", "--no-fold", "--limit-seconds"},
         "where no program is made",
         curve ? "add --run" : "add --input FILE"},
    };
    for (const NoEffect& one : all) {
        const auto at = std::ranges::find_if(one.options, [&](auto option) { return arguments.has(option); });
        if (!one.isSo || at == one.options.end()) continue;
        return Problem{&messages::kHasNoEffect,
                       {std::string(*at), std::string(one.where), std::string(one.wayOut)},
                       {},
                       {},
                       {}};
    }
    return Done{};
}

} // namespace

Result<std::optional<network::ImageSize>> pictureSizeOf(const Arguments& arguments, source::Files& files) {
    LW_TRY(const std::optional<network::ImageSize> given, givenSize(arguments));
    const auto plan = arguments.value("--plan");
    if (given || !plan) return given;
    LW_TRY(const std::uint32_t file, files.open(*plan));
    LW_TRY(const Size size, lower::tiling::pictureInJson(files[file].text(), file));
    return std::optional(
        network::ImageSize{static_cast<std::uint64_t>(size.rows), static_cast<std::uint64_t>(size.columns)});
}

Result<TileRequest> tileRequestOf(network::Network network, const Arguments& arguments,
                                  const std::optional<network::ImageSize>& size, source::Files& files) {
    TileRequest out;
    LW_TRY([[maybe_unused]] const Done effective, checkEffects(arguments));
    out.network = std::move(network);
    // First of all, whatever the sizes: what cannot be tiled has shapes of its own.
    LW_TRY([[maybe_unused]] const network::Line line, network::lineOf(out.network, network::Direction::Rows));
    LW_TRY(out.plan, givenPlan(arguments, out.network, files));
    LW_TRY([[maybe_unused]] const Done read, readPicture(arguments, size, out));
    out.wantsCurve = arguments.has("--curve");
    out.runsCurve = arguments.has("--run");
    out.comparesOverlaps = arguments.has("--compare-overlap");
    LW_TRY(out.fixed, fixedIn(arguments));
    LW_TRY(out.fill, fillIn(arguments));
    LW_TRY(out.overlap, overlapIn(arguments));
    if (out.plan) out.overlap = out.plan->overlap;
    out.machine = arguments.value("--machine").value_or("");
    LW_TRY(out.kernel, kernelOf(arguments));
    if (chips::isMachinePath(out.machine)) out.options.machine = absolutePath(out.machine);
    LW_TRY(const project::TileArray array, arrayFor(arguments, out.machine));
    out.array = array.keeping(out.overlap);
    out.origin.machine = out.options.machine.empty() ? out.machine : out.options.machine;
    out.origin.network = absolutePath(arguments.operands().front());
    out.origin.section = sectionOf(arguments);
    out.options.keep = 0;
    out.options.fold = !arguments.has("--no-fold");
    LW_TRY(out.options.order, rowOrderIn(arguments));
    LW_TRY([[maybe_unused]] const Done shared, readSharing(arguments, out));
    constexpr std::string_view kStrides[] = {"auto", "pattern"};
    LW_TRY(const std::size_t strideBy, arguments.choice("--stride-by", kStrides));
    out.options.strideBy = static_cast<lower::striding::StrideBy>(strideBy);
    if (arguments.has("--transfers")) {
        LW_TRY(const std::size_t transfers, arguments.choice("--transfers", project::kTransferNames));
        out.transfers = static_cast<project::Transfers>(transfers);
    }
    constexpr std::string_view kForms[] = {"text", "json"};
    LW_TRY(const std::size_t form, arguments.choice("--report", kForms));
    out.asJson = form == 1;
    constexpr std::string_view kRuntimes[] = {"python"};
    LW_TRY([[maybe_unused]] const std::size_t runtime, arguments.choice("--to", kRuntimes));
    if (arguments.has("--to") && !arguments.has("--output"))
        return Problem{&messages::kNoFolder, {}, {}, {}, {}};
    if (arguments.has("--output") && !arguments.has("--to")) out.folder = arguments.value("--output");
    if (out.folder && !out.input) return Problem{&messages::kNoPictureToWrite, {}, {}, {}, {}};
    LW_TRY(out.results, outputFilesIn(arguments, "--result", ".npy", out.network));
    LW_TRY(out.pictures, outputFilesIn(arguments, "--png", ".png", out.network));
    LW_TRY(out.seconds, arguments.real("--limit-seconds", RunLimits{}.seconds));
    out.deadline = std::make_shared<const Deadline>(out.seconds);
    return out;
}

} // namespace lw::cli
