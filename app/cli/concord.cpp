// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/console.h"
#include "app/cli/graph_run.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "app/cli/software_inputs.h"
#include "app/cli/software_run.h"
#include "core/base/file.h"
#include "core/project/float64_comparison.h"
#include "core/project/foreign_values.h"
#include "core/project/graph_file.h"
#include "core/project/messages.h"
#include "core/tensor/npz.h"

#include <algorithm>
#include <filesystem>

// lw concord: software that gives the same bits as firmware, and the comparison of the two.
namespace lw::cli {

namespace {

// Arrays of an archive under the names that the firmware uses for them, each unpacked when it is asked for.
class ForeignArrays {
  public:
    static Result<ForeignArrays> read(const std::string& path, const Arguments& arguments) {
        ForeignArrays out;
        out.m_path = path;
        LW_TRY(out.m_file, readFile(path));
        LW_TRY([[maybe_unused]] const auto known, tensor::namesInNpz(out.m_file, path));
        const auto map = arguments.value("--map");
        if (!map) return out;
        out.m_map = *map;
        LW_TRY(const std::string text, readTextFile(*map));
        LW_TRY(out.m_names, project::readNameMap(text, *map));
        return out;
    }
    // By the map, or by its own name if the map does not give that to another.
    Result<std::optional<tensor::Tensor>> named(const std::string& name) const {
        for (const project::ForeignName& one : m_names) {
            if (one.name != name) continue;
            LW_TRY(auto found, tensor::parseNpzMember(m_file, m_path, one.array));
            if (found && one.isChannelsFirst) {
                LW_TRY(found, project::channelsLast(one.array, *found));
            }
            if (found) return found;
        }
        if (std::ranges::count(m_names, name, &project::ForeignName::array) != 0)
            return std::optional<tensor::Tensor>();
        return tensor::parseNpzMember(m_file, m_path, name);
    }

    // A name of the map that the firmware gives nothing is misspelt. E364.
    Outcome checkMap(const project::ForeignComparison& found) const {
        for (const project::ForeignName& one : m_names) {
            const std::string& ours = one.name;
            const bool isKnown =
                std::ranges::count(found.values, ours, &project::NamedComparison::name) != 0 ||
                std::ranges::count(found.missing, ours) != 0;
            if (!isKnown)
                return Problem{&project::messages::kBadNameMap,
                               {m_map, "the firmware calls nothing \"" + ours + '"'},
                               {},
                               {},
                               {}};
        }
        return Done{};
    }

  private:
    std::string m_path, m_map;
    std::vector<std::byte> m_file;
    std::vector<project::ForeignName> m_names;
};

Result<Exit> compareAgainst(const std::string& path, const project::Software& software, PreparedRun& run,
                            const Arguments& arguments, Console& console) {
    LW_TRY(const ForeignArrays arrays, ForeignArrays::read(path, arguments));
    const project::Observed firmware = project::observe(software, *run.machine);
    if (firmware.stop.fault) {
        const RunEnd end{firmware.stop};
        console.line(stopText(*run.machine, end));
        return exitOf(end);
    }
    LW_TRY(const project::ForeignComparison found,
           project::compareForeign(software, run.loaded.program, firmware,
                                   [&](const std::string& name) { return arrays.named(name); }));
    LW_TRY([[maybe_unused]] const Done known, arrays.checkMap(found));
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

// Whether it is to be software in float64. E300, E301.
Result<bool> asksForFloat64(const Arguments& arguments, const SoftwareRequest& request) {
    if (!arguments.has("--float64")) return false;
    if (request.form == kGraph)
        return Problem{&messages::kNotInFloat64, {std::string(kSoftwareForms[request.form])}, {}, {}, {}};
    for (const char* const other : {"--compare", "--no-quantise", "--against"})
        if (arguments.has(other)) return Problem{&messages::kFloat64Alone, {other}, {}, {}, {}};
    return true;
}

} // namespace

Result<Exit> runConcord(const Arguments& arguments, Console& console) {
    const std::string path = arguments.operands().front();
    SoftwareRequest request;
    LW_TRY(request.form, arguments.choice("--to", kSoftwareForms));
    const auto folder = arguments.value("--output");
    const auto against = arguments.value("--against");
    if (!folder && !against) return Problem{&messages::kNoFolder, {}, {}, {}, {}};
    const auto compare = arguments.value("--compare");
    const bool runs = compare || arguments.has("--run") || arguments.has("--no-quantise");
    if (request.form == kGraph && runs) {
        const char* const wish = compare ? "--compare" : arguments.has("--run") ? "--run" : "--no-quantise";
        return Problem{&messages::kGraphRuns, {wish}, {}, {}, {}};
    }
    LW_TRY(const bool isFloat64, asksForFloat64(arguments, request));
    request.folder = folder.value_or("");
    request.module = project::moduleName(path);
    LW_TRY([[maybe_unused]] const Done engines, readEngines(arguments, request));
    if (isGraphFile(path)) return runGraphFile(path, request, arguments, console);
    LW_TRY(const std::unique_ptr<PreparedRun> run, prepareRun(path, arguments, console));
    if (!run) return Exit::Usage;
    LW_TRY(project::Software software,
           project::softwareOf(run->loaded, std::filesystem::path(path).filename().string()));
    if (isFloat64) software = project::float64Of(std::move(software));
    if (against) return compareAgainst(*against, software, *run, arguments, console);
    std::optional<project::ManyInputs> inputs;
    if (compare) {
        LW_TRY(inputs, inputsIn(*compare, software, console));
    }
    std::vector<std::string> written;
    if (request.form == kGraph) {
        LW_TRY(written, project::writeGraphFile(software, *run->machine, request.folder, request.module));
    } else {
        LW_TRY(written, project::writeSoftware(software, project::languages()[request.form], *run->machine,
                                               request.folder, request.module));
    }
    for (const std::string& file : written) console.line("wrote " + file);
    console.document()["files"] = Json::list(written);
    console.document()["nodes"] = software.graph.nodes.size();
    if (inputs) return compareInputs(*inputs, software, *run, request, console);
    if (!runs) return Exit::Pass;
    if (isFloat64) return runFloat64(software, *run, request, console);
    return compareSoftware(software, run->loaded.program, *run->machine, request, console);
}

} // namespace lw::cli
