// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"

// What is taken within a number of bytes.
namespace lw::lower::recompute {

// Where what these ways store lies, for a report that is begun: what can be in VMEM beside the next batch; if
// that is too little, with no room for it.
std::vector<Kept> placedIn(const Report& report, const std::vector<Kept>& ways, const Places& places);
// What a policy says of a report that is begun, and what is decided by hand, with its place; `vmemBytes` says
// how much of VMEM that may take, or the request. Not of Budget.
std::vector<Kept> keptBy(Policy policy, const Report& report, std::optional<std::uint64_t> vmemBytes = {});
// Bytes of VMEM for values if the next batch has room beside them.
std::uint64_t bytesWithBatch(const Report& report);
// A plan of steps with what its report has room for beside them.
KeepPlan besideOf(const Report& report, KeepPlan plan);
// How much VMEM values may take, in words, and why.
std::string vmemText(const Report& report);

// The least of VMEM that any choice takes that was found, with what is decided by hand; nothing: there is
// none.
std::optional<std::uint64_t> leastVmemOf(const network::Network& network, const Report& begun);

// A budget's choice, and how well it is known, for a report that is begun. E924, E925 with what would be
// enough; nothing when `stop` became true.
Result<std::optional<std::vector<Kept>>> withinBudget(const network::Network& network, Report& report,
                                                      const std::atomic<bool>* stop);

} // namespace lw::lower::recompute
