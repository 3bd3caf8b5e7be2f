// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/network_json.h"
#include "core/network/onnx_import.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::network;
namespace file = lw::test::onnx;

namespace {

// A convolution of 3 x 3 with stride 2 whose padding keeps the size, as TensorFlow has it; -1: of open size.
std::string model(std::int64_t rows, std::int64_t columns, const char* pads = "SAME_UPPER") {
    return file::modelOf({file::node("Conv", {"x", "w"}, {"y"},
                                     file::integers("strides", {2, 2}) + file::text("auto_pad", pads))},
                         {file::tensorOf("w", 1, {1, 1, 3, 3}, std::string(9 * sizeof(float), '\0'))},
                         file::input("x", {1, 1, rows, columns}), {"y"});
}
Result<Network> read(const std::string& bytes, const std::optional<ImageSize>& image = {}) {
    Section where;
    where.image = image;
    return importOnnx(std::as_bytes(std::span(bytes)), "net.onnx", {}, where);
}
Result<Network> readJson(const std::string& shape, const std::optional<ImageSize>& image = {}) {
    const std::string text =
        R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": "f32", "input": {"name": "x", "shape": )" +
        shape + R"(}, "layers": [{"name": "y", "kind": "relu", "inputs": ["x"]}], "outputs": ["y"]})";
    return parseNetwork(text, 0, {}, {}, image);
}

} // namespace

// Files that leave the size of their image open are read for that of a picture.
class TestOpenSize : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The padding is that of the picture's size: (n - 1) * 2 + 3 less 2 n is 1, less 2 n - 1 is 2.
    void samePaddingIsOfThePicture() {
        const auto even = read(model(-1, -1), ImageSize{64, 65});
        QVERIFY(even);
        QCOMPARE(even->input.shape, (tensor::Shape{64, 65, 1}));
        QVERIFY((even->layers[0].pad == Padding{0, 1, 1, 1}));
        const auto lower = read(model(-1, -1, "SAME_LOWER"), ImageSize{64, 65});
        QVERIFY(lower && (lower->layers[0].pad == Padding{1, 0, 1, 1}));
        QCOMPARE(even->layers[0].shape, (tensor::Shape{32, 33, 1}));
    }
    // Also where the file states another size.
    void anotherSizeThanTheFiles() {
        const auto other = read(model(64, 64), ImageSize{65, 65}), stated = read(model(65, 65));
        QVERIFY(other && stated);
        QVERIFY(other->layers[0].pad == stated->layers[0].pad &&
                other->layers[0].shape == stated->layers[0].shape);
    }
    void withoutASizeItIsRefused() {
        const auto none = read(model(-1, 64));
        QVERIFY(!none);
        QVERIFY2(textOf(none.problem()).find("lw tile") != std::string::npos, textOf(none.problem()).c_str());
    }
    void json() {
        const auto open = readJson("[null, null, 3]", ImageSize{4, 7});
        QVERIFY(open);
        QCOMPARE(open->layers[0].shape, (tensor::Shape{4, 7, 3}));
        QCOMPARE(readJson("[null, 5, 3]", ImageSize{4, 7})->input.shape, (tensor::Shape{4, 5, 3}));
        QCOMPARE(readJson("[6, 5, 3]", ImageSize{4, 7})->input.shape, (tensor::Shape{6, 5, 3}));
        const auto none = readJson("[null, null, 3]");
        QVERIFY(!none && none.problem().message == &messages::kOpenSize && none.problem().place.line == 1);
        for (const char* wrong : {"[4, 7, null]", "[null]", "[null, null, null]", "null"})
            QVERIFY2(!readJson(wrong, ImageSize{4, 7}), wrong);
    }
};

int tst_open_size(int argc, char** argv) { return lw::tests::run<TestOpenSize>(argc, argv); }
#include "tst_open_size.moc"
