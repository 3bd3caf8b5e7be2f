// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/view_catalog.h"

#include "widgets/circuit/array_view.h"
#include "widgets/circuit/pooling_view.h"
#include "widgets/debug/breakpoint_view.h"
#include "widgets/debug/log_view.h"
#include "widgets/debug/problem_view.h"
#include "widgets/debug/stream_view.h"
#include "widgets/debug/watch_view.h"
#include "widgets/debug/why_view.h"
#include "widgets/firmware/beside_view.h"
#include "widgets/firmware/blocks_view.h"
#include "widgets/firmware/chain_view.h"
#include "widgets/firmware/differences_view.h"
#include "widgets/firmware/graph_view.h"
#include "widgets/firmware/number_view.h"
#include "widgets/firmware/plan_view.h"
#include "widgets/firmware/register_files_view.h"
#include "widgets/manual/about_view.h"
#include "widgets/manual/manual_view.h"
#include "widgets/paint/bundle_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/recompute/decisions_view.h"
#include "widgets/recompute/gradients_view.h"
#include "widgets/recompute/inverse_view.h"
#include "widgets/recompute/memory_use_view.h"
#include "widgets/recompute/schedule_view.h"
#include "widgets/recompute/trade_off_view.h"
#include "widgets/state/change_view.h"
#include "widgets/state/memory_view.h"
#include "widgets/state/register_view.h"
#include "widgets/state/unit_view.h"
#include "widgets/state/vector_view.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/mask_view.h"
#include "widgets/striding/network_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/striding/report_view.h"
#include "widgets/striding/strided_pooling.h"
#include "widgets/tiling/cone_view.h"
#include "widgets/tiling/overlap_view.h"
#include "widgets/tiling/ring_view.h"
#include "widgets/tiling/size_view.h"
#include "widgets/tiling/tile_map_view.h"
#include "widgets/tiling/time_view.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <iterator>
#include <memory>
#include <utility>

