// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/tile_map_canvas.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/tiling/tiling_words.h"

#include <QCursor>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace lw::tiling {

using scene::tiling::Band;
using scene::tiling::Range;
using scene::tiling::TileAxis;
using theme::Role;

namespace {

constexpr double kMargin = 16;
constexpr std::size_t kMostNumbers = 300;
constexpr int kVeilAlpha = 180, kSharedAlpha = 60, kGivesAlpha = 70;

QColor withAlpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

} // namespace

TileMapCanvas::TileMapCanvas(const theme::Theme& theme, TilingDesk& desk, QWidget* parent)
    : FigureCanvas(theme, {0.02, 64, 0.02, 24}, kMargin, parent), m_desk(desk) {
    setAccessibleName(tr("Tiles of the picture"));
    new paint::HoverTip(*this, [this](QPoint point) {
        const auto pixel = pixelAt(point);
        if (pixel && !(m_moment && m_moment->pixel == *pixel)) Q_EMIT momentWanted(*pixel);
        return tipAt(point);
    });
    connect(&desk, &TilingDesk::choiceChanged, this, qOverload<>(&QWidget::update));
}

const scene::tiling::TileMap* TileMapCanvas::map() const { return m_facts ? &m_facts->map : nullptr; }

void TileMapCanvas::setSide(Side side) {
    m_side = side;
    fit();
}

void TileMapCanvas::takeFacts() {
    const bool isOther = !m_facts || !m_desk.facts() || !(m_facts->map == m_desk.facts()->map);
    const bool isOtherPicture = m_facts && m_desk.facts() && m_facts->picture != m_desk.facts()->picture;
    m_facts = m_desk.facts();
    if (isOther) fit();
    if (isOther || isOtherPicture) m_moment.reset();
    update();
}

// Before anything is given, where in the picture it is going to be.
bool TileMapCanvas::isPreview() const { return m_side == Side::Output && m_facts->outputImage().isNull(); }

QImage TileMapCanvas::image() const {
    if (m_side == Side::Difference) return m_facts->difference();
    return m_side == Side::Output && !isPreview() ? m_facts->outputImage() : m_facts->pictureImage;
}

// The picture including what the last tiles reach beyond it.
QSizeF TileMapCanvas::figure() const {
    if (!map()) return {};
    const auto along = [this](const TileAxis& axis) {
        if (isOutput()) return static_cast<double>(axis.output);
        const Band& last = axis.bands.back();
        return static_cast<double>(last.reads.until + last.fill);
    };
    return {along(map()->columns), along(map()->rows)};
}

QRectF TileMapCanvas::boxOf(const Range& rows, const Range& columns) const {
    const auto at = [this](std::int64_t element) { return scale() * static_cast<double>(element); };
    return {origin() + QPointF(at(columns.from), at(rows.from)),
            QSizeF(at(columns.count()), at(rows.count()))};
}

std::optional<TileMapCanvas::Element> TileMapCanvas::elementAt(QPointF point) const {
    if (!map()) return {};
    const QPointF at = (point - origin()) / scale();
    const Element out{static_cast<std::int64_t>(std::floor(at.y())),
                      static_cast<std::int64_t>(std::floor(at.x()))};
    const bool isOutput = this->isOutput();
    const std::int64_t rows = isOutput ? map()->rows.output : map()->rows.picture,
                       columns = isOutput ? map()->columns.output : map()->columns.picture;
    if (out.row < 0 || out.column < 0 || out.row >= rows || out.column >= columns) return {};
    return out;
}

std::optional<PixelWanted> TileMapCanvas::pixelAt(QPointF point) const {
    const auto element = elementAt(point);
    if (!element) return {};
    return PixelWanted{isOutput(), m_facts->request.output, element->row, element->column};
}

QString TileMapCanvas::tipAt(QPointF point) const {
    const auto pixel = pixelAt(point);
    if (!pixel) return {};
    const PixelMoment* const moment = m_moment && m_moment->pixel == *pixel ? &*m_moment : nullptr;
    return pixel->isOutput ? ownersText(*m_facts, pixel->row, pixel->column, moment)
                           : readersText(*m_facts, pixel->row, pixel->column, moment);
}

void TileMapCanvas::setMoment(std::optional<PixelMoment> moment) {
    m_moment = std::move(moment);
    const QPoint here = mapFromGlobal(QCursor::pos());
    if (!m_moment || !QToolTip::isVisible() || pixelAt(here) != m_moment->pixel) return;
    QToolTip::showText(QCursor::pos(), tipAt(here), this);
}

