// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "tests/support/run_test.h"
#include "tests/support/state_case.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <set>

using namespace lw;
using namespace lw::training;

namespace {

std::string folder() { return std::string(LW_TESTS) + "/core/chips/training/"; }

constexpr DmaMode kModes[] = {DmaMode::Timed, DmaMode::Eager, DmaMode::Late, DmaMode::Shuffled};

// Bundles whose sync.wait is taken out, one at a time; the rest of the bundle stays.
std::vector<program::Program> withoutOneWait(const program::Program& program) {
    std::vector<program::Program> out;
    for (std::size_t i = 0; i < program.bundles.size(); ++i) {
        isa::Bundle bundle;
        if (isa::decode(kIsa, program.bundles[i], bundle)) continue;
        for (std::uint8_t at = 0; at < bundle.count; ++at) {
            if (kIsa.insns[bundle.insns[at].op].name != "sync.wait") continue;
            isa::Bundle less = bundle;
            std::copy(less.insns.begin() + at + 1, less.insns.begin() + less.count, less.insns.begin() + at);
            --less.count;
            out.push_back(program);
            if (isa::encode(kIsa, less, out.back().bundles[i])) out.pop_back();
        }
    }
    return out;
}

// What a program left behind: registers, flags and memories, with what of them was ever written.
std::string imageOf(machine::Machine& m) {
    std::string out;
    for (const char* path : {"scalar/registers", "scalar/predicates", "vector/registers", "vector/written",
                             "sync/flags", "sync/ordered", "memory/smem", "memory/smem written",
                             "memory/vmem", "memory/vmem written", "memory/hbm", "memory/hbm written"}) {
        const machine::Node& node = m.tree().at(m.tree().find(path));
        const std::size_t size = machine::countOf(node) * machine::sizeOf(node), at = out.size();
        out.resize(at + size);
        m.store().read(node.offset, std::as_writable_bytes(std::span(out)).subspan(at));
    }
    return out;
}

// The one case of a program's file, and its program.
struct Loaded {
    test::StateCase c;
    program::Program program;
    std::string error;
};
Loaded load(const QString& path) {
    Loaded out;
    const auto all = test::loadCases(path.toStdString(), out.error);
    if (all.size() != 1) return out.error += "not one case", out;
    out.c = all.front();
    out.program = test::programOf(out.c, out.error);
    return out;
}

machine::Stop runTransfers(machine::Machine& m) { return m.run({100000, machine::kForever, nullptr}); }

} // namespace

// Transfers: what they move is stated by the programs in dma/, which stay right in whatever order granules
// land, and of which no wait can be left out.
class TestDma : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void programsGiveWhatTheyState_data() { programs(); }
    void programsGiveWhatTheyState();
    void everyWaitIsNeeded_data() { programs(); }
    void everyWaitIsNeeded();
    void orderOfLandingDoesNotShow_data() { programs(); }
    void orderOfLandingDoesNotShow();
    void shufflingShuffles();
    void refused_data() { cases("dma_refused.json"); }
    void refused();
    void allowed_data() { cases("dma_allowed.json"); }
    void allowed();

  private:
    static void programs();
    static void cases(const char* file);
};

void TestDma::programs() {
    QTest::addColumn<QString>("path");
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder() + "dma")) {
        QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
        ++count;
    }
    QVERIFY(count >= 10);
}

void TestDma::cases(const char* file) {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("number");
    std::string error;
    const auto all = test::loadCases(folder() + file, error);
    QVERIFY2(error.empty(), error.c_str());
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].says.c_str()) << QString::fromStdString(folder() + file) << static_cast<int>(i);
}

