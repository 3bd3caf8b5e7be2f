// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/array_view.h"

#include "core/machine/cell_value.h"
#include "widgets/circuit/circuit_words.h"
#include "widgets/paint/hover_tip.h"
#include "widgets/session/core_text.h"

#include <algorithm>

namespace lw::circuit {

using session::counted;

namespace {

constexpr std::size_t kMostTerms = 12; // of a sum that a tool tip gives in full

enum TableColumn { kRow, kColumn, kVector, kActivation, kWeight, kSum, kPath, kTableColumns };

} // namespace

ArrayView::ArrayView(session::ViewContext context, QWidget* parent)
    : CircuitView(
          context, Circuit::Array,
          tr("The systolic array clock by clock: weights that stay in the cells, activations that go to "
             "the right, sums that go down."),
          parent)
    , m_canvas(new ArrayCanvas(context.theme, this))
    , m_twin(
          new paint::TableTwin(context.theme, m_canvas, tr("Cells of the systolic array as a table"), this)) {
    fillHead();
    setFocusProxy(m_twin);
    new paint::HoverTip(*m_canvas->viewport(), [this](QPoint point) {
        const auto cell = m_canvas->cellAt(point);
        return cell ? textAt(*cell) : QString();
    });
    connect(m_canvas, &ArrayCanvas::hovered, this,
            [this](std::optional<ArrayCanvas::Cell> cell) { describe(cell ? cell : m_canvas->selected()); });
    connect(m_canvas, &ArrayCanvas::picked, this, [this](const ArrayCanvas::Cell& cell) { describe(cell); });
    connect(m_twin, &paint::TableTwin::picked, this, [this](int row, int) {
        const std::uint32_t columns = m_canvas->picture()->weights.columns;
        const auto at = static_cast<std::uint32_t>(row);
        m_canvas->setSelected(ArrayCanvas::Cell{at / columns, at % columns});
        describe(m_canvas->selected());
    });
    connect(m_twin->action(), &QAction::toggled, this, &ArrayView::updateTable);
    begin(m_twin);
}

void ArrayView::fillHead() {
    m_planes = new QComboBox(this);
    m_planes->setAccessibleName(tr("Colours of the cells"));
    m_planes->setToolTip(tr("The register of the cells that the colours are of"));
    m_planes->addItems(
        {tr("sums from above"), tr("activations"), tr("weights"), tr("weight path"), tr("vectors")});
    connect(m_planes, &QComboBox::activated, this,
            [this](int index) { showPlane(static_cast<ArrayCanvas::Plane>(index)); });
    addHead(m_planes);
    auto* colours = addButton(
        tr("To values"), tr("Set the colours' range to the current values; by itself it only becomes wider"));
    connect(colours, &QToolButton::clicked, this, [this] { m_canvas->fitColours(true); });
    connect(addButton(tr("Tile"), tr("The rows and columns that the pass uses")), &QToolButton::clicked,
            m_canvas, &ArrayCanvas::showTile);
    connect(addButton(tr("Fit"), tr("The whole array (0)")), &QToolButton::clicked, m_canvas,
            &ArrayCanvas::fit);
    addToHead(m_twin->makeButton(this));
}

void ArrayView::showPlane(ArrayCanvas::Plane plane) {
    m_planes->setCurrentIndex(plane);
    m_canvas->setPlane(plane);
}

// ---- what is seen

void ArrayView::showNothing() {
    m_canvas->setPicture(nullptr);
    m_twin->model().show({{}, 0, {}, {}});
}

void ArrayView::showMoment() {
    const auto& now = feed().moment();
    m_canvas->setPicture({now, &now->array});
    setSummary(summaryText());
    describe(m_canvas->selected());
    updateTable();
}

QString ArrayView::summaryText() const {
    const CircuitMoment& moment = this->moment();
    const scene::circuit::ArrayPicture& array = moment.array;
    std::uint64_t busy = 0, low = array.vectors, high = 0;
    for (std::size_t i = 0; i < array.numbers.flags.size(); ++i) {
        if (!(array.numbers.flags[i] & scene::kWritten)) continue;
        ++busy;
        if (array.passes.bits[i] != moment.bundle) continue;
        low = std::min(low, array.numbers.bits[i]);
        high = std::max(high, array.numbers.bits[i]);
    }
    // What changes comes first: the rest may be cut off.
    QString now = notNow(moment);
    if (now.isEmpty()) now = tr("m%1 to m%2 inside, %3 cells multiply").arg(low).arg(high).arg(counted(busy));
    return now + QStringLiteral("   ") +
           tr("%1 vectors of %2 elements, %3 x %4 cells")
               .arg(counted(array.vectors))
               .arg(array.inner)
               .arg(array.weights.rows)
               .arg(array.weights.columns);
}

void ArrayView::describe(const std::optional<ArrayCanvas::Cell>& cell) {
    if (!cell || !isThere())
        return setMessage(tr("x activation, w weight, Σ sum from above, p weight path, "
                             "m vector; point at a cell"));
    const QString text = textAt(*cell).replace(QLatin1Char('\n'), QStringLiteral("   "));
    setMessage(text);
    m_canvas->setAccessibleDescription(text);
}

QString ArrayView::textAt(const ArrayCanvas::Cell& cell) const {
    if (!isThere()) return {};
    const CircuitMoment& moment = this->moment();
    const scene::circuit::ArrayPicture& array = moment.array;
    const std::size_t i = std::size_t{cell.row} * array.weights.columns + cell.column;
    const auto value = [](tensor::DType type, std::uint64_t bits) {
        return QString::fromStdString(machine::cellText(type, bits));
    };
    const QString place = tr("row %1, column %2").arg(cell.row).arg(cell.column);
    const auto story =
        scene::circuit::arrayCell(moment.passes, moment.frame->clock, static_cast<std::uint32_t>(cell.row),
                                  static_cast<std::uint32_t>(cell.column));
    if (!story) {
        QString text = place + QStringLiteral(": ") + tr("no vector in this clock");
        if (array.weights.flags[i] & scene::kWritten)
            text +=
                QStringLiteral(", ") + tr("weight %1").arg(value(array.weights.type, array.weights.bits[i]));
        return text;
    }
    const machine::ArrayWork& pass = moment.passes[story->pass];
    const tensor::DType sums = array.sums.type;
    const auto sumOf = [&](const scene::circuit::ArrayTerm& term) { return value(sums, term.sum); };
    const scene::circuit::ArrayTerm& now = story->terms.back();
    QString text =
        place + QStringLiteral(": ") + tr("vector %1, element %2").arg(story->vector).arg(story->element);
    if (pass.bundle != moment.bundle)
        text += QStringLiteral(", ") + tr("of the pass of bundle %1").arg(pass.bundle);
    text += QLatin1Char('\n') + tr("%1 from above + %2 × %3 = %4")
                                    .arg(value(sums, array.sums.bits[i]),
                                         value(pass.type, now.activation & widthOf(pass.type)),
                                         value(pass.type, now.weight & widthOf(pass.type)), sumOf(now));
    QStringList terms;
    for (std::size_t k = story->terms.size() - std::min(story->terms.size(), kMostTerms);
         k < story->terms.size(); ++k)
        terms << QStringLiteral("%1·%2").arg(
            value(pass.type, story->terms[k].activation & widthOf(pass.type)),
            value(pass.type, story->terms[k].weight & widthOf(pass.type)));
    if (story->terms.size() > 1)
        text += QLatin1Char('\n') + QStringLiteral("= %1%2").arg(story->terms.size() > kMostTerms
                                                                     ? QStringLiteral("... + ")
                                                                     : QString(),
                                                                 terms.join(QStringLiteral(" + ")));
    return text + QLatin1Char('\n') +
           tr("clock %1 of the pass; the whole sum leaves in clock %2").arg(story->clock).arg(story->leaves);
}

// ---- the same as a table

paint::SceneTable ArrayView::table() const {
    const auto moment = feed().moment();
    const auto at = [moment](int row, int column, int role) -> QVariant {
        const scene::circuit::ArrayPicture& array = moment->array;
        const auto i = static_cast<std::size_t>(row);
        if (role == paint::SceneTableModel::ChangedRole)
            return (array.activations.flags[i] & scene::kChanged) != 0;
        const scene::CellPicture* const planes[kTableColumns] = {
            nullptr, nullptr, &array.numbers, &array.activations, &array.weights, &array.sums, &array.path};
        const auto columns = static_cast<int>(array.weights.columns);
        if (column == kRow) return row / columns;
        if (column == kColumn) return row % columns;
        const scene::CellPicture& plane = *planes[column];
        return plane.flags[i] & scene::kWritten
                   ? QString::fromStdString(machine::cellText(plane.type, plane.bits[i]))
                   : QStringLiteral("·");
    };
    return {{tr("row"), tr("column"), tr("vector"), tr("activation"), tr("weight"), tr("sum from above"),
             tr("weight path")},
            static_cast<int>(moment->array.weights.flags.size()),
            at,
            {}};
}

void ArrayView::updateTable() {
    if (!m_twin->action()->isChecked() || !isThere())
        return m_twin->model().show({{}, 0, {}, {}}); // does not keep an old moment
    m_twin->model().show(table());
    if (const auto& cell = m_canvas->selected())
        m_twin->setCurrent(static_cast<int>(cell->row * m_canvas->picture()->weights.columns + cell->column));
}

} // namespace lw::circuit

#include "moc_array_view.cpp"
