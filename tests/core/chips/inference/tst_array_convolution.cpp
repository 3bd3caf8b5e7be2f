// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/isa/encode.h"
#include "core/project/load_program.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cstring>
#include <span>

using namespace lw;
using namespace lw::inference;
using machine::FaultKind;
using machine::StopKind;

namespace {

constexpr std::size_t kSide = 12, kFilters = 8;

// A cut of the example array-convolution, with links of any speed.
struct Cut {
    std::size_t rows = 1, columns = 1;
    Config config;
    std::vector<program::Program> programs;

    Cut(const std::string& file, std::size_t r, std::size_t c) : rows(r), columns(c) {
        source::DiskLoader disk;
        source::Files files(disk);
        project::ProgramAnswer answer = project::loadProgram(
            {LW_ROOT "/examples/inference/array-convolution/" + file, {}, {}, {}, true}, files);
        LW_REQUIRE(answer.loaded.has_value(), "an example that assembles");
        config = *parseConfig(answer.loaded->machine.json, Place::kNoFile);
        programs = answer.loaded->ofCores;
        if (programs.empty()) programs = {answer.loaded->program};
    }
    std::unique_ptr<machine::Machine> machine(UninitMode uninit = UninitMode::Fault) const {
        std::vector<program::Program> own = programs;
        for (program::Program& program : own) program.machineHash = targetOf(config).machineHash;
        auto made = createMachine(std::move(own), config, {.uninit = uninit});
        LW_REQUIRE(bool(made), "an example that fits its machine");
        return *std::move(made);
    }
    // All of the result, from the parts.
    std::vector<std::int32_t> result(machine::Machine& m) const {
        std::vector<std::int32_t> out(kSide * kSide * kFilters);
        const std::size_t high = kSide / rows, wide = kSide / columns;
        for (std::size_t part = 0; part < rows * columns; ++part) {
            const machine::Core& core = m.core({static_cast<std::uint16_t>(part)});
            const program::NamedTensor* y = nullptr;
            for (const program::NamedTensor& tensor : core.program().tensors)
                if (tensor.name == "y") y = &tensor;
            std::vector<std::int32_t> own(high * wide * kFilters);
            const auto read = core.readSpace(kHost, y->address, std::as_writable_bytes(std::span(own)), {});
            LW_REQUIRE(bool(read), "a result");
            for (std::size_t r = 0; r < high; ++r) {
                const std::size_t row = part / columns * high + r, column = part % columns * wide;
                std::memcpy(out.data() + (row * kSide + column) * kFilters, own.data() + r * wide * kFilters,
                            wide * kFilters * sizeof(std::int32_t));
            }
        }
        return out;
    }
};

const std::vector<Cut>& cuts() {
    static const std::vector<Cut> all{{"2x2.lww", 2, 2}, {"1x3.lww", 1, 3}, {"3x2.lww", 3, 2}};
    return all;
}

// How far a link is, and how much it carries.
constexpr machine::Way kWays[] = {{1, {1, 1}}, {6, {4, 1}}, {3, {64, 1}}, {700, {1, 7}}};

} // namespace

// A picture cut among circuits that exchange columns, then rows with corners.
class TestArrayConvolution : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyCutGivesTheUndividedResult() {
        const Cut whole("program.lw", 1, 1);
        const auto one = whole.machine();
        QCOMPARE(one->run({}).kind, StopKind::Halted);
        const std::vector<std::int32_t> expected = whole.result(*one);
        for (Cut cut : cuts())
            for (const machine::Way& way : kWays) {
                cut.config.way = way;
                const auto m = cut.machine();
                const machine::Stop stop = m->run({.clock = 1'000'000});
                QVERIFY2(stop.kind == StopKind::Halted, stop.fault ? stop.fault->text.c_str() : "no halt");
                QVERIFY(cut.result(*m) == expected);
            }
    }

    void withoutAnyOneWaitItIsFound() {
        int races = 0;
        for (const Cut& cut : cuts())
            for (std::size_t core = 0; core < cut.programs.size(); ++core)
                for (std::size_t i = 0; i < cut.programs[core].bundles.size(); ++i) {
                    isa::Bundle bundle;
                    QVERIFY(!isa::decode(kIsa, cut.programs[core].bundles[i], bundle));
                    if (bundle.count == 0 || bundle.insns[0].op != op("wait")) continue;
                    Cut without = cut;
                    without.programs[core].bundles[i] = {};
                    for (const machine::Way& way : kWays) {
                        without.config.way = way;
                        // As if what is not there yet were something else that is of use.
                        const auto zeros = without.machine(UninitMode::Zero);
                        const machine::Stop race = zeros->run({.clock = 1'000'000});
                        QVERIFY(race.fault && race.fault->kind == FaultKind::Race);
                        ++races;
                        // As it is: what is not there yet was never written, and it is said who sends it.
                        const auto m = without.machine();
                        const machine::Stop stop = m->run({.clock = 1'000'000});
                        QVERIFY(stop.fault && stop.fault->other.isKnown());
                        QVERIFY(stop.fault->core != stop.fault->other.core);
                        QVERIFY(stop.fault->kind == FaultKind::Race ||
                                stop.fault->kind == FaultKind::Uninitialised);
                    }
                }
        QCOMPARE(races, 4 * (8 + 4 + 14));
    }
};

int tst_array_convolution(int argc, char** argv) { return lw::tests::run<TestArrayConvolution>(argc, argv); }
#include "tst_array_convolution.moc"
