// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/thread_crew.h"
#include "core/machine/snapshot.h"
#include "core/machine/state_store.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <random>

using namespace lw::machine;

namespace {

constexpr std::uint64_t kPage = StateStore::kPageBytes;

void poke(StateStore& store, std::uint64_t offset, std::uint32_t value) {
    store.write(offset, std::as_bytes(std::span(&value, 1)));
}

std::uint32_t peek(const StateStore& store, std::uint64_t offset) {
    std::uint32_t value = 0;
    store.read(offset, std::as_writable_bytes(std::span(&value, 1)));
    return value;
}

// Bytes resident in memory, from the host.
std::uint64_t residentBytes() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    unsigned long all = 0, resident = 0;
    const int got = std::fscanf(file, "%lu %lu", &all, &resident);
    std::fclose(file);
    return got == 2 ? resident * 4096 : 0;
}

double microseconds(auto&& work) {
    const auto from = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from).count();
}

// Cells of different types, as a chip lists them.
template <template <typename> typename Of> struct Listed {
    Of<std::uint8_t> bytes;
    Of<std::uint32_t> words;
    Of<std::int32_t> numbers;
    Of<std::uint64_t> clocks;
};

// Two regions of 4 MiB, each with 3 hot pages.
std::vector<Region> twoRegions() {
    constexpr std::uint64_t kEach = std::uint64_t{4} << 20;
    return {{0, 3 * kPage, kEach}, {kEach, kEach + 3 * kPage, 2 * kEach}};
}

} // namespace

