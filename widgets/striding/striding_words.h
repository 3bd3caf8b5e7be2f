// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/striding/exactness.h"
#include "widgets/striding/striding_desk.h"

#include <QString>

#include <optional>
#include <string_view>
#include <vector>

// What reports on kernel striding say, in the window's language.
namespace lw::striding {

QString coreWords(std::string_view english);
QString verdictText(lower::striding::Verdict verdict, std::uint64_t wrong, std::uint64_t elements);
QString verdictText(const scene::striding::ExactnessColumn& mode); // also for one that is refused
QString reasonText(const lower::striding::Reason& reason);
// Why it is exact, or how many elements are not and why: as much as a card has room for.
QString shortReasonText(const scene::striding::ExactnessColumn& mode);
QString causesText(const std::vector<lower::striding::CauseCount>& causes);
// Why the views of strided layers are empty although there is a network.
QString noStridesText();
// Why they are empty while no program made from a network is loaded, and what to do.
QString noProgramText(const StridingDesk& desk);
// Whether a run in the background confirmed what was predicted.
QString runText(std::optional<bool> confirmed, std::uint64_t unexpected, std::uint64_t clocks);
// How far the circuit has come with it.
QString byNowText(const scene::striding::ByNow& byNow);

} // namespace lw::striding
