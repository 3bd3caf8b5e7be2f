// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/catalog.h"
#include "core/machine/session.h"
#include "core/source/files.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

// What the window knows of a running machine: values that the worker thread made and nobody changes any more.
namespace lw::session {

// The loaded program and the words for its state. Lives as long as someone shows it.
struct Loaded {
    program::Program program;
    chips::MachineChoice machine;
    machine::StateTree tree;
    const isa::Spec* spec = nullptr;
    QStringList sources;    // absolute paths of Program::sources
    QStringList texts;      // as they were when it was assembled
    QString path;           // of the program
    QString kernel;         // which code path multiplies
    machine::NodeId root{}; // of the core that is shown

    machine::CoreTree coreTree() const { return {tree, root}; }
    machine::Scope scope() const { return {&program, &machine.target, coreTree()}; }
};

// The machine at one moment.
struct Frame {
    std::shared_ptr<const Loaded> loaded;
    std::shared_ptr<const machine::Snapshot> state;
    std::shared_ptr<const machine::Snapshot> before; // at the stop before: what differs was changed since
    std::uint64_t clock = 0;
    std::uint64_t bundles = 0;    // issued since the start
    std::uint32_t nextBundle = 0; // the one that issues next
    bool running = false;         // taken in passing; `report` is that of the stop before
    machine::Report report;
    std::optional<machine::Waiting> waiting;
    std::vector<machine::StallCount> stalls;
    std::vector<machine::UnitCount> units;
    std::vector<std::uint64_t> bundleCounts, bundleStalls;
    std::vector<machine::TraceWord> trace;
    std::uint64_t originClock = 0, furthestClock = 0; // the history known
    bool editWouldDropHistory = false;

    bool standsAtFault() const {
        const machine::Stop& stop = report.stop;
        return !running && stop.kind == machine::StopKind::Faulted && stop.fault &&
               stop.fault->clock == clock;
    }
    machine::Moment moment() const {
        return {.store = nullptr, .snapshot = state.get(), .clock = clock, .bundle = nextBundle};
    }
};
using FramePtr = std::shared_ptr<const Frame>;

} // namespace lw::session
