// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/machine/core_names.h"
#include "core/machine/rate.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What all machine configurations have in common: the JSON files of resources/chips.
// Every number in one says where it comes from.
namespace lw::machine {

// A machine configuration that is part of the program: resources/chips/<name>.json,
// put into a source file by CMake.
struct BuiltInMachine {
    std::string_view name;
    std::string_view json;
};

struct TimingRow {
    std::uint32_t clocks = 0;
    std::string source; // a source, "inferred" or "invented"
};

// A size and the bounds within which this program can emulate it; it goes to one of the two places.
struct SizeRow {
    std::string_view key;
    std::int64_t least = 1, most = 1;
    std::uint32_t* small = nullptr;
    std::uint64_t* large = nullptr;
};

// From each core of a machine to each other one, in either direction; in an array to each neighbour.
struct Way {
    std::uint32_t latency = 0; // clocks until the first of what was sent arrives; 0: there are no ways
    Rate rate;                 // of everything a core sends; in an array in each direction
    constexpr explicit operator bool() const { return latency != 0; }
};

// {"count": n, "source": "..."}: that many cores of one kind on one clock. With ways between them it also has
// {"latency": {"clocks": n, "source": "..."}, "bandwidth": {"bytes": n, "clocks": n, "source": "..."}}.
// For an array, whose ways join neighbours: {"rows": n, "columns": n, "source": "...", ...}.
struct CoreCount {
    CoreNames names;
    std::string source;
    Way way{};
};
inline constexpr std::uint32_t kMostCores = 64;

inline constexpr std::string_view kMachineFileKeys[] = {"schema", "version", "chip",  "name",
                                                        "title",  "sizes",   "timing"};

// For machines that may have several cores.
inline constexpr std::string_view kCoresKeys[] = {"cores"};

// The head of the file: E620 unless it is a configuration of that chip in the version this program reads.
Outcome checkMachineHead(const JsonObject& file, std::string_view chip);
// {"value": n, "source": "..."} for each row; "key: source" is added to `sources`.
Outcome readSizes(const JsonObject& sizes, std::span<const SizeRow> rows, std::vector<std::string>& sources);
// {"bytes": n, "clocks": n, "source": "..."}
Result<Rate> readRate(const JsonObject& sizes, std::string_view key, std::vector<std::string>& sources);
// {"clocks": n, "source": "..."} for each key, none below `least`. `out` is as long as `keys`.
Outcome readTiming(const JsonValue& value, std::span<const std::string_view> keys, std::int64_t least,
                   std::span<TimingRow> out);

// One core if the file says nothing.
Result<CoreCount> readCores(const JsonObject& file, std::vector<std::string>& sources);
// The same for an array.
Result<CoreCount> readArray(const JsonObject& file, std::vector<std::string>& sources);

// E623 with the list of names.
Result<std::string> builtInText(std::span<const BuiltInMachine> machines, std::string_view name);
std::vector<std::string_view> namesOf(std::span<const BuiltInMachine> machines);

} // namespace lw::machine
