// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/striding/mask_view.h"

#include "widgets/paint/cell_painter.h"
#include "widgets/session/core_text.h"
#include "widgets/session/debug_session.h"
#include "widgets/session/frame_feed.h"
#include "widgets/session/selection.h"
#include "widgets/striding/striding_words.h"
#include "widgets/theme/to_qt.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lw::striding {

using paint::TensorCanvas;
using session::counted;

namespace {

constexpr int kBeside = 40, kAbove = 74;        // of a picture: rulers, title and scale
constexpr int kBareBeside = 2, kBareAbove = 56; // without rulers
constexpr int kWideLine = 800;                  // for what is said about the pictures
constexpr int kScrollBar = 14, kMargin = 4;

// 1 where a mask keeps a pixel, as far as it is written.
QImage keptImage(const scene::striding::MaskPicture& picture, lower::striding::Masking masking,
                 std::string_view role) {
    const scene::striding::MaskTensor* const mask = picture.find(role);
    if (!mask) return {};
    QImage out(static_cast<int>(mask->cells.columns), static_cast<int>(mask->cells.rows),
               QImage::Format_Grayscale8);
    for (int row = 0; row < out.height(); ++row)
        for (int column = 0; column < out.width(); ++column) {
            const std::size_t at = std::size_t{mask->cells.columns} * static_cast<std::size_t>(row) +
                                   static_cast<std::size_t>(column);
            out.scanLine(row)[column] = (mask->cells.flags[at] & scene::kWritten) != 0 &&
                                        scene::striding::keepsAt(masking, mask->cells.value(at));
        }
    return out;
}

} // namespace

MaskView::MaskView(session::ViewContext context, StridingDesk& desk, QWidget* parent)
    : LayerView(context, desk, parent) {
    bodyLayout()->addWidget(makeTools());
    bodyLayout()->addWidget(m_summary);
    bodyLayout()->addWidget(makePanes(), 1);
    bodyLayout()->addWidget(m_message);
    connect(&notice().button(), &QPushButton::clicked, this, &MaskView::networkWanted);
    connect(&desk, &StridingDesk::factsChanged, this, &MaskView::takeFacts);
    connect(&desk, &StridingDesk::networkShown, this, &MaskView::refresh);
    connect(&desk, &StridingDesk::elementShown, this, &MaskView::takeElement);
    connect(&context.theme, &theme::Theme::changed, this, [this] {
        for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
    });
    new session::FrameFeed(context, *this, [this](const session::FramePtr& frame) { takeFrame(frame); });
    takeFacts();
}

// ---- parts

QWidget* MaskView::makeTools() {
    auto* bar = m_bar = new LayerBar(context().theme, desk(), tr("The strided layer that is shown"), body());
    connect(bar, &LayerBar::chosen, this, &MaskView::takeChoice);
    connect(bar, &LayerBar::walkWanted, this, &MaskView::walkWrong);
    m_masks = new QComboBox(bar);
    m_masks->setAccessibleName(tr("Mask"));
    m_masks->setToolTip(tr("Which of the two masks is shown"));
    m_masks->addItems({tr("first mask"), tr("second mask")});
    connect(m_masks, &QComboBox::activated, this, &MaskView::showMask);
    m_maskAction = bar->addWidget(m_masks);
    bar->addWidget(makeModes());
    bar->addWalks();
    m_toWindow = bar->addAction(tr("Go to Its Window"), this, &MaskView::windowWanted);
    m_toWindow->setToolTip(tr("Goes to the window that the selected element is pooled in, and to its clock"));
    m_toWindow->setEnabled(false);
    bar->addSeparator();
    bar->addAction(tr("To values"), this, [this] { fitColours(true); })
        ->setToolTip(
            tr("Set the colours' range to the first tensor's current values; it never changes by itself"));
    bar->addAction(tr("Fit"), this, [this] { m_panes[First]->canvas().fit(); })
        ->setToolTip(tr("The whole pictures (0)"));
    m_summary = new theme::WrappedLabel(1, body());
    m_message = new theme::WrappedLabel(1, body());
    for (auto* label : {m_summary, m_message}) label->setContentsMargins(8, 3, 8, 3);
    theme::keepFont(*m_message, context().theme, &theme::Theme::monospaceSmall);
    return bar;
}

