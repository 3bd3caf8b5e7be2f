// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/array_canvas.h"
#include "widgets/paint/tensor_canvas.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

// How an ArrayCanvas looks.
namespace lw::circuit {

using theme::Role;

namespace {

constexpr double kRulerStep = 36;                    // pixels between two numbers of a ruler, at least
constexpr double kTagWidth = 64;                     // width of a cell that has room for its vector's number
constexpr double kLeavingGap = 5, kLeavingLine = 20; // below the lowest row
constexpr int kVeil = 150;                           // of 255: over cells without a vector

std::string numberOf(const scene::CellPicture& picture, std::size_t i, std::size_t most) {
    if (!(picture.flags[i] & scene::kWritten)) return {};
    const std::string text = paint::cellNumber(picture.type, picture.bits[i], picture.value(i), most);
    return text.empty() ? "..." : text;
}

} // namespace

void ArrayCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme[Role::Surface]);
    if (rows() == 0) return;
    const Stretch seen = visible();
    painter.save();
    painter.setClipRect(area());
    paintCells(painter, seen);
    paintFollowed(painter, seen);
    if (selected()) {
        const QRectF box = cellRect(*selected());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme[Role::Accent], 2));
        painter.drawRect(box.width() < 6 ? QRectF(box.center() - QPointF(4, 4), QSizeF(8, 8))
                                         : box.adjusted(1, 1, -1, -1));
    }
    painter.restore();
    paintLeaving(painter, seen);
    paintRulers(painter, seen);
}

scene::CellPicture ArrayCanvas::cropped(const scene::CellPicture& picture, const Stretch& seen) const {
    scene::CellPicture out =
        scene::emptyPicture(picture.name, picture.type, seen.endRow - seen.row, seen.endColumn - seen.column);
    for (std::uint32_t r = 0; r < out.rows; ++r) {
        const std::size_t from = std::size_t{seen.row + r} * picture.columns + seen.column;
        std::copy_n(picture.bits.begin() + static_cast<std::ptrdiff_t>(from), out.columns,
                    out.bits.begin() + static_cast<std::ptrdiff_t>(r) * out.columns);
        std::copy_n(picture.flags.begin() + static_cast<std::ptrdiff_t>(from), out.columns,
                    out.flags.begin() + static_cast<std::ptrdiff_t>(r) * out.columns);
    }
    return out;
}

void ArrayCanvas::paintCells(QPainter& painter, const Stretch& seen) const {
    scene::CellPicture picture = cropped(cells(m_plane), seen);
    // The wave of the first vector has an edge whatever the colours show.
    const scene::CellPicture activations = cropped(m_picture->activations, seen);
    for (std::size_t i = 0; i < picture.flags.size(); ++i)
        picture.flags[i] =
            static_cast<std::uint8_t>(picture.flags[i] | (activations.flags[i] & scene::kChanged));
    const QRectF first = cellRect({seen.row, seen.column});
    const QRectF box(first.topLeft(), QSizeF(first.width() * picture.columns, first.height() * picture.rows));
    paint::CellLook look = m_looks[m_plane];
    const bool hasRegisters = showsRegisters();
    if (hasRegisters)
        for (std::size_t i = 0; i < picture.flags.size(); ++i)
            picture.flags[i] &= static_cast<std::uint8_t>(~scene::kChanged);
    if (!hasRegisters) {
        paint::paintCells(painter, box, picture, look, m_theme);
        return paintIdle(painter, seen, box);
    }
    const paint::ColourMap map(look.map, m_theme);
    painter.setFont(m_theme.monospaceSmall());
    for (std::uint32_t r = seen.row; r < seen.endRow; ++r)
        for (std::uint32_t n = seen.column; n < seen.endColumn; ++n) paintRegisters(painter, {r, n}, map);
}

