// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/line_buffer.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>

using namespace lw::circuit;

class TestLineBuffer : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    // 8 x 8 values, windows of 4 x 4: storage, and the clocks at which windows are complete.
    void workedExample() {
        const Window window{4, 4, 4, 4};
        LineBuffer<int> buffer(window, 8);
        QCOMPARE(buffer.places(), std::size_t{28});
        QCOMPARE(buffer.delayLines(), 3u);
        QCOMPARE(buffer.delayDepth(), 4u);
        std::vector<std::pair<int, int>> found; // clock, largest value
        for (int clock = 0; clock < 64; ++clock) {
            const int kept[] = {18, -14, 31, -4};
            const int row = clock / 8, column = clock % 8;
            buffer.push({row % 4 == 0 && column % 4 == 0 ? kept[row / 4 * 2 + column / 4] : 0, true});
            if (!buffer.isComplete()) continue;
            int largest = buffer.at(0, 0).value;
            for (std::uint32_t i = 0; i < 4; ++i)
                for (std::uint32_t j = 0; j < 4; ++j) largest = std::max(largest, buffer.at(i, j).value);
            found.emplace_back(clock, largest);
        }
        const std::vector<std::pair<int, int>> expected{{27, 18}, {31, 0}, {59, 31}, {63, 0}};
        QVERIFY(found == expected);
    }

    // The registers hold exactly the window, whatever its size and strides,
    // also where it overlaps the next one.
    void everySmallWindow() {
        int windows = 0;
        for (std::uint32_t rows = 1; rows <= 4; ++rows)
            for (std::uint32_t columns = 1; columns <= 4; ++columns)
                for (std::uint32_t rowStride = 1; rowStride <= 3; ++rowStride)
                    for (std::uint32_t columnStride = 1; columnStride <= 3; ++columnStride)
                        for (std::uint32_t width = columns; width <= 7; ++width) {
                            const int found =
                                checkWindows({rows, columns, rowStride, columnStride}, width, 6);
                            QVERIFY(found >= 0);
                            windows += found;
                        }
        QVERIFY(windows > 5000);
    }

    void windowsAtTheEdge() {
        QCOMPARE(windowsIn(5, 2), 3u); // 0-1, 2-3, 4 alone
        QCOMPARE(coveredBy(3, 2, 2), 6u);
        QCOMPARE(windowsIn(217, 4), 55u);
        QCOMPARE(coveredBy(55, 4, 4), 220u);
        QCOMPARE(windowsIn(0, 4), 0u);
        QCOMPARE(coveredBy(0, 4, 4), 0u);
    }

  private:
    // How many windows there were, or -1 when one was not as it should be.
    static int checkWindows(const Window& window, std::uint32_t width, std::uint32_t height) {
        LineBuffer<std::uint32_t> buffer(window, width);
        std::size_t expectedNext = 0;
        const auto places = placesOf(window, width, height);
        for (std::uint32_t clock = 0; clock < width * height; ++clock) {
            buffer.push({clock, true}); // the value says where it stood
            const bool isExpected = expectedNext < places.size() && places[expectedNext].first == clock;
            if (buffer.isComplete() != isExpected) return -1;
            if (!isExpected) continue;
            const std::uint32_t corner = places[expectedNext++].second;
            for (std::uint32_t i = 0; i < window.rows; ++i)
                for (std::uint32_t j = 0; j < window.columns; ++j)
                    if (buffer.at(i, j).value != corner + i * width + j) return -1;
            if (!delaysHold(buffer, clock)) return -1;
        }
        return expectedNext == places.size() ? static_cast<int>(places.size()) : -1;
    }

    // Clock at which each window is complete, and the number of its first value.
    static std::vector<std::pair<std::uint32_t, std::uint32_t>>
    placesOf(const Window& window, std::uint32_t width, std::uint32_t height) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
        for (std::uint32_t y = 0; y + window.rows <= height; y += window.rowStride)
            for (std::uint32_t x = 0; x + window.columns <= width; x += window.columnStride)
                found.emplace_back((y + window.rows - 1) * width + x + window.columns - 1, y * width + x);
        return found;
    }

    // Between the registers of two window rows lie the values of one picture row that are outside the window.
    static bool delaysHold(const LineBuffer<std::uint32_t>& buffer, std::uint32_t clock) {
        for (std::uint32_t line = 0; line < buffer.delayLines(); ++line)
            for (std::uint32_t depth = 0; depth < buffer.delayDepth(); ++depth) {
                const std::uint32_t rowsBack = buffer.window().rows - 2 - line;
                if (buffer.delayed(line, depth).value !=
                    clock - rowsBack * buffer.width() - buffer.window().columns - depth)
                    return false;
            }
        return true;
    }
};

int tst_line_buffer(int argc, char** argv) { return lw::tests::run<TestLineBuffer>(argc, argv); }
#include "tst_line_buffer.moc"
