// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_value.h"
#include "widgets/paint/area_scale.h"
#include "widgets/paint/cell_painter.h"
#include "widgets/paint/tensor_canvas.h"

#include <QGlyphRun>
#include <QPaintEvent>
#include <QRawFont>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

// How a TensorCanvas looks.
namespace lw::paint {

using theme::Role;

namespace {

constexpr double kMostMarked = 0.25;                 // of the visible cells
constexpr double kGlyphCell = 11;                    // from this size on a cell has room for a glyph
constexpr int kParents = 6;                          // coarser levels looked at for a missing tile
constexpr double kRulerStep = 64;                    // pixels between two numbers of a ruler, at least
constexpr double kRulerNumber = 28, kRulerLine = 14; // pixels that a number takes
constexpr double kAlarmReach = 3;                    // pixels from the middle of an alarm to its ends

// A font's signs, looked up once.
struct SignFont {
    static constexpr int kSigns = 128;
    QRawFont font;
    std::array<quint32, kSigns> index{};
    double width = 1;

    explicit SignFont(const QFont& from) : font(QRawFont::fromFont(from)) {
        for (int sign = ' '; sign < kSigns; ++sign)
            if (const auto found = font.glyphIndexesForString(QString(QChar(sign))); !found.isEmpty())
                index[static_cast<std::size_t>(sign)] = found.front();
        if (const auto advances = font.advancesForGlyphIndexes({index['0']}); !advances.isEmpty())
            width = advances.front().x();
    }
};

const SignFont& signFont(const QFont& font) {
    static std::map<QString, SignFont> fonts; // two sizes
    return fonts.try_emplace(font.key(), font).first->second;
}

// Texts in the middle of cells, painted in one go, which is several times faster than one by one.
class Signs {
  public:
    explicit Signs(const QFont& font) : m_font(signFont(font)) {}
    double width() const { return m_font.width; }
    void add(const QRectF& box, std::string_view text, bool dark) {
        const double left = box.center().x() - m_font.width * static_cast<double>(text.size()) / 2;
        const double base = box.center().y() + (m_font.font.ascent() - m_font.font.descent()) / 2;
        Ink& ink = m_inks[dark ? 1 : 0];
        for (std::size_t i = 0; i < text.size(); ++i) {
            ink.indexes.append(m_font.index[static_cast<std::size_t>(text[i]) % SignFont::kSigns]);
            ink.places.append({left + static_cast<double>(i) * m_font.width, base});
        }
    }
    void paint(QPainter& painter) const {
        for (int dark = 0; dark < 2; ++dark) {
            QGlyphRun run;
            run.setRawFont(m_font.font);
            run.setGlyphIndexes(m_inks[dark].indexes);
            run.setPositions(m_inks[dark].places);
            painter.setPen(inkOn(dark ? qRgb(255, 255, 255) : qRgb(0, 0, 0)));
            painter.drawGlyphRun({0, 0}, run);
        }
    }

