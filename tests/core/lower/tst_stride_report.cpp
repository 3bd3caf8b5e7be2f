// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/report_json.h"
#include "tests/support/run_test.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower;
using namespace lw::lower::striding;

namespace {

// Every field with a value of its own.
Report example() {
    LayerReport layer;
    layer.name = "conv \"1\" \xc3\xa4";
    layer.geometry = {9, 10, 3, 4, {3, 2}, {2, 4}, {1, 5}, {1, 2, 3, 0}, 1, 10, 12, 5, 3};
    layer.mode = Mode::NegInfMax;
    layer.wasChosen = true;
    layer.reason = {"below every value", "words", {"activation relu", "b"}, true};
    layer.rejected = {{Mode::MaskMax, {"negatives are lost", "why", {}, false}}};
    layer.verdict = Verdict::ExactForInput;
    layer.hasInput = true;
    layer.confirmed = false;
    layer.confirmedBy = {"a", "b"};
    layer.elements = 60;
    layer.wrong = 2;
    layer.causes = {{Cause::NegativeLost, 1}, {Cause::OtherOrder, 1}};
    layer.wrongElements = {{5, 1, 2, 3, Cause::NegativeLost, "-0", "-1.5"},
                           {0, 0, 0, 0, Cause::OtherOrder, "nan", "inf"}};
    layer.maximalError = 0.1;
    layer.signedZeros = 3;
    layer.unexpected = 7;
    layer.maskBytes = 11;
    layer.keptBytes = 12;
    layer.keptRows = 13;
    layer.keptClocks = 19;
    layer.hostBytesAvoided = 14;
    layer.poolingClocks = 15;
    layer.firstRow = 16;
    layer.rowCount = 17;
    layer.clocks = 18;
    layer.strips = {{0, 2, 4, 8, 0, 3, 20, 9}};
    layer.tensors = {{"first", "conv1.first", 64, 480, 4}};
    Report out{"net", "inference", "automatic", {layer, LayerReport{}}, 6, 100, 200, 300, 400, 500, 0, 700};
    out.outputs = {{"y", 24, 25}};
    SumReport sums;
    sums.name = layer.name;
    sums.rows = 10, sums.columns = 12, sums.channels = 4;
    sums.kernel = {3, 2}, sums.dilation = {1, 5};
    sums.groups = 2;
    sums.input = {"x.in", 16, 12, 13, 3, {1, 2, 3, 0}, tensor::DType::I8};
    sums.output = {"conv1.out", 32, 5, 3, 4, {}, tensor::DType::I32};
    sums.tiles = "conv1.tiles", sums.bias = "conv1.bias";
    sums.activation = network::Activation::Tanh;
    sums.requant = {123456, 30, -128};
    sums.passes = {{0, 0, 2, 0, 3}, {1, 1, 1, 0, 3}};
    sums.passPlaces = {{1, 0, 8, 4, 2, 0, 3, 12}};
    sums.strips = {{0, 2, 4, 8, 0, 3, 20, 9}};
    SumReport byChannel = sums;
    byChannel.requant->factors = {{1, 0}, {2147483647, 62}, {77, 3}, {5, 9}};
    out.sums = {sums, byChannel, SumReport{}};
    out.part = 2, out.parts = 3;
    out.hostLayers = {{"norm", "lrn", "the vector unit has no such function", false},
                      {"p", "softmax", "the same", true}};
    return out;
}

} // namespace

