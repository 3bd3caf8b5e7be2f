// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machine_options.h"

#include "app/cli/arguments.h"

#include <limits>

namespace lw::cli {

Result<chips::RunOptions> runOptionsOf(const Arguments& arguments) {
    chips::RunOptions options;
    options.mode = arguments.value("--mode").value_or("");
    options.dma = arguments.value("--dma").value_or("");
    options.uninit = arguments.value("--uninit").value_or("");
    options.kernel = arguments.value("--kernel").value_or("");
    LW_TRY(options.seed, arguments.number("--seed", 0, std::numeric_limits<std::uint64_t>::max()));
    LW_TRY(const std::uint64_t threads, arguments.number("--threads", 0, 1024));
    options.threads = static_cast<unsigned>(threads);
    return options;
}

} // namespace lw::cli
