// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/decoded.h"
#include "core/chips/nnp/firmware.h"
#include "core/chips/nnp/layout.h"
#include "core/chips/nnp/nnp.h"
#include "core/machine/timeline.h"
#include "core/numeric/half.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/core/chips/nnp/random_subject.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <algorithm>
#include <array>

using namespace lw;
using namespace lw::test;
using machine::Machine;
using machine::RoundingCount;
using numeric::BlockLosses;

namespace {

template <typename T>
std::vector<T> cellsAt(Machine& m, std::string_view path, std::uint64_t first, std::uint64_t count) {
    std::vector<T> out(count);
    m.store().read(m.tree().at(m.tree().find(path)).offset + first * sizeof(T),
                   std::as_writable_bytes(std::span(out)));
    return out;
}
std::uint32_t wordAt(Machine& m, std::string_view path) { return cellsAt<std::uint32_t>(m, path, 0, 1)[0]; }

nnp::Controls controlsOf(Machine& m, const nnp::Config& config) {
    nnp::Controls out(config);
    for (std::size_t i = 0; i < nnp::kControls; ++i)
        out.values[i] = wordAt(m, "control/" + std::string(nnp::kControlNames[i]));
    out.loops = wordAt(m, "control/loops");
    const auto turns = cellsAt<std::uint32_t>(m, "control/loop turns", 0, nnp::kMostLoops);
    std::ranges::copy(turns, out.turns.begin());
    return out;
}

// What quantisers lose, out of the state before each instruction, one number after the other.
class PlainLosses {
  public:
    struct Count {
        std::uint64_t numbers = 0;
        BlockLosses losses{};
    };
    std::array<Count, nnp::kQuantisers> counts{};

    PlainLosses(Machine& m, const nnp::Config& config) : m_machine(m), m_config(config) {
        m_rows = *nnp::decodeRows(m.onlyCore().program());
    }
    void look() {
        if (m_machine.onlyCore().halted()) return;
        const nnp::Decoded& row = m_rows[m_machine.onlyCore().nextBundle()];
        const nnp::Controls controls = controlsOf(m_machine, m_config);
        const numeric::BlockRounding how = nnp::roundingOf(controls, m_machine.onlyCore().issuedBundles());
        const std::uint64_t n = m_config.nativeDimension, count = wordAt(m_machine, "control/chain vectors");
        if (row.op == nnp::op("mv_mul"))
            add(nnp::Quantiser::Vectors, cellsAt<std::uint16_t>(m_machine, "mfu/chain", 0, count * n),
                m_config.vectorFormat(), how);
        if (row.op == nnp::op("v_wr.q"))
            add(nnp::Quantiser::Middle, cellsAt<std::uint16_t>(m_machine, "mfu/chain", 0, count * n),
                m_config.formatOf(controls[nnp::Control::Middle]), how);
        if (row.op == nnp::op("m_wr") && nnp::memoryOf(row) == nnp::Memory::MatrixRf) {
            // What the chain has read of the queue, or else of DRAM.
            const auto queues = cellsAt<std::uint64_t>(m_machine, "control/queues", 0, nnp::kQueueWords);
            const bool isQueue = queues[nnp::kInPending] != 0;
            add(nnp::Quantiser::Matrices,
                cellsAt<std::uint16_t>(m_machine, isQueue ? "memory/netin" : "memory/mdram",
                                       isQueue ? queues[nnp::kInLeft] * n
                                               : std::uint64_t{wordAt(m_machine, "control/matrix")} * n * n,
                                       std::uint64_t{controls.rows()} * controls.columns() * n * n),
                m_config.matrixFormat(), how);
        }
    }
    bool areThoseOf(const Machine& m) const {
        const std::vector<RoundingCount> said = m.onlyCore().roundings();
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (said[i].numbers != counts[i].numbers || said[i].rounded != counts[i].losses.rounded ||
                said[i].toZero != counts[i].losses.toZero || said[i].saturated != counts[i].losses.saturated)
                return false;
        return true;
    }

  private:
    void add(nnp::Quantiser quantiser, const std::vector<std::uint16_t>& codes, numeric::BlockFormat format,
             numeric::BlockRounding how) {
        Count& count = counts[static_cast<std::size_t>(quantiser)];
        const std::uint64_t n = m_config.nativeDimension;
        count.numbers += codes.size();
        how.place.block = 0;
        for (std::uint64_t at = 0; at < codes.size(); at += n, ++how.place.block) {
            std::vector<double> values;
            for (std::uint64_t i = 0; i < n; ++i) values.push_back(numeric::halfValue(codes[at + i]));
            std::vector<std::int16_t> mantissas(n);
            numeric::encodeBlock(values, format, how, mantissas, &count.losses);
        }
    }

    Machine& m_machine;
    const nnp::Config& m_config;
    std::vector<nnp::Decoded> m_rows;
};

} // namespace

