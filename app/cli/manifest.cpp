// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manifest.h"

#include "app/cli/number_text.h"
#include "core/base/file.h"
#include "core/project/inputs_json.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lw::cli {

Outcome writeManifest(const std::string& path, PreparedRun& run, const RunEnd& end) {
    const auto given = [](const std::string& word, const char* otherwise) {
        return word.empty() ? std::string(otherwise) : word;
    };
    Json out{{"schema", "lanewright manifest"},
             {"version", 1},
             {"lanewright", LW_VERSION},
             {"chip", run.loaded.program.chip},
             {"machine",
              {{"name", run.loaded.machine.target.machine},
               {"hash", hexText(run.loaded.machine.target.machineHash, 16)}}},
             {"program",
              {{"hash", hexText(program::hashOf(run.loaded.program), 16)},
               {"bundles", run.loaded.program.bundles.size()}}},
             {"mode", given(run.options.mode, "interlocked")},
             {"dma", given(run.options.dma, "timed")},
             {"uninit", given(run.options.uninit, "fault")},
             {"seed", run.options.seed},
             {"kernel", run.machine->kernel()},
             {"stop", stopJson(*run.machine, end)},
             {"state", hexText(run.machine->store().hash(), 16)},
             {"inputs", Json::list()},
             {"sources", Json::list()}};
    for (const assembler::Definition& one : run.definitions)
        out["define"][one.name] = project::jsonOf(one.value);
    const auto cores = std::as_const(*run.machine).cores();
    std::vector<std::string> listed; // many cores run one program, and programs include one file
    for (const machine::Core* const core : cores) {
        const program::Program& program = core->program();
        if (cores.size() > 1)
            out["programs"].push_back({{"core", core->name()},
                                       {"hash", hexText(program::hashOf(program), 16)},
                                       {"bundles", program.bundles.size()}});
        for (const program::SourceName& source : program.sources) {
            if (std::find(listed.begin(), listed.end(), source.path) != listed.end()) continue;
            listed.push_back(source.path);
            out["sources"].push_back({{"path", source.path}, {"hash", hexText(source.hash, 16)}});
        }
    }
    for (const RunInput& input : run.inputs)
        out["inputs"].push_back(
            {{"name", input.name}, {"file", input.file}, {"hash", hexText(input.hash, 16)}});
    return writeFileAtomically(path, out.text(2) + "\n");
}

} // namespace lw::cli
