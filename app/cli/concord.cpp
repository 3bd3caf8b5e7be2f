// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "app/cli/software_run.h"
#include "core/base/file.h"
#include "core/project/foreign_values.h"
#include "core/tensor/npy.h"

#include <filesystem>

// lw concord: software that gives the same bits as firmware, and the comparison of the two.
namespace lw::cli {

namespace {

Result<std::string> writeGraph(const project::Software& software, const SoftwareRequest& request) {
    std::error_code ignored; // writing the file reports what is wrong
    std::filesystem::create_directories(request.folder, ignored);
    const std::string path = request.folder + "/" + request.module + ".graph.json";
    const Json graph = concord::jsonOf(software.graph, software.stream);
    LW_TRY([[maybe_unused]] const Done done,
           writeFileAtomically(path, graph.text(2, Json::Order::AsAdded) + "\n"));
    return path;
}

// Arrays under the names that the firmware uses for them.
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
    SoftwareRequest request;
    LW_TRY(request.form, arguments.choice("--to", kSoftwareForms));
    const auto folder = arguments.value("--output");
    const auto against = arguments.value("--against");
    if (!folder && !against) return Problem{&messages::kNoFolder, {}, {}, {}, {}};
    if (request.form == kGraph && arguments.has("--run"))
        return Problem{&messages::kGraphRuns, {}, {}, {}, {}};
    request.folder = folder.value_or("");
    request.module = project::moduleName(path);
    readEngines(arguments, request);
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
    return compareSoftware(software, run->loaded.program, *run->machine, request, console);
}

} // namespace lw::cli
