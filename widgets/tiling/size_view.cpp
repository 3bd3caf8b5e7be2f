// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/size_view.h"

#include "widgets/session/core_text.h"

#include <QHBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lw::tiling {

using lower::tiling::CurvePoint;
using session::counted;

namespace {

// Picture and masks.
double sentBytes(const CurvePoint& point) { return static_cast<double>(point.bytesIn + point.bytesMasks); }

double valueOf(const CurvePoint& point, SizeView::What what) {
    switch (what) {
    case SizeView::Tiles: return static_cast<double>(point.tiles);
    case SizeView::PeakBytes: return static_cast<double>(point.peakBytes);
    case SizeView::Work: return point.macRatio();
    case SizeView::BytesIn: return sentBytes(point);
    case SizeView::Clocks: break; // of the machine
    }
    return 0;
}

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
// Sizes that take more than that many times the least are not drawn: all others would be at the bottom.
constexpr double kMostTimes = 6;
// What the array and the host interface alone take is drawn if it is at least that share of the fewest
// clocks: further below it would press all others together at the top, and is given in words.
constexpr double kWorthDrawing = 0.4;

// For numbers that fall by powers all sizes are drawn.
bool isLogarithmic(SizeView::What what) { return what == SizeView::Tiles || what == SizeView::PeakBytes; }

double modelled(const project::TileCurvePoint& at) {
    return at.model && at.model->clocks ? static_cast<double>(*at.model->clocks) : kNothing;
}
double inBuffer(const project::TileCurvePoint& at) {
    return at.model ? static_cast<double>(at.model->bufferBytes) : kNothing;
}
double leastOf(const std::vector<double>& values) {
    double out = kNothing;
    for (const double value : values) out = std::fmin(out, value);
    return out;
}
void leaveOutAbove(std::vector<double>& values, double most) {
    for (double& value : values)
        if (value > most) value = kNothing;
}

QString percentText(double share) { return QString::number(100 * share, 'g', share < 0.1 ? 2 : 3); }
QString ratioText(const CurvePoint& point) { return QString::number(point.macRatio(), 'f', 3); }

} // namespace

SizeView::SizeView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(context, desk,
                 tr("What tiles of every size would cost for a picture: larger is not always better."),
                 parent)
    , m_work(new SizeWork(this))
    , m_what(new QComboBox(body()))
    , m_curve(new charts::CurveView(context.theme, body()))
    , m_message(new theme::WrappedLabel(3, body())) {
    m_what->setAccessibleName(tr("What the curve shows"));
    m_what->addItems({tr("tiles"), tr("peak bytes of a tile"), tr("work beside the whole picture"),
                      tr("bytes that the host sends, with masks"), tr("clocks")});
    m_what->setCurrentIndex(Work);
    connect(m_what, &QComboBox::activated, this, [this](int what) { show(static_cast<What>(what)); });
    m_twin = new paint::TableTwin(context.theme, m_curve, tr("Sizes of tiles as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_what);
    row->addStretch(1);
    row->addWidget(m_twin->makeButton(top));
    bodyLayout()->addWidget(top);
    m_message->setContentsMargins(8, 0, 8, 0);
    bodyLayout()->addWidget(m_message);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(m_curve, &charts::CurveView::hovered, this, [this](std::optional<std::uint64_t> element) {
        if (!element) return drawMessage();
        const auto point = pointOf(*element);
        m_message->setText(point ? textOf(*point) : QString());
    });
    connect(m_curve, &charts::CurveView::picked, this,
            [this](std::uint64_t element) { plan(pointOf(element)); });
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int number) { plan(static_cast<std::size_t>(number)); });
    connect(m_work, &SizeWork::grown, this, [this] {
        const bool areKnown = std::isfinite(leastOf(valuesOf(modelled)));
        if (areKnown && !m_isChosen) m_what->setCurrentIndex(Clocks);
        showTable();
        draw();
    });
    connect(&desk, &TilingDesk::factsChanged, this, &SizeView::takeFacts);
    takeFacts();
}

void SizeView::show(What what) {
    m_isChosen = true;
    m_what->setCurrentIndex(what);
    draw();
}

