// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/time_view.h"

#include "core/machine/session.h"
#include "core/scene/tiling/tile_lanes.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/tiling/tiling_words.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>

namespace lw::tiling {

using paint::LanePlace;
using scene::LaneBar;
using scene::LaneGroup;
using scene::tiling::TileBar;
using session::counted;

TimeView::TimeView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(context, desk,
                 tr("When each circuit has which tile, what comes from the host and goes to it, and what "
                    "circuits send each other."),
                 parent)
    , m_canvas(new paint::LanesCanvas(context.theme, body()))
    , m_message(new theme::WrappedLabel(2, body()))
    , m_run(new QPushButton(body())) {
    m_canvas->setAccessibleName(tr("Tiles over time"));
    m_canvas->setTips([this](const LanePlace& place) { return textOf(place); });
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Tiles over time as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_run, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_run, &QPushButton::clicked, this, [&desk] {
        if (desk.facts() && desk.facts()->isRunning)
            desk.cancel();
        else
            desk.run();
    });
    connect(m_canvas, &paint::LanesCanvas::picked, this, &TimeView::travelTo);
    connect(m_canvas, &paint::LanesCanvas::selectedChanged, this, &TimeView::say);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { m_canvas->select(m_table.placeOf(number)); });
    connect(&desk, &TilingDesk::factsChanged, this, &TimeView::takeFacts);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    takeFacts();
}

// ---- what is shown

void TimeView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    showBody(facts != nullptr);
    const LanesPtr lanes = facts ? facts->times : nullptr;
    m_run->setText(facts && facts->isRunning ? tr("Stop") : tr("Run All Tiles"));
    m_run->setEnabled(facts && facts->picture);
    if (lanes != m_lanes) {
        m_lanes = lanes;
        m_canvas->setLanes(lanes);
        showTable();
    }
    takeFrame(viewContext().frame());
}

bool TimeView::isInDebugger() const {
    const session::FramePtr& frame = viewContext().frame();
    return frame && !desk().program().isEmpty() && frame->loaded->all.path == desk().program();
}

void TimeView::takeFrame(const session::FramePtr& frame) {
    if (isInDebugger())
        m_canvas->setNow(frame->clock, frame->core().index);
    else
        m_canvas->setNow({}, {});
    say();
}

// About the selected bar; otherwise about what there is to see.
void TimeView::say() {
    const FactsPtr& facts = desk().facts();
    if (!facts) return;
    if (m_canvas->selected() && m_lanes) return m_message->setText(textOf(*m_canvas->selected()));
    if (!m_lanes) return m_message->setText(textWithoutTimes(*facts));
    if (isInDebugger())
        return m_message->setText(tr("At clock %1 of %2: %3 of %4 tiles done. Click a clock to go there.")
                                      .arg(counted(viewContext().frame()->clock), counted(m_lanes->end),
                                           counted(facts->progress.tiles), counted(facts->plan.tiles())));
    std::uint64_t busy = 0;
    for (const LaneGroup& group : m_lanes->groups) busy += m_lanes->lanes[group.first].busy();
    const std::uint64_t clocks = m_lanes->end * m_lanes->groups.size();
    const double share = clocks != 0 ? 100 * static_cast<double>(busy) / static_cast<double>(clocks) : 0;
    m_message->setText(
        tr("%1 of %2 tiles in %3; circuits have tiles in %4 % of the clocks. Debug All Tiles in the view Tiles, "
           "and a click here goes there.")
            .arg(counted(facts->progress.tiles), counted(facts->plan.tiles()),
                 session::clocksText(m_lanes->end), QString::number(share, 'f', 1)));
}

QString TimeView::textWithoutTimes(const TilingFacts& facts) const {
    if (!facts.picture) return verdictText(facts);
    if (facts.verdict && !facts.isFollowing)
        return tr(
            "The host computes a part of this network between programs: there is no one run of all tiles "
            "to be seen over time.");
    if (facts.isFollowing && facts.clocks != 0)
        return tr(
            "The debugger keeps no record of these clocks. Run All Tiles makes one beside it: then a click "
            "takes the debugger to any of them.");
    return tr("Run all tiles to see which clocks each takes.");
}

QString TimeView::textOf(const LanePlace& place) const {
    const LaneBar& bar = m_lanes->lanes[place.lane].bars[place.bar];
    const QString name = session::coreText(m_lanes->kinds[bar.kind].name);
    QString what;
    switch (static_cast<TileBar>(bar.kind)) {
    case TileBar::Tile: what = tr("tile %1").arg(bar.number); break;
    case TileBar::In:
    case TileBar::Out: what = tr("%1, of tile %2").arg(name).arg(bar.number); break;
    case TileBar::Sent:
        what = tr("to %1").arg(QString::fromStdString(m_lanes->groups[bar.number].name));
        break;
    default: what = name; break;
    }
    return tr("%1: %2, clocks %3 to %4 (%5).")
        .arg(QString::fromStdString(paint::groupOf(*m_lanes, place.lane).name), what, counted(bar.from),
             counted(bar.until - 1), session::clocksText(bar.clocks()));
}

// ---- going there

void TimeView::travelTo(std::uint64_t clock, std::uint32_t circuit) {
    if (!m_lanes || circuit >= m_lanes->groups.size()) return;
    const LaneBar* const bar = m_lanes->lanes[m_lanes->groups[circuit].first].at(clock);
    if (bar && bar->kind == static_cast<std::uint32_t>(TileBar::Tile)) desk().chooseTile(bar->number);
    if (!isInDebugger()) return;
    session::DebugSession& session = viewContext().session;
    session.setFocus({static_cast<std::uint16_t>(circuit)});
    session.perform(machine::Seek{clock});
}

// ---- as a table

void TimeView::showTable() {
    m_table.setLanes(m_lanes);
    m_twin->model().show(m_table.table(tr("Circuit"), tr("Number"), [lanes = m_lanes](const LaneBar& bar) {
        return lanes->kinds[bar.kind].isNumbered ? QString::number(bar.number) : QString();
    }));
}

} // namespace lw::tiling

#include "moc_time_view.cpp"