QWidget* MaskView::makePanes() {
    auto* scroll = new QScrollArea(body());
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    m_box = new QWidget(scroll);
    scroll->setWidget(m_box);
    m_grid = new QGridLayout(m_box);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(1);
    for (int i = 0; i < kPanes; ++i) {
        auto*& pane = m_panes[static_cast<std::size_t>(i)];
        pane = new paint::TensorPane(context().theme, m_box);
        pane->setControlsVisible(false);
        pane->canvas().setTinted(false);                           // a run would leave nothing else to see
        pane->canvas().setRulers(TensorCanvas::Rulers::WhereRoom); // many pictures, and the same numbers
        connectPane(static_cast<Pane>(i));
    }
    // Not at once: a layout may just be giving the canvas its size, and would continue with the rest
    // as it was before.
    connect(&m_panes[First]->canvas(), &TensorCanvas::sightChanged, this, &MaskView::fitPanes,
            Qt::QueuedConnection);
    arrange();
    setFocusProxy(m_panes[First]);
    return scroll;
}

// The text about the pictures, and about an element of them, has two lines where one would cut it off. How
// many depends on the room and not on the text, so that pictures stay where they are.
void MaskView::fitLines() {
    const int lines = width() < context().theme.scaled(kWideLine) ? 2 : 1;
    for (auto* label : {m_summary, m_message}) label->setLines(lines);
}

int MaskView::heightOfPanes() const {
    return height() - m_bar->sizeHint().height() - m_summary->sizeHint().height() -
           m_message->sizeHint().height();
}

// Of all panes where pictures should have a least size: what does not fit is scrolled. 0: they have what
// there is.
int MaskView::leastHeight(int across) const {
    constexpr double kMost = 1200; // pixels; more of a picture than that is not seen at once anyway
    const double least = m_panes[First]->canvas().leastScale();
    const double rows = layer() ? least * static_cast<double>(layer()->geometry.firstRows) : 0;
    if (least <= 1 || rows > kMost) return 0;
    return kPanes / across * (static_cast<int>(std::ceil(rows)) + context().theme.scaled(kAbove) + kMargin);
}

// In as many columns as make the first tensor largest.
int MaskView::fittingAcross() const {
    const lower::striding::LayerReport* here = layer();
    const double rows = here ? static_cast<double>(here->geometry.firstRows) : 1,
                 columns = here ? static_cast<double>(here->geometry.firstColumns) : 1;
    double largest = 0;
    int out = m_across;
    for (const int across : {6, 3, 2, 1}) {
        const double room = width() / double(across);
        const double tall = heightOfPanes() / double(kPanes / across);
        const bool isBare = room < context().theme.scaled(TensorCanvas::kNarrow) ||
                            tall - kBareAbove < context().theme.scaled(TensorCanvas::kLow);
        const double wide = room - (isBare ? kBareBeside : kBeside),
                     high = tall - (isBare ? kBareAbove : kAbove);
        const double scale = std::min(wide / columns, high / rows);
        if (scale > largest) largest = scale, out = across;
    }
    const double least = m_panes[First]->canvas().leastScale();
    if (largest >= least || leastHeight(1) == 0) return out;
    for (const int across : {6, 3, 2})
        if (width() / double(across) - context().theme.scaled(kBeside) - kScrollBar >= least * columns)
            return across;
    return 1;
}

void MaskView::fitPanes() {
    if (std::exchange(m_isFitting, true)) return; // a pane that gets another size reports it
    fitLines();
    const int across = fittingAcross();
    if (std::exchange(m_across, across) != across) arrange();
    m_box->setMinimumHeight(leastHeight(across));
    evenOut();
    m_grid->activate(); // the layouts above it may already be done
    m_isFitting = false;
}

