// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/grouped_model.h"

namespace lw::state {

namespace {
constexpr quintptr kGroup = 0; // the id of a group; that of a row is the number of its group plus one
} // namespace

bool GroupedModel::isGroup(const QModelIndex& index) {
    return index.isValid() && index.internalId() == kGroup;
}

int GroupedModel::groupOf(const QModelIndex& index) {
    return isGroup(index) ? index.row() : static_cast<int>(index.internalId()) - 1;
}

QModelIndex GroupedModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kGroup);
}

QModelIndex GroupedModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || isGroup(index)) return {};
    return createIndex(groupOf(index), 0, kGroup);
}

int GroupedModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return groupCount();
    return isGroup(parent) && parent.column() == 0 ? rowsIn(parent.row()) : 0;
}

} // namespace lw::state

#include "moc_grouped_model.cpp"
