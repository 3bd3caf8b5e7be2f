// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/program_input.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/rules.h"

#include <nlohmann/json.hpp>

#include <optional>

// lw why: why two bundles cannot be one.
namespace lw::cli {

namespace {

struct Pair {
    LoadedProgram loaded;
    std::uint32_t first = 0, second = 1;
};

Result<std::uint32_t> bundleIn(const program::Program& program, const std::string& text) {
    if (const program::Symbol* symbol = program::findSymbol(program, text);
        symbol && symbol->kind == program::SymbolKind::Label &&
        static_cast<std::uint64_t>(symbol->value) < program.bundles.size())
        return static_cast<std::uint32_t>(symbol->value);
    if (const auto number = numberIn(text, program.bundles.empty() ? 0 : program.bundles.size() - 1);
        number && !program.bundles.empty())
        return static_cast<std::uint32_t>(*number);
    return Problem{&messages::kNoBundle, {text, std::to_string(program.bundles.size())}, {}, {}, {}};
}

// Two texts of a bundle each, or a program and two of its bundles.
Result<std::optional<Pair>> pairOf(const Arguments& arguments, Console& console) {
    const std::vector<std::string>& operands = arguments.operands();
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    if (operands.size() == 2)
        loader.set("the two bundles", ".chip " + arguments.value("--chip").value_or("training") + "\n" +
                                          operands[0] + "\n" + operands[1] + "\n");
    source::Files files(loader);
    const std::string path = operands.size() == 2 ? "the two bundles" : operands[0];
    ProgramAnswer answer =
        loadProgram({path, arguments.value("--machine").value_or(""), arguments.values("--include")}, files);
    // Two bundles by themselves set no predicate and read registers nobody wrote: warnings would only
    // distract.
    for (const Problem& problem : answer.diagnostics.problems())
        if (operands.size() == 3 || problem.message->severity == Severity::Error)
            console.problem(problem, &files);
    if (!answer.loaded) return std::optional<Pair>();
    Pair pair{std::move(*answer.loaded)};
    if (operands.size() == 3) {
        LW_TRY(pair.first, bundleIn(pair.loaded.program, operands[1]));
        LW_TRY(pair.second, bundleIn(pair.loaded.program, operands[2]));
    } else if (pair.loaded.program.bundles.size() != 2) {
        return Problem{
            &messages::kTwoBundles, {std::to_string(pair.loaded.program.bundles.size())}, {}, {}, {}};
    }
    return std::optional<Pair>(std::move(pair));
}

void list(const char* key, const std::vector<Problem>& problems, Console& console) {
    for (const Problem& problem : problems) {
        console.line("- " + textOf(problem) + " [" + std::string(problem.message->code) + "]");
        console.line("  " + std::string(problem.message->explanation));
        console.document()[key].push_back({{"code", problem.message->code}, {"text", textOf(problem)}});
    }
}

} // namespace

Result<Exit> runWhy(const Arguments& arguments, Console& console) {
    LW_TRY(const std::optional<Pair> pair, pairOf(arguments, console));
    if (!pair) return Exit::Usage;
    const isa::Spec& spec = *pair->loaded.chip->spec;
    isa::Bundle bundles[2];
    std::string text;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::uint32_t number = i == 0 ? pair->first : pair->second;
        isa::decode(spec, pair->loaded.program.bundles[number], bundles[i]);
        text.clear();
        isa::print(spec, bundles[i], text);
        console.line(text);
    }
    const isa::Sharing sharing = isa::explainSharing(spec, bundles[0], bundles[1]);
    console.document()["possible"] = sharing.possible();
    if (!sharing.possible()) {
        console.line("cannot be one bundle:");
        list("obstacles", sharing.obstacles, console);
        return Exit::CheckFailed;
    }
    text.clear();
    isa::print(spec, sharing.together, text);
    console.document()["together"] = text;
    console.line("can be one bundle:\n" + text);
    if (!sharing.warnings.empty()) console.line("but the second would no longer see what the first does:");
    list("warnings", sharing.warnings, console);
    return Exit::Pass;
}

} // namespace lw::cli