// Weights are in all cells: those with nothing to multiply are dimmed.
void ArrayCanvas::paintIdle(QPainter& painter, const Stretch& seen, const QRectF& box) const {
    if (m_plane != Weights && m_plane != Path) return;
    QColor veil = m_theme[Role::Surface];
    veil.setAlpha(kVeil);
    QImage image(static_cast<int>(seen.endColumn - seen.column), static_cast<int>(seen.endRow - seen.row),
                 QImage::Format_ARGB32);
    for (int r = 0; r < image.height(); ++r)
        for (int n = 0; n < image.width(); ++n) {
            const std::size_t cell = (std::size_t{seen.row} + static_cast<std::size_t>(r)) * columns() +
                                     seen.column + static_cast<std::size_t>(n);
            const bool isBusy = (m_picture->activations.flags[cell] & scene::kWritten) != 0;
            image.setPixel(n, r, isBusy ? qRgba(0, 0, 0, 0) : veil.rgba());
        }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(box, image);
}

// Activation, weight, sum from above and weight path, as far as there are lines; the product in two lines.
void ArrayCanvas::paintRegisters(QPainter& painter, const Cell& cell, const paint::ColourMap& map) const {
    const std::size_t i = std::size_t{cell.row} * columns() + cell.column;
    const QRectF box = cellRect(cell);
    const scene::CellPicture& plane = cells(m_plane);
    const bool isColoured = (plane.flags[i] & scene::kWritten) != 0;
    const bool isBusy = (m_picture->activations.flags[i] & scene::kWritten) != 0;
    const QRgb ground =
        isColoured ? map.at(plane.value(i), m_looks[m_plane].range) : m_theme[Role::Panel].rgb();
    painter.fillRect(box, QColor(ground));
    painter.setPen(QPen(m_theme[Role::Surface], 1));
    painter.drawRect(box);
    const double line = painter.fontMetrics().height();
    const auto letters = static_cast<std::size_t>((box.width() - 8) /
                                                  painter.fontMetrics().horizontalAdvance(QLatin1Char('0')));
    const std::size_t most = letters - 2;
    const auto text = [](const char* name, const std::string& number) {
        return number.empty() ? QString() : QString::fromUtf8(name) + QString::fromStdString(number);
    };
    const QString x = text("x ", numberOf(m_picture->activations, i, most));
    const QString w = text("w ", numberOf(m_picture->weights, i, most));
    const QString sum = text("Σ ", numberOf(m_picture->sums, i, most));
    const QString path = text("p ", numberOf(m_picture->path, i, most));
    const QString tag = isBusy ? QStringLiteral("m%1").arg(m_picture->numbers.bits[i]) : QString();
    QStringList lines;
    const auto holds = [&](int count) { return box.height() >= count * line; };
    if (holds(4))
        lines = {x, w, sum, path};
    else if (holds(3))
        lines = {x, w, sum};
    else if (isBusy)
        lines = {text("", numberOf(m_picture->activations, i, most / 2)) + QStringLiteral("·") +
                     text("", numberOf(m_picture->weights, i, most / 2)),
                 sum};
    else
        lines = {w, QString()};
    const QColor ink = isColoured ? paint::inkOn(ground) : m_theme[isBusy ? Role::Text : Role::Muted];
    painter.setPen(ink);
    const double top = box.top() + (box.height() - line * static_cast<double>(lines.size())) / 2;
    for (int l = 0; l < lines.size(); ++l)
        painter.drawText(QRectF(box.left() + 4, top + l * line, box.width() - 8, line),
                         Qt::AlignLeft | Qt::AlignVCenter, lines[l]);
    if (!tag.isEmpty() && box.width() >= kTagWidth) {
        const qsizetype at = lines.size() > 2 ? 0 : lines.size() - 1;
        const int taken = painter.fontMetrics().horizontalAdvance(lines[at] + QLatin1Char(' ') + tag);
        if (taken <= box.width() - 8)
            painter.drawText(
                QRectF(box.left() + 4, top + static_cast<double>(at) * line, box.width() - 8, line),
                Qt::AlignRight | Qt::AlignVCenter, tag);
    }
    painter.setBrush(Qt::NoBrush);
    if (isBusy) {
        painter.setPen(QPen(m_theme[Role::UnitMatrix], 1));
        painter.drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
    }
    if (m_picture->activations.flags[i] & scene::kChanged) {
        painter.setPen(QPen(m_theme[Role::Accent], 2));
        painter.drawRect(box.adjusted(1.5, 1.5, -1.5, -1.5));
    }
}

