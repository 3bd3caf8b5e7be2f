// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/curve_view.h"

#include <QChart>
#include <QChartView>
#include <QKeyEvent>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLocale>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lw::charts {

using theme::Role;

namespace {

constexpr double kLine = 1.6, kDot = 7, kMark = 13; // pixels: around a dot the mark is a ring
constexpr int kLeastStretches = 64;
constexpr double kMostTicks = 10, kManyDoublings = 4096;
constexpr double kTicksOfParts = 0.5; // of a scale whose elements are parts of 1
constexpr double kShowDots = 60;      // up to this many elements each has its dot

// Nothing if there is no finite value.
std::optional<double> valueOf(const scene::ElementSourcePtr& elements, std::uint64_t element) {
    if (!elements || element >= elements->count()) return {};
    double value = 0;
    std::vector<std::byte> bytes(tensor::sizeOf(elements->type()));
    std::vector<std::uint8_t> flags(1);
    if (!elements->read(element, bytes, flags) || !(flags[0] & scene::kWritten)) return {};
    scene::valuesOf(elements->type(), bytes, {&value, 1});
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// The least of 1, 2, 5, 10, 20 ... that is large enough.
double niceStep(double least) {
    double out = 1;
    while (out < least)
        for (const double times : {2.0, 2.5, 2.0})
            if (out < least) out *= times;
    return out;
}

// How the numbers of an axis are written whose ticks are so far from each other: with all their digits,
// unless these are too many. Qt Charts writes nothing for "%g" with a locale.
QString numberFormat(double step, double largest) {
    constexpr double kGrouped = 1e10;
    constexpr int kMostDecimals = 6;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    const bool isLong = largest >= kGrouped || decimals > kMostDecimals;
    return isLong ? QStringLiteral("%.3e") : QStringLiteral("%.%1f").arg(decimals);
}

} // namespace

struct CurveView::Chart {
    QChart* chart = new QChart;
    QChartView* view = nullptr; // owns the chart
    QValueAxis *across = new QValueAxis, *linear = new QValueAxis;
    QLogValueAxis* logarithmic = new QLogValueAxis;
    QAbstractAxis* up = linear; // the one of the two in use
    QScatterSeries* mark = new QScatterSeries;
    std::size_t points = 0;

