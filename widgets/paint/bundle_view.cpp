// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/bundle_view.h"

#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/theme/elided_label.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/unit_colours.h"

#include <QHBoxLayout>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace lw::paint {

namespace {
constexpr int kBeside = 900; // pixels of width from which on the bits are beside the grid, not below
constexpr int kBelow = 440;  // pixels of height at which both have room below each other
} // namespace

BundleView::BundleView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_grid(new BundleGridView(context, this))
    , m_bits(new BundleBitsView(context.theme, this))
    , m_gridTwin(new TableTwin(context.theme, m_grid, tr("Bundle grid as a table"), this))
    , m_bitsTwin(new TableTwin(context.theme, m_bits, tr("Bits of the bundle as a table"), this))
    , m_about(new theme::ElidedLabel(this))
    , m_splitter(new QSplitter(this)) {
    m_splitter->addWidget(m_gridTwin);
    m_splitter->addWidget(m_bitsTwin);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTop());
    layout->addWidget(m_splitter, 1);
    setFocusProxy(m_gridTwin);
    connect(m_gridTwin, &TableTwin::picked, this,
            [this](int row) { m_context.selectBundle(static_cast<std::uint32_t>(row)); });
    connect(m_bitsTwin, &TableTwin::picked, this,
            [this](int row) { m_bits->setCurrent(m_bits->fieldInRow(row)); });
    connect(m_bits, &BundleBitsView::currentChanged, this, [this] {
        if (const auto field = m_bits->current()) m_bitsTwin->setCurrent(m_bits->rowOf(*field));
    });
    connect(&context.selection, &session::Selection::changed, this, [this] {
        if (isVisible()) follow();
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { take(frame); });
}

QWidget* BundleView::makeTop() {
    auto* top = new QWidget(this);
    auto* layout = new QHBoxLayout(top);
    layout->setContentsMargins(8, 2, 4, 2);
    layout->setSpacing(2);
    theme::keepFont(*m_about, m_context.theme, &theme::Theme::small);
    layout->addWidget(m_about, 1);
    const auto button = [&](const char* icon, const QString& text) {
        auto* out = new QToolButton(top);
        out->setAutoRaise(true);
        out->setCheckable(true);
        out->setIcon(theme::icon(m_context.theme, QLatin1String(icon), theme::Role::Muted));
        out->setToolTip(text);
        out->setAccessibleName(text);
        layout->addWidget(out);
        return out;
    };
    m_bitsButton = button("bits", tr("Show the bits of the bundle"));
    m_bitsButton->setChecked(true);
    connect(m_bitsButton, &QToolButton::clicked, this, &BundleView::showBits);
    m_tableButton = button("table", tr("Show as a table"));
    connect(m_tableButton, &QToolButton::toggled, m_gridTwin, &TableTwin::showTable);
    connect(m_tableButton, &QToolButton::toggled, m_bitsTwin, &TableTwin::showTable);
    connect(m_gridTwin->action(), &QAction::toggled, m_tableButton, &QToolButton::setChecked);
    connect(m_bitsTwin->action(), &QAction::toggled, m_tableButton, &QToolButton::setChecked);
    return top;
}

void BundleView::showBits(bool bits) {
    m_bitsAsked = bits;
    layBits();
}

void BundleView::layBits() {
    const bool isWide = width() >= kBeside;
    const Qt::Orientation wanted = isWide ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != wanted) m_splitter->setOrientation(wanted);
    const bool hasRoomBelow = height() >= kBelow && width() >= m_bits->readableWidth();
    const bool bits = m_bitsAsked.value_or(isWide || hasRoomBelow);
    m_bitsButton->setChecked(bits);
    m_bitsTwin->setVisible(bits);
    m_bitsTwin->setMinimumWidth(isWide ? m_bits->readableWidth() : 0);
}

void BundleView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layBits();
}

// ---- data

void BundleView::take(const session::FramePtr& frame) {
    m_frame = frame;
    m_grid->setFrame(frame);
    m_gridTwin->model().show(m_grid->table());
    follow();
}

void BundleView::follow() {
    const auto size = m_frame ? m_frame->loaded->program.bundles.size() : 0;
    const auto next = m_frame ? m_frame->next() : std::nullopt;
    const auto bundle = m_context.selectedBundle().value_or(next.value_or(machine::kNoBundle));
    if (bundle >= size) {
        m_bits->clear();
        m_bitsTwin->model().show(m_bits->table());
        m_about->clear();
        return;
    }
    tellBundle(bundle);
    m_gridTwin->setCurrent(static_cast<int>(bundle),
                           std::max(m_gridTwin->table().currentIndex().column(), 0));
    if (m_shown == m_frame->loaded && m_bits->scene().bundle == bundle && !m_bits->scene().sections.empty())
        return;
    m_shown = m_frame->loaded;
    auto picture = scene::bundleBits(m_frame->loaded->program, m_frame->loaded->machine.target, bundle);
    if (!picture) return m_bits->clear(); // every bundle of a loaded program can be shown
    std::vector<theme::Role> roles;
    for (const scene::BitSection& section : picture->sections)
        roles.push_back(section.unit.empty() ? theme::Role::Border
                                             : theme::roleOfUnit(*m_frame->loaded->spec, section.unit));
    m_bits->setScene(*std::move(picture), std::move(roles));
    m_bitsTwin->model().show(m_bits->table());
}

void BundleView::tellBundle(std::uint32_t bundle) {
    const auto grid = scene::bundleGrid(m_frame->loaded->program, m_frame->loaded->machine.target, bundle, 1);
    if (!grid || grid->rows.empty()) return;
    const scene::GridRow& row = grid->rows.front();
    const qsizetype slots = static_cast<qsizetype>(grid->columns.size());
    QStringList says{slots > 1
                         ? tr("Bundle %1: %2 of %3 slots used").arg(bundle).arg(row.cells.size()).arg(slots)
                         : tr("Bundle %1").arg(bundle)};
    const auto& waiting = m_frame->waiting;
    if (waiting && !m_frame->running && waiting->bundle == bundle)
        says << tr("waits: %1").arg(session::coreText(waiting->rule));
    for (const scene::GridHazard& hazard : row.hazards) says << session::coreText(hazard.text);
    if (row.fitsBefore)
        says << tr("its work would fit into the bundle before it; what it waits for, both would wait for");
    const QString heading = m_frame->loaded->heading();
    m_about->setText(heading + says.join(QStringLiteral(" \u00b7 ")));
    m_about->setToolTip(heading + says.join(QLatin1Char('\n')));
}

} // namespace lw::paint

#include "moc_bundle_view.cpp"
