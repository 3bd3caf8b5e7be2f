// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/loading.h"

#include "core/isa/spec.h"
#include "core/program/target.h"

namespace lw::machine {

Outcome checkFit(const program::Program& program, const program::Target& target,
                 const FitMessages& messages) {
    if (program.chip != target.spec->chip || program.machineHash != target.machineHash)
        return Problem{&load_messages::kWrongMachine,
                       {program.chip, program.machine, std::string(target.spec->chip), target.machine},
                       {},
                       {},
                       {}};
    if (program.bundles.empty()) return Problem{messages.empty, {}, {}, {}, {}};
    if (program.bundles.size() > target.bundles)
        return Problem{
            messages.tooLong,
            {std::to_string(program.bundles.size()), target.machine, std::to_string(target.bundles)},
            {},
            {},
            {}};
    return Done{};
}

} // namespace lw::machine
