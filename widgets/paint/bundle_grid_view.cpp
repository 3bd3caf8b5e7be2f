// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/bundle_grid_view.h"

#include "widgets/paint/hatch.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/to_qt.h"
#include "widgets/theme/unit_colours.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace lw::paint {

using theme::Role;

namespace {

constexpr int kRow = 22, kHeader = 24;

// If the slots do not fit, everything is narrower, so that more of them are visible; if not even one of them
// fits, as on a projector, counts and labels give way.
struct Widths {
    int number, labels, counts, stalled, heat, leastColumn; // labels: numbers and labels
};
constexpr Widths kWide{40, 120, 150, 92, 66, 84}, kNarrow{34, 92, 120, 60, 44, 56},
    kTight{34, 48, 0, 0, 0, 56};
constexpr int kColumnGap = 8, kLabelGap = 6, kHeat = 3;

constexpr int kMark = 7; // of the corner of a hazard

const Widths& widthsFor(int tightness) { return tightness == 0 ? kWide : tightness == 1 ? kNarrow : kTight; }

using session::counted;

} // namespace

BundleGridView::BundleGridView(session::ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent), m_context(context) {
    setAccessibleName(tr("Bundle grid"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    new HoverTip(*viewport(), [this](QPoint point) { return textAt(point); });
    connect(&context.theme, &theme::Theme::changed, this, [this] { // the height of rows may change
        makeScene();
        updateScroll();
        viewport()->update();
    });
    connect(&context.selection, &session::Selection::changed, this, [this] {
        if (const auto bundle = m_context.selectedBundle()) {
            showBundle(*bundle);
            showSlots(*bundle);
        }
        viewport()->update();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { makeScene(); });
}

// ---- data

void BundleGridView::setFrame(const session::FramePtr& frame) {
    const bool isFirst = !m_frame;
    m_frame = frame;
    const auto bundles = frame ? static_cast<std::uint32_t>(frame->loaded->program.bundles.size()) : 0;
    if (std::exchange(m_bundles, bundles) != bundles) updateScroll();
    if (frame) {
        m_mostStalled = frame->bundleStalls.empty()
                            ? 0
                            : *std::max_element(frame->bundleStalls.begin(), frame->bundleStalls.end());
        const bool isOther = std::exchange(m_next, frame->next()) != frame->next();
        if (isOther && m_next && !frame->running) showBundle(*m_next);
        if (const auto chosen = m_context.selectedBundle(); isFirst && chosen) showBundle(*chosen);
    }
    makeScene();
    updateScroll(); // now the slots are known
}

int BundleGridView::rowsInView() const {
    return std::max(1, (viewport()->height() - px(kHeader)) / px(kRow));
}

void BundleGridView::updateScroll() {
    const int rows = static_cast<int>(m_bundles);
    verticalScrollBar()->setRange(0, std::max(0, rows - rowsInView()));
    verticalScrollBar()->setPageStep(rowsInView());
    verticalScrollBar()->setSingleStep(1);
    const int columns = static_cast<int>(m_scene.columns.size());
    const int inSight = slotsArea().width() / columnWidth();
    horizontalScrollBar()->setRange(0, std::max(0, columns - inSight));
    horizontalScrollBar()->setPageStep(std::max(inSight, 1));
    horizontalScrollBar()->setSingleStep(1);
}

void BundleGridView::makeScene() {
    m_scene = {};
    if (m_frame) {
        scene::GridCounts counts{m_frame->bundleCounts, m_frame->bundleStalls};
        auto grid = scene::bundleGrid(m_frame->loaded->program, m_frame->loaded->machine.target,
                                      static_cast<std::uint32_t>(verticalScrollBar()->value()),
                                      static_cast<std::uint32_t>(rowsInView() + 1), counts);
        if (grid) m_scene = *std::move(grid); // every bundle of a loaded program can be shown
    }
    viewport()->update();
}

void BundleGridView::showBundle(std::uint32_t bundle) {
    const int row = static_cast<int>(bundle), first = verticalScrollBar()->value();
    if (row < first || row >= first + rowsInView()) verticalScrollBar()->setValue(row - rowsInView() / 3);
}

// What was picked is never only beside the view.
void BundleGridView::showSlots(std::uint32_t bundle) {
    const auto row =
        std::find_if(m_scene.rows.begin(), m_scene.rows.end(),
                     [bundle](const scene::GridRow& candidate) { return candidate.bundle == bundle; });
    if (row == m_scene.rows.end() || row->cells.empty()) return;
    const QRect area = slotsArea();
    const auto isInSight = [&](const scene::GridCell& cell) {
        const QRect place = slotRect(bundle, cell.slot);
        return place.left() >= area.left() && place.right() <= area.right();
    };
    if (std::any_of(row->cells.begin(), row->cells.end(), isInSight)) return;
    const int column = row->cells.front().slot;
    QScrollBar& bar = *horizontalScrollBar();
    bar.setValue(std::clamp(bar.value(), column + 1 - bar.pageStep(), column));
}

// ---- places

int BundleGridView::tightness() const {
    const int columns = std::max<int>(1, static_cast<int>(m_scene.columns.size()));
    const auto least = [&](const Widths& widths, int inSight) {
        return px(widths.labels) + inSight * px(widths.leastColumn) + px(widths.counts);
    };
    if (viewport()->width() >= least(kWide, columns)) return 0;
    return viewport()->width() >= least(kNarrow, 1) ? 1 : 2;
}

QRect BundleGridView::rowRect(std::uint32_t bundle) const {
    const int row = static_cast<int>(bundle) - verticalScrollBar()->value();
    return {0, px(kHeader) + row * px(kRow), viewport()->width(), px(kRow)};
}

std::optional<std::uint32_t> BundleGridView::bundleAt(QPoint point) const {
    if (point.y() < px(kHeader)) return {};
    const int row = (point.y() - px(kHeader)) / px(kRow) + verticalScrollBar()->value();
    if (row < 0 || row >= static_cast<int>(m_bundles)) return {};
    return static_cast<std::uint32_t>(row);
}

// Between bundle and counts, which stay visible.
int BundleGridView::roomForSlots() const {
    const Widths& widths = widthsFor(tightness());
    return std::max(viewport()->width() - px(widths.labels) - px(widths.counts), 1);
}

// Whole columns: part of one would look like a mistake.
QRect BundleGridView::slotsArea() const {
    const int width = std::max(1, roomForSlots() / columnWidth()) * columnWidth();
    return {px(widthsFor(tightness()).labels), 0, std::min(width, roomForSlots()), viewport()->height()};
}

int BundleGridView::stalledWidth() const { return px(widthsFor(tightness()).stalled); }

int BundleGridView::columnWidth() const {
    const int columns = std::max<int>(1, static_cast<int>(m_scene.columns.size()));
    const int inSight = std::clamp(roomForSlots() / px(widthsFor(tightness()).leastColumn), 1, columns);
    return std::max(1, roomForSlots() / inSight);
}

QRect BundleGridView::cellRect(const QRect& row, int column) const {
    const int width = columnWidth();
    return {slotsArea().left() + (column - horizontalScrollBar()->value()) * width, row.top(), width,
            row.height()};
}

QRect BundleGridView::slotRect(std::uint32_t bundle, int column) const {
    return cellRect(rowRect(bundle), column);
}

// ---- painting

void BundleGridView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const theme::Theme& t = m_context.theme;
    painter.fillRect(viewport()->rect(), t[Role::Surface]);
    if (m_scene.rows.empty()) {
        painter.setPen(t[Role::Muted]);
        painter.setFont(t.text());
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("The bundles of the program, one to a row. Open a program that assembles."));
        return;
    }
    painter.setFont(t.monospaceSmall());
    for (const scene::GridRow& row : m_scene.rows) paintRow(painter, row);
    paintHeader(painter);
}

void BundleGridView::paintHeader(QPainter& painter) const {
    const theme::Theme& t = m_context.theme;
    const QRect bar(0, 0, viewport()->width(), px(kHeader));
    painter.fillRect(bar, t[Role::Panel]);
    painter.setPen(t[Role::Border]);
    painter.drawLine(bar.bottomLeft(), bar.bottomRight());
    painter.setFont(t.small());
    painter.setPen(t[Role::Muted]);
    const QRect area = slotsArea();
    painter.drawText(QRect(kColumnGap, 0, area.left() - kColumnGap, px(kHeader)), Qt::AlignVCenter,
                     tr("Bundle"));
    painter.setClipRect(area);
    for (int i = 0; i < static_cast<int>(m_scene.columns.size()); ++i)
        painter.drawText(cellRect(bar, i).adjusted(6, 0, 0, 0), Qt::AlignVCenter,
                         toQt(m_scene.columns[static_cast<std::size_t>(i)]));
    painter.setClipping(false);
    if (widthsFor(tightness()).counts == 0) return;
    painter.drawText(bar.adjusted(0, 0, -stalledWidth(), 0), Qt::AlignVCenter | Qt::AlignRight, tr("Issued"));
    painter.drawText(bar.adjusted(0, 0, -kColumnGap, 0), Qt::AlignVCenter | Qt::AlignRight, tr("Stalled"));
}

void BundleGridView::paintRow(QPainter& painter, const scene::GridRow& row) const {
    const theme::Theme& t = m_context.theme;
    const QRect box = rowRect(row.bundle);
    const bool isNext = row.bundle == m_next;
    if (m_context.selectedBundle() == row.bundle) painter.fillRect(box, t.fill(Role::Accent, 0.18));
    if (isNext) {
        painter.fillRect(box, t.fill(Role::Accent, 0.10));
        painter.fillRect(QRect(box.topLeft(), QSize(px(3), box.height())), t[Role::Accent]);
    }
    painter.setPen(t[Role::Muted]);
    const QRect area = slotsArea();
    const int number = px(widthsFor(tightness()).number), labels = kColumnGap + number + kLabelGap;
    painter.drawText(QRect(kColumnGap, box.top(), number, px(kRow)), Qt::AlignVCenter | Qt::AlignRight,
                     QString::number(row.bundle));
    painter.setPen(t[Role::Text]);
    const QRect named(labels, box.top(), area.left() - labels - kLabelGap, px(kRow));
    if (!row.labels.empty() && named.width() > 0) {
        painter.drawText(
            named, Qt::AlignVCenter,
            painter.fontMetrics().elidedText(toQt(row.labels.front()), Qt::ElideRight, named.width()));
    }
    painter.setClipRect(area);
    for (int i = 0; i < static_cast<int>(m_scene.columns.size()); ++i)
        painter.fillRect(cellRect(box, i).adjusted(1, 2, -2, -2), t[Role::Panel]); // an empty slot is a waste
    for (const scene::GridCell& cell : row.cells) {
        const QRect place = cellRect(box, cell.slot).adjusted(1, 2, -2, -2);
        paintCell(painter, place, cell);
        if (waits(row, cell)) hatch(painter, place, t[Role::Warning], Slant::Rising);
    }
    paintHazards(painter, row);
    painter.setClipping(false);
    if (row.fitsBefore) paintBracket(painter, box);
    if (widthsFor(tightness()).counts > 0) paintHeat(painter, row);
}

// As filled corners.
void BundleGridView::paintHazards(QPainter& painter, const scene::GridRow& row) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_context.theme[Role::Warning]);
    for (const scene::GridHazard& hazard : row.hazards) {
        const QPointF corner =
            QRectF(cellRect(rowRect(row.bundle), hazard.slot).adjusted(1, 2, -2, -2)).topRight();
        painter.drawPolygon(QPolygonF({corner - QPointF(kMark, 0), corner, corner + QPointF(0, kMark)}));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// An arrow to the previous bundle, which has room for this one.
void BundleGridView::paintBracket(QPainter& painter, const QRect& row) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_context.theme[Role::Warning], 1.5));
    const double x = slotsArea().left() - 8.5, top = row.top() + 3.5, bottom = row.bottom() - 5.5;
    painter.drawPolyline(QPolygonF({{x - 3, top + 4}, {x, top}, {x + 3, top + 4}}));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

