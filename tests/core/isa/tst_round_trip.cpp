// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/rules.h"
#include "core/isa/sample.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <set>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;

namespace {

// So many random bundles; the sanitizers look at fewer of the same ones.
#if defined(__SANITIZE_ADDRESS__)
constexpr unsigned kBundles = 20000;
#else
constexpr unsigned kBundles = 100000;
#endif

// Empty when the bundle comes back from its bits and the bits from the bundle.
std::string roundTrip(const Bundle& bundle) {
    Bits bits, again;
    Bundle back;
    if (const auto finding = encode(kIsa, bundle, bits)) return "not encoded: " + textOf(finding->problem);
    if (const auto finding = decode(kIsa, bits, back)) return "not decoded: " + textOf(finding->problem);
    if (!(back == bundle)) return "another bundle comes back";
    if (const auto finding = encode(kIsa, back, again))
        return "not encoded again: " + textOf(finding->problem);
    if (!(again == bits)) return "other bits come back";
    if (bits.get(322, 62) != 0) return "bits beyond the bundle are set";
    return {};
}

std::string textOf(const Bundle& bundle) {
    std::string out;
    print(kIsa, bundle, out);
    return out;
}

// What the samples of one run have shown, so that a sampler that draws less than it says is noticed.
struct Coverage {
    std::set<OpId> ops;
    unsigned full = 0, predicated = 0, complementary = 0, pairs = 0, sharedImmediates = 0, threeShared = 0;

    void add(const Bundle& b, const Bits& bits) {
        full += b.count == 9;
        std::set<std::uint32_t> constants, forwarded;
        unsigned numbers = 0;
        for (const SlotInsn& s : b) {
            ops.insert(s.op);
            predicated += s.predicate != 15;
            for (const SlotInsn& t : b)
                complementary += s.slot < t.slot && (s.predicate ^ t.predicate) == 16 && s.slot < 4 &&
                                 t.slot < 4 && s.operands[0] == t.operands[0];
            for (const Value& v : s.operands) {
                if (v.kind == Value::Kind::Shared) forwarded.insert(v.value);
                if (v.kind != Value::Kind::Number || v.value < 23 || v.value == 0xffffffff) continue;
                ++numbers;
                constants.insert(v.value);
                pairs += v.value > 0xffff && (v.value & 0xffff) != 0;
            }
        }
        sharedImmediates += numbers > constants.size();
        threeShared += forwarded.size() == 3 && bits.get(152, 5) != 0;
    }
};

} // namespace

