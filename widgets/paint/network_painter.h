// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/network_picture.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QVector>

#include <optional>

namespace lw::paint {

// Where the graph is on a surface: point = origin + scale * units.
struct GraphSpot {
    QPointF origin;
    double scale = 1;

    QRectF rectOf(const scene::PictureBox& box) const;
    QPointF pointOf(scene::LayoutPoint point) const;
};

// What is under a point: an index into the picture's boxes or wires.
struct GraphHit {
    std::optional<std::size_t> box, wire;
    bool operator==(const GraphHit&) const = default;
};

// What a wire carries, and where that stands.
struct GraphLabel {
    std::size_t wire = 0;
    QString text;
    QRectF rect;
};

// Draws the graph of a network: boxes with an edge and a letter for the unit that computes them, hatched if
// the host does. Wires of dependencies have the colour of products, and dashes where nothing is
// read; those of order alone have that of memory, and dots. Labels of wires stand where they have room.
// Everything is a vector, nothing is clipped: the same calls write an SVG.
struct NetworkPainter {
    const theme::Theme& theme;
    const scene::NetworkPicture& picture;
    GraphSpot spot;
    std::optional<std::size_t> selected{}, current{}; // boxes; current: what is being computed
    GraphHit hovered{};
    QVector<std::size_t> found{}; // boxes that a search has found
    QRectF sight{};               // the part of the surface to paint; empty: all

    void paint(QPainter& painter) const;
    GraphHit hitAt(QPointF point) const;
    // The sign that folds or unfolds; empty where a box has none.
    QRectF foldSign(const scene::PictureBox& box) const;
    // Labels of wires that have room beside boxes and each other, those of marked wires first.
    QVector<GraphLabel> labels() const;

  private:
    void paintWire(QPainter& painter, const scene::PictureWire& wire, bool isMarked) const;
    void paintLabels(QPainter& painter) const;
    QFont labelFont(bool isMarked) const;
    std::optional<GraphLabel> labelOf(std::size_t wire, const QVector<QRectF>& taken) const;
    bool isMarked(std::size_t wire) const;
    void paintBox(QPainter& painter, std::size_t index) const;
    void paintMarks(QPainter& painter, std::size_t index, const QRectF& rect) const;
    void paintWords(QPainter& painter, const scene::PictureBox& box, const QRectF& rect) const;
    void paintFoldSign(QPainter& painter, const scene::PictureBox& box) const;
    QFont font(double units, int weight) const;
    bool isInSight(const QRectF& rect) const { return sight.isEmpty() || sight.intersects(rect); }
};

} // namespace lw::paint
