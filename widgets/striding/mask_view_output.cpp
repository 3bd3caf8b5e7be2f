// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/cell_painter.h"
#include "widgets/session/core_text.h"
#include "widgets/striding/mask_view.h"
#include "widgets/theme/to_qt.h"

// What a MaskView shows of the layer's output, and the modes it can be lowered in.
namespace lw::striding {

using session::counted;

namespace {

void showCells(paint::TensorPane& pane, const scene::CellPicture& cells, const QString& title,
               const paint::TensorLook& look) {
    scene::TensorInfo info;
    info.name = cells.name;
    info.type = cells.type;
    info.shape = {cells.rows, cells.columns};
    pane.canvas().setLook(look);
    pane.show(info, scene::elementsOf(cells, info.shape));
    pane.setTitle(title);
}

} // namespace

QString MaskView::outputTitle() const {
    const scene::striding::ExactnessColumn& out = *m_output;
    std::uint64_t there = 0, wrong = 0;
    for (const std::uint8_t flags : out.difference.flags) {
        there += (flags & scene::kWritten) != 0;
        wrong += (flags & scene::kChanged) != 0;
    }
    const std::uint64_t all = out.difference.flags.size();
    QString text = tr("Output") + QStringLiteral("   ") +
                   (there == all ? tr("all there") : tr("%1 of %2 there").arg(counted(there), counted(all)));
    if (there > 0) text += QStringLiteral("   ") + tr("%1 wrong").arg(counted(wrong));
    return text;
}

void MaskView::showOutput() {
    if (!m_output || !m_output->byNow || m_output->output.bits.empty()) {
        const FactsPtr& facts = desk().facts();
        const QString text = facts && facts->isComparing() ? tr("The right output is being computed.")
                             : facts && facts->canCompare()
                                 ? tr("Not compared yet: \"Compare the Modes\" in Exactness does that.")
                                 : tr("Open the network with an input: then its output is shown here, "
                                      "beside the right one.");
        m_headings[Output] = tr("Output");
        m_headings[Wanted] = tr("Right output");
        for (const Pane pane : {Output, Wanted}) {
            m_panes[pane]->showNothing(text);
            m_panes[pane]->setTitle(m_headings[pane]);
        }
        return;
    }
    const paint::TensorLook look{paint::MapKind::Diverging, paint::symmetricRange({m_output->wanted})};
    m_headings[Output] = outputTitle();
    m_headings[Wanted] = tr("Right output");
    showCells(*m_panes[Output], m_output->output, m_headings[Output], look);
    showCells(*m_panes[Wanted], m_output->wanted, m_headings[Wanted], look);
    if (m_pointed) describe(First, m_pointed);
}

// ---- the mode, changed where it is looked at

QWidget* MaskView::makeModes() {
    m_modes = new QComboBox(m_bar);
    m_modes->setAccessibleName(tr("Mode"));
    m_modes->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_modes->setToolTip(tr("How the network is lowered; another mode is run to its end if this one was"));
    m_modes->addItem(tr("automatic mode"), -1);
    for (const lower::striding::ModeRow& row : lower::striding::modes()) {
        if (row.mode == lower::striding::Mode::Direct) continue;
        m_modes->addItem(toQt(row.name), static_cast<int>(row.mode));
        m_modes->setItemData(m_modes->count() - 1, session::coreText(row.words), Qt::ToolTipRole);
    }
    connect(m_modes, &QComboBox::activated, this, [this] {
        const int mode = m_modes->currentData().toInt();
        desk().switchMode(mode < 0 ? std::nullopt : std::optional(static_cast<lower::striding::Mode>(mode)));
    });
    connect(&desk(), &StridingDesk::failed, this, &MaskView::takeMode); // it stays as it is
    return m_modes;
}

// The one requested; for a program that was lowered elsewhere its network may not be known.
void MaskView::takeMode() {
    const FactsPtr& facts = desk().facts();
    const auto mode = facts ? facts->origin.mode : std::nullopt;
    m_modes->setCurrentIndex(std::max(0, m_modes->findData(mode ? static_cast<int>(*mode) : -1)));
    m_modes->setEnabled(facts && !facts->origin.network.isEmpty());
    const lower::striding::LayerReport* here = mode ? nullptr : layer();
    m_modes->setItemText(0, here ? tr("automatic: %1").arg(toQt(lower::striding::rowOf(here->mode).name))
                                 : tr("automatic mode"));
}

} // namespace lw::striding
