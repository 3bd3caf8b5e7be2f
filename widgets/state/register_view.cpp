// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/register_view.h"

#include "widgets/session/frame_feed.h"
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
    new session::FrameFeed(context.session, *this,
                           [this](const session::FramePtr& frame) { m_model.setFrame(frame); });
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) m_context.selection.selectCell(now.data(RegisterModel::ExpressionRole).toString());
    });
}

} // namespace lw::state