void TestDma::programsGiveWhatTheyState() {
    QFETCH(QString, path);
    const auto [c, program, error] = load(path);
    QVERIFY2(error.empty(), error.c_str());
    for (const DmaMode mode : kModes) {
        const std::vector<std::string> wrong = test::runCase(c, {.dma = mode, .seed = 1});
        QVERIFY2(wrong.empty(),
                 (std::to_string(static_cast<int>(mode)) + ": " + (wrong.empty() ? "" : wrong[0])).c_str());
    }
}

void TestDma::everyWaitIsNeeded() {
    QFETCH(QString, path);
    const auto [c, program, error] = load(path);
    QVERIFY2(error.empty(), error.c_str());
    const std::vector<program::Program> wrong = withoutOneWait(program);
    QVERIFY(!wrong.empty());
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        for (const DmaMode mode : kModes) {
            test::CaseRun run(c, wrong[i], {.dma = mode, .seed = i});
            const machine::Stop stop = runTransfers(run.machine());
            const std::string which =
                "without wait " + std::to_string(i) + " in mode " + std::to_string(static_cast<int>(mode));
            QVERIFY2(stop.fault.has_value(), which.c_str());
            QVERIFY2(stop.fault->kind == machine::FaultKind::Race ||
                         stop.fault->kind == machine::FaultKind::Uninitialised,
                     (which + ": " + stop.fault->text).c_str());
        }
    }
}

void TestDma::orderOfLandingDoesNotShow() {
    QFETCH(QString, path);
    const auto [c, program, error] = load(path);
    QVERIFY2(error.empty(), error.c_str());
    std::string image;
    for (const DmaMode mode : {DmaMode::Timed, DmaMode::Eager, DmaMode::Late}) {
        test::CaseRun run(c, program, {.dma = mode});
        QCOMPARE(runTransfers(run.machine()).kind, machine::StopKind::Halted);
        if (image.empty()) image = imageOf(run.machine());
        QVERIFY(imageOf(run.machine()) == image);
    }
    test::CaseRun run(c, program, {.dma = DmaMode::Shuffled});
    machine::Machine& m = run.machine();
    const auto start = m.store().save();
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        m.store().restore(start);
        m.poke(m.tree().find("dma/shuffle"), 0, std::as_bytes(std::span(&seed, 1)));
        QCOMPARE(runTransfers(m).kind, machine::StopKind::Halted);
        QVERIFY2(imageOf(m) == image, std::to_string(seed).c_str());
    }
}

// The mode is not a second timed mode: what has landed when a wait for the first granule is over differs
// by the seed, also between the two queues.
void TestDma::shufflingShuffles() {
    std::string error;
    const auto all = test::loadCases(folder() + "dma/one_flag_two_queues.json", error);
    QVERIFY2(error.empty(), error.c_str());
    const program::Program program = test::programOf(all[0], error);
    std::set<std::string> images;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        test::CaseRun run(all[0], program, {.dma = DmaMode::Shuffled, .seed = seed});
        run.machine().run({machine::kForever, 3, nullptr});
        images.insert(imageOf(run.machine()));
    }
    QVERIFY(images.size() >= 4);
}

void TestDma::refused() {
    QFETCH(QString, path);
    QFETCH(int, number);
    std::string error, wrong;
    const test::StateCase c = test::loadCases(path.toStdString(), error).at(static_cast<std::size_t>(number));
    for (const std::string& line : test::runCase(c)) wrong += "\n  " + line;
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestDma::allowed() {
    QFETCH(QString, path);
    QFETCH(int, number);
    std::string error, wrong;
    const test::StateCase c = test::loadCases(path.toStdString(), error).at(static_cast<std::size_t>(number));
    for (const DmaMode mode : kModes)
        for (const std::string& line : test::runCase(c, {.dma = mode, .seed = 7}))
            wrong += "\n  mode " + std::to_string(static_cast<int>(mode)) + ": " + line;
    QVERIFY2(wrong.empty(), wrong.c_str());
}

int tst_dma(int argc, char** argv) { return lw::tests::run<TestDma>(argc, argv); }
#include "tst_dma.moc"
