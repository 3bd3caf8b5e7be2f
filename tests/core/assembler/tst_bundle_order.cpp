// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/sample.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"
#include "tests/support/tiny_program.h"

#include <QTest>

using namespace lw;

namespace {

using Texts = std::vector<std::string>;

void shuffle(isa::Random& random, Texts& texts) {
    for (std::size_t i = texts.size(); i > 1; --i)
        std::swap(texts[i - 1], texts[random.below(static_cast<std::uint32_t>(i))]);
}

// The instructions of a bundle as text, with their slots; targets of branches lead to bundle 0.
Texts textsOf(const isa::Spec& spec, isa::Bundle& bundle) {
    Texts out;
    for (isa::SlotInsn& s : bundle) {
        for (std::size_t o = 0; o < spec.insns[s.op].operands.size(); ++o)
            if (spec.insns[s.op].operands[o].form == isa::Form::Target &&
                s.operands[o].kind == isa::Value::Kind::Number)
                s.operands[o].value = 0;
        isa::print(spec, s, out.emplace_back());
    }
    return out;
}

std::string bundleText(const Texts& texts) {
    std::string out = "{";
    for (const std::string& text : texts) out += (out.size() == 1 ? " " : " ; ") + text;
    return out + " }\n";
}

} // namespace

// The order in which the instructions of a bundle are written means nothing, and what is put together at
// random either assembles to a valid bundle or is refused with a reason.
class TestBundleOrder : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void anyOrderGivesTheSameBits() {
        const program::Target target = test::machineTarget("training-teaching");
        isa::Sampler sampler(*target.spec, 17);
        for (int i = 0; i < 500; ++i) {
            isa::Bundle bundle = sampler.bundle();
            Texts texts = textsOf(*target.spec, bundle);
            isa::Bits bits;
            if (isa::encode(*target.spec, bundle, bits)) continue; // the other target needs other constants
            shuffle(sampler.random(), texts);
            test::Source source;
            const auto assembly = source.teach(bundleText(texts));
            QVERIFY2(assembly.program, source.rendered(assembly).c_str());
            QVERIFY2(assembly.program->bundles.at(0) == bits, bundleText(texts).c_str());
        }
    }

    void twoBundlesInOneAreValidOrRefused() {
        const program::Target target = test::machineTarget("training-teaching");
        isa::SampleOptions few;
        few.slotPercent = 20;
        isa::Sampler sampler(*target.spec, 18, few);
        int good = 0, refused = 0;
        for (int i = 0; i < 1500; ++i) {
            isa::Bundle first = sampler.bundle(), second = sampler.bundle();
            Texts texts = textsOf(*target.spec, first);
            for (std::string& text : textsOf(*target.spec, second)) texts.push_back(std::move(text));
            for (std::string& text : texts)
                if (sampler.random().percent(30)) text.erase(0, text.find(": ") + 2); // any slot
            shuffle(sampler.random(), texts);
            test::Source source;
            const auto assembly = source.teach(bundleText(texts));
            const bool isGood = assembly.program.has_value();
            ++(isGood ? good : refused);
            QVERIFY2(isGood != assembly.diagnostics.hasErrors(), bundleText(texts).c_str());
            isa::Bundle read;
            if (isGood)
                QVERIFY2(!isa::decode(*target.spec, assembly.program->bundles.at(0), read),
                         bundleText(texts).c_str());
        }
        QVERIFY(good > 200 && refused > 200);
    }
};

int tst_bundle_order(int argc, char** argv) { return lw::tests::run<TestBundleOrder>(argc, argv); }
#include "tst_bundle_order.moc"
