// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/buffer_plan.h"
#include "core/lower/program_text.h"
#include "core/lower/striding/exactness.h"
#include "core/lower/striding/masks.h"
#include "core/lower/strips.h"
#include "core/lower/tensor_names.h"
#include "core/network/passes.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

#include <random>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;
using tensor::DType;

namespace {

std::uint32_t below(std::mt19937& random, std::uint32_t n) {
    return static_cast<std::uint32_t>(random() % n);
}

StrideGeometry geometryOf(std::uint64_t rows, std::uint64_t columns, network::Pair stride) {
    StrideGeometry out;
    out.firstRows = rows;
    out.firstColumns = columns;
    out.stride = stride;
    out.channels = 1;
    out.rows = (rows + stride.rows - 1) / stride.rows;
    out.columns = (columns + stride.columns - 1) / stride.columns;
    return out;
}

network::Layer convolution(network::Pair kernel) {
    network::Layer layer;
    layer.kind = network::Kind::Conv;
    layer.kernel = kernel;
    return layer;
}

} // namespace

class TestLowerParts : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void everyModeHasItsName() {
        for (const ModeRow& row : modes()) QCOMPARE(findMode(row.name), &row);
        QVERIFY(findMode("mask") == nullptr);
        QCOMPARE(nameOf(Mode::MaskMax), std::string_view("mask-max"));
    }

    // E0.1 and E0.3: which elements are kept.
    void countsOfKeptElements() {
        const StrideGeometry first = geometryOf(8, 8, {4, 4}), partial = geometryOf(5, 5, {2, 2}),
                             alexnet = geometryOf(217, 217, {4, 4});
        QCOMPARE(first.keptPixels(), 4u);
        QCOMPARE(first.droppedPixels(), 60u);
        QCOMPARE(partial.keptPixels(), 9u);
        QCOMPARE(partial.droppedPixels(), 16u);
        QCOMPARE(alexnet.keptPixels(), 3025u);
        QCOMPARE(alexnet.droppedPixels(), 44064u);
        QCOMPARE(alexnet.windowPixels(54, 54), 1u);
        QCOMPARE(alexnet.windowPixels(53, 54), 4u);
    }

    // Claims 3 to 5 of US 9,721,203: ones where an element is kept, zeros elsewhere; two masks are inverse.
    void masks() {
        const StrideGeometry geometry = geometryOf(5, 7, {2, 3});
        for (const bool integers : {false, true}) {
            const auto mask = masksOf(Mode::MaskMax, geometry, integers, {});
            QCOMPARE(mask.size(), 1u);
            QCOMPARE(mask[0].shape(), (tensor::Shape{5, 7}));
            QCOMPARE(mask[0].dtype(), integers ? DType::I8 : DType::F32);
            const auto two = masksOf(Mode::TwoMasksMax, geometry, integers, {integers ? 7.0 : 4.0, 0});
            QCOMPARE(two.size(), 2u);
            for (std::uint64_t i = 0; i < 35; ++i) {
                const bool isKept = i / 7 % 2 == 0 && i % 7 % 3 == 0;
                QCOMPARE(valueAt(mask[0], i), isKept ? 1.0 : 0.0);
                const double product = valueAt(two[0], i) * valueAt(two[1], i);
                if (integers)
                    QCOMPARE(static_cast<std::uint32_t>(static_cast<std::int64_t>(product)),
                             isKept ? 1u : 0u);
                else
                    QCOMPARE(product, isKept ? 1.0 : 0.0);
            }
        }
        QCOMPARE(valueAt(masksOf(Mode::NegInfMax, geometry, false, {})[0], 1), -HUGE_VAL);
        QCOMPARE(masksOf(Mode::NegInfMax, geometry, true, {2, -70'000})[0].dtype(), DType::I32);
        QVERIFY(masksOf(Mode::SpaceToDepth, geometry, false, {}).empty());
    }
    void inverses() {
        for (std::uint32_t odd = 1; odd < 100'000; odd += 2) QCOMPARE(odd * inverseOf(odd), 1u);
        QCOMPARE(0xffffffffu * inverseOf(0xffffffffu), 1u);
    }

    // Seven digits, and never further inside.
    void boundsAreRoundedOutwards() {
        const struct {
            double bound, low, high;
        } rows[] = {{1008.0012345, 1008.001, 1008.002},
                    {-1008.0012345, -1008.002, -1008.001},
                    {0.1, 0.1, 0.1},
                    {1.00000001, 1, 1.000001},
                    {0.99999999, 0.9999999, 1},
                    {-0.99999999, -1, -0.9999999},
                    {123456789.5, 123456700, 123456800},
                    {7, 7, 7},
                    {123456789, 123456789, 123456789},
                    {1.23456789e-310, 1.234567e-310, 1.234568e-310},
                    {5e-324, 5e-324, 5e-324},
                    {-2.80259692864963e-44, -2.802597e-44, -2.802596e-44}};
        for (const auto& row : rows) {
            QCOMPARE(rounded(row.bound, Towards::Down), row.low);
            QCOMPARE(rounded(row.bound, Towards::Up), row.high);
            QVERIFY(rounded(row.bound, Towards::Down) <= row.bound);
            QVERIFY(rounded(row.bound, Towards::Up) >= row.bound);
        }
        QCOMPARE(rounded(std::numeric_limits<double>::infinity(), Towards::Up),
                 std::numeric_limits<double>::infinity());
    }

    void passesCoverEachProductOnce() {
        std::mt19937 random(1);
        for (int i = 0; i < 500; ++i) {
            network::Layer layer = convolution({1 + below(random, 5), 1 + below(random, 5)});
            layer.dilation.columns = 1 + below(random, 2);
            const std::uint32_t channels = 1 + below(random, 20), rows = 1 + below(random, 16);
            const bool fold = random() % 2 == 0;
            std::vector<std::uint32_t> order;
            for (const network::SumPass& pass : network::passesOf(layer, channels, rows, fold)) {
                QVERIFY(pass.length() <= rows && pass.length() > 0);
                QVERIFY(pass.taps == 1 || (fold && pass.channels == channels && layer.dilation.columns == 1));
                for (std::uint32_t t = 0; t < pass.taps; ++t)
                    for (std::uint32_t c = 0; c < pass.channels; ++c)
                        order.push_back(((pass.row * layer.kernel.columns + pass.column + t) * channels) +
                                        pass.channel + c);
            }
            QCOMPARE(order.size(), std::size_t(layer.kernel.rows * layer.kernel.columns * channels));
            for (std::uint32_t k = 0; k < order.size(); ++k) QCOMPARE(order[k], k);
        }
    }

    void stripsCutThePictureOnUnits() {
        std::mt19937 random(2);
        for (int i = 0; i < 2000; ++i) {
            const std::uint64_t rows = 1 + random() % 40, columns = 1 + random() % 40;
            const StripLimits limits{1 + random() % 300, 1 + random() % 100, 1 + random() % 40,
                                     1 + random() % 5, 1 + random() % 5};
            const auto areas = cutIntoStrips(rows, columns, limits);
            if (!areas) {
                const std::uint64_t unit =
                    std::min(rows, limits.unitRows) * std::min(columns, limits.unitColumns);
                QVERIFY(unit > limits.stripPixels || unit > limits.accumulatorRows ||
                        limits.unitColumns > limits.stripColumns || columns > limits.stripColumns);
                continue;
            }
            std::vector<int> covered(rows * columns);
            for (const AreaOfStrips& area : *areas) {
                QVERIFY(area.area.pixels() <= limits.accumulatorRows);
                for (const Area& strip : area.strips) {
                    QVERIFY(strip.pixels() <= limits.stripPixels && strip.columns <= limits.stripColumns);
                    QVERIFY(strip.row % limits.unitRows == 0 && strip.column % limits.unitColumns == 0);
                    QVERIFY(strip.row >= area.area.row &&
                            strip.row + strip.rows <= area.area.row + area.area.rows);
                    for (std::uint64_t r = strip.row; r < strip.row + strip.rows; ++r)
                        for (std::uint64_t c = strip.column; c < strip.column + strip.columns; ++c)
                            ++covered[r * columns + c];
                }
            }
            QVERIFY(std::all_of(covered.begin(), covered.end(), [](int times) { return times == 1; }));
        }
    }

    void buffersThatLiveTogetherLieApart() {
        std::mt19937 random(3);
        for (int i = 0; i < 300; ++i) {
            std::vector<Lifetime> all;
            for (std::size_t k = 1 + random() % 20; k > 0; --k) {
                const std::size_t first = random() % 10;
                all.push_back({1 + random() % 1000, first, first + random() % 5});
            }
            const bool reuse = i % 2 == 0;
            const BufferPlan plan = planBuffer(all, reuse);
            for (std::size_t a = 0; a < all.size(); ++a) {
                QVERIFY(plan.addresses[a] % kBufferAlignment == 0);
                QVERIFY(plan.addresses[a] + all[a].bytes <= plan.bytes);
                for (std::size_t b = 0; b < a; ++b) {
                    const bool together = all[a].first <= all[b].last && all[b].first <= all[a].last;
                    const bool apart = plan.addresses[a] + all[a].bytes <= plan.addresses[b] ||
                                       plan.addresses[b] + all[b].bytes <= plan.addresses[a];
                    QVERIFY(apart || (reuse && !together));
                }
            }
        }
        // What is dead is used again.
        QCOMPARE(planBuffer({{64, 0, 0}, {64, 1, 1}}, true).bytes, 64u);
        QCOMPARE(planBuffer({{64, 0, 0}, {64, 1, 1}}, false).bytes, 128u);
    }

    void namesAreWordsOfTheirOwn() {
        TensorNames names;
        QCOMPARE(names.take("conv1"), std::string("conv1"));
        QCOMPARE(names.take("conv1"), std::string("conv1_2"));
        QCOMPARE(names.take("conv 1/a"), std::string("conv_1_a"));
        QCOMPARE(names.take("/lstm/LSTM_output_1"), std::string("lstm_LSTM_output_1"));
        QVERIFY(!names.take("/").empty());
        QCOMPARE(names.take("1x1"), std::string("_1x1"));
        QCOMPARE(names.take("v3"), std::string("v3_"));
        QCOMPARE(names.take("ub"), std::string("ub_"));
        QCOMPARE(names.take("\xc3\xa4"), std::string("__"));
        QVERIFY(!names.take("").empty());
    }

    void patternsAreWrittenOnce() {
        ProgramText text;
        QCOMPARE(text.pattern({8, 4, 8, 32}), std::string("a0"));
        QCOMPARE(text.pattern({8, 4, 8, 32, 2, 64, 4}), std::string("a1"));
        QCOMPARE(text.pattern({8, 4, 8, 32}), std::string("a0"));
        QCOMPARE(text.rows(), 3u);
        QCOMPARE(text.text(), std::string("        shape a0, 8, 4, 8, 32\n"
                                          "        shape a1, 8, 4, 8, 32\n"
                                          "        shape2 a1, 2, 64, 4\n"));
        for (std::uint64_t n = 1; n <= 14; ++n) text.pattern({n, 1});
        QCOMPARE(text.pattern({8, 4, 8, 32}), std::string("a0")); // the sixteen are full, none was lost
        QCOMPARE(text.pattern({99, 1}), std::string("a1"));       // the one that was used longest ago goes
    }
};

int tst_lower_parts(int argc, char** argv) {
    return lw::tests::run<TestLowerParts, QCoreApplication>(argc, argv);
}
#include "tst_lower_parts.moc"
