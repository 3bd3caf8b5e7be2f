// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/array_pass.h"
#include "core/circuit/systolic_array.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace lw::circuit;

namespace {

// The sums of one pass, taken from the bottom of the array clock by clock.
template <typename Input, typename Sum>
std::vector<Sum> throughTheArray(const std::vector<Input>& x, const std::vector<Input>& weights,
                                 std::uint32_t vectors, std::uint32_t inner, std::uint32_t columns) {
    SystolicArray<Input, Sum> array(inner, columns);
    for (std::uint32_t r = inner; r-- > 0; array.clock())
        array.fetch(std::span(weights).subspan(std::size_t{r} * columns, columns));
    for (std::uint32_t n = 0; n < columns; ++n) array.clock();
    std::vector<Sum> sums(std::size_t{vectors} * columns);
    for (std::uint32_t t = 0; t < vectors + inner + columns; ++t) {
        if (t < vectors)
            array.enter(std::span(x).subspan(std::size_t{t} * inner, inner), static_cast<std::int32_t>(t),
                        t == 0);
        array.clock();
        for (std::uint32_t n = 0; n < columns; ++n)
            if (const std::int32_t m = array.leavingVector(n); m != kNoVector)
                sums[static_cast<std::size_t>(m) * columns + n] = array.leaving(n);
    }
    return sums;
}

bool sameFloat(float x, float y) {
    return std::isnan(y) ? std::bit_cast<std::uint32_t>(x) == 0x7fc00000
                         : std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
}

// Everyday values, and now and then what is none.
float anyFloat(std::mt19937& random) {
    constexpr float kOdd[] = {0.0f, -0.0f,  std::numeric_limits<float>::infinity(), -INFINITY,
                              NAN,  1e-41f, std::numeric_limits<float>::max(),      0x1p-126f};
    if (random() % 200 == 0) return kOdd[random() % std::size(kOdd)];
    return std::uniform_real_distribution<float>(-3, 3)(random);
}

} // namespace

