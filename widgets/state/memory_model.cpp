// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/memory_model.h"

#include <algorithm>

namespace lw::state {

using theme::Role;

MemoryModel::MemoryModel(const theme::Theme& theme, QObject* parent)
    : QAbstractTableModel(parent), m_theme(theme) {}

const machine::Node* MemoryModel::nodeOrNull() const {
    return m_frame && m_node.index != 0 ? &m_frame->loaded->tree.at(m_node) : nullptr;
}

std::uint64_t MemoryModel::lineCount() const {
    const machine::Node* node = nodeOrNull();
    const auto columns = static_cast<std::uint64_t>(m_columns);
    return node ? (machine::countOf(*node) + columns - 1) / columns : 0;
}

// The number of rows or columns changes rarely: then everything is new. Otherwise only the contents are.
void MemoryModel::read() {
    scene::CellPicture lines;
    lines.columns = static_cast<std::uint32_t>(m_columns);
    if (nodeOrNull())
        lines = scene::linePicture(
            m_frame->loaded->tree, m_node, m_first, static_cast<std::uint32_t>(m_wanted),
            static_cast<std::uint32_t>(m_columns), m_frame->moment(), m_frame->before.get());
    const bool isShaped = lines.rows != m_lines.rows || lines.columns != m_lines.columns;
    if (isShaped) beginResetModel();
    m_lines = std::move(lines);
    if (isShaped) return endResetModel();
    if (m_lines.rows == 0) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, m_columns - 1));
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

void MemoryModel::setFrame(const session::FramePtr& frame) {
    if (!frame || !m_frame || frame->loaded != m_frame->loaded) m_node = {}; // its number means another node
    m_frame = frame;
    read();
}

void MemoryModel::setNode(machine::NodeId node) {
    m_node = node;
    m_first = 0;
    read();
}

void MemoryModel::setFormat(cells::CellFormat format) {
    m_format = format;
    read();
}

void MemoryModel::setColumns(int columns) {
    columns = std::max(columns, 1);
    if (columns == m_columns) return;
    m_first = m_first * static_cast<std::uint64_t>(m_columns) / static_cast<std::uint64_t>(columns);
    m_columns = columns;
    read();
}

void MemoryModel::setWindow(std::uint64_t first, int lines) {
    if (first == m_first && lines == m_wanted) return;
    m_first = first;
    m_wanted = lines;
    read();
}

// ---- places

std::uint64_t MemoryModel::elementOf(const QModelIndex& index) const {
    return (m_lines.firstRow + static_cast<std::uint64_t>(index.row())) * m_lines.columns +
           static_cast<std::uint64_t>(index.column());
}

std::optional<machine::CellRef> MemoryModel::cellOf(const QModelIndex& index) const {
    const machine::Node* node = nodeOrNull();
    if (!index.isValid() || !node || elementOf(index) >= machine::countOf(*node)) return {};
    return machine::CellRef{m_node, elementOf(index)};
}

QModelIndex MemoryModel::indexOf(machine::CellRef cell) const {
    if (cell.node != m_node || m_lines.columns == 0) return {};
    const std::uint64_t line = cell.element / m_lines.columns;
    if (line < m_lines.firstRow || line - m_lines.firstRow >= m_lines.rows) return {};
    return index(static_cast<int>(line - m_lines.firstRow), static_cast<int>(cell.element % m_lines.columns));
}

QString MemoryModel::addressOf(std::uint64_t element) const {
    const machine::Node* node = nodeOrNull();
    if (!node) return {};
    const std::uint64_t inner = node->shape.size() > 1 ? node->shape.back() : 1;
    QString out = QString::number(element / inner);
    if (inner > m_lines.columns) out += QLatin1Char(':') + QString::number(element % inner);
    return out;
}

// ---- the model

int MemoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.rows);
}
int MemoryModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_columns; }

QVariant MemoryModel::data(const QModelIndex& index, int role) const {
    const auto cell = cellOf(index);
    if (!cell) return {};
    const std::size_t i =
        static_cast<std::size_t>(index.row()) * m_lines.columns + static_cast<std::size_t>(index.column());
    const bool written = m_lines.flags[i] & scene::kWritten;
    switch (role) {
    case Qt::DisplayRole:
        return written ? cells::textOf(m_format, m_lines.type, m_lines.bits[i]) : QStringLiteral("·");
    case Qt::EditRole: return cells::textOf(m_format, m_lines.type, m_lines.bits[i]);
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole: return written ? QVariant() : QVariant(m_theme[Role::Muted]);
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole: {
        const QString name = cells::nameOf(*cell, *m_frame->loaded);
        if (!written) return tr("%1: never written").arg(name);
        return tr("%1 = %2   (0x%3)")
            .arg(name, cells::textOf(m_format, m_lines.type, m_lines.bits[i]),
                 cells::textOf(cells::CellFormat::Hex, m_lines.type, m_lines.bits[i]));
    }
    case ChangedRole: return bool(m_lines.flags[i] & scene::kChanged);
    case WrittenRole: return written;
    case ExpressionRole: return cells::nameOf(*cell, *m_frame->loaded);
    default: return {};
    }
}

QVariant MemoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (orientation == Qt::Horizontal) return QStringLiteral("+%1").arg(section);
    return addressOf((m_lines.firstRow + static_cast<std::uint64_t>(section)) * m_lines.columns);
}

Qt::ItemFlags MemoryModel::flags(const QModelIndex& index) const {
    const machine::Node* node = nodeOrNull();
    if (!cellOf(index)) return Qt::NoItemFlags;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled |
           (node->isGuarded || m_frame->running ? Qt::NoItemFlags : Qt::ItemIsEditable);
}

bool MemoryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto cell = cellOf(index);
    if (role != Qt::EditRole || !cell) return false;
    const QString typed = value.toString();
    if (typed == data(index, Qt::EditRole).toString() && data(index, WrittenRole).toBool()) return false;
    const cells::TypedBits bits = cells::bitsOf(typed, m_format, m_lines.type, *m_frame);
    if (!bits.bits) {
        Q_EMIT refused(bits.problem);
        return false;
    }
    Q_EMIT edited(*cell, *bits.bits);
    return true;
}

} // namespace lw::state

#include "moc_memory_model.cpp"
