// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half.h"
#include "core/project/foreign_values.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lw;

namespace {

// The worked example of two portions, with names.
const std::string kFirmware = R"(.chip nnp, "nnp-teaching"
.tensor A, f16, [4, N, N], mdram = ")" LW_ROOT R"(/examples/nnp/two-portions/a.npy"
.tensor b, f16, [2, N], vdram = ")" LW_ROOT R"(/examples/nnp/two-portions/b.npy"
.tensor x, f16, [2, N], netin = ")" LW_ROOT R"(/examples/nnp/two-portions/x.npy"
.tensor y, f16, [2, N], netout
;@tensor x vec 8 from NetQ
;@tensor half vec 3 at AddSubVrf0[0]
;@out y vec 8 to NetQ
    s_wr cols, 4
    m_rd Dram, 0
    m_wr MatrixRf, 0
    end_chain
    s_wr cols, 1
    s_wr rows, 2
    v_rd Dram, 0
    v_wr AddSubVrf1, 0
    end_chain
    v_rd NetQ, 0
    v_wr InitialVrf, 0
    end_chain
    s_wr rows, 1
    v_rd InitialVrf, 0
    mv_mul 0
    v_wr.q AddSubVrf0, 0
    end_chain
    v_rd InitialVrf, 1
    mv_mul 1
    vv_add AddSubVrf0, 0
    vv_add AddSubVrf1, 0
    v_wr NetQ, 0
    end_chain
    v_rd InitialVrf, 0
    mv_mul 2
    v_wr.q AddSubVrf0, 0
    end_chain
    v_rd InitialVrf, 1
    mv_mul 3
    vv_add AddSubVrf0, 0
    vv_add AddSubVrf1, 1
    v_wr NetQ, 0
    end_chain
    halt
)";

// As computed by hand.
const std::vector<double> kOutput{3.224609375, -0.7001953125, 4.80078125, 0.42822265625,
                                  3.875,       0.875,         0.828125,   6.125};
const std::vector<double> kHalf{2.25, 0, 2.75, 0.25, 1, 0.5, -0.25, 0.125};
const std::vector<double> kHalfCut{2.25, 0, 2.75, 1, 0.5, -0.25};

tensor::NamedArray array(const char* name, const std::vector<double>& numbers) {
    return {name, tensor::Tensor::of<double>(tensor::DType::F64, {numbers.size()}, numbers)};
}

// Portion 1 without the rounding in the middle: 3.1875, -0.625, 4.5, 0.765625 before b is added.
std::vector<double> withoutRounding() {
    std::vector<double> out = kOutput;
    const double sums[] = {3.1875, -0.625, 4.5, 0.765625}, b[] = {0.1, -0.2, 0.3, -0.4};
    const auto half = [](double value) {
        return numeric::halfValue(numeric::halfOf(value, numeric::Overflow::Infinity));
    };
    for (std::size_t i = 0; i < 4; ++i) out[i] = half(sums[i] + half(b[i]));
    return out;
}

Result<project::ForeignComparison> compared(const std::vector<tensor::NamedArray>& arrays) {
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    loader.set("main.lw", kFirmware);
    source::Files files(loader);
    const auto loaded = project::loadProgram({"main.lw", "", {}}, files).loaded;
    const auto software = project::softwareOf(*loaded, "firmware");
    const auto machine = loaded->createMachine({});
    return project::compareForeign(*software, loaded->program, project::observe(*software, **machine),
                                   arrays);
}

} // namespace

