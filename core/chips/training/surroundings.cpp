// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/surroundings.h"

#include "core/chips/training/isa.h"

#include <string>
#include <utility>

namespace lw::training {

using isa::UnitGroup;
using machine::Diagram;
using machine::DiagramBox;
using machine::DiagramLevel;
using machine::DiagramPoint;
using machine::DiagramWire;

namespace {

constexpr const char* kElsewhere = "described by US 2018/0336456; programs run on compute core 0 of chip 0";

struct Area {
    std::int32_t x, y, width, height;
};

DiagramBox part(std::string id, std::string title, std::string size, UnitGroup group, Area at) {
    return {.id = std::move(id),
            .title = std::move(title),
            .size = std::move(size),
            .group = group,
            .x = at.x,
            .y = at.y,
            .width = at.width,
            .height = at.height,
            .note = kElsewhere};
}

// The part that contains the emulated core: at work when the core is.
DiagramBox alive(DiagramBox box, std::string opens) {
    for (isa::UnitId unit{}; index(unit) < kIsa.units.size(); ++unit) box.units.push_back(unit);
    for (std::size_t op = 0; op < kInsns.size(); ++op) box.ops.push_back(static_cast<isa::OpId>(op));
    box.opens = std::move(opens);
    box.note = "programs run here";
    return box;
}

DiagramWire wire(std::string id, std::string from, std::string to, std::string carries,
                 std::vector<DiagramPoint> points, std::uint8_t thickness) {
    return {.id = std::move(id),
            .from = std::move(from),
            .to = std::move(to),
            .carries = std::move(carries),
            .points = std::move(points),
            .thickness = thickness};
}

// There and back, slightly apart: an arrow has one direction.
void link(Diagram& out, const std::string& a, const std::string& b, const std::string& carries,
          DiagramPoint from, DiagramPoint to) {
    const bool isFlat = from.y == to.y;
    const auto moved = [isFlat](DiagramPoint p, std::int32_t by) {
        return isFlat ? DiagramPoint{p.x, p.y + by} : DiagramPoint{p.x + by, p.y};
    };
    out.wires.push_back(wire(a + "." + b, a, b, carries, {moved(from, -10), moved(to, -10)}, 2));
    out.wires.push_back(wire(b + "." + a, b, a, carries, {moved(to, 10), moved(from, 10)}, 2));
}

// Figure 1: four chips in a ring, each with two processors.
Diagram board() {
    Diagram out;
    out.width = 560;
    out.height = 380;
    const Area kPlaces[] = {
        {32, 32, 180, 110}, {348, 32, 180, 110}, {348, 238, 180, 110}, {32, 238, 180, 110}};
    for (int chip = 0; chip < 4; ++chip) {
        const std::string id = "chip" + std::to_string(chip);
        DiagramBox box =
            part(id, "Chip " + std::to_string(chip), "2 processors", UnitGroup::Vector, kPlaces[chip]);
        out.boxes.push_back(chip == 0 ? alive(std::move(box), "chip") : std::move(box));
    }
    const char* const kLink = "what chips send each other, over an inter-chip network link";
    link(out, "chip0", "chip1", kLink, {212, 87}, {348, 87});
    link(out, "chip1", "chip2", kLink, {438, 142}, {438, 238});
    link(out, "chip2", "chip3", kLink, {348, 293}, {212, 293});
    link(out, "chip3", "chip0", kLink, {122, 238}, {122, 142});
    return out;
}

// Figures 2 and 4: two processors of two cores each, and the area they share.
Diagram chip(const Config& config) {
    Diagram out;
    out.width = 640;
    out.height = 440;
    const std::string array = std::to_string(config.lanes) + " x " + std::to_string(config.sublanes);
    out.boxes.push_back(alive(
        part("core0", "Compute core 0", array + ", VLIW", UnitGroup::Vector, {32, 24, 250, 90}), "core"));
    out.boxes.push_back(
        part("core1", "Compute core 1", array + ", VLIW", UnitGroup::Vector, {358, 24, 250, 90}));
    out.boxes.push_back(
        part("sparse0", "Sparse core 0", "embedding layers", UnitGroup::Memory, {32, 156, 250, 56}));
    out.boxes.push_back(
        part("sparse1", "Sparse core 1", "embedding layers", UnitGroup::Memory, {358, 156, 250, 56}));
    out.boxes.push_back(
        part("host", "Host interface", "training data, results", UnitGroup::Sync, {32, 262, 176, 56}));
    out.boxes.push_back(part("links", "Interconnect", "to other chips and the host", UnitGroup::Transfer,
                             {250, 262, 358, 56}));
    DiagramBox hbm = part("hbm", "High bandwidth memory", "stacks beside the shared area",
                          UnitGroup::Transfer, {32, 368, 576, 48});
    hbm.note = "the part of compute core 0 is emulated; stacks described by US 2018/0336456";
    hbm.shows = machine::Role::HighBandwidthMemory;
    out.boxes.push_back(std::move(hbm));
    link(out, "core0", "core1", "what processors of a chip send each other", {282, 69}, {358, 69});
    link(out, "core0", "sparse0", "sparse operands", {157, 114}, {157, 156});
    link(out, "core1", "sparse1", "sparse operands", {483, 114}, {483, 156});
    link(out, "sparse0", "host", "what the cores and the host exchange", {120, 212}, {120, 262});
    link(out, "sparse1", "links", "what the cores and other chips exchange", {483, 212}, {483, 262});
    link(out, "host", "links", "what the host and other chips exchange", {208, 290}, {250, 290});
    link(out, "host", "hbm", "training data", {120, 318}, {120, 368});
    link(out, "links", "hbm", "granules", {429, 318}, {429, 368});
    return out;
}

} // namespace

std::vector<DiagramLevel> surroundingsOf(const Config& config) {
    return {{"board", "Board", "US 2018/0336456, figure 1: four chips in a ring; programs run on chip 0",
             board()},
            {"chip", "Chip",
             "US 2018/0336456, figures 2 and 4: two processors; programs run on compute core 0",
             chip(config)}};
}

} // namespace lw::training
