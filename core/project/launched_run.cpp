// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/launched_run.h"

#include "core/base/check.h"
#include "core/base/file.h"
#include "core/machine/cell_value.h"
#include "core/project/lowered_program.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lw::project {

using lower::tiling::AxisTile;
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
                         const lower::tiling::TilingPlan& plan, std::string machine, Tensor picture)
    : m_programs(programs)
    , m_plan(plan)
    , m_machine(std::move(machine))
    , m_picture(std::move(picture))
    , m_host(programs, tile, plan, m_picture) {}

Result<LaunchFiles> LaunchedRun::files(const std::atomic<bool>* stop) {
    std::uint64_t bytes = 0;
    for (const lower::striding::Lowering& program : m_programs.programs) {
        source::DiskLoader disk;
        source::MemoryLoader loader(&disk);
        source::Files files(loader);
        const ProgramAnswer answer = loadLowered(program, "lowered", m_machine, loader, files);
        if (!answer.loaded) return placeless(answer.diagnostics.problems().front());
        bytes = std::max(bytes, hostBytesOf(*answer.loaded));
    }
    LW_TRY([[maybe_unused]] const Done placed, m_host.place(bytes));
    const lower::striding::NetworkPlan& first = m_host.planOf(0);
    return launchFiles(m_programs, m_host, m_picture,
                       first.options.machine.empty() ? first.circuit.name : first.options.machine, stop);
}

Result<std::unique_ptr<machine::Machine>> LaunchedRun::begin(const std::atomic<bool>* stop) {
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
    return answer.loaded->createMachine({});
}

Result<std::string> LaunchedRun::write(const std::string& folder) {
    LW_TRY(const LaunchFiles made, files());
    LW_TRY([[maybe_unused]] const Done data, writeData(made.data, folder));
    for (const auto& [name, text] : made.texts) {
        LW_TRY([[maybe_unused]] const Done written, writeFileAtomically(source::pathIn(folder, name), text));
    }
    return source::pathIn(folder, made.start);
}

Outcome stitch(const lower::tiling::TilingPlan& plan, const TileArray& array, const ReadOutput& read,
               Tensor& out) {
    const auto pixel = static_cast<std::size_t>(out.shape()[2] * tensor::sizeOf(out.dtype()));
    const auto width = static_cast<std::size_t>(plan.columns.fullOutput);
    for (std::size_t row = 0; row < plan.rows.tiles.size(); ++row)
        for (std::size_t column = 0; column < plan.columns.tiles.size(); ++column) {
            const AxisTile &down = plan.rows.tiles[row], &across = plan.columns.tiles[column];
            const std::size_t circuit = row % array.rows * array.columns + column % array.columns;
            const auto bytes = static_cast<std::size_t>(across.until - across.from) * pixel;
            for (std::int64_t r = down.from; r < down.until; ++r) {
                const std::size_t at =
                    (static_cast<std::size_t>(r) * width + static_cast<std::size_t>(across.from)) * pixel;
                LW_TRY([[maybe_unused]] const Done given, read(circuit, at, out.bytes().subspan(at, bytes)));
            }
        }
    return Done{};
}

Result<Tensor> LaunchedRun::output(const machine::Machine& machine) const {
    const lower::striding::NetworkPlan& plan = m_host.planOf(0);
    Tensor out(network::dtypeOf(*plan.network, plan.part.gives.front()), m_host.outputShape());
    const auto read = [&](std::size_t circuit, std::uint64_t at, std::span<std::byte> into) {
        const machine::Core& core = *machine.cores()[circuit];
        const program::NamedTensor* const whole = program::findTensor(core.program(), kStitched);
        LW_ASSERT(whole != nullptr, "its text names it");
        return core.readSpace(whole->space, m_host.places().output + at, into, {});
    };
    LW_TRY([[maybe_unused]] const Done stitched, stitch(m_plan, m_programs.array, read, out));
    return out;
}

std::uint64_t LaunchedRun::roundsDone(machine::Machine& machine) {
    std::uint64_t out = std::numeric_limits<std::uint64_t>::max();
    for (const machine::Core* const core : machine.cores()) {
        const machine::StateTree& tree = machine.tree();
        const machine::NodeId id = core->tree().withRole(machine::Role::Launch);
        LW_REQUIRE(id != tree.root(), "a program that is launched");
        std::array<std::byte, 4> word{};
        machine.store().read(tree.at(id).offset, word);
        out = std::min<std::uint64_t>(out, machine::bitsOf(word) + (core->halted() ? 1 : 0));
    }
    return out;
}

std::optional<std::uint64_t> LaunchedRun::tileOf(std::size_t circuit, std::uint64_t round) const {
    const TileArray& array = m_programs.array;
    const std::uint64_t across = m_host.columns().size() / array.columns;
    const std::uint64_t row = round / across * array.rows + circuit / array.columns,
                        column = round % across * array.columns + circuit % array.columns;
    if (row >= m_plan.rows.tiles.size() || column >= m_plan.columns.tiles.size()) return std::nullopt;
    return row * m_plan.columns.tiles.size() + column;
}

} // namespace lw::project
