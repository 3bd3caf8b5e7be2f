// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/state/vector_view.h"

#include "widgets/session/frame_feed.h"
#include "widgets/theme/icon.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace lw::state {

VectorView::VectorView(session::ViewContext context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_canvas(new VectorCanvas(context, this))
    , m_twin(new paint::TableTwin(context.theme, m_canvas, tr("Vector registers as a table"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_twin, 1);
    setFocusProxy(m_twin);
    m_canvas->setContextMenuPolicy(Qt::DefaultContextMenu);
    connect(m_canvas, &VectorCanvas::rangeChanged, this, &VectorView::tellRange);
    connect(m_canvas, &VectorCanvas::fileChanged, this, &VectorView::tellFiles);
    connect(m_canvas, &VectorCanvas::formatWanted, this, &VectorView::setFormat);
    connect(m_canvas, &VectorCanvas::currentChanged, this, &VectorView::followCurrent);
    connect(m_twin, &paint::TableTwin::picked, this,
            [this](int row, int column) { m_canvas->choose(hitOf(row, column)); });
    m_twin->setMenu([this](QMenu& menu, int row, int column) {
        QMenu* cell = m_canvas->makeMenu(hitOf(row, column));
        menu.addActions(cell->actions());
        connect(&menu, &QObject::destroyed, cell, &QObject::deleteLater);
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) {
        m_canvas->setFrame(frame);
        m_twin->model().show(m_canvas->table());
        followCurrent();
    });
}

QWidget* VectorView::makeBar() {
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(4, 3, 4, 3);
    layout->setSpacing(8);
    m_fileBox = new QComboBox(bar);
    m_fileBox->setAccessibleName(tr("Register file"));
    m_fileBox->setToolTip(tr("The register file whose vectors are shown"));
    connect(m_fileBox, &QComboBox::activated, this,
            [this](int index) { m_canvas->setFile(static_cast<std::size_t>(index)); });
    layout->addWidget(m_fileBox);
    m_fileBox->hide();
    m_formatBox = new QComboBox(bar);
    m_formatBox->setAccessibleName(tr("Read as"));
    for (const cells::CellFormat format : cells::cellFormats())
        m_formatBox->addItem(cells::titleOf(format), static_cast<int>(format));
    m_formatBox->setCurrentIndex(m_formatBox->findData(static_cast<int>(m_canvas->format())));
    connect(m_formatBox, &QComboBox::activated, this, [this](int index) {
        setFormat(static_cast<cells::CellFormat>(m_formatBox->itemData(index).toInt()));
    });
    auto* range = new QToolButton(bar);
    range->setText(tr("Fit Colours"));
    range->setToolTip(tr("Let the colours span what the registers hold now"));
    connect(range, &QToolButton::clicked, m_canvas, &VectorCanvas::lockRange);
    m_legend = new QLabel(bar);
    theme::keepFont(*m_legend, m_context.theme, &theme::Theme::monospaceSmall);
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_formatBox);
    layout->addWidget(range);
    m_scale = new paint::ColourScale(m_context.theme, bar);
    layout->addWidget(m_legend, 1);
    layout->addWidget(m_scale, 1);
    layout->addWidget(m_twin->makeButton(bar));
    return bar;
}

void VectorView::setFormat(cells::CellFormat format) {
    m_formatBox->setCurrentIndex(m_formatBox->findData(static_cast<int>(format)));
    m_canvas->setFormat(format);
    m_twin->model().show(m_canvas->table());
    followCurrent();
}

void VectorView::tellFiles() {
    m_fileBox->clear();
    for (std::size_t i = 0; i < m_canvas->files().size(); ++i) m_fileBox->addItem(m_canvas->fileText(i));
    m_fileBox->setCurrentIndex(static_cast<int>(m_canvas->file()));
    m_fileBox->setVisible(m_fileBox->count() > 1);
    m_twin->model().show(m_canvas->table());
    followCurrent();
}

void VectorView::tellRange() {
    const paint::ValueRange& range = m_canvas->range();
    const bool isThere = range.high > paint::kNothing;
    m_legend->setText(tr("no values yet"));
    m_legend->setVisible(!isThere);
    m_scale->setVisible(isThere);
    m_scale->setLook({paint::MapKind::Diverging, range});
}

VectorCanvas::Hit VectorView::hitOf(int row, int column) const {
    const std::uint32_t rows = m_canvas->scene().front().rows;
    return {static_cast<std::uint32_t>(row) / rows, static_cast<std::uint32_t>(row) % rows,
            static_cast<std::uint32_t>(column)};
}

void VectorView::followCurrent() {
    const auto& hit = m_canvas->current();
    if (!hit) return;
    const auto rows = static_cast<int>(m_canvas->scene().front().rows);
    m_twin->setCurrent(static_cast<int>(hit->picture) * rows + static_cast<int>(hit->row),
                       static_cast<int>(hit->column));
}

} // namespace lw::state

#include "moc_vector_view.cpp"
