// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"
#include "tests/support/training_bundles.h"

#include "core/chips/catalog.h"
#include "core/scene/chip_diagram.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <set>
#include <string>

using namespace lw;
using namespace lw::training;
using namespace lw::test;
using scene::Activity;
using scene::ChipDiagram;

namespace {

constexpr const char* kDiagramJson = R"LW({
    "width": 100, "height": 50, "clock": 9, "issue": "s0: halt",
    "boxes": [{"id": "vmem", "title": "vector memory", "size": "64 rows", "group": "memory", "x": 1, "y": 2,
               "width": 3, "height": 4, "columns": 5, "rows": 6, "activity": "stalled", "letter": "a",
               "reason": "v2 is not ready", "level": 7, "capacity": 8, "values": ["v1 = 3", "v2"]}],
    "wires": [{"id": "load", "from": "vmem", "to": "vector", "carries": "vectors",
               "points": [{"x": 10, "y": 11}, {"x": 12, "y": 13}], "thickness": 3, "activity": "active",
               "reason": "why", "tag": "v3", "values": ["vld v3"]}]
})LW";

chips::MachineChoice choice(std::string_view name) {
    const chips::Chip& chip = chips::all().front();
    return *chip.parse(*chip.builtIn(name), Place::kNoFile);
}

// A program on the teaching machine (4 lanes, 2 sublanes; vmem.load 2 clocks, rpu 4 after a port of 2).
struct Subject {
    chips::MachineChoice machineChoice = choice("training-teaching");
    std::unique_ptr<machine::Machine> machine;

    explicit Subject(std::vector<isa::Bits> bundles) {
        MachineOptions options;
        options.uninit = UninitMode::Zero;
        machine = machineOf(std::move(bundles), *builtInConfig("training-teaching"), options);
    }
    ChipDiagram at(std::uint64_t clock) {
        machine::RunLimit limit;
        limit.clock = clock;
        machine->run(limit);
        const auto waiting = machine->onlyCore().waiting();
        const auto units = machine->onlyCore().unitCounts();
        return scene::chipDiagram(machineChoice.diagram, {.scope = scopeOf(*machine),
                                                          .now = momentOf(*machine),
                                                          .halted = machine->halted(),
                                                          .waiting = &waiting,
                                                          .units = units});
    }
};

const scene::DiagramPart& box(const ChipDiagram& picture, std::string_view id) {
    return *std::find_if(picture.boxes.begin(), picture.boxes.end(),
                         [&](const auto& b) { return b.id == id; });
}
const scene::DiagramPath& wireBetween(const ChipDiagram& picture, std::string_view id) {
    return *std::find_if(picture.wires.begin(), picture.wires.end(),
                         [&](const auto& w) { return w.id == id; });
}
// Ids of the boxes that do this, in the order of the alphabet.
std::string those(const ChipDiagram& picture, Activity activity) {
    std::set<std::string> ids;
    for (const scene::DiagramPart& part : picture.boxes)
        if (part.activity == activity) ids.insert(part.id);
    std::string out;
    for (const std::string& id : ids) out += (out.empty() ? "" : " ") + id;
    return out;
}
bool has(const std::vector<std::string>& lines, const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

bool isOnEdge(const machine::DiagramBox& b, machine::DiagramPoint p) {
    const bool inX = p.x >= b.x && p.x <= b.x + b.width, inY = p.y >= b.y && p.y <= b.y + b.height;
    return (inX && (p.y == b.y || p.y == b.y + b.height)) || (inY && (p.x == b.x || p.x == b.x + b.width));
}

// Whether a piece of a wire goes through the inside of a box.
bool crosses(const machine::DiagramBox& b, machine::DiagramPoint p, machine::DiagramPoint q) {
    return std::max(p.x, q.x) > b.x && std::min(p.x, q.x) < b.x + b.width && std::max(p.y, q.y) > b.y &&
           std::min(p.y, q.y) < b.y + b.height;
}

const isa::Bits kLoadsV1 = bits({{kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{0xffffffff}}}});
const isa::Bits kHaltBits = bits({{kS0, "halt", {}}});

} // namespace

