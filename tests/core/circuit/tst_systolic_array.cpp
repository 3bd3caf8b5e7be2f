// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/systolic_array.h"
#include "core/numeric/host_control.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <random>

using namespace lw::circuit;
namespace numeric = lw::numeric;

namespace {

struct Leaving {
    std::int32_t vector;
    std::uint32_t column;
    std::uint64_t clock; // at the end of which it left
    std::int32_t sum;
    bool operator==(const Leaving&) const = default;
};

using Array = SystolicArray<std::int8_t, std::int32_t>;
using Matrix = std::vector<std::vector<std::int8_t>>; // [row][column]

// Fetches a tile that uses the lowest rows, the last of its rows first; what is above it is zero.
void load(Array& array, const Matrix& weights) {
    std::vector<std::int8_t> row(array.columns());
    for (std::uint32_t r = array.rows(); r-- > 0;) {
        const std::size_t unused = array.rows() - weights.size();
        std::fill(row.begin(), row.end(), std::int8_t{0});
        if (r >= unused) std::copy(weights[r - unused].begin(), weights[r - unused].end(), row.begin());
        array.fetch(row);
        array.clock();
    }
    for (std::uint32_t n = 0; n < array.columns(); ++n) array.clock(); // the skewed columns
}

// Sends vectors 0 ... through the array, one per clock, and notes what leaves. Clock 0 is the one in which
// element 0 of vector 0 is in its cell.
std::vector<Leaving> pass(Array& array, const Matrix& vectors, std::uint64_t clocks) {
    std::vector<Leaving> found;
    for (std::uint64_t t = 0; t <= clocks; ++t) {
        if (t < vectors.size()) array.enter(vectors[t], static_cast<std::int32_t>(t), t == 0);
        array.clock(); // now clock t begins, and what leaves left in clock t - 1
        for (std::uint32_t n = 0; n < array.columns(); ++n)
            if (array.leavingVector(n) != kNoVector)
                found.push_back({array.leavingVector(n), n, t - 1, array.leaving(n)});
    }
    return found;
}

std::int32_t product(const Matrix& vectors, const Matrix& weights, std::size_t m, std::size_t n) {
    std::int32_t sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) sum += vectors[m][k] * weights[k][n];
    return sum;
}

Matrix randomMatrix(std::mt19937& random, std::size_t rows, std::size_t columns) {
    Matrix made(rows, std::vector<std::int8_t>(columns));
    for (auto& row : made)
        for (auto& x : row) x = static_cast<std::int8_t>(random());
    return made;
}

} // namespace

