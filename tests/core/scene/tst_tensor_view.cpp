// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/golden.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include "core/machine/cell_value.h"
#include "core/machine/timeline.h"
#include "core/scene/tensor_view.h"
#include "core/tensor/npy.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace lw;

namespace {

constexpr float kViewNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

constexpr const char* kViewJson = R"LW({
    "name": "t", "type": "f16", "shape": [2, 3], "space": "vmem", "unit": "row", "layout": "tile(8,128)",
    "address": 7, "units": 2, "first": 1,
    "statistics": {"count": 6, "unwritten": 1, "changed": 2, "nan": 3, "infinite": 4, "zero": 5,
                   "finite": 18446744073709551615, "low": -0.1, "high": 1e300, "mean": 0.5, "deviation": 2},
    "histogram": {"low": -1, "high": 1.5, "below": 8, "above": 9, "bins": [10, 11]},
    "elements": ["1 ab", "ffffffffffffffff 0"], "flags": "0123"
})LW";

scene::ElementSourcePtr floats(tensor::Shape shape, const std::vector<float>& values) {
    return scene::elementsOf(
        tensor::Tensor::of(tensor::DType::F32, std::move(shape), std::span<const float>(values)));
}

// A tensor of 3 x 6 words in tiles of 2 x 4; the program writes the tile at rows 2, columns 0 .. 3.
const char* const kText = ".tensor A, f32, [3, 6], vmem, tile\n"
                          ".tensor B, bf16, [5], smem\n"
                          "{ s0: movi r1, 6 ; s1: movi r0, 0x3f80 }\n"
                          "{ v0: bcast v1, r1 }\n"
                          "{ s0: movi r2, 0 }\n"
                          "{ s0: st [r2+B], r0 }\n"
                          "{ vst: [A + 4], v1 }\n"
                          "{ s0: halt }\n";

} // namespace

