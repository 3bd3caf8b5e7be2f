// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"

#include "core/project/load_program.h"
#include "core/scene/board_diagram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <set>
#include <string>

using namespace lw;
using scene::Activity;
using scene::ChipDiagram;
using scene::DiagramPath;

namespace {

const std::string kExamples = LW_ROOT "/examples/";

// A workload on its machine, and the board at a clock.
struct Run {
    project::LoadedProgram loaded;
    std::unique_ptr<machine::Machine> machine;

    explicit Run(const std::string& file, const std::string& machineFile = {}) {
        source::DiskLoader loader;
        source::Files files{loader};
        auto answer = project::loadProgram({kExamples + file, machineFile, {}, {}, true}, files);
        if (!answer.loaded) qFatal("the example cannot be loaded");
        loaded = *std::move(answer.loaded);
        auto made = loaded.createMachine({});
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        machine = *std::move(made);
    }
    // The first core from the inside.
    ChipDiagram firstAt(std::uint64_t clock) {
        machine->run({.clock = clock});
        const auto waiting = machine->core({0}).waiting();
        return scene::chipDiagram(loaded.machine.diagram, {.scope = scopeOf(*machine, {0}),
                                                           .now = momentOf(*machine, {0}),
                                                           .halted = machine->core({0}).halted(),
                                                           .waiting = &waiting});
    }
    ChipDiagram at(std::uint64_t clock) {
        machine->run({.clock = clock});
        std::vector<std::optional<machine::Waiting>> waiting;
        for (const machine::Core* core : machine->cores()) waiting.push_back(core->waiting());
        std::vector<scene::DiagramMoment> moments;
        std::vector<machine::Shipment> shipments;
        for (const machine::Core* core : machine->cores()) {
            moments.push_back({.scope = scopeOf(*machine, core->id()),
                               .now = momentOf(*machine, core->id()),
                               .halted = core->halted(),
                               .waiting = &waiting[core->id().index]});
            const auto sent = loaded.chip->shipments(moments.back().scope, moments.back().now);
            shipments.insert(shipments.end(), sent.begin(), sent.end());
        }
        return scene::boardDiagram({moments, loaded.machine.way, shipments});
    }
};

std::string idsOf(const ChipDiagram& picture) {
    std::set<std::string> ids;
    for (const DiagramPath& wire : picture.wires) ids.insert(wire.id);
    std::string out;
    for (const std::string& id : ids) out += (out.empty() ? "" : " ") + id;
    return out;
}
const DiagramPath& wire(const ChipDiagram& picture, std::string_view id) {
    return *std::ranges::find(picture.wires, id, &DiagramPath::id);
}

// Boxes lie apart on the paper; wires are of level and upright pieces, from edge to edge.
void isWellDrawn(const ChipDiagram& picture) {
    const auto isOnEdge = [](const scene::DiagramPart& b, machine::DiagramPoint p) {
        const bool inX = p.x >= b.x && p.x <= b.x + b.width, inY = p.y >= b.y && p.y <= b.y + b.height;
        return (inX && (p.y == b.y || p.y == b.y + b.height)) ||
               (inY && (p.x == b.x || p.x == b.x + b.width));
    };
    const auto box = [&](const std::string& id) {
        return *std::ranges::find(picture.boxes, id, &scene::DiagramPart::id);
    };
    for (const scene::DiagramPart& a : picture.boxes) {
        QVERIFY(a.x > 0 && a.y > 0 && a.x + a.width < picture.width && a.y + a.height < picture.height);
        for (const scene::DiagramPart& b : picture.boxes)
            QVERIFY(a.id == b.id || a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y ||
                    b.y + b.height < a.y);
    }
    for (const DiagramPath& one : picture.wires) {
        QVERIFY2(isOnEdge(box(one.from), one.points.front()), one.id.c_str());
        QVERIFY2(isOnEdge(box(one.to), one.points.back()), one.id.c_str());
        QVERIFY(one.isLink && !one.carries.empty());
        for (std::size_t i = 1; i < one.points.size(); ++i) {
            const machine::DiagramPoint p = one.points[i - 1], q = one.points[i];
            QVERIFY2((p.x == q.x) != (p.y == q.y), one.id.c_str());
            for (const scene::DiagramPart& b : picture.boxes)
                QVERIFY2(std::max(p.x, q.x) <= b.x || std::min(p.x, q.x) >= b.x + b.width ||
                             std::max(p.y, q.y) <= b.y || std::min(p.y, q.y) >= b.y + b.height,
                         one.id.c_str());
        }
    }
}

} // namespace

