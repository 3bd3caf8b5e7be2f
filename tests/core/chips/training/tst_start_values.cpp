// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tiny_program.h"
#include "tests/support/training_bundles.h"

#include "core/chips/training/random.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::training;
using Words = std::vector<std::uint32_t>;

namespace {

constexpr std::uint32_t kLanes = 4, kRegister = 8;

std::unique_ptr<machine::Machine> haltedAfter(const std::vector<std::string>& bundles,
                                              std::vector<program::Data> data = {}, std::uint32_t cores = 1) {
    Config config = *builtInConfig("training-teaching");
    config.cores = cores;
    program::Program program = test::tinyProgram(bundles, targetOf(config));
    program.machineHash = hashOf(config);
    program.data = std::move(data);
    auto made = createMachine(std::vector(cores, program), config, {});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    const machine::Stop stop = (*made)->run({100000, machine::kForever, nullptr});
    if (stop.kind != machine::StopKind::Halted) qFatal("a program of a test does not end");
    return *std::move(made);
}

Words vectorOf(machine::Machine& m, std::uint32_t number, const char* path = "vector/registers") {
    return test::words(m, path, number * kRegister, kRegister);
}

Words drawn(std::uint32_t draw, RandomKey key) {
    Words out;
    for (std::uint32_t i = 0; i < kRegister; ++i)
        out.push_back(philox4x32({draw, i % kLanes, i / kLanes, 0}, key)[0]);
    return out;
}

} // namespace

// What is there before a program sets it, and that the pages of the instructions say so.
class TestStartValues : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void pagesSayThem_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const char* words) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(words);
        };
        row("perm", "at the start each lane's own number");
        row("setperm", "at the start each lane's own number");
        row("rot", "0 at the start");
        row("setrot", "0 at the start");
        row("setseg", "at the start 0 in every lane, so that a row is one segment");
        row("setiar", "0 at the start");
        row("rng",
            "draw counts up by 1 each time, from 0; key[0] is 0 at the start, key[1] the number of the core");
        row("rng.key", "at the start key[0] is 0 and key[1] the number of the core");
        row("rng.counter", "0 at the start");
        row("sync.read", "0 at the start");
        row("sync.set", "0 at the start");
        row("sync.add", "from 0 at the start");
    }
    void pagesSayThem() {
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, words);
        bool isSaid = false;
        for (const isa::Insn& insn : kIsa.insns)
            isSaid = isSaid || (insn.name == name.toStdString() &&
                                insn.detail.find(words.toStdString()) != insn.detail.npos);
        QVERIFY(isSaid);
    }

    void nothingMoves() {
        const auto m = haltedAfter({"v0 iota.lane v1", "push perm v1", "push rot v1", "push rotperm v1",
                                    "pop rpu v2", "pop rpu v3", "pop rpu v4", "s0 halt"});
        const Words lanes{0, 1, 2, 3, 0, 1, 2, 3};
        for (const std::uint32_t number : {2u, 3u, 4u}) QCOMPARE(vectorOf(*m, number), lanes);
    }

    void aRowIsOneSegment() {
        const auto m = haltedAfter({"v0 iota.lane v1", "v0 cvt.i_f v1 v1", "push segred.sum v1",
                                    "push redperm.max v1", "pop rpu v2", "pop rpu v3", "s0 halt"});
        const auto six = std::bit_cast<std::uint32_t>(6.0f), three = std::bit_cast<std::uint32_t>(3.0f);
        QCOMPARE(vectorOf(*m, 2), Words(kRegister, six)); // 0 + 1 + 2 + 3
        QCOMPARE(vectorOf(*m, 3), Words(kRegister, three));
    }

    void indicesAreZero() {
        const Words rows{10, 11, 12, 13, 20, 21, 22, 23};
        const auto m = haltedAfter({"vld vld.idx v1 0 0 iar0", "vld vld.idx v2 0 0 iar1", "s0 halt"},
                                   {test::dataOf(kVmem, 0, rows)});
        for (const std::uint32_t number : {1u, 2u})
            QCOMPARE(vectorOf(*m, number), (Words{10, 11, 12, 13, 10, 11, 12, 13}));
    }

    void drawsBeginAtNumberZero() {
        const auto m = haltedAfter({"v0 rng v1", "v0 rng v2", "s0 halt"});
        QCOMPARE(vectorOf(*m, 1), drawn(0, {0, 0}));
        QCOMPARE(vectorOf(*m, 2), drawn(1, {0, 0}));
    }

    void coresDrawDifferentWords() {
        const auto m = haltedAfter({"v0 rng v1", "s0 halt"}, {}, 2);
        for (std::uint16_t core = 0; core < 2; ++core) {
            const machine::CoreTree tree = m->core({core}).tree();
            const machine::Node& node = tree.at(tree.find("vector/registers"));
            Words got(kRegister);
            m->store().read(node.offset + std::uint64_t{kRegister} * 4,
                            std::as_writable_bytes(std::span(got)));
            QCOMPARE(got, drawn(0, {0, core}));
        }
    }

    void flagsAreZero() {
        const auto m = haltedAfter({"s0 sync.read r1 f5", "s0 sync.add f3 2", "s0 sync.read r2 f3",
                                    "s0 sync.read r3 f31", "s0 halt"});
        QCOMPARE(test::words(*m, "scalar/registers", 1, 3), (Words{0, 2, 0}));
    }
};

int tst_start_values(int argc, char** argv) { return lw::tests::run<TestStartValues>(argc, argv); }
#include "tst_start_values.moc"
