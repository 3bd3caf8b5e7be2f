// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/assemble.h"
#include "core/chips/catalog.h"
#include "core/source/render.h"

#include <string>
#include <utility>

// Assembling texts in tests.
namespace lw::test {

// Machines from the catalog, as lw takes them.
inline Result<program::Target> catalogTarget(const assembler::MachineRequest& request) {
    auto chip = chips::chipNamed(request.chip);
    if (!chip) return std::move(chip).problem();
    auto machine = request.text ? (*chip)->parse(*request.text, request.file)
                                : chips::machineNamed(**chip, std::string(request.configuration));
    if (!machine) return std::move(machine).problem();
    return machine->target;
}

// A program in memory, called main.lw, with the files it may include.
struct Source {
    source::MemoryLoader loader;
    source::Files files{loader};
    assembler::Options options{catalogTarget, {}, {}};

    assembler::Assembly assemble(std::string text) {
        return assembler::assemble(files, files.add("main.lw", std::move(text)), options);
    }
    // For the teaching machine, with the line .chip before the text.
    assembler::Assembly teach(const std::string& text) {
        return assemble(".chip training, \"training-teaching\"\n" + text);
    }
    std::string rendered(const assembler::Assembly& assembly) {
        return source::render(assembly.diagnostics, files);
    }
};

// The codes of all problems, "E112 E112".
inline std::string codesOf(const assembler::Assembly& assembly) {
    std::string out;
    for (const Problem& problem : assembly.diagnostics.problems()) {
        if (!out.empty()) out += ' ';
        out += problem.message->code;
    }
    return out;
}

} // namespace lw::test
