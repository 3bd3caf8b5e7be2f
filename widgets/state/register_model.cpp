// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/register_model.h"

#include "core/machine/cell_value.h"

#include <array>

namespace lw::state {

namespace {

using machine::Role;

constexpr std::uint64_t kMostRegisters = 256; // of one file

std::uint64_t bitsAt(const machine::Snapshot& state, std::uint64_t offset, std::uint8_t bytes) {
    std::array<std::byte, 8> raw{};
    state.read(offset, std::span(raw.data(), bytes));
    return machine::bitsOf(std::span<const std::byte>(raw.data(), bytes));
}

} // namespace

RegisterModel::RegisterModel(QObject* parent) : QAbstractTableModel(parent) {}

void RegisterModel::findRows(const session::Loaded& loaded) {
    m_rows.clear();
    for (std::size_t file = 0; file < loaded.spec->files.size(); ++file) {
        const isa::RegisterFile& registers = loaded.spec->files[file];
        const machine::NodeId id =
            machine::nodeOfFile(loaded.tree, *loaded.spec, static_cast<std::int8_t>(file));
        if (id == loaded.tree.root()) continue;
        const machine::Node& node = loaded.tree.at(id);
        const std::uint64_t count = machine::countOf(node);
        if (node.shape.size() > 1 || count > kMostRegisters) continue; // pictures show those
        const auto bytes = static_cast<std::uint8_t>(machine::sizeOf(node.element));
        const auto title =
            QString::fromUtf8(registers.title.data(), static_cast<qsizetype>(registers.title.size()));
        const auto prefix =
            QString::fromUtf8(registers.prefix.data(), static_cast<qsizetype>(registers.prefix.size()));
        for (std::uint64_t i = 0; i < count; ++i)
            m_rows.push_back({prefix + QString::number(i), title, node.offset + i * bytes, bytes,
                              machine::naturalType(node)});
    }
}

void RegisterModel::setFrame(const session::FramePtr& frame) {
    const auto loaded = frame ? frame->loaded : nullptr;
    if (loaded != m_loaded) {
        beginResetModel();
        m_loaded = loaded;
        m_rows.clear();
        if (loaded) findRows(*loaded);
        m_cells.assign(m_rows.size(), {});
        m_frame = nullptr;
        endResetModel();
    }
    m_frame = frame;
    if (!frame) return;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const std::uint64_t bits = bitsAt(*frame->state, row.offset, row.bytes);
        const bool changed = frame->before && bits != bitsAt(*frame->before, row.offset, row.bytes);
        if (m_cells[i].bits == bits && m_cells[i].changed == changed) continue;
        m_cells[i] = {bits, changed};
        Q_EMIT dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), kColumns - 1));
    }
}

int RegisterModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int RegisterModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant RegisterModel::data(const QModelIndex& index, int role) const {
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Cell& cell = m_cells[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name) return row.name;
        if (index.column() == Value) return QString::fromStdString(machine::cellText(row.type, cell.bits));
        return QStringLiteral("%1").arg(cell.bits, row.bytes * 2, 16, QLatin1Char('0'));
    case Qt::ToolTipRole: return row.tip;
    case Qt::TextAlignmentRole:
        return index.column() == Name ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case ChangedRole: return cell.changed;
    case ExpressionRole: return row.name;
    default: return {};
    }
}

QVariant RegisterModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("Register");
    case Value: return tr("Value");
    default: return tr("Bits");
    }
}

} // namespace lw::state