class TestArrayPass : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void kernelsAreThere() {
        QVERIFY(!passKernels().empty());
        QCOMPARE(passKernels().front().name, std::string_view("portable"));
        QCOMPARE(passKernelNamed("portable"), &passKernels().front());
        QVERIFY(passKernelNamed("none") == nullptr);
    }

    // Sizes around the widths of blocks, vectors that lie apart, accumulators wider than the tile.
    void int8EqualsTheArray() {
        std::mt19937 random(3);
        for (const std::uint32_t inner : {1u, 2u, 3u, 4u, 5u, 8u, 31u})
            for (const std::uint32_t columns : {1u, 7u, 8u, 16u, 17u, 32u, 33u, 50u, 65u})
                for (const std::uint32_t vectors : {1u, 3u, 5u, 6u, 7u, 12u, 13u, 29u})
                    checkInt8(random, vectors, inner, columns);
    }
    void floatEqualsTheArray() {
        std::mt19937 random(5);
        for (const std::uint32_t inner : {1u, 2u, 3u, 5u, 31u})
            for (const std::uint32_t columns : {1u, 7u, 8u, 16u, 17u, 32u, 33u, 50u, 65u})
                for (const std::uint32_t vectors : {1u, 3u, 5u, 6u, 7u, 12u, 13u, 29u})
                    checkFloat(random, vectors, inner, columns);
    }

    // More vectors than a kernel takes together, and longer ones than a register holds.
    void manyLongVectorsEqualTheArray() {
        std::mt19937 random(7);
        for (const std::uint32_t inner : {63u, 64u, 65u, 130u})
            for (const std::uint32_t columns : {33u, 70u, 128u})
                for (const std::uint32_t vectors : {15u, 16u, 17u, 48u, 95u}) {
                    checkInt8(random, vectors, inner, columns);
                    checkFloat(random, vectors, inner, columns);
                }
    }

    // The largest sums there are: 1024 products of -128 by -128 and of -128 by 127.
    void extremesDoNotSaturate() {
        const std::vector<std::int8_t> x(kMostArrayRows, std::int8_t{-128});
        for (const int weight : {-128, 127})
            for (const PassKernel& kernel : passKernels()) {
                const std::vector<std::int8_t> weights(kMostArrayRows, static_cast<std::int8_t>(weight));
                std::int32_t sum = 5;
                kernel.passInt8({x.data(), 1, kMostArrayRows},
                                kernel.packInt8(weights.data(), kMostArrayRows, 1),
                                {&sum, 1, Accumulate::Yes});
                QCOMPARE(sum, 1024 * -128 * weight + 5);
            }
    }
    void sumsWrap() {
        for (const PassKernel& kernel : passKernels()) {
            const std::int8_t x = -128, weight = -128;
            std::int32_t sum = std::numeric_limits<std::int32_t>::max() - 10;
            kernel.passInt8({&x, 1, 1}, kernel.packInt8(&weight, 1, 1), {&sum, 1, Accumulate::Yes});
            QCOMPARE(sum, std::numeric_limits<std::int32_t>::min() + 16384 - 11);
        }
    }

  private:
    static constexpr std::int32_t kGap = 3; // elements between vectors, and accumulators between rows

    template <typename Number>
    static std::vector<Number> apart(const std::vector<Number>& dense, std::uint32_t width, Number between) {
        std::vector<Number> made;
        for (std::size_t i = 0; i < dense.size(); ++i) {
            made.push_back(dense[i]);
            if ((i + 1) % width == 0) made.insert(made.end(), kGap, between);
        }
        return made;
    }

    static void checkInt8(std::mt19937& random, std::uint32_t vectors, std::uint32_t inner,
                          std::uint32_t columns) {
        std::vector<std::int8_t> x(std::size_t{vectors} * inner), weights(std::size_t{inner} * columns);
        for (auto& v : x) v = static_cast<std::int8_t>(random());
        for (auto& w : weights) w = static_cast<std::int8_t>(random());
        const auto sums = throughTheArray<std::int8_t, std::int32_t>(x, weights, vectors, inner, columns);
        const auto spread = apart(x, inner, std::int8_t{99});
        for (const PassKernel& kernel : passKernels())
            for (const Accumulate accumulate : {Accumulate::No, Accumulate::Yes}) {
                const std::int32_t before = 1000;
                auto out = apart(std::vector<std::int32_t>(sums.size(), before), columns, -77);
                kernel.passInt8({spread.data(), vectors, inner + kGap},
                                kernel.packInt8(weights.data(), inner, columns),
                                {out.data(), columns + kGap, accumulate});
                auto expected = sums;
                if (accumulate == Accumulate::Yes)
                    for (auto& sum : expected) sum += before;
                QVERIFY(out == apart(expected, columns, -77));
            }
    }

    static void checkFloat(std::mt19937& random, std::uint32_t vectors, std::uint32_t inner,
                           std::uint32_t columns) {
        std::vector<float> x(std::size_t{vectors} * inner), weights(std::size_t{inner} * columns);
        for (float& v : x) v = anyFloat(random);
        for (float& w : weights) w = anyFloat(random);
        const auto sums = throughTheArray<float, float>(x, weights, vectors, inner, columns);
        const auto spread = apart(x, inner, 99.0f);
        for (const PassKernel& kernel : passKernels())
            for (const Accumulate accumulate : {Accumulate::No, Accumulate::Yes}) {
                const float before = 0.1f;
                auto out = apart(std::vector<float>(sums.size(), before), columns, -77.0f);
                kernel.passFloat({spread.data(), vectors, inner + kGap},
                                 kernel.packFloat(weights.data(), inner, columns),
                                 {out.data(), columns + kGap, accumulate});
                auto expected = sums;
                if (accumulate == Accumulate::Yes)
                    for (float& sum : expected) sum = before + sum;
                const auto all = apart(expected, columns, -77.0f);
                for (std::size_t i = 0; i < all.size(); ++i) QVERIFY(sameFloat(out[i], all[i]));
            }
    }
};

int tst_array_pass(int argc, char** argv) { return lw::tests::run<TestArrayPass>(argc, argv); }
#include "tst_array_pass.moc"
