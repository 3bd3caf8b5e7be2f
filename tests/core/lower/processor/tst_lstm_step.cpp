// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/half.h"
#include "core/project/load_network.h"
#include "core/project/lowered_program.h"
#include "core/project/processor_network.h"
#include "core/project/software.h"
#include "core/tensor/npy.h"
#include "tests/core/lower/processor/random_recurrent.h"
#include "tests/core/lower/processor/software_runs.h"
#include "tests/support/run_test.h"

#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <vector>

using namespace lw;
using namespace lw::test;

namespace {

const std::string kStep = LW_ROOT "/examples/nnp/by-hand/step";

network::Network stepNetwork() {
    source::DiskLoader loader;
    source::Files files(loader);
    auto network = project::loadNetwork(kStep + ".json", files);
    if (!network) qFatal("%s", textOf(network.problem()).c_str());
    return *std::move(network);
}
project::ProcessorLowered onTeachingMachine(const network::Network& network, const tensor::Tensor* x) {
    auto lowered = project::lowerForProcessor(network, "nnp-teaching", x);
    if (!lowered) qFatal("%s", textOf(lowered.problem()).c_str());
    return *std::move(lowered);
}

// A line for each chain, and for what is around chains: "v_rd InitialVrf, 0; v_relu; v_wr NetQ, 0", "loop 3".
QStringList chainsOf(const std::string& firmware) {
    QStringList out, chain;
    for (const QString& line : QString::fromStdString(firmware).split('\n')) {
        const QString text = line.section('#', 0, 0).trimmed();
        if (text.isEmpty() || text.startsWith(';') || text.startsWith('.') || text.endsWith(':')) continue;
        if (text == "end_chain") {
            out << chain.join("; ");
            chain.clear();
        } else if (text.startsWith("loop ") || text == "endloop" || text == "halt") {
            out << text;
        } else if (!text.startsWith("s_wr ")) {
            chain << text;
        }
    }
    return out;
}

// The chains of published firmware (a talk by its authors) but the first, which brings x from the network:
// here all steps come before the loop. The gates i, o, f and c are counted as ONNX has them. Each has two
// native matrices, that of x before that of h, and a bias; four places of AddSubVrf0 further is what x makes.
// InitialVrf has x, h and c, MultiplyVrf c, i and o, and AddSubVrf1 f * c. Only h needs o, so o is the last.
QStringList stepByHand(int steps) {
    enum { kI, kO, kF, kC };
    const auto at = [](const char* before, int place) { return before + QString::number(place); };
    const QString h = at("InitialVrf, ", steps), c = at("InitialVrf, ", steps + 1);
    const auto ofX = [&](int gate) {
        return at("v_rd InitialVrf, 0, step=1; mv_mul ", 2 * gate) + at("; vv_add AddSubVrf0, ", gate) +
               at("; v_wr AddSubVrf0, ", 4 + gate);
    };
    const auto ofH = [&](int gate) {
        return "v_rd " + h + at("; mv_mul ", 2 * gate + 1) + at("; vv_add AddSubVrf0, ", 4 + gate);
    };
    return {ofX(kF),
            ofX(kI),
            ofX(kC),
            ofX(kO),
            ofH(kF) + "; v_sigm; vv_mul 0; v_wr AddSubVrf1, 0",
            ofH(kI) + "; v_sigm; v_wr MultiplyVrf, 1",
            ofH(kC) + "; v_tanh; vv_mul 1; vv_add AddSubVrf1, 0; v_wr MultiplyVrf, 0; v_wr " + c,
            ofH(kO) + "; v_sigm; v_wr MultiplyVrf, 2",
            "v_rd " + c + "; v_tanh; vv_mul 2; v_wr " + h};
}

} // namespace

