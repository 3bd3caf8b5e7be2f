// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tile_map_view.h"

#include "core/machine/session.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/theme/icon.h"
#include "widgets/tiling/tiling_files.h"
#include "widgets/tiling/tiling_words.h"

#include <QHBoxLayout>

namespace lw::tiling {

using lower::tiling::Fill;
using Side = TileMapCanvas::Side;
using theme::Role;

namespace {
constexpr int kSizeWidth = 110, kSummaryLines = 2, kMarkSize = 16;
} // namespace

TileMapView::TileMapView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(
          context, desk,
          tr("A picture of any size on a program for one size: the tiles that it is cut into, which of "
             "their elements are right, and what comes out."),
          parent) {
    m_canvas = new TileMapCanvas(context.theme, desk, body());
    m_twin = new paint::TableTwin(context.theme, m_canvas, tr("Tiles as a table"), body());
    QToolBar* const tools = makeTools();
    addOutputs(*tools);
    bodyLayout()->addWidget(tools);
    m_summary = new theme::WrappedLabel(kSummaryLines, body());
    m_summary->setContentsMargins(8, 3, 8, 3);
    bodyLayout()->addWidget(m_summary);
    m_chosen = new theme::WrappedLabel(kSummaryLines, body());
    m_chosen->setContentsMargins(8, 3, 8, 3);
    bodyLayout()->addWidget(m_chosen);
    bodyLayout()->addWidget(makeVerdict());
    bodyLayout()->addWidget(m_twin, 1);
    m_message = new theme::WrappedLabel(kSummaryLines, body());
    m_message->setContentsMargins(8, 3, 8, 3);
    bodyLayout()->addWidget(m_message);
    setFocusProxy(m_twin);
    connect(m_twin, &paint::TableTwin::picked, this,
            [&desk](int row) { desk.chooseTile(static_cast<std::uint64_t>(row)); });
    connect(m_twin->action(), &QAction::toggled, this, &TileMapView::showTable);
    connect(m_canvas, &TileMapCanvas::momentWanted, this, &TileMapView::askFor);
    connect(&desk, &TilingDesk::factsChanged, this, &TileMapView::takeFacts);
    connect(&desk, &TilingDesk::choiceChanged, this, &TileMapView::takeChoice);
    connect(&desk, &TilingDesk::choosingChanged, this, &TileMapView::showSummary);
    connect(&desk, &TilingDesk::failed, this, [this](const QString& why) {
        m_message->setText(this->desk().facts() ? tr("The plan stays as it was: %1").arg(why) : why);
        showRequest();
    });
    connect(&context.theme, &theme::Theme::changed, this, &TileMapView::takeFacts);
    takeFacts();
}

// ---- parts

QToolBar* TileMapView::makeTools() {
    auto* bar = new QToolBar(body());
    auto* label = new QLabel(tr("Tile"), bar);
    label->setContentsMargins(8, 0, 4, 0);
    bar->addWidget(label);
    m_size = new QLineEdit(bar);
    m_size->setAccessibleName(tr("Size of a tile"));
    m_size->setToolTip(tr("Rows and columns of a tile, such as 64 or 64x48; Return makes the plan"));
    m_size->setFixedWidth(theme().scaled(kSizeWidth));
    connect(m_size, &QLineEdit::returnPressed, this, [this] {
        m_automatic->setChecked(false);
        planAgain();
    });
    bar->addWidget(m_size);
    m_automatic = new QCheckBox(tr("automatic"), bar);
    m_automatic->setAccessibleName(tr("Size of a tile: automatic"));
    m_automatic->setToolTip(
        tr("Lanewright chooses the size for the machine: of those that fit, the one with which "
           "all tiles take the fewest clocks"));
    connect(m_automatic, &QCheckBox::clicked, this, &TileMapView::planAgain);
    bar->addWidget(m_automatic);
    m_fill = new QComboBox(bar);
    m_fill->setAccessibleName(tr("At the picture's end"));
    m_fill->setToolTip(tr("What the last tiles do where the picture's size does not divide: automatic is the "
                          "cheapest exact one"));
    m_fill->addItems({tr("automatic"), tr("exact"), tr("masked"), tr("ring")});
    connect(m_fill, &QComboBox::activated, this, &TileMapView::planAgain);
    bar->addWidget(m_fill);
    m_overlap = new QComboBox(bar);
    m_overlap->setAccessibleName(tr("What tiles share"));
    m_overlap->setToolTip(tr("Each tile computes what it shares with others by itself, or it is kept for the "
                             "next tile of a row, and with rows for the tile below"));
    m_overlap->addItems({tr("computed again"), tr("columns kept"), tr("rows and columns kept")});
    connect(m_overlap, &QComboBox::activated, this, &TileMapView::planAgain);
    bar->addWidget(m_overlap);
    m_share = new QComboBox(bar);
    m_share->setAccessibleName(tr("What circuits share"));
    m_share->setToolTip(
        tr("What circuits of the array send each other: what several of their tiles read of the "
           "picture, or the borders of every layer of one tile, each of which has a part"));
    m_share->addItems({tr("input shared"), tr("layers shared")});
    connect(m_share, &QComboBox::activated, this, &TileMapView::planAgain);
    m_shareAction = bar->addWidget(m_share);
    m_side = new QComboBox(bar);
    m_side->setAccessibleName(tr("What is shown"));
    m_side->addItems({tr("what tiles give"), tr("what tiles read"), tr("difference to the whole picture")});
    connect(m_side, &QComboBox::activated, this, [this](int index) { showSide(static_cast<Side>(index)); });
    bar->addWidget(m_side);
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    bar->addAction(theme::icon(theme(), QStringLiteral("fit"), Role::Muted), tr("The whole picture (0)"),
                   m_canvas, &TileMapCanvas::fit);
    bar->addWidget(m_twin->makeButton(bar));
    return bar;
}

void TileMapView::addOutputs(QToolBar& bar) {
    m_outputs = new QComboBox(&bar);
    m_outputs->setAccessibleName(tr("The output that is shown"));
    m_outputs->setToolTip(
        tr("The network has several outputs: tiles are shown on this one, and all are run and "
           "compared"));
    connect(m_outputs, &QComboBox::activated, this,
            [this](int index) { desk().lookAt(static_cast<std::size_t>(index)); });
    m_several = bar.addWidget(m_outputs);
}

void TileMapView::addRun(QToolBar& bar) {
    m_open = bar.addAction(tr("Open Tile"), this, [this] {
        if (desk().tile()) desk().lowerTile(*desk().tile());
    });
    m_debug = bar.addAction(tr("Debug All Tiles"), this, [this] {
        if (desk().program().isEmpty()) return desk().openAll();
        if (desk().tile()) goToTile(*desk().tile());
    });
    m_run = bar.addAction(tr("Run All Tiles"), this, [this] {
        if (desk().sizesModelled() || (desk().facts() && desk().facts()->isRunning))
            desk().cancel();
        else
            desk().run();
    });
    m_run->setToolTip(tr("Runs every tile on the emulated circuit, and compares what comes out with the "
                         "whole picture"));
}

// A tile before the present one is reached from the beginning.
void TileMapView::goToTile(std::uint64_t tile) {
    const FactsPtr& facts = desk().facts();
    session::DebugSession& session = viewContext().session;
    if (!facts || desk().program().isEmpty() || !session.frame()) return;
    const std::uint64_t round = facts->roundOf(tile);
    const auto& now = facts->progress.now;
    const bool isAhead = !now.empty() && round > facts->roundOf(now.front());
    if (!isAhead) session.perform(machine::Seek{0});
    const session::FramePtr& frame = session.frame({static_cast<std::uint16_t>(facts->circuitOf(tile))});
    if (frame) session.runTo(QStringLiteral("tile %1%2").arg(frame->loaded->prefix()).arg(round));
}

QWidget* TileMapView::makeVerdict() {
    auto* bar = new QWidget(body());
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(8, 3, 8, 3);
    m_mark = new QLabel(bar);
    row->addWidget(m_mark, 0, Qt::AlignTop);
    m_verdict = new theme::WrappedLabel(kSummaryLines, bar);
    row->addWidget(m_verdict, 1);
    auto* tools = new QToolBar(bar); // so that none of them ends up hidden
    addRun(*tools);
    row->addWidget(tools, 0, Qt::AlignTop);
    return bar;
}

// ---- the plan

void TileMapView::showSide(Side side) {
    m_side->setCurrentIndex(static_cast<int>(side));
    m_canvas->setSide(side);
}

void TileMapView::planAgain() {
    if (!desk().facts()) return;
    const auto fixed = sizeFrom(m_size->text());
    const bool isAutomatic = m_automatic->isChecked();
    if (!fixed && !isAutomatic) return m_message->setText(tr("Enter the size of a tile as 64 or 64x48."));
    TilingRequest request = desk().facts()->request;
    request.fixed = isAutomatic ? std::nullopt : fixed;
    request.fill = m_fill->currentIndex() == 0 ? std::nullopt
                                               : std::optional(static_cast<Fill>(m_fill->currentIndex() - 1));
    request.overlap = static_cast<lower::tiling::Overlap>(m_overlap->currentIndex());
    request.share = static_cast<lower::striding::Share>(m_share->currentIndex());
    m_message->clear();
    desk().plan(request);
}

void TileMapView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    showBody(facts != nullptr);
    if (!facts) return;
    const lower::tiling::Size fixed = facts->fixed();
    if (!m_size->hasFocus() || !m_size->isModified())
        m_size->setText(fixed.rows == fixed.columns
                            ? QString::number(fixed.rows)
                            : QStringLiteral("%1x%2").arg(fixed.rows).arg(fixed.columns));
    showRequest();
    m_chosen->setVisible(facts->chosen != nullptr);
    if (facts->chosen) m_chosen->setText(chosenText(*facts->chosen));
    takeOutputs();
    m_verdict->setText(verdictText(*facts));
    m_mark->setVisible(facts->verdict.has_value());
    if (facts->verdict) {
        const bool isEqual = facts->verdict->isEqual();
        m_mark->setPixmap(theme::icon(theme(), isEqual ? QStringLiteral("success") : QStringLiteral("error"),
                                      isEqual ? Role::Success : Role::Error)
                              .pixmap(kMarkSize));
    }
    showSummary();
    m_debug->setText(desk().program().isEmpty() ? tr("Debug All Tiles") : tr("Go to Tile"));
    m_canvas->takeFacts();
    showTable();
    takeChoice();
}

