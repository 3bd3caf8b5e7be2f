// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ide/view_catalog.h"

#include "widgets/circuit/array_view.h"
#include "widgets/circuit/pooling_view.h"
#include "widgets/debug/breakpoint_view.h"
#include "widgets/debug/log_view.h"
#include "widgets/debug/problem_view.h"
#include "widgets/debug/watch_view.h"
#include "widgets/debug/why_view.h"
#include "widgets/manual/about_view.h"
#include "widgets/manual/manual_view.h"
#include "widgets/paint/bundle_view.h"
#include "widgets/paint/chip_diagram_view.h"
#include "widgets/paint/tensors_view.h"
#include "widgets/state/change_view.h"
#include "widgets/state/memory_view.h"
#include "widgets/state/register_view.h"
#include "widgets/state/unit_view.h"
#include "widgets/state/vector_view.h"
#include "widgets/striding/exactness_view.h"
#include "widgets/striding/mask_view.h"
#include "widgets/striding/patch_view.h"
#include "widgets/striding/report_view.h"
#include "widgets/striding/strided_pooling.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lw::ide {

namespace {

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

// Of a network the text beside it, not beside the program that was made from it.
QWidget* makeReadme(const ViewParts& parts) {
    auto* view = new manual::AboutView(parts.context);
    const auto update = [view, &documents = parts.documents, &striding = parts.striding] {
        const striding::FactsPtr& facts = striding.facts();
        QString file = documents.startFile();
        if (facts && facts->program == file && !facts->origin.network.isEmpty()) file = facts->origin.network;
        view->setFolder(QFileInfo(file).isFile() ? QFileInfo(file).absolutePath() : QString());
    };
    QObject::connect(&parts.striding, &striding::StridingDesk::factsChanged, view, update);
    QObject::connect(&parts.documents, &editor::DocumentArea::startFileChanged, view, update);
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
    return withNetworks(new View(parts.context, parts.striding), parts);
}
template <typename View> QWidget* makeCircuit(const ViewParts& parts) {
    return withNetworks(new View(parts.context), parts);
}

QWidget* makePooling(const ViewParts& parts) {
    return withNetworks(new circuit::PoolingView(parts.context, new striding::StridedPooling(parts.striding)),
                        parts);
}

// What is clicked in the mask view is shown with everything behind it.
QWidget* makeMask(const ViewParts& parts) {
    auto* view = new striding::MaskView(parts.context, parts.striding);
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

// view, title, maker, {Edit, Debug, Tensors, Striding}, what it needs a program for
constexpr ViewEntry kViews[] = {
    {"chip",
     QT_TRANSLATE_NOOP("Views", "Chip"),
     makeChip,
     {Area::None, Area::RightInner, Area::None},
     QT_TRANSLATE_NOOP("Views",
                       "The units of the chip, which of them work in this clock, and why the others wait.")},
    {"registers",
     QT_TRANSLATE_NOOP("Views", "Registers"),
     make<state::RegisterView>,
     {Area::None, Area::Right, Area::None},
     QT_TRANSLATE_NOOP("Views", "Scalar registers, predicates, masks and index registers.")},
    {"vectors",
     QT_TRANSLATE_NOOP("Views", "Vectors"),
     make<state::VectorView>,
     {Area::None, Area::Right, Area::None},
     QT_TRANSLATE_NOOP("Views", "The vector registers as pictures, with their numbers when there is room.")},
    {"memory",
     QT_TRANSLATE_NOOP("Views", "Memory"),
     make<state::MemoryView>,
     {Area::None, Area::Right, Area::None},
     QT_TRANSLATE_NOOP("Views", "Any memory of the machine, as numbers or as a picture.")},
    {"units",
     QT_TRANSLATE_NOOP("Views", "Units"),
     make<state::UnitView>,
     {Area::None, Area::Right, Area::None},
     QT_TRANSLATE_NOOP("Views",
                       "What is inside of the units: queues, weights, transfers, flags, random numbers.")},
    {"changes",
     QT_TRANSLATE_NOOP("Views", "Changes"),
     make<state::ChangeView>,
     {Area::None, Area::Right, Area::None},
     QT_TRANSLATE_NOOP("Views", "The cells that each step changes, to walk through.")},
    {"grid",
     QT_TRANSLATE_NOOP("Views", "Bundle Grid"),
     make<paint::BundleView>,
     {Area::Right, Area::Bottom, Area::None, Area::Left},
     QT_TRANSLATE_NOOP("Views",
                       "The bundles of the program, one to a row, with their bits and what they cost.")},
    {"readme",
     QT_TRANSLATE_NOOP("Views", "About"),
     makeReadme,
     {Area::Right, Area::Right, Area::RightAsked, Area::Left}},
    {"watches",
     QT_TRANSLATE_NOOP("Views", "Watches"),
     make<debug::WatchView>,
     {Area::None, Area::Bottom, Area::None}},
    {"breakpoints",
     QT_TRANSLATE_NOOP("Views", "Breakpoints"),
     make<debug::BreakpointView>,
     {Area::None, Area::Bottom, Area::None}},
    {"tensors",
     QT_TRANSLATE_NOOP("Views", "Tensors"),
     make<paint::TensorsView>,
     {Area::None, Area::None, Area::Centre}},
    {"mask",
     QT_TRANSLATE_NOOP("Views", "Mask"),
     makeMask,
     {Area::None, Area::None, Area::None, Area::Centre}},
    {"pooling",
     QT_TRANSLATE_NOOP("Views", "Pooling"),
     makePooling,
     {Area::None, Area::None, Area::None, Area::Centre}},
    {"array",
     QT_TRANSLATE_NOOP("Views", "Array"),
     makeCircuit<circuit::ArrayView>,
     {Area::None, Area::None, Area::None, Area::Centre}},
    {"exactness",
     QT_TRANSLATE_NOOP("Views", "Exactness"),
     makeStriding<striding::ExactnessView>,
     {Area::None, Area::None, Area::None, Area::Bottom}},
    {"patch",
     QT_TRANSLATE_NOOP("Views", "Patch"),
     makeStriding<striding::PatchView>,
     {Area::None, Area::None, Area::None, Area::Bottom}},
    {"report",
     QT_TRANSLATE_NOOP("Views", "Report"),
     makeStriding<striding::ReportView>,
     {Area::None, Area::None, Area::None, Area::Bottom}},
    {"why",
     QT_TRANSLATE_NOOP("Views", "Why"),
     make<debug::WhyView>,
     {Area::None, Area::Bottom, Area::None},
     QT_TRANSLATE_NOOP("Views", "What issues in this clock, or why nothing does.")},
    {"log", QT_TRANSLATE_NOOP("Views", "Log"), make<debug::LogView>, {Area::None, Area::Bottom, Area::None}},
    {"manual",
     QT_TRANSLATE_NOOP("Views", "Manual"),
     makeManual,
     {Area::Right, Area::RightAsked, Area::RightAsked, Area::RightAsked}},
    {"problems",
     QT_TRANSLATE_NOOP("Views", "Problems"),
     makeProblems,
     {Area::Bottom, Area::Bottom, Area::None}},
};

} // namespace

std::span<const ViewEntry> views() { return kViews; }

} // namespace lw::ide