// While tiles are run the curve stays.
void SizeView::takeFacts() {
    const FactsPtr before = std::exchange(m_facts, desk().facts());
    showBody(m_facts && !m_facts->curve.empty());
    if (!m_facts || m_facts->curve.empty()) {
        if (m_facts && m_facts->offCurve) sayWhy(session::wholeText(*m_facts->offCurve));
        return m_work->ask(nullptr);
    }
    const bool isSame = before && before->network == m_facts->network;
    const bool isLike = before && before->curve == m_facts->curve &&
                        before->request.network == m_facts->request.network &&
                        before->request.machine == m_facts->request.machine;
    if (!isLike) {
        m_emulated.clear();
        m_work->ask(nullptr);
        askForClocks();
    }
    if (isOwnMissing()) askForClocks();
    const std::size_t run = m_emulated.size();
    takeEmulated();
    if (isSame && before->fixed() == m_facts->fixed() && run == m_emulated.size()) return;
    if (!isLike || run != m_emulated.size()) showTable();
    draw();
}

// What the run of all tiles took, once it is done.
void SizeView::takeEmulated() {
    const lower::tiling::Size& fixed = m_facts->plan.fixed;
    if (!isOfPlan()) return;
    const bool isDone = m_facts->clocks != 0 && m_facts->progress.tiles == m_facts->plan.tiles();
    if (isDone && !m_facts->isRunning && fixed.rows == fixed.columns)
        m_emulated[fixed.rows] = m_facts->clocks;
}

// Not before somebody looks.
void SizeView::askForClocks() {
    if (isVisible() && m_facts && !m_facts->curve.empty() && !m_work->isBusy() &&
        (m_work->curve().empty() || isOwnMissing()))
        m_work->ask(m_facts);
}

// Whether the plan is one of those on the curve.
bool SizeView::isOfPlan() const {
    return !m_facts->sharesLayers() && m_facts->plan.overlap == lower::tiling::Overlap::Recompute;
}

// Clocks are known only for some sizes, and the plan's was not among them.
bool SizeView::isOwnMissing() const {
    const auto own = ownPoint();
    const project::TileCurvePoint* const taken = own ? takenBy(*own) : nullptr;
    return taken != nullptr && !taken->model && !taken->refused;
}

void SizeView::showEvent(QShowEvent* event) {
    TilingView::showEvent(event);
    askForClocks();
}

std::uint64_t SizeView::elementOf(const CurvePoint& point) const {
    return static_cast<std::uint64_t>((point.fixed - m_facts->curve.front().fixed) / m_step);
}

std::vector<double> SizeView::valuesOf(double (*value)(const project::TileCurvePoint&)) const {
    std::vector<double> out(elementOf(m_facts->curve.back()) + 1, kNothing);
    for (const project::TileCurvePoint& at : m_work->curve()) out[elementOf(at.point)] = value(at);
    return out;
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
    const auto what = static_cast<What>(m_what->currentIndex());
    std::vector<double> values(elementOf(curve.back()) + 1, kNothing);
    if (what == Clocks)
        values = valuesOf(modelled);
    else
        for (const CurvePoint& point : curve) values[elementOf(point)] = valueOf(point, what);
    if (!isLogarithmic(what)) leaveOutAbove(values, kMostTimes * leastOf(values));
    const auto first = std::ranges::find_if(values, [](double value) { return std::isfinite(value); });
    const std::uint64_t from = first == values.end() ? 0 : static_cast<std::uint64_t>(first - values.begin());
    m_curve->setElements(scene::elementsOf(
        tensor::Tensor::of<double>(tensor::DType::F64, {values.size()}, std::span<const double>(values))));
    setAxes(what, from);
    m_curve->setAcross(static_cast<double>(curve.front().fixed), static_cast<double>(m_step));
    const auto own = ownPoint();
    m_curve->mark(own ? std::optional(elementOf(curve[*own])) : std::nullopt);
    drawBeside();
    drawMessage();
}

void SizeView::setAxes(What what, std::uint64_t from) {
    QString across = tr("rows and columns of a tile");
    if (from != 0)
        across = tr("rows and columns of a tile; those below %1 take more than %2 times the least")
                     .arg(m_facts->curve.front().fixed + static_cast<std::int64_t>(from) * m_step)
                     .arg(kMostTimes);
    const QString up = m_what->currentText();
    const bool isLog = isLogarithmic(what);
    m_curve->setAxes({across, isLog ? tr("%1 (log)").arg(up) : up, isLog, from});
}

