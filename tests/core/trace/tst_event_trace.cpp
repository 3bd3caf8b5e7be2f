// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/training.h"
#include "core/machine/recorder.h"
#include "core/trace/event_trace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

#include <QTest>

using namespace lw;
using namespace lw::training;
using machine::Event;
using machine::EventKind;

namespace {

// Weights, two products and their results; meanwhile four granules come in, and the program counts along.
constexpr const char* kProgram = R"(
.tensor source, f32, [16], hbm = 1
.tensor target, f32, [4, 4], vmem
.data smem
descriptor: .word granule(source), granule(target), 2, 4, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.text
        { s0: movi r0, 0 ; s1: sync.set f2, 0 ; v0: bcast v1, 1.0 }
        { s0: dma.h2v [r0+descriptor] }
        { push: mxu.w v1 }
        { push: mxu.w v1 ; s0: sync.add f2, 10 }
        { push: mxu.latch }
        { push: mxu.x v1 }
        { push: mxu.x v1 }
        { pop: mxu v2 ; v0: fadd v3, v1, v1 ; v1: fmul v4, v1, v1 }
        { pop: mxu v3 }
        { s0: sync.wait f2, 14 }
        { misc: trace 1, r0 }
        { vld: v5, [r0+target] }
        { v0: fadd v6, v5, v5 }
        { vld: v7, [r0+target] }
        { vst: [r0+target], v7 }
        { s0: mul r5, r0, r0 }
        { s0: add r6, r5, 1 }
        { s0: ld r1, [r0-1] }
        halt
)";

struct Run {
    program::Program program;
    program::Target target;
    std::vector<std::string> rules;
    std::vector<Event> events;

    std::vector<Event> ofKind(EventKind kind) const {
        std::vector<Event> out;
        std::copy_if(events.begin(), events.end(), std::back_inserter(out),
                     [&](const Event& event) { return event.kind == kind; });
        return out;
    }
};

// In pieces of that many clocks.
Run recorded(std::uint64_t piece = machine::kForever) {
    test::Source source;
    auto assembly = source.teach(kProgram);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    const Config config = *builtInConfig("training-teaching");
    const auto machine = *createMachine(*assembly.program, config, {});
    machine::Recorder recorder(1000);
    machine->setRecorder(&recorder);
    for (machine::Stop stop; stop.kind == machine::StopKind::Limit;)
        stop = machine->run({.clock = piece == machine::kForever ? piece : machine->clock() + piece});
    recorder.flush();
    return {*std::move(assembly.program), targetOf(config), trace::stallRules(machine->onlyCore()),
            recorder.events()};
}

nlohmann::json traceOf(const Run& run) {
    std::string text;
    trace::ChromeTrace chrome([&](std::string_view piece) { text += piece; }, "test");
    trace::writeEvents(run.events, {&run.program, &run.target, run.rules}, chrome);
    chrome.finish();
    return nlohmann::json::parse(text)["traceEvents"];
}

std::uint64_t issueOf(const Run& run, std::uint32_t bundle) {
    for (const Event& event : run.ofKind(EventKind::Issue))
        if (event.bundle == bundle) return event.clock;
    return ~std::uint64_t{0};
}

} // namespace

