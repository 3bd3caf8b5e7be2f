// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/catalog.h"
#include "core/project/load_program.h"
#include "core/scene/circuit/array_picture.h"
#include "core/scene/circuit/pooling_picture.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>
#include <map>

using namespace lw;

namespace {

// An example with its machine, standing one clock after the issue of the instruction `bundle`.
struct Subject {
    project::ProgramAnswer answer;
    std::unique_ptr<machine::Machine> machine;
    std::uint64_t issued = 0;

    Subject(const char* example, std::uint64_t bundle) {
        source::DiskLoader disk;
        source::Files files(disk);
        answer = project::loadProgram(
            {std::string(LW_ROOT "/examples/inference/") + example + "/program.lw", {}, {}, {}}, files);
        LW_REQUIRE(answer.loaded.has_value(), "an example that assembles");
        auto made = answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, {});
        LW_REQUIRE(bool(made), "an example that fits its machine");
        machine = *std::move(made);
        (void)machine->run({.bundles = bundle + 1});
        issued = machine->clock() - 1;
    }
    // So many clocks after the issue.
    machine::CircuitWork workAfter(std::uint64_t clocks) {
        (void)machine->run({.clock = issued + clocks});
        return answer.loaded->chip->circuits(machine->onlyCore().tree(), machine::momentOf(*machine),
                                             machine->onlyCore().program(), 0);
    }
};

float numberAt(const scene::CellPicture& picture, std::size_t cell) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(picture.bits[cell]));
}
bool isThere(const scene::CellPicture& picture, std::size_t cell) {
    return (picture.flags[cell] & scene::kWritten) != 0;
}

} // namespace

// The examples of the array and of the line buffer by themselves, clock by clock, as their pages have it.
class TestCircuitExamples : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // E0.7: what leaves the bottom row, by clock and column.
    void theWaveLeavesTheArray() {
        Subject subject("array-wave", 3);
        std::map<std::pair<std::uint64_t, std::size_t>, float> left;
        for (std::uint64_t clock = 1; clock < 7; ++clock) {
            const machine::CircuitWork work = subject.workAfter(clock);
            if (work.passes.empty()) continue;
            const auto picture = scene::circuit::arrayPicture(work.passes[0], subject.issued + clock);
            for (std::size_t column = 0; column < 2; ++column)
                if (isThere(picture.leaving, column))
                    left[{clock, column}] = numberAt(picture.leaving, column);
        }
        const std::map<std::pair<std::uint64_t, std::size_t>, float> wanted{
            {{2, 0}, 11}, {{3, 0}, 8}, {{3, 1}, 14}, {{4, 0}, 18},
            {{4, 1}, 10}, {{5, 0}, 4}, {{5, 1}, 24}, {{6, 1}, 6}};
        QCOMPARE(left, wanted);
    }
    // E0.8: 16 registers and 3 delay lines of 4, and the clocks at which windows are complete.
    void theLineBufferCompletesWindows() {
        Subject subject("line-buffer", 3);
        std::map<std::uint64_t, float> complete;
        std::size_t storage = 0;
        for (std::uint64_t clock = 1; clock < 64; ++clock) {
            const machine::CircuitWork work = subject.workAfter(clock);
            if (!work.pooling) continue;
            const auto picture = scene::circuit::poolingPicture(*work.pooling, subject.issued + clock);
            storage = picture.registers.bits.size() + picture.delayLines.bits.size();
            if (picture.complete) complete[clock] = numberAt(picture.results, *picture.complete);
        }
        QCOMPARE(storage, std::size_t{28});
        QCOMPARE(complete, (std::map<std::uint64_t, float>{{27, 18}, {31, 0}, {59, 31}, {63, 0}}));
    }
};

int tst_circuit_examples(int argc, char** argv) { return lw::tests::run<TestCircuitExamples>(argc, argv); }
#include "tst_circuit_examples.moc"
