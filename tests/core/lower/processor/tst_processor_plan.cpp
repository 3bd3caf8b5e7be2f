// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/packing.h"
#include "core/lower/processor/product_plan.h"
#include "core/lower/processor/vector_places.h"
#include "core/numeric/half.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::lower::processor;

namespace {

// As published firmware of VGG-16 has it: vectors of 128.
machine::ProcessorLimits published() {
    machine::ProcessorLimits out;
    out.name = "published";
    out.nativeDimension = 128;
    out.chainVectors = out.initialVectors = out.addSub0Vectors = out.addSub1Vectors = out.multiplyVectors =
        16384;
    out.matrices = 512;
    out.largestStep = 254;
    return out;
}

ProductShape convolution(std::uint32_t inputs, std::uint32_t outputs, std::uint32_t kernel) {
    ProductShape out;
    out.name = "conv";
    out.kernelRows = out.kernelColumns = kernel;
    out.inputs = inputs;
    out.outputs = outputs;
    out.outRows = out.outColumns = 28;
    return out;
}

std::string codeOf(const Result<ProductPlan>& plan) {
    return plan ? "" : std::string(plan.problem().message->code);
}

} // namespace

class TestProcessorPlan : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // systems E1.4: native matrices of layers of VGG-16.
    void publishedSizes() {
        QCOMPARE(planProduct(convolution(64, 64, 3), published())->matrices, 9u);
        QCOMPARE(planProduct(convolution(128, 256, 3), published())->matrices, 18u);
        QCOMPARE(planProduct(convolution(256, 256, 3), published())->matrices, 36u);
        QCOMPARE(planProduct(convolution(256, 512, 3), published())->matrices, 72u);
        QCOMPARE(planProduct(convolution(512, 512, 3), published())->matrices, 144u);
        // 7 x 7 x 3 as a list of 147 numbers: 2 tiles.
        ProductShape patch;
        patch.inputs = 147;
        patch.outputs = 64;
        QCOMPARE(planProduct(patch, published())->matrices, 2u);
        // The biases of conv1_1 to conv4_2 in native vectors.
        constexpr std::uint32_t kOutputs[] = {64, 64, 256, 256, 512, 512}, kVectors[] = {1, 1, 2, 2, 4, 4};
        for (std::size_t i = 0; i < std::size(kOutputs); ++i)
            QCOMPARE(packedOf({kOutputs[i]}, published().nativeDimension).vectors(),
                     std::uint64_t{kVectors[i]});
    }

    // systems E1.6: a matrix of 5 x 6 in native ones of 4 x 4; what fills up is zero.
    void padding() {
        tensor::Tensor weights(tensor::DType::F32, {6, 5}); // inputs, outputs
        for (std::uint64_t i = 0; i < 30; ++i) weights.set(i, static_cast<float>(i + 1));
        std::vector<std::uint16_t> codes;
        appendMatrices(weights, {1, 6, 5, 4}, 0, {0, 2}, {0, 2}, codes);
        QCOMPARE(codes.size(), std::size_t{4 * 16});
        for (std::uint32_t row = 0; row < 8; ++row)
            for (std::uint32_t column = 0; column < 8; ++column) {
                const std::uint32_t piece = row / 4 * 2 + column / 4;
                const std::uint16_t code = codes[(piece * 4 + row % 4) * 4 + column % 4];
                const double wanted = row < 5 && column < 6 ? column * 5 + row + 1 : 0;
                QCOMPARE(numeric::halfValue(code), wanted);
            }
    }

    void imagesThereAndBack() {
        const Packed how = packedOf({2, 3, 5}, 4);
        QCOMPARE(how, (Packed{6, 5, 2}));
        tensor::Tensor image(tensor::DType::F32, {2, 3, 5});
        for (std::uint64_t i = 0; i < 30; ++i) image.set(i, static_cast<float>(i) - 7);
        const tensor::Tensor vectors = packed(image, how, 4);
        QCOMPARE(vectors.shape(), (tensor::Shape{12, 4}));
        QCOMPARE(tensor::valueAt(vectors, 4), -3.0); // the fifth channel of the first pixel
        for (std::uint64_t fill = 5; fill < 8; ++fill) QCOMPARE(tensor::valueAt(vectors, fill), 0.0);
        QCOMPARE(unpacked(vectors, how, {2, 3, 5}), image);
    }

    void passes() {
        machine::ProcessorLimits limits = published();
        limits.nativeDimension = 4;
        // Three columns of 2 tiles side by side.
        ProductShape shape = convolution(8, 4, 3);
        QCOMPARE(planProduct(shape, limits)->passes,
                 (std::vector<Pass>{{0, 0, 6, 0}, {1, 0, 6, 0}, {2, 0, 6, 0}}));
        // Apart: each by itself.
        shape.kernelRows = 1;
        shape.columnDilation = 2;
        QCOMPARE(planProduct(shape, limits)->passes,
                 (std::vector<Pass>{{0, 0, 2, 0}, {0, 2, 2, 4}, {0, 4, 2, 8}}));
        // More than a chain holds.
        shape.columnDilation = 1;
        limits.chainVectors = 4;
        QCOMPARE(planProduct(shape, limits)->passes, (std::vector<Pass>{{0, 0, 4, 0}, {0, 4, 2, 4}}));
        QCOMPARE(planProduct(shape, limits)->places, 1u);
    }

    // Whole windows are one product; where a chain is too short for one, products of whole pixels.
    void windows() {
        machine::ProcessorLimits limits = published();
        limits.nativeDimension = 4;
        limits.largestWindowMove = 1000;
        ProductShape shape = convolution(8, 4, 3);
        shape.isSliding = true;
        const auto whole = planProduct(shape, limits);
        QVERIFY(whole->readsWindows);
        QCOMPARE(whole->passes, (std::vector<Pass>{{0, 0, 18, 0}}));
        QCOMPARE(whole->places, 28u * 28);
        limits.chainVectors = 7;
        QCOMPARE(planProduct(shape, limits)->passes,
                 (std::vector<Pass>{{0, 0, 6, 0}, {0, 6, 6, 6}, {0, 12, 6, 12}}));
        limits.chainVectors = 1; // less than a pixel
        QVERIFY(!planProduct(shape, limits)->readsWindows);
    }

    void tooLarge() {
        machine::ProcessorLimits limits = published();
        limits.matrices = 8;
        const auto image = planProduct(convolution(64, 64, 3), limits); // a row of it has 9
        QVERIFY(image && image->isStreamed);
        ProductShape dense;
        dense.inputs = 128 * 20;
        dense.outputs = 300;
        const auto plan = planProduct(dense, limits); // one place: matrices come as they are needed
        QVERIFY(plan && plan->isStreamed);
        QCOMPARE(plan->passes, (std::vector<Pass>{{0, 0, 8, 0}, {0, 8, 8, 8}, {0, 16, 4, 16}}));
        QCOMPARE(plan->chunks, (std::vector<Chunk>{{0, 1}, {1, 1}, {2, 1}}));
        limits.addSub1Vectors = 1;
        QCOMPARE(codeOf(planProduct(dense, limits)), "E883");
    }

    void places() {
        VectorPlaces places(10);
        QCOMPARE(*places.take(4), 0u);
        QCOMPARE(*places.take(3), 4u);
        QCOMPARE(*places.take(3), 7u);
        QVERIFY(!places.take(1));
        places.release(4);
        QCOMPARE(places.longestFree(), 3u);
        QCOMPARE(*places.take(2), 4u);
        QVERIFY(!places.take(2));
        QCOMPARE(*places.take(1), 6u);
        QCOMPARE(places.most(), 10u);
    }
};

int tst_processor_plan(int argc, char** argv) { return lw::tests::run<TestProcessorPlan>(argc, argv); }
#include "tst_processor_plan.moc"
