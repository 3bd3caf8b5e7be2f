// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/trade_off_view.h"

#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"

#include <QHBoxLayout>

#include <algorithm>

namespace lw::recompute {

using lower::recompute::Policy;
using lower::recompute::TradePoint;
using session::counted;

TradeOffView::TradeOffView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent)
    : RecomputeView(context, desk,
                    tr("What all policies and all budgets take: clocks over bytes. A click chooses one."),
                    parent)
    , m_canvas(new TradeOffCanvas(context.theme, body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    m_canvas->setAccessibleName(tr("Trade-off"));
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Trade-off as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_message, 1);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_canvas, &TradeOffCanvas::picked, this, &TradeOffView::choose);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { m_canvas->select(static_cast<std::size_t>(number)); });
    connect(&desk, &RecomputeDesk::factsChanged, this, &TradeOffView::takeFacts);
    takeFacts();
}

void TradeOffView::takeFacts() {
    m_facts = desk().facts();
    showBody(m_facts != nullptr);
    if (!m_facts) return;
    std::vector<TradePoint> points;
    std::size_t policies = 0;
    if (m_facts->tradeOff) {
        points = m_facts->tradeOff->policies;
        policies = points.size();
        points.insert(points.end(), m_facts->tradeOff->curve.begin(), m_facts->tradeOff->curve.end());
    }
    const auto& report = *m_facts->report;
    const TradePoint chosen{std::string(nameOf(report.request.policy)), report.usage.peak,
                            report.usage.peakVmem, report.usage.clocks, false};
    m_canvas->show(std::move(points), policies, m_facts->isTradeOffStale);
    m_canvas->setChosen(chosen);
    showTable();
    if (!m_facts->tradeOff || m_facts->isTradeOffStale)
        return m_message->setText(tr("All policies and budgets are being worked out."));
    const auto best = std::ranges::count_if(m_canvas->points(), &TradePoint::isBest);
    m_message->setText(
        tr("Chosen: %1, %2 bytes, %3. Of %4 ways no other beats the %5 that the line joins.")
            .arg(policyText(chosen.name), counted(chosen.peak), session::clocksText(chosen.clocks),
                 counted(m_canvas->points().size()), counted(static_cast<std::uint64_t>(best))) +
        (m_facts->tradeOff->isProven ? QString()
                                     : QLatin1Char(' ') + tr("The curve has the best that was found.")));
}

void TradeOffView::choose(std::size_t point) {
    TrainingRequest request = m_facts->request;
    request.keeps.keeps.clear();
    const bool isPolicy = point < m_canvas->policies();
    request.keeps.policy = isPolicy ? static_cast<Policy>(point) : Policy::Budget;
    request.keeps.budget =
        isPolicy ? std::nullopt : std::optional<std::uint64_t>(m_canvas->points()[point].peak);
    desk().ask(request);
}

void TradeOffView::showTable() {
    const auto cell = [points = m_canvas->points()](int number, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const TradePoint& point = points[static_cast<std::size_t>(number)];
        switch (column) {
        case 0: return policyText(point.name);
        case 1: return counted(point.peak);
        case 2: return counted(point.peakVmem);
        case 3: return counted(point.clocks);
        default: return point.isBest ? tr("best") : QString();
        }
    };
    m_twin->model().show({{tr("Policy"), tr("Peak bytes"), tr("In VMEM"), tr("Clocks"), tr("Best")},
                          static_cast<int>(m_canvas->points().size()),
                          cell});
}

} // namespace lw::recompute

#include "moc_trade_off_view.cpp"
