// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/firmware/chain_view.h"

#include "widgets/firmware/firmware_words.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace lw::firmware {

using scene::firmware::ChainLimit;
using scene::firmware::ChainStrip;

namespace {

QString limitName(ChainLimit limit) {
    switch (limit) {
    case ChainLimit::Weights: return ChainView::tr("weights");
    case ChainLimit::Vectors: return ChainView::tr("vectors");
    case ChainLimit::Mfu: return ChainView::tr("the MFUs");
    case ChainLimit::Queue: break;
    }
    return ChainView::tr("the queue");
}
QString limitText(const std::vector<ChainLimit>& limits) {
    QStringList names;
    for (const ChainLimit limit : limits) names << limitName(limit);
    if (names.isEmpty()) return {};
    return QLatin1Char(' ') +
           (names.size() == 1 ? ChainView::tr("Its limit: %1.") : ChainView::tr("Its limits, alike: %1."))
               .arg(names.join(ChainView::tr(", ")));
}

// What it does with numbers; one without operations only moves them.
QString workText(const ChainStrip& strip, std::uint32_t n) {
    if (strip.operations() == 0)
        return ChainView::tr("It computes nothing: it moves %1 bytes.")
            .arg(session::counted(strip.bytesRead(n)));
    return ChainView::tr("%1 operations per instruction.")
        .arg(QString::number(strip.operationsPerInstruction(), 'f', 1));
}

} // namespace

ChainView::ChainView(session::ViewContext context, FirmwareDesk& desk, QWidget* parent)
    : FirmwareView(
          context, desk,
          tr("The chain of an instruction as a path through multiplier and multifunction units, with "
             "the vector after each instruction."),
          parent) {
    auto* area = new QScrollArea(body());
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    m_canvas = new ChainCanvas(theme(), area);
    area->setWidget(m_canvas);
    m_twin = new paint::TableTwin(theme(), area, tr("The chain as a table"), body());
    bodyLayout()->addWidget(makeTools());
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_canvas);
    connect(m_canvas, &ChainCanvas::stepPicked, this,
            [this](std::uint32_t bundle) { viewContext().selectBundle(bundle); });
    connect(m_canvas, &ChainCanvas::vectorPicked, this, &ChainView::pick);
    connect(m_twin, &paint::TableTwin::picked, this, [this](int row) {
        const auto& picture = m_canvas->picture();
        if (picture) viewContext().selectBundle(picture->strip.steps[static_cast<std::size_t>(row)].bundle);
    });
    connect(&viewContext().selection, &session::Selection::changed, this, &ChainView::follow);
    connect(&desk, &FirmwareDesk::factsChanged, this, [this] {
        if (isVisible()) this->desk().askForValues();
        takeFacts();
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    takeFacts();
}

QWidget* ChainView::makeTools() {
    auto* tools = new QWidget(body());
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 3, 8, 3);
    m_message = new theme::WrappedLabel(2, tools);
    row->addWidget(m_message, 1);
    m_times = new QSpinBox(tools);
    m_times->setAccessibleName(tr("Which execution of the chain"));
    m_times->setToolTip(tr("Which execution of the chain is shown, of all that loops make"));
    m_times->setPrefix(tr("execution "));
    m_times->setMinimum(1);
    connect(m_times, &QSpinBox::valueChanged, this,
            [this](int time) { look(m_bundle, static_cast<std::uint32_t>(time) - 1); });
    row->addWidget(m_times);
    row->addWidget(m_twin->makeButton(tools));
    return tools;
}

void ChainView::showEvent(QShowEvent* event) {
    FirmwareView::showEvent(event);
    desk().askForValues();
}

// ---- which chain

// Of another program the first one: what was looked at was of the old one.
void ChainView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    if (facts && facts->loaded != m_loaded) {
        m_loaded = facts->loaded;
        m_time = m_turn = m_row = 0;
        const auto& chains = facts->software.stream.chains;
        m_bundle = chains.empty() || chains.front().ops.empty() ? 0 : chains.front().ops.front().bundle;
    }
    showStrip();
}

