// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/pooling_view.h"

#include "core/machine/cell_value.h"
#include "widgets/circuit/circuit_words.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/session/core_text.h"

#include <algorithm>
#include <utility>

namespace lw::circuit {

using paint::TensorCanvas;
using session::counted;

namespace {

constexpr double kWide = 1.5;         // width over height from which on all three are side by side
constexpr std::uint32_t kStrip = 6;   // width over height from which on values are a strip
constexpr double kStripCell = 12;     // pixels of its cells
constexpr std::size_t kMostNamed = 6; // windows that a line lists

QString cellName(std::uint64_t row, std::uint64_t column) {
    return QStringLiteral("[%1, %2]").arg(row).arg(column);
}

} // namespace

PoolingView::PoolingView(session::ViewContext context, PoolingSubject* subject, QWidget* parent)
    : CircuitView(
          context, Circuit::Pooling,
          tr("The pooling circuitry clock by clock: windows over the values, the line buffer, and the "
             "results as they come."),
          parent)
    , m_subject(subject) {
    subject->setParent(this);
    fillHead();
    begin(makePanes());
    connect(subject, &PoolingSubject::choiceChanged, this, &PoolingView::followChoice);
    connect(subject, &PoolingSubject::elementShown, this, &PoolingView::followElement);
}

// ---- parts

void PoolingView::fillHead() {
    m_lane = new QSpinBox(this);
    m_lane->setAccessibleName(tr("Lane"));
    m_lane->setToolTip(tr("The lane that is shown: a circuit of its own for each"));
    m_lane->setPrefix(tr("lane "));
    connect(m_lane, &QSpinBox::valueChanged, this, [this](int lane) {
        if (!m_isFilling) chooseLane(static_cast<std::uint32_t>(lane - 1));
    });
    addHead(m_lane);
    m_toClock = new QAction(tr("Go to Its Clock"), this);
    m_toClock->setToolTip(tr("Goes to the clock in which the selected window is complete, or the selected "
                             "value enters (Enter)"));
    connect(m_toClock, &QAction::triggered, this, &PoolingView::goToPicked);
    addButton({}, {})->setDefaultAction(m_toClock);
    connect(addButton(tr("To values"),
                      tr("Set the colours' range to the current values; it never changes by itself")),
            &QToolButton::clicked, this, &PoolingView::fitColours);
}

QWidget* PoolingView::makePanes() {
    auto* box = new QWidget(this);
    m_grid = new QGridLayout(box);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(1);
    for (int i = 0; i < kPanes; ++i) {
        const Pane which = static_cast<Pane>(i);
        auto*& pane = m_panes[static_cast<std::size_t>(i)];
        pane = new paint::TensorPane(context().theme, box);
        pane->setControlsVisible(false);
        pane->canvas().setTinted(false);
        TensorCanvas& canvas = pane->canvas();
        connect(&canvas, &TensorCanvas::hovered, this,
                [this, which](std::optional<Cell> cell) { point(which, cell); });
        connect(&canvas, &TensorCanvas::picked, this, [this, which](const Cell& cell) { pick(which, cell); });
        canvas.setOverlay([this, which](QPainter& painter) { paintOver(which, painter); });
        auto* enter = new QAction(m_toClock->text(), &canvas);
        enter->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
        enter->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(enter, &QAction::triggered, this, &PoolingView::goToPicked);
        canvas.addAction(enter);
    }
    setFocusProxy(m_panes[Values]);
    arrange();
    return box;
}

PoolingView::Layout PoolingView::fittingLayout() const {
    if (isThere() && scene().values.columns > kStrip * scene().values.rows) return Layout::Strip;
    return width() > kWide * height() ? Layout::Wide : Layout::Square;
}

void PoolingView::arrange() {
    struct Spot {
        int row, column, rows, columns;
    };
    constexpr Spot kSpots[][kPanes] = {{{0, 0, 1, 1}, {0, 1, 1, 1}, {1, 0, 1, 2}},
                                       {{0, 0, 1, 1}, {0, 2, 1, 1}, {0, 1, 1, 1}},
                                       {{0, 0, 1, 3}, {2, 0, 1, 3}, {1, 0, 1, 3}}};
    constexpr int kRows[][3] = {{3, 2, 0}, {1, 0, 0}, {3, 3, 2}};
    constexpr int kColumns[][3] = {{3, 2, 0}, {3, 3, 2}, {1, 0, 0}};
    const auto layout = static_cast<std::size_t>(m_layout);
    for (std::size_t i = 0; i < kPanes; ++i) {
        const Spot& spot = kSpots[layout][i];
        m_grid->removeWidget(m_panes[i]);
        m_grid->addWidget(m_panes[i], spot.row, spot.column, spot.rows, spot.columns);
    }
    for (paint::TensorPane* pane : m_panes) pane->setCompact(m_layout == Layout::Strip);
    for (int i = 0; i < 3; ++i) {
        m_grid->setRowStretch(i, kRows[layout][i]);
        m_grid->setColumnStretch(i, kColumns[layout][i]);
    }
    m_grid->activate(); // what is revealed next is then visible
}

void PoolingView::resizeEvent(QResizeEvent* event) {
    CircuitView::resizeEvent(event);
    const Layout layout = fittingLayout();
    if (std::exchange(m_layout, layout) != layout) arrange();
}

// A strip is larger than the available room: it moves with the newest value.
void PoolingView::followStream() {
    const tensor::Shape shape{scene().values.rows, scene().values.columns};
    const bool isOther = std::exchange(m_shape, shape) != shape;
    const Layout layout = fittingLayout();
    if (std::exchange(m_layout, layout) != layout) arrange();
    if (layout != Layout::Strip) return;
    for (paint::TensorPane* pane : m_panes)
        if (isOther) pane->canvas().setSight({0, 0, kStripCell});
    const std::uint64_t across = scene::circuit::entersAt(scene(), 1, 0); // values of a row of the stream
    const std::uint64_t now = std::min(scene().clock, scene().clocks - 1);
    m_panes[Values]->canvas().reveal({std::min<std::uint64_t>(now / across, shape[0] - 1),
                                      std::min<std::uint64_t>(now % across, shape[1] - 1)});
    const tensor::Shape& line = m_panes[Line]->info().shape;
    m_panes[Line]->canvas().reveal({line[0] - 1, line[1] - 1});
    std::uint64_t newest = 0;
    for (std::uint64_t i = 0; i < scene().windows.size(); ++i)
        if (scene().windows[i].completeAt <= scene().clock) newest = i;
    m_panes[Results]->canvas().reveal({newest / scene().results.columns, newest % scene().results.columns});
}

// ---- whose values they are

std::optional<PoolingSubject::Source> PoolingView::source() const {
    return isThere() ? m_subject->source(moment().frame->loaded->path, moment().bundle) : std::nullopt;
}

// The channel that was chosen, if it streams through.
void PoolingView::followChoice() {
    const auto source = this->source();
    const auto channel = source ? m_subject->channelOf(source->layer) : std::nullopt;
    if (channel && *channel >= source->first && *channel - source->first < source->channels)
        feed().setLane(static_cast<std::uint32_t>(*channel - source->first));
}

// If it is in the pass shown.
void PoolingView::followElement() {
    const auto window = m_subject->window();
    if (window && source() && moment().bundle >= window->firstRow &&
        moment().bundle - window->firstRow < window->rowCount)
        pickWindow(*window);
}

void PoolingView::pickWindow(const scene::circuit::PooledWindow& window) {
    if (window.row >= scene().results.rows || window.column >= scene().results.columns) return;
    feed().setLane(static_cast<std::uint32_t>(window.lane));
    const Cell cell{window.row, window.column};
    m_panes[Results]->canvas().setSelected(cell);
    m_panes[Results]->canvas().reveal(cell);
    pick(Results, cell);
}

bool PoolingView::goToElement() {
    const auto window = m_subject->window();
    if (!window) return false;
    const std::vector<std::uint32_t>& bundles = feed().bundles();
    const auto at = std::find_if(bundles.begin(), bundles.end(), [&](std::uint32_t bundle) {
        return bundle >= window->firstRow && bundle - window->firstRow < window->rowCount;
    });
    if (at == bundles.end()) return false;
    if (source() && moment().bundle == *at) {
        pickWindow(*window);
        goToPicked();
    } else {
        m_wanted = window;
        feed().goTo(static_cast<int>(at - bundles.begin()));
    }
    return true;
}

// All views go to its channel.
void PoolingView::chooseLane(std::uint32_t lane) {
    feed().setLane(lane);
    if (const auto source = this->source(); source && lane < source->channels)
        m_subject->choose(source->layer, source->first + lane);
}

// ---- what is seen

void PoolingView::showNothing() {
    m_picked.reset();
    m_pointed.reset();
    for (paint::TensorPane* pane : m_panes) pane->showNothing({});
}

void PoolingView::showMoment() {
    const CircuitMoment& moment = this->moment();
    const bool isOtherProgram = m_lookOf.lock() != moment.frame->loaded;
    if (moment.bundle != m_bundle || isOtherProgram) {
        m_bundle = moment.bundle;
        followChoice();
        m_pointed.reset();
        m_picked.reset();
        for (paint::TensorPane* pane : m_panes) pane->canvas().setSelected({});
    }
    m_isFilling = true;
    m_lane->setRange(1, static_cast<int>(std::max(scene().lanes, 1u)));
    m_lane->setSuffix(tr(" of %1").arg(scene().lanes));
    m_lane->setValue(static_cast<int>(scene().lane) + 1);
    m_lane->setEnabled(scene().lanes > 1);
    m_isFilling = false;
    if (isOtherProgram) fitColours();
    scene::CellPicture values = scene().values;
    // What is in the registers has an edge of its own: see paintValues().
    for (std::uint8_t& flags : values.flags) flags &= static_cast<std::uint8_t>(~scene::kChanged);
    std::uint64_t entered = 0, complete = 0;
    const std::uint64_t all = values.flags.size();
    for (const std::uint8_t flags : values.flags) entered += flags & scene::kWritten;
    for (const std::uint8_t flags : scene().results.flags) complete += flags & scene::kWritten;
    showPane(Values, tr("Values: %1 of %2").arg(counted(entered), counted(all)), std::move(values));
    showPane(Results, tr("Results: %1 of %2").arg(counted(complete), counted(scene().windows.size())),
             scene().results);
    showPane(Line, tr("Line buffer"), scene::circuit::lineBufferPlane(scene()));
    followStream();
    setSummary(summaryText());
    point(Values, {});
    if (!m_wanted || feed().isWaiting()) return;
    const scene::circuit::PooledWindow wanted = *std::exchange(m_wanted, {}); // or it was stopped on the way
    if (moment.bundle < wanted.firstRow || moment.bundle - wanted.firstRow >= wanted.rowCount) return;
    pickWindow(wanted);
    goToPicked();
}

void PoolingView::showPane(Pane which, const QString& title, scene::CellPicture picture) {
    paint::TensorPane& pane = *m_panes[which];
    scene::TensorInfo info;
    info.name = picture.name;
    info.type = picture.type;
    info.shape = {picture.rows, picture.columns};
    pane.show(info, scene::elementsOf(std::move(picture), info.shape));
    pane.setTitle(title);
}

void PoolingView::fitColours() {
    if (!isThere()) return;
    m_lookOf = moment().frame->loaded;
    // All of them, including those still to come.
    scene::CellPicture all = scene().values, results = scene().results;
    const auto& results32 = moment().pooling.results;
    results.bits.assign(results32.begin(), results32.end());
    for (auto* picture : {&all, &results})
        std::fill(picture->flags.begin(), picture->flags.end(), std::uint8_t{scene::kWritten});
    m_look.map = paint::MapKind::Diverging;
    m_look.range = paint::symmetricRange({all, results});
    for (paint::TensorPane* pane : m_panes) pane->canvas().setLook(m_look);
}

QString PoolingView::summaryText() const {
    const CircuitMoment& moment = this->moment();
    const machine::PoolingWork& work = moment.pooling;
    const QString kinds[] = {tr("maximum"), tr("minimum"), tr("sum"), tr("average")};
    const QString edges[] = {tr("partial windows"), tr("zeros beyond the edge"), tr("whole windows only")};
    QString text = tr("%1 of %2 x %3, stride %4 x %5, %6")
                       .arg(kinds[static_cast<std::size_t>(work.aggregate)])
                       .arg(work.windowRows)
                       .arg(work.windowColumns)
                       .arg(work.rowStride)
                       .arg(work.columnStride)
                       .arg(edges[static_cast<std::size_t>(work.edge)]);
    // What changes comes first: the rest may be cut off.
    QString now = notNow(moment);
    if (now.isEmpty() && scene().complete) {
        const std::uint32_t across = scene().results.columns;
        now = tr("window %1 completes now")
                  .arg(cellName(*scene().complete / across, *scene().complete % across));
    }
    if (const auto source = this->source())
        text = tr("%1, channel %2: %3").arg(source->layer).arg(source->first + scene().lane + 1).arg(text);
    return now.isEmpty() ? text : now + QStringLiteral("   ") + text;
}

// ---- one value or window

void PoolingView::point(Pane which, std::optional<Cell> cell) {
    m_pointed.reset();
    if (cell) m_pointed = Place{which, *cell};
    setMessage(place() ? textOf(*place())
                       : tr("Point at a result for its window, at a value for all the windows it is in."));
    m_toClock->setEnabled(m_picked && m_picked->pane != Line);
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

void PoolingView::pick(Pane which, const Cell& cell) {
    m_picked = Place{which, cell};
    for (int i = 0; i < kPanes; ++i)
        if (i != which) m_panes[static_cast<std::size_t>(i)]->canvas().setSelected({});
    point(which, cell);
}

void PoolingView::goToPicked() {
    if (!m_picked || !isThere()) return;
    const Cell& cell = m_picked->cell;
    if (m_picked->pane == Results)
        feed().seek(static_cast<std::int64_t>(
            scene().windows[cell.row * scene().results.columns + cell.column].completeAt));
    if (m_picked->pane == Values)
        feed().seek(static_cast<std::int64_t>(scene::circuit::entersAt(
            scene(), static_cast<std::uint32_t>(cell.row), static_cast<std::uint32_t>(cell.column))));
}

std::vector<std::uint32_t> PoolingView::marked() const {
    if (!isThere()) return {};
    if (!place()) return scene().complete ? std::vector{*scene().complete} : std::vector<std::uint32_t>{};
    const Cell& cell = place()->cell;
    if (place()->pane == Results)
        return {static_cast<std::uint32_t>(cell.row * scene().results.columns + cell.column)};
    if (place()->pane == Values)
        return scene::circuit::windowsWith(scene(), static_cast<std::uint32_t>(cell.row),
                                           static_cast<std::uint32_t>(cell.column));
    return {};
}

QString PoolingView::textOf(const Place& place) const {
    if (!isThere()) return {};
    if (place.pane == Results)
        return windowText(
            static_cast<std::uint32_t>(place.cell.row * scene().results.columns + place.cell.column));
    if (place.pane == Values) return valueText(place.cell);
    for (std::uint32_t row = 0; row < scene().values.rows; ++row)
        for (std::uint32_t column = 0; column < scene().values.columns; ++column) {
            const auto at = scene::circuit::lineBufferPlace(scene(), row, column);
            if (at && at->row == place.cell.row && at->column == place.cell.column)
                return valueText({row, column});
        }
    return tr("No value of the picture is here in this clock.");
}

QString PoolingView::windowText(std::uint32_t number) const {
    const scene::circuit::PoolWindow& window = scene().windows[number];
    const std::uint32_t across = scene().results.columns;
    const CircuitMoment& moment = this->moment();
    const bool isThere = (scene().results.flags[number] & scene::kWritten) != 0;
    QString text = tr("result %1").arg(cellName(number / across, number % across));
    if (isThere)
        text += QStringLiteral(" = ") +
                QString::fromStdString(machine::cellText(scene().results.type, scene().results.bits[number]));
    text += QStringLiteral(", ") + tr("%1 x %2 values from %3 on")
                                       .arg(window.rows)
                                       .arg(window.columns)
                                       .arg(cellName(window.row, window.column));
    if (window.isPartial)
        text += QStringLiteral(", ") +
                tr("partial (%1 x %2)").arg(moment.pooling.windowRows).arg(moment.pooling.windowColumns);
    if (window.winner) {
        text += QStringLiteral(", ") + tr("winner %1")
                                           .arg(cellName(*window.winner / scene().values.columns,
                                                         *window.winner % scene().values.columns));
        if (window.ties > 0) text += QStringLiteral(", ") + tr("ties: %1").arg(window.ties);
    }
    return text + QStringLiteral(", ") + tr("complete in clock %1").arg(window.completeAt);
}

QString PoolingView::valueText(const Cell& cell) const {
    const auto row = static_cast<std::uint32_t>(cell.row), column = static_cast<std::uint32_t>(cell.column);
    const std::size_t i = std::size_t{row} * scene().values.columns + column;
    QString text =
        tr("value %1 = %2, enters in clock %3")
            .arg(cellName(row, column),
                 QString::fromStdString(machine::cellText(scene().values.type, scene().values.bits[i])))
            .arg(scene::circuit::entersAt(scene(), row, column));
    const std::vector<std::uint32_t> windows = scene::circuit::windowsWith(scene(), row, column);
    QStringList names;
    for (std::size_t w = 0; w < std::min(windows.size(), kMostNamed); ++w) {
        const std::uint32_t across = scene().results.columns;
        const bool wins = scene().windows[windows[w]].winner == i;
        names << cellName(windows[w] / across, windows[w] % across) + (wins ? tr(" (wins)") : QString());
    }
    if (windows.size() > kMostNamed) names << QStringLiteral("...");
    return text + QStringLiteral(", ") +
           (windows.empty() ? tr("in no window") : tr("windows: %1").arg(names.join(QStringLiteral(" "))));
}

} // namespace lw::circuit

#include "moc_pooling_view.cpp"
