// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/load_program.h"

#include "core/assembler/assemble.h"
#include "core/assembler/messages.h"
#include "core/base/closest_word.h"
#include "core/program/image.h"
#include "core/program/image_sections.h"
#include "core/project/lint_cores.h"
#include "core/project/messages.h"
#include "core/project/workload.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace lw::project {

namespace {

Problem at(const Place& place, Problem problem) {
    if (!problem.place.known()) problem.place = place;
    return problem;
}

Outcome expectChip(const ProgramRequest& request, const chips::Chip& chip) {
    if (request.chip == nullptr || request.chip == &chip) return Done{};
    return Problem{
        &messages::kOtherMachine, {std::string(request.chip->name), request.path}, request.place, {}, {}};
}

Outcome checkNamed(const ProgramRequest& request, std::string_view machine) {
    if (request.mayNameMachine || !chips::isMachinePath(machine)) return Done{};
    return Problem{&messages::kOwnMachine, {std::string(machine)}, {}, {}, {}};
}

// A built-in machine, or a file read the way the program's files are read.
Result<chips::MachineChoice> machineThrough(source::Files& files, const chips::Chip& chip,
                                            const ProgramRequest& request) {
    const std::string& nameOrPath = request.machine;
    if (!chips::isMachinePath(nameOrPath)) {
        auto named = chips::machineNamed(chip, nameOrPath);
        if (!named) return at(request.machinePlace, std::move(named).problem());
        return named;
    }
    const auto json = files.loader().load(nameOrPath);
    if (!json) return at(request.machinePlace, json.problem());
    auto machine = chip.parse(*json, Place::kNoFile);
    if (machine) return machine;
    // Only one that is wrong becomes one of the files: so the problem has its place.
    LW_TRY(const std::uint32_t file, files.open(nameOrPath));
    return chip.parse(*json, file);
}

// The machine a program asks for, unless another one was asked for from outside.
class MachineChooser {
  public:
    MachineChooser(source::Files& files, const ProgramRequest& program)
        : m_files(files), m_program(program) {}

    Result<program::Target> operator()(const assembler::MachineRequest& request) {
        LW_TRY(m_chip, chips::chipNamed(request.chip));
        LW_TRY([[maybe_unused]] const Done fits, expectChip(m_program, *m_chip));
        if (m_program.machine.empty()) {
            LW_TRY([[maybe_unused]] const Done may, checkNamed(m_program, request.configuration));
        }
        if (!m_program.machine.empty()) {
            LW_TRY(m_machine, machineThrough(m_files, *m_chip, m_program));
        } else if (request.text) {
            LW_TRY(m_machine, m_chip->parse(*request.text, request.file));
        } else {
            LW_TRY(m_machine, chips::machineNamed(*m_chip, std::string(request.configuration)));
        }
        return m_machine.target;
    }
    const chips::Chip* chip() const { return m_chip; }
    chips::MachineChoice& machine() { return m_machine; }

