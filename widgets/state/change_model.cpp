// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/change_model.h"

#include <utility>

namespace lw::state {

void ChangeModel::setList(scene::ChangeList list) {
    if (list == m_list) return;
    beginResetModel();
    m_list = std::move(list);
    endResetModel();
}

int ChangeModel::columnCount(const QModelIndex&) const { return kColumns; }

QVariant ChangeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (isGroup(index)) {
        const scene::ChangeGroup& group = m_list.groups[static_cast<std::size_t>(index.row())];
        if (index.column() != Cell) return {};
        if (role == Qt::DisplayRole)
            return QStringLiteral("%1 (%2)")
                .arg(QString::fromStdString(group.part))
                .arg(group.changes.size());
        if (role == Qt::ToolTipRole) return QString::fromStdString(group.summary);
        return {};
    }
    const scene::Change& change = m_list.groups[static_cast<std::size_t>(groupOf(index))]
                                      .changes[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(index.column() == Cell     ? change.cell
                                      : index.column() == Before ? change.before
                                                                 : change.after);
    case Qt::TextAlignmentRole:
        return index.column() == Cell ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case ExpressionRole: return QString::fromStdString(change.cell);
    default: return {};
    }
}

QVariant ChangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole && section != Cell) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Cell: return tr("Cell");
    case Before: return tr("Before");
    default: return tr("Now");
    }
}

QModelIndex ChangeModel::neighbour(const QModelIndex& from, int step) const {
    const int parts = rowCount();
    if (parts == 0) return {};
    int part = step > 0 ? 0 : parts - 1;
    int row = step > 0 ? 0 : rowCount(index(part, 0)) - 1;
    if (from.isValid()) {
        const QModelIndex above = from.parent();
        part = above.isValid() ? above.row() : from.row();
        row = above.isValid() ? from.row() + step : step > 0 ? 0 : -1;
        if (row < 0) {
            part = (part + parts - 1) % parts;
            row = rowCount(index(part, 0)) - 1;
        } else if (row >= rowCount(index(part, 0))) {
            part = (part + 1) % parts;
            row = 0;
        }
    }
    return index(row, 0, index(part, 0));
}

} // namespace lw::state

#include "moc_change_model.cpp"
