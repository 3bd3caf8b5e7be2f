// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/sample.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::isa;
using namespace lw::training;

namespace {

// Branch targets must be bundles of the program; everything else may be anything. The other target may have
// shared an immediate, so a bundle may be full now: its branch is taken out then.
void keepTargetsInside(Bundle& bundle, std::uint32_t bundles) {
    const Bundle before = bundle;
    bundle.count = 0;
    for (SlotInsn s : before) {
        const Operands& operands = kIsa.insns[s.op].operands;
        for (std::size_t j = 0; j < operands.size(); ++j)
            if (operands[j].form == Form::Target && s.operands[j].kind == Value::Kind::Number)
                s.operands[j].value %= bundles;
        bundle.insns[bundle.count++] = s;
    }
    Bits bits;
    if (!encode(kIsa, bundle, bits)) return;
    bundle.count = 0;
    for (const SlotInsn& s : before)
        if (kIsa.insns[s.op].flow == Flow::Next) bundle.insns[bundle.count++] = s;
}

// The problems, or the first bundle that is another one.
std::string differences(const std::vector<Bundle>& bundles) {
    std::string text = ".chip training\n";
    for (const Bundle& bundle : bundles) {
        print(kIsa, bundle, text);
        text += '\n';
    }
    test::Source source;
    const auto assembly = source.assemble(text);
    if (!assembly.program) return source.rendered(assembly).substr(0, 2000);
    for (std::size_t i = 0; i < bundles.size(); ++i) {
        Bits bits;
        if (encode(kIsa, bundles[i], bits)) return "a sample does not encode";
        if (i >= assembly.program->bundles.size()) return "bundles are missing";
        if (assembly.program->bundles[i] == bits) continue;
        std::string out = "differs: ";
        print(kIsa, bundles[i], out);
        return out;
    }
    return {};
}

} // namespace

class TestPrintLaw : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // What is printed assembles to the same bits: every row, alone and among others.
    void everyRow() {
        Sampler sampler(kIsa, 11);
        std::vector<Bundle> bundles;
        for (std::size_t op = 0; op < kIsa.insns.size(); ++op)
            for (int i = 0; i < 20; ++i) {
                Bundle alone;
                alone.insns[alone.count++] = sampler.insn(static_cast<OpId>(op));
                bundles.push_back(alone);
                bundles.push_back(sampler.bundleWith(static_cast<OpId>(op)));
            }
        for (Bundle& bundle : bundles) keepTargetsInside(bundle, static_cast<std::uint32_t>(bundles.size()));
        QCOMPARE(QString::fromStdString(differences(bundles)), QString());
    }

    void randomPrograms() {
        Sampler sampler(kIsa, 12, {.accept = {}, .slotPercent = 90, .predicatePercent = 30});
        for (int program = 0; program < 5; ++program) {
            std::vector<Bundle> bundles;
            for (int i = 0; i < 1000; ++i) {
                bundles.push_back(sampler.bundle());
                keepTargetsInside(bundles.back(), 1000);
            }
            QCOMPARE(QString::fromStdString(differences(bundles)), QString());
        }
    }
};

int tst_print_law(int argc, char** argv) { return lw::tests::run<TestPrintLaw>(argc, argv); }
#include "tst_print_law.moc"
