// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/register_model.h"

#include "widgets/session/core_text.h"

#include "core/machine/cell_value.h"

#include <algorithm>
#include <array>

namespace lw::state {

namespace {

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
    m_groups.clear();
    for (std::size_t file = 0; file < loaded.spec->files.size(); ++file) {
        const isa::RegisterFile& registers = loaded.spec->files[file];
        const machine::NodeId id = loaded.coreTree().ofFile(static_cast<std::int8_t>(file));
        if (id == loaded.coreTree().root()) continue;
        const machine::Node& node = loaded.tree.at(id);
        const std::uint64_t count = machine::countOf(node);
        if (node.shape.size() > 2 || count > kMostRegisters) continue; // pictures show those
        const auto bytes = static_cast<std::uint8_t>(machine::sizeOf(node));
        m_groups << session::coreText(registers.title);
        for (std::uint64_t i = 0; i < count; ++i)
            m_rows.push_back({cells::nameOf({id, i}, loaded),
                              {id, i},
                              static_cast<int>(m_groups.size()) - 1,
                              node.offset + i * bytes,
                              bytes,
                              machine::encodingOf(node)});
    }
}

void RegisterModel::setFormat(cells::CellFormat format) {
    m_format = format;
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

std::optional<machine::CellRef> RegisterModel::cellOf(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    return m_rows[static_cast<std::size_t>(index.row())].cell;
}

int RegisterModel::rowOf(machine::CellRef cell) const {
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].cell == cell) return static_cast<int>(i);
    return -1;
}

int RegisterModel::lettersOf(int group) const {
    qsizetype most = 0;
    for (const Row& row : m_rows)
        if (row.group == group)
            most = std::max(most, row.name.size() + 1 + cells::widthOf(m_format, row.type) +
                                      (row.type == tensor::DType::Bool ? 0 : cells::kNoteLetters + 1));
    return static_cast<int>(most);
}

void RegisterModel::setFrame(const session::FramePtr& frame) {
    const auto loaded = frame ? frame->loaded : nullptr;
    if (loaded != m_loaded) {
        beginResetModel();
        m_loaded = loaded;
        m_rows.clear();
        m_groups.clear();
        if (loaded) findRows(*loaded);
        m_cells.assign(m_rows.size(), {});
        m_frame = nullptr;
        endResetModel();
    }
    m_frame = frame;
    if (!frame) return;
    const std::vector<machine::Pending> pending = cells::pendingIn(frame);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        Cell now{bitsAt(*frame->state, row.offset, row.bytes), false};
        now.changed = frame->before && now.bits != bitsAt(*frame->before, row.offset, row.bytes);
        if (const machine::Pending* const late = cells::pendingOf(pending, row.cell)) now.pending = *late;
        if (m_cells[i] == now) continue;
        m_cells[i] = now;
        Q_EMIT dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), kColumns - 1));
    }
}

int RegisterModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int RegisterModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString RegisterModel::noteOf(const Row& row, const Cell& cell) const {
    if (cell.pending) return QStringLiteral("@%1").arg(cell.pending->until);
    if (m_format != cells::CellFormat::Natural) return {};
    return cells::floatIn(row.type, cell.bits).value_or(QString());
}

QString RegisterModel::tipOf(const Row& row, const Cell& cell) const {
    QString text = QStringLiteral("%1 = %2   (0x%3)")
                       .arg(row.name, cells::textOf(m_format, row.type, cell.bits),
                            cells::textOf(cells::CellFormat::Hex, row.type, cell.bits));
    if (const auto real = cells::floatIn(row.type, cell.bits))
        text += QLatin1Char('\n') + tr("as a float it is %1").arg(*real);
    if (cell.pending) text += QLatin1Char('\n') + cells::textOf(*cell.pending);
    return text;
}

QVariant RegisterModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Cell& cell = m_cells[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Name) return row.name;
        return cells::textOf(index.column() == Value ? m_format : cells::CellFormat::Hex, row.type,
                             cell.bits);
    case Qt::EditRole: return cells::textOf(m_format, row.type, cell.bits);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: return tipOf(row, cell);
    case NoteRole: return noteOf(row, cell);
    case PendingRole: return cell.pending.has_value();
    case GroupRole: return row.group;
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

Qt::ItemFlags RegisterModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    if (!index.isValid() || index.column() != Value || !m_frame || m_frame->running) return base;
    const machine::NodeId node = m_rows[static_cast<std::size_t>(index.row())].cell.node;
    return m_loaded->tree.at(node).isGuarded ? base : base | Qt::ItemIsEditable;
}

bool RegisterModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != Value || !m_frame) return false;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (value.toString() == data(index, Qt::EditRole).toString()) return false;
    const cells::TypedBits bits = cells::bitsOf(value.toString(), m_format, row.type, *m_frame);
    if (bits.bits)
        Q_EMIT edited(row.cell, *bits.bits);
    else
        Q_EMIT refused(bits.problem);
    return bits.bits.has_value();
}

} // namespace lw::state

#include "moc_register_model.cpp"
