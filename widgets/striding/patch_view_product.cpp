// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_value.h"
#include "widgets/session/selection.h"
#include "widgets/striding/pass_sketch.h"
#include "widgets/striding/patch_view.h"
#include "widgets/theme/to_qt.h"

// What a PatchView says about one product, and about the pass that makes it.
namespace lw::striding {

using paint::TensorCanvas;

std::optional<std::size_t> PatchView::productAt(const TensorCanvas::Cell& cell) const {
    const auto element = m_panes[Products]->elementAt(cell);
    if (!m_scene || !element || *element >= m_scene->productCount()) return std::nullopt;
    return static_cast<std::size_t>(*element);
}

int PatchView::passOf(std::size_t product) const {
    return product < m_passOf.size() ? m_passOf[product] : -1;
}

// The one that was chosen, or else the one that the circuit is at.
int PatchView::passToShow() const {
    const auto& passes = m_scene->passes;
    if (m_pass >= 0 && m_pass < static_cast<int>(passes.size())) return m_pass;
    int out = -1;
    for (const scene::striding::PatchPass& pass : passes)
        if (pass.state != scene::striding::PassState::Waiting) ++out;
    return out;
}

void PatchView::choosePass(int pass) {
    if (!m_scene || pass < 0 || pass >= static_cast<int>(m_scene->passes.size())) return;
    m_pass = m_shownPass = pass;
    markPass();
    static_cast<PassSketch&>(m_passes->picture()).show(*m_scene, pass);
    m_passes->setCurrent(pass);
    context().selectBundle(m_scene->passes[static_cast<std::size_t>(pass)].instruction);
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

void PatchView::point(std::optional<TensorCanvas::Cell> cell) {
    m_pointed = cell;
    m_message->setText(cell && m_scene ? describe(*cell) : QString());
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

QString PatchView::describe(const TensorCanvas::Cell& cell) const {
    const auto product = productAt(cell);
    if (!product) return {};
    const scene::striding::PatchPicture& s = *m_scene;
    const std::uint64_t column = *product % s.kernelColumns, row = *product / s.kernelColumns % s.kernelRows,
                        channel = *product / s.kernelColumns / s.kernelRows;
    const auto text = [&](const scene::CellPicture& cells) {
        if (!(cells.flags[*product] & scene::kWritten)) return QStringLiteral("\u2026");
        return toQt(machine::cellText(cells.type, cells.bits[*product]));
    };
    QString out = tr("input [%1, %2, %3] %4 x kernel [%5, %6] %7 = %8, sum of the pass %9")
                      .arg(s.inputRow + static_cast<qint64>(row * s.rowStep))
                      .arg(s.inputColumn + static_cast<qint64>(column * s.columnStep))
                      .arg(s.firstInputChannel + channel)
                      .arg(text(s.input))
                      .arg(row)
                      .arg(column)
                      .arg(text(s.kernel), text(s.products), text(s.running));
    const int number = passOf(*product);
    if (number < 0) return out;
    const scene::striding::PatchPass& pass = s.passes[static_cast<std::size_t>(number)];
    const std::uint64_t k =
        (column - pass.products.column) * pass.products.channels + channel - pass.products.channel;
    out += QStringLiteral("   ") +
           tr("pass %1, cell [%2, %3]").arg(number + 1).arg(pass.cellRow + k).arg(pass.cellColumn);
    if (pass.firstClock) out += tr(", clock %1").arg(*pass.firstClock + k);
    return out;
}

} // namespace lw::striding
