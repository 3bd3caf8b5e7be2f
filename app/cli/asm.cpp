// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/machine_options.h"
#include "app/cli/number_text.h"
#include "app/cli/warning_options.h"
#include "core/base/printable.h"
#include "core/program/image.h"
#include "core/program/listing.h"
#include "core/project/load_program.h"

#include <iostream>
#include <iterator>

// lw asm: a source text to an object file, or only its errors.
namespace lw::cli {

namespace {

constexpr const char* kStandardInput = "-";

void describe(const project::LoadedProgram& loaded, Console& console) {
    const program::Program& program = loaded.program;
    Json& out = console.document();
    out["chip"] = program.chip;
    out["machine"] = program.machine;
    out["bundles"] = program.bundles.size();
    out["hash"] = hexText(program::hashOf(program), 16);
    out["tensors"] = Json::list();
    for (const program::NamedTensor& tensor : program.tensors)
        out["tensors"].push_back({{"name", tensor.name},
                                  {"dtype", tensor::nameOf(tensor.dtype)},
                                  {"shape", Json::list(tensor.shape)},
                                  {"space", loaded.machine.target.spec->spaces[index(tensor.space)].name},
                                  {"address", tensor.address}});
    for (const program::Symbol& symbol : program.symbols)
        if (symbol.kind == program::SymbolKind::Label) out["labels"][symbol.name] = symbol.value;
}

} // namespace

Result<Exit> runAsm(const Arguments& arguments, Console& console) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    if (arguments.operands().front() == kStandardInput)
        loader.set(kStandardInput, {std::istreambuf_iterator<char>(std::cin), {}});
    source::Files files(loader);
    LW_TRY(const program::LintOptions lint, lintOptionsOf(arguments, console));
    project::ProgramRequest request{arguments.operands().front(), arguments.value("--machine").value_or(""),
                                    arguments.values("--include"), lint};
    LW_TRY(request.definitions, definitionsOf(arguments));
    project::ProgramAnswer answer = project::loadProgram(request, files);
    console.problems(answer.diagnostics, &files);
    if (!answer.loaded) return Exit::Usage;
    const project::LoadedProgram& loaded = *answer.loaded;
    describe(loaded, console);
    if (const auto output = arguments.value("--output")) {
        LW_TRY([[maybe_unused]] const Done written,
               program::writeImage(*output, loaded.program, *loaded.chip->spec));
    }
    if (arguments.has("--listing")) {
        const auto line = [&](std::uint32_t file, std::uint32_t number) -> std::string_view {
            return file < files.size() ? files[file].line(number) : std::string_view();
        };
        LW_TRY(const std::string text, program::listing(loaded.program, loaded.machine.target, line));
        console.print(printable(text));
        console.document()["listing"] = text;
    } else {
        console.line(countText(loaded.program.bundles.size(), "bundle") + ", " +
                     countText(loaded.program.tensors.size(), "tensor") + " for " + loaded.program.machine);
    }
    return Exit::Pass;
}

} // namespace lw::cli
