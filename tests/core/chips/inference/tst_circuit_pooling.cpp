// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/circuit/line_buffer.h"
#include "tests/core/chips/inference/plain_circuit.h"
#include "tests/support/assemble.h"
#include "tests/support/float_samples.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lw;
using namespace lw::inference;
using test::bitsAt;
using test::floatAt;
using test::u32;

namespace {

constexpr u32 kNan = 0x7fc00000;
constexpr const char* kAggregates[] = {"max", "min", "sum", "avg"};
constexpr u32 kMostLanes = 8;

struct Case {
    u32 rows = 1, columns = 1, lanes = 1; // of the strip
    circuit::Window window;
    u32 edge = kPartial;
    bool isFloat = false;
    std::vector<u32> words{}; // [row][column][lane]

    const char* suffix() const { return isFloat ? ".f" : ".i"; }
    std::string text() const {
        return std::to_string(rows) + " x " + std::to_string(columns) + " x " + std::to_string(lanes) +
               suffix() + ", windows of " + std::to_string(window.rows) + " x " +
               std::to_string(window.columns) + ", strides " + std::to_string(window.rowStride) + ", " +
               std::to_string(window.columnStride) + ", edge " + std::to_string(edge);
    }
};

// What comes out for each of kAggregates: [row][column][lane].
struct Pooled {
    u32 rows = 0, columns = 0;
    std::vector<u32> words[std::size(kAggregates)];
    bool operator==(const Pooled&) const = default;
};

// Plain loops over the windows.
Pooled pooledDirectly(const Case& c) {
    static test::PlainCircuit plain;
    const auto number = [](u32 x) { return static_cast<int>(x); };
    plain.strips[0] = {number(c.rows), number(c.columns), number(c.lanes), c.words};
    plain.loops[0] = {c.window.columns, c.window.columnStride, c.window.rows, c.window.rowStride, 1, 0, 0};
    Pooled out;
    for (std::size_t i = 0; i < std::size(kAggregates); ++i) {
        plain.run({std::string("pool.") + kAggregates[i] + c.suffix(), {1, 0, 0, c.edge}});
        out.rows = static_cast<u32>(plain.strips[1].rows);
        out.columns = static_cast<u32>(plain.strips[1].columns);
        out.words[i] = plain.strips[1].words;
    }
    return out;
}

// The rows of the machine: what is shipped. `shape` is the result's.
Pooled pooledByMachine(const Case& c, const Pooled& shape) {
    const auto comma = [](std::initializer_list<u32> numbers) {
        std::string out;
        for (const u32 n : numbers) out += ", " + std::to_string(n);
        return out + "\n";
    };
    const u32 pixel = c.lanes * 4, size = shape.rows * shape.columns * pixel;
    std::string text = ".chip inference, \"inference-teaching\"\nshape a0" +
                       comma({c.columns, pixel, c.rows, c.columns * pixel}) + "vload.w v0, 0, a0" +
                       comma({c.lanes}) + "shape a1" +
                       comma({c.window.columns, c.window.columnStride, c.window.rows, c.window.rowStride}) +
                       "shape a2" + comma({shape.columns, pixel, shape.rows, shape.columns * pixel});
    constexpr u32 kResults = 16384;
    for (u32 i = 0; i < std::size(kAggregates); ++i)
        text += std::string("pool.") + kAggregates[i] + c.suffix() +
                " v1, v0, a1, edge=" + std::to_string(c.edge) + "\nvstore.w " +
                std::to_string(kResults + i * size) + ", v1, a2\n";
    test::Source source;
    const assembler::Assembly assembly = source.assemble(text + "halt\n");
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    const auto machine = *createMachine(*assembly.program, *builtInConfig("inference-teaching"), {});
    if (!machine->onlyCore().writeSpace(kUb, 0, std::as_bytes(std::span(c.words)))) qFatal("no room");
    const machine::Stop stop = machine->run({});
    if (stop.fault) qFatal("%s: %s", c.text().c_str(), stop.fault->text.c_str());
    Pooled out{shape.rows, shape.columns, {}};
    for (u32 i = 0; i < std::size(kAggregates); ++i) {
        out.words[i].resize(size / 4);
        if (!machine->onlyCore().readSpace(kUb, kResults + i * size,
                                           std::as_writable_bytes(std::span(out.words[i])), {}))
            qFatal("no results");
    }
    return out;
}

// Arithmetic of a lane, from the words of the table of instructions: -0 is below +0, a NaN wins and is one.
u32 joined(std::size_t aggregate, bool isFloat, u32 x, u32 y) {
    const auto a = static_cast<std::int32_t>(x), b = static_cast<std::int32_t>(y);
    if (!isFloat) return aggregate == 0 ? (a > b ? x : y) : aggregate == 1 ? (a < b ? x : y) : x + y;
    const float f = floatAt(x), g = floatAt(y);
    if (std::isnan(f) || std::isnan(g)) return kNan;
    if (aggregate >= 2) return std::isnan(f + g) ? kNan : bitsAt(f + g);
    const bool isBelow = f < g || (f == g && std::signbit(f));
    return isBelow == (aggregate == 0) ? y : x;
}
u32 finished(std::size_t aggregate, bool isFloat, u32 x, u32 count) {
    if (isFloat) {
        const float value = aggregate == 3 ? floatAt(x) / static_cast<float>(count) : floatAt(x);
        return std::isnan(value) ? kNan : bitsAt(value);
    }
    if (aggregate != 3) return x;
    const double quotient = static_cast<double>(static_cast<std::int32_t>(x)) / count;
    return static_cast<u32>(static_cast<std::int32_t>(std::nearbyint(quotient))); // of two, the even one
}

// Clock by clock: whenever the registers hold a window, they are read row by row.
// Beyond the edge nothing is, or zeros are.
Pooled pooledByLineBuffer(const Case& c) {
    using Pixel = std::array<u32, kMostLanes>;
    const auto beyond = [&](u32 extent, u32 size, u32 stride) {
        u32 end = size;
        while (end < extent && end + stride < extent + size) end += stride;
        return c.edge == kWhole ? extent : std::max(extent, end);
    };
    const u32 height = beyond(c.rows, c.window.rows, c.window.rowStride),
              width = beyond(c.columns, c.window.columns, c.window.columnStride);
    circuit::LineBuffer<Pixel> buffer(c.window, width);
    Pooled out;
    u32 lastRow = 0;
    for (u32 clock = 0; clock < height * width; ++clock) {
        const u32 row = clock / width, column = clock % width;
        Pixel pixel{};
        const bool isThere = row < c.rows && column < c.columns;
        for (u32 i = 0; i < c.lanes && isThere; ++i)
            pixel[i] = c.words[(row * c.columns + column) * c.lanes + i];
        buffer.push({pixel, isThere || c.edge == kZeros});
        if (!buffer.isComplete()) continue;
        if (out.rows == 0 || row != lastRow) ++out.rows;
        lastRow = row;
        if (out.rows == 1) ++out.columns;
        for (u32 lane = 0; lane < c.lanes; ++lane)
            for (std::size_t a = 0; a < std::size(kAggregates); ++a) {
                u32 count = 0, value = 0;
                for (u32 i = 0; i < c.window.rows; ++i)
                    for (u32 j = 0; j < c.window.columns; ++j) {
                        const auto& place = buffer.at(i, j);
                        if (!place.isPresent) continue;
                        value =
                            count++ == 0 ? place.value[lane] : joined(a, c.isFloat, value, place.value[lane]);
                    }
                out.words[a].push_back(finished(a, c.isFloat, value, count));
            }
    }
    return out;
}

// Signs, zeros of both signs, numbers of very different sizes, so that another order of sums is another sum.
u32 finiteWord(test::RandomWords& random, bool isFloat) {
    if (!isFloat) return random.below(3) == 0 ? random.word() : random.below(41) - 20;
    switch (random.below(6)) {
    case 0: return 0;
    case 1: return 0x80000000;
    case 2: return test::finite(random);
    default: return test::ordinary(random);
    }
}

Case randomCase(test::RandomWords& random, const circuit::Window& window, u32 edge, bool isFloat) {
    Case c{.lanes = 1 + random.below(kMostLanes), .window = window, .edge = edge, .isFloat = isFloat};
    // Also strips that are smaller than a window, where the edge allows it.
    c.rows = 1 + random.below(12);
    c.columns = 1 + random.below(12);
    if (edge == kWhole) c.rows += window.rows - 1, c.columns += window.columns - 1;
    for (u32 i = 0; i < c.rows * c.columns * c.lanes; ++i) c.words.push_back(finiteWord(random, isFloat));
    return c;
}

// Windows of 1 to 5 by 1 to 5, with strides of their own size, of 1 and 2, and larger than they are.
template <typename Each> void eachWindow(const Each& each) {
    for (u32 rows = 1; rows <= 5; ++rows)
        for (u32 columns = 1; columns <= 5; ++columns)
            for (const auto& [down, across] : std::initializer_list<std::pair<u32, u32>>{
                     {rows, columns}, {1, 1}, {2, 1}, {1, 2}, {rows + 1, columns + 2}})
                each(circuit::Window{rows, columns, down, across});
}

} // namespace

