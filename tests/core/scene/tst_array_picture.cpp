// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/systolic_array.h"
#include "core/scene/circuit/array_picture.h"
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include <QTest>

#include <bit>
#include <limits>
#include <random>

using namespace lw;

namespace {

machine::ArrayWork randomWork(std::mt19937& random, std::uint32_t rows, std::uint32_t columns,
                              std::uint32_t inner, std::uint32_t vectors, tensor::DType type) {
    machine::ArrayWork work;
    work.first = random() % 100;
    work.rows = rows;
    work.columns = columns;
    work.inner = inner;
    work.tileColumns = columns;
    work.vectors = vectors;
    work.type = type;
    const auto number = [&]() -> std::uint32_t {
        if (type == tensor::DType::I8) return random() & 0xff;
        return std::bit_cast<std::uint32_t>(std::uniform_real_distribution<float>(-2, 2)(random));
    };
    for (std::uint32_t i = 0; i < inner * columns; ++i) work.weights.push_back(number());
    for (std::uint32_t i = 0; i < vectors * inner; ++i) work.elements.push_back(number());
    return work;
}

template <typename Input> Input inputOf(std::uint32_t bits) {
    if constexpr (std::is_same_v<Input, float>)
        return std::bit_cast<float>(bits);
    else
        return static_cast<Input>(bits);
}
std::uint64_t bitsOf(std::int8_t value) { return static_cast<std::uint8_t>(value); }
std::uint64_t bitsOf(std::int32_t value) { return static_cast<std::uint32_t>(value); }
std::uint64_t bitsOf(float value) { return std::bit_cast<std::uint32_t>(value); }

template <typename Input, typename Sum>
bool sameCell(const scene::circuit::ArrayPicture& picture, const circuit::SystolicArray<Input, Sum>& array,
              std::uint32_t r, std::uint32_t n) {
    const std::size_t cell = r * array.columns() + n;
    const std::int32_t m = array.activationVector(r, n);
    const bool isThere = (picture.activations.flags[cell] & scene::kWritten) != 0;
    if (isThere != (m != circuit::kNoVector)) return false;
    if (!isThere) return true;
    const bool switches = (picture.activations.flags[cell] & scene::kChanged) != 0;
    return picture.numbers.bits[cell] == static_cast<std::uint32_t>(m) && switches == array.switches(r, n) &&
           picture.activations.bits[cell] == bitsOf(array.activation(r, n)) &&
           picture.weights.bits[cell] == bitsOf(array.weight(r, n)) &&
           picture.sums.bits[cell] == bitsOf(array.sum(r, n));
}

// The picture of every clock against the registers of the array.
template <typename Input, typename Sum> bool pictureFollowsTheArray(const machine::ArrayWork& work) {
    circuit::SystolicArray<Input, Sum> array(work.rows, work.columns);
    std::vector<Input> row(work.columns), vector(work.inner);
    for (std::uint32_t r = work.rows; r-- > 0; array.clock()) {
        const std::uint32_t unused = work.rows - work.inner;
        for (std::uint32_t n = 0; n < work.columns; ++n)
            row[n] = r < unused ? Input{} : inputOf<Input>(work.weights[(r - unused) * work.columns + n]);
        array.fetch(row);
    }
    for (std::uint32_t n = 0; n < work.columns; ++n) array.clock();
    for (std::uint64_t t = 0; t <= work.vectors + work.inner + work.columns; ++t) {
        if (t < work.vectors) {
            for (std::uint32_t k = 0; k < work.inner; ++k)
                vector[k] = inputOf<Input>(work.elements[t * work.inner + k]);
            array.enter(vector, static_cast<std::int32_t>(t), t == 0);
        }
        array.clock();
        const scene::circuit::ArrayPicture picture = scene::circuit::arrayPicture(work, work.first + t);
        for (std::uint32_t r = 0; r < work.rows; ++r)
            for (std::uint32_t n = 0; n < work.columns; ++n)
                if (!sameCell(picture, array, r, n)) return false;
        // What the picture lets go at the end of the last clock left the array by now.
        if (t == 0) continue;
        const scene::circuit::ArrayPicture before = scene::circuit::arrayPicture(work, work.first + t - 1);
        for (std::uint32_t n = 0; n < work.columns; ++n) {
            const bool leaves = (before.leaving.flags[n] & scene::kWritten) != 0;
            if (leaves != (array.leavingVector(n) != circuit::kNoVector)) return false;
            if (leaves && before.leaving.bits[n] != bitsOf(array.leaving(n))) return false;
        }
    }
    return true;
}

// A row of the weight path, the zeros above a shorter tile included.
std::vector<std::int8_t> pathRow(const machine::ArrayWork& work, std::uint32_t r) {
    std::vector<std::int8_t> out(work.columns);
    const std::uint32_t unused = work.rows - work.inner;
    for (std::uint32_t n = 0; n < work.columns && r >= unused; ++n)
        out[n] = static_cast<std::int8_t>(work.weights[(r - unused) * work.columns + n]);
    return out;
}

constexpr std::int32_t kSecond = 1000; // numbers of the second pass's vectors begin here

// A cell that a vector of one of two passes is in.
bool sameCellOfTwo(const scene::circuit::ArrayPicture& picture,
                   const circuit::SystolicArray<std::int8_t, std::int32_t>& array, std::uint32_t r,
                   std::uint32_t n) {
    const std::size_t cell = r * array.columns() + n;
    const std::int32_t m = array.activationVector(r, n);
    if (((picture.passes.flags[cell] & scene::kWritten) != 0) != (m != circuit::kNoVector)) return false;
    // Weights are those of the wave that came by last.
    if ((picture.weights.flags[cell] & scene::kWritten) &&
        picture.weights.bits[cell] != bitsOf(array.weight(r, n)))
        return false;
    if (m == circuit::kNoVector) return true;
    const bool isSecond = m >= kSecond;
    return picture.passes.bits[cell] == (isSecond ? 9u : 7u) &&
           picture.numbers.bits[cell] == static_cast<std::uint32_t>(isSecond ? m - kSecond : m) &&
           picture.activations.bits[cell] == bitsOf(array.activation(r, n)) &&
           picture.sums.bits[cell] == bitsOf(array.sum(r, n));
}

// Two passes as close after each other as their vectors allow.
bool twoPassesFollowTheArray(machine::ArrayWork first, machine::ArrayWork second) {
    first.bundle = 7;
    second.bundle = 9;
    first.first = 50;
    const std::uint32_t apart = first.inner > second.inner ? first.inner - second.inner : 0;
    second.first = first.first + first.vectors + apart;
    circuit::SystolicArray<std::int8_t, std::int32_t> array(first.rows, first.columns);
    for (std::uint32_t r = first.rows; r-- > 0; array.clock()) array.fetch(pathRow(first, r));
    for (std::uint32_t n = 0; n < first.columns; ++n) array.clock();
    const std::vector<machine::ArrayWork> both{first, second};
    const std::uint64_t begins = second.first - first.first;
    for (std::uint64_t t = 0; t <= begins + second.vectors + second.inner + second.columns; ++t) {
        const bool isSecond = t >= begins;
        const machine::ArrayWork& work = isSecond ? second : first;
        const std::uint64_t m = isSecond ? t - begins : t;
        std::vector<std::int8_t> vector;
        for (std::uint32_t k = 0; m < work.vectors && k < work.inner; ++k)
            vector.push_back(static_cast<std::int8_t>(work.elements[m * work.inner + k]));
        if (!vector.empty())
            array.enter(vector, static_cast<std::int32_t>(m) + (isSecond ? kSecond : 0), m == 0);
        // The next weights come when the first wave has taken its own.
        const std::uint64_t free = first.rows + first.columns;
        if (t >= free && t < free + first.rows)
            array.fetch(pathRow(second, first.rows - 1 - static_cast<std::uint32_t>(t - free)));
        array.clock();
        const scene::circuit::ArrayPicture picture =
            scene::circuit::arrayPicture(both, isSecond ? 1 : 0, first.first + t);
        if (picture.clock != m) return false;
        for (std::uint32_t r = 0; r < first.rows; ++r)
            for (std::uint32_t n = 0; n < first.columns; ++n)
                if (!sameCellOfTwo(picture, array, r, n)) return false;
    }
    return true;
}

} // namespace

