// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/child_process.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "core/base/file.h"
#include "core/project/foreign_values.h"
#include "core/tensor/npy.h"

#include <filesystem>

// lw concord: software that gives the same bits as firmware, and the comparison of the two.
namespace lw::cli {

namespace {

constexpr std::string_view kSoftwareForms[] = {"numpy", "torch", "cpp",
                                               "graph"}; // as project::languages() has them
enum Form : std::size_t { kNumpy, kTorch, kCpp, kGraph };

// What was asked for.
struct Request {
    std::size_t form = kNumpy;
    std::string folder, module; // of what is written
    std::string python, compiler;
};

Outcome runSoftware(const Request& request, const std::string& file) {
    if (request.form != kCpp) return runProgram({request.python, "-B", file, "--values"});
    const std::string program = request.folder + "/" + request.module + project::kProgramEnding;
    LW_TRY([[maybe_unused]] const Done compiled,
           runProgram({request.compiler, "-std=c++17", "-O2", "-o", program, file}));
    return runProgram({absolutePath(program), request.folder, "--values"});
}

// The codes that software has written, as many as the firmware gave.
Result<std::vector<std::uint16_t>> codesIn(const std::string& path, std::size_t wanted) {
    LW_TRY(tensor::Tensor tensor, tensor::readNpy(path));
    LW_TRY(tensor, tensor::expectDType(std::move(tensor), tensor::DType::U16));
    std::vector<std::uint16_t> out(tensor.count());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor.at<std::uint16_t>(i);
    if (out.size() == wanted) return out;
    return Problem{
        &messages::kOtherValues, {path, std::to_string(out.size()), std::to_string(wanted)}, {}, {}, {}};
}

Result<Exit> compare(const project::Software& software, PreparedRun& run, const Request& request,
                     const std::string& file, Console& console) {
    const project::Observed firmware = project::observe(software, *run.machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(*run.machine, end));
        return exitOf(end);
    }
    const std::string& folder = request.folder;
    std::error_code ignored;
    for (const char* of : {"/values.npy", "/netout.npy"})
        std::filesystem::remove(folder + of, ignored); // of a run before
    LW_TRY([[maybe_unused]] const Done ran, runSoftware(request, file));
    LW_TRY(const std::vector<std::uint16_t> values, codesIn(folder + "/values.npy", firmware.codes.size()));
    LW_TRY(const std::vector<std::uint16_t> output, codesIn(folder + "/netout.npy", firmware.output.size()));
    std::size_t equal = 0, seen = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        seen += firmware.codes[i].has_value() ? 1 : 0;
        equal += values[i] == firmware.codes[i] ? 1 : 0;
    }
    auto first = project::firstDifference(software, firmware.codes, values);
    if (!first) first = project::outputDifference(software, firmware.output, output);
    console.document()["numbers"] = seen;
    console.document()["equal"] = equal;
    console.line((first ? std::string("other bits: ") : std::string("equal bits: ")) + groupedText(equal) +
                 " of " + groupedText(seen) + " numbers on the way" +
                 (first ? ""
                        : ", and " + countText(concord::countOf(software.graph.output), "vector") +
                              " to the network"));
    if (!first) return Exit::Pass;
    const std::string said = project::textOf(*first, software);
    console.line("first difference: " + said);
    console.document()["firstDifference"] = said;
    const project::Explanation why = project::explain(software, run.loaded.program, *first, firmware, values);
    for (const std::string& line : why.lines) console.line("  " + line);
    console.document()["ulp"] = why.ulp;
    if (why.trap) console.document()["trap"] = std::string(concord::wordsOf(*why.trap).name);
    return Exit::CheckFailed;
}

Result<std::string> writeGraph(const project::Software& software, const Request& request) {
    std::error_code ignored; // writing the file says what is wrong
    std::filesystem::create_directories(request.folder, ignored);
    const std::string path = request.folder + "/" + request.module + ".graph.json";
    const Json graph = concord::jsonOf(software.graph, software.stream);
    LW_TRY([[maybe_unused]] const Done done,
           writeFileAtomically(path, graph.text(2, Json::Order::AsAdded) + "\n"));
    return path;
}

