// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recompute/decisions_view.h"

#include "widgets/recompute/recompute_words.h"
#include "widgets/session/core_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace lw::recompute {

using lower::Way;
using lower::recompute::Decision;
using lower::recompute::Policy;
using lower::recompute::Report;
using session::counted;

namespace {

constexpr double kTimes = 64; // what the machine has, this many times less and more
constexpr tensor::DType kElements[] = {tensor::DType::F32, tensor::DType::F16, tensor::DType::Bf16};
constexpr double kLeastBytes = 1024;
constexpr int kMostSteps = 9'999; // four digits: the bar fits 1280 pixels

template <typename Text>
QComboBox* combo(QWidget* parent, const QString& name, std::size_t count, Text text) {
    auto* out = new QComboBox(parent);
    out->setAccessibleName(name);
    out->setToolTip(name);
    for (std::size_t i = 0; i < count; ++i) out->addItem(text(i));
    return out;
}

void addLabel(QToolBar& bar, const QString& text) {
    auto* label = new QLabel(text, &bar);
    label->setContentsMargins(4, 0, 4, 0);
    bar.addWidget(label);
}

} // namespace

DecisionsView::DecisionsView(session::ViewContext context, RecomputeDesk& desk, QWidget* parent)
    : RecomputeView(
          context, desk,
          tr("What a training step stores and what it computes again: for each value what both would "
             "take, and what is decided."),
          parent)
    , m_canvas(new DecisionCanvas(context.theme, body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    m_canvas->setAccessibleName(tr("Decisions"));
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Decisions as a table"), body());
    m_twin->setMenu([this](QMenu& menu, int row, int) { fillMenu(menu, row); });
    bodyLayout()->addWidget(makeTools());
    bodyLayout()->addWidget(makeFields());
    m_message->setContentsMargins(8, 3, 8, 3);
    bodyLayout()->addWidget(m_message);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    const auto choose = [this](int row) {
        if (m_facts) this->desk().choose(m_facts->report->decisions[static_cast<std::size_t>(row)].value);
    };
    connect(m_canvas, &DecisionCanvas::picked, this, choose);
    connect(m_twin, &paint::TableTwin::picked, this, choose);
    connect(m_canvas, &DecisionCanvas::changeWanted, this, &DecisionsView::changeKept);
    connect(m_canvas, &DecisionCanvas::menuWanted, this, [this](int row, QPoint at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillMenu(*menu, row);
        menu->popup(at);
    });
    connect(&desk, &RecomputeDesk::factsChanged, this, &DecisionsView::takeFacts);
    connect(&desk, &RecomputeDesk::choiceChanged, this, &DecisionsView::takeChoice);
    connect(&desk, &RecomputeDesk::failed, this, [this](const QString& why) { m_message->setText(why); });
    takeFacts();
}

// ---- parts

QToolBar* DecisionsView::makeTools() {
    auto* bar = new QToolBar(body());
    const auto label = [bar](const QString& text) { addLabel(*bar, text); };
    label(tr("Policy"));
    m_policy =
        combo(bar, tr("What is stored and what is computed again"), lower::recompute::kPolicyNames.size(),
              [](std::size_t i) { return policyText(static_cast<Policy>(i)); });
    for (int i = 0; i < m_policy->count(); ++i)
        m_policy->setItemData(i, policyTip(static_cast<Policy>(i)), Qt::ToolTipRole);
    connect(m_policy, &QComboBox::activated, this, [this](int policy) {
        ask([&](TrainingRequest& request) { request.keeps.policy = static_cast<Policy>(policy); });
    });
    bar->addWidget(m_policy);
    label(tr("Schedule"));
    m_schedule = combo(bar, tr("When gradients of weights and sums of batch norms are computed"),
                       lower::kScheduleNames.size(), [](std::size_t i) {
                           return QString::fromUtf8(lower::kScheduleNames[i].data()).toUpper();
                       });
    const QString schedules[] = {
        tr("The gradient of a layer's weights right after that of its input"),
        tr("The gradient of weights one step later, beside the next layer's"),
        tr("As S1, and the sums of a batch norm where what they are of comes about")};
    for (int i = 0; i < m_schedule->count(); ++i) m_schedule->setItemData(i, schedules[i], Qt::ToolTipRole);
    connect(m_schedule, &QComboBox::activated, this, [this](int schedule) {
        ask([&](TrainingRequest& request) {
            request.keeps.schedule = static_cast<lower::Schedule>(schedule);
        });
    });
    bar->addWidget(m_schedule);
    label(tr("Element"));
    m_element = combo(bar, tr("The type of what is stored"), std::size(kElements), [](std::size_t i) {
        const std::string_view name = tensor::nameOf(kElements[i]);
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    });
    connect(m_element, &QComboBox::activated, this, [this](int element) {
        ask([&](TrainingRequest& request) { request.whatIf.element = kElements[element]; });
    });
    bar->addWidget(m_element);
    addButtons(*bar);
    return bar;
}

void DecisionsView::addButtons(QToolBar& bar) {
    auto* space = new QWidget(&bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar.addWidget(space);
    addLabel(bar, tr("Steps"));
    m_steps = new QSpinBox(&bar);
    m_steps->setRange(1, kMostSteps);
    m_steps->setAccessibleName(tr("Training steps of the program"));
    m_steps->setToolTip(tr("Training steps of the program"));
    bar.addWidget(m_steps);
    m_debug = bar.addAction(tr("Debug the Step"), this,
                            [this] { this->desk().debug(static_cast<std::uint64_t>(m_steps->value())); });
    bar.addSeparator();
    m_forget = bar.addAction(tr("By the Policy"), this, [this] {
        ask([](TrainingRequest& request) {
            request.keeps.keeps.clear();
            request.keeps.places.clear();
        });
    });
    m_forget->setToolTip(tr("Forgets what was decided by hand"));
    m_asMachine = bar.addAction(tr("As the Machine"), this, [this] {
        ask([](TrainingRequest& request) {
            request.whatIf = {};
            request.keeps.vmemBudget.reset();
        });
    });
    m_asMachine->setToolTip(tr("Bandwidth, width, cache and element type as the machine has them"));
    bar.addWidget(m_twin->makeButton(&bar));
}

QWidget* DecisionsView::makeFields() {
    auto* box = new QWidget(body());
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(8, 2, 8, 2);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    int count = 0;
    const auto add = [&](const QString& title, const QString& name, const QString& unit, int decimals,
                         auto change) {
        auto* field = new QuantityField(name, unit, decimals, box);
        grid->addWidget(new QLabel(title, box), count / 2, 2 * (count % 2));
        grid->addWidget(field, count / 2, 2 * (count % 2) + 1);
        connect(field, &QuantityField::changed, this, [this, change](double value) {
            ask([&](TrainingRequest& request) { change(request, value); });
        });
        ++count;
        return field;
    };
    m_offChip = add(tr("Off-chip"), tr("Bandwidth of HBM, the off-chip memory"), tr("B/clk"), 2,
                    [](TrainingRequest& request, double value) { request.whatIf.offChip = value; });
    m_cache = add(tr("Cache"), tr("Bytes of VMEM, the cache, that values may take"), tr("bytes"), 0,
                  [](TrainingRequest& request, double value) {
                      request.keeps.vmemBudget = static_cast<std::uint64_t>(value);
                  });
    m_vector = add(tr("Vector"), tr("Operations per clock of the vector slots"), tr("ops/clk"), 2,
                   [](TrainingRequest& request, double value) { request.whatIf.vector = value; });
    m_budget = add(tr("Budget"), tr("Bytes that may be live at once: the policy becomes the budget's"),
                   tr("bytes"), 0, [](TrainingRequest& request, double value) {
                       request.keeps.budget = static_cast<std::uint64_t>(value);
                       request.keeps.policy = Policy::Budget;
                   });
    grid->addWidget(new QLabel(tr("What if"), box), count / 2, 0);
    m_more = new QLineEdit(box);
    m_more->setAccessibleName(tr("What else is asked of the machine"));
    m_more->setPlaceholderText(QStringLiteral("cache=512, offchip-latency=0, batch=32, norm.normalise=2"));
    m_more->setToolTip(tr("Names and numbers as `lw recompute --what-if` takes them; Return asks"));
    connect(m_more, &QLineEdit::returnPressed, this, [this] {
        ask([&](TrainingRequest& request) { request.whatIf.more = m_more->text().remove(QLatin1Char(' ')); });
    });
    grid->addWidget(m_more, count / 2, 1, 1, 3);
    return box;
}

// ---- what a person does

template <typename Change> void DecisionsView::ask(Change change) {
    if (!m_facts) return;
    TrainingRequest request = m_facts->request;
    change(request);
    if (request.keeps.policy != Policy::Budget) request.keeps.budget.reset();
    desk().ask(request);
}

void DecisionsView::changeKept(int row) {
    const network::ValueId value = m_facts->report->decisions[static_cast<std::size_t>(row)].value;
    if (const auto way = desk().nextWay(value))
        desk().keep(value, *way);
    else
        m_message->setText(tr("The network's output is neither stored nor computed again."));
}

void DecisionsView::fillMenu(QMenu& menu, int row) {
    const Decision& decision = m_facts->report->decisions[static_cast<std::size_t>(row)];
    if (decision.value == m_facts->report->sublayers.output) return;
    for (const Way way : {Way::Store, Way::Recompute, Way::Inverse, Way::Mask, Way::Bf16})
        menu.addAction(wayText(way), this, [this, value = decision.value, way] { desk().keep(value, way); });
    menu.addSeparator();
    for (const lower::Memory memory : {lower::Memory::Vmem, lower::Memory::Hbm})
        menu.addAction(tr("In %1").arg(placeText(memory)), this, [this, value = decision.value, memory] {
            ask([&](TrainingRequest& request) { request.keeps.places[value] = memory; });
        });
    menu.addSeparator();
    QAction* own = menu.addAction(tr("As the policy says"), this, [this, value = decision.value] {
        ask([&](TrainingRequest& request) {
            request.keeps.keeps.erase(value);
            request.keeps.places.erase(value);
        });
    });
    const auto& keeps = m_facts->request.keeps;
    own->setEnabled(keeps.keeps.contains(decision.value) || keeps.places.contains(decision.value));
}

// ---- what is shown

void DecisionsView::takeFacts() {
    m_facts = desk().facts();
    showBody(m_facts != nullptr);
    if (!m_facts) return m_canvas->show(nullptr, false);
    m_canvas->show(m_facts->report, m_facts->isReportStale, paidOf(*m_facts));
    showFields();
    m_message->setText(summaryText(*m_facts));
    showTable();
    takeChoice();
}

void DecisionsView::takeChoice() {
    std::optional<int> row;
    if (m_facts && desk().chosen()) {
        const auto& all = m_facts->report->decisions;
        const auto at = std::ranges::find(all, *desk().chosen(), &Decision::value);
        if (at != all.end()) row = static_cast<int>(at - all.begin());
    }
    m_canvas->select(row);
    if (row) m_twin->setCurrent(*row);
}

void DecisionsView::showFields() {
    const TrainingRequest& request = m_facts->request;
    const auto& machine = m_facts->machine;
    m_policy->setCurrentIndex(static_cast<int>(request.keeps.policy));
    m_schedule->setCurrentIndex(static_cast<int>(request.keeps.schedule));
    m_element->setCurrentIndex(
        static_cast<int>(std::ranges::find(kElements, request.whatIf.element) - std::begin(kElements)));
    const auto show = [](QuantityField& field, double least, double most, double value) {
        field.setRange(least, most);
        field.setValue(value);
    };
    const double far = machine.hbm.bandwidth, width = machine.vectorWidth;
    show(*m_offChip, far / kTimes, far * kTimes, request.whatIf.offChip.value_or(far));
    show(*m_vector, width / kTimes, width * kTimes, request.whatIf.vector.value_or(width));
    show(*m_cache, kLeastBytes, static_cast<double>(machine.vmemBytes) * kTimes,
         static_cast<double>(m_facts->vmemBytes()));
    // From the least that any choice takes to the most that a policy does.
    std::uint64_t least = m_facts->report->usage.peak, most = least;
    if (m_facts->tradeOff)
        for (const auto* points : {&m_facts->tradeOff->policies, &m_facts->tradeOff->curve})
            for (const auto& point : *points) {
                least = std::min(least, point.peak);
                most = std::max(most, point.peak);
            }
    show(*m_budget, static_cast<double>(least), static_cast<double>(most),
         static_cast<double>(request.keeps.budget.value_or(m_facts->report->usage.peak)));
    m_forget->setEnabled(!request.keeps.keeps.empty() || !request.keeps.places.empty());
    m_more->setText(request.whatIf.more);
    m_debug->setEnabled(m_facts->hasData() && !m_facts->isReportStale);
    m_debug->setToolTip(m_facts->hasData()
                            ? tr("Opens the program of that many training steps in the debugger")
                            : tr("The network's file names no images and labels to train with"));
    m_asMachine->setEnabled(request.whatIf != WhatIf() || request.keeps.vmemBudget);
}

QVariant DecisionsView::cellOf(const Report& report, const Decision& decision, int column) const {
    const auto whole = [](double value) { return counted(static_cast<std::uint64_t>(std::llround(value))); };
    QStringList reads;
    for (const auto input : decision.inputs) reads << QString::fromStdString(report.names[input]);
    switch (column) {
    case 0: return QString::fromStdString(report.names[decision.value]);
    case 1: return QString::fromStdString(report.kinds[decision.value]);
    case 2: return reads.join(QStringLiteral(", "));
    case 3: return whole(decision.inputBytes);
    case 4: return whole(decision.operations);
    case 5: return whole(decision.width);
    case 6: return whole(decision.outputBytes);
    case 7: return whole(decision.logicalOutputBytes);
    case 8: return placeText(decision.place);
    case 9: return clocksText(decision.costs.loadInput);
    case 10: return clocksText(decision.costs.compute);
    case 11: return clocksText(decision.costs.loadOutput);
    case 12: return wayText(decision.recomputes ? Way::Recompute : Way::Store);
    case 13: return breakEvenText(decision.breakEvenBandwidth);
    case 14: return keptText(report.plan.values[decision.value]);
    default: return report.request.keeps.contains(decision.value) ? tr("by hand") : tr("by the policy");
    }
}

void DecisionsView::showTable() {
    const auto cell = [this, report = m_facts->report, paid = paidOf(*m_facts)](int row, int column,
                                                                                int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const auto at = static_cast<std::size_t>(row);
        if (column < kPaidColumn) return cellOf(*report, report->decisions[at], column);
        if (at >= paid.size()) return QStringLiteral("-");
        if (column == kPaidColumn) return counted(paid[at].paid);
        return paid[at].disagrees ? tr("no") : tr("yes");
    };
    m_twin->model().show(
        {{tr("Sublayer"), tr("Kind"), tr("Reads"), tr("Bytes in"), tr("Operations"), tr("Per clock"),
          tr("Bytes out"), tr("Unpadded"), tr("Place"), tr("Load in"), tr("Compute"), tr("Load out"),
          tr("Rule"), tr("Below B/clk"), tr("Kept"), tr("Decided"), tr("Paid on the Chip"), tr("Agrees")},
         static_cast<int>(m_facts->report->decisions.size()),
         cell});
}

} // namespace lw::recompute

#include "moc_decisions_view.cpp"
