// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/net_input.h"
#include "app/cli/recompute_request.h"
#include "app/cli/recompute_text.h"
#include "core/base/check.h"

// lw recompute: what of a training step is stored, and what is computed again.
namespace lw::cli {

namespace {

Outcome show(const network::Network& network, const Arguments& arguments, Console& console) {
    LW_TRY(const lower::recompute::CostModel model, trainingCostsOf(network, arguments));
    LW_TRY(const lower::recompute::Request request, recomputeRequestOf(network, arguments));
    if (arguments.has("--curve")) {
        LW_TRY(const auto tradeOff, lower::recompute::tradeOffOf(network, model, request));
        LW_ASSERT(tradeOff, "nobody stops it");
        console.print(tradeOffText(*tradeOff));
        console.document()["tradeOff"] = lower::recompute::jsonOf(*tradeOff);
        return Done{};
    }
    LW_TRY(const auto report, lower::recompute::reportOf(network, model, request));
    LW_ASSERT(report, "nobody stops it");
    console.print(recomputeText(*report));
    console.document()["report"] = lower::recompute::jsonOf(*report);
    return Done{};
}

} // namespace

Result<Exit> runRecompute(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::Files files(disk);
    const auto network = networkFrom(arguments, sectionOf(arguments), files, console);
    if (!network) return Exit::Usage;
    const Outcome shown = show(*network, arguments, console);
    if (shown) return Exit::Pass;
    console.problem(shown.problem(), &files);
    return Exit::Usage;
}

} // namespace lw::cli