class TestStateStore : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Enough pages that it takes part; some become zero again, some stay as they were.
    void aCrewMakesNoDifference() {
        lw::Crew crew(2);
        StateStore alone(twoRegions()), helped(twoRegions(), &crew);
        std::mt19937_64 random(7);
        std::vector<std::shared_ptr<const Snapshot>> kept;
        for (int round = 0; round < 12; ++round) {
            for (int i = 0; i < 900; ++i) {
                const std::uint64_t page = random() % (alone.bytes() / kPage);
                const auto value = static_cast<std::uint32_t>(random() % 3);
                for (StateStore* const store : {&alone, &helped}) poke(*store, page * kPage + 8, value);
            }
            const auto expected = alone.save();
            kept.push_back(helped.save());
            for (std::uint64_t page = 0; page < alone.bytes() / kPage; ++page) {
                std::array<std::byte, kPage> a, b;
                expected->read(page * kPage, a);
                kept.back()->read(page * kPage, b);
                QVERIFY(a == b);
            }
            QCOMPARE(kept.back()->hash(), expected->hash());
        }
        helped.restore(kept[3]);
        QCOMPARE(helped.hash(), kept[3]->hash());
    }

    // Also if a crew cleared it.
    void theNextStateIsZero() {
        lw::Crew crew(2);
        for (int round = 0; round < 3; ++round) {
            StateStore store(twoRegions(), &crew);
            std::vector<std::byte> all(store.bytes());
            store.read(0, all);
            QVERIFY(std::all_of(all.begin(), all.end(), [](std::byte b) { return b == std::byte{0}; }));
            for (std::uint64_t page = 0; page < store.bytes() / kPage; page += 2)
                poke(store, page * kPage, 5);
        }
    }

    void cellsAreWrittenThroughTheDoor() {
        StateStore store(1 << 20, 0);
        const Cells<std::uint16_t> cells{{1}, 4096 - 64, 64};
        const auto span = store.edit(cells, 30, 4);
        QCOMPARE(span.size(), std::size_t{4});
        span[3] = 7;
        QCOMPARE(store.view(cells)[33], std::uint16_t{7});
        QCOMPARE(store.raw(cells)[33], std::uint16_t{7});
        QCOMPARE(std::vector(store.dirtyPages().begin(), store.dirtyPages().end()),
                 (std::vector<std::uint32_t>{0, 1}));
    }

    // All that a chip lists, each where its own handle says.
    void aListOfCellsIsBoundAtOnce() {
        StateStore store(1 << 20, 0);
        Listed<Cells> at{{{1}, 64, 3}, {{2}, 4096, 5}, {{3}, 128, 7}, {{4}, 1 << 16, 1}};
        const Listed<CellsAt> bound = store.bind(at);
        QCOMPARE(bound.bytes, store.raw(at.bytes));
        QCOMPARE(bound.words, store.raw(at.words));
        QCOMPARE(bound.numbers, store.raw(at.numbers));
        QCOMPARE(bound.clocks, store.raw(at.clocks));
        bound.words[4] = 77;
        QCOMPARE(store.view(at.words)[4], 77u);
    }

    void aWriteOfNothingMarksNothing() {
        StateStore store(1 << 20, 0);
        store.mark(0, 0);
        store.mark(kPage, 0);
        store.write(1 << 20, {});
        QVERIFY(store.dirtyPages().empty());
    }

    void restoreBringsBackEveryByte() {
        StateStore store(64 * kPage, kPage + 100);
        poke(store, 8, 1);
        poke(store, 70 * 1000, 2);
        const auto first = store.save();
        poke(store, 8, 3);          // hot
        poke(store, 70 * 1000, 4);  // saved and dirty
        poke(store, 40 * kPage, 5); // was untouched
        const auto second = store.save();
        poke(store, 41 * kPage, 6); // dirty, never saved
        store.restore(first);
        QCOMPARE(peek(store, 8), 1u);
        QCOMPARE(peek(store, 70 * 1000), 2u);
        QCOMPARE(peek(store, 40 * kPage), 0u);
        QCOMPARE(peek(store, 41 * kPage), 0u);
        QVERIFY(store.dirtyPages().empty());
        store.restore(second);
        QCOMPARE(peek(store, 8), 3u);
        QCOMPARE(peek(store, 70 * 1000), 4u);
        QCOMPARE(peek(store, 40 * kPage), 5u);
        QCOMPARE(peek(store, 41 * kPage), 0u);
    }

    void hotCellsNeedNoMark() {
        StateStore store(64 * kPage, 2 * kPage);
        const Cells<std::uint32_t> hot{{1}, 0, 16};
        store.raw(hot)[3] = 9;
        const auto hash = store.hash();
        const auto saved = store.save();
        QCOMPARE(saved->hash(), hash);
        store.raw(hot)[3] = 10;
        QVERIFY(store.hash() != hash);
        store.restore(saved);
        QCOMPARE(store.raw(hot)[3], 9u);
        QVERIFY(store.dirtyPages().empty());
    }

    void zerosEqualNothing() {
        StateStore touched(1 << 24, kPage), untouched(1 << 24, kPage);
        poke(touched, 5 * kPage, 1);
        const auto before = touched.save();
        poke(touched, 5 * kPage, 0);
        QCOMPARE(touched.hash(), untouched.hash());
        const auto after = touched.save();
        QCOMPARE(after->hash(), untouched.save()->hash());
        QVERIFY(after->root().get() == nullptr);
        QVERIFY(before->hash() != after->hash());
    }

    void whatNobodyTouched() {
        StateStore store(1 << 24, kPage);
        QVERIFY(!store.isUntouched(0, 1)); // hot
        QVERIFY(store.isUntouched(kPage, (1 << 24) - kPage));
        poke(store, 5 * kPage, 1);
        QVERIFY(store.isUntouched(kPage, 4 * kPage));
        QVERIFY(!store.isUntouched(kPage, 4 * kPage + 1));
        QVERIFY(!store.isUntouched(5 * kPage + 100, 1)); // by whole pages
        QVERIFY(store.isUntouched(6 * kPage, 1));
        const auto saved = store.save();
        QVERIFY(!store.isUntouched(5 * kPage, 1));
        StateStore other(1 << 24, kPage); // perhaps in memory that the first had
        other.restore(saved);
        QVERIFY(!other.isUntouched(5 * kPage, 1));
        QVERIFY(other.isUntouched(6 * kPage, 1));
    }

    void theHashKnowsWhereBytesStand() {
        StateStore a(1 << 20, 0), b(1 << 20, 0), longer((1 << 20) + 1, 0);
        QVERIFY(a.hash() != longer.hash());
        poke(a, 3 * kPage, 77);
        poke(b, 4 * kPage, 77);
        QVERIFY(a.hash() != b.hash());
        poke(b, 3 * kPage, 77);
        poke(b, 4 * kPage, 0);
        QCOMPARE(a.hash(), b.hash());
        // Two pages exchanged are another state.
        poke(a, 9 * kPage, 1), poke(b, 9 * kPage, 77), poke(b, 3 * kPage, 1);
        QVERIFY(a.hash() != b.hash());
    }

    void snapshotsAreReadWithoutTheStore() {
        std::shared_ptr<const Snapshot> kept;
        {
            StateStore store(10 * kPage, 0);
            poke(store, 2 * kPage - 4, 0x01020304);
            poke(store, 2 * kPage, 0x05060708);
            kept = store.save();
        }
        std::array<std::byte, 12> out{};
        kept->read(2 * kPage - 4, out);
        const std::array<int, 12> want{4, 3, 2, 1, 8, 7, 6, 5, 0, 0, 0, 0};
        for (std::size_t i = 0; i < out.size(); ++i) QCOMPARE(std::to_integer<int>(out[i]), want[i]);
        QVERIFY(kept->page(9) == nullptr);
    }

    void aSnapshotMovesToAnotherStore() {
        StateStore a(1 << 22, kPage), b(1 << 22, kPage);
        poke(a, 100 * kPage, 5);
        poke(b, 101 * kPage, 6);
        b.restore(a.save());
        QCOMPARE(a.hash(), b.hash());
        poke(b, 102 * kPage, 7);
        const auto mixed = b.save(); // holds pages of both stores
        a.restore(mixed);
        QCOMPARE(peek(a, 100 * kPage), 5u);
        QCOMPARE(peek(a, 102 * kPage), 7u);
    }

    void savedPagesNameWhatWasWritten() {
        StateStore store(1 << 22, kPage);
        poke(store, 30 * kPage, 1);
        poke(store, 20 * kPage, 1);
        const auto first = store.save();
        QCOMPARE(std::vector(first->writtenPages().begin(), first->writtenPages().end()),
                 (std::vector<std::uint32_t>{20, 30}));
        poke(store, 20 * kPage, 1); // the value it had: written, but nothing differs
        poke(store, 40 * kPage, 1);
        const auto second = store.save();
        QCOMPARE(std::vector(second->writtenPages().begin(), second->writtenPages().end()),
                 (std::vector<std::uint32_t>{20, 40}));
        QCOMPARE(differingPages(*first, *second), (std::vector<std::uint32_t>{40}));
    }

    // Law: whatever is written, saved and restored in whatever order, a store equals a plain array of bytes.
    void randomHistoriesEqualAPlainArray_data() {
        QTest::addColumn<int>("hotBytes");
        QTest::newRow("nothing hot") << 0;
        QTest::newRow("part of a page") << 1000;
        QTest::newRow("some pages") << 5 * 4096;
    }
    void randomHistoriesEqualAPlainArray() {
        QFETCH(int, hotBytes);
        constexpr std::uint64_t kBytes = 300 * kPage - 40;
        std::mt19937_64 random(7);
        StateStore store(kBytes, static_cast<std::uint64_t>(hotBytes));
        std::vector<std::byte> plain(kBytes);
        struct Kept {
            std::shared_ptr<const Snapshot> snapshot;
            std::vector<std::byte> bytes;
            std::uint64_t hash;
        };
        std::deque<Kept> kept;
        for (int step = 0; step < 3000; ++step) {
            const auto dice = random() % 16;
            if (dice == 0) {
                kept.push_back({store.save(), plain, store.hash()});
                if (kept.size() > 12) kept.erase(kept.begin() + static_cast<long>(random() % kept.size()));
            } else if (dice == 1 && !kept.empty()) {
                const Kept& back = kept[random() % kept.size()];
                store.restore(back.snapshot);
                plain = back.bytes;
                QCOMPARE(store.hash(), back.hash);
                QCOMPARE(back.snapshot->hash(), back.hash);
            } else {
                const std::uint64_t offset = random() % (kBytes - 9000);
                std::vector<std::byte> bytes(1 + random() % (dice < 4 ? 9000 : 16), std::byte(random() % 3));
                store.write(offset, bytes);
                std::copy(bytes.begin(), bytes.end(), plain.begin() + static_cast<long>(offset));
            }
            if (step % 50 == 0) {
                std::vector<std::byte> all(kBytes);
                store.read(0, all);
                QVERIFY(all == plain);
                StateStore fresh(kBytes, static_cast<std::uint64_t>(hotBytes));
                fresh.write(0, plain);
                QCOMPARE(store.hash(), fresh.hash());
            }
        }
    }

    // The memory of a state that ended is the next one's; nothing of it is left.
    void theNextStateBeginsWithZeros() {
        constexpr std::uint64_t kBytes = 777 * kPage; // no other test's
        const Cells<std::uint32_t> all{{1}, 0, kBytes / 4};
        StateStore other(kBytes, kPage);
        poke(other, 500 * kPage, 5);
        const auto foreign = other.save();
        const std::uint32_t* was = nullptr;
        {
            StateStore store(kBytes, 3 * kPage);
            store.raw(all)[17] = 1; // hot, no mark
            store.raw(all)[2 * kPage / 4] = 2;
            poke(store, 10 * kPage, 3);
            poke(store, 776 * kPage + 4092, 4);
            store.save();
            store.restore(foreign);
            poke(store, 12 * kPage, 6);
            was = store.raw(all);
        }
        StateStore next(kBytes, kPage);
        QCOMPARE(static_cast<const std::uint32_t*>(next.raw(all)), was);
        const auto words = next.view(all);
        QVERIFY(std::all_of(words.begin(), words.end(), [](std::uint32_t word) { return word == 0; }));
        QVERIFY(next.dirtyPages().empty());
        poke(next, kPage, 7); // was hot before
        poke(next, 500 * kPage, 8);
        QCOMPARE(std::vector(next.dirtyPages().begin(), next.dirtyPages().end()),
                 (std::vector<std::uint32_t>{1, 500}));
        const auto saved = next.save();
        std::uint32_t value = 0;
        saved->read(500 * kPage, std::as_writable_bytes(std::span(&value, 1)));
        QCOMPARE(value, std::uint32_t{8});
    }

    void snapshotsCostWhatChanged() {
        StateStore store(std::uint64_t{8} << 30, 0);
        for (std::uint64_t i = 0; i < 256; ++i) poke(store, (i + (i << 12)) * kPage, 1); // far apart
        std::vector<std::shared_ptr<const Snapshot>> kept{store.save()};
        const auto before = store.snapshotBytes();
        for (std::uint32_t i = 0; i < 100; ++i) {
            poke(store, 5 * kPage, i + 2);
            kept.push_back(store.save());
        }
        QVERIFY(store.snapshotBytes() - before < 100 * 8192);
        kept.erase(kept.begin() + 1, kept.end() - 1);
        QVERIFY(store.snapshotBytes() - before < 4 * 8192);
    }

    void residentMemoryFollowsTouchedPages() {
        const auto before = residentBytes();
        StateStore store((std::uint64_t{8} << 30) + (std::uint64_t{17} << 20), 1 << 18);
        for (std::uint64_t i = 0; i < 256; ++i) poke(store, (std::uint64_t{7} << 30) + i * kPage, 1);
        const auto first = store.save();
        QVERIFY(store.hash() == first->hash());
        poke(store, std::uint64_t{3} << 30, 1);
        store.restore(first);
        QVERIFY(residentBytes() - before < (std::uint64_t{16} << 20));
    }

    void pagesFarApartStayCheap() {
        const auto before = residentBytes();
        StateStore store(std::uint64_t{8} << 30, 0);
        for (std::uint64_t i = 0; i < 1024; ++i) poke(store, i * kPage, 1); // enough for huge pages
        for (std::uint64_t i = 1; i <= 256; ++i) poke(store, i * (std::uint64_t{31} << 20), 1);
        QVERIFY(residentBytes() - before < (std::uint64_t{48} << 20));
        for (std::uint64_t i = 1; i <= 256; ++i) QCOMPARE(peek(store, i * (std::uint64_t{31} << 20)), 1u);
    }

    void savingAndRestoringIsQuick() {
        StateStore store(std::uint64_t{32} << 20, 0);
        for (std::uint64_t page = 0; page < 8192; ++page) poke(store, page * kPage, 1);
        const double first = microseconds([&] { (void)store.save(); });
        double save = 1e9, restore = 1e9;
        for (std::uint32_t round = 0; round < 20; ++round) {
            const auto was = store.save();
            for (std::uint64_t i = 0; i < 4; ++i) poke(store, i * 2000 * kPage, round + 3);
            save = std::min(save, microseconds([&] { (void)store.save(); }));
            restore = std::min(restore, microseconds([&] { store.restore(was); }));
        }
        qInfo("32 MiB: first save %.0f us, later save %.1f us, restore %.1f us", first, save, restore);
        QVERIFY(save < 2000 && restore < 1000); // walking all 8192 pages takes longer, with sanitizers too
    }
};

int tst_state_store(int argc, char** argv) { return lw::tests::run<TestStateStore>(argc, argv); }
#include "tst_state_store.moc"