class TestEventTrace : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void queuesAreCounted() {
        const Run run = recorded();
        std::vector<std::tuple<std::uint64_t, EventKind, std::uint32_t>> found;
        for (const Event& event : run.events)
            if (event.kind == EventKind::Push || event.kind == EventKind::Pop) {
                QCOMPARE(event.unit, kMxu);
                found.emplace_back(event.clock, event.kind, event.a);
            }
        const decltype(found) expected{{issueOf(run, 5), EventKind::Push, 1},
                                       {issueOf(run, 6), EventKind::Push, 2},
                                       {issueOf(run, 7), EventKind::Pop, 1},
                                       {issueOf(run, 8), EventKind::Pop, 0}};
        QVERIFY(found == expected);
    }

    // A product of scalars takes 2 clocks. What faults does not issue.
    void bundlesIssueOnceAndAfterTheirStalls() {
        const Run run = recorded();
        const std::vector<Event> issues = run.ofKind(EventKind::Issue);
        QCOMPARE(issues.size(), std::size_t{17});
        for (std::size_t i = 0; i < issues.size(); ++i)
            QCOMPARE(issues[i].bundle, static_cast<std::uint32_t>(i));
        QCOMPARE(issues[16].clock, issues[15].clock + 2);
        std::uint64_t stalled = 0;
        for (const Event& event : run.ofKind(EventKind::Stall)) stalled += event.duration;
        QCOMPARE(issues.back().clock + 1, issues.size() + stalled);
    }

    // A transfer of 4 granules with latency 10, one granule per clock: they are counted 10 to 13 clocks after
    // the start, whoever looks when and wherever the run was cut.
    void flagsHaveTheClocksOfTheirChanges() {
        for (const std::uint64_t piece : {machine::kForever, std::uint64_t{1}, std::uint64_t{3}}) {
            const Run run = recorded(piece);
            std::vector<std::tuple<std::uint64_t, std::uint32_t, std::int32_t>> found;
            for (const Event& event : run.ofKind(EventKind::Flag))
                found.emplace_back(event.clock, event.a, static_cast<std::int32_t>(event.b));
            std::sort(found.begin(), found.end());
            const std::uint64_t start = issueOf(run, 1);
            const decltype(found) expected{{issueOf(run, 0), 2, 0}, {issueOf(run, 3), 2, 10},
                                           {start + 10, 2, 11},     {start + 11, 2, 12},
                                           {start + 12, 2, 13},     {start + 13, 2, 14}};
            QVERIFY(found == expected);
        }
    }

    // Three transfers on one flag, of 20, 35 and 5 granules: at each clock the flag has the value that the
    // machine has there.
    void flagsRiseAsTheChipCountsThem() {
        test::Source source;
        const auto assembly = source.teach(R"(
.tensor source, f32, [512], hbm
.tensor target, f32, [60, 4], vmem
.data smem
first:  .word granule(source), granule(target), 2, 20, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
second: .word granule(source), granule(target)+20, 2, 35, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
third:  .word granule(source), granule(target)+55, 2, 5, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.text
        { s0: movi r0, 0 ; s1: sync.set f2, 0 }
        { s0: dma.h2v [r0+first] }
        { s0: dma.h2v [r0+second] }
        { s0: sync.wait f2, 20 }
        { s0: dma.h2v [r0+third] }
        { s0: sync.wait f2, 60 }
        halt
)");
        QVERIFY2(assembly.program, source.rendered(assembly).c_str());
        const auto machine = *createMachine(*assembly.program, *builtInConfig("training-teaching"), {});
        std::map<std::uint64_t, std::int32_t> wanted, found; // by clock, where it changes
        const machine::Node& flags = machine->tree().at(machine->tree().find("sync/flags"));
        std::int32_t last = 0;
        const auto start = machine->store().save();
        while (!machine->halted()) {
            const std::uint64_t clock = machine->clock();
            machine->run({.clock = clock + 1});
            std::int32_t value = 0;
            machine->store().read(flags.offset + 8, std::as_writable_bytes(std::span(&value, 1)));
            if (value != last) wanted[machine->clock()] = value;
            last = value;
        }
        machine->store().restore(start);
        machine->stateReplaced();
        machine::Recorder recorder(1000);
        machine->setRecorder(&recorder);
        machine->run({});
        recorder.flush();
        last = 0;
        std::map<std::uint64_t, std::int32_t> recorded;
        for (const Event& event : recorder.events())
            if (event.kind == EventKind::Flag) recorded[event.clock] = static_cast<std::int32_t>(event.b);
        for (const auto& [clock, value] : recorded) {
            if (value != last) found[clock] = value;
            last = value;
        }
        QVERIFY(wanted.size() > 40);
        QVERIFY(found == wanted);
    }

    void wordsForTheHostAndFaultsAreMoments() {
        const Run run = recorded();
        const auto words = run.ofKind(EventKind::Trace), faults = run.ofKind(EventKind::Fault);
        QCOMPARE(words.size(), std::size_t{1});
        QCOMPARE(words[0].clock, issueOf(run, 10));
        QCOMPARE(words[0].a, 1u);
        QCOMPARE(words[0].b, 0u);
        QCOMPARE(faults.size(), std::size_t{1});
        QCOMPARE(faults[0].bundle, 17u);
    }

    // Several units stall for the same reason: the names of the rules stay right.
    void stallsSayTheirRule() {
        const Run run = recorded();
        const nlohmann::json entries = traceOf(run);
        std::map<int, std::string> found; // by bundle
        for (const auto& entry : entries)
            if (entry["ph"] == "X" && entry["args"].contains("waits for bundle"))
                found[entry["args"]["bundle"].get<int>()] = entry["name"].get<std::string>();
        const decltype(found) expected{
            {3, "the unit's port is taken"},        {4, "the unit's port is taken"},
            {6, "the unit's port is taken"},        {7, "the oldest result is not ready"},
            {8, "the oldest result is not ready"},  {12, "a vector register is not ready"},
            {14, "a vector register is not ready"}, {16, "a scalar register is not ready"}};
        QVERIFY(found == expected);
    }

    void stallsAreWholeHoweverTheRunWasCut() {
        const auto stalls = [](const Run& run) {
            std::vector<std::string> out;
            for (const auto& entry : traceOf(run))
                if (std::find(run.rules.begin(), run.rules.end(), entry["name"]) != run.rules.end())
                    out.push_back(entry.dump());
            return out;
        };
        const std::vector<std::string> whole = stalls(recorded());
        QVERIFY(!whole.empty());
        QCOMPARE(stalls(recorded(1)), whole);
        QCOMPARE(stalls(recorded(3)), whole);
    }

    // Viewers of the format nest spans of one lane; spans that cross are lost.
    void spansOfALaneDoNotCross() {
        const Run run = recorded();
        std::map<int, std::string> names;
        std::map<std::string, std::vector<std::pair<int, int>>> lanes;
        const nlohmann::json entries = traceOf(run);
        for (const auto& entry : entries) {
            const int lane = entry["tid"].get<int>();
            if (entry["name"] == "thread_name") names[lane] = entry["args"]["name"].get<std::string>();
            if (entry["ph"] != "X") continue;
            const int begin = entry["ts"].get<int>();
            lanes[names[lane]].emplace_back(begin, begin + entry["dur"].get<int>());
        }
        QVERIFY(lanes.contains("vector ALUs 2"));
        for (auto& [name, spans] : lanes) {
            std::sort(spans.begin(), spans.end());
            for (std::size_t i = 1; i < spans.size(); ++i)
                QVERIFY2(spans[i - 1].second <= spans[i].first, name.c_str());
        }
    }
};

int tst_event_trace(int argc, char** argv) { return lw::tests::run<TestEventTrace>(argc, argv); }
#include "tst_event_trace.moc"
