// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/chips/training/training.h"
#include "core/isa/sample.h"
#include "core/machine/timeline.h"
#include "tests/support/assemble.h"
#include "tests/support/busy_program.h"
#include "tests/support/run_test.h"
#include "tests/support/spacing.h"
#include "tests/support/write_log.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <ctime>

using namespace lw;
using namespace lw::training;
using machine::NodeId;
using machine::Writer;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::int32_t kSteps = 2;
constexpr int kQuestions = 200;
constexpr double kMostSeconds = 20; // sanitizers are slow
#else
constexpr std::int32_t kSteps = 200;
constexpr int kQuestions = 400;
constexpr double kMostSeconds = 1;
#endif

constexpr std::uint64_t kFetching = 3000; // clocks

struct Question {
    NodeId node;
    std::uint64_t element = 0, clock = 0;
    Writer answer;
};

struct Subject {
    program::Program program;
    Config config;
    std::int32_t steps = 0; // of digits

    std::unique_ptr<machine::Machine> machine() const {
        auto made = createMachine(program, config, {});
        if (!made) broken("test", textOf(made.problem()).c_str(), "loads", __FILE__, __LINE__);
        if (const program::NamedTensor* tensor = program::findTensor(program, "steps"); tensor && steps != 0)
            (void)(*made)->onlyCore().writeSpace(kSmem, tensor->address * 4,
                                                 std::as_bytes(std::span(&steps, 1)));
        return *std::move(made);
    }
};

Subject subject(const QString& name) {
    if (name == "busy") {
        test::Source source;
        return {*source.teach(test::kBusyProgram).program, *builtInConfig("training-teaching")};
    }
    source::DiskLoader loader;
    source::Files files(loader);
    const auto file = files.open(LW_ROOT "/examples/training/digits/program.lw");
    const auto assembly = assembler::assemble(files, *file, {test::catalogTarget, {}, {}, {}});
    return {*assembly.program, *builtInConfig("training"), kSteps};
}

double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A random cell: a word of a named tensor, of scalar memory,
// of a register or a flag, or of any node whatever.
Question someCell(const machine::Machine& m, const Subject& of, isa::Random& random) {
    const machine::StateTree& tree = m.tree();
    const auto in = [&](const char* path, std::uint64_t first, std::uint64_t count) {
        return Question{tree.find(path), first + random.next() % count, 0, {}};
    };
    switch (random.below(8)) {
    case 0:
    case 1: {
        const program::NamedTensor& t =
            of.program.tensors[random.below(static_cast<std::uint32_t>(of.program.tensors.size()))];
        const char* const memories[] = {"memory/hbm", "memory/vmem", "memory/smem"};
        const std::uint64_t words = m.onlyCore().target().spaces[index(t.space)].unitBytes / 4;
        return in(memories[index(t.space)], t.address * words, t.units * words);
    }
    case 2: return in("memory/smem", 0, 64);
    case 3: return random.percent(70) ? in("scalar/registers", 0, 13) : in("scalar/predicates", 0, 16);
    case 4: return in("vector/registers", 0, machine::countOf(tree.at(tree.find("vector/registers"))));
    case 5: return random.percent(50) ? in("sync/flags", 0, 2) : in("vector/index registers", 0, 4);
    default:
        for (;;) {
            const NodeId node{static_cast<std::uint32_t>(random.next() % tree.size())};
            if (tree.at(node).kind == machine::NodeKind::Group) continue;
            const std::uint64_t count = machine::countOf(tree.at(node));
            if (count == 0) continue;
            return {node,
                    random.next() % (random.percent(50) ? count : std::min<std::uint64_t>(count, 48)),
                    0,
                    {}};
        }
    }
}

QByteArray told(const Writer& writer) {
    return QByteArray::number(int(writer.kind)) + " bundle " + QByteArray::number(writer.bundle.bundle) +
           " clock " + QByteArray::number(qulonglong(writer.clock));
}

} // namespace

// "Who wrote this last", asked of random cells at random times, against a log kept by somebody who looked on.
class TestWhoWrote : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void answersEqualTheLog_data();
    void answersEqualTheLog();
};

void TestWhoWrote::answersEqualTheLog_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("dense"); // many snapshots
    QTest::newRow("all units") << "busy" << false;
    QTest::newRow("all units, many snapshots") << "busy" << true;
    QTest::newRow("digits") << "digits" << false;
}

void TestWhoWrote::answersEqualTheLog() {
    QFETCH(QString, program);
    QFETCH(bool, dense);
    const Subject of = subject(program);
    isa::Random random(29);

    const auto m = of.machine();
    machine::Timeline timeline(*m, dense ? machine::everyFew(61) : machine::TimelineOptions{});
    QCOMPARE(timeline.run({}).kind, machine::StopKind::Halted);
    std::vector<Question> questions;
    for (int i = 0; i < kQuestions; ++i) {
        questions.push_back(someCell(*m, of, random));
        // Often in the first clocks, in which digits fetches everything.
        questions.back().clock =
            1 + random.next() % (random.percent(25) ? std::min(m->clock(), kFetching) : m->clock());
    }

    const auto observed = of.machine();
    test::WriteLog log(*observed, of.config);
    for (const Question& question : questions) log.watch(question.node, question.element);
    std::vector<Question*> byClock;
    for (Question& question : questions) byClock.push_back(&question);
    std::sort(byClock.begin(), byClock.end(), [](auto a, auto b) { return a->clock < b->clock; });
    for (Question* question : byClock) {
        while (observed->clock() < question->clock && log.step()) {
        }
        QCOMPARE(observed->clock(), question->clock);
        question->answer = log.last(question->node, question->element);
    }

    double worst = 0;
    int wrongs = 0;
    for (const Question& question : questions) {
        (void)timeline.seek(question.clock);
        const machine::Node& node = m->tree().at(question.node);
        const std::uint64_t size = machine::sizeOf(node);
        const double before = cpuSeconds();
        const auto writer = machine::lastWriter(timeline, node.offset + question.element * size, size);
        const double took = cpuSeconds() - before;
        worst = std::max(worst, took);
        QVERIFY(writer.has_value());
        const QByteArray where = QByteArray::fromStdString(m->tree().path(question.node)) + " [" +
                                 QByteArray::number(qulonglong(question.element)) + "] at " +
                                 QByteArray::number(qulonglong(question.clock));
        if (took >= kMostSeconds) qWarning("%s took %g s", where.data(), took), ++wrongs;
        if (*writer != question.answer)
            qWarning("%s: %s, not %s", where.data(), told(*writer).data(), told(question.answer).data()),
                ++wrongs;
    }
    qInfo("%g s at most", worst);
    QCOMPARE(wrongs, 0);
}

int tst_who_wrote(int argc, char** argv) { return lw::tests::run<TestWhoWrote>(argc, argv); }
#include "tst_who_wrote.moc"