// What numbers lose in the quantisers and in the accumulator is counted.
class TestProcessorLosses : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // 1,000 programs, or one of fifty, to the last instruction; every third one in integers.
    void plainLoops() {
        BlockLosses sum;
        for (const std::uint32_t seed : seedsBelow(1000)) {
            nnp::Config config = *nnp::builtInConfig("nnp-teaching");
            if (seed % 3 == 0) config.exponentBits = 0;
            const RandomSubject subject(seed, config);
            PlainLosses plain(*subject.machine, config);
            machine::Stop stop;
            do {
                plain.look();
                stop = subject.machine->run({.bundles = 1});
            } while (stop.kind == machine::StopKind::Limit);
            QCOMPARE(stop.kind, machine::StopKind::Halted);
            QVERIFY2(plain.areThoseOf(*subject.machine), subject.text.c_str());
            for (const PlainLosses::Count& count : plain.counts) {
                sum.rounded += count.losses.rounded;
                sum.toZero += count.losses.toZero;
                sum.saturated += count.losses.saturated;
            }
        }
        QVERIFY(sum.rounded > 1000 && sum.toZero > 1000 && sum.saturated > 100);
    }

    // They go back with the machine.
    void goBack() {
        const RandomSubject subject(5);
        machine::Timeline timeline(*subject.machine);
        std::vector<std::vector<RoundingCount>> counts;
        Machine& m = *subject.machine;
        do {
            counts.push_back(m.onlyCore().roundings());
        } while (timeline.run({.bundles = 1}).kind != machine::StopKind::Halted);
        QVERIFY(counts.front() != counts.back());
        for (std::size_t i = counts.size(); i-- > 0;) {
            timeline.stepBack(1, m.onlyCore().id());
            QVERIFY(m.onlyCore().roundings() == counts[i]);
        }
    }

    // Four times 15 * 2^12 by 7 * 2^13 is more than the window holds.
    void faultsLeaveNothing() {
        const nnp::Config config = *nnp::builtInConfig("nnp-teaching");
        std::string error;
        const auto m = processorWith("m_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\n"
                                     "v_rd NetQ, 0\nmv_mul 0\nv_wr NetQ, 0\nend_chain\nhalt",
                                     error, true);
        QVERIFY2(m, error.c_str());
        const std::uint64_t n = config.nativeDimension;
        const std::vector<std::uint16_t> largest(n * n, 0x7bff);
        QVERIFY(m->onlyCore().writeSpace(nnp::kMatrixDram, 0, std::as_bytes(std::span(largest))));
        QVERIFY(m->onlyCore().writeSpace(nnp::kNetIn, 0, std::as_bytes(std::span(largest).first(n))));
        const machine::Stop stop = m->run({});
        QVERIFY(stop.fault && stop.fault->text.starts_with("the sum of row"));
        const std::vector<RoundingCount> counts = m->onlyCore().roundings();
        QVERIFY((counts[0] == RoundingCount{"vector quantiser", 0, 0, 0, 0}));
        QVERIFY((counts[1] == RoundingCount{"matrix quantiser", n * n, 0, 0, n * n}));
        QVERIFY((counts[3] == RoundingCount{"accumulator", 0, 0, 0, 0}));
    }

    // Numbers as small as FP16 has: with exponents of 8 bits they keep what they are, and their products are
    // below the window; with 5 bits they are less than half of the smallest mantissa.
    void termsThatAreCut() {
        for (const std::uint32_t exponentBits : {8u, 5u}) {
            nnp::Config config = *nnp::builtInConfig("nnp-teaching");
            config.exponentBits = exponentBits;
            std::string error;
            const auto m = processorWith("m_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\n"
                                         "v_rd NetQ, 0\nmv_mul 0\nv_wr NetQ, 0\nend_chain\nhalt",
                                         error, true, config);
            QVERIFY2(m, error.c_str());
            std::vector<std::uint16_t> matrix(16, 0); // of two rows of these numbers and two of zeros
            std::fill_n(matrix.begin(), 8, std::uint16_t{0x0001});
            const std::vector<std::uint16_t> vector(4, 0x0001);
            QVERIFY(m->onlyCore().writeSpace(nnp::kMatrixDram, 0, std::as_bytes(std::span(matrix))));
            QVERIFY(m->onlyCore().writeSpace(nnp::kNetIn, 0, std::as_bytes(std::span(vector))));
            QCOMPARE(m->run({}).kind, machine::StopKind::Halted);
            const std::vector<RoundingCount> counts = m->onlyCore().roundings();
            const bool isKept = exponentBits == 8;
            QVERIFY((counts[0] == RoundingCount{"vector quantiser", 4, 0, isKept ? 0u : 4u, 0}));
            QVERIFY((counts[1] == RoundingCount{"matrix quantiser", 16, 0, isKept ? 0u : 8u, 0}));
            QVERIFY((counts[2] == RoundingCount{"v_wr.q", 0, 0, 0, 0}));
            QVERIFY((counts[3] == RoundingCount{"accumulator", 4, isKept ? 2u : 0u, 0, 0}));
        }
    }
};

int tst_nnp_losses(int argc, char** argv) { return lw::tests::run<TestProcessorLosses>(argc, argv); }
#include "tst_nnp_losses.moc"
