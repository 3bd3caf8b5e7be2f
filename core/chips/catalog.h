// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/concord/op_stream.h"
#include "core/isa/spec.h"
#include "core/machine/circuit_limits.h"
#include "core/machine/circuit_work.h"
#include "core/machine/core_limits.h"
#include "core/machine/core_names.h"
#include "core/machine/diagram.h"
#include "core/machine/expression.h"
#include "core/machine/launch_list.h"
#include "core/machine/machine.h"
#include "core/machine/machine_file.h"
#include "core/machine/pending.h"
#include "core/machine/processor_limits.h"
#include "core/machine/shipment.h"
#include "core/machine/stall_row.h"
#include "core/machine/unit_report.h"
#include "core/program/lint.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The list of chips: to see what the program contains, read catalog.cpp.
namespace lw::chips {

// A number of the machine's timing table, and where it is from.
struct Timing {
    std::string_view key;
    std::uint32_t clocks = 0;
    std::string source;
};

// What the machine could do at best, and which units do it.
struct Performance {
    double operationsPerClock = 0; // multiply-accumulates of the matrix unit
    double farBytesPerClock = 0;   // of transfers, both directions together
    double clockHz = 0;
    isa::UnitId matrixUnit{}, farUnit{};
};

// A machine a program can be assembled for and run on: a configuration of a chip.
struct MachineChoice {
    program::Target target;
    std::string title;
    std::string json; // the configuration's text
    std::vector<Timing> timing;
    std::vector<std::string> sources; // "lanes: published ...", of the sizes
    Performance performance;
    machine::Diagram diagram;                        // how it is drawn
    std::vector<machine::DiagramLevel> surroundings; // around it, the outermost first
    std::optional<machine::CircuitLimits> circuit{}; // what lowerings for circuits need; nothing: it is none
    std::optional<machine::CoreLimits> core{};       // the same of cores with vector memory
    std::optional<machine::ProcessorLimits> processor{}; // and of processors of chains
    machine::CoreNames cores{};                          // on one clock, each of which runs a program
    machine::Way way{};                                  // between them
};

// How a machine is to run, in the words of the command line;
// an empty word is the default, the first one listed.
struct RunOptions {
    std::string mode;       // interlocked, strict
    std::string dma;        // timed, eager, late, shuffled
    std::uint64_t seed = 0; // of the shuffled DMA mode
    std::string uninit;     // fault, zero
    std::string kernel;     // a code path of the matrix unit by name; empty: the usual one of this host
    unsigned threads = 0; // of the host, for machines of several cores; 0: as many as it has, where worth it
    bool fuse = true;     // chains of bundles as one step: nothing but the time of the host depends on it
    bool operator==(const RunOptions&) const = default;
};

// The words that RunOptions may have for a chip, the default first.
struct RunChoices {
    std::span<const std::string_view> modes, dma, uninit;
    std::vector<std::string_view> (*kernels)(); // that this host can run
    std::string_view (*usualKernel)();          // without a word for it
    std::span<const double> (*kernelTimes)();   // nanoseconds of a product; null: not measured
};

struct Chip {
    std::string_view name; // as .chip and the program file name it
    std::string_view title;
    const isa::Spec* spec;
    std::uint32_t cores; // that are emulated and run a program each; 0: the chip has no parts that do
    // The built-in machines, the default first.
    std::span<const machine::BuiltInMachine> (*builtIns)();
    // A machine from the text of a configuration file; places in problems carry `file`.
    Result<MachineChoice> (*parse)(std::string_view json, std::uint32_t file);
    // A machine with one program on all its cores, or one for each; `json` is the text of the configuration
    // that they were assembled for.
    Result<std::unique_ptr<machine::Machine>> (*createFor)(std::vector<program::Program> programs,
                                                           std::string_view json, const RunOptions& options);
    // What its units are doing, from the state of one of its machines.
    std::vector<machine::UnitReport> (*units)(const machine::CoreTree& tree, const machine::Moment& moment);
    // What flows through its array and its pooling circuitry; `lane` is the lane of pooling that is told of.
    // Null: it has no such circuits to be seen.
    machine::CircuitWork (*circuits)(const machine::CoreTree& tree, const machine::Moment& moment,
                                     const program::Program& program, std::uint32_t lane);

    // Registers whose values are on their way. Null: nothing can be seen before it is there.
    std::vector<machine::Pending> (*pending)(const machine::CoreTree& tree, const machine::Moment& moment);
    // The bundle that wrote each vector register last; kNoBundle: none is known. Null: no machine keeps that.
    std::vector<std::uint32_t> (*vectorWriters)(const machine::CoreTree& tree, const machine::Moment& moment);
    // What is on its way between cores, as one of them knows it; the lists of all make up the whole.
    std::vector<machine::Shipment> (*shipments)(const machine::Scope& core, const machine::Moment& moment);
    // Errors that are in no single bundle, in the order of bundles. Null: bundles are all there is to it.
    std::vector<program::LintFinding> (*brokenRules)(const program::Program& program, std::string_view json);
    // Warnings that only the chip can give, of each program or of what they do to other cores. `programOf`
    // says which one each core runs; empty: nothing does, and there is one. Null: it has none to give.
    std::vector<program::LintFinding> (*lintCores)(std::span<const program::Program* const> programs,
                                                   std::span<const std::size_t> programOf,
                                                   std::string_view json);
    // How many clocks programs take to the end of the last, one for each core, without running them: those of
    // the machine. `lists` is what the host has for programs that are launched, or none. Null: nobody can
    // tell; nothing when `stop` became true.
    Result<std::optional<std::uint64_t>> (*launchClocks)(std::span<const program::Program* const> programs,
                                                         std::span<const machine::LaunchList> lists,
                                                         std::string_view json,
                                                         const std::atomic<bool>* stop);
    // What software is made of, and the codes of a vector to compare it with, by an operation's memory and a
    // location (without a memory: what travels in the chain). Null: its programs are not chains.
    Result<concord::OpStream> (*ops)(const program::Program& program, std::string_view json);
    std::vector<std::uint16_t> (*vectorAt)(const machine::CoreTree& tree, const machine::Moment& moment,
                                           const std::string& memory, std::uint64_t location);
    std::string_view breakpoints; // one of each kind that its programs can have, as hints show them
    RunChoices choices;
    std::span<const machine::StallRow> stallRules;

    Result<std::unique_ptr<machine::Machine>> create(program::Program program, std::string_view json,
                                                     const RunOptions& options) const {
        std::vector<program::Program> programs;
        programs.push_back(std::move(program));
        return createFor(std::move(programs), json, options);
    }
    // Names of the built-in machines, the default first.
    std::vector<std::string_view> machines() const { return machine::namesOf(builtIns()); }
    // A built-in machine's text, or the problem that lists the names there are.
    Result<std::string> builtIn(std::string_view machineName) const {
        return machine::builtInText(builtIns(), machineName);
    }
};

std::span<const Chip> all();
// The chip of that name, or a problem that lists the chips.
Result<const Chip*> chipNamed(std::string_view name);

// A path (with a slash or the ending .json) is read, anything else is a built-in machine's name;
// empty is the default one.
bool isMachinePath(std::string_view machine);
Result<std::string> machineText(const Chip& chip, const std::string& nameOrPath);
Result<MachineChoice> machineNamed(const Chip& chip, const std::string& nameOrPath,
                                   std::uint32_t file = Place::kNoFile);

} // namespace lw::chips
