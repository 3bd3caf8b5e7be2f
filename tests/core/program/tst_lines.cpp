// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/lines.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::program;

using Numbers = std::vector<std::uint32_t>;

// File 0 is the program, file 1 defines the macros `outer` (lines 1 to 4) and `inner` (lines 6 and 7):
//
//   0:10  { a }                  bundle 0
//   0:11  outer                  bundles 1 to 4: 1:2 is 1, 1:3 calls inner (1:6 is 2, 1:7 is 3), 1:4 is 4
//   0:12  { b } { c }            bundles 5, 6
//   0:13  .rept 2: { d }         bundles 7, 8
//   0:14  outer                  bundles 9 to 12
//   0:15  a macro without any bundle
class TestLines : public QObject {
    Q_OBJECT

    static Program example() {
        Program out;
        out.places = {{0, 10, 9, 5}, {1, 2, 9, 5},   {1, 6, 9, 5},  {1, 7, 9, 5},  {1, 4, 9, 5},
                      {0, 12, 9, 5}, {0, 12, 15, 5}, {0, 13, 9, 5}, {0, 13, 9, 5}, {1, 2, 9, 5},
                      {1, 6, 9, 5},  {1, 7, 9, 5},   {1, 4, 9, 5}};
        out.expansions = {{{0, 11, 9, 5}, 1, 4},
                          {{1, 3, 9, 5}, 2, 2},
                          {{0, 14, 9, 5}, 9, 4},
                          {{1, 3, 9, 5}, 10, 2},
                          {{0, 15, 9, 5}, 13, 0}};
        out.bundles.resize(out.places.size());
        return out;
    }
    static std::vector<std::pair<std::uint32_t, std::uint32_t>> linesOf(std::uint32_t bundle) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
        for (const Place& place : program::linesOf(example(), bundle))
            out.emplace_back(place.file, place.line);
        return out;
    }

  private Q_SLOTS:
    void aBundleComesFromItsLineAndTheCalls() {
        using Lines = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
        QCOMPARE(linesOf(0), (Lines{{0, 10}}));
        QCOMPARE(linesOf(1), (Lines{{1, 2}, {0, 11}}));
        QCOMPARE(linesOf(2), (Lines{{1, 6}, {1, 3}, {0, 11}}));
        QCOMPARE(linesOf(11), (Lines{{1, 7}, {1, 3}, {0, 14}}));
        QCOMPARE(linesOf(12), (Lines{{1, 4}, {0, 14}}));
        QCOMPARE(linesOf(13), Lines{});
    }
    void aLineBecomesBundlesEachTime() {
        const Program program = example();
        QCOMPARE(bundlesOfLine(program, 0, 10), Numbers{0});
        QCOMPARE(bundlesOfLine(program, 0, 11), Numbers{1});      // the first of the call
        QCOMPARE(bundlesOfLine(program, 0, 12), Numbers{5});      // the first of two beside each other
        QCOMPARE(bundlesOfLine(program, 0, 13), (Numbers{7, 8})); // both repetitions
        QCOMPARE(bundlesOfLine(program, 1, 2), (Numbers{1, 9}));
        QCOMPARE(bundlesOfLine(program, 1, 3), (Numbers{2, 10}));
        QCOMPARE(bundlesOfLine(program, 1, 6), (Numbers{2, 10}));
        QCOMPARE(bundlesOfLine(program, 0, 15), Numbers{});
        QCOMPARE(bundlesOfLine(program, 0, 9), Numbers{});
    }
    void linesThatHaveBundlesAreKnown() {
        QCOMPARE(linesWithBundles(example(), 0), (Numbers{10, 11, 12, 13, 14}));
        QCOMPARE(linesWithBundles(example(), 1), (Numbers{2, 3, 4, 6, 7}));
        QCOMPARE(linesWithBundles(example(), 2), Numbers{});
        QCOMPARE(linesWithBundles(Program(), 0), Numbers{});
    }
};

int tst_lines(int argc, char** argv) { return lw::tests::run<TestLines>(argc, argv); }
#include "tst_lines.moc"