// Besides the formula, what programs need and take, and what the machine has.
void SizeView::drawBeside() {
    const auto what = static_cast<What>(m_what->currentIndex());
    const bool isKnown = !m_work->curve().empty();
    if (!isKnown || what == Tiles || what == Work) return m_curve->setBeside({}, false, {}, {});
    const machine::CircuitLimits& circuit = m_work->target().circuit;
    if (what == BytesIn) return drawHost();
    if (what == PeakBytes)
        return m_curve->setBeside(tr("a layer reads and gives"), false,
                                  {{tr("in the program's buffer plan"), valuesOf(inBuffer), false}},
                                  {{tr("unified buffer: %1 bytes").arg(counted(circuit.bufferBytes)),
                                    static_cast<double>(circuit.bufferBytes)}});
    const double most = kMostTimes * leastOf(valuesOf(modelled));
    std::vector<double> array(elementOf(m_facts->curve.back()) + 1, kNothing), host = array, emulated = array;
    for (const CurvePoint& point : m_facts->curve) {
        array[elementOf(point)] = static_cast<double>(project::arrayClocks(point.macs, m_work->target()));
        const auto run = m_emulated.find(point.fixed);
        if (run != m_emulated.end()) emulated[elementOf(point)] = static_cast<double>(run->second);
    }
    for (const project::TileCurvePoint& at : m_work->curve())
        if (at.model)
            host[elementOf(at.point)] =
                static_cast<double>(project::hostClocks(at.model->hostBytes, m_work->target()));
    for (std::vector<double>* values : {&array, &host, &emulated}) leaveOutAbove(*values, most);
    std::vector<charts::CurveView::Beside> beside;
    const auto add = [&](const QString& name, std::vector<double>& values) {
        if (kMostTimes * leastOf(values) >= kWorthDrawing * most)
            beside.push_back({name, std::move(values), false});
    };
    add(tr("the array busy all the time"), array);
    add(tr("the host interface busy all the time"), host);
    if (!m_emulated.empty()) beside.push_back({tr("emulated"), std::move(emulated), true});
    m_curve->setBeside(tr("modelled"), true, std::move(beside), {});
}

// The time that the host interface needs: the closer clocks are to it, the more tiles wait for it.
void SizeView::drawHost() {
    std::vector<double> moved = valuesOf(modelled), sent(moved.size(), kNothing);
    for (double& clocks : moved)
        if (std::isfinite(clocks))
            clocks =
                static_cast<double>(project::hostBytes(static_cast<std::uint64_t>(clocks), m_work->target()));
    for (const CurvePoint& point : m_facts->curve) sent[elementOf(point)] = sentBytes(point);
    leaveOutAbove(moved, kMostTimes * leastOf(sent));
    std::vector<charts::CurveView::Beside> beside;
    if (std::isfinite(leastOf(moved)))
        beside.push_back({tr("the host interface can move in the modelled clocks"), std::move(moved), false});
    m_curve->setBeside(tr("the host sends"), false, std::move(beside), {});
}

void SizeView::drawMessage() {
    const auto own = ownPoint();
    QString text = own ? textOf(*own) : offCurveText();
    if (m_facts->leftOut != 0)
        text +=
            QLatin1Char(' ') + tr("Sizes for which tiles would have to be masked are left out (%1): %2.")
                                   .arg(counted(m_facts->leftOut), session::problemText(*m_facts->offCurve));
    m_message->setText(text);
}

// For a plan that is not on the curve.
QString SizeView::offCurveText() const {
    const lower::tiling::Size fixed = m_facts->fixed();
    const QString size = QStringLiteral("%1 x %2").arg(fixed.rows).arg(fixed.columns);
    if (m_facts->sharesLayers())
        return tr("The curve is of circuits that share the input, and the plan, with parts of %1, "
                  "shares layers: it is not on the curve. A click makes a plan that shares layers.")
            .arg(size);
    if (!isOfPlan())
        return tr("The curve is of tiles that compute again what they share, and the plan, with "
                  "tiles of %1, keeps it: it is not on the curve. A click makes a plan that keeps "
                  "it.")
            .arg(size);
    return tr("Tiles of %1 are not square: the curve has squares only. Click a size to make a plan for it.")
        .arg(size);
}

std::optional<std::size_t> SizeView::pointOf(std::uint64_t element) const {
    if (!m_facts || m_facts->curve.empty()) return {};
    const std::int64_t fixed = m_facts->curve.front().fixed + static_cast<std::int64_t>(element) * m_step;
    const auto at = std::ranges::find(m_facts->curve, fixed, &CurvePoint::fixed);
    if (at == m_facts->curve.end()) return {};
    return static_cast<std::size_t>(at - m_facts->curve.begin());
}

std::optional<std::size_t> SizeView::ownPoint() const {
    if (!isOfPlan()) return {};
    const lower::tiling::Size fixed = m_facts->fixed();
    const auto at = std::ranges::find(m_facts->curve, fixed.rows, &CurvePoint::fixed);
    if (fixed.rows != fixed.columns || at == m_facts->curve.end()) return {};
    return static_cast<std::size_t>(at - m_facts->curve.begin());
}

