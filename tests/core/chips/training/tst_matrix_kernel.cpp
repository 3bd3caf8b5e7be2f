// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix.h"
#include "core/chips/training/matrix_kernel.h"
#include "core/chips/training/matrix_kernels.h"
#include "tests/support/run_test.h"

#include "tests/support/float_samples.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

using namespace lw::training;
using namespace lw::test;
using u16 = std::uint16_t;

// The definition once more, written from the row of mxu.x with the host's fused multiply-add, which a tiny
// result leaves for long double: there the sum is exact enough to see on which side of the last value that
// rounds to 2^-126 it lies.
namespace {

float readAsZero(float value) {
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}

float step(float x, float w, float sum) {
    const float a = readAsZero(x), b = readAsZero(w), c = readAsZero(sum);
    const float result = std::fma(a, b, c);
    if (std::isnan(result)) return floatAt(0x7fc00000);
    if (std::fabs(result) > 0x1p-126f || result == 0.0f) return result;
    // About 2^-126 a product of two bfloat16 (16 bits) and a float32 not far from it fit 64 bits; what is far
    // away is below a quarter of the last bit, where only its sign against the float32 counts.
    const long double exact = static_cast<long double>(a) * b + c;
    const bool tiny = std::fabs(exact) < 0x1p-126L - 0x1p-151L;
    return tiny ? std::copysign(0.0f, result) : result;
}

float roundHalf(u32 bits) {
    const float value = readAsZero(floatAt(bits));
    if (std::isnan(value) || std::isinf(value) || value == 0.0f) return value;
    int exponent = 0;
    const double fraction = std::frexp(static_cast<double>(value), &exponent); // 0.5 <= |fraction| < 1
    return static_cast<float>(std::ldexp(std::nearbyint(fraction * 256.0), exponent - 8));
}

std::vector<u32> product(const std::vector<u32>& x, const std::vector<u16>& w, VectorShape shape) {
    std::vector<u32> out(shape.words());
    for (u32 row = 0; row < shape.sublanes; ++row)
        for (u32 n = 0; n < shape.lanes; ++n) {
            float sum = 0.0f;
            for (u32 k = 0; k < shape.lanes; ++k)
                sum = step(roundHalf(x[row * shape.lanes + k]), floatAt(u32{w[k * shape.lanes + n]} << 16),
                           sum);
            out[row * shape.lanes + n] = bitsAt(sum);
        }
    return out;
}

std::vector<u32> run(const MatrixKernel& kernel, const std::vector<u32>& x, const std::vector<u16>& w,
                     VectorShape shape) {
    const auto packed = std::make_unique<PackedWeights>();
    kernel.pack(w.data(), shape.lanes, *packed);
    std::vector<u32> out(shape.words() + 1, 0xdeadbeef);
    kernel.multiply(x.data(), *packed, out.data(), shape);
    if (out.back() != 0xdeadbeef) return {};
    out.pop_back();
    return out;
}

u32 flushedProducts(RandomWords& random) { return random.withExponent(0x38, 8); }

u16 half(u32 bits) { return static_cast<u16>(bits >> 16); }

// Kernels with one mistake each, which the self-test has to see.
enum class Mistake { None, RoundsToDenormalFirst, SwapsPairs, KeepsDenormals, UnfusedTinyProducts };

template <Mistake mistake> float mistakenStep(float x, float w, float sum) {
    if (mistake == Mistake::RoundsToDenormalFirst) {
        const float result = readAsZero(std::fma(readAsZero(x), readAsZero(w), readAsZero(sum)));
        return std::isnan(result) ? floatAt(0x7fc00000) : result;
    }
    if (mistake == Mistake::UnfusedTinyProducts) return step(1.0f, step(x, w, 0.0f), sum);
    const float result = std::fma(x, w, sum);
    if (mistake == Mistake::KeepsDenormals && std::fpclassify(result) == FP_SUBNORMAL) return result;
    return step(x, w, sum);
}

template <Mistake mistake> MatrixKernel mistaken() {
    const auto pack = [](const u16* weights, u32 lanes, PackedWeights& packed) {
        for (u32 i = 0; i < lanes * lanes; ++i) packed.words[i] = u32{weights[i]} << 16;
    };
    const auto multiply = [](const u32* x, const PackedWeights& packed, u32* out, VectorShape shape) {
        for (u32 row = 0; row < shape.sublanes; ++row)
            for (u32 n = 0; n < shape.lanes; ++n) {
                float sum = 0.0f;
                for (u32 i = 0; i < shape.lanes; ++i) {
                    const u32 k = mistake == Mistake::SwapsPairs ? i ^ 1 : i;
                    const float input = roundHalf(x[row * shape.lanes + k]);
                    sum = mistakenStep<mistake>(input, floatAt(packed.words[k * shape.lanes + n]), sum);
                }
                out[row * shape.lanes + n] = bitsAt(sum);
            }
    };
    return {"mistaken", pack, multiply};
}

} // namespace

