// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"

#include "core/base/thread_crew.h"

#include <QtTest>

#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace lw;

class TestCrew : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyPieceIsDoneOnce_data() {
        QTest::addColumn<unsigned>("threads");
        for (const unsigned threads : {1u, 2u, 5u}) QTest::addRow("%u", threads) << threads;
    }
    void everyPieceIsDoneOnce() {
        QFETCH(unsigned, threads);
        Crew crew(threads);
        for (std::size_t count = 0; count < 200; ++count) {
            std::vector<int> done(count);
            crew.each(count, [&](std::size_t i) { ++done[i]; });
            QCOMPARE(done, std::vector<int>(count, 1));
        }
    }

    // Those that wait for the next round have gone to sleep, or have not.
    void roundsMayFollowSlowly() {
        Crew crew(3);
        int done = 0;
        for (int round = 0; round < 20; ++round) {
            std::vector<int> here(7);
            crew.each(7, [&](std::size_t i) {
                if (i == std::size_t(round % 7))
                    std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
                ++here[i];
            });
            done += std::accumulate(here.begin(), here.end(), 0);
            std::this_thread::sleep_for(std::chrono::microseconds(100 * (round % 5)));
        }
        QCOMPARE(done, 140);
    }

    void whatIsThrownComesBack() {
        Crew crew(2);
        int done = 0;
        QVERIFY_EXCEPTION_THROWN(crew.each(8,
                                           [](std::size_t i) {
                                               if (i == 5) throw std::runtime_error("five");
                                           }),
                                 std::runtime_error);
        crew.each(1, [&](std::size_t) { ++done; }); // it goes on serving
        QCOMPARE(done, 1);
    }
};

int tst_thread_crew(int argc, char** argv) { return lw::tests::run<TestCrew>(argc, argv); }
#include "tst_thread_crew.moc"
