// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/reshaped.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

class TestReshaped : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theElementsStayInTheirOrder() {
        tensor::Tensor numbers(tensor::DType::I32, {3, 64});
        for (std::uint64_t i = 0; i < numbers.count(); ++i) numbers.set(i, static_cast<std::int32_t>(i));
        const auto flat = scene::elementsOf(std::move(numbers));
        const tensor::Shape shape = scene::splitShape(flat->shape(), 8);
        QCOMPARE(shape, (tensor::Shape{3, 8, 8}));
        const auto split = scene::reshaped(flat, shape);
        QCOMPARE(split->shape(), shape);
        QCOMPARE(split->type(), tensor::DType::I32);
        for (std::uint64_t i = 0; i < 192; ++i) {
            const auto element = scene::elementAt(*split, i);
            QVERIFY(element);
            QCOMPARE(element->bits, i);
        }
    }

    void whatDividesARow_data() {
        QTest::addColumn<int>("last");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("a square first") << 64 << "8x8 4x16 16x4 2x32 32x2";
        QTest::newRow("none is square") << 12 << "3x4 4x3 2x6 6x2";
        QTest::newRow("a prime") << 13 << "";
        QTest::newRow("too short") << 3 << "";
        QTest::newRow("two by two") << 4 << "2x2";
    }
    void whatDividesARow() {
        QFETCH(int, last);
        QFETCH(QString, wanted);
        QStringList got;
        for (const auto& [down, across] : scene::splitsOf({5, static_cast<std::uint64_t>(last)})) {
            QCOMPARE(down * across, static_cast<std::uint64_t>(last));
            got << QStringLiteral("%1x%2").arg(down).arg(across);
        }
        QCOMPARE(got.join(QLatin1Char(' ')), wanted);
    }

    void nothingToDivide() {
        QVERIFY(scene::splitsOf({}).empty());
        QVERIFY(scene::splitsOf({7, std::uint64_t{1} << 40}).empty());
        QCOMPARE(scene::splitShape({2, 6}, 0), (tensor::Shape{2, 6}));
    }
};

int tst_reshaped(int argc, char** argv) { return lw::tests::run<TestReshaped>(argc, argv); }
#include "tst_reshaped.moc"
