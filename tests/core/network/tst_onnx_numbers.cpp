// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/messages.h"
#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/support/run_test.h"

#include <QTest>

// Where a file has its numbers, and of which types: in other files, of 16 bits, in attributes.
using namespace lw;
using namespace lw::network;
using namespace lw::test::onnx;
using tensor::DType;
using tensor::Tensor;

namespace {

constexpr std::uint64_t kFloat = 1, kHalf = 10, kDouble = 11, kBrain = 16;

std::string raw(const std::vector<float>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}
QString said(const Problem& problem) {
    return QString::fromStdString(std::string(problem.message->code) + ": " + textOf(problem));
}
Result<Network> imported(const std::string& model) {
    return importOnnx(std::as_bytes(std::span(model)), "model");
}
std::vector<float> computed(const Network& network, const std::vector<float>& x) {
    auto input = asInput(network, Tensor::of<float>(DType::F32, {x.size()}, x), Arithmetic::F32);
    LW_REQUIRE(bool(input), "an input of a test does not fit");
    const Tensor out = computeAll(network, *std::move(input), {})[network.outputs[0]];
    std::vector<float> numbers;
    for (std::uint64_t i = 0; i < out.count(); ++i) numbers.push_back(out.at<float>(i));
    return numbers;
}
// x of two elements plus two numbers.
std::string sumWith(const std::string& tensor) {
    return modelOf({node("Add", {"x", "c"}, {"y"})}, {tensor}, input("x", {1, 2}), {"y"});
}
std::string entry(const std::string& key, const std::string& value) {
    return part(13, part(1, key) + part(2, value));
}

} // namespace

