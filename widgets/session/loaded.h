// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/expression.h"
#include "core/project/load_program.h"

#include <QString>
#include <QStringList>

#include <deque>
#include <memory>

// What is loaded: a machine, and for each of its cores the program that it runs.
namespace lw::session {

struct LoadedMachine;

// A core's program and the description of its state. It is part of a loaded machine, which has what the
// cores have in common.
struct Loaded {
    const LoadedMachine& all;
    const chips::MachineChoice& machine;
    const machine::StateTree& tree;
    const isa::Spec* spec;
    const QString& path;

    machine::CoreId core;
    program::Program program;
    QString programPath;   // of what was opened, or as given in a workload
    QStringList sources{}; // absolute paths of Program::sources
    QStringList texts{};   // as they were when it was assembled; null: nobody read it
    machine::Scope words{};

    machine::CoreTree coreTree() const { return words.tree; }
    const machine::Scope& scope() const { return words; }
    // "c1"; empty on a machine with one core, which needs no name.
    QString coreName() const;
    QString coreTitle() const;                      // "c3 (c1_0)" in an array, elsewhere the same
    QString prefix() const;                         // "c1." or nothing: before names and places
    QString heading() const;                        // "c1: " or nothing: before sentences
    std::string pathOf(machine::NodeId node) const; // from the core on
    // "c1: bundle 7 (loop+2)", in the window's language; the core only if there are several.
    QString bundleText(std::uint32_t bundle) const;
};

// A machine with its programs. Lives as long as somebody shows one of its cores.
struct LoadedMachine {
    // `texts` of `sources`, which are absolute paths: what was read for it. `from`: what was opened.
    LoadedMachine(const project::LoadedProgram& program, QString from, const QStringList& sources,
                  const QStringList& texts);
    LoadedMachine(const LoadedMachine&) = delete;
    LoadedMachine& operator=(const LoadedMachine&) = delete;

    // The description of its state, once there is one.
    void describe(const machine::Machine& made);

    chips::MachineChoice machine;
    machine::StateTree tree;
    const isa::Spec* spec = nullptr;
    QString path;   // of a program or a workload
    QString kernel; // the code path that multiplies
    std::deque<Loaded> cores;
};

// One of its cores, which keeps all of it alive.
std::shared_ptr<const Loaded> coreOf(std::shared_ptr<const LoadedMachine> all, machine::CoreId core);

} // namespace lw::session
