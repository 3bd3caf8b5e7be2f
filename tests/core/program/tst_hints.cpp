// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/hints.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lw;
using namespace lw::program;

// The words of hints.
class TestHints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void tensors() {
        const auto x = parseHint(";@tensor x vec 8 from NetQ");
        QVERIFY(x);
        QCOMPARE(x->kind, Hint::Kind::Tensor);
        QCOMPARE(x->name, std::string("x"));
        QCOMPARE(x->memory, std::string("NetQ"));
        QCOMPARE(x->count, std::uint64_t{0});
        QVERIFY(!x->isGiven && x->shape == std::vector<std::uint64_t>{8});
        QVERIFY(parseHint(";@out y vec 8 to NetQ")->isGiven);

        const auto a = parseHint(";@weight conv1.w mat 12x9 at MatrixRf[3..8] order=row-tile");
        QVERIFY(a);
        QCOMPARE(a->kind, Hint::Kind::Weight);
        QCOMPARE(a->name, std::string("conv1.w"));
        QCOMPARE(a->first, std::uint64_t{3});
        QCOMPARE(a->count, std::uint64_t{6});
        QVERIFY((a->shape == std::vector<std::uint64_t>{12, 9}));
        const auto b = parseHint(";@bias b\tvec 3x4 at AddSubVrf1[7]  ");
        QVERIFY(b && b->count == 1 && (b->shape == std::vector<std::uint64_t>{3, 4}));
    }

    // What numbers of DRAM are made of.
    void parts() {
        const auto w = parseHint(";@weight w mat 4x9x3 at Dram[8..16] of l.W[2, 4:8]");
        QVERIFY(w && (w->shape == std::vector<std::uint64_t>{4, 9, 3}));
        QCOMPARE(w->parts.size(), std::size_t{1});
        QCOMPARE(w->parts[0].array, std::string("l.W"));
        QCOMPARE(w->parts[0].index, std::optional<std::uint64_t>(2));
        QVERIFY(w->parts[0].first == 4 && w->parts[0].end == 8);
        QVERIFY(parseHint(";@bias b vec 5 at Dram[0..1] of\tB"));
        const auto b = parseHint(";@bias b vec 5 at Dram[0..1] of B[0] + B[4]+C[0:5] + D");
        QVERIFY(b && b->parts.size() == 4);
        QCOMPARE(b->parts[1].index, std::optional<std::uint64_t>(4));
        QVERIFY(!b->parts[2].index && b->parts[2].end == 5 && b->parts[3].array == "D" &&
                b->parts[3].end == 0);
    }

    void others() {
        const auto quant = parseHint(";@quant mat=4 vec=5");
        QVERIFY(quant && quant->matrix == 4 && quant->vector == 5 && quant->middle == 0);
        QCOMPARE(parseHint(";@layer dense0 begin")->kind, Hint::Kind::LayerBegin);
        QCOMPARE(parseHint(";@layer dense0 end")->kind, Hint::Kind::LayerEnd);
        QCOMPARE(parseHint(";@q mid")->kind, Hint::Kind::Rounded);
        QCOMPARE(parseHint(";@q none")->kind, Hint::Kind::NotRounded);
    }

    // What is wrong, and in which column.
    void refused() {
        const struct {
            const char *text, *says;
            std::uint32_t column;
        } rows[] = {{";@weigth A mat 8x8 at MatrixRf[0]", "tensor, weight, bias, out, quant, layer or q", 3},
                    {";@", "tensor, weight, bias, out, quant, layer or q", 3},
                    {";@  ", "tensor, weight, bias, out, quant, layer or q", 5},
                    {";@tensor", "a name", 9},
                    {";@tensor 8 vec 8 from NetQ", "a name", 10},
                    {";@tensor x mat 8x8 at MatrixRf[0]", "vec", 12},
                    {";@tensor x vec eight from NetQ", "a number from 1 on", 16},
                    {";@tensor x vec 0 from NetQ", "a number from 1 on", 16},
                    {";@tensor x vec 8", "at, from or to", 17},
                    {";@tensor x vec 8 from Dram", "NetQ", 23},
                    {";@tensor x vec 8 at Dram", "'['", 25},
                    {";@bias b vec 7 at Dram[0..1] of", "a name", 32},
                    {";@tensor x vec 8 at Dram[3..2]", "a number from 3 on", 29},
                    {";@tensor x vec 8 at Dram[3..4", "']'", 30},
                    {";@tensor x vec 8 at Dram[3..4] please", "the end of the line", 32},
                    {";@weight A mat 8 at MatrixRf[0]", "'x'", 17},
                    {";@weight A mat 8x8 at MatrixRf[0] order=column-tile", "'row-tile'", 41},
                    {";@bias b vec 5 at Dram[0] of ", "a name", 30},
                    {";@bias b vec 5 at Dram[0] of B[x]", "a number from 0 on", 32},
                    {";@bias b vec 5 at Dram[0] of B[2", "']'", 33},
                    {";@bias b vec 5 at Dram[0] of B[2, 3]", "':'", 36},
                    {";@bias b vec 5 at Dram[0] of B[4:4]", "a number from 5 on", 34},
                    {";@bias b vec 5 at Dram[0] of B[0]+", "a name", 35},
                    {";@bias b vec 5 from NetQ of B", "the end of the line", 26},
                    {";@quant", "vec, mat or mid", 8},
                    {";@quant vec 5", "'='", 12},
                    {";@layer a starts", "begin or end", 11},
                    {";@q", "mid or none", 4},
                    {";@tensor x vec 99999999999999999999 from NetQ", "a number from 1 on", 16}};
        for (const auto& row : rows) {
            const auto hint = parseHint(row.text);
            QVERIFY2(!hint, row.text);
            QVERIFY(std::string_view(hint.problem().message->code) == "E360");
            QVERIFY2(hint.problem().arguments.front() == row.says,
                     (row.text + (" : " + hint.problem().arguments.front())).c_str());
            QVERIFY2(hint.problem().place.column == row.column,
                     (row.text + std::to_string(hint.problem().place.column)).c_str());
        }
    }

    // Any bytes are a hint or none.
    void damaged() {
        const std::string good = ";@weight A mat 8x8 at MatrixRf[0..3] order=row-tile";
        for (std::size_t i = 2; i < good.size(); ++i)
            for (int byte = 0; byte < 256; ++byte) {
                std::string text = good;
                text[i] = static_cast<char>(byte);
                static_cast<void>(parseHint(text));
                static_cast<void>(parseHint(text.substr(0, i + 1)));
            }
    }
};

int tst_hints(int argc, char** argv) { return lw::tests::run<TestHints>(argc, argv); }
#include "tst_hints.moc"
