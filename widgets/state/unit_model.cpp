// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/unit_model.h"

#include "widgets/session/core_text.h"

#include <algorithm>
#include <utility>

namespace lw::state {

namespace {

bool isSameShape(const scene::UnitState& a, const scene::UnitState& b) {
    return std::equal(a.groups.begin(), a.groups.end(), b.groups.begin(), b.groups.end(),
                      [](const scene::UnitGroup& x, const scene::UnitGroup& y) {
                          return x.unit == y.unit && x.lines.size() == y.lines.size() &&
                                 x.pictures.size() == y.pictures.size();
                      });
}

} // namespace

bool UnitModel::setState(scene::UnitState state) {
    if (!isSameShape(state, m_state)) {
        beginResetModel();
        m_state = std::move(state);
        endResetModel();
        return true;
    }
    for (int group = 0; group < groupCount(); ++group) {
        const auto at = static_cast<std::size_t>(group);
        if (state.groups[at] == m_state.groups[at]) continue;
        m_state.groups[at] = std::move(state.groups[at]);
        const QModelIndex above = index(group, 0);
        Q_EMIT dataChanged(above, index(group, kColumns - 1));
        if (rowsIn(group) > 0)
            Q_EMIT dataChanged(index(0, 0, above), index(rowsIn(group) - 1, kColumns - 1, above));
    }
    return false;
}

int UnitModel::rowsIn(int group) const {
    const scene::UnitGroup& unit = m_state.groups[static_cast<std::size_t>(group)];
    return static_cast<int>(unit.lines.size() + unit.pictures.size());
}

int UnitModel::columnCount(const QModelIndex&) const { return kColumns; }

const scene::UnitGroup& UnitModel::unitAt(const QModelIndex& index) const {
    return m_state.groups[static_cast<std::size_t>(groupOf(index))];
}

const scene::CellPicture* UnitModel::pictureAt(const QModelIndex& index) const {
    if (!index.isValid() || isGroup(index)) return nullptr;
    const scene::UnitGroup& unit = unitAt(index);
    const auto row = static_cast<std::size_t>(index.row());
    return row < unit.lines.size() ? nullptr : &unit.pictures[row - unit.lines.size()];
}

QVariant UnitModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const scene::UnitGroup& unit = unitAt(index);
    if (isGroup(index)) {
        if (role == ActiveRole)
            return std::any_of(unit.lines.begin(), unit.lines.end(),
                               [](const auto& l) { return l.isActive; });
        if (role == Qt::DisplayRole && index.column() == Name) return session::coreText(unit.title);
        return {};
    }
    if (const scene::CellPicture* picture = pictureAt(index)) {
        if (role == Qt::DisplayRole && index.column() == Name) return session::coreText(picture->name);
        if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
            return tr("%1: %2 rows of %3 cells")
                .arg(session::coreText(picture->name))
                .arg(picture->rows)
                .arg(picture->columns);
        return {};
    }
    const scene::UnitLine& line = unit.lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return session::coreText(index.column() == Name ? line.name : line.value);
    case Qt::ToolTipRole: {
        QString tip = session::coreText(line.detail);
        if (line.bundle)
            tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) +
                   tr("begun by bundle %1").arg(*line.bundle);
        return tip;
    }
    case ActiveRole: return line.isActive;
    case ProgressRole: return line.total ? QVariant(double(line.done) / double(line.total)) : QVariant();
    case BundleRole: return line.bundle ? QVariant(*line.bundle) : QVariant();
    default: return {};
    }
}

QVariant UnitModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Name ? tr("Part") : tr("State");
}

} // namespace lw::state

#include "moc_unit_model.cpp"