namespace lw::ide {

namespace {

template <typename Desk> session::TechniqueDesk* makeDesk(QObject* parent) { return new Desk(parent); }

constexpr DeskEntry kDesks[] = {{makeDesk<striding::StridingDesk>},
                                {makeDesk<tiling::TilingDesk>},
                                {makeDesk<recompute::RecomputeDesk>},
                                {makeDesk<firmware::ProcessorDesk>},
                                {makeDesk<firmware::FirmwareDesk>}};

template <typename View> QWidget* make(const ViewParts& parts) { return new View(parts.context); }

QWidget* makeProblems(const ViewParts& parts) {
    auto* view = new debug::ProblemView(parts.context, parts.documents);
    QObject::connect(view, &debug::ProblemView::explanationWanted, view,
                     [help = parts.help](const QString& code) {
                         if (help) help({code});
                     });
    return view;
}

QWidget* makeManual(const ViewParts& parts) {
    auto* view = new manual::ManualView(parts.context);
    QObject::connect(view, &manual::ManualView::insertWanted, &parts.documents,
                     &editor::DocumentArea::insertLine);
    QObject::connect(view, &manual::ManualView::exampleWanted, view,
                     [open = parts.openExample](const QString& file) {
                         if (open) open(file);
                     });
    return view;
}

// Of a program that was made from something the text beside that, not beside the program; and of what was
// opened since without a program the text beside it. The view may come about after a network that is still
// being worked on was opened.
QWidget* makeReadme(const ViewParts& parts) {
    auto* view = new manual::AboutView(parts.context);
    const auto alone = std::make_shared<QString>();
    for (const session::TechniqueDesk* desk : parts.desks)
        if ((parts.documents.startFile().isEmpty() || desk->isBusy()) && !desk->openedAlone().isEmpty())
            *alone = desk->openedAlone();
    const auto update = [view, alone, &documents = parts.documents, desks = parts.desks] {
        QString file = alone->isEmpty() ? documents.startFile() : *alone;
        for (const session::TechniqueDesk* desk : desks)
            if (alone->isEmpty() && desk->program() == documents.startFile() && !desk->madeFrom().isEmpty())
                file = desk->madeFrom();
        view->setFolder(QFileInfo(file).isFile() ? QFileInfo(file).absolutePath() : QString());
    };
    for (session::TechniqueDesk* desk : parts.desks)
        QObject::connect(desk, &session::TechniqueDesk::factsChanged, view,
                         [desk, alone, update, before = desk->openedAlone()]() mutable {
                             const QString now = desk->openedAlone();
                             if (std::exchange(before, now) != now && !now.isEmpty()) *alone = now;
                             update();
                         });
    QObject::connect(&parts.documents, &editor::DocumentArea::startFileChanged, view, [alone, update] {
        alone->clear();
        update();
    });
    QObject::connect(view, &manual::AboutView::stepsWanted, view, parts.doSteps);
    QObject::connect(view, &manual::AboutView::fileWanted, view, parts.openFile);
    update();
    return view;
}

// A view that may ask for a network.
template <typename View> QWidget* withNetworks(View* view, const ViewParts& parts) {
    QObject::connect(view, &View::networkWanted, view, [open = parts.openNetwork] {
        if (open) open();
    });
    return view;
}
template <typename View> QWidget* makeStriding(const ViewParts& parts) {
    return withNetworks(new View(parts.context, parts.desk<striding::StridingDesk>()), parts);
}
template <typename View> QWidget* makeTiling(const ViewParts& parts) {
    return withNetworks(new View(parts.context, parts.desk<tiling::TilingDesk>()), parts);
}
template <typename View> QWidget* makeRecompute(const ViewParts& parts) {
    return withNetworks(new View(parts.context, parts.desk<recompute::RecomputeDesk>()), parts);
}
template <typename View> QWidget* makeFirmware(const ViewParts& parts) {
    auto* view = new View(parts.context, parts.desk<firmware::FirmwareDesk>());
    QObject::connect(view, &View::examplesWanted, view, [welcome = parts.welcome] {
        if (welcome) welcome();
    });
    return view;
}
QWidget* makeGraph(const ViewParts& parts) {
    QWidget* made = makeFirmware<firmware::GraphView>(parts);
    QObject::connect(qobject_cast<firmware::GraphView*>(made), &firmware::GraphView::cellWanted, made,
                     [raise = parts.raise] {
                         if (raise) raise(QStringLiteral("vectors"));
                     });
    return made;
}
QWidget* makePlan(const ViewParts& parts) {
    return withNetworks(new firmware::PlanView(parts.context, parts.desk<firmware::ProcessorDesk>()), parts);
}
template <typename View> QWidget* makeCircuit(const ViewParts& parts) {
    return withNetworks(new View(parts.context), parts);
}

QWidget* makePooling(const ViewParts& parts) {
    return withNetworks(new circuit::PoolingView(parts.context, new striding::StridedPooling(
                                                                    parts.desk<striding::StridingDesk>())),
                        parts);
}

// What is clicked in the mask view is shown with everything behind it.
QWidget* makeMask(const ViewParts& parts) {
    auto* view = new striding::MaskView(parts.context, parts.desk<striding::StridingDesk>());
    QObject::connect(view, &striding::MaskView::elementPicked, view, [raise = parts.raise] {
        if (raise) raise(QStringLiteral("patch"));
    });
    QObject::connect(view, &striding::MaskView::windowWanted, view, [raise = parts.raise] {
        auto* pooling =
            qobject_cast<circuit::PoolingView*>(raise ? raise(QStringLiteral("pooling")) : nullptr);
        if (pooling) pooling->goToElement();
    });
    return withNetworks(view, parts);
}

QWidget* makeNetwork(const ViewParts& parts) {
    auto* view = new striding::NetworkView(parts.context, parts.desk<striding::StridingDesk>());
    QObject::connect(view, &striding::NetworkView::viewWanted, view,
                     [raise = parts.raise](const QString& id) {
                         if (raise) raise(id);
                     });
    QObject::connect(view, &striding::NetworkView::textWanted, view, [show = parts.showText] {
        if (show) show();
    });
    QObject::connect(view, &striding::NetworkView::lowerWanted, view,
                     [open = parts.openFile](const QString& network) {
                         if (open) open(network);
                     });
    return withNetworks(view, parts);
}

// The view that shows the cells of a part of the chip, or else its unit, or else the bundles.
QString viewOf(machine::Role role, const QString& unit) {
    switch (role) {
    case machine::Role::VectorRegisters: return QStringLiteral("vectors");
    case machine::Role::ScalarMemory:
    case machine::Role::VectorMemory:
    case machine::Role::HighBandwidthMemory: return QStringLiteral("memory");
    case machine::Role::Queue:
    case machine::Role::SyncFlags:
    case machine::Role::WeightTile:
    case machine::Role::Random: return QStringLiteral("units");
    case machine::Role::None: return unit.isEmpty() ? QStringLiteral("grid") : QStringLiteral("units");
    default: return QStringLiteral("registers");
    }
}

QWidget* makeChip(const ViewParts& parts) {
    auto* view = new paint::ChipDiagramView(parts.context);
    // The keyboard stays in the diagram, unless the view came in front of it.
    const auto open = [view, raise = parts.raise](machine::Role role, const QString& unit) {
        QWidget* opened = raise ? raise(viewOf(role, unit)) : nullptr;
        if (!opened) return;
        if (auto* memory = opened->findChild<state::MemoryView*>()) memory->showMemory(role);
        if (auto* units = opened->findChild<state::UnitView*>()) units->showUnit(unit);
        if (view->visibleRegion().isEmpty()) opened->setFocus();
    };
    QObject::connect(view, &paint::ChipDiagramView::opened, view, open);
    return view;
}

constexpr WorkspaceRow kWorkspaces[] = {
    {Workspace::Edit, "edit", "workspaceEdit", QT_TRANSLATE_NOOP("Views", "Edit")},
    {Workspace::Debug, "debug", "workspaceDebug", QT_TRANSLATE_NOOP("Views", "Debug")},
    {Workspace::Tensors, "tensors", "workspaceTensors", QT_TRANSLATE_NOOP("Views", "Tensors")},
    {Workspace::Striding, "striding", "workspaceStriding", QT_TRANSLATE_NOOP("Views", "Striding")},
    {Workspace::Training, "training", "workspaceTraining", QT_TRANSLATE_NOOP("Views", "Training")},
    {Workspace::Firmware, "firmware", "workspaceFirmware", QT_TRANSLATE_NOOP("Views", "Firmware")},
};
static_assert(std::size(kWorkspaces) == static_cast<std::size_t>(Workspace::kCount));

// id, title, maker, where it stands, what it needs a program for
constexpr ViewEntry kViewEntries[] = {
    {"chip",
     QT_TRANSLATE_NOOP("Views", "Chip"),
     makeChip,
     {{Workspace::Debug, Area::RightInner}},
     QT_TRANSLATE_NOOP("Views",
                       "The units of the chip, which of them work in this clock, and why the others wait.")},
    {"registers",
     QT_TRANSLATE_NOOP("Views", "Registers"),
     make<state::RegisterView>,
     {{Workspace::Debug, Area::Right}},
     QT_TRANSLATE_NOOP("Views", "Scalar registers, predicates, masks and index registers.")},
    {"vectors",
     QT_TRANSLATE_NOOP("Views", "Vectors"),
     make<state::VectorView>,
     {{Workspace::Debug, Area::Right}, {Workspace::Firmware, Area::Bottom}},
     QT_TRANSLATE_NOOP("Views", "The vector registers as pictures, with their numbers when there is room.")},
    {"memory",
     QT_TRANSLATE_NOOP("Views", "Memory"),
     make<state::MemoryView>,
     {{Workspace::Debug, Area::Right}},
     QT_TRANSLATE_NOOP("Views", "Any memory of the machine, as numbers or as a picture.")},
    {"units",
     QT_TRANSLATE_NOOP("Views", "Units"),
     make<state::UnitView>,
     {{Workspace::Debug, Area::Right}},
     QT_TRANSLATE_NOOP("Views",
                       "What is inside of the units: queues, weights, transfers, flags, random numbers.")},
    {"changes",
     QT_TRANSLATE_NOOP("Views", "Changes"),
     make<state::ChangeView>,
     {{Workspace::Debug, Area::Right}},
     QT_TRANSLATE_NOOP("Views", "The cells that each step changes, to walk through.")},
    {"grid",
     QT_TRANSLATE_NOOP("Views", "Bundle Grid"),
     make<paint::BundleView>,
     {{Workspace::Edit, Area::Right},
      {Workspace::Debug, Area::Bottom},
      {Workspace::Striding, Area::Left},
      {Workspace::Training, Area::Left}},
     QT_TRANSLATE_NOOP("Views",
                       "The bundles of the program, one to a row, with their bits and what they cost.")},
    {"readme",
     QT_TRANSLATE_NOOP("Views", "About"),
     makeReadme,
     {{Workspace::Edit, Area::Right},
      {Workspace::Debug, Area::Right},
      {Workspace::Tensors, Area::RightAsked},
      {Workspace::Striding, Area::Left},
      {Workspace::Training, Area::Left},
      {Workspace::Firmware, Area::RightAsked}}},
    {"watches",
     QT_TRANSLATE_NOOP("Views", "Watches"),
     make<debug::WatchView>,
     {{Workspace::Debug, Area::Bottom}}},
    {"breakpoints",
     QT_TRANSLATE_NOOP("Views", "Breakpoints"),
     make<debug::BreakpointView>,
     {{Workspace::Debug, Area::Bottom}}},
    {"tensors",
     QT_TRANSLATE_NOOP("Views", "Tensors"),
     make<paint::TensorsView>,
     {{Workspace::Tensors, Area::Centre}},
     "",
     true},
    {"mask", QT_TRANSLATE_NOOP("Views", "Mask"), makeMask, {{Workspace::Striding, Area::Centre}}},
    {"pooling", QT_TRANSLATE_NOOP("Views", "Pooling"), makePooling, {{Workspace::Striding, Area::Centre}}},
    {"array",
     QT_TRANSLATE_NOOP("Views", "Array"),
     makeCircuit<circuit::ArrayView>,
     {{Workspace::Striding, Area::Centre}}},
    {"decisions",
     QT_TRANSLATE_NOOP("Views", "Decisions"),
     makeRecompute<recompute::DecisionsView>,
     {{Workspace::Training, Area::Centre}}},
    {"memory-use",
     QT_TRANSLATE_NOOP("Views", "Memory over Time"),
     makeRecompute<recompute::MemoryUseView>,
     {{Workspace::Training, Area::Bottom}}},
    {"schedule",
     QT_TRANSLATE_NOOP("Views", "Forward and Backward"),
     makeRecompute<recompute::ScheduleView>,
     {{Workspace::Training, Area::Bottom}}},
    {"trade-off",
     QT_TRANSLATE_NOOP("Views", "Trade-off"),
     makeRecompute<recompute::TradeOffView>,
     {{Workspace::Training, Area::Bottom}}},
    {"network",
     QT_TRANSLATE_NOOP("Views", "Network"),
     makeNetwork,
     {{Workspace::Striding, Area::Centre}, {Workspace::Training, Area::Centre}}},
    {"tiles",
     QT_TRANSLATE_NOOP("Views", "Tiles"),
     makeTiling<tiling::TileMapView>,
     {{Workspace::Striding, Area::Centre}}},
    {"beside",
     QT_TRANSLATE_NOOP("Views", "Firmware and Software"),
     makeFirmware<firmware::BesideView>,
     {{Workspace::Firmware, Area::Centre}}},
    {"value-graph",
     QT_TRANSLATE_NOOP("Views", "Graph of Values"),
     makeGraph,
     {{Workspace::Firmware, Area::Centre}}},
    {"differences",
     QT_TRANSLATE_NOOP("Views", "Differences"),
     makeFirmware<firmware::DifferencesView>,
     {{Workspace::Firmware, Area::Centre}}},
    {"plan", QT_TRANSLATE_NOOP("Views", "Plan"), makePlan, {{Workspace::Firmware, Area::Centre}}},
    {"chain",
     QT_TRANSLATE_NOOP("Views", "Chain"),
     makeFirmware<firmware::ChainView>,
     {{Workspace::Firmware, Area::Bottom}}},
    {"blocks",
     QT_TRANSLATE_NOOP("Views", "Blocks"),
     makeFirmware<firmware::BlocksView>,
     {{Workspace::Firmware, Area::Bottom}}},
    {"register-files",
     QT_TRANSLATE_NOOP("Views", "Register Files"),
     makeFirmware<firmware::RegisterFilesView>,
     {{Workspace::Firmware, Area::Bottom}}},
    {"number",
     QT_TRANSLATE_NOOP("Views", "Number"),
     make<firmware::NumberView>,
     {{Workspace::Firmware, Area::Bottom}}},
    {"exactness",
     QT_TRANSLATE_NOOP("Views", "Exactness"),
     makeStriding<striding::ExactnessView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"patch",
     QT_TRANSLATE_NOOP("Views", "Patch"),
     makeStriding<striding::PatchView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"report",
     QT_TRANSLATE_NOOP("Views", "Report"),
     makeStriding<striding::ReportView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"cone",
     QT_TRANSLATE_NOOP("Views", "Cone"),
     makeTiling<tiling::ConeView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"ring",
     QT_TRANSLATE_NOOP("Views", "Ring"),
     makeTiling<tiling::RingView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"times",
     QT_TRANSLATE_NOOP("Views", "Tiles over Time"),
     makeTiling<tiling::TimeView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"sizes",
     QT_TRANSLATE_NOOP("Views", "Tile Sizes"),
     makeTiling<tiling::SizeView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"overlaps",
     QT_TRANSLATE_NOOP("Views", "Overlap Strategies"),
     makeTiling<tiling::OverlapView>,
     {{Workspace::Striding, Area::Bottom}}},
    {"gradients",
     QT_TRANSLATE_NOOP("Views", "Equal Gradients"),
     makeRecompute<recompute::GradientsView>,
     {{Workspace::Training, Area::Bottom}}},
    {"inverse",
     QT_TRANSLATE_NOOP("Views", "Batch Norm Inverse"),
     makeRecompute<recompute::InverseView>,
     {{Workspace::Training, Area::Bottom}}},
    {"streams",
     QT_TRANSLATE_NOOP("Views", "Streams"),
     make<debug::StreamView>,
     {{Workspace::Debug, Area::Bottom}, {Workspace::Training, Area::Bottom}}},
    {"why",
     QT_TRANSLATE_NOOP("Views", "Why"),
     make<debug::WhyView>,
     {{Workspace::Debug, Area::Bottom}},
     QT_TRANSLATE_NOOP("Views", "What issues in this clock, or why nothing does.")},
    {"log", QT_TRANSLATE_NOOP("Views", "Log"), make<debug::LogView>, {{Workspace::Debug, Area::Bottom}}},
    {"manual",
     QT_TRANSLATE_NOOP("Views", "Manual"),
     makeManual,
     {{Workspace::Edit, Area::Right},
      {Workspace::Debug, Area::RightAsked},
      {Workspace::Tensors, Area::RightAsked},
      {Workspace::Striding, Area::RightAsked},
      {Workspace::Training, Area::RightAsked},
      {Workspace::Firmware, Area::RightAsked}}},
    {"problems",
     QT_TRANSLATE_NOOP("Views", "Problems"),
     makeProblems,
     {{Workspace::Edit, Area::Bottom}, {Workspace::Debug, Area::Bottom}}},
};

} // namespace

const Catalog& catalog() {
    static const Catalog catalog{kViewEntries, kDesks};
    return catalog;
}

std::span<const WorkspaceRow> workspaces() { return kWorkspaces; }

const WorkspaceRow& rowOf(Workspace workspace) { return kWorkspaces[static_cast<std::size_t>(workspace)]; }

Area areaIn(const ViewEntry& entry, Workspace workspace) {
    for (const ViewPlace& place : entry.places)
        if (place.workspace == workspace) return place.area;
    return Area::None;
}

} // namespace lw::ide
