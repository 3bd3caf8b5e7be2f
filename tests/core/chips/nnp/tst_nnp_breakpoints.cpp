// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/isa.h"
#include "tests/core/chips/nnp/random_subject.h"
#include "tests/support/breakpoint_laws.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::test;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kPrograms = 1;
#else
constexpr std::uint32_t kPrograms = 6;
#endif

// With numbers near the end of FP16's range, whose sums are beyond it, if `large`.
std::unique_ptr<machine::Machine> machineOf(std::uint32_t seed, bool large) {
    constexpr std::uint16_t kLarge = 0x7b00; // 57344
    auto m = std::move(RandomSubject(seed).machine);
    const std::vector<std::uint16_t> codes(large ? kPlainVectors * kPlainN : 0, kLarge);
    for (const isa::SpaceId space : {nnp::kVectorDram, nnp::kNetIn})
        if (!m->onlyCore().writeSpace(space, 0, std::as_bytes(std::span(codes))))
            qFatal("memory is not there");
    return m;
}

} // namespace

// Every kind of breakpoint that this chip has, from every clock and both ways.
class TestProcessorBreakpoints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyMoveStopsWhereARunDoes_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"60", "bundle 35 + 2", "main.lw:70", "*.60", "60 if clock > 9", "60 hit 1",
              "when clock % 64 < 9", "when bundle == 50", "when clock % 64 < 9 hit 3", "write vdram 0 400",
              "write vdram 0 4000 hit 4", "write netout 0 4000", "read vdram 0 400 if clock % 3 != 0",
              "read netin 0 4000 hit 2", "read mdram 0 4000", "write AddSubVrf0", "read InitialVrf",
              "nan mfu", "nan mvm"})
            QTest::newRow(text) << text;
    }
    void everyMoveStopsWhereARunDoes() {
        QFETCH(const QString, text);
        std::mt19937_64 random(17);
        BreakpointCounts counts;
        for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
            const std::string wrong = brokenByBreakpoint(
                [&] { return machineOf(seed, text.startsWith("nan")); }, text.toStdString(), random, counts);
            QVERIFY2(wrong.empty(), ("program " + std::to_string(seed) + ": " + wrong).c_str());
        }
        QVERIFY(kPrograms == 1 || (counts.stops >= kPrograms / 2 && counts.inWaits > 0));
    }
};

int tst_nnp_breakpoints(int argc, char** argv) {
    return lw::tests::run<TestProcessorBreakpoints>(argc, argv);
}
#include "tst_nnp_breakpoints.moc"
