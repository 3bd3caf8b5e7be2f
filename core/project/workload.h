// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/core_names.h"
#include "core/project/project_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What each core of a machine runs, in a file (.lww): resources/manual/workload.md describes it.
namespace lw::project {

// Cores as they are written, by number or name: from one to the other.
struct CoreSpan {
    std::string first, last;
    bool operator==(const CoreSpan&) const = default;
};

// Some cores that run one program.
struct WorkloadPart {
    std::vector<CoreSpan> cores;
    std::string program;
    std::vector<Input> inputs;     // of each of these cores
    Place place{}, programPlace{}; // in the file
    bool operator==(const WorkloadPart& other) const {
        return cores == other.cores && program == other.program && inputs == other.inputs;
    }
};

// Paths are as the file has them: seen from its folder, or absolute.
struct Workload {
    std::string machine; // a name, or a path to a configuration
    std::vector<WorkloadPart> parts;
    Place machinePlace{}, partsPlace{}; // in the file
    bool operator==(const Workload& other) const { return machine == other.machine && parts == other.parts; }
};

inline constexpr std::string_view kWorkloadEnding = ".lww";

// E60x for what is not JSON or has other keys, E736 to E739; with the line and column in `file`.
Result<Workload> parseWorkload(std::string_view json, std::uint32_t file);
// The text of the file: keys in a fixed order.
std::string textOf(const Workload& workload);
// The same with absolute paths, of the workload in the file `path`.
Workload absoluteFrom(Workload workload, const std::string& path);
// For each core of the machine the number of the part that it is in; E738 for a range that goes back, E760
// for a core that there is not, E761 and E762 for one that is in two or in none.
Result<std::vector<std::size_t>> partsOfCores(const Workload& workload, const machine::CoreNames& names);

} // namespace lw::project