// How long it was held up, as a bar, so that no colour is needed;
// by powers, so that small numbers can be seen too.
void BundleGridView::paintHeat(QPainter& painter, const scene::GridRow& row) const {
    const theme::Theme& t = m_context.theme;
    const QRect box = rowRect(row.bundle);
    painter.setPen(row.issued ? t[Role::Text] : t[Role::Muted]);
    painter.drawText(box.adjusted(0, 0, -stalledWidth(), 0), Qt::AlignVCenter | Qt::AlignRight,
                     counted(row.issued));
    if (!row.stalled || !m_mostStalled) return;
    const double part =
        std::log1p(static_cast<double>(row.stalled)) / std::log1p(static_cast<double>(m_mostStalled));
    const int width = std::max(2, static_cast<int>(px(widthsFor(tightness()).heat) * part));
    // Below the number, so that neither crosses the other.
    painter.fillRect(QRect(box.right() - 6 - px(widthsFor(tightness()).heat), box.bottom() - px(kHeat) - 1,
                           width, px(kHeat)),
                     t[Role::Warning]);
    painter.setPen(t[Role::Text]);
    painter.drawText(box.adjusted(0, 0, -kColumnGap, 0), Qt::AlignVCenter | Qt::AlignRight,
                     counted(row.stalled));
}

