// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bits.h"
#include "core/base/json_value.h"
#include "core/machine/machine_file.h"
#include "core/program/target.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The sizes of a machine, one per row: what is read from its file, what goes into its hash, and what programs
// know about it all come from the rows.
namespace lw::machine {

// A number of a configuration: its name in the file, the bounds within which this program can emulate it,
// which of two members keeps it, and the constant by which programs read it, if there is one.
template <typename Config> struct Size {
    std::string_view key;
    std::int64_t least = 1, most = 1;
    std::uint32_t Config::*small = nullptr;
    std::uint64_t Config::*large = nullptr;
    std::string_view constant{};

    std::uint64_t in(const Config& config) const { return small ? config.*small : config.*large; }
};

// A bandwidth of a configuration.
template <typename Config> struct RateOf {
    std::string_view key;
    Rate Config::*rate = nullptr;
};

template <typename Config> struct Sizes {
    std::span<const Size<Config>> sizes;
    std::span<const RateOf<Config>> rates;

    // All are required: {"lanes": {"value": 4, "source": "..."}, ...}.
    Result<JsonObject> read(const JsonValue& value, Config& out) const {
        std::vector<std::string_view> keys;
        std::vector<SizeRow> rows;
        for (const Size<Config>& size : sizes) {
            keys.push_back(size.key);
            rows.push_back({size.key, size.least, size.most, size.small ? &(out.*size.small) : nullptr,
                            size.large ? &(out.*size.large) : nullptr});
        }
        for (const RateOf<Config>& rate : rates) keys.push_back(rate.key);
        LW_TRY(JsonObject object, JsonObject::of(value, "sizes", keys));
        LW_TRY([[maybe_unused]] const Done read, readSizes(object, rows, out.sources));
        for (const RateOf<Config>& rate : rates) {
            LW_TRY(out.*rate.rate, readRate(object, rate.key, out.sources));
        }
        return object;
    }

    void addTo(Hash& hash, const Config& config) const {
        for (const Size<Config>& size : sizes) hash.add(size.in(config));
        for (const RateOf<Config>& rate : rates) {
            hash.add((config.*rate.rate).bytes);
            hash.add((config.*rate.rate).clocks);
        }
    }

    std::vector<program::TargetConstant> constantsOf(const Config& config) const {
        std::vector<program::TargetConstant> out;
        for (const Size<Config>& size : sizes)
            if (!size.constant.empty())
                out.push_back({std::string(size.constant), static_cast<std::int64_t>(size.in(config))});
        return out;
    }
};

} // namespace lw::machine