// Wherever the vector of the selected cell is.
void ArrayCanvas::paintFollowed(QPainter& painter, const Stretch& seen) const {
    if (!selected() || selected()->row >= rows() || selected()->column >= columns()) return;
    const std::size_t at = std::size_t{selected()->row} * columns() + selected()->column;
    if (!(m_picture->numbers.flags[at] & scene::kWritten)) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme[Role::Accent], 1, Qt::DotLine));
    for (std::uint32_t r = seen.row; r < seen.endRow; ++r)
        for (std::uint32_t n = seen.column; n < seen.endColumn; ++n) {
            const std::size_t i = std::size_t{r} * columns() + n;
            if (!(m_picture->numbers.flags[i] & scene::kWritten) ||
                m_picture->numbers.bits[i] != m_picture->numbers.bits[at] ||
                m_picture->passes.bits[i] != m_picture->passes.bits[at])
                continue;
            const QRectF box = cellRect({r, n});
            if (box.width() < 6)
                painter.fillRect(
                    QRectF(box.topLeft(), QSizeF(std::max(1.0, box.width()), std::max(1.0, box.height()))),
                    m_theme[Role::Accent]);
            else
                painter.drawRect(box.adjusted(3, 3, -3, -3));
        }
}

// Below the lowest row in view, so that it is never lost.
void ArrayCanvas::paintLeaving(QPainter& painter, const Stretch& seen) const {
    const double below = std::min(cellRect({rows(), 0}).top(), area().bottom());
    const QRectF first = cellRect({0, seen.column});
    const scene::CellPicture leaving = cropped(m_picture->leaving, {0, seen.column, 1, seen.endColumn});
    const double top = std::round(below + kLeavingGap);
    painter.save();
    painter.setClipRect(QRectF(area().left(), top - 1, area().width(), kLeavingLine + 2));
    paint::CellLook look = m_looks[Sums];
    const double most = std::max(std::abs(paint::symmetricRange({leaving}).high), look.range.high);
    look.range = {-most, most};
    paint::paintCells(painter, QRectF(first.left(), top, first.width() * leaving.columns, kLeavingLine),
                      leaving, look, m_theme);
    painter.restore();
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Muted]);
    painter.drawText(QRectF(0, top, area().left() - 4, kLeavingLine), Qt::AlignRight | Qt::AlignVCenter,
                     tr("out"));
}

void ArrayCanvas::paintRulers(QPainter& painter, const Stretch& seen) const {
    painter.setFont(m_theme.small());
    painter.setPen(m_theme[Role::Muted]);
    const QSizeF cell = cellSize();
    const auto stepOf = [](double pixels) {
        std::uint64_t step = 1;
        while (static_cast<double>(step) * pixels < kRulerStep) step *= 2;
        return step;
    };
    for (const std::uint64_t n : paint::rulerPlaces(seen.column, seen.endColumn, stepOf(cell.width()), 0)) {
        const QRectF box = cellRect({0, static_cast<std::uint32_t>(n)});
        painter.drawText(QRectF(box.left() - 20, 0, box.width() + 40, area().top()), Qt::AlignCenter,
                         QString::number(n));
    }
    // Rows by the element of the vectors that passes along them.
    const std::uint32_t unused = rows() - m_picture->inner;
    for (const std::uint64_t r : paint::rulerPlaces(seen.row, seen.endRow, stepOf(cell.height() * 2), 0)) {
        const QRectF box = cellRect({static_cast<std::uint32_t>(r), 0});
        if (box.center().y() < area().top() || box.center().y() > area().bottom()) continue;
        painter.drawText(QRectF(0, box.center().y() - 10, area().left() - 4, 20),
                         Qt::AlignRight | Qt::AlignVCenter,
                         r < unused ? QStringLiteral("–") : QStringLiteral("k%1").arg(r - unused));
    }
}

} // namespace lw::circuit