// Whether it holds the machine up in this clock.
bool BundleGridView::waits(const scene::GridRow& row, const scene::GridCell& cell) const {
    const auto& waiting = m_frame->waiting;
    if (!waiting || m_frame->running || waiting->bundle != row.bundle) return false;
    return m_frame->loaded->spec->units[index(waiting->unit)].name == cell.unit;
}

void BundleGridView::paintCell(QPainter& painter, const QRect& box, const scene::GridCell& cell) const {
    const theme::Theme& t = m_context.theme;
    const Role role = theme::roleOfUnit(*m_frame->loaded->spec, cell.unit);
    painter.fillRect(box, t.fill(role));
    painter.fillRect(QRect(box.topLeft(), QSize(2, box.height())), t[role]);
    painter.setPen(t[Role::Text]);
    const QRect inner = box.adjusted(tightness() > 0 ? 4 : 6, 0, tightness() > 0 ? -1 : -3, 0);
    // The mnemonic alone says more than the same letters and dots.
    const QFontMetrics metrics = painter.fontMetrics();
    QString text = toQt(cell.text);
    const int words = text.startsWith(QLatin1Char('@')) ? 1 : 0; // a predicate comes before it
    if (const QString word = text.section(QLatin1Char(' '), 0, words);
        metrics.horizontalAdvance(text) > inner.width() && metrics.horizontalAdvance(word) <= inner.width() &&
        metrics.horizontalAdvance(word + QStringLiteral(" m...")) > inner.width())
        text = word;
    painter.drawText(inner, Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, inner.width()));
}