class TestMatrixKernel : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // Two by two: [[1,2],[3,4]] times [[1,0],[2,1]], in a 4 x 4 array.
    void handProduct() {
        const std::vector<float> x{1, 2, 0, 0, 3, 4, 0, 0};
        std::vector<u32> bits;
        for (const float value : x) bits.push_back(bitsAt(value));
        const std::vector<float> w{1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        std::vector<u16> weights;
        for (const float value : w) weights.push_back(half(bitsAt(value)));
        for (const MatrixKernel& kernel : matrixKernels()) {
            std::vector<float> out;
            for (const u32 word : run(kernel, bits, weights, {4, 2})) out.push_back(floatAt(word));
            QCOMPARE(out, (std::vector<float>{5, 2, 0, 0, 11, 4, 0, 0}));
        }
    }

    // 3.1415927 is 3.140625 in bfloat16, whose square float32 holds exactly.
    void roundsInputs() {
        std::vector<u32> x(4, 0);
        x[0] = bitsAt(3.1415927f);
        std::vector<u16> weights(16, 0);
        storeWeightRows(x.data(), {4, 1}, 0, weights.data()); // row 0: pi, 0, 0, 0
        for (const MatrixKernel& kernel : matrixKernels())
            QCOMPARE(floatAt(run(kernel, x, weights, {4, 1})[0]), 9.863525390625f);
    }

    void kernelsAgree_data() {
        QTest::addColumn<int>("source");
        QTest::addColumn<int>("lanes");
        for (int source = 0; source < int(kFloatSamples.size()); ++source)
            for (const int lanes : {4, 8, 16, 32, 64, 128})
                QTest::addRow("%s, %d lanes", kFloatSamples[size_t(source)].name.data(), lanes)
                    << source << lanes;
    }
    void kernelsAgree() {
        QFETCH(int, source);
        QFETCH(int, lanes);
        const Sample sample = kFloatSamples[size_t(source)].sample;
        RandomWords random(static_cast<u32>(source * 1000 + lanes));
        for (u32 rows = 1; rows <= 8; ++rows) {
            const VectorShape shape{static_cast<u32>(lanes), rows};
            const std::vector<u32> x = samples(sample, random, shape.words());
            std::vector<u16> w(std::size_t{shape.lanes} * shape.lanes);
            for (u16& word : w) word = half(sample(random));
            const std::vector<u32> expected = product(x, w, shape);
            for (const MatrixKernel& kernel : matrixKernels()) QCOMPARE(run(kernel, x, w, shape), expected);
        }
    }

    // Weights whose last rows and columns are zeros, mostly all +0: what kernels leave out of the product may
    // not be seen, neither where x is not a number there nor where a sum was flushed to -0.
    void emptyRowsAndColumns() {
        RandomWords random(8);
        int nans = 0, minusZeros = 0;
        for (int round = 0; round < 300; ++round) {
            const u32 lanes = 4U << random.below(6);
            const VectorShape shape{lanes, 1 + random.below(8)};
            const u32 columns = random.below(lanes + 1);
            const u32 rows = random.below(2) == 0 ? lanes : random.below(lanes + 1);
            // Products below 2^-126, of which sums are 0 and -0, or about 1.
            const Sample some = random.below(2) == 0 ? flushedProducts : ordinary;
            std::vector<u32> x = samples(some, random, shape.words());
            if (random.below(3) == 0) // the largest numbers, infinities, NaNs
                x[random.below(shape.sublanes * lanes)] = kSpecialWords[10 + random.below(11)];
            std::vector<u16> w(std::size_t{lanes} * lanes, 0);
            for (u32 k = 0; k < rows; ++k)
                for (u32 n = 0; n < columns; ++n) w[k * lanes + n] = half(some(random));
            if (random.below(4) == 0) w[random.below(lanes * lanes)] = 0x8000;
            const std::vector<u32> expected = product(x, w, shape);
            for (const u32 word : expected) {
                nans += word == 0x7fc00000;
                minusZeros += word == 0x80000000;
            }
            for (const MatrixKernel& kernel : matrixKernels()) QCOMPARE(run(kernel, x, w, shape), expected);
        }
        QVERIFY(nans > 1000);
        QVERIFY(minusZeros > 1000);
    }

    // A sum flushed to -0 that a term x * +0 makes +0 again, in the first column and row only.
    void flushedSumMeetsEmptyRows() {
        std::vector<u32> x(16, 0);
        std::vector<u16> w(64, 0);
        x[0] = bitsAt(-0x1p-100f);
        x[8] = bitsAt(0x1p-100f);
        w[0] = half(bitsAt(0x1p-100f));
        for (const u32 beyond : {0u, 0x80000000u}) { // -0 * +0 leaves it
            std::fill(x.begin() + 1, x.begin() + 8, beyond);
            std::vector<u32> expected(16, 0);
            expected[0] = beyond;
            for (const MatrixKernel& kernel : matrixKernels()) QCOMPARE(run(kernel, x, w, {8, 2}), expected);
        }
    }

    // Sums of 2^-126 and a few times 2^-149, from which less than a unit of 2^-149 is taken: the results lie
    // on both sides of 2^-126 - 2^-151, from where up they are rounded to 2^-126.
    void edgeOfFlushing() {
        RandomWords random(5);
        int kept = 0;
        int flushed = 0;
        for (int round = 0; round < 400; ++round) {
            const VectorShape shape{8, 8};
            std::vector<u32> x(shape.words(), 0);
            std::vector<u16> w(64, 0);
            for (u32 row = 0; row < 8; ++row) {
                const float sign = random.below(2) == 0 ? 1.0f : -1.0f;
                u32* in = x.data() + row * 8;
                in[0] = bitsAt(sign * 0x1p-60f);
                in[1] = random.below(2) == 0 ? bitsAt(sign * 0x1p-73f) : 0;
                in[2 + random.below(4)] = bitsAt(-sign * 0x1p-70f) | (random.word() & 0x7f) << 16;
            }
            for (u32 n = 0; n < 8; ++n) {
                w[n] = half(bitsAt(0x1p-66f));
                w[8 + n] = half(bitsAt(0x1p-76f));
                for (u32 k = 2; k < 6; ++k)
                    w[k * 8 + n] = static_cast<u16>(
                        bitsAt(std::ldexp(1.0f, -78 - static_cast<int>(random.below(5)))) >> 16 |
                        (random.word() & 0x7f));
            }
            const std::vector<u32> expected = product(x, w, shape);
            for (const u32 word : expected) (word << 1 == 0 ? flushed : kept) += 1;
            for (const MatrixKernel& kernel : matrixKernels()) QCOMPARE(run(kernel, x, w, shape), expected);
        }
        QVERIFY(kept > 1000);
        QVERIFY(flushed > 1000);
    }

    void resultMayReplaceInput() {
        RandomWords random(6);
        const VectorShape shape{128, 8};
        std::vector<u32> x(shape.words());
        std::vector<u16> w(128 * 128);
        for (u32& word : x) word = ordinary(random);
        for (u16& word : w) word = half(ordinary(random));
        const std::vector<u32> expected = product(x, w, shape);
        for (const MatrixKernel& kernel : matrixKernels()) {
            const auto packed = std::make_unique<PackedWeights>();
            kernel.pack(w.data(), 128, *packed);
            std::vector<u32> inOut = x;
            kernel.multiply(inOut.data(), *packed, inOut.data(), shape);
            QCOMPARE(inOut, expected);
        }
    }

    void selfTestSeesMistakes() {
        using detail::equalsDefinition;
        QVERIFY(equalsDefinition(mistaken<Mistake::None>()));
        QVERIFY(!equalsDefinition(mistaken<Mistake::RoundsToDenormalFirst>()));
        QVERIFY(!equalsDefinition(mistaken<Mistake::SwapsPairs>()));
        QVERIFY(!equalsDefinition(mistaken<Mistake::KeepsDenormals>()));
        QVERIFY(!equalsDefinition(mistaken<Mistake::UnfusedTinyProducts>()));
        for (const MatrixKernel& kernel : matrixKernels()) QVERIFY(equalsDefinition(kernel));
    }

    // So soon that nobody notices: five milliseconds of the processor. Of several threads that ask at once,
    // one measures and the others wait for it. First of all that ask for the times.
    void measuringTakesLittle() {
        (void)matrixKernels();
        const auto now = [] {
            timespec time{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
        };
        constexpr std::size_t kThreads = 4;
        std::array<double, kThreads> each{};
        std::array<const double*, kThreads> seen{};
        std::latch ready(kThreads);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < kThreads; ++i)
                threads.emplace_back([&, i] {
                    ready.arrive_and_wait();
                    const double begin = now();
                    seen[i] = matrixKernelTimes().data();
                    each[i] = now() - begin;
                });
        }
        for (const double* const times : seen) QCOMPARE(times, matrixKernelTimes().data());
        const double took = *std::ranges::max_element(each);
#if defined(NDEBUG)
        QVERIFY2(took < 5, qPrintable(QString::number(took)));
#endif
        QVERIFY(took >= 0);
    }

    void names() {
        QCOMPARE(matrixKernels().front().name, std::string_view("portable"));
        QCOMPARE(matrixKernelNamed("portable"), &matrixKernels().front());
        QVERIFY(matrixKernelNamed("no such kernel") == nullptr);
        QCOMPARE(&chosenMatrixKernel(), matrixKernelNamed(chosenMatrixKernel().name));
    }

    void anotherThanTheWidestIsClearlyFaster() {
        const auto fastest = [](std::vector<double> times) { return fastestKernel(times); };
        QCOMPARE(fastest({0}), std::size_t{0});
        QCOMPARE(fastest({0, 300, 200, 100}), std::size_t{3});
        QCOMPARE(fastest({0, 300, 91, 100}), std::size_t{3});
        QCOMPARE(fastest({0, 300, 90, 100}), std::size_t{2});
        QCOMPARE(fastest({0, 80, 85, 100}), std::size_t{1});
    }

    void eachIsMeasuredOnce() {
        const auto times = matrixKernelTimes();
        QCOMPARE(times.size(), matrixKernels().size());
        QCOMPARE(times.front(), 0.0); // it is never chosen where there is another
        for (std::size_t i = 1; i < times.size(); ++i) QVERIFY(times[i] > 0);
        QCOMPARE(matrixKernelTimes().data(), times.data());
        QCOMPARE(&chosenMatrixKernel(), &matrixKernels()[fastestKernel(times)]);
    }

    // A register of rows and the same register as columns give transposed weights,
    // rounded and placed where asked.
    void weightsByRowAndColumn() {
        for (const VectorShape shape : {VectorShape{8, 2}, VectorShape{8, 8}, VectorShape{128, 8}}) {
            RandomWords random(7);
            const u32 lanes = shape.lanes;
            std::vector<u16> rows(std::size_t{lanes} * lanes, 0xaaaa);
            std::vector<u16> columns(rows);
            for (u32 at = 0; at < lanes; at += shape.sublanes) {
                std::vector<u32> x(shape.words());
                for (u32& word : x) word = ordinary(random);
                storeWeightRows(x.data(), shape, at, rows.data());
                storeWeightColumns(x.data(), shape, at, columns.data());
                for (u32 i = 0; i < x.size(); ++i)
                    QCOMPARE(u32{rows[at * lanes + i]} << 16, bitsAt(roundHalf(x[i])));
            }
            for (u32 k = 0; k < lanes; ++k)
                for (u32 n = 0; n < lanes; ++n) QCOMPARE(columns[n * lanes + k], rows[k * lanes + n]);
        }
    }
};

int tst_matrix_kernel(int argc, char** argv) { return lw::tests::run<TestMatrixKernel>(argc, argv); }
#include "tst_matrix_kernel.moc"
