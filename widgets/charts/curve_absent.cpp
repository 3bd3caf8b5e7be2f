// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/curve_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

// The curve in a window that was built without Qt Charts: it says so.
namespace lw::charts {

struct CurveView::Chart {};

bool CurveView::isBuilt() { return false; }

CurveView::CurveView(const theme::Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    auto* text =
        new QLabel(tr("Curves are left out: this window was built without Qt Charts. With the package "
                      "qt6-charts-dev installed, configure and build it again."),
                   this);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(text);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(text->text());
}

CurveView::~CurveView() = default;

std::size_t CurveView::points() const { return 0; }
std::optional<QPointF> CurveView::markedPoint() const { return {}; }
void CurveView::setElements(scene::ElementSourcePtr elements) { m_elements = std::move(elements); }
void CurveView::setAcross(double first, double step) {
    m_first = first;
    m_step = step;
}
void CurveView::setAxes(const Axes& axes) { m_axes = axes; }
std::pair<double, double> CurveView::rangeAcross() const { return {}; }
void CurveView::setBeside(const QString&, bool, std::vector<Beside>, std::vector<Limit>) {}
void CurveView::pickAt(QPointF) {}
void CurveView::mark(std::optional<std::uint64_t> element) { m_marked = element; }
void CurveView::paintOn(QPainter& painter, const theme::Theme& print, const QRectF& where) const {
    painter.setPen(print[theme::Role::Text]);
    painter.drawText(where, Qt::AlignCenter | Qt::TextWordWrap, accessibleName());
}
QPointF CurveView::placeOf(std::uint64_t) const { return {}; }
void CurveView::resizeEvent(QResizeEvent* event) { QWidget::resizeEvent(event); }
void CurveView::keyPressEvent(QKeyEvent* event) { QWidget::keyPressEvent(event); }
bool CurveView::eventFilter(QObject* watched, QEvent* event) { return QWidget::eventFilter(watched, event); }

} // namespace lw::charts