  private:
    struct Ink {
        QVector<quint32> indexes;
        QVector<QPointF> places;
    };
    const SignFont& m_font;
    Ink m_inks[2]; // light, dark
};

// Through places on device pixels: a line between two rows of cells.
QVector<QLineF> gridLines(const QRectF& box, double left, double top, std::size_t columns, std::size_t rows,
                          double scale) {
    QVector<QLineF> lines;
    for (std::size_t i = 0; i <= columns; ++i) {
        const double x = std::round(left + static_cast<double>(i) * scale);
        if (x >= box.left()) lines.append({x, box.top(), x, box.bottom()});
    }
    for (std::size_t i = 0; i <= rows; ++i) {
        const double y = std::round(top + static_cast<double>(i) * scale);
        if (y >= box.top()) lines.append({box.left(), y, box.right(), y});
    }
    return lines;
}

// For the tiles of a level that have visible cells.
template <typename Visit>
void forTiles(const TensorCanvas::Visible& cells, unsigned level, const Visit& visit) {
    const std::uint64_t side = std::uint64_t{TensorTiles::kPixels} << level;
    for (std::uint64_t row = cells.row / side; row * side < cells.endRow; ++row)
        for (std::uint64_t column = cells.column / side; column * side < cells.endColumn; ++column)
            visit(
                TensorTiles::Key{level, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
}

} // namespace

QString rulerText(std::uint64_t number, std::uint64_t period, std::uint64_t facets) {
    if (period == 0) return QString::number(number);
    return QString::number(facets == 0 ? number % period : number / period * facets);
}

std::vector<std::uint64_t> rulerPlaces(std::uint64_t begin, std::uint64_t end, std::uint64_t step,
                                       std::uint64_t period) {
    std::vector<std::uint64_t> out;
    if (period == 0) {
        for (std::uint64_t at = (begin + step - 1) / step * step; at < end; at += step) out.push_back(at);
        return out;
    }
    const std::uint64_t next = (step + period - 1) / period * period; // facets may be smaller than a step
    for (std::uint64_t first = begin / next * next; first < end; first += next)
        for (std::uint64_t at = first; at < std::min(end, first + period - 1); at += step)
            if (at >= begin) out.push_back(at);
    return out;
}

std::string cellNumber(tensor::DType type, std::uint64_t bits, double value, std::size_t most) {
    std::string text;
    const bool isReal = type == tensor::DType::F64 || type == tensor::DType::F32 ||
                        type == tensor::DType::F16 || type == tensor::DType::Bf16;
    if (!isReal) {
        text = machine::cellText(type, bits);
        if (text.size() <= most) return text;
    }
    const double shown = value == 0 ? 0 : value; // -0 too
    for (int digits = 4; digits > 0; --digits) {
        std::array<char, 32> room;
        const auto end =
            std::to_chars(room.begin(), room.end(), shown, std::chars_format::general, digits).ptr;
        text.assign(room.begin(), end);
        if (text.size() <= most) return text;
    }
    return most >= 2 && std::fabs(value) < 1 ? "~0" : std::string();
}

std::string_view cellGlyph(double value, std::uint8_t flags, const ValueRange& range) {
    if (flags & scene::kOutside) return {};
    if (!(flags & scene::kWritten)) return ".";
    if (std::isnan(value)) return "x";
    if (std::isinf(value)) return value > 0 ? "^" : "v";
    if (value > range.high) return "+";
    if (value < range.low) return "-";
    return {};
}

void TensorCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme[Role::Surface]);
    if (!plane() || plane()->rows == 0) {
        painter.setPen(m_theme[Role::Muted]);
        painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         plane() ? tr("This tensor has no elements.") : m_empty);
        return;
    }
    const Visible cells = visible();
    m_tiles.beginSight();
    painter.save();
    painter.setClipRect(area());
    paintTiles(painter, cells);
    if (scale() >= kBorderCell) {
        paintBorders(painter, cells);
        paintDetail(painter, cells);
    }
    if (m_overlay) {
        painter.save();
        m_overlay(painter);
        painter.restore();
    }
    paintSelected(painter);
    painter.restore();
    paintRulers(painter, cells);
    if (const double progress = m_tiles.progress(); progress < 1) {
        painter.setPen(m_theme[Role::Text]);
        const QRectF box(area().right() - 128, area().bottom() - 30, 120, 22);
        painter.fillRect(box, m_theme[Role::Raised]);
        painter.drawText(box, Qt::AlignCenter, tr("reading %1 %").arg(static_cast<int>(progress * 100)));
    }
}

// ---- tiles

QRectF TensorCanvas::tileRect(const TensorTiles::Key& key, const QSize& pixels) const {
    const double side = std::ldexp(1.0, static_cast<int>(key.level)) * scale(); // of one pixel of the tile
    const double left =
        area().left() - m_sight.column * scale() + double(key.column) * TensorTiles::kPixels * side;
    const double top = area().top() - m_sight.row * scale() + double(key.row) * TensorTiles::kPixels * side;
    // Rounded at both ends: no gaps, and no pixel of the tile is lost as long as `side` is at least 1.
    const double x = std::round(left), y = std::round(top);
    return {x, y, std::round(left + pixels.width() * side) - x, std::round(top + pixels.height() * side) - y};
}

void TensorCanvas::paintTiles(QPainter& painter, const Visible& cells) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    // The finest level whose pixels cover at least one on the screen: nothing is left out.
    unsigned level = 0;
    while (std::ldexp(scale(), static_cast<int>(level)) < 1 - 1e-9) ++level;
    const double side = std::ldexp(scale(), static_cast<int>(level));
    ShownTiles shown;
    if (side < kBorderCell && std::abs(side - std::round(side)) > 1e-9)
        paintAveraged(painter, cells, level, shown);
    else
        forTiles(cells, level, [&](const TensorTiles::Key& key) {
            const TensorTiles::Tile* tile = m_tiles.tile(key);
            if (!tile)
                return paintParent(painter, key, tileRect(key, {TensorTiles::kPixels, TensorTiles::kPixels}));
            painter.drawImage(tileRect(key, tile->image.size()), tile->image);
            shown.emplace_back(key, tile);
        });
    if (m_isTinted && scale() < kBorderCell) paintChanges(painter, cells, shown);
    if (scale() < kGlyphCell)
        for (const auto& [key, tile] : shown) paintAlarms(painter, key, *tile);
}

