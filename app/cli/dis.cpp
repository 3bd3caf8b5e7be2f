// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/machine_options.h"
#include "core/base/file.h"
#include "core/program/disassemble.h"
#include "core/project/load_program.h"

// lw dis: a program back to source text that assembles to the same program.
namespace lw::cli {

Result<Exit> runDis(const Arguments& arguments, Console& console) {
    source::DiskLoader loader;
    source::Files files(loader);
    project::ProgramRequest request{arguments.operands().front(), arguments.value("--machine").value_or(""),
                                    arguments.values("--include")};
    LW_TRY(request.definitions, definitionsOf(arguments));
    const project::ProgramAnswer answer = project::loadProgram(request, files);
    console.problems(answer.diagnostics, &files);
    if (!answer.loaded) return Exit::Usage;
    LW_TRY(const std::string text,
           program::disassemble(answer.loaded->program, answer.loaded->machine.target));
    if (const auto output = arguments.value("--output")) {
        LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(*output, text));
    } else {
        console.print(text);
        console.document()["text"] = text;
    }
    return Exit::Pass;
}

} // namespace lw::cli