void MaskView::arrange() {
    for (int i = 0; i < kPanes; ++i) {
        m_grid->removeWidget(m_panes[static_cast<std::size_t>(i)]);
        m_grid->addWidget(m_panes[static_cast<std::size_t>(i)], i / m_across, i % m_across);
        m_grid->setRowStretch(i, i < kPanes / m_across ? 1 : 0);
        m_grid->setColumnStretch(i, i < m_across ? 1 : 0);
    }
    evenOut();
}

// Panes of one size, so that the pictures fit with cells of one size: the remainder is left over.
void MaskView::evenOut() {
    const auto rest = [this](int all, int parts) {
        return std::max(0, all - (parts - 1) * m_grid->spacing()) % parts;
    };
    m_grid->setContentsMargins(0, 0, rest(m_box->width(), m_across),
                               rest(m_box->height(), kPanes / m_across));
}

void MaskView::resizeEvent(QResizeEvent* event) {
    QStackedWidget::resizeEvent(event);
    fitPanes();
}

void MaskView::connectPane(Pane which) {
    TensorCanvas& canvas = m_panes[which]->canvas();
    connect(&canvas, &TensorCanvas::hovered, this,
            [this, which](std::optional<TensorCanvas::Cell> cell) { point(which, cell); });
    connect(&canvas, &TensorCanvas::picked, this,
            [this, which](const TensorCanvas::Cell& cell) { pick(which, cell); });
    connect(&canvas, &TensorCanvas::sightChanged, this, [this, which] { linkSights(which); });
    canvas.setOverlay([this, which](QPainter& painter) { paintOver(which, painter); });
}

// ---- what is shown

const lower::striding::LayerReport* MaskView::layer() const {
    const FactsPtr& facts = desk().facts();
    const int index = m_bar->layer();
    if (!facts || index < 0 || index >= static_cast<int>(facts->report.layers.size())) return nullptr;
    return &facts->layer(static_cast<std::size_t>(index));
}

const char* MaskView::maskRole() const { return m_masks->currentIndex() == 1 ? "second mask" : "mask"; }

void MaskView::takeFacts() {
    const FactsPtr& facts = desk().facts();
    if (const int number = desk().reportNumber(); std::exchange(m_report, number) != number) {
        QStringList names;
        if (facts)
            for (const lower::striding::LayerReport& one : facts->report.layers)
                names << QString::fromStdString(one.name);
        m_bar->setLayers(names);
        m_hasLook = m_isLookSettled = false;
        m_output.reset();
        m_pointed.reset();
        m_message->clear();
        m_wrongAt = -1;
        clearSelected();
        takeMode();
    }
    refresh();
}

void MaskView::takeFrame(const session::FramePtr& frame) {
    const bool isOther = !m_frame || !frame || m_frame->loaded != frame->loaded;
    m_frame = frame;
    m_list.setLoaded(frame ? frame->loaded : nullptr);
    refresh();
    if (isOther) takeElement(); // it may have been chosen before this program was visible
}

void MaskView::showLayer(int index) { m_bar->choose(index, 0); }
void MaskView::showChannel(int channel) {
    m_bar->choose(m_bar->layer(), static_cast<std::uint64_t>(channel));
}

void MaskView::takeChoice(bool isOtherLayer) {
    if (isOtherLayer) {
        m_hasLook = m_isLookSettled = false;
        m_output.reset();
        m_pointed.reset();
        m_message->clear();
        m_wrongAt = -1;
        clearSelected();
        takeMode();
    }
    refresh();
    sayIfMissing();
}

void MaskView::showMask(int number) {
    m_masks->setCurrentIndex(number);
    refresh();
}

void MaskView::sayEmpty() {
    const bool hasNone = desk().facts() && !desk().facts()->hasStrides();
    notice().say(
        tr("A strided layer as a circuit that cannot stride computes it: the first tensor, the mask, "
           "the product, and what is not there yet.") +
            QLatin1Char('\n') + (hasNone ? noStridesText() : noProgramText(desk())),
        tr("Open Network..."));
    setCurrentWidget(&notice());
}

bool MaskView::isOfProgram() const {
    return m_frame && desk().facts() && m_frame->loaded->path == desk().facts()->program;
}

