// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/pass_sketch.h"

#include "widgets/session/core_text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lw::striding {

using scene::striding::PassState;
using scene::striding::PatchPass;
using session::counted;
using theme::Role;

namespace {

constexpr int kSketchMargin = 8, kGap = 14;
constexpr double kLeastLine = 2; // pixels of the marked column, at least

QString rangeText(std::uint64_t first, std::uint64_t count) {
    return count == 1 ? QString::number(first)
                      : QStringLiteral("%1\u2013%2").arg(first).arg(first + count - 1);
}
QString stateText(PassState state) {
    switch (state) {
    case PassState::Waiting: return PassSketch::tr("waiting");
    case PassState::UnderWay: return PassSketch::tr("under way");
    default: return PassSketch::tr("done");
    }
}
QString clocksText(const PatchPass& pass) {
    if (!pass.firstClock) return QStringLiteral("\u2026");
    return rangeText(*pass.firstClock, *pass.lastClock - *pass.firstClock + 1);
}
QString numberText(const std::string& number) {
    return number.empty() ? QStringLiteral("\u2026") : QString::fromStdString(number);
}
QString productsText(const PatchPass& pass) {
    return PassSketch::tr("kernel row %1, column %2, channel %3")
        .arg(pass.products.row + 1)
        .arg(rangeText(pass.products.column + 1, pass.products.taps),
             rangeText(pass.products.channel + 1, pass.products.channels));
}

} // namespace

PassSketch::PassSketch(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Pass of the matrix unit"));
    connect(&theme, &theme::Theme::changed, this, qOverload<>(&QWidget::update));
}

void PassSketch::show(const scene::striding::PatchPicture& picture, int pass) {
    m_picture = picture;
    m_pass = pass < static_cast<int>(picture.passes.size()) ? pass : -1;
    setAccessibleDescription(words().join(QStringLiteral("; ")));
    setToolTip(words().join(QLatin1Char('\n')));
    update();
}

QStringList PassSketch::words() const {
    if (m_pass < 0) return {tr("Choose a pass, or a product.")};
    const PatchPass& pass = m_picture.passes[static_cast<std::size_t>(m_pass)];
    QStringList out;
    out << tr("pass %1 of %2, %3").arg(m_pass + 1).arg(m_picture.passes.size()).arg(stateText(pass.state));
    out << productsText(pass);
    out << tr("row %1 of the program").arg(pass.instruction);
    out << tr("weights: tile %1 of %2").arg(pass.tile).arg(QString::fromStdString(m_picture.tilesName));
    out << tr("cells: rows %1, column %2")
               .arg(rangeText(pass.cellRow, pass.products.length()))
               .arg(pass.cellColumn);
    out << tr("vector and accumulator row %1").arg(pass.vector);
    out << tr("products in clocks %1").arg(clocksText(pass));
    out << tr("own sum %1, sum so far %2").arg(numberText(pass.chain), numberText(pass.sum));
    return out;
}

void PassSketch::paintArray(QPainter& painter, const QRectF& box) const {
    const double across = box.width() / std::max(m_picture.arrayColumns, 1u),
                 down = box.height() / std::max(m_picture.arrayRows, 1u);
    painter.setPen(QPen(m_theme[Role::Border], 1));
    painter.setBrush(m_theme[Role::Raised]);
    painter.drawRect(box);
    if (m_pass < 0) return;
    const PatchPass& pass = m_picture.passes[static_cast<std::size_t>(m_pass)];
    const QRectF tile(box.left(), box.top() + pass.cellRow * down, box.width(),
                      pass.products.length() * down);
    painter.fillRect(tile, m_theme.fill(Role::UnitMatrix));
    const double wide = std::max(across, kLeastLine);
    QRectF cells(box.left() + pass.cellColumn * across, tile.top(), wide, tile.height());
    if (cells.height() < kLeastLine) cells.setHeight(kLeastLine);
    painter.fillRect(cells, m_theme[Role::UnitMatrix]);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme[Role::Accent], 1));
    painter.drawRect(cells.adjusted(-1, -1, 1, 1));
    painter.setPen(QPen(m_theme[Role::Border], 1));
    painter.drawRect(box);
}

void PassSketch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(m_theme.small());
    const QFontMetricsF metrics(m_theme.small());
    const double side = std::max(
        20.0, std::min(height() - 2 * kSketchMargin - metrics.height() - 2, width() / 3.0 - kSketchMargin));
    const QRectF box(kSketchMargin, kSketchMargin, side, side);
    paintArray(painter, box);
    painter.setPen(m_theme[Role::Muted]);
    const QString size = tr("array %1 x %2").arg(m_picture.arrayRows).arg(m_picture.arrayColumns);
    const double wide = metrics.horizontalAdvance(size);
    painter.drawText(QPointF(kSketchMargin, box.bottom() + 2 + metrics.ascent()), size);
    const double left = std::max(box.right(), kSketchMargin + wide) + kGap;
    // In as many columns as are needed.
    const QStringList lines = words();
    const double step = metrics.height() + 2;
    const int perColumn = std::max(1, static_cast<int>((height() - 2 * kSketchMargin + 2) / step));
    const int columns = (static_cast<int>(lines.size()) + perColumn - 1) / perColumn;
    const double each = (width() - left - kSketchMargin) / columns;
    painter.setPen(m_theme[Role::Text]);
    for (int i = 0; i < lines.size(); ++i)
        painter.drawText(QRectF(left + i / perColumn * each, kSketchMargin + i % perColumn * step,
                                each - kSketchMargin, metrics.height()),
                         Qt::AlignLeft, metrics.elidedText(lines[i], Qt::ElideRight, each - kSketchMargin));
    if (!hasFocus()) return;
    painter.setPen(QPen(m_theme[Role::Accent], 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PassSketch::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (key == Qt::Key_Down || key == Qt::Key_Right) return Q_EMIT stepped(1);
    if (key == Qt::Key_Up || key == Qt::Key_Left) return Q_EMIT stepped(-1);
    QWidget::keyPressEvent(event);
}

paint::SceneTable PassSketch::tableOf(const scene::striding::PatchPicture& picture) {
    const QStringList columns{tr("Row"),    tr("Products"), tr("Tile"),    tr("Cells"), tr("Vector"),
                              tr("Clocks"), tr("State"),    tr("Own sum"), tr("Sum")};
    const auto cell = [passes = picture.passes](int row, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const PatchPass& pass = passes[static_cast<std::size_t>(row)];
        switch (column) {
        case 0: return QString::number(pass.instruction);
        case 1: return productsText(pass);
        case 2: return QString::number(pass.tile);
        case 3:
            return tr("rows %1, column %2")
                .arg(rangeText(pass.cellRow, pass.products.length()))
                .arg(pass.cellColumn);
        case 4: return counted(pass.vector);
        case 5: return clocksText(pass);
        case 6: return stateText(pass.state);
        case 7: return numberText(pass.chain);
        default: return numberText(pass.sum);
        }
    };
    return {columns, static_cast<int>(picture.passes.size()), cell,
            [](int row) { return QString::number(row + 1); }};
}

} // namespace lw::striding

#include "moc_pass_sketch.cpp"