class TestTensorView : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void countsWhatIsThere() {
        const auto source = floats({2, 4}, {1, -3, 0, kViewNan, kInf, -kInf, 2, -0.0f});
        const auto s = scene::statisticsOf(*source);
        QVERIFY(s);
        QCOMPARE(s->count, std::uint64_t{8});
        QCOMPARE(s->nan, std::uint64_t{1});
        QCOMPARE(s->infinite, std::uint64_t{2});
        QCOMPARE(s->zero, std::uint64_t{2});
        QCOMPARE(s->finite, std::uint64_t{5});
        QCOMPARE(s->unwritten, std::uint64_t{0});
        QCOMPARE(s->low, -3.0);
        QCOMPARE(s->high, 2.0);
        QCOMPARE(s->mean, 0.0);
        QCOMPARE(s->deviation, std::sqrt((1 + 9 + 4) / 5.0));
    }
    // Against a loop that sums in another way, over more elements than are read at once.
    void agreesWithPlainLoops() {
        std::vector<float> values(200'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = std::sin(static_cast<float>(i)) * 100 + 1000;
        long double sum = 0, squares = 0;
        for (const float v : values) sum += v;
        const long double mean = sum / values.size();
        for (const float v : values) squares += (v - mean) * (v - mean);
        const auto source = floats({200'000}, values);
        const auto s = scene::statisticsOf(*source);
        QVERIFY(std::fabs(s->mean - static_cast<double>(mean)) < 1e-9);
        QVERIFY(std::fabs(s->deviation - static_cast<double>(std::sqrt(squares / values.size()))) < 1e-7);
        const auto h = scene::histogramOf(*source, 950, 1050, 10);
        std::vector<std::uint64_t> bins(10);
        std::uint64_t below = 0, above = 0;
        for (const double v : values) {
            below += v < 950;
            above += v > 1050;
            for (int i = 0; i < 10; ++i)
                bins[static_cast<std::size_t>(i)] +=
                    v >= 950 + 10 * i && (i == 9 ? v <= 1050 : v < 950 + 10 * (i + 1));
        }
        QCOMPARE(h->bins, bins);
        QCOMPARE(h->below, below);
        QCOMPARE(h->above, above);
    }
    void theGreatestNumbersDoNotOverflow() {
        constexpr double kMost = std::numeric_limits<double>::max();
        const std::vector<double> values{-kMost, kMost};
        const auto source =
            scene::elementsOf(tensor::Tensor::of(tensor::DType::F64, {2}, std::span<const double>(values)));
        const auto view = scene::tensorView({"x", tensor::DType::F64, {2}, "", "", "", 0, 0}, *source, 0, 2);
        QCOMPARE(view->statistics.low, -kMost);
        QCOMPARE(view->statistics.mean, 0.0);
        QCOMPARE(view->statistics.deviation, kMost);
        QCOMPARE(view->histogram.bins.front(), std::uint64_t{1});
        QCOMPARE(view->histogram.bins.back(), std::uint64_t{1});
    }
    void aTensorOfTheMachine() {
        test::Source text;
        const auto assembly = text.teach(kText);
        QVERIFY2(assembly.program, text.rendered(assembly).c_str());
        const auto chip = chips::chipNamed("training");
        const auto config = chips::machineNamed(**chip, "training-teaching");
        auto machine = (*chip)->create(*assembly.program, config->json, {});
        QVERIFY(bool(machine));
        machine::Timeline timeline(**machine);
        const auto before = timeline.snapshot();
        timeline.run({});
        const auto after = timeline.snapshot();
        QVERIFY((*machine)->halted());
        const program::NamedTensor& a = *program::findTensor(*assembly.program, "A");
        const auto& target = (*machine)->onlyCore().target();
        const auto elements = scene::elementsOfState(machine::scopeOf(**machine), a, after, before);
        QVERIFY(bool(elements));
        // Tiles of 2 x 4: the third row lies in the tile rows 4 and 6.
        std::vector<std::uint8_t> flags(18);
        std::vector<std::byte> bytes(72);
        QVERIFY(bool((*elements)->read(0, bytes, flags)));
        for (std::size_t i = 0; i < 18; ++i) {
            const bool stored = i >= 12 && i < 16;
            QCOMPARE(flags[i], std::uint8_t(stored ? scene::kWritten | scene::kChanged : 0));
            QCOMPARE(machine::bitsOf(std::span(bytes).subspan(i * 4, 4)), std::uint64_t(stored ? 6 : 0));
        }
        // Every piece is the same as the part of the whole.
        for (std::uint64_t first = 0; first < 18; ++first)
            for (std::uint64_t count = 1; first + count <= 18; ++count) {
                std::vector<std::uint8_t> some(count);
                std::vector<std::byte> part(count * 4);
                QVERIFY(bool((*elements)->read(first, part, some)));
                QVERIFY(std::equal(part.begin(), part.end(), bytes.begin() + static_cast<long>(first * 4)));
                QVERIFY(std::equal(some.begin(), some.end(), flags.begin() + static_cast<long>(first)));
            }
        const scene::TensorInfo info = scene::infoOf(a, target);
        QCOMPARE(info.layout, std::string("tile(2,4)"));
        QCOMPARE(scene::elementExpression(info, 13), std::string("A[2,1]"));
        const auto expression = machine::Expression::compile("A[2,1]", machine::scopeOf(**machine));
        QVERIFY(bool(expression));
        QCOMPARE(expression->evaluate({nullptr, after.get(), 0, 0})->bits, std::uint64_t{6});
        const auto where = scene::addressText(a, target, 13);
        QVERIFY2(QString::fromStdString(*where).endsWith(", byte 4"), where->c_str());
        const auto view = scene::tensorView(info, **elements, 0, 100);
        QCOMPARE(view->statistics.unwritten, std::uint64_t{14});
        QCOMPARE(view->statistics.changed, std::uint64_t{4});
        QCOMPARE(QString::fromStdString(
                     test::differsFromGolden(jsonOf(*view).text(1) + "\n", "scene/tensor_view.json")),
                 QString());
    }
    // Two bf16 share a word, and with it the mark of having been written.
    void halvesOfWords() {
        test::Source text;
        const auto assembly = text.teach(kText);
        const auto chip = chips::chipNamed("training");
        auto machine =
            (*chip)->create(*assembly.program, chips::machineNamed(**chip, "training-teaching")->json, {});
        machine::Timeline timeline(**machine);
        timeline.run({});
        const auto elements =
            scene::elementsOfState(machine::scopeOf(**machine), *program::findTensor(*assembly.program, "B"),
                                   timeline.snapshot(), nullptr);
        const auto first = scene::elementAt(**elements, 0), second = scene::elementAt(**elements, 1);
        QCOMPARE(first->bits, std::uint64_t{0x3f80});
        QCOMPARE(second->bits, std::uint64_t{0});
        QCOMPARE(second->flags, std::uint8_t{scene::kWritten});
        QCOMPARE(scene::elementAt(**elements, 2)->flags, std::uint8_t{0});
    }
    void jsonHasEveryField() {
        scene::TensorView view{
            .info = {"t", tensor::DType::F16, {2, 3}, "vmem", "row", "tile(8,128)", 7, 2},
            .statistics = {.count = 6,
                           .unwritten = 1,
                           .changed = 2,
                           .nan = 3,
                           .infinite = 4,
                           .zero = 5,
                           .finite = 18446744073709551615u,
                           .low = -0.1,
                           .high = 1e300,
                           .mean = 0.5,
                           .deviation = 2},
            .histogram = {.low = -1, .high = 1.5, .below = 8, .above = 9, .bins = {10, 11}},
            .first = 1,
            .bits = {1, 0xab, 0xffffffffffffffff, 0},
            .flags = {0, 1, 2, 3}};
        QCOMPARE(test::differsFromJson(view, kViewJson), std::string());
        view.info.shape = {}; // a row for each element then
        const nlohmann::json rows = test::jsonRead(view)["elements"];
        QCOMPARE(rows.dump(), std::string(R"(["1","ab","ffffffffffffffff","0"])"));
    }
    void differences() {
        const auto a = floats({6}, {1, 2, kViewNan, kViewNan, kInf, 1}),
                   b = floats({6}, {1, 4, kViewNan, 0, kInf, -1});
        const auto absolute = scene::differenceOf(a, b, scene::DifferenceKind::Absolute);
        const auto relative = scene::differenceOf(a, b, scene::DifferenceKind::Relative);
        const auto ulp = scene::differenceOf(a, b, scene::DifferenceKind::Ulp);
        const auto at = [](const Result<scene::ElementSourcePtr>& source, std::uint64_t i) {
            return std::bit_cast<double>(scene::elementAt(**source, i)->bits);
        };
        constexpr double kFar = std::numeric_limits<double>::infinity();
        const std::array<double, 6> absolutes{0, 2, 0, kFar, 0, 2}, relatives{0, 0.5, 0, kFar, 0, 2},
            ulps{0, 0x800000, 0, kFar, 0, 2.0 * 0x3f800000};
        for (std::uint64_t i = 0; i < 6; ++i) {
            QCOMPARE(at(absolute, i), absolutes[i]);
            QCOMPARE(at(relative, i), relatives[i]);
            QCOMPARE(at(ulp, i), ulps[i]);
        }
        QCOMPARE(
            scene::differenceOf(a, floats({2}, {1, 1}), scene::DifferenceKind::Ulp).problem().message->code,
            std::string_view("E504"));
        const auto integers = scene::elementsOf(tensor::Tensor(tensor::DType::I32, {6}));
        QCOMPARE(scene::differenceOf(a, integers, scene::DifferenceKind::Ulp).problem().message->code,
                 std::string_view("E503"));
        QVERIFY(bool(scene::differenceOf(a, integers, scene::DifferenceKind::Absolute)));
    }
    void filesAreReadPieceByPiece() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("x.npy").toStdString();
        std::vector<std::int16_t> values(1000);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int16_t>(i * 7);
        QVERIFY(bool(tensor::writeNpy(
            path, tensor::Tensor::of(tensor::DType::I16, {10, 100}, std::span<const std::int16_t>(values)))));
        const auto file = scene::elementsOfFile(path);
        QVERIFY(bool(file));
        QCOMPARE((*file)->shape(), (tensor::Shape{10, 100}));
        QCOMPARE(scene::elementAt(**file, 555)->bits, std::uint64_t{555 * 7});
        QCOMPARE(*scene::readAll(**file), *tensor::readNpy(path));
        // It shrinks while it is open.
        std::filesystem::resize_file(path, 500);
        QVERIFY(bool(scene::elementAt(**file, 10)));
        QCOMPARE(scene::elementAt(**file, 900).problem().message->code, std::string_view("E001"));
        // And now its header promises too much.
        QCOMPARE(scene::elementsOfFile(path).problem().message->code, std::string_view("E514"));
        std::ofstream(path) << "no array";
        QCOMPARE(scene::elementsOfFile(path).problem().message->code, std::string_view("E510"));
        QCOMPARE(scene::elementsOfFile(folder.path().toStdString()).problem().message->code,
                 std::string_view("E001"));
    }

    // Against a sorted list.
    void magnitudes() {
        std::vector<float> values;
        for (int i = 1; i <= 200; ++i) values.push_back(static_cast<float>(i % 2 ? i : -i));
        values.insert(values.end(), {0, 0, 0, std::numeric_limits<float>::quiet_NaN(),
                                     -std::numeric_limits<float>::infinity(), 1e30f});
        const auto source = scene::elementsOf(
            tensor::Tensor::of(tensor::DType::F32, {values.size()}, std::span<const float>(values)));
        const auto all = scene::magnitudeOf(*source, 0.99);
        QVERIFY(all);
        QCOMPARE(all->finite, 204u);
        QCOMPARE(all->nonzero, 201u);
        QCOMPARE(all->most, double(1e30f));
        QCOMPARE(all->share, 199.0); // the 199th of 201
        QCOMPARE(scene::magnitudeOf(*source, 0.5)->share, 101.0);
        QCOMPARE(scene::magnitudeOf(*source, 0)->share, 1.0);
        QCOMPARE(scene::magnitudeOf(*source, 1)->share, double(1e30f));
    }

    void magnitudesOfNothing() {
        const auto zeros = scene::elementsOf(tensor::Tensor(tensor::DType::F32, {5}));
        const auto none = scene::magnitudeOf(*zeros, 0.99);
        QVERIFY(none);
        QCOMPARE(none->finite, 5u);
        QCOMPARE(none->nonzero, 0u);
        QCOMPARE(none->share, 0.0);
        const auto empty = scene::elementsOf(tensor::Tensor(tensor::DType::F32, {0}));
        QCOMPARE(scene::magnitudeOf(*empty, 0.99)->finite, 0u);
    }

    // Of a large one some stretches, from its first element to its last.
    void magnitudesOfALargeOne() {
        constexpr std::uint64_t kCount = 1 << 20;
        tensor::Tensor large(tensor::DType::I32, {kCount});
        for (std::uint64_t i = 0; i < kCount; ++i) large.set(i, static_cast<std::int32_t>(i));
        const auto some = scene::magnitudeOf(*scene::elementsOf(std::move(large)), 0.5);
        QVERIFY(some);
        QCOMPARE(some->finite, std::uint64_t{1} << 18);
        QVERIFY(some->most > 0.99 * kCount);
        QVERIFY(std::abs(some->share - 0.5 * kCount) < 0.01 * kCount);
    }
};

int tst_tensor_view(int argc, char** argv) { return lw::tests::run<TestTensorView>(argc, argv); }
#include "tst_tensor_view.moc"
