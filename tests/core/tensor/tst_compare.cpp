// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/compare.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <limits>

using namespace lw;
using namespace lw::tensor;

namespace {
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Tensor floats(std::initializer_list<float> values) {
    return Tensor::of<float>(DType::F32, {values.size()}, std::span(values.begin(), values.size()));
}
Comparison compared(const Tensor& got, const Tensor& expected, const Tolerance& tolerance) {
    auto result = compare(got, expected, tolerance);
    LW_REQUIRE(bool(result), "the tensors cannot be compared");
    return *std::move(result);
}
} // namespace

class TestCompare : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void exactMeansEqualUnderEquals() {
        const auto same =
            compared(floats({1, kNan, -0.0f, kInfinity}), floats({1, kNan, 0.0f, kInfinity}), {});
        QVERIFY(same.exact() && same.accepted() && !same.worst);
        QCOMPARE(same.signedZeros, std::uint64_t{1});
        QCOMPARE(same.compared, std::uint64_t{4});
        const auto strict = compared(floats({kNan}), floats({kNan}), {.nan = NanPolicy::NeverEqual});
        QCOMPARE(strict.differing, std::uint64_t{1});
        QCOMPARE(strict.beyond, std::uint64_t{1});
    }

    void worstElement() {
        const Tensor got = Tensor::of<float>(DType::F32, {2, 2}, std::vector<float>{1, 2.5f, 3, 4.25f});
        const Tensor expected = Tensor::of<float>(DType::F32, {2, 2}, std::vector<float>{1, 2, 3, 4});
        const auto result = compared(got, expected, {.atol = 0.3});
        QCOMPARE(result.differing, std::uint64_t{2});
        QCOMPARE(result.beyond, std::uint64_t{1});
        QCOMPARE(result.worst->index, (std::vector<std::uint64_t>{0, 1}));
        QCOMPARE(result.worst->got, 2.5);
        QCOMPARE(result.worst->expected, 2.0);
        QCOMPARE(result.worst->difference, 0.5);
        QCOMPARE(result.worst->ulp, std::uint64_t{1} << 21); // 0.5 in steps of 2^-22
    }

    // One within the tolerance may differ more than one beyond it: the worst is the one that fails.
    void worstIsOneThatFails() {
        const auto result = compared(floats({1000.5f, 1.1f}), floats({1000, 1}), {.rtol = 0.01});
        QCOMPARE(result.beyond, std::uint64_t{1});
        QCOMPARE(result.worst->element, std::uint64_t{1});
        const auto passed = compared(floats({1000.5f, 1.001f}), floats({1000, 1}), {.rtol = 0.01});
        QVERIFY(passed.accepted() && !passed.exact());
        QCOMPARE(passed.worst->element, std::uint64_t{0});
    }

    void steps() {
        const float next = std::nextafter(1.0f, 2.0f);
        QCOMPARE(compared(floats({next}), floats({1}), {}).worst->ulp, std::uint64_t{1});
        QVERIFY(compared(floats({next}), floats({1}), {.ulp = 1}).accepted());
        const float tiny = std::numeric_limits<float>::denorm_min();
        QCOMPARE(compared(floats({tiny}), floats({-tiny}), {}).worst->ulp, std::uint64_t{2});
        QCOMPARE(compared(floats({tiny, -1}), floats({-tiny, 1}), {}).largestUlp,
                 std::uint64_t{2} * 0x3f800000);
        const std::uint16_t a[] = {0x3f80}, b[] = {0x3f83};
        QCOMPARE(compared(Tensor::of<std::uint16_t>(DType::Bf16, {1}, a),
                          Tensor::of<std::uint16_t>(DType::Bf16, {1}, b), {})
                     .worst->ulp,
                 std::uint64_t{3});
        const double most = std::numeric_limits<double>::max();
        const double x[] = {most}, y[] = {-most};
        QCOMPARE(compared(Tensor::of<double>(DType::F64, {1}, x), Tensor::of<double>(DType::F64, {1}, y), {})
                     .worst->ulp,
                 std::uint64_t{0xffdffffffffffffe});
    }

    void noToleranceReachesInfinity() {
        for (const auto& [x, y] : {std::pair{kInfinity, 1.0f},
                                   {1.0f, kInfinity},
                                   {kInfinity, -kInfinity},
                                   {kNan, 1.0f},
                                   {1.0f, kNan}}) {
            const auto result =
                compared(floats({x}), floats({y}), {.atol = 1e30, .rtol = 1, .ulp = ~std::uint64_t{0}});
            QCOMPARE(result.beyond, std::uint64_t{1});
            QCOMPARE(result.worst->difference, double(kInfinity));
            QCOMPARE(result.worst->ulp, ~std::uint64_t{0});
        }
    }

    void integersAreComparedExactly() {
        const std::int64_t x[] = {std::numeric_limits<std::int64_t>::min(), (std::int64_t{1} << 53) + 1};
        const std::int64_t y[] = {std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 53};
        const auto result = compared(Tensor::of<std::int64_t>(DType::I64, {2}, x),
                                     Tensor::of<std::int64_t>(DType::I64, {2}, y), {.ulp = 1});
        QCOMPARE(result.differing, std::uint64_t{2});
        QCOMPARE(result.beyond, std::uint64_t{1});
        QCOMPARE(result.worst->ulp, ~std::uint64_t{0});
    }

    void otherTypesAndShapesAreRefused() {
        QVERIFY(!compare(floats({1}), floats({1, 2}), {}));
        const auto other = compare(floats({1}), Tensor(DType::I32, {1}), {});
        QVERIFY(!other);
        QCOMPARE(other.problem().message->code, std::string_view("E503"));
        QVERIFY(compared(Tensor(DType::F32, {0}), Tensor(DType::F32, {0}), {}).exact());
    }
};

int tst_compare(int argc, char** argv) { return lw::tests::run<TestCompare>(argc, argv); }
#include "tst_compare.moc"