void MaskView::refresh() {
    const lower::striding::LayerReport* here = layer();
    if (!here || !isOfProgram()) return sayEmpty();
    setCurrentWidget(body());
    fitPanes();
    std::uint64_t channels = 1;
    bool hasTwo = false;
    for (const lower::striding::KeptTensor& kept : here->tensors) {
        if (kept.role == "first") channels = kept.channels;
        hasTwo |= kept.role == "second mask";
    }
    m_bar->setChannels(channels);
    m_maskAction->setVisible(hasTwo);
    if (!hasTwo) m_masks->setCurrentIndex(0);
    m_bar->enableWalks(here->wrong > 0);
    for (const Pane pane : {First, Mask, Product, Input}) refreshPane(pane);
    if (!m_output) showOutput();
    if (m_pointed) describe(First, m_pointed);
    fitColours(false);
    countScene();
}

// The numbers about all pixels, counted while the pictures are already shown; the newest moment wins.
void MaskView::countScene() {
    const lower::striding::LayerReport* here = layer();
    if (!here || !m_frame) return;
    struct Counted {
        Result<scene::striding::MaskPicture> picture;
        Numbers numbers;
        std::optional<scene::striding::ExactnessColumn> output;
    };
    task().ask(
        [report = *here, facts = desk().facts(), index = static_cast<std::size_t>(m_bar->layer()),
         frame = m_frame, channel = m_bar->channel(), role = maskRole()] {
            Counted out{scene::striding::maskPicture(frame->loaded->scope(), report, channel,
                                                     frame->nextBundle, frame->state, frame->before),
                        {},
                        {}};
            if (out.picture) {
                out.numbers.kept = keptImage(*out.picture, lower::striding::rowOf(report.mode).masking, role);
                if (const auto* first = out.picture->find("first"))
                    out.numbers.range = paint::symmetricRange({first->cells});
            }
            for (const scene::striding::ModeOutcome& outcome : facts->modes[index])
                if (outcome.mode == report.mode && outcome.report)
                    if (auto output = scene::striding::exactnessByNow(frame->loaded->scope(), facts->report,
                                                                      report.name, outcome, channel,
                                                                      frame->nextBundle, frame->state))
                        out.output = *std::move(output);
            return out;
        },
        [this](const Counted& made) {
            m_output = made.output;
            showOutput();
            if (made.picture) return showScene(*made.picture, made.numbers);
            m_scene.reset();
            m_summary->setText(session::problemText(made.picture.problem()));
        });
}

// For a mode that computes no pixel in vain: the multiply-adds with numbers that were put in between.
QString MaskView::effortText(const scene::striding::MaskPicture& picture) const {
    const lower::striding::LayerReport* here = layer();
    const QString mode =
        tr("%1, stride %2 x %3: ").arg(toQt(picture.mode)).arg(picture.rowStride).arg(picture.columnStride);
    if (here && here->mode == lower::striding::Mode::SpaceToDepth)
        return mode + tr("%1 pixels wanted and computed, %2 % of %3 MACs in vain")
                          .arg(counted(picture.kept))
                          .arg(100 * here->wastedShare(), 0, 'f', 2)
                          .arg(counted(here->macs()));
    return mode + tr("%1 pixels wanted, %2 computed, %3 % in vain")
                      .arg(counted(picture.kept), counted(picture.kept + picture.dropped))
                      .arg(100 - 100 * picture.keptShare(), 0, 'f', 2);
}

