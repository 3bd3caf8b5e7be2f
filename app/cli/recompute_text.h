// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/recompute/report.h"

#include <map>
#include <string>
#include <vector>

namespace lw::cli {

// A row for each sublayer with its three costs, their decision and what the policy does; then bytes and
// clocks.
std::string recomputeText(const lower::recompute::Report& report);
// How good each batch norm's inverse is, as far as a policy or a setting by hand uses it:
// parameters change from step to step, and the bound with them. `measured`: by value and channel.
using InverseErrors = std::map<network::ValueId, std::vector<double>>;
std::string inversesText(const lower::recompute::Report& report, const InverseErrors& measured = {});
// What bfloat16 means for the gradients, if anything is kept in it. `measured`: by value, relative to it.
using RoundingErrors = std::map<network::ValueId, double>;
std::string roundedText(const lower::recompute::Report& report, const RoundingErrors& measured = {});
// Each step of the plan, modelled and as the chip took it, and the model's error.
std::string emulatedText(const lower::recompute::Report& report, const std::vector<std::uint64_t>& clocks);
// Policies and budgets, bytes and clocks.
std::string tradeOffText(const lower::recompute::TradeOff& tradeOff);

} // namespace lw::cli
