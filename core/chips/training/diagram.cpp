// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/diagram.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/plan.h"
#include "core/chips/training/transfer.h"
#include "core/machine/figure.h"
#include "core/machine/size_text.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace lw::training {

using isa::OpId;
using isa::UnitGroup;
using machine::boxAt;
using machine::bytesText;
using machine::counted;
using machine::Diagram;
using machine::DiagramBox;
using machine::DiagramTest;
using machine::DiagramValue;
using machine::Role;

namespace {

constexpr std::uint8_t kAnyClass = 0xff;

std::vector<OpId> opsOf(std::initializer_list<isa::UnitId> units, std::uint8_t slotClass = kAnyClass) {
    std::vector<OpId> out = machine::opsOfUnits(kIsa, units);
    if (slotClass != kAnyClass)
        std::erase_if(out, [&](OpId op) { return kInsns[op].slotClass != slotClass; });
    return out;
}

// Of the scalar slots, or of all others.
std::vector<OpId> opsOfSide(bool scalar) {
    std::vector<OpId> out;
    for (std::size_t i = 0; i < kInsns.size(); ++i)
        if ((kInsns[i].slotClass == kScalar) == scalar) out.push_back(static_cast<OpId>(i));
    return out;
}

std::vector<OpId> operator+(std::vector<OpId> a, const std::vector<OpId>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

struct Figure : machine::Figure<Layout> {
    explicit Figure(const Config& machine) : config(machine) {
        at = describe(tree, tree.root(), 0, machine, 0, 0);
    }
    // The clock of a packed time: see plan.h.
    template <typename T>
    std::string clockOf(const machine::Cells<T>& cells,
                        std::initializer_list<std::string_view> indices) const {
        return cell(cells, indices) + " >> " + number(kClockShift);
    }
    std::string placesOfQueue() const { return number(config.queueDepth + 1ull); }

    const Config& config;
};

DiagramTest portBusy(const Figure& f, PortIndex port) {
    return {f.clockOf(f.at.portFree, {number(port)}) + " > clock", ""};
}

// An extended unit works while a push takes its port and until its last result is ready.
std::vector<DiagramTest> unitBusy(const Figure& f, PortIndex port, QueueIndex queue) {
    return {portBusy(f, port),
            {f.clockOf(f.at.queueReady, {number(queue), "#"}) + " > clock", f.placesOfQueue()}};
}

// A transfer is on its way from the clock when the engine takes it to the clock when its last granule lands.
std::vector<DiagramTest> transferBusy(const Figure& f, int direction, std::optional<isa::SpaceId> space) {
    const auto word = [&](std::size_t offset) {
        return f.cell(f.at.transfers, {"#", number(offset / sizeof(std::uint64_t))});
    };
    const std::string start = word(offsetof(Transfer, startClock)),
                      granules = word(offsetof(Transfer, granules));
    std::string when = word(offsetof(Transfer, landed)) + " < " + granules + " && " + start +
                       " <= clock && clock <= " + start + " + " +
                       number(f.config.clocks(TimingKey::DmaLatency)) + " + (" + granules + " - 1) * " +
                       number(16 * f.config.dmaRate.clocks) + " / " + number(f.config.dmaRate.bytes);
    if (direction >= 0)
        when += " && " + word(offsetof(Transfer, direction)) + " == " + std::to_string(direction);
    if (space) when += " && " + word(offsetof(Transfer, otherSpace)) + " == " + number(index(*space));
    return {{std::move(when), f.cell(f.at.transferCount)}};
}
constexpr int kAny = -1;

void scalarBoxes(Figure& f) {
    DiagramBox imem = boxAt("imem", "Instructions",
                            counted(f.config.instructionBundles) + " x " + number(kIsa.bundleBits) + " bits",
                            UnitGroup::Scalar, {12, 12, 172, 46});
    imem.ops = opsOfSide(true) + opsOfSide(false);
    imem.values = {{"next bundle", "bundle"}};
    f.out.boxes.push_back(std::move(imem));

    DiagramBox scalar =
        boxAt("scalar", "Scalar processor", "32 registers, 2 ALUs", UnitGroup::Scalar, {12, 86, 172, 84});
    scalar.units = {kScalarAlu, kBranch, kCounter, kMiscUnit};
    scalar.ops = opsOfSide(true) + opsOf({kMiscUnit});
    scalar.shows = Role::ScalarRegisters;
    f.out.boxes.push_back(std::move(scalar));

    DiagramBox smem = boxAt("smem", "Scalar memory", counted(f.config.smemWords) + " words",
                            UnitGroup::Scalar, {36, 206, 148, 46});
    smem.units = {kSmemPort};
    smem.ops = opsOf({kSmemPort, kDma}); // transfers are described there
    smem.busy = transferBusy(f, kAny, kSmem);
    smem.shows = Role::ScalarMemory;
    f.out.boxes.push_back(std::move(smem));

    DiagramBox sync = boxAt("sync", "Sync flags", "32 counters", UnitGroup::Sync, {12, 290, 116, 46});
    sync.units = {kSync};
    sync.ops = opsOf({kSync});
    sync.busy = transferBusy(f, kAny, {}); // they count the granules
    for (int flag = 0; flag < kIsa.files[kF].count; ++flag)
        sync.values.push_back({"f" + std::to_string(flag), "f" + std::to_string(flag), true});
    sync.shows = Role::SyncFlags;
    f.out.boxes.push_back(std::move(sync));
}

void vectorBoxes(Figure& f) {
    DiagramBox scheduler =
        boxAt("scheduler", "Vector scheduler", "7 slots", UnitGroup::Vector, {248, 12, 200, 46});
    scheduler.ops = opsOfSide(false);
    f.out.boxes.push_back(std::move(scheduler));

    DiagramBox vector =
        boxAt("vector", "Vector processor", number(f.config.lanes) + " x " + number(f.config.sublanes),
              UnitGroup::Vector, {248, 86, 200, 84});
    vector.columns = 16; // not the number of lanes, only a sign that there are many
    vector.rows = 4;
    vector.units = {kVectorAlu};
    vector.ops = opsOf({kVectorAlu});
    vector.shows = Role::VectorRegisters;
    f.out.boxes.push_back(std::move(vector));

    DiagramBox load = boxAt("vld", "Load", "", UnitGroup::Memory, {248, 208, 92, 32});
    load.units = {kLoadPort};
    load.ops = opsOf({kLoadPort});
    load.shows = Role::VectorRegisters; // what it fills
    f.out.boxes.push_back(std::move(load));

    DiagramBox store = boxAt("vst", "Store", "", UnitGroup::Memory, {356, 208, 92, 32});
    store.units = {kStorePort};
    store.ops = opsOf({kStorePort});
    store.shows = Role::VectorMemory; // what it fills
    f.out.boxes.push_back(std::move(store));

    DiagramBox vmem =
        boxAt("vmem", "Vector memory",
              counted(f.config.vmemRows) + " rows, " + bytesText(4ull * f.config.vmemRows * f.config.lanes),
              UnitGroup::Memory, {248, 278, 200, 50});
    vmem.ops = opsOf({kLoadPort, kStorePort});
    vmem.busy = transferBusy(f, kAny, kVmem);
    vmem.shows = Role::VectorMemory;
    f.out.boxes.push_back(std::move(vmem));
}

void coreWires(Figure& f) {
    const std::vector<OpId> vectors = opsOfSide(false), load = opsOf({kLoadPort}),
                            store = opsOf({kStorePort});
    f.out.wires.insert(
        f.out.wires.end(),
        {{"fetch", "imem", "scalar", "a bundle", {{98, 58}, {98, 86}}, 2, opsOfSide(true) + vectors},
         {"smem.load", "smem", "scalar", "a word", {{124, 206}, {124, 170}}, 1, {op(kScalar, "ld")}},
         {"smem.store", "scalar", "smem", "a word", {{150, 170}, {150, 206}}, 1, {op(kScalar, "st")}},
         {"flag", "sync", "scalar", "a flag", {{24, 290}, {24, 170}}, 1, opsOf({kSync})},
         {"slots",
          "scalar",
          "scheduler",
          "the vector slots",
          {{184, 100}, {216, 100}, {216, 35}, {248, 35}},
          2,
          vectors},
         {"broadcast", "scheduler", "vector", "instructions", {{348, 58}, {348, 86}}, 2, vectors},
         {"forward", "scalar", "vector", "up to 3 scalar registers", {{184, 122}, {248, 122}}, 1, {}, true},
         {"v2s", "vector", "scalar", "a word, slowly", {{248, 142}, {184, 142}}, 1, {op(kMisc, "v2s")}},
         {"load", "vld", "vector", "a register", {{294, 208}, {294, 170}}, 3, load},
         {"load.rows", "vmem", "vld", "rows", {{294, 278}, {294, 240}}, 3, load},
         {"store", "vector", "vst", "a register", {{402, 170}, {402, 208}}, 3, store},
         {"store.rows", "vst", "vmem", "rows", {{402, 240}, {402, 278}}, 3, store},
         {"rng",
          "rng",
          "vector",
          "a register",
          {{592, 35}, {462, 35}, {462, 94}, {448, 94}},
          3,
          {op(kVector, "rng")}}});
}

// A unit with its queue to the left of it, the pushes above the queue.
struct ExtendedUnit {
    isa::UnitId unit;
    QueueIndex queue;
    PortIndex port;
    const char* title;
    std::string size;
    UnitGroup group;
    std::int32_t y, height, side;
    std::vector<DiagramValue> values;
    Role shows;
};

void extendedUnit(Figure& f, ExtendedUnit u) {
    const std::string id(kIsa.units[index(u.unit)].name), place = number(u.queue);
    const std::string pushed = f.cell(f.at.queueTail, {place}), popped = f.cell(f.at.queueHead, {place});
    const std::vector<OpId> push = opsOf({u.unit}, u.unit == kEup ? kVector : kPush);
    const std::vector<OpId> pop = opsOf({u.unit}, kPop);
    const std::int32_t low = u.y + u.height - 16;
    DiagramBox unit = boxAt(id.c_str(), u.title, std::move(u.size), u.group, {592, u.y, 164, u.height});
    unit.columns = unit.rows = u.side;
    unit.units = {u.unit};
    unit.ops = push + opsOf({u.unit}, kMisc);
    unit.busy = unitBusy(f, u.port, u.queue);
    if (u.unit == kMxu) unit.busy.push_back(portBusy(f, kWeightPort));
    unit.values = std::move(u.values);
    unit.shows = u.shows;
    f.out.boxes.push_back(std::move(unit));

    DiagramBox queue = boxAt((id + ".queue").c_str(), "", "", UnitGroup::Sync, {512, low - 10, 56, 20});
    queue.ops = pop;
    queue.level = pushed + " - " + popped;
    queue.capacity = f.config.queueDepth;
    queue.values = {{"results promised so far", pushed}, {"popped so far", popped}};
    queue.shows = Role::Queue;
    f.out.boxes.push_back(std::move(queue));

    const std::string ready = f.clockOf(f.at.queueReady, {place, "#"}) + " == clock && clock > 0";
    f.out.wires.insert(f.out.wires.end(), {{id + ".push",
                                            "vector",
                                            id,
                                            "a register",
                                            {{448, 106}, {476, 106}, {476, u.y + 12}, {592, u.y + 12}},
                                            3,
                                            push},
                                           {id + ".result",
                                            id,
                                            id + ".queue",
                                            "a result",
                                            {{592, low}, {568, low}},
                                            3,
                                            {},
                                            false,
                                            {{ready, f.placesOfQueue()}}},
                                           {id + ".pop",
                                            id + ".queue",
                                            "vector",
                                            "a result",
                                            {{512, low}, {494, low}, {494, 150}, {448, 150}},
                                            3,
                                            pop}});
}

void extendedUnits(Figure& f) {
    DiagramBox random = boxAt("rng", "Random numbers", "Philox4x32-10", UnitGroup::Unary, {592, 12, 164, 46});
    random.units = {kRandom};
    random.ops = opsOf({kRandom});
    random.busy = {portBusy(f, kRandomPort)};
    random.values = {{"registers drawn", f.cell(f.at.randomDraw)}};
    random.shows = Role::Random;
    f.out.boxes.push_back(std::move(random));

    const std::string square = number(f.config.lanes) + " x " + number(f.config.lanes);
    const std::vector<DiagramValue> weights{{"weight rows in the shadow", f.cell(f.at.shadowRows)},
                                            {"weights active", f.cell(f.at.weightsActive)}};
    extendedUnit(f, {kEup,
                     kEupQueue,
                     kEupPort,
                     "Unary pipeline",
                     "1 / x, roots, exp, tanh",
                     UnitGroup::Unary,
                     76,
                     54,
                     0,
                     {},
                     Role::Queue});
    extendedUnit(f, {kMxu, kMxuQueue, kMxuPort, "Matrix unit", square, UnitGroup::Matrix, 146, 104, 8,
                     weights, Role::WeightTile});
    extendedUnit(f, {kXpose,
                     kXposeQueue,
                     kXposePort,
                     "Transpose unit",
                     square,
                     UnitGroup::Permute,
                     266,
                     54,
                     0,
                     {{"pushes collected", f.cell(f.at.squareRows)}},
                     Role::Queue});
    extendedUnit(f, {kRpu,
                     kRpuQueue,
                     kRpuPort,
                     "Reduce, permute",
                     "along lanes",
                     UnitGroup::Permute,
                     336,
                     54,
                     0,
                     {{"rotation", f.cell(f.at.rotate)}},
                     Role::Queue});
}

void farMemory(Figure& f) {
    DiagramBox dma = boxAt("dma", "DMA engine", "in and out", UnitGroup::Transfer, {248, 368, 200, 48});
    dma.units = {kDma};
    dma.ops = opsOf({kDma});
    dma.busy = transferBusy(f, kAny, {});
    dma.values = {{"transfers not yet waited for", f.cell(f.at.transferCount)}};
    f.out.boxes.push_back(std::move(dma));

    DiagramBox hbm =
        boxAt("hbm", "High bandwidth memory", bytesText(f.config.hbmBytes) + " in granules of 16 bytes",
              UnitGroup::Transfer, {12, 452, 744, 46});
    hbm.busy = transferBusy(f, kAny, {});
    hbm.shows = Role::HighBandwidthMemory;
    f.out.boxes.push_back(std::move(hbm));

    f.out.wires.push_back({"dma.start",
                           "scalar",
                           "dma",
                           "the address of a descriptor in scalar memory",
                           {{184, 160}, {216, 160}, {216, 350}, {264, 350}, {264, 368}},
                           1,
                           opsOf({kDma})});
    struct Way {
        const char *id, *from, *to;
        std::vector<machine::DiagramPoint> points;
        int direction;
        std::optional<isa::SpaceId> space{};
    };
    const Way kWays[] = {
        {"hbm.out", "hbm", "dma", {{320, 452}, {320, 416}}, kIn},
        {"hbm.in", "dma", "hbm", {{376, 416}, {376, 452}}, kOut},
        {"vmem.in", "dma", "vmem", {{320, 368}, {320, 328}}, kIn, kVmem},
        {"vmem.out", "vmem", "dma", {{376, 328}, {376, 368}}, kOut, kVmem},
        {"smem.in", "dma", "smem", {{248, 392}, {148, 392}, {148, 252}}, kIn, kSmem},
        {"smem.out", "smem", "dma", {{168, 252}, {168, 378}, {248, 378}}, kOut, kSmem},
        {"count", "dma", "sync", {{248, 406}, {70, 406}, {70, 336}}, kAny},
    };
    for (const Way& way : kWays) {
        const bool counts = way.direction == kAny;
        f.out.wires.push_back({way.id,
                               way.from,
                               way.to,
                               counts ? "granules landed" : "granules",
                               way.points,
                               static_cast<std::uint8_t>(counts ? 1 : 2),
                               {},
                               false,
                               transferBusy(f, way.direction, way.space)});
    }
}

} // namespace

machine::Diagram diagramOf(const Config& config) {
    Figure figure(config);
    figure.out.width = 768;
    figure.out.height = 510;
    scalarBoxes(figure);
    vectorBoxes(figure);
    coreWires(figure);
    extendedUnits(figure);
    farMemory(figure);
    return std::move(figure.out);
}

} // namespace lw::training
