// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/scene_table_model.h"

#include <utility>

namespace lw::paint {

void SceneTableModel::show(SceneTable table) {
    const bool isSameShape = table.rows == m_table.rows && table.columns.size() == m_table.columns.size();
    if (!isSameShape) {
        beginResetModel();
        m_table = std::move(table);
        return endResetModel();
    }
    m_table = std::move(table);
    if (m_table.rows == 0 || m_table.columns.isEmpty()) return;
    const int lastColumn = columnCount() - 1;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, lastColumn);
    if (hasRowNames()) Q_EMIT headerDataChanged(Qt::Vertical, 0, m_table.rows - 1);
    Q_EMIT dataChanged(index(0, 0), index(m_table.rows - 1, lastColumn));
}

int SceneTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_table.rows; }

int SceneTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant SceneTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_table.rows) return {};
    switch (role) {
    case Qt::ToolTipRole: return m_table.data(index.row(), index.column(), Qt::DisplayRole);
    case Qt::DisplayRole:
    case ChangedRole: return m_table.data(index.row(), index.column(), role);
    default: return {};
    }
}

QVariant SceneTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || section < 0) return {};
    if (orientation == Qt::Horizontal) return m_table.columns.value(section);
    return hasRowNames() && section < m_table.rows ? QVariant(m_table.rowName(section)) : QVariant();
}

} // namespace lw::paint

#include "moc_scene_table_model.cpp"
