// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lw::bench {

// The kernel that machines under measurement use, by its name as for `lw run --kernel`; empty: the best one.
inline std::string& kernelChoice() {
    static std::string name;
    return name;
}

} // namespace lw::bench
