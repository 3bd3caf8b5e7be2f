// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tiling/ring_view.h"

#include "widgets/paint/cell_painter.h"
#include "widgets/paint/outlines.h"
#include "widgets/session/core_text.h"
#include "widgets/session/frame_feed.h"
#include "widgets/tiling/tiling_words.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

namespace lw::tiling {

using paint::TensorCanvas;
using scene::tiling::Ring;
using session::counted;
using theme::Role;

RingView::RingView(session::ViewContext context, TilingDesk& desk, QWidget* parent)
    : TilingView(context, desk,
                 tr("What a tile computes of a layer beside what the whole picture has there: inside it is "
                    "the same, in the ring around it is not."),
                 parent) {
    bodyLayout()->addWidget(makeTools());
    bodyLayout()->addWidget(makePanes(), 1);
    setFocusProxy(m_panes[Computed]);
    connect(&desk, &TilingDesk::factsChanged, this, &RingView::takeFacts);
    connect(&desk, &TilingDesk::choiceChanged, this, &RingView::ask);
    new session::FrameFeed(context, *this, [this](const session::FramePtr&) { ask(); });
    takeFacts();
}

// ---- parts

QWidget* RingView::makeTools() {
    auto* top = new QWidget(body());
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(8, 3, 8, 3);
    m_layers = new QComboBox(top);
    m_layers->setAccessibleName(tr("The layer that is shown"));
    m_layers->setToolTip(tr("The layer that is shown"));
    connect(m_layers, &QComboBox::activated, this, &RingView::ask);
    row->addWidget(m_layers, 0, Qt::AlignTop);
    m_channel = new QSpinBox(top);
    m_channel->setAccessibleName(tr("Channel"));
    m_channel->setToolTip(tr("The channel that is shown"));
    m_channel->setPrefix(tr("channel "));
    m_channel->setMaximum(0);
    connect(m_channel, &QSpinBox::valueChanged, this, &RingView::ask);
    row->addWidget(m_channel, 0, Qt::AlignTop);
    m_message = new theme::WrappedLabel(2, top);
    row->addWidget(m_message, 1);
    return top;
}

QWidget* RingView::makePanes() {
    auto* box = new QWidget(body());
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    for (int i = 0; i < kPanes; ++i) {
        const auto which = static_cast<Pane>(i);
        auto* pane = m_panes[which] = new paint::TensorPane(theme(), box);
        pane->setControlsVisible(false);
        pane->canvas().setTinted(false);
        pane->canvas().setRulers(TensorCanvas::Rulers::WhereRoom);
        pane->canvas().setOverlay([this, which](QPainter& painter) { paintOver(which, painter); });
        connect(&pane->canvas(), &TensorCanvas::sightChanged, this, [this, which] { linkSights(which); });
        row->addWidget(pane, 1);
    }
    return box;
}

void RingView::linkSights(Pane from) {
    if (std::exchange(m_isLinking, true)) return;
    for (paint::TensorPane* pane : m_panes)
        if (pane != m_panes[from]) pane->canvas().setSight(m_panes[from]->canvas().sight());
    m_isLinking = false;
}

// The part that is right, with the ring around it.
void RingView::paintOver(Pane pane, QPainter& painter) const {
    if (!m_moment) return;
    const scene::tiling::Extent &rows = m_moment->ring.extent.rows, &columns = m_moment->ring.extent.columns;
    if (rows.right.isEmpty() || columns.right.isEmpty()) return;
    paint::outline(painter,
                   paint::boxOf(m_panes[pane]->canvas(), rows.right.low - rows.tile.low,
                                columns.right.low - columns.tile.low,
                                static_cast<std::uint64_t>(rows.right.count()),
                                static_cast<std::uint64_t>(columns.right.count())),
                   theme()[Role::Success], 2);
}

// ---- what is shown

void RingView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    showBody(facts != nullptr);
    const bool isSame = facts && m_work && m_work->isOf(*facts);
    if (!isSame) {
        m_task.drop();
        m_work = facts && facts->picture ? std::make_shared<TileWork>(facts) : nullptr;
        m_moment.reset();
        showNothing(facts && !facts->picture ? tr("Only planned: without a picture nothing can be run.")
                                             : QString());
    }
    ask();
}

void RingView::showEvent(QShowEvent* event) {
    TilingView::showEvent(event);
    if (m_wasAsked) ask();
}

// The newest moment wins.
void RingView::ask() {
    m_wasAsked = !isVisible();
    if (!m_work || m_wasAsked) return;
    RingWanted wanted{m_layers->currentText().toStdString(),
                      static_cast<std::uint64_t>(m_channel->value()),
                      desk().tile().value_or(0),
                      {}};
    const session::FramePtr& frame = viewContext().frame();
    if (frame && !desk().program().isEmpty() && frame->loaded->all.path == desk().program())
        wanted.frame = frame;
    if (!m_moment) m_message->setText(tr("The reference computes the layer of the whole picture."));
    m_task.ask([work = m_work, wanted] { return work->ring(wanted); },
               [this](const Result<RingMoment>& made) { take(made); });
}

