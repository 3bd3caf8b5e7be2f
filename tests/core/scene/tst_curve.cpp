// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/curve.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lw;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

scene::ElementSourcePtr floats(std::vector<float> values) {
    const tensor::Shape shape{values.size()};
    return scene::elementsOf(tensor::Tensor::of(tensor::DType::F32, shape, std::span<const float>(values)));
}

// A wave with noise of its own.
std::vector<float> wave(std::size_t count) {
    std::vector<float> out;
    std::uint32_t seed = 1;
    for (std::size_t i = 0; i < count; ++i) {
        seed = seed * 1664525 + 1013904223;
        out.push_back(std::sin(static_cast<float>(i) / 50) + static_cast<float>(seed >> 24) / 512);
    }
    return out;
}

} // namespace

class TestCurve : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void fewElementsAreAllThere() {
        const auto curve = scene::curveOf(*floats({3, 1, 2}), 4);
        QVERIFY(curve);
        QCOMPARE(curve->count, 3u);
        QCOMPARE(curve->pieces.size(), 1u);
        QVERIFY((curve->pieces[0] == std::vector<scene::CurvePoint>{{0, 3}, {1, 1}, {2, 2}}));
        QCOMPARE(curve->low, 1.0);
        QCOMPARE(curve->high, 3.0);
        QCOMPARE(curve->missing, 0u);
    }

    // Against plain loops over every stretch.
    void noPeakIsLost_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("stretches");
        QTest::newRow("just more than twice as many") << 201 << 100;
        QTest::newRow("many") << 100000 << 640;
        QTest::newRow("stretches of unequal length") << 1009 << 97;
        QTest::newRow("a single stretch") << 5000 << 1;
    }
    void noPeakIsLost() {
        QFETCH(int, count);
        QFETCH(int, stretches);
        const std::vector<float> values = wave(static_cast<std::size_t>(count));
        const auto curve = scene::curveOf(*floats(values), static_cast<std::size_t>(stretches));
        QVERIFY(curve);
        QCOMPARE(curve->pieces.size(), 1u);
        const auto& points = curve->pieces[0];
        QVERIFY(points.size() <= 2 * static_cast<std::size_t>(stretches));
        QVERIFY(std::is_sorted(points.begin(), points.end(),
                               [](const auto& a, const auto& b) { return a.element < b.element; }));
        for (const scene::CurvePoint& point : points)
            QCOMPARE(point.value, double(values[static_cast<std::size_t>(point.element)]));
        for (int i = 0; i < stretches; ++i) {
            const auto from = static_cast<std::size_t>(double(i) * count / stretches),
                       to = static_cast<std::size_t>(double(i + 1) * count / stretches);
            const auto [low, high] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(from),
                                                         values.begin() + static_cast<std::ptrdiff_t>(to));
            for (const float value : {*low, *high})
                QVERIFY(std::any_of(points.begin(), points.end(), [&](const scene::CurvePoint& point) {
                    return point.element >= from && point.element < to && point.value == double(value);
                }));
        }
    }

    void whatIsNoNumberIsAGap() {
        const auto curve = scene::curveOf(*floats({1, kNan, 2, 3, kInfinity, -kInfinity, 4}), 10);
        QVERIFY(curve);
        QCOMPARE(curve->missing, 3u);
        QCOMPARE(curve->pieces.size(), 3u);
        QVERIFY((curve->pieces[1] == std::vector<scene::CurvePoint>{{2, 2}, {3, 3}}));
        QVERIFY((curve->pieces[2] == std::vector<scene::CurvePoint>{{6, 4}}));
        QCOMPARE(curve->high, 4.0);
    }

    // Of a long one only where a whole stretch has none.
    void aGapInALongOne() {
        std::vector<float> values(10000, 1.0f);
        std::fill(values.begin() + 4000, values.begin() + 6000, kNan);
        values[100] = kNan;
        const auto curve = scene::curveOf(*floats(values), 100);
        QVERIFY(curve);
        QCOMPARE(curve->missing, 2001u);
        QCOMPARE(curve->pieces.size(), 2u);
        QCOMPARE(curve->pieces[1].front().element, 6000u);
    }

    void nothingIsNoCurve() {
        const auto none = scene::curveOf(*floats({kNan, kNan}), 10);
        QVERIFY(none && none->pieces.empty());
        QCOMPARE(none->low, 0.0);
        scene::CellPicture cells = scene::emptyPicture("x", tensor::DType::F32, 1, 3);
        cells.flags[1] = scene::kWritten;
        const auto one = scene::curveOf(*scene::elementsOf(cells, {3}), 10);
        QVERIFY(one);
        QCOMPARE(one->missing, 2u);
        QVERIFY((one->pieces == std::vector<std::vector<scene::CurvePoint>>{{{1, 0}}}));
    }
};

int tst_curve(int argc, char** argv) { return lw::tests::run<TestCurve>(argc, argv); }
#include "tst_curve.moc"