// Values of other software, found by the names of hints.
class TestForeignValues : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void equal() {
        for (const auto& half : {kHalf, kHalfCut}) {
            const auto found = compared({array("y", kOutput), array("half", half), array("unknown", {1})});
            QVERIFY(bool(found));
            QVERIFY(found->differs.empty() && found->lines.empty());
            QCOMPARE(found->values.size(), std::size_t{2});
            QCOMPARE(found->values[0].name, std::string("half")); // in the order of the graph
            QCOMPARE(found->values[0].numbers, std::uint64_t{6});
            QCOMPARE(found->values[1].equal, std::uint64_t{8});
            QCOMPARE(found->missing, std::vector<std::string>{"x"});
        }
    }

    // Only the end was given: the mistake is looked for in all that leads to it.
    void mistakeFurtherBack() {
        const auto found = compared({array("y", withoutRounding())});
        QVERIFY(bool(found));
        QCOMPARE(found->differs, std::string("y"));
        QCOMPARE(found->values[0].equal, std::uint64_t{5}); // 4.5 + 0.3 is the same
        QVERIFY(found->trap == concord::Trap::QuantiserElsewhere);
        QCOMPARE(found->trapNode, std::optional<std::uint32_t>{5});
        QVERIFY(QString::fromStdString(found->lines.front())
                    .startsWith("v8 (instruction 20, vv_add AddSubVrf1, 0), vector 0, element 0: "));
    }

    // What is known to be equal is not a suspect.
    void knownValuesAreNoSuspects() {
        const auto found = compared({array("y", withoutRounding()), array("half", kHalf)});
        QCOMPARE(found->differs, std::string("y"));
        QVERIFY(!found->trap);
    }

    void firstInTheOrderOfTheGraph() {
        std::vector<double> half = kHalf;
        half[1] = -0.125; // as it came out of the product
        half[0] = 2.3125;
        half[3] = 0.1875;
        const auto found = compared({array("y", withoutRounding()), array("half", half)});
        QCOMPARE(found->differs, std::string("half"));
        QVERIFY(found->trap == concord::Trap::QuantiserElsewhere);
    }

    void otherInput() {
        const auto found = compared({array("x", std::vector<double>(8, 1.0)), array("y", kOutput)});
        QCOMPARE(found->differs, std::string("x"));
        QCOMPARE(found->lines,
                 std::vector<std::string>{"it comes from the network: give both the same numbers"});
    }

    void refused() {
        const auto names = compared({array("z", kOutput)});
        QVERIFY(!names && std::string_view(names.problem().message->code) == "E362");
        const auto count = compared({array("y", {1, 2, 3})});
        QVERIFY(!count && std::string_view(count.problem().message->code) == "E363");
    }

    // Two channels of two rows and three columns, one after the other, for one image and for two.
    void channelsThatComeFirst() {
        const auto made = [](const tensor::Shape& shape, const std::vector<float>& numbers) {
            return tensor::Tensor::of<float>(tensor::DType::F32, shape, numbers);
        };
        const std::vector<float> first{1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60},
            last{1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60};
        const auto one = project::channelsLast("a", made({2, 2, 3}, first));
        QVERIFY(one && *one == made({2, 3, 2}, last));
        const auto line = project::channelsLast("a", made({2, 6}, first));
        QVERIFY(line && *line == made({6, 2}, last));
        std::vector<float> twice = first, both = last;
        twice.insert(twice.end(), first.rbegin(), first.rend());
        for (const int number : {60, 6, 50, 5, 40, 4, 30, 3, 20, 2, 10, 1})
            both.push_back(static_cast<float>(number));
        const auto two = project::channelsLast("a", made({2, 2, 2, 3}, twice));
        QVERIFY(two && *two == made({2, 2, 3, 2}, both));
        for (const tensor::Shape& shape : {tensor::Shape{12}, tensor::Shape{1, 1, 2, 2, 3}}) {
            const auto bad = project::channelsLast("a", made(shape, first));
            QVERIFY(!bad && std::string_view(bad.problem().message->code) == "E292");
        }
    }

    void maps() {
        const auto map = project::readNameMap(R"({"y": "theirs/out"})", "map.json");
        QVERIFY(map && map->size() == 1);
        QVERIFY((map->front() == project::ForeignName{"y", "theirs/out", false}));
        for (const bool isFirst : {false, true}) {
            const std::string text =
                std::string(R"({"y": {"array": "out", "layout": "n)") + (isFirst ? "chw" : "hwc") + "\"}}";
            const auto laid = project::readNameMap(text, "map.json");
            QVERIFY(laid && laid->size() == 1);
            QVERIFY((laid->front() == project::ForeignName{"y", "out", isFirst}));
        }
        const std::pair<const char*, const char*> wrong[] = {
            {"E364", "[]"},
            {"E364", R"({"y": 3})"},
            {"E364", "{"},
            {"E605", R"({"y": {"layout": "nchw"}})"},
            {"E607", R"({"y": {"array": "a", "layout": "chwn"}})"},
            {"E604", R"({"y": {"array": "a", "other": "b"}})"},
            {"E606", R"({"y": {"array": 3}})"}};
        for (const auto& [code, text] : wrong) {
            const auto bad = project::readNameMap(text, "map.json");
            QVERIFY(!bad);
            QCOMPARE(std::string(bad.problem().message->code), std::string(code));
        }
    }
};

int tst_nnp_foreign(int argc, char** argv) { return lw::tests::run<TestForeignValues>(argc, argv); }
#include "tst_nnp_foreign.moc"
