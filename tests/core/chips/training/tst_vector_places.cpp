// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/vector_places.h"
#include "tests/support/run_test.h"

#include <QtTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace lw::training;

namespace {

constexpr std::size_t kRegisters = 32, kEntries = 12, kWords = 8, kPlaceRows = 40;
using PlaceWords = std::vector<std::uint32_t>;

// The same as plain copies.
struct Plain {
    std::vector<PlaceWords> registers{kRegisters, PlaceWords(kWords)}, entries{kEntries, PlaceWords(kWords)};
    PlaceWords memory = PlaceWords(kPlaceRows * kWords);
};

} // namespace

class TestVectorPlaces : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Law: whatever is exchanged, loaded and written, and wherever everything is brought home in between,
    // words are those of plain copies.
    void randomHistoriesEqualPlainCopies() {
        std::mt19937 random(5);
        const auto below = [&](std::size_t n) { return random() % n; };
        PlaceWords registers(kRegisters * kWords), entries(kEntries * kWords), memory(kPlaceRows * kWords);
        std::generate(memory.begin(), memory.end(), std::ref(random));
        Plain plain;
        plain.memory = memory;
        VectorPlaces places(registers.data(), entries.data(), kEntries, kWords);
        for (int step = 0; step < 20000; ++step) {
            const std::size_t n = below(kRegisters), e = below(kEntries),
                              at = below(memory.size() - kWords + 1);
            const auto word = static_cast<std::uint32_t>(random());
            switch (below(16)) {
            case 0:
            case 1:
                std::fill_n(places.vectorToFill(n), kWords, word);
                plain.registers[n].assign(kWords, word);
                break;
            case 2:
            case 3:
                places.vectorToChange(n)[word % kWords] = word;
                plain.registers[n][word % kWords] = word;
                break;
            case 4:
            case 5:
                places.entry(e)[word % kWords] = word;
                plain.entries[e][word % kWords] = word;
                break;
            case 6:
            case 7:
            case 8:
                places.exchange(n, e);
                std::swap(plain.registers[n], plain.entries[e]);
                break;
            case 9:
                places.settle();
                for (std::size_t i = 0; i < kRegisters; ++i)
                    QVERIFY(std::equal(plain.registers[i].begin(), plain.registers[i].end(),
                                       registers.begin() + static_cast<long>(i * kWords)));
                for (std::size_t i = 0; i < kEntries; ++i)
                    QVERIFY(std::equal(plain.entries[i].begin(), plain.entries[i].end(),
                                       entries.begin() + static_cast<long>(i * kWords)));
                break;
            case 10:
            case 11:
                places.memoryChanges(memory.data() + at, 1 + word % kWords);
                std::fill_n(memory.data() + at, 1 + word % kWords, word);
                std::fill_n(plain.memory.data() + at, 1 + word % kWords, word);
                break;
            default:
                places.load(n, memory.data() + at);
                std::copy_n(plain.memory.begin() + static_cast<long>(at), kWords, plain.registers[n].begin());
            }
            for (std::size_t i = 0; i < kRegisters; ++i)
                QVERIFY(std::equal(plain.registers[i].begin(), plain.registers[i].end(), places.vector(i)));
            for (std::size_t i = 0; i < kEntries; ++i)
                QVERIFY(std::equal(plain.entries[i].begin(), plain.entries[i].end(), places.entry(i)));
        }
    }
};

int tst_vector_places(int argc, char** argv) { return lw::tests::run<TestVectorPlaces>(argc, argv); }
#include "tst_vector_places.moc"
