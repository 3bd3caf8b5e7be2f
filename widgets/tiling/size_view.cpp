// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/size_view.h"

#include "widgets/session/core_text.h"

#include <QHBoxLayout>

#include <algorithm>
#include <limits>

namespace lw::tiling {

using lower::tiling::CurvePoint;
using session::counted;

namespace {

double valueOf(const CurvePoint& point, SizeView::What what) {
    switch (what) {
    case SizeView::Tiles: return static_cast<double>(point.tiles);
    case SizeView::PeakBytes: return static_cast<double>(point.peakBytes);
    case SizeView::Work: return point.macRatio();
    case SizeView::BytesIn: return static_cast<double>(point.bytesIn);
    }
    return 0;
}

QString ratioText(const CurvePoint& point) { return QString::number(point.macRatio(), 'f', 3); }

} // namespace

SizeView::SizeView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(context, desk,
                 tr("What tiles of every size would cost for a picture: larger is not always better."),
                 parent)
    , m_what(new QComboBox(body()))
    , m_curve(new charts::CurveView(context.theme, body()))
    , m_message(new theme::WrappedLabel(2, body())) {
    m_what->setAccessibleName(tr("What the curve shows"));
    m_what->addItems({tr("tiles"), tr("peak bytes of a tile"), tr("work beside the whole picture"),
                      tr("bytes that the host sends")});
    m_what->setCurrentIndex(Work);
    connect(m_what, &QComboBox::activated, this, &SizeView::draw);
    m_twin = new paint::TableTwin(context.theme, m_curve, tr("Sizes of tiles as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_what, 0, Qt::AlignTop);
    row->addWidget(m_message, 1);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_curve, &charts::CurveView::hovered, this, [this](std::optional<std::uint64_t> element) {
        const auto point = element ? pointOf(*element) : ownPoint();
        m_message->setText(point ? textOf(*point) : QString());
    });
    connect(m_curve, &charts::CurveView::picked, this,
            [this](std::uint64_t element) { plan(pointOf(element)); });
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { plan(static_cast<std::size_t>(number)); });
    connect(&desk, &TilingDesk::factsChanged, this, &SizeView::takeFacts);
    takeFacts();
}

void SizeView::show(What what) {
    m_what->setCurrentIndex(what);
    draw();
}

// While tiles are run the curve stays.
void SizeView::takeFacts() {
    const FactsPtr before = std::exchange(m_facts, desk().facts());
    showBody(m_facts && !m_facts->curve.empty());
    if (!m_facts || m_facts->curve.empty()) return;
    const bool isSame = before && before->curve == m_facts->curve;
    if (isSame && before->plan.fixed == m_facts->plan.fixed) return;
    if (!isSame) showTable();
    draw();
}

// Sizes that make no progress are gaps.
void SizeView::draw() {
    if (!m_facts || m_facts->curve.empty()) return;
    const std::vector<CurvePoint>& curve = m_facts->curve;
    m_step = 1;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const std::int64_t step = curve[i].fixed - curve[i - 1].fixed;
        m_step = i == 1 ? step : std::min(m_step, step);
    }
    const auto elementOf = [&](const CurvePoint& point) {
        return static_cast<std::uint64_t>((point.fixed - curve.front().fixed) / m_step);
    };
    tensor::Tensor values(tensor::DType::F64, {elementOf(curve.back()) + 1});
    for (std::uint64_t i = 0; i < values.count(); ++i)
        values.set(i, std::numeric_limits<double>::quiet_NaN());
    for (const CurvePoint& point : curve)
        values.set(elementOf(point), valueOf(point, static_cast<What>(m_what->currentIndex())));
    m_curve->setElements(scene::elementsOf(std::move(values)));
    m_curve->setAcross(static_cast<std::uint64_t>(curve.front().fixed), static_cast<std::uint64_t>(m_step));
    const auto own = ownPoint();
    m_curve->mark(own ? std::optional(elementOf(curve[*own])) : std::nullopt);
    m_message->setText(own ? textOf(*own) : tr("Click a size to make a plan for it."));
}

std::optional<std::size_t> SizeView::pointOf(std::uint64_t element) const {
    if (!m_facts || m_facts->curve.empty()) return {};
    const std::int64_t fixed = m_facts->curve.front().fixed + static_cast<std::int64_t>(element) * m_step;
    const auto at = std::ranges::find(m_facts->curve, fixed, &CurvePoint::fixed);
    if (at == m_facts->curve.end()) return {};
    return static_cast<std::size_t>(at - m_facts->curve.begin());
}

std::optional<std::size_t> SizeView::ownPoint() const {
    const lower::tiling::Size& fixed = m_facts->plan.fixed;
    const auto at = std::ranges::find(m_facts->curve, fixed.rows, &CurvePoint::fixed);
    if (fixed.rows != fixed.columns || at == m_facts->curve.end()) return {};
    return static_cast<std::size_t>(at - m_facts->curve.begin());
}

QString SizeView::textOf(std::size_t number) const {
    const CurvePoint& point = m_facts->curve[number];
    QString text = tr("Tiles of %1: %2 of them, %3 times the MACs of the whole picture, at most %4 bytes in "
                      "a layer.")
                       .arg(point.fixed)
                       .arg(counted(point.tiles), ratioText(point), counted(point.peakBytes));
    if (number == 0) return text;
    const CurvePoint& before = m_facts->curve[number - 1];
    text += QLatin1Char(' ');
    if (point.tiles < before.tiles)
        text += tr("With %1 it takes %2 tiles: here their number falls.")
                    .arg(before.fixed)
                    .arg(counted(before.tiles));
    else if (point.tiles == before.tiles)
        text += tr("It takes as many as with %1, and each does more work.").arg(before.fixed);
    else
        text += tr("It takes more than with %1, where the picture divides better.").arg(before.fixed);
    return text;
}

void SizeView::plan(std::optional<std::size_t> point) {
    if (!point || !m_facts) return;
    const std::int64_t fixed = m_facts->curve[*point].fixed;
    if (m_facts->plan.fixed != lower::tiling::Size{fixed, fixed}) desk().planWith({fixed, fixed});
}

void SizeView::showTable() {
    const auto cell = [curve = m_facts->curve](int number, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const CurvePoint& point = curve[static_cast<std::size_t>(number)];
        switch (column) {
        case 0: return QString::number(point.fixed);
        case 1: return counted(point.tiles);
        case 2: return counted(point.peakBytes);
        case 3: return counted(point.macs);
        case 4: return ratioText(point);
        default: return counted(point.bytesIn);
        }
    };
    m_twin->model().show(
        {{tr("Size"), tr("Tiles"), tr("Peak bytes"), tr("MACs"), tr("Of the whole"), tr("Bytes in")},
         static_cast<int>(m_facts->curve.size()),
         cell});
}

} // namespace lw::tiling

#include "moc_size_view.cpp"