    void add(QXYSeries* series) const {
        chart->addSeries(series);
        series->attachAxis(across);
        series->attachAxis(up);
    }
};

bool CurveView::isBuilt() { return true; }

CurveView::CurveView(const theme::Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_chart(std::make_unique<Chart>()) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    Chart& own = *m_chart;
    own.view = new QChartView(own.chart, this);
    own.view->setRenderHint(QPainter::Antialiasing);
    own.view->setFrameShape(QFrame::NoFrame);
    own.view->setFocusPolicy(Qt::NoFocus);
    own.view->setContextMenuPolicy(Qt::NoContextMenu); // it is this widget's
    own.view->viewport()->setMouseTracking(true);
    own.view->viewport()->installEventFilter(this);
    layout->addWidget(own.view);
    own.chart->legend()->hide();
    own.chart->setMargins({4, 4, 12, 4});
    own.chart->setBackgroundRoundness(0);
    own.chart->setLocale(QLocale(QLocale::English)); // 400,000, as all numbers of the window
    own.chart->setLocalizeNumbers(true);
    own.chart->addAxis(own.across, Qt::AlignBottom);
    own.chart->addAxis(own.linear, Qt::AlignLeft);
    own.chart->addAxis(own.logarithmic, Qt::AlignLeft);
    own.across->setTickType(QValueAxis::TicksDynamic); // so that it ends where the elements do
    own.across->setLabelFormat(QStringLiteral("%.0f"));
    own.logarithmic->setLabelFormat(QStringLiteral("%.0f"));
    own.logarithmic->setVisible(false);
    own.mark->setMarkerSize(kMark);
    own.add(own.mark);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Curve of a tensor"));
    connect(&theme, &theme::Theme::changed, this, &CurveView::draw);
    dress();
}

CurveView::~CurveView() = default;

std::size_t CurveView::points() const { return m_chart->points; }
std::optional<QPointF> CurveView::markedPoint() const {
    return m_chart->mark->count() == 0 ? std::nullopt : std::optional(m_chart->mark->at(0));
}

void CurveView::setElements(scene::ElementSourcePtr elements) {
    m_elements = std::move(elements);
    if (m_marked && (!m_elements || *m_marked >= m_elements->count())) m_marked.reset();
    draw();
}

// A point or two for each pixel across, however many elements there are.
void CurveView::draw() {
    Chart& own = *m_chart;
    const QList<QAbstractSeries*> before = own.chart->series();
    for (QAbstractSeries* series : before)
        if (series != own.mark) {
            own.chart->removeSeries(series);
            delete series;
        }
    own.points = 0;
    const int room = std::max(kLeastStretches, width());
    const auto curve = m_elements ? scene::curveOf(*m_elements, static_cast<std::size_t>(room))
                                  : Result<scene::Curve>(scene::Curve{});
    if (!curve) return;
    drawOwn(*curve);
    double low = curve->low, high = curve->high;
    drawBeside(false, low, high);
    drawLimits(low, high);
    own.chart->removeSeries(own.mark); // the mark is drawn above the lines, below the dots
    own.add(own.mark);
    drawBeside(true, low, high);
    const std::uint64_t last = std::max<std::uint64_t>(curve->count, 2) - 1;
    own.across->setRange(across(std::min(m_axes.from, last - 1)), across(last));
    const double least = (own.across->max() - own.across->min()) / kMostTicks;
    const double ticks = m_step < 1 ? kTicksOfParts : niceStep(least);
    own.across->setTickInterval(ticks);
    own.across->setLabelFormat(numberFormat(ticks, own.across->max()));
    setRanges(low, high);
    dress();
    drawMark();
}

void CurveView::setRanges(double low, double high) {
    Chart& own = *m_chart;
    if (m_axes.isLogarithmic) {
        low = std::max(low, 1.0), high = std::max(high, 2 * low);
        const bool isShort = high / low < kManyDoublings;
        own.logarithmic->setBase(isShort ? 2 : 10);
        own.logarithmic->setRange(low, high);
        return;
    }
    const double rest = high > low ? 0 : std::max(1.0, std::fabs(high));
    own.linear->setRange(low - rest, high + rest);
    own.linear->applyNiceNumbers();
    own.linear->setLabelFormat(
        numberFormat((own.linear->max() - own.linear->min()) / (own.linear->tickCount() - 1),
                     std::max(std::fabs(low), std::fabs(high))));
}

void CurveView::setAxes(const Axes& axes) {
    m_axes = axes;
    Chart& own = *m_chart;
    own.chart->removeSeries(own.mark); // it belongs to the previous axis
    own.up = axes.isLogarithmic ? static_cast<QAbstractAxis*>(own.logarithmic) : own.linear;
    own.linear->setVisible(!axes.isLogarithmic);
    own.logarithmic->setVisible(axes.isLogarithmic);
    own.across->setTitleText(axes.across);
    own.up->setTitleText(axes.up);
    fitTitle();
    own.add(own.mark);
    draw();
}

std::pair<double, double> CurveView::rangeAcross() const {
    return {m_chart->across->min(), m_chart->across->max()};
}

// A line in the chart makes its outline anew for each point that is added, so it gets all of them before.
void CurveView::drawOwn(const scene::Curve& curve) {
    QLineSeries* line = nullptr;
    QList<QPointF> points;
    const auto finish = [&] {
        if (line == nullptr) return;
        line->replace(points);
        m_chart->add(line);
        points.clear();
    };
    for (const std::vector<scene::CurvePoint>& piece : curve.pieces) {
        if (line == nullptr || !m_isJoined) {
            finish();
            line = new QLineSeries;
            line->setName(m_name);
            line->setPen(QPen(m_theme[Role::Accent], kLine));
            line->setPointsVisible(m_isJoined || piece.size() == 1 ||
                                   static_cast<double>(curve.count) <= kShowDots);
        }
        for (const scene::CurvePoint& point : piece) points.append({across(point.element), point.value});
        m_chart->points += piece.size();
    }
    finish();
}

// Grows the range up and down to include what is there.
void CurveView::drawBeside(bool areDots, double& low, double& high) {
    constexpr Role kColours[] = {Role::UnitMatrix, Role::UnitDma, Role::UnitVector, Role::UnitMemory};
    for (std::size_t i = 0; i < m_beside.size(); ++i) {
        const Beside& beside = m_beside[i];
        if (beside.areDots != areDots) continue;
        QXYSeries* series = nullptr;
        if (beside.areDots) {
            auto* dots = new QScatterSeries;
            dots->setMarkerSize(kDot);
            dots->setBorderColor(m_theme[Role::Surface]);
            series = dots;
        } else {
            series = new QLineSeries;
        }
        const QColor colour = m_theme[kColours[i % std::size(kColours)]];
        series->setPen(QPen(colour, kLine));
        series->setColor(colour);
        series->setName(beside.name);
        for (std::uint64_t element = 0; element < beside.values.size(); ++element) {
            if (!std::isfinite(beside.values[element])) continue;
            series->append(across(element), beside.values[element]);
            low = std::min(low, beside.values[element]);
            high = std::max(high, beside.values[element]);
        }
        m_chart->add(series);
    }
}

void CurveView::drawLimits(double& low, double& high) {
    const std::uint64_t last = m_elements ? std::max<std::uint64_t>(m_elements->count(), 2) - 1 : 1;
    for (const Limit& limit : m_limits) {
        auto* line = new QLineSeries;
        line->setName(limit.name);
        line->setPen(QPen(m_theme[Role::Warning], kLine, Qt::DashLine));
        line->append(across(0), limit.value);
        line->append(across(last), limit.value);
        low = std::min(low, limit.value);
        high = std::max(high, limit.value);
        m_chart->add(line);
    }
}

void CurveView::setBeside(const QString& own, bool isJoined, std::vector<Beside> beside,
                          std::vector<Limit> limits) {
    m_name = own;
    m_isJoined = isJoined;
    m_beside = std::move(beside);
    m_limits = std::move(limits);
    draw();
}

double CurveView::across(std::uint64_t element) const {
    return m_first + m_step * static_cast<double>(element);
}

void CurveView::setAcross(double first, double step) {
    m_first = first;
    m_step = step;
    draw();
}

void CurveView::drawMark() {
    m_chart->mark->clear();
    const auto value = m_marked ? markedValue() : std::nullopt;
    if (value) m_chart->mark->append(across(*m_marked), *value);
}

// On a joined curve, where it passes the element; at its ends nothing.
std::optional<double> CurveView::markedValue() const {
    const auto own = valueOf(m_elements, *m_marked);
    if (own || !m_isJoined || !m_elements) return own;
    std::uint64_t before = *m_marked, after = *m_marked;
    std::optional<double> low, high;
    while (!low && before > 0) low = valueOf(m_elements, --before);
    while (!high && after + 1 < m_elements->count()) high = valueOf(m_elements, ++after);
    if (!low || !high) return {};
    const double part = static_cast<double>(*m_marked - before) / static_cast<double>(after - before);
    return *low + (*high - *low) * part;
}

void CurveView::paintOn(QPainter& painter, const theme::Theme& print, const QRectF& where) const {
    CurveView copy(print);
    copy.resize(where.size().toSize());
    copy.m_elements = m_elements;
    copy.m_first = m_first;
    copy.m_step = m_step;
    copy.m_name = m_name;
    copy.m_isJoined = m_isJoined;
    copy.m_beside = m_beside;
    copy.m_limits = m_limits;
    copy.setAxes(m_axes);
    copy.m_chart->chart->resize(where.size()); // nobody shows it, so nothing else does this
    copy.m_chart->view->scene()->render(&painter, where, QRectF(QPointF(), where.size()));
}

void CurveView::dress() {
    Chart& own = *m_chart;
    own.chart->setBackgroundBrush(m_theme[Role::Surface]);
    own.view->setBackgroundBrush(m_theme[Role::Surface]);
    for (QAbstractAxis* axis :
         std::initializer_list<QAbstractAxis*>{own.across, own.linear, own.logarithmic}) {
        axis->setLabelsColor(m_theme[Role::Muted]);
        axis->setLabelsFont(m_theme.monospaceSmall());
        axis->setGridLineColor(m_theme[Role::Border]);
        axis->setLinePenColor(m_theme[Role::Border]);
        axis->setTitleBrush(m_theme[Role::Muted]);
        axis->setTitleFont(font());
        axis->setTruncateLabels(false); // a number without its digits is useless
    }
    QLegend& legend = *own.chart->legend();
    legend.setVisible(!m_beside.empty() || !m_limits.empty());
    legend.setLabelColor(m_theme[Role::Text]);
    const QList<QLegendMarker*> ofMark = legend.markers(own.mark);
    for (QLegendMarker* marker : ofMark) marker->setVisible(false);
    own.mark->setColor(m_theme[Role::Surface]);
    own.mark->setBorderColor(m_theme[Role::Text]);
}

// A title that does not fit beside its axis is left out: whoever has the curve says what it shows too.
void CurveView::fitTitle() {
    constexpr int kBesideAxis = 130; // pixels above and below it: legend, labels, title of the other axis
    m_chart->up->setTitleVisible(QFontMetrics(font()).horizontalAdvance(m_axes.up) <= height() - kBesideAxis);
}

// ---- one element

std::optional<std::uint64_t> CurveView::elementAt(QPointF point) const {
    if (!m_elements || m_elements->count() == 0) return {};
    const QPointF onChart = m_chart->view->mapToScene(point.toPoint());
    if (!m_chart->chart->plotArea().adjusted(-4, -4, 4, 4).contains(onChart)) return {};
    const double x = m_chart->chart->mapToValue(onChart, m_chart->mark).x();
    const double at = std::round((x - across(0)) / m_step);
    return static_cast<std::uint64_t>(std::clamp(at, 0.0, static_cast<double>(m_elements->count() - 1)));
}

QPointF CurveView::placeOf(std::uint64_t element) const {
    const double value = valueOf(m_elements, element).value_or(0);
    const QPointF onChart = m_chart->chart->mapToPosition({across(element), value}, m_chart->mark);
    return m_chart->view->mapTo(this, m_chart->view->mapFromScene(onChart));
}

void CurveView::mark(std::optional<std::uint64_t> element) {
    if (m_marked == element) return;
    m_marked = element;
    drawMark();
}

void CurveView::pick(std::uint64_t element) {
    mark(element);
    Q_EMIT picked(element);
}

void CurveView::pickAt(QPointF point) {
    if (const auto element = elementAt(point)) pick(*element);
}

void CurveView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTitle();
    // With fewer elements than stretches each one is drawn, and Qt scales them.
    const int least = event->oldSize().isValid() ? std::min(event->oldSize().width(), width()) : 0;
    if (m_elements && m_elements->count() > 2 * static_cast<std::uint64_t>(std::max(least, kLeastStretches)))
        draw();
}

void CurveView::keyPressEvent(QKeyEvent* event) {
    const std::uint64_t count = m_elements ? m_elements->count() : 0;
    if (count == 0 || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right))
        return QWidget::keyPressEvent(event);
    const std::uint64_t now = m_marked.value_or(0);
    if (!m_marked) return pick(event->key() == Qt::Key_Right ? 0 : count - 1);
    if (event->key() == Qt::Key_Right)
        pick(std::min(now + 1, count - 1));
    else
        pick(now == 0 ? 0 : now - 1);
}

bool CurveView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) Q_EMIT hovered({});
    if (event->type() == QEvent::MouseMove)
        Q_EMIT hovered(elementAt(static_cast<QMouseEvent*>(event)->position()));
    if (event->type() == QEvent::MouseButtonRelease &&
        static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        pickAt(static_cast<QMouseEvent*>(event)->position());
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lw::charts

#include "moc_curve_view.cpp"
