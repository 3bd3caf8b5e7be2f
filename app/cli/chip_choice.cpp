// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chip_choice.h"

#include <algorithm>

namespace lw::cli {

bool hasMachine(const chips::Chip& chip, const std::string& name) {
    const std::vector<std::string_view> machines = chip.machines();
    return std::ranges::find(machines, name) != machines.end();
}

Result<const chips::Chip*> chipOf(const Arguments& arguments,
                                  const std::function<bool(const chips::Chip&)>& knows) {
    if (const auto name = arguments.value("--chip")) return chips::chipNamed(*name);
    const std::string machine =
        arguments.offers("--machine") ? arguments.value("--machine").value_or("") : std::string();
    const bool isAny = machine.empty() || chips::isMachinePath(machine);
    const auto fits = [&](const chips::Chip& chip) {
        return (isAny || hasMachine(chip, machine)) && knows(chip);
    };
    const std::span<const chips::Chip> all = chips::all();
    const auto found = std::ranges::find_if(all, fits);
    return found == all.end() ? &all.front() : &*found;
}

} // namespace lw::cli