  private:
    source::Files& m_files;
    const ProgramRequest& m_program;
    const chips::Chip* m_chip = nullptr;
    chips::MachineChoice m_machine;
};

ProgramAnswer fromSource(const ProgramRequest& request, source::Files& files, std::uint32_t file) {
    MachineChooser chooser(files, request);
    assembler::Options options;
    options.targetOf = [&](const assembler::MachineRequest& asked) { return chooser(asked); };
    options.includePath = request.includePath;
    options.lint = request.lint;
    options.definitions = request.definitions;
    assembler::Assembly assembly = assembler::assemble(files, file, options);
    ProgramAnswer answer;
    answer.diagnostics = std::move(assembly.diagnostics);
    answer.switches = std::move(assembly.switches);
    answer.constants = std::move(assembly.constants);
    if (assembly.program && chooser.chip()->brokenRules != nullptr)
        for (auto& rule : chooser.chip()->brokenRules(*assembly.program, chooser.machine().json))
            answer.diagnostics.add({rule.message,
                                    std::move(rule.arguments),
                                    rule.place.value_or(assembly.program->places[rule.bundle]),
                                    {},
                                    {}});
    if (assembly.program && !answer.diagnostics.hasErrors()) {
        answer.loaded =
            LoadedProgram{chooser.chip(), std::move(chooser.machine()), std::move(*assembly.program)};
        answer.loaded->dataFiles = std::move(assembly.dataFiles);
        answer.loaded->castFrom = std::move(assembly.castFrom);
    }
    return answer;
}

Result<LoadedProgram> fromObject(ProgramRequest request, source::Files& files, const std::string& bytes) {
    const auto image = std::as_bytes(std::span(bytes));
    LW_TRY(const program::ImageTarget wanted, program::parseImageTarget(image, request.path));
    LoadedProgram out;
    LW_TRY(out.chip, chips::chipNamed(wanted.chip));
    LW_TRY([[maybe_unused]] const Done fits, expectChip(request, *out.chip));
    if (request.machine.empty()) {
        LW_TRY([[maybe_unused]] const Done may, checkNamed(request, wanted.machine));
        request.machine = wanted.machine;
    }
    LW_TRY(out.machine, machineThrough(files, *out.chip, request));
    LW_TRY(out.program, program::parseImage(image, request.path, out.machine.target));
    if (out.chip->brokenRules == nullptr) return out;
    for (auto& rule : out.chip->brokenRules(out.program, out.machine.json))
        return Problem{rule.message, std::move(rule.arguments), {}, {}, {}};
    return out;
}

// The places that an object file knows are about texts that may be gone or changed:
// what lints find names bundles.
Diagnostics lintOfObject(const LoadedProgram& loaded, const program::LintOptions& options) {
    Diagnostics found, out;
    program::lint(loaded.program, loaded.machine.target, options, found);
    for (Problem problem : found.problems()) {
        problem.place = {};
        out.add(std::move(problem));
    }
    return out;
}

// One that stands alone.
ProgramAnswer fromProgram(const ProgramRequest& request, source::Files& files) {
    ProgramAnswer answer;
    const auto file = files.open(request.path);
    if (!file) {
        answer.diagnostics.add(at(request.place, file.problem()));
        return answer;
    }
    if (request.path.ends_with(kWorkloadEnding)) {
        answer.diagnostics.add({&messages::kWorkloadHere, {request.path}, request.place, {}, {}});
        return answer;
    }
    const std::string& text = files[*file].text();
    if (!text.starts_with(program::kImageMagic) && !request.path.ends_with(".lwo"))
        return fromSource(request, files, *file);
    answer.isObject = true;
    auto loaded = fromObject(request, files, text);
    if (!loaded) {
        answer.diagnostics.add(std::move(loaded).problem());
        return answer;
    }
    if (request.lint) answer.diagnostics = lintOfObject(*loaded, *request.lint);
    if (!answer.diagnostics.hasErrors()) answer.loaded = *std::move(loaded);
    return answer;
}

using Casts = std::vector<std::pair<std::string, tensor::DType>>;

// What each core has of its part: program, casts, file and inputs.
void giveToCores(LoadedProgram& loaded, const Workload& workload, std::span<const std::size_t> parts,
                 std::span<const program::Program> programs, std::span<const Casts> casts) {
    for (std::size_t core = 0; core < parts.size(); ++core) {
        const WorkloadPart& part = workload.parts[parts[core]];
        loaded.ofCores.push_back(programs[parts[core]]);
        loaded.castFromOfCores.push_back(casts[parts[core]]);
        loaded.pathsOfCores.push_back(part.program);
        for (Input input : part.inputs) {
            if (parts.size() > 1)
                input.tensor.insert(0, loaded.machine.cores.nameOf({static_cast<std::uint16_t>(core)}) + '.');
            loaded.inputs.push_back(std::move(input));
        }
    }
    loaded.program = loaded.ofCores.front();
}

// The programs of a workload, each assembled once, for its machine or the one asked for from outside.
ProgramAnswer fromWorkload(const ProgramRequest& request, source::Files& files, std::uint32_t file) {
    ProgramAnswer answer;
    const auto wrong = [&](Problem problem) {
        answer.diagnostics.add(std::move(problem));
        answer.loaded.reset();
        return std::move(answer);
    };
    auto workload = parseWorkload(files[file].text(), file);
    if (!workload) return wrong(std::move(workload).problem());
    *workload = absoluteFrom(*std::move(workload), request.path);
    if (!request.machine.empty()) {
        workload->machine = request.machine;
        workload->machinePlace = {};
    } else if (auto may = checkNamed(request, workload->machine); !may) {
        return wrong(at(workload->machinePlace, std::move(may).problem()));
    }
    std::vector<program::Program> programs;
    std::vector<LintedProgram> linted;
    std::vector<Casts> casts; // of each part
    for (const WorkloadPart& part : workload->parts) {
        ProgramRequest one = request;
        one.path = part.program;
        one.machine = workload->machine;
        one.place = part.programPlace;
        one.machinePlace = workload->machinePlace;
        one.chip = answer.loaded ? answer.loaded->chip : nullptr;
        ProgramAnswer own = fromProgram(one, files);
        for (const Problem& problem : own.diagnostics.problems()) answer.diagnostics.add(problem);
        answer.constants.insert(answer.constants.end(), own.constants.begin(), own.constants.end());
        if (!own.loaded) {
            answer.loaded.reset(); // the programs before it are not run instead
            return answer;
        }
        programs.push_back(own.loaded->program);
        casts.push_back(own.loaded->castFrom);
        if (answer.loaded)
            std::ranges::copy(own.loaded->dataFiles, std::back_inserter(answer.loaded->dataFiles));
        linted.push_back({nullptr, std::move(own.switches), own.isObject});
        if (!answer.loaded) answer.loaded = std::move(own.loaded);
    }
    const auto parts = partsOfCores(*workload, answer.loaded->machine.cores);
    if (!parts) return wrong(parts.problem());
    LoadedProgram& loaded = *answer.loaded;
    for (std::size_t i = 0; i < linted.size(); ++i) linted[i].program = &programs[i];
    if (request.lint)
        lintCores(*loaded.chip, loaded.machine, linted, *parts, *request.lint, answer.diagnostics);
    giveToCores(loaded, *workload, *parts, programs, casts);
    return answer;
}

// A misspelt name must not leave the constant as it was.
void expectConstants(const ProgramRequest& request, ProgramAnswer& answer) {
    if (answer.diagnostics.hasErrors()) return;
    for (const assembler::Definition& definition : request.definitions) {
        const auto& known = answer.constants;
        if (std::find(known.begin(), known.end(), definition.name) != known.end()) continue;
        const std::vector<std::string_view> names(known.begin(), known.end());
        answer.diagnostics.add({&assembler::kNoConstant,
                                {definition.name},
                                definition.place,
                                {},
                                std::string(closestWord(definition.name, names))});
        answer.loaded.reset();
    }
}

ProgramAnswer fromOneOrMore(const ProgramRequest& request, source::Files& files) {
    if (!request.mayBeWorkload || !request.path.ends_with(kWorkloadEnding))
        return fromProgram(request, files);
    const auto file = files.open(request.path);
    if (file) return fromWorkload(request, files, *file);
    ProgramAnswer answer;
    answer.diagnostics.add(file.problem());
    return answer;
}

} // namespace