void TileMapCanvas::clickAt(QPointF point) {
    setFocus(Qt::MouseFocusReason);
    const auto element = elementAt(point);
    if (!element) return;
    if (isOutput()) return m_desk.chooseElement(element->row, element->column);
    m_desk.chooseTile(readersOf(map()->rows, element->row).first * map()->columns.bands.size() +
                      readersOf(map()->columns, element->column).first);
}

void TileMapCanvas::keyPressEvent(QKeyEvent* event) {
    if (!map()) return FigureCanvas::keyPressEvent(event);
    const auto across = static_cast<std::int64_t>(map()->columns.bands.size());
    const auto step = [&](std::int64_t by) {
        const std::int64_t now = m_desk.tile() ? static_cast<std::int64_t>(*m_desk.tile()) + by : 0;
        m_desk.chooseTile(static_cast<std::uint64_t>(
            std::clamp<std::int64_t>(now, 0, static_cast<std::int64_t>(map()->tiles()) - 1)));
    };
    switch (event->key()) {
    case Qt::Key_Left: return step(-1);
    case Qt::Key_Right: return step(1);
    case Qt::Key_Up: return step(-across);
    case Qt::Key_Down: return step(across);
    default: FigureCanvas::keyPressEvent(event);
    }
}

// ---- painting

void TileMapCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme()[Role::Surface]);
    if (!map()) return;
    if (m_side == Side::Difference && image().isNull()) return paintNoDifference(painter);
    const bool isOutput = this->isOutput();
    const QRectF whole = boxOf({0, isOutput ? map()->rows.output : map()->rows.picture},
                               {0, isOutput ? map()->columns.output : map()->columns.picture});
    painter.fillRect(whole, theme()[Role::Panel]);
    if (!image().isNull()) paintImage(painter, whole);
    paintShared(painter);
    paintSeams(painter);
    paintNumbers(painter);
    painter.setPen(theme()[Role::Border]);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(whole);
    if (m_side == Side::Output) paintWrong(painter);
    if (m_desk.tile() && *m_desk.tile() < map()->tiles()) paintTile(painter, *m_desk.tile());
    paintFocus(painter, m_desk.tile().has_value());
}

// Why there is none to see.
void TileMapCanvas::paintNoDifference(QPainter& painter) const {
    const QString why =
        !m_facts->picture ? tr("Without a picture nothing can be run.")
        : m_facts->isRunning || m_facts->isFollowing
            ? tr("Once all tiles are done, the difference to the whole picture is seen here.")
            : tr("Run all tiles to see here how far what they give is from the whole picture.");
    painter.setFont(font());
    painter.setPen(theme()[Role::Muted]);
    const auto around = static_cast<int>(kMargin);
    painter.drawText(rect().adjusted(around, around, -around, -around), Qt::AlignCenter | Qt::TextWordWrap,
                     why);
}

// Scaled, and made pale, once for each size, because panning and the pointer alone cause many repaints.
void TileMapCanvas::paintImage(QPainter& painter, const QRectF& whole) {
    constexpr double kMostPixels = 1 << 23; // of a copy that is kept
    const QImage source = image();
    const QColor veil = isPreview() ? withAlpha(theme()[Role::Panel], kVeilAlpha) : QColor(Qt::transparent);
    const double ratio = devicePixelRatioF();
    const QSize size = (whole.size() * ratio).toSize();
    if (size.isEmpty() || static_cast<double>(size.width()) * size.height() > kMostPixels) {
        painter.drawImage(whole, source);
        return painter.fillRect(whole, veil);
    }
    if (m_scaled.size() != size || m_scaledFrom != source.cacheKey() || m_veil != veil) {
        m_scaled = source
                       .scaled(size, Qt::IgnoreAspectRatio,
                               scale() < 1 ? Qt::SmoothTransformation : Qt::FastTransformation)
                       .convertToFormat(source.hasAlphaChannel() ? QImage::Format_ARGB32_Premultiplied
                                                                 : QImage::Format_RGB32);
        QPainter(&m_scaled).fillRect(m_scaled.rect(), veil);
        m_scaled.setDevicePixelRatio(ratio);
        m_scaledFrom = source.cacheKey();
        m_veil = veil;
    }
    painter.drawImage(whole.topLeft().toPoint(), m_scaled);
}

