// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machine_options.h"

#include "app/cli/arguments.h"
#include "app/cli/messages.h"
#include "core/machine/machine.h"

#include <algorithm>
#include <limits>

namespace lw::cli {

Result<std::vector<assembler::Definition>> definitionsOf(const Arguments& arguments) {
    std::vector<assembler::Definition> out;
    for (const std::string& text : arguments.values("--define")) {
        LW_TRY(assembler::Definition definition, assembler::definitionOf(text));
        if (std::ranges::find(out, definition.name, &assembler::Definition::name) != out.end())
            return Problem{&messages::kDefinedTwice, {definition.name}, {}, {}, {}};
        out.push_back(std::move(definition));
    }
    return out;
}

Result<std::uint64_t> limitOf(const Arguments& arguments, std::string_view option, std::uint64_t most) {
    if (arguments.value(option) == "none") return machine::kForever;
    return arguments.number(option, machine::kForever, most);
}

Result<std::string> kernelOf(const Arguments& arguments) {
    std::vector<std::string_view> names;
    for (const chips::Chip& chip : chips::all())
        for (const std::string_view one : chip.choices.kernels())
            if (std::ranges::count(names, one) == 0) names.push_back(one);
    const std::string kernel = arguments.value("--kernel").value_or("");
    if (kernel.empty() || std::ranges::count(names, kernel) != 0) return kernel;
    std::string list;
    for (const std::string_view one : names) list += (list.empty() ? "" : ", ") + std::string(one);
    return Problem{&messages::kNoChoice, {"--kernel", list, kernel}, {}, {}, {}};
}

Result<chips::RunOptions> runOptionsOf(const Arguments& arguments) {
    chips::RunOptions options;
    options.mode = arguments.value("--mode").value_or("");
    options.dma = arguments.value("--dma").value_or("");
    options.uninit = arguments.value("--uninit").value_or("");
    options.kernel = arguments.value("--kernel").value_or("");
    LW_TRY(options.seed, arguments.number("--seed", 0, std::numeric_limits<std::uint64_t>::max()));
    LW_TRY(const std::uint64_t threads, arguments.number("--threads", 0, 1024));
    options.threads = static_cast<unsigned>(threads);
    options.fuse = !arguments.has("--no-fuse");
    return options;
}

} // namespace lw::cli
