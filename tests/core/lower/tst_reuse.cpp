// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/buffer_plan.h"
#include "core/scene/striding/patch_sums.h"
#include "tests/core/lower/lowered_run.h"
#include "tests/core/lower/random_network.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;

namespace {

// A tensor of which the report says from when to when it is there.
struct Watched {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
    std::uint32_t from = 0, until = 0; // rows; 0: to the end
    std::vector<std::byte> held{};
    std::uint32_t changed = 0; // the row before which it was no longer the same; 0: never
};

std::vector<Watched> watchedIn(const Lowering& lowering) {
    std::vector<Watched> out;
    const auto watch = [&](const std::string& name, std::uint32_t from, std::uint32_t until) {
        for (const PlannedTensor& one : lowering.plan.tensors)
            if (one.space == "ub" && one.name == name)
                out.push_back({name, one.address, one.bytes(), from, until});
    };
    for (const LayerReport& layer : lowering.report.layers)
        for (const KeptTensor& kept : layer.tensors) {
            const bool isRead = kept.role == "input" || kept.role == "mask" || kept.role == "second mask";
            watch(kept.name, isRead ? layer.firstRow : layer.firstRow + layer.rowCount, kept.untilRow);
        }
    for (const SumReport& sums : lowering.report.sums) {
        if (sums.strips.empty()) continue;
        const StripPlace& last = sums.strips.back();
        watch(sums.input.name, sums.passPlaces.front().instruction, sums.operandsUntilRow);
        watch(sums.bias, sums.passPlaces.front().instruction, sums.operandsUntilRow);
        watch(sums.output.name, last.firstRow + last.rowCount, sums.outputUntilRow);
    }
    return out;
}

std::vector<std::byte> bytesOf(machine::Machine& machine, const Watched& one) {
    const PlacedPicture place{one.name, one.address, 1, 1, one.bytes, {}, tensor::DType::I8};
    auto elements = scene::striding::elementsOf(machine::scopeOf(machine), place, machine.store().save());
    LW_REQUIRE(bool(elements), "a place in the unified buffer");
    auto all = scene::readAll(**elements);
    LW_REQUIRE(bool(all), "bytes of the unified buffer");
    return {all->bytes().begin(), all->bytes().end()};
}

} // namespace

class TestReuse : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // What the report says is there until a row is there until it, row by row of the run.
    void whatIsThereStaysUntilItsRow() {
        int overwritten = 0, whole = 0;
        for (std::uint32_t seed = 3000; seed < 3600; seed += test::kSeedStep) {
            const test::RandomNetwork made(seed,
                                           seed % 2 == 0 ? network::Precision::I8 : network::Precision::F32);
            const test::Circuit roomy = test::teachingCircuit();
            const auto needed = strideKernels(made.network, roomy.limits, {{}, 0, true, 0, 1, {}});
            if (!needed) continue;
            const std::uint64_t less = needed->report.bufferBytes * (70 + seed % 30) / 100 / 16 * 16 + 16;
            const test::Circuit tight =
                test::circuitWith({{"bufferBytes", std::max<std::uint64_t>(less, 64)}});
            if (!strideKernels(made.network, tight.limits, {})) continue;
            const test::LoweredRun run = test::runLowered(made.network, tight, made.x, {});
            QVERIFY2(run.failure.empty(), run.failure.c_str());
            std::vector<Watched> watched = watchedIn(run.lowering);
            follow(run, watched, made, tight);
            for (const Watched& one : watched) {
                const bool isKept = one.changed == 0 || (one.until != 0 && one.changed > one.until);
                QVERIFY2(isKept, qPrintable(QString("seed %1: %2 is said to be there until row %3, and is "
                                                    "another one before row %4")
                                                .arg(seed)
                                                .arg(QString::fromStdString(one.name))
                                                .arg(one.until)
                                                .arg(one.changed)));
                overwritten += one.changed != 0;
                whole += one.changed == 0;
            }
        }
        QVERIFY2(overwritten > int{100 / test::kSeedStep} && whole > int{100 / test::kSeedStep},
                 qPrintable(QString("%1 overwritten, %2 not").arg(overwritten).arg(whole)));
    }
    void room() {
        using Shares = std::vector<std::uint64_t>;
        QCOMPARE(shareRoom({}, 1000), Shares());
        // All that they wish, with a line around each of two tensors.
        QCOMPARE(shareRoom({{100, 3}, {10, 4}}, 340 + 4 * kBufferAlignment), (Shares{3, 4}));
        // The small one gets all, the large one what is left: (340 - 40 - 32 - 32) / 100.
        QCOMPARE(shareRoom({{100, 30}, {10, 4}}, 340), (Shares{2, 4}));
        // Equal wishes get equal parts, (500 - 32) / 100, and the last one the rest: (1000 - 432 - 32) / 100.
        QCOMPARE(shareRoom({{100, 30}, {100, 30}}, 1000), (Shares{4, 5}));
        QCOMPARE(shareRoom({{100, 30}, {100, 30}}, 20), (Shares{0, 0}));
    }

  private:
    // Runs the program once more, a row at a time.
    static void follow(const test::LoweredRun& run, std::vector<Watched>& watched,
                       const test::RandomNetwork& made, const test::Circuit& circuit) {
        source::MemoryLoader loader;
        loader.set("circuit.json", circuit.json);
        source::Files files(loader);
        auto answer = project::loadLowered(run.lowering, "lowered", "circuit.json", loader, files);
        LW_REQUIRE(answer.loaded, "it ran before");
        auto machine = answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, {});
        LW_REQUIRE(bool(machine), "it ran before");
        const auto input = network::asInput(made.network, made.x, network::Arithmetic::F32);
        const auto put = project::putTensor(**machine, run.lowering.plan.hostNames[network::kInput], *input);
        LW_REQUIRE(bool(put), "it ran before");
        while (!(*machine)->halted()) {
            const std::uint32_t next = (*machine)->onlyCore().nextBundle();
            for (Watched& one : watched) {
                if (next < one.from || one.changed != 0) continue;
                auto now = bytesOf(**machine, one);
                if (next == one.from)
                    one.held = std::move(now);
                else if (now != one.held)
                    one.changed = next;
            }
            (*machine)->run({.bundles = 1});
        }
    }
};

int tst_reuse(int argc, char** argv) { return lw::tests::run<TestReuse, QCoreApplication>(argc, argv); }
#include "tst_reuse.moc"