void MaskView::showScene(const scene::striding::MaskPicture& picture, const Numbers& numbers) {
    m_scene = picture;
    m_kept = numbers.kept;
    const QString names[] = {tr("First tensor"), tr("Mask"), tr("Product"), tr("Input")};
    const char* roles[] = {"first", maskRole(), "second", ""};
    const std::uint64_t all = picture.kept + picture.dropped;
    for (std::size_t i = 0; i <= Input; ++i) {
        QString text = names[i];
        if (const scene::striding::MaskTensor* tensor = picture.find(roles[i])) {
            text +=
                QStringLiteral("   ") +
                (tensor->written == all ? tr("all there")
                                        : tr("%1 of %2 there").arg(counted(tensor->written), counted(all)));
            for (const scene::striding::MaskValue& value : tensor->values)
                text += QStringLiteral("   ") +
                        tr("%1: %2 pixels").arg(QString::fromStdString(value.value), counted(value.pixels));
        }
        m_headings[i] = text;
        m_panes[i]->setTitle(text);
    }
    // The colours settle once the first tensor is complete: what was there before may have been zeros.
    if (const scene::striding::MaskTensor* first = picture.find("first");
        first && first->written == all && !std::exchange(m_isLookSettled, true))
        setLook({paint::MapKind::Diverging, numbers.range});
    QString text = effortText(picture);
    if (const lower::striding::LayerReport* here = layer();
        here && picture.channels != 0 && picture.channels < here->geometry.channels)
        text += QStringLiteral("   ") + tr("%1 of %2 channels are kept to be looked at")
                                            .arg(counted(picture.channels), counted(here->geometry.channels));
    const bool isDone = m_output && m_output->byNow && m_output->byNow->isWhole();
    if (const lower::striding::LayerReport* here = layer(); here && here->wrong > 0 && !isDone)
        text += QStringLiteral("   ") + tr("predicted: %1 of %2 elements of the output wrong")
                                            .arg(counted(here->wrong), counted(here->elements));
    if (isDone && m_output->byNow->wrong > 0)
        text += QStringLiteral("   ") +
                tr("%1 of %2 elements of the output are wrong")
                    .arg(counted(m_output->byNow->wrong), counted(m_output->byNow->elements));
    if (picture.phaseErrorCount > 0)
        text = tr("MASK OUT OF PHASE at %1 pixels").arg(counted(picture.phaseErrorCount)) +
               QStringLiteral("   ") + text;
    m_summary->setText(text);
    m_summary->setForegroundRole(QPalette::WindowText);
    for (paint::TensorPane* pane : m_panes) pane->canvas().viewport()->update();
}

namespace {

// A range around 0 for all values that are there; nothing while there are none.
std::optional<paint::TensorLook> lookFor(paint::TensorPane& pane) {
    const auto& picture = pane.canvas().tiles().picture();
    if (!pane.elements() || !picture || !picture->isBuilt()) return std::nullopt;
    std::vector<scene::CellSummary> whole(1);
    if (!picture->summaries(62, 0, 0, 1, 1, whole) || !(whole[0].marks & scene::kNumber)) return std::nullopt;
    const double most = std::max(std::fabs(double(whole[0].low)), std::fabs(double(whole[0].high)));
    return paint::TensorLook{paint::MapKind::Diverging, {-(most > 0 ? most : 1), most > 0 ? most : 1}};
}

// A photograph has no negative numbers: it is shown as one, from dark to bright.
std::optional<paint::TensorLook> inputLook(paint::TensorPane& pane) {
    auto look = lookFor(pane);
    std::vector<scene::CellSummary> whole(1);
    if (look && pane.canvas().tiles().picture()->summaries(62, 0, 0, 1, 1, whole) && whole[0].low >= 0)
        look = paint::TensorLook{paint::MapKind::Grey, {0, look->range.high}};
    return look;
}

} // namespace

// The range of the first tensor's values, once there are some, for all pictures of the layer but the input.
void MaskView::fitColours(bool again) {
    if (m_hasLook && !again) return;
    const auto look = lookFor(*m_panes[First]);
    if (!look) return;
    setLook(*look);
}

void MaskView::setLook(const paint::TensorLook& look) {
    m_look = look;
    m_hasLook = true;
    for (const Pane pane : {First, Mask, Product}) m_panes[pane]->canvas().setLook(m_look);
    if (const auto own = inputLook(*m_panes[Input])) m_panes[Input]->canvas().setLook(*own);
}

void MaskView::linkSights(Pane from) {
    if (m_isLinking || from == Input) return;
    const bool isOutput = from > Input;
    m_isLinking = true;
    for (const Pane other : {First, Mask, Product, Output, Wanted})
        if (other != from && m_panes[other] && (other > Input) == isOutput)
            m_panes[other]->canvas().setSight(m_panes[from]->canvas().sight());
    m_isLinking = false;
}

} // namespace lw::striding

#include "moc_mask_view.cpp"