QString SizeView::textOf(std::size_t number) const {
    const CurvePoint& point = m_facts->curve[number];
    QStringList text{
        tr("Tiles of %1: %2 of them, %3 times the MACs of the whole picture, at most %4 bytes in a layer.")
            .arg(point.fixed)
            .arg(counted(point.tiles), ratioText(point), counted(point.peakBytes))};
    const project::TileCurvePoint* const taken = takenBy(number);
    if (taken) text << clocksText(*taken);
    text << stepText(number);
    if (taken) text << memoryText(*taken);
    text.removeAll(QString());
    return text.join(QLatin1Char(' '));
}

// Compared with the previous size.
QString SizeView::stepText(std::size_t number) const {
    if (number == 0) return {};
    const CurvePoint &point = m_facts->curve[number], &before = m_facts->curve[number - 1];
    if (point.tiles < before.tiles)
        return tr("With %1 it takes %2 tiles: here their number falls.")
            .arg(before.fixed)
            .arg(counted(before.tiles));
    if (point.tiles == before.tiles)
        return tr("It takes as many as with %1, and each does more work.").arg(before.fixed);
    return tr("It takes more than with %1, where the picture divides better.").arg(before.fixed);
}

const project::TileCurvePoint* SizeView::takenBy(std::size_t point) const {
    return point < m_work->curve().size() ? &m_work->curve()[point] : nullptr;
}

// Or why the machine cannot have the size.
QString SizeView::clocksText(const project::TileCurvePoint& at) const {
    if (at.refused) return session::problemText(*at.refused);
    if (!at.model || !at.model->clocks) return {};
    const std::uint64_t clocks = *at.model->clocks;
    QString out = tr("Modelled: %1. The array is busy in %2 % of them or more, the host interface in %3 %.")
                      .arg(session::clocksText(clocks),
                           percentText(project::arrayShare(at.point.macs, clocks, m_work->target())),
                           percentText(project::hostShare(at.model->hostBytes, clocks, m_work->target())));
    const auto run = m_emulated.find(at.point.fixed);
    if (run != m_emulated.end())
        out += QLatin1Char(' ') + tr("Emulated: %1.").arg(session::clocksText(run->second));
    return out;
}

// What its program takes, and what does not depend on the size of tiles.
QString SizeView::memoryText(const project::TileCurvePoint& at) const {
    if (!at.model) return {};
    const machine::CircuitLimits& circuit = m_work->target().circuit;
    return tr("Its program needs %1 bytes of the unified buffer.").arg(counted(at.model->bufferBytes)) +
           QLatin1Char(' ') +
           tr("With tiles of any size: weights take %1 of %2 bytes of the weight memory, and what is summed at "
              "a time is cut to the %3 rows of accumulators.")
               .arg(counted(at.model->weightBytes), counted(circuit.weightBytes),
                    counted(circuit.accumulatorRows));
}

void SizeView::plan(std::optional<std::size_t> point) {
    if (!point || !m_facts) return;
    const std::int64_t fixed = m_facts->curve[*point].fixed;
    if (m_facts->fixed() != lower::tiling::Size{fixed, fixed}) desk().planWith({fixed, fixed});
}

void SizeView::showTable() {
    const auto cell = [curve = m_facts->curve, taken = m_work->curve(),
                       emulated = m_emulated](int number, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const auto row = static_cast<std::size_t>(number);
        const CurvePoint& point = curve[row];
        const project::TileModel* const model =
            row < taken.size() && taken[row].model ? &*taken[row].model : nullptr;
        const auto run = emulated.find(point.fixed);
        switch (column) {
        case 0: return QString::number(point.fixed);
        case 1: return counted(point.tiles);
        case 2: return counted(point.peakBytes);
        case 3: return model ? counted(model->bufferBytes) : QString();
        case 4: return counted(point.macs);
        case 5: return ratioText(point);
        case 6: return counted(point.bytesIn);
        case 7: return counted(point.bytesMasks);
        case 8: return model && model->clocks ? counted(*model->clocks) : QString();
        default: return run != emulated.end() ? counted(run->second) : QString();
        }
    };
    m_twin->model().show(
        {{tr("Size"), tr("Tiles"), tr("Peak bytes"), tr("In the buffer"), tr("MACs"), tr("Of the whole"),
          tr("Bytes in"), tr("Mask bytes"), tr("Modelled clocks"), tr("Emulated clocks")},
         static_cast<int>(m_facts->curve.size()),
         cell});
}

} // namespace lw::tiling

#include "moc_size_view.cpp"
