// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cells/cell_actions.h"

#include "core/machine/cell_range.h"
#include "widgets/cells/cell_format.h"
#include "widgets/cells/tr.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

#include <cstring>
#include <vector>

namespace lw::cells {

QString breakpointOn(machine::CellRef cell, const session::Frame& frame) {
    const auto& target = frame.loaded->machine.target;
    const machine::Node& node = frame.loaded->tree.at(cell.node);
    const std::uint64_t bytes = machine::sizeOf(node);
    for (isa::SpaceId space{}; index(space) < target.spec->spaces.size(); ++space) {
        const isa::Space& named = target.spec->spaces[index(space)];
        for (const session::Loaded& core : frame.loaded->all.cores) {
            if (core.coreTree().ofSpace(space) != cell.node) continue;
            return QStringLiteral("write %1%2 %3")
                .arg(core.prefix(),
                     QString::fromUtf8(named.name.data(), static_cast<qsizetype>(named.name.size())))
                .arg(cell.element * bytes / target.spaces[index(space)].unitBytes);
        }
    }
    const machine::CellRange now =
        machine::readCells(frame.loaded->tree, cell.node, cell.element, 1, frame.moment());
    if (now.count() != 1 || bytes > sizeof(std::int32_t)) return {};
    const QString name = nameOf(cell, *frame.loaded);
    // Bits are compared, so that a NaN that stays is not a change.
    if (bytes == sizeof(std::int32_t))
        return QStringLiteral("when i32(%1) != %2").arg(name).arg(static_cast<std::int32_t>(now.bits(0)));
    return QStringLiteral("when %1 != %2").arg(name).arg(now.bits(0));
}

QString tensorOf(machine::CellRef cell, const session::Frame& frame) {
    const auto& target = frame.loaded->machine.target;
    const machine::CoreTree tree = frame.loaded->coreTree();
    if (cell.node == tree.withRole(machine::Role::VectorRegisters))
        return nameOf(cell, *frame.loaded).section(QLatin1Char('['), 0, 0);
    for (const program::NamedTensor& tensor : frame.loaded->program.tensors) {
        if (tree.ofSpace(tensor.space) != cell.node) continue;
        const std::uint64_t unit =
            cell.element * machine::sizeOf(tree.at(cell.node)) / target.spaces[index(tensor.space)].unitBytes;
        if (unit >= tensor.address && unit - tensor.address < tensor.units)
            return QString::fromStdString(tensor.name);
    }
    return {};
}

void addCopy(QMenu& menu, const QString& title, const QString& text) {
    QAction* action = menu.addAction(title);
    action->setEnabled(!text.isEmpty());
    QObject::connect(action, &QAction::triggered, action,
                     [text] { QGuiApplication::clipboard()->setText(text); });
}

void addCellActions(QMenu& menu, const session::ViewContext& context, const QString& expression,
                    const QString& value) {
    session::DebugSession& session = context.session;
    session::Selection& selection = context.selection;
    const auto add = [&menu](const QString& title, const char* name) {
        QAction* action = menu.addAction(title);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    QAction* who = add(tr("Who Wrote This Last"), "whoWrote");
    who->setEnabled(session.state() != session::State::Running && session.state() != session::State::Empty);
    QObject::connect(who, &QAction::triggered, &session,
                     [&session, expression] { session.askWhoWrote(expression); });
    QAction* watch = add(tr("Add Watch"), "addWatch");
    QObject::connect(watch, &QAction::triggered, &session, [&session, expression] {
        if (!session.watches().contains(expression))
            session.setWatches(session.watches() + QStringList{expression});
    });
    const session::FramePtr frame = context.frame();
    const auto cell = cellNamed(expression, frame);
    const QString stops = cell ? breakpointOn(*cell, *frame) : QString();
    QAction* breaks =
        add(stops.startsWith(QLatin1String("when")) ? tr("Break When It Changes") : tr("Break When Written"),
            "breakOnWrite");
    breaks->setEnabled(!stops.isEmpty());
    QObject::connect(breaks, &QAction::triggered, &session, [&session, stops] {
        if (const auto wrong = session.addBreakpoint(stops)) Q_EMIT session.refused(*wrong);
    });
    const QString tensor = cell ? tensorOf(*cell, *frame) : QString();
    QAction* opens =
        add(tensor.isEmpty() ? tr("Open as Tensor") : tr("Open %1 as Tensor").arg(tensor), "openAsTensor");
    opens->setEnabled(!tensor.isEmpty());
    QObject::connect(opens, &QAction::triggered, &selection,
                     [&selection, tensor] { selection.askForTensor(tensor); });
    menu.addSeparator();
    addCopy(menu, tr("Copy Name"), expression);
    addCopy(menu, tr("Copy Value"), value);
}

QString whyNotEditable(const session::ViewContext& context, machine::NodeId node) {
    const session::FramePtr& frame = context.frame();
    if (!frame) return tr("No program is loaded.");
    if (context.session.isBusy() || context.session.state() == session::State::Running)
        return tr("The machine is running: pause it first.");
    if (frame->loaded->tree.at(node).isGuarded)
        return tr("The machine relies on these values; they cannot be edited.");
    return {};
}

void editCell(const session::ViewContext& context, QWidget* view, machine::CellRef cell, std::uint64_t bits) {
    const session::FramePtr frame = context.frame();
    if (!frame || !whyNotEditable(context, cell.node).isEmpty()) return;
    machine::Poke poke{cell.node, cell.element, {}};
    poke.bytes.resize(machine::sizeOf(frame->loaded->tree.at(cell.node)));
    std::memcpy(poke.bytes.data(), &bits, poke.bytes.size());
    if (!frame->editWouldDropHistory) return context.session.perform(std::move(poke));
    auto* question =
        new QMessageBox(QMessageBox::Question, tr("Edit the Past"),
                        tr("The machine has already run on from here."), QMessageBox::Cancel, view);
    question->setObjectName(QStringLiteral("editThePast"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(
        tr("Editing at clock %1 forgets what happened up to clock %2. It can be run again, "
           "and will go another way.")
            .arg(session::counted(frame->clock), session::counted(frame->furthestClock)));
    QPushButton* edit = question->addButton(tr("Edit and Forget"), QMessageBox::AcceptRole);
    QObject::connect(edit, &QPushButton::clicked, &context.session,
                     [session = &context.session, frame, poke] {
                         // Only if nothing else has happened meanwhile.
                         if (session->frame() == frame && !session->isBusy()) session->perform(poke);
                     });
    question->open();
}

} // namespace lw::cells
