// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/watched_files.h"

#include <algorithm>

namespace lw::machine {

std::vector<std::string_view> watchedFiles(const Scope& scope) {
    std::vector<std::string_view> out;
    const auto add = [&](std::string_view name) {
        if (name.empty() || std::ranges::count(out, name) != 0) return;
        if (scope.tree.arrayCalled(name) != scope.tree.root()) out.push_back(name);
    };
    for (const isa::Insn& insn : scope.target->spec->insns)
        for (const isa::Operand& operand : insn.operands) {
            add(operand.memory);
            if (operand.selector != nullptr)
                for (const std::string_view name : operand.selector->names) add(name);
        }
    return out;
}

} // namespace lw::machine