// Between whole numbers of pixels one cell would be wider than the next: the visible tiles become one image,
// and each pixel of the screen the average of what it covers. Kept, because the pointer alone causes many
// repaints.
void TensorCanvas::paintAveraged(QPainter& painter, const Visible& cells, unsigned level, ShownTiles& shown) {
    const QRect part(QPoint(static_cast<int>(cells.column >> level), static_cast<int>(cells.row >> level)),
                     QPoint(static_cast<int>((cells.endColumn - 1) >> level),
                            static_cast<int>((cells.endRow - 1) >> level)));
    QImage whole(part.size(), QImage::Format_RGB32);
    whole.fill(m_theme[Role::Panel]);
    QPainter onWhole(&whole);
    forTiles(cells, level, [&](const TensorTiles::Key& key) {
        const QPoint at =
            QPoint(static_cast<int>(key.column), static_cast<int>(key.row)) * TensorTiles::kPixels;
        const TensorTiles::Tile* tile = m_tiles.tile(key);
        if (!tile)
            return paintParent(onWhole, key,
                               QRect(at - part.topLeft(), QSize(TensorTiles::kPixels, TensorTiles::kPixels)));
        onWhole.drawImage(at - part.topLeft(), tile->image);
        shown.emplace_back(key, tile);
    });
    onWhole.end();
    // Pixels of the screen; a logical one may have several.
    const double ratio = viewport()->devicePixelRatioF(), side = std::ldexp(scale(), static_cast<int>(level));
    const QPointF corner(area().left() - m_sight.column * scale() + part.left() * side,
                         area().top() - m_sight.row * scale() + part.top() * side);
    const QRectF seen = QRectF(corner, QSizeF(part.size()) * side) & area();
    const QRect target(QPoint(qRound(seen.left() * ratio), qRound(seen.top() * ratio)),
                       QPoint(qRound(seen.right() * ratio) - 1, qRound(seen.bottom() * ratio) - 1));
    const QRectF from((QPointF(target.topLeft()) / ratio - corner) / side,
                      QSizeF(target.size()) / ratio / side);
    if (m_averaged.from != from || m_averaged.image.size() != target.size() || m_averaged.of != whole) {
        m_averaged = {whole, areaScaled(whole, from, target.size()), from};
        m_averaged.image.setDevicePixelRatio(ratio);
    }
    painter.drawImage(QPointF(target.topLeft()) / ratio, m_averaged.image);
}

// For sizes at which nothing else shows it.
void TensorCanvas::paintChanges(QPainter& painter, const Visible& cells, const ShownTiles& tiles) const {
    std::size_t changed = 0, all = 0;
    for (const auto& [key, tile] : tiles) {
        changed += tile->changed;
        all += static_cast<std::size_t>(tile->image.width()) * static_cast<std::size_t>(tile->image.height());
    }
    if (static_cast<double>(changed) > static_cast<double>(all) * kMostMarked) {
        painter.setPen(edgePen(2));
        painter.setBrush(Qt::NoBrush);
        return painter.drawRect(edgeAround(cells));
    }
    for (const auto& [key, tile] : tiles)
        if (tile->changed) painter.drawImage(tileRect(key, tile->image.size()), tile->changes);
}

// Says that much of what is visible has changed, where marks on the cells would hide most of them.
QRectF TensorCanvas::edgeAround(const Visible& cells) const {
    const QRectF first = cellRect({cells.row, cells.column}),
                 last = cellRect({cells.endRow - 1, cells.endColumn - 1});
    return (QRectF(first.topLeft(), last.bottomRight()) & area()).adjusted(1.5, 1.5, -0.5, -0.5);
}