class TestBoardDiagram : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void anArrayStandsAsItIsLinked() {
        Run run("inference/array-convolution/3x2.lww");
        const ChipDiagram picture = run.at(0);
        isWellDrawn(picture);
        QCOMPARE(picture.boxes.size(), std::size_t{6});
        QCOMPARE(picture.boxes[3].id, std::string("c3"));
        QCOMPARE(picture.boxes[3].title, std::string("c3 (c1_1)"));
        QCOMPARE(picture.boxes[2].x, picture.boxes[0].x);
        QCOMPARE(picture.boxes[1].y, picture.boxes[0].y);
        QCOMPARE(idsOf(picture), std::string("c0.c1 c0.c2 c1.c0 c1.c3 c2.c0 c2.c3 c2.c4 c3.c1 c3.c2 c3.c5 "
                                             "c4.c2 c4.c5 c5.c3 c5.c4"));
        QCOMPARE(wire(picture, "c0.c1").carries, std::string("at most 4 B per clock, latency 6"));
        for (const DiagramPath& one : picture.wires) QVERIFY(one.activity == Activity::Idle);
    }
    // In the corner at the top left: to the east 4 pixels with 4 channels, to the south a row of 8.
    void linksAreSeenFromTheInside() {
        Run run("inference/array-convolution/3x2.lww");
        std::set<std::string> seen;
        for (std::uint64_t clock = 0; !run.machine->halted(); ++clock) {
            const ChipDiagram picture = run.firstAt(clock);
            if (wire(picture, "links.out").activity == Activity::Active) seen.insert("sends");
            const DiagramPath& signals = wire(picture, "signals");
            if (signals.activity == Activity::Active) seen.insert("waited");
            if (signals.activity != Activity::Stalled) continue;
            QVERIFY2(signals.reason.starts_with("signal "), signals.reason.c_str());
            seen.insert("waits");
        }
        QCOMPARE(seen, (std::set<std::string>{"sends", "waited", "waits"}));
        const ChipDiagram end = run.firstAt(run.machine->clock());
        const auto links = std::ranges::find(end.boxes, "links", &scene::DiagramPart::id);
        QCOMPARE(links->activity, Activity::Idle);
        QCOMPARE(links->values,
                 (std::vector<std::string>{"bytes sent to the east: 16", "bytes sent to the south: 32",
                                           "signal 0 has come: 1", "signal 3 has come: 1"}));
    }
    // A column of 4 pixels with 4 channels, then a row that is as long as it has become.
    void whatIsOnALinkIsSeenWhileItIs() {
        Run run("inference/array-convolution/3x2.lww");
        std::set<std::string> east, south;
        for (std::uint64_t clock = 0; !run.machine->halted(); ++clock) {
            const ChipDiagram picture = run.at(clock);
            for (const auto& [id, seen] : {std::pair("c0.c1", &east), std::pair("c0.c2", &south)}) {
                const DiagramPath& link = wire(picture, id);
                QCOMPARE(link.activity == Activity::Active, !link.tag.empty());
                if (!link.tag.empty()) seen->insert(link.tag + ", " + link.values.front());
            }
        }
        QCOMPARE(east.size(), std::size_t{1});
        QVERIFY2(east.begin()->starts_with("16 B, c0 to c1: 16 B of bundle "), east.begin()->c_str());
        QCOMPARE(south.size(), std::size_t{1});
        QVERIFY2(south.begin()->starts_with("32 B, c0 to c2: 32 B of bundle "), south.begin()->c_str());
        for (const DiagramPath& one : run.at(run.machine->clock()).wires)
            QVERIFY(one.activity == Activity::Idle);
    }
    // It is told by the sender until it begins to arrive, then by the receiver: no gap, and never twice.
    void aBallFliesBetweenTwoCores() {
        Run run("training/ping-pong/ping-pong.lww");
        isWellDrawn(run.at(0));
        QCOMPARE(idsOf(run.at(0)), std::string("c0.c1 c1.c0"));
        std::vector<std::string> tags; // of the way from c0, as they change
        for (std::uint64_t clock = 0; !run.machine->halted(); ++clock) {
            const std::string tag = wire(run.at(clock), "c0.c1").tag;
            if (tags.empty() || tags.back() != tag) tags.push_back(tag);
        }
        const std::vector<std::string> throws{"32 B", "16 B", ""};
        QCOMPARE(tags.size(), 1 + 8 * throws.size());
        for (std::size_t i = 1; i < tags.size(); ++i) QCOMPARE(tags[i], throws[(i - 1) % throws.size()]);
    }
    void manyCoresSendOverABar() {
        QFile two(QStringLiteral(LW_ROOT "/examples/training/shared-product/pair.json"));
        QTemporaryDir folder;
        QFile five(folder.filePath(QStringLiteral("five.json")));
        QVERIFY(two.open(QIODevice::ReadOnly) && five.open(QIODevice::WriteOnly));
        five.write(two.readAll().replace("\"count\": 2", "\"count\": 5"));
        five.close();
        Run run("training/shared-product/product.lw", five.fileName().toStdString());
        const ChipDiagram picture = run.at(0);
        isWellDrawn(picture);
        QCOMPARE(picture.boxes.size(), std::size_t{6});
        QCOMPARE(picture.boxes.back().id, std::string("ways"));
        QCOMPARE(idsOf(picture),
                 std::string("c0.ways c1.ways c2.ways c3.ways c4.ways ways.c0 ways.c1 ways.c2 "
                             "ways.c3 ways.c4"));
        bool isSeen = false;
        for (std::uint64_t clock = 0; clock < 200 && !isSeen; ++clock) {
            const ChipDiagram later = run.at(clock);
            isSeen = wire(later, "ways.c1").activity == Activity::Active;
            if (!isSeen) continue;
            QVERIFY(wire(later, "c0.ways").activity == Activity::Active);
            QVERIFY(!wire(later, "c0.ways").tag.empty());
            QVERIFY(later.boxes.back().activity == Activity::Active);
            QVERIFY(wire(later, "ways.c3").activity == Activity::Idle);
        }
        QVERIFY(isSeen);
    }
    void jsonSaysThatAWireIsALink() {
        Run run("training/ping-pong/ping-pong.lww");
        const auto json = test::jsonRead(run.at(0));
        QVERIFY(json["wires"][0]["isLink"].get<bool>());
    }
};

int tst_board_diagram(int argc, char** argv) { return lw::tests::run<TestBoardDiagram>(argc, argv); }
#include "tst_board_diagram.moc"