Result<std::unique_ptr<machine::Machine>>
LoadedProgram::createMachine(const chips::RunOptions& options) const {
    return chip->createFor(ofCores.empty() ? std::vector{program} : ofCores, machine.json, options);
}

std::optional<tensor::DType> LoadedProgram::castFromOf(std::string_view tensor) const {
    const std::size_t dot = std::min(tensor.find('.'), tensor.size());
    const auto core = machine.cores.coreCalled(tensor.substr(0, dot));
    if (core) tensor.remove_prefix(std::min(dot + 1, tensor.size())); // else the dot is part of the name
    for (const auto& [known, type] :
         castFromOfCores.empty() ? castFrom : castFromOfCores[core ? core->index : 0])
        if (known == tensor) return type;
    return std::nullopt;
}

ProgramAnswer loadProgram(const ProgramRequest& request, source::Files& files) {
    ProgramAnswer answer = fromOneOrMore(request, files);
    expectConstants(request, answer);
    const bool isWorkload = answer.loaded && !answer.loaded->ofCores.empty();
    if (!answer.loaded || isWorkload || !request.lint) return answer;
    const LoadedProgram& loaded = *answer.loaded;
    // What might be a workload runs on all cores.
    const std::vector<std::size_t> programOf(request.mayBeWorkload ? loaded.machine.cores.count : 0);
    const LintedProgram linted[] = {{&loaded.program, answer.switches, answer.isObject}};
    lintCores(*loaded.chip, loaded.machine, linted, programOf, *request.lint, answer.diagnostics);
    return answer;
}

} // namespace lw::project
