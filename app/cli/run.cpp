// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/expressions.h"
#include "app/cli/manifest.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "app/cli/rounding_text.h"
#include "app/cli/tensor_arguments.h"
#include "core/machine/results.h"
#include "core/program/results.h"
#include "core/project/tensor_input.h"
#include "core/tensor/npy.h"
#include "core/trace/statistics.h"

#include <algorithm>
#include <bit>

// lw run: a program on a machine, with tensors from and to files.
namespace lw::cli {

namespace {

constexpr std::uint64_t kPrinted = 4096; // elements of a tensor in the text

struct Expectation {
    TensorArgument argument;
    tensor::Tensor wanted;
};

// What is asked of the run, read before it begins: a long run must not end in a misspelt option.
struct Questions {
    std::vector<TensorArgument> get;
    std::vector<Expectation> expect;
    std::vector<std::string> print;
    tensor::Tolerance tolerance;
};

Result<Questions> questionsOf(const Arguments& arguments, const machine::Machine& machine) {
    Questions out;
    for (const std::string& text : arguments.values("--get")) {
        LW_TRY(TensorArgument argument, tensorArgument("--get", text));
        out.get.push_back(std::move(argument));
    }
    for (const std::string& text : arguments.values("--expect")) {
        LW_TRY(TensorArgument argument, tensorArgument("--expect", text));
        LW_TRY(tensor::Tensor wanted, tensor::readNpy(argument.file));
        if (arguments.has("--cast") && argument.cast == project::Conversion::None)
            argument.cast = project::Conversion::Numbers;
        out.expect.push_back({std::move(argument), std::move(wanted)});
    }
    out.print = arguments.values("--print");
    std::vector<std::string> names = out.print;
    for (const TensorArgument& argument : out.get) names.push_back(argument.name);
    for (const Expectation& expectation : out.expect) names.push_back(expectation.argument.name);
    for (const std::string& name : names) {
        LW_TRY([[maybe_unused]] const auto known, project::tensorNamed(machine, name));
    }
    LW_TRY(out.tolerance, toleranceOf(arguments));
    return out;
}

void warnOf(const TensorRead& read, const std::string& name, const machine::Machine& machine,
            Console& console) {
    if (read.neverWritten)
        console.problem({&messages::kNeverWritten, {groupedText(read.neverWritten), name}, {}, {}, {}});
    if (read.unwaited)
        console.problem({&messages::kUnwaited, {name, placeText(machine, *read.unwaited)}, {}, {}, {}});
    if (!machine.halted()) console.problem({&messages::kNotEnded, {name}, {}, {}, {}});
}

// Writes, prints and compares; true if every expectation holds.
Result<bool> answer(const Questions& questions, const machine::Machine& machine, Console& console) {
    for (const TensorArgument& argument : questions.get) {
        LW_TRY(const PiecesOfTensor pieces, PiecesOfTensor::make(machine, argument.name));
        LW_TRY(const TensorRead written, writeTensor(pieces, argument.file));
        warnOf(written, argument.name, machine, console);
        console.document()["get"][argument.name] = argument.file;
    }
    for (const std::string& name : questions.print) {
        LW_TRY(const PiecesOfTensor pieces, PiecesOfTensor::make(machine, name));
        LW_TRY(const TensorRead read, getBeginning(pieces, kPrinted));
        warnOf(read, name, machine, console);
        console.print(name + "\n" +
                      tensorText(read.tensor, pieces.arrangement.shape(), kPrinted, read.written));
        Json& values = console.document()["tensors"][name];
        for (std::uint64_t i = 0; i < read.tensor.count(); ++i)
            values.push_back(read.written[i] != 0 ? Json(tensor::textAt(read.tensor, i)) : Json());
    }
    bool good = true;
    for (const Expectation& expectation : questions.expect) {
        const std::string& name = expectation.argument.name;
        // Of another shape nothing is read: how large it is, the program says.
        LW_TRY(const project::TensorOfCore declared, project::tensorNamed(machine, name, {}));
        LW_TRY(const tensor::Tensor wanted,
               project::fitted(expectation.wanted, name, declared.tensor->dtype, declared.tensor->shape,
                               expectation.argument.cast));
        LW_TRY(const TensorRead read, getTensor(machine, name));
        const tensor::Tensor& got = read.tensor;
        warnOf(read, name, machine, console);
        LW_TRY(const tensor::Comparison comparison, tensor::compare(got, wanted, questions.tolerance));
        good = good && comparison.accepted();
        console.line(std::string(comparison.accepted() ? "expected " : "NOT AS EXPECTED ") + name + ": " +
                     comparisonText(comparison));
        console.document()["expect"][name] = {{"pass", comparison.accepted()},
                                              {"differing", comparison.differing},
                                              {"beyond", comparison.beyond},
                                              {"compared", comparison.compared},
                                              {"signedZeros", comparison.signedZeros}};
    }
    return good;
}

// "c1: ", where there are several.
std::string ofCore(const machine::Machine& machine, const machine::Core& core) {
    return machine.cores().size() > 1 ? core.name() + ": " : "";
}

// What the program says its results are, once it has ended.
void printResults(machine::Machine& machine, Console& console) {
    if (!machine.halted()) return;
    for (const machine::Core* const core : std::as_const(machine).cores())
        for (const machine::ResultValue& result : machine::resultsOf(
                 machine::scopeOf(machine, core->id()), machine::momentOf(machine, core->id()))) {
            console.line(ofCore(machine, *core) + "result: " + machine::textOf(std::vector{result}));
            Json entry{{"title", result.title}, {"values", Json::list(result.values)}};
            if (machine.cores().size() > 1) entry["core"] = core->name();
            console.document()["results"].push_back(std::move(entry));
        }
}

// What numbers lost on their way, where a machine counts it.
void printLosses(const machine::Machine& machine, Console& console) {
    const std::vector<machine::RoundingCount> counts = trace::roundingsOf(machine);
    if (counts.empty()) return;
    for (const machine::RoundingCount& count : counts)
        if (const std::string text = lossText(count); !text.empty()) console.line(text);
    console.document()["roundings"] = roundingsJson(counts);
}

// "0", or "0 (loss)".
std::string streamText(const machine::Core& core, std::uint32_t number) {
    const std::string name = program::nameOfStream(core.program(), number);
    return std::to_string(number) + (name.empty() ? "" : " (" + name + ")");
}

void printTrace(const machine::Machine& machine, bool text, Console& console) {
    for (const machine::Core* const core : machine.cores())
        for (const machine::TraceWord& word : core->traceWords()) {
            const float real = std::bit_cast<float>(word.value);
            if (text)
                console.line(ofCore(machine, *core) + "trace " + streamText(*core, word.stream) +
                             " at clock " + std::to_string(word.clock) + ": " +
                             std::to_string(static_cast<std::int32_t>(word.value)) + " = " + realText(real));
            Json entry = Json::list({word.clock, word.stream, word.value});
            if (machine.cores().size() > 1) entry.push_back(core->name());
            console.document()["trace"].push_back(std::move(entry));
        }
}

// A program that never ends, or fills the host, ends with a sentence that says how it is let go on.
RunLimits withUsualLimits(RunLimits limits, const Arguments& arguments) {
    const bool isLimited = arguments.has("--limit-cycles") || arguments.has("--limit-bundles") ||
                           arguments.has("--limit-seconds");
    if (!isLimited) limits.clocks = kUsualClocks, limits.clocksAreUsual = true;
    if (!arguments.has("--limit-memory"))
        limits.residentBytes = usualResidentBytes(), limits.bytesAreUsual = true;
    return limits;
}

} // namespace

Result<Exit> runRun(const Arguments& arguments, Console& console) {
    LW_TRY(const auto run, prepareRun(arguments.operands().front(), arguments, console));
    if (!run) return Exit::Usage;
    machine::Machine& machine = *run->machine;
    LW_TRY(const Questions questions, questionsOf(arguments, machine));
    LW_TRY(const Expressions shown, Expressions::parse(arguments.values("--reg"), machine));

    machine::Timeline timeline(machine, withoutHistory());
    const RunEnd end = runToEnd(timeline, withUsualLimits(run->limits, arguments), console);
    console.line(stopText(machine, end));
    console.document()["stop"] = stopJson(machine, end);
    noteClocks(run->options.dma, console);
    printResults(machine, console);
    printLosses(machine, console);
    LW_TRY([[maybe_unused]] const Done registers, shown.print(timeline, console));
    printTrace(machine, arguments.has("--trace-words"), console);
    if (const auto path = arguments.value("--manifest")) {
        LW_TRY([[maybe_unused]] const Done written, writeManifest(*path, *run, end));
    }
    LW_TRY(const bool good, answer(questions, machine, console));
    const Exit exit = exitOf(end);
    return exit == Exit::Pass && !good ? Exit::CheckFailed : exit;
}

} // namespace lw::cli
