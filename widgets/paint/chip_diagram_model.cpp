// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/chip_diagram_model.h"

namespace lw::paint {

using scene::Activity;

namespace {

QString toQt(const std::string& text) { return QString::fromStdString(text); }

QString textOf(Activity activity) {
    switch (activity) {
    case Activity::Active: return ChipDiagramModel::tr("active");
    case Activity::Stalled: return ChipDiagramModel::tr("stalled");
    case Activity::Idle: break;
    }
    return ChipDiagramModel::tr("idle");
}

QString joined(const std::vector<std::string>& lines) {
    QStringList out;
    for (const std::string& line : lines) out << toQt(line);
    return out.join(QStringLiteral("; "));
}

QString nameOf(const scene::ChipDiagram& scene, const std::string& id) {
    for (const scene::DiagramPart& box : scene.boxes)
        if (box.id == id) return box.title.empty() ? toQt(id) : toQt(box.title);
    return toQt(id);
}

QString boxText(const scene::DiagramPart& box, int column) {
    switch (column) {
    case ChipDiagramModel::Part:
        return box.capacity
                   ? ChipDiagramModel::tr("Queue %1").arg(toQt(box.id).section(QLatin1Char('.'), 0, 0))
                   : toQt(box.title);
    case ChipDiagramModel::State:
        if (box.capacity) return ChipDiagramModel::tr("%1 of %2").arg(box.level).arg(box.capacity);
        return textOf(box.activity);
    default: return box.reason.empty() ? joined(box.values) : toQt(box.reason);
    }
}

QString wireText(const scene::ChipDiagram& scene, const scene::DiagramPath& wire, int column) {
    switch (column) {
    case ChipDiagramModel::Part:
        return ChipDiagramModel::tr("%1 to %2: %3")
            .arg(nameOf(scene, wire.from), nameOf(scene, wire.to), toQt(wire.carries));
    case ChipDiagramModel::State: return textOf(wire.activity);
    default: return joined(wire.values);
    }
}

} // namespace

void ChipDiagramModel::setScene(const scene::ChipDiagram& scene) {
    const bool isOther =
        scene.boxes.size() != m_scene.boxes.size() || scene.wires.size() != m_scene.wires.size();
    if (isOther) beginResetModel();
    m_scene = scene;
    if (isOther) return endResetModel();
    if (rowCount() != 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

int ChipDiagramModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_scene.boxes.size() + m_scene.wires.size());
}

int ChipDiagramModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QVariant ChipDiagramModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (row < m_scene.boxes.size()) return boxText(m_scene.boxes[row], index.column());
    if (row < m_scene.boxes.size() + m_scene.wires.size())
        return wireText(m_scene, m_scene.wires[row - m_scene.boxes.size()], index.column());
    return {};
}

QVariant ChipDiagramModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Part: return tr("Part");
    case State: return tr("In this clock");
    case Detail: return tr("Why, and values");
    default: return {};
    }
}

QString ChipDiagramModel::boxAt(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < m_scene.boxes.size() ? toQt(m_scene.boxes[at].id) : QString();
}

} // namespace lw::paint
