// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/cut.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// What lies beside a program that a technique made from a network: report.json, which says in the technique's
// own words what became of it, and origin.json, which says what it was made from, so that it can be made, run
// and compared once more.
namespace lw::project {

struct Origin {
    std::string technique;      // "striding"
    std::string network;        // path of the file; empty: not known
    std::string machine;        // a built-in one's name or a path
    std::string input;          // path; empty: none, or several images
    std::string range;          // of the input's elements, "LOW,HIGH"; empty: what the network's file states
    network::Section section{}; // where the network begins and ends, if not as its file says
    // What the technique can be told besides, in the order of the file.
    using Setting = std::variant<bool, double, std::string>;
    std::vector<std::pair<std::string, Setting>> settings;

    // Null when there is none of that name and type.
    template <typename Value> const Value* find(std::string_view name) const {
        for (const auto& [key, value] : settings)
            if (key == name) return std::get_if<Value>(&value);
        return nullptr;
    }
    bool operator==(const Origin&) const = default;
};

struct Derivation {
    std::string report;  // path of report.json
    std::string text;    // what it holds, for the technique to read
    std::string variant; // the name of the program's folder, when several were made and report.json is above
    Origin origin;       // without a network when nothing is known
    bool isOriginDamaged = false;
};

// What is known of a program. report.json and origin.json are beside it, or in the folder above when several
// were made, each in a folder of its name. E104 when there is no report.
Result<Derivation> readDerivation(const std::string& program);

// The network of an origin, cut, and with its range.
Result<network::Network> loadOrigin(const Origin& origin);

// By which file one sees that a folder was written here before, and what its text has to be.
struct OwnMark {
    std::string_view file;
    bool (*isOurs)(std::string_view text);
};
// Before these files are written into a folder: E866 if one of them is there and somebody else's, since the
// mark is missing or is not ours. Without a mark: the origin and the report of a technique.
Outcome checkOwn(const std::string& folder, std::span<const std::string> files, const OwnMark& mark);
Outcome checkOwn(const std::string& folder, std::vector<std::string> files);
Outcome writeReport(const std::string& folder, std::string_view text);
Outcome writeOrigin(const std::string& folder, const Origin& origin);

} // namespace lw::project