class TestArrayPicture : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void everyClockIsThatOfTheArray() {
        std::mt19937 random(5);
        for (std::uint32_t rows = 1; rows <= 4; ++rows)
            for (std::uint32_t columns = 1; columns <= 4; ++columns)
                for (std::uint32_t inner = 1; inner <= rows; ++inner)
                    for (const std::uint32_t vectors : {1u, 2u, 6u}) {
                        const auto whole =
                            randomWork(random, rows, columns, inner, vectors, tensor::DType::I8);
                        QVERIFY((pictureFollowsTheArray<std::int8_t, std::int32_t>(whole)));
                        const auto real =
                            randomWork(random, rows, columns, inner, vectors, tensor::DType::F32);
                        QVERIFY((pictureFollowsTheArray<float, float>(real)));
                    }
    }

    void passesFollowEachOther() {
        std::mt19937 random(7);
        for (std::uint32_t rows = 1; rows <= 4; ++rows)
            for (std::uint32_t columns = 1; columns <= 4; ++columns)
                for (std::uint32_t one = 1; one <= rows; ++one)
                    for (std::uint32_t other = 1; other <= rows; ++other)
                        QVERIFY(twoPassesFollowTheArray(
                            randomWork(random, rows, columns, one, 26, tensor::DType::I8),
                            randomWork(random, rows, columns, other, 3, tensor::DType::I8)));
    }

    // A chip tells only of the vectors that are in the array.
    void vectorsThatHaveLeftAreNotNeeded() {
        std::mt19937 random(9);
        const auto whole = randomWork(random, 3, 4, 3, 20, tensor::DType::I8);
        for (std::uint64_t t = 0; t < 26; ++t) {
            auto part = whole;
            const std::uint32_t inside = whole.inner + whole.columns;
            part.firstVector =
                t < inside ? 0 : std::min<std::uint32_t>(static_cast<std::uint32_t>(t) - inside, 20);
            const std::uint32_t end = std::min<std::uint32_t>(static_cast<std::uint32_t>(t) + 1, 20);
            part.elements.assign(whole.elements.begin() + part.firstVector * 3,
                                 whole.elements.begin() + end * 3);
            QVERIFY(scene::circuit::arrayPicture(part, part.first + t) ==
                    scene::circuit::arrayPicture(whole, whole.first + t));
        }
    }

    // Three rows, two columns: the bottom in clock 3 lets go the second sum of the first column
    // and the first of the second.
    void workedExample() {
        machine::ArrayWork work{.first = 10,
                                .rows = 3,
                                .columns = 2,
                                .inner = 3,
                                .tileColumns = 2,
                                .vectors = 4,
                                .type = tensor::DType::I8,
                                .weights = {1, 2, 3, 4, 5, 6},
                                .elements = {1, 0, 2, 0, 1, 1, 2, 2, 2, 1, 1, 0}};
        const auto picture = scene::circuit::arrayPicture(work, 13);
        QCOMPARE(picture.clock, std::uint64_t{3});
        QCOMPARE(picture.clocks, std::uint64_t{7});
        auto wider = work; // columns beyond the tile take no clocks, one of zeros in the tile does
        wider.columns = 4;
        wider.weights = {1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0};
        QCOMPARE(scene::circuit::arrayPicture(wider, 13).clocks, std::uint64_t{7});
        wider.tileColumns = 3;
        QCOMPARE(scene::circuit::arrayPicture(wider, 13).clocks, std::uint64_t{8});
        QVERIFY((picture.leaving.bits == std::vector<std::uint64_t>{8, 14}));
        QVERIFY((picture.numbers.bits == std::vector<std::uint64_t>{3, 2, 2, 1, 1, 0}));
        QCOMPARE(picture.sums.value(4), 3.0); // vector 1: 0 * 1 + 1 * 3
        // The same cell, told: 0 * 1 in clock 1, 1 * 3 in clock 2, 1 * 5 in clock 3.
        const auto cell = scene::circuit::arrayCell({&work, 1}, 13, 2, 0);
        QVERIFY(cell);
        QCOMPARE(cell->vector, 1u);
        QCOMPARE(cell->element, 2u);
        QCOMPARE(cell->leaves, std::uint64_t{3});
        const std::vector<scene::circuit::ArrayTerm> terms{{1, 0, 1, 0}, {2, 1, 3, 3}, {3, 1, 5, 8}};
        QVERIFY(cell->terms == terms);
        QVERIFY(!scene::circuit::arrayCell({&work, 1}, 9, 0, 0));  // not begun
        QVERIFY(!scene::circuit::arrayCell({&work, 1}, 12, 2, 1)); // the wave is not there yet
        QVERIFY(!scene::circuit::arrayCell({&work, 1}, 13, 3, 0)); // no such row
        // Clocks in which it leaves: element (m, n) in clock m + 2 + n.
        const auto last = scene::circuit::arrayCell({&work, 1}, 16, 2, 1);
        QVERIFY(last && last->vector == 3 && last->leaves == 6 && last->terms.back().sum == 6);
    }

    // 0 * infinity is the one NaN, not the host's, and stays it down the column.
    void aNanIsTheSameOnEveryHost() {
        const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
        const float infinity = std::numeric_limits<float>::infinity();
        machine::ArrayWork work{.rows = 2,
                                .columns = 1,
                                .inner = 2,
                                .tileColumns = 1,
                                .vectors = 1,
                                .type = tensor::DType::F32,
                                .weights = {bits(0), bits(1)},
                                .elements = {bits(infinity), bits(3)}};
        constexpr std::uint64_t kNan = 0x7fc00000;
        QCOMPARE(scene::circuit::arrayPicture(work, 1).sums.bits[1], kNan);
        QCOMPARE(scene::circuit::arrayPicture(work, 1).leaving.bits[0], kNan);
        work.elements[0] = 0xffc12345; // a NaN with a sign and a payload
        QCOMPARE(scene::circuit::arrayPicture(work, 1).sums.bits[1], kNan);
    }

    void nothingIsInTheArrayBeforeThePass() {
        std::mt19937 random(1);
        auto work = randomWork(random, 2, 2, 2, 2, tensor::DType::F32);
        work.first = 5;
        const auto picture = scene::circuit::arrayPicture(work, 4);
        for (const std::uint8_t flags : picture.activations.flags) QCOMPARE(flags, std::uint8_t{0});
    }

    void jsonKeepsEverything() {
        std::mt19937 random(2);
        auto work = randomWork(random, 4, 3, 2, 5, tensor::DType::I8);
        work.path.assign(12, 0x7f);
        const auto picture = scene::circuit::arrayPicture(work, work.first + 3);
        const nlohmann::json json = test::jsonRead(picture);
        QCOMPARE(json.size(), std::size_t{11});
        QVERIFY(json.at("clock") == 3 && json.at("clocks") == 8 && json.at("inner") == 2 &&
                json.at("vectors") == 5);
        QVERIFY(test::holds(json.at("activations"), picture.activations));
        QVERIFY(test::holds(json.at("sums"), picture.sums));
        QVERIFY(test::holds(json.at("weights"), picture.weights));
        QVERIFY(test::holds(json.at("path"), picture.path));
        QVERIFY(test::holds(json.at("numbers"), picture.numbers));
        QVERIFY(test::holds(json.at("passes"), picture.passes));
        QVERIFY(test::holds(json.at("leaving"), picture.leaving));
    }
};

int tst_array_picture(int argc, char** argv) { return lw::tests::run<TestArrayPicture>(argc, argv); }
#include "tst_array_picture.moc"