// Arrays under the names that the firmware has for them.
Result<std::vector<tensor::NamedArray>> foreignArrays(const std::string& path, const Arguments& arguments) {
    LW_TRY(std::vector<tensor::NamedArray> arrays, tensor::readNpz(path));
    const auto map = arguments.value("--map");
    if (!map) return arrays;
    LW_TRY(const std::string text, readTextFile(*map));
    LW_TRY(const auto names, project::readNameMap(text, *map));
    for (tensor::NamedArray& array : arrays)
        for (const auto& [name, theirs] : names)
            if (theirs == array.name) {
                array.name = name;
                break;
            }
    return arrays;
}

Result<Exit> compareAgainst(const std::string& path, const project::Software& software, PreparedRun& run,
                            const Arguments& arguments, Console& console) {
    LW_TRY(const std::vector<tensor::NamedArray> arrays, foreignArrays(path, arguments));
    const project::Observed firmware = project::observe(software, *run.machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(*run.machine, end));
        return exitOf(end);
    }
    LW_TRY(const project::ForeignComparison found,
           project::compareForeign(software, run.loaded.program, firmware, arrays));
    Json list = Json::list();
    for (const project::NamedComparison& one : found.values) {
        console.line((one.equal == one.numbers ? "equal bits: " : "other bits: ") + one.name + ", " +
                     groupedText(one.equal) + " of " + countText(one.numbers, "number"));
        list.push_back({{"name", one.name}, {"numbers", one.numbers}, {"equal", one.equal}});
    }
    console.document()["values"] = std::move(list);
    for (const std::string& name : found.missing)
        console.line("not compared: " + name + ", which has no array");
    if (found.differs.empty()) return Exit::Pass;
    console.line("first difference: " + found.differs);
    for (const std::string& line : found.lines) console.line("  " + line);
    console.document()["firstDifference"] = found.differs;
    if (found.trap) console.document()["trap"] = std::string(concord::wordsOf(*found.trap).name);
    return Exit::CheckFailed;
}

} // namespace

Result<Exit> runConcord(const Arguments& arguments, Console& console) {
    const std::string path = arguments.operands().front();
    Request request;
    LW_TRY(request.form, arguments.choice("--to", kSoftwareForms));
    const auto folder = arguments.value("--output");
    const auto against = arguments.value("--against");
    if (!folder && !against) return Problem{&messages::kNoFolder, {}, {}, {}, {}};
    if (request.form == kGraph && arguments.has("--run"))
        return Problem{&messages::kGraphRuns, {}, {}, {}, {}};
    request.folder = folder.value_or("");
    request.module = project::moduleName(path);
    request.python = arguments.value("--python").value_or("python3");
    request.compiler = arguments.value("--compiler").value_or("g++");
    LW_TRY(const std::unique_ptr<PreparedRun> run, prepareRun(path, arguments, console));
    if (!run) return Exit::Usage;
    LW_TRY(const project::Software software,
           project::softwareOf(run->loaded, std::filesystem::path(path).filename().string()));
    if (against) return compareAgainst(*against, software, *run, arguments, console);
    std::vector<std::string> written;
    if (request.form == kGraph) {
        LW_TRY(written.emplace_back(), writeGraph(software, request));
    } else {
        LW_TRY(written, project::writeSoftware(software, project::languages()[request.form], *run->machine,
                                               request.folder, request.module));
    }
    for (const std::string& file : written) console.line("wrote " + file);
    console.document()["files"] = Json::list(written);
    console.document()["nodes"] = software.graph.nodes.size();
    if (!arguments.has("--run")) return Exit::Pass;
    return compare(software, *run, request, written.front(), console);
}

} // namespace lw::cli
