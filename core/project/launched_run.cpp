// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launched_run.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/project/launch_progress.h"
#include "core/project/lowered_program.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lw::project {

using tensor::Tensor;

namespace {

// The bytes of a program that lie at the host.
std::uint64_t hostBytesOf(const LoadedProgram& loaded) {
    const program::Target& target = loaded.machine.target;
    std::uint64_t out = 0;
    for (const program::NamedTensor& one : loaded.program.tensors)
        if (target.spec->spaces[index(one.space)].name == "host")
            out = std::max(out, (one.address + one.units) * target.spaces[index(one.space)].unitBytes);
    return out;
}

// In a text that is nowhere.
Problem placeless(Problem problem) {
    problem.place = {};
    return problem;
}

} // namespace

LaunchedRun::LaunchedRun(const TilePrograms& programs, const TileNetwork& tile,
                         const lower::tiling::TilingPlan& plan, std::string machine, Tensor picture,
                         Transfers transfers)
    : m_programs(programs)
    , m_tile(tile)
    , m_plan(plan)
    , m_machine(std::move(machine))
    , m_picture(std::move(picture))
    , m_host(programs, tile, plan, m_picture, transfers) {}

Outcome LaunchedRun::place() {
    if (!m_loaded.empty()) return Done{};
    std::vector<LoadedProgram> loaded;
    for (const lower::striding::Lowering& program : m_programs.programs) {
        source::DiskLoader disk;
        source::MemoryLoader loader(&disk);
        source::Files files(loader);
        ProgramAnswer answer = loadLowered(program, "lowered", m_machine, loader, files);
        if (!answer.loaded) return placeless(answer.diagnostics.problems().front());
        loaded.push_back(*std::move(answer.loaded));
        m_programBytes = std::max(m_programBytes, hostBytesOf(loaded.back()));
    }
    LW_TRY([[maybe_unused]] const Done placed, m_host.place(m_programBytes));
    m_loaded = std::move(loaded);
    return Done{};
}

Result<LaunchFiles> LaunchedRun::files(const std::atomic<bool>* stop) {
    LW_TRY([[maybe_unused]] const Done placed, place());
    const lower::striding::NetworkPlan& first = m_host.planOf(0);
    return launchFiles(m_programs, m_host, m_picture,
                       first.options.machine.empty() ? first.circuit.name : first.options.machine, stop);
}

Result<std::optional<std::uint64_t>> LaunchedRun::modelledClocks(const std::atomic<bool>* stop) {
    LW_TRY([[maybe_unused]] const Done placed, place());
    std::vector<const program::Program*> programs;
    std::vector<machine::LaunchList> lists;
    for (std::size_t i = 0; i < m_programs.ofCircuit.size(); ++i) {
        programs.push_back(&m_loaded[m_programs.ofCircuit[i]].program);
        lists.push_back({m_host.places().entries, m_host.entriesOf(i, stop)});
    }
    if (stop != nullptr && *stop) return std::optional<std::uint64_t>();
    const LoadedProgram& first = m_loaded.front();
    LW_ASSERT(first.chip->launchClocks != nullptr, "a chip that programs for tiles are made for");
    return first.chip->launchClocks(programs, lists, first.machine.json, stop);
}

Result<std::unique_ptr<machine::Machine>> LaunchedRun::begin(const std::atomic<bool>* stop, unsigned threads,
                                                             const std::string& kernel) {
    LW_TRY(const LaunchFiles made, files(stop));
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    for (const auto& [name, text] : made.texts) loader.set(name, text);
    for (const lower::DataFile& file : made.data) setData(loader, file.name, file.contents);
    ProgramRequest request{made.start, m_machine, {}, {}};
    request.mayBeWorkload = true;
    const ProgramAnswer answer = loadProgram(request, files);
    if (!answer.loaded) return placeless(answer.diagnostics.problems().front());
    chips::RunOptions options;
    options.threads = threads;
    options.kernel = kernel;
    return answer.loaded->createMachine(options);
}

Result<std::string> LaunchedRun::write(const std::string& folder) {
    LW_TRY(const LaunchFiles made, files());
    LW_TRY([[maybe_unused]] const Done data, writeData(made.data, folder));
    for (const auto& [name, text] : made.texts) {
        LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(source::pathIn(folder, name), text));
    }
    return source::pathIn(folder, made.start);
}

std::vector<Tensor> LaunchedRun::outputs(machine::Machine& machine) const {
    const std::vector<CircuitMoment> circuits = circuitsOf(machine);
    std::vector<Tensor> out;
    for (std::size_t i = 0; i < m_host.outputs(); ++i) {
        out.emplace_back(m_host.outputType(i), m_host.outputShape(i));
        const bool isThere = stitch(m_plan, m_programs.array, circuits, i, out.back());
        LW_ASSERT(isThere, "its texts name the place");
    }
    return out;
}

std::uint64_t LaunchedRun::clocksWaited(const machine::Machine& machine) const {
    std::uint64_t out = 0;
    for (const machine::Core* const core : machine.cores()) {
        const std::vector<std::uint64_t> stalls = core->bundleStalls();
        for (const std::uint32_t row : m_programs.programs[m_programs.ofCircuit[core->id().index]].waits)
            out += stalls[row];
    }
    return out;
}

std::optional<HostWork> LaunchedRun::hostWork(Transfers transfers) const {
    LaunchHost host(m_programs, m_tile, m_plan, m_picture, transfers);
    if (!host.place(m_programBytes)) return std::nullopt;
    HostWork out;
    std::vector<Tensor> wholes;
    for (std::size_t i = 0; i < host.outputs(); ++i)
        wholes.emplace_back(host.outputType(i), host.outputShape(i));
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < m_programs.array.count(); ++i) {
        const Tensor entries = host.entriesOf(i, nullptr);
        if (transfers == Transfers::Strided) continue;
        const std::vector<TileBlock> read = host.inputsOf(i);
        const Tensor blocks = cut(m_picture, read);
        out.copiedBytes += pixelsOf(read) * pixelBytesOf(m_picture);
        for (std::size_t k = 0; k < wholes.size(); ++k) {
            const std::vector<TileBlock> given = host.outputsOf(i, k);
            put(Tensor(wholes[k].dtype(), host.outputShapeOf(i, k)), given, wholes[k]);
            out.copiedBytes += pixelsOf(given) * pixelBytesOf(wholes[k]);
        }
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    out.milliseconds = took.count();
    return out;
}

} // namespace lw::project
