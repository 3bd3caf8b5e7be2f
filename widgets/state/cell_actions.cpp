// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/cell_actions.h"

#include "widgets/session/debug_session.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

#include <cstring>
#include <vector>

namespace lw::state {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("lw::state", text); }
} // namespace

void addCellActions(QMenu& menu, const session::ViewContext& context, const QString& expression,
                    const QString& value) {
    session::DebugSession& session = context.session;
    QAction* who = menu.addAction(tr("Who Wrote This Last"));
    who->setObjectName(QStringLiteral("whoWrote"));
    who->setEnabled(session.state() != session::State::Running && session.state() != session::State::Empty);
    QObject::connect(who, &QAction::triggered, &session,
                     [&session, expression] { session.askWhoWrote(expression); });
    menu.addSeparator();
    const auto copies = [&](const QString& title, const QString& text) {
        QAction* action = menu.addAction(title);
        action->setEnabled(!text.isEmpty());
        QObject::connect(action, &QAction::triggered, action,
                         [text] { QGuiApplication::clipboard()->setText(text); });
    };
    copies(tr("Copy Name"), expression);
    copies(tr("Copy Value"), value);
}

QString whyNotEditable(const session::ViewContext& context, machine::NodeId node) {
    const session::FramePtr& frame = context.session.frame();
    if (!frame) return tr("No program is loaded.");
    if (context.session.isBusy() || context.session.state() == session::State::Running)
        return tr("The machine is running: pause it first.");
    if (frame->loaded->tree.at(node).isGuarded)
        return tr("The machine relies on these values; they cannot be edited.");
    return {};
}

void editCell(const session::ViewContext& context, QWidget* view, machine::CellRef cell, std::uint64_t bits) {
    const session::FramePtr frame = context.session.frame();
    if (!frame || !whyNotEditable(context, cell.node).isEmpty()) return;
    machine::Poke poke{cell.node, cell.element, {}};
    poke.bytes.resize(machine::sizeOf(frame->loaded->tree.at(cell.node).element));
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
            .arg(frame->clock)
            .arg(frame->furthestClock));
    QPushButton* edit = question->addButton(tr("Edit and Forget"), QMessageBox::AcceptRole);
    QObject::connect(edit, &QPushButton::clicked, &context.session,
                     [session = &context.session, frame, poke] {
                         // Only if nothing else has happened meanwhile.
                         if (session->frame() == frame && !session->isBusy()) session->perform(poke);
                     });
    question->open();
}

} // namespace lw::state
