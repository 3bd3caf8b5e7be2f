// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/number_card.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cmath>

using namespace lw::numeric;

namespace {

NumberFormat named(std::string_view name) { return numberFormatNamed(name).value(); }
std::vector<NumberBlock> blocks(const std::vector<double>& values, std::string_view format,
                                const CardRounding& how = {}) {
    return numberBlocks(values, named(format), how);
}
NumberCard card(double value, std::string_view format, const CardRounding& how = {}) {
    return blocks({value}, format, how).at(0).numbers.at(0);
}
using Parts = std::vector<std::string>;

} // namespace

class TestNumberCard : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void names() {
        for (const std::string& name : numberFormatNames()) QCOMPARE(named(name).name, name);
        for (const char* none : {"bfp1", "bfp17", "F16", "int1", "int17", "int8e8"})
            QVERIFY(!numberFormatNamed(none));
        QCOMPARE(std::get<BlockFormat>(named("int8").kind), (BlockFormat{8, 0}));
        for (const auto& [name, bits] : {std::pair("int3", 3), {"e4m3", 8}, {"bfp3", 0}, {"mxint8", 0}})
            QCOMPARE(named(name).bitsAlone(), bits);
        QCOMPARE(std::get<BlockFormat>(named("bfp16e8").kind), (BlockFormat{16, 8}));
        QCOMPARE(std::get<BlockFormat>(named("bfp2").kind), (BlockFormat{2, 5}));
        QVERIFY(*named("e4m3").single() == kE4m3 && named("mxfp4").single() == nullptr);
    }

    void half() {
        const NumberCard tenth = card(0.1, "f16");
        QCOMPARE(tenth.code, 0x2e66u);
        QCOMPARE(tenth.parts, (Parts{"0", "01011", "1001100110"}));
        QCOMPARE(tenth.reading, std::string("1.599609375 * 2^-4"));
        QCOMPARE(tenth.value, 0.0999755859375);
        QCOMPARE(tenth.lost, 0.1 - 0.0999755859375);
        QCOMPARE(tenth.below, std::optional(0.09991455078125));
        QCOMPARE(tenth.above, std::optional(0.10003662109375));
        QCOMPARE(tenth.remark, std::string());
    }

    void neighboursOfEveryCode() {
        for (const char* name : {"e5m2", "e4m3", "e3m2", "e2m3", "e2m1"}) {
            const SmallFloat format = *named(name).single();
            const std::uint16_t sign = signBitOf(format);
            std::vector<std::uint16_t> codes; // from the smallest up, with one zero
            for (int magnitude = largestCode(format); magnitude > 0; --magnitude)
                codes.push_back(std::uint16_t(magnitude | sign));
            for (int magnitude = 0; magnitude <= largestCode(format); ++magnitude)
                codes.push_back(std::uint16_t(magnitude));
            const NumberBlock block = blockOfCodes(codes, named(name));
            for (std::size_t i = 1; i < codes.size(); ++i) {
                QCOMPARE(*block.numbers[i].below, block.numbers[i - 1].value);
                QCOMPARE(*block.numbers[i - 1].above, block.numbers[i].value);
            }
            const bool hasInfinity = format.top == TopCodes::InfinityAndNan;
            QCOMPARE(block.numbers.back().above.value_or(0), hasInfinity ? HUGE_VAL : 0);
            QCOMPARE(block.numbers.front().below.value_or(0), hasInfinity ? -HUGE_VAL : 0);
        }
    }

    void remarks() {
        const CardRounding saturating{.overflow = Overflow::Saturate};
        QCOMPARE(card(6e-8, "f16").remark, std::string("denormal"));
        QCOMPARE(card(65519, "f16", saturating).remark, std::string());
        QCOMPARE(card(65520, "f16", saturating).remark, std::string("saturated"));
        QCOMPARE(card(464, "e4m3", saturating).remark, std::string()); // a tie, to the even code
        QCOMPARE(card(465, "e4m3", saturating).remark, std::string("saturated"));
        const NumberBlock block = blocks({0.99, -0.99, -0.9, 0.93}, "bfp4").at(0);
        QCOMPARE(block.numbers[0].remark, std::string("saturated"));
        QCOMPARE(block.numbers[1].remark, std::string());
        QCOMPARE(block.numbers[3].remark, std::string());
        QVERIFY(std::isnan(card(std::nan(""), "e4m3").value) && !card(std::nan(""), "e4m3").above);
    }

    void block() {
        const NumberBlock block = blocks({3, -1.5, 0.75, 0.2}, "bfp4").at(0);
        QCOMPARE(block.shared, std::string("exponent 10001: 17 - 15 = 2, so mantissas count in 2^-1"));
        QCOMPARE(block.parts, Parts{"mantissa"});
        QCOMPARE(block.numbers[1].parts, Parts{"1101"});
        QCOMPARE(block.numbers[1].reading, std::string("-3 * 2^-1"));
        QCOMPARE(block.numbers[2].value, 1.0);
        QCOMPARE(block.numbers[2].lost, -0.25);
        QCOMPARE(block.numbers[2].below, std::optional(0.5));
        QCOMPARE(block.numbers[2].above, std::optional(1.5));
    }

    void integers() {
        const NumberBlock block = blocks({3, -1.5, 7.6, -100, 0.2}, "int4").at(0);
        QCOMPARE(block.title, std::string("two's complement integers of 4 bits"));
        QVERIFY(block.shared.empty());
        QCOMPARE(block.parts, Parts{"integer"});
        QCOMPARE(block.numbers[1].parts, Parts{"1110"});
        QCOMPARE(block.numbers[1].reading, std::string("-2"));
        QCOMPARE(block.numbers[1].lost, 0.5);
        QCOMPARE(block.numbers[1].below, std::optional(-3.0));
        QCOMPARE(block.numbers[2].remark, std::string("saturated"));
        QVERIFY(!block.numbers[2].above && !block.numbers[3].below);
        QCOMPARE(block.numbers[3].value, -8.0);
        QCOMPARE(block.numbers[4].value, 0.0);
        const NumberBlock codes = blockOfCodes(std::vector<std::uint16_t>{0, 7, 8, 15}, named("int4"));
        QCOMPARE(codes.title, block.title);
        for (const auto& [at, value] : {std::pair(0, 0.0), {1, 7.0}, {2, -8.0}, {3, -1.0}}) {
            QCOMPARE(codes.numbers[static_cast<std::size_t>(at)].value, value);
            QCOMPARE(codes.numbers[static_cast<std::size_t>(at)].lost, 0.0);
        }
        QCOMPARE(blockOfCodes(std::vector<std::uint16_t>{0x8000}, named("int16")).numbers[0].value, -32768.0);
    }

    void microscaling() {
        std::vector<double> values(33, 1.0);
        values[0] = 120;
        const auto found = blocks(values, "mxfp4");
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].shared, std::string("scale 10000011: 2^(131 - 127) = 2^4"));
        QCOMPARE(found[0].numbers[0].value, 96.0);
        QCOMPARE(found[0].numbers[0].remark, std::string("saturated"));
        QCOMPARE(found[0].numbers[0].reading, std::string("1.5 * 2^6"));
        QCOMPARE(found[0].numbers[1].value, 0.0);
        QCOMPARE(found[1].numbers[0].value, 1.0); // with a scale of its own
        const NumberCard integer = blocks({100, -5}, "mxint8").at(0).numbers[1];
        QCOMPARE(integer.parts, Parts{"11111011"});
        QCOMPARE(integer.reading, std::string("-5 * 2^0"));
        QCOMPARE(integer.below, std::optional(-6.0));
        QCOMPARE(blocks({std::nan("")}, "mxfp4").at(0).shared, std::string("scale 11111111: NaN"));
    }

    // The second of two equal values has another draw, and another seed others.
    void chance() {
        int differ = 0;
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            const NumberBlock block =
                blocks({1.5, 1.5, 3}, "bfp2", {Rounding::Stochastic, {}, {.seed = seed}}).at(0);
            differ += block.numbers[0].value != block.numbers[1].value;
        }
        QVERIFY(differ > 12 && differ < 52); // of 64 as often as not
    }

    void tables() {
        const auto rows = cardTable(blocks({0.75, 3}, "bfp4").at(0));
        QCOMPARE(rows[0], (Parts{"value", "mantissa", "reads", "stands for", "lost", "below", "above", ""}));
        QCOMPARE(rows[1], (Parts{"0.75", "0010", "2 * 2^-1", "1", "-0.25", "0.5", "1.5", ""}));
        QCOMPARE(cardTable(blocks({HUGE_VAL}, "f16").at(0))[1],
                 (Parts{"inf", "0", "11111", "0000000000", "infinity", "inf", "0", "65504", "-", ""}));
    }
};

int tst_number_card(int argc, char** argv) { return lw::tests::run<TestNumberCard>(argc, argv); }
#include "tst_number_card.moc"
