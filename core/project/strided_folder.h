// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/lower/striding/report.h"
#include "core/project/derivation.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What lies beside a program that kernel striding made.
namespace lw::project {

inline constexpr std::string_view kStriding = "striding"; // as an origin names it

struct StridedFolder {
    Derivation derivation;
    std::vector<lower::striding::Report> reports; // of one program, or of each mode's
    std::optional<std::size_t> own; // which of them is the program's; nothing: it was made another time
    const lower::striding::Report* ownReport() const { return own ? &reports[*own] : nullptr; }
    const Origin& origin() const { return derivation.origin; }
};

// As readDerivation; E104 also when another technique made it, E6xx when the report is damaged or of another
// version.
Result<StridedFolder> readStridedFolder(const std::string& program);

// Its program or programs and all that they read, without reports.
Outcome writeNetwork(const lower::striding::LoweredNetwork& network, const std::string& folder);
Outcome writeReports(const std::string& folder, const std::vector<lower::striding::Report>& reports);

// What a program was lowered with, as settings of its origin, and back.
Origin originWith(Origin origin, const lower::striding::Options& options);
lower::striding::Options optionsOf(const Origin& origin);

} // namespace lw::project
