// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/machine_options.h"
#include "app/cli/messages.h"
#include "core/assembler/messages.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/rules.h"
#include "core/project/load_program.h"

#include <algorithm>
#include <optional>

// lw why: why two bundles cannot be one.
namespace lw::cli {

namespace {

struct Pair {
    project::LoadedProgram loaded;
    std::uint32_t first = 0, second = 1;
    std::vector<std::string> names; // those that the two texts use and nobody defines
};

// Names left undefined in the two texts represent labels far away, as in the program they come from.
constexpr std::uint32_t kFirstName = 1000;

bool nameOf(const std::vector<std::string>& names, std::uint32_t number, std::string& out) {
    if (number < kFirstName || number - kFirstName >= names.size()) return false;
    out += names[number - kFirstName];
    return true;
}

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

// The names that a text uses without defining them, if nothing else is wrong with it.
std::vector<std::string> undefinedNames(const Diagnostics& diagnostics) {
    std::vector<std::string> names;
    for (const Problem& problem : diagnostics.problems()) {
        if (problem.message != &assembler::kUnknownName) return {};
        names.push_back(problem.arguments.at(0));
    }
    return names;
}

Result<std::optional<Pair>> pairOfTexts(const Arguments& arguments, Console& console) {
    const std::vector<std::string>& operands = arguments.operands();
    std::string text = ".chip " + arguments.value("--chip").value_or("training") + "\n" + operands[0] + "\n" +
                       operands[1] + "\n";
    const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    Pair pair;
    for (bool again = false;; again = true) {
        source::DiskLoader disk;
        source::MemoryLoader loader(&disk);
        loader.set("the two bundles", text);
        source::Files files(loader);
        project::ProgramRequest request{"the two bundles", arguments.value("--machine").value_or(""),
                                        arguments.values("--include")};
        LW_TRY(request.definitions, definitionsOf(arguments));
        project::ProgramAnswer answer = project::loadProgram(request, files);
        if (answer.loaded) {
            pair.loaded = std::move(*answer.loaded);
            break;
        }
        pair.names = undefinedNames(answer.diagnostics);
        if (again || pair.names.empty()) {
            console.problems(answer.diagnostics, &files);
            return std::optional<Pair>();
        }
        text += ".org " + std::to_string(kFirstName) + "\n";
        for (const std::string& name : pair.names) text += name + ": { }\n";
    }
    const auto count = std::count_if(pair.loaded.program.places.begin(), pair.loaded.program.places.end(),
                                     [&](const Place& place) { return place.line <= lines; });
    if (count != 2) return Problem{&messages::kTwoBundles, {std::to_string(count)}, {}, {}, {}};
    return std::optional<Pair>(std::move(pair));
}

// Two texts with one bundle each, or a program and two of its bundles.
Result<std::optional<Pair>> pairOf(const Arguments& arguments, Console& console) {
    const std::vector<std::string>& operands = arguments.operands();
    if (operands.size() == 2) return pairOfTexts(arguments, console);
    source::DiskLoader loader;
    source::Files files(loader);
    project::ProgramRequest request{operands[0], arguments.value("--machine").value_or(""),
                                    arguments.values("--include")};
    LW_TRY(request.definitions, definitionsOf(arguments));
    project::ProgramAnswer answer = project::loadProgram(request, files);
    console.problems(answer.diagnostics, &files);
    if (!answer.loaded) return std::optional<Pair>();
    Pair pair;
    pair.loaded = std::move(*answer.loaded);
    LW_TRY(pair.first, bundleIn(pair.loaded.program, operands[1]));
    LW_TRY(pair.second, bundleIn(pair.loaded.program, operands[2]));
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
    const isa::NameNumber names = [&](const isa::SlotInsn&, std::size_t, std::uint32_t number,
                                      std::string& out) { return nameOf(pair->names, number, out); };
    for (std::size_t i = 0; i < 2; ++i) {
        const std::uint32_t number = i == 0 ? pair->first : pair->second;
        isa::decode(spec, pair->loaded.program.bundles[number], bundles[i]);
        text.clear();
        isa::print(spec, bundles[i], text, names);
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
    isa::print(spec, sharing.together, text, names);
    console.document()["together"] = text;
    console.line("can be one bundle:\n" + text);
    if (!sharing.warnings.empty()) console.line("but the second would no longer see what the first does:");
    list("warnings", sharing.warnings, console);
    return Exit::Pass;
}

} // namespace lw::cli