QPen TensorCanvas::edgePen(int width) const {
    QPen pen(m_theme[Role::Accent], m_theme.scaled(width));
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

// The part of a coarser tile that covers the missing one.
void TensorCanvas::paintParent(QPainter& painter, const TensorTiles::Key& key, const QRectF& box) const {
    for (unsigned up = 1; up <= kParents; ++up) {
        const TensorTiles::Key parent{key.level + up, key.row >> up, key.column >> up};
        const TensorTiles::Tile* tile = m_tiles.tileAtHand(parent);
        if (!tile) continue;
        const int part = TensorTiles::kPixels >> up;
        const QRect from(static_cast<int>(key.column - (parent.column << up)) * part,
                         static_cast<int>(key.row - (parent.row << up)) * part, part, part);
        const QRect there = from & tile->image.rect();
        if (there.isEmpty()) return;
        const double grow = box.width() / part;
        painter.drawImage(QRectF(box.left(), box.top(), there.width() * grow, there.height() * grow),
                          tile->image, there);
        return;
    }
    painter.fillRect(box, m_theme[Role::Panel]);
}

// Crosses and arrow heads that are visible however small the cells are.
void TensorCanvas::paintAlarms(QPainter& painter, const TensorTiles::Key& key,
                               const TensorTiles::Tile& tile) const {
    const QRectF box = tileRect(key, tile.image.size());
    const double side = box.width() / tile.image.width();
    QVector<QLineF> nan, infinite;
    for (const TensorTiles::Alarm& alarm : tile.alarms) {
        const double x = std::floor(box.left() + (alarm.x + 0.5) * side) + 0.5;
        const double y = std::floor(box.top() + (alarm.y + 0.5) * side) + 0.5;
        const double r = kAlarmReach;
        if (alarm.marks & scene::kNan)
            nan << QLineF(x - r, y - r, x + r, y + r) << QLineF(x - r, y + r, x + r, y - r);
        if (alarm.marks & scene::kPlusInfinity)
            infinite << QLineF(x - r, y + r, x, y - r) << QLineF(x, y - r, x + r, y + r);
        if (alarm.marks & scene::kMinusInfinity)
            infinite << QLineF(x - r, y - r, x, y + r) << QLineF(x, y + r, x + r, y - r);
    }
    painter.setPen(QPen(m_theme[Role::Error], 2));
    painter.drawLines(nan);
    painter.setPen(QPen(m_theme[Role::Warning], 2));
    painter.drawLines(infinite);
}

// ---- cells one by one

void TensorCanvas::paintBorders(QPainter& painter, const Visible& cells) const {
    const QRectF first = cellRect({cells.row, cells.column});
    const QRectF last = cellRect({cells.endRow - 1, cells.endColumn - 1});
    const QRectF box = QRectF(first.topLeft(), last.bottomRight()) & area();
    painter.setPen(QPen(m_theme[Role::Surface], 0));
    painter.drawLines(gridLines(box, first.left(), first.top(), cells.endColumn - cells.column,
                                cells.endRow - cells.row, scale()));
}

void TensorCanvas::paintDetail(QPainter& painter, const Visible& cells) {
    const TensorTiles::Detail* detail =
        m_tiles.detail(cells.row, cells.column, cells.endRow - cells.row, cells.endColumn - cells.column);
    if (!detail) return;
    QVector<QRectF> edges;
    for (std::uint64_t row = cells.row; row < cells.endRow; ++row)
        for (std::uint64_t column = cells.column; column < cells.endColumn; ++column)
            if (detail->holds(row, column) && (detail->flags[detail->at(row, column)] & scene::kChanged))
                edges.append(cellRect({row, column}).adjusted(1.5, 1.5, -0.5, -0.5));
    if (scale() >= kGlyphCell) paintNumbers(painter, cells, *detail, ColourMap(m_tiles.look().map, m_theme));
    const auto seen = static_cast<double>((cells.endRow - cells.row) * (cells.endColumn - cells.column));
    const bool isCrowded = static_cast<double>(edges.size()) > seen * kMostMarked;
    const bool isWhole = isCrowded && (!m_isTinted || scale() < kNumberCell);
    if (isWhole) edges = {edgeAround(cells)};
    painter.setPen(edgePen(scale() >= kGlyphCell || isWhole ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRects(edges);
}

void TensorCanvas::paintNumbers(QPainter& painter, const Visible& cells, const TensorTiles::Detail& detail,
                                const ColourMap& map) const {
    QFont font = m_theme.monospaceSmall();
    if (scale() < 40) font.setPointSizeF(font.pointSizeF() * 0.8);
    Signs signs(font);
    const ValueRange& range = m_tiles.look().range;
    const tensor::DType type = m_tiles.picture()->elements().type();
    const auto most = static_cast<std::size_t>((scale() - 3) / signs.width());
    for (std::uint64_t row = cells.row; row < cells.endRow; ++row)
        for (std::uint64_t column = cells.column; column < cells.endColumn; ++column) {
            if (!detail.holds(row, column)) continue;
            const std::size_t i = detail.at(row, column);
            if (detail.flags[i] & scene::kOutside) continue;
            const double value = detail.values[i];
            std::string text(cellGlyph(value, detail.flags[i], range));
            const bool isPlain = text.empty() || text == "+" || text == "-";
            if (scale() >= kNumberCell && isPlain)
                if (std::string number = cellNumber(type, detail.bits[i], value, most); !number.empty())
                    text = std::move(number);
            if (text.empty()) continue;
            const QRgb ground = !(detail.flags[i] & scene::kWritten) ? m_theme[Role::Panel].rgb()
                                : std::isnan(value)                  ? m_theme[Role::Error].rgb()
                                : std::isinf(value)                  ? m_theme[Role::Warning].rgb()
                                                                     : map.at(value, range);
            signs.add(cellRect({row, column}), text, inkOn(ground) == QColor(Qt::black));
        }
    signs.paint(painter);
}

void TensorCanvas::paintSelected(QPainter& painter) const {
    if (!selected()) return;
    QRectF box = cellRect(*selected());
    if (box.width() < 8) box = QRectF(box.center() - QPointF(4, 4), QSizeF(8, 8));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme[Role::Surface], 4));
    painter.drawRect(box);
    painter.setPen(QPen(m_theme[Role::Text], 2));
    painter.drawRect(box);
}

void TensorCanvas::paintRulers(QPainter& painter, const Visible& cells) const {
    if (!hasRulers()) return;
    const QRectF all = viewport()->rect(), inner = area();
    painter.fillRect(QRectF(all.left(), all.top(), all.width(), inner.top()), m_theme[Role::Panel]);
    painter.fillRect(QRectF(all.left(), all.top(), inner.left(), all.height()), m_theme[Role::Panel]);
    painter.setPen(QPen(m_theme[Role::Border], 0));
    painter.drawLine(QPointF(inner.left() - 0.5, inner.top()), QPointF(inner.left() - 0.5, all.bottom()));
    painter.drawLine(QPointF(inner.left(), inner.top() - 0.5), QPointF(all.right(), inner.top() - 0.5));
    painter.setFont(m_theme.monospaceSmall());
    painter.setPen(m_theme[Role::Muted]);
    // 1, 2, 5, 10, 20 ... cells from one number to the next.
    const auto stepFor = [&](double least) {
        std::uint64_t step = 1;
        for (int i = 0; static_cast<double>(step) * scale() < least; ++i)
            step = i % 3 == 1 ? step / 2 * 5 : step * 2;
        return step;
    };
    const std::uint64_t across = stepFor(kRulerStep), down = stepFor(20);
    const bool areFacetsSmall = across >= m_columnPeriod && down >= m_rowPeriod; // they have one number each
    // Where facets meet, numbers may be closer than a step.
    double free = -kRulerStep;
    for (const std::uint64_t c : rulerPlaces(cells.column, cells.endColumn, across, m_columnPeriod)) {
        const QRectF box = cellRect({0, c});
        const double middle = scale() >= kGlyphCell ? box.center().x() : box.left();
        const QRectF text(middle - kRulerStep / 2, all.top(), kRulerStep, inner.top());
        if (middle < free) continue;
        free = middle + kRulerNumber;
        if (text.left() >= inner.left() - kRulerStep / 2 && text.right() <= all.right() + kRulerStep / 4)
            painter.drawText(text, Qt::AlignCenter, rulerText(c, m_columnPeriod, areFacetsSmall ? 1 : 0));
    }
    free = -kRulerStep;
    for (const std::uint64_t r : rulerPlaces(cells.row, cells.endRow, down, m_rowPeriod)) {
        const QRectF box = cellRect({r, 0});
        const double middle = scale() >= kGlyphCell ? box.center().y() : box.top();
        const QRectF text(all.left(), middle - 9, inner.left() - 6, 18);
        if (middle < free) continue;
        free = middle + kRulerLine;
        if (text.top() >= inner.top() - 6 && text.bottom() <= all.bottom() + 6)
            painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter,
                             rulerText(r, m_rowPeriod, areFacetsSmall ? m_facetsAcross : 0));
    }
}

} // namespace lw::paint
