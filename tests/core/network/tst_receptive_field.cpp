// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/messages.h"
#include "core/network/onnx_import.h"
#include "core/network/receptive_field.h"
#include "core/project/load_network.h"
#include "tests/core/network/onnx_bytes.h"
#include "tests/core/network/plain_line.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw;
using namespace lw::network;
using test::conv;
using test::kFour;
using test::kTwo;
using test::lineOf;
using test::spread;
namespace file = lw::test::onnx;

namespace {

ReceptiveFields fieldsOf(const Line& line) {
    auto fields = receptiveFieldsOf(line);
    LW_REQUIRE(bool(fields), "the receptive fields can be counted");
    return *std::move(fields);
}
ReceptiveField lastOf(const Line& line) { return *fieldsOf(line).values.back(); }

// Of a network of the zoo as far as a layer: its field along rows, and whether its branches are aligned.
struct Zoo {
    ReceptiveField field;
    bool isAligned;
};
Zoo zooField(const std::string& name, const std::string& until) {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(LW_ROOT "/tests/reference/zoo/light_" + name + ".onnx", files,
                                        {.from = {}, .until = until});
    LW_REQUIRE(bool(network), "a network of the zoo can be read");
    const auto line = lineOf(*network, Direction::Rows);
    LW_REQUIRE(bool(line), "it is local as far as there");
    const ReceptiveFields fields = fieldsOf(*line);
    return {*fields.values[line->outputs[0]], fields.misalignments.empty()};
}

// What an element of a value was seen to depend on.
using Measured = std::vector<std::vector<Elements>>; // by value and element

// Changes one element of the input after the other and looks where that arrives.
Measured measured(const Line& line, const test::PlainValue& input, std::uint32_t seed) {
    const auto before = test::plainValues(line, input, seed);
    Measured out;
    for (const test::PlainValue& value : before) out.emplace_back(value.size());
    for (std::size_t x = 0; x < input.size(); ++x) {
        test::PlainValue changed = input;
        ++changed[x];
        const auto after = test::plainValues(line, std::move(changed), seed);
        const auto here = static_cast<std::int64_t>(x);
        for (std::size_t id = 0; id < after.size(); ++id)
            for (std::size_t i = 0; i < after[id].size(); ++i)
                if (after[id][i] != before[id][i]) out[id][i] = hullOf(out[id][i], {here, here});
    }
    return out;
}

bool isWithin(const Elements& inner, const Elements& outer) {
    return inner.isEmpty() || (inner.low >= outer.low && inner.high <= outer.high);
}

// x -> 3x3 convolution with a stride -> s, x -> 1x1 convolution with that stride -> t, s + t: as in a ResNet.
// The larger one has this padding, or "SAME_UPPER".
Line residual(std::uint64_t size, const std::string& padding) {
    const std::string floats(9 * sizeof(float), '\0');
    const auto strides = file::integers("strides", {2, 2});
    const auto extent = static_cast<std::int64_t>(size);
    const std::string model =
        file::modelOf({file::node("Conv", {"x", "w"}, {"s"}, strides + padding),
                       file::node("Conv", {"x", "v"}, {"t"}, strides), file::node("Add", {"s", "t"}, {"y"})},
                      {file::tensorOf("w", 1, {1, 1, 3, 3}, floats),
                       file::tensorOf("v", 1, {1, 1, 1, 1}, floats.substr(0, sizeof(float)))},
                      file::input("x", {1, 1, extent, extent}), {"y"});
    const auto network = importOnnx(std::as_bytes(std::span(model)), "residual");
    LW_REQUIRE(bool(network), network ? "" : textOf(network.problem()).c_str());
    return *network::lineOf(*network, Direction::Columns);
}

} // namespace

