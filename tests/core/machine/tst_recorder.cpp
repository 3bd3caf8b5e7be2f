// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/recorder.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <set>

using namespace lw::machine;

namespace {

Event eventAt(std::uint64_t clock) {
    Event event;
    event.clock = clock;
    event.a = static_cast<std::uint32_t>(clock * 3);
    return event;
}

void record(Recorder& recorder, std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t clock = from; clock < to; ++clock) recorder.add(eventAt(clock));
}

} // namespace

class TestRecorder : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void eventsComeOutInOrder() {
        Recorder recorder(100000);
        record(recorder, 0, 40000);
        QCOMPARE(recorder.events().size(), std::size_t{32768}); // two full chunks
        recorder.flush();
        const auto events = recorder.events();
        QCOMPARE(events.size(), std::size_t{40000});
        for (std::uint64_t i = 0; i < events.size(); ++i) QVERIFY(events[i] == eventAt(i));
        QCOMPARE(recorder.dropped(), std::uint64_t{0});
    }

    void theOldestFallOut() {
        Recorder recorder(2 * EventChunk::kEvents);
        const auto early = [&] {
            record(recorder, 0, EventChunk::kEvents);
            recorder.flush();
            return recorder.chunks().front();
        }();
        record(recorder, EventChunk::kEvents, 10 * EventChunk::kEvents);
        recorder.flush();
        const auto events = recorder.events();
        QVERIFY(events.size() >= 2 * EventChunk::kEvents && events.size() <= 3 * EventChunk::kEvents);
        QCOMPARE(events.back().clock, std::uint64_t{10 * EventChunk::kEvents - 1});
        QCOMPARE(events.front().clock, recorder.dropped());
        QCOMPARE(early->all()[5].clock, std::uint64_t{5}); // taken before it fell out
    }

    void whatLiesAheadIsForgotten() {
        Recorder recorder(100000);
        record(recorder, 0, 20000);
        recorder.forgetFrom(17000);
        QCOMPARE(recorder.events().size(), std::size_t{17000});
        record(recorder, 17000, 17010);
        recorder.flush();
        QCOMPARE(recorder.events().size(), std::size_t{17010});
        recorder.forgetFrom(3);
        QCOMPARE(recorder.events().size(), std::size_t{3});
    }

    void unitsAreChosen() {
        Recorder recorder(1);
        QVERIFY(recorder.wants(lw::isa::UnitId{0}) && recorder.wants(lw::isa::UnitId{63}));
        recorder.setUnits(1 << 5);
        QVERIFY(recorder.wants(lw::isa::UnitId{5}) && !recorder.wants(lw::isa::UnitId{6}));
    }

    void everyKindHasAName() {
        std::set<std::string_view> names;
        for (std::uint8_t kind = 0; kind < kEventKinds; ++kind) names.insert(nameOf(EventKind(kind)));
        QCOMPARE(names.size(), std::size_t{kEventKinds});
        QCOMPARE(nameOf(EventKind::Fault), std::string_view("fault"));
    }
};

int tst_recorder(int argc, char** argv) { return lw::tests::run<TestRecorder>(argc, argv); }
#include "tst_recorder.moc"