void RingView::showLayer(const QString& name) {
    m_layers->setCurrentIndex(m_layers->findText(name));
    ask();
}

void RingView::take(const Result<RingMoment>& made) {
    if (!made) {
        m_moment.reset();
        return showNothing(session::problemText(made.problem()));
    }
    fillLayers(made->layers);
    if (made->ring.channels == 0) {
        m_moment.reset();
        return showNothing(tr("The circuit has no tile now: it only hands on what others need."));
    }
    m_moment = *made;
    showMoment();
}

void RingView::fillLayers(const std::vector<std::string>& names) {
    if (m_layers->count() == static_cast<int>(names.size()) && m_layers->currentIndex() >= 0) return;
    m_layers->clear();
    for (const std::string& name : names) m_layers->addItem(QString::fromStdString(name));
    m_layers->setCurrentIndex(m_layers->count() - 1);
}

void RingView::showNothing(const QString& why) {
    for (paint::TensorPane* pane : m_panes) pane->showNothing({});
    m_message->setText(why);
}

// Colours are those of the whole picture and of the ring's final differences, and no step changes them.
void RingView::showMoment() {
    const Ring& ring = m_moment->ring;
    {
        const QSignalBlocker quiet(m_channel);
        m_channel->setMaximum(static_cast<int>(ring.channels) - 1);
        m_channel->setValue(static_cast<int>(ring.channel));
        const QSignalBlocker still(m_layers);
        m_layers->setCurrentText(QString::fromStdString(ring.layer));
    }
    const QString titles[] = {m_moment->isOfCircuit ? tr("on the circuit") : tr("in the tile"),
                              tr("in the whole picture"), tr("difference")};
    const scene::CellPicture* const pictures[] = {&ring.computed, &ring.truth, &ring.difference};
    const paint::TensorLook look{paint::MapKind::Diverging, paint::symmetricRange({ring.truth})};
    const double most = m_moment->usual > 0 ? m_moment->usual : 1;
    for (int i = 0; i < kPanes; ++i) {
        const scene::CellPicture& picture = *pictures[i];
        const tensor::Shape shape{picture.rows, picture.columns};
        scene::TensorInfo info;
        info.name = picture.name;
        info.type = picture.type;
        info.shape = shape;
        m_panes[i]->show(info, scene::elementsOf(picture, shape));
        m_panes[i]->setTitle(titles[i]);
        m_panes[i]->canvas().setLook(
            i == Difference ? paint::TensorLook{paint::MapKind::Diverging, {-most, most}} : look);
    }
    m_message->setText(textOf(*m_moment));
}

QString RingView::textOf(const RingMoment& moment) const {
    const Ring& ring = moment.ring;
    const std::uint64_t all = ring.right.pixels + ring.dummy.pixels + ring.beyond;
    QString text = tr("Tile %1, layer %2: %3 of %4 pixels are right, the others dummy.")
                       .arg(ring.tile)
                       .arg(QString::fromStdString(ring.layer), counted(ring.right.pixels), counted(all)) +
                   QLatin1Char(' ');
    if (moment.isOfCircuit && !moment.isNamed)
        return text + tr("The program does not name where it has this layer: its memory is another one's.");
    if (moment.isOfCircuit && moment.stored == 0)
        return text + tr("The circuit does not have it now: not yet, or not any more. Step, or step back.");
    if (moment.isOfCircuit && moment.stored < all)
        text += tr("The circuit has %1 of them by now.").arg(counted(moment.stored)) + QLatin1Char(' ');
    else if (desk().facts()->sharesLayers())
        text += tr("As the reference computes it in the whole tile: of that each circuit has a part.") +
                QLatin1Char(' ');
    else if (!moment.isOfCircuit)
        text += tr("As the reference computes it in the tile.") + QLatin1Char(' ');
    if (ring.right.wrong > 0)
        text += tr("%1 that should be right are not.").arg(counted(ring.right.wrong)) + QLatin1Char(' ');
    if (ring.dummy.wrong == 0) return text + tr("Nothing differs from the whole picture.");
    text += tr("%1 of the dummy ones differ from the whole picture, by at most %2.")
                .arg(counted(ring.dummy.wrong), QString::number(ring.dummy.largest, 'g', 4));
    if (moment.usual >= ring.dummy.largest) return text;
    return text + QLatin1Char(' ') +
           tr("Colours end at %1, which 99 of 100 do not exceed.").arg(QString::number(moment.usual, 'g', 4));
}

} // namespace lw::tiling

#include "moc_ring_view.cpp"
