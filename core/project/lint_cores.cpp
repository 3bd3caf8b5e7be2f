// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lint_cores.h"

#include "core/program/lint_messages.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace lw::project {

namespace {

bool isWanted(const program::LintFinding& finding, const LintedProgram& program,
              const program::LintOptions& options) {
    const std::string_view code = finding.message->code;
    return std::find(options.off.begin(), options.off.end(), code) == options.off.end() &&
           !program::isSilent(program.switches, code, finding.bundle) &&
           !(options.silent && options.silent(code, finding.bundle));
}

} // namespace

void lintCores(const chips::Chip& chip, const chips::MachineChoice& machine,
               std::span<const LintedProgram> programs, std::span<const std::size_t> programOf,
               const program::LintOptions& options, Diagnostics& out) {
    if (chip.lintCores == nullptr) return;
    std::vector<const program::Program*> alone;
    for (const LintedProgram& one : programs) alone.push_back(one.program);
    std::map<std::string_view, std::size_t> counts; // by code
    for (program::LintFinding& finding : chip.lintCores(alone, programOf, machine.json)) {
        const LintedProgram& program = programs[finding.program];
        if (!isWanted(finding, program, options) || ++counts[finding.message->code] > options.mostPerCode)
            continue;
        const Place place = program.isObject ? Place{} : program.program->places[finding.bundle];
        out.add({finding.message, std::move(finding.arguments), place, {}, {}});
    }
    for (const auto& [code, count] : counts)
        if (count > options.mostPerCode)
            out.add({&program::messages::kMore,
                     {std::to_string(count - options.mostPerCode), std::string(code)},
                     {},
                     {},
                     {}});
}

} // namespace lw::project
