// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/training_bundles.h"

#include "core/trace/event_trace.h"
#include "core/trace/statistics.h"

#include <nlohmann/json.hpp>

#include <cmath>

#include <QTest>

using namespace lw;
using namespace lw::training;
using namespace lw::test;

namespace {

constexpr std::uint32_t kEveryRow = 0xffffffff;

// Two loads, their sum as soon as it can be, a store: one clock is lost (load latency 2).
program::Program loadsAndSum(const Config& config) {
    program::Program program =
        programOf({bits({{kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{kEveryRow}}}}),
                   bits({{kVld, "vld", {R{2}, N{0}, N{2}, N{1}, N{kEveryRow}}}}),
                   bits({{kV0, "fadd", {R{3}, R{1}, R{2}}}}),
                   bits({{kVst, "vst", {N{0}, N{4}, R{3}, N{1}, N{kEveryRow}}}}), bits({{kS0, "halt", {}}})},
                  config);
    program.data = {dataOf(kVmem, 0, std::vector<float>(16, 1.0f))};
    program.symbols = {{"also", program::SymbolKind::Label, {}, 2, {}},
                       {"loads", program::SymbolKind::Label, {}, 1, {}},
                       {"sum", program::SymbolKind::Label, {}, 2, {}}};
    return program;
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyClockIsAccountedFor() {
        const Config config = *builtInConfig("training-teaching");
        const auto machine = *createMachine(loadsAndSum(config), config, {});
        QCOMPARE(machine->run({}).kind, machine::StopKind::Halted);
        const trace::Statistics statistics = trace::statisticsOf(*machine, {16, 16, 1e9}, kMxu, kDma);
        QCOMPARE(statistics.bundles, std::uint64_t{5});
        QCOMPARE(statistics.stalledClocks(), std::uint64_t{1});
        QCOMPARE(statistics.clocks, std::uint64_t{6});
        QCOMPARE(statistics.stalls.size(), std::size_t{1});
        QCOMPARE(statistics.seconds, 6e-9);
        QCOMPARE(statistics.units[index(kLoadPort)].instructions, std::uint64_t{2});
        QCOMPARE(
            statistics.regions,
            (std::vector<trace::Region>{{"", 0, 1, 1, 0}, {"loads", 1, 1, 1, 0}, {"also, sum", 2, 3, 3, 1}}));
        QVERIFY(std::isinf(statistics.roofline.intensity));
        QCOMPARE(statistics.roofline.ceiling, 16.0);
    }
    void theRoofIsTheLowerOne() {
        const Config config = *builtInConfig("training-teaching");
        const auto machine = *createMachine(loadsAndSum(config), config, {});
        machine->run({});
        // The load port stands in for far memory: two registers of 8 words; the ALUs for the matrix unit.
        const trace::Statistics statistics =
            trace::statisticsOf(*machine, {1000, 4, 1e9}, kVectorAlu, kLoadPort);
        QCOMPARE(statistics.roofline.bytes, std::uint64_t{64});
        QCOMPARE(statistics.roofline.operations, std::uint64_t{8});
        QCOMPARE(statistics.roofline.intensity, 8.0 / 64);
        QCOMPARE(statistics.roofline.ceiling, 4 * 8.0 / 64);
        QCOMPARE(statistics.roofline.attained, 8.0 / 6);
    }
    void eventsBecomeTracks() {
        using machine::Event;
        using machine::EventKind;
        const Config config = *builtInConfig("training-teaching");
        const program::Program program = loadsAndSum(config);
        const program::Target target = targetOf(config);
        const auto event = [](EventKind kind, std::uint64_t clock, std::uint32_t duration,
                              std::uint32_t bundle, isa::UnitId unit, std::uint32_t a, std::uint32_t b) {
            Event out;
            out.kind = kind, out.clock = clock, out.duration = duration, out.bundle = bundle, out.unit = unit,
            out.a = a, out.b = b;
            return out;
        };
        const std::vector<Event> events{
            event(EventKind::Issue, 3, 0, 3, kScalarAlu, 4, 0),
            event(EventKind::Stall, 2, 1, 2, kScalarAlu, 1, 1),
            event(EventKind::Execute, 3, 1, 2, kVectorAlu, op(kVector, "fadd"), kV0),
            event(EventKind::Transfer, 10, 4, 0, kDma, 4, 2),
            event(EventKind::Flag, 14, 0, 0, kSync, 2, 4),
            event(EventKind::Push, 5, 0, 0, kMxu, 1, 0)};
        std::string text;
        trace::ChromeTrace chrome([&](std::string_view piece) { text += piece; }, "test");
        trace::writeEvents(events, {&program, &target, {"one", "a \"quoted\" rule"}}, chrome);
        chrome.finish();
        const auto document = nlohmann::json::parse(text);
        std::map<std::string, nlohmann::json> byName;
        for (const auto& entry : document["traceEvents"])
            if (entry["ph"] != "M")
                byName[entry["name"].get<std::string>() + entry["ph"].get<std::string>()] = entry;
        QCOMPARE(byName.size(), std::size_t{6});
        QCOMPARE(byName["sum+1X"]["ts"].get<int>(), 3);
        QCOMPARE(byName["a \"quoted\" ruleX"]["args"]["waits for bundle"].get<int>(), 1);
        QCOMPARE(byName["faddX"]["args"]["slot"].get<std::string>(), std::string("v0"));
        QCOMPARE(byName["transfer of 4 granulesX"]["ts"].get<int>(), 10);
        QCOMPARE(byName["transfer of 4 granulesX"]["dur"].get<int>(), 4);
        QCOMPARE(byName["flag 2C"]["args"]["value"].get<int>(), 4);
        QCOMPARE(byName["mxu queueC"]["args"]["value"].get<int>(), 1);
    }
};

int tst_statistics(int argc, char** argv) { return lw::tests::run<TestStatistics>(argc, argv); }
#include "tst_statistics.moc"
