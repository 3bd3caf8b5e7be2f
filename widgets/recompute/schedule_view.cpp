// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/schedule_view.h"

#include "core/machine/session.h"
#include "widgets/recompute/recompute_words.h"
#include "widgets/recompute/training_files.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"

#include <QHBoxLayout>

#include <algorithm>

namespace lw::recompute {

using paint::LanePlace;
using scene::LaneBar;
using scene::recompute::NamedReport;
using session::counted;

namespace {
constexpr std::uint32_t kStepLane = 0; // of a group
}

ScheduleView::ScheduleView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent)
    : RecomputeView(
          context, desk,
          tr("The forward and the backward pass over time: what the model says of each unit, and what "
             "the emulated chip did."),
          parent)
    , m_canvas(new paint::LanesCanvas(context.theme, body()))
    , m_message(new theme::WrappedLabel(2, body()))
    , m_schedules(new QCheckBox(tr("All schedules"), body()))
    , m_run(new QPushButton(body())) {
    m_canvas->setAccessibleName(tr("Forward and backward"));
    m_canvas->setTips([this](const LanePlace& place) { return textOf(place); });
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Forward and backward as a table"), body());
    m_schedules->setToolTip(tr("What the model says of the others, below each other"));
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_schedules, 0, Qt::AlignTop);
    row->addWidget(m_run, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_schedules, &QCheckBox::toggled, this, &ScheduleView::takeFacts);
    connect(m_run, &QPushButton::clicked, this, [&desk] {
        if (desk.facts() && desk.facts()->isRunning)
            desk.cancelRun();
        else
            desk.run();
    });
    connect(m_canvas, &paint::LanesCanvas::picked, this, &ScheduleView::travelTo);
    connect(m_canvas, &paint::LanesCanvas::selectedChanged, this, &ScheduleView::say);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { m_canvas->select(m_table.placeOf(number)); });
    connect(&desk, &RecomputeDesk::factsChanged, this, &ScheduleView::takeFacts);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    takeFacts();
}

// ---- what is shown

void ScheduleView::takeFacts() {
    m_facts = desk().facts();
    showBody(m_facts != nullptr);
    if (!m_facts) return;
    m_run->setText(m_facts->isRunning ? tr("Stop") : tr("Run the Step"));
    m_run->setEnabled(m_facts->hasData());
    m_run->setToolTip(m_facts->hasData() ? tr("Runs the step on the emulated chip")
                                         : tr("The network's file names no images and labels to train with"));
    const bool isSame = m_report == m_facts->report && m_shownRun == m_facts->run &&
                        m_hadSchedules == m_schedules->isChecked();
    if (!isSame) makeLanes();
    takeFrame(viewContext().frame());
}

void ScheduleView::makeLanes() {
    m_report = m_facts->report;
    m_shownRun = m_facts->run;
    m_hadSchedules = m_schedules->isChecked();
    std::vector<ReportPtr> others;
    std::map<lower::Schedule, std::uint64_t> clocks{{m_report->request.schedule, m_report->usage.clocks}};
    std::vector<NamedReport> named{{"model, " + scheduleName(m_report->request.schedule), m_report.get()}};
    for (std::size_t i = 0; m_hadSchedules && i < lower::kScheduleNames.size(); ++i) {
        const auto schedule = static_cast<lower::Schedule>(i);
        if (schedule == m_report->request.schedule) continue;
        TrainingFacts asked = *m_facts;
        asked.request.keeps.schedule = schedule;
        const auto report = decidedAgain(asked);
        if (!report) continue;
        others.push_back(*report);
        clocks[schedule] = (*report)->usage.clocks;
        named.push_back({"model, " + scheduleName(schedule), others.back().get()});
    }
    if (!clocks.contains(lower::Schedule::S0)) { // what the others are to gain over
        TrainingFacts asked = *m_facts;
        asked.request.keeps.schedule = lower::Schedule::S0;
        if (const auto plain = decidedAgain(asked)) clocks[lower::Schedule::S0] = (*plain)->usage.clocks;
    }
    m_useless = uselessIn(clocks);
    m_lanes = std::make_shared<const scene::Lanes>(scheduleOf(named, m_shownRun.get()));
    m_canvas->setLanes(m_lanes);
    m_table.setLanes(m_lanes);
    m_twin->model().show(m_table.table(tr("Whose"), tr("Step"), [report = m_report](const LaneBar& bar) {
        return stepText(*report, bar.number);
    }));
}