class TestReceptiveField : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void e21() {
        const ReceptiveField field = lastOf(lineOf({conv(3), conv(3)}));
        QCOMPARE(field.phases, (std::vector<Elements>{{-2, 2}}));
        QCOMPARE(field.size(), std::int64_t{5});
        QCOMPARE(field.before(), std::int64_t{2});
        QVERIFY((field.stride == Fraction{1, 1} && field.centre == Fraction{0, 1}));
    }
    // Elements 50 and 51 need the same, 6 and 6 or 7 and 5 to their sides, and it repeats with 52.
    void e22() {
        const std::vector<Elements> of50{{44, 56}, {45, 55}, {23, 27}, {24, 26}, {49, 51}, {50, 50}},
            of51{{44, 56}, {45, 55}, {23, 27}, {24, 26}, {50, 52}, {51, 51}};
        QCOMPARE(neededBy(kTwo, 5, {50, 50}), of50);
        QCOMPARE(neededBy(kTwo, 5, {51, 51}), of51);
        QCOMPARE(neededBy(kTwo, 5, {50, 52})[0], (Elements{44, 58}));
        const ReceptiveField field = lastOf(kTwo);
        QCOMPARE(field.align, std::int64_t{2});
        QCOMPARE(field.phases, (std::vector<Elements>{{-6, 6}, {-6, 6}}));
        QVERIFY((field.stride == Fraction{1, 1} && field.centre == Fraction{-1, 2}));
    }
    // Its four phases, worked out by hand from the last layer to the first. Element 11 is the first that
    // needs nothing before an input that begins at 0: 1 and on; element 10 needs -3.
    void e23() {
        const ReceptiveField field = lastOf(kFour);
        QCOMPARE(field.align, std::int64_t{4});
        QCOMPARE(field.phases, (std::vector<Elements>{{-11, 7}, {-11, 11}, {-11, 11}, {-7, 11}}));
        QCOMPARE(field.size(), std::int64_t{23});
        QVERIFY((field.centre == Fraction{-3, 2}));
        QCOMPARE(neededBy(kFour, 5, {11, 11})[0], (Elements{1, 19}));
        QCOMPARE(neededBy(kFour, 5, {10, 10})[0].low, std::int64_t{-3});
    }
    // What is cut from a transposed convolution is not there for what reads it: nothing of the input is
    // needed for it, while without ends it would be.
    void ends() {
        const Line line = lineOf({spread(4, 2, 1), conv(3)});
        const std::vector<std::int64_t> sizes = sizesOf(line, 5); // 5, 10, 10
        QCOMPARE(neededBy(line, 2, {0, 0}, sizes), (std::vector<Elements>{{0, 1}, {0, 1}, {0, 0}}));
        QCOMPARE(neededBy(line, 2, {0, 0}), (std::vector<Elements>{{-1, 1}, {-1, 1}, {0, 0}}));
        QCOMPARE(neededBy(line, 2, {9, 20}, sizes), (std::vector<Elements>{{3, 4}, {8, 9}, {9, 9}}));
        QCOMPARE(neededBy(line, 2, {10, 20}, sizes), std::vector<Elements>(3));
    }
    // One tap for two elements: every other one depends on nothing.
    void gaps() {
        const ReceptiveField field = lastOf(lineOf({spread(1, 2, 0)}));
        QCOMPARE(field.phases, (std::vector<Elements>{{0, 0}, {}}));
        QVERIFY((field.stride == Fraction{1, 2} && field.centre == Fraction{0, 1}));
    }
    // Araujo, Norris, Sim, "Computing Receptive Fields of Convolutional Neural Networks" (Distill, 2019) has
    // size, stride and padding: AlexNet 195, 32, 64; VGG-16 212, 32, 90; ResNet-50 483, 32, 239.
    // By hand: each layer adds (kernel - 1) * stride so far to the size, pad * stride so far to the padding.
    // AlexNet: 11, pool 19 (stride 8), conv 5 51, pool 67 (16), three of 3 163, pool 195;
    // 2 * 8 + 3 * 16 = 64.
    void alexNet() {
        const auto [field, isAligned] = zooField("bvlc_alexnet", "r14");
        QCOMPARE(field.size(), std::int64_t{195});
        QCOMPARE(field.before(), std::int64_t{64});
        QVERIFY((field.stride == Fraction{32, 1} && isAligned));
    }
    // 5, pool 6 (2), 14, pool 16 (4), 40, pool 44 (8), 92, pool 100 (16), 196, pool 212.
    void vgg16() {
        std::vector<Reach> layers;
        for (const int convolutions : {2, 2, 3, 3, 3}) {
            layers.insert(layers.end(), static_cast<std::size_t>(convolutions), conv(3));
            layers.push_back(conv(2, 2, 0));
        }
        const ReceptiveFields fields = fieldsOf(lineOf(layers));
        QCOMPARE(fields.values[17]->size(), std::int64_t{196}); // conv5_3
        QCOMPARE(fields.values[18]->size(), std::int64_t{212}); // pool5
        QCOMPARE(fields.values[18]->before(), std::int64_t{90});
        QVERIFY((fields.values[18]->stride == Fraction{32, 1}));
    }
    // One convolution more in each of the last three groups: 212 + 2 * (4 + 8 + 16) and 90 + 4 + 8 + 16.
    void vgg19() {
        const auto [field, isAligned] = zooField("vgg19", "r36");
        QCOMPARE(field.size(), std::int64_t{268});
        QCOMPARE(field.before(), std::int64_t{118});
        QVERIFY((field.stride == Fraction{32, 1} && isAligned));
    }
    // As published: groups of 3, 4, 6 and 3 blocks, each with one window of 3; that of a group's last block,
    // but for the last group, has the stride. 7, pool 11 (4), 35 (8), 99 (16), 291 (32), 483.
    // SAME of 112 pads the pool by 0 and 1: 3 + 3 * 4 + 4 * 8 + 6 * 16 + 3 * 32 = 239.
    void resNet50() {
        std::vector<Reach> layers{conv(7, 2, 3),
                                  {.how = Reach::How::Window, .kernel = 3, .stride = 2, .after = 1}};
        for (const int blocks : {3, 4, 6, 3})
            for (int block = 1; block <= blocks; ++block)
                for (const Reach& reach :
                     {conv(1, 1, 0), conv(3, block == blocks && layers.size() < 40 ? 2 : 1), conv(1, 1, 0)})
                    layers.push_back(reach);
        const ReceptiveField field = lastOf(lineOf(layers));
        QCOMPARE(field.size(), std::int64_t{483});
        QCOMPARE(field.before(), std::int64_t{239});
        QVERIFY((field.stride == Fraction{32, 1}));
    }
    // The zoo's has a group's stride in the window of 3 of its first block, and pads the pool by 1:
    // 35 (4), 43 (8) + 3 * 16 = 91, 107 (16) + 5 * 32 = 267, 299 (32) + 2 * 64 = 427;
    // 3 + 2 + 3 * 4 + 4 + 3 * 8 + 8 + 5 * 16 + 16 + 2 * 32 = 213.
    void resNet50OfTheZoo() {
        const auto [field, isAligned] = zooField("resnet50", "r171");
        QCOMPARE(field.size(), std::int64_t{427});
        QCOMPARE(field.before(), std::int64_t{213});
        QVERIFY((field.stride == Fraction{32, 1} && isAligned));
    }
    // SAME pads an even size by 0 and 1, so that the middle of three lies one further than that of one.
    void paddingOfBranches() {
        const std::string same = file::text("auto_pad", "SAME_UPPER"),
                          pads = file::integers("pads", {1, 1, 1, 1});
        for (const std::uint64_t size : {64, 65})
            QVERIFY(fieldsOf(residual(size, pads)).misalignments.empty());
        QVERIFY(fieldsOf(residual(65, same)).misalignments.empty());
        const ReceptiveFields fields = fieldsOf(residual(64, same));
        QCOMPARE(fields.misalignments.size(), std::size_t{1});
        const Misalignment& found = fields.misalignments[0];
        QVERIFY(found.meet == 3 && found.from == kInput && found.hasOneStride());
        QCOMPARE(found.firstPath, (std::vector<ValueId>{1}));
        QCOMPARE(found.secondPath, (std::vector<ValueId>{2}));
        QVERIFY((found.first->centre == Fraction{1, 1} && found.second->centre == Fraction{0, 1}));
        QCOMPARE(fields.values[3]->phases, (std::vector<Elements>{{0, 2}})); // of both
    }
    // Down and up again beside a skip: windows of 3 bring half an element of shift, windows of 4 none.
    void skips() {
        for (const std::int64_t kernel : {3, 4}) {
            Line line = lineOf({conv(3), conv(kernel, 2), spread(4, 2, 1), {}});
            line.layers[3].inputs = {3, 1};
            const ReceptiveFields fields = fieldsOf(line);
            QCOMPARE(fields.misalignments.size(), std::size_t(kernel == 3));
            if (kernel == 4) continue;
            const Misalignment& found = fields.misalignments[0];
            QVERIFY(found.meet == 4 && found.from == 1 && found.secondPath.empty());
            QCOMPARE(found.firstPath, (std::vector<ValueId>{2, 3}));
            QVERIFY((found.first->centre == Fraction{-1, 2} && found.second->centre == Fraction{0, 1}));
        }
    }
    void stridesThatDiffer() {
        Line line = lineOf({conv(3, 2), conv(3), conv(3)});
        line.layers[1].inputs = {1, 0};
        const ReceptiveFields fields = fieldsOf(line);
        QVERIFY(!fields.values[2] && !fields.values[3]);
        QCOMPARE(fields.misalignments.size(), std::size_t{1});
        QVERIFY(!fields.misalignments[0].hasOneStride());
        QCOMPARE(fields.misalignments[0].firstPath, (std::vector<ValueId>{1}));
    }
    void constantsHaveNone() {
        Line line = lineOf({{}, conv(3)});
        line.layers[0].inputs.clear();
        line.layers[1].inputs = {kInput};
        QVERIFY(!fieldsOf(line).values[1] && fieldsOf(line).values[2]);
    }
    // Sizes that nothing can count, of networks that a file may state.
    void tooFar() {
        constexpr std::int64_t kMost = 65535;
        std::vector<Reach> many(12, spread(2, 2, 0));
        many.resize(1000, conv(3));
        for (const Line& line :
             {lineOf(many), lineOf(std::vector<Reach>(8, conv(1, kMost, 0))),
              lineOf(std::vector<Reach>(13, spread(2, 2, 0))),
              lineOf(std::vector<Reach>(8, spread(kMost, kMost, 0))),
              lineOf({conv(3, kMost), {.how = Reach::How::Window, .kernel = kMost, .dilation = kMost}})}) {
            const auto fields = receptiveFieldsOf(line);
            QVERIFY(!fields && fields.problem().message == &network::messages::kReachTooFar);
        }
        QCOMPARE(lastOf(lineOf(std::vector<Reach>(12, spread(2, 2, 0)))).phases.size(), std::size_t{4096});
        QCOMPARE(lastOf(lineOf(std::vector<Reach>(2000, conv(3)))).size(), std::int64_t{4001});
    }
    // On random lines: changes of one element of the input arrive where they are said to, and only there.
    void equalWhatIsMeasured() {
        int exact = 0, cut = 0, gaps = 0, branches = 0;
        const auto seeds = test::seedsBelow(20'000);
        for (const std::uint32_t seed : seeds) {
            std::mt19937 random(seed);
            const Line line = test::randomLine(random);
            const auto size = 30 + static_cast<std::int64_t>(random() % 30);
            if (!test::hasSizes(line, size)) continue;
            const std::vector<std::int64_t> sizes = sizesOf(line, size);
            const ReceptiveFields fields = fieldsOf(line);
            if (*std::max_element(sizes.begin(), sizes.end()) > 500 || !fields.values.back()) continue;
            const Measured seen = measured(line, test::randomValue(size, random), seed);
            const bool hasGaps = test::hasGaps(line);
            gaps += hasGaps;
            branches += std::any_of(line.layers.begin(), line.layers.end(),
                                    [](const Line::Layer& layer) { return layer.inputs.size() > 1; });
            for (ValueId id = 0; id < seen.size(); ++id) {
                const ReceptiveField& field = *fields.values[id];
                const auto phases = static_cast<std::int64_t>(field.phases.size());
                for (std::int64_t i = 0; i < sizes[id]; ++i) {
                    const Elements& here = seen[id][static_cast<std::size_t>(i)];
                    const std::vector<Elements> within = neededBy(line, id, {i, i}, sizes);
                    const std::vector<Elements> said = neededBy(line, id, {i, i});
                    QVERIFY(isWithin(here, within[0]) && isWithin(within[0], said[0]));
                    const Elements& phase = field.phases[static_cast<std::size_t>(i % phases)];
                    const std::int64_t shift = i / phases * field.align;
                    if (phase.isEmpty())
                        QVERIFY(said[0].isEmpty());
                    else
                        QCOMPARE(said[0], (Elements{phase.low + shift, phase.high + shift}));
                    if (hasGaps) continue;
                    const bool isCut = within != said;
                    (isCut ? cut : exact)++;
                    if (!isCut) QCOMPARE(here, said[0]);
                }
            }
        }
        const auto enough = [&](int count, std::size_t perLine) {
            return count > int(seeds.size() * perLine);
        };
        QVERIFY2(enough(exact, 20) && enough(cut, 5) && enough(40 * gaps, 1) && enough(20 * branches, 1),
                 qPrintable(QString("%1 lines: %2 exact, %3 cut, %4 with gaps, %5 with branches")
                                .arg(seeds.size())
                                .arg(exact)
                                .arg(cut)
                                .arg(gaps)
                                .arg(branches)));
    }
};

int tst_receptive_field(int argc, char** argv) { return lw::tests::run<TestReceptiveField>(argc, argv); }
#include "tst_receptive_field.moc"
