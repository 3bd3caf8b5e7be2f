// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/memory_use_view.h"

#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"

#include <QHBoxLayout>

#include <algorithm>

namespace lw::recompute {

using scene::recompute::MemoryBand;
using scene::recompute::MemoryStep;
using scene::recompute::MemoryUse;
using session::counted;

namespace {
constexpr int kNobody = 0, kEverybody = 1, kFirstPolicy = 2;
}

MemoryUseView::MemoryUseView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent)
    : RecomputeView(
          context, desk,
          tr("The bytes that are live through a training step, tensor by tensor, and where they are "
             "most."),
          parent)
    , m_canvas(new MemoryCanvas(context.theme, body()))
    , m_beside(new QComboBox(body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    m_canvas->setAccessibleName(tr("Memory over time"));
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Memory over time as a table"), body());
    m_beside->setAccessibleName(tr("Other policies beside it"));
    m_beside->setToolTip(tr("Other policies beside it"));
    m_beside->addItems({tr("nothing beside"), tr("all policies")});
    for (std::size_t i = 0; i < static_cast<std::size_t>(lower::recompute::Policy::Budget); ++i)
        m_beside->addItem(policyText(static_cast<lower::recompute::Policy>(i)));
    m_beside->setCurrentIndex(kEverybody);
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_beside, 0, Qt::AlignTop);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_beside, &QComboBox::activated, this, &MemoryUseView::draw);
    connect(m_canvas, &MemoryCanvas::picked, this, [this](std::size_t, std::optional<std::size_t> band) {
        if (band)
            this->desk().choose(network::findValue(*m_facts->network, m_canvas->use().bands[*band].name));
        say();
    });
    connect(m_twin, &paint::TableTwin::picked, this, [this](int step) {
        m_canvas->select(static_cast<std::size_t>(step));
        say();
    });
    connect(&desk, &RecomputeDesk::factsChanged, this, &MemoryUseView::takeFacts);
    connect(&desk, &RecomputeDesk::choiceChanged, this, &MemoryUseView::takeChoice);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    takeFacts();
}

void MemoryUseView::takeFacts() {
    m_facts = desk().facts();
    showBody(m_facts != nullptr);
    if (!m_facts) return m_canvas->show({}, false);
    draw();
    takeChoice();
    showTable();
    takeFrame(viewContext().frame());
}

// The step in which the debugger stands.
void MemoryUseView::takeFrame(const session::FramePtr& frame) {
    std::optional<std::size_t> step;
    if (desk().isDebugged(frame) && m_facts->run) step = m_facts->run->stepAt(frame->clock);
    m_canvas->setNow(step && *step < m_canvas->use().steps.size() ? step : std::nullopt);
    say();
}

void MemoryUseView::draw() {
    if (!m_facts) return;
    MemoryUse use = scene::recompute::memoryUseOf(*m_facts->report);
    const int beside = m_beside->currentIndex();
    if (m_facts->ghosts && beside != kNobody)
        for (std::size_t i = 0; i < m_facts->ghosts->size(); ++i) {
            const auto& ghost = (*m_facts->ghosts)[i];
            const bool isWanted = beside == kEverybody || beside == static_cast<int>(i) + kFirstPolicy;
            if (isWanted && ghost.policy != use.policy) use.ghosts.push_back(ghost);
        }
    m_canvas->show(std::move(use), m_facts->isReportStale);
    say();
}

void MemoryUseView::takeChoice() {
    m_canvas->setChosen(m_facts && desk().chosen() ? network::nameOf(*m_facts->network, *desk().chosen())
                                                   : std::string());
}

// Of the step in which the debugger stands, or that is selected; else where it is most.
void MemoryUseView::say() {
    const MemoryUse& use = m_canvas->use();
    if (use.steps.empty()) return;
    const std::size_t step = m_canvas->now().value_or(m_canvas->selected().value_or(use.peakStep));
    m_message->setText(memoryStepText(use, step) + QLatin1Char(' ') + liveText(use, step));
}

void MemoryUseView::showTable() {
    const auto cell = [use = m_canvas->use()](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const auto number = static_cast<std::size_t>(row);
        const MemoryStep& step = use.steps[number];
        switch (column) {
        case 0: return counted(number);
        case 1: return stepText(step.kind);
        case 2: return QString::fromStdString(step.name);
        case 3: return counted(step.clock);
        case 4: return counted(step.clocks);
        case 5: return counted(step.vmem);
        case 6: return counted(step.hbm);
        default: return liveText(use, number);
        }
    };
    m_twin->model().show({{tr("Step"), tr("What"), tr("Of"), tr("From clock"), tr("Clocks"), tr("VMEM"),
                           tr("HBM"), tr("Live")},
                          static_cast<int>(m_canvas->use().steps.size()),
                          cell});
}

} // namespace lw::recompute

#include "moc_memory_use_view.cpp"