// What the plan was requested with.
void TileMapView::showRequest() {
    const FactsPtr& facts = desk().facts();
    if (!facts) return;
    m_automatic->setChecked(!facts->request.fixed);
    m_fill->setCurrentIndex(facts->request.fill ? static_cast<int>(*facts->request.fill) + 1 : 0);
    m_overlap->setCurrentIndex(static_cast<int>(facts->request.overlap));
    m_share->setCurrentIndex(static_cast<int>(facts->request.share));
    m_shareAction->setVisible(facts->array.count() > 1); // otherwise there is nobody to share with
}

// For the plan, or for the one that is being made.
void TileMapView::showSummary() {
    const FactsPtr& facts = desk().facts();
    if (!facts) return;
    const auto& sizes = desk().sizesModelled();
    m_summary->setText(sizes ? choosingText(*sizes) : planText(*facts));
    m_run->setText(sizes || facts->isRunning ? tr("Stop") : tr("Run All Tiles"));
    m_run->setEnabled(sizes || facts->picture);
    if (!sizes) showRequest();
}

void TileMapView::takeOutputs() {
    const TilingFacts& facts = *desk().facts();
    QStringList names;
    for (const lower::tiling::PlanOutput& output : facts.plan.outputs)
        names << QString::fromStdString(output.name);
    QStringList shown;
    for (int i = 0; i < m_outputs->count(); ++i) shown << m_outputs->itemText(i);
    if (names != shown) {
        m_outputs->clear();
        m_outputs->addItems(names);
    }
    m_outputs->setCurrentIndex(static_cast<int>(facts.request.output));
    m_several->setVisible(names.size() > 1);
}