// The one that the machine is in, to its end_chain, in the execution that it is in; between chains the next.
void ChainView::takeFrame(const session::FramePtr& frame) {
    const FactsPtr& facts = desk().facts();
    if (!frame || !facts || frame->loaded != facts->loaded || frame->clock == 0) return showStrip();
    const auto& chains = facts->software.stream.chains;
    const auto found = std::ranges::find_if(chains, [&](const concord::Chain& chain) {
        return !chain.ops.empty() && chain.ops.back().bundle + 1 >= frame->nextBundle;
    });
    if (found == chains.end()) return showStrip();
    const std::uint32_t first = found->ops.front().bundle;
    const std::uint64_t begun = first < frame->bundleCounts.size() ? frame->bundleCounts[first] : 0;
    const std::uint64_t time = begun - (frame->nextBundle > first && begun > 0 ? 1 : 0);
    look(std::max(first, frame->nextBundle), static_cast<std::uint32_t>(time));
}

void ChainView::follow() {
    if (const auto bundle = viewContext().selectedBundle()) look(*bundle, m_time);
}

void ChainView::look(std::uint32_t bundle, std::uint32_t time) {
    m_bundle = bundle;
    m_time = time;
    showStrip();
}

void ChainView::pick(std::uint32_t turn, std::uint32_t row) {
    m_turn = turn;
    m_row = row;
    showStrip();
}

// ---- what is shown

void ChainView::showStrip() {
    const FactsPtr& facts = desk().facts();
    std::optional<ChainStrip> strip;
    const ValuesPtr& values = desk().values();
    std::optional<scene::firmware::ChainFault> fault;
    if (values && values->observed.stop.fault)
        fault = {values->observed.stop.fault->bundle, values->observed.faultTime};
    if (facts)
        strip = scene::firmware::chainStrip(facts->software.graph, facts->software.stream, m_bundle, m_time,
                                            fault);
    {
        const QSignalBlocker quiet(m_times);
        m_times->setMaximum(strip ? static_cast<int>(strip->times) : 1);
        m_times->setValue(strip ? static_cast<int>(strip->time) + 1 : 1);
        m_times->setVisible(strip && strip->times > 1);
    }
    if (!strip) {
        m_canvas->show({});
        m_message->setText(
            facts && facts->software.stream.chains.empty()
                ? tr("This firmware has no chain.")
                : tr("Instruction %1 is in no chain: select one that is, or step into one.").arg(m_bundle));
        return showTable();
    }
    m_turn = std::min(m_turn, strip->turns - 1);
    m_row = std::min(m_row, strip->rows - 1);
    ChainCanvas::Picture picture{*strip, m_turn, m_row, {}, m_bundle};
    for (std::size_t i = 0; i < strip->steps.size(); ++i)
        picture.behind.push_back(
            values ? vectorBehind(*strip, i, m_turn, m_row, values->numbers, facts->software.stream.format.n)
                   : concord::Numbers());
    const QString layer =
        strip->layer.empty() ? QString() : tr(", layer %1").arg(QString::fromStdString(strip->layer));
    const auto limit = strip->limit();
    const QString stops = fault ? QLatin1Char(' ') + faultText(*values->observed.stop.fault) : QString();
    m_message->setText(
        tr("Chain of instructions %1 to %2%3.")
            .arg(strip->steps.front().bundle)
            .arg(strip->steps.back().bundle)
            .arg(layer) +
        (limit ? QLatin1Char(' ') + tr("%1 takes the most clocks.").arg(unitText(*limit)) : QString()) +
        limitText(strip->limitedBy()) + QLatin1Char(' ') + workText(*strip, facts->software.stream.format.n) +
        stops);
    m_canvas->show(std::move(picture));
    showTable();
}

void ChainView::showTable() {
    const QStringList columns{tr("Unit"), tr("Instruction"), tr("Clocks"), tr("Vector after it")};
    std::vector<QStringList> rows;
    if (const auto& picture = m_canvas->picture())
        for (std::size_t i = 0; i < picture->strip.steps.size(); ++i) {
            const scene::firmware::StripStep& step = picture->strip.steps[i];
            QStringList numbers;
            for (const double number : picture->behind[i]) numbers << numberText(number);
            if (picture->strip.fault == step.bundle) numbers << tr("the run stops here");
            rows.push_back({unitText(step.unit),
                            QStringLiteral("%1: %2").arg(step.bundle).arg(QString::fromStdString(step.text)),
                            session::counted(step.clocks), numbers.join(QLatin1Char(' '))});
        }
    const auto count = static_cast<int>(rows.size());
    m_twin->model().show(
        {columns, count, [rows = std::move(rows)](int row, int column, int role) -> QVariant {
             if (role != Qt::DisplayRole) return {};
             return rows[static_cast<std::size_t>(row)][column];
         }});
}

} // namespace lw::firmware

#include "moc_chain_view.cpp"