// What several tiles compute, or read: between the end of one band and the beginning of those after it.
void TileMapCanvas::paintShared(QPainter& painter) const {
    const auto range = isOutput() ? &Band::computes : &Band::reads;
    const Range rows{0, isOutput() ? map()->rows.output : map()->rows.picture},
        columns{0, isOutput() ? map()->columns.output : map()->columns.picture};
    const QColor colour = withAlpha(theme()[Role::UnitMemory], kSharedAlpha);
    const auto along = [&](const TileAxis& axis, auto paint) {
        for (std::size_t i = 1; i < axis.bands.size(); ++i) {
            // Without repeating what earlier bands have painted.
            const std::int64_t from = std::max((axis.bands[i].*range).from,
                                               i > 1 ? (axis.bands[i - 2].*range).until : 0),
                               until = (axis.bands[i - 1].*range).until;
            if (from < until) paint(Range{from, until});
        }
    };
    along(map()->rows, [&](const Range& band) { painter.fillRect(boxOf(band, columns), colour); });
    along(map()->columns, [&](const Range& band) { painter.fillRect(boxOf(rows, band), colour); });
    if (!isOutput()) return;
    for (const QRectF& box : {boxOf(map()->rows.none, columns), boxOf(rows, map()->columns.none)})
        if (!box.isEmpty()) paint::hatch(painter, box, theme()[Role::Error], paint::Slant::Rising);
}

// Where one tile ends and the next begins, thick once they are stitched.
void TileMapCanvas::paintSeams(QPainter& painter) const {
    const auto range = isOutput() ? &Band::gives : &Band::reads;
    const QSizeF all = figure() * scale();
    const std::uint64_t across = map()->columns.bands.size();
    const bool isDone = isOutput() && m_facts->progress.tiles == map()->tiles();
    painter.setPen(QPen(theme()[isDone ? Role::Accent : Role::Muted], 1));
    for (std::size_t i = 1; i < map()->rows.bands.size(); ++i) {
        const double y = origin().y() + scale() * static_cast<double>((map()->rows.bands[i].*range).from);
        painter.drawLine(QPointF(origin().x(), y), QPointF(origin().x() + all.width(), y));
    }
    for (std::size_t i = 1; i < across; ++i) {
        const double x = origin().x() + scale() * static_cast<double>((map()->columns.bands[i].*range).from);
        painter.drawLine(QPointF(x, origin().y()), QPointF(x, origin().y() + all.height()));
    }
    if (isOutput() && !isDone) paintProgress(painter);
}

// Tiles that are done, and those under way.
void TileMapCanvas::paintProgress(QPainter& painter) const {
    const std::uint64_t across = map()->columns.bands.size();
    painter.setPen(QPen(theme()[Role::Accent], 2));
    for (std::size_t row = 0; row < map()->rows.bands.size(); ++row) {
        // What is done in a row of tiles begins at its left end.
        std::size_t done = 0;
        while (done < across && m_facts->isDone(row * across + done)) ++done;
        if (done > 0)
            painter.drawRect(
                boxOf(map()->rows.bands[row].gives, {0, map()->columns.bands[done - 1].gives.until}));
    }
    painter.setPen(QPen(theme()[Role::Warning], 2));
    for (const std::uint64_t tile : m_facts->progress.now)
        painter.drawRect(boxOf(map()->rowOf(tile).gives, map()->columnOf(tile).gives));
}

// As long as they are few enough to be readable.
void TileMapCanvas::paintNumbers(QPainter& painter) const {
    if (!isOutput()) return;
    const std::uint64_t across = map()->columns.bands.size();
    std::vector<std::uint64_t> rows, columns; // in sight
    for (std::uint64_t i = 0; i < map()->rows.bands.size(); ++i)
        if (boxOf(map()->rows.bands[i].gives, {0, map()->columns.output}).intersects(rect()))
            rows.push_back(i);
    for (std::uint64_t j = 0; j < across; ++j)
        if (boxOf({0, map()->rows.output}, map()->columns.bands[j].gives).intersects(rect()))
            columns.push_back(j);
    if (rows.size() * columns.size() > kMostNumbers) return;
    painter.setFont(theme().monospaceSmall());
    const QColor ink = image().isNull() ? theme()[Role::Muted] : QColor(Qt::white);
    for (const std::uint64_t i : rows)
        for (const std::uint64_t j : columns) {
            const QRectF box = boxOf(map()->rows.bands[i].gives, map()->columns.bands[j].gives);
            const QString text = QString::number(i * across + j);
            const QRectF label =
                painter.boundingRect(box.adjusted(4, 3, 0, 0), Qt::AlignLeft | Qt::AlignTop, text);
            const QRectF around = label.adjusted(-2, -1, 2, 1);
            if (!box.contains(around)) continue;
            if (!image().isNull()) painter.fillRect(around, QColor(0, 0, 0, 150));
            painter.setPen(ink);
            painter.drawText(label, Qt::AlignCenter, text);
        }
}