void TileMapView::takeChoice() {
    const FactsPtr& facts = desk().facts();
    enableOpening();
    if (!facts || !desk().tile()) return m_message->setText(tr("Click an element to select its tile."));
    const std::uint64_t tile = *desk().tile();
    const scene::tiling::Band &row = facts->map.rowOf(tile), &column = facts->map.columnOf(tile);
    m_message->setText(tr("Tile %1 (%2): computes rows %3, columns %4; right are rows %5, columns %6; it "
                          "gives rows %7, columns %8.")
                           .arg(tile)
                           .arg(edgesText(row.edge, column.edge), rangeText(row.computes),
                                rangeText(column.computes), rangeText(row.right), rangeText(column.right),
                                rangeText(row.gives), rangeText(column.gives)));
    m_twin->setCurrent(static_cast<int>(tile));
}

// If it can only fail, the tip says why.
void TileMapView::enableOpening() {
    const FactsPtr& facts = desk().facts();
    const bool hasPicture = facts && facts->picture, hasTile = desk().tile().has_value();
    const Message* const noAll = facts ? facts->noProgramOfAll() : nullptr;
    const Message* const noOne = facts ? facts->noProgramOfOne() : nullptr;
    const auto why = [](const Message* message) { return session::problemText({message, {}, {}, {}, {}}); };
    m_open->setEnabled(hasPicture && hasTile && !noOne);
    m_open->setToolTip(noOne
                           ? why(noOne)
                           : tr("The program of the tile that is selected, with its part of the picture, in "
                                "the debugger"));
    m_debug->setEnabled(hasPicture && !noAll && (desk().program().isEmpty() || hasTile));
    m_debug->setToolTip(
        noAll ? why(noAll)
              : tr("The program that runs all tiles, in the debugger, where it is stepped both ways; once "
                   "it is there, to where the selected tile begins"));
}