class TestOnnxNumbers : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void inOtherFiles_data() {
        QTest::addColumn<QByteArray>("entries");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const std::string& entries, const char* words) {
            QTest::newRow(name) << QByteArray::fromStdString(entries) << QString(words);
        };
        const std::string there = entry("location", "w.bin");
        row("part", there + entry("offset", "4") + entry("length", "8"), "");
        row("to the end", entry("offset", "4") + there, "");
        row("checksum", there + entry("offset", "4") + entry("length", "8") + entry("checksum", "x"), "");
        row("no file", entry("location", "v.bin"), "\"v.bin\", which cannot be read");
        row("no location", entry("offset", "4"), "does not say in which file");
        row("offset beyond", there + entry("offset", "13"), "are not in \"w.bin\", which has 12");
        row("length beyond", there + entry("offset", "8") + entry("length", "8"), "which has 12");
        row("very far", there + entry("offset", "18446744073709551615") + entry("length", "8"),
            "which has 12");
        row("wrapping", there + entry("offset", "8") + entry("length", "18446744073709551612"),
            "which has 12");
        row("no number", there + entry("offset", "4x"), "is not a number");
        row("negative", there + entry("offset", "-4"), "is not a number");
        row("too many numbers", there + entry("length", "12"), "needs 8 bytes; there are 12");
        row("segment", there + part(3, ""), "segments");
    }
    void inOtherFiles() {
        QFETCH(QByteArray, entries);
        QFETCH(QString, words);
        const std::string model =
            sumWith(number(1, 2) + number(2, kFloat) + part(8, "c") + number(14, 1) + entries.toStdString());
        const std::string file = raw({9, 10, 20});
        const auto network =
            importOnnx(std::as_bytes(std::span(model)), "model", {}, {},
                       [&](const std::string& name) -> Result<network::onnx::Bytes> {
                           if (name == "w.bin") return std::as_bytes(std::span(file));
                           return Problem{&messages::kCannotRead, {name, "it is not there"}, {}, {}, {}};
                       });
        if (!words.isEmpty()) {
            QVERIFY(!network);
            QVERIFY2(said(network.problem()).contains(words), qPrintable(said(network.problem())));
            QVERIFY(said(network.problem()).startsWith("E584"));
            return;
        }
        QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
        QCOMPARE(computed(*network, {1, 2}), (std::vector<float>{11, 22}));
        QVERIFY(!imported(model)); // where no other file can be read
    }

    // 1.5 and -0.375, each of which both types hold.
    void of16Bits() {
        const auto check = [](const Result<Network>& network) {
            QVERIFY2(network, network ? "" : qPrintable(said(network.problem())));
            QCOMPARE(computed(*network, {1, 2}), (std::vector<float>{2.5f, 1.625f}));
            QCOMPARE(network->warnings.size(), std::size_t{1});
            QCOMPARE(network->warnings[0].message->code, std::string_view("W593"));
        };
        const std::string half("\x00\x3e\x00\xb6", 4);
        check(imported(sumWith(tensorOf("c", kHalf, {2}, half))));
        check(imported(sumWith(tensorOf("c", kBrain, {2}, std::string("\xc0\x3f\xc0\xbe", 4)))));
        check(imported(
            modelOf({node("Cast", {"x"}, {"f"}, integer("to", kFloat)), node("Add", {"f", "c"}, {"y"})},
                    {tensorOf("c", kHalf, {2}, half)}, input("x", {1, 2}, kHalf), {"y"})));
        QVERIFY(imported(sumWith(tensorOf("c", kFloat, {2}, raw({1, 2}))))->warnings.empty());
    }
    void castsBetweenFloats() {
        const auto cast = [](std::uint64_t to) {
            return imported(
                modelOf({node("Cast", {"x"}, {"y"}, integer("to", to)), node("Relu", {"y"}, {"z"})}, {},
                        input("x", {1, 2}), {"z"}));
        };
        for (const std::uint64_t to : {kFloat, kDouble}) {
            const auto network = cast(to);
            QVERIFY(network && network->layers.size() == 1 && network->warnings.empty());
        }
        QCOMPARE(cast(kHalf)->warnings.size(), std::size_t{1});
        const auto whole = cast(7);
        QVERIFY(!whole && said(whole.problem()).contains("casts what layers compute to INT64"));
    }

    void inAttributes() {
        const auto given = [&](const std::string& attribute) {
            return imported(modelOf({node("Constant", {}, {"c"}, attribute), node("Add", {"x", "c"}, {"y"})},
                                    {}, input("x", {1, 2}), {"y"}));
        };
        const auto sum = [&](const std::string& attribute) {
            const auto network = given(attribute);
            return network ? computed(*network, {1, 2}) : std::vector<float>{};
        };
        QCOMPARE(sum(real("value_float", 2.5f)), (std::vector<float>{3.5f, 4.5f}));
        QCOMPARE(sum(part(5, part(1, "value_floats") + key(7, 5) + raw({10}) + key(7, 5) + raw({20}))),
                 (std::vector<float>{11, 22}));
        const auto text = given(part(5, part(1, "value_string") + part(4, "two")));
        QVERIFY(!text && said(text.problem()).contains("value_string"));
        const auto none = given("");
        QVERIFY(!none && said(none.problem()).contains("exactly one attribute"));
        // Whole numbers are shapes and axes.
        const auto reshaped = imported(
            modelOf({node("Constant", {}, {"s"}, integers("value_ints", {1, 2, 1, 1})),
                     node("Reshape", {"x", "s"}, {"i"}), node("Constant", {}, {"a"}, integer("value_int", 1)),
                     node("Unsqueeze", {"a", "b0"}, {"c"}), node("Relu", {"i"}, {"y"})},
                    {tensorOf("b0", 7, {1}, std::string(8, '\0'))}, input("x", {1, 2}), {"y"}));
        QVERIFY2(reshaped, reshaped ? "" : qPrintable(said(reshaped.problem())));
        QCOMPARE(shapeOf(*reshaped, reshaped->outputs[0]), (tensor::Shape{1, 1, 2}));
    }
};

int tst_onnx_numbers(int argc, char** argv) { return lw::tests::run<TestOnnxNumbers>(argc, argv); }
#include "tst_onnx_numbers.moc"
