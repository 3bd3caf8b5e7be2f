// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/exactness.h"
#include "core/lower/striding/prediction.h"
#include "core/network/arithmetic.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::DType;
using tensor::Tensor;

namespace {

std::uint32_t drawnBelow(std::mt19937& random, std::uint32_t n) {
    return static_cast<std::uint32_t>(random() % n);
}

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

StrideGeometry predictedGeometry(std::uint64_t rows, std::uint64_t columns, network::Pair stride,
                                 std::uint64_t channels = 1) {
    StrideGeometry out;
    out.firstRows = rows;
    out.firstColumns = columns;
    out.stride = stride;
    out.channels = channels;
    out.rows = (rows + stride.rows - 1) / stride.rows;
    out.columns = (columns + stride.columns - 1) / stride.columns;
    return out;
}
Tensor floats(const StrideGeometry& g, const std::vector<float>& values) {
    return Tensor::of<float>(DType::F32, {g.firstRows, g.firstColumns, g.channels}, values);
}
std::vector<double> numbersOf(const Tensor& tensor) {
    std::vector<double> out;
    for (std::uint64_t i = 0; i < tensor.count(); ++i) out.push_back(valueAt(tensor, i));
    return out;
}
std::vector<double> predicted(Mode mode, const StrideGeometry& g, const Tensor& first,
                              ModeSettings settings = {}) {
    settings.mode = mode;
    return numbersOf(predict(settings, g, first).values);
}

// Maximum and minimum as the circuit has them: a NaN wins.
float larger(float x, float y) { return std::isnan(x) || std::isnan(y) ? kNan : std::max(x, y); }
float smaller(float x, float y) { return std::isnan(x) || std::isnan(y) ? kNan : std::min(x, y); }
std::int32_t larger(std::int32_t x, std::int32_t y) { return std::max(x, y); }
std::int32_t smaller(std::int32_t x, std::int32_t y) { return std::min(x, y); }
float times(float x, float y) { return x * y; }
std::int32_t times(std::int32_t x, std::int32_t y) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(y));
}

// One channel, step by step: masks as tensors, products element by element, windows of the second tensor.
template <typename T> class StepByStep {
  public:
    StepByStep(Mode mode, const StrideGeometry& g, const ModeSettings& settings, std::vector<T> first)
        : m_mode(mode), m_g(g), m_settings(settings), m_second(std::move(first)) {
        if (rowOf(mode).masking == Masking::MultiplyMatrix) throughMatrix();
        for (const Tensor& mask : masksOf(mode, g, std::is_integral_v<T>, settings.numbers))
            for (std::size_t i = 0; i < m_second.size(); ++i)
                m_second[i] = masked(m_second[i], T(valueAt(mask, i)));
    }
    T pooled(std::uint64_t a, std::uint64_t b) const {
        std::vector<T> window;
        for (std::uint64_t r = a * m_g.stride.rows; r < (a + 1) * m_g.stride.rows; ++r)
            for (std::uint64_t c = b * m_g.stride.columns; c < (b + 1) * m_g.stride.columns; ++c)
                if (r < m_g.firstRows && c < m_g.firstColumns)
                    window.push_back(m_second[r * m_g.firstColumns + c]);
                else if (rowOf(m_mode).pooling == Pooling::MaxPlusMin)
                    window.push_back(0);
        T most = window[0], least = window[0], sum = window[0];
        for (std::size_t i = 1; i < window.size(); ++i) {
            most = larger(most, window[i]);
            least = smaller(least, window[i]);
            sum = network::plus(sum, window[i]);
        }
        switch (rowOf(m_mode).pooling) {
        case Pooling::Sum: return sum;
        case Pooling::MaxPlusMin: return network::plus(most, least);
        default: return most;
        }
    }

  private:
    T masked(T x, T mask) const {
        switch (rowOf(m_mode).masking) {
        case Masking::AddLow: return network::plus(x, mask);
        case Masking::Select: return mask != 0 ? x : T{0};
        default: return times(x, mask);
        }
    }
    // Each pixel of a block is the sum over the block of pixel times an element of the diagonal matrix.
    void throughMatrix() {
        std::vector<T> out(m_second.size());
        for (std::uint64_t r = 0; r < m_g.firstRows; ++r)
            for (std::uint64_t c = 0; c < m_g.firstColumns; ++c) {
                const std::uint64_t begin = c / m_settings.matrixBlock * m_settings.matrixBlock;
                T sum{};
                for (std::uint64_t q = begin;
                     q < std::min<std::uint64_t>(begin + m_settings.matrixBlock, m_g.firstColumns); ++q)
                    sum = network::multiplyAdd(m_second[r * m_g.firstColumns + q],
                                               T(q == c && m_g.keeps(r, c) ? 1 : 0), sum);
                out[r * m_g.firstColumns + c] = sum;
            }
        m_second = std::move(out);
    }

    Mode m_mode;
    const StrideGeometry& m_g;
    const ModeSettings& m_settings;
    std::vector<T> m_second;
};