// What tiles have of a pixel, while it is pointed at.
void TileMapView::askFor(const PixelWanted& pixel) {
    const FactsPtr& facts = desk().facts();
    if (!facts || !facts->picture) return;
    if (!m_work || !m_work->isOf(*facts)) m_work = std::make_shared<TileWork>(facts);
    m_moments.ask([work = m_work, pixel] { return work->pixel(pixel); },
                  [this](const Result<PixelMoment>& made) {
                      if (made) m_canvas->setMoment(*made);
                  });
}

// For the plan: it stays while tiles are run.
void TileMapView::showTable() {
    const FactsPtr& facts = desk().facts();
    if (!facts || m_inTable == facts->map) return;
    m_inTable = facts->map;
    const auto cell = [map = facts->map](int number, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const auto tile = static_cast<std::uint64_t>(number);
        const scene::tiling::Band &down = map.rowOf(tile), &across = map.columnOf(tile);
        switch (column) {
        case 0: return QString::number(number);
        case 1: return edgeText(down.edge);
        case 2: return edgeText(across.edge);
        case 3: return rangeText(down.reads);
        case 4: return rangeText(across.reads);
        case 5: return rangeText(down.right);
        case 6: return rangeText(across.right);
        case 7: return rangeText(down.gives);
        case 8: return rangeText(across.gives);
        default: return QStringLiteral("%1, %2").arg(down.fill).arg(across.fill);
        }
    };
    m_twin->model().show({{tr("Tile"), tr("Rows are"), tr("Columns are"), tr("Reads rows"),
                           tr("Reads columns"), tr("Right rows"), tr("Right columns"), tr("Gives rows"),
                           tr("Gives columns"), tr("Beyond the picture")},
                          static_cast<int>(facts->map.tiles()),
                          cell});
}

} // namespace lw::tiling

#include "moc_tile_map_view.cpp"
