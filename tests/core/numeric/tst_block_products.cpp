// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/block_float.h"
#include "core/numeric/half.h"
#include "core/numeric/wide_sum.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <vector>

using namespace lw::numeric;

// The worked example of two dense portions with native vectors of four elements: matrices with mantissas of
// 4 bits, vectors and what is rounded between the products with 5. Its numbers are computed by hand.
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

constexpr BlockFormat kVector{5, 5}, kRows{4, 5};

const Matrix kA0{{1, 2, -1, 0.5}, {0.25, -0.5, 1, 1}, {3, 0, 0.125, -2}, {0.1, 0.2, 0.3, 0.4}};
const Matrix kA1{{0.5, 0.5, 0.5, 0.5}, {-1, 1, -1, 1}, {2, -0.75, 0, 0.33}, {0.9, -0.9, 0.45, -0.45}};
const Matrix kA2{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
const Matrix kA3{{0, -1, 0, 1}, {1, 0, -1, 0}, {0.5, 0.25, 0.125, 0.0625}, {-2, -2, 2, 2}};
const Vector kX0{1, 0.5, -0.25, 0.1}, kX1{0.3, -0.6, 0.9, 1.2};
const Vector kB0{0.1, -0.2, 0.3, -0.4}, kB1{1, 1, 1, 1};

struct Block {
    int exponent = 0;
    std::vector<std::int16_t> mantissas;
    bool operator==(const Block&) const = default;
};
Block blockOf(const Vector& values, BlockFormat format) {
    Block out{0, std::vector<std::int16_t>(values.size())};
    out.exponent = encodeBlock(values, format, {}, out.mantissas);
    return out;
}

// One product of the example: a tile and the vector it meets.
struct Tile {
    const Matrix& matrix;
    const Vector& vector;
};
// Sums of products over the tiles, rounded to FP16 once.
template <typename Sum> Vector product(const std::vector<Tile>& tiles) {
    Vector out;
    for (std::size_t row = 0; row < 4; ++row) {
        Sum sum;
        for (const Tile& tile : tiles) {
            const Block x = blockOf(tile.vector, kVector), a = blockOf(tile.matrix[row], kRows);
            sum.add(mantissaDot(x.mantissas, a.mantissas),
                    dotExponent(x.exponent, kVector, a.exponent, kRows));
        }
        out.push_back(halfValue(roundedSum(sum, kFloat16)));
    }
    return out;
}
Vector product(const Matrix& matrix, const Vector& vector) {
    const Vector out = product<WindowSum>({{matrix, vector}});
    return out == product<ExactSum>({{matrix, vector}}) ? out : Vector{};
}
Vector quantised(const Vector& values) {
    const Block block = blockOf(values, kVector);
    Vector out;
    for (const std::int16_t mantissa : block.mantissas)
        out.push_back(blockValue(mantissa, block.exponent, kVector));
    return out;
}
Vector sum(const Vector& x, const Vector& y) {
    Vector out;
    for (std::size_t i = 0; i < x.size(); ++i)
        out.push_back(halfValue(
            halfSum(halfOf(x[i], Overflow::Infinity), halfOf(y[i], Overflow::Infinity), Overflow::Infinity)));
    return out;
}

} // namespace

class TestBlockProducts : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void operands() {
        QCOMPARE(blockOf(kX0, kVector), (Block{1, {8, 4, -2, 1}}));
        QCOMPARE(blockOf(kX1, kVector), (Block{1, {2, -5, 7, 10}}));
        const std::vector<Block> first{
            {2, {2, 4, -2, 1}}, {1, {1, -2, 4, 4}}, {2, {6, 0, 0, -4}}, {-1, {2, 3, 5, 6}}};
        const std::vector<Block> second{
            {0, {4, 4, 4, 4}}, {1, {-4, 4, -4, 4}}, {2, {4, -2, 0, 1}}, {0, {7, -7, 4, -4}}};
        for (std::size_t row = 0; row < 4; ++row) {
            QCOMPARE(blockOf(kA0[row], kRows), first[row]);
            QCOMPARE(blockOf(kA1[row], kRows), second[row]);
        }
    }

    void firstPortion() {
        const Vector mac0 = product(kA0, kX0), mac1 = product(kA1, kX1);
        QCOMPARE(mac0, (Vector{2.3125, -0.125, 2.75, 0.1875}));
        QCOMPARE(quantised(mac0), (Vector{2.25, 0, 2.75, 0.25}));
        QCOMPARE(mac1, (Vector{0.875, -0.5, 1.75, 0.578125}));
        QCOMPARE(sum(mac1, quantised(mac0)), (Vector{3.125, -0.5, 4.5, 0.828125}));
        QCOMPARE(sum(sum(mac1, quantised(mac0)), kB0),
                 (Vector{3.224609375, -0.7001953125, 4.80078125, 0.42822265625}));
        QCOMPARE(sum(mac1, mac0),
                 (Vector{3.1875, -0.625, 4.5, 0.765625})); // what forgetting to quantise gives
    }

    void secondPortion() {
        const Vector mac2 = product(kA2, kX0), mac3 = product(kA3, kX1);
        QCOMPARE(mac2, (Vector{1, 0.5, -0.25, 0.125}));
        QCOMPARE(quantised(mac2), mac2);
        QCOMPARE(mac3, (Vector{1.875, -0.625, 0.078125, 5}));
        QCOMPARE(sum(sum(mac3, mac2), kB1), (Vector{3.875, 0.875, 0.828125, 6.125}));
    }

    // One product over both tiles, rounded once: other firmware, other bits.
    void oneChain() {
        const std::vector<Tile> tiles{{kA0, kX0}, {kA1, kX1}};
        const Vector expected{3.287109375, -0.8251953125, 4.80078125, 0.36572265625};
        QCOMPARE(sum(product<WindowSum>(tiles), kB0), expected);
        QCOMPARE(sum(product<ExactSum>(tiles), kB0), expected);
    }
};

int tst_block_products(int argc, char** argv) { return lw::tests::run<TestBlockProducts>(argc, argv); }
#include "tst_block_products.moc"
