// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/change_view.h"

#include "widgets/cells/cell_actions.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/changed_delegate.h"

#include <QHeaderView>
#include <QVBoxLayout>

namespace lw::state {

namespace {

constexpr std::size_t kMostListed = 2000;
constexpr int kValueWidth = 120;

using session::counted;

} // namespace

ChangeView::ChangeView(session::ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_head(new QLabel(this)), m_tree(new QTreeView(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    layout->addWidget(m_tree, 1);
    setFocusProxy(m_tree);
    m_head->setMargin(6);
    m_head->setWordWrap(true);
    m_tree->setModel(&m_model);
    m_tree->setAccessibleName(tr("What changed"));
    m_tree->setItemDelegate(new theme::RowDelegate(context.theme, m_tree));
    theme::keepFont(*m_tree, context.theme, &theme::Theme::monospace);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(16);
    theme::keepFont(*m_tree->header(), context.theme, &theme::Theme::small);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(ChangeModel::Cell, QHeaderView::Stretch);
    m_tree->header()->resizeSection(ChangeModel::Before, kValueWidth);
    m_tree->header()->resizeSection(ChangeModel::After, kValueWidth);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &ChangeView::openMenu);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                const QString cell = index.data(ChangeModel::ExpressionRole).toString();
                if (!cell.isEmpty()) m_context.selection.selectCell(cell);
            });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
}

void ChangeView::take(const session::FramePtr& frame) {
    if (!frame) {
        m_model.setList({});
        m_head->setText(tr("Step (F11) to see which cells a bundle changes."));
        return;
    }
    if (frame->running) return m_head->setText(tr("Running. What changed is listed when it stops."));
    if (frame->before)
        m_model.setList(
            scene::changeList(frame->loaded->scope(), *frame->before, *frame->state, kMostListed));
    const scene::ChangeList& list = m_model.scene();
    std::uint64_t seen = 0;
    for (int i = 0; i < m_model.rowCount(); ++i) {
        const scene::ChangeGroup& group = list.groups[static_cast<std::size_t>(i)];
        m_tree->setExpanded(m_model.index(i, 0), !group.isInternal);
        m_tree->setFirstColumnSpanned(i, {}, true);
        if (!group.isInternal) seen += group.changes.size();
    }
    if (list.total > list.listed)
        m_head->setText(tr("The last command changed %1 cells; the first %2 are listed.")
                            .arg(list.total >= scene::kMostCounted
                                     ? tr("at least %1").arg(counted(list.total))
                                     : counted(list.total),
                                 counted(list.listed)));
    else if (list.total == 0)
        m_head->setText(tr("The last command changed nothing."));
    else
        m_head->setText(
            tr("The last command changed %1 cells, and %2 that the machine keeps for itself. F8: next.")
                .arg(counted(seen), counted(list.listed - seen)));
}

void ChangeView::walk(int step) {
    const QModelIndex next = m_model.neighbour(m_tree->currentIndex(), step);
    if (!next.isValid()) return;
    m_tree->expand(next.parent());
    m_tree->setCurrentIndex(next);
    m_tree->scrollTo(next);
}

void ChangeView::openMenu(QPoint at) {
    const QModelIndex index = m_tree->indexAt(at);
    const QString cell = index.data(ChangeModel::ExpressionRole).toString();
    if (cell.isEmpty()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    cells::addCellActions(*menu, m_context, cell,
                          index.siblingAtColumn(ChangeModel::After).data().toString());
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

} // namespace lw::state

#include "moc_change_view.cpp"
