// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/sending_circuits.h"

#include "core/chips/inference/inference.h"
#include "core/machine/recorder.h"

#include <QtTest>

using namespace lw;
using namespace lw::inference;
using machine::Event;
using machine::EventKind;

// What a recorder is told of bytes that go over a link, by who sends them and by who gets them.
class TestLinkEvents : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aLandingIsToldByTheReceiver();
};

void TestLinkEvents::aLandingIsToldByTheReceiver() {
    Config config = *builtInConfig("inference-teaching");
    config.cores = {2, 2};
    config.way = {6, {4, 1}};
    const std::vector<test::CircuitRow> east{{"shape", {0, 16, 1, 1, 0}},
                                             {"fill", {0, 0, 7}},
                                             {"send.e", {100, 0, 0, 0, 5}},
                                             {"send.e", {200, 0, 0, 0, 5}},
                                             {"halt", {}}};
    const std::vector<test::CircuitRow> waits{{"wait", {5, 1}}, {"wait", {5, 2}}, {"halt", {}}};
    auto made = createMachine({test::programOf(east, config), test::programOf(waits, config)}, config, {});
    QVERIFY(made);
    machine::Recorder recorder(1000);
    (*made)->setRecorder(&recorder);
    QVERIFY((*made)->run({.clock = 10000, .resumed = true}).kind == machine::StopKind::Halted);
    recorder.flush();
    std::vector<std::uint64_t> landed, comes, waited;
    for (const Event& e : recorder.events()) {
        if (e.kind == EventKind::Transfer && e.bundle >= 2) { // before them the fill
            QCOMPARE(e.a, 16u);                               // bytes
            QCOMPARE(e.b, 5u);                                // the signal
            landed.push_back(e.clock + e.duration);
        }
        if (e.kind == EventKind::Flag) {
            QCOMPARE(e.core, machine::CoreId{1});
            QCOMPARE(e.bundle, machine::kNoBundle);
            QCOMPARE(e.a, 5u);
            comes.push_back(e.clock);
            QCOMPARE(e.b, static_cast<std::uint32_t>(comes.size()));
        }
        if (e.kind == EventKind::Issue && e.core == machine::CoreId{1} && e.bundle < 2)
            waited.push_back(e.clock);
    }
    QCOMPARE(waited.size(), std::size_t{2});
    QCOMPARE(comes, waited);
    QCOMPARE(landed, waited);
    QCOMPARE(comes[1], comes[0] + 4); // 16 bytes at 4 per clock
}

int tst_link_events(int argc, char** argv) { return lw::tests::run<TestLinkEvents>(argc, argv); }
#include "tst_link_events.moc"
