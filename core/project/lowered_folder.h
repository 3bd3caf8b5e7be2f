// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/kernel_striding.h"
#include "core/lower/striding/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What lies beside a program that was made from a network: report.json, which says what became of its layers,
// and origin.json, which says what it was made from, so that it can be made, run and compared once more.
namespace lw::project {

struct LoweredOrigin {
    std::string network;   // path of the file; empty: not known
    std::string machine;   // a built-in one's name or a path
    std::string input;     // path; empty: none, or several images
    std::string range;     // of the input's elements, "LOW,HIGH"; empty: what the network's file states
    bool fold = true;      // as in lower::striding::Options
    double maskFactor = 0; // likewise
};

struct LoweredFolder {
    std::string report;                           // path of report.json
    std::vector<lower::striding::Report> reports; // of one program, or of each mode's
    std::optional<std::size_t> own; // which of them is the program's; nothing: it was made another time
    LoweredOrigin origin;           // without a network when nothing is known
    bool isOriginDamaged = false;
    const lower::striding::Report* ownReport() const { return own ? &reports[*own] : nullptr; }
};

// What is known of a program. report.json and origin.json are beside it, or in the folder above when several
// modes were written, each into a folder of its name. E104 when there is no report, E6xx when it is damaged
// or of another version.
Result<LoweredFolder> readLoweredFolder(const std::string& program);

Outcome writeReports(const std::string& folder, const std::vector<lower::striding::Report>& reports);
Outcome writeOrigin(const std::string& folder, const LoweredOrigin& origin);

// How a program of that origin was lowered.
lower::striding::Options optionsOf(const LoweredOrigin& origin);

} // namespace lw::project
