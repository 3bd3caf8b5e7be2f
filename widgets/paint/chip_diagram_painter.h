// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/chip_diagram.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>

namespace lw::paint {

// Where the drawing is on a surface: point = origin + scale * units.
struct DiagramPlace {
    QPointF origin;
    double scale = 1;

    QRectF rectOf(const scene::DiagramPart& box) const;
    QPointF pointOf(machine::DiagramPoint point) const;
};

// What is under a point: an index into the scene's boxes or wires.
struct DiagramHit {
    std::optional<std::size_t> box, wire;
    bool operator==(const DiagramHit&) const = default;
};

// Draws the scene like the figure in look.md: idle parts in border colour, working ones filled with the
// colour of their group, stalled ones hatched with the letter of the reason. Everything is a vector, nothing
// is clipped: the same calls write an SVG. `selected` and `hovered` are marked.
struct ChipDiagramPainter {
    const theme::Theme& theme;
    const scene::ChipDiagram& scene;
    DiagramPlace place;
    QString selected{}; // id of a box
    DiagramHit hovered{};

    void paint(QPainter& painter) const;
    DiagramHit hitAt(QPointF point) const;

  private:
    void paintWire(QPainter& painter, const scene::DiagramPath& wire, bool isHovered) const;
    double covered(const QRectF& label) const;
    QRectF tagPlace(const scene::DiagramPath& wire, QSizeF size) const;
    void paintTag(QPainter& painter, const scene::DiagramPath& wire) const;
    void paintBox(QPainter& painter, const scene::DiagramPart& box, bool isHovered) const;
    void paintTexture(QPainter& painter, const scene::DiagramPart& box, const QRectF& rect) const;
    void paintQueue(QPainter& painter, const scene::DiagramPart& box, const QRectF& rect) const;
    double growthOf(const scene::DiagramPart& box, const QRectF& rect) const;
    void paintWords(QPainter& painter, const scene::DiagramPart& box, const QRectF& rect) const;
    QFont font(double units, int weight) const;
    theme::Role roleOfWire(const scene::DiagramPath& wire) const;
};

} // namespace lw::paint
