// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/board_diagram.h"

#include "core/machine/size_text.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lw::scene {

using machine::bytesText;
using machine::DiagramPoint;
using machine::Shipment;

namespace {

constexpr std::int32_t kWidth = 190, kHeight = 84, kEdge = 24;
constexpr std::int32_t kGap = 28;                    // between cores without links
constexpr std::int32_t kAside = 104, kBelow = 76;    // ... with links: room for their labels
constexpr std::int32_t kApart = 14, kFarApart = 40;  // the two directions from their middle
constexpr std::int32_t kTrunk = 26, kBarHeight = 44; // of wires from a core to the bar, and the bar's

// A drawing of cores in the making.
class Board {
  public:
    explicit Board(const BoardMoment& moment) : m_moment(moment) {
        const machine::CoreNames& names = moment.cores.front().scope.names;
        const auto count = static_cast<std::int32_t>(moment.cores.size());
        m_isLinked = moment.way && (names.columns != 0 || count == 2);
        m_columns = static_cast<std::int32_t>(names.columns);
        // As close to a square as they allow, the first row full.
        if (m_columns == 0)
            while (m_columns * m_columns < count) ++m_columns;
    }
    ChipDiagram made() {
        placeCores();
        if (m_isLinked)
            addLinks();
        else if (m_moment.way)
            addBar();
        return std::move(m_out);
    }

  private:
    std::int32_t count() const { return static_cast<std::int32_t>(m_moment.cores.size()); }
    // A copy, since boxes are added.
    DiagramPart core(std::int32_t index) const { return m_out.boxes[static_cast<std::size_t>(index)]; }
    void placeCores();
    void addLinks();
    void addLink(std::int32_t from, std::int32_t to, DiagramPoint begin, DiagramPoint end);
    void addBar();
    void addWire(const std::string& from, const std::string& to, std::vector<DiagramPoint> points,
                 const std::vector<Shipment>& carried);
    std::vector<Shipment> shipments(std::optional<std::int32_t> from, std::optional<std::int32_t> to) const;
    std::string wayText() const;

    const BoardMoment& m_moment;
    std::int32_t m_columns = 1;
    bool m_isLinked = false; // each core to its neighbours
    ChipDiagram m_out;
};

void Board::placeCores() {
    const std::int32_t aside = m_moment.way ? kAside : kGap, below = m_isLinked ? kBelow : kGap;
    const std::int32_t edge = m_moment.way && !m_isLinked ? kAside / 2 : kEdge;
    for (const DiagramMoment& moment : m_moment.cores) {
        const auto place = static_cast<std::int32_t>(m_out.boxes.size());
        DiagramPart box = coreBox(moment);
        box.x = edge + place % m_columns * (kWidth + aside);
        box.y = kEdge + place / m_columns * (kHeight + below);
        box.width = kWidth;
        box.height = kHeight;
        m_out.width = std::max(m_out.width, box.x + kWidth + edge);
        m_out.height = std::max(m_out.height, box.y + kHeight + kEdge);
        m_out.clock = moment.now.clock;
        m_out.boxes.push_back(std::move(box));
    }
}

std::vector<Shipment> Board::shipments(std::optional<std::int32_t> from,
                                       std::optional<std::int32_t> to) const {
    std::vector<Shipment> out;
    for (const Shipment& one : m_moment.shipments)
        if ((!from || *from == one.from.index) && (!to || *to == one.to.index)) out.push_back(one);
    return out;
}

std::string Board::wayText() const {
    const machine::Way& way = m_moment.way;
    const std::string clocks =
        way.rate.clocks == 1 ? " per clock" : " in " + machine::counted(way.rate.clocks) + " clocks";
    return "at most " + bytesText(way.rate.bytes) + clocks + ", latency " + machine::counted(way.latency);
}

void Board::addWire(const std::string& from, const std::string& to, std::vector<DiagramPoint> points,
                    const std::vector<Shipment>& carried) {
    DiagramPath wire;
    wire.id = from + "." + to;
    wire.from = from;
    wire.to = to;
    wire.carries = wayText();
    wire.points = std::move(points);
    wire.thickness = 2;
    wire.isLink = true;
    std::uint64_t bytes = 0;
    for (const Shipment& one : carried) {
        bytes += one.bytes;
        wire.values.push_back(core(one.from.index).id + " to " + core(one.to.index).id + ": " +
                              (one.bytes == 0 ? "a signal" : bytesText(one.bytes)) + " of bundle " +
                              std::to_string(one.bundle));
    }
    if (!carried.empty()) {
        wire.activity = Activity::Active;
        wire.tag = bytes == 0 ? "signal" : bytesText(bytes);
    }
    m_out.wires.push_back(std::move(wire));
}

void Board::addLink(std::int32_t from, std::int32_t to, DiagramPoint begin, DiagramPoint end) {
    addWire(core(from).id, core(to).id, {begin, end}, shipments(from, to));
}

// Between neighbours; links to the east and south are drawn above and to the right of those coming back.
void Board::addLinks() {
    for (std::int32_t i = 0; i < count(); ++i) {
        const DiagramPart box = core(i);
        const std::int32_t right = box.x + kWidth, bottom = box.y + kHeight;
        const std::int32_t middleX = box.x + kWidth / 2, middleY = box.y + kHeight / 2;
        if ((i + 1) % m_columns != 0) {
            const std::int32_t east = right + kAside;
            addLink(i, i + 1, {right, middleY - kApart}, {east, middleY - kApart});
            addLink(i + 1, i, {east, middleY + kApart}, {right, middleY + kApart});
        }
        if (i + m_columns < count()) {
            const std::int32_t south = bottom + kBelow;
            addLink(i, i + m_columns, {middleX + kFarApart, bottom}, {middleX + kFarApart, south});
            addLink(i + m_columns, i, {middleX - kFarApart, south}, {middleX - kFarApart, bottom});
        }
    }
}

// Below all cores. The cores of a column share one trunk to the bar and one from it, to their right.
void Board::addBar() {
    const std::string bar = "ways";
    const std::int32_t top = m_out.height - kEdge + kGap, width = m_out.width - 2 * kEdge;
    for (std::int32_t i = 0; i < count(); ++i) {
        const DiagramPart box = core(i);
        const std::int32_t right = box.x + kWidth, y = box.y + kHeight / 2;
        const std::int32_t out = right + kTrunk, in = box.x - kTrunk;
        addWire(box.id, bar, {{right, y}, {out, y}, {out, top}}, shipments(i, {}));
        addWire(bar, box.id, {{in, top}, {in, y}, {box.x, y}}, shipments({}, i));
        m_out.wires.back().tag.clear(); // the sender says it
    }
    DiagramPart box;
    box.id = bar;
    box.title = "Ways";
    box.size = wayText();
    box.group = isa::UnitGroup::Transfer;
    box.x = kEdge;
    box.y = top;
    box.width = width;
    box.height = kBarHeight;
    if (!m_moment.shipments.empty()) box.activity = Activity::Active;
    m_out.height = top + kBarHeight + kEdge;
    m_out.boxes.push_back(std::move(box));
}

} // namespace

ChipDiagram boardDiagram(const BoardMoment& board) { return Board(board).made(); }

} // namespace lw::scene