class TestChipDiagram : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theFigureIsWellDrawn_data() {
        QTest::addColumn<int>("chip");
        QTest::addColumn<QString>("name");
        for (int chip = 0; const chips::Chip& one : chips::all()) {
            for (const std::string_view name : one.machines())
                QTest::newRow(std::string(name).c_str()) << chip << QString::fromStdString(std::string(name));
            ++chip;
        }
    }
    void theFigureIsWellDrawn() {
        QFETCH(int, chip);
        QFETCH(QString, name);
        const chips::Chip& owner = chips::all()[static_cast<std::size_t>(chip)];
        const chips::MachineChoice machine = *owner.parse(*owner.builtIn(name.toStdString()), Place::kNoFile);
        std::multiset<isa::UnitId> units;
        for (const machine::DiagramBox& one : machine.diagram.boxes)
            units.insert(one.units.begin(), one.units.end());
        for (isa::UnitId unit{}; index(unit) < owner.spec->units.size(); ++unit)
            QCOMPARE(units.count(unit), std::size_t{1});
        isWellDrawn(machine.diagram);
        // A circuit stands for itself.
        QCOMPARE(machine.surroundings.size(), std::size_t{chip == 0 ? 2u : 0u});
        for (const machine::DiagramLevel& level : machine.surroundings) {
            QVERIFY(!level.title.empty() && !level.source.empty());
            isWellDrawn(level.diagram);
            // One way in: to the level that is next, which is the core at last.
            std::string opens;
            for (const machine::DiagramBox& one : level.diagram.boxes) {
                QVERIFY(!one.note.empty());
                opens += one.opens;
            }
            QCOMPARE(opens, std::string(level.id == "board" ? "chip" : "core"));
        }
    }
    void isWellDrawn(const machine::Diagram& diagram) {
        std::set<std::string> ids;
        for (const machine::DiagramBox& one : diagram.boxes) {
            QVERIFY(ids.insert(one.id).second);
            QVERIFY(one.x >= 8 && one.y >= 8 && one.x + one.width <= diagram.width - 8 &&
                    one.y + one.height <= diagram.height - 8);
            for (const machine::DiagramBox& two : diagram.boxes)
                QVERIFY2(&one == &two || one.x + one.width < two.x || two.x + two.width < one.x ||
                             one.y + one.height < two.y || two.y + two.height < one.y,
                         (one.id + " " + two.id).c_str());
        }
        for (const machine::DiagramWire& w : diagram.wires) {
            QVERIFY(ids.insert("wire " + w.id).second);
            QVERIFY(ids.count(w.from) && ids.count(w.to) && w.points.size() >= 2);
            for (const machine::DiagramBox& b : diagram.boxes) {
                if (b.id == w.from) QVERIFY2(isOnEdge(b, w.points.front()), w.id.c_str());
                if (b.id == w.to) QVERIFY2(isOnEdge(b, w.points.back()), w.id.c_str());
                for (std::size_t i = 1; i < w.points.size(); ++i)
                    QVERIFY2(!crosses(b, w.points[i - 1], w.points[i]), (w.id + " " + b.id).c_str());
            }
            for (std::size_t i = 1; i < w.points.size(); ++i)
                QVERIFY(w.points[i].x == w.points[i - 1].x || w.points[i].y == w.points[i - 1].y);
        }
    }
    void onlyACircuitOfAnArrayHasLinks() {
        QFile file(QStringLiteral(LW_ROOT "/examples/inference/array-convolution/3x2.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const chips::Chip& inference = chips::all()[1];
        const auto array = inference.parse(file.readAll().toStdString(), Place::kNoFile);
        QVERIFY(bool(array));
        isWellDrawn(array->diagram);
        const auto hasLinks = [](const chips::MachineChoice& machine) {
            return std::ranges::count(machine.diagram.boxes, "links", &machine::DiagramBox::id) == 1;
        };
        QVERIFY(hasLinks(*array));
        for (const std::string_view name : inference.machines())
            QVERIFY(!hasLinks(*inference.parse(*inference.builtIn(name), Place::kNoFile)));
    }
    void sizesAreThoseOfTheMachine() {
        const ChipDiagram full = scene::chipDiagram(choice("training").diagram);
        QCOMPARE(box(full, "vector").size, std::string("128 x 8"));
        QCOMPARE(box(full, "vmem").size, std::string("32,768 rows, 16 MiB"));
        QCOMPARE(box(full, "mxu").size, std::string("128 x 128"));
        QCOMPARE(box(scene::chipDiagram(choice("training-teaching").diagram), "vector").size,
                 std::string("4 x 2"));
        QCOMPARE(those(full, Activity::Idle).size() > 0, true);
        QCOMPARE(those(full, Activity::Active), std::string());
    }
    void theBundleOfThisClockIsAtWork() {
        Subject subject(
            {bits({{kS0, "movi", {R{1}, N{7}}}, {kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{0xffffffff}}}}),
             kHaltBits});
        const ChipDiagram picture = subject.at(0);
        QCOMPARE(those(picture, Activity::Active), std::string("imem scalar scheduler vld vmem"));
        QCOMPARE(those(picture, Activity::Stalled), std::string());
        QCOMPARE(wireBetween(picture, "load").activity, Activity::Active);
        QCOMPARE(wireBetween(picture, "load").tag, std::string("v1"));
        QCOMPARE(wireBetween(picture, "store").activity, Activity::Idle);
        QVERIFY(has(box(picture, "vld").values, "vld: vld v1, [0]"));
        const ChipDiagram end = subject.at(machine::kForever);
        QCOMPARE(those(end, Activity::Active), std::string());
        QCOMPARE(end.issue, std::string());
    }
    void whatAPredicateForbidsDoesNothing() {
        Subject subject(
            {bits({{kS0, "cmp.eq", {R{1}, R{1}, N{1}}}}),
             bits({{kS0, "movi", {R{1}, N{7}}}, {kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{0xffffffff}}, 1}}),
             kHaltBits});
        const ChipDiagram picture = subject.at(1);
        QCOMPARE(those(picture, Activity::Active), std::string("imem scalar"));
    }
    void aStallNamesUnitRuleAndBothBundles() {
        Subject subject({kLoadsV1, bits({{kV0, "fadd", {R{2}, R{1}, R{1}}}}), kHaltBits});
        const ChipDiagram picture = subject.at(1);
        QCOMPARE(those(picture, Activity::Stalled), std::string("vector"));
        QCOMPARE(box(picture, "vector").letter, std::string("V"));
        QCOMPARE(box(picture, "vector").reason,
                 std::string("v1 is not ready before clock 2: bundle 1 waits for bundle 0"));
        QCOMPARE(picture.issue, std::string());
        QCOMPARE(wireBetween(picture, "broadcast").activity, Activity::Stalled);
        QCOMPARE(wireBetween(picture, "broadcast").reason, box(picture, "vector").reason);
        QCOMPARE(wireBetween(picture, "mxu.push").activity, Activity::Idle);
        QCOMPARE(those(subject.at(2), Activity::Active), std::string("imem scheduler vector"));
    }
    // What a fault has stopped does not wait for anything.
    void aFaultSaysThatTheMachineStopped() {
        Subject subject({kLoadsV1, bits({{kV0, "fadd", {R{2}, R{1}, R{1}}}}), kHaltBits});
        const machine::Fault fault{.kind = machine::FaultKind::Hazard,
                                   .unit = kVectorAlu,
                                   .core = {},
                                   .bundle = 1,
                                   .other = {{}, 0},
                                   .clock = 0,
                                   .text = "v1 is read too early",
                                   .advice = ""};
        const std::optional<machine::Waiting> waiting;
        const ChipDiagram picture =
            scene::chipDiagram(subject.machineChoice.diagram, {.scope = scopeOf(*subject.machine),
                                                               .now = momentOf(*subject.machine),
                                                               .waiting = &waiting,
                                                               .fault = &fault});
        QCOMPARE(those(picture, Activity::Stalled), std::string("vector"));
        QCOMPARE(box(picture, "vector").letter, std::string("!"));
        const std::string& reason = box(picture, "vector").reason;
        QVERIFY(reason.find("the machine stopped at bundle 1 by a fault") == 0);
        QVERIFY(reason.find("v1 is read too early") != reason.npos && reason.find("waits") == reason.npos);
        QCOMPARE(picture.issue, std::string());
    }
    // The core works: so do the chip and the board it is in, and nothing else of them.
    void theLevelsAroundLiveToo() {
        Subject subject({bits({{kS0, "movi", {R{1}, N{7}}}}), kHaltBits});
        const char* const kAlive[] = {"chip0", "core0"};
        for (std::size_t i = 0; i < 2; ++i) {
            const std::optional<machine::Waiting> waiting;
            const ChipDiagram picture = scene::chipDiagram(
                subject.machineChoice.surroundings[i].diagram,
                {.scope = scopeOf(*subject.machine), .now = momentOf(*subject.machine), .waiting = &waiting});
            QCOMPARE(those(picture, Activity::Active), std::string(kAlive[i]));
            QVERIFY(has(box(picture, kAlive[i]).values, "programs run here"));
        }
    }
    void olderWorkIsSeenUntilItIsDone() {
        Subject subject({kLoadsV1, bits({}), bits({{kPushSlot, "red.sum", {R{1}}}}), bits({}),
                         bits({{kPopSlot, "rpu", {R{3}}}}), kHaltBits});
        QCOMPARE(those(subject.at(2), Activity::Active), std::string("imem rpu scheduler"));
        const ChipDiagram after = subject.at(3); // an empty bundle
        QCOMPARE(those(after, Activity::Active), std::string("rpu"));
        QCOMPARE(box(after, "rpu.queue").level, std::uint64_t{1});
        QCOMPARE(box(after, "rpu.queue").capacity, std::uint64_t{16});
        const ChipDiagram waits = subject.at(4);
        QCOMPARE(those(waits, Activity::Stalled), std::string("rpu"));
        QCOMPARE(box(waits, "rpu").letter, std::string("Q"));
        const ChipDiagram pops = subject.at(8); // 2 + port 2 + 4
        QCOMPARE(those(pops, Activity::Active), std::string("imem rpu.queue scheduler"));
        QCOMPARE(wireBetween(pops, "rpu.pop").tag, std::string("v3"));
        QCOMPARE(box(subject.at(9), "rpu.queue").level, std::uint64_t{0});
    }
    void valuesAreThoseBeforeTheIssue() {
        Subject subject({bits({{kS0, "movi", {R{1}, N{7}}}, {kS1, "movi", {R{2}, N{3}}}}),
                         bits({{kS0, "st", {R{1}, N{0}, R{2}}}, {kV0, "bcast", {R{4}, S{1}}}}), kHaltBits});
        const ChipDiagram picture = subject.at(1);
        QCOMPARE(wireBetween(picture, "forward").tag, std::string("r1 = 7"));
        QCOMPARE(wireBetween(picture, "smem.store").activity, Activity::Active);
        QCOMPARE(wireBetween(picture, "smem.store").tag, std::string("r2 = 3"));
        QVERIFY(has(wireBetween(picture, "smem.store").values, "r1 = 7"));
    }
    void aPassingPictureShowsWhoCountedWork() {
        Subject subject({bits({{kS0, "movi", {R{1}, N{7}}}}), kLoadsV1, kHaltBits});
        const auto before = subject.machine->onlyCore().unitCounts();
        subject.at(2);
        const auto units = subject.machine->onlyCore().unitCounts();
        const ChipDiagram picture =
            scene::chipDiagram(subject.machineChoice.diagram, {.scope = scopeOf(*subject.machine),
                                                               .now = momentOf(*subject.machine),
                                                               .running = true,
                                                               .units = units,
                                                               .before = before});
        QCOMPARE(those(picture, Activity::Active), std::string("imem scalar scheduler vld vmem"));
    }
    void jsonHasEveryField() {
        const ChipDiagram picture{.width = 100,
                                  .height = 50,
                                  .clock = 9,
                                  .issue = "s0: halt",
                                  .boxes = {{.id = "vmem",
                                             .title = "vector memory",
                                             .size = "64 rows",
                                             .group = isa::UnitGroup::Memory,
                                             .x = 1,
                                             .y = 2,
                                             .width = 3,
                                             .height = 4,
                                             .columns = 5,
                                             .rows = 6,
                                             .activity = Activity::Stalled,
                                             .letter = "a",
                                             .reason = "v2 is not ready",
                                             .level = 7,
                                             .capacity = 8,
                                             .values = {"v1 = 3", "v2"}}},
                                  .wires = {{.id = "load",
                                             .from = "vmem",
                                             .to = "vector",
                                             .carries = "vectors",
                                             .points = {{10, 11}, {12, 13}},
                                             .thickness = 3,
                                             .activity = Activity::Active,
                                             .reason = "why",
                                             .tag = "v3",
                                             .values = {"vld v3"}}}};
        QCOMPARE(differsFromJson(picture, kDiagramJson), std::string());
    }
    void everyWordIsWritten() {
        constexpr std::string_view kGroups[] = {"scalar",  "vector", "memory",   "matrix",
                                                "permute", "unary",  "transfer", "sync"};
        constexpr std::string_view kActivities[] = {"idle", "active", "stalled"};
        for (std::size_t i = 0; i < std::size(kGroups); ++i)
            QCOMPARE(scene::nameOf(static_cast<isa::UnitGroup>(i)), kGroups[i]);
        QCOMPARE(isa::UnitGroup::Sync, static_cast<isa::UnitGroup>(std::size(kGroups) - 1));
        for (std::size_t i = 0; i < std::size(kActivities); ++i)
            QCOMPARE(scene::nameOf(static_cast<Activity>(i)), kActivities[i]);
        QCOMPARE(Activity::Stalled, static_cast<Activity>(std::size(kActivities) - 1));
    }
};

int tst_chip_diagram(int argc, char** argv) { return lw::tests::run<TestChipDiagram>(argc, argv); }
#include "tst_chip_diagram.moc"