// What a step of a lstm becomes.
class TestLstmStep : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void chainsAreThoseOfPublishedFirmware_data() {
        QTest::addColumn<int>("steps");
        QTest::newRow("the step of the example") << 1;
        QTest::newRow("three steps") << 3;
    }
    void chainsAreThoseOfPublishedFirmware() {
        QFETCH(int, steps);
        RecurrentShape shape{network::Kind::Lstm, network::RecurrentOutput::Last, 3, 2, 2};
        const network::Network network =
            steps == 1 ? stepNetwork() : networkOf(recurrentLayer(shape, 1), shape);
        const QStringList chains = chainsOf(onTeachingMachine(network, nullptr).lowering.text);
        const qsizetype loop = chains.indexOf(QString("loop %1").arg(steps)), end = chains.indexOf("endloop");
        QVERIFY2(loop > 0, qPrintable(chains.join('\n')));
        QCOMPARE(chains.mid(loop + 1, end - loop - 1), stepByHand(steps));
        const QStringList before = chains.mid(0, loop), after = chains.mid(end + 1);
        QCOMPARE(before.filter("NetQ"), QStringList{"v_rd NetQ, 0; v_wr InitialVrf, 0"});
        QCOMPARE(after, (QStringList{QString("v_rd InitialVrf, %1; v_wr NetQ, 0").arg(steps), "halt"}));
    }

    // Every number on the way, by the worked example of this step, in which nothing is rounded. As a block
    // 0.2 and -0.1 are off by up to 1/128, half of which passes the matrix of h, and no function after it is
    // steeper than 1; a rounding to FP16 changes numbers below 1 by up to 1/4096.
    void numbersAreThoseOfTheWorkedExample() {
        constexpr double kNear = 1.0 / 256 + 4.0 / 4096;
        const network::Network network = stepNetwork();
        const auto x = tensor::readNpy(kStep + ".x.npy");
        QVERIFY(bool(x));
        const project::ProcessorLowered lowered = onTeachingMachine(network, &*x);
        const auto loaded = project::loadWritten(lowered.lowering, lowered.machine);
        QVERIFY(bool(loaded));
        const project::Software software = softwareFor(*loaded);
        const project::Observed observed = project::observe(software, **loaded->createMachine({}));
        QVERIFY(!observed.stop.fault);

        using Pair = std::array<double, 2>;
        const Pair ofX{0.25, 0.625}, withBias{0.25, 0.725}, ofH{0.1, -0.05}, before{0.35, 0.675},
            sigmoid{0.58661758, 0.66262184}, kept{0.17598527, 0.26504873}, tanh{0.33637554, 0.58825926},
            c{0.37330908, 0.65484216}, h{0.20935369, 0.38095498};
        const Pair added{c[0] - kept[0], c[1] - kept[1]}, tanhOfC{std::tanh(c[0]), std::tanh(c[1])};
        std::vector<Pair> wanted;
        for (int gate = 0; gate < 4; ++gate) wanted.insert(wanted.end(), {ofX, withBias});
        wanted.insert(wanted.end(), {ofH, before, sigmoid, kept});  // f
        wanted.insert(wanted.end(), {ofH, before, sigmoid});        // i
        wanted.insert(wanted.end(), {ofH, before, tanh, added, c}); // c
        wanted.insert(wanted.end(), {ofH, before, sigmoid});        // o
        wanted.insert(wanted.end(), {tanhOfC, h});
        constexpr std::size_t kNative = 4;
        QCOMPARE(observed.codes.size(), kNative * wanted.size()); // 100
        for (std::size_t node = 0; node < wanted.size(); ++node)
            for (std::size_t i = 0; i < 2; ++i) {
                const auto code = observed.codes[kNative * node + i];
                QVERIFY(code.has_value());
                const double is = numeric::halfValue(*code);
                QVERIFY2(std::abs(is - wanted[node][i]) <= kNear,
                         qPrintable(QString("%1, %2: %3").arg(node).arg(i).arg(is)));
            }

        QTemporaryDir folder;
        writeSoftware(*loaded, software, folder.path());
        QCOMPARE(differenceOfSoftware(*loaded, software, folder.path()), std::string());
    }
};

int tst_lstm_step(int argc, char** argv) { return lw::tests::run<TestLstmStep>(argc, argv); }
#include "tst_lstm_step.moc"