// ---- input

void BundleGridView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScroll();
    makeScene();
}

void BundleGridView::mousePressEvent(QMouseEvent* event) {
    if (const auto bundle = bundleAt(event->pos())) m_context.selectBundle(*bundle);
}

void BundleGridView::keyPressEvent(QKeyEvent* event) {
    const auto now = static_cast<int>(m_context.selectedBundle().value_or(m_next.value_or(0)));
    const int last = static_cast<int>(m_bundles) - 1;
    int wanted = 0;
    switch (event->key()) {
    case Qt::Key_Down: wanted = now + 1; break;
    case Qt::Key_Up: wanted = now - 1; break;
    case Qt::Key_PageDown: wanted = now + rowsInView(); break;
    case Qt::Key_PageUp: wanted = now - rowsInView(); break;
    case Qt::Key_Home: wanted = 0; break;
    case Qt::Key_End: wanted = last; break;
    default: return QAbstractScrollArea::keyPressEvent(event); // left and right scroll
    }
    if (last < 0) return;
    wanted = std::clamp(wanted, 0, last);
    if (wanted != now || !m_context.selectedBundle())
        m_context.selectBundle(static_cast<std::uint32_t>(wanted));
}

// ---- what is where

std::optional<std::uint32_t> BundleGridView::selectedBundle() const { return m_context.selectedBundle(); }

QString BundleGridView::wordsAt(QPoint point) const {
    const bool isHeading = point.y() >= 0 && point.y() < px(kHeader);
    if (isHeading && point.x() < slotsArea().left()) return tr("Bundle");
    if (isHeading && point.x() > slotsArea().right())
        return point.x() > viewport()->width() - stalledWidth() + 4 ? tr("Stalled") : tr("Issued");
    const auto bundle = bundleAt(point);
    if (point.x() < slotsArea().left())
        for (const scene::GridRow& row : m_scene.rows)
            if (bundle == row.bundle && !row.labels.empty()) return toQt(row.labels.front());
    for (int i = 0; i < static_cast<int>(m_scene.columns.size()); ++i) {
        const QRect column = cellRect(QRect(0, 0, viewport()->width(), viewport()->height()), i);
        if (point.x() < column.left() || point.x() > column.right()) continue;
        if (isHeading) return toQt(m_scene.columns[static_cast<std::size_t>(i)]);
        for (const scene::GridRow& row : m_scene.rows)
            for (const scene::GridCell& cell : row.cells)
                if (bundle == row.bundle && cell.slot == static_cast<std::size_t>(i)) return toQt(cell.text);
    }
    return {};
}

} // namespace lw::paint

#include "moc_bundle_grid_view.cpp"