// What it computes, inside it what is right, inside that what it gives; or what it reads, and its fill.
void TileMapCanvas::paintTile(QPainter& painter, std::uint64_t tile) const {
    const Band &row = map()->rowOf(tile), &column = map()->columnOf(tile);
    painter.setBrush(Qt::NoBrush);
    if (m_side == Side::Picture) {
        const QRectF all = boxOf({row.reads.from, row.reads.until + row.fill},
                                 {column.reads.from, column.reads.until + column.fill});
        painter.setPen(QPen(theme()[Role::Muted], 1, Qt::DashLine));
        painter.drawRect(all);
        const QRectF reads = boxOf(row.reads, column.reads);
        painter.fillRect(reads, withAlpha(theme()[Role::Accent], kGivesAlpha));
        painter.setPen(QPen(theme()[Role::Accent], 2));
        return painter.drawRect(reads);
    }
    const QRectF computes = boxOf(row.computes, column.computes), right = boxOf(row.right, column.right),
                 gives = boxOf(row.gives, column.gives);
    const QColor dummy = theme()[Role::Warning];
    for (const QRectF& edge : {QRectF(computes.topLeft(), QPointF(computes.right(), right.top())),
                               QRectF(QPointF(computes.left(), right.bottom()), computes.bottomRight()),
                               QRectF(QPointF(computes.left(), right.top()), right.bottomLeft()),
                               QRectF(right.topRight(), QPointF(computes.right(), right.bottom()))})
        if (edge.width() > 0 && edge.height() > 0) paint::hatch(painter, edge, dummy, paint::Slant::Falling);
    painter.fillRect(gives, withAlpha(theme()[Role::Accent], kGivesAlpha));
    painter.setPen(QPen(dummy, 1, Qt::DashLine));
    painter.drawRect(computes);
    painter.setPen(QPen(theme()[Role::Success], 2));
    painter.drawRect(right);
    painter.setPen(QPen(theme()[Role::Accent], 2));
    painter.drawRect(gives);
    if (m_facts->sharesLayers()) paintParts(painter, row, column);
    if (!m_desk.cone()) return;
    const auto& cone = *m_desk.cone();
    const QPointF at = boxOf({cone.row, cone.row + 1}, {cone.column, cone.column + 1}).center();
    constexpr double kArm = 6;
    painter.setPen(QPen(theme()[Role::Text], 2));
    painter.drawLine(at - QPointF(kArm, 0), at + QPointF(kArm, 0));
    painter.drawLine(at - QPointF(0, kArm), at + QPointF(0, kArm));
}

// Where the part of one circuit ends and that of the next begins.
void TileMapCanvas::paintParts(QPainter& painter, const Band& row, const Band& column) const {
    const auto part = [this](const lower::tiling::AxisPlan& axis, std::size_t circuits) {
        return axis.outputs[m_facts->request.output].fixed / static_cast<std::int64_t>(circuits);
    };
    const std::int64_t rows = part(m_facts->plan.rows, m_facts->array.rows),
                       columns = part(m_facts->plan.columns, m_facts->array.columns);
    const QRectF all = boxOf(row.computes, column.computes);
    painter.setPen(QPen(theme()[Role::Text], 1, Qt::DotLine));
    for (std::int64_t at = row.computes.from + rows; at < row.computes.until; at += rows) {
        const double y = boxOf({at, at}, {0, 0}).top();
        painter.drawLine(QPointF(all.left(), y), QPointF(all.right(), y));
    }
    for (std::int64_t at = column.computes.from + columns; at < column.computes.until; at += columns) {
        const double x = boxOf({0, 0}, {at, at}).left();
        painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    }
}

void TileMapCanvas::paintWrong(QPainter& painter) const {
    if (!m_facts->verdict) return;
    const auto columns = static_cast<std::uint64_t>(map()->columns.output);
    for (const std::uint64_t pixel : m_facts->verdict->wrong[m_facts->request.output]) {
        const auto row = static_cast<std::int64_t>(pixel / columns),
                   column = static_cast<std::int64_t>(pixel % columns);
        QRectF box = boxOf({row, row + 1}, {column, column + 1});
        if (box.width() < 2) box.setSize({2, 2});
        painter.fillRect(box, theme()[Role::Error]);
    }
}

} // namespace lw::tiling

#include "moc_tile_map_canvas.cpp"
