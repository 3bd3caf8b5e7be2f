// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/messages.h"
#include "core/tensor/picture.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <limits>

using namespace lw;
using namespace lw::tensor;

// Numbers as pictures, and these as files.
class TestPictureWrite : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void numbersBecomeSamples() {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        const std::vector<float> numbers{
            0,   0.5f, 1.5f,      2.5f,       254.4f, 254.6f,
            300, -7,   kInfinity, -kInfinity, 255,    std::numeric_limits<float>::quiet_NaN()};
        Tensor given(DType::F32, {3, 4});
        for (std::size_t i = 0; i < numbers.size(); ++i) given.set(i, numbers[i]);
        const auto got = pictureOf(given);
        QVERIFY(got);
        QCOMPARE(got->samples, (std::vector<std::uint8_t>{0, 0, 2, 2, 254, 255, 255, 0, 255, 0, 255, 0}));
        QVERIFY(got->rows == 3 && got->columns == 4 && got->channels == 1);
    }
    // Read again it has the samples that were written, whatever its channels.
    void filesHoldTheSamples() {
        for (std::uint64_t channels = 1; channels <= 4; ++channels) {
            Picture picture{5, 7, channels, {}};
            for (std::uint64_t i = 0; i < 35 * channels; ++i)
                picture.samples.push_back(static_cast<std::uint8_t>(i * 31 + channels));
            const std::vector<std::byte> file = encodePng(picture);
            const auto back = decodePicture(file, "x.png");
            QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
            QCOMPARE(back->channels, channels);
            QVERIFY(back->rows == 5 && back->columns == 7 && back->samples == picture.samples);
        }
    }
    void whatIsNoPictureIsRefused() {
        for (const Shape& shape : {Shape{4}, Shape{2, 3, 5}, Shape{1, 2, 3, 1}, Shape{0, 4, 1}}) {
            const auto got = pictureOf(Tensor(DType::F32, shape));
            QVERIFY(!got && got.problem().message == &messages::kNotShown);
        }
    }
};

int tst_picture_write(int argc, char** argv) { return lw::tests::run<TestPictureWrite>(argc, argv); }
#include "tst_picture_write.moc"
