// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/golden.h"
#include "tests/support/run_test.h"

#include "core/base/json.h"
#include "core/project/load_program.h"
#include "core/scene/bundle_bits.h"
#include "core/scene/bundle_grid.h"
#include "core/scene/change_list.h"
#include "core/scene/chip_diagram.h"
#include "core/scene/circuit/array_picture.h"
#include "core/scene/circuit/pooling_picture.h"
#include "core/scene/unit_state.h"
#include "core/scene/why_clock.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <algorithm>

using namespace lw;

namespace {

const std::string kFolder = LW_ROOT "/examples/training/";
constexpr qint64 kMostBytes = 60'000; // of a golden file: a person reads its changes

// The matrix unit of the teaching machine in clock 20: the first product was taken, the second, with the
// weights turned, is on its way through the array, and the program waits for it.
constexpr std::uint64_t kEarlier = 12, kMoment = 20;
constexpr std::uint32_t kWaits = 16; // the bundle that does

// An example with its machine; two moments of its run.
struct Run {
    project::LoadedProgram loaded;
    std::unique_ptr<machine::Machine> machine;
    std::shared_ptr<const machine::Snapshot> before, now;
    std::optional<machine::Waiting> waiting;
    std::vector<machine::StallCount> stalls;
    std::vector<machine::UnitCount> units;
    scene::GridCounts counts;

    machine::Moment moment() {
        machine::Moment out = machine::momentOf(*machine);
        out.store = nullptr;
        out.snapshot = now.get();
        return out;
    }
};

std::unique_ptr<Run> ranTo(const std::string& example, std::uint64_t earlier, std::uint64_t moment) {
    source::DiskLoader loader;
    source::Files files{loader};
    auto answer = project::loadProgram({kFolder + example + "/program.lw", "", {}, {}}, files);
    if (!answer.loaded) qFatal("the example cannot be loaded");
    auto run = std::make_unique<Run>();
    run->loaded = std::move(*answer.loaded);
    auto machine = run->loaded.chip->create(run->loaded.program, run->loaded.machine.json, {});
    if (!machine) qFatal("%s", textOf(machine.problem()).c_str());
    run->machine = *std::move(machine);
    run->machine->run({.clock = earlier});
    run->before = run->machine->store().save();
    run->machine->run({.clock = moment});
    run->now = run->machine->store().save();
    run->waiting = run->machine->onlyCore().waiting();
    run->stalls = run->machine->onlyCore().stalls();
    run->units = run->machine->onlyCore().unitCounts();
    run->counts = {run->machine->onlyCore().bundleCounts(), run->machine->onlyCore().bundleStalls()};
    return run;
}

// As the scene was a long time ago.
template <typename Scene> void compare(const Scene& scene, const std::string& name) {
    const std::string text = jsonOf(scene).text(1) + "\n";
    QCOMPARE(QString::fromStdString(test::differsFromGolden(text, "scene/" + name + ".json")), QString());
    QVERIFY2(static_cast<qint64>(text.size()) < kMostBytes, qPrintable(QString::number(text.size())));
}

} // namespace

// What every picture says of one moment of an example, kept as files.
// They are rewritten with LW_UPDATE_GOLDEN=1 only.
class TestGoldenScenes : public QObject {
    Q_OBJECT
    std::unique_ptr<Run> m_run;

  private Q_SLOTS:
    void initTestCase() {
        m_run = ranTo("matrix-unit", kEarlier, kMoment);
        QVERIFY(m_run->waiting.has_value());
        QCOMPARE(m_run->machine->onlyCore().nextBundle(), kWaits);
    }

