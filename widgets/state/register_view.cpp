// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/register_view.h"

#include "widgets/session/debug_session.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>

namespace lw::state {

RegisterView::RegisterView(session::ViewContext context, QWidget* parent)
    : QTableView(parent), m_context(context) {
    setAccessibleName(tr("Registers"));
    setModel(&m_model);
    setItemDelegate(new theme::ChangedDelegate(context.theme, RegisterModel::ChangedRole, this));
    theme::dressTable(*this, context.theme);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->resizeSection(RegisterModel::Name, 72);
    horizontalHeader()->resizeSection(RegisterModel::Value, 110);
    connect(&context.session, &session::DebugSession::frameChanged, this, &RegisterView::take);
    connect(&context.session, &session::DebugSession::programChanged, this, &RegisterView::take);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) m_context.selection.selectCell(now.data(RegisterModel::ExpressionRole).toString());
    });
}

// A hidden view asks for nothing.
void RegisterView::take() {
    if (isVisible() || !m_context.session.frame()) m_model.setFrame(m_context.session.frame());
}

void RegisterView::showEvent(QShowEvent* event) {
    QTableView::showEvent(event);
    take();
}

} // namespace lw::state
