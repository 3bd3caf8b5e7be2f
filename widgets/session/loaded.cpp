// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/loaded.h"

#include "core/machine/breakpoints.h"
#include "widgets/session/core_text.h"

#include <QFileInfo>

#include <utility>

namespace lw::session {

QString Loaded::coreName() const {
    return words.cores.empty() ? QString() : QString::fromStdString(words.cores[core.index].name);
}

QString Loaded::coreTitle() const {
    return words.cores.empty() ? QString() : QString::fromStdString(words.names.titleOf(core));
}

QString Loaded::prefix() const {
    const QString name = coreName();
    return name.isEmpty() ? name : name + QLatin1Char('.');
}

QString Loaded::heading() const {
    const QString name = coreName();
    return name.isEmpty() ? name : name + QStringLiteral(": ");
}

std::string Loaded::pathOf(machine::NodeId node) const {
    const std::string whole = tree.path(node), root = tree.path(words.tree.root());
    return root.empty() ? whole : whole.substr(root.size() + 1);
}

QString Loaded::bundleText(std::uint32_t bundle) const {
    return heading() + session::bundleText(machine::bundleText(program, bundle));
}

LoadedMachine::LoadedMachine(const project::LoadedProgram& program, QString from, const QStringList& sources,
                             const QStringList& texts)
    : machine(program.machine), spec(program.chip->spec), path(std::move(from)) {
    for (std::uint32_t i = 0; i < machine.cores.count; ++i) {
        Loaded core{.all = *this,
                    .machine = machine,
                    .tree = tree,
                    .spec = spec,
                    .path = path,
                    .core = {static_cast<std::uint16_t>(i)},
                    .program = program.programOf(i),
                    .programPath = program.pathsOfCores.empty()
                                       ? path
                                       : QString::fromStdString(program.pathsOfCores[i])};
        for (const program::SourceName& source : core.program.sources) {
            core.sources << QFileInfo(QString::fromStdString(source.path)).absoluteFilePath();
            core.texts << texts.value(sources.indexOf(core.sources.back()));
        }
        cores.push_back(std::move(core));
    }
}

void LoadedMachine::describe(const machine::Machine& made) {
    tree = made.tree();
    kernel = QString::fromUtf8(made.kernel().data(), static_cast<qsizetype>(made.kernel().size()));
    std::vector<machine::CoreName> names;
    for (Loaded& one : cores) {
        const machine::Core& core = made.core(one.core);
        one.words = {&one.program, &machine.target, {tree, core.tree().root()}, false, one.core,
                     {},           made.names()};
        names.push_back({core.name(), one.core, &one.program, &machine.target, one.words.tree});
    }
    if (cores.size() > 1)
        for (Loaded& one : cores) one.words.cores = names;
}

std::shared_ptr<const Loaded> coreOf(std::shared_ptr<const LoadedMachine> all, machine::CoreId core) {
    const Loaded* const one = &all->cores.at(core.index);
    return {std::move(all), one};
}

} // namespace lw::session