    void bundleGrid() {
        const auto grid = scene::bundleGrid(m_run->machine->onlyCore().program(),
                                            m_run->machine->onlyCore().target(), 0, 0xffff, m_run->counts);
        QVERIFY(bool(grid));
        compare(*grid, "bundle_grid");
    }
    // One with many fields: a load, two scalar constants with immediates.
    void bundleBits() {
        const auto first = ranTo("first-bundle", 0, 0);
        const auto bits =
            scene::bundleBits(first->machine->onlyCore().program(), first->machine->onlyCore().target(), 0);
        QVERIFY(bool(bits));
        compare(*bits, "bundle_bits");
    }
    void changeList() {
        compare(scene::changeList(scopeOf(*m_run->machine), *m_run->before, *m_run->now, 100), "change_list");
    }
    void unitState() {
        const machine::Moment now = m_run->moment();
        compare(scene::unitState(m_run->machine->tree(),
                                 m_run->loaded.chip->units(m_run->machine->onlyCore().tree(), now), now,
                                 m_run->before.get()),
                "unit_state");
    }
    void whyClock() {
        compare(scene::whyClock(scopeOf(*m_run->machine),
                                {kMoment, kWaits, m_run->waiting, m_run->stalls, m_run->counts.issued,
                                 m_run->counts.stalled},
                                10),
                "why_clock");
    }
    void chipDiagram() {
        compare(scene::chipDiagram(m_run->loaded.machine.diagram, {.scope = scopeOf(*m_run->machine),
                                                                   .now = m_run->moment(),
                                                                   .halted = m_run->machine->halted(),
                                                                   .waiting = &m_run->waiting,
                                                                   .units = m_run->units}),
                "chip_diagram");
    }
    // A register that holds the weights, as it was loaded.
    void cellPicture() {
        const machine::StateTree& tree = m_run->machine->tree();
        const auto registers =
            scene::slicePictures(tree, tree.find("vector/registers"), "v", m_run->moment(), nullptr);
        QVERIFY(registers.size() > 1);
        compare(registers[1], "cell_picture");
    }
    // Three rows and two columns, four vectors, the array half full.
    void arrayPicture() {
        const machine::ArrayWork work{.bundle = 3,
                                      .first = 10,
                                      .rows = 3,
                                      .columns = 2,
                                      .inner = 3,
                                      .tileColumns = 2,
                                      .vectors = 4,
                                      .type = tensor::DType::I8,
                                      .weights = {1, 2, 3, 4, 5, 6},
                                      .elements = {1, 0, 2, 0, 1, 1, 2, 2, 2, 1, 1, 0}};
        compare(scene::circuit::arrayPicture(work, 12), "array_picture");
    }
    // The maximum of windows of 2 x 2 over 3 x 3 values, those at the edge cut off.
    void poolingPicture() {
        const machine::PoolingWork work{.first = 4,
                                        .rows = 3,
                                        .columns = 3,
                                        .windowRows = 2,
                                        .windowColumns = 2,
                                        .rowStride = 2,
                                        .columnStride = 2,
                                        .windowsDown = 2,
                                        .windowsAcross = 2,
                                        .type = tensor::DType::I32,
                                        .values = {1, 5, 2, 5, 3, 7, 4, 6, 0},
                                        .results = {5, 7, 6, 0}};
        compare(scene::circuit::poolingPicture(work, 9), "pooling_picture");
    }

    // A scene that can be written has a file whose name begins with its own, and no file is left behind.
    void everySceneHasItsFile() {
        static const QRegularExpression writes(QStringLiteral("Json jsonOf\\(const "));
        QStringList scenes;
        QDirIterator headers(QStringLiteral(LW_ROOT "/core/scene"), {"*.h"}, QDir::Files,
                             QDirIterator::Subdirectories);
        while (headers.hasNext()) {
            const QFileInfo one(headers.next());
            QFile header(one.filePath());
            QVERIFY(header.open(QIODevice::ReadOnly));
            if (writes.match(QString::fromUtf8(header.readAll())).hasMatch())
                scenes << one.completeBaseName();
        }
        QVERIFY(scenes.size() >= 10);
        QSet<QString> without(scenes.begin(), scenes.end());
        for (const QFileInfo& one :
             QDir(QStringLiteral(LW_TESTS "/golden/scene")).entryInfoList(QDir::Files)) {
            const auto scene = std::ranges::find_if(
                scenes, [&](const QString& name) { return one.completeBaseName().startsWith(name); });
            QVERIFY2(scene != scenes.end(), qPrintable(one.filePath() + " belongs to no scene"));
            QVERIFY2(one.size() > 100 && one.size() < kMostBytes, qPrintable(one.filePath()));
            without.remove(*scene);
        }
        QVERIFY2(without.isEmpty(), qPrintable(without.values().join(' ')));
    }
};

int tst_golden_scenes(int argc, char** argv) { return lw::tests::run<TestGoldenScenes>(argc, argv); }
#include "tst_golden_scenes.moc"
