// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/network_view.h"

#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/to_qt.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lw::striding {

using scene::Stage;
using session::counted;

namespace {

constexpr int kSearchWidth = 150, kCardWidth = 320, kRefusalLines = 3;

} // namespace

NetworkView::NetworkView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : LayerView(context, desk, parent) {
    bodyLayout()->addWidget(makeTools());
    m_summary = new theme::WrappedLabel(1, body());
    m_summary->setContentsMargins(8, 3, 8, 3);
    bodyLayout()->addWidget(m_summary);
    bodyLayout()->addWidget(makeRefusal());
    bodyLayout()->addWidget(makeBody(), 1);
    connect(&notice().button(), &QPushButton::clicked, this, &NetworkView::networkWanted);
    connect(&desk, &StridingDesk::networkShown, this, &NetworkView::takeNetwork);
    connect(&desk, &StridingDesk::factsChanged, this, &NetworkView::noteRows);
    connect(&desk, &StridingDesk::choiceChanged, this, &NetworkView::takeChoice);
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    sayNoNetwork();
}

// ---- parts

QWidget* NetworkView::makeTools() {
    auto* bar = new QToolBar(body());
    m_stages = new QComboBox(bar);
    m_stages->setAccessibleName(tr("Stage"));
    m_stages->setToolTip(tr("The network as its file gives it, or as it is lowered: an activation that is "
                            "computed with the layer before it is not a layer of its own"));
    m_stages->addItems({tr("as given"), tr("as lowered")});
    connect(m_stages, &QComboBox::activated, this,
            [this](int index) { showStage(index == 0 ? Stage::Given : Stage::Lowered); });
    bar->addWidget(m_stages);
    m_folds = new QComboBox(bar);
    m_folds->setAccessibleName(tr("Folded"));
    m_folds->setToolTip(
        tr("Runs: what each layer alone reads, such as conv, batch_norm and relu, is one box. "
           "Blocks: all between a value that several layers read and the layer that joins "
           "them, and layers whose names begin alike. Space folds and unfolds one box."));
    m_folds->addItems({tr("every layer"), tr("runs folded"), tr("blocks folded")});
    m_folds->setCurrentIndex(Runs);
    connect(m_folds, &QComboBox::activated, this, [this](int index) { fold(static_cast<Fold>(index)); });
    bar->addWidget(m_folds);
    m_search = new QLineEdit(bar);
    m_search->setAccessibleName(tr("Find a layer"));
    m_search->setPlaceholderText(tr("find a name or a kind"));
    m_search->setToolTip(tr("Return goes to the next layer found, Shift+Return to the one before"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(context().theme.scaled(kSearchWidth));
    connect(m_search, &QLineEdit::textChanged, this, [this] { findAll(); });
    connect(m_search, &QLineEdit::returnPressed, this,
            [this] { goToFound(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1); });
    bar->addWidget(m_search);
    m_foundText = new QLabel(bar);
    m_foundText->setContentsMargins(6, 0, 6, 0);
    bar->addWidget(m_foundText);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    m_lower =
        bar->addAction(tr("Lower and Open..."), this, [this] { Q_EMIT lowerWanted(desk().shown().network); });
    m_lower->setToolTip(tr("Makes a program of the network, and opens it"));
    m_canvas = new paint::NetworkCanvas(context().theme, body());
    bar->addAction(theme::icon(context().theme, QStringLiteral("fit"), theme::Role::Muted),
                   tr("The whole graph (0)"), m_canvas, &paint::NetworkCanvas::fit);
    m_twin = new paint::TableTwin(context().theme, m_canvas, tr("Layers of the network as a table"), body());
    bar->addWidget(m_twin->makeButton(bar));
    auto* write = new QToolButton(bar);
    write->setAutoRaise(true);
    write->setIcon(theme::icon(context().theme, QStringLiteral("export"), theme::Role::Muted));
    write->setToolTip(tr("Export the graph"));
    write->setAccessibleName(write->toolTip());
    write->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(write);
    paint::addExports(
        *menu, this, QStringLiteral("network"), [this] { return paper(); },
        [this](const QString& wrong) { m_summary->setText(wrong); });
    write->setMenu(menu);
    bar->addWidget(write);
    return bar;
}

QWidget* NetworkView::makeRefusal() {
    m_refusalBar = new QWidget(body());
    auto* row = new QHBoxLayout(m_refusalBar);
    row->setContentsMargins(8, 3, 8, 3);
    m_mark = new QLabel(m_refusalBar);
    row->addWidget(m_mark, 0, Qt::AlignTop);
    m_refusal = new theme::WrappedLabel(kRefusalLines, m_refusalBar);
    row->addWidget(m_refusal, 1);
    m_refusalBar->hide();
    return m_refusalBar;
}

QWidget* NetworkView::makeBody() {
    m_canvas->setTips([this](paint::GraphHit hit) { return tipOf(hit); });
    connect(m_canvas, &paint::NetworkCanvas::picked, this,
            [this](std::size_t box) { pick(m_canvas->picture().boxes[box].lead); });
    connect(m_canvas, &paint::NetworkCanvas::opened, this, [this] { open(NetworkCard::Rows); });
    connect(m_canvas, &paint::NetworkCanvas::foldWanted, this, &NetworkView::toggle);
    connect(m_twin, &paint::TableTwin::picked, this, [this](int row) {
        unfoldTo(static_cast<std::size_t>(row));
        pick(static_cast<std::size_t>(row));
    });
    connect(m_twin->action(), &QAction::toggled, this, &NetworkView::showTable);
    connect(&m_twin->table(), &QTableView::activated, this, [this] { open(NetworkCard::Rows); });
    m_card = new NetworkCard(context().theme, body());
    connect(m_card, &NetworkCard::wanted, this, &NetworkView::open);
    setFocusProxy(m_twin);
    auto* both = new QSplitter(body());
    both->addWidget(m_twin);
    both->addWidget(m_card);
    both->setStretchFactor(0, 1);
    both->setStretchFactor(1, 0);
    both->setCollapsible(0, false);
    both->setSizes({3 * kCardWidth, kCardWidth});
    return both;
}

// ---- the network

const scene::NetworkGraph* NetworkView::graph() const { return m_graphs ? &m_graphs->of(m_stage) : nullptr; }

void NetworkView::sayNoNetwork() {
    sayEmpty(tr("The layers of a network as a graph: shapes, costs, and which run where.\n"
                "Open a network."));
}

void NetworkView::sayEmpty(const QString& text) {
    notice().say(text, tr("Open Network..."));
    setCurrentWidget(&notice());
}

bool NetworkView::isOfProgram() const {
    const FactsPtr& facts = desk().facts();
    return m_frame && facts && m_frame->loaded->path == facts->program &&
           facts->origin.network == desk().shown().network;
}

void NetworkView::takeFrame(const session::FramePtr& frame) {
    const bool isOther = !m_frame || !frame || m_frame->loaded != frame->loaded;
    m_frame = frame;
    if (isOther) return noteRows();
    noteClocks();
}

// For both stages.
void NetworkView::noteRows() {
    if (!m_graphs) return;
    const bool isLoaded = isOfProgram();
    for (const Stage stage : {Stage::Given, Stage::Lowered})
        scene::striding::noteProgram(m_graphs->of(stage),
                                     isLoaded ? m_frame->loaded->program : program::Program());
    m_lower->setVisible(!desk().facts() || desk().facts()->origin.network != desk().shown().network);
    noteClocks();
    showTable();
}

void NetworkView::showTable() {
    if (graph()) m_twin->model().show(paint::networkTable(*graph()));
}

void NetworkView::noteClocks() {
    if (!m_graphs) return;
    if (isOfProgram())
        for (const Stage stage : {Stage::Given, Stage::Lowered})
            scene::noteClocks(m_graphs->of(stage), m_frame->bundleCounts, m_frame->bundleStalls);
    if (m_twin->isTable()) showTable(); // it holds a copy
    showCurrent();
    fillCard();
}

// What the next row of the program belongs to.
void NetworkView::showCurrent() {
    std::optional<std::size_t> current;
    const auto next = isOfProgram() ? m_frame->next() : std::nullopt;
    for (std::size_t i = 0; next && i < graph()->nodes.size(); ++i) {
        const scene::GraphNode& node = graph()->nodes[i];
        const bool isIt = *next >= node.firstRow && *next - node.firstRow < node.rowCount;
        if (isIt && !node.within && i < m_canvas->picture().boxOf.size())
            current = m_canvas->picture().boxOf[i];
    }
    m_canvas->setCurrent(current);
}

void NetworkView::showStage(Stage stage) {
    m_stages->setCurrentIndex(stage == Stage::Given ? 0 : 1);
    if (std::exchange(m_stage, stage) == stage || !graph()) return;
    const Stage before = stage == Stage::Given ? Stage::Lowered : Stage::Given;
    const std::string name = m_selected ? m_graphs->of(before).nodes[*m_selected].name : std::string();
    showGraph();
    if (const auto node = graph()->find(name)) select(*node);
}

// Everything from another graph.
void NetworkView::forgetPicture() {
    m_selected.reset();
    m_canvas->setPicture({}, {});
}

void NetworkView::showGraph() {
    setCurrentWidget(body());
    forgetPicture();
    showTable();
    fold(m_fold);
    fillCard();
    describe();
    takeChoice();
}

void NetworkView::describe() {
    const scene::NetworkGraph& shown = *graph();
    const auto layers = static_cast<std::uint64_t>(std::count_if(
        shown.nodes.begin(), shown.nodes.end(), [](const auto& node) { return node.isLayer(); }));
    const std::uint64_t host = shown.layersAt(lower::Where::Host);
    QString text = tr("%1: %2 layers, %3 parameters, %4 MACs.")
                       .arg(toQt(shown.name), counted(layers), counted(shown.cost.parameters),
                            counted(shown.cost.multiplyAdds));
    text +=
        QLatin1Char(' ') + (host == 0 ? tr("All run on the circuit %1.").arg(toQt(shown.machine))
                                      : tr("%1 run on the circuit %2, %3 on the host.")
                                            .arg(counted(layers - host), toQt(shown.machine), counted(host)));
    m_summary->setText(text);
}

paint::PaperPicture NetworkView::paper() const {
    const scene::NetworkPicture& picture = m_canvas->picture();
    return {QSize(picture.width, picture.height), graph() ? toQt(graph()->name) : QString(),
            [&picture](QPainter& painter, const theme::Theme& print, QPointF origin) {
                paint::NetworkPainter{print, picture, {origin, 1}}.paint(painter);
            }};
}

QString NetworkView::tipOf(paint::GraphHit hit) const {
    const scene::NetworkPicture& picture = m_canvas->picture();
    QStringList lines;
    if (hit.box) {
        const scene::PictureBox& box = picture.boxes[*hit.box];
        for (const std::string& line : box.lines) lines << session::coreText(line);
        if (const QString why = paint::whyHostText(*graph(), box.nodes); !why.isEmpty()) lines << why;
    } else if (hit.wire) {
        for (const std::size_t value : picture.wires[*hit.wire].values)
            lines << QStringLiteral("%1: %2").arg(toQt(graph()->nodes[value].name),
                                                  paint::shapeText(graph()->nodes[value].shape));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace lw::striding

#include "moc_network_view.cpp"
