// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/image_order.h"
#include "core/network/labels.h"
#include "core/network/network_json.h"
#include "core/network/normalise.h"
#include "core/network/reference.h"
#include "core/network/shapes.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <limits>

// What becomes of an array or a picture before a network reads it, and of an output for people.
using namespace lw;
using namespace lw::network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

Network networkOf(Shape shape, bool isChannelsFirst = false) {
    Network out;
    out.input.shape = std::move(shape);
    out.input.isChannelsFirst = isChannelsFirst;
    Layer& relu = out.layers.emplace_back();
    relu.name = "y";
    relu.inputs = {0};
    out.outputs = {1};
    LW_REQUIRE(bool(inferShapes(out)), "a network");
    return out;
}
// Elements 0, 1, 2 ... in the order in which they lie.
Tensor counted(const Shape& shape) {
    Tensor out(DType::I32, shape);
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<std::int32_t>(i));
    return out;
}
template <typename Value> QString codeOf(const Result<Value>& result) {
    return result ? QString() : QString::fromStdString(std::string(result.problem().message->code));
}

} // namespace

class TestInputs : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void channelsFirstAreTurned() {
        const Network network = networkOf({2, 3, 4});
        for (const std::uint64_t batch : {0u, 1u, 5u}) {
            Shape shape{4, 2, 3};
            if (batch != 0) shape.insert(shape.begin(), batch);
            const auto turned = inOrder(network, counted(shape), ImageOrder::ChannelsFirst);
            QVERIFY(turned);
            Shape wanted{2, 3, 4};
            if (batch != 0) wanted.insert(wanted.begin(), batch);
            QCOMPARE(turned->shape(), wanted);
            std::uint64_t at = 0;
            for (std::uint64_t item = 0; item < std::max<std::uint64_t>(batch, 1); ++item)
                for (std::uint64_t row = 0; row < 2; ++row)
                    for (std::uint64_t column = 0; column < 3; ++column)
                        for (std::uint64_t channel = 0; channel < 4; ++channel)
                            QCOMPARE(
                                turned->at<std::int32_t>(at++),
                                static_cast<std::int32_t>(((item * 4 + channel) * 2 + row) * 3 + column));
        }
    }
    // [channels, length], as Conv1d reads it, is an image of one row.
    void rowsOfChannelsFirst() {
        for (const auto& [given, wanted] :
             {std::pair(Shape{2, 3}, Shape{1, 3, 2}), {{1, 2, 3}, {1, 1, 3, 2}}}) {
            const auto turned =
                inOrder(networkOf({1, 3, 2}, true), counted(given), ImageOrder::ChannelsFirst);
            QVERIFY(turned && turned->shape() == wanted);
            for (std::uint64_t place = 0; place < 3; ++place)
                for (std::uint64_t channel = 0; channel < 2; ++channel)
                    QCOMPARE(turned->at<std::int32_t>(place * 2 + channel),
                             static_cast<std::int32_t>(channel * 3 + place));
        }
    }
    // One channel is first and last, so that nothing needs to be said.
    void oneChannelFirst() {
        for (const auto& [given, wanted] : {std::pair(Shape{1, 2, 3}, Shape{2, 3, 1}),
                                            {{1, 1, 2, 3}, {1, 2, 3, 1}},
                                            {{7, 1, 2, 3}, {7, 2, 3, 1}}}) {
            const auto taken = inOrder(networkOf({2, 3, 1}, true), counted(given), std::nullopt);
            QVERIFY(taken && taken->shape() == wanted);
            for (std::uint64_t i = 0; i < taken->count(); ++i)
                QCOMPARE(taken->at<std::int32_t>(i), static_cast<std::int32_t>(i));
        }
    }
    void orders_data() {
        QTest::addColumn<bool>("isChannelsFirst");
        QTest::addColumn<QList<int>>("image");
        QTest::addColumn<QList<int>>("given");
        QTest::addColumn<int>("order"); // -1: not said
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, bool first, QList<int> image, QList<int> given, int order,
                            const char* code) {
            QTest::newRow(name) << first << image << given << order << QString::fromLatin1(code);
        };
        row("fits", true, {2, 3, 4}, {2, 3, 4}, -1, "");
        row("fits channels first", false, {2, 3, 4}, {4, 2, 3}, -1, "E610");
        row("a batch of that", true, {2, 3, 4}, {7, 4, 2, 3}, -1, "E610");
        row("both, of a file with channels first", true, {3, 3, 3}, {3, 3, 3}, -1, "E611");
        row("a batch of that too", true, {3, 3, 3}, {2, 3, 3, 3}, -1, "E611");
        row("both, of a file with channels last", false, {3, 3, 3}, {3, 3, 3}, -1, "");
        row("said to be last", true, {3, 3, 3}, {3, 3, 3}, 0, "");
        row("said to be first", true, {3, 3, 3}, {3, 3, 3}, 1, "");
        row("said to be first, and is not", true, {2, 3, 4}, {2, 3, 4}, 1, "E615");
        row("one number", true, {1, 1, 1}, {1, 1, 1}, -1, "");
        row("one channel", true, {2, 3, 1}, {1, 2, 3}, -1, "");
        row("one channel that is not there", true, {2, 3, 1}, {2, 3}, 1, "");
        row("a list", true, {4}, {4}, 1, "");
        row("a row", true, {1, 5, 3}, {3, 5}, 1, "");
        row("a batch of rows", true, {1, 5, 3}, {7, 3, 5}, 1, "");
        row("a row of channels first", true, {1, 5, 3}, {1, 3, 5}, -1, "E610");
        row("a row that is both", true, {1, 5, 5}, {1, 5, 5}, -1, "E611");
        row("a row that is both, of a file with channels last", false, {1, 5, 5}, {1, 5, 5}, -1, "");
        row("a row of channels last", true, {1, 5, 3}, {1, 5, 3}, -1, "");
        row("said to be first, and is not a row", true, {1, 5, 3}, {5, 3}, 1, "E615");
        row("a batch of none", true, {2, 3, 4}, {0, 4, 2, 3}, 1, "E543");
        row("an empty image", true, {2, 3, 4}, {0, 3, 4}, 0, "E543");
        row("a batch of no lists", true, {4}, {0, 4}, -1, "E543");
    }
    void orders() {
        QFETCH(const bool, isChannelsFirst);
        QFETCH(const QList<int>, image);
        QFETCH(const QList<int>, given);
        QFETCH(const int, order);
        QFETCH(const QString, code);
        const Network network = networkOf(Shape(image.begin(), image.end()), isChannelsFirst);
        const auto said = order < 0 ? std::nullopt : std::optional(static_cast<ImageOrder>(order));
        QCOMPARE(codeOf(inOrder(network, counted(Shape(given.begin(), given.end())), said)), code);
    }

    // Frameworks keep the axis of a batch of one; of more than one it is said which is the first.
    void theBatchOfOneInput() {
        const auto shapeOf = [](const Shape& image, const Shape& given) {
            Tensor x(DType::F32, given);
            for (std::uint64_t i = 0; i < x.count(); ++i) x.set(i, static_cast<float>(i));
            const auto taken = asInput(networkOf(image), x, Arithmetic::F32);
            if (!taken) return codeOf(taken);
            for (std::uint64_t i = 0; i < x.count(); ++i)
                if (taken->at<float>(i) != static_cast<float>(i)) return QStringLiteral("other numbers");
            return taken->shape() == image ? QString() : QStringLiteral("another shape");
        };
        QCOMPARE(shapeOf({4}, {1, 4}), QString());
        QCOMPARE(shapeOf({2, 3, 4}, {1, 2, 3, 4}), QString());
        QCOMPARE(shapeOf({5, 4}, {1, 5, 4}), QString());
        QCOMPARE(shapeOf({1, 4}, {1, 4}), QString());
        QCOMPARE(shapeOf({1, 4}, {1, 1, 4}), QString());
        QCOMPARE(shapeOf({2, 3, 1}, {1, 2, 3}), QString());
        QCOMPARE(shapeOf({2, 3, 1}, {2, 3}), QString());
        QCOMPARE(shapeOf({1, 3, 1}, {1, 3}), QString());
        for (const auto& [image, given] : {std::pair(Shape{4}, Shape{4, 1}),
                                           {{4}, {1, 1, 4}},
                                           {{4}, {2, 4}},
                                           {{2, 3, 4}, {1, 3, 2, 4}},
                                           {{2, 3}, {2, 3, 1}}})
            QCOMPARE(shapeOf(image, given), QStringLiteral("E575"));
        const auto several = asInput(networkOf({4}), Tensor(DType::F32, {3, 4}), Arithmetic::F32);
        QCOMPARE(
            textOf(several.problem()),
            std::string("the network reads f32 of shape [4], the input has f32 of shape [3, 4]; they are 3 "
                        "inputs, of which array[0] is the first"));
    }

    // Rounded twice, in float32.
    void bytesAreNormalised() {
        Network network = networkOf({1, 2, 2});
        const Tensor bytes =
            Tensor::of<std::uint8_t>(DType::U8, {1, 2, 2}, std::vector<std::uint8_t>{0, 255, 7, 9});
        QVERIFY(setNormalise(network, "0.1,-1e3", "0.017"));
        const auto x = asInput(network, bytes, Arithmetic::F32);
        QVERIFY(x);
        const float difference[] = {0.f - 0.1f, 255.f - -1000.f, 7.f - 0.1f, 9.f - -1000.f};
        for (std::uint64_t i = 0; i < 4; ++i) QCOMPARE(x->at<float>(i), difference[i] * 0.017f);
        // In float64 the same numbers.
        QCOMPARE(asInput(network, bytes, Arithmetic::F64)->at<double>(1), double{x->at<float>(1)});
        // Other types are what the network reads.
        Tensor floats(DType::F32, {1, 2, 2});
        floats.set(0, 3.f);
        QVERIFY(*asInput(network, floats, Arithmetic::F32) == floats);
        // One of the two alone.
        network.input.normalise = {};
        QVERIFY(setNormalise(network, {}, "2,3"));
        QCOMPARE(asInput(network, bytes, Arithmetic::F32)->at<float>(3), 27.f);
    }
    // What to do with elements of another type; those of int8 may be codes, which astype does not make
    // numbers of.
    void otherElements() {
        const auto said = [](DType type, const Shape& shape) {
            const auto x = asInput(networkOf({2, 3, 1}), Tensor(type, shape), Arithmetic::F32);
            return x ? QString() : QString::fromStdString(textOf(x.problem()));
        };
        QVERIFY(said(DType::F64, {2, 3, 1}).endsWith("; array.astype('float32') converts it"));
        QVERIFY(said(DType::F64, {2, 3}).endsWith("; array.astype('float32') converts it"));
        QVERIFY(said(DType::I8, {2, 3, 1}).contains("; `lw net run --dequantise` writes what codes"));
        QVERIFY(said(DType::I8, {3, 3, 1}).endsWith("; crop, scale or turn it first"));
        QCOMPARE(said(DType::F32, {2, 3}), QString());
    }
    void wrongNormalise() {
        Network network = networkOf({1, 2, 3});
        for (const char* text : {"", "1,2", "1,,2", "1;2;3", "1,2,3,4", "nan", "1e99", "x"})
            QCOMPARE(codeOf(setNormalise(network, text, {})), QString("E260"));
        // What was given is at fault, not the network's file.
        network.input.place = {0, 3, 7, 1};
        const auto tooLarge = setNormalise(network, {}, "1e39");
        QVERIFY(!tooLarge);
        QCOMPARE(textOf(tooLarge.problem()),
                 std::string("the scale \"1e39\" that was given cannot be used: 1e39 is "
                             "beyond what float32 holds"));
        QVERIFY(!tooLarge.problem().place.known());
        Network integers = networkOf({2});
        integers.precision = Precision::I8;
        QCOMPARE(codeOf(setNormalise(integers, {}, "2")), QString("E570"));
        integers.input.normalise = {};
        QVERIFY(setNormalise(integers, {}, {}));
    }

    void labels() {
        const auto three = parseLabels("tench\r\ngoldfish, Carassius\n\n", "f");
        QVERIFY(three);
        QCOMPARE(*three, (std::vector<std::string>{"tench", "goldfish, Carassius", ""}));
        QVERIFY(*parseLabels("a", "f") == std::vector<std::string>{"a"});
        QCOMPARE(codeOf(parseLabels("", "f")), QString("E613"));
        QCOMPARE(codeOf(parseLabels(std::string_view("a\0b", 3), "f")), QString("E613"));
        QVERIFY(checkLabels(*three, {3}, "f") && checkLabels(*three, {1, 1, 3}, "f"));
        QCOMPARE(codeOf(checkLabels(*three, {4}, "f")), QString("E614"));
        QCOMPARE(codeOf(checkLabels({"a", "b", "c", "d"}, {2, 2, 1}, "f")), QString("E614"));
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
        const auto most =
            largest(Tensor::of<float>(DType::F32, {5}, std::vector<float>{1, kNan, 3, -2, 3}), 4);
        QCOMPARE(most.size(), std::size_t{4});
        const std::uint64_t wanted[] = {2, 4, 0, 3};
        for (std::size_t i = 0; i < 4; ++i) QCOMPARE(most[i].index, wanted[i]);
        QCOMPARE(largest(Tensor(DType::I8, {2}), 5).size(), std::size_t{2});
    }
    // In the file of a network.
    void inTheFormat() {
        const auto read = [](const std::string& input, const std::string& top, const std::string& names) {
            return parseNetwork(R"({"schema": "lanewright.network", "version": 1, "name": "n", "dtype": "f32",
                "input": {"name": "x", "shape": [2])" +
                                    input + R"(}, "layers": [{"name": "y", "kind": "relu", "inputs": ["x"]}],
                "outputs": ["y"])" + top +
                                    "}",
                                0, {}, [&](const std::string&) -> Result<std::string> { return names; });
        };
        const auto network =
            read(R"(, "normalise": {"mean": 0.5, "scale": [2, 3.5]})", R"(, "labels": "l")", "a\nb\n");
        QVERIFY2(network, network ? "" : textOf(network.problem()).c_str());
        QVERIFY((network->input.normalise == Normalise{{0.5f}, {2, 3.5f}}));
        QCOMPARE(network->labels, (std::vector<std::string>{"a", "b"}));
        const NetworkFiles written = formatNetwork(*network);
        QCOMPARE(written.labels.value_or(""), std::string("a\nb\n"));
        const auto again =
            parseNetwork(written.json, 0, {}, [&](const std::string& name) -> Result<std::string> {
                LW_REQUIRE(name == written.labelsFile, "the file that was written");
                return *written.labels;
            });
        QVERIFY(again && again->labels == network->labels &&
                again->input.normalise == network->input.normalise);
        const auto few = read("", R"(, "labels": "l")", "a\n");
        QCOMPARE(codeOf(few), QString("E614"));
        QVERIFY(few.problem().place.known());
        for (const char* wrong :
             {R"({"mean": []})", R"({"mean": "1"})", R"({"mean": [1, 2, 3]})", R"({"scale": 1e99})"})
            QCOMPARE(codeOf(read(std::string(R"(, "normalise": )") + wrong, "", "")), QString("E612"));
        QVERIFY(!read(R"(, "normalise": {"means": 1})", "", ""));
    }
};

int tst_inputs(int argc, char** argv) { return lw::tests::run<TestInputs, QCoreApplication>(argc, argv); }
#include "tst_inputs.moc"
