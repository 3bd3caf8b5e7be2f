// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/striding/pooled_window.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace lw;

namespace {

// An output of 5 x 3 elements and 6 channels, every second of each of 9 x 6 sums, in strips that are made by
// rows 10 to 19, 20 to 29, ...: two of the rows, two of the columns, two of the channels.
lower::striding::LayerReport layer() {
    lower::striding::LayerReport out;
    out.mode = lower::striding::Mode::MaskMax;
    out.geometry.stride = {2, 2};
    out.geometry.rows = 5;
    out.geometry.columns = 3;
    out.geometry.channels = 6;
    std::uint32_t first = 10;
    for (std::uint64_t channel = 0; channel < 6; channel += 4)
        for (std::uint64_t row = 0; row < 9; row += 4)
            for (std::uint64_t column = 0; column < 6; column += 4) {
                out.strips.push_back({row, std::min<std::uint64_t>(4, 9 - row), column,
                                      std::min<std::uint64_t>(4, 6 - column), channel,
                                      std::min<std::uint64_t>(4, 6 - channel), first, 10});
                first += 10;
            }
    return out;
}

} // namespace

class TestPooledWindow : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Every element has one window, and no two the same.
    void everyElementHasItsWindow() {
        const lower::striding::LayerReport report = layer();
        std::vector<scene::circuit::PooledWindow> seen;
        for (std::uint64_t row = 0; row < 5; ++row)
            for (std::uint64_t column = 0; column < 3; ++column)
                for (std::uint64_t channel = 0; channel < 6; ++channel) {
                    const auto window = scene::striding::pooledWindow(report, row, column, channel);
                    QVERIFY(window);
                    QVERIFY(std::find(seen.begin(), seen.end(), *window) == seen.end());
                    seen.push_back(*window);
                    // Counted by hand: strips have two windows down and across, but the last ones.
                    QCOMPARE(window->row, row % 2);
                    QCOMPARE(window->column, column % 2);
                    QCOMPARE(window->lane, channel % 4);
                    const std::uint64_t strip = channel / 4 * 6 + row / 2 * 2 + column / 2;
                    QCOMPARE(window->firstRow, 10 + 10 * strip);
                    QCOMPARE(window->rowCount, 10u);
                }
    }

    void whatIsNotThereHasNone() {
        lower::striding::LayerReport report = layer();
        QVERIFY(!scene::striding::pooledWindow(report, 5, 0, 0));
        QVERIFY(!scene::striding::pooledWindow(report, 0, 3, 0));
        QVERIFY(!scene::striding::pooledWindow(report, 0, 0, 6));
        report.mode = lower::striding::Mode::SpaceToDepth; // pools nothing
        QVERIFY(!scene::striding::pooledWindow(report, 0, 0, 0));
    }
};

int tst_pooled_window(int argc, char** argv) { return lw::tests::run<TestPooledWindow>(argc, argv); }
#include "tst_pooled_window.moc"