class TestRoundTrip : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyRow_data() {
        QTest::addColumn<int>("op");
        for (std::size_t i = 0; i < kIsa.insns.size(); ++i) {
            const Insn& insn = kIsa.insns[i];
            const std::string name =
                std::string(kIsa.classes[insn.slotClass].name) + " " + std::string(insn.name);
            QTest::newRow(name.c_str()) << static_cast<int>(i);
        }
    }
    void everyRow() {
        QFETCH(int, op);
        Sampler sampler(kIsa, static_cast<std::uint64_t>(op) + 1);
        for (int i = 0; i < 100; ++i) {
            Bundle alone;
            alone.insns[alone.count++] = sampler.insn(static_cast<OpId>(op));
            QCOMPARE(roundTrip(alone), std::string());
            const Bundle among = sampler.bundleWith(static_cast<OpId>(op));
            QCOMPARE(roundTrip(among), std::string());
            QVERIFY(textOf(among).find(kIsa.insns[static_cast<std::size_t>(op)].name) != std::string::npos);
        }
    }

    void randomBundles() {
        Sampler sampler(kIsa, 20260501, {.accept = {}, .slotPercent = 90, .predicatePercent = 40});
        Coverage coverage;
        std::vector<Finding> broken;
        for (unsigned i = 0; i < kBundles; ++i) {
            const Bundle bundle = sampler.bundle();
            const std::string wrong = roundTrip(bundle);
            if (!wrong.empty()) QFAIL((textOf(bundle) + ": " + wrong).c_str());
            checkRules(kIsa, bundle, broken);
            if (!broken.empty()) QFAIL((textOf(bundle) + ": " + textOf(broken[0].problem)).c_str());
            Bits bits;
            (void)encode(kIsa, bundle, bits);
            coverage.add(bundle, bits);
        }
        QCOMPARE(coverage.ops.size(), kIsa.insns.size());
        QVERIFY2(coverage.full > kBundles / 100, qPrintable(QString::number(coverage.full)));
        QVERIFY2(coverage.predicated > kBundles / 10, qPrintable(QString::number(coverage.predicated)));
        QVERIFY2(coverage.complementary > kBundles / 1000,
                 qPrintable(QString::number(coverage.complementary)));
        QVERIFY2(coverage.pairs > kBundles / 10, qPrintable(QString::number(coverage.pairs)));
        QVERIFY2(coverage.sharedImmediates > kBundles / 10,
                 qPrintable(QString::number(coverage.sharedImmediates)));
        QVERIFY2(coverage.threeShared > kBundles / 10, qPrintable(QString::number(coverage.threeShared)));
    }

    void equalSeedsEqualBundles() {
        Sampler a(kIsa, 7), b(kIsa, 7), c(kIsa, 8);
        bool differs = false;
        for (int i = 0; i < 100; ++i) {
            const Bundle bundle = a.bundle();
            QVERIFY(bundle == b.bundle());
            differs |= !(bundle == c.bundle());
        }
        QVERIFY(differs);
    }

    void optionsRestrictRows() {
        const auto isScalar = [](const Insn& insn) { return insn.unit == kScalarAlu; };
        Sampler sampler(kIsa, 3, {.accept = isScalar, .slotPercent = 100, .predicatePercent = 0});
        for (int i = 0; i < 1000; ++i) {
            const Bundle bundle = sampler.bundle();
            QVERIFY(bundle.count > 0);
            for (const SlotInsn& s : bundle) {
                QCOMPARE(kIsa.insns[s.op].unit, kScalarAlu);
                QCOMPARE(s.predicate, std::uint8_t{15});
            }
        }
    }

    // A damaged bundle is refused, or it is another bundle; never one with two encodings.
    void everySingleBitFlip() {
        Sampler sampler(kIsa, 99);
        unsigned refused = 0, other = 0;
        for (int i = 0; i < 300; ++i) {
            Bits good;
            const Bundle bundle = sampler.bundle();
            QVERIFY(!encode(kIsa, bundle, good));
            for (unsigned bit = 0; bit < 328; ++bit) {
                Bits bits = good, again;
                bits.set(bit, 1, bits.get(bit, 1) ^ 1);
                Bundle back;
                if (decode(kIsa, bits, back)) {
                    ++refused;
                    continue;
                }
                QVERIFY2(bit < 322, "a bit beyond the bundle was accepted");
                QVERIFY2(!(back == bundle), "two encodings of one bundle");
                QVERIFY(!encode(kIsa, back, again));
                QVERIFY(again == bits);
                ++other;
            }
        }
        QVERIFY(refused > 10000 && other > 10000);
    }

    void noiseIsRefusedOrComesBack() {
        Random random(5);
        for (unsigned i = 0; i < kBundles; ++i) {
            Bits bits, again;
            for (std::uint64_t& word : bits.words) word = random.next();
            if (i % 2 == 0) {
                bits.words[5] &= 3;
                for (const unsigned predicate : {13u, 22u, 35u, 58u, 85u, 116u, 147u, 290u, 317u})
                    if (random.percent(80)) bits.set(predicate, 5, 31);
            }
            Bundle back;
            if (decode(kIsa, bits, back)) continue;
            QVERIFY(!encode(kIsa, back, again));
            QVERIFY(again == bits);
        }
    }
};

int tst_round_trip(int argc, char** argv) { return lw::tests::run<TestRoundTrip>(argc, argv); }
#include "tst_round_trip.moc"
