// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/size_text.h"

#include <utility>

namespace lw::machine {

std::string counted(std::uint64_t number) {
    std::string out = std::to_string(number);
    for (std::size_t at = out.size(); at > 3;) out.insert(at -= 3, ",");
    return out;
}

std::string bytesText(std::uint64_t bytes) {
    constexpr std::pair<unsigned, const char*> kUnits[] = {{30, " GiB"}, {20, " MiB"}, {10, " KiB"}};
    for (const auto& [shift, name] : kUnits)
        if (bytes >> shift != 0) return counted(bytes >> shift) + name;
    return counted(bytes) + " B";
}

} // namespace lw::machine
