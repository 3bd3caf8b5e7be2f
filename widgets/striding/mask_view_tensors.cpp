// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/core_text.h"
#include "widgets/striding/mask_view.h"

#include <algorithm>

// Which tensor of the program each picture of a MaskView shows, and why one shows none.
namespace lw::striding {

using session::counted;

const lower::striding::KeptTensor* MaskView::keptOf(Pane pane) const {
    if (pane > Input) return nullptr;
    const char* roles[] = {"first", maskRole(), "second", "input"};
    if (const lower::striding::LayerReport* here = layer())
        for (const lower::striding::KeptTensor& kept : here->tensors)
            if (kept.role == roles[pane]) return &kept;
    return nullptr;
}

QString MaskView::tensorOf(Pane pane) const {
    const lower::striding::KeptTensor* const kept = keptOf(pane);
    return kept ? QString::fromStdString(kept->name) : QString();
}

// A tensor that is not in the program.
QString MaskView::whyNothing(Pane pane) const {
    const lower::striding::LayerReport* const here = layer();
    if (!here) return {};
    const std::string_view name = lower::striding::nameOf(here->mode);
    const QString mode = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (here->mode == lower::striding::Mode::SpaceToDepth && pane != Input)
        return tr("%1 rearranges the input: it has no mask, and computes nothing in vain.").arg(mode);
    if (pane == Mask && here->maskBytes == 0) return tr("%1 has no mask of this kind in memory.").arg(mode);
    return tr("There was no room in the unified buffer to keep it.");
}

void MaskView::refreshPane(Pane which) {
    paint::TensorPane& pane = *m_panes[which];
    const QString name = tensorOf(which);
    const int row = name.isEmpty() ? -1 : m_list.rowOf(name);
    const auto elements = row < 0 ? nullptr : m_list.elementsAt(row, m_frame);
    if (!elements) return pane.showNothing(whyNothing(which));
    if (const auto* kept = keptOf(which); scene::striding::isOverwritten(*kept, m_frame->nextBundle))
        return pane.showNothing(
            tr("Overwritten since bundle %1.\nStep back to see it.").arg(counted(kept->untilRow)));
    pane.show(m_list.entries()[static_cast<std::size_t>(row)].info, elements);
    scene::AxisRoles roles = pane.roles();
    if (pane.info().shape.size() == 3) {
        roles.rows = 0;
        roles.columns = 1;
        const auto channel = which == Input ? 0 : m_bar->channel();
        roles.index[2] = std::min(channel, pane.info().shape[2] - 1);
    }
    pane.setRoles(roles);
}

} // namespace lw::striding