// The pooling circuitry has two levels: the line buffer, register by register and clock by clock, and the
// machine, which finds what leaves it directly. Both are compared here with plain loops, by their bits.
class TestCircuitPooling : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void bothLevelsAreDirectPooling();
    void withInfinitiesAndNaN();
    void sumsAreAddedRowByRow();
    void zerosCountBeyondTheEdge();

  private:
    static bool agree(const Case& c) {
        const Pooled wanted = pooledDirectly(c), found = pooledByMachine(c, wanted);
        return found == wanted && pooledByLineBuffer(c) == wanted;
    }
};

void TestCircuitPooling::bothLevelsAreDirectPooling() {
    test::RandomWords random(1);
    int partial = 0, cases = 0;
    eachWindow([&](const circuit::Window& window) {
        for (const u32 edge : {u32{kPartial}, u32{kZeros}, u32{kWhole}})
            for (const bool isFloat : {false, true}) {
                const Case c = randomCase(random, window, edge, isFloat);
                QVERIFY2(agree(c), c.text().c_str());
                ++cases;
                partial += edge != kWhole &&
                           (c.rows % window.rowStride != 0 || c.columns % window.columnStride != 0);
            }
    });
    QCOMPARE(cases, 750);
    QVERIFY(partial > 100);
}

// A NaN in a window is its result, the canonical one; infinities are numbers,
// but of both signs they have no sum.
void TestCircuitPooling::withInfinitiesAndNaN() {
    test::RandomWords random(2);
    constexpr u32 kOdd[] = {0x7f800000, 0xff800000, 0x7fc00000, 0xffc01234, 0x7f800001, 0x80000000, 0};
    int nans = 0, infinities = 0;
    eachWindow([&](const circuit::Window& window) {
        for (const u32 edge : {u32{kPartial}, u32{kZeros}, u32{kWhole}}) {
            Case c = randomCase(random, window, edge, true);
            for (u32& word : c.words)
                if (random.below(8) == 0) word = kOdd[random.below(std::size(kOdd))];
            QVERIFY2(agree(c), c.text().c_str());
            for (const auto& words : pooledByLineBuffer(c).words)
                for (const u32 word : words) {
                    nans += std::isnan(floatAt(word));
                    infinities += std::isinf(floatAt(word));
                    QVERIFY(!std::isnan(floatAt(word)) || word == kNan);
                }
        }
    });
    QVERIFY(nans > 1000 && infinities > 1000);
}

