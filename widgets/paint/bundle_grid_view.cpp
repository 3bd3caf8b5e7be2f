// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/bundle_grid_view.h"

#include "widgets/paint/unit_colours.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lw::paint {

using theme::Role;

namespace {

constexpr int kRow = 22, kHeader = 24, kLeft = 120, kCounts = 150;
constexpr int kLeastColumn = 84;

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString counted(std::uint64_t number) { return QLocale::c().toString(static_cast<qulonglong>(number)); }

} // namespace

BundleGridView::BundleGridView(session::ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent), m_context(context) {
    setAccessibleName(tr("Bundle grid"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    new session::FrameFeed(context.session, *this, [this](const session::FramePtr& frame) { take(frame); });
    connect(&context.theme, &theme::Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&context.selection, &session::Selection::changed, this, [this] {
        if (const auto bundle = m_context.selection.item().bundle) showBundle(*bundle);
        viewport()->update();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] { makeScene(); });
}

// ---- data

void BundleGridView::take(const session::FramePtr& frame) {
    m_frame = frame;
    const auto bundles = frame ? static_cast<std::uint32_t>(frame->loaded->program.bundles.size()) : 0;
    if (std::exchange(m_bundles, bundles) != bundles) updateScroll();
    if (frame) {
        m_mostStalled = frame->bundleStalls.empty()
                            ? 0
                            : *std::max_element(frame->bundleStalls.begin(), frame->bundleStalls.end());
        if (std::exchange(m_next, frame->nextBundle) != frame->nextBundle && !frame->running)
            showBundle(m_next);
    }
    makeScene();
}

int BundleGridView::rowsInView() const { return std::max(1, (viewport()->height() - kHeader) / kRow); }

void BundleGridView::updateScroll() {
    const int rows = static_cast<int>(m_bundles);
    verticalScrollBar()->setRange(0, std::max(0, rows - rowsInView()));
    verticalScrollBar()->setPageStep(rowsInView());
    verticalScrollBar()->setSingleStep(1);
}

void BundleGridView::makeScene() {
    m_scene = {};
    if (m_frame) {
        scene::GridCounts counts{m_frame->bundleCounts, m_frame->bundleStalls};
        auto grid = scene::bundleGrid(m_frame->loaded->program, m_frame->loaded->machine.target,
                                      static_cast<std::uint32_t>(verticalScrollBar()->value()),
                                      static_cast<std::uint32_t>(rowsInView() + 1), counts);
        if (grid) m_scene = *std::move(grid); // a loaded program has no bundle that is none
    }
    viewport()->update();
}

void BundleGridView::showBundle(std::uint32_t bundle) {
    const int row = static_cast<int>(bundle), first = verticalScrollBar()->value();
    if (row < first || row >= first + rowsInView()) verticalScrollBar()->setValue(row - rowsInView() / 3);
}

// ---- places

QRect BundleGridView::rowRect(std::uint32_t bundle) const {
    const int row = static_cast<int>(bundle) - verticalScrollBar()->value();
    return {0, kHeader + row * kRow, viewport()->width(), kRow};
}

std::optional<std::uint32_t> BundleGridView::bundleAt(QPoint point) const {
    if (point.y() < kHeader) return {};
    const int row = (point.y() - kHeader) / kRow + verticalScrollBar()->value();
    if (row < 0 || row >= static_cast<int>(m_bundles)) return {};
    return static_cast<std::uint32_t>(row);
}

QRect BundleGridView::cellRect(const QRect& row, int column) const {
    const int columns = std::max<int>(1, static_cast<int>(m_scene.columns.size()));
    const int width = std::max(kLeastColumn, (viewport()->width() - kLeft - kCounts) / columns);
    return {kLeft + column * width, row.top(), width, row.height()};
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
    const QRect bar(0, 0, viewport()->width(), kHeader);
    painter.fillRect(bar, t[Role::Panel]);
    painter.setPen(t[Role::Border]);
    painter.drawLine(bar.bottomLeft(), bar.bottomRight());
    painter.setFont(t.small());
    painter.setPen(t[Role::Muted]);
    painter.drawText(QRect(8, 0, kLeft - 8, kHeader), Qt::AlignVCenter, tr("Bundle"));
    for (int i = 0; i < static_cast<int>(m_scene.columns.size()); ++i)
        painter.drawText(cellRect(bar, i).adjusted(6, 0, 0, 0), Qt::AlignVCenter,
                         toQt(m_scene.columns[static_cast<std::size_t>(i)]));
    painter.drawText(bar.adjusted(0, 0, -92, 0), Qt::AlignVCenter | Qt::AlignRight, tr("Issued"));
    painter.drawText(bar.adjusted(0, 0, -8, 0), Qt::AlignVCenter | Qt::AlignRight, tr("Stalled"));
}

void BundleGridView::paintRow(QPainter& painter, const scene::GridRow& row) const {
    const theme::Theme& t = m_context.theme;
    const QRect box = rowRect(row.bundle);
    const bool isNext = row.bundle == m_next;
    if (m_context.selection.item().bundle == row.bundle) painter.fillRect(box, t.fill(Role::Accent, 0.18));
    if (isNext) {
        painter.fillRect(box, t.fill(Role::Accent, 0.10));
        painter.fillRect(QRect(box.topLeft(), QSize(3, box.height())), t[Role::Accent]);
    }
    painter.setPen(t[Role::Muted]);
    painter.drawText(QRect(8, box.top(), 40, kRow), Qt::AlignVCenter | Qt::AlignRight,
                     QString::number(row.bundle));
    painter.setPen(t[Role::Text]);
    if (!row.labels.empty()) {
        const QString label =
            painter.fontMetrics().elidedText(toQt(row.labels.front()), Qt::ElideRight, kLeft - 60);
        painter.drawText(QRect(54, box.top(), kLeft - 56, kRow), Qt::AlignVCenter, label);
    }
    for (const scene::GridCell& cell : row.cells)
        paintCell(painter, cellRect(box, cell.slot).adjusted(1, 2, -2, -2), cell);
    painter.setPen(row.issued ? t[Role::Text] : t[Role::Muted]);
    painter.drawText(box.adjusted(0, 0, -92, 0), Qt::AlignVCenter | Qt::AlignRight, counted(row.issued));
    if (row.stalled && m_mostStalled) { // heat as a bar, so that it needs no colour
        const int width =
            static_cast<int>(70.0 * static_cast<double>(row.stalled) / static_cast<double>(m_mostStalled));
        const QRect bar(box.right() - 8 - width, box.top() + 3, width, kRow - 6);
        painter.fillRect(bar, t.fill(Role::Warning, 0.35));
        painter.drawText(box.adjusted(0, 0, -8, 0), Qt::AlignVCenter | Qt::AlignRight, counted(row.stalled));
    }
}

void BundleGridView::paintCell(QPainter& painter, const QRect& box, const scene::GridCell& cell) const {
    const theme::Theme& t = m_context.theme;
    const Role role = roleOfUnit(*m_frame->loaded->spec, cell.unit);
    painter.fillRect(box, t.fill(role));
    painter.fillRect(QRect(box.topLeft(), QSize(2, box.height())), t[role]);
    painter.setPen(t[Role::Text]);
    const QRect inner = box.adjusted(6, 0, -3, 0);
    painter.drawText(inner, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(toQt(cell.text), Qt::ElideRight, inner.width()));
}

// ---- input

void BundleGridView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScroll();
    makeScene();
}

void BundleGridView::mousePressEvent(QMouseEvent* event) {
    if (const auto bundle = bundleAt(event->pos())) m_context.selection.selectBundle(*bundle);
}

void BundleGridView::keyPressEvent(QKeyEvent* event) {
    const std::uint32_t now = m_context.selection.item().bundle.value_or(m_next);
    if (event->key() == Qt::Key_Down && now + 1 < m_bundles) return m_context.selection.selectBundle(now + 1);
    if (event->key() == Qt::Key_Up && now > 0) return m_context.selection.selectBundle(now - 1);
    QAbstractScrollArea::keyPressEvent(event);
}

bool BundleGridView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto bundle = bundleAt(help->pos());
        QString text;
        for (const scene::GridRow& row : m_scene.rows) {
            if (!bundle || row.bundle != *bundle) continue;
            for (const scene::GridCell& cell : row.cells)
                text += toQt(m_scene.columns[cell.slot]) + QStringLiteral(": ") + toQt(cell.text) +
                        QLatin1Char('\n');
            text += tr("issued %1 times, held up %2 clocks").arg(counted(row.issued), counted(row.stalled));
        }
        QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lw::paint
