// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_value.h"
#include "core/scene/striding/pooled_window.h"
#include "widgets/session/core_text.h"
#include "widgets/session/selection.h"
#include "widgets/striding/mask_view.h"

#include <algorithm>

// What a MaskView says about one element, and how it marks it.
namespace lw::striding {

using paint::TensorCanvas;
using session::coreText;
using session::counted;

std::pair<std::int64_t, std::int64_t> MaskView::inputCorner() const {
    const lower::striding::LayerReport* here = layer();
    const tensor::Shape& shape = m_panes[Input]->info().shape;
    if (!here || shape.size() != 3) return {0, 0};
    const auto rows =
        static_cast<std::int64_t>(shape[0]) - static_cast<std::int64_t>(here->geometry.inputRows);
    // Without its border the input is at the corner; else after the border above and on the left.
    if (rows == 0 && shape[1] == here->geometry.inputColumns) return {0, 0};
    return {here->geometry.pad.top, here->geometry.pad.left};
}

QString MaskView::valueAt(Pane which, const TensorCanvas::Cell& cell) const {
    const paint::TensorPane& pane = *m_panes[which];
    if (!pane.elements()) return tr("not kept");
    const auto number = pane.elementAt(cell);
    const auto element = number && *number < pane.elements()->count()
                             ? scene::elementAt(*pane.elements(), *number)
                             : Result<scene::Element>(scene::Element{});
    if (!element) return {};
    if (!(element->flags & scene::kWritten)) return tr("not there yet");
    return QString::fromStdString(machine::cellText(pane.elements()->type(), element->bits));
}

TensorCanvas::Cell MaskView::firstOf(Pane which, const TensorCanvas::Cell& cell) const {
    if (which < Input || !layer()) return cell;
    const network::Pair stride = layer()->geometry.stride;
    return {cell.row * stride.rows, cell.column * stride.columns};
}

void MaskView::point(Pane which, std::optional<TensorCanvas::Cell> cell) {
    if (which != Input) m_pointed = cell ? std::optional(firstOf(which, *cell)) : std::nullopt;
    describe(which, cell);
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

// By what came out or, as long as that is not known, by what was predicted.
QString MaskView::wrongText(std::uint64_t row, std::uint64_t column) const {
    const lower::striding::LayerReport* here = layer();
    if (!here) return {};
    QString cause;
    for (const lower::striding::WrongElement& wrong : here->wrongElements)
        if (wrong.image == 0 && wrong.row == row && wrong.column == column &&
            wrong.channel == m_bar->channel()) {
            cause = coreText(lower::striding::wordsOf(wrong.cause));
            if (!m_output)
                return tr("WRONG: %1 instead of %2, %3")
                    .arg(QString::fromStdString(wrong.got), QString::fromStdString(wrong.wanted), cause);
        }
    if (!m_output || row >= m_output->difference.rows || column >= m_output->difference.columns) return {};
    const auto at = static_cast<std::size_t>(row * m_output->difference.columns + column);
    if (!(m_output->difference.flags[at] & scene::kChanged)) return {};
    const auto textAt = [at](const scene::CellPicture& cells) {
        return QString::fromStdString(machine::cellText(cells.type, cells.bits[at]));
    };
    const QString text =
        tr("WRONG: %1 instead of %2").arg(textAt(m_output->output), textAt(m_output->wanted));
    return cause.isEmpty() ? text : text + QStringLiteral(", ") + cause;
}

void MaskView::describe(Pane which, const std::optional<TensorCanvas::Cell>& cell) {
    const lower::striding::LayerReport* here = layer();
    if (!cell || !here) return m_message->clear();
    if (which == Input)
        return m_message->setText(tr("input [%1, %2]: %3")
                                      .arg(static_cast<qint64>(cell->row) - inputCorner().first)
                                      .arg(static_cast<qint64>(cell->column) - inputCorner().second)
                                      .arg(valueAt(Input, *cell)));
    const lower::striding::StrideGeometry& g = here->geometry;
    const TensorCanvas::Cell first = firstOf(which, *cell);
    const std::uint64_t a = first.row / g.stride.rows, b = first.column / g.stride.columns;
    const bool isThere = m_output || valueAt(Product, first) != tr("not there yet");
    const QString wrong = isThere ? wrongText(a, b) : QString();
    // What is wrong comes first: the rest explains it.
    QStringList parts{QStringLiteral("[%1, %2]").arg(first.row).arg(first.column)};
    if (!wrong.isEmpty()) parts << wrong;
    parts << tr("first %1, mask %2, product %3")
                 .arg(valueAt(First, first), valueAt(Mask, first), valueAt(Product, first));
    parts << (g.keeps(first.row, first.column) ? tr("kept, window [%1, %2]") : tr("dropped, window [%1, %2]"))
                 .arg(a)
                 .arg(b);
    if (wrong.isEmpty() && m_output && a < g.rows && b < g.columns)
        parts << tr("output %1, right %2").arg(valueAt(Output, {a, b}), valueAt(Wanted, {a, b}));
    m_message->setText(parts.join(QStringLiteral("   ")));
}

void MaskView::select(const TensorCanvas::Cell& first, bool reveals) {
    const network::Pair stride = layer() ? layer()->geometry.stride : network::Pair{1, 1};
    const TensorCanvas::Cell out{first.row / stride.rows, first.column / stride.columns};
    for (const Pane pane : {First, Mask, Product, Output, Wanted}) {
        TensorCanvas& canvas = m_panes[pane]->canvas();
        canvas.setSelected(pane > Input ? out : first);
        if (reveals) canvas.reveal(pane > Input ? out : first);
    }
    m_toWindow->setEnabled(layer() &&
                           scene::striding::pooledWindow(*layer(), out.row, out.column, m_bar->channel()));
}

void MaskView::clearSelected() {
    for (paint::TensorPane* pane : m_panes) pane->canvas().setSelected({});
    m_toWindow->setEnabled(false);
}

void MaskView::pick(Pane which, const TensorCanvas::Cell& cell) {
    const paint::TensorPane& pane = *m_panes[which];
    if (which != Input) select(firstOf(which, cell), false);
    point(which, cell);
    if (which != Input && layer()) {
        const auto tensor = which > Input      ? scene::striding::PatchTensor::Out
                            : which == Product ? scene::striding::PatchTensor::Second
                                               : scene::striding::PatchTensor::First;
        desk().showElement(
            {QString::fromStdString(layer()->name), {tensor, cell.row, cell.column, m_bar->channel()}});
        Q_EMIT elementPicked();
    }
    if (const auto element = which <= Input ? pane.elementAt(cell) : std::nullopt)
        context().selection.selectCell(
            QString::fromStdString(scene::elementExpression(pane.info(), *element)));
}

// An element that another view shows is marked here, in its layer and channel;
// one of the output by the pixel that is kept for it.
void MaskView::takeElement() {
    const auto& element = desk().element();
    const FactsPtr& facts = desk().facts();
    if (!element || !facts || !isOfProgram()) return;
    const auto& layers = facts->report.layers;
    const auto at = std::find_if(layers.begin(), layers.end(), [&](const lower::striding::LayerReport& one) {
        return QString::fromStdString(one.name) == element->layer;
    });
    if (at == layers.end()) return;
    const scene::striding::PatchPlace& place = element->place;
    const bool isOutput = place.tensor == scene::striding::PatchTensor::Out;
    const TensorCanvas::Cell cell{place.row * (isOutput ? at->geometry.stride.rows : 1),
                                  place.column * (isOutput ? at->geometry.stride.columns : 1)};
    if (cell.row >= at->geometry.firstRows || cell.column >= at->geometry.firstColumns) return;
    if (sayIfMissing()) return;
    select(cell, true);
    point(First, cell);
}

// For a channel that is not kept nothing is marked.
bool MaskView::sayIfMissing() {
    const auto missing = m_bar->missingChannel();
    if (!missing) return false;
    clearSelected();
    point(First, {});
    m_message->setText(
        tr("Channel %1 was not kept to be looked at; the patch view has its numbers.").arg(*missing + 1));
    return true;
}

void MaskView::walkWrong(int step) {
    const lower::striding::LayerReport* here = layer();
    if (!here || here->wrongElements.empty()) return;
    const auto count = static_cast<qsizetype>(here->wrongElements.size());
    m_wrongAt = m_wrongAt < 0 ? (step > 0 ? 0 : count - 1) : (m_wrongAt + step + count) % count;
    const lower::striding::WrongElement& wrong = here->wrongElements[static_cast<std::size_t>(m_wrongAt)];
    m_bar->choose(m_bar->layer(), wrong.channel);
    // Every view shows it, including this one.
    desk().showElement({QString::fromStdString(here->name),
                        {scene::striding::PatchTensor::Out, wrong.row, wrong.column, wrong.channel}});
    if (!sayIfMissing()) {
        const TensorCanvas::Cell cell = firstOf(Output, {wrong.row, wrong.column});
        select(cell, true);
        point(Product, cell);
    }
    const bool isCut = here->wrongElements.size() < here->wrong;
    const QString which = isCut ? tr("%1 of the first %2 of %3:")
                                      .arg(counted(static_cast<std::uint64_t>(m_wrongAt) + 1),
                                           counted(here->wrongElements.size()), counted(here->wrong))
                                : tr("%1 of %2:").arg(m_wrongAt + 1).arg(counted(here->wrong));
    m_message->setText(which + QLatin1Char(' ') + m_message->text());
}

} // namespace lw::striding