class TestStrideReport : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void thereAndBack() {
        const std::vector<Report> reports{example(), Report{}};
        const auto read = reportsFromJson(reportsJson(reports));
        QVERIFY(read);
        QVERIFY(*read == reports);
    }
    void derivedNumbersAreForOthers() {
        // Every second row and every fourth column of 10 x 12 pixels is kept: 5 x 3, in each of 4 channels.
        // An element has 3 x 2 taps in 3 channels of the input.
        auto json = nlohmann::json::parse(reportsJson(std::vector{example()}));
        nlohmann::json& derived = json["reports"][0]["layers"][0]["derived"];
        const nlohmann::json wanted{{"keptPixels", 15},
                                    {"droppedPixels", 105},
                                    {"macs", 120 * 4 * 18},
                                    {"macsOfStride", 15 * 4 * 18},
                                    {"wastedShare", 0.875}};
        QCOMPARE(derived.dump(), wanted.dump());
        // Whoever reads a report computes them again.
        derived = {{"keptPixels", 16}, {"colour", "red"}};
        const auto changed = reportsFromJson(json.dump());
        QVERIFY(changed && *changed == std::vector{example()});
        json["reports"][0]["layers"][0].erase("derived");
        const auto without = reportsFromJson(json.dump());
        QVERIFY(without && *without == std::vector{example()});
    }
    // 8 x 8, kernel 3 x 3, stride 4 x 4, padding 1: 64 elements with stride 1, 4 of them kept. In blocks of 4
    // x 4 pixels the kernel has 16 taps.
    void multiplyAdds() {
        LayerReport layer;
        layer.geometry = {8, 8, 1, 1, {3, 3}, {4, 4}, {1, 1}, {1, 1, 1, 1}, 1, 8, 8, 2, 2};
        QCOMPARE(layer.macs(), 64u * 9);
        QCOMPARE(layer.wastedShare(), 1 - 1.0 / 16);
        layer.mode = Mode::SpaceToDepth;
        QCOMPARE(layer.macs(), 4u * 16);
        QCOMPARE(layer.wastedShare(), 1 - 9.0 / 16);
        layer.geometry.dilation = {2, 1}; // spans 5 x 3: 8 x 4 taps
        QCOMPARE(layer.macs(), 4u * 32);
        layer.mode = Mode::Direct;
        QCOMPARE(layer.macs(), 4u * 9);
        QCOMPARE(layer.wastedShare(), 0.0);
    }
    // Cut or changed files are answered, whatever is done to them.
    void damagedFiles() {
        const std::string text = reportsJson(std::vector{example()});
        for (std::size_t i = 0; i + 2 < text.size(); i += 7) QVERIFY(!reportsFromJson(text.substr(0, i)));
        const auto changed = [&](std::string_view from, std::string_view to) {
            std::string out = text;
            out.replace(out.find(from), from.size(), to);
            const auto read = reportsFromJson(out);
            return read ? std::string() : std::string(read.problem().message->code);
        };
        QCOMPARE(changed("\"neg-inf-max\"", "\"nothing\""), std::string("E649"));
        QCOMPARE(changed("\"other order\"", "\"some order\""), std::string("E649"));
        QCOMPARE(changed("\"exact for this input\"", "\"good\""), std::string("E649"));
        QCOMPARE(changed("\"lanewright.stride\"", "\"lanewright.network\""), std::string("E649"));
        QCOMPARE(changed("\"groups\": 1", "\"groups\": -1"), std::string("E649"));
        QCOMPARE(changed("\"groups\": 1", "\"groups\": 4294967296"), std::string("E649"));
        QVERIFY(!changed("\"groups\": 1", "\"group\": 1").empty());
        // Files of another version have other keys.
        QVERIFY(!changed("\"version\": 5", "\"version\": 4").empty());
        QCOMPARE(changed("123456", "0"), std::string("E649"));
        QCOMPARE(changed("\"tanh\"", "\"tan\""), std::string("E649"));
        QCOMPARE(changed("\"i32\"", "\"i33\""), std::string("E649"));
    }
    // Views divide by them.
    void stridesAreNeverZero() {
        const auto refused = [](const auto& change) {
            Report report = example();
            change(report);
            const auto read = reportsFromJson(reportsJson(std::vector{report}));
            return !read && read.problem().message->code == "E649" && read.problem().place.line > 1;
        };
        QVERIFY(!refused([](Report&) {}));
        QVERIFY(refused([](Report& r) { r.layers[0].geometry.stride.rows = 0; }));
        QVERIFY(refused([](Report& r) { r.layers[0].geometry.stride.columns = 0; }));
        QVERIFY(refused([](Report& r) {
            r.layers[0].geometry.stride.rows = 0;
            r.layers[0].geometry.rows = 0;
        }));
        QVERIFY(refused([](Report& r) { r.layers[0].geometry.kernel.rows = 0; }));
        QVERIFY(refused([](Report& r) { r.layers[0].geometry.dilation.columns = 0; }));
        QVERIFY(refused([](Report& r) { r.sums[0].kernel.columns = 0; }));
        QVERIFY(refused([](Report& r) { r.sums[0].dilation.rows = 0; }));
    }
    void everyCauseHasItsName() {
        for (const Cause cause :
             {Cause::None, Cause::NegativeLost, Cause::DroppedNotFinite, Cause::BlockNotFinite,
              Cause::MaskOverflows, Cause::MaskRounds, Cause::LowestNotLow, Cause::OtherOrder})
            QCOMPARE(findCause(nameOf(cause)), std::optional(cause));
        QVERIFY(!findCause("bad luck"));
    }
};

int tst_stride_report(int argc, char** argv) {
    return lw::tests::run<TestStrideReport, QCoreApplication>(argc, argv);
}
#include "tst_stride_report.moc"