bool isMasking(const ModeRow& row) { return row.masking != Masking::None; }

// A stride, and a first tensor of a few rows and columns.
StrideGeometry randomGeometry(std::mt19937& random) {
    const network::Pair stride{1 + drawnBelow(random, 4), 2 + drawnBelow(random, 3)};
    return predictedGeometry(1 + random() % 9, 1 + random() % 9,
                             random() % 2 == 0 ? stride : network::Pair{stride.columns, stride.rows});
}

} // namespace

class TestPrediction : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // E0.1: no value is negative.
    void positiveValues() {
        const StrideGeometry g = predictedGeometry(8, 8, {4, 4});
        const Tensor first =
            floats(g, {27,  44,  56,  68,  80,  92,  104, 84,  100, 144, 160, 176, 192, 208, 224, 176,
                       196, 272, 288, 304, 320, 336, 352, 272, 292, 400, 416, 432, 448, 464, 480, 368,
                       388, 528, 544, 560, 576, 592, 608, 464, 484, 656, 672, 688, 704, 720, 736, 560,
                       580, 784, 800, 816, 832, 848, 864, 656, 483, 652, 664, 676, 688, 700, 712, 540});
        for (const ModeRow& row : modes()) {
            if (!isMasking(row)) continue;
            ModeSettings settings;
            settings.matrixBlock = 8;
            QCOMPARE(predicted(row.mode, g, first, settings), (std::vector<double>{27, 80, 388, 576}));
        }
    }
    // E0.2 by its kept elements: negatives are lost by the seed's method and kept by the cures.
    void negativeValues() {
        const StrideGeometry g = predictedGeometry(8, 8, {4, 4});
        Tensor first(DType::F32, {8, 8, 1});
        for (const auto& [at, value] : {std::pair{0, 18.0f}, {4, -14.0f}, {32, 31.0f}, {36, -4.0f}})
            first.set(static_cast<std::uint64_t>(at), value);
        QCOMPARE(predicted(Mode::MaskMax, g, first), (std::vector<double>{18, 0, 31, 0}));
        const std::vector<double> right{18, -14, 31, -4};
        for (const Mode mode : {Mode::MaskSum, Mode::MaskMaxMin, Mode::NegInfMax, Mode::SelectSum})
            QCOMPARE(predicted(mode, g, first), right);
        const auto causes = predict({Mode::MaskMax, {}, 0, {}, 0}, g, first).causes;
        QCOMPARE(causes, (std::vector{Cause::None, Cause::NegativeLost, Cause::None, Cause::NegativeLost}));
    }
    // E0.3: windows that the edge cuts; the last one holds one element and no zero.
    void partialWindows() {
        const StrideGeometry g = predictedGeometry(5, 5, {2, 2});
        const Tensor first = floats(g, {-12, -3,  6, 15, -3,  6,   -3, -3,  -12, 6,   6,  -21, 24,
                                        -3,  -12, 6, 6,  -12, -12, 24, -12, 24,  -21, 24, -12});
        QCOMPARE(predicted(Mode::MaskMax, g, first), (std::vector<double>{0, 6, 0, 6, 24, 0, 0, 0, -12}));
        const std::vector<double> right{-12, 6, -3, 6, 24, -12, -12, -21, -12};
        for (const Mode mode : {Mode::MaskSum, Mode::MaskMaxMin, Mode::NegInfMax, Mode::SelectSum})
            QCOMPARE(predicted(mode, g, first), right);
    }
    // E0.5: powers of two are exact, others not always; integers never lose anything.
    void twoMasks() {
        const StrideGeometry g = predictedGeometry(2, 2, {2, 2});
        ModeSettings two{Mode::TwoMasksMax, {2, 0}, 0, {}, 0}, three{Mode::TwoMasksMax, {3, 0}, 0, {}, 0};
        const Tensor tenth = floats(g, {0.1f, 5, 5, 5});
        QCOMPARE(predict(two, g, tenth).values.at<float>(0), 0.1f);
        const Prediction rounded = predict(three, g, tenth);
        QCOMPARE(rounded.values.at<float>(0), 0.100000009f);
        QCOMPARE(rounded.causes[0], Cause::MaskRounds);
        const Prediction overflow = predict(two, g, floats(g, {3e38f, 0, 0, 0}));
        QCOMPARE(overflow.values.at<float>(0), kInf);
        QCOMPARE(overflow.causes[0], Cause::MaskOverflows);
        for (const double m : {3.0, 5.0, 7.0, 10.0}) {
            int failed = 0;
            for (int v = 1; v <= 4096; ++v) {
                two.numbers.factor = m;
                failed += predict(two, g, floats(g, {float(v), 0, 0, 0})).values.at<float>(0) != float(v);
            }
            QCOMPARE(failed, m == 7 ? 2724 : 0);
        }
    }
    // What is dropped is not always harmless: 0 * infinity, infinity - infinity.
    void notFinite() {
        const StrideGeometry g = predictedGeometry(2, 4, {2, 2});
        const Tensor first = floats(g, {1, 2, 3, 4, kInf, 5, 6, 7});
        const auto cause = [&](Mode mode) {
            ModeSettings settings{mode, {}, 4, {}, 0};
            return predict(settings, g, first).causes;
        };
        QCOMPARE(cause(Mode::MaskSum), (std::vector{Cause::DroppedNotFinite, Cause::None}));
        QCOMPARE(cause(Mode::NegInfMax), (std::vector{Cause::LowestNotLow, Cause::None}));
        QCOMPARE(cause(Mode::SelectMax), (std::vector{Cause::None, Cause::None}));
        // In the matrix unit the pixels of a row meet: both windows have a NaN.
        QCOMPARE(cause(Mode::MatrixMax), (std::vector{Cause::BlockNotFinite, Cause::BlockNotFinite}));
    }

    // Thousands of first tensors: the rules against the steps.
    void rulesAgreeWithSteps_data() {
        QTest::addColumn<bool>("integers");
        QTest::newRow("float32") << false;
        QTest::newRow("int32") << true;
    }
    void rulesAgreeWithSteps() {
        QFETCH(bool, integers);
        std::mt19937 random(integers ? 5 : 4);
        for (int i = 0; i < 4000; ++i) {
            const StrideGeometry g = randomGeometry(random);
            if (integers)
                compare<std::int32_t>(g, random);
            else
                compare<float>(g, random);
            if (QTest::currentTestFailed()) return;
        }
    }

    // A mode that calls itself exact is, for every first tensor in the range it was told.
    void whatIsProvenHolds() {
        std::mt19937 random(6);
        int proven = 0;
        for (int i = 0; i < 4000; ++i) {
            LayerFacts facts;
            facts.geometry = randomGeometry(random);
            facts.integers = random() % 2 == 0;
            const double low = static_cast<double>(random() % 200) - 100,
                         high = low + static_cast<double>(random() % 100);
            facts.first = {low, high, false, false};
            if (facts.integers && random() % 2 == 0)
                facts.requant = network::Requant{1 + static_cast<std::int32_t>(random() % 50), 5,
                                                 random() % 2 == 0 ? 0 : -128};
            Tensor first(facts.integers ? DType::I32 : DType::F32,
                         {facts.geometry.firstRows, facts.geometry.firstColumns, 1});
            std::uniform_real_distribution<double> value(low, high);
            for (std::uint64_t k = 0; k < first.count(); ++k)
                if (facts.integers)
                    first.set(k, static_cast<std::int32_t>(std::lround(value(random))));
                else
                    first.set(k, static_cast<float>(value(random)));
            for (const ModeRow& row : modes()) {
                const MaskNumbers numbers = maskNumbersOf(facts, 0);
                if (!isMasking(row) || unusable(row.mode, facts, numbers)) continue;
                if (!reasonFor(row.mode, facts, numbers).exact) continue;
                ++proven;
                const ModeSettings settings{row.mode, numbers, 4, facts.requant, 0};
                const auto causes = predict(settings, facts.geometry, first).causes;
                QVERIFY2(std::all_of(causes.begin(), causes.end(), [](Cause c) { return c == Cause::None; }),
                         qPrintable(QString("case %1, %2").arg(i).arg(row.name.data())));
            }
        }
        QVERIFY(proven > 10'000);
    }

    // Which mode is the first that is proven, for the kinds of layers there are.
    void firstProvenMode() {
        LayerFacts facts;
        facts.geometry = predictedGeometry(8, 8, {2, 2});
        const auto firstProven = [&] {
            const MaskNumbers numbers = maskNumbersOf(facts, 0);
            for (const ModeRow& row : modes())
                if (!unusable(row.mode, facts, numbers) && reasonFor(row.mode, facts, numbers).exact)
                    return row.mode;
            return Mode::Direct;
        };
        facts.first = {0, 10, false, false};
        QCOMPARE(firstProven(), Mode::MaskMax);
        facts.first = {-1, 10, false, false};
        QCOMPARE(firstProven(), Mode::MaskSum);
        facts.first = {0, kInf, true, false}; // relu of anything
        QCOMPARE(firstProven(), Mode::SelectMax);
        facts.first = {-kInf, kInf, true, false};
        QCOMPARE(firstProven(), Mode::SelectSum);
        facts.first = {-1, 10, false, false};
        facts.geometry = predictedGeometry(1, 1, {2, 2}); // one window of one element
        QCOMPARE(firstProven(), Mode::MaskMax);
        facts.integers = true;
        facts.geometry = predictedGeometry(8, 8, {2, 2});
        facts.first = {-2147483648.0, 2147483647.0, false, true};
        QCOMPARE(firstProven(), Mode::MaskSum);
        QVERIFY(unusable(Mode::NegInfMax, facts, maskNumbersOf(facts, 0)).has_value());
        QVERIFY(unusable(Mode::MatrixMax, facts, maskNumbersOf(facts, 0)).has_value());
        QVERIFY(unusable(Mode::TwoMasksMax, facts, maskNumbersOf(facts, 4)).has_value());
    }

  private:
    template <typename T> void compare(const StrideGeometry& g, std::mt19937& random) {
        std::vector<T> first(g.firstRows * g.firstColumns);
        Tensor tensor(std::is_integral_v<T> ? DType::I32 : DType::F32, {g.firstRows, g.firstColumns, 1});
        const bool isWild = random() % 3 == 0;
        for (std::size_t k = 0; k < first.size(); ++k) {
            if constexpr (std::is_integral_v<T>) {
                first[k] = isWild ? static_cast<T>(random()) : static_cast<T>(random() % 100) - 50;
            } else {
                constexpr float kOdd[] = {kInf, -kInf, kNan, -0.0f, 3e38f, 1e-42f};
                first[k] = isWild && random() % 6 == 0 ? kOdd[random() % 6]
                                                       : std::uniform_real_distribution<float>(-9, 9)(random);
            }
            tensor.set(k, first[k]);
        }
        for (const ModeRow& row : modes()) {
            if (!isMasking(row)) continue;
            ModeSettings settings{
                row.mode, {std::is_integral_v<T> ? 5.0 : 3.0, -200}, 1 + drawnBelow(random, 6), {}, 0};
            const Prediction got = predict(settings, g, tensor);
            const StepByStep<T> steps(row.mode, g, settings, first);
            std::uint64_t i = 0;
            for (std::uint64_t a = 0; a < g.rows; ++a)
                for (std::uint64_t b = 0; b < g.columns; ++b, ++i) {
                    const T wanted = steps.pooled(a, b), value = got.values.template at<T>(i);
                    QVERIFY2(value == wanted || (value != value && wanted != wanted),
                             qPrintable(QString("%1 at %2, %3").arg(row.name.data()).arg(a).arg(b)));
                    const T kept = first[a * g.stride.rows * g.firstColumns + b * g.stride.columns];
                    const bool isRight = value == kept || (value != value && kept != kept);
                    QCOMPARE(got.causes[i] == Cause::None, isRight);
                }
        }
    }
};

int tst_prediction(int argc, char** argv) {
    return lw::tests::run<TestPrediction, QCoreApplication>(argc, argv);
}
#include "tst_prediction.moc"
