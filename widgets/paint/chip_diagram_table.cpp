// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/chip_diagram_table.h"

#include "widgets/paint/tr.h"
#include "widgets/session/core_text.h"
#include "widgets/theme/to_qt.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

namespace lw::paint {

using scene::Activity;

namespace {

QString textOf(Activity activity) {
    switch (activity) {
    case Activity::Active: return tr("active");
    case Activity::Stalled: return tr("stalled");
    case Activity::Idle: break;
    }
    return tr("idle");
}

QString joined(const std::vector<std::string>& lines) {
    QStringList out;
    for (const std::string& line : lines) out << session::coreText(line);
    return out.join(QStringLiteral("; "));
}

QString nameOf(const scene::ChipDiagram& scene, const std::string& id) {
    for (const scene::DiagramPart& box : scene.boxes)
        if (box.id == id) return box.title.empty() ? toQt(id) : session::coreText(box.title);
    return toQt(id);
}

QString boxText(const scene::DiagramPart& box, int column) {
    switch (column) {
    case ChipDiagramColumn::Part:
        return box.capacity ? tr("Queue %1").arg(toQt(box.id).section(QLatin1Char('.'), 0, 0))
                            : session::coreText(box.title);
    case ChipDiagramColumn::State:
        if (box.capacity) return tr("%1 of %2").arg(box.level).arg(box.capacity);
        return textOf(box.activity);
    default: return box.reason.empty() ? joined(box.values) : session::coreText(box.reason);
    }
}

QString wireText(const scene::ChipDiagram& scene, const scene::DiagramPath& wire, int column) {
    switch (column) {
    case ChipDiagramColumn::Part:
        return tr("%1 to %2: %3")
            .arg(nameOf(scene, wire.from), nameOf(scene, wire.to), session::coreText(wire.carries));
    case ChipDiagramColumn::State: return textOf(wire.activity);
    default: return joined(wire.values);
    }
}

} // namespace

SceneTable chipDiagramTable(const scene::ChipDiagram& scene) {
    const auto held = std::make_shared<scene::ChipDiagram>(scene);
    const auto valueAt = [held](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const auto at = static_cast<std::size_t>(row);
        return at < held->boxes.size() ? boxText(held->boxes[at], column)
                                       : wireText(*held, held->wires[at - held->boxes.size()], column);
    };
    return {{tr("Part"), tr("In this clock"), tr("Why, and values")},
            static_cast<int>(scene.boxes.size() + scene.wires.size()),
            valueAt,
            {}};
}

QString boxInRow(const scene::ChipDiagram& scene, int row) {
    const auto at = static_cast<std::size_t>(row);
    return row >= 0 && at < scene.boxes.size() ? toQt(scene.boxes[at].id) : QString();
}

int rowOfBox(const scene::ChipDiagram& scene, const QString& box) {
    const auto found = std::find_if(scene.boxes.begin(), scene.boxes.end(),
                                    [&](const scene::DiagramPart& part) { return toQt(part.id) == box; });
    return found == scene.boxes.end() ? -1 : static_cast<int>(found - scene.boxes.begin());
}

} // namespace lw::paint
