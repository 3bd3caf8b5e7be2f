// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/direct.h"
#include "core/project/launch_progress.h"
#include "core/project/launched_run.h"
#include "core/project/lower_network.h"
#include "core/project/tile_values.h"
#include "core/scene/state_elements.h"
#include "core/scene/tiling/stored_pixels.h"
#include "tests/core/scene/counting_network.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::scene;
using namespace lw::scene::tiling;

namespace {

const std::string kMachine = "inference-teaching";

tensor::Tensor somePicture(std::uint64_t rows, std::uint64_t columns) {
    tensor::Tensor out(tensor::DType::F32, {rows, columns, 1});
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, static_cast<float>(static_cast<std::int64_t>(i * 37 % 101) - 50) / 16);
    return out;
}

// Three convolutions on a picture, in tiles of 16.
struct MadePixels {
    network::Network network = test::counting(3, 30, 44);
    lower::tiling::TilingPlan plan =
        *lower::tiling::planTiles(network, {30, 44}, {16, 16}, std::nullopt, lower::tiling::Grid::Border);
    project::TileNetwork tile = *project::tileNetwork(network, plan);
    machine::CircuitLimits circuit = *project::circuitNamed(kMachine);
    project::TilePrograms programs = *project::lowerTiles(tile, plan, circuit, {}, {});
    project::LaunchedRun run{programs, tile, plan, kMachine, somePicture(30, 44)};
    project::TileValues values{network, tile, plan, somePicture(30, 44),
                               lower::striding::directOptions(circuit, true)};
    std::unique_ptr<machine::Machine> machine = *run.begin();

    const machine::Core& core() const { return machine->core({}); }
    const lower::Frame& frameOf(const std::string& layer) const {
        const lower::striding::NetworkPlan& own = programs.programs.front().plan;
        return own.frames[*network::findValue(*own.network, layer)].front();
    }
    StoredPixels pixelsOf(const std::string& layer) const {
        return storedPixels(core().program(), *core().target().spec,
                            *program::findTensor(core().program(), frameOf(layer).name), 0);
    }
};

} // namespace

// When a layer's pixels are in memory, beside what is in memory.
class TestStoredPixels : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // In every clock of some tiles, whatever has been stored is what the tile has there.
    void whatIsThereIsOfTheTile() {
        MadePixels made;
        const std::vector<std::string> layers(made.values.names().begin() + 1, made.values.names().end());
        QCOMPARE(layers.size(), std::size_t{3});
        std::uint64_t seen = 0, whole = 0;
        for (const std::string& layer : layers) {
            MadePixels own;
            const StoredPixels pixels = own.pixelsOf(layer);
            const lower::Frame& frame = own.frameOf(layer);
            const auto* const tensor = program::findTensor(own.core().program(), frame.name);
            std::optional<std::uint64_t> tile;
            tensor::Tensor wanted;
            while (own.machine->clock() < 20'000 && !own.machine->halted()) {
                own.machine->run({.clock = own.machine->clock() + 97});
                const auto circuits = project::circuitsOf(*own.machine);
                const auto now = project::progressOf(own.plan, {}, circuits).now;
                if (now.empty()) break;
                if (tile != now.front()) wanted = own.values.inTile(layer, now.front());
                tile = now.front();
                const auto state = own.machine->store().save();
                const auto elements =
                    *elementsOfState(machine::scopeOf(*own.machine, {}), *tensor, state, nullptr);
                const auto stored = onlyStored(elements, std::make_shared<const StoredPixels>(pixels),
                                               own.core().nextBundle());
                std::uint64_t there = 0;
                for (std::uint64_t row = 0; row < frame.rows; ++row)
                    for (std::uint64_t column = 0; column < frame.columns; ++column) {
                        const std::uint64_t element =
                            ((frame.pad.top + row) * frame.allColumns() + frame.pad.left + column) *
                            frame.channels;
                        const Element one = *elementAt(*stored, element);
                        if (!(one.flags & kWritten)) continue;
                        ++there;
                        const float value = wanted.at<float>((row * frame.columns + column) * frame.channels);
                        QVERIFY2(one.bits == std::bit_cast<std::uint32_t>(value),
                                 qPrintable(QStringLiteral("%1 [%2, %3] of tile %4 at clock %5")
                                                .arg(QString::fromStdString(layer))
                                                .arg(row)
                                                .arg(column)
                                                .arg(*tile)
                                                .arg(own.machine->clock())));
                    }
                seen += there;
                whole += there == frame.rows * frame.columns ? 1 : 0;
            }
        }
        QVERIFY(seen > 0 && whole > 0);
    }

    // Rows written by hand: what is stored before the launch is not its own, a store is of as many channels
    // as its strip has lanes, and what is written after a read is another value.
    void storesAreCountedByChannel() {
        test::Source source;
        const assembler::Assembly assembly = source.assemble(R"(.chip inference, "inference-teaching"
.tensor list, i32, [8], host
.tensor t, f32, [2, 2, 2], ub, at(64)
        shape a0, 2, 8, 1, 0
        vload.w v0, 0, a0, 2
        vstore.w t, v0, a0
        launch list
        shape a1, 2, 8, 2, 16
        vload.w v0, 0, a1, 1
        vstore.w t, v0, a1
        vload.w v1, 0, a0, 1
        vrelu.f v2, v1
        vstore.w t+4, v2, a0
        vload.w v1, t, a0, 2
        fill t, a0, 0
        halt
)");
        QVERIFY2(assembly.program.has_value(), source.rendered(assembly).c_str());
        const program::Program& program = *assembly.program;
        const isa::Spec& spec = *assembly.target->spec;
        constexpr std::uint32_t kNever = StoredPixels::kNever;
        const auto of = [&](std::uint64_t channel) {
            return storedPixels(program, spec, *program::findTensor(program, "t"), channel);
        };
        const StoredPixels first = of(0), second = of(1);
        QCOMPARE(first.stored, (std::vector<std::uint32_t>{6, 6, 6, 6}));
        QCOMPARE(first.lost, (std::vector<std::uint32_t>{11, 11, kNever, kNever}));
        QCOMPARE(second.stored, (std::vector<std::uint32_t>{9, 9, kNever, kNever}));
        QCOMPARE(second.lost, (std::vector<std::uint32_t>{kNever, kNever, kNever, kNever}));
        QVERIFY(!first.isThere(0, 6) && first.isThere(0, 7) && first.isThere(0, 11) && !first.isThere(0, 12));
        QVERIFY(first.isThere(3, kNever) && !second.isThere(2, kNever));
    }
};

int tst_stored_pixels(int argc, char** argv) { return lw::tests::run<TestStoredPixels>(argc, argv); }
#include "tst_stored_pixels.moc"