void ScheduleView::takeFrame(const session::FramePtr& frame) {
    if (desk().isDebugged(frame))
        m_canvas->setNow(frame->clock, static_cast<std::uint32_t>(m_lanes->groups.size() - 1));
    else
        m_canvas->setNow({}, {});
    say();
}

// Of modelled clocks: schedules that gain nothing over the plain order, in which it is worth knowing.
QString ScheduleView::uselessIn(const std::map<lower::Schedule, std::uint64_t>& clocks) {
    const auto plain = clocks.find(lower::Schedule::S0);
    QStringList names;
    for (const auto& [schedule, count] : clocks)
        if (plain != clocks.end() && schedule != plain->first && count >= plain->second)
            names << QString::fromStdString(scheduleName(schedule));
    if (names.isEmpty()) return {};
    return QLatin1Char(' ') +
           tr("No fewer clocks than S0, by the model: %1.").arg(names.join(QStringLiteral(", ")));
}

// Of the bar that is selected; else what there is to see.
void ScheduleView::say() {
    if (!m_facts || !m_lanes) return;
    if (m_canvas->selected()) return m_message->setText(textOf(*m_canvas->selected()));
    const std::uint64_t modelled = m_report->usage.clocks;
    if (!m_shownRun || m_shownRun->clocks().size() < m_report->plan.steps.size() + 1)
        return m_message->setText(
            tr("Modelled: %1. Run the step to see what the chip takes.").arg(session::clocksText(modelled)) +
            m_useless);
    const auto clocks = m_shownRun->clocks();
    const std::uint64_t emulated = clocks[m_report->plan.steps.size()] - clocks.front();
    const double more = 100 * (static_cast<double>(modelled) / static_cast<double>(emulated) - 1);
    QString text = tr("Modelled: %1; emulated without the update: %2 (%3 %).")
                       .arg(session::clocksText(modelled), session::clocksText(emulated),
                            (more > 0 ? QStringLiteral("+") : QString()) + QString::number(more, 'f', 1));
    if (const session::FramePtr& frame = viewContext().frame(); desk().isDebugged(frame))
        if (const auto step = m_shownRun->stepAt(frame->clock))
            text = tr("At clock %1: %2.").arg(counted(frame->clock), stepText(*m_report, *step)) +
                   QLatin1Char(' ') + text;
    m_message->setText(text + m_useless);
}

QString ScheduleView::textOf(const LanePlace& place) const {
    const LaneBar& bar = m_lanes->lanes[place.lane].bars[place.bar];
    return tr("%1, %2: %3, clocks %4 to %5 (%6); %7.")
        .arg(session::coreText(paint::groupOf(*m_lanes, place.lane).name),
             session::coreText(m_lanes->lanes[place.lane].name),
             session::coreText(m_lanes->kinds[bar.kind].name), counted(bar.from), counted(bar.until - 1),
             session::clocksText(bar.clocks()), stepText(*m_report, bar.number));
}

// ---- going there

void ScheduleView::travelTo(std::uint64_t clock, std::uint32_t group) {
    if (!m_lanes || group >= m_lanes->groups.size()) return;
    const LaneBar* const bar = m_lanes->lanes[m_lanes->groups[group].first + kStepLane].at(clock);
    if (bar && bar->number < m_report->plan.steps.size())
        desk().choose(m_report->plan.steps[bar->number].value);
    const bool isChip = m_shownRun && group + 1 == m_lanes->groups.size();
    if (!desk().isDebugged(viewContext().frame())) return;
    // A clock of the model is the beginning of its step on the chip.
    const auto clocks = m_shownRun ? m_shownRun->clocks() : std::span<const std::uint64_t>();
    if (!isChip && (!bar || bar->number >= clocks.size())) return;
    viewContext().session.perform(machine::Seek{isChip ? clock : clocks[bar->number]});
}

} // namespace lw::recompute

#include "moc_schedule_view.cpp"