class TestSystolicArray : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Three rows, two columns, four vectors: every sum at the bottom, clock by clock.
    void workedExample() {
        Array array(3, 2);
        load(array, {{1, 2}, {3, 4}, {5, 6}});
        const auto found = pass(array, {{1, 0, 2}, {0, 1, 1}, {2, 2, 2}, {1, 1, 0}}, 8);
        const std::vector<Leaving> expected{{0, 0, 2, 11}, {1, 0, 3, 8}, {0, 1, 3, 14}, {2, 0, 4, 18},
                                            {1, 1, 4, 10}, {3, 0, 5, 4}, {2, 1, 5, 24}, {3, 1, 6, 6}};
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found == expected); // the last one leaves in clock 6: seven clocks
    }

    // Arrays of 1 to 4 rows and columns, 1 to 5 vectors, tiles of every height: values and clocks.
    void everySmallSize() {
        std::mt19937 random(7);
        int passes = 0;
        for (std::uint32_t rows = 1; rows <= 4; ++rows)
            for (std::uint32_t columns = 1; columns <= 4; ++columns)
                for (std::uint32_t k = 1; k <= rows; ++k)
                    for (std::uint32_t m = 1; m <= 5; ++m, ++passes) checkPass(random, rows, columns, k, m);
        QCOMPARE(passes, 4 * 10 * 5);
    }

    // A second tile is loaded while the first one works; the next pass begins right after the last vector.
    void tilesFollowWithoutAGap() {
        std::mt19937 random(11);
        const std::uint32_t rows = 4, columns = 3, vectors = 12;
        Array array(rows, columns);
        const Matrix first = randomMatrix(random, rows, columns),
                     second = randomMatrix(random, rows, columns);
        const Matrix x = randomMatrix(random, 2 * vectors, rows);
        load(array, first);
        std::vector<Leaving> found;
        for (std::uint32_t t = 0; t < 2 * vectors + rows + columns; ++t) {
            if (t < 2 * vectors) array.enter(x[t], static_cast<std::int32_t>(t), t % vectors == 0);
            // Once the switch has passed the lowest row, the weight path is free.
            if (t >= rows && t < 2 * rows) array.fetch(second[2 * rows - 1 - t]);
            array.clock();
            checkTags(array);
            for (std::uint32_t n = 0; n < columns; ++n)
                if (array.leavingVector(n) != kNoVector)
                    found.push_back({array.leavingVector(n), n, t - 1, array.leaving(n)});
        }
        QCOMPARE(found.size(), std::size_t{2} * vectors * columns);
        for (const Leaving& one : found) {
            const auto m = static_cast<std::size_t>(one.vector);
            QCOMPARE(one.sum, product(x, m < vectors ? first : second, m, one.column));
            QCOMPARE(one.clock, m + (rows - 1) + one.column);
        }
    }

    // A cell takes over what its path register holds, in the clock in which the first vector arrives.
    void theSwitchTravelsWithTheFirstVector() {
        std::mt19937 random(13);
        Array array(4, 4);
        const Matrix weights = randomMatrix(random, 4, 4);
        load(array, weights);
        for (std::uint32_t t = 0; t < 8; ++t) {
            if (t == 0) array.enter(weights[0], 0, true);
            array.clock();
            for (std::uint32_t r = 0; r < 4; ++r)
                for (std::uint32_t n = 0; n < 4; ++n) {
                    QCOMPARE(array.switches(r, n), t == r + n);
                    QCOMPARE(array.weightPath(r, n), weights[r][n]);
                    QCOMPARE(array.weight(r, n), t >= r + n ? weights[r][n] : std::int8_t{0});
                    QCOMPARE(array.activationVector(r, n), t == r + n ? 0 : kNoVector);
                }
        }
    }

    // One fused multiply-add per cell, downwards; the same bits in every copy of the loop.
    void floatSumsAreFusedInOrder() {
        std::mt19937 random(17);
        std::uniform_real_distribution<float> value(-4, 4);
        const std::uint32_t rows = 9, columns = 37;
        std::vector<float> weights(rows * columns), x(rows);
        for (float& w : weights) w = value(random);
        for (float& v : x) v = value(random);
        for (const numeric::HostLevel level :
             {numeric::HostLevel::Portable, numeric::HostLevel::Avx2, numeric::HostLevel::Avx512}) {
            numeric::limitHostLevel(level);
            SystolicArray<float, float> array(rows, columns);
            for (std::uint32_t r = rows; r-- > 0; array.clock())
                array.fetch(std::span(weights).subspan(r * columns, columns));
            for (std::uint32_t n = 0; n < columns; ++n) array.clock();
            array.enter(x, 0, true);
            std::vector<float> sums(columns);
            for (std::uint32_t t = 0; t <= rows + columns; ++t) {
                array.clock();
                for (std::uint32_t n = 0; n < columns; ++n)
                    if (array.leavingVector(n) == 0) sums[n] = array.leaving(n);
            }
            numeric::limitHostLevel(numeric::bestHostLevel());
            for (std::uint32_t n = 0; n < columns; ++n) {
                float expected = 0;
                for (std::uint32_t k = 0; k < rows; ++k)
                    expected = std::fma(x[k], weights[k * columns + n], expected);
                QCOMPARE(std::memcmp(&sums[n], &expected, sizeof expected), 0);
            }
        }
    }

  private:
    static void checkPass(std::mt19937& random, std::uint32_t rows, std::uint32_t columns, std::uint32_t k,
                          std::uint32_t m) {
        Array array(rows, columns);
        const Matrix weights = randomMatrix(random, k, columns), vectors = randomMatrix(random, m, k);
        load(array, weights);
        const std::uint64_t total = m + k + columns - 2;
        const auto found = pass(array, vectors, total + 3);
        QCOMPARE(found.size(), std::size_t{m} * columns);
        std::uint64_t last = 0;
        for (const Leaving& one : found) {
            QCOMPARE(one.sum, product(vectors, weights, static_cast<std::size_t>(one.vector), one.column));
            QCOMPARE(one.clock, static_cast<std::uint64_t>(one.vector) + (k - 1) + one.column);
            last = std::max(last, one.clock);
        }
        QCOMPARE(last + 1, total);
    }

    // In every cell the sum that comes in is of the vector whose activation it meets,
    // or of none: the first row.
    static void checkTags(const Array& array) {
        for (std::uint32_t r = 1; r < array.rows(); ++r)
            for (std::uint32_t n = 0; n < array.columns(); ++n)
                QCOMPARE(array.sumVector(r, n), array.activationVector(r, n));
    }
};

int tst_systolic_array(int argc, char** argv) { return lw::tests::run<TestSystolicArray>(argc, argv); }
#include "tst_systolic_array.moc"
