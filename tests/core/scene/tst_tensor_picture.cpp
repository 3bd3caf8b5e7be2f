// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/tensor_picture.h"
#include "tests/support/run_test.h"

#include <QtTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace lw;
using scene::CellSummary;

namespace {

// Elements with flags, as a machine's are.
class Flagged : public scene::ElementSource {
  public:
    Flagged(tensor::Tensor tensor, std::vector<std::uint8_t> flags)
        : m_tensor(std::move(tensor)), m_flags(std::move(flags)) {}
    tensor::DType type() const override { return m_tensor.dtype(); }
    const tensor::Shape& shape() const override { return m_tensor.shape(); }
    Outcome read(std::uint64_t first, std::span<std::byte> bytes,
                 std::span<std::uint8_t> flags) const override {
        const auto from = m_tensor.bytes().subspan(first * tensor::sizeOf(type()), bytes.size());
        std::copy(from.begin(), from.end(), bytes.begin());
        std::copy_n(m_flags.begin() + static_cast<long>(first), flags.size(), flags.begin());
        return Done{};
    }
    float value(std::uint64_t i) const { return static_cast<float>(valueAt(m_tensor, i)); }
    std::uint8_t flag(std::uint64_t i) const { return m_flags[i]; }

  private:
    tensor::Tensor m_tensor;
    std::vector<std::uint8_t> m_flags;
};

std::shared_ptr<Flagged> randomTensor(tensor::Shape shape, unsigned seed) {
    std::mt19937 random(seed);
    const auto count = *tensor::countOf(shape);
    std::vector<float> values(count);
    std::vector<std::uint8_t> flags(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto what = random() % 50;
        values[i] = what == 0   ? std::numeric_limits<float>::quiet_NaN()
                    : what == 1 ? std::numeric_limits<float>::infinity()
                    : what == 2 ? -std::numeric_limits<float>::infinity()
                                : static_cast<float>(static_cast<int>(random() % 2001) - 1000);
        flags[i] = static_cast<std::uint8_t>((random() % 8 ? scene::kWritten : 0) |
                                             (random() % 30 ? 0 : scene::kChanged));
    }
    return std::make_shared<Flagged>(
        tensor::Tensor::of(tensor::DType::F32, std::move(shape), std::span<const float>(values)), flags);
}

// The same, cell after cell.
CellSummary plainly(const Flagged& source, const scene::Plane& plane, std::uint64_t side, std::uint64_t row,
                    std::uint64_t column) {
    CellSummary out;
    for (std::uint64_t r = row * side; r < std::min(plane.rows, (row + 1) * side); ++r)
        for (std::uint64_t c = column * side; c < std::min(plane.columns, (column + 1) * side); ++c) {
            const std::uint64_t element = plane.element(r, c);
            const float value = source.value(element);
            const std::uint8_t flags = source.flag(element);
            out.marks |= flags & (scene::kWritten | scene::kChanged);
            if (!(flags & scene::kWritten)) {
                out.marks |= scene::kUnwritten;
            } else if (std::isnan(value)) {
                out.marks |= scene::kNan;
            } else if (std::isinf(value)) {
                out.marks |= value > 0 ? scene::kPlusInfinity : scene::kMinusInfinity;
            } else {
                out.low = out.marks & scene::kNumber ? std::min(out.low, value) : value;
                out.high = out.marks & scene::kNumber ? std::max(out.high, value) : value;
                out.marks |= scene::kNumber;
            }
        }
    return out;
}

// Of the finite cells of a square up to 4 x 4, of larger ones that of the squares they are made of: 4 x 4 of
// them, or 2 x 2 where the level is an odd one.
std::optional<double> meanOf(const Flagged& source, const scene::Plane& plane, unsigned level,
                             std::uint64_t row, std::uint64_t column) {
    const unsigned below = level <= 2 ? 0 : level % 2 ? level - 1 : level - 2;
    const std::uint64_t side = std::uint64_t{1} << (level - below), unit = std::uint64_t{1} << below;
    double sum = 0;
    int count = 0;
    for (std::uint64_t r = row * side; r < (row + 1) * side; ++r)
        for (std::uint64_t c = column * side; c < (column + 1) * side; ++c) {
            if (r * unit >= plane.rows || c * unit >= plane.columns) continue;
            std::optional<double> part;
            if (below > 0) {
                part = meanOf(source, plane, below, r, c);
            } else if (const std::uint64_t element = plane.element(r, c);
                       (source.flag(element) & scene::kWritten) && std::isfinite(source.value(element))) {
                part = source.value(element);
            }
            if (part) sum += *part, ++count;
        }
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

} // namespace

class TestTensorPicture : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void dimensionsThatAreShown_data() {
        constexpr int kNone = scene::AxisRoles::kNone;
        QTest::addColumn<tensor::Shape>("shape");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        const auto row = [](const char* name, tensor::Shape shape, int rows, int columns) {
            QTest::newRow(name) << std::move(shape) << rows << columns;
        };
        row("a number", {}, kNone, kNone);
        row("a vector", {7}, kNone, 0);
        row("a vector of one", {1}, kNone, 0);
        row("a matrix", {300, 500}, 0, 1);
        row("a matrix of one column", {300, 1}, 0, 1);
        row("a matrix of one row", {1, 300}, 0, 1);
        row("nothing in it", {0, 4}, 0, 1);
        row("grey, channels last", {256, 256, 1}, 0, 1);
        row("grey, channels first", {1, 256, 200}, 1, 2);
        row("one row of pixels", {1, 256, 1}, kNone, 1);
        row("one column of pixels", {256, 1, 1}, kNone, 0);
        row("a dense layer's", {1, 1, 10}, kNone, 2);
        row("one number in three", {1, 1, 1}, 1, 2);
        row("coloured, channels last", {480, 640, 3}, 0, 1);
        row("coloured, channels first", {3, 480, 640}, 1, 2);
        row("features, channels last", {55, 55, 96}, 0, 1);
        row("features, channels first", {96, 55, 55}, 1, 2);
        row("a cube", {8, 8, 8}, 0, 1);
        row("matrices", {18, 8, 16}, 1, 2);
        row("matrices of few columns", {1000, 4, 3}, 1, 2);
        row("a batch of one, grey", {1, 28, 28, 1}, 1, 2);
        row("a batch of one, coloured", {1, 480, 640, 3}, 1, 2);
        row("a batch of one, channels first", {1, 3, 480, 640}, 2, 3);
        row("a batch, grey, not square", {1797, 8, 6, 1}, 1, 2);
        row("a batch, grey, channels first", {1797, 1, 8, 6}, 2, 3);
        row("kernels, channels last", {96, 11, 11, 3}, 1, 2);
        row("kernels, channels first", {96, 3, 11, 11}, 2, 3);
        row("a batch of vectors", {32, 1, 1, 10}, 0, 3);
        row("five dimensions", {2, 1, 5, 1, 7}, 2, 4);
        row("five dimensions, a matrix", {6, 5, 1, 1, 1}, 0, 1);
        row("an empty batch", {0, 8, 8, 1}, 1, 2);
    }
    void dimensionsThatAreShown() {
        QFETCH(tensor::Shape, shape);
        const scene::AxisRoles roles = scene::defaultRoles(shape);
        QTEST(roles.rows, "rows");
        QTEST(roles.columns, "columns");
        QCOMPARE(roles.index, std::vector<std::uint64_t>(shape.size()));
        QCOMPARE(roles.facets, scene::AxisRoles::kNone);
        const scene::Plane plane = scene::planeOf(shape, roles);
        QVERIFY(plane.rows * plane.columns <= *tensor::countOf(shape));
    }
    void everyLevelAgreesWithPlainLoops_data() {
        QTest::addColumn<QList<int>>("extents");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("scalar") << QList<int>{} << -1 << -1;
        QTest::newRow("vector") << QList<int>{37} << -1 << 0;
        QTest::newRow("vector downwards") << QList<int>{1037} << 0 << -1;
        QTest::newRow("matrix") << QList<int>{67, 1101} << 0 << 1;
        QTest::newRow("transposed") << QList<int>{67, 301} << 1 << 0;
        QTest::newRow("inner of four") << QList<int>{3, 5, 21, 34} << 2 << 3;
        QTest::newRow("outer of four") << QList<int>{13, 18, 3, 5} << 1 << 0;
        QTest::newRow("first and last") << QList<int>{13, 4, 35} << 0 << 2;
        QTest::newRow("nothing") << QList<int>{0, 4} << 0 << 1;
    }
    void everyLevelAgreesWithPlainLoops() {
        QFETCH(QList<int>, extents);
        QFETCH(int, rows);
        QFETCH(int, columns);
        const tensor::Shape shape(extents.begin(), extents.end());
        const auto source = randomTensor(shape, 5);
        scene::AxisRoles roles{rows, columns, std::vector<std::uint64_t>(shape.size(), 1)};
        const scene::Plane plane = scene::planeOf(shape, roles);
        scene::TensorPicture picture(source, plane);
        QVERIFY(bool(picture.build()));
        QVERIFY(picture.isBuilt());
        for (unsigned level = 0; level < 13; ++level) {
            const std::uint64_t down = picture.rowsAt(level), across = picture.columnsAt(level);
            std::vector<CellSummary> all((down + 1) * (across + 1));
            QVERIFY(bool(picture.summaries(level, 0, 0, down + 1, across + 1, all)));
            for (std::uint64_t r = 0; r <= down; ++r)
                for (std::uint64_t c = 0; c <= across; ++c) {
                    const CellSummary want = plainly(*source, plane, std::uint64_t{1} << level, r, c);
                    const CellSummary& have = all[r * (across + 1) + c];
                    QCOMPARE(have.marks, want.marks);
                    if (!(want.marks & scene::kNumber)) continue;
                    QCOMPARE(have.low, want.low);
                    QCOMPARE(have.high, want.high);
                    if (level > 6) continue; // the same again
                    const double mean = *meanOf(*source, plane, level, r, c);
                    QVERIFY2(std::abs(have.mean - mean) <= 1e-3,
                             qPrintable(QString::number(have.mean - mean)));
                }
        }
    }
    void theCellOfAnElement() {
        const tensor::Shape shape{4, 5, 6};
        const scene::AxisRoles roles{2, 0, {0, 3, 0}};
        const scene::Plane plane = scene::planeOf(shape, roles);
        QCOMPARE(plane.rows, std::uint64_t{6});
        QCOMPARE(plane.columns, std::uint64_t{4});
        for (std::uint64_t r = 0; r < 6; ++r)
            for (std::uint64_t c = 0; c < 4; ++c) {
                QCOMPARE(plane.element(r, c), c * 30 + 3 * 6 + r);
                QCOMPARE(scene::cellOf(shape, roles, plane.element(r, c)), std::pair(r, c));
            }
        QCOMPARE(scene::cellOf(shape, roles, 0), std::nullopt);
    }
    void oneNanIsToldAtEverySize() {
        std::vector<float> values(300 * 500, 1.0f);
        values[123 * 500 + 321] = std::numeric_limits<float>::quiet_NaN();
        const auto source = scene::elementsOf(
            tensor::Tensor::of(tensor::DType::F32, {300, 500}, std::span<const float>(values)));
        scene::TensorPicture picture(source,
                                     scene::planeOf(source->shape(), scene::defaultRoles({300, 500})));
        QVERIFY(bool(picture.build()));
        for (unsigned level = 0; level < 12; ++level) {
            std::vector<CellSummary> one(1);
            QVERIFY(bool(picture.summaries(level, 123u >> level, 321u >> level, 1, 1, one)));
            QVERIFY(one[0].marks & scene::kNan);
        }
    }
    void largeNumbersStayFinite() {
        const std::vector<double> values{1e300, -1e300, std::numeric_limits<double>::infinity()};
        const auto source =
            scene::elementsOf(tensor::Tensor::of(tensor::DType::F64, {3}, std::span<const double>(values)));
        scene::TensorPicture picture(source, scene::planeOf({3}, scene::defaultRoles({3})));
        std::vector<CellSummary> cells(3);
        QVERIFY(bool(picture.summaries(0, 0, 0, 1, 3, cells)));
        QCOMPARE(cells[0].marks, std::uint8_t(std::uint8_t{scene::kWritten} | scene::kNumber));
        QCOMPARE(cells[1].largest(), -std::numeric_limits<float>::max());
        QCOMPARE(cells[2].marks, std::uint8_t(std::uint8_t{scene::kWritten} | scene::kPlusInfinity));
        QVERIFY(bool(picture.build()));
        QVERIFY(bool(picture.summaries(2, 0, 0, 1, 1, std::span(cells).first(1))));
        QCOMPARE(cells[0].mean, 0.0f);
    }
    void anInterruptedOneTellsWhatItKnows() {
        const auto source = randomTensor({4096, 64}, 1);
        scene::TensorPicture picture(source, scene::planeOf({4096, 64}, scene::defaultRoles({4096, 64})));
        std::vector<CellSummary> cells(16 * 16);
        QVERIFY(bool(picture.summaries(2, 0, 0, 16, 16, cells)));
        QVERIFY(std::all_of(cells.begin(), cells.end(), [](const CellSummary& c) { return c.marks == 0; }));
        const std::atomic<bool> stop = true;
        QVERIFY(bool(picture.build(&stop)));
        QVERIFY(!picture.isBuilt());
    }
};

int tst_tensor_picture(int argc, char** argv) { return lw::tests::run<TestTensorPicture>(argc, argv); }
#include "tst_tensor_picture.moc"