// The order of additions belongs to the instruction: row by row, from left to right. Worked out by hand:
// ((1e8 + 1) - 1e8) + 1 is 1 in float32, by columns it would be 2, from the end 0.
void TestCircuitPooling::sumsAreAddedRowByRow() {
    Case c{.rows = 2, .columns = 2, .window = {2, 2, 2, 2}, .isFloat = true, .words = {}};
    for (const float x : {1e8f, 1.0f, -1e8f, 1.0f}) c.words.push_back(bitsAt(x));
    const Pooled shape = pooledDirectly(c);
    for (const Pooled& one : {shape, pooledByMachine(c, shape), pooledByLineBuffer(c)}) {
        QCOMPARE(floatAt(one.words[2].at(0)), 1.0f);
        QCOMPARE(floatAt(one.words[3].at(0)), 0.25f);
    }
}

// 3 x 3 values below zero, windows of 2 x 2: what beyond the edge changes, worked out by hand.
void TestCircuitPooling::zerosCountBeyondTheEdge() {
    Case c{.rows = 3, .columns = 3, .window = {2, 2, 2, 2}, .words = {}};
    for (std::int32_t i = 1; i <= 9; ++i) c.words.push_back(static_cast<u32>(-i));
    // -1 -2 | -3     largest, smallest, sum, average of what is there
    // -4 -5 | -6
    // ------+---
    // -7 -8 | -9
    const std::int32_t there[4][4] = {
        {-1, -3, -7, -9}, {-5, -6, -8, -9}, {-12, -9, -15, -9}, {-3, -4, -8, -9}};
    // ... with zeros beyond: -9 / 4 and -15 / 4 are rounded, -12 / 4 and the sums are as they were.
    const std::int32_t zeros[4][4] = {{-1, 0, 0, 0}, {-5, -6, -8, -9}, {-12, -9, -15, -9}, {-3, -2, -4, -2}};
    for (const u32 edge : {u32{kPartial}, u32{kZeros}}) {
        c.edge = edge;
        const Pooled shape = pooledDirectly(c);
        for (const Pooled& one : {shape, pooledByMachine(c, shape), pooledByLineBuffer(c)})
            for (std::size_t a = 0; a < 4; ++a)
                for (std::size_t i = 0; i < 4; ++i)
                    QCOMPARE(static_cast<std::int32_t>(one.words[a].at(i)),
                             (edge == kPartial ? there : zeros)[a][i]);
    }
}

int tst_circuit_pooling(int argc, char** argv) { return lw::tests::run<TestCircuitPooling>(argc, argv); }
#include "tst_circuit_pooling.moc"
