// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/facets.h"
#include "core/tensor/tensor.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cstring>
#include <set>

using namespace lw;
using scene::AxisRoles;
using scene::FacetGrid;

// Elements are their own numbers.
class TestFacets : public QObject {
    Q_OBJECT

    static scene::ElementSourcePtr numbers(tensor::Shape shape) {
        tensor::Tensor out(tensor::DType::I32, std::move(shape));
        for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, static_cast<std::int32_t>(i));
        return scene::elementsOf(std::move(out));
    }

  private Q_SLOTS:
    void everyElementHasOneCell_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("axis");
        QTest::addColumn<int>("index"); // of the fourth dimension
        QTest::newRow("last two") << 2 << 3 << 0 << 1;
        QTest::newRow("turned") << 3 << 1 << 2 << 0;
        QTest::newRow("one row each") << -1 << 3 << 1 << 0;
    }
    void everyElementHasOneCell() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(int, axis);
        QFETCH(int, index);
        const tensor::Shape shape{5, 3, 4, 6};
        const AxisRoles roles{rows, columns,
                              std::vector<std::uint64_t>(4, static_cast<std::uint64_t>(index))};
        const FacetGrid grid = scene::facetGrid(shape, roles, axis, 1.5);
        QCOMPARE(grid.count, shape[static_cast<std::size_t>(axis)]);
        QVERIFY(grid.across * grid.down >= grid.count);
        const auto source = scene::facetsOf(numbers(shape), grid);
        QCOMPARE(source->shape(), (tensor::Shape{grid.rows(), grid.columns()}));
        std::vector<std::byte> bytes(source->count() * 4);
        std::vector<std::uint8_t> flags(source->count());
        QVERIFY(source->read(0, bytes, flags));
        std::set<std::uint64_t> seen;
        for (std::uint64_t row = 0; row < grid.rows(); ++row)
            for (std::uint64_t column = 0; column < grid.columns(); ++column) {
                const std::size_t at = row * grid.columns() + column;
                const auto element = grid.element(row, column);
                QCOMPARE((flags[at] & scene::kOutside) != 0, !element.has_value());
                if (!element) continue;
                std::uint32_t value = 0;
                std::memcpy(&value, bytes.data() + 4 * at, 4);
                QCOMPARE(std::uint64_t{value}, *element);
                QVERIFY(seen.insert(*element).second);
                const auto where = tensor::indexOf(shape, *element);
                QCOMPARE(where[static_cast<std::size_t>(axis)], *grid.picture(row, column));
                for (int i = 0; i < 4; ++i)
                    if (i != rows && i != columns && i != axis)
                        QCOMPARE(where[static_cast<std::size_t>(i)], static_cast<std::uint64_t>(index));
            }
        QCOMPARE(seen.size(), grid.count * grid.one.rows * grid.one.columns);
        // Any stretch reads the same.
        for (std::uint64_t first = 0; first < source->count(); first += 7) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(11, source->count() - first));
            std::vector<std::byte> some(count * 4);
            std::vector<std::uint8_t> theirs(count);
            QVERIFY(source->read(first, some, theirs));
            QVERIFY(
                std::equal(some.begin(), some.end(), bytes.begin() + static_cast<std::ptrdiff_t>(first * 4)));
            QVERIFY(
                std::equal(theirs.begin(), theirs.end(), flags.begin() + static_cast<std::ptrdiff_t>(first)));
        }
    }
    void theRoomDecidesHowManyStandInARow() {
        const AxisRoles roles{1, 2, {0, 0, 0}};
        QCOMPARE(scene::facetGrid({16, 9, 9}, roles, 0, 1).across, std::uint64_t{4});
        QCOMPARE(scene::facetGrid({16, 9, 9}, roles, 0, 100).across, std::uint64_t{16});
        QCOMPARE(scene::facetGrid({16, 9, 9}, roles, 0, 0.01).across, std::uint64_t{1});
        QCOMPARE(scene::facetGrid({0, 9, 9}, roles, 0, 1).rows(), std::uint64_t{0});
        QCOMPARE(scene::facetGrid({3, 0, 9}, roles, 0, 1).columns(), std::uint64_t{0});
    }
    // Between the pictures there is nothing: no number, and nothing that was never written.
    void gapsCountAsNothing() {
        const FacetGrid grid = scene::facetGrid({4, 7, 7}, {1, 2, {0, 0, 0}}, 0, 1);
        const auto source = scene::facetsOf(numbers({4, 7, 7}), grid);
        scene::TensorPicture picture(source,
                                     scene::planeOf(source->shape(), scene::defaultRoles(source->shape())));
        QVERIFY(picture.build());
        std::vector<scene::CellSummary> all(1);
        QVERIFY(picture.summaries(62, 0, 0, 1, 1, all));
        QCOMPARE(all[0].high, 195.0f);
        QVERIFY(!(all[0].marks & scene::kUnwritten));
        std::vector<scene::CellSummary> gap(1);
        QVERIFY(picture.summaries(0, 3, 7, 1, 1, gap)); // the column between the first two pictures
        QCOMPARE(gap[0].marks, std::uint8_t{0});
    }
};

int tst_facets(int argc, char** argv) { return lw::tests::run<TestFacets>(argc, argv); }
#include "tst_facets.moc"
