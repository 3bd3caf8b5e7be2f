// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/graph_run.h"

#include "app/cli/messages.h"
#include "core/project/graph_file.h"
#include "core/source/files.h"

namespace lw::cli {

bool isGraphFile(const std::string& path) { return path.ends_with(".json"); }

Result<Exit> runGraphFile(const std::string& path, const SoftwareRequest& request, const Arguments& arguments,
                          Console& console) {
    for (const char* const other :
         {"--compare", "--against", "--no-quantise", "--float64", "--machine", "--set"})
        if (arguments.has(other)) return Problem{&messages::kOfFirmware, {other}, {}, {}, {}};
    if (request.form == kGraph) return Problem{&messages::kOfFirmware, {"--to graph"}, {}, {}, {}};
    source::DiskLoader disk;
    source::Files files(disk);
    LW_TRY(const std::uint32_t file, files.open(path));
    const auto software = project::parseGraphFile(std::string(files[file].text()), file);
    if (!software) {
        console.problem(software.problem(), &files);
        return Exit::Usage;
    }
    LW_TRY(const auto numbers, project::numbersBeside(*software, path));
    LW_TRY(const std::vector<std::string> written,
           project::writeSoftware(
               *software, project::languages()[request.form],
               [&](concord::Source source) { return Result(numbers[source]); }, request.folder,
               request.module));
    for (const std::string& one : written) console.line("wrote " + one);
    console.document()["files"] = Json::list(written);
    console.document()["nodes"] = software->graph.nodes.size();
    if (!arguments.has("--run")) return Exit::Pass;
    LW_TRY(const project::Observed observed, project::observeGraph(*software, path, numbers));
    return compareWith(observed, *software, {}, request, console);
}

} // namespace lw::cli
