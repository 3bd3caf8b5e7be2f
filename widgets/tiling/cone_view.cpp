// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/cone_view.h"

#include "widgets/tiling/tiling_words.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace lw::tiling {

ConeView::ConeView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(context, desk,
                 tr("Back from one element of a tiled output: what it needs of each layer, and what of the "
                    "tile is right there."),
                 parent)
    , m_summary(new theme::WrappedLabel(2, body())) {
    auto* scroll = new QScrollArea(body());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setAccessibleName(tr("Layers of the tile"));
    m_canvas = new ConeCanvas(context.theme, desk, scroll);
    scroll->setWidget(m_canvas);
    m_twin = new paint::TableTwin(context.theme, scroll, tr("Layers of the tile as a table"), body());
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_summary, 1);
    row->addWidget(m_twin->makeButton(top), 0, Qt::AlignTop);
    bodyLayout()->addWidget(top);
    bodyLayout()->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    connect(&desk, &TilingDesk::factsChanged, this, &ConeView::takeChoice);
    connect(&desk, &TilingDesk::choiceChanged, this, &ConeView::takeChoice);
    takeChoice();
}

void ConeView::takeChoice() {
    showBody(desk().facts() != nullptr);
    if (!desk().cone()) {
        m_summary->setText(tr("Click an element in the view Tiles to see what it needs."));
    } else {
        const scene::tiling::Cone& cone = *desk().cone();
        const scene::tiling::ConeLayer& input = cone.layers.front();
        m_summary->setText(
            tr("Element [%1, %2] of tile %3 needs rows %4 and columns %5 of the picture. Filled: right in the "
               "tile; hatched: dummy; in the accent colour: needed.")
                .arg(cone.row)
                .arg(cone.column)
                .arg(cone.tile)
                .arg(elementsText(input.rows.needed), elementsText(input.columns.needed)));
    }
    showTable();
}

void ConeView::showTable() {
    const auto layers = desk().cone() ? desk().cone()->layers : std::vector<scene::tiling::ConeLayer>();
    const auto cell = [layers](int number, int column, int role) -> QVariant {
        if (role != Qt::DisplayRole) return {};
        const scene::tiling::ConeLayer& layer = layers[static_cast<std::size_t>(number)];
        switch (column) {
        case 0: return QString::fromStdString(layer.name);
        case 1: return elementsText(layer.rows.needed);
        case 2: return elementsText(layer.rows.right);
        case 3: return elementsText(layer.rows.tile);
        case 4: return elementsText(layer.columns.needed);
        case 5: return elementsText(layer.columns.right);
        default: return elementsText(layer.columns.tile);
        }
    };
    m_twin->model().show({{tr("Layer"), tr("Needs rows"), tr("Right rows"), tr("Rows of the tile"),
                           tr("Needs columns"), tr("Right columns"), tr("Columns of the tile")},
                          static_cast<int>(layers.size()),
                          cell});
}

} // namespace lw::tiling

#include "moc_cone_view.cpp"
